// JSON lines: an object a line, keys in the order in which they are put in.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/console.hpp"

namespace damier {

using Json = nlohmann::ordered_json;

// File names need not be UTF-8, JSON must be.
inline std::string json_line(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}
inline void print_json(Console& console, const Json& object) { console.print(json_line(object)); }

}  // namespace damier
