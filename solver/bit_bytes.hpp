// Distances as a byte a placement, and the choice of values that goes with it (see bit_planes.hpp).
//
// The byte is the value as the side sees it that has moved there: 0 no such placement; 1 .. 127 it loses, the
// later the larger; 128 a draw; 129 .. 255 it wins, the sooner the larger. So the best successor is the
// largest byte, whatever kind of move leads to it. These are the codes of the metrics (egtb/metric.hpp), with
// fewer of them:
//   dtw   n < 128 it loses in 2 n plies, n > 128 it wins in 2 (255 - n) + 1 plies; where a side that cannot
//   move
//         wins, one ply less each
//   dtz   n < 128 it loses in n plies, n > 128 it wins in 256 - n plies
// 126 and 127 are left free to tell that there is no room (Kernel::too_long): a ply on they would be a draw.
//
// In a record the lane is the square of the side that has moved there. So its steps are moves of lanes, and
// what it reads for one of its own squares is a row of bytes, whichever colour it is.
#pragma once

#include "solver/bit_byte_vector.hpp"
#include "solver/bit_leaf.hpp"

namespace damier::bits {
namespace {

enum class Count { to_the_end, to_irreversible_moves };

inline constexpr std::uint8_t byte_draw = 128;

// The value of a placement whose best move leads to v, as the opponent sees it.
template <std::size_t N, Count count>
DAMIER_INLINE ByteVector<N> turned_round(const ByteVector<N>& v) {
    auto turned = ~v - (ByteVector<N>)((typename ByteVectorOf<N>::Signed)v < 0);
    if constexpr (count == Count::to_irreversible_moves) turned -= (ByteVector<N>)(v > byte_draw);
    return turned;
}
// What an irreversible move makes of the value that it leads to.
template <std::size_t N, Count count>
DAMIER_INLINE ByteVector<N> restarted(const ByteVector<N>& v) {
    if constexpr (count == Count::to_the_end) {
        return v;
    } else {
        const auto lost = (ByteVector<N>)((typename ByteVectorOf<N>::Signed)v > 0);
        return (v | (ByteVector<N>)(v > byte_draw) | lost) & ~(lost & std::uint8_t{0xfe});
    }
}

// The bytes of a tile, in memory: T::lanes rows with a byte for each bit of a word.
template <class T>
struct ByteTile {
    using Word = typename T::Word;
    static constexpr std::size_t row = 8 * sizeof(Word);
    static constexpr std::size_t bytes = T::lanes * row;
    // Vectors of a row, and of the whole tile.
    static constexpr std::size_t row_vector = row < vector_bytes ? row : vector_bytes;
    static constexpr std::size_t row_vectors = row / row_vector;
    static constexpr std::size_t vectors = bytes / vector_bytes;
    using Vec = ByteVector<vector_bytes>;
    using RowVec = ByteVector<row_vector>;

    static DAMIER_INLINE ByteMask<row_vector> row_mask(Word word, std::size_t i) {
        return static_cast<ByteMask<row_vector>>(word >> (i * row_vector));
    }
    // The bits of a mask for vector i.
    static DAMIER_INLINE ByteMask<vector_bytes> mask_at(const std::byte* tile, std::size_t i) {
        return load_mask<vector_bytes>(tile + i * (vector_bytes / 8));
    }
    static DAMIER_INLINE ByteMask<vector_bytes> mask(const T& tile, std::size_t i) {
        return mask_at(tile.raw(), i);
    }
    static DAMIER_INLINE Vec load(const std::byte* from, std::size_t i) {
        return load_bytes<vector_bytes>(from + i * vector_bytes);
    }
    static DAMIER_INLINE void store(std::byte* to, std::size_t i, const Vec& v) {
        store_bytes<vector_bytes>(to + i * vector_bytes, v);
    }
    [[gnu::noinline]] static void clear(std::byte* to) {
        for (std::size_t i = 0; i < vectors; ++i) store(to, i, Vec{});
    }

