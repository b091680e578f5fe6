// Looking up in folders that are not what they should be: an error that names the file or the missing slice,
// or a true value where what is wrong was not needed. Never a false value.
#include <gtest/gtest.h>

#include "tests/formats/variants_for_tests.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

using Position64 = Position<SquareSet64>;

template <class V>
class TableFaults : public ::testing::Test {
protected:
    TableFaults() {
        // All positions with two pieces, some of those with three.
        int count = 0;
        for (int pieces : {2, 3}) {
            for_each_picture(shape_, pieces, [&](const Picture& picture) {
                const auto position = position_of<SquareSet64>(picture);
                if (position.pieces(Color::white).empty() || position.pieces(Color::black).empty()) return;
                if (pieces == 3 && ++count % 5 != 0) return;
                values_.emplace_back(position, tables_.prober().probe(position).value());
            });
        }
    }

    // Probes everything, with a prober that has not seen the folder before. Errors must be of that kind and
    // name the file; how many there are.
    int errors(ErrorKind kind, const std::string& named) const {
        const Tables<V> tables{shape_, tables_.folder()};
        int errors = 0;
        int wrong = 0;
        std::string message;
        for (const auto& [position, value] : values_) {
            const auto probed = tables.prober().probe(position);
            if (probed) {
                wrong += *probed != value;
                continue;
            }
            ++errors;
            if (probed.error().kind != kind || probed.error().message.find(named) == std::string::npos) {
                message = probed.error().message;
            }
        }
        EXPECT_EQ(wrong, 0);
        EXPECT_EQ(message, "");
        return errors;
    }
    int damage_errors(const Slice& slice) const {
        return errors(ErrorKind::table_damaged, "'" + tables_.path(slice).string() + "'");
    }

    const BoardShape shape_ = board_for<V>("4x4");
    BuiltTables<V> tables_{shape_, 3};
    const FolderContent good_ = content_of(tables_.folder());
    std::vector<std::pair<Position64, Wld>> values_;
};
TYPED_TEST_SUITE(TableFaults, CoreVariantTypes, VariantNames);

TYPED_TEST(TableFaults, AFlippedBitAnywhere) {
    for (const Slice& slice : {Slice::of(0, 1, 0, 1), Slice::of(1, 1, 1, 0)}) {
        const Bytes& good = this->good_.at(this->tables_.file_name(slice));
        int harmless = 0;
        for (std::size_t at = 0; at < good.size(); at += sanitized() ? 13 : 3) {
            Bytes bad = good;
            bad[at] ^= std::byte{1} << at % 8;
            write_file(this->tables_.path(slice), bad);
            if (this->damage_errors(slice) > 0) continue;
            // A bit that the decompressor does not look at: all values are true, but a full check finds it.
            ++harmless;
            const auto file = TableFile::open(this->tables_.path(slice));
            ASSERT_TRUE(file);
            EXPECT_EQ(file->verify_all().error().kind, ErrorKind::table_damaged) << "byte " << at;
        }
        EXPECT_LE(harmless, 3);
        write_file(this->tables_.path(slice), good);
    }
    EXPECT_EQ(this->errors(ErrorKind::io, ""), 0);
}

TYPED_TEST(TableFaults, CutAnywhere) {
    for (const Slice& slice : {Slice::of(0, 1, 0, 1), Slice::of(1, 1, 1, 0)}) {
        const Bytes& good = this->good_.at(this->tables_.file_name(slice));
        for (std::size_t length = 0; length < good.size(); length += sanitized() ? 29 : 7) {
            write_file(this->tables_.path(slice), std::span(good).first(length));
            EXPECT_GT(this->damage_errors(slice), 0) << length;
        }
        Bytes longer = good;
        longer.push_back(std::byte{0});
        write_file(this->tables_.path(slice), longer);
        EXPECT_GT(this->damage_errors(slice), 0) << "longer";
        write_file(this->tables_.path(slice), good);
    }
}

