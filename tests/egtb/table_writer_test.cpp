// Publishing: whole or not at all.
#include "egtb/table_writer.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "egtb/atomic_file.hpp"
#include "egtb/table_file.hpp"
#include "egtb/table_name.hpp"
#include "tests/egtb/sample_table.hpp"
#include "tests/egtb/scratch_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

// System calls that fail; plain functions, so what they fail with is here.
std::size_t space_left = 0;

std::ptrdiff_t write_until_full(int descriptor, const void* bytes, std::size_t count) {
    if (space_left == 0) return errno = ENOSPC, -1;
    const std::size_t part = std::min(count, space_left);
    space_left -= part;
    return ::write(descriptor, bytes, part);
}
// Interrupted every other time, and never more than 7 bytes at once.
std::ptrdiff_t write_haltingly(int descriptor, const void* bytes, std::size_t count) {
    static bool interrupt = false;
    interrupt = !interrupt;
    if (interrupt) return errno = EINTR, -1;
    return ::write(descriptor, bytes, std::min<std::size_t>(count, 7));
}
// Says that it wrote, and writes something else: a broken disk or memory.
std::ptrdiff_t write_wrongly(int descriptor, const void* bytes, std::size_t count) {
    std::vector<char> copy(static_cast<const char*>(bytes), static_cast<const char*>(bytes) + count);
    copy[count / 2] = static_cast<char>(copy[count / 2] ^ 1);
    return ::write(descriptor, copy.data(), count);
}
int fail_with_eio(int) { return errno = EIO, -1; }
int fail_to_rename(const char*, const char*) { return errno = EROFS, -1; }

TableHeader header_of_some_frames() { return sample_header(3, {701, 400}, 250); }

void expect_io_and_nothing_left(const FileCalls& calls, const std::vector<std::string>& parts) {
    const ScratchFolder folder;
    const auto written =
        write_sample(folder.path(), header_of_some_frames(), 3, IfPresent::keep_valid, calls);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::io);
    for (const std::string& part : parts) {
        EXPECT_NE(written.error().message.find(part), std::string::npos) << written.error().message;
    }
    EXPECT_TRUE(folder.files().empty());
}

TEST(TableWriter, FullDiskNamesFileAndSpaceAndLeavesNothing) {
    const ScratchFolder folder;
    const auto written = write_sample(folder.path(), header_of_some_frames());
    ASSERT_TRUE(written);
    FileCalls calls = system_file_calls();
    calls.write = write_until_full;
    for (std::uint64_t space :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{100}, written->file_length - 1}) {
        space_left = space;
        expect_io_and_nothing_left(calls, {"cannot write file '", "sample-8x8.wld.KMMv10K.dmr'",
                                           "No space left on device", "MiB free"});
    }
}

TEST(TableWriter, OtherFailuresLeaveNothingEither) {
    FileCalls calls = system_file_calls();
    calls.sync = fail_with_eio;
    expect_io_and_nothing_left(calls, {"cannot write file", "Input/output error"});
    calls = system_file_calls();
    calls.rename = fail_to_rename;
    expect_io_and_nothing_left(calls, {"cannot rename file", "Read-only file system"});
    calls = system_file_calls();
    calls.write = write_wrongly;
    expect_io_and_nothing_left(calls, {"is not what was written"});
}

