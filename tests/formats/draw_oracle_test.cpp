// Random games under every rulebook against the oracle, and games whose beginning is cut off: what is said
// then must be true of the whole game.
#include <gtest/gtest.h>

#include <random>

#include "rules/draw_claims.hpp"
#include "tests/formats/draws_for_tests.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/rules/data_table.hpp"

namespace damier {
namespace {

using RandomVariants = ::testing::Types<English, Russian, International>;
template <class V>
class RandomDraws : public ::testing::Test {};
// Counts do not ask how pieces move: kings that step and that fly, majority or not, 8x8 and 10x10.
TYPED_TEST_SUITE(RandomDraws, RandomVariants, VariantNames);

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t n) {
    return std::uniform_int_distribution<std::size_t>{0, n - 1}(random);
}

// Few pieces, mostly kings, no side empty.
template <class G>
typename G::Position random_ending(const G& game, Random& random) {
    while (true) {
        typename G::Position p;
        p.to_move = below(random, 2) == 0 ? Color::white : Color::black;
        // Three kings against one and the like are what many rules are about.
        const bool lone = below(random, 2) == 0;
        const Color strong = below(random, 2) == 0 ? Color::white : Color::black;
        const std::size_t first = lone && below(random, 2) == 0 ? 3 : 1 + below(random, 4);
        const std::size_t second = lone ? 1 : 1 + below(random, 3);
        for (std::size_t i = 0; i < first + second; ++i) {
            const Color color = i < first ? strong : !strong;
            const Square s =
                square(static_cast<int>(below(random, static_cast<std::size_t>(game.board().squares()))));
            if (p.occupied().contains(s)) continue;
            const bool man = below(random, lone ? 8 : 4) == 0 &&
                             game.board().man_squares(color).contains(s) && !(lone && i >= first);
            (man ? p.men : p.kings)[index(color)].insert(s);
        }
        if (!p.pieces(Color::white).empty() && !p.pieces(Color::black).empty()) return p;
    }
}

// Kings walk most of the time, so that counts get somewhere; nobody steps into a capture if it can be helped.
template <class G>
GameRecord<typename G::Set> random_game(const G& game, Random& random, std::size_t plies) {
    using Move = typename G::Move;
    GameRecord<typename G::Set> record;
    typename G::Position position = random_ending(game, random);
    record.start = position;
    record.set_up = true;
    const std::size_t patience = 5 + below(random, 60);  // one in so many plies is any move
    while (record.moves.size() < plies) {
        const auto moves = game.moves(position);
        if (moves.empty()) break;
        std::vector<Move> calm;
        for (const Move& move : moves) {
            const bool king = position.kings[index(position.to_move)].contains(move.from);
            if (king && !move.is_capture() && !game.can_capture(game.apply(position, move)))
                calm.push_back(move);
        }
        const bool any = calm.empty() || below(random, patience) == 0;
        // Of the calm ones often the first: repetitions, and kings that stay on the long diagonal.
        const Move move = any ? moves[below(random, moves.size())]
                              : calm[below(random, 3) == 0 ? 0 : below(random, calm.size())];
        record.moves.push_back({position, move, {}, {}, true});
        position = game.apply(position, move);
    }
    record.last = position;
    return record;
}

// Every value of every setting, one at a time.
std::vector<std::set<std::string>> all_settings(const Rulebook& book) {
    std::vector<std::set<std::string>> all{{}};
    for (const Setting& setting : book.settings) {
        for (const SettingValue& value : setting.values) {
            if (!value.name.empty() && value.edit != nullptr)
                all.push_back({std::string{setting.name} + "=" + std::string{value.name}});
        }
    }
    return all;
}

TYPED_TEST(RandomDraws, AreTheOracles) {
    const Game<TypeParam, SquareSet64> game;
    Random random{20261130};
    std::map<std::string, int> held;
    const int games = test::repetitions(64);
    for (int i = 0; i < games; ++i) {
        const auto record = random_game(game, random, 40 + below(random, 160));
        const auto states = naive_game(game, record);
        for (const Rulebook* book : all_rulebooks()) {
            for (const std::set<std::string>& settings : all_settings(*book)) {
                if (!settings.empty() && i % 4 != 0) continue;
                const auto rules = rules_of_book(std::string{book->name}, settings, game.board().shape());
                const auto plies = plies_of(find_draws(game, record, rules, EarlierPlies::none()));
                const auto oracle = plies_of(oracle::naive_draws(std::string{book->name}, settings, states));
                ASSERT_EQ(plies, oracle) << book->name << " " << ::testing::PrintToString(settings)
                                         << " game " << i << " from " << write_fen(game, record.start);
                for (const auto& [article, at] : plies) ++held[std::string{book->name} + " " + article];
            }
        }
    }
    if (test::sanitized()) return;  // too few games for rare rules
    // The comparison is about something.
    for (const char* article : {"fmjd-2015 6.1",
                                "fmjd-2015 6.2",
                                "fmjd-2015 6.3",
                                "fmjd-2015 6.4",
                                "fmjd-2024 6.3",
                                "fmjd-2024 6.3 (long diagonal)",
                                "idf-64 7.2.4",
                                "idf-64 7.2.5",
                                "idf-64 7.2.6 (4-5 pieces)",
                                "idf-64 7.2.7",
                                "idf-64 7.2.8",
                                "idf-64 7.2.9",
                                "russia 7.2.6 (2-3 pieces)",
                                "cbd 97b",
                                "cbd 99",
                                "cbd 100",
                                "wcdf 1.32.1",
                                "wcdf 1.32.2",
                                "apca 27",
                                "apca 28",
                                "fpd-2026 3.8.a",
                                "fpd-2026 3.8.b",
                                "frisian-2011 18",
                                "frisian-2011 21.1",
                                "turkish 19"}) {
        EXPECT_GT(held[article], 0) << article << " never held";
    }
}

// A game that is known from ply k on only.
template <class S>
GameRecord<S> cut(const GameRecord<S>& whole, std::size_t k) {
    GameRecord<S> part = whole;
    part.moves.erase(part.moves.begin(), part.moves.begin() + static_cast<std::ptrdiff_t>(k));
    part.start = part.moves.empty() ? part.last : part.moves.front().before;
    return part;
}

enum class Said { no, perhaps, yes };
std::map<std::string, std::vector<Said>> said(const GameDraws& draws, std::size_t plies) {
    std::map<std::string, std::vector<Said>> all;
    for (const RuleInGame& found : draws.rules) {
        auto& list = all[std::string{found.rule.article}];
        list.assign(plies + 1, Said::no);
        for (const PlySpan& span : found.may_hold) {
            for (std::size_t ply = span.first; ply <= span.last; ++ply) list[ply] = Said::perhaps;
        }
        for (const PlySpan& span : found.holds) {
            for (std::size_t ply = span.first; ply <= span.last; ++ply) list[ply] = Said::yes;
        }
    }
    return all;
}

TYPED_TEST(RandomDraws, AreNotGuessedWhenTheBeginningIsUnknown) {
    const Game<TypeParam, SquareSet64> game;
    Random random{7};
    int yes = 0, no = 0, perhaps = 0;
    const int games = test::repetitions(400);
    for (int i = 0; i < games; ++i) {
        const auto whole = random_game(game, random, 30 + below(random, 120));
        const std::size_t k = below(random, whole.moves.size() + 1);
        const auto part = cut(whole, k);
        // Nothing is known, or a bound on the number of plies as a move number gives it.
        EarlierPlies bounded;
        bounded.at_most = static_cast<int>(k + below(random, 3));
        for (const Rulebook* book : all_rulebooks()) {
            const auto rules = rules_of_book(std::string{book->name}, {}, game.board().shape());
            const auto truth = plies_of(find_draws(game, whole, rules, EarlierPlies::none()));
            for (const EarlierPlies& earlier : {EarlierPlies::unknown(), bounded}) {
                const GameDraws draws = find_draws(game, part, rules, earlier);
                EXPECT_EQ(draws.history_known, earlier.at_most == 0);
                auto list = said(draws, part.moves.size());
                for (const DrawRule& rule : rules) {
                    const std::string article{rule.article};
                    auto& answers = list[article];
                    answers.resize(part.moves.size() + 1, Said::no);
                    const auto held = truth.find(article);
                    for (std::size_t ply = 0; ply < answers.size(); ++ply) {
                        const bool holds = held != truth.end() && held->second.contains(ply + k);
                        if (answers[ply] == Said::perhaps) {
                            ++perhaps;
                            continue;
                        }
                        ++(holds ? yes : no);
                        ASSERT_EQ(answers[ply] == Said::yes, holds)
                            << book->name << " " << article << " ply " << ply << " after " << k << " from "
                            << write_fen(game, whole.start) << " game " << i;
                    }
                }
            }
        }
    }
    EXPECT_GT(yes, 100);
    EXPECT_GT(no, 1000);
    EXPECT_GT(perhaps, 100);
}

// With the count of the running rule given (FEN field H), that rule is known.
TYPED_TEST(RandomDraws, FollowACountThatIsGiven) {
    const Game<TypeParam, SquareSet64> game;
    Random random{11};
    int given = 0, held_at_once = 0;
    const int games = test::repetitions(600);
    for (int i = 0; i < games; ++i) {
        const auto whole = random_game(game, random, 30 + below(random, 120));
        const std::size_t k = below(random, whole.moves.size() + 1);
        const auto part = cut(whole, k);
        const SquareSet64 road = long_diagonal<SquareSet64>(game.board().shape());
        for (const char* name : {"fmjd-2015", "wcdf", "idf-64", "ludoteka"}) {
            const auto rules = rules_of_book(name, {}, game.board().shape());
            // The count of the whole game at ply k, of the rule that governs the position.
            const DrawRule* governing = nullptr;
            const DrawFacts at_k = facts_of(part.start, road);
            for (const DrawRule& rule : rules) {
                if (governing == nullptr && rule.kind == DrawKind::count && governs(rule, rules, at_k))
                    governing = &rule;
            }
            ASSERT_NE(governing, nullptr);
            DrawRule in_plies = *governing;
            in_plies.counted = Counted::plies;
            DrawCount count{in_plies, facts_of(whole.start, road), whole.start.to_move, EarlierPlies::none(),
                            true};
            for (std::size_t ply = 0; ply < k; ++ply) {
                const auto& played = whole.moves[ply];
                count.ply(kind_of(played.before, played.move), played.before.to_move,
                          facts_of(game.apply(played.before, played.move), road));
            }
            EarlierPlies earlier;
            earlier.counted = count.counted();
            ASSERT_TRUE(earlier.counted.has_value());
            const auto article = std::string{governing->article};
            const auto truth = plies_of(find_draws(game, whole, rules, EarlierPlies::none()))[article];
            const auto answers = said(find_draws(game, part, rules, earlier), part.moves.size())[article];
            for (std::size_t ply = 0; ply <= part.moves.size(); ++ply) {
                const Said answer = answers.empty() ? Said::no : answers[ply];
                ASSERT_EQ(answer, truth.contains(ply + k) ? Said::yes : Said::no)
                    << name << " " << article << " ply " << ply << " after " << k << ", count "
                    << *earlier.counted << " from " << write_fen(game, whole.start);
                held_at_once += ply == 0 && answer == Said::yes;
            }
            ++given;
        }
    }
    EXPECT_GT(given, 100);
    EXPECT_GT(held_at_once, 5);
}

}  // namespace
}  // namespace damier
