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

// What bytes that are not UTF-8 are: Windows-1251 where letters beyond ASCII follow each other, as in Russian
// words; else Windows-1252 or, where none of its own characters occurs, Latin-1.
Encoding guess_encoding(std::string_view bytes);

// Bytes that the code page does not define become U+FFFD.
std::string to_utf8(std::string_view bytes, Encoding encoding);
// Characters that the encoding lacks become '?', and are counted.
std::string from_utf8(std::string_view text, Encoding encoding, std::size_t& lacking);

}  // namespace damier
