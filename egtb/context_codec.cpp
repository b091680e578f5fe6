#include "egtb/context_codec.hpp"

#include <algorithm>
#include <optional>

#include "egtb/context_tree.hpp"
#include "egtb/free_values.hpp"
#include "egtb/sealed_frame.hpp"
#include "egtb/table_error.hpp"
#include "egtb/value_walk.hpp"
#include "rules/describe.hpp"
#include "rules/reading.hpp"
#include "rules/variants.hpp"

namespace damier {
namespace {

// Of a page: the more, the smaller the table, and the longer a value takes that is not cached.
constexpr std::uint32_t context_page_values = 40'960;
constexpr std::uint32_t context_pages_per_frame = 32;

// Values that a tree is grown from: more make it a little better, and take longer.
constexpr std::uint64_t sample_values = std::uint64_t{1} << 19;

// The features of a value, by number: is the side to move threatened, parity of the rows, the two values
// before, and for each piece those of its neighbours.
constexpr int plain_features = 4;
constexpr int features_of(int pieces) { return plain_features + pieces * walk_steps; }
// A leaf is told from an inner node by a byte above all features (context_tree.cpp).
constexpr int max_context_pieces = 30;

void put_length(ByteWriter& out, std::size_t length) {
    for (; length >= 128; length >>= 7) out.put(static_cast<std::uint8_t>((length & 127) | 128));
    out.put(static_cast<std::uint8_t>(length));
}
std::optional<std::size_t> get_length(ByteReader& in) {
    std::size_t length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        const auto byte = in.get<std::uint8_t>();
        length |= std::size_t{byte & 127u} << shift;
        if (byte < 128) return in.ok() ? std::optional{length} : std::nullopt;
    }
    return std::nullopt;
}

// The values of a page one after the other, with what is known of those before.
template <class Set>
class Page {
public:
    Page(const BoardGame<Set>& game, const SliceRanking<Set>& ranking, Color to_move, std::uint64_t first,
         std::uint32_t count)
        : walk_{game, ranking, to_move, first}, first_{first}, symbols_(count) {}

    std::uint8_t feature(int i) {
        switch (i) {
            case 0:
                return walk_.threatened() ? 1 : 0;
            case 1:
                return static_cast<std::uint8_t>(walk_.row_parity());
            case 2:
            case 3: {
                const std::uint32_t back = static_cast<std::uint32_t>(i) - 1;
                return at_ >= back ? symbols_[at_ - back] : no_neighbour;
            }
            default:
                i -= plain_features;
                return at_rank(walk_.neighbour(i / walk_steps, i % walk_steps));
        }
    }

    // code(feature) for each value that is not free gives its symbol.
    template <class F>
    void each(F code) {
        const auto feature = [this](int i) { return this->feature(i); };
        for (;;) {
            symbols_[at_] = walk_.is_free() ? neighbour_is_free : code(at_, feature);
            if (++at_ == symbols_.size()) return;
            walk_.next();
        }
    }

    // Free ones are neighbour_is_free.
    std::vector<std::uint8_t> take_symbols() { return std::move(symbols_); }

private:
    std::uint8_t at_rank(std::uint64_t rank) const {
        // Ranks before the page are no neighbours, nor is no_rank.
        return rank >= first_ && rank < first_ + at_ ? symbols_[rank - first_] : no_neighbour;
    }

    ValueWalk<Set> walk_;
    std::uint64_t first_;
    std::vector<std::uint8_t> symbols_;
    std::uint32_t at_ = 0;
};

template <class Set>
class ContextCodecOf final : public ContextCodec {
public:
    ContextCodecOf(std::unique_ptr<const BoardGame<Set>> game, const TableHeader& header)
        : game_{std::move(game)},
          ranking_{game_->board(), header.slice, game_->variant_rules().king_run_limit},
          sections_{header.sections} {}

