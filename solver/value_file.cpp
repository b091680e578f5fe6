#include "solver/value_file.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include "egtb/byte_frame.hpp"
#include "egtb/file_source.hpp"
#include "egtb/little_endian.hpp"
#include "egtb/sealed_frame.hpp"

namespace damier {

namespace {

// To be raised when cells or tiles or their order in memory change (value_cells.hpp, slice_layout.hpp;
// bit_game.hpp, bit_blocks.hpp).
constexpr std::uint64_t layout_version = 2;
constexpr std::string_view mark = "damier values";
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr int level = 1;  // of zstd: written once, read a few times, soon removed
constexpr std::size_t end_bytes = 8;

constexpr std::size_t bytes_at_once = std::size_t{64} << 20;  // while a file is written

Bytes head_of(const TableIdentity& identity, const Slice& slice, const SlicePart& part, ValueForm form) {
    ByteWriter writer;
    writer.put_chars(mark);
    writer.put(layout_version);
    writer.put(static_cast<std::uint8_t>(form));
    writer.put(identity.rules_fingerprint);
    writer.put(std::uint32_t{slice.key()});
    for (std::size_t c = 0; c < 2; ++c) {
        writer.put(part.begin[c]);
        writer.put(part.end[c]);
    }
    writer.put(part.share);
    writer.put(part.shares);
    writer.put(static_cast<std::uint32_t>(identity.shape.width));
    writer.put(static_cast<std::uint32_t>(identity.shape.height));
    writer.put_chars(identity.metric);
    if (identity.counted) writer.put(identity.counted->fingerprint());
    return seal_frame(writer.bytes());
}

Result<Bytes> bytes_at(const FileSource& source, std::uint64_t offset, std::uint64_t count) {
    Bytes bytes(count);
    const Result<std::size_t> got = source.read_at(offset, bytes);
    if (!got) return fail(got.error());
    if (*got != count) return fail(ErrorKind::table_damaged, source.name() + ": is cut short");
    return bytes;
}

template <class T>
T number_at(const Bytes& bytes, std::size_t at) {
    return load_little_endian<T>(std::span<const std::byte, sizeof(T)>{bytes.data() + at, sizeof(T)});
}

// Where the frames are, and where they end; nothing where this is no whole file of that head.
std::optional<std::vector<std::uint64_t>> places_in(const FileSource& source, const Bytes& head) {
    const Result<std::uint64_t> size = source.size();
    if (!size || *size < head.size() + end_bytes) return std::nullopt;
    const auto found = bytes_at(source, 0, head.size());
    if (!found || *found != head) return std::nullopt;
    const auto end = bytes_at(source, *size - end_bytes, end_bytes);
    if (!end) return std::nullopt;
    const auto index_bytes = number_at<std::uint64_t>(*end, 0);
    if (index_bytes > *size - head.size() - end_bytes) return std::nullopt;
    const std::uint64_t index_at = *size - end_bytes - index_bytes;
    const auto sealed = bytes_at(source, index_at, index_bytes);
    if (!sealed) return std::nullopt;
    const auto index = unseal_frame(*sealed);
    if (!index || index->size() % sizeof(std::uint64_t) != 0) return std::nullopt;
    std::vector<std::uint64_t> places{head.size()};
    for (std::size_t at = 0; at < index->size(); at += sizeof(std::uint64_t)) {
        const auto bytes =
            load_little_endian<std::uint64_t>(index->subspan(at).first<sizeof(std::uint64_t)>());
        if (bytes > index_at - places.back()) return std::nullopt;
        places.push_back(places.back() + bytes);
    }
    if (places.back() != index_at) return std::nullopt;
    return places;
}

// The bytes of both sides to move, in pieces.
template <class Values>
auto pieces_of(Values& values, std::size_t cell) {
    using Byte = std::conditional_t<std::is_const_v<Values>, const std::byte, std::byte>;
    std::vector<std::span<Byte>> pieces;
    const std::size_t bytes = values.layout->size() * cell;
    for (Color to_move : both_colors) {
        Byte* begin = reinterpret_cast<Byte*>(values.cells(to_move));
        for (std::size_t at = 0; at < bytes; at += chunk_bytes)
            pieces.emplace_back(begin + at, std::min(chunk_bytes, bytes - at));
    }
    return pieces;
}

}  // namespace

std::filesystem::path ValueFiles::path(const Slice& slice, const SlicePart& part, bool frames) const {
    const std::string of = part.whole() ? "" : "." + part.name();
    const std::string end = frames ? "." + std::string{name_of(effort_)} + ".frames" : ".values";
    return folder_ / (identity_.file_name(slice) + of + end);
}

std::shared_ptr<const ValueFile> ValueFiles::open(const Slice& slice, const SlicePart& part,
                                                  bool frames) const {
    auto source = open_file_source(path(slice, part, frames));
    if (!source) return nullptr;
    for (const ValueForm form : {ValueForm::cells, ValueForm::tiles, ValueForm::frames}) {
        if ((form == ValueForm::frames) != frames) continue;
        if (auto places = places_in(**source, head_of(identity_, slice, part, form)))
            return std::shared_ptr<const ValueFile>{
                new ValueFile{std::move(*source), form, std::move(*places)}};
    }
    return nullptr;
}

void ValueFiles::remove(const Slice& slice, const SlicePart& part, bool frames) const {
    std::error_code ignored;
    std::filesystem::remove(path(slice, part, frames), ignored);
}

Result<ValueFileWriter> ValueFiles::create(const Slice& slice, const SlicePart& part, ValueForm form) const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    Result<AtomicFile> file = AtomicFile::create(path(slice, part, form == ValueForm::frames));
    if (!file) return fail(file.error());
    if (auto done = file->write(head_of(identity_, slice, part, form)); !done) return fail(done.error());
    return ValueFileWriter{std::move(*file)};
}

