// Definitions of Game; included where it is instantiated (rules/instances.cpp.in), nowhere else.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/capture_walk.hpp"
#include "rules/game.hpp"
#include "rules/precedence.hpp"
#include "rules/reading.hpp"

namespace damier {

template <Variant V, class S>
auto Game<V, S>::start() const -> Position {
    const Rules& reading = this->variant_rules();
    const BoardShape& shape = board_.shape();
    const BoardShape& official = reading.board.is;
    const bool same_size = shape.width == official.width && shape.height == official.height;
    const int men_rows = same_size ? reading.men_rows.is : (shape.height - 2) / 2;
    const int behind = same_size ? reading.rows_behind.is : 0;
    Position position;
    for (Square s : board_.all()) {
        const auto stands = [=](int rows) { return rows >= behind && rows < behind + men_rows; };
        if (stands(board_.row(s))) position.men[damier::index(Color::black)].insert(s);
        if (stands(shape.height - 1 - board_.row(s))) position.men[damier::index(Color::white)].insert(s);
    }
    position.to_move = reading.first;
    return position;
}

template <Variant V, class S>
bool Game<V, S>::can_capture(const Position& position, Color side) const {
    if (rules.crowning_wins && this->crowned(position)) return false;
    return side == Color::white ? can_capture_as<Color::white>(position)
                                : can_capture_as<Color::black>(position);
}

template <Variant V, class S>
template <Color side>
bool Game<V, S>::can_capture_as(const Position& position) const {
    const Set men = position.men[damier::index(side)];
    const Set kings = position.kings[damier::index(side)];
    const Set enemy = position.pieces(!side);
    const Set empty = board_.all() - position.occupied();
    const Set man_victims = rules.man_takes_king ? enemy : position.men[damier::index(!side)];
    // Who stands where a jump in direction d starts: one step back from a victim that has a free square
    // behind it.
    const auto starts = [&](Direction d, Set victims) {
        const Direction back = opposite(d);
        return board_.step(back, board_.step(back, empty) & victims);
    };
    for (Direction d : all_directions) {
        if (rules.man_captures.is.for_color(side).contains(d) && (starts(d, man_victims) & men)) return true;
        if (!kings || !rules.king_captures.is.for_color(side).contains(d)) continue;
        if constexpr (rules.king_range == KingRange::one_step) {
            if (starts(d, enemy) & kings) return true;
        } else {
            // Victims with a free square behind them, seen from a king along free squares.
            const Set exposed = board_.step(opposite(d), empty) & enemy;
            for (Square king : kings) {
                const Set hit = board_.ray(d, king) - empty;
                if (hit && exposed.contains(board_.nearest(d, hit))) return true;
            }
        }
    }
    return false;
}

namespace detail {

// Can a flying king meet the same piece next from several of the squares on which it may land? Where it
// captures along rows and columns as well as diagonals.
constexpr bool meets_pieces_from_several_squares(const Rules& rules) {
    const DirectionSet d = rules.king_captures;
    return rules.king_range == KingRange::flying && (d | diagonal_and_orthogonal) == d;
}

// Keeps the captures of the highest precedence among those offered.
template <Variant V, class Set, class Keep>
class BestCaptures {
public:
    BestCaptures(const Position<Set>& position, Keep keep) : position_{position}, keep_{keep} {}

    void operator()(const CaptureLine<Set>& line) {
        if constexpr (V::rules.ranks_captures()) {
            const std::uint64_t key = precedence_key(V::rules, merit(line));
            if (key < best_) return;
            keep_(line, key > best_);
            best_ = key;
        } else {
            keep_(line, false);
        }
    }

private:
    CaptureMerit merit(const CaptureLine<Set>& line) const {
        CaptureMerit merit;
        merit.by_king = position_.kings[index(position_.to_move)].contains(line.move.from);
        if constexpr (looks_at_kings_taken(V::rules)) {
            const Set enemy_kings = position_.kings[index(!position_.to_move)];
            for (Square taken : line.taken) merit.take(enemy_kings.contains(taken));
        } else {
            merit.pieces = static_cast<int>(line.taken.size());
        }
        return merit;
    }

