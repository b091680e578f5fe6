// Vectors of bytes, and masks of them with a bit a byte, for the CPU path that this is compiled for.
#pragma once

#include "solver/bit_tile.hpp"

namespace damier::bits {
namespace {

template <std::size_t N>
struct ByteVectorOf {
    using Type [[gnu::vector_size(N)]] = std::uint8_t;
    using Signed [[gnu::vector_size(N)]] = std::int8_t;
    using Words [[gnu::vector_size(N)]] = std::uint64_t;
    using Mask =
        std::conditional_t<N == 16, std::uint16_t, std::conditional_t<N == 32, std::uint32_t, std::uint64_t>>;
};
template <std::size_t N>
using ByteVector = typename ByteVectorOf<N>::Type;
template <std::size_t N>
using ByteMask = typename ByteVectorOf<N>::Mask;

template <std::size_t N>
DAMIER_INLINE ByteVector<N> load_bytes(const std::byte* from) {
    ByteVector<N> v;
    std::memcpy(&v, from, N);
    return v;
}
template <std::size_t N>
DAMIER_INLINE void store_bytes(std::byte* to, const ByteVector<N>& v) {
    std::memcpy(to, &v, N);
}
template <std::size_t N>
DAMIER_INLINE ByteMask<N> load_mask(const std::byte* from) {
    ByteMask<N> mask;
    std::memcpy(&mask, from, sizeof mask);
    return mask;
}

// The bytes of v where the mask is set, else 0.
template <std::size_t N>
DAMIER_INLINE ByteVector<N> under(ByteMask<N> mask, const ByteVector<N>& v) {
#if defined(__AVX512F__)
    if constexpr (N == 64) {
        return (ByteVector<N>)_mm512_maskz_mov_epi8(mask, (__m512i)v);
    } else if constexpr (N == 32) {
        return (ByteVector<N>)_mm256_maskz_mov_epi8(mask, (__m256i)v);
    } else {
        return (ByteVector<N>)_mm_maskz_mov_epi8(mask, (__m128i)v);
    }
#else
#if defined(__AVX2__)
    if constexpr (N == 32) {
        const __m256i part = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
        const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
        const __m256i spread = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(mask)), part);
        return v & (ByteVector<N>)_mm256_cmpeq_epi8(_mm256_and_si256(spread, bits), bits);
    }
#endif
    using Words = typename ByteVectorOf<N>::Words;
    Words spread{};
    for (std::size_t i = 0; i < N / 8; ++i)
        spread[i] = (static_cast<std::uint64_t>(mask) >> (8 * i) & 0xff) * 0x0101010101010101;
    const auto bits = (ByteVector<N>)(Words{} + 0x8040201008040201);
    return v & (ByteVector<N>)(((ByteVector<N>)spread & bits) == bits);
#endif
}
template <std::size_t N>
DAMIER_INLINE ByteVector<N> larger(const ByteVector<N>& a, const ByteVector<N>& b) {
#if defined(__AVX512F__)
    if constexpr (N == 64) return (ByteVector<N>)_mm512_max_epu8((__m512i)a, (__m512i)b);
#endif
#if defined(__AVX2__)
    if constexpr (N == 32) return (ByteVector<N>)_mm256_max_epu8((__m256i)a, (__m256i)b);
#endif
#if defined(__x86_64__)
    if constexpr (N == 16) return (ByteVector<N>)_mm_max_epu8((__m128i)a, (__m128i)b);
#endif
    return a > b ? a : b;
}
// a, or b where the mask is set and b is larger.
template <std::size_t N>
DAMIER_INLINE ByteVector<N> larger_under(const ByteVector<N>& a, ByteMask<N> mask, const ByteVector<N>& b) {
#if defined(__AVX512F__)
    if constexpr (N == 64) {
        return (ByteVector<N>)_mm512_mask_max_epu8((__m512i)a, mask, (__m512i)a, (__m512i)b);
    } else if constexpr (N == 32) {
        return (ByteVector<N>)_mm256_mask_max_epu8((__m256i)a, mask, (__m256i)a, (__m256i)b);
    } else {
        return (ByteVector<N>)_mm_mask_max_epu8((__m128i)a, mask, (__m128i)a, (__m128i)b);
    }
#else
    return larger<N>(a, under<N>(mask, b));
#endif
}
// b where the mask is set, else a.
template <std::size_t N>
DAMIER_INLINE ByteVector<N> chosen(ByteMask<N> mask, const ByteVector<N>& b, const ByteVector<N>& a) {
#if defined(__AVX512F__)
    if constexpr (N == 64) return (ByteVector<N>)_mm512_mask_mov_epi8((__m512i)a, mask, (__m512i)b);
#endif
    const ByteVector<N> where = under<N>(mask, ByteVector<N>{} + std::uint8_t{255});
    return (b & where) | (a & ~where);
}
template <std::size_t N>
DAMIER_INLINE bool any_byte(const ByteVector<N>& v) {
#if defined(__AVX512F__)
    if constexpr (N == 64) return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0;
#endif
    std::uint64_t words[N / 8];
    std::memcpy(words, &v, N);
    std::uint64_t any = 0;
    for (std::uint64_t w : words) any |= w;
    return any != 0;
}

// From each 16 bytes of a and of b, their low or high halves, byte by byte in turn.
template <std::size_t N>
DAMIER_INLINE ByteVector<N> low_halves(const ByteVector<N>& a, const ByteVector<N>& b) {
#if defined(__AVX512F__)
    if constexpr (N == 64) return (ByteVector<N>)_mm512_unpacklo_epi8((__m512i)a, (__m512i)b);
#endif
#if defined(__AVX2__)
    if constexpr (N == 32) return (ByteVector<N>)_mm256_unpacklo_epi8((__m256i)a, (__m256i)b);
#endif
#if defined(__x86_64__)
    if constexpr (N == 16) return (ByteVector<N>)_mm_unpacklo_epi8((__m128i)a, (__m128i)b);
#endif
    ByteVector<N> r;
    for (std::size_t i = 0; i < N; ++i) r[i] = (i % 2 == 0 ? a : b)[i / 16 * 16 + i % 16 / 2];
    return r;
}
template <std::size_t N>
DAMIER_INLINE ByteVector<N> high_halves(const ByteVector<N>& a, const ByteVector<N>& b) {
#if defined(__AVX512F__)
    if constexpr (N == 64) return (ByteVector<N>)_mm512_unpackhi_epi8((__m512i)a, (__m512i)b);
#endif
#if defined(__AVX2__)
    if constexpr (N == 32) return (ByteVector<N>)_mm256_unpackhi_epi8((__m256i)a, (__m256i)b);
#endif
#if defined(__x86_64__)
    if constexpr (N == 16) return (ByteVector<N>)_mm_unpackhi_epi8((__m128i)a, (__m128i)b);
#endif
    ByteVector<N> r;
    for (std::size_t i = 0; i < N; ++i) r[i] = (i % 2 == 0 ? a : b)[i / 16 * 16 + 8 + i % 16 / 2];
    return r;
}

}  // namespace
}  // namespace damier::bits
