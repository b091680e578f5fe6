#include "cli/audit_html.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cli/diagram_arguments.hpp"
#include "formats/game_claims.hpp"

namespace damier {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return out;
}

constexpr std::string_view head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>damier audit</title>\n"
    "<style>body{font-family:sans-serif;max-width:60em;margin:auto}section{border-top:1px solid "
    "#999;padding:1em 0}"
    "svg{max-width:20em;height:auto}</style>\n</head>\n<body>\n<h1>Audit</h1>\n"
    "<p>The squares of a move that was played are marked; arrows are moves that keep the value.</p>\n";

tl::unexpected<Error> failed(const std::filesystem::path& file) {
    return fail(ErrorKind::io, fmt::format("cannot write file '{}': {}", file.string(),
                                           std::generic_category().message(errno)));
}

}  // namespace

AuditHtml::~AuditHtml() {
    std::error_code ignored;
    if (!growing_.empty()) std::filesystem::remove(growing_, ignored);
}

Result<void> AuditHtml::open(const std::string& name) {
    std::error_code ignored;
    const auto there = std::filesystem::status(name, ignored);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
        return fail(ErrorKind::io, fmt::format("'{}' is there and is no regular file", name));
    name_ = name;
    growing_ = name + fmt::format(".{}.part", ::getpid());
    file_.open(growing_, std::ios::binary);
    file_ << head;
    if (!file_.flush()) return failed(growing_);
    return {};
}

void AuditHtml::add(const RawGame& game, const std::string& text, const std::string& fen,
                    const std::string& played, const std::vector<std::string>& better) {
    std::string title;
    for (const std::string_view name : {"Event", "Date", "White", "Black", "Result"}) {
        if (const GameTag* tag = tag_with_value(game.tags, name)) {
            title += fmt::format("{}{} {}", title.empty() ? "" : ", ", name, tag->value);
        }
    }
    file_ << "<section>\n<h2>" << escaped(title.empty() ? fmt::format("Game {}", game.number) : title)
          << "</h2>\n<p>" << escaped(text) << "</p>\n"
          << diagram_of("svg", fen, shape_, played, better) << "</section>\n";
}

Result<void> AuditHtml::publish() {
    file_ << "</body>\n</html>\n";
    file_.close();
    if (!file_) return failed(growing_);
    std::error_code error;
    std::filesystem::rename(growing_, name_, error);
    if (error) {
        errno = error.value();
        return failed(name_);
    }
    growing_.clear();
    return {};
}

}  // namespace damier
