// Replays games by rules that were chosen at run time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "formats/any_rules.hpp"
#include "formats/pdn_writer.hpp"
#include "formats/replay.hpp"

namespace damier {

// One object serves one thread.
class AnyReplayer {
public:
    explicit AnyReplayer(AnyRules rules, bool strict = false)
        : rules_{std::move(rules)}, typed_{rules_.visit([&](const auto& view) {
              return make(view, strict);
          })} {}

    const Rules& rules() const { return rules_.rules(); }
    const BoardShape& shape() const { return rules_.shape(); }

    void replay(const RawGame& raw) {
        std::visit([&](auto& typed) { typed->replayer.replay(raw, typed->record); }, typed_);
    }
    // Calls f with the BoardGame and the GameRecord of the last game replayed, of either width.
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit([&](const auto& typed) -> decltype(auto) { return f(typed->view, typed->record); },
                          typed_);
    }
    void write(const RawGame& raw, const WriterOptions& options, std::string& out) const {
        visit([&](const auto& view, const auto& record) { write_game(view, raw, record, options, out); });
    }
    const std::vector<Diagnostic>& diagnostics() const {
        return visit([](const auto&, const auto& record) -> const std::vector<Diagnostic>& {
            return record.diagnostics;
        });
    }

private:
    template <class S>
    struct Typed {
        Typed(const BoardGame<S>& rules, bool strict) : view{rules}, replayer{rules, strict} {}
        const BoardGame<S>& view;
        Replayer<S> replayer;
        GameRecord<S> record;
    };
    using Either = std::variant<std::unique_ptr<Typed<SquareSet64>>, std::unique_ptr<Typed<SquareSet128>>>;

    template <class S>
    static Either make(const BoardGame<S>& view, bool strict) {
        return std::make_unique<Typed<S>>(view, strict);
    }

    AnyRules rules_;
    Either typed_;
};

}  // namespace damier
