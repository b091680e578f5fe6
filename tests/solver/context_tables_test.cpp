// Tables by the context coder (effort max): the values of the others, the same content, for every variant,
// and no damaged byte is believed.
#include <gtest/gtest.h>

#include "egtb/context_codec.hpp"
#include "tests/support/table_fixture.hpp"

namespace damier {
namespace {

using namespace damier::test;

// Each table in both folders: the same symbols, frame by frame, and the same digest of content.
template <class Set>
void expect_same_content(AnyBuiltTables<Set, WldMetric>& max, AnyBuiltTables<Set, WldMetric>& normal) {
    ASSERT_EQ(max.set().present(), normal.set().present());
    std::size_t coded = 0;
    for (const Slice& slice : normal.set().present()) {
        const auto a = TableFile::open(max.path(slice));
        const auto b = TableFile::open(normal.path(slice));
        ASSERT_TRUE(a) << a.error().message;
        ASSERT_TRUE(b);
        coded += a->header().codec == TableCodec::context;
        EXPECT_EQ(b->header().codec, TableCodec::zstd);
        EXPECT_EQ(a->footer().content, b->footer().content) << slice.name();
        EXPECT_EQ(a->footer().summaries, b->footer().summaries) << slice.name();
        const auto verified = a->verify_all();
        EXPECT_TRUE(verified) << verified.error().message;
        for (std::size_t s = 0; s < a->header().sections.size(); ++s) {
            for (std::uint64_t value = 0; value < a->header().sections[s].values; value += 1 + value / 7) {
                const auto symbol = [&](const TableFile& file) {
                    const FramePlace place = file.locate(s, value);
                    return file.decode_frame(place.frame).value().symbol(place.index);
                };
                ASSERT_EQ(symbol(*a), symbol(*b)) << slice.name() << " " << value;
            }
        }
    }
    EXPECT_EQ(coded, max.set().present().size());
}

class ContextTables : public VariantTest {};
DAMIER_EACH_VARIANT(ContextTables);

TEST_P(ContextTables, HoldTheContentOfOthers) {
    const auto shape = shape_of(rules(), 4, 6);
    const int pieces = sanitized() ? 2 : 3;
    AnyBuiltTables<SquareSet64, WldMetric> max{rules(), shape, pieces, with_threads(2, Effort::max)};
    AnyBuiltTables<SquareSet64, WldMetric> normal{rules(), shape, pieces, with_threads(2, Effort::normal)};
    expect_same_content(max, normal);
}

TEST_P(ContextTables, EqualTheNaiveSolver) {
    const auto shape = shape_of(rules(), 4, 4);
    AnyBuiltTables<SquareSet64, WldMetric> max{rules(), shape, 3, with_threads(2, Effort::max)};
    const auto oracle = oracle_for(rules(), shape, 3);
    const Comparison result = compare(max, oracle);
    EXPECT_EQ(result.wrong, 0u) << result.first_wrong;
    EXPECT_GT(result.stored, 0u);
    expect_oracle_counts(max, oracle);
}

// Many pages and frames, sections of different sizes, and half the bytes.
TEST(ContextTablesOfEnglish, WithFourPieces) {
    const BoardShape shape = board_for<English>(sanitized() ? "6x6" : "8x8");
    AnyBuiltTables<SquareSet64, WldMetric> max{English::rules, shape, 4, with_threads(2, Effort::max)};
    AnyBuiltTables<SquareSet64, WldMetric> normal{English::rules, shape, 4, with_threads(2, Effort::normal)};
    expect_same_content(max, normal);
    std::uintmax_t bytes = 0;
    std::uintmax_t normal_bytes = 0;
    for (const Slice& slice : normal.set().present()) {
        bytes += std::filesystem::file_size(max.path(slice));
        normal_bytes += std::filesystem::file_size(normal.path(slice));
    }
    EXPECT_LT(bytes, normal_bytes * 3 / 4);
    expect_verified(max, 0.05);
}

TEST(ContextTablesOfEnglish, AreTheSameByAnyNumberOfThreads) {
    const BoardShape shape = board_for<English>("6x6");
    AnyBuiltTables<SquareSet64, WldMetric> one{English::rules, shape, 4, with_threads(1, Effort::max)};
    AnyBuiltTables<SquareSet64, WldMetric> three{English::rules, shape, 4, with_threads(3, Effort::max)};
    for (const Slice& slice : one.set().present()) {
        EXPECT_EQ(read_file(one.path(slice)), read_file(three.path(slice))) << slice.name();
    }
}

// A build that goes on from tables of another effort: they are kept, and read.
TEST(ContextTablesOfEnglish, ServeAsParents) {
    const BoardShape shape = board_for<English>("6x6");
    AnyBuiltTables<SquareSet64, WldMetric> mixed{English::rules, shape, 3, with_threads(2, Effort::max)};
    BuildLog log;
    const auto more =
        build<SquareSet64>(mixed.game(), mixed.folder(), 4, log, with_threads(2, Effort::normal));
    ASSERT_TRUE(more) << more.error().message;
    AnyBuiltTables<SquareSet64, WldMetric> normal{English::rules, shape, 4, with_threads(2, Effort::normal)};
    for (const Slice& slice : normal.set().present()) {
        if (slice.pieces() == 4) {
            EXPECT_EQ(read_file(mixed.path(slice)), read_file(normal.path(slice))) << slice.name();
        }
    }
}

TEST(ContextTablesOfEnglish, NoChangedByteIsBelieved) {
    const BoardShape shape = board_for<English>("6x6");
    AnyBuiltTables<SquareSet64, WldMetric> tables{English::rules, shape, 3, with_threads(2, Effort::max)};
    const auto path = tables.path(Slice::of(1, 1, 0, 1));
    const Bytes whole = read_file(path);
    ASSERT_GT(whole.size(), 500u);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (std::byte change : {std::byte{1}, std::byte{0x80}}) {
            Bytes changed = whole;
            changed[at] ^= change;
            write_file(path, changed);
            const auto table = TableFile::open(path);
            const bool refused = !table || !table->verify_all();
            ASSERT_TRUE(refused) << at;
        }
    }
    for (std::size_t length = 0; length < whole.size(); length += 1 + length / 16) {
        write_file(path, std::span{whole}.first(length));
        EXPECT_FALSE(TableFile::open(path)) << length;
    }
}

// The codec knows the game by the header; a variant or rules that it does not know are refused.
TEST(ContextTablesOfEnglish, OtherRulesAreRefused) {
    const BoardShape shape = board_for<English>("6x6");
    AnyBuiltTables<SquareSet64, WldMetric> tables{English::rules, shape, 2, with_threads(1, Effort::max)};
    const auto table = TableFile::open(tables.path(Slice::of(0, 1, 0, 1)));
    ASSERT_TRUE(table);
    const auto refused = [&](auto change) {
        TableHeader header = table->header();
        change(header);
        const auto codec = ContextCodec::of(header, "the file");
        return codec ? std::string{"none"} : codec.error().message;
    };
    EXPECT_EQ(refused([](TableHeader&) {}), "none");
    EXPECT_NE(refused([](TableHeader& h) { h.variant = "martian"; }).find("unknown variant 'martian'"),
              std::string::npos);
    EXPECT_NE(refused([](TableHeader& h) { ++h.rules_fingerprint; }).find("other rules"), std::string::npos);
    EXPECT_NE(refused([](TableHeader& h) { h.alphabet = 4; }), "none");
    EXPECT_NE(refused([](TableHeader& h) { h.codec_parameters.pop_back(); }), "none");
    EXPECT_NE(refused([](TableHeader& h) { h.codec_parameters.push_back({}); }), "none");
    EXPECT_NE(refused([](TableHeader& h) { h.codec_parameters.clear(); }), "none");
    EXPECT_NE(refused([](TableHeader& h) { ++h.sections[0].values; }), "none");
    EXPECT_NE(refused([](TableHeader& h) { h.slice = Slice::of(1, 0, 0, 1); }), "none");
}

}  // namespace
}  // namespace damier