    // What is wrong with them, if anything.
    std::optional<std::string> read(std::span<const std::byte> parameters) {
        ByteReader in{parameters};
        page_values_ = in.get<std::uint32_t>();
        if (page_values_ == 0 || page_values_ > max_values_per_frame) return "its pages have no size";
        for (std::size_t i = 0; i < sections_.size(); ++i) {
            auto tree = ContextTree::get(in, features());
            if (!tree) return "the trees of its codec end too early";
            trees_.push_back(std::move(*tree));
            if (sections_[i].values != ranking_.placements())
                return "its sections are not those of its slice";
        }
        if (in.left() != 0) return "the parameters of its codec are too long";
        return std::nullopt;
    }

    CompressedFrame compress(std::size_t section, std::uint64_t first,
                             std::span<const std::uint8_t> symbols) const override {
        std::vector<Bytes> pages;
        for (std::size_t at = 0; at < symbols.size(); at += page_values_) {
            const auto count = std::min<std::size_t>(page_values_, symbols.size() - at);
            pages.push_back(encode_page(section, first + at, symbols.subspan(at, count)));
        }
        ByteWriter payload;
        for (const Bytes& page : pages) put_length(payload, page.size());
        for (const Bytes& page : pages) payload.put_bytes(page);
        CompressedFrame frame;
        frame.values = symbols.size();
        frame.alphabet = context_symbols;
        frame.packed = pack(symbols, context_symbols);
        frame.stored = seal_frame(payload.bytes());
        return frame;
    }

    std::vector<std::uint8_t> decode_page(std::size_t section, std::uint64_t first, std::uint32_t count,
                                          std::span<const std::byte> bytes) const override {
        RangeDecoder decoder{bytes};
        Page<Set> page = page_at(section, first, count);
        page.each([&](std::uint32_t, const auto& feature) {
            const ContextTree::Leaf& leaf = trees_[section].leaf(feature);
            if (!decoder.miss(leaf.miss[0])) return leaf.symbols[0];
            return leaf.symbols[decoder.miss(leaf.miss[1]) ? 2 : 1];
        });
        std::vector<std::uint8_t> symbols = page.take_symbols();
        fill_free(std::span{symbols}, neighbour_is_free, draw_symbol);
        return symbols;
    }

    Result<void> train(TableHeader& header, const SymbolSource& source) const {
        ByteWriter parameters;
        parameters.put(context_page_values);
        for (std::size_t i = 0; i < sections_.size(); ++i) {
            ContextSamples samples{features()};
            // Pages over the whole section, evenly.
            const std::uint64_t pages = (sections_[i].values + context_page_values - 1) / context_page_values;
            const std::uint64_t wanted = std::min(pages, sample_values / context_page_values + 1);
            std::uint64_t seen = 0;
            for (std::uint64_t n = 0; n < wanted; ++n) {
                const std::uint64_t first = n * pages / wanted * context_page_values;
                const auto count = static_cast<std::uint32_t>(
                    std::min<std::uint64_t>(context_page_values, sections_[i].values - first));
                const auto symbols = source(i, first, count);
                if (!symbols) return fail(symbols.error());
                add_samples(i, first, *symbols, samples);
                seen += count;
            }
            // Of the values that are not free.
            const std::uint64_t values = seen == 0 ? 0 : samples.size() * sections_[i].values / seen;
            ContextTree::grown(samples, values).put(parameters);
        }
        header.codec_parameters = parameters.take();
        return {};
    }

private:
    // Of every table of three symbols (egtb/wld.hpp).
    static constexpr std::uint8_t draw_symbol = 1;

    int features() const { return features_of(ranking_.slice().pieces()); }
    Page<Set> page_at(std::size_t section, std::uint64_t first, std::uint32_t count) const {
        return {*game_, ranking_, sections_[section].side_to_move, first, count};
    }

