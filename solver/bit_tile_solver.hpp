// The bit-parallel solver for one size of tile: the slices that it holds, and their blocks in order. What is
// done to tiles is in the kernels (bit_kernel.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "egtb/binomial.hpp"
#include "solver/bit_cells.hpp"
#include "solver/bit_held.hpp"
#include "solver/bit_scratch.hpp"
#include "solver/bit_setup.hpp"
#include "solver/bit_solver.hpp"

namespace damier::bits {

template <class Word, class Set, class M>
class TileSolver final : public BitSolver<Set, M> {
public:
    TileSolver(const Board<Set>& board, const Rules& rules, const Kernel<Word>& kernel,
               const BitSolverRoom& room)
        : board_{board},
          kernel_{kernel},
          tables_{board, rules, kernel},
          store_{room.memory, room.scratch},
          scratch_{store_, 2 * kernel.scratch_bytes} {}

    Result<void> solve(const Slice& slice, const BitSolveOptions& options) override {
        return solve_part(slice, {}, {}, options);
    }

    Result<void> solve_part(const Slice& slice, const SlicePart& part, const std::vector<PartFile>& files,
                            const BitSolveOptions& options) override {
        assert(slice.canonical());
        return storing([&]() -> Result<void> {
            std::unique_ptr<HeldSlice<Word>> held = make(slice);
            const auto there = attach_pages(*held, files);
            if (!there) return fail(there.error());
            const std::vector<bool> wanted = pages_to_solve(*held->numbers, part, *there);
            Job<Word> job = job_of(*held);
            job.generic = options.generic;
            job.longest = options.longest;
            Stop stop{options};
            too_long_ = false;
            scratch_.shrink_to(job.tiles.tiles_of_block);
            std::uint64_t grown = 0;  // by the lot before: that much the next one will want, too
            for (const auto& level : held->numbers->levels()) {
                for_each_batch(
                    level, wanted, held->numbers->page_bytes(), [&](const std::vector<PageOf>& pages) {
                        if (stop()) return;
                        const Threads& threads = options.threads;
                        store_.relieve(threads,
                                       std::max(grown, bytes_to_solve(*held, pages.size(), threads.count())));
                        const std::uint64_t before = store_.unpacked();
                        solve_blocks(job, create(*held, pages), stop);
                        grown = store_.unpacked() - before;
                        store_.relieve(threads);
                    });
            }
            if (stop.stopped) return fail(ErrorKind::interrupted, "stopped while solving " + slice.name());
            if (too_long_) {
                return fail(ErrorKind::limit,
                            "slice " + slice.name() + " has longer distances than a byte has room for");
            }
            held_[slice] = std::move(held);
            return {};
        });
    }

    void add_color_swapped(const Slice& slice) override {
        held_[slice.color_swapped()] = make_turned(held_.at(slice));
    }

    Result<void> attach(const Slice& slice, const std::vector<PartFile>& files) override {
        auto held = make(slice);
        const auto there = attach_pages(*held, files);
        if (!there) return fail(there.error());
        if (std::find(there->begin(), there->end(), false) != there->end())
            return fail(files.front().file->of_another_size());
        held_[slice] = std::move(held);
        return {};
    }
    Result<void> save(const Slice& slice, const SlicePart& part, const ValueFiles& files,
                      const Threads& threads) override {
        return storing([&] {
            const HeldSlice<Word>& held = *held_.at(slice);
            const std::vector<std::size_t> pages = held.numbers->pages_of(part);
            return files.write(
                slice, part, ValueForm::tiles, plane_count * pages.size(), held.numbers->page_bytes(),
                [&](std::size_t frame) {
                    return held.pages->packed(static_cast<int>(frame / pages.size()),
                                              pages[frame % pages.size()]);
                },
                threads);
        });
    }

    bool holds(const Slice& slice) const override { return held_.contains(slice); }
    void drop(const Slice& slice) override { held_.erase(slice); }

