// The header of a table file: what the table is of, and how its symbols are stored (docs/table-format.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "egtb/digest.hpp"
#include "egtb/little_endian.hpp"
#include "egtb/packing.hpp"
#include "egtb/slice.hpp"
#include "rules/color.hpp"
#include "rules/result.hpp"

namespace damier {

inline constexpr std::uint16_t table_format_major = 1;
inline constexpr std::uint16_t table_format_minor = 1;
// Compatible flags.
inline constexpr std::uint32_t has_draw_rules = 1;  // from format 1.1 on

struct TableBoard {
    std::uint16_t width = 8;   // columns
    std::uint16_t height = 8;  // rows
    std::uint16_t squares = 32;
    friend bool operator==(const TableBoard&, const TableBoard&) = default;
};
std::string to_string(const TableBoard& board);  // "8x8", rows x columns

// Numbers of the registries of docs/table-format.md; the file layer passes unknown ones on, except for the
// codec.
enum class RankingScheme : std::uint32_t { none = 0, blocks = 1 };
enum class FreeValues : std::uint32_t { none = 0, captures = 1, captures_and_r1 = 2, captures_and_r2 = 3 };
enum class TableCodec : std::uint32_t { zstd = 0, context = 1 };

struct TableSection {
    Color side_to_move = Color::white;
    std::uint64_t values = 0;
    friend bool operator==(const TableSection&, const TableSection&) = default;
};

struct TableParent {
    std::string metric;
    Slice slice;
    Digest128 content;
    friend bool operator==(const TableParent&, const TableParent&) = default;
};

// 16 KiB of packed win/loss/draw: larger frames hardly compress better, smaller ones do worse (design notes).
inline constexpr std::uint32_t default_values_per_frame = 81'920;
// As much in packed bytes, or twice that where a symbol fills one or two: 16 and 32 KiB; whole bytes.
constexpr std::uint32_t values_per_frame(std::uint32_t alphabet) {
    if (packing_of(alphabet) == Packing::words) return 16'384;
    if (packing_of(alphabet) == Packing::bytes) return 32'768;
    return default_values_per_frame - default_values_per_frame % symbols_per_byte(alphabet);
}
inline constexpr std::uint32_t max_values_per_frame = 1U << 24;

// The draw rules that the values of a table follow.
struct TableDrawRules {
    std::uint64_t fingerprint = 0;
    std::string rulebook;               // a name; also of another rulebook with the same rules
    std::vector<std::string> settings;  // as given, printable ASCII
    std::vector<std::string> articles;  // of the rules that are followed, printable ASCII
    friend bool operator==(const TableDrawRules&, const TableDrawRules&) = default;
};

struct TableHeader {
    std::uint16_t minor = 0;  // a writer takes what it needs: 1 with draw rules; a reader may see a newer one
    std::uint32_t compatible_flags = 0;
    RankingScheme ranking = RankingScheme::none;
    FreeValues free_values = FreeValues::none;
    TableCodec codec = TableCodec::zstd;
    std::uint32_t alphabet = 3;
    std::uint32_t values_per_frame = default_values_per_frame;  // a multiple of symbols_per_byte(alphabet)
    TableBoard board;
    Slice slice;
    std::uint64_t rules_fingerprint = 0;
    std::string variant;                 // a name: 1 to 64 characters of a-z 0-9 - _ (rules/reading.hpp)
    std::string metric;                  // a name
    std::vector<TableSection> sections;  // 1 or 2, one a side
    std::vector<TableParent> parents;
    Bytes codec_parameters = {};                    // of codecs other than zstd (egtb/context_codec.hpp)
    std::optional<TableDrawRules> draw_rules = {};  // with the flag
    friend bool operator==(const TableHeader&, const TableHeader&) = default;

    // Frames of one section, and of all.
    std::uint64_t frames_of(const TableSection& section) const {
        return section.values / values_per_frame + (section.values % values_per_frame != 0 ? 1 : 0);
    }
    std::uint64_t frames() const;
};

// Nothing if the header can be written, else what is wrong with it: a programming error of the caller.
std::optional<std::string> finding_in(const TableHeader& header);

// The whole header frame. The header has no finding.
Bytes encode_header(const TableHeader& header);
// The bytes are the whole header frame; `file` is named in errors.
Result<TableHeader> decode_header(std::span<const std::byte> frame, const std::string& file);

inline constexpr std::uint64_t max_header_frame = 4U << 20;

// What a caller knows of the table that it wants; what is left out is not compared.
struct TableExpectations {
    std::optional<std::string> variant;
    std::optional<std::uint64_t> rules_fingerprint;
    std::optional<TableBoard> board;
    std::optional<std::string> metric;
    std::optional<Slice> slice;
    std::optional<RankingScheme> ranking;
    std::optional<FreeValues> free_values;
    std::optional<std::uint32_t> alphabet;
    std::optional<std::uint64_t> draw_rules = {};  // fingerprint

    // Everything that this header says.
    static TableExpectations same_table_as(const TableHeader& header);
};
// Success, or the first difference as "foreign table".
Result<void> compare(const TableHeader& header, const TableExpectations& expected, const std::string& file);

}  // namespace damier
