#include "cli/game_json.hpp"

#include <span>

#include "formats/comment_commands.hpp"
#include "formats/notation.hpp"
#include "formats/result_text.hpp"

namespace damier {

namespace {

std::string_view name_of(GameRemark::Kind kind) {
    switch (kind) {
        case GameRemark::Kind::comment:
            return "comment";
        case GameRemark::Kind::nag:
            return "nag";
        case GameRemark::Kind::strength:
            return "strength";
    }
    return {};
}

Json remark_json(const GameRemark& remark) {
    Json object;
    object["ply"] = remark.ply;
    object["kind"] = name_of(remark.kind);
    object["text"] = remark.text;
    object["line"] = remark.place.line;
    object["column"] = remark.place.column;
    if (remark.kind != GameRemark::Kind::comment) return object;
    const auto commands = comment_commands(remark.text);
    if (commands.empty()) return object;
    object["commands"] = Json::array();
    for (const CommentCommand& command : commands) {
        object["commands"].push_back({{"name", command.name}, {"arguments", command.arguments}});
    }
    return object;
}

Json remarks_json(const std::vector<GameRemark>& remarks) {
    Json list = Json::array();
    for (const GameRemark& remark : remarks) list.push_back(remark_json(remark));
    return list;
}

template <class S>
Json moves_json(const BoardGame<S>& view, const std::vector<PlayedMove<S>>& moves,
                const WriterOptions& options) {
    MoveStyle style = MoveStyle::of(view.variant_rules());
    style.notation = options.notation.value_or(style.notation);
    Json list = Json::array();
    for (const PlayedMove<S>& played : moves)
        list.push_back(move_text(view, played.before, played.move, style));
    return list;
}

template <class S>
void add_record(Json& object, const BoardGame<S>& view, const GameRecord<S>& record,
                const WriterOptions& options) {
    object["result"] = name(record.result());
    object["start"] = fen_text(view, record.start, options);
    object["moves"] = moves_json(view, record.moves, options);
    object["last"] = fen_text(view, record.last, options);
    object["replayed"] = record.replayed;
    object["remarks"] = remarks_json(record.remarks);
    object["variations"] = Json::array();
    for (const GameVariation<S>& variation : record.variations) {
        Json one;
        one["parent"] =
            variation.parent == GameVariation<S>::main_line ? Json(nullptr) : Json(variation.parent);
        one["ply"] = variation.ply;
        one["start"] = fen_text(view, variation.start, options);
        one["moves"] = moves_json(view, variation.moves, options);
        one["replayed"] = variation.replayed;
        one["remarks"] = remarks_json(variation.remarks);
        object["variations"].push_back(std::move(one));
    }
}

}  // namespace

Json game_json(const PdnTask& task, const PdnItem& item, const WriterOptions& options) {
    Json object;
    object["file"] = task.file;
    object["game"] = task.raw.number;
    object["line"] = task.raw.place.line;
    object["variant"] = item.rules != nullptr ? Json(item.rules->name) : Json(nullptr);
    object["tags"] = Json::array();
    for (const GameTag& tag : task.raw.tags) object["tags"].push_back(Json::array({tag.name, tag.value}));
    object["before"] = Json::array();
    for (const PdnElement& element : std::span{task.raw.elements}.first(task.raw.before_tags))
        object["before"].push_back(task.raw.text_of(element));
    object["terminator"] = task.raw.terminator;
    if (task.replayed != nullptr) {
        task.replayed->visit(
            [&](const auto& view, const auto& record) { add_record(object, view, record, options); });
    } else {
        object["moves"] = Json::array();
        for (const RawMove& move : task.raw.moves) object["moves"].push_back(move.text);
        object["replayed"] = false;
    }
    return object;
}

}  // namespace damier
