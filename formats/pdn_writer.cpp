#include "formats/pdn_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "formats/fen.hpp"
#include "formats/game_claims.hpp"
#include "formats/notation.hpp"
#include "formats/result_text.hpp"
#include "formats/wrapped_text.hpp"

namespace damier {

namespace {

constexpr std::array<std::string_view, 7> roster = {"Event", "Site",  "Date",  "Round",
                                                    "White", "Black", "Result"};

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// PDN 3.0 has names of ASCII only; others are no tags there.
bool has_plain_name(const GameTag& tag) {
    return std::ranges::all_of(tag.name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A capital letter at the beginning, then letters, digits and _.
std::string tag_name(std::string_view name) {
    std::string text{name};
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    if (text[0] < 'A' || text[0] > 'Z') text.insert(0, "X");
    return text;
}

void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    out += "\"]\n";
}

// As it stood in the file; a comment has other brackets, since it is put into a comment.
std::string element_word(const PdnElement& element, std::string_view text) {
    using Kind = PdnElement::Kind;
    switch (element.kind) {
        case Kind::number:
            return fmt::format("{}{}", text, std::string(element.dots, '.'));
        case Kind::nag:
            return fmt::format("${}", text);
        case Kind::setup:
            return fmt::format("/FEN \"{}\"/", text);
        case Kind::comment:
        case Kind::line_comment:
            return fmt::format("[{}]", text);
        default:
            return std::string{text};
    }
}

// 1 to 6 as PGN has them, 7 the only move.
std::string nag_of(std::string_view strength) {
    static constexpr std::array<std::string_view, 7> marks = {"!", "?", "!!", "??", "!?", "?!", "*"};
    const auto* const found = std::ranges::find(marks, strength);
    return found == marks.end() ? "" : fmt::format("${}", found - marks.begin() + 1);
}

template <class S>
class GameWriter {
public:
    GameWriter(const BoardGame<S>& view, const RawGame& raw, const GameRecord<S>& record,
               const WriterOptions& options, std::string& out)
        : view_{view},
          raw_{raw},
          record_{record},
          options_{options},
          style_{MoveStyle::of(view.variant_rules())},
          out_{out},
          text_{out, options.columns} {
        if (options.notation) style_.notation = *options.notation;
    }

    void write() {
        write_line_comments(raw_, raw_.before_tags, out_);
        tags();
        body();
        out_ += '\n';
    }

private:
    // Where the writer is in the main line or in a variation.
    struct Cursor {
        const std::vector<PlayedMove<S>>* moves = nullptr;
        bool replayed = false;
        std::size_t next = 0;            // of `moves`
        std::size_t token = 0;           // texts that were passed
        long number = 1;                 // of the next move
        std::vector<long> numbers = {};  // of the moves before
        bool interrupted = true;         // the next move of the second player needs its number
        bool lost = false;               // what follows is inside `{unread: `
    };

    void tags() {
        const GameTag* fen = start_fen(record_.tags);
        const bool readable =
            fen != nullptr && read_placement(fen->value, view_.board().shape(), EmptySide::allowed);
        const std::string type = game_type_text(view_.variant_rules());
        for (const GameTag& tag : record_.tags) {
            if (has_plain_name(tag)) continue;
            out_ += "% ";
            write_tag(out_, tag.name, tag.value);
        }
        // A game needs a tag or a move to be one.
        const std::string result = result_value();
        const bool nameless = std::ranges::none_of(record_.tags, has_plain_name);
        if (nameless && result.empty() && type.empty() && record_.moves.empty())
            write_tag(out_, "Event", "?");
        bool typed = false;
        const auto one = [&](const GameTag& tag) {
            if (tag.name == "PlyCount" && record_.replayed) {
                write_tag(out_, tag.name, std::to_string(record_.moves.size()));
            } else if (tag.name == "GameType") {
                typed = true;
                write_tag(out_, tag.name, type.empty() ? tag.value : type);
            } else if (&tag == fen && readable) {
                write_tag(out_, "SetUp", "1");
                write_tag(out_, tag.name, fen_of(record_.start, tag.value));
            } else if (!readable || (tag.name != "SetUp" && tag.name != "Setup")) {
                write_tag(out_, tag_name(tag.name), tag.value);
            }
        };
        const auto find = [&](std::string_view name) {
            return std::ranges::find(record_.tags, name, &GameTag::name);
        };
        for (const std::string_view name : roster) {
            const auto tag = find(name);
            if (name == "Result") {
                if (tag != record_.tags.end() || !result.empty()) write_tag(out_, name, result);
            } else if (tag != record_.tags.end()) {
                one(*tag);
            }
        }
        for (const GameTag& tag : record_.tags) {
            if (std::ranges::find(roster, tag.name) != roster.end() && &*find(tag.name) == &tag) continue;
            if (has_plain_name(tag)) one(tag);
        }
        if (!typed && !type.empty()) write_tag(out_, "GameType", type);
        out_ += '\n';
    }

    // What the first tag Result says; empty where it is not there.
    std::string_view result_tag() const {
        const auto tag = std::ranges::find(record_.tags, "Result", &GameTag::name);
        return tag == record_.tags.end() ? std::string_view{} : std::string_view{tag->value};
    }
    static bool says_nothing(std::string_view result) {
        return result.empty() || result == "*" || result == "-" || result == "?";
    }

    // The result as it is read; else in the words of the tag or of the end of the text; else that of a last
    // position in which there is no move, where nothing was said.
    std::string result_value() const {
        const GameResult read = record_.result();
        if (read != GameResult::unknown) return std::string{result_text(read, view_.variant_rules())};
        const std::string_view tag = result_tag();
        if (!says_nothing(tag)) return std::string{tag};
        if (!says_nothing(record_.terminator)) return record_.terminator;
        if (!tag.empty() || record_.board_result == GameResult::unknown) return std::string{tag};
        return std::string{result_text(record_.board_result, view_.variant_rules())};
    }

    // What tag and text say of the result beside that is kept in comments.
    void other_results() {
        const GameResult read = record_.result();
        const std::string written = result_value();
        const auto keep = [&](std::string_view said, GameResult meant) {
            if (says_nothing(said) || said == written) return;
            if (meant != GameResult::unknown && meant == read) return;
            text_.before("{");
            comment_words(said);
            text_.glued("}");
        };
        keep(result_tag(), record_.tag_result);
        keep(record_.terminator, record_.terminator_result);
    }

    // With the counters that stand in the source.
    std::string fen_of(const Position<S>& position, std::string_view source) const {
        FenExtras extras;
        read_placement(source, view_.board().shape(), EmptySide::allowed, &extras);
        return fen_text(view_, position, options_, extras);
    }

    void body() {
        Cursor main;
        main.moves = &record_.moves;
        main.replayed = record_.replayed;
        main.number = first_number();
        std::vector<Cursor> open{main};
        std::size_t variation = 0;
        for (const PdnElement& element : raw_.body()) {
            // Brackets inside a lost line are text of its comment.
            if (element.kind == PdnElement::Kind::open && variation < record_.variations.size()) {
                const GameVariation<S>& made = record_.variations[variation++];
                if (open.back().lost) {
                    ++lost_depth_;
                    comment_words("(");
                    continue;
                }
                text_.before("(");
                open.push_back(begin(made, open.back()));
                after_move_ = false;
                continue;
            }
            if (element.kind == PdnElement::Kind::close) {
                if (lost_depth_ > 0) {
                    --lost_depth_;
                    comment_words(")");
                    continue;
                }
                if (open.size() < 2) continue;
                close(open);
                continue;
            }
            write_element(element, open.back());
        }
        while (open.size() > 1) close(open);
        end_lost(open.back());
        other_results();
        text_.word("*");
        text_.end_line();
    }

    // The innermost variation.
    void close(std::vector<Cursor>& open) {
        end_lost(open.back());
        if (empty_) text_.word("{}");  // a variation holds something
        open.pop_back();
        text_.glued(")");
        open.back().interrupted = true;
        after_move_ = empty_ = false;
    }

    long first_number() const {
        for (const PdnElement& element : raw_.body()) {
            if (element.kind == PdnElement::Kind::move) break;
            if (element.kind != PdnElement::Kind::number || element.dots == 0) continue;
            const std::string_view text = raw_.text_of(element);
            long number = 1;
            std::from_chars(text.data(), text.data() + text.size(), number);
            return std::clamp(number, 1L, 9999L);
        }
        return 1;
    }

    Cursor begin(const GameVariation<S>& made, const Cursor& parent) {
        empty_ = true;
        Cursor cursor;
        cursor.moves = &made.moves;
        cursor.replayed = made.replayed;
        cursor.number = parent.number;
        if (made.ply > 0 && made.ply <= parent.numbers.size() &&
            made.start == (*parent.moves)[made.ply - 1].before) {
            cursor.number = parent.numbers[made.ply - 1];
        }
        return cursor;
    }

    void write_element(const PdnElement& element, Cursor& line) {
        using Kind = PdnElement::Kind;
        const std::string_view text = raw_.text_of(element);
        const bool behind_move = std::exchange(after_move_, false);
        if (line.lost) {
            comment_words(element_word(element, text));
            return;
        }
        switch (element.kind) {
            case Kind::move:
            case Kind::unknown_move:
            case Kind::setup:
                move(element, text, line);
                break;
            case Kind::comment:
            case Kind::line_comment:
                comment(text, line);
                break;
            case Kind::junk:
            case Kind::result:
                comment(text, line);
                break;
            case Kind::nag:
                text_.word(fmt::format("${}", text));
                empty_ = false;
                break;
            case Kind::strength:
                if (text != "*" && behind_move) {
                    text_.glued(text);
                } else if (const std::string nag = nag_of(text); !nag.empty()) {
                    text_.word(nag);
                } else {
                    comment(text, line);
                }
                empty_ = false;
                break;
            default:
                break;  // numbers and dots are made anew
        }
    }

    void move(const PdnElement& element, std::string_view text, Cursor& line) {
        const std::size_t token = line.token++;
        // A part of a capture that is written jump by jump.
        if (line.next > 0 && token < (*line.moves)[line.next - 1].token + (*line.moves)[line.next - 1].tokens)
            return;
        if (element.kind == PdnElement::Kind::setup && playable(line, token)) {
            const auto set = read_placement(text, view_.board().shape(), EmptySide::allowed);
            if (set) {
                text_.word(fmt::format("/FEN \"{}\"/", fen_of(to_position<S>(*set), text)));
                line.interrupted = true;
                empty_ = false;
                return;
            }
        }
        if (line.next == line.moves->size() || (*line.moves)[line.next].token != token) {
            // `4-6` that has turned out to be the result.
            if (line.replayed && element.kind == PdnElement::Kind::move) return;
            line.lost = true;
            text_.word("{unread:");
            comment_words(element_word(element, text));
            empty_ = false;
            return;
        }
        const PlayedMove<S>& played = (*line.moves)[line.next++];
        const bool second = played.before.to_move != view_.variant_rules().first;
        if (!second || line.interrupted) text_.word(fmt::format("{}{}", line.number, second ? "..." : "."));
        line.numbers.push_back(line.number);
        line.number += second;
        line.interrupted = false;
        text_.word(move_text(view_, played.before, played.move, style_));
        after_move_ = true;
        empty_ = false;
    }

    // Does the replay reach beyond this text?
    bool playable(const Cursor& line, std::size_t token) const {
        return line.replayed || (line.next < line.moves->size() && (*line.moves)[line.next].token > token);
    }

    void end_lost(Cursor& line) {
        if (line.lost) text_.glued("}");
        line.lost = false;
    }

    void comment(std::string_view text, Cursor& line) {
        text_.before("{");
        comment_words(text);
        text_.glued("}");
        line.interrupted = true;
        empty_ = false;
    }

    // Blanks and line ends become one blank; what PDN has no way to write inside braces is replaced.
    void comment_words(std::string_view text) {
        while (true) {
            while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
            if (text.empty()) return;
            std::size_t end = 0;
            while (end < text.size() && !is_blank(text[end])) ++end;
            std::string word{text.substr(0, end)};
            std::ranges::replace(word, '{', '(');
            std::ranges::replace(word, '}', ')');
            text_.word(word);
            text.remove_prefix(end);
        }
    }

    const BoardGame<S>& view_;
    const RawGame& raw_;
    const GameRecord<S>& record_;
    const WriterOptions& options_;
    MoveStyle style_;
    std::string& out_;
    WrappedText text_;
    bool after_move_ = false;
    bool empty_ = false;  // a variation that has nothing so far
    std::size_t lost_depth_ = 0;
};

}  // namespace

void write_line_comments(const RawGame& raw, std::size_t elements, std::string& out) {
    bool in_line = false;
    for (std::size_t i = 0; i < elements; ++i) {
        const PdnElement& element = raw.elements[i];
        const bool comment =
            element.kind == PdnElement::Kind::comment || element.kind == PdnElement::Kind::line_comment;
        std::string word{comment ? raw.text_of(element) : element_word(element, raw.text_of(element))};
        word.erase(0, static_cast<std::size_t>(std::ranges::find_if_not(word, is_blank) - word.begin()));
        // A comment has a line of its own, words have one together.
        if (in_line && comment) out += '\n';
        out += in_line && !comment ? " " : "% ";
        for (const char c : word) out += c == '\n' || c == '\r' ? ' ' : c;
        in_line = !comment;
        if (comment) out += '\n';
    }
    if (in_line) out += '\n';
}

std::string game_type_text(const Rules& rules) {
    if (rules.game_type == 0) return {};
    // The corner of square 1, or of a1, as the player who starts sees it.
    static constexpr std::array<int, 4> of_white = {2, 3, 0,
                                                    1};  // top left, top right, bottom left, bottom right
    const BoardShape& board = rules.board.is;
    const bool white = rules.first == Color::white;
    const bool numeric = rules.notation == Notation::numeric;
    const int corner = of_white[static_cast<std::size_t>(numeric ? board.first_number : board.a1)];
    return fmt::format("{},{},{},{},{}{},{}", rules.game_type, white ? 'W' : 'B', board.width, board.height,
                       numeric ? 'N' : 'A', white ? corner : 3 - corner, board.bottom_left_plays ? 0 : 1);
}

template <class S>
void write_game(const BoardGame<S>& view, const RawGame& raw, const GameRecord<S>& record,
                const WriterOptions& options, std::string& out) {
    GameWriter<S>{view, raw, record, options, out}.write();
}

template void write_game(const BoardGame<SquareSet64>&, const RawGame&, const GameRecord<SquareSet64>&,
                         const WriterOptions&, std::string&);
template void write_game(const BoardGame<SquareSet128>&, const RawGame&, const GameRecord<SquareSet128>&,
                         const WriterOptions&, std::string&);

}  // namespace damier