// Every table under the name of every other one.
TYPED_TEST(TableFaults, Renamed) {
    const auto slices = slices_up_to(3);
    for (const Slice& slice : slices) {
        for (const Slice& other : slices) {
            if (slice == other) continue;
            SCOPED_TRACE(other.name() + " as " + slice.name());
            write_file(this->tables_.path(slice), this->good_.at(this->tables_.file_name(other)));
            EXPECT_GT(this->damage_errors(slice), 0);
        }
        write_file(this->tables_.path(slice), this->good_.at(this->tables_.file_name(slice)));
    }
}

TYPED_TEST(TableFaults, Foreign) {
    const Slice slice = Slice::of(0, 1, 1, 0);
    const auto foreign = [&](const std::string& what, auto change) {
        TableParts parts = take_apart(this->tables_.path(slice));
        // Values that would be wrong, were they believed.
        for (auto& symbols : parts.symbols) {
            for (auto& symbol : symbols) symbol = static_cast<std::uint8_t>(2 - symbol);
        }
        change(parts.header);
        put_together(parts, this->tables_.path(slice));
        EXPECT_GT(this->damage_errors(slice), 0) << what;
        write_file(this->tables_.path(slice), this->good_.at(this->tables_.file_name(slice)));
    };
    foreign("another variant", [](TableHeader& h) { h.variant += "-x"; });
    foreign("another board", [](TableHeader& h) { h.board = {2, 8, 8}; });
    foreign("another metric", [](TableHeader& h) { h.metric = "dtw"; });
    foreign("other rules of the same name", [](TableHeader& h) { h.rules_fingerprint ^= 1; });
    foreign("another ranking", [](TableHeader& h) { h.ranking = RankingScheme::none; });
    foreign("other free values", [](TableHeader& h) { h.free_values = FreeValues::none; });

    // Sections that are not those of the slice.
    TableParts parts = take_apart(this->tables_.path(slice));
    std::swap(parts.header.sections[0], parts.header.sections[1]);
    std::swap(parts.summaries[0], parts.summaries[1]);
    put_together(parts, this->tables_.path(slice));
    EXPECT_GT(this->errors(ErrorKind::table_damaged, this->tables_.path(slice).string()), 0);
    parts.header.sections.pop_back();
    parts.symbols.pop_back();
    parts.summaries.pop_back();
    put_together(parts, this->tables_.path(slice));
    EXPECT_GT(this->errors(ErrorKind::table_damaged, this->tables_.path(slice).string()), 0);
    write_file(this->tables_.path(slice), this->good_.at(this->tables_.file_name(slice)));

    // Another digest of a parent: the values are its own, and true.
    parts = take_apart(this->tables_.path(slice));
    parts.header.parents.at(0).content.bytes[0] ^= std::byte{1};
    put_together(parts, this->tables_.path(slice));
    this->damage_errors(slice);
}

TYPED_TEST(TableFaults, MissingSlices) {
    const Slice slice = Slice::of(0, 1, 1, 0);
    std::filesystem::remove(this->tables_.path(slice));
    EXPECT_GT(
        this->errors(ErrorKind::not_answerable, "no table of KvM (" + this->tables_.file_name(slice) + ")"),
        0);
    const Tables<TypeParam> tables{this->shape_, this->tables_.folder()};
    Position64 position;
    position.kings[0].insert(square(7));
    position.men[1].insert(square(0));
    const auto probed = tables.prober().probe(position);
    ASSERT_FALSE(probed);
    // The command that builds it, to be copied as it stands.
    const std::string command = "damier build --variant " + std::string{TypeParam::rules.name} +
                                " --board 4x4 --pieces 2 --dir " + this->tables_.folder().string();
    EXPECT_NE(probed.error().message.find(command), std::string::npos) << probed.error().message;
    // What needs no table is known all the same.
    position.men[1] = {};
    position.to_move = Color::black;
    EXPECT_EQ(tables.prober().probe(position).value(), Wld::loss);
    // More pieces than there are tables for.
    position.kings[1] |= SquareSet64::first(4);
    const auto large = tables.prober().probe(position);
    if (!large) {
        EXPECT_EQ(large.error().kind, ErrorKind::not_answerable);
        EXPECT_NE(large.error().message.find("no table of"), std::string::npos) << large.error().message;
    }
}

