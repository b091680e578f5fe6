#!/usr/bin/env python3
"""damier build, probe, stats, verify with --metric rule: results under draw rules, counters, what is refused."""

import csv
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "egtb"))
import table_reader
from program import BAD_INPUT, DAMAGED, DONE, NOT_ANSWERABLE, USAGE, ProgramTest, run

ENGLISH = ("--variant", "english")
# The longest win of King against King: 11 plies (published).
LONGEST = 11


class RuleTablesTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.tables = Path(tempfile.mkdtemp(prefix="damier-rule-"))
        cls.addClassCleanup(shutil.rmtree, cls.tables, ignore_errors=True)
        built = run("build", *ENGLISH, "--pieces", "2", "--metric", "rule", "--rulebook", "wcdf", "--dir", cls.tables, "--quiet")
        assert built.returncode == DONE, built.stderr

    def probe(self, *arguments, code=DONE, **options):
        return self.assert_run(code, "probe", *ENGLISH, "--dir", self.tables, "--metric", "rule", "--rulebook", "wcdf", *arguments, **options)

    def longest(self):
        lines = self.assert_run(DONE, "stats", *ENGLISH, "--dir", self.tables, "--metric", "rule", "--json").stdout.splitlines()
        (o,) = [o for o in map(json.loads, lines) if o["slice"] == "KvK"]
        self.assertEqual((230, 108, 654, 0, 0), tuple(o[k] for k in ("wins", "losses", "draws", "cursed_wins", "blessed_losses")))
        self.assertEqual(LONGEST, o["longest_win"]["plies"])
        return o["longest_win"]["fen"]

    def test_any_counter(self):
        """The limit is 80 plies: won with 69 counted, drawn with 70."""
        fen = self.longest()
        for counter, result in ((None, "win"), (0, "win"), (69, "win"), (70, "cursed-win"), (80, "cursed-win"), (500, "cursed-win")):
            option = () if counter is None else ("--counter", counter)
            self.assertEqual(f"{fen}\t{result}\t{LONGEST}\n", self.probe(*option, fen).stdout)
            if counter is not None:
                self.assertEqual(f"{fen}:H{counter}:F400\t{result}\t{LONGEST}\n", self.probe(f"{fen}:H{counter}:F400").stdout)
        self.assertEqual(f"{fen}\twin\t-\n", self.probe("--no-draw-rule", "--counter", 70, fen).stdout)

    def test_json(self):
        fen = self.longest()
        o = json.loads(self.probe("--json", "--counter", 70, fen).stdout)
        self.assertEqual(("cursed-win", "win", LONGEST, 70, 80, "1.32.2"), tuple(o[k] for k in ("result", "without_rule", "rule", "counter", "limit", "article")))
        self.assertEqual(("wcdf", ["1.32.2"], []), tuple(o[k] for k in ("rulebook", "rules", "left_out")))
        self.assertEqual("cursed-win", o["moves"][0]["result"])
        o = json.loads(self.probe("--json", "--counter", 69, fen).stdout)
        self.assertEqual("win", o["moves"][0]["result"])

    def test_who_cannot_move_has_lost_whatever_is_counted(self):
        for fen in ("B:WK32:B28", "B:WK5:B"):
            self.assertEqual(["loss"], [line.split("\t")[1] for line in self.probe("--counter", 79, fen).stdout.splitlines()])

    def test_options_of_draw_rules_ask_for_these_tables(self):
        fen = self.longest()
        for option in (("--rulebook", "wcdf"), ("--counter", "0"), ("--rulebook", "turnpan", "--no-draw-rule")):
            done = self.assert_run(DONE, "probe", *ENGLISH, "--dir", self.tables, *option, fen)
            self.assertIn("\twin\t", done.stdout)

    def test_refusals(self):
        fen = self.longest()
        for option, message in (
            (("--counter", "-1"), "whole number of plies"),
            (("--counter", "1.5"), "whole number of plies"),
            (("--rulebook", "idf-64"), "not for"),
            (("--rulebook", "nonsense"), "unknown rulebook"),
            (("--rulebook", "uncounted"), "no rule that tables can follow"),
            (("--rule", "7.2.5"), "has no rule"),
            (("--setting", "repetition=5"), "no setting"),
            (("--metric", "wld", "--rulebook", "wcdf"), "--metric rule"),
            (("--metric", "dtz", "--counter", "3"), "--metric rule"),
        ):
            done = self.assert_run(USAGE, "probe", *ENGLISH, "--dir", self.tables, *option, fen)
            self.assertIn(message, done.stderr, option)
            self.assertEqual("", done.stdout)
        for bad in (f"{fen}:H", f"{fen}:H3:H4", f"{fen}:H9:F1", f"{fen}:Hx"):
            self.assertEqual("", self.probe(bad, code=BAD_INPUT).stdout, bad)
        self.probe("--counter", 5, f"{fen}:H6", code=BAD_INPUT)
        self.probe("--counter", 5, f"{fen}:F1", code=BAD_INPUT)
        done = self.assert_run(USAGE, "build", *ENGLISH, "--pieces", 2, "--metric", "wld", "--rulebook", "wcdf", "--dir", self.folder)
        self.assertIn("--metric rule", done.stderr)
        done = self.assert_run(USAGE, "build", "--variant", "thai", "--pieces", 2, "--metric", "rule", "--dir", self.folder)
        done = self.assert_run(NOT_ANSWERABLE, "probe", *ENGLISH, "--dir", self.tables, "--rulebook", "wcdf", "W:WK1,K2:BK32")
        self.assertIn("--metric rule --rulebook wcdf --pieces 3", done.stderr)

    def test_a_table_of_other_rules_is_refused(self):
        fen = self.longest()
        done = self.assert_run(DAMAGED, "probe", *ENGLISH, "--dir", self.tables, "--rulebook", "acf-old", fen)
        self.assertIn("foreign", done.stderr)
        self.assertIn("wcdf", done.stderr)
        before = {path.name: path.read_bytes() for path in self.tables.iterdir()}
        self.assert_run(DAMAGED, "build", *ENGLISH, "--pieces", 2, "--metric", "rule", "--rulebook", "acf-old", "--dir", self.tables, "--quiet")
        self.assertEqual(before, {path.name: path.read_bytes() for path in self.tables.iterdir()})
        # The same rules under another name.
        self.assert_run(DONE, "probe", *ENGLISH, "--dir", self.tables, "--rulebook", "turnpan", fen)

    def test_folders_of_several_rulebooks(self):
        """--rulebook chooses among them, in either order."""
        fen = self.longest()
        other = self.folder / "other"
        self.assert_run(DONE, "build", *ENGLISH, "--pieces", 2, "--metric", "rule", "--rulebook", "acf-old", "--dir", other, "--quiet")
        for folders in ((self.tables, other), (other, self.tables)):
            at = [word for folder in folders for word in ("--dir", folder)]
            for rulebook, limit in (("wcdf", 80), ("acf-old", 100)):
                for counter, result in ((limit - LONGEST, "win"), (limit - LONGEST + 1, "cursed-win")):
                    done = self.assert_run(DONE, "probe", *ENGLISH, *at, "--rulebook", rulebook, "--counter", counter, fen)
                    self.assertEqual(f"{fen}\t{result}\t{LONGEST}\n", done.stdout)
                self.assert_run(DONE, "stats", *ENGLISH, *at, "--metric", "rule", "--rulebook", rulebook)
                self.assert_run(DONE, "verify", *ENGLISH, *at, "--metric", "rule", "--rulebook", rulebook, "--quiet")

    def test_counters_of_standard_input(self):
        """Faults in them have a line and a column, as all others."""
        text = f"# positions\n{self.longest()}\n  W:WK1:BK32:Hx\nW:WK1:BK32:H3:F1\n"
        done = self.probe("-", stdin=text, code=BAD_INPUT)
        self.assertEqual(1, len(done.stdout.splitlines()))
        self.assertRegex(done.stderr, r"damier: <stdin>:3:15: the counter H has no number")
        self.assertRegex(done.stderr, r"damier: <stdin>:4(:\d+)?: the FEN counts 3 plies \(H\)")

    def test_a_fen_with_a_move_number_only(self):
        """F bounds what was played before; nothing is taken as counted."""
        fen = self.longest()
        o = json.loads(self.probe("--json", f"{fen}:F31").stdout)
        self.assertEqual(("win", 0), (o["result"], o["counter"]))

    def test_that_they_are_there_is_told(self):
        done = self.assert_run(NOT_ANSWERABLE, "probe", *ENGLISH, "--dir", self.tables, "W:WK1:BK32")
        self.assertIn("tables under draw rules too; --metric rule", done.stderr)

    def test_another_reader(self):
        """Header, footer and symbols as docs/table-format.md and docs/metrics.md have them."""
        fen = self.longest()
        header, footer, (symbols,) = table_reader.read_table(self.tables / "english-8x8.rule.KvK.dmr")
        self.assertEqual((1, 1), header["version"])
        self.assertEqual(("wcdf", [], ["1.32.2"]), tuple(header["draw_rules"][k] for k in ("rulebook", "settings", "articles")))
        (summary,) = footer["summaries"]
        self.assertEqual((0, 0, None, None), tuple(summary[k] for k in ("cursed_wins", "blessed_losses", "longest_cursed_win", "longest_blessed_loss")))
        self.assertEqual((LONGEST, fen), (summary["longest_win"]["plies"], summary["longest_win"]["position"]))
        self.assertLessEqual(max(symbols), 3 + 2 * LONGEST)
        self.assertIn(3 + 2 * LONGEST, symbols)

    def test_verify(self):
        done = self.assert_run(DONE, "verify", *ENGLISH, "--dir", self.tables, "--metric", "rule", "--quiet")
        self.assertEqual(3, len(done.stdout.splitlines()))
        self.assertEqual({"0 wrong"}, {line.split("\t")[2] for line in done.stdout.splitlines()})

    def test_what_is_left_out_is_said(self):
        done = self.assert_run(DONE, "build", "--variant", "russian", "--pieces", 2, "--metric", "rule", "--dir", self.folder)
        self.assertIn("they leave out 7.2.6 (4-5 pieces)", done.stderr)
        done = self.assert_run(DONE, "probe", "--variant", "russian", "--dir", self.folder, "--metric", "rule", "--json", "W:WKa1:BKh8")
        self.assertIn("7.2.7", done.stderr)
        o = json.loads(done.stdout)
        self.assertEqual(["7.2.4", "7.2.5", "7.2.8"], o["rules"])
        self.assertIn("7.2.7", o["left_out"])
        self.assertEqual(("7.2.8", 10), (o["article"], o["limit"]))

    def test_stats_of_cursed_wins(self):
        """JSON, CSV and pictures count the same, and the worst is what probe says. Turkish 19: one piece each is a draw at once, so all but what is over."""
        at = ("--variant", "turkish", "--metric", "rule", "--rulebook", "turkish")
        self.assert_run(DONE, "build", *at, "--pieces", 2, "--dir", self.folder, "--quiet")
        rows = [json.loads(line) for line in self.assert_run(DONE, "stats", *at, "--dir", self.folder, "--json").stdout.splitlines()]
        for o in rows:
            five = [o[k] for k in ("wins", "cursed_wins", "draws", "blessed_losses", "losses")]
            self.assertEqual(o["positions"], sum(five))
        target = self.folder / "rule.csv"
        self.assert_run(DONE, "stats", *at, "--dir", self.folder, "--csv", target, "--quiet")
        counts = {}
        for row in csv.DictReader(target.read_text().splitlines()):
            key = (row["slice"], row["to_move"], row["result"])
            counts[key] = counts.get(key, 0) + int(row["positions"])
        for o in rows:
            for result, key in (("win", "wins"), ("cursed-win", "cursed_wins"), ("draw", "draws"), ("blessed-loss", "blessed_losses"), ("loss", "losses")):
                self.assertEqual(o[key], counts.get((o["slice"], o["side_to_move"], result), 0))
        self.assertGreater(sum(o["cursed_wins"] for o in rows), 0)
        self.assertEqual(0, sum(o["wins"] for o in rows))
        for o in rows:
            for key, result in (("worst_cursed_win", "cursed-win"), ("worst_blessed_loss", "blessed-loss")):
                self.assertEqual(o[key.replace("worst_", "") + ("s" if result == "cursed-win" else "es")] > 0, key in o)
                if key not in o:
                    continue
                told = json.loads(self.assert_run(DONE, "probe", *at, "--dir", self.folder, "--json", o[key]["fen"]).stdout)
                self.assertEqual((result, o[key]["plies"]), (told["result"], told.get("rule")))
        longest = self.assert_run(DONE, "stats", *at, "--dir", self.folder, "--longest").stdout
        self.assertIn("\tcursed-win\t", longest)
        picture = self.folder / "rule.svg"
        self.assert_run(DONE, "stats", *at, "--dir", self.folder, "--svg", picture, "--quiet")
        self.assertIn("<title>cursed-win: ", picture.read_text())


if __name__ == "__main__":
    unittest.main()
