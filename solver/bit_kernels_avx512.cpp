// Compiled with the options of its path (CMakeLists.txt).
#include "solver/bit_byte_kernel.hpp"
#include "solver/bit_kernels.hpp"
#include "solver/bit_plane_kernel.hpp"

namespace damier::bits {
namespace {
template <class T>
using WldKernels = PlaneKernels<T>;
template <class T>
using DtwKernels = ByteKernels<T, Count::to_the_end>;
template <class T>
using DtzKernels = ByteKernels<T, Count::to_irreversible_moves>;

template <template <class> class K>
constexpr SizeKernels of_each_size{&K<Tile<std::uint32_t, 32>>::kernel, &K<Tile<std::uint64_t, 56>>::kernel,
                                   &K<Tile<std::uint64_t, 64>>::kernel, &K<Tile<Word128, 72>>::kernel};
}  // namespace

constinit const PathKernels kernels_avx512{of_each_size<WldKernels>, of_each_size<DtwKernels>,
                                           of_each_size<DtzKernels>};

}  // namespace damier::bits