    Result<std::unique_ptr<CellSource<Set, typename M::Code>>> cells(
        std::shared_ptr<const SliceLayout<Set>> layout, const Threads& threads, bool unstored) override {
        using Source = std::unique_ptr<CellSource<Set, typename M::Code>>;
        return storing([&]() -> Result<Source> {
            const HeldSlice<Word>& held = *held_.at(layout->slice());
            return Source{std::make_unique<TileCells<Word, Set, M>>(
                tables_.game(), kernel_, store_, held, job_of(held), std::move(layout), threads, unstored)};
        });
    }

private:
    // From this number of tiles on, those of a block are shared among threads where blocks are few.
    static constexpr std::uint32_t shared_from = 64;
    static constexpr std::size_t blocks_a_thread = 8;  // fewer are few

    struct Stop {
        const BitSolveOptions& options;
        std::atomic<bool> stopped{false};
        bool operator()() {
            if (!stopped.load(std::memory_order_relaxed) && options.stop && options.stop())
                stopped.store(true, std::memory_order_relaxed);
            return stopped.load(std::memory_order_relaxed);
        }
    };
    struct PageOf {
        const BlockNumbers::Rectangle* rectangle;
        std::size_t page;
    };

    // Which pages the files have.
    static Result<std::vector<bool>> attach_pages(const HeldSlice<Word>& held,
                                                  const std::vector<PartFile>& files) {
        std::vector<bool> there(held.numbers->pages(), false);
        for (const auto& [part, file] : files) {
            const std::vector<std::size_t> pages = held.numbers->pages_of(part);
            if (file->form() != ValueForm::tiles || file->frames() != plane_count * pages.size())
                return fail(file->of_another_size());
            for (std::size_t i = 0; i < plane_count * pages.size(); ++i) {
                const std::size_t page = pages[i % pages.size()];
                held.pages->attach(file, i, static_cast<int>(i / pages.size()), page);
                there[page] = true;
            }
        }
        return there;
    }

    // Those of the part, and what is not there of that to which it leads.
    static std::vector<bool> pages_to_solve(const BlockNumbers& numbers, const SlicePart& part,
                                            const std::vector<bool>& there) {
        std::vector<bool> wanted(numbers.pages(), false);
        for (const auto& level : numbers.levels()) {
            for (const BlockNumbers::Rectangle& rectangle : level) {
                if (part.contains(rectangle.advance) || rectangle.advance[0] < part.begin[0] ||
                    rectangle.advance[1] < part.begin[1])
                    continue;
                for (std::size_t i = 0; i < rectangle.pages; ++i)
                    wanted[rectangle.first_page + i] = !there[rectangle.first_page + i];
            }
        }
        for (const std::size_t page : numbers.pages_of(part)) wanted[page] = !there[page];
        return wanted;
    }

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
        auto held = sets_of(slice);
        BlockNumbers::Advances advances;
        for (Color color : both_colors) {
            for (Word set : held->men[index(color)]) {
                std::uint32_t rows = 0;
                for (int q = 0; q < board_.squares(); ++q) {
                    if (set >> q & 1) rows += static_cast<std::uint32_t>(board_.advance(color, square(q)));
                }
                advances[index(color)].push_back(rows);
            }
        }
        const std::size_t bytes = block_bytes(held->tiles, white_to_move);
        place(*held, std::make_unique<const BlockNumbers>(advances, bytes), {});
        return held;
    }

    // A slice that is held with the colours swapped. It must not outlive that.
    std::unique_ptr<HeldSlice<Word>> make_turned(const std::unique_ptr<HeldSlice<Word>>& from) {
        auto held = sets_of(from->slice.color_swapped());
        std::array<std::vector<std::uint32_t>, 2> men, kings;  // by colour and rank: the rank in `from`
        for (std::size_t c = 0; c < 2; ++c) {
            for (Word set : held->men[c])
                men[c].push_back(
                    set_rank(tables_.game(), turned(set), tables_.game().first_man_square[1 - c]));
            const OuterKings<Word> outer = held->outer[c]->view();
            for (std::uint32_t i = 0; i < outer.count; ++i)
                kings[c].push_back(set_rank(tables_.game(), turned(outer.sets[i]), 0));
        }
        HeldSlice<Word>* to = held.get();
        place(*held, std::make_unique<const BlockNumbers>(*from->numbers, men),
              [this, from = from.get(), to, kings](int plane, std::size_t page, std::byte* into) {
                  turn_page(*from, *to, kings, plane, page, into);
              });
        return held;
    }

