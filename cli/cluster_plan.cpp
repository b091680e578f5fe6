#include "cli/cluster_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "cli/json.hpp"
#include "cli/text_file.hpp"
#include "egtb/digest.hpp"
#include "rules/reading.hpp"
#include "rules/variants.hpp"

namespace damier {

namespace {

constexpr const char* format_name = "damier units 3";

std::uint64_t digest_of(std::string_view text) {
    return xxh3_64(std::as_bytes(std::span{text.data(), text.size()}));
}

Json part_json(const SlicePart& part) {
    Json json;
    json["white"] = {part.begin[0], part.end[0]};
    json["black"] = {part.begin[1], part.end[1]};
    json["share"] = {part.share, part.shares};
    return json;
}

std::string first_lines(const ClusterPlan& plan) {
    Json head;
    head["format"] = format_name;
    head["variant"] = plan.variant;
    head["board"] = plan.board;
    head["metric"] = plan.metric;
    head["pieces"] = plan.pieces;
    head["rules"] = fmt::format("{:016x}", plan.fingerprint);
    if (plan.metric == RuleMetric::name) {
        head["draw_rules"] = {{"rulebook", plan.rules.rulebook},
                              {"settings", plan.rules.settings},
                              {"articles", plan.rules.articles},
                              {"fingerprint", fmt::format("{:016x}", plan.draw_rules)}};
    }
    head["effort"] = name_of(plan.effort);
    head["folder"] = plan.folder;
    head["serial_seconds"] = plan.serial_seconds;
    head["units"] = plan.units.size();
    std::string text = head.dump() + "\n";
    for (std::size_t i = 0; i < plan.units.size(); ++i) {
        const BuildUnit& unit = plan.units[i];
        Json line;
        line["unit"] = i;
        line["slices"] = Json::array();
        for (const Slice& slice : unit.slices) line["slices"].push_back(slice.name());
        if (unit.part) line["part"] = part_json(*unit.part);
        if (unit.frames) line["frames"] = {unit.frames->share, unit.frames->shares};
        if (unit.from_parts) line["from_parts"] = true;
        if (unit.frame_shares > 0) line["frame_shares"] = unit.frame_shares;
        line["parents"] = unit.parents;
        line["memory"] = unit.memory;
        line["least_memory"] = unit.least_memory;
        line["disk"] = unit.disk;
        line["reads"] = unit.reads;
        line["seconds"] = unit.seconds;
        line["solving"] = unit.solving;
        text += line.dump() + "\n";
    }
    return text;
}

// Thrown and caught in this file alone.
struct Malformed {
    std::string what;
};

// The value of a key that has to be there and of that kind.
template <class T>
T get(const Json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end()) throw Malformed{fmt::format("\"{}\" is missing", key)};
    bool fits = false;
    if constexpr (std::is_same_v<T, std::string>) fits = it->is_string();
    if constexpr (std::is_same_v<T, double>) fits = it->is_number();
    if constexpr (std::is_unsigned_v<T>) fits = it->is_number_unsigned();
    if (!fits) throw Malformed{fmt::format("\"{}\" is of the wrong kind", key)};
    return it->template get<T>();
}

const Json& list(const Json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_array()) throw Malformed{fmt::format("\"{}\" must be a list", key)};
    return *it;
}

std::uint64_t hexadecimal(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (error != std::errc{} || end != text.data() + text.size() || text.size() != 16)
        throw Malformed{"\"" + text + "\" is no 16 hexadecimal digits"};
    return number;
}

Json object_of(std::string_view line) {
    Json object = Json::parse(line, nullptr, false);
    if (object.is_discarded() || !object.is_object()) throw Malformed{"this is no JSON object"};
    return object;
}

std::vector<std::string> words(const Json& object, const char* key) {
    std::vector<std::string> all;
    for (const Json& word : list(object, key)) {
        if (!word.is_string()) throw Malformed{word.dump() + " is no text"};
        all.push_back(word.get<std::string>());
    }
    return all;
}

