#!/usr/bin/env python3
"""Readings of a variant, named by their settings, wherever a variant is named."""

import csv
import io
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from program import BAD_INPUT, DAMAGED, DONE, NOT_ANSWERABLE, ProgramTest, run, table_files

OF_THAI = "half-turn=yes|no, removal=at-once|at-end, first=black|white"
# Square n of the data files, which number from White's top left, is 33 - n in Thai draughts: docs/rules/thai.md.
# 15x1 and 15x24 there take one piece each where a king may not turn back.
TURNS_BACK = "B:WK29,K27,14:BK18"


def told(text):
    return [line for line in text.splitlines() if line]


class NamesTest(ProgramTest):
    def test_any_order_and_name_and_defaults(self):
        names = {
            "thai:first=white,half-turn=no": "thai:half-turn=no,first=white",
            "makhos:half-turn=no": "thai:half-turn=no",
            "31:half-turn=no,removal=at-once": "thai:half-turn=no",
            "thai:half-turn=yes": "thai",
        }
        for given, name in names.items():
            (node,) = self.objects("perft", "--variant", given, "--depth", 1, "--json")
            self.assertEqual((name, 7), (node["variant"], node["nodes"]))

    def test_what_is_no_setting_is_told_with_those_there_are(self):
        commands = (("perft", "--depth", "1"), ("moves", "W:W1:B32"), ("plan", "--pieces", "2"),
                    ("build", "--pieces", "2", "--dir", self.folder / "x"), ("pdn", "check", "-"))
        for command in commands:
            for wrong in ("half-turn=maybe", "halfturn=no", "half-turn", "", "half-turn=no,"):
                self.assert_usage(f"; its settings: {OF_THAI}", *command, "--variant", f"thai:{wrong}")
            self.assert_usage("given twice", *command, "--variant", "thai:first=white,first=white")
            self.assert_usage('english has no setting "first=white"; it has none', *command, "--variant", "english:first=white")
            self.assert_usage('unknown variant "chess"', *command, "--variant", "chess:first=white")
        self.assert_usage(f"; its settings: {OF_THAI}", "variants", "--show", "thai:x=y")
        self.assert_usage(f"; its settings: {OF_THAI}", "variants", "--diff", "thai", "thai:x=y")
        self.assertFalse((self.folder / "x").exists())

    def test_the_list(self):
        text = self.output("variants")
        self.assertRegex(text, rf"(?m)^thai .*  {OF_THAI.replace('|', '[|]')}$")
        self.assertRegex(text, r"(?m)^english .*English draughts$")
        listed = {line["variant"]: line for line in self.objects("variants", "--json")}
        self.assertEqual([], listed["english"]["settings"])
        half_turn, removal, first = listed["thai"]["settings"]
        self.assertEqual(("half-turn", "yes", "yes"), (half_turn["setting"], half_turn["default"], half_turn["value"]))
        self.assertEqual(["at-once", "at-end"], [value["value"] for value in removal["values"]])
        self.assertEqual({"value", "meaning", "source"}, set(first["values"][1]))
        for line in listed.values():
            for setting in line["settings"]:
                self.assertTrue(setting["question"])
                for value in setting["values"]:
                    self.assertTrue(value["meaning"] and value["source"], value)

    def test_show(self):
        text = self.output("variants", "--show", "thai")
        self.assertIn("setting half-turn: ", text)
        self.assertRegex(text, r"(?m)^    half-turn=yes: .*\[.*CM.*\] \(default\)$")
        self.assertRegex(text, r"(?m)^    half-turn=no: .*\[MS\]$")
        text = self.output("variants", "--show", "thai:half-turn=no")
        self.assertIn("(thai:half-turn=no)", text)
        self.assertRegex(text, r"(?m)^    half-turn=no: .*\[MS\] \(chosen\)$")
        self.assertRegex(text, r"(?m)^capture may turn back +no +MS$")
        (shown,) = self.objects("variants", "--show", "thai:half-turn=no", "--json")
        self.assertEqual("no", shown["settings"][0]["value"])
        self.assertEqual("uncounted", shown["rulebooks"][0]["rulebook"])

    def test_diff(self):
        text = self.output("variants", "--diff", "thai", "thai:half-turn=no")
        self.assertEqual(["rule", "thai", "thai:half-turn=no"], told(text)[0].split())
        self.assertEqual(["capture", "may", "turn", "back", "yes", "no"], told(text)[1].split())
        self.assertEqual(2, len(told(text)))
        (diff,) = self.objects("variants", "--diff", "thai", "thai:first=white", "--json")
        self.assertEqual((["thai", "thai:first=white"], True), (diff["variants"], diff["same_movement"]))
        (diff,) = self.objects("variants", "--diff", "thai", "thai:removal=at-end", "--json")
        self.assertFalse(diff["same_movement"])

    def test_moves(self):
        both = {move.split("-")[-1] for move in told(self.output("moves", "--variant", "thai", TURNS_BACK))}
        self.assertEqual({"32", "9"}, both)
        moves = self.objects("moves", "--variant", "thai:half-turn=no", "--json", TURNS_BACK)
        self.assertEqual("thai:half-turn=no", moves[0]["variant"])
        taken = {"thai": [2, 2], "thai:half-turn=no": [1, 1], "thai:removal=at-end": [1, 1]}
        for variant, counts in taken.items():
            (line,) = self.objects("moves", "--variant", variant, "--json", TURNS_BACK)
            self.assertEqual(counts, [len(move["captured"]) for move in line["moves"]], variant)

    def test_who_moves_first(self):
        for variant, first in (("thai", "B"), ("thai:first=white", "W"), ("jamaican:first=white", "W"), ("malaysian:first=black", "B")):
            (node,) = self.objects("perft", "--variant", variant, "--depth", 1, "--json")
            self.assertEqual(first, node["fen"][0], variant)


