// The bit-parallel solver for one size of tile: the slices that it holds, and their blocks in order. What is
// done to tiles is in the kernels (bit_kernel.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "egtb/binomial.hpp"
#include "solver/bit_setup.hpp"
#include "solver/bit_solver.hpp"
#include "solver/bit_store.hpp"
#include "solver/bit_values.hpp"
#include "solver/object_pool.hpp"

namespace damier::bits {

template <class Word, class Set, class M>
class TileSolver final : public BitSolver<Set, M> {
public:
    TileSolver(const Board<Set>& board, const Rules& rules, const Kernel<Word>& kernel)
        : board_{board}, kernel_{kernel}, tables_{board, rules, kernel} {}

    Result<void> solve(const Slice& slice, const BitSolveOptions& options) override {
        assert(slice.canonical());
        std::unique_ptr<HeldSlice<Word>> held = make(slice);
        place_values(*held, both_colors);
        place_captures(*held);
        Job<Word> job = job_of(*held);
        job.generic = options.generic;
        job.longest = options.longest;
        std::atomic<bool> too_long{false};
        const auto levels = levels_of(*held);
        Stop stop{options};
        const std::uint32_t tiles = held->tiles_of_block();
        const auto done = [&] {
            if (options.done) options.done(values_of_block(slice));
        };
        for (const auto& level : levels) {
            const bool whole_blocks = options.threads.count() <= 1 || tiles < shared_from ||
                                      level.size() >= 8 * static_cast<std::size_t>(options.threads.count());
            if (whole_blocks) {
                options.threads.ranges(level.size(), 1, [&](std::size_t first, std::size_t last) {
                    auto scratch = take_scratch(tiles);
                    for (std::size_t i = first; i < last; ++i) {
                        if (stop()) break;
                        if (!solve_block(job, block_of(*held, level[i], *scratch), 1)) too_long = true;
                        done();
                    }
                    scratch_.give_back(std::move(scratch));
                });
            } else {
                auto scratch = take_scratch(tiles);
                for (std::size_t block : level) {
                    if (stop()) break;
                    if (!solve_block(job, block_of(*held, block, *scratch), options.threads)) too_long = true;
                    done();
                }
                scratch_.give_back(std::move(scratch));
            }
        }
        if (stop.stopped) return fail(ErrorKind::interrupted, "stopped while solving " + slice.name());
        if (too_long) {
            return fail(ErrorKind::limit,
                        "slice " + slice.name() + " has longer distances than a byte has room for");
        }
        held_[slice] = std::move(held);
        return {};
    }

    void add_color_swapped(const Slice& slice, const Threads& threads) override {
        const HeldSlice<Word>& from = *held_.at(slice);
        std::unique_ptr<HeldSlice<Word>> to = make(slice.color_swapped());
        place_values(*to, std::array{Color::white});
        const std::size_t n = kernel_.record_bytes;
        for_each_turned(from, *to, threads, [&](std::size_t a, std::size_t b) {
            kernel_.turn_values(tables_.game(), from.tiles.values[1] + a * n, to->tiles.values[0] + b * n);
        });
        held_[slice.color_swapped()] = std::move(to);
    }

    bool holds(const Slice& slice) const override { return held_.contains(slice); }
    void drop(const Slice& slice) override {
        const auto it = held_.find(slice);
        if (it == held_.end()) return;
        for (ByteArray& array : it->second->memory) memory_.give_back(std::move(array));
        held_.erase(it);
    }

