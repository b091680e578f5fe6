#!/usr/bin/env python3
"""damier claim: which draw rules hold in games, claims that were made, and its exit codes; variants --show."""

import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, CHECKED_FALSE, DONE, IO, USAGE, ProgramTest

SHARED = Path(os.environ.get("DAMIER_SHARED_DIR", program.SOURCE.parent / "shared"))
EDGE = "5-1 32-28 1-5 28-32"  # kings on the edge of the board, where nothing is captured


def game(fen, moves, result="1/2-1/2", *tags):
    lines = [f'[Result "{result}"]', '[SetUp "1"]', f'[FEN "{fen}"]', *tags, "", f"{moves} {result}", "", ""]
    return "\n".join(lines)


def walk(times, then=""):
    return f"{(EDGE + ' ') * times}{then}"


KNOWN = "W:WK5,21:BK32,12:H0:F1"
BARE = "W:WK5,21:BK32,12"
LONE = "W:WK5,K13:BK32:H0:F1"


class ClaimTest(ProgramTest):
    def claim(self, variant, text, *arguments, code=DONE):
        path = self.folder / "games.pdn"
        path.write_text(text, encoding="utf-8")
        self.path = str(path)
        return self.assert_run(code, "claim", "--variant", variant, *arguments, path)

    def games(self, variant, text, *arguments, code=DONE):
        return [json.loads(line) for line in self.claim(variant, text, "--json", *arguments, code=code).stdout.splitlines()]

    def test_rules_that_hold(self):
        (o,) = self.games("english", game(KNOWN, walk(20)))
        self.assertEqual(("wcdf", 80, 80, "draw"), tuple(o[k] for k in ("rulebook", "plies", "sure_plies", "result")))
        by_article = {rule["article"]: rule for rule in o["rules"]}
        self.assertEqual([[80, 80]], by_article["1.32.2"]["holds"])
        self.assertEqual((80, None), (by_article["1.32.2"]["first"], by_article["1.32.2"]["claimant"]))
        self.assertEqual((7, "black"), (by_article["1.32.1"]["first"], by_article["1.32.1"]["claimant"]))
        self.assertEqual("B:WK5,21:B12,K28", by_article["1.32.1"]["fen"])
        self.assertEqual(["1.32.1", "1.32.2"], o["at_the_end"])
        self.assertEqual((self.path, 1, 1, 1), (o["file"], o["line"], o["column"], o["game"]))
        text = self.claim("english", game(KNOWN, walk(20))).stdout
        self.assertRegex(text, rf"^{self.path}:\d+:\d+: game 1, ply 7: wcdf 1.32.1 holds, .* \(Black\); plies 7-80; first in B:")
        self.assertIn("game 1, ply 80: wcdf 1.32.2 holds, 40 moves of each side; claimed by either player; plies 80;", text)

    def test_the_place_is_that_of_the_move(self):
        text = game(KNOWN, walk(20))
        self.claim("english", text)
        line = program.run("claim", "--variant", "english", self.path).stdout.splitlines()[0]
        row, column = map(int, line[len(self.path) + 1 :].split(":")[:2])
        self.assertTrue(text.splitlines()[row - 1][column - 1 :].startswith("1-5 28-32"), line)  # ply 7

    def test_an_unknown_history_is_said_to_be_unknown(self):
        (o,) = self.games("english", game(BARE, walk(1)))
        self.assertEqual("unknown", o["history"])
        self.assertEqual([[0, 4]], {rule["article"]: rule["may_hold"] for rule in o["rules"]}["1.32.2"])
        self.assertEqual([], o["at_the_end"])
        self.assertIn("unknown, since nobody knows what was played before: wcdf 1.32.1 at 0-4; 1.32.2 at 0-4", self.claim("english", game(BARE, walk(1))).stdout)

    def verdicts(self, variant, text, *arguments, code=DONE):
        return [(c["ply"], c["verdict"], c["article"]) for o in self.games(variant, text, *arguments, code=code) for c in o["claims"]]

    def test_claims_in_comments(self):
        right = game(KNOWN, walk(20) + "{draw by the 40-move rule}")
        self.assertEqual([(80, "right", "1.32.2")], self.verdicts("english", right))
        wrong = game(KNOWN, walk(19) + "{draw by the 40-move rule}")
        self.assertEqual([(76, "wrong", None)], self.verdicts("english", wrong, code=CHECKED_FALSE))
        early = game(KNOWN, "5-1 32-28 {White claims a draw by repetition} 1-5 28-32", "*")
        self.assertEqual([(2, "wrong", None)], self.verdicts("english", early, code=CHECKED_FALSE))
        unknown = game(BARE, walk(1) + "{Draw: threefold repetition}")
        self.assertEqual([(4, "unknown", "1.32.1")], self.verdicts("english", unknown))
        self.assertEqual([], self.verdicts("english", game(KNOWN, walk(1) + "{draw agreed}")))
        self.assertEqual([], self.verdicts("english", game(KNOWN, "5-1 {the draw by repetition is near} 32-28")))
        self.assertEqual([], self.verdicts("english", game(KNOWN, "5-1 ({White claims a draw by repetition} 5-9) 32-28")))
        self.assertIn('claim "draw by the 40-move rule": wrong: no count of 40 moves holds at ply 76', self.claim("english", wrong, code=CHECKED_FALSE).stdout)
        self.assertIn("claims right: 1, wrong: 1, unknown: 1;", self.claim("english", right + wrong + unknown, code=CHECKED_FALSE).stderr)

    def test_claims_in_tags(self):
        text = game(KNOWN, walk(2), "1/2-1/2", '[Termination "draw by repetition"]')
        self.assertEqual([(8, "right", "1.32.1")], self.verdicts("english", text))
        text = game(KNOWN, walk(1), "1/2-1/2", '[Termination "draw by repetition"]')
        self.assertEqual([(4, "wrong", None)], self.verdicts("english", text, code=CHECKED_FALSE))

    def test_a_comment_belongs_to_its_game(self):
        first = game(KNOWN, walk(20)).rstrip("\n")
        one, two = self.games("english", first + " {draw by the 40-move rule}\n\n" + game(KNOWN, walk(1)))
        self.assertEqual([80], [c["ply"] for c in one["claims"]])
        self.assertEqual([], two["claims"])
        # On a line between two games it is of neither.
        for gap in ("\n", "\n\n"):
            one, two = self.games("english", first + gap + "{draw by the 40-move rule}\n" + game(KNOWN, walk(1)))
            self.assertEqual(([], []), (one["claims"], two["claims"]))

    def test_at(self):
        self.assertEqual([(80, "right", "1.32.1")], self.verdicts("english", game(KNOWN, walk(20)), "--at", 80))
        self.assertEqual([(6, "wrong", None)], self.verdicts("english", game(KNOWN, walk(20)), "--at", 6, code=CHECKED_FALSE))
        self.assertEqual([(6, "unknown", "1.32.1")], self.verdicts("english", game(BARE, walk(20)), "--at", 6))
        done = self.claim("english", game(KNOWN, walk(1)), "--at", 5, code=USAGE)
        self.assertIn("game 1 has no ply 5, it has 4", done.stderr)
        self.assert_usage("--at must be a whole number from 0", "claim", "--variant", "english", "--at", "-1", "x")

    def test_a_result_behind_a_draw(self):
        won = game(KNOWN, walk(3), "0-1")
        (o,) = self.games("english", won, "--rulebook", "turnpan", code=CHECKED_FALSE)
        self.assertEqual((True, 8), (o["result_wrong"], o["drawn_at"]))
        self.assertIn('the result is given as "white wins": wrong, the game was drawn at ply 8 by turnpan repetition', self.claim("english", won, "--rulebook", "turnpan", code=CHECKED_FALSE).stdout)
        (o,) = self.games("english", won)  # wcdf: nobody claimed
        self.assertEqual((False, None), (o["result_wrong"], o["drawn_at"]))
        (o,) = self.games("english", game(KNOWN, walk(3), "0-1", '[Termination "time forfeit"]'), "--rulebook", "turnpan")
        self.assertFalse(o["result_wrong"])
        (o,) = self.games("english", game(KNOWN, walk(1), "0-1"), "--rulebook", "turnpan")
        self.assertFalse(o["result_wrong"])

    def test_rulebooks_and_settings(self):
        at = lambda *arguments: {r["article"]: r["first"] for r in self.games("russian", game(LONE, walk(4)), *arguments)[0]["rules"]}
        self.assertEqual(9, at()["7.2.8"])
        self.assertEqual(0, at("--setting", "7.2.9=yes")["7.2.9"])
        self.assertEqual(10, at("--rulebook", "russia")["7.2.6 (2-3 pieces)"])
        self.assertEqual(5, at("--rulebook", "russia", "--setting", "7.2.6-unit=plies", "--setting", "7.2.9=yes")["7.2.6 (2-3 pieces)"])
        text = game(LONE, walk(1))
        self.assertEqual("known", self.games("russian", text)[0]["history"])  # :H0:F1
        for needle, *arguments in (
            ("rulebook wcdf is not for Russian draughts; one of: idf-64, russia", "--rulebook", "wcdf"),
            ('unknown rulebook "fide"; for Russian draughts one of: idf-64, russia', "--rulebook", "fide"),
            ('rulebook idf-64 has no setting "7.2.6-unit=moves"; its settings: 7.2.6-unit=each|plies', "--setting", "7.2.6-unit=moves"),
            ("about the long diagonal, and a board of 6x8 has none", "--board", "6x8"),
        ):
            done = self.claim("russian", text, *arguments, code=USAGE)
            self.assertIn(needle, done.stderr)
            self.assertEqual("", done.stdout)

    def test_bad_counters_are_refused(self):
        for fen, column in (("W:WK5:BK32:H", 18), ("W:WK5:BK32:H0:F0", 21), ("W:WK5:BK32:H9:F2", 7)):
            text = game(fen, walk(1)) + game(KNOWN, walk(1))
            done = self.claim("english", text, "--json", code=BAD_INPUT)
            self.assertRegex(done.stderr.splitlines()[0], rf"^damier: {self.path}:3:\d+: error: game 1")
            self.assertEqual([2], [json.loads(line)["game"] for line in done.stdout.splitlines() if json.loads(line)["plies"] == 4])

    def test_what_cannot_be_replayed(self):
        bad = game(KNOWN, "5-1 32-28 1-9 28-32 {draw by repetition}")
        done = self.claim("english", bad, code=BAD_INPUT)
        self.assertRegex(done.stderr, r"error: game 1, ply 3: .*\(illegal-move\)")
        (o,) = self.games("english", bad, code=BAD_INPUT)
        self.assertEqual((2, []), (o["plies"], o["claims"]))

    def test_jump_by_jump_is_one_ply(self):
        text = game("W:WK1,K16:BK50,12,23:H0:F1", "1x18 18x45 50-6 " + "16-2 6-50 2-16 50-6 " * 3)
        (o,) = self.games("international", text, "--rulebook", "fmjd-2015")
        # 6.1 at plies 1, 5 and 9 with Black to move.
        self.assertEqual({"6.1": 9, "6.4": 11}, {rule["article"]: rule["first"] for rule in o["rules"]})

    def test_standard_input_and_files(self):
        path = self.folder / "one.pdn"
        path.write_text(game(KNOWN, walk(20) + "{draw by the 40-move rule}"), encoding="utf-8")
        done = self.assert_run(CHECKED_FALSE, "claim", "--variant", "english", path, "-", stdin=game(KNOWN, walk(1) + "{draw by the 40-move rule}"))
        self.assertIn('claim "draw by the 40-move rule": right', done.stdout)
        self.assertIn("<stdin>:", done.stdout)
        for bad in (self.folder / "nowhere.pdn", self.folder):
            done = self.assert_run(IO, "claim", "--variant", "english", bad, path)
            self.assertIn(f"'{bad}'", done.stderr)
            self.assertIn("1.32.2", done.stdout)
        self.assert_run(USAGE, "claim", "--variant", "english")
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assert_run(IO, "claim", "--variant", "english", path, stdout=full)

    def test_strange_files(self):
        for text in ("", "\n", "no game", '[Event "x"', "\0\1" * 1000, "(" * 1000, "{" * 1000, "{a}" * 1000, "*" * 100):
            done = program.run("claim", "--variant", "english", "-", stdin=text)
            self.assertIn(done.returncode, (DONE, BAD_INPUT), (text[:20], done.stderr))

    def test_variants_show_prints_the_rulebooks(self):
        (o,) = self.objects("variants", "--show", "russian", "--json")
        books = {book["rulebook"]: book for book in o["rulebooks"]}
        self.assertEqual(["idf-64", "russia"], list(books))
        self.assertEqual([True, False], [book["default"] for book in books.values()])
        draws = {draw["article"]: draw for draw in books["idf-64"]["draws"]}
        self.assertEqual("15 moves of the strong side", draws["7.2.4"]["limit"])
        self.assertEqual("capture, man move", draws["7.2.5"]["restarts"])
        self.assertIsNone(draws["7.2.5"]["condition"])
        self.assertEqual("text read", draws["7.2.5"]["confidence"])
        self.assertEqual("each", {s["setting"]: s["default"] for s in books["idf-64"]["settings"]}["7.2.6-unit"])
        text = self.output("variants", "--show", "russian")
        self.assertIn("rulebook idf-64 (default): International Draughts Federation", text)
        self.assertIn("7.2.6-unit=each: yes, as nearly everyone reads it (default)", text)

    @unittest.skipUnless((SHARED / "pdn").is_dir(), "the shared games are not there")
    def test_published_games(self):
        """They can all be read, and none ends after a draw by itself that nobody noticed in a sound file."""
        done = self.assert_run(DONE, "claim", "--variant", "english", "--json", SHARED / "pdn/english/OCA_2.3_part.pdn")
        self.assertEqual(2, len(done.stdout.splitlines()))


if __name__ == "__main__":
    unittest.main()
