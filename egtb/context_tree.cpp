#include "egtb/context_tree.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace damier {
namespace {

using Counts = std::array<std::uint64_t, context_symbols>;

// Bits are counted in 1/65,536.
constexpr std::uint64_t bit = 65'536;

// log2 of n, n > 0, in those units. By squaring, so that it is the same everywhere.
constexpr std::uint64_t log2_of(std::uint64_t n) {
    const int whole = 63 - std::countl_zero(n);
    std::uint64_t mantissa = whole > 31 ? n >> (whole - 31) : n << (31 - whole);  // 1 is 2^31
    std::uint64_t log = static_cast<std::uint64_t>(whole);
    for (int i = 0; i < 16; ++i) {
        mantissa = mantissa * mantissa >> 31;
        const std::uint64_t carry = mantissa >> 32;
        mantissa >>= carry;
        log = log << 1 | carry;
    }
    return log;
}
static_assert(log2_of(1) == 0 && log2_of(8) == 3 * bit && log2_of(3) == 103'872);  // 1.58496

std::uint64_t total(const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}
// Bits that so many symbols take at their own frequencies.
std::uint64_t description(const Counts& counts) {
    const std::uint64_t n = total(counts);
    if (n == 0) return 0;
    std::uint64_t bits = n * log2_of(n);
    for (std::uint64_t c : counts) {
        if (c > 0) bits -= c * log2_of(c);
    }
    return bits;
}

// A leaf is three bytes.
constexpr std::uint64_t leaf_bits = 24;
constexpr std::uint64_t node_bits = 16;
// What the frequencies of a leaf cost that are known from samples only: half the logarithm of their number
// for each of two frequencies, roughly.
constexpr std::uint64_t least_gain_bits = 12;

// The scale of probabilities: 2/3, which no first symbol of three is missed more often than, times
// 2^(-step/17), down to 2^-15.
constexpr std::array<MissProbability, 256> make_scale() {
    std::array<MissProbability, 256> scale{};
    constexpr std::uint64_t factor = 4'123'369'123;  // 2^(-1/17) in 2^-32
    std::uint64_t p = (std::uint64_t{1} << 33) / 3;
    for (auto& step : scale) {
        step = static_cast<MissProbability>(p >> 16);
        p = p * factor >> 32;
    }
    return scale;
}
constexpr std::array<MissProbability, 256> scale = make_scale();
static_assert(scale[0] == 43'690 && scale[17] == 21'845 && scale[255] == 1);

// The step with which that many misses among so many decisions take the fewest bits.
std::uint8_t best_step(std::uint64_t misses, std::uint64_t decisions) {
    std::uint8_t best = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t step = 0; step < scale.size(); ++step) {
        // 16 bits more than the probability has, for its logarithm.
        const std::uint64_t bits = misses * (16 * bit - log2_of(scale[step])) +
                                   (decisions - misses) * (16 * bit - log2_of(65'536 - scale[step]));
        if (bits >= least) continue;
        least = bits;
        best = static_cast<std::uint8_t>(step);
    }
    return best;
}

constexpr std::array<std::array<std::uint8_t, context_symbols>, 6> orders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

}  // namespace

// Splits where that makes the description shorter, the best feature first.
class ContextTree::Grower {
public:
    Grower(const ContextSamples& samples, std::uint64_t values) : samples_{samples} {
        // The samples stand for more values, so the tree costs them less.
        const std::uint64_t n = std::max<std::uint64_t>(samples.size(), 1);
        leaf_cost_ = std::max(leaf_bits * bit * n / std::max(values, n), least_gain_bits * bit);
        node_cost_ = node_bits * bit * n / std::max(values, n);
    }

    ContextTree grown() {
        std::vector<std::uint32_t> all(samples_.size());
        std::iota(all.begin(), all.end(), std::uint32_t{0});
        tree_.nodes_.push_back({});
        grow(0, std::move(all), 0);
        return std::move(tree_);
    }

private:
    using Children = std::array<Counts, feature_values>;

    void grow(std::uint32_t node, std::vector<std::uint32_t> samples, int depth) {
        const std::vector<std::uint8_t>& symbols = samples_.symbols();
        Counts counts{};
        for (std::uint32_t i : samples) ++counts[symbols[i]];
        const int feature = depth < max_depth && tree_.leaves_.size() + feature_values < max_leaves
                                ? best_feature(samples, counts)
                                : -1;
        if (feature < 0) {
            tree_.nodes_[node].next = static_cast<std::uint32_t>(tree_.add_leaf(leaf_of(counts)));
            return;
        }
        std::array<std::vector<std::uint32_t>, feature_values> parts;
        const std::vector<std::uint8_t>& values = samples_.feature(feature);
        for (std::uint32_t i : samples) parts[values[i]].push_back(i);
        std::vector<std::uint32_t>{}.swap(samples);
        const auto first = static_cast<std::uint32_t>(tree_.nodes_.size());
        tree_.nodes_.resize(first + feature_values);
        tree_.nodes_[node] = {static_cast<std::uint8_t>(feature), 0, first};
        for (std::uint32_t v = 0; v < feature_values; ++v) {
            if (parts[v].empty()) continue;
            tree_.nodes_[node].children |= static_cast<std::uint8_t>(1u << v);
            grow(first + v, std::move(parts[v]), depth + 1);
        }
        tree_.share_missing(node);
    }

    int best_feature(const std::vector<std::uint32_t>& samples, const Counts& counts) const {
        const std::vector<std::uint8_t>& symbols = samples_.symbols();
        std::uint64_t least = description(counts) + leaf_cost_;
        int best = -1;
        for (int f = 0; f < samples_.features(); ++f) {
            const std::vector<std::uint8_t>& values = samples_.feature(f);
            Children children{};
            for (std::uint32_t i : samples) ++children[values[i]][symbols[i]];
            std::uint64_t bits = node_cost_;
            int kinds = 0;
            for (const Counts& child : children) {
                if (total(child) == 0) continue;
                ++kinds;
                bits += leaf_cost_ + description(child);
            }
            if (kinds < 2 || bits >= least) continue;
            least = bits;
            best = f;
        }
        return best;
    }

    static StoredLeaf leaf_of(const Counts& counts) {
        StoredLeaf leaf;
        for (std::uint8_t i = 1; i < orders.size(); ++i) {
            const auto by = [&](std::uint8_t order) {
                return std::pair{counts[orders[order][0]], counts[orders[order][1]]};
            };
            if (by(i) > by(leaf.order)) leaf.order = i;
        }
        const auto& order = orders[leaf.order];
        // Half a miss more than was seen: what never happened among the samples may happen beyond them.
        const std::uint64_t all = 2 * total(counts) + 1;
        const std::uint64_t missed = all - 2 * counts[order[0]];
        leaf.steps = {best_step(missed, all), best_step(2 * counts[order[2]] + 1, missed + 1)};
        return leaf;
    }

    const ContextSamples& samples_;
    std::uint64_t leaf_cost_;
    std::uint64_t node_cost_;
    ContextTree tree_;
};

ContextTree ContextTree::grown(const ContextSamples& samples, std::uint64_t values) {
    return Grower{samples, values}.grown();
}

std::size_t ContextTree::add_leaf(const StoredLeaf& stored) {
    Leaf leaf;
    leaf.symbols = orders[stored.order];
    for (std::size_t i = 0; i < leaf.miss.size(); ++i) leaf.miss[i] = scale[stored.steps[i]];
    leaves_.push_back(leaf);
    stored_.push_back(stored);
    return leaves_.size() - 1;
}

void ContextTree::share_missing(std::uint32_t at) {
    const Node node = nodes_[at];
    const Node shared = nodes_[node.next + static_cast<std::uint32_t>(std::countr_zero(node.children))];
    for (std::uint32_t v = 0; v < feature_values; ++v) {
        if ((node.children >> v & 1) == 0) nodes_[node.next + v] = shared;
    }
}

// A node is its feature, which children there are, and they; a leaf is 255 - its order, and its steps.
void ContextTree::put_node(std::uint32_t at, ByteWriter& out) const {
    const Node& node = nodes_[at];
    if (node.feature != no_feature) {
        out.put(node.feature);
        out.put(node.children);
        for (std::uint32_t v = 0; v < feature_values; ++v) {
            if (node.children >> v & 1) put_node(node.next + v, out);
        }
        return;
    }
    const StoredLeaf& leaf = stored_[node.next];
    out.put(static_cast<std::uint8_t>(255 - leaf.order));
    for (std::uint8_t step : leaf.steps) out.put(step);
}

void ContextTree::put(ByteWriter& out) const { put_node(0, out); }

bool ContextTree::get_node(std::uint32_t at, ByteReader& in, int features, int depth) {
    const auto first = in.get<std::uint8_t>();
    if (!in.ok()) return false;
    if (255 - first < static_cast<int>(orders.size())) {
        StoredLeaf leaf;
        leaf.order = static_cast<std::uint8_t>(255 - first);
        for (auto& step : leaf.steps) step = in.get<std::uint8_t>();
        if (!in.ok() || leaves_.size() >= max_leaves) return false;
        nodes_[at].next = static_cast<std::uint32_t>(add_leaf(leaf));
        return true;
    }
    const auto children = in.get<std::uint8_t>();
    if (first >= features || depth >= max_depth || children == 0 || children >> feature_values != 0)
        return false;
    const auto next = static_cast<std::uint32_t>(nodes_.size());
    nodes_.resize(next + feature_values);
    nodes_[at] = {first, children, next};
    for (std::uint32_t v = 0; v < feature_values; ++v) {
        if ((children >> v & 1) != 0 && !get_node(next + v, in, features, depth + 1)) return false;
    }
    share_missing(at);
    return true;
}

std::optional<ContextTree> ContextTree::get(ByteReader& in, int features) {
    ContextTree tree;
    tree.nodes_.push_back({});
    if (!tree.get_node(0, in, features, 0)) return std::nullopt;
    return tree;
}

}  // namespace damier
