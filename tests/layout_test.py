#!/usr/bin/env python3
"""Reads the sources: include arrows, calls that libraries must not make, and the length of files."""

import os
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("DAMIER_SOURCE_DIR", Path(__file__).resolve().parent.parent))

MAX_LINES = 450  # a longer file holds two things

LIBRARIES = ("rules", "formats", "egtb", "solver")

# Which folder may include which; the table of the layout.
ARROWS = {
    "rules": {"rules"},
    "formats": {"rules", "formats"},
    "egtb": {"rules", "egtb"},
    "solver": {"rules", "egtb", "solver"},
    "cli": {"rules", "formats", "egtb", "solver", "cli"},
}

# Headers from outside, for the libraries: pattern, the folders that may include it, only in .cpp files?
# cli may include anything.
OUTSIDE = (
    (r"[a-z_0-9]+", LIBRARIES, False),  # the standard library
    (r"boost/container/.*", ("rules",), False),
    (r"tl/expected\.hpp", ("rules",), False),
    (r"fmt/.*", LIBRARIES, True),
    (r"(zstd|zstd_errors|zdict|xxhash)\.h", ("egtb",), True),
    (r"(oneapi/)?tbb/.*", ("solver",), True),
    (r"(fcntl|unistd|dirent|signal|sys/[a-z]+)\.h", ("egtb", "solver"), False),  # POSIX
    (r"malloc\.h", ("solver",), True),  # the C library's, which is asked to give memory back
    (r"sanitizer/[a-z_]+\.h", ("solver",), True),  # the compiler's
    (r"(imm|x86)intrin\.h", ("rules", "egtb", "solver"), False),  # the compiler's
)

# `exit(` and the like as functions, not as members of something.
FUNCTION = r"(?<![\w.>])(?:std::|::)?"
FORBIDDEN = (
    ("prints", re.compile(r"\bstd::(cout|cerr|clog|wcout|wcerr|print|println)\b")),
    ("prints", re.compile(r"\bfmt::(print|println)\b")),
    ("prints", re.compile(FUNCTION + r"(v?f?printf|puts|fputs|putchar|putc|fputc|perror)\s*\(")),
    ("ends the program", re.compile(FUNCTION + r"(exit|_exit|_Exit|quick_exit|abort|terminate)\s*\(")),
    ("reads the environment", re.compile(FUNCTION + r"(getenv|secure_getenv|setenv|putenv)\s*\(")),
)
THREADS = re.compile(r"\bstd::(thread|jthread|async)\b")
THREADS_ALLOWED = ("solver", "cli")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'",  # not the ' of 1'000
    re.DOTALL,
)


def without(text, strings):
    """The text with comments, and string literals if `strings`, blanked out; line breaks stay."""

    def blank(match):
        if not strings and match.group("comment") is None:
            return match.group()
        return re.sub(r"[^\n]", " ", match.group())

    return TOKEN.sub(blank, text)


def is_source(path):
    return path.is_file() and path.name.endswith((".hpp", ".cpp", ".cpp.in", ".def"))


def include_fault(folder, is_cpp, own, outside):
    """What is wrong with an include line, or None. `own` is in quotes, `outside` in angle brackets."""
    if own is not None:
        target = own.split("/")[0]
        if "/" not in own or ".." in own.split("/") or target not in (*ARROWS, "tests"):
            return f'"{own}" does not start with a folder of the project'
        if target not in ARROWS[folder]:
            return f"{folder} must not include {target} ({own})"
        return None
    if folder == "cli":
        return None
    for pattern, folders, only_cpp in OUTSIDE:
        if re.fullmatch(pattern, outside):
            if folder not in folders:
                return f"{folder} must not include <{outside}>"
            return f"<{outside}> belongs in .cpp files only" if only_cpp and not is_cpp else None
    return f"{folder} must not include <{outside}>"


def source_faults(path, name, folder):
    text = without(path.read_text(encoding="utf-8"), strings=False)
    is_cpp = path.name.endswith((".cpp", ".cpp.in"))

    def place(source, offset):
        return f"{name}:{source.count(chr(10), 0, offset) + 1}"

    for match in INCLUDE.finditer(text):
        fault = include_fault(folder, is_cpp, match.group(1), match.group(2))
        if fault:
            yield f"{place(text, match.start())}: {fault}"
    code = without(text, strings=True)
    if folder in LIBRARIES:
        for what, pattern in FORBIDDEN:
            for match in pattern.finditer(code):
                yield f"{place(code, match.start())}: a library {what}: {match.group()}"
    if folder not in THREADS_ALLOWED:
        for match in THREADS.finditer(code):
            yield f"{place(code, match.start())}: {folder} starts threads: {match.group()}"


def layout_faults(root):
    """All faults of the tree, each a line that starts with file:line."""
    faults = []
    for folder in ARROWS:
        for path in sorted(filter(is_source, (root / folder).rglob("*"))):
            faults += source_faults(path, path.relative_to(root).as_posix(), folder)
    for folder in (*ARROWS, "tests"):
        for path in sorted((root / folder).rglob("*")):
            if is_source(path) or path.suffix == ".py":
                lines = path.read_bytes().count(b"\n")
                if lines > MAX_LINES:
                    faults.append(f"{path.relative_to(root).as_posix()}:{lines}: more than {MAX_LINES} lines, split it")
    return faults


