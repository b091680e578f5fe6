// How commands write a value.
#pragma once

#include <fmt/format.h>

#include <string>

#include "cli/json.hpp"
#include "egtb/metric.hpp"

namespace damier {

// "win", or "win in 5 plies" where the metric has distances.
inline std::string value_text(const MetricValue& value) {
    std::string text{name(value.result)};
    if (value.plies) text += fmt::format(" in {} {}", *value.plies, *value.plies == 1 ? "ply" : "plies");
    return text;
}

// Sets `result`, and the distance under the name of its metric where there is one.
inline void set_value(Json& object, std::string_view metric, const std::optional<MetricValue>& value) {
    object["result"] = value ? name(value->result) : "unknown";
    if (value && value->plies) object[std::string{metric}] = *value->plies;
}

}  // namespace damier
