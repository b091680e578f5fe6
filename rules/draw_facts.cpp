#include "rules/draw_facts.hpp"

namespace damier {

namespace {

bool is(const Force& force, const DrawFacts& facts, Color c) {
    const int kings = facts.kings[index(c)];
    return facts.men[index(c)] == force.men &&
           (force.or_more_kings ? kings >= force.kings : kings == force.kings);
}

bool diagonal_is(OnDiagonal wanted, const DrawFacts& facts, Color strong) {
    switch (wanted) {
        case OnDiagonal::anywhere:
            return true;
        case OnDiagonal::weak_king_on:
            return facts.king_on_diagonal[index(!strong)];
        case OnDiagonal::strong_holds_it:
            return facts.king_on_diagonal[index(strong)] && !facts.piece_on_diagonal[index(!strong)];
    }
    return false;
}

}  // namespace

StrongSides strong_material(const Condition& condition, const DrawFacts& facts) {
    const int white = facts.pieces(Color::white);
    const int black = facts.pieces(Color::black);
    if (condition.least_pieces > 0 && white + black < condition.least_pieces) return {};
    if (condition.most_pieces > 0 && white + black > condition.most_pieces) return {};
    if (condition.most_a_side > 0 && (white > condition.most_a_side || black > condition.most_a_side))
        return {};
    if (condition.kings_on_both_sides && (facts.kings[0] == 0 || facts.kings[1] == 0)) return {};
    if (condition.class_count() == 0) return {{true, true}};
    StrongSides sides;
    for (std::size_t i = 0; i < condition.class_count(); ++i) {
        const MaterialClass& material = condition.classes[i];
        for (const Color c : both_colors) {
            if (is(material.strong, facts, c) && is(material.weak, facts, !c)) sides.is[index(c)] = true;
        }
    }
    return sides;
}

StrongSides strong_sides(const Condition& condition, const DrawFacts& facts) {
    StrongSides sides = strong_material(condition, facts);
    for (const Color c : both_colors) {
        sides.is[index(c)] = sides.is[index(c)] && diagonal_is(condition.diagonal, facts, c);
    }
    if (condition.nothing_to_capture && !facts.nothing_to_capture) return {};
    if (condition.unless != nullptr && strong_sides(*condition.unless, facts).any()) return {};
    return sides;
}

}  // namespace damier
