// damier pdn: work with game files.
#include "cli/pdn_command.hpp"

namespace damier {

void add_pdn_command(CLI::App& program, Action& chosen) {
    CLI::App* command =
        program.add_subcommand("pdn", "Check, rewrite, select, split and count games of PDN files");
    command->require_subcommand(1);
    for (const auto add : {add_pdn_check, add_pdn_convert, add_pdn_filter, add_pdn_dedupe, add_pdn_split,
                           add_pdn_stats, add_pdn_positions}) {
        add(*command, chosen);
    }
    command->footer(
        "The variant of a game is that of --variant, else of its tags, else that under which most games of "
        "the file\n"
        "can be replayed, which is then told.\n\n"
        "Examples:\n"
        "  damier pdn check games.pdn\n"
        "  damier pdn convert --encoding cp1251 old.pdn > new.pdn\n"
        "  damier pdn positions --variant english --pieces 4 games.pdn | damier probe --variant english "
        "--dir tables -");
}

}  // namespace damier