class TablesOfReadingsTest(ProgramTest):
    def build(self, variant, folder, pieces=2, *more):
        return self.output("build", "--variant", variant, "--pieces", pieces, "--dir", folder, "--effort", "fast", "--quiet", *more)

    def test_names_of_files(self):
        folder = self.folder / "tables"
        self.build("thai:removal=at-end", folder)
        self.build("thai:half-turn=no,first=white", folder)
        self.build("thai", folder)
        names = set(table_files(folder))
        self.assertLess({"thai-8x8.wld.KvK.dmr", "thai_half-turn_no-8x8.wld.KvK.dmr", "thai_removal_at-end-8x8.wld.KvK.dmr"}, names)
        self.assertEqual(12, len(names))
        for name in names:
            self.assertRegex(name, r"^[a-z0-9_-]+\.wld\.[KMv]+\.dmr$")
        for variant in ("thai", "thai:half-turn=no", "thai:removal=at-end", "thai:first=white"):
            self.output("verify", "--variant", variant, "--dir", folder)
            (line,) = self.objects("probe", "--variant", variant, "--dir", folder, "--json", "B:WK29:BK18")
            self.assertEqual(variant, line["variant"])

    def test_readings_that_play_alike_share_tables(self):
        folder = self.folder / "tables"
        self.build("thai", folder)
        before = table_files(folder)
        self.build("thai:first=white", folder)
        self.build("makhos:first=black", folder)
        self.assertEqual(before, table_files(folder))
        self.output("probe", "--variant", "thai:first=white", "--dir", folder, "B:WK29:BK18")

    def test_tables_of_another_reading_are_not_used(self):
        folder = self.folder / "tables"
        self.build("thai", folder)
        done = self.assert_run(NOT_ANSWERABLE, "probe", "--variant", "thai:half-turn=no", "--dir", folder, "B:WK29:BK18")
        self.assertIn("damier build --variant thai:half-turn=no --pieces 2", done.stderr)
        self.assertIn("thai_half-turn_no-8x8.wld.KvK.dmr", done.stderr)
        # Nor under its name.
        other = self.folder / "other"
        other.mkdir()
        for name, content in table_files(folder).items():
            (other / name.replace("thai-", "thai_half-turn_no-")).write_bytes(content)
        for command in (("probe", "B:WK29:BK18"), ("verify",), ("stats",)):
            done = self.assert_run(DAMAGED, command[0], "--variant", "thai:half-turn=no", "--dir", other, *command[1:])
            self.assertIn("foreign table (expected variant 'thai:half-turn=no', found 'thai')", done.stderr)
        done = run("build", "--variant", "thai:half-turn=no", "--pieces", 2, "--dir", other)
        self.assertEqual(DAMAGED, done.returncode)
        self.assertIn("foreign table", done.stderr)

    def test_the_mirrored_board_has_tables_of_its_own(self):
        folder = self.folder / "tables"
        self.build("filipino", folder)
        self.assert_run(NOT_ANSWERABLE, "probe", "--variant", "filipino:corner=left", "--dir", folder, "W:WK1:BK32")
        self.build("filipino:corner=left", folder)
        # A king on a long diagonal that the other board does not have.
        fen = "W:WK29:BK4"
        self.assertNotEqual(self.output("moves", "--variant", "filipino", fen), self.output("moves", "--variant", "filipino:corner=left", fen))
        self.output("verify", "--variant", "filipino:corner=left", "--dir", folder)

    def test_a_blocked_side(self):
        """White's man on 29 (a1) is blocked by 25 and 22: a draw, or lost."""
        for variant, result in (("slovak", "draw"), ("slovak:blocked=loses", "loss")):
            folder = self.folder / result
            self.build(variant, folder, 3)
            self.assertEqual("", self.output("moves", "--variant", variant, "W:W29:B25,22"))
            answer = self.output("probe", "--variant", variant, "--dir", folder, "W:W29:B25,22")
            self.assertEqual(result, answer.split("\t")[1])

    def test_max_effort(self):
        """The coder of these tables moves pieces itself, by the rules that the header names."""
        folder = self.folder / "tables"
        self.output("build", "--variant", "thai:removal=at-end", "--pieces", 3, "--dir", folder, "--effort", "max", "--quiet")
        self.output("verify", "--variant", "thai:removal=at-end", "--dir", folder)

    def test_columns_of_csv(self):
        folder = self.folder / "tables"
        variant = "thai:half-turn=no,removal=at-end"
        self.build(variant, folder)
        out = self.folder / "counts.csv"
        self.output("stats", "--variant", variant, "--dir", folder, "--csv", out)
        rows = list(csv.DictReader(io.StringIO(out.read_text())))
        self.assertEqual({variant}, {row["variant"] for row in rows})
        self.assertEqual({"8x8"}, {row["board"] for row in rows})

    def test_clusters(self):
        folder = self.folder / "tables"
        plan = self.output("build", "--variant", "thai:half-turn=no", "--pieces", 3, "--dir", folder, "--cluster", "slurm", "--dry-run")
        self.assertNotIn("thai:half-turn=no-", plan)
        make = self.output("plan", "--variant", "thai:half-turn=no", "--pieces", 3, "--dir", folder, "--format", "make")
        self.assertIn("thai:half-turn=no", make)


