// The transposition table of proof search: of fixed size, shared by all threads without locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "rules/color.hpp"
#include "solver/byte_array.hpp"
#include "solver/proof_game.hpp"

namespace damier {

// The proof and disproof number of "the attacker wins from here": the least numbers of leaves that would have
// to be proved, or disproved. Both stay at or below `infinity`.
struct ProofNumbers {
    static constexpr std::uint32_t infinity = 1u << 30;

    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
    std::uint32_t rank = 0;  // where proved: at most so many moves of the attacker to a leaf

    constexpr bool proved() const { return proof == 0; }
    constexpr bool disproved() const { return disproof == 0; }
    constexpr bool solved() const { return proved() || disproved(); }
    static constexpr ProofNumbers win(std::uint32_t rank) { return {0, infinity, rank}; }
    static constexpr ProofNumbers no_win() { return {infinity, 0, 0}; }
    friend constexpr bool operator==(const ProofNumbers&, const ProofNumbers&) = default;
};

// Which position, and who attacks. 64 bits: two positions may share one, which spoils no certificate, since
// those are made of positions.
std::uint64_t proof_hash(const ProofPosition& position, Color attacker);

// Entries of 16 bytes in buckets of one cache line. A new entry takes the place of one of an earlier
// generation, or of the one with least work; solved ones stay longer than others. Two threads that write one
// entry at once leave an entry that no hash fits: the checked word is the XOR of both.
class ProofTable {
public:
    static constexpr std::size_t least_bytes = std::size_t{1} << 12;

    // Throws std::bad_alloc.
    explicit ProofTable(std::size_t bytes);

    std::optional<ProofNumbers> find(std::uint64_t hash) const;
    // `work`: nodes searched below.
    void store(std::uint64_t hash, const ProofNumbers& numbers, std::uint64_t work);
    void prefetch(std::uint64_t hash) const;

    // Entries from now on are younger than all before.
    void next_generation();

    std::size_t bytes() const { return memory_.size(); }
    // The share of a sample of the entries that is in use.
    double filled() const;

    // For saving and restoring: all of it as bytes, good for a table of the same size.
    std::span<std::byte> raw() { return {reinterpret_cast<std::byte*>(memory_.data()), memory_.size()}; }
    std::uint8_t generation() const { return generation_; }
    void set_generation(std::uint8_t generation) { generation_ = generation; }

private:
    struct Entry {
        std::uint64_t check;    // hash (48 bits), generation (8), work (8): XOR numbers
        std::uint64_t numbers;  // proof << 32 | disproof
    };
    static constexpr std::size_t per_bucket = 4;

    Entry* bucket(std::uint64_t hash) const;

    ByteArray memory_;
    std::size_t buckets_;
    std::uint8_t generation_ = 1;
};

}  // namespace damier
