// Compiled with the options of its path (CMakeLists.txt).
#include "solver/bit_kernels.hpp"
#include "solver/bit_plane_kernel.hpp"

namespace damier::bits {

constinit const SizeKernels kernels_avx2{
    &PlaneKernels<Tile<std::uint32_t, 32>>::kernel, &PlaneKernels<Tile<std::uint64_t, 56>>::kernel,
    &PlaneKernels<Tile<std::uint64_t, 64>>::kernel, &PlaneKernels<Tile<Word128, 72>>::kernel};

}  // namespace damier::bits
