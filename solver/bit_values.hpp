// From tiles to the cells of a slice (value_cells.hpp). Of the tiles that hold a placement of like
// pieces, the one whose symbolic piece is the highest of them is read.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "egtb/dtw.hpp"
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

    ValueCopy(const Job<Word>& job, const SliceLayout<Set>& layout) : job_{job}, layout_{layout} {}

    // One block, with the tiles that rule R1 leaves free.
    void block(const Block<Word>& block, const Kernel<Word>& kernel, const std::array<ByteArray, 2>& r1,
               SliceValues<Set, Code>& values) const {
        for (std::uint32_t t = 0; t < block.tile_count; ++t) {
            const std::array kings{job_.outer[0].sets[t / job_.tiles.black_kings],
                                   job_.outer[1].sets[t % job_.tiles.black_kings]};
            const Word men = block.men[0] | block.men[1];
            if ((kings[0] & kings[1]) || ((kings[0] | kings[1]) & men)) continue;
            Reader reader;
            for (std::size_t c = 0; c < 2; ++c) {
                const std::size_t at = block.first_tile + t;
                reader.values[c] = job_.tiles.values[c] + at * kernel.record_bytes;
                reader.capture[c] = job_.tiles.captures[c] + at * kernel.tile_bytes;
                reader.r1[c] = reinterpret_cast<const std::byte*>(r1[c].data()) + t * kernel.tile_bytes;
            }
            copy_tile(block, kings, reader, kernel.tile_bytes, values);
        }
    }

private:
    struct Reader {
        std::array<const std::byte*, 2> values, capture, r1;
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
    static void fill(Cells& cells, Word not_won, Word lost, Word threat, Word unstored) {
        // Bit i to byte i.
        const auto spread = [](Word word, std::size_t byte) {
            const auto bits = static_cast<std::uint64_t>(word >> (8 * byte) & 0xff);
            const std::uint64_t apart = bits * 0x0101010101010101 & 0x8040201008040201;
            return (apart + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101;
        };
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            const std::uint64_t planes = 0x0101010101010101 + spread(not_won, i) + spread(lost, i);
            const std::uint64_t eight =
                planes * 4 + spread(threat, i) * threat_flag + spread(unstored, i) * unstored_flag;
            std::memcpy(cells.data() + 8 * i, &eight, 8);
        }
    }

    // A byte of distances (bit_bytes.hpp) as a code: the units of codes are the same, with more of them.
    static_assert(DtwMetric::draw_code == distance_draw && distance_unit == 4);
    static constexpr Code code_of_byte(std::uint8_t byte) {
        if (byte == 128) return distance_draw;
        return static_cast<Code>((byte < 128 ? byte : byte + (1 << 14) - 256) * distance_unit);
    }
    // In a record the lane is the square of the side that has moved there.
    void fill_distances(Cells& cells, const std::byte* record, std::size_t to_move, int black, Word threat,
                        Word unstored) const {
        constexpr std::size_t row = 8 * sizeof(Word);
        const auto b = static_cast<std::size_t>(black);
        const std::size_t step = to_move == 0 ? 1 : row;
        const std::byte* at = record + (to_move == 0 ? b * row : b);
        for (std::size_t w = 0; w < static_cast<std::size_t>(job_.game->squares); ++w) {
            const unsigned flags = static_cast<unsigned>(threat >> w & 1) * threat_flag |
                                   static_cast<unsigned>(unstored >> w & 1) * unstored_flag;
            cells[w] = static_cast<Code>(code_of_byte(static_cast<std::uint8_t>(at[w * step])) | flags);
        }
    }

    void copy_tile(const Block<Word>& block, const std::array<Word, 2>& kings, const Reader& reader,
                   std::size_t tile_bytes, SliceValues<Set, Code>& values) const {
        const Line white = line(0, block.men[0], kings[0]);
        const Line black = line(1, block.men[1], kings[1]);
        std::array<Set, 2> outside;
        for (std::size_t c = 0; c < 2; ++c) {
            if (job_.kings[c] > 0) outside[c] = Set{block.men[c]};
        }
        const std::uint32_t id = layout_.block_of(outside[0], outside[1]);
        const Word known = block.men[0] | block.men[1] | kings[0] | kings[1];
        // White's places: the square, the rank, the row of Black's moves.
        struct Place {
            int square;
            std::uint32_t rank;
            Code* row;
        };
        std::array<Place, 128> places;
        std::size_t count = 0;
        for (int w = white.first; w < white.last; ++w) {
            if (known >> w & 1) continue;
            const std::uint32_t rank = white.rank[static_cast<std::size_t>(w)];
            places[count++] = {w, rank, values.cells(Color::black) + layout_.row(Color::black, id, rank)};
        }
        for (int b = black.first; b < black.last; ++b) {
            if (known >> b & 1) continue;
            std::array<Cells, 2> cells;
            for (std::size_t c = 0; c < 2; ++c) {
                const Word capture = lane(reader.capture[c], b);
                const Word threat = lane(reader.capture[1 - c], b) & static_cast<Word>(~capture);
                const Word unstored = capture | lane(reader.r1[c], b);
                if constexpr (distances) {
                    fill_distances(cells[c], reader.values[c], c, b, threat, unstored);
                } else {
                    fill(cells[c], lane(reader.values[c], b), lane(reader.values[c] + tile_bytes, b), threat,
                         unstored);
                }
            }
            const std::uint32_t rank = black.rank[static_cast<std::size_t>(b)];
            Code* white_row = values.cells(Color::white) + layout_.row(Color::white, id, rank);
            for (std::size_t i = 0; i < count; ++i) {
                const Place& place = places[i];
                if (place.square == b) continue;
                white_row[place.rank] = cells[0][static_cast<std::size_t>(place.square)];
                place.row[rank] = cells[1][static_cast<std::size_t>(place.square)];
            }
        }
    }

    const Job<Word>& job_;
    const SliceLayout<Set>& layout_;
};

}  // namespace damier::bits
