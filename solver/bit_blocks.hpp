// The blocks of a slice by number (bit_game.hpp): sets of known men by the rows that they have advanced.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/bit_game.hpp"

namespace damier::bits {

class BlockNumbers {
public:
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
        for (const auto& ranks : ranks_[0]) white_sets_.push_back(static_cast<std::uint32_t>(ranks.size()));
        const std::size_t rectangles = ranks_[0].size() * ranks_[1].size();
        const std::size_t blocks = advances[0].size() * advances[1].size();
        // No larger than the common rectangle, or most of them would be empty.
        while ((block_bytes << page_shift_) < least_page &&
               (std::size_t{2} << page_shift_) <= blocks / rectangles)
            ++page_shift_;
        page_bytes_ = block_bytes << page_shift_;
        levels_.resize(ranks_[0].size() + ranks_[1].size() - 1);
        for (std::uint32_t white = 0; white < ranks_[0].size(); ++white) {
            for (std::uint32_t black = 0; black < ranks_[1].size(); ++black) {
                const std::size_t size = ranks_[0][white].size() * ranks_[1][black].size();
                const std::size_t pages = (size + (std::size_t{1} << page_shift_) - 1) >> page_shift_;
                first_blocks_.push_back(pages_ << page_shift_);
                if (pages > 0) levels_[white + black].push_back({{white, black}, pages_, pages});
                pages_ += pages;
            }
        }
        std::reverse(levels_.begin(), levels_.end());
    }

    std::size_t pages() const { return pages_; }
    std::size_t page_bytes() const { return page_bytes_; }
    // Of the same number of rows that both sides' men have advanced together, the most advanced first. Men's
    // moves lead from one level to the one before it.
    const std::vector<std::vector<Rectangle>>& levels() const { return levels_; }

    // The blocks of a page of a rectangle; men may share squares.
    std::vector<Numbered> blocks(const Rectangle& rectangle, std::size_t page) const {
        const auto& white = ranks_[0][rectangle.advance[0]];
        const auto& black = ranks_[1][rectangle.advance[1]];
        std::vector<Numbered> blocks;
        const std::size_t first = (page - rectangle.first_page) << page_shift_;
        const std::size_t last =
            std::min(first + (std::size_t{1} << page_shift_), white.size() * black.size());
        for (std::size_t at = first; at < last; ++at)
            blocks.push_back({{white[at % white.size()], black[at / white.size()]}, at - first});
        return blocks;
    }
    // The block of two sets.
    std::size_t block(std::uint32_t white_rank, std::uint32_t black_rank) const {
        const MenPlace white = places_[0][white_rank];
        const MenPlace black = places_[1][black_rank];
        return first_blocks_[white.advance * ranks_[1].size() + black.advance] +
               std::size_t{black.at} * white_sets_[white.advance] + white.at;
    }

    template <class Word>
    void describe(Tiles<Word>& tiles) const {
        tiles.page_shift = page_shift_;
        for (std::size_t c = 0; c < 2; ++c) tiles.men[c] = places_[c].data();
        tiles.rectangle = first_blocks_.data();
        tiles.white_sets = white_sets_.data();
        tiles.black_advances = static_cast<std::uint32_t>(ranks_[1].size());
    }

private:
    static constexpr std::size_t least_page = std::size_t{64} << 10;

    std::array<std::vector<MenPlace>, 2> places_;
    std::array<std::vector<std::vector<std::uint32_t>>, 2> ranks_;  // [colour][advance][at]
    std::vector<std::uint32_t> white_sets_;
    std::vector<std::size_t> first_blocks_;  // of rectangles
    std::vector<std::vector<Rectangle>> levels_;
    int page_shift_ = 0;
    std::size_t page_bytes_ = 0;
    std::size_t pages_ = 0;
};

}  // namespace damier::bits
