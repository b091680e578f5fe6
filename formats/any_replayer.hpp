// Replays games by rules that were chosen at run time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "formats/pdn_writer.hpp"
#include "formats/replay.hpp"
#include "rules/variants.hpp"

namespace damier {

// One object serves one thread.
class AnyReplayer {
public:
    explicit AnyReplayer(ChosenGame game, bool strict = false)
        : game_{std::move(game)},
          typed_{std::visit([&](const auto& chosen) { return make(*chosen, strict); }, game_)} {}

    const Rules& rules() const {
        return std::visit([](const auto& game) -> const Rules& { return game->variant_rules(); }, game_);
    }

    void replay(const RawGame& raw) {
        std::visit([&](auto& typed) { typed->replayer.replay(raw, typed->record); }, typed_);
    }
    // Calls f with the BoardGame and the GameRecord of the last game replayed, of either width.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit([&](const auto& typed) -> decltype(auto) { return f(typed->game, typed->record); },
                          typed_);
    }
    void write(const RawGame& raw, const WriterOptions& options, std::string& out) const {
        visit([&](const auto& game, const auto& record) { write_game(game, raw, record, options, out); });
    }
    const std::vector<Diagnostic>& diagnostics() const {
        return visit([](const auto&, const auto& record) -> const std::vector<Diagnostic>& {
            return record.diagnostics;
        });
    }

private:
    template <class S>
    struct Typed {
        Typed(const BoardGame<S>& of, bool strict) : game{of}, replayer{of, strict} {}
        const BoardGame<S>& game;
        Replayer<S> replayer;
        GameRecord<S> record;
    };
    using Either = std::variant<std::unique_ptr<Typed<SquareSet64>>, std::unique_ptr<Typed<SquareSet128>>>;

    template <class S>
    static Either make(const BoardGame<S>& game, bool strict) {
        return std::make_unique<Typed<S>>(game, strict);
    }

    ChosenGame game_;
    Either typed_;
};

}  // namespace damier
