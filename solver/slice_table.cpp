#include "solver/slice_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include "solver/object_pool.hpp"
#include "solver/value_cells.hpp"

namespace damier {

namespace {

// As wide as the codes: a table of win, loss and draw is gathered in bytes.
template <Metric M>
using Symbol = typename M::Code;
template <class S>
inline constexpr S free_symbol = std::numeric_limits<S>::max();

// Free values take the value of the neighbour with the longer run, so that runs grow.
template <class S>
void fill_free(std::vector<S>& symbols, S draw) {
    const std::size_t n = symbols.size();
    std::size_t left_run = 0;  // length of the run that ends before the gap
    for (std::size_t i = 0; i < n;) {
        if (symbols[i] != free_symbol<S>) {
            left_run = i > 0 && symbols[i - 1] == symbols[i] ? left_run + 1 : 1;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < n && symbols[end] == free_symbol<S>) ++end;
        std::size_t right_run = 0;
        while (end + right_run < n && symbols[end + right_run] == symbols[end]) ++right_run;
        S fill = draw;
        if (left_run > 0) fill = symbols[i - 1];
        if (end < n && right_run > left_run) fill = symbols[end];
        std::fill(symbols.begin() + static_cast<std::ptrdiff_t>(i),
                  symbols.begin() + static_cast<std::ptrdiff_t>(end), fill);
        left_run = fill == (i > 0 ? symbols[i - 1] : fill) ? left_run + end - i : end - i;
        i = end;
    }
}

// The longest of the wins (or losses) of one side to move.
struct Longest {
    std::uint32_t plies = 0;
    std::uint64_t count = 0;
    std::uint64_t rank = 0;  // the first of them

    void add(std::uint32_t distance, std::uint64_t at) {
        if (count != 0 && distance < plies) return;
        if (count == 0 || distance > plies) *this = {distance, 0, at};
        ++count;
    }
    // `later` comes after all that was added here.
    void add(const Longest& later) {
        if (later.count == 0 || (count != 0 && later.plies < plies)) return;
        if (count == 0 || later.plies > plies) {
            *this = later;
        } else {
            count += later.count;
        }
    }
};

// What the values of one side to move count; those that are free too.
struct Tally {
    std::array<std::uint64_t, 3> results = {};  // by Wld
    Longest win, loss;
    Longest cursed_win, blessed_loss;  // those that draw rules make draws, of the results
    std::uint64_t cursed_wins = 0, blessed_losses = 0;

    void add(Wld result, std::uint32_t plies, std::uint32_t limit, std::uint64_t at) {
        const bool in_time = plies <= limit;
        if (result == Wld::win) {
            (in_time ? win : cursed_win).add(plies, at);
            cursed_wins += !in_time;
        } else if (result == Wld::loss) {
            (in_time ? loss : blessed_loss).add(plies, at);
            blessed_losses += !in_time;
        }
    }
    void add(const Tally& later) {
        for (std::size_t i = 0; i < results.size(); ++i) results[i] += later.results[i];
        win.add(later.win);
        loss.add(later.loss);
        cursed_win.add(later.cursed_win);
        blessed_loss.add(later.blessed_loss);
        cursed_wins += later.cursed_wins;
        blessed_losses += later.blessed_losses;
    }
};

// By code, what the writer needs of a value, since computing it a value costs more than solving it.
template <Metric M>
class CodeTable {
public:
    struct Entry {
        std::uint32_t symbol = 0;
        std::uint32_t plies = 0;
        Wld result = Wld::draw;
    };
    explicit CodeTable(const Rules& rules) : entries_((std::size_t{1} << 8 * sizeof(typename M::Code)) / 4) {
        for (std::size_t unit = 1; unit < entries_.size(); ++unit) {
            const auto code = static_cast<typename M::Code>(unit * 4);
            // No value has this code; value_of_code is not to be asked.
            if (sizeof(code) == 1 && unit > 3) break;
            const auto value = M::value_of_code(rules, code);
            entries_[unit] = {M::symbol(rules, value), M::plies(value).value_or(LongestLine::never),
                              M::result(value)};
        }
    }
    const Entry& operator[](typename M::Code cell) const { return entries_[cell / 4u]; }

private:
    std::vector<Entry> entries_;
};

template <Metric M>
struct GatheredFrame {
    std::vector<Symbol<M>> symbols;
    Tally tally;
};

template <class Set, Metric M>
GatheredFrame<M> gather(const TableOrder<Set>& order, const CodeTable<M>& table,
                        const SliceValues<Set, typename M::Code>& values, Color to_move, std::uint32_t limit,
                        std::uint64_t first, std::uint64_t count) {
    GatheredFrame<M> frame;
    frame.symbols.resize(count);
    const typename M::Code* cells = values.cells(to_move);
    order.walk(to_move, first, count, [&](std::uint64_t i, std::size_t at) {
        const typename M::Code cell = cells[at];
        const auto& entry = table[cell];
        ++frame.tally.results[static_cast<std::size_t>(entry.result)];
        if constexpr (M::alphabet == 0) {
            frame.tally.add(entry.result, entry.plies, limit, first + i);
        }
        frame.symbols[i] =
            cell & unstored_flag ? free_symbol<Symbol<M>> : static_cast<Symbol<M>>(entry.symbol);
    });
    return frame;
}

// Frames are made by all threads, a batch at a time, and added in order.
template <class Set, Metric M>
class FrameMaker {
public:
    FrameMaker(const TableOrder<Set>& order, const Rules& rules, const CodeTable<M>& table,
               const SliceValues<Set, typename M::Code>& values, const TableHeader& header, Effort effort,
               const SolveOptions& options)
        : limit_{options.counted != nullptr ? options.counted->in(values.layout->slice()).limit
                                            : LongestLine::never},
          order_{order},
          table_{table},
          draw_{static_cast<Symbol<M>>(table[M::code(rules, M::value_of_code(rules, M::draw_code))].symbol)},
          values_{values},
          alphabet_{header.alphabet},
          per_frame_{header.values_per_frame},
          effort_{effort},
          options_{options} {}

