// The key of a position in certificates (docs/proof-format.md): side to move, then the squares as digits,
// three a byte. Equal positions have equal keys, and keys are ordered as strings of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "rules/board_shape.hpp"
#include "rules/position.hpp"

namespace damier {

inline constexpr int most_proof_squares = 64;

enum class Cell : std::uint8_t { empty, white_man, white_king, black_man, black_king };

// A position as a list of squares, in the row-major order of the board.
struct CellPosition {
    std::array<Cell, most_proof_squares> cells = {};
    Color to_move = Color::white;
    friend bool operator==(const CellPosition&, const CellPosition&) = default;
};

// Bytes behind the key of a smaller board are zero.
struct PositionKey {
    std::array<std::uint8_t, 24> bytes = {};
    friend auto operator<=>(const PositionKey&, const PositionKey&) = default;
};

constexpr std::size_t key_bytes(int squares) { return 1 + (static_cast<std::size_t>(squares) + 2) / 3; }

PositionKey key_of(const CellPosition& position, int squares);
// Nothing where the bytes are no key of a board of so many squares.
std::optional<CellPosition> cells_of(const PositionKey& key, int squares);
std::optional<PositionKey> key_from(std::span<const std::byte> bytes, int squares);

CellPosition cells_of(const Position<SquareSet64>& position);
Position<SquareSet64> position_of(const CellPosition& cells);
inline PositionKey key_of(const Position<SquareSet64>& position, int squares) {
    return key_of(cells_of(position), squares);
}

int pieces_of(const CellPosition& position);

}  // namespace damier
