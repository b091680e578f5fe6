// A game whose variant and board were chosen at run time, behind an interface without templates: the commands
// are written against it. Positions are lists and moves are texts, so nothing here is for inner loops.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "egtb/metric.hpp"
#include "egtb/slice.hpp"
#include "egtb/table_set.hpp"
#include "formats/fen.hpp"
#include "formats/pdn_reader.hpp"
#include "rules/draw_claims.hpp"
#include "rules/game_record.hpp"
#include "rules/perft.hpp"
#include "rules/position_claim.hpp"
#include "rules/variants.hpp"
#include "solver/audit.hpp"
#include "solver/build.hpp"
#include "solver/claim_verdict.hpp"
#include "solver/histogram.hpp"
#include "solver/proof_game.hpp"
#include "solver/verify.hpp"

namespace damier {

struct MoveLine {
    std::string text;
    Square from = no_square;
    Square to = no_square;
    bool promotes = false;
    std::vector<Square> captured;  // in the order of capture
};

struct RatedMoveLine {
    std::string text;
    std::optional<MetricValue> value;  // for the mover; nothing where a table is missing
};

// A stored value that is not what its successors make it.
struct WrongValueLine {
    std::string fen;
    MetricValue stored;
    MetricValue recomputed;
};

struct SliceCheck {
    std::uint64_t checked = 0;
    std::uint64_t wrong = 0;
    std::vector<WrongValueLine> examples;
};

struct FindingLine {
    FindingKind kind = FindingKind::wrong_result;
    std::size_t ply = 0;
    std::string fen;
    Color to_move = Color::white;
    std::string played;  // empty for results
    std::optional<Wld> before;
    std::optional<Wld> after;
    std::vector<std::string> better;
    TextPlace place;
    // Of results, under a rulebook: the draw rule that makes the result right although the tables say
    // otherwise, or wrong although they do not.
    std::string draw_rule = {};
    bool right_by_rule = false;
};

// What the source says of a position or a move, and what the tables say.
struct ClaimLine {
    ClaimKind kind = ClaimKind::draw;
    ClaimSource source = ClaimSource::result;
    Verdict verdict = Verdict::unknown;
    bool beside_the_board = false;
    bool in_variation = false;
    std::size_t ply = 0;  // as PositionClaim::ply
    std::string fen;
    Color to_move = Color::white;
    std::string played;  // empty for claims of positions
    std::optional<Wld> value;
    std::optional<Wld> value_of_move;
    std::vector<std::string> better;
    std::string text;
    TextPlace place;
};

struct AuditedGame {
    GameResult result = GameResult::unknown;
    GameEnding ending = GameEnding::on_the_board;
    bool replayed = true;       // to its end
    std::size_t positions = 0;  // that the tables hold
    std::vector<FindingLine> findings;
    std::vector<ClaimLine> claims;  // in the order of the game; refuted results are among the findings too
    std::vector<Diagnostic> diagnostics;
};

// A game with the draws that the rules of a rulebook make of it.
struct DrawsOfGame {
    GameDraws draws;
    std::vector<std::string> first_fens;  // of each of draws.rules, where it holds first (else where it may)
    std::vector<TextPlace> moves;         // places
    std::string last_fen;
    Color last_to_move = Color::white;
    GameResult result = GameResult::unknown;
    TextPlace result_place;
    GameEnding ending = GameEnding::on_the_board;
    bool replayed = true;  // to its end
    std::vector<Diagnostic> diagnostics;
};

// Const functions are safe to call from several threads at once.
class AnyProber {
public:
    virtual ~AnyProber() = default;
    virtual Result<MetricValue> probe(const Placement& placement) const = 0;
    // Best first, moves whose table is missing last.
    virtual Result<std::vector<RatedMoveLine>> rated_moves(const Placement& placement) const = 0;
    // Best moves to the end of the game, each with its value; none from a draw. ErrorKind::usage where the
    // metric does not lead to the end.
    virtual Result<std::vector<RatedMoveLine>> best_line(const Placement& placement) const = 0;
    // The game replayed and audited; an error is that of audit_game.
    virtual Result<AuditedGame> audit(const RawGame& game, int pieces) const = 0;
};

// On boards with more squares than the variant's own set has room for, whatever concerns tables is a usage
// error.
class AnyGame {
public:
    virtual ~AnyGame() = default;
    virtual const Rules& rules() const = 0;
    virtual const BoardShape& shape() const = 0;
    virtual Placement start() const = 0;
    virtual std::uint64_t perft(const Placement& placement, int depth, CaptureCount count) const = 0;
    virtual std::vector<MoveLine> moves(const Placement& placement) const = 0;
    virtual Result<BuildPlan> plan(std::string_view metric, int pieces, const std::filesystem::path& folder,
                                   SolverKind solver = SolverKind::automatic) const = 0;
    virtual Result<BuildReport> build(std::string_view metric, const BuildOptions& options,
                                      BuildObserver& observer, const StopRequest& stop) const = 0;
    // Of the metric of the tables. The game and the tables must outlive the prober.
    virtual Result<std::unique_ptr<AnyProber>> prober(TableSet& tables) const = 0;
    // An error where the counters of the FEN make no sense.
    virtual Result<DrawsOfGame> draws(const RawGame& game, const DrawRules& rules) const = 0;
    virtual Result<SliceCheck> verify(TableSet& tables, const Slice& slice, const VerifyOptions& options,
                                      const StopRequest& stop, const ValuesDone& done) const = 0;
    // The tables of the successors must be there too.
    virtual Result<std::vector<Histogram>> histogram(TableSet& tables, const Slice& slice, Threads threads,
                                                     const StopRequest& stop,
                                                     const ValuesDone& done) const = 0;
    // For proof search; boards of up to 64 squares. `tables` may be nullptr, and hold every slice of up to so
    // many pieces.
    virtual Result<std::unique_ptr<ProofGame>> proof_game(TableSet* tables, int pieces) const = 0;
};

std::unique_ptr<AnyGame> any_game(ChosenGame game);

}  // namespace damier
