// Every way in which a table file can be wrong: nothing may go unnoticed, and no value may come out false.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

#include "egtb/table_file.hpp"
#include "egtb/table_name.hpp"
#include "tests/egtb/sample_table.hpp"
#include "tests/egtb/scratch_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

Bytes sample_bytes(const TableHeader& header, int level = 3) {
    const ScratchFolder folder;
    EXPECT_TRUE(write_sample(folder.path(), header, level));
    return read_file(folder.path() / table_file_name(header));
}
TableHeader small_header() { return sample_header(3, {701, 400}, 250); }

Result<TableFile> open_bytes(Bytes bytes, const TableExpectations& expected = {}) {
    return TableFile::open(make_memory_source(std::move(bytes), "sample.dmr"), expected);
}

// What a careful reader meets: the error of opening, or of the full check. No error is reported as nothing.
std::optional<Error> error_of(Bytes bytes) {
    const auto table = open_bytes(std::move(bytes));
    if (!table) return table.error();
    // A reader who does not check in full must still never get a false value.
    const auto right = all_values_right(*table);
    EXPECT_TRUE(!right || *right);
    if (const auto verified = table->verify_all(); !verified) return verified.error();
    return std::nullopt;
}

void expect_damaged(const std::optional<Error>& error, const std::string& what) {
    ASSERT_TRUE(error) << what << " went unnoticed";
    const bool newer = error->message.find("newer damier") != std::string::npos;
    EXPECT_EQ(error->kind, newer ? ErrorKind::table_newer : ErrorKind::table_damaged) << what;
    EXPECT_NE(error->message.find("'sample.dmr'"), std::string::npos) << error->message;
    EXPECT_NE(error->message.find("run the build command again"), std::string::npos) << error->message;
}
void expect_message(const std::optional<Error>& error, const std::string& part) {
    expect_damaged(error, part);
    if (error) {
        EXPECT_NE(error->message.find(part), std::string::npos) << error->message;
    }
}

// The header frame with other bytes and a checksum that fits them: what a writer of that kind would have
// written.
Bytes with_header_bytes(Bytes file, const std::function<void(std::span<std::byte>)>& change) {
    const auto content = load_little_endian<std::uint32_t>(std::span<const std::byte, 4>(file.data() + 4, 4));
    const std::span payload(file.data() + 8, content - 8);
    change(payload);
    ByteWriter seal;
    seal.put(xxh3_64(payload));
    std::copy(seal.bytes().begin(), seal.bytes().end(),
              file.begin() + 8 + static_cast<std::ptrdiff_t>(payload.size()));
    return file;
}
Bytes with_header_byte(const Bytes& file, std::size_t at, unsigned value) {
    return with_header_bytes(
        file, [&](std::span<std::byte> payload) { payload[at] = static_cast<std::byte>(value); });
}

TEST(TableDamage, EveryFlippedBitIsFound) {
    const Bytes good = sample_bytes(small_header());
    ASSERT_FALSE(error_of(good));
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            Bytes bad = good;
            bad[at] ^= static_cast<std::byte>(1U << bit);
            expect_damaged(error_of(std::move(bad)),
                           "bit " + std::to_string(bit) + " of byte " + std::to_string(at));
        }
    }
}

TEST(TableDamage, EveryOtherByteIsFound) {
    for (std::uint32_t alphabet : {2, 256, 300}) {
        const Bytes good = sample_bytes(sample_header(alphabet, {301}, 200), 19);
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (unsigned change : {0x01U, 0xFFU, 0x5AU}) {
                Bytes bad = good;
                bad[at] ^= static_cast<std::byte>(change);
                expect_damaged(error_of(std::move(bad)), "byte " + std::to_string(at));
            }
        }
    }
}

