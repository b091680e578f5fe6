// Definition of any_game; included where it is instantiated (cli/instances.cpp.in).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "cli/any_game.hpp"
#include "egtb/prober.hpp"
#include "formats/notation.hpp"
#include "formats/replay.hpp"

namespace damier::detail {

template <Variant V, class S>
class TypedProber final : public AnyProber {
public:
    TypedProber(const Game<V, S>& game, TableSet& tables) : game_{game}, prober_{game, tables} {}

    Result<Wld> probe(const Placement& placement) const override {
        return prober_.probe(to_position<S>(placement));
    }

    Result<std::vector<RatedMoveLine>> rated_moves(const Placement& placement) const override {
        const auto position = to_position<S>(placement);
        std::vector<RatedMoveLine> lines;
        for (const Move<S>& move : game_.moves(position)) {
            const Result<Wld> reply = prober_.probe(game_.apply(position, move));
            if (!reply && reply.error().kind != ErrorKind::not_answerable) return fail(reply.error());
            lines.push_back({move_text(game_, position, move), std::nullopt});
            if (reply) lines.back().value = negated(*reply);
        }
        const auto better = [](const RatedMoveLine& a, const RatedMoveLine& b) { return a.value > b.value; };
        std::stable_sort(lines.begin(), lines.end(), better);
        return lines;
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
                            std::move(record.diagnostics)};
        for (const AuditFinding<S>& finding : audit->findings) audited.findings.push_back(line_of(finding));
        return audited;
    }

private:
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

    const Game<V, S>& game_;
    Prober<V, S> prober_;
};

template <Variant V, class S>
class TypedGame final : public AnyGame {
public:
    explicit TypedGame(const Game<V, S>& game) : game_{game} {}

    const Rules& rules() const override { return V::rules; }
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

    Result<BuildPlan> plan(int pieces, const std::filesystem::path& folder) const override {
        if constexpr (!has_tables) return no_tables();
        return plan_build(game_.board(), V::rules, pieces, folder);
    }

    Result<BuildReport> build(const BuildOptions& options, BuildObserver& observer,
                              const StopRequest& stop) const override {
        if constexpr (has_tables) {
            return build_tables(game_, options, observer, stop);
        } else {
            return no_tables();
        }
    }

    Result<std::unique_ptr<AnyProber>> prober(TableSet& tables) const override {
        if constexpr (has_tables) {
            return std::make_unique<TypedProber<V, S>>(game_, tables);
        } else {
            return no_tables();
        }
    }

    Result<SliceCheck> verify(TableSet& tables, const Slice& slice, const VerifyOptions& options,
                              const StopRequest& stop, const ValuesDone& done) const override {
        if constexpr (has_tables) {
            const Result<SliceVerification<S>> found =
                verify_slice(game_, tables, slice, options, stop, done);
            if (!found) return fail(found.error());
            SliceCheck check{found->checked, found->wrong, {}};
            for (const WrongValue<S>& wrong : found->examples) {
                check.examples.push_back({write_fen(game_, wrong.position), wrong.stored, wrong.recomputed});
            }
            return check;
        } else {
            return no_tables();
        }
    }

private:
    static constexpr bool has_tables = std::is_same_v<S, OfficialSet<V>>;

    auto no_tables() const {
        return fail(ErrorKind::usage,
                    fmt::format("tables of {} are for boards of at most {} squares; this board has {}",
                                V::rules.name, OfficialSet<V>::capacity, shape().squares()));
    }

    Game<V, S> game_;
};

}  // namespace damier::detail

namespace damier {

template <Variant V, class S>
std::unique_ptr<AnyGame> any_game(const Game<V, S>& game) {
    return std::make_unique<detail::TypedGame<V, S>>(game);
}

}  // namespace damier
