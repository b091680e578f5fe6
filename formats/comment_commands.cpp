#include "formats/comment_commands.hpp"

namespace damier {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

std::vector<CommentCommand> comment_commands(std::string_view comment) {
    std::vector<CommentCommand> commands;
    std::size_t at = 0;
    while ((at = comment.find("[%", at)) != std::string_view::npos) {
        const std::size_t end = comment.find(']', at);
        if (end == std::string_view::npos) break;
        const std::string_view inside = trimmed(comment.substr(at + 2, end - at - 2));
        const std::size_t blank = inside.find_first_of(" \t\r\n");
        const std::string_view name = inside.substr(0, blank);
        if (!name.empty()) {
            commands.push_back({name, blank == std::string_view::npos ? "" : trimmed(inside.substr(blank))});
        }
        at = end + 1;
    }
    return commands;
}

}  // namespace damier
