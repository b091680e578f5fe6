#include "formats/pdn_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/pdn_strict.hpp"
#include "formats/square_text.hpp"

namespace damier {

using Kind = PdnToken::Kind;
using Element = PdnElement::Kind;

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

void PdnReader::too_long(std::string message, TextPlace place) {
    if (!std::exchange(told_too_long_, true)) note(Severity::error, "too-long", std::move(message), place);
}

void PdnReader::begin(const PdnToken& token) {
    if (!started()) game_.place = token.place;
}

void PdnReader::keep(PdnElement::Kind kind, std::string_view text, TextPlace place, int dots) {
    if (game_.elements.size() >= most_elements || game_.text.size() + text.size() > most_text) {
        return too_long("the game is larger than is kept; the rest of its text is left out", place);
    }
    game_.elements.push_back({kind, static_cast<std::uint8_t>(std::min(dots, 3)),
                              static_cast<std::uint32_t>(game_.text.size()),
                              static_cast<std::uint32_t>(text.size()), place});
    game_.text += text;
}

void PdnReader::note_encoding() {
    const Severity severity = options_.strict ? Severity::error : Severity::note;
    if (!std::exchange(start_noted_, true)) {
        if (lexer_.utf16()) note(Severity::error, "encoding", "the file is UTF-16; expected UTF-8", {1, 1});
        if (lexer_.byte_order_mark() && options_.strict) {
            note(severity, "encoding", "the file starts with a byte order mark; expected none", {1, 1});
        }
    }
    if (encoding_noted_ || lexer_.not_utf8().line == 0) return;
    encoding_noted_ = true;
    note(severity, "encoding",
         fmt::format("expected UTF-8, found a byte that is not; the file is read as {}",
                     name(lexer_.encoding())),
         lexer_.not_utf8());
}

bool PdnReader::next(RawGame& game) {
    while (true) {
        const PdnToken& token = held_ != nullptr ? *held_ : lexer_.next();
        const bool seen = std::exchange(held_, nullptr) != nullptr;
        if (!seen) {
            note_encoding();
            if (options_.strict) {
                if (auto fault = strict_fault(token, after_move_)) {
                    note(Severity::error, fault->code, std::move(fault->message), token.place);
                }
            }
        }
        const Step step = take(token);
        after_move_ = token.kind == Kind::move;
        if (step == Step::goes_on) {
            if (token.kind != Kind::end) continue;
            // A file without any game is worth a record that says why.
            if (games_ > 0 || game_.diagnostics.empty()) {
                game_.number = games_;
                return false;
            }
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
        // The last game of a file needs none.
        const bool last = held_ != nullptr && held_->kind == Kind::end;
        note(options_.strict && !last ? Severity::error : Severity::note, "no-terminator",
             "the game has no result or '*' at its end", game_.place);
        const auto result = std::ranges::find(game_.tags, "Result", &GameTag::name);
        game_.last_may_be_result = result != game_.tags.end() && !game_.moves.empty() &&
                                   game_.moves.back().kind == RawMove::Kind::move &&
                                   same_result(game_.moves.back().text, result->value);
    }
    game_.number = ++games_;
    std::swap(game, game_);
    clear();
}

void PdnReader::clear() {
    game_.place = {};
    game_.tags.clear();
    game_.moves.clear();
    game_.variations.clear();
    game_.terminator.clear();
    game_.terminator_place = {};
    game_.last_may_be_result = false;
    game_.diagnostics.clear();
    game_.elements.clear();
    game_.before_tags = 0;
    game_.text.clear();
    body_ = false;
    depth_ = 0;
    skipped_depth_ = 0;
    line_ = RawVariation::main_line;
    last_number_ = 0;
    star_ = false;
    told_too_long_ = false;
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

void PdnReader::explain_star(bool ends_game) {
    star_ = false;
    if (ends_game) {
        game_.terminator = "*";
        game_.terminator_place = star_place_;
        if (star_element_ < game_.elements.size()) {
            game_.elements.erase(game_.elements.begin() + static_cast<std::ptrdiff_t>(star_element_));
            for (RawMove& move : game_.moves) move.element -= move.element > star_element_;
            for (RawVariation& variation : game_.variations) {
                variation.element -= variation.element > star_element_;
                for (RawMove& move : variation.moves) move.element -= move.element > star_element_;
            }
        }
        return;
    }
    note(options_.strict ? Severity::error : Severity::note, "star-strength",
         "'*' marks the move before it; expected $7", star_place_);
}

PdnReader::Step PdnReader::take(const PdnToken& token) {
    if (star_ && depth_ == 0 && token.kind != Kind::comment && token.kind != Kind::nag &&
        token.kind != Kind::mark) {
        if (star_ends_game(token)) {
            explain_star(true);
            return Step::ends_before;
        }
        const bool still_open =
            token.kind == Kind::junk || token.kind == Kind::open || token.kind == Kind::close;
        if (!still_open) explain_star(false);
    }
    switch (token.kind) {
        case Kind::end:
            return started() ? Step::ends_before : Step::goes_on;
        case Kind::tag:
            return take_tag(token);
        case Kind::open:
            open(token);
            break;
        case Kind::close:
            close(token);
            break;
        case Kind::comment:
            if (!token.fault.empty()) {
                note(Severity::error, token.cut ? "too-long" : "bad-comment", token.fault, token.place);
            }
            if (token.nested) {
                note(Severity::warning, "nested-comment",
                     "a brace opens inside a comment; comments do not nest, this one ends at the first "
                     "closing brace",
                     token.place);
            }
            keep(token.style == '{' ? Element::comment : Element::line_comment, token.text, token.place);
            break;
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
            keep(Element::ellipsis, "...", token.place);
            break;
        case Kind::star:
            return take_star(token);
        case Kind::result:
            return take_result(token);
        case Kind::mark:
            if (started()) keep(Element::strength, token.text, token.place);
            break;
        case Kind::nag:
            if (started()) keep(Element::nag, token.text, token.place);
            break;
        case Kind::junk:
            note(options_.strict ? Severity::error : Severity::warning, "junk",
                 fmt::format("{} is no part of a game", quoted(token.text, token.text.size())), token.place);
            if (started()) keep(Element::junk, token.text, token.place);
            break;
    }
    return Step::goes_on;
}

void PdnReader::open(const PdnToken& token) {
    if (depth_++ == 0) opened_ = token.place;
    if (skipped_depth_ > 0 || game_.variations.size() >= most_variations) {
        ++skipped_depth_;
        return too_long(fmt::format("more than {} variations; the rest is left out", most_variations),
                        token.place);
    }
    const std::size_t after =
        (line_ == RawVariation::main_line ? game_.moves : game_.variations[line_].moves).size();
    game_.variations.push_back({line_, after, {}, token.place, game_.elements.size()});
    line_ = game_.variations.size() - 1;
    keep(Element::open, "(", token.place);
}

void PdnReader::close(const PdnToken& token) {
    if (depth_ == 0) {
        note(options_.strict ? Severity::error : Severity::warning, "bad-variation",
             "a closing bracket without an opening one", token.place);
        return;
    }
    --depth_;
    if (skipped_depth_ > 0) {
        --skipped_depth_;
        return;
    }
    line_ = game_.variations[line_].parent;
    keep(Element::close, ")", token.place);
}

PdnReader::Step PdnReader::take_tag(const PdnToken& token) {
    // A tag after moves begins the next game, with or without a result before it. So does one that is there
    // already behind an empty line; PDN 3.0 has repeated tags without one.
    const bool known = std::ranges::find(game_.tags, token.text, &GameTag::name) != game_.tags.end();
    if ((body_ && (!game_.tags.empty() || !game_.moves.empty())) || (known && token.blank_line)) {
        return Step::ends_before;
    }
    body_ = false;
    depth_ = skipped_depth_ = 0;
    line_ = RawVariation::main_line;
    begin(token);
    if (game_.tags.empty()) {
        std::erase_if(game_.elements, [](const PdnElement& element) {
            return element.kind != Element::comment && element.kind != Element::line_comment;
        });
        game_.variations.clear();
        game_.before_tags = game_.elements.size();
    }
    const Severity severity = options_.strict ? Severity::error : Severity::warning;
    if (!token.fault.empty()) note(severity, token.cut ? "too-long" : "bad-tag", token.fault, token.place);
    if (known) {
        note(Severity::note, "duplicate-tag",
             fmt::format("the tag {} is there twice; the first one counts",
                         quoted(token.text, token.text.size())),
             token.place);
    }
    if (game_.tags.size() < most_tags) {
        game_.tags.push_back({token.text, token.value, token.place, token.value_place});
    } else if (game_.tags.size() == most_tags) {
        too_long(fmt::format("more than {} tags; the rest is left out", most_tags), token.place);
    }
    return Step::goes_on;
}

PdnReader::Step PdnReader::take_result(const PdnToken& token) {
    if (depth_ > 0) {
        keep(Element::result, token.text, token.place);
        return Step::goes_on;
    }
    if (!started()) {
        note(Severity::warning, "stray-terminator", fmt::format("{} ends no game", quoted(token.text, 64)),
             token.place);
        return Step::goes_on;
    }
    game_.terminator = token.text;
    game_.terminator_place = token.place;
    return Step::ends_after;
}

PdnReader::Step PdnReader::take_star(const PdnToken& token) {
    if (depth_ > 0) {
        // `32-28*` or the end of the variation: the writer of both is a mark of the move.
        keep(Element::strength, "*", token.place);
        return Step::goes_on;
    }
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
    star_element_ = game_.elements.size();
    keep(Element::strength, "*", token.place);
    return Step::goes_on;
}

void PdnReader::take_number(const PdnToken& token) {
    if (token.dots == 0 && !started()) return;  // a figure in the text between games
    begin(token);
    body_ = true;
    if (depth_ == 0) last_number_ = token.number;
    keep(Element::number, token.text, token.place, token.dots);
}

void PdnReader::add_move(RawMove::Kind kind, const PdnToken& token) {
    if (skipped_depth_ > 0) return;
    begin(token);
    body_ = true;
    auto& moves = line_ == RawVariation::main_line ? game_.moves : game_.variations[line_].moves;
    const bool setup = kind == RawMove::Kind::setup;
    if (moves.size() < most_plies) {
        moves.push_back({kind, setup ? token.value : token.text, setup ? token.value_place : token.place,
                         game_.elements.size()});
        keep(setup                            ? Element::setup
             : kind == RawMove::Kind::unknown ? Element::unknown_move
                                              : Element::move,
             moves.back().text, token.place);
        return;
    }
    // What is left out must not look like a game that was read to its end.
    if (moves.back().kind == RawMove::Kind::unknown) return;
    moves.back() = {RawMove::Kind::unknown, "", token.place, moves.back().element};
    too_long(fmt::format("more than {} plies; the rest is left out", most_plies), token.place);
}

}  // namespace damier
