#include "formats/pdn_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/diagnostic_list.hpp"
#include "formats/pdn_strict.hpp"

namespace damier {

using Kind = PdnToken::Kind;

namespace {

// A `*` with more than this behind it that does not tell what it was ends its game.
constexpr std::size_t most_ahead = 1000;
constexpr std::size_t most_text_ahead = 1 << 20;

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
    add_diagnostic(game_.diagnostics, {severity, code, std::move(message), place, 0});
}

// An error that means that the game here is not all of that in the file.
void PdnReader::damage(std::string_view code, std::string message, TextPlace place) {
    game_.whole = false;
    note(Severity::error, code, std::move(message), place);
}

void PdnReader::begin(const PdnToken& token) {
    if (!started()) game_.place = token.place;
}

void PdnReader::note_encoding() {
    const Severity severity = options_.strict ? Severity::error : Severity::note;
    if (!std::exchange(start_noted_, true)) {
        if (lexer_.utf16()) {
            note(severity, "encoding", "expected UTF-8, found UTF-16; places are those of its text in UTF-8",
                 {1, 1});
        }
        if (lexer_.byte_order_mark() && !lexer_.utf16() && options_.strict) {
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

const PdnToken& PdnReader::ahead(std::size_t distance) {
    while (ahead_.size() <= distance) ahead_.push_back(lexer_.next());
    return ahead_[distance];
}

const PdnToken& PdnReader::next_token() {
    if (ahead_.empty()) return lexer_.next();
    token_ = std::move(ahead_.front());
    ahead_.pop_front();
    return token_;
}

bool PdnReader::next(RawGame& game) {
    while (true) {
        const bool seen = held_ != nullptr;
        const PdnToken& token = seen ? *std::exchange(held_, nullptr) : next_token();
        const Kind kind = token.kind;  // what comes next may be read meanwhile
        const Step step = seen ? take(token) : read(token);
        if (step == Step::goes_on) {
            if (kind != Kind::end) continue;
            finish_file();
            return false;
        }
        if (step == Step::ends_before) {
            held_ = &token;
        } else {
            read_line_end();
        }
        finish(game);
        return true;
    }
}

PdnReader::Step PdnReader::read(const PdnToken& token) {
    const Kind kind = token.kind;
    const bool ends = kind == Kind::result || kind == Kind::star || kind == Kind::tag ||
                      kind == Kind::close || kind == Kind::end;
    if (options_.strict && before_ == Kind::number && ends) {
        note(Severity::error, "bad-number", "the number of a move, and no move behind it", token.place);
    }
    blank_ = blank_ && kind == Kind::end;
    const Step step = take(token);
    before_ = kind;
    return step;
}

// What stands behind the result on its line.
void PdnReader::read_line_end() {
    while (true) {
        const PdnToken& token = ahead(0);
        switch (token.kind) {
            case Kind::end:
            case Kind::tag:
                return;
            case Kind::comment:
            case Kind::nag:
            case Kind::mark:
            case Kind::junk:
            case Kind::open:
                if (depth_ == 0 && token.new_line) return;
                break;
            default:
                if (depth_ == 0) return;
        }
        read(next_token());
    }
}

void PdnReader::tell_faults(const PdnToken& token) {
    note_encoding();
    if (token.cut) {
        damage("too-long",
               fmt::format("a text of more than {} megabytes; the rest of it is left out",
                           PdnLexer::longest_text >> 20),
               token.place);
    }
    if (token.control) {
        damage("control-character", "a control character in a text; a blank stands for it", token.place);
    }
    if (token.undefined) {
        damage("encoding",
               fmt::format("a byte that {} does not have; U+FFFD stands for it", name(lexer_.encoding())),
               token.place);
    }
    if (!options_.strict) return;
    if (auto fault = strict_fault(token, before_)) {
        note(Severity::error, fault->code, std::move(fault->message), token.place);
    }
}

void PdnReader::finish_file() {
    if (std::exchange(finished_, true)) return;
    game_.number = games_;
    if (lexer_.no_text()) {
        damage("encoding", "the file is no text: it has many control characters; expected PDN", {1, 1});
    }
    if (games_ == 0 && !blank_) {
        damage("no-game", "no game was found in the file; expected PDN, which is text with tags or moves",
               {1, 1});
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
    game_.whole = true;
    body_ = false;
    full_ = false;
    tag_text_ = 0;
    depth_ = 0;
    line_ = RawVariation::main_line;
    last_number_ = 0;
}

// What a `*` was is seen from what follows.
bool PdnReader::star_ends_game(bool glued) {
    std::size_t depth = 0;
    std::size_t text = 0;
    for (std::size_t i = 0; i < most_ahead && text < most_text_ahead; ++i) {
        const PdnToken& next = ahead(i);
        text += next.text.size() + next.value.size();
        if (next.kind == Kind::end || next.kind == Kind::tag) return true;
        if (next.blank_line && !glued) return true;
        if (next.kind == Kind::open) ++depth;
        if (next.kind == Kind::close && depth > 0) --depth;
        if (depth > 0) continue;
        switch (next.kind) {
            case Kind::comment:
            case Kind::nag:
            case Kind::mark:
            case Kind::junk:
            case Kind::open:
            case Kind::close:
                continue;
            case Kind::number:
                // `1. 32-28* 1... 19-23` goes on.
                return next.number == 1 && !(glued && last_number_ == 1 && next.dots > 1);
            default:
                return false;
        }
    }
    return true;
}

}  // namespace damier
