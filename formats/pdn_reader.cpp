#include "formats/pdn_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/square_text.hpp"

namespace damier {

using Kind = PdnToken::Kind;

namespace {

constexpr std::size_t most_diagnostics = 40;  // a game; a file that is no PDN would have one a word

bool same_result(std::string_view a, std::string_view b) {
    const auto squeezed = [](std::string_view text) {
        std::string rest;
        std::ranges::copy_if(text, std::back_inserter(rest), [](char c) { return c != ' ' && c != '\t'; });
        return rest;
    };
    return squeezed(a) == squeezed(b);
}

}  // namespace

void PdnReader::note(Severity severity, std::string_view code, std::string message, TextPlace place) {
    if (game_.diagnostics.size() < most_diagnostics) {
        game_.diagnostics.push_back({severity, code, std::move(message), place, 0});
    }
}

void PdnReader::begin(const PdnToken& token) {
    if (!started()) game_.place = token.place;
}

bool PdnReader::next(RawGame& game) {
    while (true) {
        const PdnToken& token = held_ != nullptr ? *held_ : lexer_.next();
        held_ = nullptr;
        if (!encoding_noted_ && lexer_.not_utf8().line != 0) {
            encoding_noted_ = true;
            note(Severity::note, "encoding", "the file is not UTF-8; its text is kept as it is",
                 lexer_.not_utf8());
        }
        const Step step = take(token);
        if (step == Step::goes_on) {
            if (token.kind != Kind::end) continue;
            // A file without any game is worth a record that says why.
            if (games_ > 0 || game_.diagnostics.empty()) return false;
            game_.place = game_.diagnostics.front().place;
        }
        if (step == Step::ends_before) held_ = &token;
        finish(game);
        return true;
    }
}

void PdnReader::finish(RawGame& game) {
    if (depth_ > 0)
        note(Severity::warning, "bad-variation", "the variation that starts here is not closed", opened_);
    if (game_.terminator.empty() && started()) {
        note(Severity::note, "no-terminator", "the game has no result or '*' at its end", game_.place);
        const auto result = std::ranges::find(game_.tags, "Result", &GameTag::name);
        game_.last_may_be_result = result != game_.tags.end() && !game_.moves.empty() &&
                                   game_.moves.back().kind == RawMove::Kind::move &&
                                   same_result(game_.moves.back().text, result->value);
    }
    game_.number = ++games_;
    game = std::move(game_);
    game_ = {};
    body_ = false;
    depth_ = 0;
    last_number_ = 0;
    star_ = false;
}

// What a `*` was is seen from what follows.
bool PdnReader::star_ends_game(const PdnToken& next) const {
    switch (next.kind) {
        case Kind::end:
        case Kind::tag:
            return true;
        case Kind::number:
            // `1. 32-28* 1... 19-23` goes on.
            return next.number == 1 && !(star_glued_ && last_number_ == 1 && next.dots > 1);
        case Kind::move:
        case Kind::unknown_move:
        case Kind::setup:
        case Kind::star:
            return next.blank_line && !star_glued_;
        default:
            return false;
    }
}

PdnReader::Step PdnReader::take(const PdnToken& token) {
    if (star_ && depth_ == 0 && token.kind != Kind::comment && token.kind != Kind::nag &&
        token.kind != Kind::mark) {
        if (star_ends_game(token)) {
            game_.terminator = "*";
            game_.terminator_place = star_place_;
            return Step::ends_before;
        }
        const bool still_open =
            token.kind == Kind::junk || token.kind == Kind::open || token.kind == Kind::close;
        if (!still_open) star_ = false;
    }
    if (token.kind == Kind::comment && !token.fault.empty()) {
        note(Severity::error, "bad-comment", token.fault, token.place);
    }
    if (token.kind == Kind::end) return started() ? Step::ends_before : Step::goes_on;
    if (token.kind == Kind::tag) return take_tag(token);
    if (token.kind == Kind::open) {
        if (depth_++ == 0) opened_ = token.place;
        return Step::goes_on;
    }
    if (token.kind == Kind::close) {
        if (depth_ == 0) {
            note(Severity::warning, "bad-variation", "a closing bracket without an opening one", token.place);
        } else {
            --depth_;
        }
        return Step::goes_on;
    }
    if (depth_ > 0) return Step::goes_on;
    switch (token.kind) {
        case Kind::move:
            add_move(RawMove::Kind::move, token);
            break;
        case Kind::unknown_move:
            add_move(RawMove::Kind::unknown, token);
            break;
        case Kind::setup:
            add_move(RawMove::Kind::setup, token);
            break;
        case Kind::number:
            take_number(token);
            break;
        case Kind::ellipsis:
            begin(token);
            body_ = true;
            break;
        case Kind::star:
            return take_star(token);
        case Kind::result:
            if (!started()) {
                note(Severity::warning, "stray-terminator",
                     fmt::format("{} ends no game", quoted(token.text, 64)), token.place);
                break;
            }
            game_.terminator = token.text;
            game_.terminator_place = token.place;
            return Step::ends_after;
        case Kind::junk:
            note(Severity::warning, "junk",
                 fmt::format("{} is no part of a game", quoted(token.text, token.text.size())), token.place);
            break;
        default:
            break;
    }
    return Step::goes_on;
}

PdnReader::Step PdnReader::take_tag(const PdnToken& token) {
    // A tag after moves begins the next game, with or without a result before it. So does one that is there
    // already behind an empty line; PDN 3.0 has repeated tags without one.
    const bool repeated =
        token.blank_line && std::ranges::find(game_.tags, token.text, &GameTag::name) != game_.tags.end();
    if ((body_ && (!game_.tags.empty() || !game_.moves.empty())) || repeated) return Step::ends_before;
    body_ = false;
    depth_ = 0;
    begin(token);
    if (!token.fault.empty()) note(Severity::warning, "bad-tag", token.fault, token.place);
    if (game_.tags.size() < most_tags) {
        game_.tags.push_back({token.text, token.value, token.place, token.value_place});
    } else if (game_.tags.size() == most_tags) {
        note(Severity::error, "too-long", fmt::format("more than {} tags; the rest is left out", most_tags),
             token.place);
    }
    return Step::goes_on;
}

PdnReader::Step PdnReader::take_star(const PdnToken& token) {
    if (!started()) {
        note(Severity::note, "stray-terminator", "\"*\" ends no game", token.place);
        return Step::goes_on;
    }
    if (game_.moves.empty()) {
        game_.terminator = "*";
        game_.terminator_place = token.place;
        return Step::ends_after;
    }
    star_ = true;
    star_glued_ = token.glued;
    star_place_ = token.place;
    return Step::goes_on;
}

void PdnReader::take_number(const PdnToken& token) {
    if (token.dots == 0 && !started()) return;  // a figure in the text between games
    begin(token);
    body_ = true;
    last_number_ = token.number;
}

void PdnReader::add_move(RawMove::Kind kind, const PdnToken& token) {
    begin(token);
    body_ = true;
    if (game_.moves.size() < most_plies) {
        game_.moves.push_back({kind, kind == RawMove::Kind::setup ? token.value : token.text,
                               kind == RawMove::Kind::setup ? token.value_place : token.place});
        return;
    }
    // What is left out must not look like a game that was read to its end.
    if (game_.moves.back().kind == RawMove::Kind::unknown) return;
    game_.moves.back() = {RawMove::Kind::unknown, "", token.place};
    note(Severity::error, "too-long", fmt::format("more than {} plies; the rest is left out", most_plies),
         token.place);
}

}  // namespace damier
