#include "cli/proof_run.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include "cli/command_files.hpp"
#include "cli/json.hpp"
#include "cli/machine.hpp"
#include "cli/present_tables.hpp"
#include "cli/quantity_text.hpp"
#include "cli/stop_signal.hpp"
#include "egtb/atomic_file.hpp"
#include "rules/reading.hpp"

namespace damier {

namespace {

constexpr double line_interval = 5;  // seconds

void add_table_memory(CLI::App& command, std::uint64_t& memory) {
    // Enough for some ten million positions, and no more than a quarter of a small machine.
    memory = std::min<std::uint64_t>(std::uint64_t{1} << 30, usable_memory() / 4);
    const auto read = [&memory](const std::string& text) {
        const auto bytes = parse_bytes(text);
        if (!bytes || *bytes < ProofTable::least_bytes) {
            refuse("--memory must be a number of bytes of at least 4K, as in 16G, not \"" + text + "\"");
        }
        memory = *bytes;
    };
    command
        .add_option_function<std::string>(
            "--memory", read,
            fmt::format("Size of the transposition table, as in 16G; {} unless given", short_bytes(memory)))
        ->type_name("SIZE");
}

bool read_seconds(const std::string& text, double& seconds) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    return error == std::errc{} && end == text.data() + text.size() && seconds > 0 && std::isfinite(seconds);
}

void add_limits(CLI::App& command, ProverOptions& prover) {
    const auto seconds = [&prover](const std::string& text) {
        if (!read_seconds(text, prover.seconds))
            refuse("--time must be a number of seconds greater than 0, not \"" + text + "\"");
    };
    command.add_option_function<std::string>("--time", seconds, "Give up after so many seconds")
        ->type_name("S");
    const auto nodes = [&prover](const std::string& text) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), prover.nodes);
        if (error != std::errc{} || end != text.data() + text.size() || prover.nodes == 0) {
            refuse("--nodes must be a whole number greater than 0, not \"" + text + "\"");
        }
    };
    command.add_option_function<std::string>("--nodes", nodes, "Give up after so many nodes")->type_name("N");
}

void add_save_every(CLI::App& command, double& interval) {
    const auto seconds = [&interval](const std::string& text) {
        if (!read_seconds(text, interval))
            refuse("--save-every must be a number of seconds greater than 0, not \"" + text + "\"");
    };
    command
        .add_option_function<std::string>(
            "--save-every", seconds,
            fmt::format("Keep the search so far in FILE.state after so many seconds; {:g} unless given",
                        interval))
        ->type_name("S");
}

double progress_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string number_text(std::uint32_t number) {
    return number >= ProofNumbers::infinity ? "infinite" : short_count(number);
}

}  // namespace

void ProofArguments::add_to(CLI::App& command) {
    game.add_to(command);
    command
        .add_option("--dir", folders.folders,
                    "A folder with tables, which end the search; may be given several times")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command.add_option("--out", out, "The certificate; a search that has not ended is kept in FILE.state")
        ->required()
        ->type_name("FILE");
    add_limits(command, prover);
    add_save_every(command, save_every);
    add_table_memory(command, prover.memory);
    add_threads(command, prover.threads);
    add_json(command, json);
    command.add_flag("--quiet", quiet, "No progress");
}

namespace {

Result<OpenProofGame> open_game(const GameArguments& arguments, const FolderArguments& folders) {
    OpenProofGame open;
    auto game = arguments.open();
    if (!game) return fail(std::move(game.error()));
    open.game = std::move(*game);
    int pieces = 0;
    if (!folders.folders.empty()) {
        auto tables = folders.open(*open.game);
        if (!tables) return fail(std::move(tables.error()));
        open.tables = std::move(*tables);
        const Result<int> complete = complete_pieces(*open.game, *open.tables);
        if (!complete) return fail(complete.error());
        pieces = *complete;
    }
    auto proof = open.game->proof_game(open.tables.get(), pieces);
    if (!proof) return fail(std::move(proof.error()));
    open.proof = std::move(*proof);
    return open;
}

}  // namespace

Result<OpenProofGame> open_proof_game(const ProofArguments& arguments) {
    const auto files = CommandFiles{}
                           .reads_tables(arguments.folders.folders)
                           .writes("--out", arguments.out)
                           .writes("the state of --out", arguments.state())
                           .check();
    if (!files) return fail(files.error());
    if (arguments.out.ends_with(".state")) {
        return fail(ErrorKind::usage, fmt::format("--out {}: so the states of searches are called; name it "
                                                  "otherwise",
                                                  arguments.out));
    }
    return open_game(arguments.game, arguments.folders);
}

Result<OpenProofGame> open_certificate_game(const CertificateHeader& header, const FolderArguments& folders) {
    GameArguments arguments;
    arguments.variant = name_from_files(header.variant);
    const Rules* rules = find_rules(arguments.variant);
    if (rules == nullptr || rules->name != arguments.variant) return fail(unknown_variant(arguments.variant));
    if (header.shape.width != rules->board.is.width || header.shape.height != rules->board.is.height) {
        arguments.board = header.shape.name();
    }
    auto open = open_game(arguments, folders);
    if (!open) return open;
    const BoardShape& shape = open->game->shape();
    if (shape.bottom_left_plays != header.shape.bottom_left_plays ||
        shape.every_square_plays != header.shape.every_square_plays) {
        return fail(ErrorKind::bad_input,
                    "the board of the certificate has other squares than the variant's");
    }
    return open;
}

