#include "formats/text_encoding.hpp"

#include <algorithm>
#include <array>

namespace damier {

namespace {

using Upper = std::array<char16_t, 128>;  // the code points of the bytes 0x80 to 0xFF

constexpr char16_t undefined = 0xFFFD;

// Microsoft's tables of the code pages, as published by the Unicode Consortium.
constexpr Upper make_cp1252() {
    constexpr std::array<char16_t, 32> own = {
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    };
    Upper table{};
    for (std::size_t i = 0; i < 128; ++i) table[i] = i < 32 ? own[i] : static_cast<char16_t>(0x80 + i);
    return table;
}
constexpr Upper make_cp1251() {
    constexpr std::array<char16_t, 64> own = {
        0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409,
        0x2039, 0x040A, 0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0xFFFD, 0x2122, 0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0,
        0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6, 0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB,
        0x00AC, 0x00AD, 0x00AE, 0x0407, 0x00B0, 0x00B1, 0x0406, 0x0456, 0x0491, 0x00B5, 0x00B6,
        0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457,
    };
    Upper table{};
    for (std::size_t i = 0; i < 128; ++i) {
        table[i] = i < 64 ? own[i] : static_cast<char16_t>(0x0410 + (i - 64));
    }
    return table;
}
constexpr Upper make_latin1() {
    Upper table{};
    for (std::size_t i = 0; i < 128; ++i) table[i] = static_cast<char16_t>(0x80 + i);
    return table;
}
constexpr Upper cp1252 = make_cp1252();
constexpr Upper cp1251 = make_cp1251();
constexpr Upper latin1 = make_latin1();

const Upper& upper_half(Encoding encoding) {
    return encoding == Encoding::cp1251 ? cp1251 : encoding == Encoding::cp1252 ? cp1252 : latin1;
}

constexpr unsigned byte_at(std::string_view text, std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

void append(std::string& out, char32_t c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        if (c < 0x10000) {
            out += static_cast<char>(0xE0 | c >> 12);
        } else {
            out += static_cast<char>(0xF0 | c >> 18);
            out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
        }
        out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

// Of a well-formed sequence.
char32_t code_point(std::string_view sequence) {
    if (sequence.size() == 1) return byte_at(sequence, 0);
    char32_t c = byte_at(sequence, 0) & (0x7Fu >> sequence.size());
    for (std::size_t i = 1; i < sequence.size(); ++i) c = c << 6 | (byte_at(sequence, i) & 0x3F);
    return c;
}

}  // namespace

std::optional<Encoding> find_encoding(std::string_view name) {
    std::string plain;
    for (char c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
        if (c != '-' && c != '_' && c != ' ') plain += c;
    }
    static constexpr std::pair<std::string_view, Encoding> names[] = {
        {"utf8", Encoding::utf8},          {"latin1", Encoding::latin1},      {"iso88591", Encoding::latin1},
        {"cp1252", Encoding::cp1252},      {"windows1252", Encoding::cp1252}, {"cp1251", Encoding::cp1251},
        {"windows1251", Encoding::cp1251},
    };
    for (const auto& [known, encoding] : names) {
        if (plain == known) return encoding;
    }
    return std::nullopt;
}

std::size_t utf8_length(std::string_view text) {
    const unsigned first = byte_at(text, 0);
    if (text.empty()) return 0;
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF5   ? 0
                               : first >= 0xF0 ? 4
                               : first >= 0xE0 ? 3
                               : first >= 0xC2 ? 2
                                               : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
    }
    // Overlong forms, surrogates, beyond U+10FFFF.
    const unsigned second = byte_at(text, 1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
        return 0;
    }
    return length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string small_letters(std::string_view utf8) {
    std::string small{utf8};
    unsigned before = 0;
    for (std::size_t i = 0; i < small.size(); ++i) {
        const unsigned c = byte_at(small, i);
        unsigned made = c;
        if (c >= 'A' && c <= 'Z') made = c + ('a' - 'A');
        if (before == 0xC3 && c >= 0x80 && c <= 0x9E && c != 0x97) made = c + 0x20;  // not the times sign
        if (before == 0xD0 && c >= 0x90 && c < 0xA0) made = c + 0x20;
        if (before == 0xD0 && ((c >= 0xA0 && c < 0xB0) || c == 0x81)) {  // and the letter yo
            small[i - 1] = '\xD1';
            made = c == 0x81 ? 0x91 : c - 0x20;
        }
        small[i] = static_cast<char>(made);
        before = c;
    }
    return small;
}

Encoding guess_encoding(std::string_view bytes) {
    // In Windows-1251 all bytes from 0xC0 are letters.
    std::size_t in_words = 0;
    std::size_t alone = 0;
    bool own_of_1252 = false;
    const auto letter = [&](std::size_t i) { return byte_at(bytes, i) >= 0xC0; };
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const unsigned c = byte_at(bytes, i);
        own_of_1252 = own_of_1252 || (c >= 0x80 && c < 0xA0);
        if (c < 0xC0) continue;
        ((i > 0 && letter(i - 1)) || letter(i + 1) ? in_words : alone) += 1;
    }
    if (in_words > alone) return Encoding::cp1251;
    return own_of_1252 ? Encoding::cp1252 : Encoding::latin1;
}

std::string to_utf8(std::string_view bytes, Encoding encoding) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    while (!bytes.empty()) {
        const unsigned c = byte_at(bytes, 0);
        std::size_t length = 1;
        if (encoding == Encoding::utf8 && c >= 0x80) {
            length = utf8_length(bytes);
            if (length == 0) {
                append(out, undefined);
                length = 1;
            } else {
                out.append(bytes.substr(0, length));
            }
        } else {
            append(out, c < 0x80 ? char32_t{c} : char32_t{upper_half(encoding)[c - 0x80]});
        }
        bytes.remove_prefix(length);
    }
    return out;
}

void Utf16Decoder::decode(std::string_view bytes, bool last, std::string& out) {
    for (const char c : bytes) {
        const int byte = static_cast<unsigned char>(c);
        if (half_ < 0) {
            half_ = byte;
            continue;
        }
        unit(static_cast<char16_t>(big_endian_ ? half_ << 8 | byte : byte << 8 | half_), out);
        half_ = -1;
    }
    if (!last) return;
    if (half_ >= 0 || high_ != 0) append(out, undefined);
    half_ = -1;
    high_ = 0;
}

void Utf16Decoder::unit(char16_t unit, std::string& out) {
    const bool high = unit >= 0xD800 && unit < 0xDC00;
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    if (high_ != 0) {
        const char32_t pair = 0x10000 + ((char32_t{high_} - 0xD800) << 10) + (char32_t{unit} - 0xDC00);
        append(out, low ? pair : char32_t{undefined});
        high_ = 0;
        if (low) return;
    }
    if (high) {
        high_ = unit;
    } else {
        append(out, low ? undefined : unit);
    }
}

Utf16 guess_utf16(std::string_view bytes) {
    if (bytes.starts_with("\xFF\xFE")) return Utf16::little_endian;
    if (bytes.starts_with("\xFE\xFF")) return Utf16::big_endian;
    if (bytes.size() < 4) return Utf16::none;
    const auto ascii = [&](std::size_t i) { return byte_at(bytes, i) >= '\t' && byte_at(bytes, i) < 0x80; };
    const auto zero = [&](std::size_t i) { return byte_at(bytes, i) == 0; };
    if (ascii(0) && zero(1) && ascii(2) && zero(3)) return Utf16::little_endian;
    if (zero(0) && ascii(1) && zero(2) && ascii(3)) return Utf16::big_endian;
    return Utf16::none;
}

std::string from_utf8(std::string_view text, Encoding encoding, std::size_t& lacking) {
    if (encoding == Encoding::utf8) return std::string{text};
    std::string out;
    const Upper& table = upper_half(encoding);
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        const char32_t c = code_point(text.substr(0, length));
        const auto* const found = std::find(table.begin(), table.end(), c);
        if (c < 0x80) {
            out += static_cast<char>(c);
        } else if (c != undefined && found != table.end()) {
            out += static_cast<char>(0x80 + (found - table.begin()));
        } else {
            out += '?';
            ++lacking;
        }
        text.remove_prefix(length);
    }
    return out;
}

}  // namespace damier
