#include "solver/slice_table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include "egtb/byte_frame.hpp"
#include "egtb/context_codec.hpp"
#include "egtb/free_values.hpp"
#include "solver/frame_batches.hpp"
#include "solver/object_pool.hpp"
#include "solver/value_cells.hpp"

namespace damier {

namespace {

// As wide as the codes: a table of win, loss and draw is gathered in bytes.
template <Metric M>
using Symbol = typename M::Code;
template <class S>
inline constexpr S free_symbol = std::numeric_limits<S>::max();

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
    std::uint32_t draw() const { return entries_[M::draw_code / 4u].symbol; }

private:
    std::vector<Entry> entries_;
};

template <Metric M>
struct GatheredFrame {
    std::vector<Symbol<M>> symbols;
    Tally tally;
};

// Free values are filled in. The blocks of the source must be prepared.
template <class Set, Metric M>
GatheredFrame<M> gather(const TableOrder<Set>& order, const CodeTable<M>& table,
                        const CellSource<Set, typename M::Code>& source, Color to_move, std::uint32_t limit,
                        std::uint64_t first, std::uint64_t count) {
    GatheredFrame<M> frame;
    frame.symbols.resize(count);
    const typename M::Code* cells = nullptr;
    std::uint32_t last_block = no_block;
    order.walk(to_move, first, count, [&](std::uint64_t i, std::uint32_t block, std::size_t at) {
        if (block != last_block) {
            cells = source.block(block);
            last_block = block;
        }
        const typename M::Code cell = cells[at];
        const auto& entry = table[cell];
        ++frame.tally.results[static_cast<std::size_t>(entry.result)];
        if constexpr (M::alphabet == 0) {
            frame.tally.add(entry.result, entry.plies, limit, first + i);
        }
        frame.symbols[i] =
            cell & unstored_flag ? free_symbol<Symbol<M>> : static_cast<Symbol<M>>(entry.symbol);
    });
    fill_free(std::span{frame.symbols}, free_symbol<Symbol<M>>, static_cast<Symbol<M>>(table.draw()));
    return frame;
}

// The frames of a table, from the solver's cells.
template <class Set, Metric M>
class FrameMaker {
public:
    // `codec` is that of the header, or nullptr for zstd.
    FrameMaker(const TableOrder<Set>& order, const CodeTable<M>& table,
               CellSource<Set, typename M::Code>& source, const TableHeader& header,
               const ContextCodec* codec, Effort effort)
        : order_{order}, table_{table}, source_{source}, header_{header}, codec_{codec}, effort_{effort} {}

    template <class Add>
    Result<Tally> add_section(Add add, std::size_t section, const FrameRange& range,
                              const SolveOptions& options) {
        // Of plies, with nothing counted yet.
        const std::uint32_t limit =
            options.counted != nullptr ? options.counted->in(header_.slice).limit : LongestLine::never;
        std::vector<Tally> tallies(header_.frames_of(header_.sections[section]));
        const Color to_move = header_.sections[section].side_to_move;
        const auto prepare = [&](std::uint64_t first, std::uint64_t count) {
            return source_.prepare(to_move, order_.blocks(to_move, first, count));
        };
        const auto make = [&](std::uint64_t number, std::uint64_t first, std::uint64_t count) {
            GatheredFrame<M> gathered = gather<Set, M>(order_, table_, source_, to_move, limit, first, count);
            tallies[number] = gathered.tally;
            return compressed(section, first, gathered.symbols);
        };
        if (auto added = add_frames(add, header_, section, range, prepare, make, options); !added)
            return fail(added.error());
        Tally all;
        for (const Tally& tally : tallies) all.add(tally);
        return all;
    }

private:
    Result<CompressedFrame> compressed(std::size_t section, std::uint64_t first,
                                       const std::vector<Symbol<M>>& symbols) {
        if constexpr (sizeof(Symbol<M>) == 1) {
            if (codec_ != nullptr) return codec_->compress(section, first, symbols);
        }
        auto compressor = compressors_.take();
        if (!compressor)
            compressor = std::make_unique<FrameCompressor>(header_.alphabet, zstd_level(effort_));
        Result<CompressedFrame> frame = compressor->compress(symbols);
        compressors_.give_back(std::move(compressor));
        return frame;
    }

