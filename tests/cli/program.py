"""Runs the program for the tests of this folder."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DAMIER_SOURCE_DIR", Path(__file__).resolve().parents[2]))
PROGRAM = os.environ.get("DAMIER_PROGRAM", str(SOURCE / "build/release/bin/damier"))
SANITIZED = os.environ.get("DAMIER_SANITIZED") == "1"

DONE, CHECKED_FALSE, USAGE, NOT_ANSWERABLE, BAD_INPUT, DAMAGED, IO, LIMIT = range(8)
INTERRUPTED = 130
# What AddressSanitizer and its kin end a program with; never what a test expects.
TIMEOUT = 600


def command(*arguments):
    return [PROGRAM, *map(str, arguments)]


def run(*arguments, stdin="", **options):
    """The finished process, with text streams."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run(
        command(*arguments), input=stdin, text=True, errors="surrogateescape", timeout=TIMEOUT, check=False, **options
    )


def table_files(folder):
    """The bytes of the files under final names."""
    return {path.name: path.read_bytes() for path in sorted(Path(folder).glob("*.dmr"))}


def leftovers(folder):
    """Everything in the folder that is no table."""
    return sorted(path.name for path in Path(folder).iterdir() if path.suffix != ".dmr" or path.name.startswith("."))


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="damier-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def assert_run(self, code, *arguments, **options):
        """Runs the program, expects this exit code, and gives the process."""
        done = run(*arguments, **options)
        self.assertEqual(
            code, done.returncode, f"damier {' '.join(map(str, arguments))}\n--- stdout\n{done.stdout}\n--- stderr\n{done.stderr}"
        )
        if done.stderr:
            for line in done.stderr.splitlines():
                self.assertTrue(line.startswith("damier: "), f"not a message: {line!r}")
        if code in (USAGE, NOT_ANSWERABLE, BAD_INPUT, DAMAGED, IO, LIMIT):
            self.assertTrue(done.stderr, f"exit code {code} without a message")
        return done

    def output(self, *arguments, **options):
        return self.assert_run(DONE, *arguments, **options).stdout

    def objects(self, *arguments, code=DONE, **options):
        """The JSON objects of the lines of the output."""
        return [json.loads(line) for line in self.assert_run(code, *arguments, **options).stdout.splitlines()]

    def assert_usage(self, needle, *arguments):
        done = self.assert_run(USAGE, *arguments)
        self.assertEqual("", done.stdout)
        self.assertIn(needle, done.stderr)
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)


class TablesTest(ProgramTest):
    """Tests that read tables: those of `ARGUMENTS`, built once."""

    ARGUMENTS = ("--variant", "english")
    PIECES = 3

    @classmethod
    def setUpClass(cls):
        cls.tables = Path(tempfile.mkdtemp(prefix="damier-tables-"))
        cls.addClassCleanup(shutil.rmtree, cls.tables, ignore_errors=True)
        built = run("build", *cls.ARGUMENTS, "--pieces", cls.PIECES, "--dir", cls.tables, "--effort", "fast", "--quiet")
        if built.returncode != DONE:
            raise AssertionError(f"the tables cannot be built: {built.stderr}")

    def copied(self):
        """A copy of the tables that may be spoilt."""
        folder = self.folder / "tables"
        shutil.copytree(self.tables, folder)
        return folder
