// What the subcommands of `damier pdn` that write games have in common.
#pragma once

#include <string>

#include "cli/console.hpp"
#include "cli/pdn_run.hpp"
#include "formats/pdn_writer.hpp"
#include "formats/text_encoding.hpp"

namespace damier {

// --notation, --fen, --output-encoding, --json
struct PdnOutputArguments {
    std::string notation;
    std::string fen;
    std::string encoding;
    bool json = false;

    void add_to(CLI::App& command);
};

// Tells the games that cannot be read in full, and counts them.
class UnreadGames {
public:
    // ExitCode::bad_input for such a game.
    ExitCode report(const PdnItem& item, Console& console);
    void finish(Console& console) const;

private:
    std::size_t unknown_variant_ = 0;
    std::size_t not_legal_ = 0;
    std::size_t not_whole_ = 0;
};

class PdnOutput {
public:
    static Result<PdnOutput> open(const PdnOutputArguments& arguments);

    // The game as it is to be written; nothing where its variant is unknown.
    std::string text(const PdnTask& task, const PdnItem& item) const;
    // Comments behind the last game; nothing in JSON.
    std::string rest(const RawGame& raw) const;
    // In the encoding asked for; counts characters that it lacks.
    std::string encoded(const std::string& text);
    ExitCode report(const PdnItem& item, Console& console) { return unread_.report(item, console); }
    // Tells how many games and characters were lost; ExitCode::bad_input if characters were.
    ExitCode finish(Console& console) const;
    const WriterOptions& writer() const { return writer_; }

private:
    WriterOptions writer_;
    Encoding encoding_ = Encoding::utf8;
    bool json_ = false;
    std::size_t lacking_ = 0;
    UnreadGames unread_;
};

}  // namespace damier
