// Little-endian integers in byte buffers: the only place that knows the byte order of table files.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace damier {

using Bytes = std::vector<std::byte>;

template <std::unsigned_integral T>
constexpr T load_little_endian(std::span<const std::byte, sizeof(T)> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return static_cast<T>(value);
}

// Appends fields to a buffer.
class ByteWriter {
public:
    template <std::unsigned_integral T>
    void put(T value) {
        put_width(value, sizeof(T));
    }
    // The low `width` bytes of value.
    void put_width(std::uint64_t value, std::size_t width) {
        for (std::size_t i = 0; i < width; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    void put_zeros(std::size_t count) { bytes_.insert(bytes_.end(), count, std::byte{0}); }
    void put_bytes(std::span<const std::byte> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void put_chars(std::string_view chars) { put_bytes(std::as_bytes(std::span(chars))); }
    // A u16 length and the characters; the caller has checked the length.
    void put_text(std::string_view text) {
        put(static_cast<std::uint16_t>(text.size()));
        put_chars(text);
    }
    const Bytes& bytes() const { return bytes_; }
    Bytes take() { return std::move(bytes_); }

private:
    Bytes bytes_;
};

// Takes fields off untrusted bytes. Past the end every read gives zeros and ok() is false from then on, so a
// decoder may read a few fields and ask once; it must ask before it uses a count to loop or to allocate.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

    bool ok() const { return ok_; }
    std::size_t left() const { return rest_.size(); }

    std::span<const std::byte> bytes(std::size_t count) {
        if (count > rest_.size()) {
            ok_ = false;
            rest_ = {};
            return {};
        }
        const auto taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    template <std::unsigned_integral T>
    T get() {
        return static_cast<T>(get_width(sizeof(T)));
    }
    std::uint64_t get_width(std::size_t width) {
        std::uint64_t value = 0;
        std::size_t i = 0;
        for (std::byte b : bytes(width)) value |= std::to_integer<std::uint64_t>(b) << (8 * i++);
        return value;
    }
    bool all_zero(std::size_t count) {
        bool zero = true;
        for (std::byte b : bytes(count)) zero = zero && b == std::byte{0};
        return zero && ok_;
    }
    std::string text() {
        const auto chars = bytes(get<std::uint16_t>());
        return {reinterpret_cast<const char*>(chars.data()), chars.size()};
    }

private:
    std::span<const std::byte> rest_;
    bool ok_ = true;
};

}  // namespace damier
