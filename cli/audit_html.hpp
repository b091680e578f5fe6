// The report of an audit as a page with boards.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "egtb/atomic_file.hpp"
#include "formats/raw_game.hpp"
#include "rules/board_shape.hpp"
#include "rules/result.hpp"

namespace damier {

class AuditHtml {
public:
    explicit AuditHtml(const BoardShape& shape) : shape_{shape} {}

    // The page grows under another name until publish().
    Result<void> open(const std::string& name);
    void add(const RawGame& game, const std::string& text, const std::string& fen, const std::string& played,
             const std::vector<std::string>& better);
    // Tells of a write that failed before, too.
    Result<void> publish();

private:
    void write(std::string_view text);

    BoardShape shape_;
    std::optional<AtomicFile> file_;
    Result<void> written_;
};

}  // namespace damier
