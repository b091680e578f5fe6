#include "formats/fen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "formats/square_text.hpp"

namespace damier {

namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// One pass over the text; the first thing that is wrong ends it.
class FenParser {
public:
    FenParser(std::string_view text, const BoardShape& shape) : text_{text}, shape_{shape} {}

    tl::expected<Placement, FenFault> parse(EmptySide empty, FenExtras* extras) {
        extras_ = extras;
        unwrap();
        skip_blanks();
        if (at_end())
            return wrong("bad-fen",
                         "the FEN is empty; write the side to move and the pieces, as in W:W31,K32:B1,2");
        if (is_hub()) {
            if (!hub()) return tl::make_unexpected(std::move(*fault_));
        } else if (!side_to_move() || !fields() || !runs()) {
            return tl::make_unexpected(std::move(*fault_));
        }
        for (Color color : both_colors) {
            const auto has_color = [&](const Placement::Piece& piece) { return piece.color == color; };
            if (empty == EmptySide::allowed || std::ranges::any_of(placement_.pieces, has_color)) continue;
            at_ = field_[index(color)];
            return wrong("empty-side",
                         fmt::format("{} has no pieces; the position is already decided and is in no table",
                                     color == Color::white ? "White" : "Black"));
        }
        return std::move(placement_);
    }

private:
    // The clipboard of some programs has the whole tag: [FEN "..."].
    void unwrap() {
        skip_blanks();
        constexpr std::string_view opening = "[FEN";
        if (text_.substr(at_, opening.size()) != opening) return;
        const std::size_t first = text_.find('"', at_);
        const std::size_t last = text_.rfind('"');
        if (first == std::string_view::npos || first == last) return;
        at_ = first + 1;
        text_ = text_.substr(0, last);
    }

    // Hub, the protocol of engines for 10x10: one letter for each square, the smaller ones are men.
    bool is_hub() const {
        std::string_view rest = text_.substr(at_);
        while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
        return rest.size() == static_cast<std::size_t>(shape_.squares()) + 1 &&
               rest.find_first_not_of("WBwbe") == std::string_view::npos;
    }
    bool hub() {
        take_color(placement_.to_move);
        for (int number = 1; number <= shape_.squares(); ++number, ++at_) {
            Color color{};
            if (!peek_color(color)) continue;
            const bool king = peek() == 'W' || peek() == 'B';
            if (!put(*shape_.from_number(number), color, king, at_)) return false;
        }
        return true;
    }

    bool side_to_move() {
        if (take_color(placement_.to_move)) {
            skip_blanks();
            if (!at_end() && peek() == ':') return true;
            Color next{};
            if (peek_color(next)) return true;  // CheckerBoard leaves out colons
            return expected("':' after the side to move");
        }
        if (peek() == '?') return said("no-side-to-move", "the side to move is '?'; a position needs W or B");
        return expected("the side to move, W or B");
    }

    // `:W...` or `:B...`; the colon may be missing where no other reading is possible.
    bool fields() {
        std::array<bool, 2> given = {};
        std::array<bool, 2> filled = {};
        int nameless = 0;
        while (true) {
            skip_blanks();
            const bool colon = !at_end() && peek() == ':';
            if (colon) ++at_;
            skip_blanks();
            Color color{};
            const std::size_t start = at_;
            if (take_color(color)) {
                if (filled[index(color)]) {
                    at_ = start;
                    return said(fmt::format("the pieces of {} are listed twice", name(color)));
                }
                given[index(color)] = true;
                field_[index(color)] = start;
                const std::size_t before = placement_.pieces.size();
                if (!pieces(color)) return false;
                filled[index(color)] = placement_.pieces.size() > before;
            } else if (colon && nothing_listed()) {
                ++nameless;  // `W::` lists nobody
            } else if (colon && is_run()) {
                runs_at_ = at_;
                while (!nothing_listed()) ++at_;
                runs_end_ = at_;
                if (extras_ != nullptr) extras_->king_moves = text_.substr(*runs_at_, at_ - *runs_at_);
            } else if (colon && is_counter()) {
                take_counter();
            } else if (colon) {
                return expected("W or B before a list of pieces");
            } else {
                break;
            }
        }
        if (given[0] + given[1] + nameless < 2) {
            return expected(given[index(Color::white)]   ? ":B and the black pieces"
                            : given[index(Color::black)] ? ":W and the white pieces"
                                                         : "the pieces, as in :W31,K32:B1,2");
        }
        for (Color color : both_colors) {
            if (!given[index(color)]) field_[index(color)] = at_;
        }
        if (!at_end() && peek() == '.') ++at_;
        skip_blanks();
        return at_end() || expected("the end of the FEN");
    }

