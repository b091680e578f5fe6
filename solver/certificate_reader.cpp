#include <algorithm>

#include "egtb/byte_frame.hpp"
#include "egtb/sealed_frame.hpp"
#include "solver/certificate.hpp"
#include "solver/certificate_format.hpp"

namespace damier {

namespace format = certificate_format;

namespace {

bool is_chars(std::span<const std::byte> bytes, std::string_view chars) {
    return std::equal(bytes.begin(), bytes.end(), chars.begin(), chars.end(),
                      [](std::byte b, char c) { return b == static_cast<std::byte>(c); });
}

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

// Nothing where there is no varint of 32 bits in its only form.
std::optional<std::uint32_t> get_varint(ByteReader& in) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const auto byte = in.get<std::uint8_t>();
        if (!in.ok()) return std::nullopt;
        value |= std::uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) {
            if ((byte == 0 && shift > 0) || value > 0xffff'ffff) return std::nullopt;
            return static_cast<std::uint32_t>(value);
        }
    }
    return std::nullopt;
}

// The fields behind magic and version; what is wrong with them, empty if nothing.
std::string_view read_fields(ByteReader& in, CertificateHeader& header) {
    if (in.get<std::uint32_t>() != 0) return "it has flags that this version does not know";
    in.get<std::uint32_t>();
    header.shape.width = in.get<std::uint16_t>();
    header.shape.height = in.get<std::uint16_t>();
    const int squares = in.get<std::uint16_t>();
    const auto flags = in.get<std::uint8_t>();
    const auto claim = in.get<std::uint8_t>();
    const auto side = in.get<std::uint8_t>();
    const auto parts = in.get<std::uint8_t>();
    header.rules_fingerprint = in.get<std::uint64_t>();
    header.variant = in.text();
    header.draw_rules = in.text();
    const auto root = in.bytes(in.get<std::uint16_t>());
    if (!in.ok()) return "its header ends too early";
    header.shape.bottom_left_plays = (flags & format::bottom_left_plays) != 0;
    header.shape.every_square_plays = (flags & format::every_square_plays) != 0;
    if (flags > 3 || header.shape.width > 26 || header.shape.height > 26 || !header.shape.valid() ||
        header.shape.squares() != squares || squares > most_proof_squares) {
        return "its board is none";
    }
    if (claim > 2 || side > 1 || (claim == 2 && side != 0)) return "its claim is none";
    header.claim = static_cast<Claim>(claim);
    header.side = side == 0 ? Color::white : Color::black;
    if (!is_name(header.variant) || !is_name(header.draw_rules)) return "a name in its header is none";
    const auto key = key_from(root, squares);
    if (!key || !cells_of(*key, squares)) return "its root is no position";
    header.root = *key;
    const std::vector<CertificatePart> expected = header.parts();
    if (parts != expected.size()) return "its parts are not those of its claim";
    for (const CertificatePart& part : expected) {
        const auto goal = in.get<std::uint8_t>();
        const auto prover = in.get<std::uint8_t>();
        if (goal != static_cast<std::uint8_t>(part.goal) ||
            prover != static_cast<std::uint8_t>(part.prover) || !in.all_zero(2)) {
            return "its parts are not those of its claim";
        }
    }
    const auto tables = in.get<std::uint32_t>();
    if (!in.ok() || tables > in.left() / 20) return "its header ends too early";
    for (std::uint32_t i = 0; i < tables; ++i) {
        CertificateTable table;
        for (Color c : both_colors) {
            table.slice.men[index(c)] = in.get<std::uint8_t>();
            table.slice.kings[index(c)] = in.get<std::uint8_t>();
        }
        const auto digest = in.bytes(table.content.bytes.size());
        std::copy(digest.begin(), digest.end(), table.content.bytes.begin());
        header.tables.push_back(table);
    }
    return in.left() == 0 ? "" : "its header is too long";
}

}  // namespace

Error CertificateReader::damaged(std::string_view finding) const {
    return {ErrorKind::table_damaged,
            "certificate '" + source_->name() + "' is damaged (" + std::string{finding} + ")",
            {}};
}

