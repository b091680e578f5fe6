#include "egtb/table_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "egtb/packing.hpp"
#include "egtb/sealed_frame.hpp"
#include "egtb/table_error.hpp"
#include "rules/reading.hpp"

namespace damier {
namespace {

constexpr std::string_view magic("DAMIER\0\1", 8);
constexpr std::uint32_t known_incompatible_flags = 0;
constexpr std::uint32_t max_parents = 65'536;
constexpr std::size_t max_name = 64;

constexpr std::size_t max_texts = 64;
constexpr std::size_t max_text = 256;

bool are_texts(const std::vector<std::string>& texts) {
    return texts.size() <= max_texts && std::ranges::all_of(texts, [](const std::string& text) {
               return text.size() <= max_text &&
                      std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
           });
}

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= max_name && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

void put_slice(ByteWriter& out, const Slice& slice) {
    for (Color c : both_colors) {
        out.put(slice.men[index(c)]);
        out.put(slice.kings[index(c)]);
    }
}
Slice get_slice(ByteReader& in) {
    Slice slice;
    for (Color c : both_colors) {
        slice.men[index(c)] = in.get<std::uint8_t>();
        slice.kings[index(c)] = in.get<std::uint8_t>();
    }
    return slice;
}

void put_texts(ByteWriter& out, const std::vector<std::string>& texts) {
    out.put(static_cast<std::uint16_t>(texts.size()));
    for (const std::string& text : texts) out.put_text(text);
}
std::vector<std::string> get_texts(ByteReader& in) {
    std::vector<std::string> texts;
    const auto count = in.get<std::uint16_t>();
    for (unsigned i = 0; in.ok() && i < count; ++i) texts.push_back(in.text());
    return texts;
}

// The fields behind the version, up to the end of what this program knows. Gives what is wrong with the
// encoding.
std::optional<std::string> get_fields(ByteReader& in, TableHeader& header, std::uint32_t& packing) {
    header.compatible_flags = in.get<std::uint32_t>();
    header.ranking = static_cast<RankingScheme>(in.get<std::uint32_t>());
    header.free_values = static_cast<FreeValues>(in.get<std::uint32_t>());
    packing = in.get<std::uint32_t>();
    header.codec = static_cast<TableCodec>(in.get<std::uint32_t>());
    header.alphabet = in.get<std::uint32_t>();
    header.values_per_frame = in.get<std::uint32_t>();
    header.board.width = in.get<std::uint16_t>();
    header.board.height = in.get<std::uint16_t>();
    header.board.squares = in.get<std::uint16_t>();
    const auto sections = in.get<std::uint8_t>();
    if (!in.all_zero(1)) return "a reserved byte of the header is not 0";
    header.slice = get_slice(in);
    header.rules_fingerprint = in.get<std::uint64_t>();
    header.variant = in.text();
    header.metric = in.text();
    for (unsigned i = 0; in.ok() && i < sections; ++i) {
        TableSection section;
        const auto side = in.get<std::uint8_t>();
        if (side > 1) return "a section has no side to move";
        section.side_to_move = side == 0 ? Color::white : Color::black;
        if (!in.all_zero(7)) return "a reserved byte of a section is not 0";
        section.values = in.get<std::uint64_t>();
        header.sections.push_back(section);
    }
    const auto parents = in.get<std::uint32_t>();
    if (parents > max_parents) return "the header has too many parents";
    for (std::uint32_t i = 0; in.ok() && i < parents; ++i) {
        TableParent parent;
        parent.metric = in.text();
        parent.slice = get_slice(in);
        const auto digest = in.bytes(parent.content.bytes.size());
        if (in.ok()) std::copy(digest.begin(), digest.end(), parent.content.bytes.begin());
        header.parents.push_back(std::move(parent));
    }
    if (header.codec == TableCodec::context) {
        const auto parameters = in.bytes(in.get<std::uint32_t>());
        header.codec_parameters.assign(parameters.begin(), parameters.end());
    }
    if ((header.compatible_flags & has_draw_rules) != 0) {
        TableDrawRules& rules = header.draw_rules.emplace();
        rules.fingerprint = in.get<std::uint64_t>();
        rules.rulebook = in.text();
        rules.settings = get_texts(in);
        rules.articles = get_texts(in);
    }
    if (!in.ok()) return "the header ends too early";
    return std::nullopt;
}

// Quoted where it is text, in hex where it is a hash.
std::string shown(const std::string& text) { return "'" + text + "'"; }
std::string shown(std::uint64_t hash) { return fmt::format("{:016x}", hash); }
std::string shown(std::uint32_t number) { return fmt::format("{}", number); }
std::string shown(const Slice& slice) { return slice.name(); }
std::string shown(const TableBoard& board) {
    return fmt::format("{} of {} squares", to_string(board), board.squares);
}
std::string shown(RankingScheme scheme) { return shown(static_cast<std::uint32_t>(scheme)); }
std::string shown(FreeValues policy) { return shown(static_cast<std::uint32_t>(policy)); }

}  // namespace

std::string to_string(const TableBoard& board) { return fmt::format("{}x{}", board.height, board.width); }

std::uint64_t TableHeader::frames() const {
    std::uint64_t count = 0;
    for (const TableSection& section : sections) count += frames_of(section);
    return count;
}

std::optional<std::string> finding_in(const TableHeader& header) {
    if (header.alphabet < 2 || header.alphabet > max_alphabet) return "the alphabet is not 2 to 65536";
    if (header.values_per_frame == 0 || header.values_per_frame > max_values_per_frame ||
        header.values_per_frame % symbols_per_byte(header.alphabet) != 0) {
        return "the number of values per frame is out of range or does not fill whole bytes";
    }
    const TableBoard& board = header.board;
    if (board.width < 1 || board.width > 255 || board.height < 1 || board.height > 255 || board.squares < 1 ||
        board.squares > board.width * board.height) {
        return "the board is out of range";
    }
    if (header.slice.pieces_of(Color::white) == 0 || header.slice.pieces_of(Color::black) == 0) {
        return "a side of the slice has no pieces";
    }
    if (header.slice.pieces() > board.squares) return "the slice has more pieces than the board has squares";
    if (!is_name(header.variant)) return "the variant is not a name";
    if (!is_name(header.metric)) return "the metric is not a name";
    if (header.sections.empty() || header.sections.size() > 2) return "there are not 1 or 2 sections";
    if (header.sections.front().side_to_move == header.sections.back().side_to_move &&
        header.sections.size() == 2) {
        return "two sections have the same side to move";
    }
    // So that sums of sections, and bytes of 16-bit symbols, stay far from the end of 64 bits.
    for (const TableSection& section : header.sections) {
        if (section.values >> 60 != 0) return "a section has too many values";
    }
    if ((header.codec == TableCodec::zstd) != header.codec_parameters.empty()) {
        return "the codec has parameters that it should not have, or has none";
    }
    if (header.parents.size() > max_parents) return "the header has too many parents";
    for (const TableParent& parent : header.parents) {
        if (!is_name(parent.metric)) return "the metric of a parent is not a name";
    }
    if (((header.compatible_flags & has_draw_rules) != 0) != header.draw_rules.has_value() ||
        (header.draw_rules && header.minor < 1))
        return "draw rules, their flag and the format minor do not agree";
    if (header.draw_rules &&
        !(is_name(header.draw_rules->rulebook) && are_texts(header.draw_rules->settings) &&
          are_texts(header.draw_rules->articles)))
        return "the draw rules are malformed";
    return std::nullopt;
}

Bytes encode_header(const TableHeader& header) {
    ByteWriter out;
    out.put_chars(magic);
    out.put(table_format_major);
    out.put(header.minor);
    out.put(known_incompatible_flags);
    out.put(header.compatible_flags);
    out.put(static_cast<std::uint32_t>(header.ranking));
    out.put(static_cast<std::uint32_t>(header.free_values));
    out.put(static_cast<std::uint32_t>(packing_of(header.alphabet)));
    out.put(static_cast<std::uint32_t>(header.codec));
    out.put(header.alphabet);
    out.put(header.values_per_frame);
    out.put(header.board.width);
    out.put(header.board.height);
    out.put(header.board.squares);
    out.put(static_cast<std::uint8_t>(header.sections.size()));
    out.put_zeros(1);
    put_slice(out, header.slice);
    out.put(header.rules_fingerprint);
    out.put_text(header.variant);
    out.put_text(header.metric);
    for (const TableSection& section : header.sections) {
        out.put(static_cast<std::uint8_t>(section.side_to_move == Color::white ? 0 : 1));
        out.put_zeros(7);
        out.put(section.values);
    }
    out.put(static_cast<std::uint32_t>(header.parents.size()));
    for (const TableParent& parent : header.parents) {
        out.put_text(parent.metric);
        put_slice(out, parent.slice);
        out.put_bytes(parent.content.bytes);
    }
    if (header.codec != TableCodec::zstd) {
        out.put(static_cast<std::uint32_t>(header.codec_parameters.size()));
        out.put_bytes(header.codec_parameters);
    }
    if (header.draw_rules) {
        out.put(header.draw_rules->fingerprint);
        out.put_text(header.draw_rules->rulebook);
        put_texts(out, header.draw_rules->settings);
        put_texts(out, header.draw_rules->articles);
    }
    return seal_frame(out.bytes());
}

Result<TableHeader> decode_header(std::span<const std::byte> frame, const std::string& file) {
    // Magic, checksum, version: in this order in all versions of the format, see the specification.
    if (frame.size() < sealed_frame_front + magic.size() ||
        std::memcmp(frame.data() + sealed_frame_front, magic.data(), magic.size()) != 0) {
        return fail(damaged_table(file, "it does not begin like a table file"));
    }
    const auto payload = unseal_frame(frame);
    if (!payload) return fail(damaged_table(file, "the checksum of its header differs"));
    ByteReader in(payload->subspan(magic.size()));
    TableHeader header;
    const auto major = in.get<std::uint16_t>();
    header.minor = in.get<std::uint16_t>();
    const auto incompatible_flags = in.get<std::uint32_t>();
    if (!in.ok() || major == 0) return fail(damaged_table(file, "its header has no version"));
    if (major > table_format_major) {
        return fail(newer_table(file, fmt::format("format {}.{}, this program reads up to {}.x", major,
                                                  header.minor, table_format_major)));
    }
    if ((incompatible_flags & ~known_incompatible_flags) != 0) {
        return fail(newer_table(file, fmt::format("unknown incompatible flags {:#x}",
                                                  incompatible_flags & ~known_incompatible_flags)));
    }
    std::uint32_t packing = 0;
    if (const auto finding = get_fields(in, header, packing)) return fail(damaged_table(file, *finding));
    if (header.codec != TableCodec::zstd && header.codec != TableCodec::context) {
        return fail(
            newer_table(file, fmt::format("unknown codec {}", static_cast<std::uint32_t>(header.codec))));
    }
    if (header.minor <= table_format_minor && in.left() != 0) {
        return fail(damaged_table(file, "its header is too long"));
    }
    if (const auto finding = finding_in(header)) return fail(damaged_table(file, *finding));
    if (packing != static_cast<std::uint32_t>(packing_of(header.alphabet))) {
        return fail(newer_table(
            file, fmt::format("unknown packing {} for an alphabet of {}", packing, header.alphabet)));
    }
    return header;
}

TableExpectations TableExpectations::same_table_as(const TableHeader& header) {
    return {header.variant,
            header.rules_fingerprint,
            header.board,
            header.metric,
            header.slice,
            header.ranking,
            header.free_values,
            header.alphabet,
            header.draw_rules ? std::optional{header.draw_rules->fingerprint} : std::nullopt};
}

Result<void> compare(const TableHeader& header, const TableExpectations& expected, const std::string& file) {
    const auto check = [&](std::string_view thing, const auto& wanted,
                           const auto& found) -> std::optional<Error> {
        if (!wanted || *wanted == found) return std::nullopt;
        return foreign_table(file, thing, shown(*wanted), shown(found));
    };
    std::optional<Error> error;
    if (expected.variant && *expected.variant != header.variant) {
        error = foreign_table(file, "variant", shown(name_from_files(*expected.variant)),
                              shown(name_from_files(header.variant)));
    }
    if (!error) error = check("board", expected.board, header.board);
    if (!error) error = check("rules fingerprint", expected.rules_fingerprint, header.rules_fingerprint);
    if (!error) error = check("metric", expected.metric, header.metric);
    const std::uint64_t draw_rules = header.draw_rules ? header.draw_rules->fingerprint : 0;
    if (!error && expected.draw_rules && *expected.draw_rules != draw_rules) {
        error = foreign_table(
            file, "draw rules", shown(*expected.draw_rules),
            header.draw_rules ? shown(draw_rules) + " of rulebook " + header.draw_rules->rulebook : "none");
    }
    if (!error) error = check("slice", expected.slice, header.slice);
    if (!error) error = check("ranking scheme", expected.ranking, header.ranking);
    if (!error) error = check("free-value policy", expected.free_values, header.free_values);
    if (!error) error = check("alphabet", expected.alphabet, header.alphabet);
    if (error) return fail(std::move(*error));
    return {};
}

}  // namespace damier
