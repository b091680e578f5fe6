#!/usr/bin/env python3
"""Files that commands write: never one that they read, nor another one that they write; links are written through."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import DONE, IO, USAGE, TablesTest

GAME = '[Event "a"]\n[Result "0-1"]\n[GameType "21"]\n[FEN "W:WK18,K19:BK1"]\n\n1. 18-14 1-5 2. 14-10 5-1 0-1\n\n'
SMALL = ("--variant", "english", "--board", "5x5")


class FilesTest(TablesTest):
    ARGUMENTS = SMALL
    PIECES = 2

    def setUp(self):
        super().setUp()
        self.games = self.folder / "games.pdn"
        self.games.write_text(GAME, encoding="ascii")
        self.dir = self.copied()
        self.table = self.dir / "english-5x5.wld.KvK.dmr"

    def names_of(self, path):
        """The file under all the names that it can have."""
        hard, soft, twice = (self.folder / name for name in ("hard", "soft", "twice"))
        os.link(path, hard)
        soft.symlink_to(path)
        twice.symlink_to("soft")
        yield from (path, path.parent / "." / path.name, path.parent / ".." / path.parent.name / path.name, hard, soft, twice)
        for name in (hard, soft, twice):
            name.unlink()

    def assert_refused(self, parts, *arguments):
        """Names both options, exit code 2, and all files are as they were."""
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        done = self.assert_run(USAGE, *arguments)
        for part in parts:
            self.assertIn(str(part), done.stderr)
        self.assertIn("same file", done.stderr)
        self.assertEqual(before, {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()})

    def test_no_output_is_an_input(self):
        stats = ("stats", *SMALL, "--dir", self.dir)
        for name in self.names_of(self.games):
            audit = ("audit", *SMALL, "--dir", self.dir)
            self.assert_refused(("--html", "GAMES"), *audit, "--html", name, self.games)
            self.assert_refused(("--html", "GAMES"), *audit, "--html", self.games, name)
        for name in self.names_of(self.table):
            self.assert_refused(("--csv", self.table), *stats, "--csv", name)
            self.assert_refused(("--svg", self.table), *stats, "--svg", name)
            self.assert_refused(("--html", self.table), "audit", *SMALL, "--dir", self.dir, "--html", name, self.games)
            for command in (("prove", "start", "--goal", "win"), ("solve",)):
                self.assert_refused(("--out", self.table), command[0], *SMALL, *command[1:], "--dir", self.dir, "--out", name)

    def test_the_state_of_a_search_is_no_input_either(self):
        out = self.folder / "x.cert"
        prove = ("prove", *SMALL, "start", "--goal", "win", "--dir", self.dir, "--out")
        Path(f"{out}.state").symlink_to(self.table)
        self.assert_refused(("the state of --out", self.table), *prove, out)
        Path(f"{out}.state").unlink()
        Path(f"{out}.state").symlink_to("x.cert")
        self.assert_refused(("the state of --out", "--out"), *prove, out)
        done = self.assert_run(USAGE, *prove, f"{out}.state")
        self.assertIn("states of searches", done.stderr)

    def test_no_output_is_another(self):
        stats = ("stats", *SMALL, "--dir", self.dir)
        (self.folder / "link").symlink_to("x")
        (self.folder / "inner").symlink_to(self.folder)
        for other in ("x", "./x", "link", "inner/x"):
            done = self.assert_run(USAGE, *stats, "--csv", "x", "--svg", other, cwd=self.folder)
            for part in ("--csv x", f"--svg {other}", "same file"):
                self.assertIn(part, done.stderr)
            self.assertFalse((self.folder / "x").exists())
        self.assert_run(DONE, *stats, "--csv", "x", "--svg", "y", "--quiet", cwd=self.folder)

    def test_standard_output_is_no_input(self):
        """`>>` would read what it writes for ever; `>` has emptied the file already, which is told at least."""
        for command in (("pdn", "check"), ("pdn", "convert"), ("pdn", "stats"), ("pdn", "dedupe"), ("claim", *SMALL),
                        ("pdn", "positions", "--pieces", "3"), ("audit", *SMALL, "--dir", self.dir)):
            for name, stdin in ((self.games, None), ("-", self.games)):
                with open(self.games, "a", encoding="ascii") as out, open(stdin or os.devnull, encoding="ascii") as source:
                    done = subprocess.run(program.command(*command, name), stdin=source, stdout=out, stderr=subprocess.PIPE,
                                          text=True, check=False, timeout=program.TIMEOUT)
                self.assertEqual(USAGE, done.returncode, done.stderr)
                self.assertIn("standard output", done.stderr)
                self.assertEqual(GAME, self.games.read_text(encoding="ascii"))
        fens = self.folder / "fens"
        fens.write_text("W:W13:B1\n", encoding="ascii")
        with open(fens, encoding="ascii") as source, open(fens, "a", encoding="ascii") as out:
            done = subprocess.run(program.command("moves", *SMALL, "-"), stdin=source, stdout=out, check=False, stderr=subprocess.PIPE)
        self.assertEqual(USAGE, done.returncode)
        with open(self.folder / "x", "w", encoding="ascii") as out:
            self.assert_run(USAGE, "stats", *SMALL, "--dir", self.dir, "--csv", self.folder / "x", stdout=out)
            self.assert_run(DONE, "pdn", "convert", self.games, stdout=out)

    def test_links_are_written_through(self):
        real = self.folder / "real"
        real.mkdir()
        (real / "there").write_text("old", encoding="ascii")
        for name in ("there", "dangling"):
            (self.folder / name).symlink_to(f"real/{name}")
            self.assert_run(DONE, "stats", *SMALL, "--dir", self.dir, "--csv", self.folder / name, "--quiet")
            self.assertTrue((self.folder / name).is_symlink())
            self.assertTrue((real / name).read_text(encoding="ascii").startswith("variant,"))
        self.assertEqual(["dangling", "there"], sorted(path.name for path in real.iterdir()))
        (self.folder / "loop").symlink_to("loop")
        self.assertIn("loop", self.assert_run(IO, "stats", *SMALL, "--dir", self.dir, "--csv", self.folder / "loop").stderr)

    def test_what_cannot_be_written_is_called_by_its_name(self):
        missing = self.folder / "no" / "where"
        for command in (("stats", "--dir", self.dir, "--csv", missing), ("audit", "--dir", self.dir, "--html", missing, self.games),
                        ("prove", "start", "--goal", "win", "--out", missing)):
            done = self.assert_run(IO, command[0], *SMALL, *command[1:])
            self.assertIn(f"cannot create file '{missing}'", done.stderr)
            self.assertNotIn("table", done.stderr)

    def test_a_name_is_needed(self):
        for command in (("stats", "--csv", "-"), ("stats", "--svg", "-"), ("audit", "--html", "-", self.games),
                        ("prove", "start", "--goal", "win", "--out", "-")):
            self.assert_usage("name of a file", command[0], *SMALL, "--dir", self.dir, *command[1:])


if __name__ == "__main__":
    unittest.main()