Result<CertificateReader> CertificateReader::open(const std::filesystem::path& path) {
    auto source = open_file_source(path);
    if (!source) return fail(std::move(source.error()));
    return open(std::move(*source));
}

Result<CertificateReader> CertificateReader::open(std::unique_ptr<FileSource> source) {
    CertificateReader reader;
    reader.source_ = std::move(source);
    const auto length = reader.source_->size();
    if (!length) return fail(length.error());
    reader.length_ = *length;
    if (auto done = reader.read_header(); !done) return fail(std::move(done.error()));
    if (auto done = reader.read_footer(); !done) return fail(std::move(done.error()));
    return reader;
}

Result<Bytes> CertificateReader::read(std::uint64_t offset, std::uint64_t size) const {
    if (offset > length_ || size > length_ - offset) return fail(damaged("it is truncated"));
    Bytes bytes(size);
    const auto got = source_->read_at(offset, bytes);
    if (!got) return fail(got.error());
    if (*got != size) return fail(damaged("it was cut while it was read"));
    return bytes;
}

Result<void> CertificateReader::read_header() {
    const auto front = read(0, std::min<std::uint64_t>(length_, sealed_frame_front + format::magic.size()));
    if (!front) return fail(front.error());
    const auto size = sealed_frame_size(*front);
    if (!size || !is_chars(std::span{*front}.subspan(sealed_frame_front), format::magic)) {
        return fail(ErrorKind::table_damaged, "'" + source_->name() + "' is no certificate");
    }
    if (*size > format::most_header) return fail(damaged("its header is too long"));
    const auto frame = read(0, *size);
    if (!frame) return fail(frame.error());
    const auto payload = unseal_frame(*frame);
    if (!payload) return fail(damaged("the checksum of its header differs"));
    data_ = *size;
    ByteReader in{payload->subspan(format::magic.size())};
    const auto major = in.get<std::uint16_t>();
    const auto minor = in.get<std::uint16_t>();
    if (major != format::major || minor != format::minor) {
        return fail(ErrorKind::table_newer, "certificate '" + source_->name() +
                                                "' was written by another version of damier (format " +
                                                std::to_string(major) + "." + std::to_string(minor) + ")");
    }
    if (const auto finding = read_fields(in, header_); !finding.empty()) return fail(damaged(finding));
    return {};
}

Result<void> CertificateReader::read_footer() {
    if (length_ < data_ + format::footer_tail) return fail(damaged("it is truncated"));
    const auto tail = read(length_ - format::footer_tail, format::footer_tail);
    if (!tail) return fail(tail.error());
    ByteReader in_tail{*tail};
    const std::uint64_t size = in_tail.get<std::uint32_t>();
    if (!is_chars(in_tail.bytes(format::end_mark.size()), format::end_mark)) {
        return fail(damaged("it has no end mark: it is truncated"));
    }
    if (size > length_ - data_) return fail(damaged("its footer is longer than the file"));
    const auto frame = read(length_ - size, size);
    if (!frame) return fail(frame.error());
    const auto payload = unseal_frame(*frame, format::footer_tail);
    if (!payload) return fail(damaged("the checksum of its footer differs"));

    ByteReader in{*payload};
    const auto count = in.get<std::uint32_t>();
    const std::size_t parts = header_.parts().size();
    const std::uint64_t rest = 16 * parts + content_.bytes.size();
    if (!in.ok() || in.left() < rest || in.left() - rest != std::uint64_t{16} * count) {
        return fail(damaged("its footer does not fit its frames"));
    }
    std::uint64_t at = data_;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto stored = in.get<std::uint32_t>();
        const auto unpacked = in.get<std::uint32_t>();
        if (unpacked > format::most_unpacked) return fail(damaged("a data frame is too large"));
        frames_.push_back({at, stored, unpacked, in.get<std::uint64_t>()});
        at += stored;
    }
    if (at != length_ - size) return fail(damaged("its footer does not fit its frames"));
    for (std::size_t i = 0; i < parts; ++i) {
        PartTotals totals;
        totals.moves = in.get<std::uint64_t>();
        totals.leaves = in.get<std::uint64_t>();
        totals_.push_back(totals);
    }
    const auto digest = in.bytes(content_.bytes.size());
    std::copy(digest.begin(), digest.end(), content_.bytes.begin());
    return {};
}