void read_draw_rules(const Json& rules, ClusterPlan& plan) {
    if (!rules.is_object()) throw Malformed{"\"draw_rules\" is no object"};
    plan.rules.rulebook = get<std::string>(rules, "rulebook");
    plan.rules.settings = words(rules, "settings");
    plan.rules.articles = words(rules, "articles");
    plan.draw_rules = hexadecimal(get<std::string>(rules, "fingerprint"));
}

std::size_t read_head(const Json& head, ClusterPlan& plan) {
    if (get<std::string>(head, "format") != format_name)
        throw Malformed{fmt::format("the format is not \"{}\"", format_name)};
    plan.variant = get<std::string>(head, "variant");
    plan.board = get<std::string>(head, "board");
    plan.metric = get<std::string>(head, "metric");
    const auto pieces = get<std::uint64_t>(head, "pieces");
    if (pieces < 2 || pieces > most_plan_pieces) throw Malformed{"\"pieces\" is out of range"};
    plan.pieces = static_cast<int>(pieces);
    plan.fingerprint = hexadecimal(get<std::string>(head, "rules"));
    if (plan.metric == RuleMetric::name) {
        if (!head.contains("draw_rules")) throw Malformed{"\"draw_rules\" is missing"};
        read_draw_rules(head["draw_rules"], plan);
    }
    const auto effort = find_effort(get<std::string>(head, "effort"));
    if (!effort) throw Malformed{"\"effort\" must be fast, normal or max"};
    plan.effort = *effort;
    plan.folder = get<std::string>(head, "folder");
    plan.serial_seconds = get<double>(head, "serial_seconds");
    return get<std::uint64_t>(head, "units");
}

std::array<std::uint32_t, 2> pair_of(const Json& object, const char* key) {
    const Json& pair = list(object, key);
    std::array<std::uint32_t, 2> numbers{};
    if (pair.size() != numbers.size()) throw Malformed{fmt::format("\"{}\" is no pair", key)};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!pair[i].is_number_unsigned() || pair[i].get<std::uint64_t>() > SlicePart::all)
            throw Malformed{fmt::format("\"{}\" is out of range", key)};
        numbers[i] = pair[i].get<std::uint32_t>();
    }
    return numbers;
}

void read_share(const Json& object, const char* key, SlicePart& part) {
    const auto [share, shares] = pair_of(object, key);
    if (share >= shares) throw Malformed{fmt::format("\"{}\": there is no such share", key)};
    part.share = share;
    part.shares = shares;
}

SlicePart read_part(const Json& object) {
    if (!object.is_object()) throw Malformed{"\"part\" is no object"};
    SlicePart part;
    for (std::size_t c = 0; c < 2; ++c) {
        const auto [begin, end] = pair_of(object, c == 0 ? "white" : "black");
        if (begin >= end) throw Malformed{"a part is empty"};
        part.begin[c] = begin;
        part.end[c] = end;
    }
    read_share(object, "share", part);
    return part;
}

BuildUnit read_unit(const Json& object, std::size_t place) {
    if (get<std::uint64_t>(object, "unit") != place)
        throw Malformed{fmt::format("unit {} is expected here", place)};
    BuildUnit unit;
    for (const Json& name : list(object, "slices")) {
        const auto slice = name.is_string() ? parse_slice(name.get<std::string>()) : std::nullopt;
        if (!slice) throw Malformed{name.dump() + " is no slice"};
        unit.slices.push_back(*slice);
    }
    if (unit.slices.empty()) throw Malformed{"the unit has no slices"};
    if (object.contains("part")) unit.part = read_part(object["part"]);
    if (object.contains("from_parts")) {
        if (!object["from_parts"].is_boolean()) throw Malformed{"\"from_parts\" is of the wrong kind"};
        unit.from_parts = object["from_parts"].get<bool>();
    }
    if (object.contains("frames")) {
        unit.frames = SlicePart{};
        read_share(object, "frames", *unit.frames);
    }
    if (object.contains("frame_shares"))
        unit.frame_shares = static_cast<std::uint32_t>(get<std::uint64_t>(object, "frame_shares"));
    const int steps = int{unit.part.has_value()} + int{unit.frames.has_value()} + int{unit.from_parts};
    if (steps > 1 || (steps == 1 && unit.slices.size() != 1) || (unit.frame_shares > 0 && !unit.from_parts))
        throw Malformed{"a part is of one slice"};
    for (const Json& parent : list(object, "parents")) {
        if (!parent.is_number_unsigned() || parent.get<std::uint64_t>() >= place)
            throw Malformed{"a parent must be the number of a unit before this one"};
        unit.parents.push_back(parent.get<std::size_t>());
    }
    unit.memory = get<std::uint64_t>(object, "memory");
    unit.least_memory = get<std::uint64_t>(object, "least_memory");
    unit.disk = get<std::uint64_t>(object, "disk");
    unit.reads = get<std::uint64_t>(object, "reads");
    unit.seconds = get<double>(object, "seconds");
    unit.solving = get<double>(object, "solving");
    return unit;
}

}  // namespace

