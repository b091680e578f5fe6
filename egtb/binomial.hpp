// Binomial coefficients, exact wherever they fit in 64 bits; where they do not, `binomial_overflow`, never a
// silent wrap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace damier {

inline constexpr std::uint64_t binomial_overflow = ~std::uint64_t{0};

namespace detail {

inline constexpr std::size_t binomial_rows = 129;  // squares of the largest board + 1
// C(67, 33) fits in 64 bits and C(68, 34) does not: what is further from both edges of the triangle never
// fits.
inline constexpr std::size_t binomial_columns = 34;

constexpr auto make_binomials() {
    std::array<std::array<std::uint64_t, binomial_columns>, binomial_rows> table{};
    for (std::size_t n = 0; n < binomial_rows; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k < binomial_columns && n > 0; ++k) {
            const std::uint64_t a = table[n - 1][k - 1];
            const std::uint64_t b = table[n - 1][k];
            const bool overflows = a == binomial_overflow || b == binomial_overflow || a + b < a;
            table[n][k] = overflows ? binomial_overflow : a + b;
        }
    }
    return table;
}

inline constexpr auto binomials = make_binomials();

}  // namespace detail

// n choose k; 0 where k > n or an argument is negative, binomial_overflow where it does not fit.
constexpr std::uint64_t binomial(int n, int k) {
    if (k < 0 || n < 0 || k > n) return 0;
    constexpr int columns = static_cast<int>(detail::binomial_columns);
    if (k >= columns) k = n - k;
    if (k >= columns) return binomial_overflow;
    return detail::binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// Product of counts, binomial_overflow where it does not fit.
constexpr std::uint64_t checked_product(std::uint64_t a, std::uint64_t b) {
    if (a == binomial_overflow || b == binomial_overflow) return binomial_overflow;
    if (a != 0 && b > (binomial_overflow - 1) / a) return binomial_overflow;
    return a * b;
}
constexpr std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b) {
    if (a == binomial_overflow || b == binomial_overflow || a + b < a) return binomial_overflow;
    return a + b;
}

}  // namespace damier
