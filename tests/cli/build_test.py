#!/usr/bin/env python3
"""damier build: the same files whatever happens on the way."""

import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import program
from program import DONE, INTERRUPTED, IO, LIMIT, ProgramTest, leftovers, table_files

# A build that takes a second or two; with sanitizers a smaller one.
LONG = ("--variant", "english", "--pieces", 4)
if program.SANITIZED:
    LONG = ("--variant", "english", "--board", "6x6", "--pieces", 4)


class BuildTest(ProgramTest):
    def build(self, name, *arguments, code=DONE, **options):
        folder = self.folder / name
        return folder, self.assert_run(code, "build", "--dir", folder, *arguments, **options)

    def test_builds_what_is_missing(self):
        arguments = ("--variant", "russian", "--board", "6x6")
        folder, done = self.build("new/deep", *arguments, "--pieces", 2)
        self.assertEqual("", done.stdout)
        self.assertIn("built 3 tables", done.stderr)
        before = table_files(folder)
        self.assertEqual(["russian-6x6.wld.KvK.dmr", "russian-6x6.wld.KvM.dmr", "russian-6x6.wld.MvM.dmr"], sorted(before))
        times = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
        _, done = self.build("new/deep", *arguments, "--pieces", 3)
        self.assertIn("3 were there", done.stderr)
        for path, changed in times.items():
            self.assertEqual(changed, path.stat().st_mtime_ns)
        after = table_files(folder)
        _, done = self.build("new/deep", *arguments, "--pieces", 3)
        self.assertIn("nothing to build", done.stderr)
        self.assertEqual(after, table_files(folder))
        self.assertEqual([], leftovers(folder))

        # One table lost, one cut, one altered: they are built anew, the same to the byte.
        victims = random.Random(1).sample(sorted(after), 3)
        (folder / victims[0]).unlink()
        (folder / victims[1]).write_bytes(after[victims[1]][:-7])
        altered = bytearray(after[victims[2]])
        altered[len(altered) // 2] ^= 4
        (folder / victims[2]).write_bytes(altered)
        _, done = self.build("new/deep", *arguments, "--pieces", 3, "--quiet")
        for victim in victims[1:]:
            (line,) = [line for line in done.stderr.splitlines() if str(folder / victim) in line]
            self.assertRegex(line, r" is damaged \(.*\); it is built again$")
        self.assertEqual(after, table_files(folder))

    def test_quiet(self):
        _, done = self.build("tables", "--variant", "english", "--board", "6x6", "--pieces", 3, "--quiet")
        self.assertEqual(("", ""), (done.stdout, done.stderr))

    def test_the_same_bytes_with_one_and_two_threads(self):
        for arguments in (LONG, ("--variant", "brazilian", "--board", "6x6", "--pieces", 4)):
            one, _ = self.build(f"one-{arguments[1]}", *arguments, "--threads", 1, "--effort", "fast", "--quiet")
            two, _ = self.build(f"two-{arguments[1]}", *arguments, "--threads", 2, "--effort", "fast", "--quiet")
            self.assertEqual(table_files(one), table_files(two))

    def test_the_same_bytes_by_both_solvers(self):
        for metric in ("wld", "dtw", "dtz"):
            arguments = ("--variant", "brazilian", "--board", "6x6", "--pieces", 4, "--effort", "fast", "--quiet")
            bit, _ = self.build(f"{metric}-bit", *arguments, "--metric", metric, "--solver", "bit")
            row, _ = self.build(f"{metric}-row", *arguments, "--metric", metric, "--solver", "row")
            self.assertEqual(table_files(bit), table_files(row))

    def test_what_the_bit_solver_does_not_know(self):
        for arguments, what in (
            (("--variant", "turkish"), "the rules of turkish on 8x8"),
            (("--variant", "canadian", "--board", "14x14"), "the rules of canadian on 14x14"),
            (("--variant", "turkish", "--metric", "dtw"), "the rules of turkish on 8x8"),
            (("--variant", "english", "--metric", "rule"), "the metric rule"),
        ):
            self.assert_usage(
                what, "build", *arguments, "--pieces", 2, "--solver", "bit", "--dir", self.folder / "refused"
            )
            self.assertFalse((self.folder / "refused").exists())
        self.build("turkish", "--variant", "turkish", "--pieces", 2, "--quiet")

    def test_memory_limit(self):
        folder, done = self.build("tables", *LONG, "--memory", "1K", code=LIMIT)
        needed = re.search(r"needs (\d+) bytes of memory and may use 1024 bytes; allow it with --memory (\d+)", done.stderr)
        self.assertEqual(needed.group(1), needed.group(2), done.stderr)
        self.assertFalse(folder.exists() and any(folder.iterdir()))

    def test_the_memory_that_is_asked_for_is_enough(self):
        """Whatever the unit, the two sizes differ, and what the message asks for does."""
        arguments = ("--variant", "english", "--board", "6x6", "--pieces", 4, "--quiet")
        for allowed in ("1", "20K", "100K"):
            folder, done = self.build("tables", *arguments, "--memory", allowed, code=LIMIT)
            needs, uses = re.search(r"needs (\d+ \w+) of memory and may use (\d+ \w+)", done.stderr).groups()
            self.assertNotEqual(needs, uses)
            self.build(f"tables-{allowed}", *arguments, "--memory", re.search(r"--memory (\w+)", done.stderr).group(1))

    def test_folders_that_cannot_be(self):
        (self.folder / "file").write_text("x", encoding="ascii")
        for name in ("file", "file/tables"):
            _, done = self.build(name, "--variant", "english", "--pieces", 2, code=IO)
            self.assertIn(str(self.folder / name), done.stderr)
        self.build("x" * 300, "--variant", "english", "--pieces", 2, code=IO)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to become somebody else")
    def test_a_folder_that_may_not_be_written(self):
        folder = self.folder / "tables"
        folder.mkdir(mode=0o755)
        self.folder.chmod(0o755)
        try:
            done = program.run("build", "--variant", "english", "--pieces", 2, "--dir", folder, user=65534, cwd="/")
        except PermissionError:
            self.skipTest("nobody may not run the program where it lies")
        self.assertEqual(IO, done.returncode, done.stderr)
        self.assertIn("Permission denied", done.stderr)
        self.assertEqual([], list(folder.iterdir()))


class DiskTest(ProgramTest):
    def test_a_full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", disk], capture_output=True, check=False
        )
        if mounted.returncode != 0:
            self.skipTest(f"no small disk can be made here: {mounted.stderr.decode().strip()}")
        try:
            arguments = ("build", "--variant", "english", "--pieces", 3)
            done = self.assert_run(IO, *arguments, "--dir", disk, "--quiet")
            self.assertIn("No space left on device", done.stderr)
            whole = self.folder / "whole"
            self.assert_run(DONE, *arguments, "--dir", whole, "--quiet")
            reference = table_files(whole)
            there = table_files(disk)
            self.assertLess(len(there), len(reference))
            for name, content in there.items():
                self.assertEqual(reference[name], content)
            self.assertEqual([], leftovers(disk))
        finally:
            subprocess.run(["umount", disk], check=True)


class InterruptionTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        import tempfile
        import shutil

        folder = tempfile.mkdtemp(prefix="damier-reference-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        start = time.monotonic()
        done = program.run("build", *LONG, "--dir", folder, "--quiet")
        cls.duration = time.monotonic() - start
        assert done.returncode == DONE, done.stderr
        cls.reference = table_files(folder)

    def start(self, folder):
        return subprocess.Popen(
            program.command("build", *LONG, "--dir", folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def assert_whole_tables(self, folder):
        for name, content in table_files(folder).items():
            self.assertEqual(self.reference[name], content, f"{name} is not whole")

    def test_killed_ten_times(self):
        seed = random.randrange(1 << 32)
        rng = random.Random(seed)
        folder = self.folder / "tables"
        kills = 0
        for _ in range(100):
            process = self.start(folder)
            time.sleep(rng.random() * self.duration * 0.5)
            process.kill()
            process.communicate()
            if process.returncode == -signal.SIGKILL:
                kills += 1
            else:
                # It was faster: once more from the start.
                self.assertEqual(DONE, process.returncode)
                self.assertEqual(self.reference, table_files(folder), f"seed {seed}")
                for path in folder.iterdir():
                    path.unlink()
            if folder.exists():
                self.assert_whole_tables(folder)
            if kills == 10:
                break
        self.assertEqual(10, kills, f"seed {seed}")
        self.assert_run(DONE, "build", *LONG, "--dir", folder)
        self.assertEqual(self.reference, table_files(folder), f"seed {seed}")
        self.assertEqual([], leftovers(folder))

    def interrupted(self, *signals):
        """A build that got these signals after its first table: its folder and messages, or None if it was faster."""
        folder = self.folder / "tables"
        process = self.start(folder)
        while process.poll() is None and not list(folder.glob("*.dmr")):
            time.sleep(0.002)
        time.sleep(random.random() * self.duration / 4)
        for number in signals:
            process.send_signal(number)
            time.sleep(0.01)
        output, errors = process.communicate(timeout=program.TIMEOUT)
        self.assertEqual("", output)
        self.assert_whole_tables(folder)
        # A signal that comes when the build is done and its handler gone ends the process by itself.
        too_late = -process.returncode in signals and "damier: built" in errors
        if process.returncode != DONE and not too_late:
            self.assertEqual(INTERRUPTED, process.returncode, errors)
            return folder, errors
        for path in folder.iterdir():
            path.unlink()
        return None

    def test_interrupted_and_gone_on(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            stopped = next(filter(None, (self.interrupted(number) for _ in range(20))), None)
            self.assertIsNotNone(stopped, "the build was always faster")
            folder, errors = stopped
            self.assertIn("run the same command again to go on", errors)
            self.assertLess(len(table_files(folder)), len(self.reference))
            self.assertEqual([], leftovers(folder))
            self.assert_run(DONE, "build", *LONG, "--dir", folder)
            self.assertEqual(self.reference, table_files(folder))
            for path in folder.iterdir():
                path.unlink()

    def test_two_signals(self):
        stopped = next(filter(None, (self.interrupted(signal.SIGINT, signal.SIGINT) for _ in range(20))), None)
        self.assertIsNotNone(stopped, "the build was always faster")
        folder, errors = stopped
        self.assertRegex(errors, "aborted|interrupted")
        self.assert_run(DONE, "build", *LONG, "--dir", folder)
        self.assertEqual(self.reference, table_files(folder))
        self.assertEqual([], leftovers(folder))

    def test_ignored_signals_stay_ignored(self):
        folder = self.folder / "tables"
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            process = self.start(folder)
        finally:
            signal.signal(signal.SIGHUP, before)
        time.sleep(self.duration / 4)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=program.TIMEOUT)
        self.assertEqual(DONE, process.returncode)
        self.assertEqual(self.reference, table_files(folder))


class ProgressTest(ProgramTest):
    def test_on_a_terminal(self):
        """One line that overwrites itself, then the summary."""
        terminal, theirs = pty.openpty()
        process = subprocess.Popen(program.command("build", *LONG, "--dir", self.folder / "tables"), stderr=theirs)
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # the end of a pseudo-terminal
                break
            if not part:
                break
            shown += part
        os.close(terminal)
        self.assertEqual(DONE, process.wait(program.TIMEOUT))
        text = shown.decode()
        *lines, summary = text.split("\r\x1b[K")
        self.assertRegex(summary, r"^damier: built \d+ tables in ")
        self.assertEqual(1, text.count("\n"))
        shown = [line for line in lines[0].split("\x1b[K") if line]
        self.assertTrue(shown, "no progress was shown")
        for line in shown:
            self.assertTrue(line.startswith("\r"), line)
            self.assertLessEqual(len(line), 80)  # with the return in front of it
        self.assertTrue(any(re.search(r"(solve|write) \S+ \(\d+/\d+\): .* of .* values", line) for line in shown), shown)

    def test_elsewhere(self):
        done = self.assert_run(DONE, "build", *LONG, "--dir", self.folder / "tables")
        self.assertNotIn("\r", done.stderr)
        self.assertNotIn("\x1b", done.stderr)
        for line in done.stderr.splitlines():
            self.assertRegex(line, r"^damier: (built|solve|write|restore) ")


if __name__ == "__main__":
    unittest.main()
