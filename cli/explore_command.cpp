// damier explore: walks about in a certificate.
#include "cli/command.hpp"
#include "cli/fen_input.hpp"
#include "cli/json.hpp"
#include "cli/proof_run.hpp"
#include "solver/certificate_walk.hpp"

namespace damier {

namespace {

struct Options {
    std::string file;
    std::vector<std::string> fens;
    std::optional<Color> prover;
    bool json = false;
};

CellPosition cells_from(const Placement& placement) { return cells_of(proof_position(placement)); }

// The text of the move between two positions; the first one where several lead there.
std::string move_between(const AnyGame& game, const Placement& before, const CellPosition& after) {
    for (const MoveLine& move : game.moves(before)) {
        ProofPosition p = proof_position(before);
        const auto mover = index(p.to_move);
        const bool man = p.men[mover].contains(move.from);
        p.men[mover].erase(move.from);
        p.kings[mover].erase(move.from);
        (man && !move.promotes ? p.men : p.kings)[mover].insert(move.to);
        for (const Square s : move.captured) {
            p.men[index(!p.to_move)].erase(s);
            p.kings[index(!p.to_move)].erase(s);
        }
        p.to_move = !p.to_move;
        if (cells_of(p) == after) return move.text;
    }
    return "?";
}

class Explorer {
public:
    Explorer(const AnyGame& game, const CertificateWalk& walk, Console& console, bool json)
        : game_{game}, walk_{walk}, console_{console}, json_{json} {}

    ExitCode show(const std::string& text, const Placement& placement) const {
        const CellPosition position = cells_from(placement);
        const CertificateWalk::View view = walk_.view(position);
        std::vector<CellPosition> next = view.replies;
        if (view.choice) next.push_back(*view.choice);
        Json object;
        object["fen"] = text;
        object["part"] = claim_text({walk_.part()});
        object["says"] = says(view);
        object["records"] = walk_.subtree(position);
        if (view.choice && walk_.part().goal == Goal::win) object["rank"] = view.rank;
        object["moves"] = Json::array();
        for (const CellPosition& after : next) {
            object["moves"].push_back({{"move", move_between(game_, placement, after)},
                                       {"chosen", view.choice.has_value()},
                                       {"fen", fen(after)},
                                       {"says", says(walk_.view(after))},
                                       {"records", walk_.subtree(after)}});
        }
        json_ ? print_json(console_, object) : print(object);
        return view.outside ? ExitCode::checked_false : ExitCode::done;
    }

    std::string fen(const CellPosition& position) const {
        return write_fen(position_of(position), game_.shape(), game_.rules().notation);
    }

private:
    std::string says(const CertificateWalk::View& view) const {
        if (view.over) return fmt::format("over: {}", name(*view.over));
        if (view.leaf) return fmt::format("leaf: {}", name(*view.leaf));
        if (view.choice) return "move";
        return view.outside ? "nothing" : "replies";
    }

    void print(const Json& object) const {
        const auto word = [](const Json& value) { return value.get<std::string>(); };
        console_.print("{}\t{}\t{}\t{} records{}\n", word(object["fen"]), word(object["part"]),
                       word(object["says"]), object["records"].get<std::uint64_t>(),
                       object.contains("rank")
                           ? fmt::format(", at most {} moves", object["rank"].get<std::uint32_t>())
                           : "");
        for (const Json& move : object["moves"]) {
            console_.print("{}\t{}\t{}\t{}\t{} records\n", move["chosen"].get<bool>() ? "chosen" : "reply",
                           word(move["move"]), word(move["fen"]), word(move["says"]),
                           move["records"].get<std::uint64_t>());
        }
    }

    const AnyGame& game_;
    const CertificateWalk& walk_;
    Console& console_;
    bool json_;
};

ExitCode run(const Options& options, Console& console) {
    const auto certificate = CertificateReader::open(options.file);
    if (!certificate) return console.report(certificate.error());
    const auto game = open_certificate_game(certificate->header(), {});
    if (!game) return console.report({game.error().kind, options.file + ": " + game.error().message, {}});
    const std::vector<CertificatePart> parts = certificate->header().parts();
    std::size_t part = 0;
    while (options.prover && part < parts.size() && parts[part].prover != *options.prover) ++part;
    if (part == parts.size()) {
        return console.report(
            {ErrorKind::usage,
             fmt::format("{}: no part proves something of {}", options.file, name(*options.prover)),
             {}});
    }
    const auto walk = CertificateWalk::open(*certificate, game->game->rules(), part);
    if (!walk) return console.report(walk.error());
    const Explorer explorer{*game->game, *walk, console, options.json};
    std::vector<std::string> fens = options.fens;
    if (fens.empty()) {
        fens.push_back(explorer.fen(*cells_of(certificate->header().root, game->game->shape().squares())));
    }
    return for_each_position(
        fens, game->game->shape(), console,
        [&](const std::string& text, const Placement& placement) { return explorer.show(text, placement); });
}

}  // namespace

void add_explore_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "explore", "Walk about in a certificate: chosen moves, replies, and what hangs on them");
    auto& options = options_of<Options>(*command, chosen, run);
    command->add_option("FILE", options.file, "The certificate")->required()->type_name("");
    command
        ->add_option("FEN", options.fens,
                     "Positions to look at, the root unless given; - reads standard input, a position a line")
        ->type_name("");
    add_side(*command, options.prover, "Of a draw: whose hold; White's unless given");
    add_json(*command, options.json);
    command->footer(
        "For each position a line with what the certificate says of it and how many records lines from there "
        "come to;\nthen a line for the chosen move, or for each reply. Exit code 1: it says nothing of a "
        "position.\n\n"
        "Examples:\n"
        "  damier explore start.cert\n"
        "  damier explore start.cert --json - < positions.txt");
}

}  // namespace damier
