// libFuzzer: any bytes as a game file, replayed by the rules of two variants. Built as fen_fuzz.cpp, with all
// of formats/ and rules/ and the generated instances_english.cpp and instances_russian.cpp of both.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "formats/pdn_reader.hpp"
#include "formats/replay.hpp"
#include "rules/variants.hpp"

using namespace damier;

namespace {

void play(const BoardGame<SquareSet64>& game, const RawGame& raw) {
    const auto record = replay(game, raw);
    auto position = record.start;
    for (const auto& played : record.moves) {
        const auto moves = game.moves(played.before);
        if (std::find(moves.begin(), moves.end(), played.move) == moves.end()) std::abort();
        position = game.apply(played.before, played.move);
    }
    if (record.moves.size() > raw.moves.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Game<English, SquareSet64> english;
    static const Game<Russian, SquareSet64> russian;
    std::istringstream in{std::string{reinterpret_cast<const char*>(data), size}};
    PdnReader reader{in};
    RawGame raw;
    std::size_t games = 0;
    while (reader.next(raw)) {
        if (raw.number != ++games || games > size + 1 || raw.place.line == 0) std::abort();
        play(english, raw);
        play(russian, raw);
    }
    return 0;
}
