// Games of several files through worker threads, and out again in the order of the files.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/pdn_input.hpp"
#include "formats/any_replayer.hpp"

namespace damier {

// A game for a worker.
struct PdnTask {
    const std::string& file;
    const RawGame& raw;
    const AnyReplayer* replayed = nullptr;  // that has replayed it; nullptr where no variant is known
    std::string_view no_variant = {};       // then: why
};

// What a worker makes of a game; a command uses what it needs.
struct PdnItem {
    std::shared_ptr<const std::string> file;
    std::size_t number = 0;
    bool is_rest = false;  // no game, but what stands behind the last one
    TextPlace place;
    const Rules* rules = nullptr;
    bool replayed = false;                  // to its end
    bool whole = true;                      // RawGame::whole
    std::array<std::size_t, 3> found = {};  // diagnostics, by Severity
    std::string text;
    std::vector<std::string> keys;
    std::shared_ptr<void> more;
};

using MakeItem = std::function<void(const PdnTask& task, PdnItem& item)>;  // in any thread
using UseItem = std::function<void(PdnItem& item)>;                        // in order, in one thread

// Which variant a file is taken for is told on standard error where nobody names it. Gives the worst code of
// files that cannot be read, or in which there is no game; goes on with the next file.
// `rest`: for what stands behind the last game of a file and belongs to none (PdnReader::rest); not replayed,
// and no game. Its errors are told here, unless the command tells them (`tells_errors`).
ExitCode run_games(const PdnArguments& arguments, Console& console, const MakeItem& make, const UseItem& use,
                   const MakeItem& rest = {}, bool tells_errors = false);

}  // namespace damier
