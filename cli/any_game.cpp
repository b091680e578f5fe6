#include "cli/any_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "egtb/probed_results.hpp"
#include "formats/fen_counters.hpp"
#include "formats/game_claims.hpp"
#include "formats/notation.hpp"
#include "formats/position_claims.hpp"
#include "formats/replay.hpp"

namespace damier {

namespace {

template <class S, Metric M>
class TypedProber final : public AnyProber {
public:
    TypedProber(const BoardGame<S>& game, TableSet& tables) : game_{game}, prober_{game, tables} {}

    Result<MetricValue> probe(const Placement& placement) const override {
        const auto value = prober_.probe(to_position<S>(placement));
        if (!value) return fail(value.error());
        return metric_value<M>(*value);
    }

    Result<std::vector<RatedMoveLine>> rated_moves(const Placement& placement) const override {
        const auto position = to_position<S>(placement);
        std::vector<RatedMoveLine> lines;
        std::vector<std::pair<std::optional<typename M::Value>, std::size_t>> order;
        for (const Move<S>& move : game_.moves(position)) {
            const auto reached = game_.apply(position, move);
            const auto reply = prober_.probe(reached);
            if (!reply && reply.error().kind != ErrorKind::not_answerable) return fail(reply.error());
            lines.push_back({move_text(game_, position, move), std::nullopt});
            order.emplace_back(std::nullopt, order.size());
            if (!reply) continue;
            order.back().first = M::after_move(*reply, prober_.ply(position, move, reached));
            lines.back().value = metric_value<M>(*order.back().first);
        }
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
            return a.first && (!b.first || M::better(*a.first, *b.first));
        });
        std::vector<RatedMoveLine> sorted;
        for (const auto& [value, at] : order) sorted.push_back(std::move(lines[at]));
        return sorted;
    }

    Result<std::vector<RatedMoveLine>> best_line(const Placement& placement) const override {
        if constexpr (!std::is_same_v<M, DtwMetric>) {
            return fail(ErrorKind::usage, "a line to the end takes tables with distances: --metric dtw");
        } else {
            auto position = to_position<S>(placement);
            std::vector<RatedMoveLine> line;
            const auto first = prober_.probe(position);
            if (!first) return fail(first.error());
            if (first->result == Wld::draw) return line;
            for (std::uint32_t left = first->plies; left > 0; --left) {
                const auto moves = prober_.rated_moves(position);
                if (!moves) return fail(moves.error());
                // Each step is one ply nearer to the end, or a table is wrong.
                if (moves->empty() || moves->front().value.plies != left) {
                    return fail(ErrorKind::table_damaged, "the tables contradict each other at " +
                                                              write_fen(game_, position) +
                                                              "; run damier verify --metric dtw");
                }
                const RatedMove<S, M>& best = moves->front();
                line.push_back({move_text(game_, position, best.move), metric_value<M>(best.value)});
                position = game_.apply(position, best.move);
            }
            return line;
        }
    }