Result<Bytes> CertificateReader::unpacked(std::size_t frame) const {
    const Place& place = frames_[frame];
    const auto stored = read(place.offset, place.stored);
    if (!stored) return fail(stored.error());
    if (xxh3_64(*stored) != place.checksum) return fail(damaged("the checksum of a data frame differs"));
    Result<Bytes> bytes = decompress_bytes(*stored, place.unpacked);
    if (!bytes) return fail(damaged(bytes.error().message));
    return bytes;
}

auto CertificateReader::decode(const Bytes& bytes) const -> Result<Frame> {
    ByteReader in{bytes};
    Frame frame;
    frame.part = in.get<std::uint8_t>();
    const auto count = in.get<std::uint32_t>();
    std::array<std::uint32_t, 4> sizes{};
    for (std::uint32_t& size : sizes) size = in.get<std::uint32_t>();
    const std::vector<CertificatePart> parts = header_.parts();
    if (!in.ok() || frame.part >= parts.size() || count == 0 || count > format::most_records) {
        return fail(damaged("a data frame is malformed"));
    }
    ByteReader shared{in.bytes(sizes[0])};
    ByteReader rests{in.bytes(sizes[1])};
    ByteReader whats{in.bytes(sizes[2])};
    ByteReader ranks{in.bytes(sizes[3])};
    if (!in.ok() || in.left() != 0) return fail(damaged("a data frame is malformed"));
    const int squares = header_.shape.squares();
    const std::size_t key_size = key_bytes(squares);
    PositionKey key;
    frame.records.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t same = shared.get<std::uint8_t>();
        if (!shared.ok() || same >= key_size || (i == 0 && same != 0)) {
            return fail(damaged("a data frame is malformed"));
        }
        const auto rest = rests.bytes(key_size - same);
        if (!rests.ok()) return fail(damaged("a data frame is malformed"));
        for (std::size_t j = 0; j < rest.size(); ++j) {
            key.bytes[same + j] = std::to_integer<std::uint8_t>(rest[j]);
        }
        const auto what = get_varint(whats);
        if (!what || !cells_of(key, squares)) return fail(damaged("a data frame is malformed"));
        CertificateRecord record{key, *what, 0};
        if (parts[frame.part].goal == Goal::win && !record.is_leaf()) {
            const auto rank = get_varint(ranks);
            if (!rank) return fail(damaged("a data frame is malformed"));
            record.rank = *rank;
        }
        frame.records.push_back(record);
    }
    if (shared.left() + rests.left() + whats.left() + ranks.left() != 0) {
        return fail(damaged("a data frame is malformed"));
    }
    return frame;
}

auto CertificateReader::frame(std::size_t frame) const -> Result<Frame> {
    const Result<Bytes> bytes = unpacked(frame);
    if (!bytes) return fail(bytes.error());
    return decode(*bytes);
}

Result<void> CertificateReader::verify() const {
    StreamDigest content;
    std::vector<PartTotals> found(totals_.size());
    std::size_t part = 0;
    PositionKey last;
    bool first = true;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const Result<Bytes> bytes = unpacked(i);
        if (!bytes) return fail(bytes.error());
        content.update(*bytes);
        const Result<Frame> frame = decode(*bytes);
        if (!frame) return fail(frame.error());
        if (frame->part < part) return fail(damaged("its parts are out of order"));
        if (frame->part > part) first = true;
        part = frame->part;
        for (const CertificateRecord& record : frame->records) {
            if (!first && record.key <= last) return fail(damaged("its records are out of order"));
            first = false;
            last = record.key;
            ++(record.is_leaf() ? found[part].leaves : found[part].moves);
        }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].moves != totals_[i].moves || found[i].leaves != totals_[i].leaves) {
            return fail(damaged("it has other numbers of records than its footer says"));
        }
    }
    if (content.value() != content_) return fail(damaged("the digest of its content differs"));
    return {};
}

}  // namespace damier
