// Input that is made to break readers: memory and time stay bounded, and there is always something said.
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <streambuf>

#include "formats/any_replayer.hpp"
#include "rules/variants.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

// A text, then one pattern over and over, then a text: made while it is read, so that a gigabyte needs no
// memory.
class Repeated : public std::streambuf {
public:
    Repeated(std::string before, const std::string& pattern, std::size_t bytes, std::string after)
        : before_{std::move(before)}, after_{std::move(after)} {
        while (piece_.size() < 1 << 16) piece_ += pattern;
        pieces_ = bytes / piece_.size() + 1;
    }

protected:
    int_type underflow() override {
        std::string* next = nullptr;
        if (!begun_) {
            begun_ = true;
            next = &before_;
        } else if (done_ < pieces_) {
            ++done_;
            next = &piece_;
        } else if (!ended_) {
            ended_ = true;
            next = &after_;
        } else {
            return traits_type::eof();
        }
        if (next->empty()) return underflow();
        setg(next->data(), next->data(), next->data() + next->size());
        return traits_type::to_int_type(*gptr());
    }

private:
    std::string before_, piece_, after_;
    std::size_t pieces_ = 0;
    std::size_t done_ = 0;
    bool begun_ = false;
    bool ended_ = false;
};

std::size_t peak_kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss);
}

struct Seen {
    std::size_t games = 0;
    std::size_t diagnostics = 0;
    std::string last_moves;
};

Seen read(std::streambuf& buffer) {
    AnyReplayer replayer{*open_rules(International::rules, International::rules.board)};
    std::istream in{&buffer};
    PdnReader reader{in};
    RawGame raw;
    Seen seen;
    std::string out;
    while (reader.next(raw)) {
        ++seen.games;
        replayer.replay(raw);
        seen.diagnostics += replayer.diagnostics().size();
        seen.last_moves = moves_of(raw);
        out.clear();
        replayer.write(raw, {}, out);
    }
    seen.diagnostics += reader.rest().diagnostics.size();
    return seen;
}

const char* const patterns[] = {"x",
                                "(",
                                ")",
                                "1",
                                "\"",
                                "{",
                                "}",
                                "[A \"\"] ",
                                "*",
                                "1-0 ",
                                "(?)",
                                "32-28 ",
                                "1. 32-28 ",
                                "(32-28 ",
                                "{a} ",
                                "$1 ",
                                "\xE2",
                                "\\",
                                "[",
                                "/FEN ",
                                "47x",
                                ". ",
                                "- ",
                                "%\n",
                                "\r",
                                "1.1.",
                                "a1",
                                "( ) ",
                                "[FEN \"W:W\"] 1. ",
                                "\0"};

constexpr std::size_t megabyte = 1 << 20;

TEST(PdnHostile, PatternsWithoutEnd) {
    const std::size_t bytes = std::getenv("DAMIER_SANITIZED") != nullptr ? megabyte / 8 : megabyte;
    for (const char* pattern : patterns) {
        const std::string repeated = *pattern == '\0' ? std::string(1, '\0') : std::string{pattern};
        for (const char* before : {"", "1. 32-28 {", "1. 32-28 19-23 ", "[White \""}) {
            Repeated buffer{before, repeated, bytes, "\n\n[Event \"last\"]\n\n1. 33-29 *\n"};
            const auto start = std::chrono::steady_clock::now();
            const Seen seen = read(buffer);
            const auto took = std::chrono::steady_clock::now() - start;
            EXPECT_GE(seen.games + seen.diagnostics, 1u) << pattern << " behind " << before;
            EXPECT_LT(took, std::chrono::seconds{60}) << pattern << " behind " << before;
        }
    }
    if (std::getenv("DAMIER_SANITIZED") != nullptr) return;  // whose shadow memory counts
    EXPECT_LT(peak_kilobytes(), 1024u * 1024u);
}

TEST(PdnHostile, AMillionBrackets) {
    const std::size_t million = 1'000'000;
    const Seen seen = [&] {
        std::stringbuf buffer{"1. 32-28 " + std::string(million, '(') + " 19-23 " +
                              std::string(million, ')') + " 19-24 *"};
        return read(buffer);
    }();
    EXPECT_EQ(seen.games, 1u);
    EXPECT_EQ(seen.last_moves, "32-28 - -");  // the rest is left out, which is told
    EXPECT_GE(seen.diagnostics, 1u);
}

TEST(FullPdnHostile, ALineOfAGigabyte) {
    const std::size_t gigabyte = std::size_t{1} << 30;
    const std::size_t before = peak_kilobytes();
    for (const std::string& pattern : {std::string{"x"}, std::string{'\0'}, std::string{"32-28 "},
                                       std::string{"(1. 32-28 "}, std::string{"("}, std::string{") "},
                                       std::string{"{a} "}, std::string{"* {a} "}, std::string{"$1"}}) {
        Repeated buffer{"1. 32-28 19-23 ", pattern, gigabyte, "\n\n[Event \"last\"]\n\n1. 33-29 *\n"};
        const Seen seen = read(buffer);
        EXPECT_GE(seen.diagnostics, 1u) << pattern;
        EXPECT_EQ(seen.last_moves.substr(0, 5), "33-29") << pattern;
    }
    for (const char* before_it : {"1. 32-28 {", "[Event \"", "[", "; ", "1. 32-28 /FEN \""}) {
        Repeated buffer{before_it, "x", gigabyte, "\n\n[Event \"last\"]\n\n1. 33-29 *\n"};
        EXPECT_GE(read(buffer).diagnostics, 1u) << before_it;
    }
    EXPECT_LT(peak_kilobytes() - before, 1024u * 1024u);
}

}  // namespace
}  // namespace damier
