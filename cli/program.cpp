#include "cli/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace damier {

namespace {

constexpr const char* exit_codes =
    "Exit codes:\n"
    "    0  done\n"
    "    1  checked and false: a wrong value, result or claim, a move that changes the result\n"
    "    2  usage: options or arguments that make no sense\n"
    "    3  not answerable: a table is missing\n"
    "    4  bad input: a position or game that cannot be read\n"
    "    5  a table is damaged\n"
    "    6  input or output failed\n"
    "    7  a limit was reached\n"
    "   70  a mistake in damier itself\n"
    "   75  a unit of a cluster could not be done now and may be tried again\n"
    "  130  interrupted; the tables are whole, the same command goes on\n"
    "A command that goes on after an error ends with the highest code.\n\n"
    "Examples:\n"
    "  damier build --variant english --pieces 4 --dir tables\n"
    "  damier probe --variant english --dir tables \"W:WK1,K2:BK32\"\n"
    "  damier probe --help";

// A file that is opened next must not become a standard stream; and writes to a closed one must fail, not
// vanish.
void keep_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) != -1) continue;
        const int mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (::open("/dev/null", mode) != descriptor) ::_exit(static_cast<int>(ExitCode::io));
    }
}

// A failed write is an error with an exit code, not a death.
void keep_alive_without_reader() { ::signal(SIGPIPE, SIG_IGN); }

// CLI11 takes `[a,b]` for a list, and `[FEN "..."]` is a position: a blank in front makes it an ordinary
// word.
std::vector<std::string> words(int argc, const char* const* argv) {
    std::vector<std::string> words;
    for (int i = argc - 1; i > 0; --i) {
        const std::string_view word = argv[i];
        words.push_back((word.starts_with("[FEN") ? " " : "") + std::string{word});
    }
    return words;  // last first, as CLI11 takes them
}

std::string without_newlines(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

// The innermost subcommand that the arguments name.
struct Chosen {
    const CLI::App* app;
    std::string name;  // "damier pdn check"
};

Chosen chosen_in(const CLI::App& program) {
    Chosen named{&program, program.get_name()};
    while (!named.app->get_subcommands().empty()) {
        named.app = named.app->get_subcommands().front();
        named.name += " " + named.app->get_name();
    }
    return named;
}

// A word that the command does not know.
std::string unknown_word(const Chosen& named, const std::string& word) {
    if (!word.starts_with('-') || word == "-")
        return fmt::format("{} does not take the argument \"{}\"", named.name, word);
    std::string meant;
    for (const CLI::Option* option : named.app->get_options()) {
        for (const std::string& name : option->get_lnames()) {
            if (("--" + name).starts_with(word)) meant += (meant.empty() ? "" : " or ") + ("--" + name);
        }
    }
    return fmt::format("{} has no option \"{}\"{}", named.name, word,
                       meant.empty() ? "" : "; did you mean " + meant + "?");
}

// CLI11 says only that a subcommand is required, or first what is required and then what it does not know.
std::string usage_fault(const Chosen& named, const CLI::ParseError& error) {
    std::string subcommands;
    for (const CLI::App* app : named.app->get_subcommands([](const CLI::App*) { return true; }))
        subcommands += (subcommands.empty() ? "" : ", ") + app->get_name();
    const std::vector<std::string> unknown = named.app->remaining();
    if (subcommands.empty()) {
        const bool of_words = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ||
                              dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
        return unknown.empty() || !of_words ? without_newlines(error.what())
                                            : unknown_word(named, unknown.front());
    }
    if (unknown.empty()) return fmt::format("{} needs a subcommand: {}", named.name, subcommands);
    const bool option = unknown.front().starts_with('-');
    return fmt::format("{} has no {} \"{}\"; its subcommands are {}", named.name,
                       option ? "option" : "subcommand", unknown.front(), subcommands);
}

// The first option that was given nothing: a folder, a name or a number that a script forgot to fill in.
// Names of no option are meant to be empty.
std::string empty_option(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional() && std::ranges::find(option->results(), "") != option->results().end())
            return option->get_name();
    }
    return {};
}

ExitCode run(CLI::App& program, std::vector<std::string> arguments, const Action& chosen, Console& console) {
    try {
        program.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
        console.print(program.help());
        return ExitCode::done;
    } catch (const CLI::CallForVersion& version) {
        console.print("{}\n", version.what());
        return ExitCode::done;
    } catch (const CLI::ParseError& error) {
        const Chosen named = chosen_in(program);
        console.say(fmt::format("{}; see {} --help", usage_fault(named, error), named.name));
        return ExitCode::usage;
    }
    const Chosen named = chosen_in(program);
    if (const std::string option = empty_option(*named.app); !option.empty()) {
        console.say(fmt::format("{} is empty; see {} --help", option, named.name));
        return ExitCode::usage;
    }
    return chosen(console);
}

}  // namespace

ExitCode run_program(int argc, const char* const* argv) {
    keep_standard_streams();
    keep_alive_without_reader();
    Console console;
    ExitCode code = ExitCode::internal;
    try {
        CLI::App program{
            "damier: endgame tables for the draughts family - build them, look positions up, check games, "
            "prove positions",
            "damier"};
        program.set_version_flag("--version", "damier " DAMIER_VERSION, "Print the version");
        program.require_subcommand(1);
        program.footer(exit_codes);
        Action chosen;
        for (const auto add :
             {add_variants_command, add_perft_command, add_moves_command, add_plan_command, add_build_command,
              add_probe_command, add_stats_command, add_verify_command, add_repack_command, add_audit_command,
              add_claim_command, add_pdn_command, add_prove_command, add_solve_command,
              add_check_proof_command, add_explore_command, add_cluster_command}) {
            add(program, chosen);
        }
        code = run(program, words(argc, argv), chosen, console);
    } catch (const std::bad_alloc&) {
        code = console.report({ErrorKind::limit, "memory is used up", {}});
    } catch (const std::exception& error) {
        console.say(std::string{"this is a mistake in damier, please report it: "} + error.what());
        code = ExitCode::internal;
    }
    return console.finish(code);
}

}  // namespace damier
