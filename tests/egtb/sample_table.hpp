// Tables whose symbols come from a formula: what is read can be checked without keeping what was written.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "egtb/frame_codec.hpp"
#include "egtb/table_file.hpp"
#include "egtb/table_header.hpp"
#include "egtb/table_writer.hpp"

namespace damier::test {

// Runs and noise, like values of positions. tests/egtb/table_reader_test.py has the same formula.
inline std::uint16_t sample_symbol(std::uint64_t section, std::uint64_t value, std::uint32_t alphabet) {
    const std::uint64_t noise = value * value % 29 < 3 ? value * 2'654'435'761U % 65'536 : 0;
    return static_cast<std::uint16_t>((value / 17 + noise + 5 * section) % alphabet);
}

inline TableHeader sample_header(std::uint32_t alphabet, std::vector<std::uint64_t> section_values,
                                 std::uint32_t values_per_frame) {
    TableHeader header;
    header.alphabet = alphabet;
    header.values_per_frame = values_per_frame;
    header.rules_fingerprint = 0x0123'4567'89AB'CDEF;
    header.variant = "sample";
    header.metric = alphabet == 3 ? "wld" : "a" + std::to_string(alphabet);
    header.slice = Slice::of(2, 1, 0, 10);
    for (std::size_t i = 0; i < section_values.size(); ++i) {
        header.sections.push_back({i == 0 ? Color::white : Color::black, section_values[i]});
    }
    header.parents.push_back({header.metric, Slice::of(1, 2, 0, 10), {}});
    header.parents.back().content.bytes[3] = std::byte{77};
    return header;
}

inline std::vector<SideSummary> sample_summaries() {
    SideSummary white{Color::white, 10, 20, 30, LongestLine{41, 2, "W:W1,K2:BK30"}, std::nullopt};
    SideSummary black{Color::black, 1, 2, 3, std::nullopt, std::nullopt};
    return {white, black};
}

inline std::vector<std::uint16_t> sample_frame(const TableHeader& header, std::size_t section,
                                               std::uint64_t first, std::uint64_t count) {
    std::vector<std::uint16_t> symbols;
    for (std::uint64_t i = 0; i < count; ++i)
        symbols.push_back(sample_symbol(section, first + i, header.alphabet));
    return symbols;
}

// All frames in order; `add` takes a CompressedFrame.
template <class Add>
void each_sample_frame(const TableHeader& header, int level, Add add) {
    for (std::size_t section = 0; section < header.sections.size(); ++section) {
        const std::uint64_t values = header.sections[section].values;
        for (std::uint64_t first = 0; first < values; first += header.values_per_frame) {
            const std::uint64_t count = std::min<std::uint64_t>(header.values_per_frame, values - first);
            const auto symbols = sample_frame(header, section, first, count);
            auto frame = compress_frame(std::span<const std::uint16_t>(symbols), header.alphabet, level);
            ASSERT_TRUE(frame) << frame.error().message;
            add(std::move(*frame));
        }
    }
}

inline Result<PublishedTable> write_sample(const std::filesystem::path& folder, const TableHeader& header,
                                           int level = 3, IfPresent if_present = IfPresent::keep_valid,
                                           const FileCalls& calls = system_file_calls()) {
    auto writer = TableWriter::create(folder, header, calls);
    if (!writer) return fail(writer.error());
    Result<void> done;
    each_sample_frame(header, level, [&](const CompressedFrame& frame) {
        if (done) done = writer->add(frame);
    });
    if (!done) return fail(done.error());
    return writer->publish(sample_summaries(), if_present);
}

// Every value that the file gives; an error is the first one.
inline Result<bool> all_values_right(const TableFile& table) {
    for (std::size_t section = 0; section < table.header().sections.size(); ++section) {
        std::optional<DecodedFrame> frame;
        for (std::uint64_t value = 0; value < table.header().sections[section].values; ++value) {
            const FramePlace place = table.locate(section, value);
            if (place.index == 0) {
                auto decoded = table.decode_frame(place.frame);
                if (!decoded) return fail(decoded.error());
                frame = std::move(*decoded);
            }
            if (frame->symbol(place.index) != sample_symbol(section, value, table.header().alphabet))
                return false;
        }
    }
    return true;
}

}  // namespace damier::test
