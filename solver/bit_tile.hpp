// Tiles in vector registers (bit_game.hpp says what a tile is). Compiled once for each CPU path, in an
// unnamed namespace: the linker must not mix the paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "solver/bit_game.hpp"

namespace damier::bits {
namespace {

__extension__ using Word128 = unsigned __int128;

#if defined(__AVX512F__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

#define DAMIER_INLINE __attribute__((always_inline)) inline

DAMIER_INLINE int lowest(std::uint32_t w) { return __builtin_ctz(w); }
DAMIER_INLINE int lowest(std::uint64_t w) { return __builtin_ctzll(w); }
DAMIER_INLINE int lowest(Word128 w) {
    const auto low = static_cast<std::uint64_t>(w);
    return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<std::uint64_t>(w >> 64));
}
DAMIER_INLINE int highest(std::uint32_t w) { return 31 - __builtin_clz(w); }
DAMIER_INLINE int highest(std::uint64_t w) { return 63 - __builtin_clzll(w); }
DAMIER_INLINE int highest(Word128 w) {
    const auto high = static_cast<std::uint64_t>(w >> 64);
    return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(static_cast<std::uint64_t>(w));
}
template <class Word>
DAMIER_INLINE Word bit(int q) {
    return static_cast<Word>(Word{1} << q);
}
template <class Word>
DAMIER_INLINE bool has(Word set, int q) {
    return (set >> q) & 1;
}
template <class Word>
DAMIER_INLINE int size(Word set) {
#if defined(__POPCNT__)
    if constexpr (sizeof(Word) > 8) {
        return __builtin_popcountll(static_cast<std::uint64_t>(set)) +
               __builtin_popcountll(static_cast<std::uint64_t>(set >> 64));
    } else {
        return __builtin_popcountll(set);
    }
#else
    int n = 0;
    for (; set != 0; set &= static_cast<Word>(set - 1)) ++n;
    return n;
#endif
}
// for each square of a set, from the lowest.
template <class Word, class F>
DAMIER_INLINE void each(Word set, F f) {
    for (; set != 0; set &= static_cast<Word>(set - 1)) f(lowest(set));
}

template <class W, int L>
struct Tile {
    using Word = W;
    using Element = std::conditional_t<(sizeof(W) > 8), std::uint64_t, W>;
    using Vec [[gnu::vector_size(vector_bytes)]] = Element;
    static constexpr int lanes = L;
    static constexpr std::size_t bytes = sizeof(W) * L;
    static constexpr std::size_t count = bytes / vector_bytes;
    static constexpr int per_vec = static_cast<int>(vector_bytes / sizeof(W));  // lanes
    static_assert(bytes % 64 == 0);

    alignas(64) Vec v[count];

    static DAMIER_INLINE Tile zero() {
        Tile t;
        for (std::size_t i = 0; i < count; ++i) t.v[i] = Vec{};
        return t;
    }
    // Tiles in memory are aligned to their vectors.
    static DAMIER_INLINE Tile load(const std::byte* from) {
        Tile t;
        const auto* p = static_cast<const std::byte*>(__builtin_assume_aligned(from, 64));
        for (std::size_t i = 0; i < count; ++i) std::memcpy(&t.v[i], p + i * vector_bytes, vector_bytes);
        return t;
    }
    static DAMIER_INLINE Tile load_unaligned(const std::byte* from) {
        Tile t;
        for (std::size_t i = 0; i < count; ++i) std::memcpy(&t.v[i], from + i * vector_bytes, vector_bytes);
        return t;
    }
    DAMIER_INLINE void store(std::byte* to) const {
        auto* p = static_cast<std::byte*>(__builtin_assume_aligned(to, 64));
        for (std::size_t i = 0; i < count; ++i) std::memcpy(p + i * vector_bytes, &v[i], vector_bytes);
    }
    DAMIER_INLINE std::byte* raw() { return reinterpret_cast<std::byte*>(v); }
    DAMIER_INLINE const std::byte* raw() const { return reinterpret_cast<const std::byte*>(v); }

