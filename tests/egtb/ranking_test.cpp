// The ranking of placements: its order by an independent enumeration, its counts by published figures.
#include "egtb/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "rules/variants.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"

namespace damier {
namespace {

using namespace damier::test;

// What the placements of a slice are sorted by: sets as numbers, since colex order is their order. Squares
// that other pieces take need not be left out: they are the same for all that the set is compared with.
struct OrderKey {
    int black_on_top;
    uint128 top, others, white, waiting, moving;
    friend auto operator<=>(const OrderKey&, const OrderKey&) = default;
};

// Keys on one board; kings of even rows come first.
class DocumentedOrder {
public:
    explicit DocumentedOrder(const BoardShape& shape) {
        for (int i = 0; i < shape.squares(); ++i) rows_.push_back(shape.place(square(i)).row);
        king_places_.resize(rows_.size());
        int place = 0;
        for (int parity : {0, 1}) {
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                if (rows_[i] % 2 == parity) king_places_[i] = place++;
            }
        }
    }

    template <class Set>
    OrderKey key_of(const Position<Set>& position) const {
        OrderKey key{0, 0, 0, position.men[0].bits(), 0, 0};
        for (Square s : position.men[1]) {
            const bool on_top = rows_[static_cast<std::size_t>(index(s))] == 0;
            (on_top ? key.top : key.others) |= uint128{1} << index(s);
            key.black_on_top += on_top;
        }
        key.waiting = in_king_order(position.kings[index(!position.to_move)]);
        key.moving = in_king_order(position.kings[index(position.to_move)]);
        return key;
    }

private:
    template <class Set>
    uint128 in_king_order(Set kings) const {
        uint128 bits = 0;
        for (Square s : kings) bits |= uint128{1} << king_places_[static_cast<std::size_t>(index(s))];
        return bits;
    }

    std::vector<int> rows_;
    std::vector<int> king_places_;
};

template <class Set>
class Ranking : public ::testing::Test {
protected:
    // All placements of so many pieces, slice by slice.
    static void check_all(const BoardShape& shape, int pieces) {
        const Board<Set> board{shape};
        const DocumentedOrder order{shape};
        std::map<std::pair<Slice, Color>, std::vector<std::pair<OrderKey, Position<Set>>>> placements;
        for_each_picture(shape, pieces, [&](const Picture& picture) {
            const auto position = position_of<Set>(picture);
            placements[{Slice::of(position), position.to_move}].emplace_back(order.key_of(position),
                                                                             position);
        });
        for (auto& [slice_and_side, list] : placements) {
            const auto& [slice, to_move] = slice_and_side;
            SCOPED_TRACE(shape.name() + " " + slice.name() + ", " + std::string{name(to_move)} + " to move");
            std::sort(list.begin(), list.end(),
                      [](const auto& a, const auto& b) { return a.first < b.first; });
            const SliceRanking<Set> ranking{board, slice};
            ASSERT_EQ(ranking.placements(), list.size());
            ASSERT_EQ(ranking.men_configurations() * ranking.king_placements(), list.size());
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const Position<Set>& position = list[i].second;
                Position<Set> men;
                ranking.unrank_men(i / ranking.king_placements(), men);
                wrong += ranking.rank(position) != i || ranking.unrank(to_move, i) != position ||
                         men.men != position.men ||
                         ranking.men_rank(position.men[0], position.men[1]) != i / ranking.king_placements();
            }
            EXPECT_EQ(wrong, 0u);
        }
    }

    // Ranks here and there: first, last, and random ones.
    static void check_sample(const Board<Set>& board, const Slice& slice, int count) {
        SCOPED_TRACE(board.shape().name() + " " + slice.name());
        const DocumentedOrder order{board.shape()};
        const SliceRanking<Set> ranking{board, slice};
        const std::uint64_t placements = ranking.placements();
        ASSERT_NE(placements, binomial_overflow);
        ASSERT_GT(placements, 0u);
        std::mt19937_64 random{slice.key()};
        for (int i = 0; i < count; ++i) {
            const std::uint64_t rank = i == 0 ? 0 : i == 1 ? placements - 1 : random() % placements;
            for (Color to_move : both_colors) {
                const auto position = ranking.unrank(to_move, rank);
                EXPECT_EQ(position.to_move, to_move);
                EXPECT_EQ(Slice::of(position), slice);
                EXPECT_EQ(position.count(), slice.pieces());
                for (Color c : both_colors) {
                    EXPECT_TRUE((position.men[index(c)] & board.promotion_row(c)).empty());
                }
                EXPECT_EQ(ranking.rank(position), rank);
                if (rank + 1 == placements) continue;
                EXPECT_LT(order.key_of(position), order.key_of(ranking.unrank(to_move, rank + 1)));
            }
        }
    }
};
using Sets = ::testing::Types<SquareSet64, SquareSet128>;
TYPED_TEST_SUITE(Ranking, Sets);

