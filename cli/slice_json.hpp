// The keys by which every command names a slice in JSON.
#pragma once

#include <string_view>

#include "cli/any_game.hpp"
#include "cli/json.hpp"

namespace damier {

inline Json slice_json(const AnyGame& game, std::string_view metric, const Slice& slice) {
    Json object;
    object["variant"] = game.rules().name;
    object["board"] = game.shape().name();
    object["metric"] = metric;
    object["slice"] = slice.name();
    object["white_men"] = slice.men_of(Color::white);
    object["white_kings"] = slice.kings_of(Color::white);
    object["black_men"] = slice.men_of(Color::black);
    object["black_kings"] = slice.kings_of(Color::black);
    return object;
}

}  // namespace damier