    const Position<Set>& position_;
    Keep keep_;  // (line, forget what was kept before)
    std::uint64_t best_ = 0;
};

template <Variant V, class Set, class Keep>
void walk_captures(const Board<Set>& board, const Position<Set>& position, Keep keep) {
    BestCaptures<V, Set, Keep> best{position, keep};
    CaptureWalk<V, Set, decltype(best)> walk{board, position, best};
    const auto mover = index(position.to_move);
    for (Square s : position.men[mover]) walk.template from<false>(s);
    for (Square s : position.kings[mover]) walk.template from<true>(s);
}

}  // namespace detail

template <Variant V, class S>
template <bool merge>
void Game<V, S>::captures(const Position& position, MoveList& moves) const {
    if constexpr (!merge && detail::meets_pieces_from_several_squares(rules)) {
        for (const CaptureRoute& route : capture_routes(position)) moves.push_back(route.move);
        return;
    }
    detail::walk_captures<V>(board_, position, [&](const CaptureLine<Set>& line, bool forget) {
        if (forget) moves.clear();
        // Only routes of two and more pieces can differ and yet take the same.
        if (merge && line.taken.size() > 1 && std::find(moves.begin(), moves.end(), line.move) != moves.end())
            return;
        moves.push_back(line.move);
    });
}

template <Variant V, class S>
auto Game<V, S>::king_moves(Square from, Set occupied, Color side) const -> Set {
    const DirectionSet directions = rules.king_moves.is.for_color(side);
    Set to;
    for (Direction d : all_directions) {
        if (!directions.contains(d)) continue;
        if constexpr (rules.king_range == KingRange::one_step) {
            to |= board_.step(d, Set::of(from));
        } else {
            const Set ray = board_.ray(d, from);
            const Set hit = ray & occupied;
            to |= hit ? ray - board_.ray(d, board_.nearest(d, hit)) : ray;
        }
    }
    return to - occupied;
}

template <Variant V, class S>
void Game<V, S>::quiet_moves(const Position& position, MoveList& moves) const {
    const Color side = position.to_move;
    const Set occupied = position.occupied();
    const Set empty = board_.all() - occupied;
    const Set crown_row = board_.promotion_row(side);
    const DirectionSet man_directions = rules.man_moves.is.for_color(side);
    for (Direction d : all_directions) {
        if (!man_directions.contains(d)) continue;
        for (Square to : board_.step(d, position.men[damier::index(side)]) & empty) {
            moves.push_back({board_.next(opposite(d), to), to, crown_row.contains(to), {}});
        }
    }
    for (Square from : position.kings[damier::index(side)]) {
        if (rules.king_run_limit > 0 && this->must_rest(position, side, from)) continue;
        for (Square to : king_moves(from, occupied, side)) moves.push_back({from, to, false, {}});
    }
}

template <Variant V, class S>
template <bool merge>
void Game<V, S>::generate(const Position& position, MoveList& moves) const {
    moves.clear();
    if (can_capture(position)) {
        captures<merge>(position, moves);
    } else if (!rules.crowning_wins || !this->crowned(position)) {
        quiet_moves(position, moves);
    }
}

template <Variant V, class S>
void Game<V, S>::moves(const Position& position, MoveList& moves) const {
    generate<true>(position, moves);
}

template <Variant V, class S>
void Game<V, S>::ordered_moves(const Position& position, MoveList& moves) const {
    generate<false>(position, moves);
}

template <Variant V, class S>
auto Game<V, S>::capture_routes(const Position& position) const -> std::vector<CaptureRoute> {
    std::vector<CaptureRoute> routes;
    if (!can_capture(position)) return routes;
    detail::walk_captures<V>(board_, position, [&](const CaptureLine<Set>& line, bool forget) {
        if (forget) routes.clear();
        if constexpr (detail::meets_pieces_from_several_squares(rules)) {
            const auto same = [&](const CaptureRoute& other) {
                return other.move == line.move && std::equal(other.taken.begin(), other.taken.end(),
                                                             line.taken.begin(), line.taken.end());
            };
            if (std::any_of(routes.begin(), routes.end(), same)) return;
        }
        // Filled in place: GCC 12 warns of an overread that is none when it sees the vectors moved (-O3).
        CaptureRoute& route = routes.emplace_back();
        route.move = line.move;
        route.taken.assign(line.taken.begin(), line.taken.end());
        route.landings.assign(line.landings.begin(), line.landings.end());
    });
    return routes;
}

template <Variant V, class S>
auto Game<V, S>::unmoves(const Position& position) const -> std::vector<UnMove> {
    std::vector<UnMove> result;
    const Color mover = !position.to_move;
    const Set occupied = position.occupied();
    const auto add = [&](Square from, Square to, bool as_king, bool promoted) {
        Position before = position;
        before.to_move = mover;
        (as_king || promoted ? before.kings : before.men)[damier::index(mover)].erase(to);
        (as_king ? before.kings : before.men)[damier::index(mover)].insert(from);
        const Move move{from, to, promoted, {}};
        if constexpr (rules.crowning_wins) {
            if (this->crowned(before)) return;
        }
        if (can_capture(before)) return;
        if constexpr (rules.king_run_limit > 0) {
            this->for_each_run(before, mover, [&](KingRun run) {
                before.runs[damier::index(mover)] = run;
                if (as_king && this->must_rest(before, mover, from)) return;
                if (this->apply(before, move) == position) result.push_back({before, move});
            });
        } else {
            result.push_back({before, move});
        }
    };
    // Backwards a man or a crowned king takes one step against a direction of men.
    const auto man_steps_back = [&](Square to, bool promoted) {
        for (Direction d : all_directions) {
            if (!rules.man_moves.is.for_color(mover).contains(d)) continue;
            const Square from = board_.next(opposite(d), to);
            if (from != no_square && !occupied.contains(from) && !this->promotes(mover, from))
                add(from, to, false, promoted);
        }
    };
    for (Square to : position.men[damier::index(mover)]) man_steps_back(to, false);
    for (Square to : position.kings[damier::index(mover)]) {
        // The set of king directions is the same forwards and backwards on every rule book's board.
        for (Square from : king_moves(to, occupied, mover)) add(from, to, true, false);
        if (this->promotes(mover, to)) man_steps_back(to, true);
    }
    return result;
}

template <Variant V, class S>
std::unique_ptr<const BoardGame<S>> make_reading(const Rules& rules, const BoardShape& shape) {
    std::unique_ptr<const BoardGame<S>> game;
    const auto try_reading = [&]<std::size_t number>(std::integral_constant<std::size_t, number>) {
        using Generator = ReadingOf<V, generator_of<V, number>()>;
        if (&rules == &ReadingOf<V, number>::rules)
            game = std::make_unique<const Game<Generator, S>>(shape, rules);
    };
    [&]<std::size_t... number>(std::index_sequence<number...>) {
        (try_reading(std::integral_constant<std::size_t, number>{}), ...);
    }
    (std::make_index_sequence<reading_count(V::rules)>{});
    return game;
}

}  // namespace damier