std::filesystem::path ClusterPlan::place() const {
    return std::filesystem::path{folder} / ".cluster" /
           fmt::format("{}-{}.{}.{}", name_in_files(variant), board, metric, pieces);
}

TableIdentity ClusterPlan::identity(const AnyGame& game) const {
    return TableIdentity::of(game.rules(), game.shape(), metric, rules.open(game, metric).value());
}

std::string plan_text(const ClusterPlan& plan) {
    const std::string text = first_lines(plan);
    Json last;
    last["xxh3"] = fmt::format("{:016x}", digest_of(text));
    return text + last.dump() + "\n";
}

std::string plan_digest(const ClusterPlan& plan) {
    return fmt::format("{:016x}", digest_of(first_lines(plan))).substr(0, 8);
}

Result<ClusterPlan> parse_plan(std::string_view text, const std::string& source) {
    ClusterPlan plan;
    std::size_t line = 0;
    const auto malformed = [&](const std::string& what) {
        return fail(ErrorKind::bad_input, fmt::format("{}:{}:1: {}; write the plan anew", source,
                                                      std::max<std::size_t>(line, 1), what));
    };
    try {
        std::size_t units = 0;
        bool sealed = false;
        for (std::size_t begin = 0; begin < text.size();) {
            ++line;
            const std::size_t end = text.find('\n', begin);
            if (sealed) throw Malformed{"there is something behind the last line"};
            if (end == std::string_view::npos) throw Malformed{"the last line has no end"};
            const Json object = object_of(text.substr(begin, end - begin));
            if (line == 1) {
                units = read_head(object, plan);
            } else if (plan.units.size() < units) {
                plan.units.push_back(read_unit(object, plan.units.size()));
            } else {
                if (hexadecimal(get<std::string>(object, "xxh3")) != digest_of(text.substr(0, begin)))
                    throw Malformed{"the checksum does not fit: the plan was altered"};
                sealed = true;
            }
            begin = end + 1;
        }
        if (!sealed) throw Malformed{"the plan is cut short"};
    } catch (const Malformed& error) {
        return malformed(error.what);
    }
    return plan;
}

Result<ClusterPlan> read_plan(const std::filesystem::path& file) {
    const Result<std::string> text = read_whole(file);
    if (!text) return fail(text.error());
    return parse_plan(*text, file.string());
}

Result<void> write_plan(const ClusterPlan& plan) { return write_whole(plan.file(), plan_text(plan)); }

Result<std::unique_ptr<AnyGame>> game_of(const ClusterPlan& plan) {
    Result<ChosenGame> chosen = choose_game(plan.variant, plan.board);
    if (!chosen) return fail(chosen.error());
    std::unique_ptr<AnyGame> game = any_game(std::move(*chosen));
    const auto other = [&](const std::string& rules) {
        return fail(ErrorKind::bad_input, "the plan was made by a damier with other " + rules +
                                              "; write the plan anew with this one");
    };
    const auto counted = plan.rules.open(*game, plan.metric);
    if (!counted || (*counted != nullptr && (*counted)->fingerprint() != plan.draw_rules))
        return other("draw rules of " + plan.rules.rulebook);
    if (plan.identity(*game).rules_fingerprint != plan.fingerprint) return other("rules for " + plan.variant);
    return game;
}

}  // namespace damier