TYPED_TEST(Ranking, EveryPlacementOn4x4) {
    for (int pieces = 1; pieces <= (sanitized() ? 4 : 8); ++pieces) this->check_all(shape_of(4, 4), pieces);
}

TYPED_TEST(Ranking, EveryPlacementOnSmallBoards) {
    BoardShape other = shape_of(5, 5);
    other.bottom_left_plays = false;
    BoardShape all = shape_of(4, 3);
    all.every_square_plays = true;
    for (int pieces = 1; pieces <= (sanitized() ? 2 : 4); ++pieces) {
        this->check_all(shape_of(5, 5), pieces);
        this->check_all(other, pieces);
        this->check_all(all, pieces);
    }
    for (int pieces = 1; pieces <= (sanitized() ? 2 : 3); ++pieces) {
        this->check_all(shape_of(3, 7), pieces);
        this->check_all(shape_of(6, 6), pieces);
        this->check_all(shape_of(4, 8), pieces);
    }
}

TYPED_TEST(Ranking, EveryPlacementOn8x8) {
    for (int pieces = 1; pieces <= (sanitized() ? 2 : 3); ++pieces) this->check_all(shape_of(8, 8), pieces);
}

TYPED_TEST(Ranking, SamplesOfLargeSlices) {
    const Board<TypeParam> eight{shape_of(8, 8)};
    for (const Slice& slice : {Slice::of(12, 0, 12, 0), Slice::of(0, 12, 0, 12), Slice::of(6, 4, 5, 3),
                               Slice::of(1, 9, 2, 1), Slice::of(2, 2, 3, 3), Slice::of(0, 1, 10, 2)}) {
        this->check_sample(eight, slice, repetitions(400));
    }
    const Board<TypeParam> ten{shape_of(10, 10)};
    for (const Slice& slice : {Slice::of(3, 2, 3, 2), Slice::of(10, 0, 10, 0), Slice::of(0, 5, 1, 5),
                               Slice::of(0, 25, 0, 1), Slice::of(1, 1, 1, 26), Slice::of(20, 0, 1, 0)}) {
        this->check_sample(ten, slice, repetitions(400));
    }
    BoardShape turkish = shape_of(8, 8);
    turkish.every_square_plays = true;
    this->check_sample(Board<TypeParam>{turkish}, Slice::of(3, 1, 3, 2), repetitions(400));
}

TEST(RankingOn12x12, Samples) {
    const Board<SquareSet128> board{shape_of(12, 12)};
    std::mt19937_64 random{4};
    int checked = 0;
    for (int i = 0; i < 400; ++i) {
        const auto below = [&](int bound) {
            return static_cast<int>(random() % static_cast<unsigned>(bound));
        };
        const Slice slice = Slice::of(below(7), below(7), below(7), below(7));
        const SliceRanking<SquareSet128> ranking{board, slice};
        const std::uint64_t placements = ranking.placements();
        if (placements == binomial_overflow) continue;
        ++checked;
        for (int j = 0; j < 10; ++j) {
            const std::uint64_t rank = j == 0 ? placements - 1 : random() % placements;
            const Color to_move = both_colors[static_cast<std::size_t>(j % 2)];
            const auto position = ranking.unrank(to_move, rank);
            EXPECT_EQ(Slice::of(position), slice);
            EXPECT_EQ(position.count(), slice.pieces());
            EXPECT_EQ(ranking.rank(position), rank);
        }
    }
    EXPECT_GT(checked, 100);
}

TEST(PositionCounts, AreThePublishedOnes) {
    int checked = 0;
    for (const DataRow& row : read_data("position_counts.tsv")) {
        const int most = std::stoi(row.at("most a side"));
        const int pieces = std::stoi(row.at("pieces"));
        const BoardShape shape = *parse_board_size(row.at("board"), BoardShape{});
        const Board<SquareSet64> board{shape};
        std::uint64_t sum = 0;
        for (int wm = 0; wm <= pieces; ++wm) {
            for (int wk = 0; wm + wk <= pieces; ++wk) {
                for (int bm = 0; wm + wk + bm <= pieces; ++bm) {
                    const Slice slice = Slice::of(wm, wk, bm, pieces - wm - wk - bm);
                    if (slice.pieces_of(Color::white) > most || slice.pieces_of(Color::black) > most)
                        continue;
                    sum = checked_sum(sum, SliceRanking<SquareSet64>{board, slice}.placements());
                }
            }
        }
        EXPECT_EQ(sum, std::stoull(row.at("positions"))) << shape.name() << " " << pieces;
        ++checked;
    }
    EXPECT_EQ(checked, 32);
}

