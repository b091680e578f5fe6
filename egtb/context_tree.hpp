// What a value of a table of three symbols is likely to be, by what stands around it: a decision tree over
// the features of its place (egtb/value_walk.hpp), made once for each section of a table and stored in its
// header. Everything is whole numbers, so that every machine makes the same tree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "egtb/little_endian.hpp"
#include "egtb/range_coder.hpp"

namespace damier {

// A feature is 0 ... feature_values - 1: a symbol, or one of these two where it tells of a neighbour.
inline constexpr std::uint8_t neighbour_is_free = 3;
inline constexpr std::uint8_t no_neighbour = 4;
inline constexpr std::uint32_t feature_values = 5;
inline constexpr std::uint32_t context_symbols = 3;

// Features and symbols of many values, feature by feature.
class ContextSamples {
public:
    explicit ContextSamples(int features) : features_(static_cast<std::size_t>(features)) {}
    int features() const { return static_cast<int>(features_.size()); }
    std::size_t size() const { return symbols_.size(); }
    void add_feature(int feature, std::uint8_t value) {
        features_[static_cast<std::size_t>(feature)].push_back(value);
    }
    void add_symbol(std::uint8_t symbol) { symbols_.push_back(symbol); }

    const std::vector<std::uint8_t>& feature(int i) const { return features_[static_cast<std::size_t>(i)]; }
    const std::vector<std::uint8_t>& symbols() const { return symbols_; }

private:
    std::vector<std::vector<std::uint8_t>> features_;
    std::vector<std::uint8_t> symbols_;
};

class ContextTree {
public:
    // A leaf: the symbols by likelihood, and how likely it is that a value is not the first; if it is not,
    // not the second.
    struct Leaf {
        std::array<std::uint8_t, context_symbols> symbols = {0, 1, 2};
        std::array<MissProbability, 2> miss = {32'768, 32'768};
    };

    // The tree of the shortest description of all: `values` of which the samples are some, and the tree.
    static ContextTree grown(const ContextSamples& samples, std::uint64_t values);

    // Self-delimiting.
    void put(ByteWriter& out) const;
    // Nothing where the bytes are no tree over so many features.
    static std::optional<ContextTree> get(ByteReader& in, int features);

    // feature(i) is the value of feature i.
    template <class F>
    const Leaf& leaf(F feature) const {
        const Node* node = nodes_.data();
        while (node->feature != no_feature)
            node = &nodes_[node->next + std::uint32_t{feature(node->feature)}];
        return leaves_[node->next];
    }

private:
    static constexpr std::uint8_t no_feature = 255;
    static constexpr std::size_t max_leaves = 16'384;
    static constexpr int max_depth = 24;

    struct Node {
        std::uint8_t feature = no_feature;
        std::uint8_t children = 0;  // by value, those that were grown
        std::uint32_t next = 0;     // the first of feature_values children, or the leaf
    };
    // As stored: the order of the symbols, and steps of the scale of probabilities.
    struct StoredLeaf {
        std::uint8_t order = 0;
        std::array<std::uint8_t, 2> steps = {};
    };
    class Grower;

    std::size_t add_leaf(const StoredLeaf& stored);
    // Values that no sample had go where the first goes that some had.
    void share_missing(std::uint32_t node);
    void put_node(std::uint32_t node, ByteWriter& out) const;
    bool get_node(std::uint32_t node, ByteReader& in, int features, int depth);

    std::vector<Node> nodes_;
    std::vector<Leaf> leaves_;
    std::vector<StoredLeaf> stored_;  // of the leaves
};

}  // namespace damier
