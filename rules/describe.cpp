#include "rules/describe.hpp"

#include <algorithm>

namespace damier {

namespace {

std::string text(DirectionSet directions) {
    constexpr std::array<std::string_view, 8> names{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
    std::string result;
    for (Direction d : all_directions) {
        if (directions.contains(d)) result += (result.empty() ? "" : " ") + std::string{names[index(d)]};
    }
    return result;
}

std::string text(bool yes) { return yes ? "yes" : "no"; }
std::string text(Color color) { return std::string{name(color)}; }
std::string text(int number) { return std::to_string(number); }
std::string text(KingRange range) { return range == KingRange::one_step ? "one step" : "flying"; }

std::string text(KingLanding landing) {
    switch (landing) {
        case KingLanding::anywhere:
            return "anywhere behind";
        case KingLanding::must_continue:
            return "anywhere behind, where it can go on capturing if it can";
        case KingLanding::behind:
            return "directly behind";
        case KingLanding::behind_last_king:
            return "anywhere behind, directly behind the last piece taken if that is a king";
        case KingLanding::behind_last_king_of_several:
            return "anywhere behind, directly behind the last of several pieces taken if that is a king";
    }
    return {};
}

std::string text(Removal removal) {
    return removal == Removal::at_end ? "at the end of the move" : "at once";
}

std::string text(PromotionInCapture promotion) {
    switch (promotion) {
        case PromotionInCapture::ends_move:
            return "is crowned, the move ends";
        case PromotionInCapture::stays_man:
            return "stays a man, crowned only if the move ends there";
        case PromotionInCapture::becomes_king:
            return "is crowned and goes on as a king";
    }
    return {};
}

std::string text(NoMove no_move) {
    switch (no_move) {
        case NoMove::loses:
            return "loses";
        case NoMove::draws:
            return "draws";
        case NoMove::wins:
            return "wins";
    }
    return {};
}

std::string text(const std::array<Precedence, 4>& precedence) {
    std::string result;
    for (Precedence key : precedence) {
        std::string_view word;
        switch (key) {
            case Precedence::none:
                continue;
            case Precedence::most_pieces:
                word = "most pieces";
                break;
            case Precedence::by_king:
                word = "by a king";
                break;
            case Precedence::most_kings:
                word = "most kings";
                break;
            case Precedence::earliest_king:
                word = "a king earliest";
                break;
            case Precedence::most_value:
                word = "most value";
                break;
        }
        result += (result.empty() ? "" : ", then ") + std::string{word};
    }
    return result.empty() ? "none" : result;
}

std::string text(Notation notation) { return notation == Notation::numeric ? "numeric" : "algebraic"; }

std::string text(const BoardShape& shape) {
    const std::string size = shape.name() + ", " + std::to_string(shape.squares()) + " squares, ";
    if (shape.every_square_plays) return size + "every square plays";
    return size + "bottom-left square " + (shape.bottom_left_plays ? "plays" : "does not play");
}

std::string text(Corner corner) {
    switch (corner) {
        case Corner::top_left:
            return "top left";
        case Corner::top_right:
            return "top right";
        case Corner::bottom_left:
            return "bottom left";
        case Corner::bottom_right:
            return "bottom right";
    }
    return {};
}

std::string results(const Rules& rules) {
    if (rules.two_point_results) return "2-0, 1-1, 0-2, White first";
    return rules.first_player_result_first ? "1-0, who moved first, first" : "1-0, White first";
}

}  // namespace

std::vector<RuleLine> describe(const Rules& rules) {
    const auto line = [](std::string_view rule, const auto& cited, bool of_movement = true) {
        return RuleLine{rule, text(cited.is), cited.article, of_movement};
    };
    std::vector<RuleLine> lines{
        line("board", rules.board, false),
        {"square 1 as White sees it", text(rules.board.is.first_number), rules.board.article, false},
        {"square a1 as White sees it", text(rules.board.is.a1), rules.board.article, false},
        line("rows of men", rules.men_rows, false),
        line("first to move", rules.first, false),
        line("man moves", rules.man_moves),
        line("man captures", rules.man_captures),
        line("king moves", rules.king_moves),
        line("king captures", rules.king_captures),
        line("king range", rules.king_range),
        line("king lands after a capture", rules.king_landing),
        line("man takes king", rules.man_takes_king),
        line("capture may turn back", rules.capture_turns_back),
        line("capture precedence", rules.precedence),
        line("captured pieces leave", rules.removal),
        line("man reaching the crown row by a jump", rules.promotion_in_capture),
        line("side without a legal move", rules.no_move),
        line("notation", rules.notation, false),
        {"sign of a capture", std::string(1, rules.capture_separator), rules.notation.article, false},
        {"results", results(rules), rules.notation.article, false},
    };
    // Rules that few variants have are lines of those only, so that the fingerprints of the others stay.
    if (rules.rows_behind.is != 0)
        lines.push_back(line("empty rows behind the men", rules.rows_behind, false));
    if (rules.king_run_limit.is != 0) {
        lines.push_back(line("moves in a row of one king beside men", rules.king_run_limit));
    }
    if (rules.crowning_wins.is) lines.push_back(line("first to crown wins", rules.crowning_wins));
    return lines;
}

std::vector<RuleDifference> differences(const Rules& a, const Rules& b) {
    std::vector<RuleLine> lines = describe(a);
    const std::vector<RuleLine> others = describe(b);
    const auto value_in = [](const std::vector<RuleLine>& list, std::string_view rule) -> std::string {
        const auto same = [&](const RuleLine& line) { return line.rule == rule; };
        const auto found = std::find_if(list.begin(), list.end(), same);
        return found == list.end() ? "-" : found->value;
    };
    for (const RuleLine& line : others) {
        if (value_in(lines, line.rule) == "-") lines.push_back(line);
    }
    const std::vector<RuleLine> first = describe(a);
    std::vector<RuleDifference> result;
    for (const RuleLine& line : lines) {
        std::array values{value_in(first, line.rule), value_in(others, line.rule)};
        if (values[0] != values[1]) result.push_back({line.rule, std::move(values), line.of_movement});
    }
    return result;
}

std::uint64_t rules_fingerprint(const Rules& rules) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto feed = [&hash](std::string_view bytes) {
        for (char c : bytes) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 0x100000001b3u;
        }
    };
    for (const RuleLine& line : describe(rules)) {
        if (!line.of_movement) continue;
        feed(line.rule);
        feed("=");
        feed(line.value);
        feed("\n");
    }
    return hash;
}

}  // namespace damier
