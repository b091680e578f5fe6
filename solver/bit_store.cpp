#include "solver/bit_store.hpp"

#include <malloc.h>

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

// A few pages, and more where there are many of that size already, up to a huge page.
std::size_t PageMemory::slab_bytes(std::size_t page, std::size_t there) {
    if (page >= least_alone) return page;
    const std::size_t some = std::max({pages_of_slab * page, least_slab, std::min(there, huge_page)});
    return some < huge_page / 2 ? some : (some + huge_page - 1) / huge_page * huge_page;
}

std::byte* PageMemory::take(std::size_t size) {
    const std::lock_guard lock{mutex_};
    size = (size + 63) / 64 * 64;
    OfSize& of = sizes_[size];
    if (of.with_room.empty()) {
        Slab slab{ByteArray{slab_bytes(size, of.bytes)}, size, {}};
        auto* begin = reinterpret_cast<std::byte*>(slab.memory.data());
        for (std::size_t i = slab.pages(); i-- > 0;) slab.free.push_back(begin + i * size);
        unused_ += slab.pages() * size;
        of.bytes += slab.memory.size();
        of.with_room.push_back(&slabs_.emplace(begin, std::move(slab)).first->second);
    }
    Slab& slab = *of.with_room.back();
    std::byte* at = slab.free.back();
    slab.free.pop_back();
    if (slab.free.empty()) of.with_room.pop_back();
    unused_ -= size;
    return at;
}

void PageMemory::give_back(std::byte* at, std::size_t size) {
    const std::lock_guard lock{mutex_};
    size = (size + 63) / 64 * 64;
    Slab& slab = std::prev(slabs_.upper_bound(at))->second;
    if (slab.free.empty()) sizes_[size].with_room.push_back(&slab);
    slab.free.push_back(at);
    unused_ += size;
}

void PageMemory::return_unused() {
    const std::lock_guard lock{mutex_};
    for (auto& [size, of] : sizes_)
        std::erase_if(of.with_room, [](const Slab* slab) { return slab->free.size() == slab->pages(); });
    for (auto it = slabs_.begin(); it != slabs_.end();) {
        const Slab& slab = it->second;
        if (slab.free.size() != slab.pages()) {
            ++it;
            continue;
        }
        unused_ -= slab.pages() * slab.page;
        sizes_[slab.page].bytes -= slab.memory.size();
        it = slabs_.erase(it);
    }
}

SlicePages::SlicePages(TileStore& store, const PageBytes& page_bytes, std::size_t margin, std::size_t pages,
                       Make make)
    : store_{store}, page_bytes_{page_bytes}, margin_{margin}, make_{std::move(make)} {
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
    assert(page.memory == nullptr && !page.is_packed());
    page.memory = take(plane);
    page.last_used = store_.epoch_;
    links_[static_cast<std::size_t>(plane)][number] = page.memory;
    return page.memory;
}

void SlicePages::attach(const std::shared_ptr<const PageSource>& source, std::size_t frame, int plane,
                        std::size_t page) {
    if (sources_.empty() || sources_.back() != source) sources_.push_back(source);
    at(plane, page).source = source.get();
    at(plane, page).place = frame;
}

Result<Bytes> SlicePages::packed(int plane, std::size_t number) {
    const Page& page = at(plane, number);
    if (!page.packed.empty()) return page.packed;
    if (page.in_file > 0) return from_scratch(page);
    if (page.memory == nullptr) load(plane, number);
    return compress_bytes(std::span{page.memory, page_bytes(plane)}, zstd_level);
}

Result<Bytes> SlicePages::from_scratch(const Page& page) const {
    Bytes frame(page.in_file);
    const Result<std::size_t> got = scratch_->read_at(page.place, frame);
    if (!got) return fail(got.error());
    if (*got != frame.size()) return fail(ErrorKind::io, scratch_->name() + " is cut short");
    return frame;
}

void SlicePages::unpack(int plane, Page& page) const {
    assert(page.is_packed());
    const auto unpacked = [&]() -> Result<void> {
        const std::span out{page.memory, page_bytes(plane)};
        if (page.source != nullptr) return page.source->read(page.place, out);
        if (!page.packed.empty()) return decompress_into(page.packed, out);
        const Result<Bytes> frame = from_scratch(page);
        if (!frame) return fail(frame.error());
        if (decompress_into(*frame, out)) return {};
        return fail(ErrorKind::io, scratch_->name() + " does not give back what was written to it");
    }();
    if (!unpacked) throw StoreFailure{unpacked.error()};
}