class ProofsOfReadingsTest(ProgramTest):
    ARGUMENTS = ("--board", "4x4", "W:WK1,K2:BK8", "--goal", "win")

    def test_a_proof_is_of_its_reading(self):
        proof = self.folder / "x.cert"
        self.output("prove", "--variant", "thai:half-turn=no", *self.ARGUMENTS, "--out", proof, "--quiet")
        (line,) = self.objects("check-proof", "--json", proof)
        self.assertEqual("thai:half-turn=no", line["variant"])
        # Said to be of another reading: the fingerprint is not its own.
        data = proof.read_bytes()
        self.assertIn(b"thai_half-turn_no", data)
        shared = self.folder / "y.cert"
        self.output("prove", "--variant", "thai:first=white", *self.ARGUMENTS, "--out", shared, "--quiet")
        (line,) = self.objects("check-proof", "--json", shared)
        self.assertEqual("thai", line["variant"])


class GamesOfReadingsTest(ProgramTest):
    def test_pdn(self):
        """A game that is legal under one reading only. The tag is that of the variant, whatever the reading."""
        game = '[GameType "31"]\n[SetUp "1"]\n[FEN "%s"]\n\n1... 18x32x9 *\n' % TURNS_BACK
        path = self.folder / "game.pdn"
        path.write_text(game)
        self.assertEqual([], told(self.output("pdn", "check", "--variant", "thai", path)))
        done = self.assert_run(BAD_INPUT, "pdn", "check", "--variant", "thai:half-turn=no", path)
        self.assertIn("illegal-move", done.stdout + done.stderr)
        self.assertNotIn("other-variant", done.stdout + done.stderr)
        path.write_text(game.replace("18x32x9", "18x32"))
        self.assertEqual([], told(self.output("pdn", "check", "--variant", "thai:half-turn=no", path)))
        self.assert_run(BAD_INPUT, "pdn", "check", "--variant", "thai", path)
        (line,) = self.objects("pdn", "stats", "--json", "--variant", "thai:half-turn=no", path)
        self.assertEqual("thai:half-turn=no", line["variant"])
        # The tag Variant may name a reading.
        path.write_text(game.replace('GameType "31"', 'Variant "thai:half-turn=no"').replace("18x32x9", "18x32"))
        self.assertEqual([], told(self.output("pdn", "check", path)))

    def test_rulebooks_are_those_of_the_variant(self):
        path = self.folder / "game.pdn"
        path.write_text("[Event \"x\"]\n\n*\n")
        self.output("claim", "--variant", "turkish:crowning=at-once", "--rulebook", "turkish", path)


if __name__ == "__main__":
    unittest.main()