    Result<Tally> add_section(TableWriter& writer, const TableSection& section) {
        const std::uint64_t frames = (section.values + per_frame_ - 1) / per_frame_;
        const std::uint64_t batch = static_cast<std::uint64_t>(options_.threads.count()) * 16;
        for (std::uint64_t from = 0; from < frames; from += batch) {
            if (options_.stop && options_.stop())
                return fail(ErrorKind::interrupted, "stopped while writing");
            if (auto added = add_batch(writer, section, from, std::min(frames, from + batch)); !added) {
                return fail(added.error());
            }
        }
        return tally_;
    }

private:
    Result<void> add_batch(TableWriter& writer, const TableSection& section, std::uint64_t from,
                           std::uint64_t to) {
        std::vector<Result<CompressedFrame>> frames(to - from, CompressedFrame{});
        std::vector<Tally> tallies(to - from);
        options_.threads.ranges(to - from, 1, [&](std::size_t begin, std::size_t end) {
            auto compressor = compressors_.take();
            if (!compressor) compressor = std::make_unique<FrameCompressor>(alphabet_, zstd_level(effort_));
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = (from + i) * per_frame_;
                const std::uint64_t count = std::min(per_frame_, section.values - first);
                GatheredFrame<M> gathered =
                    gather<Set, M>(order_, table_, values_, section.side_to_move, limit_, first, count);
                fill_free(gathered.symbols, draw_);
                frames[i] = compressor->compress(std::span<const Symbol<M>>{gathered.symbols});
                tallies[i] = gathered.tally;
            }
            compressors_.give_back(std::move(compressor));
        });
        for (const Tally& tally : tallies) tally_.add(tally);
        for (const auto& frame : frames) {
            if (!frame) return fail(frame.error());
            if (auto added = writer.add(*frame); !added) return added;
            if (options_.done) options_.done(frame->values);
        }
        return {};
    }

    std::uint32_t limit_;  // of plies, with nothing counted yet
    const TableOrder<Set>& order_;
    const CodeTable<M>& table_;
    Symbol<M> draw_;
    const SliceValues<Set, typename M::Code>& values_;
    std::uint32_t alphabet_;
    std::uint64_t per_frame_;
    Effort effort_;
    const SolveOptions& options_;
    ObjectPool<FrameCompressor> compressors_;
    Tally tally_;
};

// One more than the largest symbol that is stored; an error where codes did not reach.
template <class Set, Metric M>
Result<std::uint32_t> alphabet_of(const CodeTable<M>& table, const SliceValues<Set, typename M::Code>& values,
                                  const Threads& threads) {
    if constexpr (M::alphabet != 0) return M::alphabet;
    using Code = typename M::Code;
    std::mutex mutex;
    std::uint32_t largest = 1;
    bool overflow = false;
    for (Color to_move : both_colors) {
        if (to_move == Color::black && values.layout->slice().symmetric()) break;
        const Code* cells = values.cells(to_move);
        threads.ranges(values.layout->size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
            std::uint32_t most = 1;
            bool beyond = false;
            for (std::size_t i = begin; i < end; ++i) {
                beyond |= M::too_long(code_of(cells[i]));
                if (cells[i] != 0 && !(cells[i] & unstored_flag))
                    most = std::max(most, table[cells[i]].symbol);
            }
            const std::lock_guard lock{mutex};
            largest = std::max(largest, most);
            overflow |= beyond;
        });
    }
    // free_symbol must stay out of it.
    if (overflow || largest >= free_symbol<Symbol<M>>) {
        return fail(ErrorKind::limit, "slice " + values.layout->slice().name() +
                                          " has a distance longer than tables of this version can hold");
    }
    return largest + 1;
}

