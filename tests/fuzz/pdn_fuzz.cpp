// libFuzzer: any bytes as a game file, read in every way, replayed by the rules of two variants, written and
// read back. See tests/fuzz/run.sh.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "formats/any_replayer.hpp"
#include "formats/pdn_reader.hpp"
#include "formats/text_encoding.hpp"
#include "rules/variants.hpp"

using namespace damier;

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

template <class S>
void check_line(const BoardGame<S>& view, const std::vector<PlayedMove<S>>& moves) {
    for (const auto& played : moves) {
        MoveList<S> legal;
        view.moves(played.before, legal);
        check(std::find(legal.begin(), legal.end(), played.move) != legal.end());
    }
}

void check_game(const RawGame& raw, AnyReplayer& replayer, PdnOptions options) {
    replayer.replay(raw);
    std::vector<std::size_t> sizes;
    bool replayed = false;
    replayer.visit([&](const auto& view, const auto& record) {
        check(record.moves.size() <= raw.moves.size());
        // There are none where the start cannot be read.
        check(record.variations.size() == raw.variations.size() ||
              (record.variations.empty() && !record.replayed));
        check_line(view, record.moves);
        for (const auto& variation : record.variations) check_line(view, variation.moves);
        for (const auto& remark : record.remarks)
            check(remark.ply <= record.moves.size() && is_utf8(remark.text));
        sizes.push_back(record.moves.size());
        replayed = record.replayed;
    });
    std::string text;
    replayer.write(raw, {}, text);
    std::istringstream in{text};
    options.lexer = {};
    PdnReader reader{in, options};
    RawGame again;
    // A game of nothing but things that have no place in PDN may vanish.
    if (!reader.next(again)) return;
    replayer.replay(again);
    replayer.visit([&](const auto&, const auto& record) {
        if (replayed) check(record.moves.size() == sizes[0]);
    });
    check(!reader.next(again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static AnyReplayer english{*open_rules(English::rules, English::rules.board)};
    static AnyReplayer russian{*open_rules(Russian::rules, Russian::rules.board), true};
    const std::string bytes{reinterpret_cast<const char*>(data), size};
    for (const bool strict : {false, true}) {
        PdnOptions options;
        options.strict = strict;
        options.lexer.nested_comments = strict;
        if (strict) options.lexer.encoding = Encoding::cp1251;
        std::istringstream in{bytes};
        PdnReader reader{in, options};
        RawGame raw;
        std::size_t games = 0;
        while (reader.next(raw)) {
            check(raw.number == ++games && games <= size + 1 && raw.place.line != 0);
            for (const PdnElement& element : raw.elements)
                check(element.at + element.length <= raw.text.size());
            check_game(raw, english, options);
            check_game(raw, russian, options);
        }
    }
    return 0;
}
