#include "solver/value_file.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <vector>

#include "egtb/atomic_file.hpp"
#include "egtb/byte_frame.hpp"
#include "egtb/file_source.hpp"
#include "egtb/little_endian.hpp"
#include "egtb/sealed_frame.hpp"

namespace damier {

namespace {

// To be raised when cells or their order in memory change (solver/value_cells.hpp, solver/slice_layout.hpp).
constexpr std::uint64_t layout_version = 1;
constexpr std::string_view mark = "damier values";
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr int level = 1;  // of zstd: written once, read a few times, soon removed
constexpr std::size_t end_bytes = 8;

Bytes head_of(const TableIdentity& identity, const Slice& slice) {
    ByteWriter writer;
    writer.put_chars(mark);
    writer.put(layout_version);
    writer.put(identity.rules_fingerprint);
    writer.put(std::uint32_t{slice.key()});
    writer.put(static_cast<std::uint32_t>(identity.shape.width));
    writer.put(static_cast<std::uint32_t>(identity.shape.height));
    writer.put_chars(identity.metric);
    if (identity.counted) writer.put(identity.counted->fingerprint());
    return seal_frame(writer.bytes());
}

struct Layout {
    std::uint64_t first = 0;  // where the frames begin
    std::vector<std::uint64_t> sizes;
};

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

Result<Layout> layout_of(const FileSource& source, const Bytes& head) {
    const auto damaged = [&] {
        return fail(ErrorKind::table_damaged, source.name() + ": is no whole value file of this build");
    };
    const Result<std::uint64_t> size = source.size();
    if (!size) return fail(size.error());
    if (*size < head.size() + end_bytes) return damaged();
    const auto found = bytes_at(source, 0, head.size());
    if (!found) return fail(found.error());
    if (*found != head) return damaged();
    const auto end = bytes_at(source, *size - end_bytes, end_bytes);
    if (!end) return fail(end.error());
    const auto index_bytes = number_at<std::uint64_t>(*end, 0);
    if (index_bytes > *size - head.size() - end_bytes) return damaged();
    const std::uint64_t index_at = *size - end_bytes - index_bytes;
    const auto sealed = bytes_at(source, index_at, index_bytes);
    if (!sealed) return fail(sealed.error());
    const auto index = unseal_frame(*sealed);
    if (!index || index->size() % sizeof(std::uint32_t) != 0) return damaged();
    Layout layout{head.size(), {}};
    std::uint64_t all = head.size();
    for (std::size_t at = 0; at < index->size(); at += sizeof(std::uint32_t)) {
        layout.sizes.push_back(
            load_little_endian<std::uint32_t>(index->subspan(at).first<sizeof(std::uint32_t)>()));
        all += layout.sizes.back();
    }
    if (all != index_at) return damaged();
    return layout;
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

std::filesystem::path ValueFiles::path(const Slice& slice) const {
    return folder_ / (identity_.file_name(slice) + ".values");
}

bool ValueFiles::has(const Slice& slice) const {
    const auto source = open_file_source(path(slice));
    return source && layout_of(**source, head_of(identity_, slice)).has_value();
}

void ValueFiles::remove(const Slice& slice) const {
    std::error_code ignored;
    std::filesystem::remove(path(slice), ignored);
}

template <class Set, class Cell>
Result<void> ValueFiles::write(const SliceValues<Set, Cell>& values, const Threads& threads) const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    const Slice& slice = values.layout->slice();
    Result<AtomicFile> file = AtomicFile::create(path(slice));
    if (!file) return fail(file.error());
    if (auto done = file->write(head_of(identity_, slice)); !done) return done;
    const auto pieces = pieces_of(values, sizeof(Cell));
    ByteWriter index;
    const std::size_t batch = static_cast<std::size_t>(threads.count()) * 8;
    for (std::size_t from = 0; from < pieces.size(); from += batch) {
        std::vector<Result<Bytes>> frames(std::min(batch, pieces.size() - from), Bytes{});
        threads.ranges(frames.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) frames[i] = compress_bytes(pieces[from + i], level);
        });
        for (const Result<Bytes>& frame : frames) {
            if (!frame) return fail(frame.error());
            if (auto done = file->write(*frame); !done) return done;
            index.put(static_cast<std::uint32_t>(frame->size()));
        }
    }
    const Bytes sealed = seal_frame(index.bytes());
    ByteWriter end;
    end.put(std::uint64_t{sealed.size()});
    if (auto done = file->write(sealed); !done) return done;
    if (auto done = file->write(end.bytes()); !done) return done;
    if (auto done = file->flush(); !done) return done;
    return file->publish();
}

template <class Set, class Cell>
Result<void> ValueFiles::read(SliceValues<Set, Cell>& values, const Threads& threads) const {
    const Slice& slice = values.layout->slice();
    const auto source = open_file_source(path(slice));
    if (!source) return fail(source.error());
    const auto unusable = [&](Error error) {
        if (error.kind == ErrorKind::bad_input) error.kind = ErrorKind::table_damaged;
        if (error.kind == ErrorKind::table_damaged) {
            remove(slice);
            error.message += "; it was removed, run the build again";
        }
        return fail(std::move(error));
    };
    const auto layout = layout_of(**source, head_of(identity_, slice));
    if (!layout) return unusable(layout.error());
    const auto pieces = pieces_of(values, sizeof(Cell));
    if (pieces.size() != layout->sizes.size())
        return unusable({ErrorKind::table_damaged, (*source)->name() + ": is of another size", {}});
    std::vector<std::uint64_t> offsets{layout->first};
    for (const std::uint64_t size : layout->sizes) offsets.push_back(offsets.back() + size);
    std::mutex mutex;
    std::optional<Error> failed;
    threads.ranges(pieces.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto frame = bytes_at(**source, offsets[i], layout->sizes[i]);
            auto bytes =
                frame ? decompress_bytes(*frame, pieces[i].size()) : Result<Bytes>{fail(frame.error())};
            if (!bytes) {
                const std::lock_guard lock{mutex};
                Error error = bytes.error();
                if (error.kind == ErrorKind::bad_input)
                    error.message = (*source)->name() + ": " + error.message;
                failed = std::move(error);
                return;
            }
            std::copy(bytes->begin(), bytes->end(), pieces[i].begin());
        }
    });
    if (failed) return unusable(*failed);
    return {};
}

#define DAMIER_VALUE_FILES(Set, Cell)                                                                        \
    template Result<void> ValueFiles::write<Set, Cell>(const SliceValues<Set, Cell>&, const Threads&) const; \
    template Result<void> ValueFiles::read<Set, Cell>(SliceValues<Set, Cell>&, const Threads&) const;
DAMIER_VALUE_FILES(SquareSet64, std::uint8_t)
DAMIER_VALUE_FILES(SquareSet64, std::uint16_t)
DAMIER_VALUE_FILES(SquareSet128, std::uint8_t)
DAMIER_VALUE_FILES(SquareSet128, std::uint16_t)

}  // namespace damier
