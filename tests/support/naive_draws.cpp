#include "tests/support/naive_draws.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <stdexcept>

namespace damier::oracle {

namespace {

using Game = std::vector<NaiveState>;

std::size_t count(const NaiveState& s, char piece) {
    return static_cast<std::size_t>(std::count(s.cells.begin(), s.cells.end(), piece));
}
std::size_t pieces(const NaiveState& s) {
    return count(s, 'w') + count(s, 'W') + count(s, 'b') + count(s, 'B');
}
char king(char color) { return static_cast<char>(std::toupper(static_cast<unsigned char>(color))); }
char other(char color) { return color == 'w' ? 'b' : 'w'; }

// Ply i leads from position i-1 to position i.
char mover(const Game& g, std::size_t i) { return g[i - 1].to_move; }
bool capture(const Game& g, std::size_t i) { return pieces(g[i]) < pieces(g[i - 1]); }
bool promotion(const Game& g, std::size_t i) {
    return count(g[i], king(mover(g, i))) > count(g[i - 1], king(mover(g, i)));
}
bool man_move(const Game& g, std::size_t i) {
    for (std::size_t cell = 0; cell < g[i].cells.size(); ++cell) {
        if ((g[i].cells[cell] == mover(g, i)) != (g[i - 1].cells[cell] == mover(g, i))) return true;
    }
    return false;
}

// "KKM": kings, then men.
std::string force(const NaiveState& s, char color) {
    return std::string(count(s, king(color)), 'K') + std::string(count(s, color), 'M');
}
// Which colour has the first force, the other having the second: 'w', 'b', '=' for both, 0 for none.
char who(const NaiveState& s, const std::string& strong, const std::string& weak) {
    const bool white = force(s, 'w') == strong && force(s, 'b') == weak;
    const bool black = force(s, 'b') == strong && force(s, 'w') == weak;
    return white && black ? '=' : white ? 'w' : black ? 'b' : '\0';
}
char lone(const NaiveState& s, const std::vector<std::string>& strong) {
    for (const std::string& one : strong) {
        if (const char side = who(s, one, "K")) return side;
    }
    return '\0';
}
const std::vector<std::string> three{"KKK", "KKM", "KMM"};
const std::vector<std::string> two{"KK", "KM", "K"};
char three_kings_or_more(const NaiveState& s) {
    for (int kings = 3; kings <= 12; ++kings) {
        if (const char side = who(s, std::string(static_cast<std::size_t>(kings), 'K'), "K")) return side;
    }
    return '\0';
}

// From corner to corner, over the squares that are played on.
bool on_main_road(const NaiveState& s, const std::string& any_of) {
    const bool from_bottom_left = s.cells[static_cast<std::size_t>((s.rows - 1) * s.cols)] != ' ';
    for (int row = 0; row < s.rows; ++row) {
        const int col = from_bottom_left ? s.cols - 1 - row : row;
        if (any_of.find(s.cells[static_cast<std::size_t>(row * s.cols + col)]) != any_of.npos) return true;
    }
    return false;
}
bool lone_king_on_road(const NaiveState& s, char strong) { return on_main_road(s, {king(other(strong))}); }

bool both_have_kings(const NaiveState& s) { return count(s, 'W') > 0 && count(s, 'B') > 0; }

using Test = std::function<char(const NaiveState&)>;  // the strong side, or 0
using Stop = std::function<bool(const Game&, std::size_t)>;

Stop never() {
    return [](const Game&, std::size_t) { return false; };
}
bool capture_or_man_move(const Game& g, std::size_t i) { return capture(g, i) || man_move(g, i); }
bool capture_or_promotion(const Game& g, std::size_t i) { return capture(g, i) || promotion(g, i); }

// The first position of the last stretch, up to position p, in which every position passes the test and
// behind whose first no ply restarts; p + 1 if p itself does not pass.
std::size_t stretch(const Game& g, std::size_t p, const Test& test, const Stop& restart) {
    if (!test(g[p])) return p + 1;
    std::size_t first = p;
    while (first > 0 && !restart(g, first) && test(g[first - 1])) --first;
    return first;
}
std::size_t plies_by(const Game& g, std::size_t first, std::size_t p, char color) {
    std::size_t made = 0;
    for (std::size_t i = first + 1; i <= p; ++i) made += color == 0 || mover(g, i) == color;
    return made;
}

using Rule = std::function<bool(const Game&, std::size_t)>;  // does it hold at position p?

Rule stretch_of(std::size_t plies, Test test, Stop restart) {
    return [=](const Game& g, std::size_t p) {
        const std::size_t first = stretch(g, p, test, restart);
        return first <= p && p - first >= plies;
    };
}
// No test: any position will do.
Rule without(std::size_t plies) {
    return stretch_of(
        plies, [](const NaiveState&) { return '='; }, capture_or_man_move);
}
// So many moves of the strong side itself (or of the weak one).
Rule own(std::size_t moves, Test test, bool weak = false, bool first_of_equal = false) {
    return [=](const Game& g, std::size_t p) {
        const std::size_t first = stretch(g, p, test, never());
        if (first > p) return false;
        const char strong = test(g[p]);
        if (strong == '=') {
            const std::size_t white = plies_by(g, first, p, 'w');
            const std::size_t black = plies_by(g, first, p, 'b');
            return (first_of_equal ? std::max(white, black) : std::min(white, black)) >= moves;
        }
        return plies_by(g, first, p, weak ? other(strong) : strong) >= moves;
    };
}
Test on_road(Test material) {
    return [=](const NaiveState& s) {
        const char strong = material(s);
        return strong && lone_king_on_road(s, strong) ? strong : '\0';
    };
}
// The same when leaving the road lets the count wait: plies from road to road, the material staying.
Rule paused(std::size_t moves, Test material, bool strong_only) {
    return [=](const Game& g, std::size_t p) {
        const Test road = on_road(material);
        if (!road(g[p])) return false;
        const std::size_t first = stretch(g, p, material, never());
        std::size_t made = 0;
        for (std::size_t i = first + 1; i <= p; ++i) {
            if (road(g[i - 1]) && road(g[i])) made += !strong_only || mover(g, i) == material(g[p]);
        }
        return made >= moves;
    };
}

std::size_t occurrences(const Game& g, std::size_t p, const NaiveState& position) {
    std::size_t times = 0;
    for (std::size_t i = 0; i <= p; ++i) times += g[i] == position;
    return times;
}
Rule repeated(std::size_t times) {
    return [=](const Game& g, std::size_t p) { return occurrences(g, p, g[p]) >= times; };
}
Rule next_move_repeats(std::size_t times) {
    return [=](const Game& g, std::size_t p) {
        bool near = false;  // without a position that is one short there is no need to make moves
        for (std::size_t i = 0; i <= p && !near; ++i) near = occurrences(g, p, g[i]) + 1 >= times;
        if (!near) return false;
        for (const NaiveMove& move : legal_moves(g[p])) {
            if (occurrences(g, p, move.after) + 1 >= times) return true;
        }
        return false;
    };
}

bool has_capture(const NaiveState& s) {
    const auto moves = legal_moves(s);
    return std::any_of(moves.begin(), moves.end(), [](const NaiveMove& m) { return !m.captured.empty(); });
}
bool quiet_for(NaiveState s, char color) {
    s.to_move = color;
    if (has_capture(s)) return false;
    const auto moves = legal_moves(s);
    return std::any_of(moves.begin(), moves.end(), [](const NaiveMove& m) { return !has_capture(m.after); });
}

using Articles = std::map<std::string, Rule>;

Test is_three() {
    return [](const NaiveState& s) { return lone(s, three); };
}
Test is_two() {
    return [](const NaiveState& s) { return lone(s, two); };
}
Test is_kkk() {
    return [](const NaiveState& s) { return who(s, "KKK", "K"); };
}
Test balance(std::size_t least, std::size_t most) {
    return [=](const NaiveState& s) {
        return both_have_kings(s) && pieces(s) >= least && pieces(s) <= most ? '=' : '\0';
    };
}

// 16 moves that go on where a capture has led to 6.4.
bool sixteen_carried(const Game& g, std::size_t p) {
    std::size_t first = p + 1;
    while (first > 0 && (lone(g[first - 1], three) || lone(g[first - 1], two))) --first;
    while (first <= p && !lone(g[first], three)) ++first;
    return first <= p && p - first >= 32;
}

Articles international(const std::vector<std::string>& names, bool carried) {
    return {{names[0], repeated(3)},
            {names[1], without(50)},
            {names[2], carried ? Rule{sixteen_carried} : stretch_of(32, is_three(), never())},
            {names[3], stretch_of(10, is_two(), never())}};
}

Test main_road_of(bool russia) {
    return [=](const NaiveState& s) {
        const char side = lone(s, three);
        return !side && russia ? lone(s, {"MMM"}) : side;
    };
}

Articles draughts_64(bool russia, const std::set<std::string>& settings) {
    const std::size_t each = settings.count("7.2.6-unit=plies") ? 1 : 2;
    const Test main_road = main_road_of(russia);
    Articles articles{{"7.2.3", repeated(3)},
                      {"7.2.4", own(15, three_kings_or_more)},
                      {"7.2.5", without(30)},
                      {"7.2.6 (4-5 pieces)", stretch_of(30 * each, balance(4, 5), capture_or_promotion)},
                      {"7.2.6 (6-7 pieces)", stretch_of(60 * each, balance(6, 7), capture_or_promotion)},
                      {"7.2.7", settings.count("7.2.7-leaving=pause") ? paused(5, main_road, true)
                                                                      : own(5, on_road(main_road))},
                      {"7.2.8", own(5, is_two(), false, settings.count("7.2.8-equal=first") > 0)}};
    if (russia) articles["7.2.6 (2-3 pieces)"] = stretch_of(5 * each, balance(2, 3), capture_or_promotion);
    if (settings.count("7.2.9=yes")) {
        articles["7.2.9"] = [=](const Game& g, std::size_t p) {
            return on_road(main_road)(g[p]) != '\0' || lone(g[p], two) != '\0';
        };
    }
    return articles;
}

char cbd_99(const NaiveState& s) {
    for (const auto& [one, two_] : std::vector<std::pair<std::string, std::string>>{
             {"KK", "KK"}, {"KK", "K"}, {"KK", "KM"}, {"K", "K"}, {"K", "KM"}}) {
        if (const char side = who(s, one, two_)) return side;
    }
    return '\0';
}

char three_hold(const NaiveState& s) {
    const char strong = who(s, "KKK", "K");
    if (!strong) return '\0';
    const bool theirs = on_main_road(s, {king(other(strong)), other(strong)});
    return on_main_road(s, {king(strong)}) && !theirs ? strong : '\0';
}
char at_most_four_each(const NaiveState& s) {
    const bool few = count(s, 'w') + count(s, 'W') <= 4 && count(s, 'b') + count(s, 'B') <= 4;
    return few && both_have_kings(s) && !three_hold(s) ? '=' : '\0';
}

Articles articles_of(const std::string& book, const std::set<std::string>& settings) {
    const auto set = [&](const char* setting) { return settings.count(setting) > 0; };
    const std::vector<std::string> fmjd{"6.1", "6.2", "6.3", "6.4"};
    const std::vector<std::string> nameless{"repetition", "25 moves", "16 moves", "5 moves"};
    if (book == "fmjd-2015") return international(fmjd, set("16-to-5=rest"));
    if (book == "ffjd" || book == "canadian") return international(nameless, set("16-to-5=rest"));
    if (book == "fmjd-2024") {
        Articles articles = international(fmjd, true);
        articles["6.3 (long diagonal)"] = set("6.3-leaving=pause")
                                              ? paused(10, is_three(), false)
                                              : stretch_of(10, on_road(is_three()), never());
        return articles;
    }
    if (book == "idf-64" || book == "russia") return draughts_64(book == "russia", settings);
    if (book == "cbd") {
        return {{"97b", without(40)},
                {"98", repeated(3)},
                {"99", stretch_of(10, cbd_99, never())},
                {"100", set("100-leaving=pause") ? paused(10, is_three(), false)
                                                 : stretch_of(10, on_road(is_three()), never())}};
    }
    if (book == "wcdf") return {{"1.32.1", next_move_repeats(3)}, {"1.32.2", without(80)}};
    if (book == "acf-old")
        return {{"repetition", next_move_repeats(set("repetition=4") ? 4 : 3)}, {"50 moves", without(100)}};
    if (book == "turnpan") return {{"repetition", repeated(3)}, {"40 moves", without(80)}};
    if (book == "uncounted" || book == "slovak") return {};
    if (book == "apca") {
        return {{"26 (repetition)", repeated(3)},
                {"26 (30 moves)", without(set("26-unit=30-each") ? 60 : 30)},
                {"27", own(13, is_kkk(), true)},
                {"28", set("28-leaving=pause") ? paused(10, is_kkk(), false)
                                               : stretch_of(10, on_road(is_kkk()), never())}};
    }
    if (book == "ludoteka") return {{"25 moves", without(50)}};
    if (book == "fid") return {{"9.3 b1", repeated(set("repetition=4") ? 4 : 3)}, {"10.4", without(80)}};
    if (book == "fpd-2026") {
        return {{"3.8.a", own(12, three_hold)},
                {"3.8.b", stretch_of(40, at_most_four_each, capture_or_man_move)},
                {"5.3", repeated(3)}};
    }
    if (book == "section64") return {{"repetition", repeated(3)}, {"40 king moves", without(40)}};
    if (book == "czech") return {{"repetition", repeated(3)}, {"15 moves", without(30)}};
    if (book == "frisian-2011") {
        return {{"18", own(7, [](const NaiveState& s) { return who(s, "KK", "K"); })},
                {"21.1", [](const Game& g, std::size_t p) {
                     return who(g[p], "K", "K") != '\0' && quiet_for(g[p], 'w') && quiet_for(g[p], 'b');
                 }}};
    }
    if (book == "turkish") {
        return {{"19", [](const Game& g, std::size_t p) {
                     return count(g[p], 'w') + count(g[p], 'W') == 1 &&
                            count(g[p], 'b') + count(g[p], 'B') == 1;
                 }}};
    }
    if (book == "jamaican") return {{"13 moves", own(13, is_kkk(), true)}};
    if (book == "giveaway") return {{"repetition", repeated(3)}};
    throw std::runtime_error("the oracle does not know the rulebook " + book);
}

NaiveCountRule quiet_plies(int plies) {
    return {.limit = plies, .capture_restarts = true, .man_move_restarts = true};
}
NaiveCountRule plies_of(int plies, Test material) { return {.strong = std::move(material), .limit = plies}; }
NaiveCountRule moves_of(char whose, int moves, Test material, bool first_of_equal = false) {
    return {.strong = std::move(material), .limit = moves, .whose = whose, .first_of_equal = first_of_equal};
}
NaiveCountRule plies_to_a_change(int plies, Test material) {
    NaiveCountRule rule = plies_of(plies, std::move(material));
    rule.capture_restarts = rule.promotion_restarts = true;
    return rule;
}

using Counts = std::map<std::string, NaiveCountRule>;

Counts counts_of_international(const std::vector<std::string>& names, bool carried) {
    NaiveCountRule sixteen = plies_of(32, is_three());
    if (carried) sixteen.goes_on = [](const NaiveState& s) { return is_two()(s) != '\0'; };
    return {{names[0], quiet_plies(50)}, {names[1], sixteen}, {names[2], plies_of(10, is_two())}};
}

Counts counts_of_64(bool russia, const std::set<std::string>& settings) {
    const int each = settings.count("7.2.6-unit=plies") ? 1 : 2;
    Counts counts{{"7.2.4", moves_of('s', 15, three_kings_or_more)},
                  {"7.2.5", quiet_plies(30)},
                  {"7.2.6 (4-5 pieces)", plies_to_a_change(30 * each, balance(4, 5))},
                  {"7.2.6 (6-7 pieces)", plies_to_a_change(60 * each, balance(6, 7))},
                  {"7.2.7", moves_of('s', 5, on_road(main_road_of(russia)))},
                  {"7.2.8", moves_of('s', 5, is_two(), settings.count("7.2.8-equal=first") > 0)}};
    if (russia) counts["7.2.6 (2-3 pieces)"] = plies_to_a_change(5 * each, balance(2, 3));
    return counts;
}

}  // namespace

std::map<std::string, NaiveCountRule> naive_counts(const std::string& book,
                                                   const std::set<std::string>& settings) {
    const auto set = [&](const char* setting) { return settings.count(setting) > 0; };
    const std::vector<std::string> nameless{"25 moves", "16 moves", "5 moves"};
    if (book == "fmjd-2015") return counts_of_international({"6.2", "6.3", "6.4"}, set("16-to-5=rest"));
    if (book == "fmjd-2024") {
        Counts counts = counts_of_international({"6.2", "6.3", "6.4"}, true);
        counts["6.3 (long diagonal)"] = plies_of(10, on_road(is_three()));
        return counts;
    }
    if (book == "ffjd" || book == "canadian") return counts_of_international(nameless, set("16-to-5=rest"));
    if (book == "idf-64" || book == "russia") return counts_of_64(book == "russia", settings);
    if (book == "cbd") {
        return {{"97b", quiet_plies(40)},
                {"99", plies_of(10, cbd_99)},
                {"100", plies_of(10, on_road(is_three()))}};
    }
    if (book == "wcdf") return {{"1.32.2", quiet_plies(80)}};
    if (book == "acf-old") return {{"50 moves", quiet_plies(100)}};
    if (book == "turnpan") return {{"40 moves", quiet_plies(80)}};
    if (book == "apca") {
        return {{"26 (30 moves)", quiet_plies(set("26-unit=30-each") ? 60 : 30)},
                {"27", moves_of('w', 13, is_kkk())},
                {"28", plies_of(10, on_road(is_kkk()))}};
    }
    if (book == "ludoteka") return {{"25 moves", quiet_plies(50)}};
    if (book == "fid") return {{"10.4", quiet_plies(80)}};
    if (book == "section64") return {{"40 king moves", quiet_plies(40)}};
    if (book == "czech") return {{"15 moves", quiet_plies(30)}};
    if (book == "jamaican") return {{"13 moves", moves_of('w', 13, is_kkk())}};
    if (book == "frisian-2011")
        return {{"18", moves_of('s', 7, [](const NaiveState& s) { return who(s, "KK", "K"); })}};
    if (book == "turkish") {
        return {{"19", plies_of(0, [](const NaiveState& s) {
                     const bool alone =
                         count(s, 'w') + count(s, 'W') == 1 && count(s, 'b') + count(s, 'B') == 1;
                     return alone ? '=' : '\0';
                 })}};
    }
    if (book == "fpd-2026" || book == "uncounted" || book == "slovak" || book == "giveaway") return {};
    throw std::runtime_error("the oracle does not know the rulebook " + book);
}

std::map<std::string, std::vector<bool>> naive_draws(const std::string& rulebook,
                                                     const std::set<std::string>& settings,
                                                     const std::vector<NaiveState>& game) {
    std::map<std::string, std::vector<bool>> draws;
    // The end of the game comes before every draw.
    const bool over = legal_moves(game.back()).empty();
    for (const auto& [article, rule] : articles_of(rulebook, settings)) {
        for (std::size_t p = 0; p < game.size(); ++p)
            draws[article].push_back(!(over && p + 1 == game.size()) && rule(game, p));
    }
    return draws;
}

}  // namespace damier::oracle
