// Compiled with the options of its path (CMakeLists.txt).
#include "solver/bit_byte_kernel.hpp"
#include "solver/bit_kernels.hpp"

namespace damier::bits {

namespace {
template <Count count>
constexpr SizeKernels of_each_size{&ByteKernels<Tile<std::uint32_t, 32>, count>::kernel,
                                   &ByteKernels<Tile<std::uint64_t, 56>, count>::kernel,
                                   &ByteKernels<Tile<std::uint64_t, 64>, count>::kernel,
                                   &ByteKernels<Tile<Word128, 72>, count>::kernel};
}  // namespace

constinit const DistanceKernels kernels_avx2_bytes{of_each_size<Count::to_the_end>,
                                                   of_each_size<Count::to_irreversible_moves>};

}  // namespace damier::bits