    void copy(const Slice& slice, SliceValues<Set, typename M::Code>& values, const Threads& threads,
              bool unstored) override {
        const HeldSlice<Word>& held = *held_.at(slice);
        if (unstored) {
            for (Color color : both_colors) add_captures_after_promotion(held, color, threads);
        }
        const Job<Word> job = job_of(held);
        const std::uint32_t tiles = held.tiles_of_block();
        const ValueCopy<Word, Set, M> copy{job, *values.layout};
        threads.ranges(held.blocks(), 4, [&](std::size_t first, std::size_t last) {
            std::array<ByteArray, 2> marks;
            for (auto& array : marks) array = ByteArray{kernel_.tile_bytes * tiles};
            for (std::size_t i = first; i < last; ++i) {
                Block<Word> block = {};
                if (!place_block(held, i, block)) continue;
                for (int c = 0; c < 2 && unstored; ++c) {
                    kernel_.mark(job, block, c, 0, tiles, reinterpret_cast<std::byte*>(marks[c].data()));
                }
                copy.block(block, kernel_, marks, values);
            }
        });
    }

private:
    // From this number of tiles on, those of a block are shared among threads where blocks are few.
    static constexpr std::uint32_t shared_from = 64;

    struct Stop {
        const BitSolveOptions& options;
        std::atomic<bool> stopped{false};
        bool operator()() {
            if (!stopped.load(std::memory_order_relaxed) && options.stop && options.stop())
                stopped.store(true, std::memory_order_relaxed);
            return stopped.load(std::memory_order_relaxed);
        }
    };

    // Each placement once.
    std::uint64_t values_of_block(const Slice& slice) const {
        std::uint64_t values = 2;
        for (Color c : both_colors) {
            const int kings = slice.kings_of(c);
            // A man that is symbolic is one of several that could be.
            values *= kings > 0 ? binomial(board_.squares(), kings)
                                : static_cast<std::uint64_t>(board_.man_squares(c).size()) /
                                      static_cast<std::uint64_t>(slice.men_of(c));
        }
        return values;
    }

    std::uint32_t rank(Word set, int first) const {
        std::uint32_t rank = 0;
        int k = 1;
        for (int q = 0; q < board_.squares(); ++q) {
            if (set >> q & 1) rank += tables_.game().choose[k++][q - first];
        }
        return rank;
    }
    Word turned(Word set) const {
        Word result = 0;
        for (int q = 0; q < board_.squares(); ++q) {
            if (set >> q & 1) result |= Word{1} << (board_.squares() - 1 - q);
        }
        return result;
    }

    const OuterKingTables<Word>* outer_kings(std::size_t color, int pieces) {
        auto& tables = outer_[{color, pieces}];
        if (!tables)
            tables = std::make_unique<OuterKingTables<Word>>(tables_.game(), static_cast<int>(color), pieces);
        return tables.get();
    }

    // Without values.
    std::unique_ptr<HeldSlice<Word>> make(const Slice& slice) {
        auto held = std::make_unique<HeldSlice<Word>>();
        held->slice = slice;
        for (Color color : both_colors) {
            const auto c = index(color);
            const int kings = slice.kings_of(color);
            const int first = tables_.game().first_man_square[c];
            const int men_squares = board_.man_squares(color).size();
            held->men[c] = sets_in_order<Word>(first, first + men_squares,
                                               std::max(0, slice.men_of(color) - (kings > 0 ? 0 : 1)));
            held->outer[c] = outer_kings(c, std::max(0, kings - 1));
        }
        held->tiles.black_men = static_cast<std::uint32_t>(held->men[1].size());
        held->tiles.white_kings = held->outer[0]->view().count;
        held->tiles.black_kings = held->outer[1]->view().count;
        return held;
    }
    template <std::size_t N>
    void place_values(HeldSlice<Word>& held, const std::array<Color, N>& colors) {
        const std::size_t size = kernel_.record_bytes * held.tile_count();
        std::byte* at = memory_.take(N * size + 2 * kernel_.margin, held.memory[0]) + kernel_.margin;
        for (std::size_t i = 0; i < N; ++i) held.tiles.values[index(colors[i])] = at + i * size;
    }
    void place_captures(HeldSlice<Word>& held) {
        const std::size_t size = kernel_.tile_bytes * held.tile_count();
        std::byte* at = memory_.take(2 * size, held.memory[1]);
        for (std::size_t c = 0; c < 2; ++c) held.tiles.captures[c] = at + c * size;
    }

