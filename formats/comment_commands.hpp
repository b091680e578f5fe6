// Commands that programs leave in comments: `[%clk 1:05:23]`, `[%eval -5.52]`, `[%egt 0:0:3.34]`.
#pragma once

#include <string_view>
#include <vector>

namespace damier {

struct CommentCommand {
    std::string_view name;       // "clk"
    std::string_view arguments;  // "1:05:23", without blanks around it
};

// In their order; the views are into the comment.
std::vector<CommentCommand> comment_commands(std::string_view comment);

}  // namespace damier
