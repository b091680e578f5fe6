// The encodings that game files are met in. Everything that readers hand out is UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace damier {

enum class Encoding { utf8, latin1, cp1252, cp1251 };

constexpr std::string_view name(Encoding encoding) {
    switch (encoding) {
        case Encoding::utf8:
            return "utf-8";
        case Encoding::latin1:
            return "latin-1";
        case Encoding::cp1252:
            return "cp1252";
        case Encoding::cp1251:
            return "cp1251";
    }
    return {};
}
// "utf-8", "UTF8", "latin-1", "iso-8859-1", "cp1252", "windows-1251" ...
std::optional<Encoding> find_encoding(std::string_view name);

// Length of the well-formed UTF-8 sequence at the beginning of the text, 0 where there is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

// Small letters for capital ones of ASCII, Latin-1 and Russian; of as many bytes.
std::string small_letters(std::string_view utf8);

// What bytes that are not UTF-8 are: Windows-1251 where letters beyond ASCII follow each other, as in Russian
// words; else Windows-1252 or, where none of its own characters occurs, Latin-1.
Encoding guess_encoding(std::string_view bytes);

// Bytes that the code page does not define become U+FFFD.
std::string to_utf8(std::string_view bytes, Encoding encoding);
// UTF-16 as it comes in pieces; what is no character becomes U+FFFD.
class Utf16Decoder {
public:
    explicit Utf16Decoder(bool big_endian) : big_endian_{big_endian} {}

    // Appends UTF-8. `last`: nothing follows, so half a character is an error and not to be continued.
    void decode(std::string_view bytes, bool last, std::string& out);

private:
    void unit(char16_t unit, std::string& out);

    bool big_endian_;
    int half_ = -1;      // the first byte of a unit whose second is in the next piece
    char16_t high_ = 0;  // the first unit of a pair
};

enum class Utf16 { none, little_endian, big_endian };
// By the mark at the beginning of a file, or by the zero bytes in its first two letters.
Utf16 guess_utf16(std::string_view bytes);

// Characters that the encoding lacks become '?', and are counted.
std::string from_utf8(std::string_view text, Encoding encoding, std::size_t& lacking);

}  // namespace damier
