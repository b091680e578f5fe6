#include "egtb/counted_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "rules/draw_count.hpp"
#include "rules/draw_rule_text.hpp"

namespace damier {

namespace {

constexpr int most_pieces = 16;

DrawFacts facts_of(const Slice& slice) {
    DrawFacts facts;
    for (const Color c : both_colors) {
        facts.men[index(c)] = slice.men_of(c);
        facts.kings[index(c)] = slice.kings_of(c);
    }
    return facts;
}

bool meets(const Condition& condition, const Slice& slice) {
    return strong_sides(condition, facts_of(slice)).any();
}

bool looks_at_squares(const Condition& condition) {
    return condition.diagonal != OnDiagonal::anywhere || condition.nothing_to_capture ||
           (condition.unless != nullptr && looks_at_squares(*condition.unless));
}

// What the rule is in a slice where it counts.
CountedRules::Count count_of(const DrawRule& rule, const Slice& slice) {
    CountedRules::Count count;
    if (rule.kind == DrawKind::at_once) {
        count.limit = 0;
        return count;
    }
    if (rule.counted == Counted::each_side || rule.counted == Counted::plies) {
        count.limit = static_cast<std::uint32_t>(target(rule));
        return count;
    }
    count.limit = 2 * static_cast<std::uint32_t>(rule.limit);
    const StrongSides sides = strong_sides(rule.condition, facts_of(slice));
    for (const Color mover : both_colors) {
        const bool counts = sides.is[index(mover)] == (rule.counted == Counted::strong);
        count.late[index(mover)] = sides.both() ? rule.equal_sides == EqualSides::first : !counts;
    }
    return count;
}

bool at_promotion(const Restarts& restarts) { return restarts.promotion || restarts.man_move; }

// Is the game drawn by `a` no later than by `b`, wherever both count in this slice?
bool decides(const DrawRule& a, const DrawRule& b, const Slice& slice) {
    if (a.kind == DrawKind::at_once || b.kind == DrawKind::at_once) return a.kind == DrawKind::at_once;
    // The count of a is never behind: it restarts only with that of b, which restarts where a begins, at a
    // change of the material.
    if (a.restarts.capture && !b.restarts.capture) return false;
    const bool at_other_material = b.restarts.capture && at_promotion(b.restarts);
    if (slice.all_men() > 0) {
        if (a.restarts.man_move && !b.restarts.man_move) return false;
        if (at_promotion(a.restarts) && !at_promotion(b.restarts)) return false;
    } else if (at_promotion(a.restarts) && !at_other_material) {
        return false;  // men moved before they were gone
    }
    if (a.condition.looks_at_material() && !at_other_material) return false;
    const CountedRules::Count of_a = count_of(a, slice);
    const CountedRules::Count of_b = count_of(b, slice);
    return std::ranges::all_of(both_colors, [&](Color mover) {
        const std::size_t i = index(mover);
        return of_a.limit + of_b.late[i] <= of_b.limit + of_a.late[i];
    });
}

bool among(const MaterialClass& material, const Condition& condition) {
    return std::ranges::any_of(condition.classes, [&](const MaterialClass& known) {
        return known.strong == material.strong && known.weak == material.weak;
    });
}

// Where the count goes on beside another one, both must count the same plies to the same end: then the
// number of the other serves both.
bool goes_on_beside(const DrawRule& rule, const DrawRules& rules) {
    const auto plain = [](const DrawRule& r) {
        return r.kind == DrawKind::count &&
               (r.counted == Counted::each_side || r.counted == Counted::plies) && !r.restarts.capture &&
               !at_promotion(r.restarts);
    };
    if (!plain(rule)) return false;
    const auto classes = [](const Condition& condition) {
        return std::span{condition.classes}.first(condition.class_count());
    };
    return std::ranges::any_of(rules, [&](const DrawRule& other) {
        return &other != &rule && plain(other) && !looks_at_squares(other.condition) &&
               std::ranges::all_of(classes(*rule.goes_on_in),
                                   [&](const MaterialClass& m) {
                                       return among(m, rule.condition) || among(m, other.condition);
                                   }) &&
               std::ranges::all_of(classes(other.condition), [&](const MaterialClass& m) {
                   return among(m, *rule.goes_on_in) && !among(m, rule.condition);
               });
    });
}

bool makes_draws(const DrawRule& rule) {
    return rule.kind == DrawKind::count || rule.kind == DrawKind::at_once;
}

// Why no table can follow the rule; empty where one can.
std::string_view why_not(const DrawRule& rule, const DrawRules& rules) {
    if (looks_at_squares(rule.condition)) return "it looks at squares or captures, not at the material alone";
    if (rule.kind == DrawKind::at_once && rule.acts == Acts::referee) return "a referee judges it";
    if (rule.restarts.man_move && !rule.restarts.capture)
        return "it restarts at a man's move, but not at a capture";
    if (rule.goes_on_in != nullptr && !goes_on_beside(rule, rules))
        return "its count goes on where no other rule counts alike";
    return {};
}

// Which rules are taken first where they do not go together.
int precedence(const DrawRule& rule) {
    if (rule.kind == DrawKind::at_once) return 0;
    if (rule.of_progress()) return 2;
    return rule.restarts.capture ? 3 : 1;
}

template <class F>
void for_each_slice(F f) {
    for (int wm = 0; wm <= most_pieces; ++wm)
        for (int wk = 0; wm + wk <= most_pieces; ++wk)
            for (int bm = 0; wm + wk + bm <= most_pieces; ++bm)
                for (int bk = 0; wm + wk + bm + bk <= most_pieces; ++bk) f(Slice::of(wm, wk, bm, bk));
}

std::string list_of(const DrawRules& rules) {
    std::string list;
    for (const DrawRule& rule : rules) {
        if (makes_draws(rule)) list += (list.empty() ? "" : ", ") + std::string{rule.article};
    }
    return list;
}

}  // namespace

auto CountedRules::count_in(const DrawRules& rules, const Slice& slice, std::array<int, 2>* conflict)
    -> Count {
    const int none = -1;
    int best = none;
    for (int i = 0; i < static_cast<int>(rules.size()); ++i) {
        const DrawRule& rule = rules[static_cast<std::size_t>(i)];
        if (!meets(rule.condition, slice)) continue;
        if (best == none || (!decides(rules[static_cast<std::size_t>(best)], rule, slice) &&
                             decides(rule, rules[static_cast<std::size_t>(best)], slice)))
            best = i;
    }
    if (best == none) return {};
    for (int i = 0; conflict != nullptr && i < static_cast<int>(rules.size()); ++i) {
        const DrawRule& rule = rules[static_cast<std::size_t>(i)];
        if (i != best && meets(rule.condition, slice) &&
            !decides(rules[static_cast<std::size_t>(best)], rule, slice))
            *conflict = {best, i};
    }
    Count count = count_of(rules[static_cast<std::size_t>(best)], slice);
    count.rule = best;
    return count;
}

std::string CountedRules::conflict_of(const DrawRules& rules) {
    std::string text;
    for_each_slice([&](const Slice& slice) {
        if (!text.empty() || slice.pieces_of(Color::white) == 0 || slice.pieces_of(Color::black) == 0 ||
            !slice.canonical())
            return;
        std::array<int, 2> conflict = {-1, -1};
        count_in(rules, slice, &conflict);
        if (conflict[0] < 0) return;
        text = fmt::format("in {} neither {} nor {} decides alone", slice.name(),
                           rules[static_cast<std::size_t>(conflict[0])].article,
                           rules[static_cast<std::size_t>(conflict[1])].article);
    });
    return text;
}

Result<std::shared_ptr<const CountedRules>> CountedRules::of(const Rulebook& book,
                                                             std::vector<std::string> settings,
                                                             const DrawRules& rules,
                                                             std::span<const std::string> articles) {
    auto made = std::make_shared<CountedRules>();
    made->rulebook_ = book.name;
    made->settings_ = std::move(settings);
    made->articles_.assign(articles.begin(), articles.end());
    for (const std::string& article : articles) {
        const auto found = std::ranges::find(rules, article, &DrawRule::article);
        if (found == rules.end() || !makes_draws(*found)) {
            return fail(
                ErrorKind::usage,
                fmt::format("rulebook {} has no rule \"{}\" that makes draws on the board; it has: {}",
                            book.name, article, list_of(rules)));
        }
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (makes_draws(rules[i])) order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return precedence(rules[i]); });
    const bool all = articles.empty();
    std::vector<std::size_t> taken;
    std::vector<std::pair<std::size_t, std::string>> left_out;
    for (const std::size_t i : order) {
        const DrawRule& rule = rules[i];
        if (!all && std::ranges::find(articles, rule.article) == articles.end()) {
            left_out.emplace_back(i, "it was not asked for");
            continue;
        }
        std::string why{why_not(rule, rules)};
        if (why.empty()) {
            std::vector<std::size_t> with = taken;
            with.insert(std::ranges::upper_bound(with, i), i);
            DrawRules tried;
            for (const std::size_t at : with) tried.push_back(rules[at]);
            why = conflict_of(tried);
            if (why.empty()) {
                taken = std::move(with);
                continue;
            }
        }
        if (!all) {
            return fail(ErrorKind::usage, fmt::format("tables cannot follow {} of rulebook {}: {}",
                                                      rule.article, book.name, why));
        }
        left_out.emplace_back(i, std::move(why));
    }
    if (taken.empty()) {
        std::string why;
        for (const auto& [i, reason] : left_out) why += fmt::format("; {}: {}", rules[i].article, reason);
        return fail(ErrorKind::usage,
                    fmt::format("rulebook {} has no rule that tables can follow{}", book.name, why));
    }
    for (const std::size_t i : taken) {
        made->rules_.push_back(rules[i]);
        // Beside another count it is followed only with that.
        if (rules[i].goes_on_in == nullptr) continue;
        DrawRules others;
        for (const std::size_t at : taken) others.push_back(rules[at]);
        const auto self = std::ranges::find(others, rules[i].article, &DrawRule::article);
        if (!goes_on_beside(*self, others)) {
            return fail(ErrorKind::usage,
                        fmt::format("{} of rulebook {} goes on beside another rule, which has "
                                    "to be followed too",
                                    rules[i].article, book.name));
        }
    }
    std::ranges::sort(left_out);
    for (auto& [i, why] : left_out) made->left_out_.push_back({rules[i].article, std::move(why)});
    made->fingerprint_ = damier::fingerprint(made->rules_);
    for_each_slice([&](const Slice& slice) {
        made->counts_.emplace(slice.key(), count_in(made->rules_, slice, nullptr));
    });
    return made;
}

