// Tables stored anew at another effort are those that a build at that effort writes; what has the name and is
// something else stays.
#include "solver/repack.hpp"

#include <gtest/gtest.h>

#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

Result<PublishedTable> repacked(const std::filesystem::path& file, const std::filesystem::path& folder,
                                Effort effort) {
    const auto table = TableFile::open(file);
    if (!table) return fail(table.error());
    SolveOptions options;
    options.threads = 2;
    return repack_table(*table, folder, effort, options);
}

template <Metric M>
void expect_turns_into(Effort from, Effort to) {
    const BoardShape shape = board_for<English>("6x6");
    const BuiltTables<English, SquareSet64, M> source{shape, 3, with_threads(2, from)};
    const BuiltTables<English, SquareSet64, M> wanted{shape, 3, with_threads(2, to)};
    const ScratchFolder folder;
    for (const Slice& slice : slices_up_to(3)) {
        if (!std::filesystem::exists(source.path(slice))) continue;
        const auto done = repacked(source.path(slice), folder.path(), to);
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_FALSE(done->kept_existing);
        EXPECT_EQ(read_file(folder.path() / source.file_name(slice)), read_file(wanted.path(slice)))
            << slice.name();
    }
}

TEST(Repacking, GivesWhatABuildGives) {
    for (Effort from : {Effort::fast, Effort::normal, Effort::max}) {
        for (Effort to : {Effort::fast, Effort::normal, Effort::max}) expect_turns_into<WldMetric>(from, to);
    }
    expect_turns_into<DtwMetric>(Effort::fast, Effort::max);
    expect_turns_into<DtzMetric>(Effort::normal, Effort::fast);
}

TEST(Repacking, InPlace) {
    const BuiltTables<English> tables{board_for<English>("6x6"), 3, with_threads(2, Effort::fast)};
    const auto path = tables.path(Slice::of(1, 1, 0, 1));
    const auto before = std::filesystem::file_size(path);
    ASSERT_TRUE(repacked(path, tables.folder(), Effort::max));
    EXPECT_LT(std::filesystem::file_size(path), before);
    EXPECT_TRUE(TableFile::open(path)->verify_all());
}

TEST(Repacking, NothingElseIsReplaced) {
    const BuiltTables<English> english{board_for<English>("6x6"), 2, with_threads(1)};
    const BuiltTables<Pool> pool{board_for<Pool>("6x6"), 2, with_threads(1)};
    const Slice kings = Slice::of(0, 1, 0, 1);
    const ScratchFolder folder;
    const auto target = folder.path() / english.file_name(kings);
    const auto expect_stays = [&](ErrorKind kind) {
        const Bytes before = read_file(target);
        const auto done = repacked(english.path(kings), folder.path(), Effort::max);
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().kind, kind) << done.error().message;
        EXPECT_NE(done.error().message.find(target.filename().string()), std::string::npos);
        EXPECT_EQ(read_file(target), before);
    };
    std::filesystem::copy_file(pool.path(kings), target);
    expect_stays(ErrorKind::table_damaged);
    write_file(target, std::as_bytes(std::span{std::string_view{"letters to a friend"}}));
    expect_stays(ErrorKind::table_damaged);
    // The same slice with another value in it.
    TableParts parts = take_apart(english.path(kings));
    parts.symbols[0][0] = static_cast<std::uint8_t>((parts.symbols[0][0] + 1) % 3);
    put_together(parts, target);
    expect_stays(ErrorKind::table_damaged);
}

TEST(Repacking, ADamagedTableIsLeft) {
    const BuiltTables<English> tables{board_for<English>("6x6"), 3, with_threads(1)};
    const auto path = tables.path(Slice::of(1, 1, 0, 1));
    const auto whole = TableFile::open(path);
    Bytes bytes = read_file(path);
    bytes[bytes.size() - whole->footer().file_length + whole->footer().index_offset - 3] ^= std::byte{1};
    write_file(path, bytes);
    const ScratchFolder folder;
    const auto done = repacked(path, folder.path(), Effort::max);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::table_damaged);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    EXPECT_EQ(read_file(path), bytes);
}

}  // namespace
}  // namespace damier
