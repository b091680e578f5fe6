// What a build meets that it did not make: damaged tables of its own, which it makes anew; other people's
// tables, which it leaves alone; folders that are none, full disks, and a bound of memory that is too small.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "egtb/atomic_file.hpp"
#include "egtb/table_name.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

class BuildFaults : public ::testing::Test {
protected:
    const BoardShape shape_ = board_for<Russian>("6x6");
    BuiltTables<Russian> tables_{shape_, 3};
    const FolderContent good_ = content_of(tables_.folder());
    const Slice slice_ = Slice::of(0, 1, 1, 0);
    const std::string file_ = tables_.file_name(slice_);

    Result<BuildReport> build_again(BuildLog& log, int pieces = 3) const {
        return build(tables_.game(), tables_.folder(), pieces, log, with_threads(2));
    }

    // The file holds these bytes: the build tells so, and makes it anew.
    void expect_replaced(const std::string& what, const Slice& slice, const Bytes& bytes) const {
        SCOPED_TRACE(what);
        const std::string file = tables_.file_name(slice);
        write_file(tables_.folder() / file, bytes);
        BuildLog log;
        const auto report = build_again(log);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->built, 1u);
        EXPECT_EQ(report->kept, good_.size() - 1);
        ASSERT_EQ(log.replaced_slices.size(), 1u);
        const auto& [name, why] = *log.replaced_slices.begin();
        EXPECT_EQ(name, slice.name());
        EXPECT_EQ(why.kind, ErrorKind::table_damaged);
        EXPECT_NE(why.message.find(file), std::string::npos) << why.message;
        EXPECT_EQ(log.published_slices, std::vector<std::string>{slice.name()});
        EXPECT_EQ(differences(good_, content_of(tables_.folder())), std::vector<std::string>{});
    }

    // The file is a valid table of something else: an error that names it, and everything stays as it is.
    void expect_refused(const std::string& what, const TableParts& parts, const std::string& said) const {
        SCOPED_TRACE(what);
        put_together(parts, tables_.folder() / file_);
        // A table is missing: the build would have work to do, but must not begin.
        std::filesystem::remove(tables_.path(Slice::of(0, 2, 1, 0)));
        const FolderContent before = content_of(tables_.folder());
        ASSERT_NE(before.at(file_), good_.at(file_));
        BuildLog log;
        const auto report = build_again(log);
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().kind, ErrorKind::table_damaged);
        EXPECT_NE(report.error().message.find(file_), std::string::npos) << report.error().message;
        EXPECT_NE(report.error().message.find(said), std::string::npos) << report.error().message;
        EXPECT_TRUE(log.replaced_slices.empty());
        EXPECT_EQ(differences(before, content_of(tables_.folder())), std::vector<std::string>{});
        put_content(tables_.folder(), good_);
    }

    void expect_io(const std::filesystem::path& folder, const std::string& said) const {
        SCOPED_TRACE(folder.string());
        BuildLog log;
        const auto report = build(tables_.game(), folder, 2, log);
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().kind, ErrorKind::io);
        EXPECT_NE(report.error().message.find(folder.string()), std::string::npos) << report.error().message;
        EXPECT_NE(report.error().message.find(said), std::string::npos) << report.error().message;
        EXPECT_TRUE(log.published_slices.empty());
    }
};

TEST_F(BuildFaults, DamagedTablesAreBuiltAnew) {
    for (const Slice& slice : {Slice::of(0, 1, 0, 1), slice_, Slice::of(0, 2, 1, 0)}) {
        const Bytes& good = good_.at(tables_.file_name(slice));
        expect_replaced("empty", slice, {});
        expect_replaced("a text", slice, Bytes(300, std::byte{'x'}));
        for (int part = 1; part < 5; ++part) {
            const auto length = static_cast<std::ptrdiff_t>(good.size()) * part / 5;
            expect_replaced("cut at " + std::to_string(length), slice, {good.begin(), good.begin() + length});
            Bytes flipped = good;
            flipped[static_cast<std::size_t>(length)] ^= std::byte{16};
            expect_replaced("flipped at " + std::to_string(length), slice, flipped);
        }
        Bytes longer = good;
        longer.push_back(std::byte{0});
        expect_replaced("a byte too long", slice, longer);
    }
}

TEST_F(BuildFaults, ManyDamagedTablesAreBuiltAnew) {
    for (const auto& [name, bytes] : good_) write_file(tables_.folder() / name, std::span(bytes).first(100));
    BuildLog log;
    const auto report = build_again(log);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->built, good_.size());
    EXPECT_EQ(log.replaced_slices.size(), good_.size());
    EXPECT_EQ(differences(good_, content_of(tables_.folder())), std::vector<std::string>{});
}