// Counted another way: by the white men on the bottom row, where no black man can stand, and kings of both
// colours together; in floating point, whose error is far below what is asked of it.
long double estimated_placements(const BoardShape& shape, const Slice& slice) {
    const auto choose = [](int n, int k) -> long double {
        if (k < 0 || k > n) return 0;
        long double product = 1;
        for (int i = 1; i <= k; ++i) product = product * static_cast<long double>(n - k + i) / i;
        return product;
    };
    const int row = static_cast<int>(shape.squares() / shape.height);
    const int squares = shape.squares();
    const int white = slice.men_of(Color::white);
    const int black = slice.men_of(Color::black);
    long double men = 0;
    for (int i = 0; i <= std::min(row, white); ++i) {
        men += choose(row, i) * choose(squares - 2 * row, white - i) *
               choose(squares - row - (white - i), black);
    }
    const int white_kings = slice.kings_of(Color::white);
    const int kings = white_kings + slice.kings_of(Color::black);
    return men * choose(squares - white - black, kings) * choose(kings, white_kings);
}

template <class Set>
void check_count(const Board<Set>& board, const Slice& slice) {
    const long double expected = estimated_placements(board.shape(), slice);
    const std::uint64_t placements = SliceRanking<Set>{board, slice}.placements();
    constexpr long double limit = 18'446'744'073'709'551'615.0L;
    if (expected > limit * 1.000001L) {
        EXPECT_EQ(placements, binomial_overflow) << slice.name();
    } else if (expected < limit * 0.999999L) {
        EXPECT_LE(std::abs(static_cast<long double>(placements) - expected), expected * 1e-12L)
            << slice.name();
    }
}

TEST(PositionCounts, ThatDoNotFitAreTold) {
    const Board<SquareSet128> canadian{shape_of(12, 12)};
    int overflows = 0;
    for (int wm = 0; wm <= 24; ++wm) {
        for (int wk = 0; wm + wk <= 24; ++wk) {
            for (int bm = 0; wm + wk + bm <= 24; ++bm) {
                const Slice slice = Slice::of(wm, wk, bm, 24 - wm - wk - bm);
                check_count(canadian, slice);
                overflows += SliceRanking<SquareSet128>{canadian, slice}.placements() == binomial_overflow;
            }
        }
    }
    EXPECT_GT(overflows, 2'000);
    for (const Slice& slice :
         {Slice::of(30, 0, 30, 0), Slice::of(0, 30, 0, 30), Slice::of(30, 0, 0, 1), Slice::of(15, 15, 15, 15),
          Slice::of(36, 0, 36, 0), Slice::of(66, 0, 6, 0), Slice::of(0, 71, 0, 1), Slice::of(25, 0, 0, 0)}) {
        check_count(canadian, slice);
    }
}

// Full boards have more pieces of a kind than any start position.
TEST(PositionCounts, OfManyPiecesOfAKind) {
    for (const auto& [height, width] : {std::pair{8, 8}, {10, 10}}) {
        const Board<SquareSet64> board{shape_of(height, width)};
        const int squares = board.squares();
        for (int white = 1; white < squares; ++white) {
            check_count(board, Slice::of(0, white, 0, squares - white));
            check_count(board, Slice::of(0, white, 0, 1));
            if (white > squares - width / 2) continue;
            check_count(board, Slice::of(white, 0, 0, 1));
            check_count(board, Slice::of(1, 0, white, 1));
        }
    }
}

TEST(PositionCounts, SlicesWithoutRoomHaveNone) {
    const BoardShape shape = shape_of(4, 4);
    const Board<SquareSet64> board{shape};
    for (int wm = 0; wm <= 9; ++wm) {
        for (int bm = 0; bm <= 9; ++bm) {
            for (int wk = 0; wk <= 9; ++wk) {
                const Slice slice = Slice::of(wm, wk, bm, 1);
                EXPECT_EQ(fits(slice, 8, 2), (SliceRanking<SquareSet64>{board, slice}.placements() > 0))
                    << slice.name();
            }
        }
    }
}

// Where kings may move only so often in a row: each placement in each state, once.
TEST(RankingWithRuns, EveryPositionOn4x4) {
    const Game<Frisian> game{shape_of(4, 4)};
    for (const Slice& slice : slices_up_to(4)) {
        const SliceRanking<SquareSet64> ranking{game.board(), slice, 3};
        const SliceRanking<SquareSet64> plain{game.board(), slice};
        int states = 1;
        for (Color c : both_colors) {
            if (slice.men_of(c) > 0) states *= 1 + 3 * slice.kings_of(c);
        }
        ASSERT_EQ(ranking.placements(), plain.placements() * static_cast<std::uint64_t>(states))
            << slice.name();
        std::uint64_t wrong = 0;
        for (std::uint64_t rank = 0; rank < ranking.placements(); ++rank) {
            const auto position = ranking.unrank(Color::black, rank);
            wrong += ranking.rank(position) != rank || !game.run_is_possible(position, Color::white) ||
                     !game.run_is_possible(position, Color::black) ||
                     plain.rank(position) != rank % plain.placements();
        }
        EXPECT_EQ(wrong, 0u) << slice.name();
    }
}

}  // namespace
}  // namespace damier
