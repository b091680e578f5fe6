#include "cli/pdn_output.hpp"

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/game_json.hpp"

namespace damier {

void PdnOutputArguments::add_to(CLI::App& command) {
    command
        .add_option("--notation", notation,
                    "Squares of moves: numeric or algebraic; the variant's unless given")
        ->type_name("N");
    command
        .add_option("--fen", fen,
                    "Positions: numeric, algebraic, dotted, lidraughts or hub; plain PDN 3.0 unless given")
        ->type_name("F");
    command.add_option("--output-encoding", encoding, "utf-8 unless given, latin-1, cp1252 or cp1251")
        ->type_name("E");
    add_json(command, json);
}

Result<PdnOutput> PdnOutput::open(const PdnOutputArguments& arguments) {
    PdnOutput output;
    output.json_ = arguments.json;
    if (arguments.notation == "numeric") output.writer_.notation = Notation::numeric;
    if (arguments.notation == "algebraic") output.writer_.notation = Notation::algebraic;
    if (!arguments.notation.empty() && !output.writer_.notation) {
        return fail(ErrorKind::usage,
                    fmt::format("--notation must be numeric or algebraic, not \"{}\"", arguments.notation));
    }
    if (!arguments.fen.empty()) {
        output.writer_.fen = find_fen_dialect(arguments.fen);
        if (!output.writer_.fen) {
            return fail(ErrorKind::usage,
                        fmt::format("--fen must be numeric, algebraic, dotted, lidraughts or hub, not \"{}\"",
                                    arguments.fen));
        }
    }
    if (!arguments.encoding.empty()) {
        const auto encoding = find_encoding(arguments.encoding);
        if (!encoding || (arguments.json && *encoding != Encoding::utf8)) {
            return fail(
                ErrorKind::usage,
                fmt::format(
                    "--output-encoding must be utf-8, latin-1, cp1252 or cp1251, and utf-8 with --json, "
                    "not \"{}\"",
                    arguments.encoding));
        }
        output.encoding_ = *encoding;
    }
    return output;
}

std::string PdnOutput::text(const PdnTask& task, const PdnItem& item) const {
    if (json_) return json_line(game_json(task, item, writer_));
    std::string text;
    if (task.replayed != nullptr) task.replayed->write(task.raw, writer_, text);
    return text;
}

std::string PdnOutput::rest(const RawGame& raw) const {
    std::string text;
    if (!json_) write_line_comments(raw, raw.elements.size(), text);
    return text;
}

std::string PdnOutput::encoded(const std::string& text) { return from_utf8(text, encoding_, lacking_); }

ExitCode PdnOutput::finish(Console& console) const {
    unread_.finish(console);
    if (lacking_ == 0) return ExitCode::done;
    console.say(fmt::format("characters that {} does not have, written as ?: {}", name(encoding_), lacking_));
    return ExitCode::bad_input;
}

ExitCode UnreadGames::report(const PdnItem& item, Console& console) {
    if (item.replayed && item.whole) return ExitCode::done;
    const auto tell = [&](std::size_t& count, std::string_view what) {
        ++count;
        return console.report(
            {ErrorKind::bad_input, fmt::format("game {}: {}", item.number, what), item.place}, *item.file);
    };
    if (item.rules == nullptr)
        return tell(unknown_variant_, "its variant is unknown, name it with --variant");
    if (!item.whole) return tell(not_whole_, "not all of its text is kept, see damier pdn check");
    return tell(not_legal_, "not all of it is legal, see damier pdn check");
}

void UnreadGames::finish(Console& console) const {
    if (unknown_variant_ + not_legal_ + not_whole_ == 0) return;
    console.say(fmt::format(
        "games whose variant is unknown: {}; with moves that are not legal: {}; with text that is "
        "not kept: {}",
        unknown_variant_, not_legal_, not_whole_));
}

}  // namespace damier
