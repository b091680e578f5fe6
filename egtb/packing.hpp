// How symbols become bytes (docs/table-format.md, "Packing"), and the fast way back for one symbol.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace damier {

enum class Packing : std::uint32_t { digits = 1, bytes = 2, words = 3 };

inline constexpr std::uint32_t max_alphabet = 65'536;

constexpr Packing packing_of(std::uint32_t alphabet) {
    return alphabet <= 16 ? Packing::digits : alphabet <= 256 ? Packing::bytes : Packing::words;
}
// The largest k with alphabet^k <= 256; 1 for the other packings.
constexpr std::uint32_t symbols_per_byte(std::uint32_t alphabet) {
    std::uint32_t count = 1;
    for (std::uint32_t power = alphabet; alphabet >= 2 && power * alphabet <= 256 && alphabet <= 16;
         power *= alphabet) {
        ++count;
    }
    return count;
}
constexpr std::uint64_t packed_size(std::uint64_t symbols, std::uint32_t alphabet) {
    if (packing_of(alphabet) == Packing::words) return 2 * symbols;
    const std::uint64_t per_byte = symbols_per_byte(alphabet);
    return symbols / per_byte + (symbols % per_byte != 0 ? 1 : 0);
}

// The symbols must lie below the alphabet: is_packable() tells. 2 <= alphabet <= max_alphabet.
bool is_packable(std::span<const std::uint8_t> symbols, std::uint32_t alphabet);
bool is_packable(std::span<const std::uint16_t> symbols, std::uint32_t alphabet);
std::vector<std::byte> pack(std::span<const std::uint8_t> symbols, std::uint32_t alphabet);
std::vector<std::byte> pack(std::span<const std::uint16_t> symbols, std::uint32_t alphabet);

// Is this a packed form of `count` symbols: the right size, every symbol in the alphabet, padding zero?
bool is_packed_form(std::span<const std::byte> packed, std::uint64_t count, std::uint32_t alphabet);

// Reads one symbol of packed bytes: a multiplication and a table look-up.
class Unpacker {
public:
    explicit Unpacker(std::uint32_t alphabet);

    // `index` lies below the number of packed symbols and below 2^27.
    std::uint32_t operator()(const std::byte* packed, std::uint32_t index) const {
        if (digits_ == nullptr) {
            if (!words_) return std::to_integer<std::uint32_t>(packed[index]);
            const std::size_t at = 2 * std::size_t{index};
            return std::to_integer<std::uint32_t>(packed[at]) | std::to_integer<std::uint32_t>(packed[at + 1])
                                                                    << 8;
        }
        const auto byte = static_cast<std::uint32_t>((index * std::uint64_t{reciprocal_}) >> 32);
        const std::uint32_t digit = index - byte * per_byte_;
        return digits_[std::to_integer<std::size_t>(packed[byte]) * 8 + digit];
    }

private:
    const std::uint8_t* digits_ = nullptr;  // [256][8]
    std::uint32_t per_byte_ = 1;
    std::uint32_t reciprocal_ =
        0;  // ceil(2^32 / per_byte): exact for index < 2^29 / per_byte and per_byte <= 8
    bool words_ = false;
};

}  // namespace damier