TEST(TableDamage, EveryTruncationIsFoundByOpening) {
    const Bytes good = sample_bytes(small_header());
    for (std::size_t length = 0; length < good.size(); ++length) {
        const auto table =
            open_bytes(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
        ASSERT_FALSE(table) << length;
        expect_damaged(table.error(), "length " + std::to_string(length));
    }
    expect_message(open_bytes({}).error(), "it is empty");
}

TEST(TableDamage, AppendedBytesAreFoundByOpening) {
    const Bytes good = sample_bytes(small_header());
    for (std::size_t count : {1, 8, 12, 5'000}) {
        Bytes bad = good;
        bad.insert(bad.end(), count, std::byte{0});
        expect_message(open_bytes(std::move(bad)).error(), "truncated, or something was appended");
    }
    // Two tables, one behind the other, as `cat` makes them: a legal zstd stream, but no table.
    Bytes twice = good;
    twice.insert(twice.end(), good.begin(), good.end());
    expect_message(open_bytes(std::move(twice)).error(), "it has not the length that its footer says");
}

TEST(TableDamage, MissingMiddleAndExchangedFramesAreFound) {
    const TableHeader header = small_header();
    const Bytes good = sample_bytes(header);
    Bytes shorter = good;
    shorter.erase(shorter.begin() + 400, shorter.begin() + 410);
    expect_damaged(error_of(std::move(shorter)), "a missing middle");
    // Frames of another table of the same shape.
    Bytes mixed = good;
    TableHeader other = header;
    other.rules_fingerprint ^= 1;
    const Bytes other_bytes = sample_bytes(other);
    ASSERT_EQ(other_bytes.size(), good.size());
    std::copy_n(other_bytes.begin(), 200, mixed.begin());
    EXPECT_FALSE(open_bytes(mixed, TableExpectations::same_table_as(header)));
}

TEST(TableDamage, NewerVersionsAndUnknownFlags) {
    const Bytes good = sample_bytes(small_header());
    expect_message(error_of(with_header_byte(good, 8, 2)), "written by a newer damier (format 2.0");
    expect_message(error_of(with_header_byte(good, 12, 4)), "unknown incompatible flags 0x4");
    expect_message(error_of(with_header_byte(good, 32, 2)), "unknown codec 2");
    expect_message(error_of(with_header_byte(good, 28, 2)), "unknown packing 2");
    expect_message(error_of(with_header_byte(good, 8, 0)), "no version");
    // A newer minor version and unknown compatible flags are read.
    EXPECT_FALSE(error_of(with_header_byte(good, 10, 7)));
    EXPECT_FALSE(error_of(with_header_byte(good, 16, 0xFF & ~has_draw_rules)));
    // A flag without what it tells of.
    expect_damaged(error_of(with_header_byte(good, 16, has_draw_rules)), "draw rules that are not there");
    // A damaged version is never called a newer one.
    Bytes damaged = good;
    damaged[16] = std::byte{2};
    expect_message(error_of(std::move(damaged)), "checksum of its header");
}

TEST(TableDamage, HeadersThatMakeNoSense) {
    const Bytes good = sample_bytes(small_header());
    struct {
        std::size_t at;
        unsigned value;
    } const changes[] = {{36, 1},   {38, 2},  {40, 1}, {40, 0},   {43, 9},   {44, 0}, {45, 1},
                         {48, 0},   {48, 65}, {50, 0}, {50, 1},   {50, 3},   {51, 1}, {52, 99},
                         {64, 200}, {65, 1},  {64, 0}, {66, ' '}, {66, 0x1B}};
    for (const auto& change : changes) {
        expect_damaged(error_of(with_header_byte(good, change.at, change.value)),
                       "header byte " + std::to_string(change.at) + " = " + std::to_string(change.value));
    }
}

TEST(TableDamage, ForeignTablesAreNamed) {
    const TableHeader header = small_header();
    const Bytes good = sample_bytes(header);
    EXPECT_TRUE(open_bytes(good, TableExpectations::same_table_as(header)));
    const auto expect_foreign = [&](const std::string& part, auto change) {
        TableExpectations expected = TableExpectations::same_table_as(header);
        change(expected);
        const auto table = open_bytes(good, expected);
        ASSERT_FALSE(table) << part;
        expect_message(table.error(), "is a foreign table (expected " + part);
    };
    expect_foreign("variant 'russian', found 'sample')", [](auto& e) { e.variant = "russian"; });
    expect_foreign("rules fingerprint 0000000000000001, found 0123456789abcdef)",
                   [](auto& e) { e.rules_fingerprint = 1; });
    expect_foreign("board 8x10 of 40 squares, found 8x8 of 32 squares)", [](auto& e) {
        e.board = {10, 8, 40};
    });
    expect_foreign("metric 'dtw', found 'wld')", [](auto& e) { e.metric = "dtw"; });
    expect_foreign("slice KMvK, found KMMv10K)", [](auto& e) { e.slice = Slice::of(1, 1, 0, 1); });
    expect_foreign("ranking scheme 1, found 0)", [](auto& e) { e.ranking = RankingScheme::blocks; });
    expect_foreign("free-value policy 1, found 0)", [](auto& e) { e.free_values = FreeValues::captures; });
    expect_foreign("alphabet 5, found 3)", [](auto& e) { e.alphabet = 5; });
}

TEST(TableDamage, OtherFilesAreNotTables) {
    for (const char* text :
         {"x", "hello, this is not a table but long enough to be taken for one, or is it?"}) {
        const auto bytes = std::as_bytes(std::span(std::string_view(text)));
        expect_message(open_bytes(Bytes(bytes.begin(), bytes.end())).error(),
                       "does not begin like a table file");
    }
}

TEST(TableDamage, WhatTheSystemRefusesIsAnIoError) {
    const ScratchFolder folder;
    const auto expect_io = [](const std::filesystem::path& path, const std::string& part) {
        const auto table = TableFile::open(path);
        ASSERT_FALSE(table) << part;
        EXPECT_EQ(table.error().kind, ErrorKind::io);
        EXPECT_NE(table.error().message.find("'" + path.string() + "'"), std::string::npos)
            << table.error().message;
        EXPECT_NE(table.error().message.find(part), std::string::npos) << table.error().message;
    };
    expect_io(folder.path(), "not an ordinary file");
    expect_io(folder.path() / "missing.dmr", "No such file");
    const auto path = folder.path() / "secret.dmr";
    write_file(path, sample_bytes(small_header()));
    expect_io(path / "below.dmr", "Not a directory");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
    const bool root = ::geteuid() == 0;  // whom no permission stops
    if (root) {
        ASSERT_EQ(::seteuid(65'534), 0);
    }
    expect_io(path, "Permission denied");
    if (root) {
        ASSERT_EQ(::seteuid(0), 0);
    }
}

// A disk that breaks, or a file that is cut, after the table was opened.
class BreakingSource final : public FileSource {
public:
    explicit BreakingSource(std::shared_ptr<Bytes> bytes, std::shared_ptr<bool> broken)
        : bytes_(std::move(bytes)), broken_(std::move(broken)) {}
    const std::string& name() const override { return name_; }
    Result<std::uint64_t> size() const override { return bytes_->size(); }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const override {
        if (*broken_) return fail(ErrorKind::io, "cannot read file 'sample.dmr': Input/output error");
        return make_memory_source(*bytes_, name_)->read_at(offset, out);
    }

private:
    std::shared_ptr<Bytes> bytes_;
    std::shared_ptr<bool> broken_;
    std::string name_ = "sample.dmr";
};

TEST(TableDamage, TroubleAfterOpening) {
    const auto bytes = std::make_shared<Bytes>(sample_bytes(small_header()));
    const auto broken = std::make_shared<bool>(false);
    const auto table = TableFile::open(std::make_unique<BreakingSource>(bytes, broken));
    ASSERT_TRUE(table);
    *broken = true;
    EXPECT_EQ(table->decode_frame(0).error().kind, ErrorKind::io);
    EXPECT_EQ(table->verify_all().error().kind, ErrorKind::io);
    *broken = false;
    bytes->resize(300);
    expect_message(table->decode_frame(table->frames() - 1).error(), "it is truncated");
}

}  // namespace
}  // namespace damier
