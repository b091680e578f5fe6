// What the bit-parallel kernels (bit_kernel.hpp) work on: a game, a slice and a block as plain data. The
// kernels are compiled once for each CPU path, so this file has no functions, which the linker could take
// from the wrong path.
//
// A *tile* holds the placements of one piece of each side, its *symbolic* piece: a king where the side has
// one, else a man. Black's stands on the lane, White's on the bit: word `lane`, bit `bit`. All other pieces
// are *known*: they number the tiles of a slice. A placement of several like pieces is therefore in several
// tiles, once for each choice of the symbolic one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace damier::bits {

inline constexpr int max_sets = 16;  // pieces of one kind, at most
inline constexpr int all_squares = 128;
inline constexpr std::uint8_t none = 255;

// Squares as a word, White's and Black's data by index of the colour, pieces by `is it a king`.
enum class Landing : std::uint8_t { anywhere, must_continue, behind };
enum class Crowning : std::uint8_t { ends_move, stays_man, becomes_king };
enum class Blocked : std::uint8_t { loses, draws, wins };

// What capture precedence looks at, and the key that it makes.
struct Merit {
    int pieces;
    int kings;
    std::uint32_t king_order;  // a bit for each piece taken, the first one the highest: is it a king?
    bool by_king;
};
using PrecedenceKey = std::uint64_t (*)(const void* rules, const Merit&);

// The squares that lie `by` places before the square that one step, or several, in some direction leads to.
template <class Word>
struct Shift {
    int by;
    Word from;
    const std::byte* lanes;  // the same as a tile: all ones in the lanes of `from`
};
template <class Word>
struct Shifts {
    int count;
    Shift<Word> of[16];
};

// The steps in a direction, square by square, so that each comes after that from the square it leads to.
struct Chain {
    int count;
    std::uint8_t from[all_squares], to[all_squares];
};

template <class Word>
struct GameView {
    int squares;
    int lanes;
    Word all;
    std::uint8_t next[8][all_squares];
    Word promotion[2];
    Word before_promotion[2];  // whence a man can be crowned in one step
    Word man_squares[2];
    std::uint8_t first_man_square[2];
    // Directions as bits, by colour and kind.
    std::uint8_t moves[2][2];
    std::uint8_t captures[2][2];

    bool flying;
    Landing landing;
    // A flying king that takes a king last ends directly behind it: always, or where it takes several pieces.
    bool halts_behind_king;
    bool halts_behind_king_of_several;
    Crowning crowning;
    bool removed_at_once;
    bool man_takes_king;
    bool turns_back;
    Blocked blocked;
    // Of several captures that with the highest key must be played: the number of pieces, or what `key` says,
    // or (neither) any may be played.
    bool takes_most;
    PrecedenceKey key;
    const void* rules;

    // Steps of the symbolic piece by colour and kind, all directions in one list.
    Shifts<Word> steps[2][2];
    // One, two and four steps in a direction.
    Shifts<Word> leaps[3][8];
    int longest_ray;  // squares
    Chain chains[8];

    // Tiles: all placements but those of both pieces on one square; in lane q the bit of the next square.
    const std::byte* apart;
    const std::byte* next_bit[8];

    std::uint32_t choose[max_sets + 1][all_squares];  // [k][n]: n over k
};

// The kings of a side beside its symbolic one: sets by rank, and where each of them can step while only the
// others block. The steps of one ray follow each other; the first one is marked.
struct OuterStep {
    std::uint32_t rank;
    std::uint8_t to;
    bool starts_ray;
};
template <class Word>
struct OuterKings {
    std::uint32_t count;
    const Word* sets;
    const std::uint32_t* first_step;
    const OuterStep* steps;
};

// What there is of a tile: the values with a side to move (bit_planes.hpp, bit_bytes.hpp); and where White,
// where Black can capture, a record of two tiles.
enum Plane : std::uint8_t { white_to_move, black_to_move, can_capture };
inline constexpr int plane_count = 3;

// Where the blocks of a known set of men are: sets that have advanced by as many rows belong together.
struct MenPlace {
    std::uint32_t advance;
    std::uint32_t at;  // among the sets of that advance
};

// The tiles of a slice. A *block* is one configuration of the known men. Blocks are numbered by rectangle:
// the sets of men that have advanced by so many rows of either side; in it Black's set is the outer index, or
// White's in a slice made by swapping colours.
// Memory is had in pages of as many blocks each, for not all need be there at a time (bit_store.hpp).
template <class Word>
struct Tiles {
    std::byte** pages[plane_count];                                // nullptr where a page is not in memory
    std::byte* (*load)(void* store, int plane, std::size_t page);  // then brings it there
    void* store;
    int page_shift;  // 2^page_shift blocks a page
    std::uint32_t tiles_of_block, black_kings;
    const MenPlace* men[2];         // by rank of the set
    const std::size_t* rectangle;   // its first block: [White's advance * black_advances + Black's]
    const std::uint32_t* apart[2];  // blocks from one set of a side to the next, by the other's advance
    std::uint32_t black_advances;
};

inline constexpr int max_left = 16;

template <class Word>
struct Job {
    const GameView<Word>* game;
    bool generic;          // without the special cases, which are held against this form in tests
    std::uint8_t longest;  // the largest code of a loss that there is room for (bit_bytes.hpp)
    int men[2], kings[2];  // of the slice, the symbolic pieces included
    Tiles<Word> tiles;
    OuterKings<Word> outer[2];
    // Where a move leads: [mover][has it promoted a man?][men left to the enemy * max_left + kings left].
    // nullptr: there is no such slice.
    const Tiles<Word>* next[2][2][max_left * max_left];
};

// One configuration of the known men, and scratch for its tiles.
template <class Word>
struct Block {
    Word men[2];
    std::uint32_t men_rank[2];
    std::uint32_t tile_count;
    std::byte* records[plane_count];
    std::byte* open[2];      // by mover, scratch of the kernel
    std::uint8_t* dirty[2];  // by mover: a successor has changed
};

// One CPU path, one size of tile and one kind of values (bit_planes.hpp, bit_bytes.hpp).
template <class Word>
struct Kernel {
    int lanes;
    std::size_t tile_bytes;
    std::size_t record_bytes[plane_count];
    std::size_t margin;         // that may be read before and behind records
    std::size_t scratch_bytes;  // of a tile for one mover, while its block is solved
    // Captures and irreversible moves of the tiles first .. last-1 of a block, for both movers.
    void (*start)(const Job<Word>&, const Block<Word>&, std::uint32_t first, std::uint32_t last);
    // One round over dirty tiles; has a value changed?
    bool (*sweep)(const Job<Word>&, const Block<Word>&, int mover, std::uint32_t first, std::uint32_t last);
    // Has a value that does not change any more no room (Job::longest)?
    bool (*too_long)(const Job<Word>&, const Block<Word>&);
    // Rule R1 (docs/table-format.md) of the mover: one tile each.
    void (*mark)(const Job<Word>&, const Block<Word>&, int mover, std::uint32_t first, std::uint32_t last,
                 std::byte* marks);
    // to = the tile of the colour-swapped placements.
    void (*turn)(const GameView<Word>&, const std::byte* from, std::byte* to);
    // The same for a record; White is to move in `to`.
    void (*turn_values)(const GameView<Word>&, const std::byte* from, std::byte* to);
};

}  // namespace damier::bits
