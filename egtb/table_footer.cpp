#include "egtb/table_footer.hpp"

#include <algorithm>
#include <cstring>

#include "egtb/sealed_frame.hpp"
#include "egtb/table_error.hpp"
#include "egtb/table_header.hpp"

namespace damier {
namespace {

constexpr std::string_view footer_tag = "DMR FOOT";
constexpr std::string_view index_tag = "DMRINDEX";
constexpr std::string_view end_mark = "DMR END\n";
constexpr std::uint32_t no_plies = 0xFFFF'FFFF;
constexpr std::size_t max_position = 1'024;

bool is_tag(std::span<const std::byte> bytes, std::string_view tag) {
    return bytes.size() == tag.size() && std::memcmp(bytes.data(), tag.data(), tag.size()) == 0;
}

bool is_position(std::string_view text) {
    return text.size() <= max_position &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

void put_line(ByteWriter& out, const std::optional<LongestLine>& line) {
    out.put(line ? line->plies : no_plies);
    out.put(line ? line->count : std::uint64_t{0});
    out.put_text(line ? line->position : std::string());
}
std::optional<LongestLine> get_line(ByteReader& in) {
    LongestLine line;
    line.plies = in.get<std::uint32_t>();
    line.count = in.get<std::uint64_t>();
    line.position = in.text();
    if (line.plies == no_plies) return std::nullopt;
    return line;
}

void put_digest(ByteWriter& out, const Digest128& digest) { out.put_bytes(digest.bytes); }
Digest128 get_digest(ByteReader& in) {
    Digest128 digest;
    const auto bytes = in.bytes(digest.bytes.size());
    std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
    return digest;
}

}  // namespace

std::optional<std::string> finding_in(std::span<const SideSummary> summaries) {
    if (summaries.size() > 2) return "there are more than 2 summaries";
    if (summaries.size() == 2 && summaries[0].side_to_move == summaries[1].side_to_move) {
        return "two summaries have the same side to move";
    }
    for (const SideSummary& summary : summaries) {
        if (summary.cursed.has_value() != summaries.front().cursed.has_value())
            return "only some summaries are under draw rules";
        const CursedSummary cursed = summary.cursed.value_or(CursedSummary{});
        for (const auto& line :
             {summary.longest_win, summary.longest_loss, cursed.longest_win, cursed.longest_loss}) {
            if (line && (!is_position(line->position) || line->plies == no_plies)) {
                return "the longest win or loss of a summary is not printable";
            }
        }
        if (cursed.wins > summary.wins || cursed.losses > summary.losses)
            return "more wins or losses of a summary are drawn by rule than there are";
    }
    return std::nullopt;
}

Bytes encode_footer(TableFooter footer, std::uint64_t index_frame_size) {
    // Everything but the file's length has its final size at once, so two rounds suffice.
    Bytes frame;
    for (int round = 0; round < 2; ++round) {
        footer.file_length = footer.index_offset + index_frame_size + frame.size();
        ByteWriter out;
        out.put_chars(footer_tag);
        put_digest(out, footer.content);
        put_digest(out, footer.stored);
        out.put(footer.index_offset);
        out.put(footer.file_length);
        out.put(static_cast<std::uint32_t>(footer.summaries.size()));
        for (const SideSummary& summary : footer.summaries) {
            out.put(static_cast<std::uint8_t>(summary.side_to_move == Color::white ? 0 : 1));
            out.put_zeros(7);
            out.put(summary.wins);
            out.put(summary.losses);
            out.put(summary.draws);
            put_line(out, summary.longest_win);
            put_line(out, summary.longest_loss);
        }
        for (const SideSummary& summary : footer.summaries) {
            if (!summary.cursed) continue;
            out.put(summary.cursed->wins);
            out.put(summary.cursed->losses);
            put_line(out, summary.cursed->longest_win);
            put_line(out, summary.cursed->longest_loss);
        }
        ByteWriter tail;
        tail.put(static_cast<std::uint32_t>(out.bytes().size() + sealed_frame_overhead + footer_tail));
        tail.put_chars(end_mark);
        frame = seal_frame(out.bytes(), tail.bytes());
    }
    return frame;
}

Result<std::uint64_t> footer_frame_size(std::span<const std::byte> tail, const std::string& file) {
    ByteReader in(tail);
    const auto size = in.get<std::uint32_t>();
    if (!is_tag(in.bytes(end_mark.size()), end_mark) || in.left() != 0) {
        return fail(
            damaged_table(file, "it does not end in the end mark: truncated, or something was appended"));
    }
    if (size < sealed_frame_overhead + footer_tail || size > max_footer_frame) {
        return fail(damaged_table(file, "the length of its footer is out of range"));
    }
    return size;
}

Result<TableFooter> decode_footer(std::span<const std::byte> frame, std::uint16_t minor, bool draw_rules,
                                  const std::string& file) {
    const auto payload = unseal_frame(frame, footer_tail);
    if (!payload) return fail(damaged_table(file, "the checksum of its footer differs"));
    ByteReader in(*payload);
    if (!is_tag(in.bytes(footer_tag.size()), footer_tag))
        return fail(damaged_table(file, "it has no footer"));
    TableFooter footer;
    footer.content = get_digest(in);
    footer.stored = get_digest(in);
    footer.index_offset = in.get<std::uint64_t>();
    footer.file_length = in.get<std::uint64_t>();
    const auto summaries = in.get<std::uint32_t>();
    if (summaries > 2) return fail(damaged_table(file, "its footer has more than 2 summaries"));
    for (std::uint32_t i = 0; i < summaries; ++i) {
        SideSummary summary;
        const auto side = in.get<std::uint8_t>();
        const bool reserved = in.all_zero(7);
        if (side > 1 || !reserved) return fail(damaged_table(file, "a summary of its footer is malformed"));
        summary.side_to_move = side == 0 ? Color::white : Color::black;
        summary.wins = in.get<std::uint64_t>();
        summary.losses = in.get<std::uint64_t>();
        summary.draws = in.get<std::uint64_t>();
        summary.longest_win = get_line(in);
        summary.longest_loss = get_line(in);
        footer.summaries.push_back(std::move(summary));
    }
    for (SideSummary& summary : footer.summaries) {
        if (!draw_rules) continue;
        CursedSummary& cursed = summary.cursed.emplace();
        cursed.wins = in.get<std::uint64_t>();
        cursed.losses = in.get<std::uint64_t>();
        cursed.longest_win = get_line(in);
        cursed.longest_loss = get_line(in);
    }
    if (!in.ok()) return fail(damaged_table(file, "its footer ends too early"));
    if (minor <= table_format_minor && in.left() != 0)
        return fail(damaged_table(file, "its footer is too long"));
    if (const auto finding = finding_in(footer.summaries)) return fail(damaged_table(file, *finding));
    return footer;
}

std::optional<Bytes> encode_index(std::span<const std::uint32_t> sizes) {
    std::uint32_t largest = 1;
    for (std::uint32_t size : sizes) largest = std::max(largest, size);
    std::size_t width = 1;
    while (width < 4 && largest >> (8 * width) != 0) ++width;
    if (sizes.size() * width > max_sealed_content - 64) return std::nullopt;
    ByteWriter out;
    out.put_chars(index_tag);
    out.put(std::uint64_t{sizes.size()});
    out.put(static_cast<std::uint8_t>(width));
    out.put_zeros(7);
    for (std::uint32_t size : sizes) out.put_width(size, width);
    return seal_frame(out.bytes());
}

Result<std::vector<std::uint64_t>> decode_index(std::span<const std::byte> frame, std::uint64_t frames,
                                                std::uint64_t begin, std::uint64_t end,
                                                const std::string& file) {
    const auto payload = unseal_frame(frame);
    if (!payload) return fail(damaged_table(file, "the checksum of its index differs"));
    ByteReader in(*payload);
    if (!is_tag(in.bytes(index_tag.size()), index_tag)) return fail(damaged_table(file, "it has no index"));
    const auto count = in.get<std::uint64_t>();
    const auto width = in.get<std::uint8_t>();
    const bool reserved = in.all_zero(7);
    if (!reserved || width < 1 || width > 4) return fail(damaged_table(file, "its index is malformed"));
    if (count != frames || in.left() % width != 0 || in.left() / width != frames) {
        return fail(damaged_table(file, "its index has another number of frames than its header"));
    }
    std::vector<std::uint64_t> offsets;
    offsets.reserve(frames + 1);
    std::uint64_t at = begin;
    for (std::uint64_t i = 0; i < frames; ++i) {
        offsets.push_back(at);
        const std::uint64_t size = in.get_width(width);
        // Checked at each step: offsets never go past the end, so sums cannot overflow.
        if (size == 0 || at > end || size > end - at)
            return fail(damaged_table(file, "its index does not fit its frames"));
        at += size;
    }
    if (at != end) return fail(damaged_table(file, "its index does not fit its frames"));
    offsets.push_back(at);
    return offsets;
}

}  // namespace damier
