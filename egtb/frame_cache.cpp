#include "egtb/frame_cache.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <vector>

namespace damier {
namespace {

constexpr std::size_t most_shards = 64;
// A share below this would hold too few frames of 16 KiB for the CLOCK to mean something.
constexpr std::size_t least_share = std::size_t{1} << 20;

// Memory of a kept frame: its bytes, the object with its counters, and its slots at the lowest load.
std::size_t cost(const DecodedFrame& frame) { return frame.packed().size() + sizeof(DecodedFrame) + 192; }

}  // namespace

struct FrameCache::Key {
    std::uint64_t frame;
    std::uint32_t table;
    friend bool operator==(const Key&, const Key&) = default;

    std::uint64_t hash() const {
        std::uint64_t h = frame * 0x9E37'79B9'7F4A'7C15 + table;
        h = (h ^ h >> 32) * 0xD6E8'FEB8'6659'FD93;  // the mixing step of rrmxmx
        return h ^ h >> 32;
    }
};

// An open-addressing table with linear probing, whose slots are also the round of the CLOCK.
class alignas(64) FrameCache::Shard {
public:
    std::size_t share = 0;

    std::optional<std::uint32_t> find_symbol(const Key& key, std::uint64_t hash, std::uint32_t index) {
        const std::lock_guard lock(mutex_);
        Slot* const slot = find(key, hash);
        if (slot == nullptr) return std::nullopt;
        return slot->frame->symbol(index);
    }
    Frame find_frame(const Key& key, std::uint64_t hash) {
        const std::lock_guard lock(mutex_);
        Slot* const slot = find(key, hash);
        return slot == nullptr ? nullptr : slot->frame;
    }

    void insert(const Key& key, std::uint64_t hash, const Frame& frame) {
        const std::size_t size = cost(*frame);
        if (size > share) return;
        const std::lock_guard lock(mutex_);
        if (position(key, hash).second) return;  // another thread was faster
        while (bytes_ + size > share) evict_one();
        if (2 * (used_ + 1) > slots_.size()) grow();
        slots_[position(key, hash).first] = {key, frame, false};
        bytes_ += size;
        ++used_;
    }

    struct Counts {
        std::uint64_t hits = 0, misses = 0, bytes = 0;
    };
    Counts counts() const {
        const std::lock_guard lock(mutex_);
        return {hits_, misses_, bytes_};
    }

private:
    struct Slot {
        Key key{};
        Frame frame = nullptr;  // none: an empty slot
        bool used_lately = false;
    };

    // The slot of the key, or the empty slot where it belongs. At least one slot is empty.
    std::pair<std::size_t, bool> position(const Key& key, std::uint64_t hash) const {
        std::size_t at = hash & (slots_.size() - 1);
        while (slots_[at].frame != nullptr) {
            if (slots_[at].key == key) return {at, true};
            at = (at + 1) & (slots_.size() - 1);
        }
        return {at, false};
    }
    Slot* find(const Key& key, std::uint64_t hash) {
        const auto [at, present] = position(key, hash);
        if (!present) {
            ++misses_;
            return nullptr;
        }
        ++hits_;
        if (!slots_[at].used_lately)
            slots_[at].used_lately = true;  // a write would take the line from other cores
        return &slots_[at];
    }

    void evict_one() {
        for (;; hand_ = (hand_ + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[hand_];
            if (slot.frame == nullptr) continue;
            if (!slot.used_lately) break;
            slot.used_lately = false;
        }
        bytes_ -= cost(*slots_[hand_].frame);
        --used_;
        // Close the gap: pull back every following entry that its own place does not forbid.
        std::size_t gap = hand_;
        slots_[gap].frame = nullptr;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = (gap + 1) & mask; slots_[at].frame != nullptr; at = (at + 1) & mask) {
            const std::size_t home = slots_[at].key.hash() & mask;
            if (((at - home) & mask) >= ((at - gap) & mask)) {
                slots_[gap] = std::move(slots_[at]);
                slots_[at].frame = nullptr;
                gap = at;
            }
        }
    }

    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (Slot& slot : old) {
            if (slot.frame != nullptr) slots_[position(slot.key, slot.key.hash()).first] = std::move(slot);
        }
    }

