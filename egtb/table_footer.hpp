// The end of a table file: index of the data frames, digests, counts, end mark (docs/table-format.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "egtb/digest.hpp"
#include "egtb/little_endian.hpp"
#include "rules/color.hpp"
#include "rules/result.hpp"

namespace damier {

// The longest win (or loss) of one side to move.
struct LongestLine {
    // Of LongestLine::plies, under draw rules: no number of plies is enough.
    static constexpr std::uint32_t never = 0xffff'fffe;

    std::uint32_t plies = 0;
    std::uint64_t count = 0;  // positions with this distance
    std::string position;     // one of them, as FEN: printable ASCII, at most 1,024 characters
    friend bool operator==(const LongestLine&, const LongestLine&) = default;
};

// What draw rules, with nothing counted yet, make draws of. The longest are those that need the most plies.
struct CursedSummary {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::optional<LongestLine> longest_win;
    std::optional<LongestLine> longest_loss;
    friend bool operator==(const CursedSummary&, const CursedSummary&) = default;
};

// What a table says of one side to move. Counts are of legal positions, free values included, so their sum is
// not the number of stored values.
struct SideSummary {
    Color side_to_move = Color::white;
    std::uint64_t wins = 0;  // without draw rules, as losses and draws
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::optional<LongestLine> longest_win;  // where the metric has distances; in time under draw rules
    std::optional<LongestLine> longest_loss;
    std::optional<CursedSummary> cursed = {};  // under draw rules, all summaries of a table or none
    friend bool operator==(const SideSummary&, const SideSummary&) = default;
};

struct TableFooter {
    Digest128 content;  // of the packed stream: the identity of the table's values
    Digest128 stored;   // of the data frames as they stand in the file
    std::uint64_t index_offset = 0;
    std::uint64_t file_length = 0;
    std::vector<SideSummary> summaries;  // at most 2, no side twice
    friend bool operator==(const TableFooter&, const TableFooter&) = default;
};

inline constexpr std::size_t footer_tail = 12;  // footer length, end mark
inline constexpr std::uint64_t max_footer_frame = 64U << 10;

// Nothing if the summaries can be written.
std::optional<std::string> finding_in(std::span<const SideSummary> summaries);

// The whole frame. file_length is set by this function, from index_offset, `index_frame_size` and its own
// size.
Bytes encode_footer(TableFooter footer, std::uint64_t index_frame_size);
// The length of the footer frame from the last footer_tail bytes of a file; an error if there is no end mark.
Result<std::uint64_t> footer_frame_size(std::span<const std::byte> tail, const std::string& file);
// `minor` and `draw_rules` as the header has them.
Result<TableFooter> decode_footer(std::span<const std::byte> frame, std::uint16_t minor, bool draw_rules,
                                  const std::string& file);

// Stored sizes of the data frames, each 1 to 2^32 - 1, as an index frame; too many give nothing.
std::optional<Bytes> encode_index(std::span<const std::uint32_t> sizes);
// The offsets of `frames` data frames that fill the file from `begin` to `end`, and `end` itself.
Result<std::vector<std::uint64_t>> decode_index(std::span<const std::byte> frame, std::uint64_t frames,
                                                std::uint64_t begin, std::uint64_t end,
                                                const std::string& file);

}  // namespace damier
