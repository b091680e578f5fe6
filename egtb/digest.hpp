// Checksums of table files: XXH3 of 64 bits over small things, of 128 bits as the identity of a table's
// content.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace damier {

// In xxHash's canonical order, so that to_hex() equals what `xxhsum -H128` prints.
struct Digest128 {
    std::array<std::byte, 16> bytes = {};
    friend bool operator==(const Digest128&, const Digest128&) = default;
};
std::string to_hex(const Digest128& digest);

std::uint64_t xxh3_64(std::span<const std::byte> bytes);
Digest128 xxh3_128(std::span<const std::byte> bytes);

// The digest of a stream that comes in pieces.
class StreamDigest {
public:
    StreamDigest();
    void update(std::span<const std::byte> bytes);
    Digest128 value() const;

private:
    struct State;
    struct Free {
        void operator()(State* state) const;
    };
    std::unique_ptr<State, Free> state_;
};

}  // namespace damier
