// Tables as they are written and read; damage is in table_damage_test.cpp.
#include "egtb/table_file.hpp"

#include <gtest/gtest.h>
#include <xxhash.h>
#include <zstd.h>

#include <cstring>
#include <thread>

#include "egtb/packing.hpp"
#include "egtb/table_name.hpp"
#include "tests/egtb/sample_table.hpp"
#include "tests/egtb/scratch_folder.hpp"

namespace damier {
namespace {

using namespace damier::test;

TEST(Packing, SymbolsPerByteIsTheLargestThatFits) {
    for (std::uint32_t alphabet = 2; alphabet <= 16; ++alphabet) {
        std::uint64_t power = 1;
        for (std::uint32_t i = 0; i < symbols_per_byte(alphabet); ++i) power *= alphabet;
        EXPECT_LE(power, 256) << alphabet;
        EXPECT_GT(power * alphabet, 256) << alphabet;
    }
    EXPECT_EQ(symbols_per_byte(3), 5U);
    EXPECT_EQ(symbols_per_byte(17), 1U);
    EXPECT_EQ(symbols_per_byte(65'536), 1U);
}

TEST(Packing, UnpackerUndoesPack) {
    for (std::uint32_t alphabet : {2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 255, 256, 257, 65'535, 65'536}) {
        for (std::size_t count : {1, 2, 3, 7, 8, 9, 64, 4'099}) {
            std::vector<std::uint16_t> symbols;
            for (std::size_t i = 0; i < count; ++i) symbols.push_back(sample_symbol(1, 7 * i, alphabet));
            symbols.back() = static_cast<std::uint16_t>(alphabet - 1);
            const auto packed = pack(std::span<const std::uint16_t>(symbols), alphabet);
            EXPECT_TRUE(is_packed_form(packed, count, alphabet)) << alphabet << ' ' << count;
            const Unpacker unpack(alphabet);
            for (std::size_t i = 0; i < count; ++i) {
                ASSERT_EQ(unpack(packed.data(), static_cast<std::uint32_t>(i)), symbols[i])
                    << alphabet << ' ' << i;
            }
        }
    }
}

TEST(Packing, UnpackerIsExactUpToTheLargestFrame) {
    // The reciprocal is the risk, so only the division is checked, at all multiples around which it could
    // slip.
    for (std::uint32_t alphabet : {2, 3, 4, 5, 16}) {
        const std::uint32_t per_byte = symbols_per_byte(alphabet);
        const std::vector<std::byte> packed(packed_size(max_values_per_frame, alphabet), std::byte{1});
        const Unpacker unpack(alphabet);
        std::uint32_t wrong = 0;
        for (std::uint32_t i = 0; i < max_values_per_frame; ++i) {
            wrong += unpack(packed.data(), i) != (i % per_byte == 0 ? 1U : 0U);
        }
        EXPECT_EQ(wrong, 0U) << alphabet;
    }
}

TEST(Packing, RefusesWhatIsNotThePackedForm) {
    const Bytes too_large{std::byte{243}};
    EXPECT_FALSE(is_packed_form(too_large, 5, 3));
    const Bytes padding_not_zero{std::byte{9}};  // 0 0 1
    EXPECT_TRUE(is_packed_form(padding_not_zero, 3, 3));
    EXPECT_FALSE(is_packed_form(padding_not_zero, 2, 3));
    EXPECT_FALSE(is_packed_form(padding_not_zero, 6, 3));
    const Bytes word{std::byte{0x2C}, std::byte{1}};  // 300
    EXPECT_TRUE(is_packed_form(word, 1, 301));
    EXPECT_FALSE(is_packed_form(word, 1, 300));
    const std::vector<std::uint16_t> wide{3, 300};
    EXPECT_FALSE(is_packable(std::span<const std::uint16_t>(wide), 300));
    EXPECT_TRUE(is_packable(std::span<const std::uint16_t>(wide), 301));
}

TEST(TableName, NamesAndParsesBack) {
    const TableHeader header = sample_header(3, {1}, 5);
    EXPECT_EQ(table_file_name(header), "sample-8x8.wld.KMMv10K.dmr");
    const TableName hyphens{"two-words", 4, 10, "dtw", Slice::of(0, 12, 1, 0)};
    EXPECT_EQ(parse_table_file_name(table_file_name(hyphens)), hyphens);
    for (const char* other :
         {"", ".dmr", "sample-8x8.wld.KMMv10K", "sample-8x8.wld.KMM.dmr", "sample-08x8.wld.KMMvK.dmr",
          "sample.wld.KMMvK.dmr", "sample-8x8.wld.KMMv999K.dmr", "sample-8x8.wld.Kv.dmr", "-8x8.wld.MvK.dmr",
          "a-8x8..MvK.dmr"}) {
        EXPECT_FALSE(parse_table_file_name(other)) << other;
    }
}

TEST(TableFile, GivesBackWhatWasWritten) {
    const ScratchFolder folder;
    const std::vector<std::vector<std::uint64_t>> shapes{{1},      {0},   {0, 0},     {0, 7},
                                                         {240, 0}, {240}, {239, 241}, {1'000, 3}};
    for (std::uint32_t alphabet : {2, 3, 4, 5, 6, 7, 16, 17, 256, 257, 65'536}) {
        for (const auto& shape : shapes) {
            const TableHeader header = sample_header(alphabet, shape, 120);
            const auto written = write_sample(folder.path(), header, 3, IfPresent::replace);
            ASSERT_TRUE(written) << written.error().message;
            const auto path = folder.path() / table_file_name(header);
            const auto table = TableFile::open(path, TableExpectations::same_table_as(header));
            ASSERT_TRUE(table) << table.error().message;
            EXPECT_EQ(table->header(), header);
            EXPECT_EQ(table->footer().summaries, sample_summaries());
            EXPECT_EQ(table->footer().content, written->content);
            EXPECT_EQ(table->footer().file_length, std::filesystem::file_size(path));
            const auto right = all_values_right(*table);
            ASSERT_TRUE(right) << right.error().message;
            EXPECT_TRUE(*right) << alphabet;
            EXPECT_TRUE(table->verify_all());
        }
    }
}

// What the specification promises to stock tools: decompressing the whole file gives the packed stream.
TEST(TableFile, IsAZstdStreamOfThePackedValues) {
    const ScratchFolder folder;
    const TableHeader header = sample_header(3, {1'001, 777}, 125);
    const auto written = write_sample(folder.path(), header);
    ASSERT_TRUE(written);
    const Bytes file = read_file(folder.path() / table_file_name(header));

    Bytes dump(10'000);
    const std::size_t size = ZSTD_decompress(dump.data(), dump.size(), file.data(), file.size());
    ASSERT_FALSE(ZSTD_isError(size)) << ZSTD_getErrorName(size);
    dump.resize(size);
    Bytes stream;
    for (std::size_t section : {0, 1}) {
        const auto symbols = sample_frame(header, section, 0, header.sections[section].values);
        const auto packed = pack(std::span<const std::uint16_t>(symbols), 3);
        stream.insert(stream.end(), packed.begin(), packed.end());
    }
    EXPECT_EQ(dump, stream);

    XXH128_canonical_t order;
    XXH128_canonicalFromHash(&order, XXH3_128bits(stream.data(), stream.size()));
    EXPECT_EQ(std::memcmp(order.digest, written->content.bytes.data(), 16), 0);
    EXPECT_EQ(to_hex(written->content).size(), 32U);
}

TEST(TableFile, ContentDigestDoesNotDependOnFrameSizeOrLevel) {
    const ScratchFolder folder;
    std::vector<Digest128> digests;
    for (std::uint32_t values_per_frame : {5, 120, 81'920}) {
        for (int level : {3, 19}) {
            const auto written = write_sample(folder.path(), sample_header(3, {1'001, 777}, values_per_frame),
                                              level, IfPresent::replace);
            ASSERT_TRUE(written);
            digests.push_back(written->content);
        }
    }
    for (const Digest128& digest : digests) EXPECT_EQ(digest, digests.front());
}

TEST(TableFile, BytesDoNotDependOnWhoCompressesTheFrames) {
    const TableHeader header = sample_header(3, {300'000}, 10'000);
    std::vector<CompressedFrame> alone;
    each_sample_frame(header, 19, [&](CompressedFrame frame) { alone.push_back(std::move(frame)); });
    // One compressor for all, in another order, by several threads.
    std::vector<CompressedFrame> shared(alone.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t) {
        threads.emplace_back([&, t] {
            FrameCompressor compressor(3, zstd_level(Effort::normal));
            for (std::size_t i = shared.size(); i-- > 0;) {
                if (i % 3 != t) continue;
                const auto symbols = sample_frame(header, 0, 10'000 * i, 10'000);
                shared[i] = *compressor.compress(std::span<const std::uint16_t>(symbols));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(alone[i].stored, shared[i].stored) << i;
}

TEST(TableFile, DecodesFromManyThreadsAtOnce) {
    const ScratchFolder folder;
    const TableHeader header = sample_header(3, {20'000, 10'000}, 500);
    ASSERT_TRUE(write_sample(folder.path(), header));
    const auto table = TableFile::open(folder.path() / table_file_name(header));
    ASSERT_TRUE(table);
    std::vector<std::thread> threads;
    std::vector<int> right(4);
    for (std::size_t t = 0; t < right.size(); ++t) {
        threads.emplace_back([&, t] { right[t] = all_values_right(*table).value_or(false) ? 1 : 0; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, std::vector<int>(4, 1));
}

TEST(FrameCodec, RefusesValuesOutsideTheAlphabetAndEmptyFrames) {
    const std::vector<std::uint8_t> symbols{0, 1, 3};
    EXPECT_EQ(compress_frame(std::span<const std::uint8_t>(symbols), 3, 3).error().kind,
              ErrorKind::bad_input);
    EXPECT_TRUE(compress_frame(std::span<const std::uint8_t>(symbols), 4, 3));
    EXPECT_EQ(compress_frame(std::span<const std::uint8_t>(), 4, 3).error().kind, ErrorKind::bad_input);
}

}  // namespace
}  // namespace damier
