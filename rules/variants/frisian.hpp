// Frisian draughts: International draughts that captures along rows and columns, too.
#pragma once

#include "rules/variants/international.hpp"

namespace damier {

struct Frisian {
    static constexpr Rules rules = changed(International::rules, [](Rules& r) {
        r.name = "frisian";
        r.other_names = {"frysk-dammen"};
        r.title = "Frisian draughts";
        r.rule_book =
            "Official rules of Frisian draughts, 2011 (FR), esportscommentator.blogspot.com 2017/02; FMJD "
            "articles are "
            "those of International draughts, which it shares";
        r.game_type = 40;
        r.board = {{.width = 10, .height = 10, .first_number = Corner::top_left},
                   "FR; PDN GameType 40,W,10,10,N2,0"};
        r.man_captures = {diagonal_and_orthogonal, "FR: in eight directions"};
        r.king_captures = {diagonal_and_orthogonal, "FR: in eight directions; quiet moves along diagonals"};
        r.precedence = {{Precedence::most_value, Precedence::by_king},
                        "FR: the greatest value, n kings between 2n-1 and 2n men; of equal ones, by a king"};
        r.king_run_limit = {3, "FR 17: three moves in a row with the same king while its side has men"};
        r.two_point_results = true;
        r.rulebook = "frisian-2011";
    });
};

}  // namespace damier
