// The report of an audit as a page with boards.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "formats/raw_game.hpp"
#include "rules/board_shape.hpp"
#include "rules/result.hpp"

namespace damier {

class AuditHtml {
public:
    explicit AuditHtml(const BoardShape& shape) : shape_{shape} {}
    AuditHtml(const AuditHtml&) = delete;
    AuditHtml& operator=(const AuditHtml&) = delete;
    ~AuditHtml();

    // The page grows under another name until publish().
    Result<void> open(const std::string& name);
    void add(const RawGame& game, const std::string& text, const std::string& fen, const std::string& played,
             const std::vector<std::string>& better);
    Result<void> publish();

private:
    BoardShape shape_;
    std::filesystem::path name_;
    std::filesystem::path growing_;
    std::ofstream file_;
};

}  // namespace damier
