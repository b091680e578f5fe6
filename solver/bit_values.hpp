// From tiles to the cells of a slice (value_cells.hpp). Of the tiles that hold a placement of like
// pieces, the one whose symbolic piece is the highest of them is read.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "egtb/distance.hpp"
#include "egtb/wld.hpp"
#include "solver/bit_game.hpp"
#include "solver/slice_layout.hpp"
#include "solver/value_cells.hpp"

namespace damier::bits {

template <class Word, class Set, class M>
class ValueCopy {
public:
    using Code = typename M::Code;
    static constexpr bool distances = !std::is_same_v<M, WldMetric>;

    ValueCopy(const Job<Word>& job, const SliceLayout<Set>& layout, Color to_move)
        : job_{job}, layout_{layout}, to_move_{to_move} {}

    // Tiles first .. last-1 of a block: values and captures from its records, what rule R1 leaves free from
    // `marks`, a tile each. To the cells of the layout's block.
    void tiles(const Block<Word>& block, std::uint32_t first, std::uint32_t last, const Kernel<Word>& kernel,
               const std::byte* marks, Code* cells) const {
        const auto mover = static_cast<std::size_t>(index(to_move_));
        const std::size_t tile_bytes = kernel.tile_bytes;
        for (std::uint32_t t = first; t < last; ++t, marks += tile_bytes) {
            const std::array kings{job_.outer[0].sets[t / job_.tiles.black_kings],
                                   job_.outer[1].sets[t % job_.tiles.black_kings]};
            const Word men = block.men[0] | block.men[1];
            if ((kings[0] & kings[1]) || ((kings[0] | kings[1]) & men)) continue;
            Reader reader;
            reader.values = block.records[mover] + t * kernel.record_bytes[mover];
            const std::byte* can = block.records[can_capture] + 2 * t * tile_bytes;
            reader.capture = can + mover * tile_bytes;
            reader.captured = can + (1 - mover) * tile_bytes;
            reader.r1 = marks;
            copy_tile(block, kings, reader, tile_bytes, cells);
        }
    }

private:
    struct Reader {
        const std::byte *values, *capture, *captured, *r1;
    };
    // Where the symbolic piece of a side can stand, above the known ones of its kind, and the rank of the
    // whole set on the side's axis.
    struct Line {
        int first = 0, last = 0;
        std::array<std::uint32_t, 128> rank;
    };
    Line line(std::size_t c, Word men, Word kings) const {
        const bool of_kings = job_.kings[c] > 0;
        const Word outer = of_kings ? kings : men;
        const GameView<Word>& game = *job_.game;
        const int first = of_kings ? 0 : game.first_man_square[c];
        Line line;
        line.first = first;
        line.last = of_kings ? game.squares : first + static_cast<int>(count(game.man_squares[c]));
        std::uint32_t below = 0;
        int k = 1;
        for (int q = 0; q < game.squares; ++q) {
            if (!(outer >> q & 1)) continue;
            below += game.choose[k++][q - first];
            line.first = q + 1;
        }
        for (int q = line.first; q < line.last; ++q)
            line.rank[static_cast<std::size_t>(q)] = below + game.choose[k][q - first];
        return line;
    }
    static std::size_t count(Word set) {
        std::size_t n = 0;
        for (; set != 0; set &= static_cast<Word>(set - 1)) ++n;
        return n;
    }
    static Word lane(const std::byte* tile, int lane) {
        Word w;
        std::memcpy(&w, tile + static_cast<std::size_t>(lane) * sizeof(Word), sizeof(Word));
        return w;
    }

