#!/usr/bin/env python3
"""Files of games in every state, through every command that reads them: other encodings, no games at all, more than is kept, text
between games, several files at once. English tables up to two pieces for the audit."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import BAD_INPUT, CHECKED_FALSE, DONE, TablesTest

GOOD = '[Event "a"]\n[White "Anna"]\n[Result "1-0"]\n[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n'
OTHER = '[Event "b"]\n[White "Боря é"]\n[GameType "21"]\n\n1. 9-14 22-18 *\n\n'
ENDING = '[Event "d"]\n[GameType "21"]\n[FEN "W:WK18:BK1"]\n\n18-14 1-5 14-10 5-1 *\n\n'
POSITION = '[Event "p"]\n[FEN "W:W31:B1"]\n*\n\n'
WRITERS = ("convert", "filter", "dedupe", "split", "positions")


class FilesTest(TablesTest):
    PIECES = 2

    def setUp(self):
        super().setUp()
        self.runs = 0

    def file(self, text, name="games.pdn"):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def commands(self, variant=True):
        """Name and arguments of every command that reads games."""
        for name in ("check", *WRITERS, "stats"):
            own = {"positions": ("--pieces", "24"), "split": ("--games", "1", "--to", self.folder / f"parts{self.runs}")}
            self.runs += 1
            yield name, ("pdn", name, *own.get(name, ()), *(("--variant", "english") if variant else ()))
        if variant:
            yield "audit", ("audit", "--variant", "english", "--dir", self.tables, "--all")
            yield "claim", ("claim", "--variant", "english")

    def written(self, arguments, done):
        """What a command has put out, files too."""
        parts = [Path(a) for a in arguments if "parts" in str(a)]
        files = {path.name: path.read_bytes() for folder in parts if folder.is_dir() for path in sorted(folder.iterdir())}
        return done.stdout, files


class NoGameTest(FilesTest):
    def test_a_file_without_a_game_is_an_error(self):
        for text in (
            b"\x7fELF\x02\x01\x01\0\0\0 and words",
            bytes(range(256)) * 40,
            b"no game here",
            b"% only a comment\n",
            b'{not closed\n[Event "a"]\n1. 11-15 *\n',
            "ничего".encode("utf-16"),
            b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01" * 100,
        ):
            path = self.file(text)
            for name, arguments in self.commands():
                with self.subTest(command=name, text=text[:12]):
                    done = self.assert_run(CHECKED_FALSE if name == "check" else BAD_INPUT, *arguments, path)
                    self.assertIn(f"{path}:1:1: error: no game was found in the file", done.stdout + done.stderr)
                    self.assertIn("(no-game)", done.stdout + done.stderr)
                    # The other files are read all the same.
                    done = program.run(*arguments, path, self.file(ENDING, "other.pdn"))
                    self.assertEqual(CHECKED_FALSE if name == "check" else BAD_INPUT, done.returncode)
                    if name in ("check", "audit"):
                        self.assertIn("games: 1;", done.stderr)
                    else:
                        self.assertNotEqual(("", {}), self.written(arguments, done))

    def test_a_blank_file_is_none(self):
        for text in (b"", b"\n \r\n\t", b"\xef\xbb\xbf\n"):
            path = self.file(text)
            for name, arguments in self.commands():
                with self.subTest(command=name, text=text):
                    self.assertNotIn("no-game", self.assert_run(DONE, *arguments, path).stderr)

    def test_no_text_with_a_game_in_it(self):
        path = self.file(b"\0" * 5000 + b"\n" + ENDING.encode())
        for name, arguments in self.commands():
            with self.subTest(command=name):
                done = self.assert_run(CHECKED_FALSE if name == "check" else BAD_INPUT, *arguments, path)
                self.assertIn("the file is no text", done.stdout + done.stderr)


class EncodingTest(FilesTest):
    def test_utf16_is_read(self):
        text = GOOD + OTHER + ENDING
        wide = {
            "little, marked": b"\xff\xfe" + text.encode("utf-16-le"),
            "big, marked": b"\xfe\xff" + text.encode("utf-16-be"),
            "little": text.encode("utf-16-le"),
            "big": text.encode("utf-16-be"),
        }
        for variant in (True, False):
            narrow = {}
            for name, arguments in self.commands(variant):
                narrow[name] = self.written(arguments, self.assert_run(DONE, *arguments, self.file(text)))
            for kind, content in wide.items():
                for name, arguments in self.commands(variant):
                    with self.subTest(command=name, kind=kind):
                        got = self.written(arguments, self.assert_run(DONE, *arguments, self.file(content)))
                        if name == "stats":  # which counts the note about the encoding
                            got = (got[0].replace("  encoding 1\n", ""), got[1])
                        self.assertEqual(narrow[name], got)

    def test_utf16_is_told(self):
        path = self.file(GOOD.encode("utf-16"))
        self.assertIn("games.pdn:1:1: note: game 1: expected UTF-8, found UTF-16", self.output("pdn", "check", "--notes", path))
        self.assertIn("(encoding)", self.assert_run(CHECKED_FALSE, "pdn", "check", "--strict", path).stdout)
        # An encoding that is named is meant for other files.
        self.assertIn("11-15", self.output("pdn", "convert", "--encoding", "cp1251", path))

    def test_half_a_character(self):
        done = self.assert_run(DONE, "pdn", "convert", self.file(b"\xff\xfe" + GOOD.encode("utf-16-le") + b"\0"))
        self.assertIn("25x18 *", done.stdout)


class LossTest(FilesTest):
    NOT_KEPT = {
        "too-long": "1. 9-14 {" + "x" * 17_000_000 + "} *",
        "control-character": '[Event "a\0b"] 1. 9-14 *',
        "bad-comment": "1. 9-14 {no end",
    }

    def test_a_loss_is_told(self):
        text = {code: GOOD + game for code, game in self.NOT_KEPT.items()}
        text["too-long (tags)"] = "".join(f'[T{i} "x"]\n' for i in range(11_000)) + "1. 9-14 *"
        for code, games in text.items():
            path = self.file(games)
            for name, arguments in self.commands():
                with self.subTest(command=name, code=code):
                    if name == "stats":
                        self.assertIn(f"  {code.split()[0]} 1\n", self.output(*arguments, path))
                        continue
                    done = self.assert_run(CHECKED_FALSE if name == "check" else BAD_INPUT, *arguments, path)
                    if name in WRITERS:
                        self.assertIn("not all of its text is kept, see damier pdn check", done.stderr)
                        self.assertIn("with text that is not kept: 1", done.stderr)
                    else:
                        self.assertIn(code.split()[0], done.stdout + done.stderr)

    def test_what_was_lost_once_is_kept(self):
        comment = "word " * 400_000
        variations = "(9-13) " * 21_000
        tags = "".join(f'[T{i} "x"]\n' for i in range(1_500))
        path = self.file(tags + "1. 9-14 " + variations + "{" + comment + "} 22-18 *\n")
        for name in ("convert", "filter", "dedupe"):
            text = self.output("pdn", name, "--variant", "english", path)
            self.assertEqual(1_500, text.count("[T"))
            self.assertEqual(21_000, text.count("(1. 9-13)"))
            self.assertEqual(400_000, text.count("word"))
            self.assertTrue(text.endswith("22-18 *\n\n"))

    def test_more_diagnostics_than_are_told(self):
        for count, told in ((1000, 1000), (1001, 1001), (3000, 1001)):
            done = self.assert_run(DONE, "pdn", "check", self.file("1. 11-15 " + ") " * count + "*\n[GameType \"21\"] *"))
            lines = done.stdout.splitlines()
            self.assertEqual(told, len(lines))
            self.assertEqual(count > 1000, lines[-1].endswith("there are more from here on, which are not told (more-diagnostics)"))

    def test_a_game_of_unknown_variant_is_told_everywhere(self):
        path = self.file(POSITION + GOOD.replace("Anna", "Bea") + POSITION)
        for name, arguments in self.commands(variant=False):
            if name not in WRITERS:
                continue
            with self.subTest(command=name):
                done = self.assert_run(BAD_INPUT, *arguments, path)
                self.assertEqual(2, done.stderr.count("its variant is unknown, name it with --variant"))
                self.assertIn("games whose variant is unknown: 2;", done.stderr)
        # Those that a condition needs no moves for are decided, the others are told.
        self.assert_run(DONE, "pdn", "filter", "--tag", "White=Bea", path)
        for arguments in (("--min-plies", "1"), ("--not", "--min-plies", "1"), ("--not", "--tag", "White=Bea")):
            done = self.assert_run(BAD_INPUT, "pdn", "filter", *arguments, path)
            self.assertIn("games whose variant is unknown: 2;", done.stderr)


class BetweenTest(FilesTest):
    # A draw in the table; a comment that says otherwise stands in various places.
    FIRST = '[GameType "21"]\n[FEN "W:WK18:BK1"]\n\n1. 18-14 1-5'
    SECOND = '[GameType "21"]\n[FEN "W:WK18:BK1"]\n\n1. 18-15 *\n'

    def test_the_audit_asks_the_right_game(self):
        for result in ("*", "1/2-1/2", "1-1"):
            for comment in ("% White wins", "; White wins", "{White wins}"):
                for gap in ("\n", "\n\n"):
                    path = self.file(f"{self.FIRST} {result}{gap}{comment}\n{self.SECOND}")
                    done = self.assert_run(DONE, "audit", "--variant", "english", "--dir", self.tables, path)
                    self.assertEqual("", done.stdout)
                for behind in ("\n\n" + self.SECOND, "\n"):
                    path = self.file(f"{self.FIRST} {result} {comment}{behind}")
                    done = self.assert_run(CHECKED_FALSE, "audit", "--variant", "english", "--dir", self.tables, path)
                    self.assertRegex(done.stdout, rf"^{path}:4:\d+: game 1, ply 2: false: ")

    def test_nothing_moves_when_it_is_rewritten(self):
        for result in ("*", "1-0", "1/2-1/2"):
            for between in ("% a line", "{a line}", "; a line", "a line", "% a\n{line}\nand words (9-14)"):
                path = self.file(f"{self.FIRST} {result}\n{between}\n\n{self.SECOND}\n{between}\n")
                for command in ("convert", "filter", "dedupe"):
                    once = self.output("pdn", command, "--variant", "english", path)
                    self.assertEqual(once, self.output("pdn", command, "--variant", "english", self.file(once, "once.pdn")))
                    start = once.index("\n% a")
                    self.assertLess(once.index("1-5 *"), start)
                    self.assertGreater(once.index("18-15 *"), start)


class SeveralFilesTest(FilesTest):
    def test_files_patterns_standard_input_and_threads(self):
        a, b = self.file(GOOD + ENDING, "a.pdn"), self.file(OTHER + ENDING, "b.pdn")
        for jobs in ("1", "3"):
            for name, arguments in self.commands():
                options = ("--jobs", jobs) if arguments[0] == "pdn" else ()
                with self.subTest(command=name, jobs=jobs):
                    split = ("split", "--games", "1") if name == "split" else None
                    results = []
                    for i, files in enumerate(((a, b), (self.folder / "?.pdn",), (a, "-"), ("-", b))):
                        if arguments[0] != "pdn" and "?" in str(files[0]):
                            continue
                        to = self.folder / f"to-{jobs}-{i}"
                        used = ("pdn", *split, "--to", to, "--variant", "english") if split else arguments
                        source = a if files[0] == "-" else b
                        done = self.assert_run(DONE, *used, *options, *files, stdin=source.read_text(encoding="utf-8"))
                        parts = {path.name: path.read_bytes() for path in to.iterdir()} if split else {}
                        plain = done.stdout.replace(str(a), "<stdin>").replace(str(b), "<stdin>")
                        results.append((plain, parts))
                    self.assertEqual([results[0]] * len(results), results)
                    self.assertTrue(name == "check" or results[0][0] or results[0][1])


if __name__ == "__main__":
    unittest.main()
