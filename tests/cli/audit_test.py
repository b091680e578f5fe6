#!/usr/bin/env python3
"""damier audit: what it says of games, and its exit codes. English tables up to three pieces."""

import json
import sys
import unittest
import xml.etree.ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, CHECKED_FALSE, DONE, IO, NOT_ANSWERABLE, USAGE, TablesTest

SAMPLE = program.SOURCE / "data" / "sample.pdn"
ARGUMENTS = ("--variant", "english")


def game(fen, moves, result, *tags):
    lines = [f'[Result "{result}"]', '[GameType "21"]', '[SetUp "1"]', f'[FEN "{fen}"]', *tags, "", f"{moves} {result}", "", ""]
    return "\n".join(lines)


RIGHT = game("W:WK18,K19:BK1", "1. 18-14 1-5 2. 14-10 5-1", "0-1")
# White gives a man away: the win is gone. That the game ends as a draw is right.
CHANGED = game("B:W15,K27:BK3", "1. 3-8 15-11 2. 8x15 27-31", "1/2-1/2")
WRONG = game("W:WK18,K19:BK1", "1. 18-14 1-5 2. 14-10 5-1", "1-0")  # in English draughts Black has won
TIME = game("W:WK22:BK5", "1. 22-18 5-1", "1-0", '[Termination "Time forfeit"]')
ILLEGAL = game("W:WK18,K19:BK1", "1. 18-14 1-9 2. 14-10", "0-1")


