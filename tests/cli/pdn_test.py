#!/usr/bin/env python3
"""damier pdn: check, convert, filter, dedupe, split, stats, positions."""

import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, CHECKED_FALSE, DONE, IO, USAGE, ProgramTest

SAMPLE = program.SOURCE / "data" / "sample.pdn"
COMMANDS = ("check", "convert", "filter", "dedupe", "split", "stats", "positions")

GOOD = '[Event "a"]\n[Date "1999.05.01"]\n[White "Anna"]\n[Result "1-0"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n'
DRAWN = '[Event "b"]\n[Date "2001-??-??"]\n[White "Boris"]\n[Result "1/2-1/2"]\n[GameType "21"]\n\n1. 9-14 22-18 1/2-1/2\n\n'
ILLEGAL = '[Event "c"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 9-14 *\n\n'
ENDING = '[Event "d"]\n[GameType "21"]\n[FEN "W:WK18,K19:BK1"]\n\n18-14 1-5 14-10 5-1 *\n\n'


class PdnTest(ProgramTest):
    def file(self, text, name="games.pdn"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def pdn(self, code, *arguments, **options):
        return self.assert_run(code, "pdn", *arguments, **options)


class HelpTest(PdnTest):
    def test_every_command_has_a_description_and_an_example(self):
        self.assertIn("Example", self.output("pdn", "--help"))
        for command in COMMANDS:
            text = self.output("pdn", command, "--help")
            self.assertIn("Example", text)
            self.assertIn(f"  damier pdn {command}", text)

    def test_usage(self):
        self.assert_usage("subcommand", "pdn")
        for command in COMMANDS:
            self.assert_usage("", "pdn", command)
        self.assert_usage("unknown variant", "pdn", "check", "--variant", "chess", SAMPLE)
        self.assert_usage("--encoding", "pdn", "check", "--encoding", "ebcdic", SAMPLE)
        self.assert_usage("from 1 to", "pdn", "check", "--jobs", "0", SAMPLE)
        self.assert_usage("--notation", "pdn", "convert", "--notation", "roman", SAMPLE)
        self.assert_usage("--fen", "pdn", "convert", "--fen", "x", SAMPLE)
        self.assert_usage("--tag", "pdn", "filter", "--tag", "White", SAMPLE)
        self.assert_usage("--from", "pdn", "filter", "--from", "yesterday", SAMPLE)
        self.assert_usage("--from 2001 is after --to 2000", "pdn", "filter", "--from", "2001", "--to", "2000", SAMPLE)
        self.assert_usage("--from", "pdn", "filter", "--from", "2001.05.02", "--to", "2001.05.01", SAMPLE)
        self.pdn(DONE, "filter", "--from", "2001.05", "--to", "2001", SAMPLE)
        self.assert_usage("--min-plies 9", "pdn", "filter", "--min-plies", "9", "--max-plies", "8", SAMPLE)
        self.assert_usage("--result", "pdn", "filter", "--result", "1-0", SAMPLE)
        self.assert_usage("--material", "pdn", "filter", "--material", "QvR", SAMPLE)
        self.assert_usage("--pieces", "pdn", "positions", SAMPLE)
        self.assert_usage("--games and --tag", "pdn", "split", "--to", self.folder, SAMPLE)

    def test_files(self):
        done = self.pdn(IO, "check", self.folder / "none.pdn")
        self.assertIn("none.pdn", done.stderr)
        self.pdn(IO, "check", self.folder)
        self.assertIn("no file matches", self.pdn(IO, "check", self.folder / "*.none").stderr)
        # One file that is not there does not stop the others.
        done = self.pdn(IO, "check", self.folder / "none.pdn", self.file(GOOD))
        self.assertIn("games: 1;", done.stderr)


class CheckTest(PdnTest):
    def test_nothing_to_tell(self):
        done = self.pdn(DONE, "check", SAMPLE)
        self.assertEqual("", done.stdout)
        self.assertIn("games: 5; errors: 0; warnings: 0", done.stderr)

    def test_an_illegal_move(self):
        path = self.file(GOOD + ILLEGAL + DRAWN)
        done = self.pdn(CHECKED_FALSE, "check", path)
        (line,) = done.stdout.splitlines()
        number = (GOOD + ILLEGAL).splitlines().index("1. 11-15 22-18 2. 9-14 *") + 1
        self.assertTrue(line.startswith(f"{path}:{number}:19: error: game 2, ply 3: "), line)
        self.assertTrue(line.endswith("(illegal-move)"), line)
        self.assertIn("15x22", line)

    def test_json(self):
        (o,) = self.objects("pdn", "check", "--json", self.file(GOOD + ILLEGAL), code=CHECKED_FALSE)
        self.assertEqual(("illegal-move", "error", 2, 3, "english"), (o["code"], o["severity"], o["game"], o["ply"], o["variant"]))

    def test_what_stands_behind_the_last_game(self):
        done = self.pdn(DONE, "check", self.file(GOOD + "1-0\n"))
        self.assertIn("(stray-terminator)", done.stdout)
        self.assertIn("games: 1;", done.stderr)
        self.assertTrue(self.pdn(DONE, "convert", self.file(GOOD + "{the end}")).stdout.endswith("*\n\n% the end\n"))

    def test_strict_and_notes(self):
        path = self.file(GOOD)
        done = self.pdn(CHECKED_FALSE, "check", "--strict", path)
        self.assertIn("(wrong-terminator)", done.stdout)
        self.assertEqual("", self.pdn(DONE, "check", self.file("[GameType \"21\"]\n11-15\n")).stdout)
        self.assertIn("(no-terminator)", self.pdn(DONE, "check", "--notes", path.parent / "games.pdn").stdout)

    def test_several_files_patterns_and_standard_input(self):
        self.file(GOOD, "a.pdn")
        self.file(ILLEGAL, "b.pdn")
        done = self.pdn(CHECKED_FALSE, "check", self.folder / "*.pdn", "-", stdin=ILLEGAL)
        lines = done.stdout.splitlines()
        self.assertEqual(2, len(lines))
        self.assertIn("b.pdn:4:19: error: game 1, ply 3", lines[0])
        self.assertTrue(lines[1].startswith("<stdin>:4:19: error: game 1, ply 3"), lines[1])

    def test_the_variant_is_told_from_the_moves(self):
        untagged = "1. c3-d4 b6-c5 2. d4:b6 a7:c5 *\n"
        for arguments, options in (((self.file(untagged),), {}), (("-",), {"stdin": untagged})):
            done = self.pdn(DONE, "check", *arguments, **options)
            self.assertRegex(done.stderr, r"variant russian: 1 of 1 games can be replayed as Russian draughts")
        self.assertNotIn("variant russian", self.pdn(DONE, "check", "--variant", "russian", self.file(untagged)).stderr)
        done = self.pdn(CHECKED_FALSE, "check", self.file('[FEN "W:W31:B1"]\n*\n'))
        self.assertIn("(no-variant)", done.stdout)
        # Tags of one game say nothing of another.
        done = self.pdn(DONE, "check", self.file('[GameType "20"]\n1. 32-28 19-23 *\n\n[Event "x"]\n1. 11-15 22-18 *\n'))
        self.assertIn("variant english", done.stderr)

    def test_output_is_in_order_whatever_the_threads(self):
        text = "".join((GOOD, ILLEGAL, DRAWN, ENDING)[i * 7 % 4] for i in range(1000))
        path = self.file(text)
        for command in (("check", "--notes"), ("convert",), ("stats",), ("positions", "--pieces", "24"), ("dedupe",)):
            one = program.run("pdn", *command, path)
            many = program.run("pdn", *command, "--jobs", "3", path)
            self.assertEqual((one.returncode, one.stdout, one.stderr), (many.returncode, many.stdout, many.stderr))
            self.assertTrue(one.stdout)


class ConvertTest(PdnTest):
    def test_canonical_text(self):
        expected = (
            '[Event "a"]\n[Date "1999.05.01"]\n[White "Anna"]\n[Result "1-0"]\n[GameType "21,B,8,8,N1,0"]\n\n'
            "1. 11-15 22-18 2. 15x22 25x18 *\n\n"
        )
        self.assertEqual(expected, self.pdn(DONE, "convert", self.file(GOOD)).stdout)
        self.assertEqual(expected, self.pdn(DONE, "convert", "-", stdin=expected).stdout)
        self.pdn(DONE, "check", "--strict", "-", stdin=expected)

    def test_variations_and_counters_in_json(self):
        text = '[FEN "W:WK18:BK5:H4:F20"]\n1. 18-14 (18-15! {drawn} 5-1 $10) 5-1 *\n'
        (game,) = self.objects("pdn", "convert", "--variant", "english", "--json", self.file(text))
        (variation,) = game["variations"]
        self.assertEqual(
            [("strength", 1, "!"), ("comment", 1, "drawn"), ("nag", 2, "10")],
            [(remark["kind"], remark["ply"], remark["text"]) for remark in variation["remarks"]],
        )
        self.assertEqual([], game["remarks"])
        for dialect, fen in (("numeric", "W:WK18:BK5:H4:F20"), ("dotted", "W:WK18:BK5:H4:F20."), ("lidraughts", "W:WK18:BK5:H4:F20")):
            done = self.pdn(DONE, "convert", "--variant", "english", "--fen", dialect, self.file(text))
            self.assertIn(f'[FEN "{fen}"]', done.stdout)
        # Where a FEN has none, and for positions of a game, none are made up.
        done = self.pdn(DONE, "positions", "--variant", "english", "--pieces", 4, "--fen", "lidraughts", self.file(text))
        self.assertNotIn(":H", done.stdout)

    def test_what_cannot_be_read_is_told_and_kept(self):
        done = self.pdn(BAD_INPUT, "convert", self.file(ILLEGAL + GOOD))
        self.assertIn("games.pdn:1:1: game 1", done.stderr)
        self.assertIn("1. 11-15 22-18 {unread: 9-14} *", done.stdout)
        self.assertIn("15x22 25x18", done.stdout)
        done = self.pdn(BAD_INPUT, "convert", self.file('[FEN "W:W31:B1"]\n*\n'))
        self.assertEqual("", done.stdout)

    def test_notation_dialect_and_encoding(self):
        done = self.pdn(DONE, "convert", "--notation", "algebraic", self.file(ENDING))
        self.assertIn('[FEN "W:WKd4,Kf4:BKb8"]', done.stdout)
        # Whether anything was played before is not known, and nothing is said of it.
        done = self.pdn(DONE, "convert", "--fen", "lidraughts", self.file(ENDING))
        self.assertIn('[FEN "W:WK18,K19:BK1"]', done.stdout)
        russian = '[White "Шашки"]\n[GameType "25"]\n\n1. c3-d4 {ничья} *\n'
        path = self.file(russian.encode("cp1251"))
        self.assertIn("Шашки", self.pdn(DONE, "convert", path).stdout)
        self.assertIn("{ничья}", self.pdn(DONE, "convert", "--encoding", "cp1251", path).stdout)
        again = self.pdn(DONE, "convert", "--output-encoding", "cp1251", path).stdout
        self.assertIn("Шашки", again.encode("utf-8", "surrogateescape").decode("cp1251"))
        done = self.pdn(BAD_INPUT, "convert", "--output-encoding", "latin-1", path)
        self.assertIn("[White \"?????\"]", done.stdout)
        self.assertIn("written as ?: 10", done.stderr)

    def test_json(self):
        text = GOOD.replace("22-18 2.", "22-18! $3 {[%clk 0:10] so} (22-17) 2.")
        (o,) = self.objects("pdn", "convert", "--json", self.file(text))
        self.assertEqual(["11-15", "22-18", "15x22", "25x18"], o["moves"])
        self.assertEqual(("black wins", "english", True), (o["result"], o["variant"], o["replayed"]))
        self.assertEqual([["strength", "!"], ["nag", "3"], ["comment", "[%clk 0:10] so"]], [[r["kind"], r["text"]] for r in o["remarks"]])
        self.assertEqual([{"name": "clk", "arguments": "0:10"}], o["remarks"][2]["commands"])
        self.assertEqual([2, 2, 2], [r["ply"] for r in o["remarks"]])
        self.assertEqual((2, ["22-17"], None), (o["variations"][0]["ply"], o["variations"][0]["moves"], o["variations"][0]["parent"]))
        self.assertIn(["White", "Anna"], o["tags"])


class FilterTest(PdnTest):
    ALL = GOOD + DRAWN + ILLEGAL + ENDING

    def events(self, *arguments, code=DONE):
        done = self.pdn(code, "filter", "--json", *arguments, self.file(self.ALL))
        return "".join(dict(json.loads(line)["tags"])["Event"] for line in done.stdout.splitlines())

    def test_conditions(self):
        self.assertEqual("abcd", self.events(code=BAD_INPUT))
        for expected, *arguments in (
            ("a", "--tag", "White=anna"),
            ("a", "--tag", "White~nn"),
            ("b", "--tag", "White~bor", "--tag", "Event=b"),
            ("b", "--from", "2000"),
            ("a", "--to", "2000"),
            ("b", "--from", "2001.06", "--to", "2001.07"),
            ("a", "--result", "black-wins"),
            ("b", "--result", "draw"),
            ("ab", "--max-plies", "4", "--no-errors", "--tag", "GameType=21", "--to", "2020"),
            ("d", "--material", "KKvK"),
            ("d", "--position", "B:WK14,K19:BK1"),
            ("d", "--ends-in", "3"),
            ("ad", "--min-plies", "4"),
        ):
            self.assertEqual(expected, self.events(*arguments), arguments)
        self.assertEqual("c", self.events("--errors", code=BAD_INPUT))
        self.assertEqual("abd", self.events("--not", "--errors"))

    def test_capital_or_not(self):
        text = GOOD.replace("Anna", "Анна Ёлкина") + DRAWN
        for condition in ("White~анна ё", "White~АННА", "white=анна ёлкина", "WHITE~Ёлкина"):
            done = self.pdn(DONE, "filter", "--tag", condition, self.file(text))
            self.assertIn("that fit: 1", done.stderr, condition)

    def test_a_position_that_is_none(self):
        self.assertIn("--position:1:4: ", self.pdn(BAD_INPUT, "filter", "--position", "W:W99:B1", SAMPLE).stderr)
        # Square 1 is the crown row of White in English draughts, not where squares are counted from below.
        self.pdn(BAD_INPUT, "filter", "--variant", "english", "--position", "W:W1:B12", SAMPLE)


class OtherTest(PdnTest):
    def test_dedupe(self):
        other = GOOD.replace("Anna", "Clara").replace("15x22", "15-22")
        text = GOOD + DRAWN + other + GOOD
        done = self.pdn(DONE, "dedupe", self.file(text))
        self.assertEqual(2, done.stdout.count("[Event "))
        self.assertIn("games: 4; different: 2", done.stderr)
        self.assertEqual(3, self.pdn(DONE, "dedupe", "--by", "tags", self.file(text)).stdout.count("[Event "))
        self.assertEqual(2, self.pdn(DONE, "dedupe", "--duplicates", self.file(text)).stdout.count("[Event "))
        self.assert_usage("--by", "pdn", "dedupe", "--by", "colour", SAMPLE)

    def test_games_without_moves_are_not_all_the_same(self):
        """Forfeits differ by who played; positions set up on the way are part of a game; problems differ by position and result."""
        forfeits = [f'[White "{name}"]\n[Result "1-0"]\n\n1. 0-1\n\n' for name in "abca"]
        for by in ("moves", "last", "tags"):
            done = self.pdn(DONE, "dedupe", "--variant", "english", "--by", by, self.file("".join(forfeits)))
            self.assertIn("games: 4; different: 3", done.stderr, by)
        set_up = [f'[Event "x"]\n\n1. 11-15 /FEN "W:WK18:BK{square}"/ 18-14 *\n\n' for square in (5, 12, 5)]
        done = self.pdn(DONE, "dedupe", "--variant", "english", self.file("".join(set_up)))
        self.assertIn("games: 3; different: 2", done.stderr)
        problems = [f'[Event "{i}"]\n[FEN "{fen}"]\n*\n\n' for i, fen in enumerate(("W:WK18:BK5", "W:WK18:BK6", "W:WK18:BK5."))]
        done = self.pdn(DONE, "dedupe", "--variant", "english", self.file("".join(problems)))
        self.assertIn("games: 3; different: 2", done.stderr)

    def test_split_gives_each_value_a_file_of_its_own(self):
        """Values that make the same name, or are as long as no name can be, do not share a file."""
        values = ("x y", "x_y", "x?y", "x_y-2", "_", "a" * 300, "a" * 301)
        text = "".join(GOOD.replace('"Anna"', f'"{value}"') for value in (*values, *values))
        folder = self.folder / "parts"
        done = self.pdn(DONE, "split", "--tag", "White", "--to", folder, self.file(text + GOOD.replace('[White "Anna"]\n', "")))
        self.assertIn(f"games: 15; files: {len(values) + 1}", done.stderr)
        found = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
        for value in values:
            self.assertEqual([2], [text.count(f'[White "{value}"]') for text in found.values() if f'[White "{value}"]' in text], value)
        for name, text in found.items():
            self.assertEqual(1 if name == "_.pdn" else 2, text.count("[Event "), name)
        self.assertTrue({"_.pdn", "_-2.pdn", "x_y.pdn", "x_y-2.pdn", "x_y-3.pdn", "x_y-2-2.pdn"} <= set(found), sorted(found))

    def test_split(self):
        folder = self.folder / "parts"
        self.pdn(DONE, "split", "--games", "2", "--to", folder, self.file(GOOD + DRAWN + ENDING))
        self.assertEqual(["000001.pdn", "000002.pdn"], sorted(os.listdir(folder)))
        self.assertEqual(2, (folder / "000001.pdn").read_text().count("[Event "))
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        done = self.pdn(IO, "split", "--games", "1", "--to", folder, self.file(GOOD))
        self.assertIn("is there already", done.stderr)
        self.assertEqual(before, {path.name: path.read_bytes() for path in folder.iterdir()})
        tags = self.folder / "tags"
        self.pdn(DONE, "split", "--tag", "White", "--to", tags, self.file(GOOD + DRAWN + ENDING + GOOD.replace("Anna", "../x y")))
        self.assertEqual({"_.._x_y.pdn", "Anna.pdn", "Boris.pdn", "_.pdn"}, set(os.listdir(tags)))

    def test_stats(self):
        (o,) = self.objects("pdn", "stats", "--json", self.file(GOOD + DRAWN + ILLEGAL + ENDING))
        self.assertEqual(("english", 4, 3, 12, 4, 2), (o["variant"], o["games"], o["replayed"], o["plies"], o["longest"], o["captures"]))
        self.assertEqual((1, 1, 2), (o["results"]["black wins"], o["results"]["draw"], o["results"]["unknown"]))
        self.assertEqual(1, o["diagnostics"]["illegal-move"])
        self.assertIn("english: 4 games, 3 replayed", self.pdn(DONE, "stats", self.file(GOOD + DRAWN + ILLEGAL + ENDING)).stdout)

    def test_positions(self):
        done = self.pdn(DONE, "positions", "--pieces", "3", self.file(GOOD + ENDING + ENDING))
        lines = done.stdout.splitlines()
        self.assertEqual("W:WK18,K19:BK1", lines[0])
        self.assertEqual(5, len(lines))
        self.assertEqual(5, len(set(lines)))
        moves = self.assert_run(DONE, "moves", "--variant", "english", "-", stdin=done.stdout)
        self.assertTrue(moves.stdout)
        mixed = self.file(ENDING + ENDING.replace('"21"', '"20"'))
        self.assertIn("one variant", self.pdn(BAD_INPUT, "positions", "--pieces", "3", mixed).stderr)


if __name__ == "__main__":
    unittest.main()
