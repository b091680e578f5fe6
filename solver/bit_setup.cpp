#include "solver/bit_setup.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <utility>

#include "egtb/binomial.hpp"
#include "rules/precedence.hpp"

namespace damier::bits {

namespace {

template <class Word, class Set>
Word word_of(Set set) {
    return static_cast<Word>(set.bits());
}

template <class Word>
bool has(Word set, int q) {
    return (set >> q & 1) != 0;
}

Landing landing_of(const Rules& rules) {
    switch (rules.king_landing.is) {
        case KingLanding::must_continue:
            return Landing::must_continue;
        case KingLanding::behind:
            return Landing::behind;
        case KingLanding::behind_last_king:
        case KingLanding::behind_last_king_of_several:
        case KingLanding::anywhere:
            break;
    }
    return Landing::anywhere;
}

Crowning crowning_of(const Rules& rules) {
    switch (rules.promotion_in_capture.is) {
        case PromotionInCapture::stays_man:
            return Crowning::stays_man;
        case PromotionInCapture::becomes_king:
            return Crowning::becomes_king;
        case PromotionInCapture::ends_move:
            break;
    }
    return Crowning::ends_move;
}

Blocked blocked_of(const Rules& rules) {
    switch (rules.no_move.is) {
        case NoMove::draws:
            return Blocked::draws;
        case NoMove::wins:
            return Blocked::wins;
        case NoMove::loses:
            break;
    }
    return Blocked::loses;
}

bool takes_most(const Rules& rules) {
    return rules.precedence.is ==
           std::array{Precedence::most_pieces, Precedence::none, Precedence::none, Precedence::none};
}

std::uint64_t key_of(const void* rules, const Merit& merit) {
    return precedence_key(*static_cast<const Rules*>(rules),
                          {merit.pieces, merit.kings, merit.by_king, merit.king_order});
}

template <class T>
bool among(const T& value, std::initializer_list<T> list) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

constexpr int longest_leap = 4;
constexpr int most_squares = 72;

}  // namespace

bool supported(const BoardShape& board, const Rules& rules) {
    if (board.every_square_plays || board.squares() > most_squares) return false;
    for (Precedence key : rules.precedence.is) {
        if (!among(key, {Precedence::none, Precedence::most_pieces, Precedence::by_king,
                         Precedence::most_kings, Precedence::earliest_king})) {
            return false;
        }
    }
    return rules.man_moves.is == diagonal_forward &&
           among(rules.man_captures.is, {diagonal_forward, diagonal}) && rules.king_moves.is == diagonal &&
           rules.king_captures.is == diagonal &&
           among(rules.king_range.is, {KingRange::one_step, KingRange::flying}) &&
           among(rules.king_landing.is,
                 {KingLanding::anywhere, KingLanding::must_continue, KingLanding::behind,
                  KingLanding::behind_last_king, KingLanding::behind_last_king_of_several}) &&
           among(rules.removal.is, {Removal::at_end, Removal::at_once}) &&
           among(rules.promotion_in_capture.is, {PromotionInCapture::ends_move, PromotionInCapture::stays_man,
                                                 PromotionInCapture::becomes_king}) &&
           among(rules.no_move.is, {NoMove::loses, NoMove::draws, NoMove::wins}) &&
           rules.king_run_limit == 0 && !rules.crowning_wins;
}

template <class Word>
template <class Set>
GameTables<Word>::GameTables(const Board<Set>& board, const Rules& rules, const Kernel<Word>& kernel)
    : tile_bytes_{kernel.tile_bytes}, memory_{kernel.tile_bytes * 512} {
    GameView<Word>& g = game_;
    g.squares = board.squares();
    g.lanes = kernel.lanes;
    g.all = word_of<Word>(board.all());
    for (Direction d : all_directions) {
        std::fill_n(g.next[index(d)], all_squares, none);
        for (Square s : board.all())
            g.next[index(d)][index(s)] = static_cast<std::uint8_t>(index(board.next(d, s)));
    }
    for (Color c : both_colors) {
        const auto i = index(c);
        g.promotion[i] = word_of<Word>(board.promotion_row(c));
        g.man_squares[i] = word_of<Word>(board.man_squares(c));
        g.first_man_square[i] = static_cast<std::uint8_t>(index(board.man_squares(c).front()));
        g.moves[i][0] = rules.man_moves.is.for_color(c).bits;
        g.moves[i][1] = rules.king_moves.is.for_color(c).bits;
        g.captures[i][0] = rules.man_captures.is.for_color(c).bits;
        g.captures[i][1] = rules.king_captures.is.for_color(c).bits;
    }
    g.flying = rules.king_range == KingRange::flying;
    g.landing = landing_of(rules);
    g.crowning = crowning_of(rules);
    g.removed_at_once = rules.removal == Removal::at_once;
    g.man_takes_king = rules.man_takes_king;
    g.turns_back = rules.capture_turns_back;
    g.blocked = blocked_of(rules);
    g.halts_behind_king = rules.king_landing == KingLanding::behind_last_king;
    g.halts_behind_king_of_several = rules.king_landing == KingLanding::behind_last_king_of_several;
    g.takes_most = takes_most(rules);
    g.key = rules.ranks_captures() && !g.takes_most ? key_of : nullptr;
    g.rules = &rules;
    for (int d = 0; d < 8; ++d) {
        for (int q = 0; q < g.squares; ++q) {
            int ray = 0;
            for (int s = g.next[d][q]; s != none; s = g.next[d][s]) ++ray;
            g.longest_ray = std::max(g.longest_ray, ray);
        }
        // Squares are numbered by rows, so a step leads up, or down, from all of them.
        Chain& chain = g.chains[d];
        for (int i = 0; i < 2 * g.squares; ++i) {
            const int q = i < g.squares ? g.squares - 1 - i : i - g.squares;
            const bool up = i < g.squares;
            const int to = g.next[d][q];
            if (to == none || (to > q) != up) continue;
            chain.from[chain.count] = static_cast<std::uint8_t>(q);
            chain.to[chain.count++] = static_cast<std::uint8_t>(to);
        }
        add_leap(g.leaps[0][d], d, 1, g.all);
        add_leap(g.leaps[1][d], d, 2, g.all);
        add_leap(g.leaps[2][d], d, longest_leap, g.all);
        for (std::size_t c = 0; c < 2; ++c) {
            if (g.moves[c][1] >> d & 1) add_leap(g.steps[c][1], d, 1, g.all);
            if (!(g.moves[c][0] >> d & 1)) continue;
            Word quiet = 0;
            for (int q = 0; q < g.squares; ++q) {
                const int to = g.next[d][q];
                if (to == none) continue;
                Word& set = has(g.promotion[c], to) ? g.before_promotion[c] : quiet;
                set |= Word{1} << q;
            }
            add_leap(g.steps[c][0], d, 1, quiet);
        }
    }
    const auto finish = [&](Shifts<Word>& list) {
        for (int i = 0; i < list.count; ++i) list.of[i].lanes = lanes_of(list.of[i].from);
    };
    for (auto& level : g.leaps) {
        for (auto& list : level) finish(list);
    }
    for (auto& color : g.steps) {
        for (auto& list : color) finish(list);
    }
    std::byte* apart = new_tile();
    for (int lane = 0; lane < g.squares; ++lane) {
        const Word w = g.all & ~(Word{1} << lane);
        std::memcpy(apart + static_cast<std::size_t>(lane) * sizeof(Word), &w, sizeof(Word));
    }
    g.apart = apart;
    for (int d = 0; d < 8; ++d) {
        std::byte* next = new_tile();
        for (int lane = 0; lane < g.squares; ++lane) {
            const int to = g.next[d][lane];
            const Word w = to == none ? Word{0} : static_cast<Word>(Word{1} << to);
            std::memcpy(next + static_cast<std::size_t>(lane) * sizeof(Word), &w, sizeof(Word));
        }
        g.next_bit[d] = next;
    }
    for (int k = 0; k <= max_sets; ++k) {
        for (int n = 0; n < all_squares; ++n) {
            g.choose[k][n] =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(binomial(n, k), ~std::uint32_t{0}));
        }
    }
}

