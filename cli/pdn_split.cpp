// damier pdn split: one file into many.
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <system_error>

#include "cli/arguments.hpp"
#include "cli/pdn_command.hpp"
#include "cli/pdn_output.hpp"
#include "formats/game_claims.hpp"

namespace damier {

namespace {

namespace fs = std::filesystem;

struct Options {
    PdnArguments input;
    PdnOutputArguments output;
    int games = 0;
    std::string tag;
    std::string folder;
};

// Letters and digits of a value; what a file name should not have becomes '_'.
std::string file_stem(std::string_view value) {
    std::string stem;
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
        if (plain) {
            stem += c;
        } else if (stem.empty() || stem.back() != '_') {
            stem += '_';
        }
    }
    constexpr std::size_t longest = 100;
    if (stem.size() > longest) stem.resize(longest);
    return stem.empty() || stem[0] == '.' ? "_" + stem : stem;
}

// A name of its own for each value: where two values would have the same, the later ones get a number.
class Stems {
public:
    const std::string& of(const std::string& value) {
        const auto [known, is_new] = stems_.try_emplace(value);
        if (!is_new) return known->second;
        const std::string stem = file_stem(value);
        known->second = stem;
        for (int number = 2; !taken_.insert(known->second).second; ++number)
            known->second = fmt::format("{}-{}", stem, number);
        return known->second;
    }

private:
    std::map<std::string, std::string> stems_;
    std::set<std::string> taken_{"_"};  // of games without the tag
};

// Files grow under a name of their own and get their final one when all is written.
class Parts {
public:
    explicit Parts(fs::path folder, std::string extension)
        : folder_{std::move(folder)}, extension_{std::move(extension)} {}
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {
        std::error_code ignored;
        for (const auto& [stem, growing] : growing_) fs::remove(growing, ignored);
    }

    Result<void> append(const std::string& stem, const std::string& text) {
        auto [known, is_new] = growing_.try_emplace(stem);
        if (is_new) {
            if (fs::exists(final_name(stem))) {
                growing_.erase(known);
                return fail(ErrorKind::io, fmt::format("'{}' is there already; it is not overwritten",
                                                       final_name(stem).string()));
            }
            known->second = folder_ / fmt::format(".{}.{}.part", stem, ::getpid());
        }
        // Over what a killed process of the same number left.
        std::ofstream file{known->second, std::ios::binary | (is_new ? std::ios::trunc : std::ios::app)};
        file << text;
        if (file.flush()) return {};
        return failed("write", known->second);
    }

    Result<std::size_t> finish() {
        std::size_t files = 0;
        for (auto part = growing_.begin(); part != growing_.end(); part = growing_.erase(part)) {
            // Not over a file that has appeared meanwhile.
            if (::link(part->second.c_str(), final_name(part->first).c_str()) != 0) {
                return failed("make", final_name(part->first));
            }
            std::error_code ignored;
            fs::remove(part->second, ignored);
            ++files;
        }
        return files;
    }

private:
    fs::path final_name(const std::string& stem) const { return folder_ / (stem + extension_); }
    static tl::unexpected<Error> failed(std::string_view what, const fs::path& file) {
        return fail(ErrorKind::io, fmt::format("cannot {} file '{}': {}", what, file.string(),
                                               std::generic_category().message(errno)));
    }

    fs::path folder_;
    std::string extension_;
    std::map<std::string, fs::path> growing_;
};

ExitCode run(const Options& options, Console& console) {
    auto output = PdnOutput::open(options.output);
    if (!output) return console.report(output.error());
    if ((options.games > 0) == !options.tag.empty()) {
        return console.report({ErrorKind::usage, "name one of --games and --tag", {}});
    }
    std::error_code error;
    fs::create_directories(options.folder, error);
    if (error) {
        return console.report(
            {ErrorKind::io, fmt::format("cannot make folder '{}': {}", options.folder, error.message()), {}});
    }
    Parts parts{options.folder, options.output.json ? ".jsonl" : ".pdn"};
    Stems stems;
    std::size_t games = 0;
    ExitCode own = ExitCode::done;
    bool stopped = false;
    const ExitCode code = run_games(
        options.input, console,
        [&](const PdnTask& task, PdnItem& item) {
            const GameTag* tag = options.tag.empty() ? nullptr : tag_with_value(task.raw.tags, options.tag);
            if (tag != nullptr) item.keys.push_back(tag->value);
            item.text = output->text(task, item);
        },
        [&](PdnItem& item) {
            own = worst(own, output->report(item, console));
            if (stopped || item.text.empty()) return;
            const std::string stem =
                options.games > 0 ? fmt::format("{:06}", games / static_cast<std::size_t>(options.games) + 1)
                : item.keys.empty() ? "_"
                                    : stems.of(item.keys.front());
            ++games;
            if (const auto written = parts.append(stem, output->encoded(item.text)); !written) {
                own = worst(own, console.report(written.error()));
                stopped = true;
            }
        });
    if (code == ExitCode::usage) return code;
    own = worst(own, output->finish(console));
    if (stopped) return worst(code, own);
    const auto files = parts.finish();
    if (!files) return worst(code, console.report(files.error()));
    console.say(fmt::format("games: {}; files: {}", games, *files));
    return worst(code, own);
}

}  // namespace

void add_pdn_split(CLI::App& pdn, Action& chosen) {
    CLI::App* command = pdn.add_subcommand(
        "split", "Write games into files of so many games, or one for each value of a tag");
    auto& options = options_of<Options>(*command, chosen, run);
    options.input.add_to(*command);
    options.output.add_to(*command);
    constexpr int most = 1'000'000'000;
    add_whole(*command, "--games", options.games, 1, most,
              "Files of so many games: 000001.pdn, 000002.pdn ...");
    command
        ->add_option(
            "--tag", options.tag,
            "A file for each value of this tag, named after it, with a number where another value has "
            "that name; _.pdn has the games without it")
        ->type_name("NAME");
    command->add_option("--to", options.folder, "The folder, which is made if it is not there")
        ->required()
        ->type_name("DIR");
    command->footer(
        "Games are written as by damier pdn convert. Files that are there are not overwritten, and none "
        "appears before\n"
        "all are complete.\n\n"
        "Examples:\n"
        "  damier pdn split --games 1000 --to parts games.pdn\n"
        "  damier pdn split --tag Event --to events games.pdn");
}

}  // namespace damier
