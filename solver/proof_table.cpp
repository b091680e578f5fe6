#include "solver/proof_table.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace damier {

namespace {

constexpr std::uint64_t hash_mask = 0xffff'ffff'ffff'0000;  // in the word `check`

// Both halves of the product of two odd-ish words: every bit of either reaches every bit of the sum.
std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<uint128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Random constants: the first digits of pi behind the point, in base 16.
constexpr std::uint64_t pi[] = {0x243f'6a88'85a3'08d3, 0x1319'8a2e'0370'7344, 0xa409'3822'299f'31d0,
                                0x082e'fa98'ec4e'6c89, 0x4528'21e6'38d0'1377, 0xbe54'66cf'34e9'0c6c};

std::atomic_ref<std::uint64_t> shared(std::uint64_t& word) { return std::atomic_ref<std::uint64_t>{word}; }
std::uint64_t load(std::uint64_t& word) { return shared(word).load(std::memory_order_relaxed); }

constexpr std::uint32_t proved_flag = 1u << 31;  // so that no word in use is 0

std::uint64_t packed(const ProofNumbers& n) {
    if (n.proved()) return std::uint64_t{proved_flag | n.rank};
    return std::uint64_t{n.proof} << 32 | n.disproof;
}
ProofNumbers unpacked(std::uint64_t word) {
    const auto proof = static_cast<std::uint32_t>(word >> 32);
    const auto low = static_cast<std::uint32_t>(word);
    return proof == 0 ? ProofNumbers::win(low & ~proved_flag) : ProofNumbers{proof, low, 0};
}

}  // namespace

std::uint64_t proof_hash(const ProofPosition& p, Color attacker) {
    const std::uint64_t men = fold(p.men[0].bits() ^ pi[0], p.men[1].bits() ^ pi[1]);
    const std::uint64_t kings = fold(p.kings[0].bits() ^ pi[2], p.kings[1].bits() ^ pi[3]);
    const std::uint64_t who = 2 * index(p.to_move) + index(attacker);
    return fold(men ^ pi[4] ^ who, std::rotl(kings, 23) ^ pi[5] ^ men);
}

ProofTable::ProofTable(std::size_t bytes)
    : memory_{std::max(bytes, least_bytes) / (per_bucket * sizeof(Entry)) * (per_bucket * sizeof(Entry))},
      buckets_{memory_.size() / (per_bucket * sizeof(Entry))} {}

auto ProofTable::bucket(std::uint64_t hash) const -> Entry* {
    const auto number = static_cast<std::size_t>(static_cast<uint128>(hash) * buckets_ >> 64);
    // Words of entries are reached through atomic_ref only.
    return reinterpret_cast<Entry*>(const_cast<std::uint8_t*>(memory_.data())) + number * per_bucket;
}

void ProofTable::prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }

std::optional<ProofNumbers> ProofTable::find(std::uint64_t hash) const {
    Entry* const entries = bucket(hash);
    for (std::size_t i = 0; i < per_bucket; ++i) {
        const std::uint64_t numbers = load(entries[i].numbers);
        if (((load(entries[i].check) ^ numbers ^ hash << 16) & hash_mask) == 0 && numbers != 0) {
            return unpacked(numbers);
        }
    }
    return std::nullopt;
}

void ProofTable::store(std::uint64_t hash, const ProofNumbers& numbers, std::uint64_t work) {
    Entry* const entries = bucket(hash);
    const auto log_work = static_cast<std::uint64_t>(std::bit_width(work | 1));
    Entry* victim = entries;
    int least = 1 << 20;
    for (std::size_t i = 0; i < per_bucket; ++i) {
        const std::uint64_t old = load(entries[i].numbers);
        const std::uint64_t check = load(entries[i].check) ^ old;
        if (old == 0 || ((check ^ hash << 16) & hash_mask) == 0) {
            // Another thread may have solved it meanwhile. A proof replaces everything: it is never wrong.
            if (old != 0 && unpacked(old).solved() && !numbers.proved()) return;
            victim = &entries[i];
            break;
        }
        const auto age = static_cast<std::uint8_t>(generation_ - static_cast<std::uint8_t>(check >> 8));
        const int worth =
            static_cast<int>(check & 0xff) + (unpacked(old).solved() ? 3 : 0) - 4 * std::min<int>(age, 16);
        if (worth < least) {
            least = worth;
            victim = &entries[i];
        }
    }
    const std::uint64_t word = packed(numbers);
    const std::uint64_t check = (hash << 16 & hash_mask) | std::uint64_t{generation_} << 8 | log_work;
    shared(victim->numbers).store(word, std::memory_order_relaxed);
    shared(victim->check).store(check ^ word, std::memory_order_relaxed);
}

void ProofTable::next_generation() { ++generation_; }

double ProofTable::filled() const {
    constexpr std::size_t sample = 1024;
    const std::size_t step = std::max<std::size_t>(buckets_ / sample, 1);
    std::size_t used = 0;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < buckets_; i += step) {
        Entry* const entries =
            reinterpret_cast<Entry*>(const_cast<std::uint8_t*>(memory_.data())) + i * per_bucket;
        for (std::size_t j = 0; j < per_bucket; ++j) used += load(entries[j].numbers) != 0;
        seen += per_bucket;
    }
    return static_cast<double>(used) / static_cast<double>(seen);
}

}  // namespace damier
