#include "cli/rule_arguments.hpp"

#include "cli/arguments.hpp"
#include "rules/rulebooks.hpp"

namespace damier {

void RuleArguments::add_to(CLI::App& command) {
    add_rulebook(command, rulebook, settings,
                 "For --metric rule: the draw rules; unless given, those that the variant names");
    command
        .add_option("--rule", articles,
                    "Of the rulebook only the rule of this article; may be given several times")
        ->type_name("ARTICLE")
        ->expected(1)
        ->take_all();
}

Result<std::shared_ptr<const CountedRules>> RuleArguments::open(const AnyGame& game,
                                                                std::string_view metric) const {
    if (metric != RuleMetric::name) {
        if (!given()) return nullptr;
        return fail(ErrorKind::usage,
                    "--rulebook, --setting and --rule are for --metric rule, not " + std::string{metric});
    }
    const auto book = rulebook_for(game.rules(), rulebook);
    if (!book) return fail(book.error());
    const auto rules = draw_rules(**book, settings, game.shape());
    if (!rules) return fail(rules.error());
    return CountedRules::of(**book, settings, *rules, articles);
}

void say_left_out(const CountedRules* counted, Console& console) {
    if (counted == nullptr || counted->left_out().empty()) return;
    std::string followed;
    for (const DrawRule& rule : counted->rules())
        followed += (followed.empty() ? "" : ", ") + std::string{rule.article};
    std::string left_out;
    for (const CountedRules::LeftOut& rule : counted->left_out())
        left_out += fmt::format("{}{} ({})", left_out.empty() ? "" : ", ", rule.article, rule.why);
    console.say(fmt::format("tables of rulebook {} follow {}; they leave out {}", counted->rulebook(),
                            followed, left_out));
}

void set_rules(Json& object, const CountedRules* counted) {
    if (counted == nullptr) return;
    object["rulebook"] = counted->rulebook();
    object["rules"] = Json::array();
    for (const DrawRule& rule : counted->rules()) object["rules"].push_back(rule.article);
    object["left_out"] = Json::array();
    for (const CountedRules::LeftOut& rule : counted->left_out()) object["left_out"].push_back(rule.article);
}

}  // namespace damier