    // f(tile, tile of the colour-swapped placements)
    template <class F>
    void for_each_turned(const HeldSlice<Word>& from, const HeldSlice<Word>& to, const Threads& threads,
                         F f) const {
        std::array<std::vector<std::uint32_t>, 2> men, kings;  // ranks after the half turn
        for (std::size_t c = 0; c < 2; ++c) {
            for (Word set : from.men[c])
                men[c].push_back(rank(turned(set), tables_.game().first_man_square[1 - c]));
            const OuterKings<Word> outer = from.outer[c]->view();
            for (std::uint32_t i = 0; i < outer.count; ++i)
                kings[c].push_back(rank(turned(outer.sets[i]), 0));
        }
        const std::uint32_t tiles = from.tiles_of_block();
        const std::uint32_t black_kings = from.tiles.black_kings;
        threads.ranges(from.blocks(), 4, [&](std::size_t first, std::size_t last) {
            for (std::size_t block = first; block < last; ++block) {
                const std::size_t white = block / from.men[1].size();
                const std::size_t black = block % from.men[1].size();
                if (from.men[0][white] & from.men[1][black]) continue;
                const std::size_t turned_block =
                    std::size_t{men[1][black]} * to.men[1].size() + men[0][white];
                for (std::uint32_t t = 0; t < tiles; ++t) {
                    f(block * tiles + t, turned_block * tiles +
                                             kings[1][t % black_kings] * to.tiles.black_kings +
                                             kings[0][t / black_kings]);
                }
            }
        });
    }

    // Rule R1 asks for the captures of the slices to which promotions lead.
    void add_captures_after_promotion(const HeldSlice<Word>& held, Color mover, const Threads& threads) {
        if (held.slice.men_of(mover) == 0) return;
        Slice next = held.slice;
        --next.men[index(mover)];
        ++next.kings[index(mover)];
        HeldSlice<Word>& to = *held_.at(next);
        if (to.tiles.captures[0] != nullptr) return;
        place_captures(to);
        const HeldSlice<Word>& from = *held_.at(next.color_swapped());
        const std::size_t n = kernel_.tile_bytes;
        for_each_turned(from, to, threads, [&](std::size_t a, std::size_t b) {
            for (std::size_t c = 0; c < 2; ++c) {
                kernel_.turn(tables_.game(), from.tiles.captures[c] + a * n,
                             to.tiles.captures[1 - c] + b * n);
            }
        });
    }

    Job<Word> job_of(const HeldSlice<Word>& held) const {
        Job<Word> job = {};
        const Slice& slice = held.slice;
        job.game = &tables_.game();
        job.tiles = held.tiles;
        for (std::size_t c = 0; c < 2; ++c) {
            job.men[c] = slice.men[c];
            job.kings[c] = slice.kings[c];
            job.outer[c] = held.outer[c]->view();
        }
        for (std::size_t mover = 0; mover < 2; ++mover) {
            for (std::size_t promoted = 0; promoted < 2; ++promoted) {
                if (promoted > slice.men[mover]) continue;
                for (int men = 0; men <= slice.men[1 - mover]; ++men) {
                    for (int kings = 0; kings <= slice.kings[1 - mover]; ++kings) {
                        Slice next = slice;
                        next.men[mover] = static_cast<std::uint8_t>(next.men[mover] - promoted);
                        next.kings[mover] = static_cast<std::uint8_t>(next.kings[mover] + promoted);
                        next.men[1 - mover] = static_cast<std::uint8_t>(men);
                        next.kings[1 - mover] = static_cast<std::uint8_t>(kings);
                        const auto it = held_.find(next);
                        if (it == held_.end() || next == slice) continue;
                        job.next[mover][promoted][men * max_left + kings] = &it->second->tiles;
                    }
                }
            }
        }
        return job;
    }

