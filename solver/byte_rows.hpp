// Rows of bytes: accumulators, and masks of 0 or 0xff. Plain loops that the compiler vectorises. Rows come from a pool
// since the capture recursion needs a few at each depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace damier {

using Row = std::uint8_t*;
using ConstRow = const std::uint8_t*;

namespace rows {

inline void clear(Row to, std::size_t n) { std::memset(to, 0, n); }
inline void copy(Row to, ConstRow from, std::size_t n) { std::memcpy(to, from, n); }
inline void or_into(Row to, ConstRow from, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<std::uint8_t>(to[i] | from[i]);
}
inline void or_masked(Row to, ConstRow from, ConstRow mask, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<std::uint8_t>(to[i] | (from[i] & mask[i]));
}
inline void or_constant(Row to, std::uint8_t bits, ConstRow mask, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<std::uint8_t>(to[i] | (bits & mask[i]));
}
inline void remove(Row from, ConstRow mask, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) from[i] = static_cast<std::uint8_t>(from[i] & ~mask[i]);
}
inline bool any(ConstRow row, std::size_t n) {
    std::uint8_t bits = 0;
    for (std::size_t i = 0; i < n; ++i) bits = static_cast<std::uint8_t>(bits | row[i]);
    return bits != 0;
}
// to = a & b; returns whether anything is left.
inline bool meet(Row to, ConstRow a, ConstRow b, std::size_t n) {
    std::uint8_t bits = 0;
    for (std::size_t i = 0; i < n; ++i) {
        to[i] = static_cast<std::uint8_t>(a[i] & b[i]);
        bits = static_cast<std::uint8_t>(bits | to[i]);
    }
    return bits != 0;
}
// to = a & ~b; returns whether anything is left.
inline bool difference(Row to, ConstRow a, ConstRow b, std::size_t n) {
    std::uint8_t bits = 0;
    for (std::size_t i = 0; i < n; ++i) {
        to[i] = static_cast<std::uint8_t>(a[i] & ~b[i]);
        bits = static_cast<std::uint8_t>(bits | to[i]);
    }
    return bits != 0;
}
// to = a & b & ~c; returns whether anything is left.
inline bool meet_difference(Row to, ConstRow a, ConstRow b, ConstRow c, std::size_t n) {
    std::uint8_t bits = 0;
    for (std::size_t i = 0; i < n; ++i) {
        to[i] = static_cast<std::uint8_t>(a[i] & b[i] & ~c[i]);
        bits = static_cast<std::uint8_t>(bits | to[i]);
    }
    return bits != 0;
}

}  // namespace rows

// Hands out rows of one length, last in first out.
class RowPool {
   public:
    explicit RowPool(std::size_t length) : length_{length} {}
    std::size_t length() const { return length_; }

    class Lease {
       public:
        explicit Lease(RowPool& pool) : pool_{pool}, row_{pool.push()} {}
        ~Lease() { pool_.pop(1); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        operator Row() const { return row_; }  // NOLINT(google-explicit-constructor): a lease is a row

       private:
        RowPool& pool_;
        Row row_;
    };

    // For a number of rows known only as they are taken.
    Row push() {
        if (used_ == rows_.size()) rows_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(length_));
        return rows_[used_++].get();
    }
    void pop(std::size_t count) { used_ -= count; }

   private:
    std::size_t length_;
    std::size_t used_ = 0;
    std::vector<std::unique_ptr<std::uint8_t[]>> rows_;
};

}  // namespace damier
