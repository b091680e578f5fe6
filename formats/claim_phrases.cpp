#include "formats/claim_phrases.hpp"

#include <algorithm>
#include <optional>

#include "formats/text_encoding.hpp"

namespace damier {

namespace {

struct Phrase {
    std::string_view text;
    ClaimKind kind;
    bool whole = false;  // only where the sentence has nothing else; for single words
};

constexpr Phrase phrases[] = {
    // English
    {"white wins", ClaimKind::white_wins},
    {"black wins", ClaimKind::black_wins},
    {"white is winning", ClaimKind::white_wins},
    {"black is winning", ClaimKind::black_wins},
    {"white won", ClaimKind::white_wins, true},
    {"black won", ClaimKind::black_wins, true},
    {"white to move and win", ClaimKind::white_wins},
    {"black to move and win", ClaimKind::black_wins},
    {"white to play and win", ClaimKind::white_wins},
    {"black to play and win", ClaimKind::black_wins},
    {"white to move and draw", ClaimKind::draw},
    {"black to move and draw", ClaimKind::draw},
    {"white to play and draw", ClaimKind::draw},
    {"black to play and draw", ClaimKind::draw},
    {"drawn", ClaimKind::draw, true},
    {"draw", ClaimKind::draw, true},
    {"a draw", ClaimKind::draw, true},
    {"is drawn", ClaimKind::draw},
    {"is a draw", ClaimKind::draw},
    // French
    {"les blancs gagnent", ClaimKind::white_wins},
    {"les noirs gagnent", ClaimKind::black_wins},
    {"blancs gagnent", ClaimKind::white_wins, true},
    {"noirs gagnent", ClaimKind::black_wins, true},
    {"les blancs jouent et gagnent", ClaimKind::white_wins},
    {"les noirs jouent et gagnent", ClaimKind::black_wins},
    {"nulle", ClaimKind::draw, true},
    {"partie nulle", ClaimKind::draw, true},
    // Dutch
    {"wit wint", ClaimKind::white_wins},
    {"zwart wint", ClaimKind::black_wins},
    {"wit speelt en wint", ClaimKind::white_wins},
    {"zwart speelt en wint", ClaimKind::black_wins},
    {"remise", ClaimKind::draw, true},
    {"is remise", ClaimKind::draw},
    // Italian
    {"bianco vince", ClaimKind::white_wins},
    {"nero vince", ClaimKind::black_wins},
    {"bianco muove e vince", ClaimKind::white_wins},
    {"nero muove e vince", ClaimKind::black_wins},
    {"pari", ClaimKind::draw, true},
    {"patta", ClaimKind::draw, true},
    // Russian
    {"белые выигрывают", ClaimKind::white_wins},
    {"черные выигрывают", ClaimKind::black_wins},
    {"белые начинают и выигрывают", ClaimKind::white_wins},
    {"черные начинают и выигрывают", ClaimKind::black_wins},
    {"ничья", ClaimKind::draw, true},
};

// Words, in spite of which a sentence claims nothing.
constexpr std::string_view doubts[] = {
    "if",      "would",   "could", "should", "might",  "may",       "not",   "no",     "never", "unless",
    "hardly",  "perhaps", "maybe", "can",    "cannot", "after",     "when",  "who",    "which", "claims",
    "claimed", "thought", "hoped", "si",     "serait", "pas",       "ne",    "peut",   "après", "pourrait",
    "als",     "zou",     "niet",  "geen",   "kan",    "misschien", "na",    "indien", "se",    "sarebbe",
    "non",     "può",     "dopo",  "если",   "бы",     "не",        "может", "после",
};

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_word_byte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool has_word(std::string_view sentence, std::string_view word) {
    for (std::size_t at = sentence.find(word); at != std::string_view::npos;
         at = sentence.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_word_byte(sentence[at - 1]);
        if (begins && (end == sentence.size() || !is_word_byte(sentence[end]))) return true;
    }
    return false;
}

// Blanks and brackets are no part of what is said.
std::pair<std::size_t, std::size_t> trimmed(std::string_view text, std::size_t from, std::size_t to) {
    const auto loose = [](char c) {
        return is_blank(c) || std::string_view{"()[]{}\"'-="}.find(c) != std::string_view::npos;
    };
    while (from < to && loose(text[from])) ++from;
    while (to > from && loose(text[to - 1])) --to;
    return {from, to};
}

const Phrase* phrase_at_end(std::string_view clause) {
    const Phrase* best = nullptr;
    for (const Phrase& phrase : phrases) {
        if (!clause.ends_with(phrase.text)) continue;
        const std::size_t at = clause.size() - phrase.text.size();
        if (at > 0 && (phrase.whole || is_word_byte(clause[at - 1]))) continue;
        if (best == nullptr || phrase.text.size() > best->text.size()) best = &phrase;
    }
    return best;
}

}  // namespace

std::vector<PhraseClaim> claim_phrases(std::string_view comment) {
    std::vector<PhraseClaim> claims;
    std::string small = small_letters(comment);
    for (auto at = small.find("ё"); at != std::string::npos; at = small.find("ё", at))
        small.replace(at, 2, "е");
    // A line that ends in the middle of a sentence ends nothing.
    std::ranges::replace_if(small, is_blank, ' ');
    constexpr std::string_view ends = ".;:!?";
    std::size_t start = 0;
    while (start < small.size()) {
        std::size_t end = small.find_first_of(ends, start);
        if (end == std::string::npos) end = small.size();
        const std::string_view sentence = std::string_view{small}.substr(start, end - start);
        const bool asks = end < small.size() && small[end] == '?';
        const bool doubtful =
            asks || sentence.find("n't") != std::string_view::npos ||
            sentence.find_first_of("0123456789") != std::string_view::npos ||
            std::ranges::any_of(doubts, [&](std::string_view word) { return has_word(sentence, word); });
        for (std::size_t from = start; !doubtful && from <= end;) {
            const std::size_t comma = std::min(small.find(',', from), end);
            const auto [first, last] = trimmed(small, from, comma);
            if (const Phrase* phrase = phrase_at_end(std::string_view{small}.substr(first, last - first))) {
                claims.push_back(
                    {phrase->kind, comment.substr(last - phrase->text.size(), phrase->text.size())});
            }
            from = comma + 1;
        }
        start = end + 1;
    }
    return claims;
}

}  // namespace damier
