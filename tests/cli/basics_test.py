#!/usr/bin/env python3
"""Help, usage, and the commands that need no tables: variants, perft, moves, plan."""

import csv
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, DONE, IO, USAGE, ProgramTest

COMMANDS = ("variants", "perft", "moves", "plan", "build", "probe", "stats", "verify", "audit", "claim", "pdn")
VARIANTS = ("english", "pool", "russian", "brazilian", "international")
ALL_VARIANTS = (*VARIANTS, "italian", "spanish", "portuguese", "czech", "slovak", "thai", "canadian", "srilankan",
                "malaysian", "filipino", "jamaican", "unified-pool", "spantsireti", "spantsireti-international", "antidraughts",
                "losing-russian", "losing-english", "killer", "killer-light", "turkish", "armenian", "frisian", "frysk",
                "breakthrough", "kingscourt")
DATA = program.SOURCE / "data"


def rows(name):
    lines = [line for line in (DATA / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


class HelpTest(ProgramTest):
    def test_help_lists_the_commands_and_the_exit_codes(self):
        text = self.output("--help")
        for command in COMMANDS:
            self.assertRegex(text, rf"(?m)^  {command} ")
        for code in ("0", "1", "2", "3", "4", "5", "6", "7", "70", "75", "130"):
            self.assertRegex(text, rf"(?m)^ +{code}  \w")

    def test_every_command_has_a_description_and_an_example(self):
        for command in COMMANDS:
            text = self.output(command, "--help")
            self.assertIn("Example", text)
            self.assertIn(f"  damier {command}", text)
            self.assertGreater(len(text.splitlines()[0]), 20, text)

    def test_version(self):
        self.assertRegex(self.output("--version"), r"^damier \d+\.\d+\.\d+\n$")

    def test_what_is_not_understood(self):
        self.assert_usage("subcommand", *())
        self.assert_usage('no subcommand "nonsense"', "nonsense")
        self.assert_usage("--nonsense", "variants", "--nonsense")
        self.assert_usage("--variant", "perft", "--depth", "3")
        self.assert_usage("--depth", "perft", "--variant", "english")
        self.assert_usage("see damier perft --help", "perft", "--variant", "english")
        self.assert_usage("FEN", "moves", "--variant", "english")
        self.assert_usage("--dir", "probe", "--variant", "english", "W:WK1:BK32")
        self.assert_usage("--json", "variants", "--json=perhaps")

    def test_words_that_are_no_options(self):
        """Told before what is missing for want of them."""
        self.assert_usage('damier probe has no option "--var"; did you mean --variant?', "probe", "--var", "english", "--dir", "x", "W:WK1:BK32")
        self.assert_usage('damier perft has no option "--deep"; see', "perft", "--variant", "english", "--deep", "3")
        self.assert_usage('damier build does not take the argument "english"', "build", "english", "--pieces", "2", "--dir", "x")
        self.assert_usage('damier perft does not take the argument "3"', "perft", "--variant", "english", "--depth", "2", "3")

    def test_options_without_anything(self):
        for option, *words in (("--dir", "build", "--variant", "english", "--pieces", "2"), ("--dir", "plan", "--variant", "english", "--pieces", "2"),
                               ("--rulebook", "claim", "--variant", "english", "x.pdn"), ("--board", "perft", "--variant", "english", "--depth", "1"),
                               ("--rulebook", "audit", "--variant", "english", "--dir", self.folder, "x.pdn"),
                               ("--setting", "claim", "--variant", "english", "x.pdn"), ("--variant", "pdn", "check", "x.pdn"),
                               ("--rulebook", "probe", "--variant", "english", "--dir", self.folder, "W:WK1:BK2"),
                               ("--rule", "stats", "--variant", "english", "--dir", self.folder, "--metric", "rule")):
            self.assert_usage(f"{option} is empty; see damier {words[0]}", *words, option, "")

    def test_subcommands_of_subcommands(self):
        """The help that is named is that of the command that was meant, and an unknown word is told."""
        for words in (("pdn", "check", "--bogus"), ("pdn", "split"), ("cluster", "unit", "--id", "-1"), ("cluster", "status")):
            self.assert_usage(f"; see damier {words[0]} {words[1]} --help", *words)
        self.assert_usage('damier pdn has no subcommand "chekc"; its subcommands are check, convert,', "pdn", "chekc", "x.pdn")
        self.assert_usage('damier cluster has no subcommand "begin"', "cluster", "begin")
        self.assert_usage('damier pdn has no option "--bogus"', "pdn", "--bogus")
        self.assert_usage("damier cluster needs a subcommand: unit, submit, status, cancel; see damier cluster --help", "cluster")

    def test_words_of_options(self):
        for words in (("pdn", "dedupe", "x.pdn", "--by"), ("explore", "x.cert", "--side"), ("perft", "--variant", "english", "--depth", "1", "--count"),
                      ("build", "--variant", "english", "--pieces", "2", "--dir", "x", "--effort")):
            for word in ("0", "1", "", "x"):
                done = self.assert_run(USAGE, *words, word)
                self.assertRegex(done.stderr, rf'{words[-1]} must be \w+(, \w+)* or \w+, not "{word}"; see')
        self.assertNotIn("{", self.output("pdn", "dedupe", "--help"))

    def test_options_that_would_do_nothing(self):
        plan = ("plan", "--variant", "english", "--pieces", "3")
        for more in (("--cpus", "2"), ("--unit-minutes", "2"), ("--effort", "fast"), ("--units", "--dir", self.folder),
                     ("--format", "make"), ("--format", "make", "--dir", self.folder, "--json"), ("--effort", "fast", "--units")):
            self.assert_usage(more[0], *plan, *more)
        self.output(*plan, "--units", "--cpus", 2, "--unit-minutes", 0)
        build = ("build", "--variant", "english", "--pieces", "2", "--dir", self.folder / "x", "--cluster", "slurm", "--dry-run")
        for more in (("--threads", "2"), ("--memory", "1G"), ("--quiet",), ("--solver", "bit")):
            self.assert_usage("--cluster", *build, *more)
        self.assertFalse((self.folder / "x").exists())

    def test_unknown_variants(self):
        for variant in ("chess", "", "99", "English "):
            done = self.assert_run(USAGE, "perft", "--variant", variant, "--depth", 1)
            for name in VARIANTS:
                self.assertIn(name, done.stderr)
        self.assert_run(USAGE, "variants", "--show", "chess")

    def test_boards(self):
        for board in ("6x6", "4x4", "4x8", "8x4", "10x10"):
            self.output("perft", "--variant", "russian", "--board", board, "--depth", 2)
        for command in ("perft", "--depth", 2), ("plan", "--pieces", 2):
            self.output(command[0], "--variant", "russian", "--board", "12x12", *command[1:])
        for board in ("6", "x6", "6x", "6x7", "0x0", "-6x6", "6x6x6", "1000x1000", "99999999999999999999x2", "6 x 6"):
            self.assert_usage("ROWSxCOLUMNS", "perft", "--variant", "russian", "--board", board, "--depth", "2")

    def test_numbers(self):
        for depth in ("0", "-1", "101", "1.5", "x", "", "3x", " 3", "99999999999999999999", "+3"):
            self.assert_usage("from 1 to 100", "perft", "--variant", "english", "--depth", depth)
        folder = self.folder / "tables"
        build = ("build", "--variant", "english", "--dir", folder)
        for pieces in ("1", "0", "-2", "17", "two", "2.0", "4294967298"):
            self.assert_usage("from 2 to 16", *build, "--pieces", pieces)
            self.assert_usage("from 2 to 16", "plan", "--variant", "english", "--pieces", pieces)
        for threads in ("0", "-1", "1025", "many"):
            self.assert_usage("from 1 to 1024", *build, "--pieces", "2", "--threads", threads)
        for memory in ("", "0", "-1", "G", "16g", "16GB", "16 G", "1.5G", "16777216T", "99999999999999999999"):
            self.assert_usage("--memory", *build, "--pieces", "2", "--memory", memory)
        self.assert_usage("fast, normal or max", *build, "--pieces", "2", "--effort", "best")
        self.assert_usage("bit or row", *build, "--pieces", "2", "--solver", "word")
        self.assert_usage("wld, dtw, dtz", *build, "--pieces", "2", "--metric", "dtc")
        self.assertFalse(folder.exists(), "a folder was made although the command was not understood")
        for sample in ("0", "1.1", "-1", "x", "", "101%", "nan", "inf"):
            self.assert_usage("--sample", "verify", "--variant", "english", "--dir", ".", "--sample", sample)
        self.assert_usage("merged or ordered", "perft", "--variant", "english", "--depth", "1", "--count", "paths")


class VariantsTest(ProgramTest):
    def test_list(self):
        text = self.output("variants")
        objects = {o["variant"]: o for o in self.objects("variants", "--json")}
        self.assertEqual(list(ALL_VARIANTS), [line.split()[0] for line in text.splitlines()[1:]])
        self.assertEqual(list(ALL_VARIANTS), list(objects))
        self.assertEqual("10x10", objects["international"]["board"])
        self.assertEqual(20, objects["international"]["game_type"])
        for name, o in objects.items():
            for key in (name, *([str(o["game_type"])] if o["game_type"] else []), *o["other_names"]):
                self.assertEqual("1 ", self.output("perft", "--variant", key, "--depth", 1)[:2])

    def test_rules_of_one(self):
        for variant in ALL_VARIANTS:
            text = self.output("variants", "--show", variant)
            (shown,) = self.objects("variants", "--show", variant, "--json")
            self.assertIn(shown["fingerprint"], text)
            self.assertEqual(variant, shown["variant"])
            for rule in shown["rules"]:
                self.assertEqual({"rule", "value", "article"}, set(rule))
                self.assertIn(rule["value"], text)
                self.assertIn(rule["article"], text)
                self.assertTrue(rule["article"], rule)


class PerftTest(ProgramTest):
    def test_published_counts(self):
        """One row of each variant and counting; the library tests run them all."""
        chosen = {}
        for row in rows("perft.tsv"):
            if row["variant"] in VARIANTS and row["counting"] in ("merged", "ordered") and int(row["depth"]) <= 5:
                chosen.setdefault((row["variant"], row["counting"], row["fen"]), {})[row["depth"]] = row["nodes"]
        self.assertTrue({v for v, _, _ in chosen} >= set(VARIANTS))
        for (variant, counting, fen), nodes in list(chosen.items())[:40]:
            depth = max(map(int, nodes))
            text = self.output("perft", "--variant", variant, "--fen", fen, "--depth", depth, "--count", counting)
            lines = dict(line.split() for line in text.splitlines())
            self.assertEqual(list(map(str, range(1, depth + 1))), list(lines))
            for at, count in nodes.items():
                self.assertEqual(count, lines[at], (variant, counting, fen, at))

    def test_start_position_is_the_default(self):
        self.assertEqual("1 7\n2 49\n3 302\n4 1469\n", self.output("perft", "--variant", "english", "--depth", 4))

    def test_json(self):
        objects = self.objects("perft", "--variant", "english", "--depth", 3, "--json")
        self.assertEqual([(1, 7), (2, 49), (3, 302)], [(o["depth"], o["nodes"]) for o in objects])
        self.assertEqual({"variant", "board", "fen", "count", "depth", "nodes"}, set(objects[0]))

    def test_bad_fen(self):
        done = self.assert_run(BAD_INPUT, "perft", "--variant", "english", "--depth", 1, "--fen", "W:W33:B1")
        self.assertRegex(done.stderr, r"^damier: --fen:1:4: ")
        # The column stands once.
        for words in (("perft", "--depth", "1", "--fen"), ("moves",), ("prove", "--goal", "win", "--out", self.folder / "x")):
            done = self.assert_run(BAD_INPUT, words[0], "--variant", "english", *words[1:], "W:W33:B1")
            self.assertNotIn("column", done.stderr)
            self.assertEqual(1, done.stderr.count("4"), done.stderr)
        self.assert_run(BAD_INPUT, "perft", "--variant", "english", "--depth", 1, "--fen", "")

    def test_nodes_come_as_they_are_counted(self):
        with subprocess.Popen(
            program.command("perft", "--variant", "english", "--depth", 100), stdout=subprocess.PIPE, text=True
        ) as process:
            self.assertEqual("1 7\n", process.stdout.readline())
            self.assertEqual("2 49\n", process.stdout.readline())
            process.kill()


class MovesTest(ProgramTest):
    def test_a_line_each(self):
        self.assertEqual("1-6\n1-5\n", self.output("moves", "--variant", "english", "B:W32:B1"))
        self.assertEqual("", self.output("moves", "--variant", "international", "W:W6:B1"))
        russian = self.output("moves", "--variant", "russian", "W:Wc3:Bh8").splitlines()
        self.assertEqual({"c3-b4", "c3-d4"}, set(russian))

    def test_json(self):
        (o,) = self.objects("moves", "--variant", "russian", "--json", "W:Wh6:Bg7,c5,d2")
        self.assertEqual("russian", o["variant"])
        self.assertEqual("white", o["side_to_move"])
        self.assertEqual("W:Wh6:Bg7,c5,d2", o["fen"])
        (move,) = o["moves"]
        self.assertEqual({"move", "from", "to", "captured", "promotes"}, set(move))
        self.assertEqual(("h6", ["g7", "c5", "d2"], True), (move["from"], move["captured"], move["promotes"]))

    def test_a_fen_in_its_tag(self):
        self.assertEqual("1-6\n1-5\n", self.output("moves", "--variant", "english", '[FEN "B:W32,31:B1"]'))

    def test_a_side_without_pieces_has_no_moves(self):
        self.assertEqual("", self.output("moves", "--variant", "english", "B:W32:B"))

    def test_positions_of_standard_input(self):
        lines = "# two positions, one bad line\nB:W32:B1\n\n  W:W33:B1\nW:W32:B1\r\n"
        done = self.assert_run(BAD_INPUT, "moves", "--variant", "english", "-", stdin=lines)
        self.assertEqual("1-6\n1-5\n\n\n32-28\n32-27\n\n", done.stdout)
        self.assertRegex(done.stderr, r"^damier: <stdin>:4:6: ")
        done = self.assert_run(BAD_INPUT, "moves", "--variant", "english", "--json", "-", stdin=lines)
        self.assertEqual(2, len(done.stdout.splitlines()))

    def test_line_ends_and_a_byte_order_mark(self):
        positions = ("B:W32:B1", "W:W32:B1", "B:W31:B1", "W:W31:B1")
        expected = "".join(self.output("moves", "--variant", "english", fen) + "\n" for fen in positions)
        for mark in ("", "\ufeff"):
            for end in ("\n", "\r\n", "\r"):
                text = (mark + end.join(positions)).encode()
                for last in (b"", end.encode()):
                    done = subprocess.run(program.command("moves", "--variant", "english", "-"), input=text + last,
                                          capture_output=True, check=False)
                    self.assertEqual((DONE, expected), (done.returncode, done.stdout.decode()), (mark, end, done.stderr))
        done = subprocess.run(program.command("moves", "--variant", "english", "-"), capture_output=True, check=False,
                              input=b"\xef\xbb\xbf# head\r\r\nW:W33:B1\r\xef\xbb\xbf\n")
        self.assertEqual([b"damier: <stdin>:3:4:", b"damier: <stdin>:4:1:"], [b" ".join(line.split()[:2]) for line in done.stderr.splitlines()])

    def test_ends_of_lines_in_pieces(self):
        """CR LF that comes in two reads is one end, and the answer to a line does not wait for it."""
        with subprocess.Popen(program.command("moves", "--variant", "english", "--json", "-"), stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            for piece in (b"\xef", b"\xbb", b"\xbfB:W32:B1\r", b"\nW:W32:B1\r", b"\r"):
                process.stdin.write(piece)
                process.stdin.flush()
                if piece.endswith(b"1\r"):
                    self.assertIn(b'"english"', process.stdout.readline())
            process.stdin.close()
            self.assertEqual((DONE, b""), (process.wait(60), process.stdout.read()))

    def test_several_arguments(self):
        done = self.assert_run(BAD_INPUT, "moves", "--variant", "english", "B:W32:B1", "W:W32:B40", "W:W32:B1")
        self.assertEqual("1-6\n1-5\n\n\n32-28\n32-27\n\n", done.stdout)
        self.assertRegex(done.stderr, r"^damier: <arguments>:2:8: ")

    def test_strange_input(self):
        long = "W:W" + ",".join(["31"] * 100_000)
        for text in ("\0", "W:W\0", "\xff\xfe", long, "W:W31:B1" + " " * 70_000, "[FEN", "W" * 1000):
            done = self.assert_run(BAD_INPUT, "moves", "--variant", "english", "-", stdin=text)
            self.assertRegex(done.stderr, r"^damier: <stdin>:1:\d+: ")
        self.assertEqual("", self.output("moves", "--variant", "english", "-", stdin=""))
        self.assertEqual("1-6\n1-5\n\n", self.output("moves", "--variant", "english", "-", stdin="B:W32:B1"))

    def test_answers_before_it_waits(self):
        arguments = program.command("moves", "--variant", "english", "--json", "-")
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for fen in ("B:W32:B1", "W:W32:B1"):
                process.stdin.write(fen + "\n")
                process.stdin.flush()
                self.assertIn(fen, process.stdout.readline())
            process.stdin.close()
            self.assertEqual(DONE, process.wait(60))

    def test_standard_input_that_cannot_be_read(self):
        folder = os.open("/", os.O_RDONLY)
        done = subprocess.run(
            program.command("moves", "--variant", "english", "-"), stdin=folder, capture_output=True, check=False
        )
        os.close(folder)
        self.assertEqual(IO, done.returncode)
        self.assertIn(b"cannot read standard input", done.stderr)


class OutputTest(ProgramTest):
    def test_what_cannot_be_written(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for arguments in (
                ("--help",),
                ("variants",),
                ("variants", "--json"),
                ("moves", "--variant", "english", "B:W32:B1"),
                ("perft", "--variant", "english", "--depth", 100),
                ("plan", "--variant", "english", "--pieces", 2),
            ):
                done = self.assert_run(IO, *arguments, stdout=full)
                self.assertIn("cannot write to standard output: No space left on device", done.stderr)

    def test_a_reader_that_goes_away(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = self.assert_run(IO, "perft", "--variant", "english", "--depth", 100, stdout=writer)
        os.close(writer)
        self.assertIn("Broken pipe", done.stderr)

    def test_closed_streams(self):
        line = f"'{program.PROGRAM}' variants"
        self.assertEqual(IO, subprocess.run(line + " >&- 2>/dev/null", shell=True, check=False).returncode)
        self.assertEqual(DONE, subprocess.run(line + " >/dev/null 2>&- <&-", shell=True, check=False).returncode)


class PlanTest(ProgramTest):
    def test_text(self):
        text = self.output("plan", "--variant", "english", "--pieces", 2)
        table = [line.split() for line in text.split("\n\n")[0].splitlines()]
        self.assertEqual(["slice", "placements", "values", "memory", "disk"], table[0])
        self.assertEqual({"KvK": ("992", "992"), "KvM": ("868", "1736"), "MvM": ("760", "760")}, {r[0]: (r[1], r[2]) for r in table[1:]})
        self.assertIn("memory at most", text)

    def test_json(self):
        *slices, total = self.objects("plan", "--variant", "english", "--pieces", 4, "--json")
        self.assertEqual(total["slices"], len(slices))
        for key in ("placements", "values", "disk"):
            self.assertEqual(total[key], sum(o[key] for o in slices))
        self.assertEqual(total["peak_memory"], max(o["memory"] for o in slices))
        # docs: each placement once per colour symmetry, one side to move; the sum of the published counts.
        self.assertEqual(2_675_270 + 2_004_797 + 1_728_769, total["values"])
        for key in ("variant", "board", "metric", "slice", "white_men", "white_kings", "black_men", "black_kings"):
            self.assertIn(key, slices[0])
        self.assertNotIn("present", slices[0])

    def test_present_tables(self):
        folder = self.folder / "tables"
        arguments = ("--variant", "english", "--board", "6x6", "--dir", folder)
        self.assert_run(DONE, "build", *arguments, "--pieces", 2, "--quiet")
        *slices, _ = self.objects("plan", *arguments, "--pieces", 3, "--json")
        self.assertEqual({2: {True}, 3: {False}}, {n: {o["present"] for o in slices if self.pieces(o) == n} for n in (2, 3)})
        self.assertIn(f"present in {folder}: 3 of {len(slices)} slices", self.output("plan", *arguments, "--pieces", 3))
        done = self.assert_run(IO, "plan", "--variant", "english", "--pieces", 2, "--dir", self.folder / "nowhere")
        self.assertIn("nowhere", done.stderr)

    @staticmethod
    def pieces(o):
        return o["white_men"] + o["white_kings"] + o["black_men"] + o["black_kings"]

    def test_more_than_can_be_counted(self):
        done = program.run("plan", "--variant", "international", "--pieces", 16)
        self.assertIn(done.returncode, (DONE, program.LIMIT), done.stderr)


if __name__ == "__main__":
    unittest.main()
