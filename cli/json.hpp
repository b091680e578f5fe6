// JSON lines: an object a line, keys in the order in which they are put in.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/console.hpp"

namespace damier {

using Json = nlohmann::ordered_json;

// File names need not be UTF-8, JSON must be.
inline void print_json(Console& console, const Json& object) {
    console.print("{}\n", object.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace damier