Result<void> ValueFileWriter::add(std::span<const std::byte> frame) {
    index_.put(std::uint64_t{frame.size()});
    return file_.write(frame);
}

Result<void> ValueFileWriter::publish() {
    const Bytes sealed = seal_frame(index_.bytes());
    ByteWriter end;
    end.put(std::uint64_t{sealed.size()});
    if (auto done = file_.write(sealed); !done) return done;
    if (auto done = file_.write(end.bytes()); !done) return done;
    if (auto done = file_.flush(); !done) return done;
    return file_.publish();
}

Result<void> ValueFiles::write(const Slice& slice, const SlicePart& part, ValueForm form, std::size_t count,
                               std::size_t frame_bytes,
                               const std::function<Result<Bytes>(std::size_t)>& frame,
                               const Threads& threads) const {
    Result<ValueFileWriter> file = create(slice, part, form);
    if (!file) return fail(file.error());
    const std::size_t batch = std::clamp<std::size_t>(bytes_at_once / std::max<std::size_t>(frame_bytes, 1),
                                                      1, static_cast<std::size_t>(threads.count()) * 64);
    for (std::size_t from = 0; from < count; from += batch) {
        std::vector<Result<Bytes>> frames(std::min(batch, count - from), Bytes{});
        threads.ranges(frames.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) frames[i] = frame(from + i);
        });
        for (const Result<Bytes>& bytes : frames) {
            if (!bytes) return fail(bytes.error());
            if (auto done = file->add(*bytes); !done) return done;
        }
    }
    return file->publish();
}

Result<Bytes> ValueFile::stored(std::size_t frame) const {
    auto bytes = bytes_at(*source_, places_[frame], places_[frame + 1] - places_[frame]);
    if (!bytes) return fail(unusable(bytes.error()));
    return bytes;
}

Result<void> ValueFile::read(std::size_t frame, std::span<std::byte> out) const {
    const auto bytes = stored(frame);
    if (!bytes) return fail(bytes.error());
    if (const auto done = decompress_into(*bytes, out); !done)
        return fail(unusable({ErrorKind::table_damaged, source_->name() + ": " + done.error().message, {}}));
    return {};
}

Error ValueFile::of_another_size() const {
    return unusable({ErrorKind::table_damaged, source_->name() + ": is of another size", {}});
}

Error ValueFile::unusable(Error error) const {
    if (error.kind != ErrorKind::table_damaged) return error;
    std::error_code ignored;
    std::filesystem::remove(source_->name(), ignored);
    error.message += "; it was removed, run the build again";
    return error;
}

template <class Set, class Cell>
Result<void> write_cells(const ValueFiles& files, const SliceValues<Set, Cell>& values,
                         const Threads& threads) {
    const auto pieces = pieces_of(values, sizeof(Cell));
    return files.write(
        values.layout->slice(), {}, ValueForm::cells, pieces.size(), chunk_bytes,
        [&](std::size_t i) { return compress_bytes(pieces[i], level); }, threads);
}

template <class Set, class Cell>
Result<void> read_cells(const ValueFile& file, SliceValues<Set, Cell>& values, const Threads& threads) {
    const auto pieces = pieces_of(values, sizeof(Cell));
    if (pieces.size() != file.frames()) return fail(file.of_another_size());
    std::mutex mutex;
    Result<void> outcome;
    threads.ranges(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (auto read = file.read(i, pieces[i]); !read) {
                const std::lock_guard lock{mutex};
                outcome = std::move(read);
                return;
            }
        }
    });
    return outcome;
}

#define DAMIER_VALUE_FILES(Set, Cell)                                                              \
    template Result<void> write_cells<Set, Cell>(const ValueFiles&, const SliceValues<Set, Cell>&, \
                                                 const Threads&);                                  \
    template Result<void> read_cells<Set, Cell>(const ValueFile&, SliceValues<Set, Cell>&, const Threads&);
DAMIER_VALUE_FILES(SquareSet64, std::uint8_t)
DAMIER_VALUE_FILES(SquareSet64, std::uint16_t)
DAMIER_VALUE_FILES(SquareSet128, std::uint8_t)
DAMIER_VALUE_FILES(SquareSet128, std::uint16_t)

}  // namespace damier
