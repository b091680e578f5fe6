// The slow oracle of the rules: written from the rule books for clarity, sharing no code with rules/, egtb/
// or solver/, so that whatever those do fast can be held against it. Boards are grids of characters.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace damier::oracle {

enum class Variant {
    english,
    pool,
    russian,
    brazilian,
    international,
    italian,
    spanish,
    portuguese,
    czech,
    slovak,
    thai,
    canadian,
    srilankan,
    malaysian,
    filipino,
    jamaican,
    unified_pool,
    spantsireti,
    spantsireti_international,
    antidraughts,
    losing_russian,
    losing_english,
    killer,
    killer_light,
    turkish,
    armenian,
    frisian,
    frysk,
    breakthrough,
    kingscourt,
};

// What a man does that reaches the crown row in the middle of a capture.
enum class CrownInCapture { ends_the_move, stays_a_man, goes_on_as_king };

// Which captures have to be played: the best by the first of these, of equal ones by the second, and so on.
enum class Prefer {
    most_pieces,
    by_a_king,
    most_kings,
    kings_first,
    most_value,  // kings a little less than two men
};

// Along which lines pieces go. On boards where every other cell plays, rows and columns lead over a cell that
// does not.
enum class Lines { diagonals, rows_and_columns, both };

// Where a flying king comes down behind a piece that it takes.
enum class Landing {
    anywhere,
    right_behind,
    right_behind_a_last_king,          // anywhere, but if the last piece taken is a king
    right_behind_a_last_king_of_many,  // and another piece is taken before it
};

// A new variant is a name in the enum above and its rules in the table of naive_variants.cpp. Other readings
// of a variant are Variants without a name in the enum.
struct NaiveRules {
    std::string name;
    Lines men_move = Lines::diagonals;  // forward, and sideways where the lines allow it
    Lines kings_move = Lines::diagonals;
    Lines captures = Lines::diagonals;
    bool men_capture_backward = true;
    bool men_take_kings = true;
    bool kings_fly = true;
    Landing landing = Landing::anywhere;
    std::vector<Prefer> prefer = {};
    CrownInCapture crown_in_capture = CrownInCapture::stays_a_man;
    bool taken_leave_at_once = false;  // and one may pass over where they stood
    bool may_turn_back = true;         // by half a turn, between two jumps
    int moves_in_a_row = 0;  // without captures, that one king may make while its side has men; 0: any number
    bool first_king_wins = false;
    char without_a_move = 'L';  // what the side to move gets that is blocked: 'L', 'D' or 'W'
    char without_pieces = 'L';
    char first_mover = 'w';    // 'w' or 'b'
    int rows = 8, cols = 8;    // the board that the rule book names; the rules work on any other
    int rows_of_men = 3;       // a side, in the start position
    int rows_behind = 0;       // empty ones behind them
    bool left_corner = true;   // is the bottom left corner a playing square?
    bool all_squares = false;  // every cell is a playing square
};

const NaiveRules& rules_of(Variant variant);
std::vector<Variant> all_variants();             // and their other readings
Variant variant_named(const std::string& name);  // throws std::runtime_error

// Row 0 is on top as White sees it; White moves up. Every other cell is a playing square, or every one.
struct NaiveState {
    Variant variant = Variant::english;
    int rows = 0;
    int cols = 0;
    char to_move = 'w';       // 'w' or 'b'
    std::vector<char> cells;  // rows * cols: '.' free, 'w' 'b' men, 'W' 'B' kings, ' ' not a playing square
    // Where the rules ask (moves_in_a_row): the king that White, and Black, moved last, and how often in a
    // row.
    struct Walk {
        int square = -1;
        int moves = 0;
        friend bool operator==(const Walk&, const Walk&) = default;
    };
    std::array<Walk, 2> walks = {};
    friend bool operator==(const NaiveState&, const NaiveState&) = default;
};

// Squares have an index 0..n-1, row by row from the top left; a cell is row * cols + column.
int square_count(int rows, int cols, bool left_corner = true, bool all_squares = false);
int cell_of(int rows, int cols, int square, bool left_corner = true, bool all_squares = false);
// Of a playing square.
int square_of(int rows, int cols, int cell, bool left_corner = true, bool all_squares = false);
// On the board of the state.
int square_count(const NaiveState& state);
int cell_of(const NaiveState& state, int square);

NaiveState empty_state(Variant variant, int rows, int cols, char to_move);
NaiveState start_state(Variant variant);
char piece_at(const NaiveState& state, int square);
void put(NaiveState& state, int square, char piece);

// Half a turn with the colours swapped and the other side to move: the same game. Rows + columns must be
// even.
NaiveState color_swapped(const NaiveState& state);

struct NaiveMove {
    int from = 0;  // from, to, captured, landings: square indices
    int to = 0;
    std::vector<int> captured;  // in the order of the jumps; empty for a quiet move
    std::vector<int> landings;  // one a jump, the last one is `to`; for a quiet move just `to`
    NaiveState after;           // captured pieces gone, promotion done, the other side to move
};

// How captures are told apart (the conventions of data/perft.tsv).
enum class Counting {
    merged,   // same from, to, set of captured pieces and result: one move
    ordered,  // different order of the captured pieces: different moves; turning on another free square: not
    paths,    // different landing squares on the way: different moves
};

std::vector<NaiveMove> legal_moves(const NaiveState& state, Counting counting = Counting::merged);

// Number of move sequences; a position without moves contributes none.
unsigned long long perft(const NaiveState& state, int depth, Counting counting = Counting::merged);

// `W:W21-32,K5:B1-12`, squares numbered from 1 (index + 1) or named a1... from White's left bottom corner.
// Throws std::runtime_error. Does not ask whether the position makes sense. Walks of kings are written
// behind, as lidraughts does (first Black's: moves, then the square), and not read.
NaiveState parse_fen(Variant variant, int rows, int cols, const std::string& fen);
std::string to_fen(const NaiveState& state);

}  // namespace damier::oracle
