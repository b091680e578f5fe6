// libFuzzer: any text as a FEN and as a move. What is read must be written and read back.
// See tests/fuzz/run.sh.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/fen.hpp"
#include "formats/notation.hpp"

using namespace damier;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const BoardShape shapes[] = {
        {},
        {.width = 10, .height = 10, .first_number = Corner::top_left},
        {.width = 12, .height = 12, .first_number = Corner::bottom_right},
        {.width = 8, .height = 8, .bottom_left_plays = false, .first_number = Corner::top_right},
    };
    for (const BoardShape& shape : shapes) {
        if (const auto squares = parse_squares(shape, text); squares && squares->size() < 2) std::abort();
        const auto position = parse_fen<SquareSet128>(text, shape, EmptySide::allowed);
        if (!position) {
            if (position.error().place.column > size + 1 || position.error().message.empty()) std::abort();
            continue;
        }
        for (const Notation notation : {Notation::numeric, Notation::algebraic}) {
            const auto again =
                parse_fen<SquareSet128>(write_fen(*position, shape, notation), shape, EmptySide::allowed);
            if (!again || *again != *position) std::abort();
        }
    }
    return 0;
}