    Bytes encode_page(std::size_t section, std::uint64_t first, std::span<const std::uint8_t> symbols) const {
        RangeEncoder encoder;
        page_at(section, first, static_cast<std::uint32_t>(symbols.size()))
            .each([&](std::uint32_t at, const auto& feature) {
                const ContextTree::Leaf& leaf = trees_[section].leaf(feature);
                const std::uint8_t symbol = symbols[at];
                encoder.put(symbol != leaf.symbols[0], leaf.miss[0]);
                if (symbol != leaf.symbols[0]) encoder.put(symbol != leaf.symbols[1], leaf.miss[1]);
                return symbol;
            });
        return encoder.finish();
    }

    void add_samples(std::size_t section, std::uint64_t first, std::span<const std::uint8_t> symbols,
                     ContextSamples& samples) const {
        page_at(section, first, static_cast<std::uint32_t>(symbols.size()))
            .each([&](std::uint32_t at, const auto& feature) {
                for (int i = 0; i < samples.features(); ++i) samples.add_feature(i, feature(i));
                samples.add_symbol(symbols[at]);
                return symbols[at];
            });
    }

    std::unique_ptr<const BoardGame<Set>> game_;
    SliceRanking<Set> ranking_;
    std::vector<TableSection> sections_;
    std::vector<ContextTree> trees_;
};

// The codec of a table, its trees not read yet.
template <class F>
auto with_codec(const TableHeader& header, const std::string& file, F f)
    -> std::invoke_result_t<F, std::unique_ptr<ContextCodecOf<SquareSet64>>> {
    const std::string variant = name_from_files(header.variant);
    const Rules* rules = find_rules(variant);
    if (rules == nullptr || rules->name != variant) {
        return fail(newer_table(file, "unknown variant '" + variant + "'"));
    }
    if (rules_fingerprint(*rules) != header.rules_fingerprint) {
        return fail(newer_table(file, "other rules of " + variant + " than this program knows"));
    }
    if (!has_context_codec(header)) return fail(damaged_table(file, "its codec is not for such a table"));
    const auto shape = board_of(*rules, to_string(header.board));
    if (!shape) return fail(shape.error());
    auto game = choose_game(*rules, *shape);
    if (!game) return fail(game.error());
    return std::visit(
        [&]<class Set>(std::unique_ptr<const BoardGame<Set>>& chosen) {
            return f(std::make_unique<ContextCodecOf<Set>>(std::move(chosen), header));
        },
        *game);
}

}  // namespace

bool has_context_codec(const TableHeader& header) {
    return header.alphabet == context_symbols && header.ranking == RankingScheme::blocks &&
           header.free_values == FreeValues::captures_and_r1 && header.slice.pieces() <= max_context_pieces;
}

Result<std::shared_ptr<const ContextCodec>> ContextCodec::of(const TableHeader& header,
                                                             const std::string& file) {
    return with_codec(header, file, [&](auto codec) -> Result<std::shared_ptr<const ContextCodec>> {
        if (const auto finding = codec->read(header.codec_parameters))
            return fail(damaged_table(file, *finding));
        return std::shared_ptr<const ContextCodec>{std::move(codec)};
    });
}

Result<void> train_context_codec(TableHeader& header, const SymbolSource& symbols) {
    header.codec = TableCodec::context;
    header.values_per_frame = context_page_values * context_pages_per_frame;
    return with_codec(header, header.variant,
                      [&](auto codec) -> Result<void> { return codec->train(header, symbols); });
}

std::optional<std::vector<std::span<const std::byte>>> split_pages(std::span<const std::byte> payload,
                                                                   std::size_t pages) {
    ByteReader in{payload};
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < pages; ++i) {
        const auto length = get_length(in);
        if (!length) return std::nullopt;
        lengths.push_back(*length);
    }
    std::vector<std::span<const std::byte>> split;
    for (std::size_t length : lengths) split.push_back(in.bytes(length));
    if (!in.ok() || in.left() != 0) return std::nullopt;
    return split;
}

}  // namespace damier