    // The cells of one lane, a byte each. Codes are in steps of 4 from a win on, and so counts of planes.
    using Cells = std::array<Code, 8 * sizeof(Word)>;
    static_assert(WldMetric::code({}, Wld::win) == 4 && WldMetric::code({}, Wld::draw) == 8 &&
                  WldMetric::code({}, Wld::loss) == 12);
    static_assert((distances || sizeof(Code) == 1) && std::endian::native == std::endian::little);
    // Bit i of a byte to byte i.
    static std::uint64_t spread(Word word, std::size_t byte) {
        const auto bits = static_cast<std::uint64_t>(word >> (8 * byte) & 0xff);
        const std::uint64_t apart = bits * 0x0101010101010101 & 0x8040201008040201;
        return (apart + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
    }
    static void fill(Cells& cells, Word not_won, Word lost, Word threat, Word unstored) {
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            const std::uint64_t planes = 0x0101010101010101 + spread(not_won, i) + spread(lost, i);
            const std::uint64_t eight =
                planes * 4 + spread(threat, i) * threat_flag + spread(unstored, i) * unstored_flag;
            std::memcpy(cells.data() + 8 * i, &eight, 8);
        }
    }

    // Bytes of distances (bit_bytes.hpp) by White's square: the units of codes are the same, with more of
    // them.
    static_assert(distance_unit == 4);
    static void fill_distances(Cells& cells, const std::byte* bytes, Word threat, Word unstored) {
        std::array<std::uint8_t, 8 * sizeof(Word)> flags;
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            const std::uint64_t eight = spread(threat, i) * threat_flag + spread(unstored, i) * unstored_flag;
            std::memcpy(flags.data() + 8 * i, &eight, 8);
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto byte = static_cast<std::int8_t>(bytes[i]);
            const auto code = static_cast<Code>(byte == -128 ? distance_draw : byte * distance_unit);
            cells[i] = static_cast<Code>(code | flags[i]);
        }
    }
    // In a record the lane is the square of the side that has moved there: turned, where that is White.
    using Bytes = std::array<std::byte, 64 * sizeof(Word) * sizeof(Word)>;
    void turn(const std::byte* record, Bytes& bytes) const {
        constexpr std::size_t row = 8 * sizeof(Word);
        const auto n = static_cast<std::size_t>(job_.game->squares);
        for (std::size_t b = 0; b < n; ++b) {
            for (std::size_t w = 0; w < n; ++w) bytes[b * row + w] = record[w * row + b];
        }
    }

    void copy_tile(const Block<Word>& block, const std::array<Word, 2>& kings, const Reader& reader,
                   std::size_t tile_bytes, Code* values) const {
        const Line white = line(0, block.men[0], kings[0]);
        const Line black = line(1, block.men[1], kings[1]);
        const Word known = block.men[0] | block.men[1] | kings[0] | kings[1];
        const bool white_moves = to_move_ == Color::white;
        // White's places: the square, and where on the axis or which row it is.
        struct Place {
            int square;
            std::size_t at;
        };
        std::array<Place, 128> places;
        std::size_t count = 0;
        for (int w = white.first; w < white.last; ++w) {
            if (known >> w & 1) continue;
            const std::uint32_t rank = white.rank[static_cast<std::size_t>(w)];
            places[count++] = {w, white_moves ? rank : layout_.row(Color::black, 0, rank)};
        }
        const std::byte* bytes = reader.values;
        Bytes turned;
        if (distances && !white_moves) {
            turn(reader.values, turned);
            bytes = turned.data();
        }
        for (int b = black.first; b < black.last; ++b) {
            if (known >> b & 1) continue;
            Cells cells;
            const Word capture = lane(reader.capture, b);
            const Word threat = lane(reader.captured, b) & static_cast<Word>(~capture);
            const Word unstored = capture | lane(reader.r1, b);
            if constexpr (distances) {
                fill_distances(cells, bytes + static_cast<std::size_t>(b) * 8 * sizeof(Word), threat,
                               unstored);
            } else {
                fill(cells, lane(reader.values, b), lane(reader.values + tile_bytes, b), threat, unstored);
            }
            const std::uint32_t rank = black.rank[static_cast<std::size_t>(b)];
            Code* at = values + (white_moves ? layout_.row(Color::white, 0, rank) : rank);
            for (std::size_t i = 0; i < count; ++i) {
                const Place& place = places[i];
                if (place.square != b) at[place.at] = cells[static_cast<std::size_t>(place.square)];
            }
        }
    }

    const Job<Word>& job_;
    const SliceLayout<Set>& layout_;
    Color to_move_;
};

}  // namespace damier::bits