    bool nothing_listed() const { return at_end() || peek() == ':' || peek() == '.'; }

    // lidraughts appends counters of its draw rules and moves, which are no part of the position: `:H0:F12`.
    bool is_counter() const {
        return at_ + 1 < text_.size() && (peek() == 'H' || peek() == 'F') && is_digit(text_[at_ + 1]);
    }
    bool is_run() const { return at_ + 1 < text_.size() && peek() == '+' && is_digit(text_[at_ + 1]); }
    void take_counter() {
        const std::size_t start = at_++;
        while (!at_end() && is_digit(peek())) ++at_;
        if (extras_ == nullptr) return;
        const std::string_view word = text_.substr(start, at_ - start);
        int count = 0;
        const auto read = std::from_chars(word.data() + 1, word.data() + word.size(), count);
        if (read.ec != std::errc{}) count = std::numeric_limits<int>::max();  // no game has so many
        if (word[0] == 'H') extras_->half_moves = count;
        if (word[0] == 'F') extras_->move_number = count;
    }

    // Kings that have been moving: for Black, then for White a digit and the square, which may be left out
    // where the side has one king.
    bool runs() {
        if (!runs_at_) return true;
        const std::size_t after = at_;
        at_ = *runs_at_;
        for (Color color : {Color::black, Color::white}) {
            if (at_end() || peek() != '+') return expected("'+' before the moves in a row of a king");
            ++at_;
            if (at_end() || !is_digit(peek())) return expected("how often in a row a king has moved");
            const int moves = peek() - '0';
            const std::size_t start = at_++;
            std::optional<Square> king;
            if (!at_end() && (is_digit(peek()) || is_letter(peek()))) {
                king = square();
                if (!king) return false;
            }
            if (moves == 0) continue;
            std::vector<Square> kings;
            bool men = false;
            for (const Placement::Piece& piece : placement_.pieces) {
                if (piece.color != color) continue;
                if (piece.king) kings.push_back(piece.square);
                men = men || !piece.king;
            }
            if (!king && kings.empty()) continue;  // lidraughts writes a number for every variant
            if (!king && kings.size() == 1) king = kings.front();
            if (!king || std::ranges::find(kings, *king) == kings.end()) {
                at_ = start;
                return said(fmt::format("which king of {} has moved? write its square behind the number",
                                        name(color)));
            }
            // Beside no men it may move as often as it likes.
            if (men) placement_.runs[index(color)] = {*king, static_cast<std::uint8_t>(moves)};
        }
        skip_blanks();
        if (at_ < runs_end_) return expected("the end of the moves in a row");
        at_ = after;
        return true;
    }

    bool pieces(Color color) {
        skip_blanks();
        if (nothing_listed()) return true;
        while (true) {
            skip_blanks();
            if (!item(color)) return false;
            skip_blanks();
            if (at_end() || peek() != ',') break;
            ++at_;
        }
        Color next{};
        if (nothing_listed() || peek_color(next)) return true;
        return expected("',' or ':' after a square");
    }

    // lidraughts marks what is captured and still stands: G a man, P a king.
    bool ghost(Color color) {
        const std::size_t start = at_;
        if (extras_ == nullptr) {
            return said("mid-capture",
                        "expected a square, found a piece that is captured but still stands; a position in "
                        "the middle "
                        "of a capture cannot be looked up");
        }
        const bool king = peek() == 'P';
        ++at_;
        const std::optional<Square> s = square();
        if (!s || !put(*s, color, true, start)) return false;
        placement_.pieces.pop_back();
        extras_->ghosts.push_back({*s, color, king});
        return true;
    }

    // `31`, `c3`, `K31`, `1-12`, `K1-12`.
    bool item(Color color) {
        bool king = false;
        const std::size_t start = at_;
        if (!at_end() && (peek() == 'G' || peek() == 'P') && at_ + 1 < text_.size() &&
            (is_digit(text_[at_ + 1]) || is_letter(text_[at_ + 1]))) {
            return ghost(color);
        }
        if (!at_end() && (peek() == 'K' || peek() == 'k') && !is_algebraic_k()) {
            king = true;
            ++at_;
            skip_blanks();
        }
        const bool by_number = !at_end() && is_digit(peek());
        const std::optional<Square> first = square();
        if (!first) return false;
        const std::size_t after = at_;
        skip_blanks();
        if (at_end() || peek() != '-') {
            at_ = after;
            return put(*first, color, king, start);
        }
        ++at_;
        skip_blanks();
        if (!by_number || (!at_end() && is_letter(peek()))) {
            at_ = start;
            return said("a range of squares needs numbers, as in 1-12");
        }
        const std::optional<Square> last = square();
        if (!last) return false;
        const int low = shape_.number(*first);
        const int high = shape_.number(*last);
        if (high < low) {
            at_ = start;
            return said(fmt::format("the range {}-{} runs backwards", low, high));
        }
        for (int number = low; number <= high; ++number) {
            if (!put(*shape_.from_number(number), color, king, start)) return false;
        }
        return true;
    }