    const TableOrder<Set>& order_;
    const CodeTable<M>& table_;
    CellSource<Set, typename M::Code>& source_;
    const TableHeader& header_;
    const ContextCodec* codec_;
    Effort effort_;
    ObjectPool<FrameCompressor> compressors_;
};

// One more than the largest symbol that is stored; an error where codes did not reach.
template <class Set, Metric M>
Result<std::uint32_t> alphabet_of(const CodeTable<M>& table, CellSource<Set, typename M::Code>& source,
                                  const Threads& threads) {
    if constexpr (M::alphabet != 0) return M::alphabet;
    using Code = typename M::Code;
    const SliceLayout<Set>& layout = source.layout();
    std::mutex mutex;
    std::uint32_t largest = 1;
    bool overflow = false;
    for (Color to_move : both_colors) {
        if (to_move == Color::black && layout.slice().symmetric()) break;
        for (std::uint32_t block = 0; block < layout.blocks(); ++block) {
            if (auto ready = source.prepare(to_move, {&block, 1}); !ready) return fail(ready.error());
            const Code* cells = source.block(block);
            threads.ranges(layout.block_size(), std::size_t{1} << 16,
                           [&](std::size_t begin, std::size_t end) {
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
    }
    // free_symbol must stay out of it.
    if (overflow || largest >= free_symbol<Symbol<M>>) {
        return fail(ErrorKind::limit, "slice " + layout.slice().name() +
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
                                       CellSource<Set, typename M::Code>& source,
                                       const TableIdentity& identity, WriteOptions<Set> write,
                                       const SolveOptions& options) {
    const CodeTable<M> table{rules};
    const Result<std::uint32_t> alphabet = alphabet_of<Set, M>(table, source, options.threads);
    if (!alphabet) return fail(alphabet.error());
    TableHeader header = slice_header(identity, ranking.slice(), ranking.placements(), *alphabet);
    header.parents = std::move(write.parents);
    const TableOrder<Set> order{ranking, source.layout()};
    std::shared_ptr<const ContextCodec> codec;
    if constexpr (sizeof(Symbol<M>) == 1) {
        if (write.effort == Effort::max && has_context_codec(header)) {
            const SymbolSource symbols = [&](std::size_t section, std::uint64_t first,
                                             std::uint32_t count) -> Result<std::vector<Symbol<M>>> {
                const Color to_move = header.sections[section].side_to_move;
                if (auto ready = source.prepare(to_move, order.blocks(to_move, first, count)); !ready)
                    return fail(ready.error());
                return gather<Set, M>(order, table, source, to_move, LongestLine::never, first, count)
                    .symbols;
            };
            if (auto trained = train_context_codec(header, symbols); !trained) return fail(trained.error());
            auto made = ContextCodec::of(header, identity.file_name(ranking.slice()));
            if (!made) return fail(made.error());
            codec = std::move(*made);
        }
    }
    Result<TableWriter> writer = TableWriter::create(write.folder, header);
    if (!writer) return fail(writer.error());
    WrittenTable written;
    for (std::size_t number = 0; number < header.sections.size(); ++number) {
        const TableSection& section = header.sections[number];
        FrameMaker<Set, M> maker{order, table, source, header, codec.get(), write.effort};
        const Result<Tally> tally =
            maker.add_section([&](const CompressedFrame& frame) { return writer->add(frame); }, number,
                              {0, header.frames_of(section)}, options);
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
Result<void> write_slice_frames(const SliceRanking<Set>& ranking, const Rules& rules,
                                CellSource<Set, typename M::Code>& source, const TableIdentity& identity,
                                Effort effort, const SlicePart& share, const ValueFiles& files,
                                const SolveOptions& options) {
    static_assert(M::alphabet != 0, "of others, what the header says is known at the end");
    const CodeTable<M> table{rules};
    const TableHeader header = slice_header(identity, ranking.slice(), ranking.placements(), M::alphabet);
    const TableOrder<Set> order{ranking, source.layout()};
    Result<ValueFileWriter> file = files.create(ranking.slice(), share, ValueForm::frames);
    if (!file) return fail(file.error());
    ByteWriter results;
    for (std::size_t number = 0; number < header.sections.size(); ++number) {
        FrameMaker<Set, M> maker{order, table, source, header, nullptr, effort};
        const Result<Tally> tally = maker.add_section(
            [&](const CompressedFrame& frame) { return file->add(frame.stored); }, number,
            share_of(header.frames_of(header.sections[number]), share.share, share.shares), options);
        if (!tally) return fail(tally.error());
        for (const std::uint64_t count : tally->results) results.put(count);
    }
    const auto last = compress_bytes(results.bytes(), 1);
    if (!last) return fail(last.error());
    if (auto added = file->add(*last); !added) return added;
    return file->publish();
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
        const std::size_t block_size = values.layout->block_size();
        options.threads.ranges(table.frames_of(s), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint64_t first = i * std::uint64_t{table.frame_values()};
                const Result<DecodedFrame> frame = table.decode_frame(table.locate(s, first).frame);
                if (!frame) {
                    const std::lock_guard lock{mutex};
                    outcome = fail(frame.error());
                    return;
                }
                order.walk(to_move, first, frame->values(),
                           [&](std::uint64_t at, std::uint32_t block, std::size_t where) {
                               cells[block * block_size + where] =
                                   codes[frame->symbol(static_cast<std::uint32_t>(at))];
                           });
            }
        });
        if (!outcome) return outcome;
    }
    return {};
}

#define DAMIER_SLICE_TABLE(Set, M)                                                                           \
    template Result<WrittenTable> write_slice_table<Set, M>(const SliceRanking<Set>&, const Rules&,          \
                                                            CellSource<Set, M::Code>&, const TableIdentity&, \
                                                            WriteOptions<Set>, const SolveOptions&);         \
    template Result<void> read_slice_table<Set, M>(const TableFile&, const SliceRanking<Set>&, const Rules&, \
                                                   SliceValues<Set, M::Code>&, const SolveOptions&);
#define DAMIER_SLICE_TABLES(M)         \
    DAMIER_SLICE_TABLE(SquareSet64, M) \
    DAMIER_SLICE_TABLE(SquareSet128, M)
DAMIER_FOR_EACH_METRIC(DAMIER_SLICE_TABLES)
#define DAMIER_SLICE_FRAMES(Set)                                                                         \
    template Result<void> write_slice_frames<Set, WldMetric>(                                            \
        const SliceRanking<Set>&, const Rules&, CellSource<Set, WldMetric::Code>&, const TableIdentity&, \
        Effort, const SlicePart&, const ValueFiles&, const SolveOptions&);
DAMIER_SLICE_FRAMES(SquareSet64)
DAMIER_SLICE_FRAMES(SquareSet128)

}  // namespace damier
