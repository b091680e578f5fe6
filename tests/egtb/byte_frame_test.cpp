#include "egtb/byte_frame.hpp"

#include <gtest/gtest.h>

namespace damier {
namespace {

Bytes sample() {
    Bytes bytes;
    for (int i = 0; i < 10'000; ++i) bytes.push_back(static_cast<std::byte>(i * i / 7));
    return bytes;
}

TEST(ByteFrame, ThereAndBack) {
    for (const Bytes& bytes : {Bytes{}, Bytes{std::byte{7}}, sample()}) {
        const auto frame = compress_bytes(bytes, 3);
        ASSERT_TRUE(frame);
        const auto back = decompress_bytes(*frame, bytes.size());
        ASSERT_TRUE(back) << back.error().message;
        EXPECT_EQ(*back, bytes);
    }
}

TEST(ByteFrame, RefusesAnotherSizeAndCutFrames) {
    const Bytes bytes = sample();
    const Bytes frame = compress_bytes(bytes, 3).value();
    EXPECT_FALSE(decompress_bytes(frame, bytes.size() - 1));
    EXPECT_FALSE(decompress_bytes(frame, bytes.size() + 1));
    for (std::size_t size = 0; size < frame.size(); ++size) {
        EXPECT_FALSE(decompress_bytes(std::span{frame}.first(size), bytes.size())) << size;
    }
    Bytes longer = frame;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decompress_bytes(longer, bytes.size()));
}

// The checksum, if nothing else, notices each changed bit of the data.
TEST(ByteFrame, NoticesChangedBits) {
    const Bytes bytes = sample();
    const Bytes frame = compress_bytes(bytes, 3).value();
    for (std::size_t at = 0; at < frame.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            Bytes bad = frame;
            bad[at] ^= std::byte{1} << bit;
            const auto back = decompress_bytes(bad, bytes.size());
            if (back) {
                EXPECT_EQ(*back, bytes) << at << " " << bit;  // an unused bit of the header
            }
        }
    }
}

}  // namespace
}  // namespace damier
