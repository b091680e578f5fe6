// The kernels by CPU path and size of board. What a path names must be able to run (cpu_path.hpp).
#pragma once

#include "rules/square.hpp"
#include "solver/bit_game.hpp"
#include "solver/cpu_path.hpp"

namespace damier::bits {

// Tiles of 32 lanes of 32 bits; of 56 or 64 lanes of 64; of 72 lanes of 128.
struct SizeKernels {
    const Kernel<std::uint32_t>* squares_32;
    const Kernel<std::uint64_t>* squares_56;
    const Kernel<std::uint64_t>* squares_64;
    const Kernel<uint128>* squares_72;
};
struct DistanceKernels {
    SizeKernels dtw, dtz;
};

extern const SizeKernels kernels_baseline, kernels_avx2, kernels_avx512;  // win, loss and draw
extern const DistanceKernels kernels_baseline_bytes, kernels_avx2_bytes, kernels_avx512_bytes;

}  // namespace damier::bits
