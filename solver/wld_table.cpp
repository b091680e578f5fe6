#include "solver/wld_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "egtb/wld.hpp"
#include "solver/object_pool.hpp"
#include "solver/value_bits.hpp"

namespace damier {

namespace {

constexpr std::uint8_t free_symbol = 255;

// By the result bits of a value.
constexpr std::array<std::uint8_t, 4> symbol_of{static_cast<std::uint8_t>(Wld::win), free_symbol,
                                                static_cast<std::uint8_t>(Wld::draw),
                                                static_cast<std::uint8_t>(Wld::loss)};

constexpr std::array<std::uint8_t, 3> given_symbol{given_loss, given_draw, given_win};

// Free values take the value of the neighbour with the longer run, so that runs grow.
void fill_free(std::vector<std::uint8_t>& symbols) {
    const std::size_t n = symbols.size();
    std::size_t left_run = 0;  // length of the run that ends before the gap
    for (std::size_t i = 0; i < n;) {
        if (symbols[i] != free_symbol) {
            left_run = i > 0 && symbols[i - 1] == symbols[i] ? left_run + 1 : 1;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < n && symbols[end] == free_symbol) ++end;
        std::size_t right_run = 0;
        while (end + right_run < n && symbols[end + right_run] == symbols[end]) ++right_run;
        std::uint8_t fill = static_cast<std::uint8_t>(Wld::draw);
        if (left_run > 0) fill = symbols[i - 1];
        if (end < n && right_run > left_run) fill = symbols[end];
        std::fill(symbols.begin() + static_cast<std::ptrdiff_t>(i),
                  symbols.begin() + static_cast<std::ptrdiff_t>(end), fill);
        left_run = fill == (i > 0 ? symbols[i - 1] : fill) ? left_run + end - i : end - i;
        i = end;
    }
}

// One frame's symbols, and what they count.
struct GatheredFrame {
    std::vector<std::uint8_t> symbols;
    std::array<std::uint64_t, 3> counts = {};  // by symbol
};

template <class Set>
GatheredFrame gather(const TableOrder<Set>& order, const SliceValues<Set>& values, Color to_move,
                     std::uint64_t first, std::uint64_t count) {
    GatheredFrame frame;
    frame.symbols.resize(count);
    const std::uint8_t* bytes = values.values[index(to_move)].data();
    order.walk(to_move, first, count, [&](std::uint64_t i, std::size_t at) {
        const std::uint8_t symbol = symbol_of[bytes[at] & result_mask];
        ++frame.counts[symbol];
        frame.symbols[i] = bytes[at] & unstored_bit ? free_symbol : symbol;
    });
    fill_free(frame.symbols);
    return frame;
}

// Frames are made by all threads, a batch at a time, and added in order.
template <class Set>
class FrameMaker {
public:
    FrameMaker(const TableOrder<Set>& order, const SliceValues<Set>& values, Effort effort,
               const SolveOptions& options)
        : order_{order}, values_{values}, effort_{effort}, options_{options} {}

    Result<SideSummary> add_section(TableWriter& writer, const TableSection& section) {
        const std::uint64_t per_frame = default_values_per_frame;
        const std::uint64_t frames = (section.values + per_frame - 1) / per_frame;
        const std::uint64_t batch = static_cast<std::uint64_t>(options_.threads.count()) * 16;
        for (std::uint64_t from = 0; from < frames; from += batch) {
            if (options_.stop && options_.stop())
                return fail(ErrorKind::interrupted, "stopped while writing");
            if (auto added = add_batch(writer, section, from, std::min(frames, from + batch)); !added) {
                return fail(added.error());
            }
        }
        return SideSummary{section.side_to_move, counts_[2], counts_[0], counts_[1], {}, {}};
    }

private:
    Result<void> add_batch(TableWriter& writer, const TableSection& section, std::uint64_t from,
                           std::uint64_t to) {
        std::vector<Result<CompressedFrame>> frames(to - from, CompressedFrame{});
        options_.threads.ranges(to - from, 1, [&](std::size_t begin, std::size_t end) {
            auto compressor = compressors_.take();
            if (!compressor) {
                compressor = std::make_unique<FrameCompressor>(WldMetric::alphabet, zstd_level(effort_));
            }
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = (from + i) * default_values_per_frame;
                const std::uint64_t count =
                    std::min<std::uint64_t>(default_values_per_frame, section.values - first);
                const GatheredFrame gathered = gather(order_, values_, section.side_to_move, first, count);
                frames[i] = compressor->compress(std::span<const std::uint8_t>{gathered.symbols});
                const std::lock_guard lock{mutex_};
                for (std::size_t s = 0; s < counts_.size(); ++s) counts_[s] += gathered.counts[s];
            }
            compressors_.give_back(std::move(compressor));
        });
        for (const auto& frame : frames) {
            if (!frame) return fail(frame.error());
            if (auto added = writer.add(*frame); !added) return added;
            if (options_.done) options_.done(frame->values);
        }
        return {};
    }

