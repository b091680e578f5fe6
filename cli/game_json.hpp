// A game as JSON, for `damier pdn convert --json`.
#pragma once

#include "cli/json.hpp"
#include "cli/pdn_run.hpp"
#include "formats/pdn_writer.hpp"

namespace damier {

// `item.rules` may be nullptr: then the moves are as written.
Json game_json(const PdnTask& task, const PdnItem& item, const WriterOptions& options);

}  // namespace damier