class AuditTest(TablesTest):
    def audit(self, text, *arguments, code=CHECKED_FALSE, pieces=()):
        path = self.folder / "games.pdn"
        path.write_text(text, encoding="utf-8")
        done = self.assert_run(code, "audit", *ARGUMENTS, "--dir", self.tables, *arguments, path)
        self.path = str(path)
        return done

    def findings(self, text, code=CHECKED_FALSE):
        return [json.loads(line) for line in self.audit(text, "--json", code=code).stdout.splitlines()]

    def test_nothing_to_find(self):
        done = self.audit(RIGHT, code=DONE)
        self.assertEqual("", done.stdout)
        self.assertIn("damier: games: 1; positions of up to 3 pieces: 5; moves that change the result: 0; wrong results: 0;", done.stderr)

    def test_a_move_that_changes_the_result(self):
        (o,) = self.findings(RIGHT + CHANGED)
        self.assertEqual("result-changing-move", o["kind"])
        self.assertEqual((self.path, 2, 2), (o["file"], o["game"], o["ply"]))
        line = (RIGHT + CHANGED).splitlines()[o["line"] - 1]
        self.assertTrue(line[o["column"] - 1 :].startswith("15-11"), o)
        self.assertEqual(("win", "draw", "15-11", "white"), (o["value"], o["value_of_move"], o["move"], o["side_to_move"]))
        self.assertIn("27-23", o["better"])
        self.assertNotIn("15-11", o["better"])
        text = self.audit(CHANGED).stdout
        self.assertRegex(text, rf"^{self.path}:\d+:\d+: game 1, ply 2: White plays 15-11, a draw instead of a win, in W:")

    def test_better_moves_are_better(self):
        (o,) = self.findings(CHANGED)
        (probed,) = self.objects("probe", *ARGUMENTS, "--dir", self.tables, "--json", o["fen"])
        results = {move["move"]: move["result"] for move in probed["moves"]}
        self.assertEqual(o["value"], probed["result"])
        self.assertEqual(o["value_of_move"], results[o["move"]])
        self.assertEqual(sorted(o["better"]), sorted(m for m, result in results.items() if result == o["value"]))

    def test_a_wrong_result(self):
        (o,) = self.findings(WRONG)
        self.assertEqual(("wrong-result", "black wins", "white wins"), (o["kind"], o["result"], o["result_by_tables"]))
        self.assertEqual("on the board", o["ending"])
        text = self.audit(WRONG).stdout
        self.assertRegex(text, r'result is given as "black wins"; by the tables: white wins after ply 4, in W:')

    def test_a_game_lost_on_time_is_no_contradiction(self):
        (o,) = self.findings(TIME, code=DONE)
        self.assertEqual(("unexplained-result", "time", "black wins", "draw"), tuple(o[k] for k in ("kind", "ending", "result", "result_by_tables")))
        self.assertIn(": known: ", self.audit(TIME, code=DONE).stdout)

    def test_what_cannot_be_replayed(self):
        done = self.audit(ILLEGAL, code=BAD_INPUT)
        self.assertRegex(done.stderr, rf"damier: {self.path}:\d+:\d+: error: game 1, ply 2: .*\(illegal-move\)")
        self.assertIn("not replayed to their end: 1", done.stderr)
        # A finding says more.
        self.audit(ILLEGAL + WRONG, code=CHECKED_FALSE)

    def test_a_draw_rule_makes_a_result_right(self):
        """Two kings against one, won, and walked to and fro until the position is there for the third time."""
        walk = "18-15 1-5 15-18 5-1 " * 2
        drawn = game("W:WK18,K19:BK1:H0:F1", walk, "1/2-1/2")
        (o,) = [o for o in self.findings(drawn) if "result" in o]
        self.assertEqual(("wrong-result", None), (o["kind"], o["draw_rule"]))
        done = self.audit(drawn, "--rulebook", "wcdf", "--json", code=DONE)
        (o,) = [o for o in map(json.loads, done.stdout.splitlines()) if "result" in o]
        self.assertEqual(("right-by-rule", "wcdf 1.32.1", "white wins"), (o["kind"], o["draw_rule"], o["result_by_tables"]))
        done = self.audit(drawn, "--rulebook", "wcdf", code=DONE)
        self.assertIn('the result is given as "draw", right only because of a draw rule, wcdf 1.32.1; by the tables: white wins', done.stdout)
        self.assertIn("wrong results: 0; known, not played out: 1;", done.stderr)
        self.audit(game("W:WK18,K19:BK1:H0:F1", "18-15 1-5", "1/2-1/2"), "--rulebook", "wcdf")

    def test_a_draw_rule_makes_a_result_wrong(self):
        walk = "18-15 1-5 15-18 5-1 " * 2
        won = game("W:WK18,K19:BK1:H0:F1", walk + "18-14 1-5 14-10 5-1", "0-1")
        self.audit(won, code=DONE)
        self.audit(won, "--rulebook", "wcdf", code=DONE)  # nobody claimed
        (o,) = [json.loads(line) for line in self.audit(won, "--rulebook", "turnpan", "--json").stdout.splitlines()]
        self.assertEqual(("wrong-by-rule", "turnpan repetition, at ply 8", "white wins"), (o["kind"], o["draw_rule"], o["result"]))
        self.assertIn("wrong only because of a draw rule: turnpan repetition, at ply 8", self.audit(won, "--rulebook", "turnpan").stdout)

    def test_tables_under_the_rules(self):
        """They tell exactly whether a win came in time, with what the game has counted."""
        tables = ("--dir", self.copied())
        self.assert_run(DONE, "build", *ARGUMENTS, "--pieces", 3, "--metric", "rule", *tables, "--quiet")

        def results(counters, result, rulebook, code):
            path = self.folder / "games.pdn"
            path.write_text(game(f"W:WK18,K19:BK1{counters}", "18-14 1-5", result), encoding="utf-8")
            done = self.assert_run(code, "audit", *ARGUMENTS, *tables, "--rulebook", rulebook, "--json", path)
            return [o for o in map(json.loads, done.stdout.splitlines()) if "result" in o]

        # White to move, in the position behind the game: what he needs, from distances to the end without rules.
        self.assert_run(DONE, "build", *ARGUMENTS, "--pieces", 3, "--metric", "dtw", *tables, "--quiet")
        probed = self.output("probe", *ARGUMENTS, *tables, "--metric", "dtw", "W:WK14,K19:BK5").split("\t")
        self.assertEqual("win", probed[1])
        needed = int(probed[2])
        self.assertGreater(needed, 1)
        in_time, late = 80 - 2 - needed, 80 - 2 - needed + 1  # plies of 80 counted before the game
        (o,) = results(f":H{in_time}:F99", "1/2-1/2", "wcdf", CHECKED_FALSE)
        self.assertEqual(("wrong-result", None), (o["kind"], o["draw_rule"]))
        self.assertEqual([], results(f":H{in_time}:F99", "0-1", "wcdf", DONE))
        why = f"wcdf 1.32.2, with {late + 2} plies of 80 counted, and {needed} needed"
        (o,) = results(f":H{late}:F99", "1/2-1/2", "wcdf", DONE)
        self.assertEqual(("right-by-rule", why, "white wins"), (o["kind"], o["draw_rule"], o["result_by_tables"]))
        (o,) = results(f":H{late}:F99", "0-1", "wcdf", CHECKED_FALSE)
        self.assertEqual(("wrong-by-rule", why), (o["kind"], o["draw_rule"]))
        # Without what was played before there is no saying.
        (o,) = results("", "1/2-1/2", "wcdf", DONE)
        self.assertEqual("unexplained-result", o["kind"])
        self.assertEqual([], results("", "0-1", "wcdf", DONE))
        # Tables of other rules are not used, which is said; without any other tables these do.
        (o,) = results(f":H{late}:F99", "1/2-1/2", "acf-old", CHECKED_FALSE)
        self.assertEqual("wrong-result", o["kind"])
        for path in tables[1].glob("*"):
            if ".rule." not in path.name:
                path.unlink()
        (o,) = results(f":H{late}:F99", "0-1", "wcdf", CHECKED_FALSE)
        self.assertEqual("wrong-by-rule", o["kind"])

    def test_rulebooks_that_make_no_sense(self):
        for arguments in (("--rulebook", "idf-64"), ("--rulebook", "x"), ("--setting", "repetition=4"), ("--rulebook", "wcdf", "--setting", "a=b")):
            self.audit(RIGHT, *arguments, code=USAGE)

    def test_standard_input_and_several_files(self):
        path = self.folder / "one.pdn"
        path.write_text(CHANGED, encoding="utf-8")
        done = self.assert_run(CHECKED_FALSE, "audit", *ARGUMENTS, "--dir", self.tables, path, "-", stdin=WRONG)
        first, second = done.stdout.splitlines()
        self.assertTrue(first.startswith(f"{path}:"))
        self.assertTrue(second.startswith("<stdin>:"))

    def test_files_that_cannot_be_read(self):
        path = self.folder / "one.pdn"
        path.write_text(CHANGED, encoding="utf-8")
        for bad in (self.folder / "nowhere.pdn", self.folder):
            done = self.assert_run(IO, "audit", *ARGUMENTS, "--dir", self.tables, bad, path)
            self.assertIn(f"'{bad}'", done.stderr)
            self.assertEqual(1, len(done.stdout.splitlines()), "the other file is read all the same")
        self.assert_run(USAGE, "audit", *ARGUMENTS, "--dir", self.tables)

    def test_pieces(self):
        done = self.audit(CHANGED, "--pieces", 2, code=DONE)
        self.assertIn("of up to 2 pieces: 2; moves that change the result: 0;", done.stderr)
        four = game("W:WK18,K19:BK1,K2", "1. 18-14 1-5", "0-1")
        self.audit(four, code=DONE)
        done = self.audit(four, "--pieces", 4, code=NOT_ANSWERABLE)
        self.assertIn("damier build --variant english --pieces 4", done.stderr)
        done = self.assert_run(NOT_ANSWERABLE, "audit", *ARGUMENTS, "--dir", self.folder, SAMPLE)
        self.assertIn("damier build --variant english --pieces 2", done.stderr)

    def test_a_stray_file_of_many_pieces(self):
        """The pieces that are looked up unless told follow from the tables, not from a name."""
        folder = self.copied()
        (folder / "english-8x8.wld.200Kv55K.dmr").touch()
        (folder / "english-8x8.wld.5KvK.dmr").touch()
        done = self.assert_run(CHECKED_FALSE, "audit", *ARGUMENTS, "--dir", folder, SAMPLE)
        self.assertIn("positions of up to 3 pieces: 52;", done.stderr)

    def test_strange_files(self):
        for text in ("", "\n\n", "no game at all", '[Event "x"', "1. 1-1 1-1", "\0\1\2" * 1000, "(" * 10_000, "*" * 1000):
            done = program.run("audit", *ARGUMENTS, "--dir", self.tables, "-", stdin=text)
            self.assertIn(done.returncode, (DONE, BAD_INPUT), (text[:20], done.stderr))

    def test_what_cannot_be_written(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assert_run(IO, "audit", *ARGUMENTS, "--dir", self.tables, SAMPLE, stdout=full)

    @unittest.skipUnless(SAMPLE.exists(), "no data/sample.pdn")
    def test_the_sample(self):
        """What its own comments say."""
        done = self.assert_run(CHECKED_FALSE, "audit", *ARGUMENTS, "--dir", self.tables, "--json", SAMPLE)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(
            [(2, "result-changing-move"), (3, "wrong-result"), (4, "unexplained-result"), (5, "result-changing-move")],
            [(o["game"], o["kind"]) for o in found],
        )


class ClaimsTest(TablesTest):
    """Marks, glyphs and sentences, and the report. What is true is known from probe."""

    FEN = "B:W15,K27:BK3"  # White wins after 3-8 with 27-23, and only draws with 15-11

    def audit(self, moves, *arguments, code=DONE, result="*"):
        path = self.folder / "games.pdn"
        path.write_text(game(self.FEN, moves, result), encoding="utf-8")
        return self.assert_run(code, "audit", *ARGUMENTS, "--dir", self.tables, *arguments, path)

    def claims(self, moves, code=DONE, result="*"):
        lines = self.audit(moves, "--json", "--all", code=code, result=result).stdout.splitlines()
        return [o for o in map(json.loads, lines) if o["kind"] == "claim"]

    def test_marks(self):
        for mark, verdict, code in (("!", "true", DONE), ("?", "false", CHECKED_FALSE), ("$18", "true", DONE), ("{drawn}", "false", CHECKED_FALSE)):
            (o,) = self.claims(f"1. 3-8 27-23 {mark}", code=code)
            self.assertEqual(verdict, o["verdict"], o)
        (o,) = self.claims("1. 3-8 15-11?", code=CHECKED_FALSE)  # the mark is right, and the move is told as before
        self.assertEqual(("true", "win", "draw"), (o["verdict"], o["value"], o["value_of_move"]))
        (o,) = self.claims("1. 3-8 15-11!", code=CHECKED_FALSE)
        self.assertEqual("false", o["verdict"])
        self.assertIn("27-23", o["better"])
        (o,) = self.claims("1. 3-8 27-23 (15-11 {White wins})", code=CHECKED_FALSE)
        self.assertEqual(("false", True, "draw"), (o["verdict"], o["in_variation"], o["value"]))

    def test_results_and_the_summary(self):
        (o,) = self.claims("1. 3-8 27-23", result="0-1")
        self.assertEqual(("true", "result", "0-1"), (o["verdict"], o["source"], o["text"]))
        done = self.audit("1. 3-8 27-23! {drawn}", code=CHECKED_FALSE)
        self.assertIn("claims: 1 true, 1 false, 0 unknown", done.stderr)
        (line,) = done.stdout.splitlines()
        self.assertRegex(line, r'games\.pdn:\d+:\d+: game 1, ply 2: false: "drawn" \(phrase: draw\); by the tables: white wins, in B:')
        self.assertEqual("", self.audit("1. 3-8 27-23!").stdout)

    def test_tables_of_any_metric_tell_the_result(self):
        path = self.folder / "games.pdn"
        path.write_text(RIGHT + CHANGED + WRONG + TIME, encoding="utf-8")
        expected = self.assert_run(CHECKED_FALSE, "audit", *ARGUMENTS, "--dir", self.tables, "--all", "--json", path)
        for metric in ("dtw", "dtz"):
            folder = self.folder / metric
            self.assert_run(DONE, "build", *ARGUMENTS, "--pieces", 3, "--metric", metric, "--dir", folder, "--effort", "fast", "--quiet")
            done = self.assert_run(CHECKED_FALSE, "audit", *ARGUMENTS, "--dir", folder, "--all", "--json", path)
            self.assertEqual(expected.stderr, done.stderr)
            for one, other in zip(map(json.loads, expected.stdout.splitlines()), map(json.loads, done.stdout.splitlines()), strict=True):
                # The metric orders moves that keep the result.
                self.assertEqual({**one, "better": sorted(one.get("better", []))}, {**other, "better": sorted(other.get("better", []))})
        (self.folder / "empty").mkdir()
        done = self.assert_run(NOT_ANSWERABLE, "audit", *ARGUMENTS, "--dir", self.folder / "empty", path)
        self.assertIn("damier build --variant english --pieces 2", done.stderr)

    def test_a_table_that_is_not_there(self):
        (o,) = self.claims("{White wins} 1. 3-8 27-23", code=DONE)
        self.assertEqual("true", o["verdict"])
        path = self.folder / "more.pdn"
        path.write_text(game("W:W31,32,K27:BK3", "{White wins} 31-26", "*"), encoding="utf-8")
        done = self.assert_run(DONE, "audit", *ARGUMENTS, "--dir", self.tables, "--all", path)
        self.assertIn("unknown: ", done.stdout)

    def test_boards_and_the_report(self):
        for kind, sign in (("ascii", " 8 "), ("unicode", "\u26c1"), ("svg", "<svg ")):
            self.assertIn(sign, self.audit("1. 3-8 15-11!", "--diagram", kind, code=CHECKED_FALSE).stdout)
        self.assert_usage("--diagram", "audit", *ARGUMENTS, "--dir", self.tables, "--diagram", "oil", SAMPLE)
        report = self.folder / "report.html"
        self.audit("1. 3-8 15-11! {<&> drawn}", "--html", report, code=CHECKED_FALSE)
        page = xml.etree.ElementTree.fromstring(report.read_text(encoding="utf-8").replace("<!DOCTYPE html>", ""))
        self.assertEqual(2, len(page.findall(".//section")))  # the move, and its mark
        self.assertEqual(2, len(page.findall(".//{http://www.w3.org/2000/svg}svg")))
        self.assertEqual([], [p.name for p in self.folder.iterdir() if ".part" in p.name or ".tmp." in p.name])
        self.audit("1. 3-8 27-23", "--html", self.folder / "no" / "where.html", code=IO)

    def test_probe_with_a_board(self):
        out = self.output("probe", *ARGUMENTS, "--dir", self.tables, "--diagram", "ascii", self.FEN)
        self.assertEqual(1 + 9, len(out.splitlines()))
        (o,) = self.objects("probe", *ARGUMENTS, "--dir", self.tables, "--json", "--diagram", "svg", self.FEN)
        self.assertTrue(o["diagram"].startswith("<svg "))


if __name__ == "__main__":
    unittest.main()
