// damier check-proof: checks a certificate with a move generator of its own.
#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/machine.hpp"
#include "cli/present_tables.hpp"
#include "cli/proof_run.hpp"
#include "cli/quantity_text.hpp"
#include "cli/stop_signal.hpp"
#include "rules/reading.hpp"
#include "solver/check_proof.hpp"
#include "solver/game_leaf_tables.hpp"

namespace damier {

namespace {

struct Options {
    std::string file;
    FolderArguments folders;
    int expand = 0;
    std::uint64_t memory = 0;
    bool json = false;
    bool quiet = false;
};

std::string fen_of(const PositionKey& key, const BoardShape& shape, Notation notation) {
    return write_fen(position_of(*cells_of(key, shape.squares())), shape, notation);
}

Json json_of(const CheckedPart& part) {
    Json object{{"prover", name(part.part.prover)}, {"goal", name(part.part.goal)}};
    object["moves"] = part.moves;
    object["leaves"] = part.leaves;
    object["expanded"] = part.expanded;
    object["expanded_positions"] = part.positions;
    object["looked_up"] = part.looked_up;
    object["believed"] = part.believed;
    object["unreached"] = part.unreached;
    if (part.part.goal == Goal::win) object["rank"] = part.rank;
    return object;
}

std::string text_of(const CheckedPart& part) {
    std::string text = fmt::format("{} {}s: {} moves, {} leaves ({} worked out, {} looked up, {} believed)",
                                   name(part.part.prover), name(part.part.goal), part.moves, part.leaves,
                                   part.expanded, part.looked_up, part.believed);
    if (part.part.goal == Goal::win)
        text += fmt::format(", at most {} moves to a leaf or the end", part.rank);
    if (part.unreached > 0) text += fmt::format(", {} records never reached", part.unreached);
    return text;
}

// Names what was found, and what of it rests on tables.
void print(const CertificateReader& certificate, const AnyGame& game, const ProofCheck& check,
           const Options& options, Console& console) {
    const CertificateHeader& header = certificate.header();
    const BoardShape& shape = game.shape();
    const Notation notation = game.rules().notation;
    const std::string root = fen_of(header.root, shape, notation);
    const std::string claim = claim_text(header.parts());
    if (options.json) {
        Json object;
        object["file"] = options.file;
        object["fen"] = root;
        object["variant"] = name_from_files(header.variant);
        object["board"] = shape.name();
        object["fingerprint"] = fmt::format("{:016x}", header.rules_fingerprint);
        object["claim"] = claim;
        object["draw_rules"] = header.draw_rules;
        object["proved"] = !check.fault;
        if (check.fault) {
            object["fault"] = {{"fen", fen_of(check.fault->position, shape, notation)},
                               {"reason", check.fault->reason}};
        }
        object["parts"] = Json::array();
        for (const CheckedPart& part : check.parts) object["parts"].push_back(json_of(part));
        object["tables"] = Json::array();
        for (const CertificateTable& table : header.tables) {
            object["tables"].push_back({{"slice", table.slice.name()}, {"digest", to_hex(table.content)}});
        }
        print_json(console, object);
        return;
    }
    console.print("{}\t{}\t{}\n", root, claim, check.fault ? "rejected" : "proved");
    console.print("variant\t{} {}, rules {:016x}\n", name_from_files(header.variant), shape.name(),
                  header.rules_fingerprint);
    console.print("draw rules\t{}\n", header.draw_rules);
    for (const CheckedPart& part : check.parts) console.print("part\t{}\n", text_of(part));
    for (const CertificateTable& table : header.tables) {
        console.print("table\t{}\t{}\n", table.slice.name(), to_hex(table.content));
    }
    if (check.fault) {
        console.print("fault\t{}\t{}\n", fen_of(check.fault->position, shape, notation), check.fault->reason);
    }
}

ExitCode run(const Options& options, Console& console) {
    const auto certificate = CertificateReader::open(options.file);
    if (!certificate) return console.report(certificate.error());
    const CertificateHeader& header = certificate->header();
    const auto game = open_certificate_game(header, options.folders);
    if (!game) return console.report({game.error().kind, options.file + ": " + game.error().message, {}});

    CheckOptions check;
    check.expand = options.expand;
    check.memory = options.memory;
    const StopSignal stop;
    check.stop = StopSignal::request();
    check.progress = [&](std::uint64_t done, std::uint64_t of) {
        if (!options.quiet) {
            console.status(fmt::format("{} of {} records checked", short_count(static_cast<double>(done)),
                                       short_count(static_cast<double>(of))));
        }
    };
    const GameLeafTables tables{*game->proof};
    const auto checked = check_proof(*certificate, game->game->rules(),
                                     game->proof->tables() != nullptr ? &tables : nullptr, check);
    console.status({});
    if (!checked) return console.report(checked.error());
    print(*certificate, *game->game, *checked, options, console);
    if (!checked->fault) return ExitCode::done;
    console.say(options.file + ": the certificate is rejected: " + checked->fault->reason);
    return ExitCode::checked_false;
}

}  // namespace

void add_check_proof_command(CLI::App& program, Action& chosen) {
    CLI::App* command = program.add_subcommand(
        "check-proof", "Check a certificate, with a move generator that the search does not use");
    auto& options = options_of<Options>(*command, chosen, run);
    command->add_option("FILE", options.file, "The certificate")->required()->type_name("");
    command
        ->add_option("--dir", options.folders.folders,
                     "A folder with tables: leaves are looked up there; may be given several times")
        ->type_name("DIR")
        ->allow_extra_args(false);
    add_whole(*command, "--expand", options.expand, 0, most_proof_squares,
              "Work leaves of at most so many pieces out from the rules alone");
    options.memory = usable_memory() / 2;
    const auto memory = [&options](const std::string& text) {
        const auto bytes = parse_bytes(text);
        if (!bytes) refuse("--memory must be a number of bytes greater than 0, not \"" + text + "\"");
        options.memory = *bytes;
    };
    command
        ->add_option_function<std::string>(
            "--memory", memory,
            fmt::format("What --expand may use, as in 16G; {} unless given", short_bytes(options.memory)))
        ->type_name("SIZE");
    add_json(*command, options.json);
    command->add_flag("--quiet", options.quiet, "No progress");
    command->footer(
        "Prints what is proved, and what of it rests on tables: leaves that were looked up, or, without "
        "--dir,\n"
        "believed. Exit code 1: the certificate proves nothing, and why; 5: the file is damaged.\n\n"
        "Examples:\n"
        "  damier check-proof start.cert --dir tables\n"
        "  damier check-proof start.cert --expand 4");
}

}  // namespace damier