    // Blocks by the rows that their men have advanced, the most advanced first.
    std::vector<std::vector<std::size_t>> levels_of(const HeldSlice<Word>& held) const {
        std::array<std::vector<std::size_t>, 2> advance;
        for (Color color : both_colors) {
            const auto c = index(color);
            for (Word set : held.men[c]) {
                std::size_t rows = 0;
                for (int q = 0; q < board_.squares(); ++q) {
                    if (set >> q & 1) rows += static_cast<std::size_t>(board_.advance(color, square(q)));
                }
                advance[c].push_back(rows);
            }
        }
        std::vector<std::vector<std::size_t>> levels;
        for (std::size_t white = 0; white < held.men[0].size(); ++white) {
            for (std::size_t black = 0; black < held.men[1].size(); ++black) {
                if (held.men[0][white] & held.men[1][black]) continue;
                const std::size_t level = advance[0][white] + advance[1][black];
                if (levels.size() <= level) levels.resize(level + 1);
                levels[level].push_back(white * held.men[1].size() + black);
            }
        }
        std::reverse(levels.begin(), levels.end());
        return levels;
    }

    std::unique_ptr<BlockScratch> take_scratch(std::uint32_t tiles) {
        auto scratch = scratch_.take();
        if (!scratch) scratch = std::make_unique<BlockScratch>();
        if (scratch->dirty[0].size() < tiles) {
            scratch->open = ByteArray{2 * kernel_.scratch_bytes * tiles};
            for (auto& dirty : scratch->dirty) dirty.resize(tiles);
        }
        return scratch;
    }

    // False where men share a square.
    static bool place_block(const HeldSlice<Word>& held, std::size_t number, Block<Word>& block) {
        const std::array ranks{number / held.men[1].size(), number % held.men[1].size()};
        for (std::size_t c = 0; c < 2; ++c) {
            block.men[c] = held.men[c][ranks[c]];
            block.men_rank[c] = static_cast<std::uint32_t>(ranks[c]);
        }
        block.tile_count = held.tiles_of_block();
        block.first_tile = number * block.tile_count;
        return !(block.men[0] & block.men[1]);
    }
    Block<Word> block_of(const HeldSlice<Word>& held, std::size_t number, BlockScratch& scratch) const {
        Block<Word> block = {};
        place_block(held, number, block);
        for (std::size_t c = 0; c < 2; ++c) {
            block.open[c] = reinterpret_cast<std::byte*>(scratch.open.data()) +
                            c * kernel_.scratch_bytes * block.tile_count;
            block.dirty[c] = scratch.dirty[c].data();
        }
        return block;
    }

    // False where a distance has no room.
    bool solve_block(const Job<Word>& job, const Block<Word>& block, const Threads& threads) const {
        const std::uint32_t count = block.tile_count;
        if (threads.count() <= 1) {
            kernel_.start(job, block, 0, count);
            bool changed = true;
            while (changed) {
                changed = kernel_.sweep(job, block, 0, 0, count);
                changed |= kernel_.sweep(job, block, 1, 0, count);
            }
            return !kernel_.too_long(job, block);
        }
        threads.ranges(count, 8, [&](std::size_t first, std::size_t last) {
            kernel_.start(job, block, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
        });
        std::atomic<bool> changed{true};
        while (changed) {
            changed = false;
            for (int mover = 0; mover < 2; ++mover) {
                threads.ranges(count, 32, [&](std::size_t first, std::size_t last) {
                    if (kernel_.sweep(job, block, mover, static_cast<std::uint32_t>(first),
                                      static_cast<std::uint32_t>(last))) {
                        changed = true;
                    }
                });
            }
        }
        return !kernel_.too_long(job, block);
    }

    const Board<Set>& board_;
    const Kernel<Word>& kernel_;
    GameTables<Word> tables_;
    std::map<std::pair<std::size_t, int>, std::unique_ptr<OuterKingTables<Word>>> outer_;
    std::map<Slice, std::unique_ptr<HeldSlice<Word>>> held_;
    TileMemory memory_;
    ObjectPool<BlockScratch> scratch_;
};

}  // namespace damier::bits