    Result<AuditedGame> audit(const RawGame& raw, int pieces) const override {
        GameRecord<S> record = replay(game_, raw);
        Result<GameAudit<S>> audit = audit_game(prober_, record, pieces);
        if (!audit) return fail(std::move(audit.error()));
        AuditedGame audited{record.result(),
                            record.ending,
                            record.replayed,
                            audit->positions,
                            {},
                            {},
                            std::move(record.diagnostics)};
        for (const AuditFinding<S>& finding : audit->findings) audited.findings.push_back(line_of(finding));
        for (const PositionClaim<S>& claim : position_claims<S>(game_, raw, record)) {
            Result<PositionVerdict<S>> judged = judged_claim(claim, pieces);
            if (!judged) return fail(std::move(judged.error()));
            audited.claims.push_back(line_of(claim, *judged));
        }
        return audited;
    }

private:
    Result<PositionVerdict<S>> judged_claim(const PositionClaim<S>& claim, int pieces) const {
        const Position<S>& position = claim.position;
        const bool two_sides =
            !position.pieces(Color::white).empty() && !position.pieces(Color::black).empty();
        if (!two_sides || position.count() > pieces) {
            // Who cannot move has lost, or what the rules say, whatever tables there are.
            if (position.pieces(!position.to_move).empty() || !game_.moves(position).empty())
                return PositionVerdict<S>{};
            const NoMove rule = game_.variant_rules().no_move;
            return judge<S>(claim,
                            rule == NoMove::loses  ? Wld::loss
                            : rule == NoMove::wins ? Wld::win
                                                   : Wld::draw,
                            {});
        }
        const Result<Wld> value = probed_result(prober_, position);
        if (!value) return fail(value.error());
        const auto rated = rated_results(prober_, position);
        if (!rated) return fail(rated.error());
        // A claim is never called false on one stored value: its successors must say the same.
        if (!rated->empty() && rated->front().value != *value) {
            return fail(ErrorKind::table_damaged, "the tables contradict each other at " +
                                                      write_fen(game_, position) +
                                                      "; check them with damier verify");
        }
        return judge<S>(claim, *value, *rated);
    }

    ClaimLine line_of(const PositionClaim<S>& claim, const PositionVerdict<S>& judged) const {
        ClaimLine line;
        line.kind = claim.kind;
        line.source = claim.source;
        line.verdict = judged.verdict;
        line.beside_the_board = claim.beside_the_board;
        line.in_variation = claim.in_variation;
        line.ply = claim.ply;
        line.fen = write_fen(game_, claim.position);
        line.to_move = claim.position.to_move;
        if (claim.move) line.played = move_text(game_, claim.position, *claim.move);
        line.value = judged.value;
        line.value_of_move = judged.value_of_move;
        for (const Move<S>& move : judged.better)
            line.better.push_back(move_text(game_, claim.position, move));
        line.text = claim.text;
        line.place = claim.place;
        return line;
    }

    FindingLine line_of(const AuditFinding<S>& finding) const {
        FindingLine line{finding.kind,
                         finding.ply,
                         write_fen(game_, finding.position),
                         finding.position.to_move,
                         {},
                         finding.before,
                         finding.after,
                         {},
                         finding.place};
        if (finding.played) line.played = move_text(game_, finding.position, *finding.played);
        for (const Move<S>& move : finding.better)
            line.better.push_back(move_text(game_, finding.position, move));
        return line;
    }

    const BoardGame<S>& game_;
    Prober<S, M> prober_;
};

template <class S>
class TypedGame final : public AnyGame {
public:
    explicit TypedGame(std::unique_ptr<const BoardGame<S>> game) : owned_{std::move(game)}, game_{*owned_} {}

    const Rules& rules() const override { return game_.variant_rules(); }
    const BoardShape& shape() const override { return game_.board().shape(); }
    Placement start() const override { return to_placement(game_.start()); }

    std::uint64_t perft(const Placement& placement, int depth, CaptureCount count) const override {
        return damier::perft(game_, to_position<S>(placement), depth, count);
    }

    std::vector<MoveLine> moves(const Placement& placement) const override {
        std::vector<MoveLine> lines;
        for (LegalMove<S>& legal : legal_moves(game_, to_position<S>(placement))) {
            const Move<S>& move = legal.move;
            lines.push_back(
                {std::move(legal.text), move.from, move.to, move.promotes, std::move(legal.captured)});
        }
        return lines;
    }

    Result<BuildPlan> plan(std::string_view metric, int pieces, const std::filesystem::path& folder,
                           SolverKind solver) const override {
        return plan_build(game_.board(), game_.variant_rules(), metric, pieces, folder, solver);
    }

    Result<BuildReport> build(std::string_view metric, const BuildOptions& options, BuildObserver& observer,
                              const StopRequest& stop) const override {
        const PositionText<S> text = [this](const Position<S>& p) { return write_fen(game_, p); };
        return with_metric(metric, [&](auto m) {
            using M = typename decltype(m)::type;
            return build_tables<S, M>(game_.board(), game_.variant_rules(), options, text, observer, stop);
        });
    }

