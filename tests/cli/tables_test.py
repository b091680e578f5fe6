#!/usr/bin/env python3
"""damier probe, stats, verify: what they say of good, missing and spoilt tables."""

import collections
import csv
import json
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, DAMAGED, DONE, IO, NOT_ANSWERABLE, ProgramTest, TablesTest, run, table_files

ENGLISH = ("--variant", "english")


class ProbeTest(TablesTest):
    def probe(self, *arguments, code=DONE, **options):
        return self.assert_run(code, "probe", *ENGLISH, "--dir", self.tables, *arguments, **options)

    def test_text(self):
        fens = ("W:WK1,K2:BK32", "B:WK1,K2:BK32", "W:WK1:BK2", "B:W32:B1", "W:W6:B1")
        done = self.probe(*fens)
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        self.assertEqual(list(fens), [line[0] for line in lines])
        self.assertEqual(["win", "loss"], [line[1] for line in lines[:2]])
        self.assertEqual({"-"}, {line[2] for line in lines})
        self.assertEqual("", done.stderr)

    def test_json(self):
        (o,) = map(json.loads, self.probe("--json", "W:WK1,K2:BK32").stdout.splitlines())
        self.assertEqual(("W:WK1,K2:BK32", "english", "8x8", "wld", "win", "ply"), tuple(o[k] for k in ("fen", "variant", "board", "metric", "result", "unit")))
        moves = self.output("moves", *ENGLISH, "W:WK1,K2:BK32").split()
        self.assertEqual(sorted(moves), sorted(move["move"] for move in o["moves"]))
        order = ["win", "draw", "loss"]
        results = [move["result"] for move in o["moves"]]
        self.assertEqual(sorted(results, key=order.index), results)
        self.assertEqual("win", results[0])

    def test_the_value_is_that_of_the_best_move(self):
        """Of every position after two plies from some endings, by the moves' own values."""
        order = ["loss", "draw", "win"]
        fens = ("W:WK1,K2:BK32", "B:W10,K14:BK32", "W:W27,28:B1", "B:W18:BK1,5")
        for line in self.probe("--json", *fens).stdout.splitlines():
            o = json.loads(line)
            best = max((order.index(move["result"]) for move in o["moves"]), default=0)
            self.assertEqual(order[best], o["result"], o["fen"])

    def test_a_side_without_pieces_or_moves_has_lost(self):
        lines = self.probe("W:W31:B", "B:W31:B", "B:W5,9:B1").stdout.splitlines()
        self.assertEqual(["win", "loss"], [line.split("\t")[1] for line in lines[:2]])

    def test_positions_of_standard_input(self):
        text = "# head\n W:WK1,K2:BK32 \nW:WK1,K2:BK33\n\nB:WK1,K2:BK32"
        done = self.probe("-", stdin=text, code=BAD_INPUT)
        self.assertEqual(["W:WK1,K2:BK32\twin\t-", "B:WK1,K2:BK32\tloss\t-"], done.stdout.splitlines())
        self.assertRegex(done.stderr, r"^damier: <stdin>:3:12: .*\n$")

    def test_a_missing_table(self):
        fen = "W:WK1,K2:BK31,K32"
        done = self.probe(fen, "W:WK1,K2:BK32", code=NOT_ANSWERABLE)
        self.assertEqual([f"{fen}\tunknown\t-", "W:WK1,K2:BK32\twin\t-"], done.stdout.splitlines())
        for part in ("KKvKK", str(self.tables), f"damier build --variant english --pieces 4 --dir {self.tables}"):
            self.assertIn(part, done.stderr)
        done = self.probe("--json", fen, code=NOT_ANSWERABLE)
        o = json.loads(done.stdout)
        self.assertEqual("unknown", o["result"])
        self.assertEqual({"unknown"}, {move["result"] for move in o["moves"]})

    def test_the_command_of_the_message_helps(self):
        folder = self.copied()
        (folder / "english-8x8.wld.KKvK.dmr").unlink()
        ask = ("probe", *ENGLISH, "--dir", folder, "W:WK1,K2:BK32")
        done = self.assert_run(NOT_ANSWERABLE, *ask)
        build = re.search(r"damier (build .*)", done.stderr).group(1)
        self.assert_run(DONE, *build.split(), "--effort", "fast", "--quiet")
        self.assertIn("\twin\t", self.output(*ask))

    def test_missing_tables_and_bad_lines_end_with_the_higher_code(self):
        self.probe("W:WK1,K2:BK31,K32", "W:WK1,K2:BK33", code=BAD_INPUT)
        self.probe("W:WK1,K2:BK33", "W:WK1,K2:BK31,K32", code=BAD_INPUT)

    def test_several_folders(self):
        one, two = self.folder / "one", self.folder / "two"
        one.mkdir()
        two.mkdir()
        for i, path in enumerate(sorted(self.tables.iterdir())):
            shutil.copy(path, (one, two)[i % 2])
        fens = ("W:WK1,K2:BK32", "W:WK1:BK32", "W:W27:B1", "W:W27,28:B1")
        expected = self.probe(*fens).stdout
        self.assertEqual(expected, self.output("probe", *ENGLISH, "--dir", one, "--dir", two, *fens))
        self.assertEqual(expected, self.output("probe", *ENGLISH, *fens, f"--dir={one}", f"--dir={two}"))

    def test_folders_that_cannot_be_read(self):
        (self.folder / "file").write_text("x", encoding="ascii")
        for command in ("probe", "stats", "verify", "audit"):
            more = {"probe": ["W:WK1:BK2"], "audit": ["x.pdn"]}.get(command, [])
            for name in ("nowhere", "file"):
                done = self.assert_run(IO, command, *ENGLISH, "--dir", self.folder / name, *more)
                self.assertIn(f"'{self.folder / name}'", done.stderr)
            self.assert_usage("--dir is empty", command, *ENGLISH, "--dir", "", *more)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to become somebody else")
    def test_a_folder_that_may_not_be_read(self):
        folder = self.copied()
        folder.chmod(0o700)
        self.folder.chmod(0o755)
        try:
            done = program.run("stats", *ENGLISH, "--dir", folder, user=65534, cwd="/")
        except PermissionError:
            self.skipTest("nobody may not run the program where it lies")
        self.assertEqual(IO, done.returncode, done.stderr)
        self.assertIn("Permission denied", done.stderr)

    def test_what_cannot_be_written(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for command in (("probe", "W:WK1:BK2"), ("stats",), ("stats", "--json"), ("verify", "--quiet")):
                self.assert_run(IO, command[0], *ENGLISH, "--dir", self.tables, *command[1:], stdout=full)


class OtherGamesTest(ProgramTest):
    def test_every_variant_on_small_boards(self):
        for variant, board, fen in (
            ("russian", "6x6", "W:Wa1,Ke3:Bf6"),
            ("brazilian", "4x4", "W:WK7:B1"),
            ("pool", "4x8", "W:WK15,16:B1"),
            ("international", "10x4", "W:WK20:B1"),
        ):
            folder = self.folder / variant
            game = ("--variant", variant, "--board", board)
            self.assert_run(DONE, "build", *game, "--pieces", 3, "--dir", folder, "--quiet")
            self.assertRegex(self.output("probe", *game, "--dir", folder, fen), r"\t(win|draw|loss)\t-\n")
            self.assert_run(DONE, "verify", *game, "--dir", folder, "--quiet")
            self.assertTrue(self.objects("stats", *game, "--dir", folder, "--json"))
            done = self.assert_run(NOT_ANSWERABLE, "stats", "--variant", variant, "--dir", folder)
            self.assertIn("damier build --variant " + variant, done.stderr)


class StatsTest(TablesTest):
    KEYS = ["variant", "board", "metric", "slice", "white_men", "white_kings", "black_men", "black_kings"]
    KEYS += ["side_to_move", "positions", "wins", "losses", "draws"]

    def test_json(self):
        objects = self.objects("stats", *ENGLISH, "--dir", self.tables, "--json")
        for o in objects:
            self.assertEqual(self.KEYS, list(o))
            self.assertEqual(o["positions"], o["wins"] + o["losses"] + o["draws"])
        by_slice = {(o["slice"], o["side_to_move"]): o for o in objects}
        kings = by_slice["KvK", "white"]
        self.assertEqual((230, 108, 654), (kings["wins"], kings["losses"], kings["draws"]))
        self.assertNotIn(("KvK", "black"), by_slice)

    def test_text_says_the_same(self):
        lines = [line.split() for line in self.output("stats", *ENGLISH, "--dir", self.tables).splitlines()]
        objects = self.objects("stats", *ENGLISH, "--dir", self.tables, "--json")
        expected = [[str(o[k]) for k in ("slice", "side_to_move", "positions", "wins", "losses", "draws")] for o in objects]
        self.assertEqual(expected, lines[1:-1])
        sums = [str(sum(o[k] for o in objects)) for k in ("positions", "wins", "losses", "draws")]
        self.assertEqual(["all", *sums], lines[-1])

    def test_a_set_with_gaps(self):
        """What is there is told; what is missing too, once."""
        folder = self.copied()
        whole = self.objects("stats", *ENGLISH, "--dir", folder, "--json")
        (folder / "english-8x8.wld.KMvK.dmr").unlink()
        done = self.assert_run(NOT_ANSWERABLE, "stats", *ENGLISH, "--dir", folder, "--json")
        self.assertEqual([o for o in whole if o["slice"] != "KMvK"], [json.loads(line) for line in done.stdout.splitlines()])
        self.assertIn("no table of KMvK (english-8x8.wld.KMvK.dmr)", done.stderr)
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
        (folder / "english-8x8.wld.KvM.dmr").unlink()
        done = self.assert_run(NOT_ANSWERABLE, "stats", *ENGLISH, "--dir", folder)
        self.assertRegex(done.stderr, r"no table of KvM .*; missing too: 1 table of up to 3 pieces")
        self.assert_run(NOT_ANSWERABLE, "stats", *ENGLISH, "--dir", folder, "--svg", self.folder / "x.svg", "--quiet")
        self.assertFalse((self.folder / "x.svg").exists())

    def test_no_tables(self):
        for command in ("stats", "verify"):
            done = self.assert_run(NOT_ANSWERABLE, command, *ENGLISH, "--dir", self.folder)
            self.assertIn(f"damier build --variant english --pieces 2 --dir {self.folder}", done.stderr)


class HistogramTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.tables = Path(tempfile.mkdtemp(prefix="damier-tables-"))
        cls.addClassCleanup(shutil.rmtree, cls.tables, ignore_errors=True)
        for metric in ("wld", "dtw"):
            built = run("build", *ENGLISH, "--pieces", 3, "--dir", cls.tables, "--metric", metric, "--quiet")
            if built.returncode != DONE:
                raise AssertionError(built.stderr)

    def stats(self, *arguments, code=DONE):
        return self.assert_run(code, "stats", *ENGLISH, "--dir", self.tables, *arguments)

    def csv(self, metric):
        path = self.folder / "histogram.csv"
        self.stats("--metric", metric, "--csv", path, "--threads", 2, "--quiet")
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_sums_are_those_of_the_tables(self):
        for metric in ("wld", "dtw"):
            sums = collections.Counter()
            for row in self.csv(metric):
                self.assertEqual(("english", "8x8", metric), (row["variant"], row["board"], row["metric"]))
                sums[row["slice"], row["to_move"], row["result"]] += int(row["positions"])
            for o in self.objects("stats", *ENGLISH, "--dir", self.tables, "--metric", metric, "--json"):
                for result, key in (("win", "wins"), ("loss", "losses"), ("draw", "draws")):
                    self.assertEqual(o[key], sums[o["slice"], o["side_to_move"], result])

    def test_plies(self):
        rows = [row for row in self.csv("dtw") if row["result"] != "draw"]
        for row in rows:
            self.assertEqual(row["result"] == "win", int(row["plies"]) % 2 == 1)
        # The published longest win of 3 pieces.
        self.assertEqual(61, max(int(row["plies"]) for row in rows if row["result"] == "win"))
        self.assertEqual({""}, {row["plies"] for row in self.csv("wld")})

    def test_picture(self):
        for metric in ("wld", "dtw"):
            path = self.folder / "histogram.svg"
            self.stats("--metric", metric, "--svg", path, "--quiet")
            texts = [text.text for text in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
            self.assertIn("KKvM, black to move", texts)
            self.assertEqual(metric == "dtw", "61 plies" in texts)

    def test_longest(self):
        lines = [line.split("\t") for line in self.stats("--metric", "dtw", "--longest").stdout.splitlines()]
        for slice_name, to_move, result, plies, fen, moves in lines:
            self.assertEqual(to_move[0].upper(), fen[0])
            self.assertEqual(int(plies), 0 if moves == "-" else len(moves.split()), slice_name)
            probed = self.output("probe", *ENGLISH, "--dir", self.tables, "--metric", "dtw", fen).split("\t")
            self.assertEqual([fen, result, plies], [word.strip() for word in probed])
        self.assertEqual(61, max(int(line[3]) for line in lines if line[2] == "win"))
        objects = self.objects("stats", *ENGLISH, "--dir", self.tables, "--metric", "dtw", "--longest", "--json")
        self.assertEqual([[o["slice"], str(o["plies"]), " ".join(o.get("line", ["-"]))] for o in objects],
                         [[line[0], line[3], line[5]] for line in lines])

    def test_what_cannot_be_written(self):
        self.assert_usage("--metric dtw", "stats", *ENGLISH, "--dir", self.tables, "--longest")

    def test_what_lines_lack_is_told_once(self):
        folder = self.folder / "tables"
        shutil.copytree(self.tables, folder)
        (folder / "english-8x8.dtw.KvK.dmr").unlink()
        done = self.assert_run(NOT_ANSWERABLE, "stats", *ENGLISH, "--dir", folder, "--metric", "dtw", "--longest")
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
        self.assertIn("no table of KvK", done.stderr)

    def test_options_of_pictures(self):
        for one in ("--longest", "--json"):
            for other in ("--csv", "--svg"):
                self.assert_usage(other, "stats", *ENGLISH, "--dir", self.tables, "--metric", "dtw", one, other, self.folder / "x")
        self.stats("--csv", self.folder / "no folder" / "x.csv", "--quiet", code=IO)
        self.assertEqual([], list(self.folder.iterdir()))
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.assertIn("no regular file", self.stats("--svg", pipe, "--quiet", code=IO).stderr)
        self.assertTrue(pipe.is_fifo())
        self.assertEqual([pipe], list(self.folder.iterdir()))


class VerifyTest(TablesTest):
    def verify(self, folder, *arguments, code=DONE):
        return self.assert_run(code, "verify", *ENGLISH, "--dir", folder, *arguments)

    def test_good_tables(self):
        done = self.verify(self.tables)
        self.assertEqual(len(table_files(self.tables)), len(done.stdout.splitlines()))
        for line in done.stdout.splitlines():
            self.assertRegex(line, r"^\S+\t[1-9]\d* checked\t0 wrong$")
        self.assertRegex(done.stderr, r"damier: verified \d+ tables: \d+ values recomputed, 0 wrong")
        self.assertEqual("", self.verify(self.tables, "--quiet").stderr)

    def test_json(self):
        objects = self.objects("verify", *ENGLISH, "--dir", self.tables, "--json", "--quiet")
        self.assertEqual({0}, {o["wrong"] for o in objects})
        self.assertEqual({"slice", "checked", "wrong", "examples"}, set(objects[0]) - set(StatsTest.KEYS) | {"slice"})

    def test_a_sample_is_a_part_and_always_the_same(self):
        def checked(*more):
            return sum(o["checked"] for o in self.objects("verify", *ENGLISH, "--dir", self.tables, "--json", "--quiet", *more))

        everything = checked()
        part = checked("--sample", "10%")
        self.assertEqual(part, checked("--sample", "0.1", "--threads", 2))
        self.assertAlmostEqual(0.1, part / everything, delta=0.02)

    def test_of_every_table_something_is_checked(self):
        lines = self.verify(self.tables, "--sample", "1e-9%").stdout.splitlines()
        self.assertEqual(len(table_files(self.tables)), len(lines))
        for line in lines:
            self.assertRegex(line, r"\t[1-9]\d* checked\t0 wrong$")

    def test_a_missing_successor(self):
        """Told once, and so is what cannot be checked without it; the rest is checked."""
        folder = self.copied()
        (folder / "english-8x8.wld.KvK.dmr").unlink()
        done = self.verify(folder, code=NOT_ANSWERABLE)
        # All but those in which no line of captures and promotions comes to two kings.
        self.assert_told_once(done, "no table of KvK ", self.slices(folder) - {"MvM"})

    def test_a_damaged_successor(self):
        for at in (60, -60):  # seen when the file is opened, or when its digest is checked
            folder = self.copied()
            path = folder / "english-8x8.wld.KvM.dmr"
            content = bytearray(path.read_bytes())
            content[at] ^= 1
            path.write_bytes(content)
            done = self.verify(folder, code=DAMAGED)
            self.assert_told_once(done, f"table file '{path}' is damaged (", {"MvM", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"})
            self.assertIn("run the build command again", done.stderr)
            shutil.rmtree(folder)

    @staticmethod
    def slices(folder):
        return {name.split(".")[2] for name in table_files(folder)}

    def assert_told_once(self, done, told, skipped):
        self.assertEqual(1, done.stderr.count(told), done.stderr)
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        self.assertEqual(skipped, {line[0] for line in lines if line[1] == "not checked"}, done.stdout)
        self.assertIn(f"{len(skipped)} tables not checked, for want of ", done.stderr)
        for name in skipped:
            self.assertRegex(done.stderr, rf"not checked, .*\b{name}\b")
        self.assertTrue([line for line in lines if line[1] != "not checked"])
        needs = [o for o in self.objects("verify", *ENGLISH, "--dir", self.folder / "tables", "--json", "--quiet", code=done.returncode) if "needs" in o]
        self.assertEqual(skipped, {o["slice"] for o in needs})
        self.assertEqual({0}, {o["checked"] for o in needs})


class DamageTest(TablesTest):
    """Whatever is done to a file: exit code 5 and its name, or, where nothing was read of it, the true answer."""

    FENS = ("W:WK1,K2:BK32", "B:WK1,K2:BK32", "W:WK1,K14:BK32", "B:WK30,K31:BK29")
    NAME = "english-8x8.wld.KKvK.dmr"

    def check(self, folder, name=NAME):
        done = self.assert_run(DAMAGED, "verify", *ENGLISH, "--dir", folder, "--quiet")
        self.assertIn(str(folder / name), done.stderr)
        self.assertFalse([line for line in done.stdout.splitlines() if line.startswith("wrong")], done.stdout)
        answer = program.run("probe", *ENGLISH, "--dir", folder, *self.FENS)
        self.assertIn(answer.returncode, (DONE, DAMAGED))
        expected = self.output("probe", *ENGLISH, "--dir", self.tables, *self.FENS).splitlines()
        for line, true in zip(answer.stdout.splitlines(), expected, strict=True):
            self.assertIn(line, (true, true.split("\t")[0] + "\tunknown\t-"))
        if "unknown" in answer.stdout:
            self.assertEqual(DAMAGED, answer.returncode)
            self.assertIn(str(folder / name), answer.stderr)
        return answer

    def test_truncated(self):
        folder = self.copied()
        content = (folder / self.NAME).read_bytes()
        for length in (0, 1, 100, len(content) // 2, len(content) - 1):
            (folder / self.NAME).write_bytes(content[:length])
            self.assertEqual(DAMAGED, self.check(folder).returncode)
            self.assertEqual(DAMAGED, program.run("stats", *ENGLISH, "--dir", folder).returncode)
        (folder / self.NAME).write_bytes(content + b"x")
        self.assertEqual(DAMAGED, self.check(folder).returncode)

    def test_flipped_bits(self):
        folder = self.copied()
        content = (folder / self.NAME).read_bytes()
        for i in range(8 if program.SANITIZED else 24):
            altered = bytearray(content)
            altered[(2 * i + 1) * len(content) // 48] ^= 1 << i % 8
            (folder / self.NAME).write_bytes(altered)
            self.check(folder)

    def test_renamed(self):
        folder = self.copied()
        shutil.copy(folder / "english-8x8.wld.KMvK.dmr", folder / self.NAME)
        self.assertEqual(DAMAGED, self.check(folder).returncode)

    def test_foreign(self):
        other = self.folder / "pool"
        self.assert_run(DONE, "build", "--variant", "pool", "--pieces", 3, "--dir", other, "--effort", "fast", "--quiet")
        folder = self.copied()
        shutil.copy(other / self.NAME.replace("english", "pool"), folder / self.NAME)
        self.assertEqual(DAMAGED, self.check(folder).returncode)
        # The build does not overwrite what may be somebody's work.
        done = self.assert_run(DAMAGED, "build", *ENGLISH, "--pieces", 3, "--dir", folder, "--quiet")
        self.assertIn(str(folder / self.NAME), done.stderr)

    def test_no_table_at_all(self):
        folder = self.copied()
        (folder / self.NAME).write_bytes(b"\0" * 5000)
        self.assertEqual(DAMAGED, self.check(folder).returncode)
        (folder / self.NAME).unlink()
        (folder / self.NAME).mkdir()
        done = program.run("probe", *ENGLISH, "--dir", folder, *self.FENS)
        self.assertIn(done.returncode, (DAMAGED, IO))
        self.assertIn(str(folder / self.NAME), done.stderr)


if __name__ == "__main__":
    unittest.main()
