// Every variant's values as the solver makes them, slice by slice in memory, against the naive solver: all
// positions of small boards. Tables, files and probing have their own tests; this one is of the rules in the
// solver (solver/row_captures.hpp), which shares no code with the move generator, nor with the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "solver/slice_solver.hpp"
#include "solver/value_cells.hpp"
#include "tests/formats/variants_for_tests.hpp"
#include "tests/rules/data_table.hpp"
#include "tests/rules/pictures.hpp"
#include "tests/support/naive_solver.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Values of slices, and of all that they lead to.
template <class V, class Set>
class Values {
public:
    explicit Values(const BoardShape& shape) : game_{shape}, axes_{game_.board(), V::rules} {}

    // In the order of building.
    void solve(const std::vector<Slice>& slices) {
        const Board<Set>& board = game_.board();
        for (const Slice& slice : slices) {
            if (!fits(slice, board.squares(), board.promotion_row(Color::white).size())) continue;
            SliceValues<Set, std::uint8_t> values{std::make_shared<const SliceLayout<Set>>(axes_, slice)};
            ASSERT_TRUE((solve_slice<Set, WldMetric>(game_.board(), V::rules, store_, values, {})));
            if (!slice.symmetric()) store_.put(color_swapped(axes_, values, 1));
            store_.put(std::move(values));
        }
    }

    char at(const Position<Set>& position) const {
        const auto* values = store_.find(Slice::of(position));
        const std::uint8_t code = values == nullptr ? std::uint8_t{0} : code_of(values->at(position));
        return code == 0 ? '?' : "LDW"[static_cast<int>(WldMetric::value_of_code(V::rules, code))];
    }

private:
    Game<V, Set> game_;
    AxisCache<Set> axes_;
    ValueStore<Set, std::uint8_t> store_;
};

std::vector<Slice> with_all_after(const std::vector<Slice>& slices) {
    std::set<Slice> all;
    const auto add = [&](const auto& self, const Slice& s) -> void {
        if (!all.insert(s).second) return;
        for (const Slice& next : successors(s)) self(self, next);
    };
    for (const Slice& slice : slices) add(add, slice.canonical() ? slice : slice.color_swapped());
    std::vector<Slice> order(all.begin(), all.end());
    std::sort(order.begin(), order.end(), before_in_building);
    return order;
}

template <class V, class Set>
void expect_oracle_values(const BoardShape& shape, const std::vector<Slice>& slices) {
    const oracle::Variant variant = oracle::variant_named(std::string{V::rules.name});
    oracle::NaiveSolver oracle{variant, shape.height, shape.width};
    for (const Slice& s : slices) {
        oracle.solve_slice(s.men_of(Color::white), s.kings_of(Color::white), s.men_of(Color::black),
                           s.kings_of(Color::black));
    }
    Values<V, Set> values{shape};
    values.solve(slices);
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
    std::set<char> seen;
    std::string first;
    for (const oracle::Material& m : oracle.solved()) {
        // The oracle solves also the mirror images of what captures lead to.
        const Slice slice = Slice::of(m[0], m[1], m[2], m[3]);
        if (std::find(slices.begin(), slices.end(), slice.canonical() ? slice : slice.color_swapped()) ==
            slices.end())
            continue;
        oracle.for_each(m[0], m[1], m[2], m[3], [&](const oracle::NaiveState& state, char value, int) {
            ++positions;
            seen.insert(value);
            const char found = values.at(position_of<Set>(picture_of(state)));
            if (found == value) return;
            if (wrong++ == 0) first = oracle::to_fen(state) + " is " + value + ", found " + found;
        });
    }
    EXPECT_EQ(wrong, 0u) << V::rules.name << " " << shape.name() << ": " << first << ", of " << positions;
    EXPECT_GE(seen.size(), 2u) << V::rules.name << " " << shape.name();
}

template <class V>
class VariantTables : public ::testing::Test {
protected:
    static void check(std::string_view board, int pieces) {
        expect_oracle_values<V, SquareSet64>(board_of(V::rules, board).value(), slices_up_to(pieces));
    }
};
TYPED_TEST_SUITE(VariantTables, VariantTypes, VariantNames);

TYPED_TEST(VariantTables, FourPiecesOn4x4) { this->check("4x4", 4); }
TYPED_TEST(VariantTables, FourPiecesOn5x5) { this->check("5x5", sanitized() ? 3 : 4); }
TYPED_TEST(VariantTables, ThreePiecesOn6x6) { this->check("6x6", sanitized() ? 2 : 3); }
TYPED_TEST(VariantTables, TwoPiecesOnTheOfficialBoard) {
    expect_oracle_values<TypeParam, OfficialSet<TypeParam>>(TypeParam::rules.board, slices_up_to(2));
}

template <class V>
class FullVariantTables : public VariantTables<V> {};
TYPED_TEST_SUITE(FullVariantTables, VariantTypes, VariantNames);

TYPED_TEST(FullVariantTables, FourPiecesOn6x6) { this->check("6x6", 4); }
TYPED_TEST(FullVariantTables, FivePiecesOn4x4) { this->check("4x4", 5); }

// Four to take, of both kinds: where precedence looks at numbers, kings and their order, and where it
// matters when captured pieces leave.
TYPED_TEST(FullVariantTables, OneTakesFourOn6x6) {
    expect_oracle_values<TypeParam, SquareSet64>(
        board_of(TypeParam::rules, "6x6").value(),
        with_all_after({Slice::of(0, 1, 2, 2), Slice::of(1, 0, 2, 2)}));
}

// Two can take the same pieces in different orders, and something is left to tell the outcomes apart: where
// precedence asks which of them meets a king first.
TYPED_TEST(FullVariantTables, TwoTakeOfThreeOn6x6) {
    expect_oracle_values<TypeParam, SquareSet64>(
        board_of(TypeParam::rules, "6x6").value(),
        with_all_after({Slice::of(0, 2, 1, 2), Slice::of(0, 2, 2, 1)}));
}

}  // namespace
}  // namespace damier
