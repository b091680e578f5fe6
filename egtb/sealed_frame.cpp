#include "egtb/sealed_frame.hpp"

#include "egtb/digest.hpp"

namespace damier {

Bytes seal_frame(std::span<const std::byte> payload, std::span<const std::byte> tail) {
    ByteWriter out;
    out.put(sealed_frame_magic);
    out.put(static_cast<std::uint32_t>(payload.size() + sealed_frame_seal + tail.size()));
    out.put_bytes(payload);
    out.put(xxh3_64(payload));
    out.put_bytes(tail);
    return out.take();
}

std::optional<std::uint64_t> sealed_frame_size(std::span<const std::byte> front) {
    ByteReader in(front);
    const auto magic = in.get<std::uint32_t>();
    const auto size = in.get<std::uint32_t>();
    if (!in.ok() || magic != sealed_frame_magic || size < sealed_frame_seal) return std::nullopt;
    return sealed_frame_front + std::uint64_t{size};
}

std::optional<std::span<const std::byte>> unseal_frame(std::span<const std::byte> frame, std::size_t tail) {
    if (sealed_frame_size(frame) != frame.size() || frame.size() < sealed_frame_overhead + tail)
        return std::nullopt;
    const auto payload = frame.subspan(sealed_frame_front, frame.size() - sealed_frame_overhead - tail);
    const auto seal = frame.subspan(sealed_frame_front + payload.size()).first<sealed_frame_seal>();
    if (load_little_endian<std::uint64_t>(seal) != xxh3_64(payload)) return std::nullopt;
    return payload;
}

}  // namespace damier
