// What each token means for the game that is read.
#include <fmt/format.h>

#include <algorithm>

#include "formats/game_claims.hpp"
#include "formats/pdn_reader.hpp"
#include "formats/square_text.hpp"

namespace damier {

using Kind = PdnToken::Kind;
using Element = PdnElement::Kind;

bool PdnReader::keep(PdnElement::Kind kind, std::string_view text, TextPlace place, int dots) {
    if (full_) return false;
    if (game_.elements.size() >= most_elements || game_.text.size() + tag_text_ + text.size() > most_text) {
        fill_up("the game is larger than is kept; the rest of it is left out", place);
        return false;
    }
    push(kind, text, place, dots);
    return true;
}

void PdnReader::push(PdnElement::Kind kind, std::string_view text, TextPlace place, int dots) {
    game_.elements.push_back({kind, static_cast<std::uint8_t>(std::min(dots, 3)),
                              static_cast<std::uint32_t>(game_.text.size()),
                              static_cast<std::uint32_t>(text.size()), place});
    game_.text += text;
}

// From here on only the end of the game is looked for. What is left out must not look like a game that was
// read to its end.
void PdnReader::fill_up(std::string message, TextPlace place) {
    full_ = true;
    damage("too-long", std::move(message), place);
    for (std::size_t i = 0; i < depth_; ++i) push(Element::close, ")", place);
    push(Element::unknown_move, "- -", place);
    game_.moves.push_back({RawMove::Kind::unknown, "- -", place});
}

PdnReader::Step PdnReader::take(const PdnToken& token) {
    if (begins_next(token)) return Step::ends_before;
    tell_faults(token);
    switch (token.kind) {
        case Kind::end:
            break;
        case Kind::tag:
            take_tag(token);
            break;
        case Kind::open:
            open(token);
            break;
        case Kind::close:
            close(token);
            break;
        case Kind::comment:
            if (!token.fault.empty()) damage("bad-comment", token.fault, token.place);
            if (token.nested && !options_.lexer.nested_comments) {
                note(Severity::warning, "nested-comment",
                     "a brace opens inside a comment; comments do not nest, this one ends at the first "
                     "closing brace",
                     token.place);
            } else if (token.nested && options_.strict) {
                note(Severity::error, "nested-comment", "a comment inside a comment; expected none",
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
            keep(Element::strength, token.text, token.place);
            break;
        case Kind::nag:
            keep(Element::nag, token.text, token.place);
            break;
        case Kind::junk:
            note(options_.strict ? Severity::error : Severity::warning, "junk",
                 fmt::format("{} is no part of a game", quoted(token.text, token.text.size())), token.place);
            keep(Element::junk, token.text, token.place);
            break;
    }
    return Step::goes_on;
}

void PdnReader::open(const PdnToken& token) {
    if (depth_ == 0) opened_ = token.place;
    if (keep(Element::open, "(", token.place)) {
        const std::size_t after =
            (line_ == RawVariation::main_line ? game_.moves : game_.variations[line_].moves).size();
        game_.variations.push_back({line_, after, {}, token.place});
        line_ = game_.variations.size() - 1;
    }
    ++depth_;
}

void PdnReader::close(const PdnToken& token) {
    if (depth_ == 0) {
        note(options_.strict ? Severity::error : Severity::warning, "bad-variation",
             "a closing bracket without an opening one", token.place);
        return;
    }
    if (keep(Element::close, ")", token.place)) line_ = game_.variations[line_].parent;
    --depth_;
}

// A tag after moves begins the next game, with or without a result before it. So does one that is there
// already behind an empty line; PDN 3.0 has repeated tags without one.
bool PdnReader::begins_next(const PdnToken& token) const {
    if (token.kind == Kind::end) return started();
    if (token.kind != Kind::tag) return false;
    return (body_ && (!game_.tags.empty() || !game_.moves.empty())) ||
           (token.blank_line && has_tag(known_tag_name(token.text)));
}

bool PdnReader::has_tag(std::string_view name) const {
    return std::ranges::find(game_.tags, name, &GameTag::name) != game_.tags.end();
}

void PdnReader::take_tag(const PdnToken& token) {
    body_ = false;
    for (; depth_ > 0; --depth_) keep(Element::close, ")", token.place);
    line_ = RawVariation::main_line;
    begin(token);
    if (game_.tags.empty()) text_before_tags();
    const Severity severity = options_.strict ? Severity::error : Severity::warning;
    if (!token.fault.empty()) note(severity, "bad-tag", token.fault, token.place);
    const std::string name{known_tag_name(token.text)};
    if (has_tag(name)) {
        note(Severity::note, "duplicate-tag",
             fmt::format("the tag {} is there twice; the first one counts", quoted(name, name.size())),
             token.place);
    }
    const std::size_t text = token.text.size() + token.value.size();
    if (game_.tags.size() >= most_tags || game_.text.size() + tag_text_ + text > most_text) {
        if (!full_) fill_up("more tags than are kept; the rest of the game is left out", token.place);
        return;
    }
    tag_text_ += text;
    game_.tags.push_back({name, token.value, token.place, token.value_place});
}

// What stands between two games without being one stays where it is, as text.
void PdnReader::text_before_tags() {
    const auto belongs = [](const PdnElement& element) {
        return element.kind == Element::comment || element.kind == Element::line_comment ||
               element.kind == Element::junk || element.kind == Element::result;  // which have been told
    };
    const auto other = std::ranges::find_if_not(game_.elements, belongs);
    if (other != game_.elements.end()) {
        note(options_.strict ? Severity::error : Severity::warning, "junk",
             fmt::format("{} stands before the tags of a game and is no part of one",
                         quoted(game_.text_of(*other), other->length)),
             other->place);
    }
    game_.variations.clear();
    game_.before_tags = game_.elements.size();
}

PdnReader::Step PdnReader::take_result(const PdnToken& token) {
    if (depth_ > 0) {
        keep(Element::result, token.text, token.place);
        return Step::goes_on;
    }
    if (!started()) {
        note(Severity::warning, "stray-terminator",
             fmt::format("{} ends no game", quoted(token.text, token.text.size())), token.place);
        keep(Element::result, token.text, token.place);
        return Step::goes_on;
    }
    game_.terminator = token.text;
    game_.terminator_place = token.place;
    return Step::ends_after;
}

PdnReader::Step PdnReader::take_star(const PdnToken& token) {
    const TextPlace place = token.place;  // the token ends where the next is read
    const bool glued = token.glued;
    if (depth_ > 0) {
        const bool ends = !glued && ahead(0).kind == Kind::close;
        keep(ends ? Element::result : Element::strength, "*", place);
        return Step::goes_on;
    }
    if (!started()) {
        note(Severity::note, "stray-terminator", "\"*\" ends no game", place);
        return Step::goes_on;
    }
    if (game_.moves.empty() || star_ends_game(glued)) {
        game_.terminator = "*";
        game_.terminator_place = place;
        return Step::ends_after;
    }
    note(options_.strict ? Severity::error : Severity::note, "star-strength",
         "'*' marks the move before it; expected $7", place);
    keep(Element::strength, "*", place);
    return Step::goes_on;
}

void PdnReader::take_number(const PdnToken& token) {
    // Else it is a figure in the text between games.
    if (token.dots > 0 || started()) {
        begin(token);
        body_ = true;
    }
    if (depth_ == 0) last_number_ = token.number;
    keep(Element::number, token.text, token.place, token.dots);
}

void PdnReader::add_move(RawMove::Kind kind, const PdnToken& token) {
    begin(token);
    body_ = true;
    if (full_) return;
    auto& moves = line_ == RawVariation::main_line ? game_.moves : game_.variations[line_].moves;
    if (moves.size() >= most_plies) {
        return fill_up(
            fmt::format("more than {} plies in a line; the rest of the game is left out", most_plies),
            token.place);
    }
    const bool setup = kind == RawMove::Kind::setup;
    const std::string& text = setup ? token.value : token.text;
    const Element element = setup                            ? Element::setup
                            : kind == RawMove::Kind::unknown ? Element::unknown_move
                                                             : Element::move;
    if (keep(element, text, token.place))
        moves.push_back({kind, text, setup ? token.value_place : token.place});
}

}  // namespace damier
