// The state of a search as a file. It is no certificate: nothing is believed for being in it, so it has a
// checksum against damage, and no format for others.
#include <algorithm>

#include "egtb/atomic_file.hpp"
#include "egtb/byte_frame.hpp"
#include "egtb/digest.hpp"
#include "egtb/file_source.hpp"
#include "rules/describe.hpp"
#include "solver/prover.hpp"

namespace damier {

namespace {

constexpr std::string_view magic = "DMRSTATE";
constexpr std::size_t chunk = std::size_t{4} << 20;
constexpr int fast_level = 1;

// What must be the same for a state to be of use.
void put_question(ByteWriter& out, const ProofGame& game, const ProofQuestion& question,
                  std::uint64_t bytes) {
    out.put_chars(magic);
    out.put(std::uint32_t{2});  // version
    out.put_text(question.goal);
    out.put(rules_fingerprint(game.rules()));
    out.put_text(game.shape().name());
    const PositionKey key = key_of(question.root, game.shape().squares());
    for (std::uint8_t b : key.bytes) out.put(b);
    out.put(static_cast<std::uint32_t>(game.table_pieces()));
    out.put(bytes);
}

Error unusable(const std::filesystem::path& path, std::string_view why) {
    return {ErrorKind::table_damaged,
            "the saved search '" + path.string() + "' " + std::string{why} + "; remove it to begin anew",
            {}};
}

}  // namespace

Result<void> Prover::save(const std::filesystem::path& path, const ProofQuestion& question) const {
    auto file = AtomicFile::create(path);
    if (!file) return fail(std::move(file.error()));
    StreamDigest digest;
    const auto write = [&](std::span<const std::byte> bytes) {
        digest.update(bytes);
        return file->write(bytes);
    };
    ByteWriter front;
    put_question(front, game_, question, table_.bytes());
    front.put(nodes());
    front.put(static_cast<std::uint64_t>(seconds() * 1000));
    front.put(table_.generation());
    for (const WinSet& wins : wins_) {
        front.put(static_cast<std::uint64_t>(wins.positions().size()));
        for (const ProofPosition& position : wins.positions()) {
            for (std::uint8_t b : key_of(position, game_.shape().squares()).bytes) front.put(b);
        }
    }
    if (auto done = write(front.bytes()); !done) return fail(std::move(done.error()));
    const std::span<std::byte> raw = table_.raw();
    for (std::size_t at = 0; at < raw.size(); at += chunk) {
        const Result<Bytes> frame =
            compress_bytes(raw.subspan(at, std::min(chunk, raw.size() - at)), fast_level);
        if (!frame) return fail(frame.error());
        ByteWriter size;
        size.put(static_cast<std::uint32_t>(frame->size()));
        if (auto done = write(size.bytes()); !done) return fail(std::move(done.error()));
        if (auto done = write(*frame); !done) return fail(std::move(done.error()));
    }
    const Digest128 end = digest.value();
    if (auto done = file->write(end.bytes); !done) return fail(std::move(done.error()));
    if (auto done = file->flush(); !done) return fail(std::move(done.error()));
    return file->publish();
}

Result<void> Prover::restore(const std::filesystem::path& path, const ProofQuestion& question) {
    const auto source = open_file_source(path);
    if (!source) return fail(source.error());
    const Result<std::uint64_t> length = (*source)->size();
    if (!length) return fail(length.error());
    std::uint64_t at = 0;
    StreamDigest digest;
    const auto take = [&](std::uint64_t size) -> Result<Bytes> {
        if (size > *length - at) return fail(unusable(path, "is truncated"));
        Bytes bytes(size);
        const auto got = (*source)->read_at(at, bytes);
        if (!got) return fail(got.error());
        if (*got != size) return fail(unusable(path, "is truncated"));
        at += size;
        digest.update(bytes);
        return bytes;
    };
    const auto number = [&](std::size_t width) -> Result<std::uint64_t> {
        const Result<Bytes> bytes = take(width);
        if (!bytes) return fail(bytes.error());
        return ByteReader{*bytes}.get_width(width);
    };

    ByteWriter expected;
    put_question(expected, game_, question, table_.bytes());
    const Result<Bytes> front = take(expected.bytes().size());
    if (!front) return fail(front.error());
    if (*front != expected.bytes()) {
        return fail(unusable(path, "is of another question (position or goal), --memory or set of tables"));
    }
    const auto nodes = number(8);
    if (!nodes) return fail(nodes.error());
    const auto milliseconds = number(8);
    if (!milliseconds) return fail(milliseconds.error());
    const auto generation = number(1);
    if (!generation) return fail(generation.error());
    std::array<WinSet, 2> wins;
    for (WinSet& set : wins) {
        const auto count = number(8);
        if (!count) return fail(count.error());
        for (std::uint64_t i = 0; i < *count; ++i) {
            const Result<Bytes> bytes = take(PositionKey{}.bytes.size());
            if (!bytes) return fail(bytes.error());
            PositionKey key;
            std::transform(bytes->begin(), bytes->end(), key.bytes.begin(),
                           [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
            const auto cells = cells_of(key, game_.shape().squares());
            if (!cells) return fail(unusable(path, "is damaged"));
            set.insert(position_of(*cells));
        }
    }
    const std::span<std::byte> raw = table_.raw();
    for (std::size_t done = 0; done < raw.size(); done += chunk) {
        const auto size = number(4);
        if (!size) return fail(size.error());
        const Result<Bytes> frame = take(*size);
        if (!frame) return fail(frame.error());
        const std::size_t wanted = std::min(chunk, raw.size() - done);
        const Result<Bytes> bytes = decompress_bytes(*frame, wanted);
        if (!bytes) return fail(unusable(path, "is damaged"));
        std::copy(bytes->begin(), bytes->end(), raw.begin() + static_cast<std::ptrdiff_t>(done));
    }
    const Digest128 found = digest.value();
    const Result<Bytes> end = take(found.bytes.size());
    if (!end) return fail(end.error());
    if (!std::equal(end->begin(), end->end(), found.bytes.begin()) || at != *length) {
        return fail(unusable(path, "is damaged"));
    }
    table_.set_generation(static_cast<std::uint8_t>(*generation));
    wins_ = std::move(wins);
    search_.add_nodes(*nodes);
    seconds_before_ = static_cast<double>(*milliseconds) / 1000;
    return {};
}

}  // namespace damier
