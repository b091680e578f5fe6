#include <algorithm>

#include "egtb/atomic_file.hpp"
#include "egtb/byte_frame.hpp"
#include "egtb/sealed_frame.hpp"
#include "solver/certificate.hpp"
#include "solver/certificate_format.hpp"

namespace damier {

namespace format = certificate_format;

std::vector<CertificatePart> CertificateHeader::parts() const {
    switch (claim) {
        case Claim::win:
            return {{Goal::win, side}};
        case Claim::hold:
            return {{Goal::hold, side}};
        case Claim::draw:
            break;
    }
    return {{Goal::hold, Color::white}, {Goal::hold, Color::black}};
}

namespace {

void put_key(ByteWriter& out, const PositionKey& key, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) out.put(key.bytes[i]);
}

void put_varint(ByteWriter& out, std::uint32_t value) {
    while (value >= 0x80) {
        out.put(static_cast<std::uint8_t>(value | 0x80));
        value >>= 7;
    }
    out.put(static_cast<std::uint8_t>(value));
}

Bytes header_frame(const CertificateHeader& header) {
    ByteWriter out;
    out.put_chars(format::magic);
    out.put(format::major);
    out.put(format::minor);
    out.put(std::uint32_t{0});
    out.put(std::uint32_t{0});
    out.put(static_cast<std::uint16_t>(header.shape.width));
    out.put(static_cast<std::uint16_t>(header.shape.height));
    out.put(static_cast<std::uint16_t>(header.shape.squares()));
    out.put(static_cast<std::uint8_t>((header.shape.bottom_left_plays ? format::bottom_left_plays : 0) |
                                      (header.shape.every_square_plays ? format::every_square_plays : 0)));
    out.put(static_cast<std::uint8_t>(header.claim));
    out.put(static_cast<std::uint8_t>(header.side));
    const auto parts = header.parts();
    out.put(static_cast<std::uint8_t>(parts.size()));
    out.put(header.rules_fingerprint);
    out.put_text(header.variant);
    out.put_text(header.draw_rules);
    const std::size_t key_size = key_bytes(header.shape.squares());
    out.put(static_cast<std::uint16_t>(key_size));
    put_key(out, header.root, 0, key_size);
    for (const CertificatePart& part : parts) {
        out.put(static_cast<std::uint8_t>(part.goal));
        out.put(static_cast<std::uint8_t>(part.prover));
        out.put_zeros(2);
    }
    out.put(static_cast<std::uint32_t>(header.tables.size()));
    for (const CertificateTable& table : header.tables) {
        for (Color c : both_colors) {
            out.put(table.slice.men[index(c)]);
            out.put(table.slice.kings[index(c)]);
        }
        out.put_bytes(table.content.bytes);
    }
    return seal_frame(out.bytes());
}

Bytes unpacked_frame(std::size_t part, bool ranks, std::span<const CertificateRecord> records,
                     std::size_t key_size) {
    ByteWriter shared;
    ByteWriter rests;
    ByteWriter whats;
    ByteWriter rank_column;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const CertificateRecord& record = records[i];
        std::size_t same = 0;
        while (i > 0 && same < key_size && record.key.bytes[same] == records[i - 1].key.bytes[same]) ++same;
        shared.put(static_cast<std::uint8_t>(same));
        put_key(rests, record.key, same, key_size);
        put_varint(whats, record.what);
        if (ranks && !record.is_leaf()) put_varint(rank_column, record.rank);
    }
    ByteWriter out;
    out.put(static_cast<std::uint8_t>(part));
    out.put(static_cast<std::uint32_t>(records.size()));
    for (const ByteWriter* column : {&shared, &rests, &whats, &rank_column}) {
        out.put(static_cast<std::uint32_t>(column->bytes().size()));
    }
    for (const ByteWriter* column : {&shared, &rests, &whats, &rank_column}) out.put_bytes(column->bytes());
    return out.take();
}

// The payload is sealed with the footer's own length behind the checksum, as in tables.
Bytes footer_frame(const ByteWriter& frames, std::uint32_t count, const std::vector<PartTotals>& totals,
                   const Digest128& content) {
    ByteWriter out;
    out.put(count);
    out.put_bytes(frames.bytes());
    for (const PartTotals& part : totals) {
        out.put(part.moves);
        out.put(part.leaves);
    }
    out.put_bytes(content.bytes);
    ByteWriter tail;
    tail.put(static_cast<std::uint32_t>(out.bytes().size() + sealed_frame_overhead + format::footer_tail));
    tail.put_chars(format::end_mark);
    return seal_frame(out.bytes(), tail.bytes());
}

}  // namespace

Result<std::uint64_t> write_certificate(const std::filesystem::path& path, const CertificateHeader& header,
                                        const std::vector<std::vector<CertificateRecord>>& parts) {
    auto file = AtomicFile::create(path);
    if (!file) return fail(std::move(file.error()));
    std::uint64_t length = 0;
    const auto write = [&](const Bytes& bytes) {
        length += bytes.size();
        return file->write(bytes);
    };
    if (auto done = write(header_frame(header)); !done) return fail(std::move(done.error()));

    const std::vector<CertificatePart> goals = header.parts();
    const std::size_t key_size = key_bytes(header.shape.squares());
    StreamDigest content;
    ByteWriter frames;
    std::uint32_t count = 0;
    std::vector<PartTotals> totals;
    for (std::size_t part = 0; part < goals.size(); ++part) {
        const std::span<const CertificateRecord> records{parts[part]};
        PartTotals& total = totals.emplace_back();
        for (const CertificateRecord& record : records) ++(record.is_leaf() ? total.leaves : total.moves);
        for (std::size_t at = 0; at < records.size(); at += format::records_per_frame) {
            const auto chunk = records.subspan(at, std::min(format::records_per_frame, records.size() - at));
            const Bytes bytes = unpacked_frame(part, goals[part].goal == Goal::win, chunk, key_size);
            content.update(bytes);
            const Result<Bytes> stored = compress_bytes(bytes, format::zstd_level);
            if (!stored) return fail(stored.error());
            frames.put(static_cast<std::uint32_t>(stored->size()));
            frames.put(static_cast<std::uint32_t>(bytes.size()));
            frames.put(xxh3_64(*stored));
            ++count;
            if (auto done = write(*stored); !done) return fail(std::move(done.error()));
        }
    }
    if (auto done = write(footer_frame(frames, count, totals, content.value())); !done) {
        return fail(std::move(done.error()));
    }
    if (auto done = file->flush(); !done) return fail(std::move(done.error()));
    if (auto done = file->publish(); !done) return fail(std::move(done.error()));
    return length;
}

}  // namespace damier
