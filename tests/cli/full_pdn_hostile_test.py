#!/usr/bin/env python3
"""Input made to break readers, through the program: a line of a gigabyte, a million nested brackets, NUL bytes. Memory and stack are
limited by the system: a program that wants more ends with a signal or an error."""

import resource
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, CHECKED_FALSE, DONE, TablesTest

LAST = b'\n\n[Event "last"]\n[GameType "21"]\n\n1. 9-14 *\n'
MEBIBYTE = 1 << 20
MEMORY = 2048 * MEBIBYTE  # of addresses, not all of which are used
STACK = 256 * 1024

COMMANDS = {
    "check": ("pdn", "check", "--notes"),
    "convert": ("pdn", "convert"),
    "filter": ("pdn", "filter", "--tag", "Event=last"),
    "dedupe": ("pdn", "dedupe", "--jobs", "2"),
    "stats": ("pdn", "stats"),
    "positions": ("pdn", "positions", "--pieces", "24"),
    "audit": ("audit",),
    "claim": ("claim",),
}


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK))


@unittest.skipIf(program.SANITIZED, "the shadow memory of sanitizers is larger")
class HostileTest(TablesTest):
    PIECES = 2

    def feed(self, arguments, pieces):
        """Writes the pieces to the program's standard input; gives its exit code and the end of what it said."""
        command = program.command(*arguments, "--variant", "english", "-")
        with open(self.folder / "out", "wb") as out, open(self.folder / "err", "wb") as err:
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=err, preexec_fn=limit) as process:
                for piece in pieces:
                    process.stdin.write(piece)
                process.stdin.close()
                code = process.wait(timeout=program.TIMEOUT)
        text = [(self.folder / name).read_bytes()[-4000:].decode("utf-8", "replace") for name in ("out", "err")]
        return code, "".join(text)

    def check(self, name, kind, pieces):
        arguments = COMMANDS[name]
        if name == "audit":
            arguments += ("--dir", self.tables)
        code, text = self.feed(arguments, pieces)
        with self.subTest(command=name, input=kind):
            # Bad input is told, and what is not told is counted.
            expected = {"check": (CHECKED_FALSE,), "stats": (DONE, BAD_INPUT), "filter": (DONE, BAD_INPUT)}
            self.assertIn(code, expected.get(name, (BAD_INPUT,)), text)
            if name == "check":
                self.assertRegex(text, r"games: \d+; errors: [1-9]")
            if name in ("convert", "dedupe", "filter"):
                self.assertIn("1. 9-14 *", text)  # the game behind it

    def test_a_line_of_a_gigabyte(self):
        for kind, pattern in {"letters": b"x", "NULs": b"\0", "moves": b"11-15 ", "variations": b"(1. 11-15 "}.items():
            piece = pattern * (MEBIBYTE // len(pattern))
            for name in COMMANDS if kind == "letters" else ("check", "convert"):
                self.check(name, kind, [b"1. 11-15 "] + [piece] * 1024 + [LAST])

    def test_a_million_brackets(self):
        deep = b"1. 11-15 " + b"(" * 1_000_000 + b" 22-18 " + b")" * 1_000_000 + b" 22-17 *"
        for name in COMMANDS:
            self.check(name, "nested", [deep, LAST])
        # Closed one by one, and with the move that each stands for.
        self.check("convert", "with moves", [b"1. 11-15 " + b"(9-13 " * 1_000_000 + b") " * 1_000_000 + b"*", LAST])
        self.check("check", "only opened", [b"1. 11-15 " + b"(" * 10_000_000, LAST])

    def test_nul_bytes(self):
        for name in COMMANDS:
            self.check(name, "in a tag", [b'[Event "a\0b"] 1. 11-15 {\0} *', LAST])
            self.check(name, "ten megabytes", [b"\0" * 10_000_000, LAST])


if __name__ == "__main__":
    unittest.main()
