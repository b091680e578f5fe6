#include "egtb/packing.hpp"

#include <algorithm>

namespace damier {
namespace {

using DigitTable = std::array<std::array<std::uint8_t, 8>, 256>;

constexpr DigitTable digit_table(std::uint32_t alphabet) {
    DigitTable table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (std::uint32_t i = 0; i < symbols_per_byte(alphabet); ++i, rest /= alphabet) {
            table[byte][i] = static_cast<std::uint8_t>(rest % alphabet);
        }
    }
    return table;
}
constexpr std::array<DigitTable, 17> digit_tables = [] {
    std::array<DigitTable, 17> tables{};
    for (std::uint32_t alphabet = 2; alphabet <= 16; ++alphabet) tables[alphabet] = digit_table(alphabet);
    return tables;
}();

template <class Symbol>
bool all_below(std::span<const Symbol> symbols, std::uint32_t limit) {
    if (limit > std::uint32_t{static_cast<Symbol>(-1)}) return true;
    // Whole chunks without an early exit: the compiler makes vector code of it.
    constexpr std::size_t chunk = 64;
    const auto bound = static_cast<Symbol>(limit);
    std::size_t at = 0;
    for (; at + chunk <= symbols.size(); at += chunk) {
        Symbol largest = 0;
        for (std::size_t i = 0; i < chunk; ++i) largest = std::max(largest, symbols[at + i]);
        if (largest >= bound) return false;
    }
    return std::all_of(symbols.begin() + static_cast<std::ptrdiff_t>(at), symbols.end(),
                       [bound](Symbol s) { return s < bound; });
}

template <class Symbol>
std::vector<std::byte> pack_any(std::span<const Symbol> symbols, std::uint32_t alphabet) {
    std::vector<std::byte> packed(packed_size(symbols.size(), alphabet));
    if (packing_of(alphabet) == Packing::words) {
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            packed[2 * i] = static_cast<std::byte>(symbols[i] & 0xFF);
            packed[2 * i + 1] = static_cast<std::byte>(symbols[i] >> 8);
        }
        return packed;
    }
    const std::size_t per_byte = symbols_per_byte(alphabet);
    for (std::size_t b = 0; b < packed.size(); ++b) {
        const std::size_t begin = b * per_byte;
        std::uint32_t byte = 0;
        for (std::size_t i = std::min(begin + per_byte, symbols.size()); i-- > begin;) {
            byte = byte * alphabet + symbols[i];
        }
        packed[b] = static_cast<std::byte>(byte);
    }
    return packed;
}

constexpr std::uint32_t power(std::uint32_t base, std::uint64_t exponent) {
    std::uint32_t value = 1;
    while (exponent-- > 0) value *= base;
    return value;
}

}  // namespace

bool is_packable(std::span<const std::uint8_t> symbols, std::uint32_t alphabet) {
    return all_below(symbols, alphabet);
}
bool is_packable(std::span<const std::uint16_t> symbols, std::uint32_t alphabet) {
    return all_below(symbols, alphabet);
}
std::vector<std::byte> pack(std::span<const std::uint8_t> symbols, std::uint32_t alphabet) {
    return pack_any(symbols, alphabet);
}
std::vector<std::byte> pack(std::span<const std::uint16_t> symbols, std::uint32_t alphabet) {
    return pack_any(symbols, alphabet);
}

bool is_packed_form(std::span<const std::byte> packed, std::uint64_t count, std::uint32_t alphabet) {
    if (packed.size() != packed_size(count, alphabet)) return false;
    if (packing_of(alphabet) == Packing::words) {
        for (std::size_t i = 0; i < packed.size(); i += 2) {
            const auto symbol = std::to_integer<std::uint32_t>(packed[i]) |
                                std::to_integer<std::uint32_t>(packed[i + 1]) << 8;
            if (symbol >= alphabet) return false;
        }
        return true;
    }
    const std::uint32_t per_byte = symbols_per_byte(alphabet);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(packed.data()), packed.size());
    if (!all_below(bytes, power(alphabet, per_byte))) return false;
    const std::uint64_t last = count % per_byte;
    return last == 0 || bytes.back() < power(alphabet, last);
}

Unpacker::Unpacker(std::uint32_t alphabet) : per_byte_(symbols_per_byte(alphabet)) {
    switch (packing_of(alphabet)) {
        case Packing::digits:
            digits_ = digit_tables[alphabet].front().data();
            reciprocal_ = static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + per_byte_ - 1) / per_byte_);
            break;
        case Packing::bytes:
            break;
        case Packing::words:
            words_ = true;
            break;
    }
}

}  // namespace damier