    // Lanes and bits change places. Sixteen rows at a time: of two halves of them that are put together byte
    // by byte, four times, rows become columns.
    [[gnu::noinline]] static void transpose(const std::byte* from, std::byte* to) {
        constexpr std::size_t groups = (T::lanes + 15) / 16;
        for (std::size_t group = 0; group < groups; ++group) {
            for (std::size_t part = 0; part < row_vectors; ++part) {
                RowVec a[16], b[16];
#pragma GCC unroll 16
                for (std::size_t i = 0; i < 16; ++i) {
                    const std::size_t lane = 16 * group + i;
                    a[i] = RowVec{};
                    if (T::lanes % 16 == 0 || lane < T::lanes)
                        a[i] = load_bytes<row_vector>(from + lane * row + part * row_vector);
                }
                interleave(a, b);
                interleave(b, a);
                interleave(a, b);
                interleave(b, a);
                for (std::size_t piece = 0; piece < row_vector / 16; ++piece) {
#pragma GCC unroll 16
                    for (std::size_t i = 0; i < 16; ++i) {
                        const std::size_t lane = part * row_vector + piece * 16 + i;
                        if (row != static_cast<std::size_t>(T::lanes) && lane >= T::lanes) break;
                        std::memcpy(to + lane * row + 16 * group,
                                    reinterpret_cast<const std::byte*>(&a[i]) + 16 * piece, 16);
                    }
                }
            }
        }
    }
    // from[lane][q] of all lanes.
    [[gnu::noinline]] static void column(const std::byte* from, int q, std::byte* to) {
        const auto at = [&](std::size_t lane) {
            return static_cast<char>(from[lane * row + static_cast<std::size_t>(q)]);
        };
#if defined(__x86_64__)
        for (std::size_t i = 0; i + 16 <= T::lanes; i += 16) {
            const __m128i part = _mm_set_epi8(at(i + 15), at(i + 14), at(i + 13), at(i + 12), at(i + 11),
                                              at(i + 10), at(i + 9), at(i + 8), at(i + 7), at(i + 6),
                                              at(i + 5), at(i + 4), at(i + 3), at(i + 2), at(i + 1), at(i));
            std::memcpy(to + i, &part, 16);
        }
        constexpr std::size_t done = T::lanes / 16 * 16;
#else
        constexpr std::size_t done = 0;
#endif
        for (std::size_t i = done; i < T::lanes; ++i) to[i] = static_cast<std::byte>(at(i));
        for (std::size_t i = T::lanes; i < row; ++i) to[i] = std::byte{0};
    }

private:
    static DAMIER_INLINE void interleave(const RowVec (&from)[16], RowVec (&to)[16]) {
#pragma GCC unroll 8
        for (std::size_t i = 0; i < 8; ++i) {
            to[2 * i] = low_halves<row_vector>(from[i], from[i + 8]);
            to[2 * i + 1] = high_halves<row_vector>(from[i], from[i + 8]);
        }
    }
};

// Read by either side alike.
template <class T>
struct Bytes {
    using Tile = T;
    using Word = typename T::Word;
    using B = ByteTile<T>;
    using Side = int;
    using OtherSide = int;
    static constexpr int other(int side) { return 1 - side; }
    static constexpr bool own_is_lane = true;
    static constexpr std::size_t record_bytes = B::bytes;

    using Value = std::uint8_t;
    struct Line {
        typename B::RowVec v[B::row_vectors];

        static DAMIER_INLINE Line nothing() { return all(0); }
        static DAMIER_INLINE Line all(Value value) {
            Line line;
            for (auto& part : line.v) part = typename B::RowVec{} + value;
            return line;
        }
        static DAMIER_INLINE Line load(const std::byte* from) {
            Line line;
            for (std::size_t i = 0; i < B::row_vectors; ++i)
                line.v[i] = load_bytes<B::row_vector>(from + i * B::row_vector);
            return line;
        }
        DAMIER_INLINE void store(std::byte* to) const {
            for (std::size_t i = 0; i < B::row_vectors; ++i)
                store_bytes<B::row_vector>(to + i * B::row_vector, v[i]);
        }
        DAMIER_INLINE void add(const Line& line) {
            for (std::size_t i = 0; i < B::row_vectors; ++i) v[i] = larger<B::row_vector>(v[i], line.v[i]);
        }
        DAMIER_INLINE void add(const Line& line, Word where) {
            for (std::size_t i = 0; i < B::row_vectors; ++i)
                v[i] = larger_under<B::row_vector>(v[i], B::row_mask(where, i), line.v[i]);
        }
        DAMIER_INLINE void add(Value value, Word where) { add(all(value), where); }
        DAMIER_INLINE void keep(Word where) {
            for (std::size_t i = 0; i < B::row_vectors; ++i)
                v[i] = under<B::row_vector>(B::row_mask(where, i), v[i]);
        }
        DAMIER_INLINE Value at(int q) const { return reinterpret_cast<const std::uint8_t*>(v)[q]; }
        DAMIER_INLINE Value best(Word among) const {
            Value best = 0;
            each(among, [&](int q) { best = at(q) > best ? at(q) : best; });
            return best;
        }
    };