TEST_F(BuildFaults, ForeignTablesAreLeftAlone) {
    const TableParts ours = take_apart(tables_.folder() / file_);
    const auto changed = [&](auto change) {
        TableParts parts = ours;
        change(parts.header);
        return parts;
    };
    expect_refused("another variant", changed([](TableHeader& h) { h.variant = "pool"; }), "variant");
    expect_refused("another board", changed([](TableHeader& h) { h.board = {4, 9, 18}; }), "board");
    expect_refused("another metric", changed([](TableHeader& h) { h.metric = "dtw"; }), "metric");
    expect_refused("other rules of the same name", changed([](TableHeader& h) { ++h.rules_fingerprint; }),
                   "rules fingerprint");
    expect_refused("another ranking",
                   changed([](TableHeader& h) { h.ranking = static_cast<RankingScheme>(7); }), "ranking");
    expect_refused("other free values", changed([](TableHeader& h) { h.free_values = FreeValues::captures; }),
                   "free-value");
    expect_refused("another slice", take_apart(tables_.path(Slice::of(1, 0, 1, 0))), "slice");
    const auto parent = [&](auto change) {
        return changed([&](TableHeader& h) {
            ASSERT_FALSE(h.parents.empty());
            change(h);
        });
    };
    expect_refused("another digest of a parent",
                   parent([](TableHeader& h) { h.parents[0].content.bytes[5] ^= std::byte{1}; }),
                   "built on another table of KvK");
    expect_refused("a parent less", parent([](TableHeader& h) { h.parents.pop_back(); }), "built on");
    expect_refused("another parent",
                   parent([](TableHeader& h) { h.parents[0].slice = Slice::of(1, 0, 1, 0); }), "built on");
}

// Values that are not those of our tables, with right checksums: the tables built on the true ones say so.
TEST_F(BuildFaults, ATableThatOthersWereNotBuiltOnIsAnError) {
    TableParts parts = take_apart(tables_.folder() / file_);
    parts.symbols[0][100] = static_cast<std::uint8_t>((parts.symbols[0][100] + 1) % 3);
    put_together(parts, tables_.folder() / file_);
    const FolderContent before = content_of(tables_.folder());
    BuildLog log;
    const auto report = build_again(log, 4);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::table_damaged);
    EXPECT_NE(report.error().message.find("built on another table of KvM"), std::string::npos)
        << report.error().message;
    EXPECT_EQ(differences(before, content_of(tables_.folder())), std::vector<std::string>{});
    // The same where the true one has gone: what is solved anew does not fit the wrong one that is kept.
    put_content(tables_.folder(), good_);
    TableParts user = take_apart(tables_.path(Slice::of(1, 1, 1, 0)));
    for (TableParent& p : user.header.parents) p.content.bytes[0] ^= std::byte{1};
    put_together(user, tables_.path(Slice::of(1, 1, 1, 0)));
    for (const Slice& slice : slices_up_to(3)) {
        if (slice != Slice::of(1, 1, 1, 0)) std::filesystem::remove(tables_.path(slice));
    }
    BuildLog second;
    const auto other = build_again(second);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().kind, ErrorKind::table_damaged);
    EXPECT_NE(other.error().message.find(tables_.file_name(Slice::of(1, 1, 1, 0))), std::string::npos)
        << other.error().message;
}

TEST_F(BuildFaults, FoldersThatAreNone) {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "file";
    write_file(file, Bytes(10));
    expect_io(file, "Not a directory");
    expect_io(file / "below", "Not a directory");
    expect_io("/proc/damier", "No such file");  // the kernel's: nobody can make a folder there
    EXPECT_EQ(read_file(file), Bytes(10));
    // A folder where a table should be.
    std::filesystem::create_directory(scratch.path() / file_);
    BuildLog log;
    const auto report = build(tables_.game(), scratch.path(), 2, log);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::io);
    EXPECT_NE(report.error().message.find(file_), std::string::npos) << report.error().message;
}

TEST_F(BuildFaults, FoldersThatMayNotBeReadOrWritten) {
    using std::filesystem::perms;
    const ScratchFolder scratch;
    for (const perms allowed : {perms::none, perms::others_read | perms::others_exec}) {
        std::filesystem::permissions(scratch.path(), allowed);
        {
            const Unprivileged nobody;
            expect_io(scratch.path(), "Permission denied");
            expect_io(scratch.path() / "new", "Permission denied");
        }
        std::filesystem::permissions(scratch.path(), perms::owner_all);
        EXPECT_TRUE(content_of(scratch.path()).empty());
    }
    // A table that may not be read is not taken for a damaged one.
    std::filesystem::permissions(tables_.folder(), perms::all);
    std::filesystem::permissions(tables_.folder() / file_, perms::none);
    BuildLog log;
    Result<BuildReport> report;
    {
        const Unprivileged nobody;
        report = build_again(log);
    }
    std::filesystem::permissions(tables_.folder() / file_, perms::owner_all);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::io);
    EXPECT_NE(report.error().message.find(file_), std::string::npos) << report.error().message;
    EXPECT_TRUE(log.replaced_slices.empty());
    EXPECT_EQ(differences(good_, content_of(tables_.folder())), std::vector<std::string>{});
}

