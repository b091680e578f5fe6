// Compiled with the options of its path (CMakeLists.txt).
#include "solver/bit_byte_kernel.hpp"
#include "solver/bit_kernels.hpp"

namespace damier::bits {

constinit const DistanceKernels kernels_avx2_bytes{of_each_size<Count::to_the_end>,
                                                   of_each_size<Count::to_irreversible_moves>};

}  // namespace damier::bits
