// A game whose variant and board were chosen at run time, behind an interface without templates: the commands
// are written against it. Positions are lists and moves are texts, so nothing here is for inner loops.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "egtb/slice.hpp"
#include "egtb/table_set.hpp"
#include "egtb/wld.hpp"
#include "formats/fen.hpp"
#include "formats/pdn_reader.hpp"
#include "rules/game_record.hpp"
#include "rules/perft.hpp"
#include "rules/variants.hpp"
#include "solver/audit.hpp"
#include "solver/build.hpp"
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
    std::optional<Wld> value;  // for the mover; nothing where a table is missing
};

// A stored value that is not what its successors make it.
struct WrongValueLine {
    std::string fen;
    Wld stored = Wld::draw;
    Wld recomputed = Wld::draw;
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
};

struct AuditedGame {
    GameResult result = GameResult::unknown;
    GameEnding ending = GameEnding::on_the_board;
    bool replayed = true;       // to its end
    std::size_t positions = 0;  // that the tables hold
    std::vector<FindingLine> findings;
    std::vector<Diagnostic> diagnostics;
};

// Const functions are safe to call from several threads at once.
class AnyProber {
public:
    virtual ~AnyProber() = default;
    virtual Result<Wld> probe(const Placement& placement) const = 0;
    // Best first, moves whose table is missing last.
    virtual Result<std::vector<RatedMoveLine>> rated_moves(const Placement& placement) const = 0;
    // The game replayed and audited; an error is that of audit_game.
    virtual Result<AuditedGame> audit(const RawGame& game, int pieces) const = 0;
};

// On boards with more squares than the variant's own set has room for, whatever concerns tables is a usage error.
class AnyGame {
public:
    virtual ~AnyGame() = default;
    virtual const Rules& rules() const = 0;
    virtual const BoardShape& shape() const = 0;
    virtual Placement start() const = 0;
    virtual std::uint64_t perft(const Placement& placement, int depth, CaptureCount count) const = 0;
    virtual std::vector<MoveLine> moves(const Placement& placement) const = 0;
    virtual Result<BuildPlan> plan(int pieces, const std::filesystem::path& folder) const = 0;
    virtual Result<BuildReport> build(const BuildOptions& options, BuildObserver& observer,
                                      const StopRequest& stop) const = 0;
    // The game and the tables must outlive the prober.
    virtual Result<std::unique_ptr<AnyProber>> prober(TableSet& tables) const = 0;
    virtual Result<SliceCheck> verify(TableSet& tables, const Slice& slice, const VerifyOptions& options,
                                      const StopRequest& stop, const ValuesDone& done) const = 0;
};

// Instantiated for each variant and width of square set in cli/instances.cpp.in.
template <Variant V, class S>
std::unique_ptr<AnyGame> any_game(const Game<V, S>& game);

}  // namespace damier