template <class Set>
std::optional<LongestLine> longest_line(const Longest& longest, const SliceRanking<Set>& ranking,
                                        Color to_move, const PositionText<Set>& text) {
    if (longest.count == 0) return std::nullopt;
    const Position<Set> position = ranking.unrank(to_move, longest.rank);
    return LongestLine{longest.plies, longest.count, text ? text(position) : std::string{}};
}

}  // namespace

TableHeader slice_header(const TableIdentity& identity, const Slice& slice, std::uint64_t placements,
                         std::uint32_t alphabet) {
    TableHeader header;
    header.ranking = RankingScheme::blocks;
    header.free_values = FreeValues::captures_and_r1;
    header.alphabet = alphabet;
    header.values_per_frame = values_per_frame(alphabet);
    header.board = identity.board();
    header.slice = slice;
    header.rules_fingerprint = identity.rules_fingerprint;
    header.variant = identity.variant;
    header.metric = identity.metric;
    if (identity.counted) {
        const CountedRules& counted = *identity.counted;
        header.draw_rules = {counted.fingerprint(), std::string{counted.rulebook()}, counted.settings(), {}};
        for (const DrawRule& rule : counted.rules()) header.draw_rules->articles.emplace_back(rule.article);
    }
    // A symmetric slice is its own colour swap: Black to move is White to move turned round.
    for (Color c : both_colors) {
        if (c == Color::white || !slice.symmetric()) header.sections.push_back({c, placements});
    }
    return header;
}

template <class Set, Metric M>
Result<WrittenTable> write_slice_table(const SliceRanking<Set>& ranking, const Rules& rules,
                                       const SliceValues<Set, typename M::Code>& values,
                                       const TableIdentity& identity, WriteOptions<Set> write,
                                       const SolveOptions& options) {
    const CodeTable<M> table{rules};
    const Result<std::uint32_t> alphabet = alphabet_of<Set, M>(table, values, options.threads);
    if (!alphabet) return fail(alphabet.error());
    TableHeader header = slice_header(identity, ranking.slice(), ranking.placements(), *alphabet);
    header.parents = std::move(write.parents);
    Result<TableWriter> writer = TableWriter::create(write.folder, header);
    if (!writer) return fail(writer.error());
    const TableOrder<Set> order{ranking, *values.layout};
    WrittenTable written;
    for (const TableSection& section : header.sections) {
        FrameMaker<Set, M> maker{order, rules, table, values, header, write.effort, options};
        const Result<Tally> tally = maker.add_section(*writer, section);
        if (!tally) return fail(tally.error());
        const auto count = [&](Wld result) { return tally->results[static_cast<std::size_t>(result)]; };
        written.summaries.push_back({section.side_to_move, count(Wld::win), count(Wld::loss),
                                     count(Wld::draw),
                                     longest_line(tally->win, ranking, section.side_to_move, write.text),
                                     longest_line(tally->loss, ranking, section.side_to_move, write.text)});
        if (!header.draw_rules) continue;
        written.summaries.back().cursed = {
            tally->cursed_wins, tally->blessed_losses,
            longest_line(tally->cursed_win, ranking, section.side_to_move, write.text),
            longest_line(tally->blessed_loss, ranking, section.side_to_move, write.text)};
    }
    Result<PublishedTable> published = writer->publish(written.summaries);
    if (!published) return fail(published.error());
    written.published = *published;
    return written;
}

template <class Set, Metric M>
Result<void> read_slice_table(const TableFile& table, const SliceRanking<Set>& ranking, const Rules& rules,
                              SliceValues<Set, typename M::Code>& values, const SolveOptions& options) {
    const TableOrder<Set> order{ranking, *values.layout};
    std::vector<typename M::Code> codes(table.header().alphabet);
    for (std::uint32_t symbol = 0; symbol < codes.size(); ++symbol)
        codes[symbol] = M::code(rules, M::value(rules, symbol));
    std::mutex mutex;
    Result<void> outcome;
    const auto& sections = table.header().sections;
    for (std::size_t s = 0; s < sections.size(); ++s) {
        const Color to_move = sections[s].side_to_move;
        typename M::Code* cells = values.cells(to_move);
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
                        cells[where] = codes[frame->symbol(static_cast<std::uint32_t>(at))];
                    });
                }
            });
        if (!outcome) return outcome;
    }
    return {};
}

#define DAMIER_SLICE_TABLE(Set, M)                                                                           \
    template Result<WrittenTable> write_slice_table<Set, M>(                                                 \
        const SliceRanking<Set>&, const Rules&, const SliceValues<Set, M::Code>&, const TableIdentity&,      \
        WriteOptions<Set>, const SolveOptions&);                                                             \
    template Result<void> read_slice_table<Set, M>(const TableFile&, const SliceRanking<Set>&, const Rules&, \
                                                   SliceValues<Set, M::Code>&, const SolveOptions&);
#define DAMIER_SLICE_TABLES(M)         \
    DAMIER_SLICE_TABLE(SquareSet64, M) \
    DAMIER_SLICE_TABLE(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_SLICE_TABLES)

}  // namespace damier
