#include "formats/diagnostic_codes.hpp"

namespace damier {

std::span<const DiagnosticCode> diagnostic_codes() {
    static constexpr DiagnosticCode codes[] = {
        {"ambiguous-capture", "several captures fit the text and all moves behind it"},
        {"bad-comment", "a comment without its closing brace"},
        {"bad-fen", "a position that cannot be read"},
        {"bad-move", "a move with squares that the board does not have"},
        {"bad-number", "a move number that has not one or three dots"},
        {"bad-tag", "a tag in which a quote or bracket is missing"},
        {"bad-tag-name", "a tag name that PDN 3.0 does not allow"},
        {"bad-variation", "a bracket without its partner"},
        {"blank-in-move", "a blank inside a move"},
        {"capital-letter", "a square with a capital letter"},
        {"control-character", "a control character in a text"},
        {"duplicate-tag", "a tag that the game has already"},
        {"ellipsis-move", "dots in the place of a move"},
        {"empty-side", "a position in which a side has no pieces"},
        {"encoding", "text that is not UTF-8, or no text"},
        {"illegal-move", "a move that the rules do not allow"},
        {"illegal-variation", "an illegal move in a variation"},
        {"junk", "text that is no PDN"},
        {"leading-zero", "a square with a zero in front"},
        {"man-on-crown-row", "a man on the row where it would be a king"},
        {"mid-capture", "a position in the middle of a capture"},
        {"missing-separator", "a move without '-' or 'x'"},
        {"more-diagnostics", "a game has more than are told"},
        {"nested-comment", "a brace inside a comment"},
        {"no-game", "a file in which there is no game"},
        {"no-side-to-move", "a position that does not say whose move it is"},
        {"no-terminator", "a game without a result or '*' at its end"},
        {"no-variant", "nothing tells which variant the game is of"},
        {"other-variant", "the tags name another variant"},
        {"result-mismatch", "tag and terminator differ"},
        {"result-not-of-board", "the last position has no move, and the result is another"},
        {"semicolon-comment", "a comment after a semicolon"},
        {"split-capture", "a capture written jump by jump"},
        {"square-twice", "two pieces on a square"},
        {"star-strength", "'*' as the mark of a move"},
        {"stray-terminator", "a result where no game is"},
        {"strength-apart", "a mark such as '!' that does not stand directly behind its move"},
        {"too-long", "more than is kept"},
        {"unknown-move", "a dash in the place of a move"},
        {"unknown-result", "a result of another system of counting"},
        {"variation-goes-on", "a variation that goes on behind the move instead of replacing it"},
        {"wrong-notation", "a move that is not in the notation of the variant"},
        {"wrong-number", "a move number that does not fit"},
        {"wrong-path", "a capture with more or fewer squares than PDN 3.0 asks for"},
        {"wrong-separator", "a capture with '-', or another move with 'x'"},
        {"wrong-terminator", "a result at the end in place of '*'"},
    };
    return codes;
}

}  // namespace damier