    std::unique_ptr<HeldSlice<Word>> sets_of(const Slice& slice) {
        auto held = std::make_unique<HeldSlice<Word>>();
        held->slice = slice;
        for (Color color : both_colors) {
            const auto c = index(color);
            const int kings = slice.kings_of(color);
            const int first = tables_.game().first_man_square[c];
            held->men[c] = sets_in_order<Word>(first, first + board_.man_squares(color).size(),
                                               std::max(0, slice.men_of(color) - (kings > 0 ? 0 : 1)));
            held->outer[c] = outer_kings(c, std::max(0, kings - 1));
        }
        held->tiles.black_kings = held->outer[1]->view().count;
        held->tiles.tiles_of_block = held->outer[0]->view().count * held->tiles.black_kings;
        return held;
    }

    void place(HeldSlice<Word>& held, std::unique_ptr<const BlockNumbers> numbers, SlicePages::Make make) {
        Tiles<Word>& tiles = held.tiles;
        held.numbers = std::move(numbers);
        held.numbers->describe(tiles);
        SlicePages::PageBytes page_bytes;
        for (int plane = 0; plane < plane_count; ++plane)
            page_bytes[static_cast<std::size_t>(plane)] = block_bytes(tiles, plane) << tiles.page_shift;
        held.pages = std::make_unique<SlicePages>(store_, page_bytes, kernel_.margin, held.numbers->pages(),
                                                  std::move(make));
        for (int plane = 0; plane < plane_count; ++plane) tiles.pages[plane] = held.pages->links(plane);
        tiles.store = held.pages.get();
        tiles.load = [](void* pages, int plane, std::size_t page) {
            return static_cast<SlicePages*>(pages)->load(plane, page);
        };
    }

    // A page of the slice with the colours swapped. `kings`: by colour and rank in `to`, the rank in `from`.
    void turn_page(const HeldSlice<Word>& from, const HeldSlice<Word>& to,
                   const std::array<std::vector<std::uint32_t>, 2>& kings, int plane, std::size_t page,
                   std::byte* into) const {
        assert(plane != black_to_move);
        const std::byte* of = page_of(from, plane == white_to_move ? black_to_move : plane,
                                      to.numbers->page_in(*from.numbers, page));
        const GameView<Word>& game = tables_.game();
        const std::size_t record = kernel_.record_bytes[plane];
        const std::size_t block = block_bytes(to.tiles, plane);
        const std::uint32_t black_kings = to.tiles.black_kings;
        for (std::size_t b = 0; b < std::size_t{1} << to.tiles.page_shift; ++b, of += block) {
            for (std::uint32_t t = 0; t < to.tiles.tiles_of_block; ++t, into += record) {
                const std::byte* a = of + record * (kings[1][t % black_kings] * from.tiles.black_kings +
                                                    kings[0][t / black_kings]);
                if (plane == white_to_move) {
                    kernel_.turn_values(game, a, into);
                } else {
                    kernel_.turn(game, a, into + kernel_.tile_bytes);
                    kernel_.turn(game, a + kernel_.tile_bytes, into);
                }
            }
        }
    }

    std::size_t block_bytes(const Tiles<Word>& tiles, int plane) const {
        return kernel_.record_bytes[plane] * tiles.tiles_of_block;
    }

    // What so many pages will take, with scratch that is not there yet.
    std::uint64_t bytes_to_solve(const HeldSlice<Word>& held, std::size_t pages, int threads) const {
        const bool shared =
            pages << held.tiles.page_shift < blocks_a_thread * static_cast<std::size_t>(threads);
        return pages * plane_count * held.numbers->page_bytes() +
               scratch_.missing(held.tiles.tiles_of_block,
                                shared && held.tiles.tiles_of_block >= shared_from ? 1 : threads);
    }