// Where even root cannot write: the kernel's own folders.
TEST_F(BuildFaults, AFolderThatNobodyCanWrite) {
    BuildLog log;
    const auto report = build(tables_.game(), "/proc/self", 2, log);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::io);
    EXPECT_NE(report.error().message.find("/proc/self/"), std::string::npos) << report.error().message;
    EXPECT_TRUE(log.published_slices.empty());
}

TEST_F(BuildFaults, AFullDiskLeavesWholeTablesOnly) {
    TinyDisk disk{5 * 4096};
    if (disk.trouble()) GTEST_SKIP() << *disk.trouble();
    BuildLog log;
    const auto full = build(tables_.game(), disk.path(), 3, log, with_threads(2));
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().kind, ErrorKind::io);
    EXPECT_NE(full.error().message.find("No space left"), std::string::npos) << full.error().message;
    EXPECT_NE(full.error().message.find(".dmr"), std::string::npos) << full.error().message;
    const FolderContent left = content_of(disk.path());
    EXPECT_FALSE(left.empty());
    EXPECT_LT(left.size(), good_.size());
    for (const auto& [name, bytes] : left) EXPECT_EQ(bytes == good_.at(name), true) << name;
    // With more room the same command goes on.
    ASSERT_TRUE(disk.resize(std::size_t{1} << 20));
    BuildLog rest;
    const auto finished = build(tables_.game(), disk.path(), 3, rest, with_threads(2));
    ASSERT_TRUE(finished) << finished.error().message;
    EXPECT_EQ(finished->kept, left.size());
    EXPECT_EQ(differences(good_, content_of(disk.path())), std::vector<std::string>{});
}

// The same for everybody: files may not grow.
TEST_F(BuildFaults, FilesThatMayNotGrow) {
    std::size_t largest = 0;
    for (const auto& [name, bytes] : good_) largest = std::max(largest, bytes.size());
    const ScratchFolder scratch;
    BuildLog log;
    Result<BuildReport> full;
    {
        const FileSizeLimit limit{largest - 1};
        full = build(tables_.game(), scratch.path(), 3, log, with_threads(2));
    }
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().kind, ErrorKind::io);
    EXPECT_NE(full.error().message.find("File too large"), std::string::npos) << full.error().message;
    for (const auto& [name, bytes] : content_of(scratch.path())) {
        EXPECT_EQ(good_.contains(name) && bytes == good_.at(name), true) << name;
    }
    BuildLog rest;
    ASSERT_TRUE(build(tables_.game(), scratch.path(), 3, rest, with_threads(2)));
    EXPECT_EQ(differences(good_, content_of(scratch.path())), std::vector<std::string>{});
}

// What a killed build of this host left behind goes, also where its number is that of a living process by
// now; what a living one is writing, or one elsewhere, stays.
TEST_F(BuildFaults, StaleTemporariesAreRemoved) {
    const pid_t dead = ::fork();
    if (dead == 0) ::_exit(0);
    ASSERT_GT(dead, 0);
    ASSERT_EQ(::waitpid(dead, nullptr, 0), dead);
    std::array<char, 256> host{};
    ASSERT_EQ(::gethostname(host.data(), host.size() - 1), 0);
    std::string here = host.data();
    std::replace(here.begin(), here.end(), '.', '-');
    const auto leave = [&](const std::string& owner, pid_t process) {
        const std::string name =
            "." + file_ + ".tmp." + owner + "." + std::to_string(process) + ".1.0011223344";
        write_file(tables_.folder() / name, Bytes(50));
        return name;
    };
    leave(here, dead);
    leave(here, ::getpid());
    const auto living = AtomicFile::create(tables_.folder() / file_);
    ASSERT_TRUE(living);
    const std::string elsewhere = leave("not-" + here, dead);
    BuildLog log;
    const auto report = build_again(log);
    ASSERT_TRUE(report) << report.error().message;
    auto left = temporaries_in(tables_.folder());
    std::vector<std::string> expected{living->temporary_path().filename(), elsewhere};
    std::sort(left.begin(), left.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(left, expected);
}

TEST_F(BuildFaults, TooLittleMemory) {
    const ScratchFolder scratch;
    const auto plan = plan_build(tables_.game().board(), Russian::rules, WldMetric::name, 4);
    ASSERT_TRUE(plan);
    BuildOptions options = with_threads(1);
    options.memory = plan->least_memory - 1;
    BuildLog log;
    const auto refused = build(tables_.game(), scratch.path() / "new", 4, log, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::limit);
    EXPECT_NE(refused.error().message.find("--memory"), std::string::npos) << refused.error().message;
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "new"));
    options.memory = plan->least_memory;
    EXPECT_TRUE(build(tables_.game(), scratch.path() / "new", 4, log, options));
}

}  // namespace
}  // namespace damier