void ProofProgress::progress(const ProverProgress& p) {
    if (quiet_) return;
    const double now = progress_seconds();
    if (shown_ == 0) shown_ = now;
    if (!console_.has_terminal() && now - shown_ < line_interval) return;
    shown_ = now;
    std::string text = fmt::format(
        "{}, {} attacks: {} nodes, {}/s, elapsed {}", p.phase, name(p.attacker),
        short_count(static_cast<double>(p.nodes)),
        p.seconds > 0 ? short_count(static_cast<double>(p.nodes) / p.seconds) : "?", clock_time(p.seconds));
    if (p.phase == "search") {
        text += fmt::format(", proof number {}, disproof number {}", number_text(p.root.proof),
                            number_text(p.root.disproof));
    } else {
        text += fmt::format(", {} positions", short_count(static_cast<double>(p.positions)));
    }
    text += fmt::format(", table {:.0f} % full", 100 * p.filled);
    console_.has_terminal() ? console_.status(text) : console_.say(text);
}

ProofPosition proof_position(const Placement& placement) { return to_position<SquareSet64>(placement); }

Result<ProofOutcome> run_proof(const ProofArguments& arguments, const OpenProofGame& game,
                               const Placement& placement, const ProofPlan& plan, Console& console) {
    const ProofPosition root = proof_position(placement);
    const std::filesystem::path state = arguments.state();
    const ProofQuestion question{root, plan.goal};
    // Not only after hours of search.
    if (auto writable = AtomicFile::create(arguments.out); !writable) return fail(writable.error());
    const StopSignal stop;
    ProofProgress progress{console, arguments.quiet};
    Prover prover{*game.proof, arguments.prover, progress, StopSignal::request()};
    std::error_code error;
    if (std::filesystem::exists(state, error)) {
        if (auto restored = prover.restore(state, question); !restored)
            return fail(std::move(restored.error()));
        if (!arguments.quiet) console.say(fmt::format("going on from {}", state.string()));
    }
    // What a killed one was writing. It does no harm where it cannot be removed.
    static_cast<void>(remove_stale_temporaries(state.has_parent_path() ? state.parent_path() : "."));
    prover.set_break(arguments.save_every, [&] {
        if (const auto saved = prover.save(state, question); !saved)
            console.say(fmt::format("the search goes on unsaved: {}", saved.error().message));
    });
    Result<std::vector<ProvedPart>> parts = plan.decide(prover);
    if (!parts) {
        Error reason = parts.error();
        if (reason.kind == ErrorKind::limit || reason.kind == ErrorKind::interrupted) {
            if (auto saved = prover.save(state, question); !saved) return fail(std::move(saved.error()));
            reason.message += fmt::format(" ({} nodes); the search so far is in {}, the same command goes on",
                                          prover.nodes(), state.string());
        }
        return fail(std::move(reason));
    }
    const Result<CertificateHeader> header = prover.header(root, *parts);
    if (!header) return fail(header.error());
    ProofOutcome outcome;
    std::vector<std::vector<CertificateRecord>> records;
    for (ProvedPart& part : *parts) {
        outcome.parts.push_back(part.part);
        for (const CertificateRecord& record : part.records) {
            ++(record.is_leaf() ? outcome.leaves : outcome.moves);
        }
        records.push_back(std::move(part.records));
    }
    const Result<std::uint64_t> bytes = write_certificate(arguments.out, *header, records);
    if (!bytes) return fail(bytes.error());
    std::filesystem::remove(state, error);
    outcome.bytes = *bytes;
    outcome.nodes = prover.nodes();
    outcome.seconds = prover.seconds();
    return outcome;
}

std::string claim_text(const std::vector<CertificatePart>& parts) {
    if (parts.size() == 2) return "draw";
    return fmt::format("{} {}s", name(parts.front().prover), name(parts.front().goal));
}

void print_outcome(const ProofArguments& arguments, const OpenProofGame& game, const Placement& root,
                   const ProofOutcome& outcome, std::optional<bool> goal_reached, Console& console) {
    const std::string fen = write_placement(root, game.game->shape(), game.game->rules().notation);
    const std::string claim = claim_text(outcome.parts);
    if (!arguments.json) {
        console.print("{}\t{}\n", fen, claim);
    } else {
        Json object;
        object["fen"] = fen;
        object["variant"] = game.game->rules().name;
        object["board"] = game.game->shape().name();
        object["proved"] = claim;
        if (goal_reached) object["goal_reached"] = *goal_reached;
        object["certificate"] = arguments.out;
        object["moves"] = outcome.moves;
        object["leaves"] = outcome.leaves;
        object["bytes"] = outcome.bytes;
        object["table_pieces"] = game.proof->table_pieces();
        object["nodes"] = outcome.nodes;
        object["seconds"] = outcome.seconds;
        print_json(console, object);
    }
    if (arguments.quiet) return;
    console.say(fmt::format("{}: {} nodes in {:.1f} s; certificate {}: {} moves, {} leaves, {}", claim,
                            outcome.nodes, outcome.seconds, arguments.out, outcome.moves, outcome.leaves,
                            short_bytes(outcome.bytes)));
}

}  // namespace damier
