// Decoded frames of all tables of a prober, within a bound of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "egtb/table_file.hpp"
#include "rules/result.hpp"

namespace damier {

// Safe to use from several threads at once. Split into shards by key, each with a lock and a CLOCK of its
// own. A frame that two threads miss at once is decoded by both: cheaper than making one wait for the other's
// disk.
class FrameCache {
public:
    using Frame = std::shared_ptr<const DecodedFrame>;

    // Frames larger than a shard's share of the bound are given out, but not kept.
    explicit FrameCache(std::size_t max_bytes);
    ~FrameCache();
    FrameCache(const FrameCache&) = delete;
    FrameCache& operator=(const FrameCache&) = delete;

    // A number for a table's keys, never given twice by this cache.
    std::uint32_t new_table();

    // One value; where many are wanted of one frame, keep the frame instead.
    Result<std::uint32_t> symbol(std::uint32_t table, const TableFile& file, FramePlace place);
    Result<Frame> frame(std::uint32_t table, const TableFile& file, std::uint64_t number);

    std::size_t max_bytes() const { return max_bytes_; }
    std::size_t bytes() const;
    std::uint64_t hits() const;
    std::uint64_t misses() const;

private:
    struct Key;
    class Shard;
    struct Shards;
    Shard& shard_of(std::uint64_t hash) const;
    Result<Frame> decode(Shard& shard, const Key& key, std::uint64_t hash, const TableFile& file);

    std::size_t max_bytes_;
    std::unique_ptr<Shards> shards_;
};

// A table whose frames go through a cache.
class CachedTable {
public:
    CachedTable(TableFile file, std::shared_ptr<FrameCache> cache)
        : file_(std::move(file)), cache_(std::move(cache)), id_(cache_->new_table()) {}

    const TableFile& file() const { return file_; }
    // value < file().header().sections[section].values
    Result<std::uint32_t> symbol(std::size_t section, std::uint64_t value) const {
        return cache_->symbol(id_, file_, file_.locate(section, value));
    }
    Result<FrameCache::Frame> frame(std::uint64_t number) const { return cache_->frame(id_, file_, number); }

private:
    TableFile file_;
    std::shared_ptr<FrameCache> cache_;
    std::uint32_t id_;
};

}  // namespace damier
