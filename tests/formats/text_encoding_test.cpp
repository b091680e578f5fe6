#include "formats/text_encoding.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <fstream>
#include <optional>

#include "tests/formats/games_for_tests.hpp"

namespace damier {
namespace {

// "With draughts", in Russian.
constexpr const char* russian_1251 = "\xD1 \xF8\xE0\xF8\xEA\xE0\xEC\xE8";
constexpr const char* russian_utf8 = "\xD0\xA1 \xD1\x88\xD0\xB0\xD1\x88\xD0\xBA\xD0\xB0\xD0\xBC\xD0\xB8";

TEST(TextEncoding, KnownCharacters) {
    EXPECT_EQ(to_utf8(russian_1251, Encoding::cp1251), russian_utf8);
    EXPECT_EQ(to_utf8("Caf\xE9 \x93x\x94 \x80", Encoding::cp1252),
              "Caf\xC3\xA9 \xE2\x80\x9Cx\xE2\x80\x9D \xE2\x82\xAC");
    EXPECT_EQ(to_utf8("Caf\xE9", Encoding::latin1), "Caf\xC3\xA9");
    EXPECT_EQ(to_utf8("\x81", Encoding::cp1252), "\xEF\xBF\xBD");                          // not defined
    EXPECT_EQ(to_utf8("\xB8\xA8\xB9", Encoding::cp1251), "\xD1\x91\xD0\x81\xE2\x84\x96");  // ё Ё №
    std::size_t lacking = 0;
    EXPECT_EQ(from_utf8(russian_utf8, Encoding::cp1251, lacking), russian_1251);
    EXPECT_EQ(lacking, 0u);
    EXPECT_EQ(from_utf8(russian_utf8, Encoding::latin1, lacking), "? ???????");
    EXPECT_EQ(lacking, 8u);
}

TEST(TextEncoding, Utf8IsCheckedToTheLastBit) {
    for (const char* good : {"", "a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF",
                             "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_TRUE(is_utf8(good)) << good;
    }
    for (const char* bad :
         {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x41", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
        EXPECT_FALSE(is_utf8(bad)) << bad;
    }
}

TEST(TextEncoding, BytesSurviveTheWayThereAndBack) {
    for (const Encoding encoding : {Encoding::latin1, Encoding::cp1252, Encoding::cp1251}) {
        for (int byte = 1; byte < 256; ++byte) {
            const std::string one(1, static_cast<char>(byte));
            const std::string text = to_utf8(one, encoding);
            EXPECT_TRUE(is_utf8(text));
            if (text == "\xEF\xBF\xBD") continue;
            std::size_t lacking = 0;
            EXPECT_EQ(from_utf8(text, encoding, lacking), one) << name(encoding) << " " << byte;
            EXPECT_EQ(lacking, 0u);
        }
    }
}

TEST(TextEncoding, Guesses) {
    EXPECT_EQ(guess_encoding(russian_1251), Encoding::cp1251);
    EXPECT_EQ(guess_encoding("Caf\xE9 Andr\xE9 na\xEFve"), Encoding::latin1);
    EXPECT_EQ(guess_encoding("\x93"
                             "Caf\xE9\x94"),
              Encoding::cp1252);
    EXPECT_EQ(guess_encoding("\x93\x94"), Encoding::cp1252);
}

TEST(TextEncoding, NamesAreForgiving) {
    EXPECT_EQ(find_encoding("UTF-8"), Encoding::utf8);
    EXPECT_EQ(find_encoding("Windows-1251"), Encoding::cp1251);
    EXPECT_EQ(find_encoding("ISO-8859-1"), Encoding::latin1);
    EXPECT_EQ(find_encoding("cp1252"), Encoding::cp1252);
    EXPECT_EQ(find_encoding("cp866"), std::nullopt);
    EXPECT_EQ(find_encoding(""), std::nullopt);
}

RawGame only_game(const std::string& text, PdnOptions options = {}) {
    std::istringstream in{text};
    PdnReader reader{in, options};
    RawGame game;
    EXPECT_TRUE(reader.next(game));
    return game;
}

TEST(TextEncoding, GamesAreReadAsUtf8WhateverTheFileIs) {
    const std::string file =
        std::string{"[White \""} + russian_1251 + "\"]\n1. c3-d4 {" + russian_1251 + "} *";
    const RawGame told = only_game(file);
    EXPECT_EQ(told.tags[0].value, russian_utf8);
    EXPECT_EQ(told.text_of(told.elements[2]), russian_utf8);
    EXPECT_EQ(codes(told.diagnostics), "encoding");
    EXPECT_NE(told.diagnostics[0].message.find("cp1251"), std::string::npos);
    PdnOptions named;
    named.lexer.encoding = Encoding::latin1;
    EXPECT_EQ(only_game(file, named).tags[0].value, to_utf8(russian_1251, Encoding::latin1));
    // Files that were put together from two.
    const RawGame mixed =
        only_game(std::string{"[White \""} + russian_utf8 + "\"]\n[Black \"" + russian_1251 + "\"]\n*");
    EXPECT_EQ(mixed.tags[0].value, russian_utf8);
    EXPECT_EQ(mixed.tags[1].value, russian_utf8);
}

TEST(TextEncoding, MarksOfTheByteOrder) {
    EXPECT_EQ(codes(only_game("\xEF\xBB\xBF[White \"x\"] *").diagnostics), "");
    PdnOptions strict;
    strict.strict = true;
    EXPECT_EQ(codes(only_game("\xEF\xBB\xBF[White \"x\"] *", strict).diagnostics), "encoding");
}

// Letters of one, two, three and four bytes in UTF-8, the last one of two units in UTF-16.
constexpr std::u16string_view wide_letters = u"[A \"\u00E9\u0428\u20AC\U0001F600\"] *";
constexpr const char* narrow_letters = "\xC3\xA9\xD0\xA8\xE2\x82\xAC\xF0\x9F\x98\x80";

std::string bytes_of(std::u16string_view units, bool big_endian) {
    std::string bytes;
    for (const char16_t unit : units) {
        const char high = static_cast<char>(unit >> 8);
        const char low = static_cast<char>(unit & 0xFF);
        bytes += {big_endian ? high : low, big_endian ? low : high};
    }
    return bytes;
}

TEST(TextEncoding, Utf16) {
    for (const bool big_endian : {false, true}) {
        for (const std::u16string mark : {u"\uFEFF", u""}) {
            const std::string bytes = bytes_of(mark + std::u16string{wide_letters}, big_endian);
            const RawGame game = only_game(bytes);
            EXPECT_EQ(game.tags.at(0).value, narrow_letters);
            EXPECT_EQ(codes(game.diagnostics), "encoding");
            EXPECT_EQ(game.diagnostics[0].severity, Severity::note);
            // In pieces of any size.
            for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
                Utf16Decoder decoder{big_endian};
                std::string out;
                decoder.decode(std::string_view{bytes}.substr(0, cut), false, out);
                decoder.decode(std::string_view{bytes}.substr(cut), true, out);
                EXPECT_NE(out.find(narrow_letters), std::string::npos) << cut;
                EXPECT_TRUE(is_utf8(out)) << cut;
            }
        }
    }
    const auto decoded = [](std::u16string_view units, std::string_view behind) {
        std::string out;
        Utf16Decoder{false}.decode(bytes_of(units, false) + std::string{behind}, true, out);
        return out;
    };
    // Halves of pairs and of units.
    const std::string none = "\xEF\xBF\xBD";
    const char16_t high = 0xD83D;
    const char16_t low = 0xDE00;
    EXPECT_EQ(decoded(std::u16string{u'a', high, u'b'}, ""), "a" + none + "b");
    EXPECT_EQ(decoded(std::u16string{u'a', low, u'b'}, ""), "a" + none + "b");
    EXPECT_EQ(decoded(std::u16string{high, high, low}, ""), none + "\xF0\x9F\x98\x80");
    EXPECT_EQ(decoded(std::u16string{u'a', high}, ""), "a" + none);
    EXPECT_EQ(decoded(u"a", "b"), "a" + none);
    EXPECT_EQ(guess_utf16("[Event \"x\"]"), Utf16::none);
    EXPECT_EQ(guess_utf16(std::string_view{"\0\0\0\0", 4}), Utf16::none);
}

TEST(TextEncoding, SmallLetters) {
    EXPECT_EQ(small_letters("ABZ xyz 1"), "abz xyz 1");
    EXPECT_EQ(small_letters("ÀÖØÞ ×÷ß àöøþ"), "àöøþ ×÷ß àöøþ");
    EXPECT_EQ(small_letters("АБПРЯЁ абпряё"), "абпряё абпряё");
    EXPECT_EQ(small_letters("Ω\xFF"), "Ω\xFF");
}

// A byte that means nothing is lost, which is said.
TEST(TextEncoding, BytesWithoutAMeaning) {
    const auto read = [](std::string_view text, std::optional<Encoding> encoding) {
        PdnOptions options;
        options.lexer.encoding = encoding;
        std::istringstream in{std::string{text}};
        PdnReader reader{in, options};
        RawGame game;
        EXPECT_TRUE(reader.next(game));
        const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
        EXPECT_EQ(game.whole, std::ranges::none_of(game.diagnostics, is_error));
        return game.whole;
    };
    for (const std::string_view text : {"1. 11-15 {caf\xE9} *", "[Event \"caf\xE9\"] 1. 11-15 *"}) {
        EXPECT_FALSE(read(text, Encoding::utf8)) << text;
        EXPECT_TRUE(read(text, std::nullopt)) << text;
        EXPECT_TRUE(read(text, Encoding::cp1251)) << text;
    }
    EXPECT_FALSE(read("1. 11-15 {\x98} *", Encoding::cp1251));
    EXPECT_FALSE(read("1. 11-15 {\x81 \xE9} *", Encoding::cp1252));
    EXPECT_TRUE(read("1. 11-15 {\x81 \xE9} *", Encoding::latin1));
    // Those that the file has itself.
    EXPECT_TRUE(read("1. 11-15 {\xEF\xBF\xBD} *", std::nullopt));
    EXPECT_TRUE(read("1. 11-15 {\xEF\xBF\xBD} *", Encoding::utf8));
}

}  // namespace
}  // namespace damier