class LayoutTest(unittest.TestCase):
    def test_the_tree_keeps_the_layout(self):
        self.assertTrue((ROOT / "rules").is_dir(), f"{ROOT} is not the project")
        faults = layout_faults(ROOT)
        self.assertFalse(faults, "\n" + "\n".join(faults))


class PlantedFaultTest(unittest.TestCase):
    """The checks find what they are for, and nothing else."""

    def faults(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
            return layout_faults(Path(folder))

    def assert_fault(self, name, text, line=1):
        faults = self.faults(name, text)
        self.assertEqual(1, len(faults), (name, text, faults))
        self.assertTrue(faults[0].startswith(f"{name}:{line}: "), faults[0])

    def assert_clean(self, name, text):
        self.assertEqual([], self.faults(name, text), (name, text))

    def test_arrows_between_folders(self):
        for folder, allowed in ARROWS.items():
            for target in (*ARROWS, "tests"):
                with self.subTest(folder=folder, target=target):
                    line = f'#include "{target}/x.hpp"\n'
                    check = self.assert_clean if target in allowed else self.assert_fault
                    check(f"{folder}/a.hpp", line)
                    check(f"{folder}/instances.cpp.in", line)

    def test_include_lines_name_the_folder(self):
        for line in ('#include "board.hpp"', '#include "../rules/board.hpp"', '#include "rules/../egtb/x.hpp"'):
            self.assert_fault("egtb/a.cpp", line)
        self.assert_fault("rules/variants/a.hpp", "\n\n#  include <rules/board.hpp>\n", line=3)

    def test_headers_from_outside(self):
        self.assert_clean("rules/a.hpp", "#include <vector>\n#include <boost/container/static_vector.hpp>\n")
        self.assert_clean("rules/a.hpp", "#include <tl/expected.hpp>\n")
        self.assert_clean("egtb/a.cpp", "#include <zstd.h>\n#include <xxhash.h>\n#include <sys/mman.h>\n")
        self.assert_clean("solver/a.cpp", "#include <tbb/parallel_for.h>\n#include <oneapi/tbb/task_arena.h>\n")
        self.assert_clean("formats/a.cpp", "#include <fmt/format.h>\n")
        self.assert_clean("cli/a.hpp", "#include <CLI/CLI.hpp>\n#include <zstd.h>\n")
        for name, header in (
            ("egtb/a.hpp", "zstd.h"),
            ("egtb/a.hpp", "xxhash.h"),
            ("solver/a.cpp", "zstd.h"),
            ("rules/a.cpp", "xxhash.h"),
            ("egtb/a.cpp", "tbb/parallel_for.h"),
            ("solver/a.hpp", "tbb/parallel_for.h"),
            ("rules/a.hpp", "boost/format.hpp"),
            ("formats/a.cpp", "boost/container/small_vector.hpp"),
            ("egtb/a.cpp", "tl/expected.hpp"),
            ("solver/a.hpp", "fmt/format.h"),
            ("formats/a.cpp", "nlohmann/json.hpp"),
            ("solver/a.cpp", "CLI/CLI.hpp"),
            ("rules/a.cpp", "unistd.h"),
        ):
            with self.subTest(name=name, header=header):
                self.assert_fault(name, f"#include <{header}>\n")

    def test_libraries_neither_print_nor_exit_nor_read_the_environment(self):
        for line in (
            "std::cout << 1;",
            "std::cerr << 1;",
            'printf("x");',
            'std::printf("x");',
            'fprintf(stderr, "x");',
            'fmt::print("x");',
            'puts ("x");',
            "std::exit(1);",
            "exit(1);",
            "::_exit(1);",
            "std::abort();",
            "abort();",
            'getenv("HOME");',
            'auto home = std::getenv("HOME");',
        ):
            for folder in LIBRARIES:
                with self.subTest(folder=folder, line=line):
                    self.assert_fault(f"{folder}/a.cpp", f"void f() {{\n    {line}\n}}\n", line=2)
            self.assert_clean("cli/a.cpp", line)

    def test_only_the_solver_starts_threads(self):
        self.assert_fault("egtb/a.cpp", "std::jthread t;\n")
        self.assert_clean("solver/a.cpp", "std::jthread t;\n")
        self.assert_clean("egtb/a.cpp", "std::this_thread::yield();\n")

    def test_words_that_only_look_alike(self):
        self.assert_clean("egtb/a.cpp", "snprintf(b, n, f); task.abort(); job->exit(); on_exit(1); my_abort();\n")
        self.assert_clean("egtb/a.cpp", '// std::cout\n/* abort(\n#include "cli/x.hpp" */ auto s = "exit(1)";\n')
        self.assert_clean("egtb/a.cpp", 'auto s = R"(std::abort(); ")"; auto c = \'"\'; int n = 1\'000; auto t = "";\n')
        self.assert_clean("egtb/a.cpp", '// #include "cli/x.hpp"\n')
        self.assert_fault("egtb/a.cpp", "auto c = '\"'; abort(); auto d = '\"';\n")
        self.assert_fault("egtb/a.cpp", "int n = 1'000; abort(); int m = 1'000;\n")

    def test_long_files(self):
        for name in ("rules/a.cpp", "tests/rules/a_test.cpp", "tests/a_test.py", "cli/a.hpp"):
            self.assert_clean(name, "\n" * MAX_LINES)
            self.assert_fault(name, "\n" * (MAX_LINES + 1), line=MAX_LINES + 1)


if __name__ == "__main__":
    unittest.main()