TYPED_TEST(TableFaults, FoldersThatAreNone) {
    const ScratchFolder scratch;
    write_file(scratch.path() / "file", Bytes(10));
    const auto probe_in = [&](const std::filesystem::path& folder) {
        const Tables<TypeParam> tables{this->shape_, folder};
        Position64 position;
        position.kings[0].insert(square(7));
        position.kings[1].insert(square(0));
        return tables.prober().probe(position);
    };
    for (const auto& folder :
         {scratch.path() / "nowhere", scratch.path() / "file", scratch.path() / "file" / "x"}) {
        const auto probed = probe_in(folder);
        ASSERT_FALSE(probed) << folder;
        const auto kind = probed.error().kind;
        EXPECT_TRUE(kind == ErrorKind::not_answerable || kind == ErrorKind::io) << folder;
        EXPECT_NE(probed.error().message.find(folder.string()), std::string::npos) << probed.error().message;
    }
    // One that may not be read.
    std::filesystem::create_directory(scratch.path() / "closed");
    std::filesystem::permissions(scratch.path() / "closed", std::filesystem::perms::none);
    {
        const Unprivileged nobody;
        const auto denied = probe_in(scratch.path() / "closed");
        ASSERT_FALSE(denied);
        EXPECT_EQ(denied.error().kind, ErrorKind::io);
        EXPECT_NE(denied.error().message.find("Permission denied"), std::string::npos)
            << denied.error().message;
    }
    // A folder under the name of a table.
    const Tables<TypeParam> tables{this->shape_, scratch.path()};
    std::filesystem::create_directory(scratch.path() / tables.file_name(Slice::of(0, 1, 0, 1)));
    const auto probed = probe_in(scratch.path());
    ASSERT_FALSE(probed);
    EXPECT_EQ(probed.error().kind, ErrorKind::io);
}

TYPED_TEST(TableFaults, PositionsThatAreNone) {
    const auto& prober = this->tables_.prober();
    const auto expect_bad = [&](const Position64& position, const std::string& said) {
        for (const bool rated : {false, true}) {
            const auto error = rated ? prober.rated_moves(position).map([](const auto&) {}).error()
                                     : prober.probe(position).map([](const auto&) {}).error();
            EXPECT_EQ(error.kind, ErrorKind::bad_input);
            EXPECT_NE(error.message.find(said), std::string::npos) << error.message;
        }
    };
    Position64 twice;
    twice.kings[0].insert(square(3));
    twice.men[1].insert(square(3));
    expect_bad(twice, "one square");
    Position64 crowned;
    crowned.men[0].insert(square(0));
    crowned.kings[1].insert(square(7));
    expect_bad(crowned, "crown row");
    Position64 outside;
    outside.kings[0].insert(square(8));
    outside.kings[1].insert(square(7));
    expect_bad(outside, "off the board");
}

// The first of several folders that has a table gives it; damage there is not passed over in silence.
TYPED_TEST(TableFaults, SeveralFolders) {
    const ScratchFolder second;
    const Slice slice = Slice::of(0, 1, 0, 1);
    const std::string name = this->tables_.file_name(slice);
    std::filesystem::rename(this->tables_.folder() / name, second.path() / name);
    const auto identity = TableIdentity::of(TypeParam::rules, this->shape_, WldMetric::name);
    {
        TableSet set{identity, {this->tables_.folder(), second.path()}};
        const Prober<TypeParam, SquareSet64> prober{this->tables_.game(), set};
        for (const auto& [position, value] : this->values_) {
            ASSERT_EQ(prober.probe(position).value(), value);
        }
        EXPECT_EQ(set.present(), slices_up_to(3));
    }
    write_file(this->tables_.folder() / name, Bytes(20));
    TableSet set{identity, {this->tables_.folder(), second.path()}};
    EXPECT_EQ(set.table(slice).error().kind, ErrorKind::table_damaged);
}

}  // namespace
}  // namespace damier