void SlicePages::fill(int plane, std::size_t number, Page& page) {
    page.memory = take(plane);
    try {
        if (make_) {
            make_(plane, number, page.memory);
        } else {
            unpack(plane, page);
        }
    } catch (...) {
        give_back(plane, page);
        throw;
    }
}

std::byte* SlicePages::load(int plane, std::size_t number) {
    Page& page = at(plane, number);
    const std::lock_guard lock{locks_[number % locks_.size()]};
    if (page.memory == nullptr) fill(plane, number, page);
    page.last_used = store_.epoch_;
    __atomic_store_n(&links_[static_cast<std::size_t>(plane)][number], page.memory, __ATOMIC_RELEASE);
    return page.memory;
}

template <class Eligible, class Size>
std::vector<TileStore::Candidate> TileStore::oldest(std::uint64_t bytes, Eligible eligible, Size size) const {
    std::vector<Candidate> pages;
    for (SlicePages* slice : slices_) {
        for (int plane = 0; plane < plane_count; ++plane) {
            for (SlicePages::Page& page : slice->pages_[static_cast<std::size_t>(plane)]) {
                if (eligible(page)) pages.push_back({slice, plane, &page});
            }
        }
    }
    std::stable_sort(pages.begin(), pages.end(), [](const Candidate& a, const Candidate& b) {
        return a.page->last_used < b.page->last_used;
    });
    std::size_t count = 0;
    for (std::uint64_t sum = 0; count < pages.size() && sum < bytes; ++count) sum += size(pages[count]);
    pages.resize(count);
    return pages;
}

void TileStore::pack(const Candidate& of) const {
    SlicePages::Page& page = *of.page;
    if (!page.is_packed() && !of.slice->make_) {
        Result<Bytes> bytes =
            compress_bytes(std::span{page.memory, of.slice->page_bytes(of.plane)}, zstd_level);
        if (!bytes) throw StoreFailure{bytes.error()};
        page.packed = std::move(*bytes);
        page.packed.shrink_to_fit();
        of.slice->store_.packed_ += page.packed.size();
    }
    of.slice->give_back(of.plane, page);
}

// Packed pages to the file, if there are too many.
void TileStore::spill(const Threads& threads) {
    const std::uint64_t allowed = limit_ / packed_share;
    if (scratch_.empty() || packed_ <= allowed) return;
    const std::vector<Candidate> pages = oldest(
        packed_ - allowed / 4 * 3, [](const SlicePages::Page& page) { return !page.packed.empty(); },
        [](const Candidate& of) { return of.page->packed.size(); });
    for (const Candidate& of : pages) {
        if (of.slice->scratch_ != nullptr) continue;
        Result<std::unique_ptr<ScratchFile>> file = ScratchFile::create(scratch_);
        if (!file) throw StoreFailure{file.error()};
        of.slice->scratch_ = std::move(*file);
    }
    threads.ranges(pages.size(), 8, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            SlicePages::Page& page = *pages[i].page;
            const Result<std::uint64_t> place = pages[i].slice->scratch_->append(page.packed);
            if (!place) throw StoreFailure{place.error()};
            page.place = *place;
            page.in_file = page.packed.size();
            packed_ -= page.packed.size();
            page.packed = Bytes{};
        }
    });
    malloc_trim(0);  // packed pages of many sizes leave holes
}

void TileStore::relieve(const Threads& threads, std::uint64_t coming) {
    if (limit_ == 0) return;
    const std::uint64_t others = reserved_ + packed_ + memory_.unused() + coming;
    const std::uint64_t allowed = limit_ > others ? limit_ - others : 0;
    if (coming == 0) lot_ = unpacked_ > allowed ? lot_ / 2 : std::min(lot_ + lot_ / 4 + 1, limit_ / 16);
    if (unpacked_ > allowed / 10 * 9) memory_.return_unused();
    if (unpacked_ < allowed / 2) return;
    // Whoever uses a page from now on links it again, and that tells.
    for (SlicePages* slice : slices_) {
        for (std::size_t plane = 0; plane < plane_count; ++plane) {
            auto& links = slice->links_[plane];
            for (std::size_t i = 0; i < links.size(); ++i) {
                if (links[i] != nullptr) slice->pages_[plane][i].last_used = epoch_;
                links[i] = nullptr;
            }
        }
    }
    ++epoch_;
    if (unpacked_ < allowed / 10 * 9) return;
    const std::vector<Candidate> unused = oldest(
        unpacked_ - allowed / 10 * 7, [](const SlicePages::Page& page) { return page.memory != nullptr; },
        [](const Candidate& of) { return of.slice->page_bytes(of.plane); });
    threads.ranges(unused.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) pack(unused[i]);
    });
    spill(threads);
    memory_.return_unused();
}

}  // namespace damier::bits