template <class Word>
std::byte* GameTables<Word>::new_tile() {
    std::byte* tile = reinterpret_cast<std::byte*>(memory_.data()) + used_;
    used_ += tile_bytes_;
    return tile;
}

template <class Word>
std::byte* GameTables<Word>::lanes_of(Word set) {
    std::byte* tile = new_tile();
    for (int lane = 0; lane < game_.squares; ++lane) {
        const Word w = has(set, lane) ? static_cast<Word>(~Word{0}) : Word{0};
        std::memcpy(tile + static_cast<std::size_t>(lane) * sizeof(Word), &w, sizeof(Word));
    }
    return tile;
}

template <class Word>
void GameTables<Word>::add_leap(Shifts<Word>& list, int direction, int steps, Word from) {
    for (int q = 0; q < game_.squares; ++q) {
        if (!has(from, q)) continue;
        int to = q;
        for (int i = 0; i < steps && to != none; ++i) to = game_.next[direction][to];
        if (to == none) continue;
        int i = 0;
        while (i < list.count && list.of[i].by != to - q) ++i;
        if (i == list.count) list.of[list.count++] = {to - q, 0, nullptr};
        list.of[i].from |= Word{1} << q;
    }
}

template <class Word>
std::vector<Word> sets_in_order(int first, int last, int pieces) {
    std::vector<Word> sets;
    std::vector<int> at(static_cast<std::size_t>(pieces));
    for (int i = 0; i < pieces; ++i) at[static_cast<std::size_t>(i)] = first + i;
    if (pieces > last - first) return sets;
    for (;;) {
        Word set = 0;
        for (int q : at) set |= Word{1} << q;
        sets.push_back(set);
        std::size_t i = 0;
        while (i < at.size() && at[i] + 1 == (i + 1 < at.size() ? at[i + 1] : last)) ++i;
        if (i == at.size()) return sets;
        ++at[i];
        for (std::size_t j = 0; j < i; ++j) at[j] = first + static_cast<int>(j);
    }
}