    // On boards with eleven columns and more, k3 is a square, unless the text names squares by numbers.
    bool is_algebraic_k() const {
        if (peek() != 'k' || shape_.width <= 10 || at_ + 1 == text_.size() || !is_digit(text_[at_ + 1]))
            return false;
        for (std::size_t i = 1; i < text_.size(); ++i) {
            if (is_digit(text_[i]) && !is_digit(text_[i - 1]) && !is_letter(text_[i - 1])) return false;
            const bool color = text_[i - 1] == 'W' || text_[i - 1] == 'B';
            if (is_digit(text_[i]) && color) return false;
        }
        return true;
    }

    std::optional<Square> square() {
        if (at_end() || (!is_digit(peek()) && !is_letter(peek()))) {
            expected(fmt::format("a square ({})", squares_of(shape_)));
            return std::nullopt;
        }
        std::size_t end = at_;
        if (is_letter(peek())) ++end;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        const std::optional<Square> read = read_square(shape_, word);
        if (!read) {
            expected(fmt::format("a square ({})", squares_of(shape_)), end - at_);
            return std::nullopt;
        }
        at_ = end;
        return read;
    }

    bool put(Square s, Color color, bool king, std::size_t start) {
        const auto same = [&](const Placement::Piece& piece) { return piece.square == s; };
        const auto other = std::ranges::find_if(placement_.pieces, same);
        const std::size_t end = at_;
        at_ = start;
        const int number = shape_.number(s);
        if (other != placement_.pieces.end()) {
            return said("square-twice",
                        other->color == color
                            ? fmt::format("square {} ({}) is listed twice", number, shape_.algebraic(s))
                            : fmt::format("square {} ({}) has a white and a black piece", number,
                                          shape_.algebraic(s)));
        }
        const int crown_row = color == Color::white ? 0 : shape_.height - 1;
        if (!king && shape_.place(s).row == crown_row) {
            return said("man-on-crown-row",
                        fmt::format("the {} man on {} ({}) stands on its crown row; a king is written K{}",
                                    name(color), number, shape_.algebraic(s), number));
        }
        at_ = end;
        placement_.pieces.push_back({s, color, king});
        return true;
    }

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return text_[at_]; }
    void skip_blanks() {
        while (!at_end() && is_blank(peek())) ++at_;
    }
    bool peek_color(Color& color) const {
        if (at_end()) return false;
        const char c = peek();
        if (c == 'W' || c == 'w') color = Color::white;
        if (c == 'B' || c == 'b') color = Color::black;
        return c == 'W' || c == 'w' || c == 'B' || c == 'b';
    }
    bool take_color(Color& color) {
        if (!peek_color(color)) return false;
        ++at_;
        return true;
    }

    tl::unexpected<FenFault> wrong(std::string_view code, std::string_view what) {
        said(code, what);
        return tl::make_unexpected(std::move(*fault_));
    }
    // These return false so that a caller can `return expected(...)`.
    bool said(std::string_view code, std::string_view what) {
        fault_ = FenFault{code, std::string{what}, at_ + 1};
        return false;
    }
    bool said(std::string_view what) { return said("bad-fen", what); }
    bool expected(std::string_view what, std::size_t length = 1) {
        return said(fmt::format("expected {}, found {}", what,
                                quoted(text_.substr(std::min(at_, text_.size())), length)));
    }

    std::string_view text_;
    const BoardShape& shape_;
    std::size_t at_ = 0;
    std::array<std::size_t, 2> field_ = {};  // where the list of each colour starts
    std::optional<std::size_t> runs_at_;
    std::size_t runs_end_ = 0;
    Placement placement_;
    FenExtras* extras_ = nullptr;
    std::optional<FenFault> fault_;
};

}  // namespace

tl::expected<Placement, FenFault> read_placement(std::string_view fen, const BoardShape& shape,
                                                 EmptySide empty, FenExtras* extras) {
    return FenParser{fen, shape}.parse(empty, extras);
}

Result<Placement> parse_placement(std::string_view fen, const BoardShape& shape, EmptySide empty) {
    auto read = read_placement(fen, shape, empty);
    if (read) return std::move(*read);
    return fail(ErrorKind::bad_input, std::move(read.error().message), {1, read.error().column});
}

}  // namespace damier
