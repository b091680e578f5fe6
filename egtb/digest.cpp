#include "egtb/digest.hpp"

#include <xxhash.h>

#include <cstring>
#include <new>

namespace damier {
namespace {

Digest128 canonical(XXH128_hash_t hash) {
    XXH128_canonical_t order;
    XXH128_canonicalFromHash(&order, hash);
    Digest128 digest;
    std::memcpy(digest.bytes.data(), order.digest, digest.bytes.size());
    return digest;
}

XXH3_state_t* xxh(void* state) { return static_cast<XXH3_state_t*>(state); }

}  // namespace

std::string to_hex(const Digest128& digest) {
    std::string hex;
    for (std::byte b : digest.bytes) {
        hex += "0123456789abcdef"[std::to_integer<unsigned>(b) >> 4];
        hex += "0123456789abcdef"[std::to_integer<unsigned>(b) & 15];
    }
    return hex;
}

std::uint64_t xxh3_64(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }
Digest128 xxh3_128(std::span<const std::byte> bytes) {
    return canonical(XXH3_128bits(bytes.data(), bytes.size()));
}

void StreamDigest::Free::operator()(State* state) const { XXH3_freeState(xxh(state)); }

StreamDigest::StreamDigest() {
    void* state = XXH3_createState();
    if (state == nullptr) throw std::bad_alloc();
    state_.reset(static_cast<State*>(state));
    XXH3_128bits_reset(xxh(state));
}
void StreamDigest::update(std::span<const std::byte> bytes) {
    XXH3_128bits_update(xxh(state_.get()), bytes.data(), bytes.size());
}
Digest128 StreamDigest::value() const { return canonical(XXH3_128bits_digest(xxh(state_.get()))); }

}  // namespace damier
