// Perft: the number of move sequences of a given length, the usual check of a move generator.
#pragma once

#include <cstdint>

#include "rules/game.hpp"

namespace damier {

enum class CaptureCount {
    merged,   // captures with the same start, end and captured set are one
    ordered,  // captures that differ in the order of the pieces taken are counted apart
};

// Sequences of exactly `depth` plies; the last ply is counted, not played. A position without a move
// contributes 0.
template <class S>
std::uint64_t perft(const BoardGame<S>& game, const Position<S>& position, int depth, CaptureCount count);

}  // namespace damier