// What a link leads to is replaced, or made, and the link stays.
TEST(TableWriter, WritesThroughLinks) {
    const ScratchFolder folder;
    const auto real = folder.path() / "real";
    std::filesystem::create_directory(real);
    for (const bool there : {true, false}) {
        const std::string name = there ? "there" : "dangling";
        if (there) write_file(real / name, Bytes(3));
        std::filesystem::create_symlink("real/" + name, folder.path() / "inner");
        std::filesystem::create_symlink(folder.path() / "inner", folder.path() / "outer");
        auto file = AtomicFile::create(folder.path() / "outer");
        ASSERT_TRUE(file);
        EXPECT_EQ(file->temporary_path().parent_path(), real);
        ASSERT_TRUE(file->write(Bytes(7)));
        ASSERT_TRUE(file->flush());
        ASSERT_TRUE(file->publish());
        EXPECT_EQ(read_file(real / name).size(), 7U);
        EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "outer"));
        EXPECT_FALSE(std::filesystem::is_symlink(real / name));
        std::filesystem::remove(folder.path() / "inner");
        std::filesystem::remove(folder.path() / "outer");
    }
    std::filesystem::create_symlink("loop", folder.path() / "loop");
    const auto loop = AtomicFile::create(folder.path() / "loop");
    ASSERT_FALSE(loop);
    EXPECT_EQ(loop.error().kind, ErrorKind::io);
}

TEST(TableWriter, ShortAndInterruptedWritesAreTakenUpAgain) {
    const ScratchFolder folder;
    FileCalls calls = system_file_calls();
    calls.write = write_haltingly;
    const TableHeader header = header_of_some_frames();
    ASSERT_TRUE(write_sample(folder.path(), header, 3, IfPresent::keep_valid, calls));
    const auto table = TableFile::open(folder.path() / table_file_name(header));
    ASSERT_TRUE(table);
    EXPECT_TRUE(table->verify_all());
}

TEST(TableWriter, FolderThatIsNotThere) {
    const ScratchFolder folder;
    const auto writer = TableWriter::create(folder.path() / "missing", header_of_some_frames());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().kind, ErrorKind::io);
    EXPECT_NE(writer.error().message.find("No such file"), std::string::npos) << writer.error().message;
}

TEST(TableWriter, UnpublishedWriterRemovesItsFile) {
    const ScratchFolder folder;
    {
        auto writer = TableWriter::create(folder.path(), header_of_some_frames());
        ASSERT_TRUE(writer);
        EXPECT_EQ(folder.files().size(), 1U);
        EXPECT_FALSE(std::filesystem::exists(writer->path()));
        EXPECT_FALSE(writer->publish({})) << "frames are missing";
    }
    EXPECT_TRUE(folder.files().empty());
}

TEST(TableWriter, RefusesFramesThatDoNotFit) {
    const ScratchFolder folder;
    auto writer = TableWriter::create(folder.path(), sample_header(3, {0, 12}, 10));
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->next_frame_values(), 10U);
    const std::vector<std::uint8_t> symbols(12);
    const auto frame = [&](std::size_t count, std::uint32_t alphabet) {
        return *compress_frame(std::span(symbols).first(count), alphabet, 3);
    };
    EXPECT_EQ(writer->add(frame(12, 3)).error().kind, ErrorKind::bad_input);
    EXPECT_EQ(writer->add(frame(10, 2)).error().kind, ErrorKind::bad_input);
    EXPECT_EQ(writer->add(frame(10, 17)).error().kind, ErrorKind::bad_input);
    ASSERT_TRUE(writer->add(frame(10, 3)));
    EXPECT_EQ(writer->next_frame_values(), 2U);
    ASSERT_TRUE(writer->add(frame(2, 3)));
    EXPECT_EQ(writer->next_frame_values(), 0U);
    EXPECT_EQ(writer->add(frame(2, 3)).error().kind, ErrorKind::bad_input);
    std::vector<SideSummary> twice(2);
    EXPECT_EQ(writer->publish(twice).error().kind, ErrorKind::bad_input);
    EXPECT_TRUE(writer->publish({}));
}