    Result<DrawsOfGame> draws(const RawGame& raw, const DrawRules& rules) const override {
        GameRecord<S> record = replay(game_, raw);
        EarlierPlies earlier;
        if (const GameTag* fen = start_fen(raw.tags); fen != nullptr && record.set_up) {
            const auto counters = parse_fen_counters(fen->value);
            const auto known =
                counters ? earlier_plies(*counters, record.start.to_move, game_.variant_rules().first)
                         : tl::make_unexpected(counters.error());
            if (!known) {
                Error error = known.error();
                const std::size_t column = error.place.line == 0 ? 1 : error.place.column;
                error.place = fen->value_place;
                error.place.column += column - 1;
                return fail(std::move(error));
            }
            earlier = *known;
        }
        DrawsOfGame found;
        found.draws = find_draws(game_, record, rules, earlier);
        for (const RuleInGame& rule : found.draws.rules) {
            const std::size_t ply = (rule.holds.empty() ? rule.may_hold : rule.holds).front().first;
            found.first_fens.push_back(
                write_fen(game_, ply < record.moves.size() ? record.moves[ply].before : record.last));
        }
        for (const PlayedMove<S>& played : record.moves) found.moves.push_back(played.place);
        found.last_fen = write_fen(game_, record.last);
        found.last_to_move = record.last.to_move;
        found.result = record.result();
        found.result_place = place_of_result(record);
        found.ending = record.ending;
        found.replayed = record.replayed;
        found.diagnostics = std::move(record.diagnostics);
        return found;
    }

    Result<std::unique_ptr<AnyProber>> prober(TableSet& tables) const override {
        return with_metric(tables.identity().metric, [&](auto m) -> Result<std::unique_ptr<AnyProber>> {
            return std::make_unique<TypedProber<S, typename decltype(m)::type>>(game_, tables);
        });
    }

    Result<SliceCheck> verify(TableSet& tables, const Slice& slice, const VerifyOptions& options,
                              const StopRequest& stop, const ValuesDone& done) const override {
        const auto found = with_metric(tables.identity().metric, [&](auto m) {
            return verify_slice<S, typename decltype(m)::type>(game_, tables, slice, options, stop, done);
        });
        if (!found) return fail(found.error());
        SliceCheck check{found->checked, found->wrong, {}};
        for (const WrongValue<S>& wrong : found->examples) {
            check.examples.push_back({write_fen(game_, wrong.position), wrong.stored, wrong.recomputed});
        }
        return check;
    }

    Result<std::vector<Histogram>> histogram(TableSet& tables, const Slice& slice, Threads threads,
                                             const StopRequest& stop, const ValuesDone& done) const override {
        return with_metric(tables.identity().metric, [&](auto m) {
            return damier::histogram<S, typename decltype(m)::type>(game_, tables, slice, threads, stop,
                                                                    done);
        });
    }

    Result<std::unique_ptr<ProofGame>> proof_game(TableSet* tables, int pieces) const override {
        if constexpr (std::is_same_v<S, SquareSet64>) {
            return damier::proof_game(game_, tables, pieces);
        } else {
            return fail(ErrorKind::usage, "proof search is for boards of up to 64 squares");
        }
    }

private:
    // Of what GameRecord::result() believes.
    static TextPlace place_of_result(const GameRecord<S>& record) {
        if (record.tag_result == GameResult::unknown) return record.terminator_place;
        for (const GameTag& tag : record.tags) {
            if (tag.name == "Result") return tag.value_place;
        }
        return record.place;
    }

    std::unique_ptr<const BoardGame<S>> owned_;
    const BoardGame<S>& game_;
};

}  // namespace

std::unique_ptr<AnyGame> any_game(ChosenGame game) {
    return std::visit(
        []<class S>(std::unique_ptr<const BoardGame<S>>& of) -> std::unique_ptr<AnyGame> {
            return std::make_unique<TypedGame<S>>(std::move(of));
        },
        game);
}

}  // namespace damier