    static DAMIER_INLINE Value bare(const GameView<Word>& game) {
        return game.blocked == Blocked::wins ? 1 : 255;
    }
    static DAMIER_INLINE Line line(const std::byte* record, bool own, int q) {
        if (own) return Line::load(record + static_cast<std::size_t>(q) * B::row);
        Line line;
        B::column(record, q, reinterpret_cast<std::byte*>(line.v));
        return line;
    }
    static DAMIER_INLINE Value value(const std::byte* record, int own, int enemy) {
        return static_cast<Value>(
            record[static_cast<std::size_t>(own) * B::row + static_cast<std::size_t>(enemy)]);
    }
    [[gnu::noinline]] static Line seen(const T& squares, const Line& line, Word among, Word lanes) {
        alignas(64) std::uint8_t best[B::row] = {};
        each(lanes, [&](int lane) { best[lane] = line.best(lane_at<T>(squares.raw(), lane) & among); });
        return Line::load(reinterpret_cast<const std::byte*>(best));
    }

    struct Sum {
        alignas(64) std::byte own[B::bytes];
        // The same with the enemy's square as the lane, where something was added so.
        alignas(64) std::byte turned[B::bytes];
        bool has_turned;

        DAMIER_INLINE void clear() {
            B::clear(own);
            has_turned = false;
        }
        [[gnu::noinline]] void add_record(const std::byte* record) {
            for (std::size_t i = 0; i < B::vectors; ++i)
                B::store(own, i, larger<vector_bytes>(B::load(own, i), B::load(record, i)));
        }
        [[gnu::noinline]] void add_record(const std::byte* record, const T& where) {
            for (std::size_t i = 0; i < B::vectors; ++i)
                B::store(own, i,
                         larger_under<vector_bytes>(B::load(own, i), B::mask(where, i), B::load(record, i)));
        }
        DAMIER_INLINE void add_line(bool own_square, int q, const Line& line, Word where) {
            std::byte* at = row_of(own_square, q);
            Line sum = Line::load(at);
            sum.add(line, where);
            sum.store(at);
        }
        DAMIER_INLINE void add_value(bool own_square, int q, Value value, Word where) {
            add_line(own_square, q, Line::all(value), where);
        }
        [[gnu::noinline]] void add_seen(const T&, const T& sight, const Line& line) {
            // The same line for all rows of a vector.
            alignas(64) std::byte rows[vector_bytes < B::row ? B::row : vector_bytes];
            for (std::size_t at = 0; at < sizeof rows; at += B::row) line.store(rows + at);
            constexpr std::size_t period = sizeof rows / vector_bytes;
            for (std::size_t i = 0; i < B::vectors; ++i) {
                const auto v = B::load(rows, i % period);
                B::store(own, i, larger_under<vector_bytes>(B::load(own, i), B::mask(sight, i), v));
            }
        }
        [[gnu::noinline]] void replace(const T& where, Sum& better) {
            for (std::size_t i = 0; i < B::vectors; ++i)
                B::store(own, i,
                         chosen<vector_bytes>(B::mask(where, i), B::load(better.own, i), B::load(own, i)));
        }
        [[gnu::noinline]] void finish() {
            if (!has_turned) return;
            has_turned = false;
            alignas(64) std::byte more[B::bytes];
            B::transpose(turned, more);
            add_record(more);
        }

    private:
        DAMIER_INLINE std::byte* row_of(bool own_square, int q) {
            if (own_square) return own + static_cast<std::size_t>(q) * B::row;
            if (!has_turned) B::clear(turned);
            has_turned = true;
            return turned + static_cast<std::size_t>(q) * B::row;
        }
    };
};

}  // namespace
}  // namespace damier::bits
