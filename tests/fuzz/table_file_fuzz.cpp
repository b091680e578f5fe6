// libFuzzer target: any bytes as a table file. Must neither crash, nor read or allocate beyond what the
// format allows.
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/table_file_fuzz.cpp
//   egtb/{digest,...}.cpp
//   ./table_file_fuzz -max_len=4096 CORPUS data/golden
// Checksums would stop nearly every mutation at the door, so a second run repairs those of header, index and
// footer.
#include <cstddef>
#include <cstdint>
#include <span>

#include "egtb/digest.hpp"
#include "egtb/sealed_frame.hpp"
#include "egtb/table_file.hpp"

namespace {

void use(const damier::TableFile& table) {
    for (std::uint64_t frame = 0; frame < table.frames(); ++frame) {
        const auto decoded = table.decode_frame(frame);
        if (!decoded) continue;
        for (std::uint32_t i = 0; i < decoded->values(); ++i) {
            if (decoded->symbol(i) >= table.header().alphabet) __builtin_trap();
        }
    }
    (void)table.verify_all();
}

void open_and_use(damier::Bytes bytes) {
    const auto table = damier::TableFile::open(damier::make_memory_source(std::move(bytes), "fuzz"));
    if (table) use(*table);
}

// Puts the right checksum into the frame at `offset`, if one fits there.
void repair(damier::Bytes& bytes, std::size_t offset, std::size_t tail) {
    if (offset >= bytes.size()) return;
    const std::span<std::byte> rest = std::span(bytes).subspan(offset);
    const auto size = damier::sealed_frame_size(rest);
    if (!size || *size > rest.size() || *size < damier::sealed_frame_overhead + tail) return;
    const std::size_t payload = *size - damier::sealed_frame_overhead - tail;
    damier::ByteWriter seal;
    seal.put(damier::xxh3_64(rest.subspan(damier::sealed_frame_front, payload)));
    std::copy(seal.bytes().begin(), seal.bytes().end(), rest.begin() + damier::sealed_frame_front + payload);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = std::as_bytes(std::span(data, size));
    damier::Bytes bytes(input.begin(), input.end());
    open_and_use(bytes);
    repair(bytes, 0, 0);
    if (size >= damier::footer_tail) {
        damier::ByteReader tail(std::span(bytes).last(damier::footer_tail));
        const std::size_t footer = tail.get<std::uint32_t>();
        if (footer <= size) {
            repair(bytes, size - footer, damier::footer_tail);
            // The index offset stands 40 bytes into the footer's payload.
            damier::ByteReader offset(std::span(bytes).subspan(size - footer));
            offset.bytes(damier::sealed_frame_front + 40);
            repair(bytes, offset.get<std::uint64_t>(), 0);
        }
    }
    open_and_use(std::move(bytes));
    return 0;
}
