// Where the tiles of all slices are that the bit-parallel solver holds: in pages, which are packed when
// memory gets short, go to a file when packed ones have no room either, and are unpacked when a kernel asks
// for them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "egtb/little_endian.hpp"
#include "egtb/scratch_file.hpp"
#include "rules/result.hpp"
#include "solver/bit_game.hpp"
#include "solver/byte_array.hpp"
#include "solver/page_source.hpp"
#include "solver/parallel.hpp"

namespace damier::bits {

// Memory by size, taken and given back by any thread. Not cleared.
class PageMemory {
public:
    std::byte* take(std::size_t size);
    void give_back(std::byte* at, std::size_t size);
    // Bytes of the system's that are in no use, and to give those back.
    std::size_t unused() const { return unused_; }
    void return_unused();

private:
    static constexpr std::size_t huge_page = std::size_t{2} << 20;
    static constexpr std::size_t least_slab = std::size_t{64} << 10;
    static constexpr std::size_t pages_of_slab = 8;  // at least
    static constexpr std::size_t least_alone = pages_of_slab * huge_page;
    // Pages of one size, or a single large one.
    struct Slab {
        ByteArray memory;
        std::size_t page;
        std::vector<std::byte*> free;
        std::size_t pages() const { return memory.size() / page; }
    };
    struct OfSize {
        std::vector<Slab*> with_room;
        std::size_t bytes = 0;  // of all slabs
    };
    static std::size_t slab_bytes(std::size_t page, std::size_t there);

    std::mutex mutex_;
    std::map<std::byte*, Slab> slabs_;     // by where they begin
    std::map<std::size_t, OfSize> sizes_;  // by size of a page
    std::atomic<std::size_t> unused_{0};
};

// Thrown where a page cannot be unpacked; std::bad_alloc where there is no memory for it.
struct StoreFailure {
    Error error;
};

class TileStore;

// The pages of one slice, by plane and number.
class SlicePages {
public:
    using PageBytes = std::array<std::size_t, plane_count>;
    // Fills a page; called by any thread, and anew when the page has been let go of.
    using Make = std::function<void(int plane, std::size_t page, std::byte* into)>;

    // `margin`: bytes that may be read before and behind a page. With `make`, pages are not created but made
    // when they are asked for.
    SlicePages(TileStore& store, const PageBytes& page_bytes, std::size_t margin, std::size_t pages,
               Make make = {});
    ~SlicePages();
    SlicePages(const SlicePages&) = delete;
    SlicePages& operator=(const SlicePages&) = delete;

    std::size_t page_bytes(int plane) const { return page_bytes_[static_cast<std::size_t>(plane)]; }
    std::byte** links(int plane) { return links_[plane].data(); }
    // A page whose content is written next; by one thread.
    std::byte* create(int plane, std::size_t page);
    // A page of a slice that is solved: a frame of the source.
    void attach(const std::shared_ptr<const PageSource>& source, std::size_t frame, int plane,
                std::size_t page);
    // A page as one zstd frame with checksum. Thread-safe where no kernel works. Not of those that are made.
    Result<Bytes> packed(int plane, std::size_t page);
    // Thread-safe. The page must have been created or attached, where it is not made.
    std::byte* load(int plane, std::size_t page);

private:
    friend class TileStore;
    struct Page {
        std::byte* memory = nullptr;  // unlinked ones may have theirs still
        // A zstd frame with checksum, here, in the scratch file or in that of somebody else: then the page
        // does not change any more.
        Bytes packed;
        std::uint64_t in_file = 0;  // bytes
        const PageSource* source = nullptr;
        std::uint64_t place = 0;      // in the file; the number of the frame in the source
        std::uint32_t last_used = 0;  // epoch of the store
        bool is_packed() const { return !packed.empty() || in_file > 0 || source != nullptr; }
    };
    Page& at(int plane, std::size_t page) { return pages_[static_cast<std::size_t>(plane)][page]; }
    std::byte* take(int plane);
    void unpack(int plane, Page& page) const;
    Result<Bytes> from_scratch(const Page& page) const;
    void fill(int plane, std::size_t number, Page& page);
    void give_back(int plane, Page& page);

    TileStore& store_;
    PageBytes page_bytes_;
    std::size_t margin_;
    Make make_;
    std::array<std::vector<std::byte*>, plane_count> links_;
    std::array<std::vector<Page>, plane_count> pages_;
    std::array<std::mutex, 16> locks_;      // by page
    std::unique_ptr<ScratchFile> scratch_;  // pages are written once, and go when the slice does
    std::vector<std::shared_ptr<const PageSource>> sources_;
};

class TileStore {
public:
    // Bytes that tiles may take; 0: no limit. Packed ones take a part of it, the rest of them is written to
    // scratch files in this folder, if there is one.
    explicit TileStore(std::uint64_t limit, std::filesystem::path scratch = {})
        : limit_{limit}, lot_{limit == 0 ? ~std::uint64_t{0} : limit / 16}, scratch_{std::move(scratch)} {}

    // Of the limit, what packed tiles take at most: one part in so many.
    static constexpr std::uint64_t packed_share = 4;

    // Bytes of pages that may be made before it is to be relieved: fewer where those that they need besides
    // turned out to have no room.
    std::uint64_t lot() const { return lot_; }
    bool limited() const { return limit_ > 0; }
    std::uint64_t unpacked() const { return unpacked_; }
    // What others take of the limit, or give back.
    void reserve(std::uint64_t bytes) { reserved_ += bytes; }
    void release(std::uint64_t bytes) { reserved_ -= bytes; }
    // To be called where no kernel works: packs what was not used for longest, if there is too much, or will
    // be when so many bytes more are taken next.
    void relieve(const Threads& threads, std::uint64_t coming = 0);

private:
    friend class SlicePages;
    struct Candidate {
        SlicePages* slice;
        int plane;
        SlicePages::Page* page;
    };
    // Of the pages that `eligible` says, those not used for longest, until they are so many bytes.
    template <class Eligible, class Size>
    std::vector<Candidate> oldest(std::uint64_t bytes, Eligible eligible, Size size) const;
    void pack(const Candidate& of) const;
    void spill(const Threads& threads);

    std::uint64_t limit_;
    std::uint64_t lot_;
    std::filesystem::path scratch_;
    std::atomic<std::uint64_t> reserved_{0};
    std::uint32_t epoch_ = 1;
    std::atomic<std::uint64_t> unpacked_{0};  // bytes
    std::atomic<std::uint64_t> packed_{0};    // in memory
    PageMemory memory_;
    std::mutex mutex_;  // of slices_
    std::vector<SlicePages*> slices_;
};

}  // namespace damier::bits