    mutable std::mutex mutex_;
    std::vector<Slot> slots_ = std::vector<Slot>(16);
    std::size_t used_ = 0;
    std::size_t hand_ = 0;
    std::size_t bytes_ = 0;
    std::uint64_t hits_ = 0;
    std::uint64_t misses_ = 0;
};

struct FrameCache::Shards {
    explicit Shards(std::size_t count) : shards(count) {}
    std::vector<Shard> shards;  // a power of two
    std::atomic<std::uint32_t> tables = 0;

    // As many as threads have decoded at the same time.
    FrameDecoder take_decoder() {
        const std::lock_guard lock(decoders_mutex);
        if (decoders.empty()) return {};
        FrameDecoder decoder = std::move(decoders.back());
        decoders.pop_back();
        return decoder;
    }
    void give_back(FrameDecoder decoder) {
        const std::lock_guard lock(decoders_mutex);
        decoders.push_back(std::move(decoder));
    }

private:
    std::mutex decoders_mutex;
    std::vector<FrameDecoder> decoders;
};

FrameCache::FrameCache(std::size_t max_bytes) : max_bytes_(max_bytes) {
    const std::size_t count =
        std::clamp(std::bit_floor(max_bytes / least_share), std::size_t{1}, most_shards);
    shards_ = std::make_unique<Shards>(count);
    for (Shard& shard : shards_->shards) shard.share = max_bytes / count;
}
FrameCache::~FrameCache() = default;

std::uint32_t FrameCache::new_table() { return shards_->tables.fetch_add(1, std::memory_order_relaxed); }

// High bits choose the shard, low bits the slot.
FrameCache::Shard& FrameCache::shard_of(std::uint64_t hash) const {
    return shards_->shards[(hash >> 48) & (shards_->shards.size() - 1)];
}

Result<FrameCache::Frame> FrameCache::decode(Shard& shard, const Key& key, std::uint64_t hash,
                                             const TableFile& file) {
    FrameDecoder decoder = shards_->take_decoder();
    auto decoded = file.decode_frame(key.frame, decoder);
    shards_->give_back(std::move(decoder));
    if (!decoded) return fail(std::move(decoded.error()));
    auto frame = std::make_shared<const DecodedFrame>(std::move(*decoded));
    shard.insert(key, hash, frame);
    return frame;
}

Result<std::uint32_t> FrameCache::symbol(std::uint32_t table, const TableFile& file, FramePlace place) {
    const Key key{place.frame, table};
    const std::uint64_t hash = key.hash();
    Shard& shard = shard_of(hash);
    if (const auto found = shard.find_symbol(key, hash, place.index)) return *found;
    const auto frame = decode(shard, key, hash, file);
    if (!frame) return fail(frame.error());
    return (*frame)->symbol(place.index);
}

Result<FrameCache::Frame> FrameCache::frame(std::uint32_t table, const TableFile& file,
                                            std::uint64_t number) {
    const Key key{number, table};
    const std::uint64_t hash = key.hash();
    Shard& shard = shard_of(hash);
    if (Frame found = shard.find_frame(key, hash)) return found;
    return decode(shard, key, hash, file);
}

std::size_t FrameCache::bytes() const {
    std::size_t sum = 0;
    for (const Shard& shard : shards_->shards) sum += shard.counts().bytes;
    return sum;
}
std::uint64_t FrameCache::hits() const {
    std::uint64_t sum = 0;
    for (const Shard& shard : shards_->shards) sum += shard.counts().hits;
    return sum;
}
std::uint64_t FrameCache::misses() const {
    std::uint64_t sum = 0;
    for (const Shard& shard : shards_->shards) sum += shard.counts().misses;
    return sum;
}

}  // namespace damier
