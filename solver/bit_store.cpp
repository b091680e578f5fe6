#include "solver/bit_store.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>
#include <span>

#include "egtb/byte_frame.hpp"

namespace damier::bits {

namespace {

constexpr int zstd_level = 1;  // packed once, unpacked a few times

}  // namespace

std::byte* PageMemory::take_small(std::size_t size) {
    auto& free = small_[size];
    if (!free.empty()) {
        std::byte* at = free.back();
        free.pop_back();
        return at;
    }
    if (used_ + size > chunk) {
        chunks_.emplace_back(chunk);
        used_ = 0;
    }
    std::byte* at = reinterpret_cast<std::byte*>(chunks_.back().data()) + used_;
    used_ += size;
    return at;
}

std::byte* PageMemory::take(std::size_t size) {
    const std::lock_guard lock{mutex_};
    size = (size + 63) / 64 * 64;
    if (size < least_returned) return take_small(size);
    auto& with_room = slabs_with_room_[size];
    if (with_room.empty()) {
        Slab slab{ByteArray{size >= least_alone ? size : (8 * size + chunk - 1) / chunk * chunk}, size, {}};
        auto* begin = reinterpret_cast<std::byte*>(slab.memory.data());
        for (std::size_t i = slab.pages(); i-- > 0;) slab.free.push_back(begin + i * size);
        unused_ += slab.pages() * size;
        with_room.push_back(&slabs_.emplace(begin, std::move(slab)).first->second);
    }
    Slab& slab = *with_room.back();
    std::byte* at = slab.free.back();
    slab.free.pop_back();
    if (slab.free.empty()) with_room.pop_back();
    unused_ -= size;
    return at;
}

void PageMemory::give_back(std::byte* at, std::size_t size) {
    const std::lock_guard lock{mutex_};
    size = (size + 63) / 64 * 64;
    if (size < least_returned) {
        small_[size].push_back(at);
        return;
    }
    Slab& slab = std::prev(slabs_.upper_bound(at))->second;
    if (slab.free.empty()) slabs_with_room_[size].push_back(&slab);
    slab.free.push_back(at);
    unused_ += size;
}

void PageMemory::return_unused() {
    const std::lock_guard lock{mutex_};
    for (auto& [size, with_room] : slabs_with_room_)
        std::erase_if(with_room, [](const Slab* slab) { return slab->free.size() == slab->pages(); });
    for (auto it = slabs_.begin(); it != slabs_.end();) {
        const Slab& slab = it->second;
        if (slab.free.size() != slab.pages()) {
            ++it;
            continue;
        }
        unused_ -= slab.pages() * slab.page;
        it = slabs_.erase(it);
    }
}

SlicePages::SlicePages(TileStore& store, const PageBytes& page_bytes, std::size_t margin, std::size_t pages)
    : store_{store}, page_bytes_{page_bytes}, margin_{margin} {
    for (int plane = 0; plane < plane_count; ++plane) {
        links_[static_cast<std::size_t>(plane)].resize(pages);
        pages_[static_cast<std::size_t>(plane)].resize(pages);
    }
    const std::lock_guard lock{store_.mutex_};
    store_.slices_.push_back(this);
}

SlicePages::~SlicePages() {
    for (int plane = 0; plane < plane_count; ++plane) {
        for (Page& page : pages_[static_cast<std::size_t>(plane)]) {
            store_.packed_ -= page.packed.size();
            if (page.memory != nullptr) give_back(plane, page);
        }
    }
    const std::lock_guard lock{store_.mutex_};
    std::erase(store_.slices_, this);
}

std::byte* SlicePages::take(int plane) {
    const std::size_t size = page_bytes(plane) + 2 * margin_;
    std::byte* memory = store_.memory_.take(size) + margin_;
    store_.unpacked_ += size;
    return memory;
}

void SlicePages::give_back(int plane, Page& page) {
    const std::size_t size = page_bytes(plane) + 2 * margin_;
    store_.memory_.give_back(page.memory - margin_, size);
    store_.unpacked_ -= size;
    page.memory = nullptr;
}

std::byte* SlicePages::create(int plane, std::size_t number) {
    Page& page = at(plane, number);
    assert(page.memory == nullptr && page.packed.empty());
    page.memory = take(plane);
    page.last_used = store_.epoch_;
    links_[static_cast<std::size_t>(plane)][number] = page.memory;
    return page.memory;
}

std::byte* SlicePages::load(int plane, std::size_t number) {
    Page& page = at(plane, number);
    const std::lock_guard lock{locks_[number % locks_.size()]};
    if (page.memory == nullptr) {
        assert(!page.packed.empty());
        const Result<Bytes> bytes = decompress_bytes(page.packed, page_bytes(plane));
        if (!bytes) throw StoreFailure{bytes.error()};
        std::byte* memory = take(plane);
        std::memcpy(memory, bytes->data(), page_bytes(plane));
        page.memory = memory;
    }
    page.last_used = store_.epoch_;
    __atomic_store_n(&links_[static_cast<std::size_t>(plane)][number], page.memory, __ATOMIC_RELEASE);
    return page.memory;
}

void TileStore::pack(SlicePages& slice, int plane, SlicePages::Page& page) {
    if (page.packed.empty()) {
        Result<Bytes> bytes = compress_bytes(std::span{page.memory, slice.page_bytes(plane)}, zstd_level);
        if (!bytes) throw StoreFailure{bytes.error()};
        page.packed = std::move(*bytes);
        page.packed.shrink_to_fit();
        packed_ += page.packed.size();
    }
    slice.give_back(plane, page);
}

void TileStore::relieve(const Threads& threads) {
    if (limit_ == 0) return;
    const std::uint64_t others = reserved_ + packed_ + memory_.unused();
    const std::uint64_t allowed = limit_ > others ? limit_ - others : 0;
    lot_ = unpacked_ > allowed ? lot_ / 2 : std::min(lot_ + lot_ / 4 + 1, limit_ / 16);
    if (unpacked_ > allowed / 10 * 9) memory_.return_unused();
    // Whoever uses a page from now on links it again, and that tells.
    if (unpacked_ < allowed / 2) return;
    struct Candidate {
        SlicePages* slice;
        int plane;
        SlicePages::Page* page;
    };
    std::vector<Candidate> unused;
    for (SlicePages* slice : slices_) {
        for (int plane = 0; plane < plane_count; ++plane) {
            auto& links = slice->links_[static_cast<std::size_t>(plane)];
            for (std::size_t i = 0; i < links.size(); ++i) {
                SlicePages::Page& page = slice->at(plane, i);
                if (page.memory == nullptr) continue;
                if (links[i] != nullptr) page.last_used = epoch_;
                links[i] = nullptr;
                unused.push_back({slice, plane, &page});
            }
        }
    }
    ++epoch_;
    if (unpacked_ < allowed / 10 * 9) return;
    std::stable_sort(unused.begin(), unused.end(), [](const Candidate& a, const Candidate& b) {
        return a.page->last_used < b.page->last_used;
    });
    std::size_t count = 0;
    for (std::uint64_t left = unpacked_; count < unused.size() && left > allowed / 10 * 7; ++count)
        left -= unused[count].slice->page_bytes(unused[count].plane);
    threads.ranges(count, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) pack(*unused[i].slice, unused[i].plane, *unused[i].page);
    });
    memory_.return_unused();
}

}  // namespace damier::bits
