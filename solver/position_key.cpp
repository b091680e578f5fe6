#include "solver/position_key.hpp"

#include <algorithm>

namespace damier {

PositionKey key_of(const CellPosition& position, int squares) {
    PositionKey key;
    key.bytes[0] = position.to_move == Color::white ? 0 : 1;
    for (std::size_t i = 0; i < static_cast<std::size_t>(squares); i += 3) {
        unsigned byte = 0;
        for (std::size_t j = 3; j-- > 0;) {
            if (i + j < static_cast<std::size_t>(squares)) {
                byte = 5 * byte + static_cast<unsigned>(position.cells[i + j]);
            }
        }
        key.bytes[1 + i / 3] = static_cast<std::uint8_t>(byte);
    }
    return key;
}

std::optional<CellPosition> cells_of(const PositionKey& key, int squares) {
    if (key.bytes[0] > 1) return std::nullopt;
    CellPosition position;
    position.to_move = key.bytes[0] == 0 ? Color::white : Color::black;
    for (std::size_t i = 0; i < static_cast<std::size_t>(squares); i += 3) {
        unsigned byte = key.bytes[1 + i / 3];
        for (std::size_t j = 0; j < 3 && i + j < static_cast<std::size_t>(squares); ++j) {
            position.cells[i + j] = static_cast<Cell>(byte % 5);
            byte /= 5;
        }
        if (byte != 0) return std::nullopt;
    }
    return position;
}

std::optional<PositionKey> key_from(std::span<const std::byte> bytes, int squares) {
    if (squares > most_proof_squares || bytes.size() != key_bytes(squares)) return std::nullopt;
    PositionKey key;
    std::transform(bytes.begin(), bytes.end(), key.bytes.begin(),
                   [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
    return key;
}

CellPosition cells_of(const Position<SquareSet64>& position) {
    CellPosition cells;
    cells.to_move = position.to_move;
    for (Square s : position.men[0]) cells.cells[static_cast<std::size_t>(index(s))] = Cell::white_man;
    for (Square s : position.kings[0]) cells.cells[static_cast<std::size_t>(index(s))] = Cell::white_king;
    for (Square s : position.men[1]) cells.cells[static_cast<std::size_t>(index(s))] = Cell::black_man;
    for (Square s : position.kings[1]) cells.cells[static_cast<std::size_t>(index(s))] = Cell::black_king;
    return cells;
}

Position<SquareSet64> position_of(const CellPosition& cells) {
    Position<SquareSet64> position;
    position.to_move = cells.to_move;
    for (int i = 0; i < most_proof_squares; ++i) {
        const Cell cell = cells.cells[static_cast<std::size_t>(i)];
        if (cell == Cell::empty) continue;
        const bool white = cell == Cell::white_man || cell == Cell::white_king;
        const bool king = cell == Cell::white_king || cell == Cell::black_king;
        (king ? position.kings : position.men)[white ? 0 : 1].insert(square(i));
    }
    return position;
}

int pieces_of(const CellPosition& position) {
    return static_cast<int>(std::count_if(position.cells.begin(), position.cells.end(),
                                          [](Cell cell) { return cell != Cell::empty; }));
}

}  // namespace damier
