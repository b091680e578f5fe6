#include "solver/plain_values.hpp"

#include "egtb/digest.hpp"

namespace damier {

namespace {

// Of one position: key in two places, hash node, value, offsets; of one move.
constexpr std::uint64_t bytes_a_position = 112;
constexpr std::uint64_t bytes_a_move = 8;

}  // namespace

std::size_t PlainValues::KeyHash::operator()(const PositionKey& key) const {
    return xxh3_64(std::as_bytes(std::span{key.bytes}));
}

std::uint32_t PlainValues::number(const CellPosition& position) {
    const PositionKey key = key_of(position, rules_.squares());
    const auto [it, fresh] = numbers_.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (fresh) keys_.push_back(key);
    return it->second;
}

// Positions get their numbers when they are first seen, and their moves in the order of numbers.
Result<void> PlainValues::add(const CellPosition& position, const StopRequest& stop) {
    number(position);
    while (first_.size() <= keys_.size()) {
        const CellPosition current = *cells_of(keys_[first_.size() - 1], rules_.squares());
        for (const CellPosition& after : rules_.successors(current)) moves_.push_back(number(after));
        first_.push_back(moves_.size());
        if (first_.size() % 1024 != 0) continue;
        if (stop && stop()) return fail(ErrorKind::interrupted, "stopped");
        if (keys_.size() * bytes_a_position + moves_.size() * bytes_a_move > memory_) {
            return fail(ErrorKind::limit, "the positions behind the leaves take too much memory: " +
                                              std::to_string(keys_.size()) +
                                              " so far; allow more with --memory, or expand fewer pieces");
        }
    }
    return {};
}

// Backwards from the ends of the game, ply by ply, so that plies are those of best play. What is never
// reached is drawn.
void PlainValues::solve() {
    const std::size_t count = keys_.size();
    values_.assign(count, {});
    std::vector<std::uint64_t> begin(count + 1, 0);  // predecessors, as first_
    for (const std::uint32_t to : moves_) ++begin[to + 1];
    for (std::size_t i = 0; i < count; ++i) begin[i + 1] += begin[i];
    std::vector<std::uint32_t> before(moves_.size());
    std::vector<std::uint64_t> filled{begin.begin(), begin.end() - 1};
    std::vector<std::uint32_t> unlost(count);  // moves that do not lead to a win of the other side
    std::vector<bool> known(count, false);
    std::vector<std::uint32_t> layer;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::uint64_t m = first_[i]; m < first_[i + 1]; ++m) {
            before[filled[moves_[m]]++] = static_cast<std::uint32_t>(i);
        }
        unlost[i] = static_cast<std::uint32_t>(first_[i + 1] - first_[i]);
        if (unlost[i] > 0) continue;
        values_[i].value = rules_.value_without_move(*cells_of(keys_[i], rules_.squares()));
        known[i] = true;
        if (values_[i].value != Wld::draw) layer.push_back(static_cast<std::uint32_t>(i));
    }
    for (int plies = 1; !layer.empty(); ++plies) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t i : layer) {
            for (std::uint64_t b = begin[i]; b < begin[i + 1]; ++b) {
                const std::uint32_t p = before[b];
                if (known[p]) continue;
                if (values_[i].value == Wld::loss) {
                    values_[p] = {Wld::win, plies};
                } else if (--unlost[p] == 0) {
                    values_[p] = {Wld::loss, plies};
                } else {
                    continue;
                }
                known[p] = true;
                next.push_back(p);
            }
        }
        layer = std::move(next);
    }
}

PlainValue PlainValues::value(const CellPosition& position) const {
    return values_[numbers_.at(key_of(position, rules_.squares()))];
}

}  // namespace damier
