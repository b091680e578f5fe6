// Compiled with the options of its path (CMakeLists.txt).
#include "solver/bit_kernel.hpp"
#include "solver/bit_kernels.hpp"

namespace damier::bits {

constinit const PathKernels kernels_avx512{
    &Kernels<Tile<std::uint32_t, 32>>::kernel, &Kernels<Tile<std::uint64_t, 56>>::kernel,
    &Kernels<Tile<std::uint64_t, 64>>::kernel, &Kernels<Tile<Word128, 72>>::kernel};

}  // namespace damier::bits
