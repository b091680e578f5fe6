// docs/diagnostics.md and the list of codes say the same, and every example gives its diagnostic.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "formats/any_replayer.hpp"
#include "formats/diagnostic_codes.hpp"
#include "formats/variant_guess.hpp"
#include "rules/variants.hpp"
#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

struct Section {
    std::string code;
    std::string mode;  // "english strict"
    std::string example;
};

std::vector<Section> sections() {
    std::ifstream page{DAMIER_DATA_DIR "/../docs/diagnostics.md"};
    std::vector<Section> list;
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## `")) list.push_back({line.substr(4, line.rfind('`') - 4), {}, {}});
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside && !list.empty()) list.back().mode = line.substr(3);
        } else if (inside && !list.empty()) {
            list.back().example += line + "\n";
        }
    }
    return list;
}

// `\xNN` and `<1000 times x>`, where x may be any character.
std::string expanded(std::string text) {
    for (auto at = text.find("\\x"); at != std::string::npos; at = text.find("\\x")) {
        text.replace(at, 4, 1, static_cast<char>(std::stoi(text.substr(at + 2, 2), nullptr, 16)));
    }
    if (const auto at = text.find(" times "); at != std::string::npos && text[at + 8] == '>') {
        const auto open = text.rfind('<', at);
        const auto count = std::stoul(text.substr(open + 1, at - open - 1));
        text.replace(open, at + 9 - open, count, text[at + 7]);
    }
    return text;
}

std::vector<std::string> codes_of(const Section& section) {
    const std::string example = expanded(section.example);
    const bool strict = section.mode.ends_with(" strict");
    std::string variant = section.mode.substr(section.mode.find(' ') + 1);
    variant = variant.substr(0, variant.find(' '));
    PdnOptions options;
    options.strict = strict;
    std::istringstream in{example};
    PdnReader reader{in, options};
    RawGame raw;
    std::vector<std::string> codes;
    if (variant == "?") {
        VariantVote vote;
        while (reader.next(raw)) vote.add(raw);
        if (vote.result().rules == nullptr) codes.emplace_back("no-variant");
        return codes;
    }
    const Rules* rules = find_rules(variant);
    if (rules == nullptr) return codes;
    AnyReplayer replayer{*open_rules(*rules, rules->board), strict};
    const auto add = [&](const Diagnostic& d) {
        codes.emplace_back(d.code);
        EXPECT_NE(d.place.line, 0u) << section.code;
        EXPECT_FALSE(d.message.empty()) << section.code;
    };
    while (reader.next(raw)) {
        replayer.replay(raw);
        std::ranges::for_each(replayer.diagnostics(), add);
    }
    std::ranges::for_each(reader.rest().diagnostics, add);
    return codes;
}

TEST(DiagnosticsPage, HasTheCodesOfTheListInItsOrder) {
    std::vector<std::string> page;
    for (const Section& section : sections()) page.push_back(section.code);
    std::vector<std::string> list;
    for (const DiagnosticCode& code : diagnostic_codes()) list.emplace_back(code.code);
    EXPECT_EQ(page, list);
    EXPECT_TRUE(std::ranges::is_sorted(list));
    EXPECT_GT(list.size(), 30u);
}

TEST(DiagnosticsPage, ExamplesGiveTheirDiagnostic) {
    for (const Section& section : sections()) {
        ASSERT_FALSE(section.example.empty()) << section.code;
        const auto codes = codes_of(section);
        EXPECT_NE(std::ranges::find(codes, section.code), codes.end())
            << section.code << " is not among: " << ::testing::PrintToString(codes);
        // Nothing is given that the list does not have.
        for (const std::string& code : codes) {
            EXPECT_TRUE(std::ranges::any_of(diagnostic_codes(), [&](const auto& known) {
                return known.code == code;
            })) << code;
        }
    }
}

// What is strict only is silent without it.
TEST(DiagnosticsPage, StrictFaultsAreSilentOtherwise) {
    for (Section section : sections()) {
        const auto at = section.mode.find(" strict");
        if (at == std::string::npos) continue;
        section.mode.resize(at);
        const auto codes = codes_of(section);
        EXPECT_EQ(std::ranges::find(codes, section.code), codes.end()) << section.code;
    }
}

}  // namespace
}  // namespace damier