    DAMIER_INLINE bool any() const {
        Vec all = v[0];
        for (std::size_t i = 1; i < count; ++i) all |= v[i];
#if defined(__AVX512F__)
        return _mm512_test_epi64_mask((__m512i)all, (__m512i)all) != 0;
#else
        std::uint64_t words[vector_bytes / 8];
        std::memcpy(words, &all, vector_bytes);
        std::uint64_t any = 0;
        for (std::uint64_t w : words) any |= w;
        return any != 0;
#endif
    }

    friend DAMIER_INLINE Tile operator|(Tile a, const Tile& b) {
        for (std::size_t i = 0; i < count; ++i) a.v[i] |= b.v[i];
        return a;
    }
    friend DAMIER_INLINE Tile operator&(Tile a, const Tile& b) {
        for (std::size_t i = 0; i < count; ++i) a.v[i] &= b.v[i];
        return a;
    }
    // a without b
    friend DAMIER_INLINE Tile operator-(Tile a, const Tile& b) {
        for (std::size_t i = 0; i < count; ++i) a.v[i] &= ~b.v[i];
        return a;
    }
    DAMIER_INLINE Tile& operator|=(const Tile& b) {
        for (std::size_t i = 0; i < count; ++i) v[i] |= b.v[i];
        return *this;
    }
    DAMIER_INLINE Tile& operator&=(const Tile& b) {
        for (std::size_t i = 0; i < count; ++i) v[i] &= b.v[i];
        return *this;
    }
};

// A word in every lane.
template <class T>
DAMIER_INLINE T everywhere(typename T::Word w) {
    T t;
    if constexpr (sizeof(w) > 8) {
        typename T::Vec pair;
        for (std::size_t i = 0; i < vector_bytes / 8; i += 2) {
            pair[i] = static_cast<std::uint64_t>(w);
            pair[i + 1] = static_cast<std::uint64_t>(w >> 64);
        }
        for (std::size_t i = 0; i < T::count; ++i) t.v[i] = pair;
    } else {
        for (std::size_t i = 0; i < T::count; ++i) t.v[i] = typename T::Vec{} + w;
    }
    return t;
}

// All ones in the lanes of a set.
template <class T>
DAMIER_INLINE T lanes_of(typename T::Word set) {
    T t;
    using Word = typename T::Word;
#if defined(__AVX512F__)
    if constexpr (sizeof(Word) == 4) {
        for (std::size_t i = 0; i < T::count; ++i)
            t.v[i] = (typename T::Vec)_mm512_movm_epi32(static_cast<__mmask16>(set >> (16 * i)));
        return t;
    }
    if constexpr (sizeof(Word) == 8) {
        for (std::size_t i = 0; i < T::count; ++i)
            t.v[i] = (typename T::Vec)_mm512_movm_epi64(static_cast<__mmask8>(set >> (8 * i)));
        return t;
    }
#endif
    if constexpr (sizeof(Word) <= 8) {
        using Vec = typename T::Vec;
        Vec lane;
        for (int i = 0; i < T::per_vec; ++i) lane[i] = Word{1} << i;
        for (std::size_t i = 0; i < T::count; ++i) {
            const Vec part = (Vec{} + (set >> (T::per_vec * i))) & lane;
            t.v[i] = (Vec)(part == lane);
        }
    } else {
        for (int lane = 0; lane < T::lanes; ++lane) {
            const Word w = has(set, lane) ? ~Word{0} : Word{0};
            std::memcpy(t.raw() + static_cast<std::size_t>(lane) * sizeof(Word), &w, sizeof(Word));
        }
    }
    return t;
}

template <class T>
DAMIER_INLINE typename T::Word lane_at(const std::byte* tile, int lane) {
    typename T::Word w;
    std::memcpy(&w, tile + static_cast<std::size_t>(lane) * sizeof(w), sizeof(w));
    return w;
}
template <class T>
DAMIER_INLINE void or_lane(T& t, int lane, typename T::Word w) {
    std::byte* at = t.raw() + static_cast<std::size_t>(lane) * sizeof(w);
    typename T::Word old;
    std::memcpy(&old, at, sizeof(w));
    old |= w;
    std::memcpy(at, &old, sizeof(w));
}

// Bit `q` of every lane, as a set of lanes.
template <class T>
DAMIER_INLINE typename T::Word column_at(const std::byte* tile, int q) {
    using Word = typename T::Word;
    Word set = 0;
#if defined(__x86_64__)
    if constexpr (sizeof(Word) <= 8) {
        const T t = T::load(tile);
        for (std::size_t i = 0; i < T::count; ++i) {
            Word part;
#if defined(__AVX512F__)
            if constexpr (sizeof(Word) == 4) {
                part = _mm512_test_epi32_mask((__m512i)t.v[i],
                                              _mm512_set1_epi32(static_cast<int>(bit<Word>(q))));
            } else {
                part = _mm512_test_epi64_mask((__m512i)t.v[i],
                                              _mm512_set1_epi64(static_cast<long long>(bit<Word>(q))));
            }
#elif defined(__AVX2__)
            const auto up = t.v[i] << static_cast<Word>(8 * sizeof(Word) - 1 - static_cast<unsigned>(q));
            if constexpr (sizeof(Word) == 4) {
                part = static_cast<Word>(_mm256_movemask_ps((__m256)up));
            } else {
                part = static_cast<Word>(_mm256_movemask_pd((__m256d)up));
            }
#else
            const auto up = t.v[i] << static_cast<Word>(8 * sizeof(Word) - 1 - static_cast<unsigned>(q));
            if constexpr (sizeof(Word) == 4) {
                part = static_cast<Word>(_mm_movemask_ps((__m128)up));
            } else {
                part = static_cast<Word>(_mm_movemask_pd((__m128d)up));
            }
#endif
            set |= part << (static_cast<std::size_t>(T::per_vec) * i);
        }
        return set;
    }
#endif
    for (int lane = 0; lane < T::lanes; ++lane) set |= (lane_at<T>(tile, lane) >> q & 1) << lane;
    return set;
}
template <class T>
DAMIER_INLINE void or_column(T& t, int q, typename T::Word lanes) {
    using Word = typename T::Word;
    if constexpr (sizeof(Word) <= 8) {
        t |= lanes_of<T>(lanes) & everywhere<T>(bit<Word>(q));
    } else {
        each(lanes, [&](int lane) { or_lane(t, lane, bit<Word>(q)); });
    }
}

// The lanes with a bit set.
template <class T>
DAMIER_INLINE typename T::Word lanes_with_any(const T& t) {
    using Word = typename T::Word;
    Word set = 0;
#if defined(__AVX512F__)
    if constexpr (sizeof(Word) <= 8) {
        for (std::size_t i = 0; i < T::count; ++i) {
            const Word part =
                sizeof(Word) == 4
                    ? static_cast<Word>(_mm512_test_epi32_mask((__m512i)t.v[i], (__m512i)t.v[i]))
                    : static_cast<Word>(_mm512_test_epi64_mask((__m512i)t.v[i], (__m512i)t.v[i]));
            set |= part << (static_cast<std::size_t>(T::per_vec) * i);
        }
        return set;
    }
#elif defined(__x86_64__)
    if constexpr (sizeof(Word) <= 8) {
        for (std::size_t i = 0; i < T::count; ++i) {
            const auto full = t.v[i] != typename T::Vec{};
            int part;
#if defined(__AVX2__)
            if constexpr (sizeof(Word) == 4) {
                part = _mm256_movemask_ps((__m256)full);
            } else {
                part = _mm256_movemask_pd((__m256d)full);
            }
#else
            if constexpr (sizeof(Word) == 4) {
                part = _mm_movemask_ps((__m128)full);
            } else {
                part = _mm_movemask_pd((__m128d)full);
            }
#endif
            set |= static_cast<Word>(part) << (static_cast<std::size_t>(T::per_vec) * i);
        }
        return set;
    }
#endif
    for (int lane = 0; lane < T::lanes; ++lane) {
        if (lane_at<T>(t.raw(), lane) != 0) set |= bit<Word>(lane);
    }
    return set;
}

// Every word moved by so many places, upwards if positive.
template <class T>
DAMIER_INLINE T bits_moved(const T& t, int by) {
    T r;
    using Word = typename T::Word;
    if constexpr (sizeof(Word) <= 8) {
        for (std::size_t i = 0; i < T::count; ++i) {
            r.v[i] = by >= 0 ? t.v[i] << static_cast<Word>(by) : t.v[i] >> static_cast<Word>(-by);
        }
    } else {
        for (int lane = 0; lane < T::lanes; ++lane) {
            Word w = lane_at<T>(t.raw(), lane);
            w = by >= 0 ? w << by : w >> -by;
            std::memcpy(r.raw() + static_cast<std::size_t>(lane) * sizeof(w), &w, sizeof(w));
        }
    }
    return r;
}

// A tile with room at both ends, so that lanes can be read at an offset; what is read outside has no meaning.
template <class T>
class Padded {
public:
    DAMIER_INLINE void set(const T& t) { t.store(at + T::bytes); }
    // Lane l is lane l + by. Whole vectors are read and put together where that is cheap: a vector that
    // straddles two that have just been written has to wait for both to arrive.
    DAMIER_INLINE T moved(int by) const {
#if defined(__AVX2__)
        using Word = typename T::Word;
        if constexpr (sizeof(Word) <= 8) {
            constexpr int lanes = T::per_vec;
            const int part = by & (lanes - 1);
            const std::byte* from = at + T::bytes + (by - part) * static_cast<std::ptrdiff_t>(sizeof(Word));
            T t;
            for (std::size_t i = 0; i < T::count; ++i) t.v[i] = joined(from + i * vector_bytes, part);
            return t;
        }
#endif
        return T::load_unaligned(at + T::bytes + by * static_cast<std::ptrdiff_t>(sizeof(typename T::Word)));
    }

private:
#if defined(__AVX512F__)
    // The lanes part, part + 1, ... of a vector and the one after it.
    static DAMIER_INLINE typename T::Vec joined(const std::byte* from, int part) {
        using Vec = typename T::Vec;
        const __m512i low = _mm512_load_si512(from);
        const __m512i high = _mm512_load_si512(from + 64);
        if constexpr (sizeof(typename T::Word) == 4) {
            const __m512i index =
                _mm512_add_epi32(_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
                                 _mm512_set1_epi32(part));
            return (Vec)_mm512_permutex2var_epi32(low, index, high);
        } else {
            const __m512i index =
                _mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(part));
            return (Vec)_mm512_permutex2var_epi64(low, index, high);
        }
    }
#elif defined(__AVX2__)
    static DAMIER_INLINE typename T::Vec joined(const std::byte* from, int part) {
        using Vec = typename T::Vec;
        constexpr int width = sizeof(typename T::Word) / 4;  // in 32-bit lanes
        const __m256i low = _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
        const __m256i high = _mm256_load_si256(reinterpret_cast<const __m256i*>(from + 32));
        const __m256i index =
            _mm256_add_epi32(_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0), _mm256_set1_epi32(part * width));
        const __m256i over = _mm256_cmpgt_epi32(index, _mm256_set1_epi32(7));  // vpermd takes the low 3 bits
        return (Vec)_mm256_blendv_epi8(_mm256_permutevar8x32_epi32(low, index),
                                       _mm256_permutevar8x32_epi32(high, index), over);
    }
#endif
    alignas(64) std::byte at[3 * T::bytes + 64];
};

}  // namespace
}  // namespace damier::bits