std::string CountedRules::options() const {
    std::string text = " --rulebook " + rulebook_;
    for (const std::string& setting : settings_) text += " --setting " + setting;
    for (const std::string& article : articles_) text += fmt::format(" --rule \"{}\"", article);
    return text;
}

auto CountedRules::in(const Slice& slice) const -> Count {
    const auto known = counts_.find(slice.key());
    return known != counts_.end() ? known->second : count_in(rules_, slice, nullptr);
}

RulePly CountedRules::ply(const Passage& passage) const {
    const Count from = in(passage.from);
    RulePly ply;
    ply.late = from.late[index(passage.mover)];
    if (!passage.irreversible()) return ply;
    const Count to = in(passage.to);
    ply.limit = to.limit;
    ply.arrival = RulePly::Arrival::fresh;
    if (from.rule < 0) return ply;
    const DrawRule& rule = rules_[static_cast<std::size_t>(from.rule)];
    const PlyKind kind{passage.capture, passage.man_move, passage.promotion};
    if (to.rule == from.rule) {
        if (!restarts(rule, kind)) ply.arrival = RulePly::Arrival::goes_on;
    } else if (rule.goes_on_in != nullptr && meets(*rule.goes_on_in, passage.to)) {
        ply.arrival = RulePly::Arrival::fresh_too;
    }
    return ply;
}

}  // namespace damier
