// The rules of each variant as the slow oracle reads them.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tests/support/naive_rules.hpp"

namespace damier::oracle {

namespace {

const std::vector<Prefer> most_pieces = {Prefer::most_pieces};

const std::vector<NaiveRules> variants = {
    {.name = "english",
     .men_capture_backward = false,
     .kings_fly = false,
     .crown_in_capture = CrownInCapture::ends_the_move,
     .first_mover = 'b'},
    {.name = "pool", .first_mover = 'b'},
    {.name = "russian", .crown_in_capture = CrownInCapture::goes_on_as_king},
    {.name = "brazilian", .prefer = most_pieces},
    {.name = "international", .prefer = most_pieces, .rows = 10, .cols = 10, .rows_of_men = 4},
    {.name = "italian",
     .men_capture_backward = false,
     .men_take_kings = false,
     .kings_fly = false,
     .prefer = {Prefer::most_pieces, Prefer::by_a_king, Prefer::most_kings, Prefer::kings_first},
     .crown_in_capture = CrownInCapture::ends_the_move,
     .left_corner = false},
    {.name = "spanish",
     .men_capture_backward = false,
     .prefer = {Prefer::most_pieces, Prefer::most_kings},
     .crown_in_capture = CrownInCapture::ends_the_move,
     .left_corner = false},
    {.name = "portuguese",
     .men_capture_backward = false,
     .prefer = {Prefer::most_pieces, Prefer::most_kings},
     .crown_in_capture = CrownInCapture::ends_the_move,
     .left_corner = false},
    {.name = "czech",
     .men_capture_backward = false,
     .prefer = {Prefer::by_a_king},
     .crown_in_capture = CrownInCapture::ends_the_move},
    {.name = "slovak",
     .men_capture_backward = false,
     .prefer = {Prefer::by_a_king},
     .crown_in_capture = CrownInCapture::ends_the_move,
     .without_a_move = 'D',
     .rows_of_men = 2},
    {.name = "thai",
     .men_capture_backward = false,
     .landing = Landing::right_behind,
     .crown_in_capture = CrownInCapture::ends_the_move,
     .taken_leave_at_once = true,
     .first_mover = 'b',
     .rows_of_men = 2},
    {.name = "canadian", .prefer = most_pieces, .rows = 12, .cols = 12, .rows_of_men = 5},
    {.name = "srilankan",
     .prefer = most_pieces,
     .rows = 12,
     .cols = 12,
     .rows_of_men = 5,
     .left_corner = false},
    {.name = "malaysian",
     .men_capture_backward = false,
     .prefer = most_pieces,
     .rows = 12,
     .cols = 12,
     .rows_of_men = 5},
    {.name = "filipino", .prefer = most_pieces, .left_corner = false},
    {.name = "jamaican", .first_mover = 'b', .left_corner = false},
    {.name = "unified-pool"},
    {.name = "spantsireti", .crown_in_capture = CrownInCapture::goes_on_as_king, .cols = 10},
    {.name = "spantsireti-international", .prefer = most_pieces, .cols = 10},
    {.name = "antidraughts",
     .prefer = most_pieces,
     .without_a_move = 'W',
     .without_pieces = 'W',
     .rows = 10,
     .cols = 10,
     .rows_of_men = 4},
    {.name = "losing-russian",
     .crown_in_capture = CrownInCapture::goes_on_as_king,
     .without_a_move = 'W',
     .without_pieces = 'W'},
    {.name = "losing-english",
     .men_capture_backward = false,
     .kings_fly = false,
     .crown_in_capture = CrownInCapture::ends_the_move,
     .without_a_move = 'W',
     .without_pieces = 'W',
     .first_mover = 'b'},
    {.name = "killer",
     .landing = Landing::right_behind_a_last_king,
     .prefer = most_pieces,
     .rows = 10,
     .cols = 10,
     .rows_of_men = 4},
    {.name = "killer-light",
     .landing = Landing::right_behind_a_last_king_of_many,
     .prefer = most_pieces,
     .rows = 10,
     .cols = 10,
     .rows_of_men = 4},
    {.name = "turkish",
     .men_move = Lines::rows_and_columns,
     .kings_move = Lines::rows_and_columns,
     .captures = Lines::rows_and_columns,
     .men_capture_backward = false,
     .prefer = most_pieces,
     .taken_leave_at_once = true,
     .may_turn_back = false,
     .rows_of_men = 2,
     .rows_behind = 1,
     .all_squares = true},
    {.name = "armenian",
     .men_move = Lines::both,
     .kings_move = Lines::both,
     .captures = Lines::rows_and_columns,
     .men_capture_backward = false,
     .prefer = most_pieces,
     .taken_leave_at_once = true,
     .may_turn_back = false,
     .rows_of_men = 2,
     .rows_behind = 1,
     .all_squares = true},
    {.name = "frisian",
     .captures = Lines::both,
     .prefer = {Prefer::most_value, Prefer::by_a_king},
     .moves_in_a_row = 3,
     .rows = 10,
     .cols = 10,
     .rows_of_men = 4},
    {.name = "frysk",
     .captures = Lines::both,
     .prefer = {Prefer::most_value, Prefer::by_a_king},
     .moves_in_a_row = 3,
     .rows = 10,
     .cols = 10,
     .rows_of_men = 1},
    {.name = "breakthrough",
     .prefer = most_pieces,
     .first_king_wins = true,
     .rows = 10,
     .cols = 10,
     .rows_of_men = 4},
    {.name = "kingscourt",
     .men_capture_backward = false,
     .kings_fly = false,
     .crown_in_capture = CrownInCapture::ends_the_move,
     .first_king_wins = true,
     .first_mover = 'b'},
};

// Other readings of some of them, by the name that the program has for them.
struct Reading {
    std::string settings;
    void (*change)(NaiveRules&);
};

std::vector<NaiveRules> with_readings() {
    const auto end_on_crown_row = [](NaiveRules& r) { r.crown_in_capture = CrownInCapture::ends_the_move; };
    const auto king_at_once = [](NaiveRules& r) { r.crown_in_capture = CrownInCapture::goes_on_as_king; };
    const std::vector<std::pair<std::string, std::vector<Reading>>> readings = {
        {"thai",
         {{"half-turn=no", [](NaiveRules& r) { r.may_turn_back = false; }},
          // A king cannot turn back over a piece that is still there.
          {"removal=at-end", [](NaiveRules& r) { r.taken_leave_at_once = false; }},
          {"first=white", [](NaiveRules& r) { r.first_mover = 'w'; }}}},
        {"turkish", {{"crowning=at-once", king_at_once}, {"crowning=ends-move", end_on_crown_row}}},
        {"armenian", {{"crowning=at-once", king_at_once}}},
        {"spanish", {{"quality=no", [](NaiveRules& r) { r.prefer = most_pieces; }}}},
        {"slovak", {{"blocked=loses", [](NaiveRules& r) { r.without_a_move = 'L'; }}}},
        {"filipino",
         {{"majority=no", [](NaiveRules& r) { r.prefer = {}; }},
          {"corner=left", [](NaiveRules& r) { r.left_corner = true; }},
          {"majority=no,corner=left",
           [](NaiveRules& r) {
               r.prefer = {};
               r.left_corner = true;
           }}}},
        {"malaysian", {{"first=black", [](NaiveRules& r) { r.first_mover = 'b'; }}}},
        {"jamaican", {{"first=white", [](NaiveRules& r) { r.first_mover = 'w'; }}}},
    };
    std::vector<NaiveRules> all = variants;
    for (const auto& [variant, others] : readings) {
        const auto same = [&](const NaiveRules& rules) { return rules.name == variant; };
        for (const Reading& reading : others) {
            NaiveRules rules = *std::find_if(variants.begin(), variants.end(), same);
            rules.name += ":" + reading.settings;
            reading.change(rules);
            all.push_back(rules);
        }
    }
    return all;
}

const std::vector<NaiveRules> all_rules = with_readings();

}  // namespace

const NaiveRules& rules_of(Variant variant) { return all_rules.at(static_cast<std::size_t>(variant)); }

std::vector<Variant> all_variants() {
    std::vector<Variant> variants;
    for (std::size_t i = 0; i < all_rules.size(); ++i) variants.push_back(static_cast<Variant>(i));
    return variants;
}

Variant variant_named(const std::string& name) {
    for (std::size_t i = 0; i < all_rules.size(); ++i) {
        if (all_rules[i].name == name) return static_cast<Variant>(i);
    }
    throw std::runtime_error("The oracle knows no variant '" + name + "'.");
}

}  // namespace damier::oracle
