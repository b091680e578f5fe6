#!/usr/bin/env python3
"""Every example of every --help, run as it stands in a folder that has the files it names: it ends as documented."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import DONE, NOT_ANSWERABLE, ProgramTest, run

ENGLISH = """[Result "0-1"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:WK18,K19:BK1"]\n\n1. 18-14 1-5 2. 14-10 5-1 0-1\n\n"""
# Each position after a full turn of both kings comes for the third time at ply 8.
RUSSIAN = """[Result "1/2-1/2"]\n[GameType "25"]\n[SetUp "1"]\n[FEN "W:WKg1:BKb8"]\n
1. g1-f2 b8-c7 2. f2-g1 c7-b8 3. g1-f2 b8-c7 4. f2-g1 c7-b8 1/2-1/2\n\n"""
# Where the help says of an example that it ends otherwise: the six pieces of the plan are not built.
OTHERWISE = {"damier cluster status --dir tables": NOT_ANSWERABLE}
SLURM = ("sbatch", "squeue", "scancel", "scontrol", "sacctmgr")
PLAN = ("plan", "--variant", "english", "--pieces", 6, "--dir", "tables", "--format", "make", "--unit-minutes", 0)


def subcommands(text):
    """The names in the list of subcommands of a help."""
    part = text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"(?m)^  ([a-z-]+) ", part)


def helps(words=()):
    """The words of every command that has a help, with the help."""
    text = run(*words, "--help").stdout
    yield words, text
    for name in subcommands(text):
        yield from helps((*words, name))


class ExamplesTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.base = Path(tempfile.mkdtemp(prefix="damier-examples-"))
        cls.addClassCleanup(shutil.rmtree, cls.base, ignore_errors=True)
        for arguments in (
            ("--variant", "english", "--pieces", 4),
            ("--variant", "english", "--pieces", 3, "--metric", "dtw"),
            ("--variant", "english", "--pieces", 3, "--board", "5x5"),
            ("--variant", "english", "--pieces", 3, "--metric", "rule", "--rulebook", "wcdf"),
            ("--variant", "russian", "--pieces", 2),
        ):
            cls.prepare("build", *arguments, "--dir", "tables", "--effort", "fast", "--quiet")
        start = cls.prepare("prove", "--variant", "english", "--board", "5x5", "--dir", "tables", "start", "--goal", "win",
                            "--out", "start.cert", "--quiet").split("\t")[0]
        (cls.base / "explore.txt").write_text(start + "\n", encoding="utf-8")
        (cls.base / "positions.txt").write_text("W:WK1,K2:BK32\n", encoding="utf-8")
        (cls.base / "old.pdn").write_bytes(ENGLISH.replace("1. ", "{Белые} 1. ").encode("cp1251"))
        (cls.base / "english.pdn").write_text(ENGLISH, encoding="utf-8")
        (cls.base / "russian.pdn").write_text(RUSSIAN, encoding="utf-8")
        (cls.base / "archive").mkdir()
        (cls.base / "archive" / "a.pdn").write_text(cls.prepare("pdn", "convert", "english.pdn"), encoding="utf-8")
        # The names that the examples call.
        (cls.base / "bin").mkdir()
        (cls.base / "bin" / "damier").symlink_to(Path(program.PROGRAM).resolve())
        for name in SLURM:
            (cls.base / "bin" / name).symlink_to(program.SOURCE / "tests/cluster/fake_slurm.sh")

    @classmethod
    def prepare(cls, *arguments):
        done = run(*arguments, cwd=cls.base)
        if done.returncode != DONE:
            raise AssertionError(done.stderr)
        return done.stdout

    def folder_for(self, words):
        """A folder of its own, so that no example lives on what one of another command has left."""
        folder = self.folder / ("_".join(words) or "damier")
        shutil.copytree(self.base, folder, symlinks=True)
        if words[:1] == ("explore",):
            (folder / "explore.txt").replace(folder / "positions.txt")
        if words[:1] == ("cluster",):
            self.assertEqual(DONE, run(*PLAN, cwd=folder).returncode)
        slurm = folder / "slurm"
        slurm.mkdir()
        for name, content in (("last", "0\n"), ("queued", "0\n"), ("queue", "")):
            (slurm / name).write_text(content, encoding="ascii")
        return folder

    def run_example(self, line, folder):
        shutil.copy(folder / ("russian.pdn" if "--variant russian" in line else "english.pdn"), folder / "games.pdn")
        environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "FAKE_SLURM": str(folder / "slurm"),
                       "FAKE_MOST": "10000", "FAKE_LIMIT": "10000"}
        return subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=folder, env=environment, capture_output=True, text=True,
                              check=False, timeout=program.TIMEOUT)

    def test_every_example(self):
        seen = 0
        for words, text in helps():
            examples = [line.strip() for line in text.splitlines() if line.startswith("  damier ")]
            self.assertTrue(examples, f"damier {' '.join(words)} --help has no example")
            self.assertTrue(any(line.startswith(" ".join(("damier", *words))) for line in examples), (words, examples))
            folder = self.folder_for(words)
            for line in examples:
                with self.subTest(help=" ".join(words), line=line):
                    done = self.run_example(line, folder)
                    self.assertEqual(OTHERWISE.get(line, DONE), done.returncode, done.stdout[-2000:] + done.stderr)
                seen += 1
            shutil.rmtree(folder)
        self.assertGreater(seen, 60)


if __name__ == "__main__":
    unittest.main()
