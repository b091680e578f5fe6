#include "rules/reading.hpp"

#include <algorithm>

namespace damier {

std::string name_in_files(std::string_view name) {
    std::string stored{name};
    std::ranges::replace_if(
        stored, [](char c) { return c == ':' || c == '=' || c == ','; }, '_');
    return stored;
}

std::string name_from_files(std::string_view name) {
    std::string read;
    char next = ':';
    for (char c : name) {
        read += c == '_' ? next : c;
        if (c == '_') next = next == '=' ? ',' : '=';
    }
    return read;
}

}  // namespace damier
