// Sets of 128 bits, which tables of boards of more than 64 squares have: the libraries instantiate them only
// for variants with such an official board, so they are instantiated here.
#include <gtest/gtest.h>

#include "egtb/prober_impl.hpp"
#include "rules/variants/international.hpp"
#include "solver/build_impl.hpp"
#include "solver/slice_solver_impl.hpp"
#include "solver/verify_impl.hpp"
#include "tests/solver/both_solvers.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

static_assert(!std::is_same_v<OfficialSet<International>, SquareSet128>);

// The same values and the same bytes, where a board fits in both widths.
TEST(WideSets, GiveTheSameTables) {
    const BoardShape shape = board_for<International>("6x6");
    const BuiltTables<International> narrow{shape, 3};
    const BuiltTables<International, SquareSet128> wide{shape, 3};
    EXPECT_EQ(differences(content_of(narrow.folder()), content_of(wide.folder())),
              std::vector<std::string>{});
    expect_equals_oracle<International, SquareSet128>(shape, oracle_for<International>(shape, 3), 3);
}

TEST(WideSets, TwoPiecesOn12x12) {
    const BoardShape shape = board_for<International>("12x12");
    ASSERT_EQ(shape.squares(), 72);
    expect_equals_oracle<International, SquareSet128>(shape, oracle_for<International>(shape, 2), 2);
}

TEST(WideSets, BitsAreRows) {
    expect_equal_up_to<International, SquareSet128>("4x4", sanitized() ? 3 : 4);
    expect_equal_up_to<International, SquareSet128>("6x6", sanitized() ? 2 : 3);
    expect_equal_up_to<International, SquareSet128>("12x12", 2);
}

}  // namespace
}  // namespace damier