TEST(TableWriter, RefusesHeadersThatMakeNoSense) {
    const ScratchFolder folder;
    const auto expect_refused = [&](auto change) {
        TableHeader header = header_of_some_frames();
        change(header);
        const auto writer = TableWriter::create(folder.path(), header);
        ASSERT_FALSE(writer);
        EXPECT_EQ(writer.error().kind, ErrorKind::bad_input);
    };
    expect_refused([](TableHeader& h) { h.variant = "../evil"; });
    expect_refused([](TableHeader& h) { h.metric.clear(); });
    expect_refused([](TableHeader& h) { h.values_per_frame = 7; });
    expect_refused([](TableHeader& h) { h.alphabet = 1; });
    expect_refused([](TableHeader& h) { h.sections.clear(); });
    expect_refused([](TableHeader& h) { h.sections[1].side_to_move = Color::white; });
    expect_refused([](TableHeader& h) { h.slice.kings[1] = 30; });
    expect_refused([](TableHeader& h) { h.slice.kings[1] = 0; });
    EXPECT_TRUE(folder.files().empty());
}

TEST(TableWriter, ValidTableUnderTheFinalNameWins) {
    const ScratchFolder folder;
    const TableHeader header = header_of_some_frames();
    const auto path = folder.path() / table_file_name(header);
    const auto first = write_sample(folder.path(), header, 3);
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->kept_existing);
    const Bytes bytes = read_file(path);

    const auto second = write_sample(folder.path(), header, 19);
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->kept_existing);
    EXPECT_EQ(second->content, first->content);
    EXPECT_EQ(read_file(path), bytes);

    const auto repacked = write_sample(folder.path(), header, 19, IfPresent::replace);
    ASSERT_TRUE(repacked);
    EXPECT_FALSE(repacked->kept_existing);
    EXPECT_EQ(std::filesystem::file_size(path), repacked->file_length);

    // A damaged one does not win.
    Bytes damaged = bytes;
    damaged[bytes.size() / 2] ^= std::byte{1};
    write_file(path, damaged);
    const auto third = write_sample(folder.path(), header, 3);
    ASSERT_TRUE(third);
    EXPECT_FALSE(third->kept_existing);
    EXPECT_EQ(read_file(path), bytes);

    // A table of other rules is somebody's property.
    TableHeader other = header;
    other.rules_fingerprint = 1;
    const auto foreign = write_sample(folder.path(), other, 3);
    ASSERT_FALSE(foreign);
    EXPECT_NE(foreign.error().message.find("foreign table"), std::string::npos);
    EXPECT_EQ(read_file(path), bytes);
    EXPECT_EQ(folder.files().size(), 1U);
}

// Zombies are dead, and the number of a dead process may be that of another one by now.
TEST(TableWriter, StaleTemporariesOfDeadProcessesAreRemoved) {
    const ScratchFolder folder;
    // As a process of this number would have called it that started before the machine did.
    write_file(
        folder.path() / (".x.dmr.tmp." + writer_host() + "." + std::to_string(::getpid()) + ".0.00c0ffee"),
        {});
    // A process that dies while it writes, and that nobody has waited for.
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto writer = TableWriter::create(folder.path(), header_of_some_frames());
        ::_exit(writer ? 0 : 1);
    }
    siginfo_t died{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &died, WEXITED | WNOWAIT), 0);
    ASSERT_EQ(died.si_status, 0);
    ASSERT_EQ(::kill(child, 0), 0) << "it is a zombie";
    ASSERT_EQ(folder.files().size(), 2U);
    const auto writer = TableWriter::create(folder.path(), header_of_some_frames());  // alive
    ASSERT_TRUE(writer);
    write_file(folder.path() / ".x.dmr.tmp.another-host.1.00000000", {});
    write_file(folder.path() / ".x.dmr.tmp.malformed", {});
    write_file(folder.path() / "x.dmr", {});
    const auto counts = remove_stale_temporaries(folder.path());
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->removed, 2U);
    EXPECT_EQ(counts->kept, 2U);
    EXPECT_EQ(folder.files().size(), 4U);
    EXPECT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_EQ(remove_stale_temporaries(folder.path() / "missing").error().kind, ErrorKind::io);
}

}  // namespace
}  // namespace damier
