// The blocks of a slice by number (bit_game.hpp): sets of known men by the rows that they have advanced.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "solver/bit_game.hpp"
#include "solver/slice_part.hpp"

namespace damier::bits {

class BlockNumbers {
public:
    static constexpr std::size_t least_page = std::size_t{64} << 10;

    // By colour and rank, how many rows the men of a set have advanced.
    using Advances = std::array<std::vector<std::uint32_t>, 2>;
    // Blocks of one pair of advances.
    struct Rectangle {
        std::array<std::uint32_t, 2> advance;
        std::size_t first_page;
        std::size_t pages;
    };
    struct Numbered {
        std::array<std::uint32_t, 2> men_rank;
        std::size_t in_page;
    };

    // `block_bytes` of one plane. Pages are not much smaller than `least_page`, if there are that many
    // blocks.
    BlockNumbers(const Advances& advances, std::size_t block_bytes) {
        for (std::size_t c = 0; c < 2; ++c) {
            for (std::uint32_t rank = 0; rank < advances[c].size(); ++rank) {
                const std::uint32_t advance = advances[c][rank];
                if (ranks_[c].size() <= advance) ranks_[c].resize(advance + 1);
                places_[c].push_back({advance, static_cast<std::uint32_t>(ranks_[c][advance].size())});
                ranks_[c][advance].push_back(rank);
            }
        }
        number(1);
        const std::size_t rectangles = ranks_[0].size() * ranks_[1].size();
        const std::size_t blocks = advances[0].size() * advances[1].size();
        // No larger than the common rectangle, or most of them would be empty.
        while ((block_bytes << page_shift_) < least_page &&
               (std::size_t{2} << page_shift_) <= blocks / rectangles)
            ++page_shift_;
        page_bytes_ = block_bytes << page_shift_;
        number_pages();
    }
    // Of the slice with the colours swapped: the block of two sets has the same place in a page as that of
    // the same men in the other slice, and the page the same place in its rectangle. `turned`: by colour and
    // rank the rank that the same men have there, as men of the other colour.
    BlockNumbers(const BlockNumbers& other, const std::array<std::vector<std::uint32_t>, 2>& turned)
        : page_shift_{other.page_shift_}, page_bytes_{other.page_bytes_} {
        for (std::size_t c = 0; c < 2; ++c) {
            for (const auto& ranks : other.ranks_[1 - c]) ranks_[c].emplace_back(ranks.size());
            for (std::uint32_t rank = 0; rank < turned[c].size(); ++rank) {
                const MenPlace place = other.places_[1 - c][turned[c][rank]];
                places_[c].push_back(place);
                ranks_[c][place.advance][place.at] = rank;
            }
        }
        number(0);
        number_pages();
    }

    std::size_t pages() const { return pages_; }
    std::size_t page_bytes() const { return page_bytes_; }
    // Of the same number of rows that both sides' men have advanced together, the most advanced first. Men's
    // moves lead from one level to the one before it.
    const std::vector<std::vector<Rectangle>>& levels() const { return levels_; }

    const Rectangle& rectangle_of(std::size_t page) const {
        const auto after = std::upper_bound(
            in_order_.begin(), in_order_.end(), page,
            [](std::size_t p, const Rectangle& rectangle) { return p < rectangle.first_page; });
        return *std::prev(after);
    }
    // The page of the other slice (see above) with the blocks of this one.
    std::size_t page_in(const BlockNumbers& other, std::size_t page) const {
        const Rectangle& rectangle = rectangle_of(page);
        const std::size_t first_block =
            other.first_blocks_[rectangle.advance[1] * other.ranks_[1].size() + rectangle.advance[0]];
        return (first_block >> page_shift_) + page - rectangle.first_page;
    }

    // In ascending order.
    std::vector<std::size_t> pages_of(const SlicePart& part) const {
        std::vector<std::size_t> pages;
        for (const Rectangle& rectangle : in_order_) {
            if (!part.contains(rectangle.advance)) continue;
            const std::size_t last = rectangle.pages * (part.share + 1) / part.shares;
            for (std::size_t i = rectangle.pages * part.share / part.shares; i < last; ++i)
                pages.push_back(rectangle.first_page + i);
        }
        return pages;
    }

    // The blocks of a page of a rectangle; men may share squares.
    std::vector<Numbered> blocks(const Rectangle& rectangle, std::size_t page) const {
        const auto& inner = ranks_[1 - outer_][rectangle.advance[1 - outer_]];
        const auto& outer = ranks_[outer_][rectangle.advance[outer_]];
        std::vector<Numbered> blocks;
        const std::size_t first = (page - rectangle.first_page) << page_shift_;
        const std::size_t last =
            std::min(first + (std::size_t{1} << page_shift_), inner.size() * outer.size());
        for (std::size_t at = first; at < last; ++at) {
            Numbered numbered{{}, at - first};
            numbered.men_rank[1 - outer_] = inner[at % inner.size()];
            numbered.men_rank[outer_] = outer[at / inner.size()];
            blocks.push_back(numbered);
        }
        return blocks;
    }
    // The block of two sets.
    std::size_t block(std::uint32_t white_rank, std::uint32_t black_rank) const {
        const MenPlace white = places_[0][white_rank];
        const MenPlace black = places_[1][black_rank];
        return first_blocks_[white.advance * ranks_[1].size() + black.advance] +
               std::size_t{white.at} * apart_[0][black.advance] +
               std::size_t{black.at} * apart_[1][white.advance];
    }

    template <class Word>
    void describe(Tiles<Word>& tiles) const {
        tiles.page_shift = page_shift_;
        for (std::size_t c = 0; c < 2; ++c) {
            tiles.men[c] = places_[c].data();
            tiles.apart[c] = apart_[c].data();
        }
        tiles.rectangle = first_blocks_.data();
        tiles.black_advances = static_cast<std::uint32_t>(ranks_[1].size());
    }

private:
    // How blocks lie in a rectangle: `outer` is the side whose sets are further apart.
    void number(std::size_t outer) {
        outer_ = outer;
        for (const auto& ranks : ranks_[1 - outer])
            apart_[outer].push_back(static_cast<std::uint32_t>(ranks.size()));
        apart_[1 - outer].assign(ranks_[outer].size(), 1);
    }
    void number_pages() {
        levels_.resize(ranks_[0].size() + ranks_[1].size() - 1);
        for (std::uint32_t white = 0; white < ranks_[0].size(); ++white) {
            for (std::uint32_t black = 0; black < ranks_[1].size(); ++black) {
                const std::size_t size = ranks_[0][white].size() * ranks_[1][black].size();
                const std::size_t pages = (size + (std::size_t{1} << page_shift_) - 1) >> page_shift_;
                first_blocks_.push_back(pages_ << page_shift_);
                if (pages > 0) {
                    in_order_.push_back({{white, black}, pages_, pages});
                    levels_[white + black].push_back(in_order_.back());
                }
                pages_ += pages;
            }
        }
        std::reverse(levels_.begin(), levels_.end());
    }

    std::array<std::vector<MenPlace>, 2> places_;
    std::array<std::vector<std::vector<std::uint32_t>>, 2> ranks_;  // [colour][advance][at]
    std::size_t outer_ = 1;
    std::array<std::vector<std::uint32_t>, 2> apart_;  // as in Tiles
    std::vector<std::size_t> first_blocks_;            // of rectangles
    std::vector<Rectangle> in_order_;                  // of pages
    std::vector<std::vector<Rectangle>> levels_;
    int page_shift_ = 0;
    std::size_t page_bytes_ = 0;
    std::size_t pages_ = 0;
};

}  // namespace damier::bits