    const TableOrder<Set>& order_;
    const SliceValues<Set>& values_;
    Effort effort_;
    const SolveOptions& options_;
    ObjectPool<FrameCompressor> compressors_;
    std::mutex mutex_;
    std::array<std::uint64_t, 3> counts_ = {};
};

}  // namespace

TableHeader wld_header(const TableIdentity& identity, const Slice& slice, std::uint64_t placements) {
    TableHeader header;
    header.ranking = RankingScheme::blocks;
    header.free_values = FreeValues::captures_and_r1;
    header.alphabet = WldMetric::alphabet;
    header.board = identity.board();
    header.slice = slice;
    header.rules_fingerprint = identity.rules_fingerprint;
    header.variant = identity.variant;
    header.metric = identity.metric;
    // A symmetric slice is its own colour swap: Black to move is White to move turned round.
    for (Color c : both_colors) {
        if (c == Color::white || !slice.symmetric()) header.sections.push_back({c, placements});
    }
    return header;
}

template <class Set>
Result<WrittenTable> write_wld_table(const SliceRanking<Set>& ranking, const SliceValues<Set>& values,
                                     const TableIdentity& identity, std::vector<TableParent> parents,
                                     const std::filesystem::path& folder, Effort effort,
                                     const SolveOptions& options) {
    TableHeader header = wld_header(identity, ranking.slice(), ranking.placements());
    header.parents = std::move(parents);
    const std::vector<TableSection> sections = header.sections;
    Result<TableWriter> writer = TableWriter::create(folder, std::move(header));
    if (!writer) return fail(writer.error());
    const TableOrder<Set> order{ranking, *values.layout};
    WrittenTable written;
    for (const TableSection& section : sections) {
        FrameMaker<Set> maker{order, values, effort, options};
        const Result<SideSummary> summary = maker.add_section(*writer, section);
        if (!summary) return fail(summary.error());
        written.summaries.push_back(*summary);
    }
    Result<PublishedTable> published = writer->publish(written.summaries);
    if (!published) return fail(published.error());
    written.published = *published;
    return written;
}

template <class Set>
Result<void> read_wld_table(const TableFile& table, const SliceRanking<Set>& ranking,
                            SliceValues<Set>& values, const SolveOptions& options) {
    const TableOrder<Set> order{ranking, *values.layout};
    std::mutex mutex;
    Result<void> outcome;
    const auto& sections = table.header().sections;
    for (std::size_t s = 0; s < sections.size(); ++s) {
        const Color to_move = sections[s].side_to_move;
        std::uint8_t* bytes = values.values[index(to_move)].data();
        options.threads.ranges(
            table.header().frames_of(sections[s]), 4, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    const std::uint64_t first = i * std::uint64_t{table.header().values_per_frame};
                    const Result<DecodedFrame> frame = table.decode_frame(table.locate(s, first).frame);
                    if (!frame) {
                        const std::lock_guard lock{mutex};
                        outcome = fail(frame.error());
                        return;
                    }
                    order.walk(to_move, first, frame->values(), [&](std::uint64_t at, std::size_t where) {
                        const std::uint32_t symbol = frame->symbol(static_cast<std::uint32_t>(at));
                        bytes[where] = given_symbol[symbol];
                    });
                }
            });
        if (!outcome) return outcome;
    }
    return {};
}

template Result<WrittenTable> write_wld_table(const SliceRanking<SquareSet64>&,
                                              const SliceValues<SquareSet64>&, const TableIdentity&,
                                              std::vector<TableParent>, const std::filesystem::path&, Effort,
                                              const SolveOptions&);
template Result<void> read_wld_table(const TableFile&, const SliceRanking<SquareSet64>&,
                                     SliceValues<SquareSet64>&, const SolveOptions&);
template Result<WrittenTable> write_wld_table(const SliceRanking<SquareSet128>&,
                                              const SliceValues<SquareSet128>&, const TableIdentity&,
                                              std::vector<TableParent>, const std::filesystem::path&, Effort,
                                              const SolveOptions&);
template Result<void> read_wld_table(const TableFile&, const SliceRanking<SquareSet128>&,
                                     SliceValues<SquareSet128>&, const SolveOptions&);

}  // namespace damier