    // Wanted pages of a level in lots that memory has room for.
    template <class F>
    void for_each_batch(const std::vector<BlockNumbers::Rectangle>& level, const std::vector<bool>& wanted,
                        std::size_t page_bytes, F f) const {
        std::vector<PageOf> batch;
        for (const BlockNumbers::Rectangle& rectangle : level) {
            for (std::size_t i = 0; i < rectangle.pages; ++i) {
                if (!wanted[rectangle.first_page + i]) continue;
                if (!batch.empty() && (batch.size() + 1) * plane_count * page_bytes > store_.lot()) {
                    f(batch);
                    batch.clear();
                }
                batch.push_back({&rectangle, rectangle.first_page + i});
            }
        }
        if (!batch.empty()) f(batch);
    }

    // Their blocks, to be filled.
    std::vector<Block<Word>> create(const HeldSlice<Word>& held, const std::vector<PageOf>& batch) const {
        std::vector<Block<Word>> blocks;
        std::array<std::size_t, plane_count> size;
        for (int plane = 0; plane < plane_count; ++plane)
            size[static_cast<std::size_t>(plane)] = block_bytes(held.tiles, plane);
        for (const PageOf& page : batch) {
            std::array<std::byte*, plane_count> memory = {};
            for (int plane = 0; plane < plane_count; ++plane)
                memory[static_cast<std::size_t>(plane)] = held.pages->create(plane, page.page);
            std::size_t filled = 0;
            const auto clear_to = [&](std::size_t in_page) {
                for (std::size_t i = 0; i < plane_count; ++i)
                    std::memset(memory[i] + filled * size[i], 0, (in_page - filled) * size[i]);
            };
            for (const BlockNumbers::Numbered& numbered : held.numbers->blocks(*page.rectangle, page.page)) {
                Block<Word> block = {};
                if (!place_block(held, numbered.men_rank, block)) continue;
                clear_to(numbered.in_page);
                filled = numbered.in_page + 1;
                for (std::size_t i = 0; i < plane_count; ++i)
                    block.records[i] = memory[i] + numbered.in_page * size[i];
                blocks.push_back(block);
            }
            clear_to(std::size_t{1} << held.tiles.page_shift);
        }
        return blocks;
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

    // Of one level.
    void solve_blocks(const Job<Word>& job, const std::vector<Block<Word>>& blocks, Stop& stop) {
        const Threads& threads = stop.options.threads;
        const std::uint32_t tiles = job.tiles.tiles_of_block;
        const Slice slice = Slice::of(job.men[0], job.kings[0], job.men[1], job.kings[1]);
        const auto solve = [&](std::size_t first, std::size_t last, const Threads& inside) {
            auto scratch = scratch_.take(tiles);
            for (std::size_t i = first; i < last && !stop(); ++i) {
                const Block<Word> block = ScratchPool::with(blocks[i], *scratch);
                solve_block(job, block, inside);
                if (kernel_.too_long(job, block)) too_long_ = true;
                if (stop.options.done) stop.options.done(values_of_block(slice));
            }
            scratch_.give_back(std::move(scratch));
        };
        const bool whole_blocks =
            threads.count() <= 1 || tiles < shared_from ||
            blocks.size() >= blocks_a_thread * static_cast<std::size_t>(threads.count());
        if (!whole_blocks) return solve(0, blocks.size(), threads);
        threads.ranges(blocks.size(), 1, [&](std::size_t first, std::size_t last) { solve(first, last, 1); });
    }

    void solve_block(const Job<Word>& job, const Block<Word>& block, const Threads& threads) const {
        const std::uint32_t count = block.tile_count;
        if (threads.count() <= 1) {
            kernel_.start(job, block, 0, count);
            bool changed = true;
            while (changed) {
                changed = kernel_.sweep(job, block, 0, 0, count);
                changed |= kernel_.sweep(job, block, 1, 0, count);
            }
            return;
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
    }

    const Board<Set>& board_;
    const Kernel<Word>& kernel_;
    GameTables<Word> tables_;
    std::map<std::pair<std::size_t, int>, std::unique_ptr<OuterKingTables<Word>>> outer_;
    TileStore store_;
    std::atomic<bool> too_long_{false};  // of the slice that is being solved
    std::map<Slice, std::unique_ptr<HeldSlice<Word>>> held_;
    ScratchPool scratch_;
};

}  // namespace damier::bits
