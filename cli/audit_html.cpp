#include "cli/audit_html.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

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

}  // namespace

Result<void> AuditHtml::open(const std::string& name) {
    auto file = AtomicFile::create(name);
    if (!file) return fail(file.error());
    file_.emplace(std::move(*file));
    write(head);
    return written_;
}

void AuditHtml::write(std::string_view text) {
    if (written_) written_ = file_->write(std::as_bytes(std::span{text}));
}

void AuditHtml::add(const RawGame& game, const std::string& text, const std::string& fen,
                    const std::string& played, const std::vector<std::string>& better) {
    std::string title;
    for (const std::string_view name : {"Event", "Date", "White", "Black", "Result"}) {
        if (const GameTag* tag = tag_with_value(game.tags, name)) {
            title += fmt::format("{}{} {}", title.empty() ? "" : ", ", name, tag->value);
        }
    }
    write(fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}</section>\n",
                      escaped(title.empty() ? fmt::format("Game {}", game.number) : title), escaped(text),
                      diagram_of("svg", fen, shape_, played, better)));
}

Result<void> AuditHtml::publish() {
    write("</body>\n</html>\n");
    if (!written_) return written_;
    if (auto flushed = file_->flush(); !flushed) return flushed;
    return file_->publish();
}

}  // namespace damier