template <class Word>
OuterKingTables<Word>::OuterKingTables(const GameView<Word>& game, int color, int pieces)
    : sets_{sets_in_order<Word>(0, game.squares, pieces)} {
    const auto rank_of = [&](Word set) {
        std::uint32_t rank = 0;
        int k = 1;
        for (int q = 0; q < game.squares; ++q) {
            if (has(set, q)) rank += game.choose[k++][q];
        }
        return rank;
    };
    for (Word set : sets_) {
        first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
        for (int from = 0; from < game.squares; ++from) {
            if (!has(set, from)) continue;
            const Word others = set & ~(Word{1} << from);
            for (int d = 0; d < 8; ++d) {
                if (!(game.moves[color][1] >> d & 1)) continue;
                bool first = true;
                for (int to = game.next[d][from]; to != none && !has(others, to); to = game.next[d][to]) {
                    steps_.push_back({rank_of(others | Word{1} << to), static_cast<std::uint8_t>(to), first});
                    first = false;
                    if (!game.flying) break;
                }
            }
        }
    }
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
}

template class GameTables<std::uint32_t>;
template class GameTables<std::uint64_t>;
template class GameTables<uint128>;
template GameTables<std::uint32_t>::GameTables(const Board<SquareSet64>&, const Rules&,
                                               const Kernel<std::uint32_t>&);
template GameTables<std::uint64_t>::GameTables(const Board<SquareSet64>&, const Rules&,
                                               const Kernel<std::uint64_t>&);
template GameTables<uint128>::GameTables(const Board<SquareSet128>&, const Rules&, const Kernel<uint128>&);
template class OuterKingTables<std::uint32_t>;
template class OuterKingTables<std::uint64_t>;
template class OuterKingTables<uint128>;
template std::vector<std::uint32_t> sets_in_order(int, int, int);
template std::vector<std::uint64_t> sets_in_order(int, int, int);
template std::vector<uint128> sets_in_order(int, int, int);

}  // namespace damier::bits
