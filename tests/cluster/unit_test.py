#!/usr/bin/env python3
"""Units by hand and by make: the same files as one build, whatever comes late, comes twice, is damaged or is stopped."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
import program
from program import BAD_INPUT, DAMAGED, DONE, IO, LIMIT, NOT_ANSWERABLE, USAGE, ProgramTest, leftovers, table_files

TRY_AGAIN = 75
SET = ("--variant", "russian", "--board", "6x6", "--pieces", 4)


class UnitTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="damier-reference-"))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        done = program.run("build", *SET, "--dir", folder, "--quiet")
        assert done.returncode == DONE, done.stderr
        cls.reference = table_files(folder)

    def setUp(self):
        super().setUp()
        self.tables = self.folder / "tables"
        self.makefile = self.output("plan", *SET, "--dir", self.tables, "--format", "make", "--unit-minutes", 0)
        self.plan = self.tables / ".cluster/russian-6x6.wld.4/plan.jsonl"
        lines = [json.loads(line) for line in self.plan.read_text(encoding="utf-8").splitlines()]
        self.units = lines[1:-1]

    def unit_of(self, slice_name):
        return next(unit for unit in self.units if slice_name in unit["slices"])

    def file_of(self, slice_name):
        return f"russian-6x6.wld.{slice_name}.dmr"

    def unit(self, code, number, *arguments):
        return self.assert_run(code, "cluster", "unit", "--plan", self.plan, "--id", number, *arguments)

    def damage(self, values):
        """A byte of every frame of a value file: which of them are read is the reader's affair."""
        magic = b"\x28\xb5\x2f\xfd"
        head, *frames = values.read_bytes().split(magic)
        self.assertGreater(len(frames), 0)
        values.write_bytes(magic.join([head, *(frame[:6] + bytes([frame[6] ^ 85]) + frame[7:] for frame in frames)]))

    def put_reference(self, without=()):
        for name, content in self.reference.items():
            if name not in without:
                (self.tables / name).write_bytes(content)

    def test_make_builds_the_same_files(self):
        (self.folder / "units.mk").write_text(self.makefile, encoding="utf-8")
        make = ("make", "-s", "-j2", "-f", self.folder / "units.mk")
        for _ in range(2):
            done = subprocess.run(make, capture_output=True, text=True, timeout=program.TIMEOUT, check=False)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual(self.reference, table_files(self.tables))
        self.assertEqual([".cluster"], leftovers(self.tables))
        self.assertEqual([], list(self.plan.parent.glob("values/*")))
        self.assertIn(f"built 0 tables, {len(self.units[-1]['slices'])} was there", done.stderr)
        self.assert_run(DONE, "cluster", "status", "--dir", self.tables)

    def test_packed_units_build_the_same_files(self):
        self.output("plan", *SET, "--dir", self.tables, "--format", "make", "--unit-minutes", 1440)
        self.unit(DONE, 0)
        self.assertEqual(self.reference, table_files(self.tables))
        self.assertIn("has no unit 1", self.unit(USAGE, 1).stderr)

    def test_a_table_that_becomes_visible_late(self):
        """Published on another node, but this one does not see it yet."""
        child = self.unit_of("KMvK")
        parent, own = self.file_of("KvK"), self.file_of("KMvK")
        self.put_reference(without=(parent, own))
        done = self.unit(TRY_AGAIN, child["unit"], "--patience", 1)
        self.assertIn(parent, done.stderr)
        self.assertFalse((self.tables / own).exists())

        def appear():
            time.sleep(3)
            hidden = self.folder / parent
            hidden.write_bytes(self.reference[parent])
            hidden.rename(self.tables / parent)

        late = threading.Thread(target=appear)
        late.start()
        result = json.loads(self.unit(DONE, child["unit"], "--patience", 8, "--json").stdout)
        late.join()
        self.assertEqual(self.reference, table_files(self.tables))
        self.assertGreaterEqual(result["waiting"], 1)
        self.assertEqual((0, 1, child["unit"]), (result["exit"], result["built"], result["unit"]))

    def test_the_plan_that_becomes_visible_late(self):
        hidden = self.folder / "plan.jsonl"
        self.plan.rename(hidden)
        self.unit(TRY_AGAIN, 0, "--patience", 1)
        threading.Timer(2, hidden.rename, (self.plan,)).start()
        self.unit(DONE, 0)

    def test_waiting_is_told(self):
        """At once, with what is missing and for how long; by hand a mistyped name is soon over."""
        missing = self.folder / "plna.jsonl"
        words = ("cluster", "unit", "--plan", missing, "--id", 0)
        done = self.assert_run(TRY_AGAIN, *words, "--patience", 1)
        self.assertEqual(f"damier: {missing}: there is no such file; waiting up to 1 s for it", done.stderr.splitlines()[0])
        self.assertEqual(1, len(self.assert_run(TRY_AGAIN, *words, "--patience", 0).stderr.splitlines()))
        environment = {name: value for name, value in os.environ.items() if name != "SLURM_JOB_ID"}
        start = time.monotonic()
        self.assert_run(TRY_AGAIN, *words, env=environment)
        self.assertLess(time.monotonic() - start, 20)
        for job, seconds in ({}, 5), ({"SLURM_JOB_ID": "7"}, 120):
            with subprocess.Popen(program.command(*words), stderr=subprocess.PIPE, text=True, env={**environment, **job}) as process:
                self.assertIn(f"waiting up to {seconds} s", process.stderr.readline())
                process.kill()
        self.assertIn("--id 0 --patience 120\n", self.makefile)

    def test_folders_without_a_plan(self):
        for command in ("status", "cancel"):
            self.assert_run(IO, "cluster", command, "--dir", self.folder / "nowhere")
            self.assert_run(NOT_ANSWERABLE, "cluster", command, "--dir", self.folder)

    def test_a_damaged_parent(self):
        child = self.unit_of("KMvK")
        parent, own = self.file_of("KvM"), self.file_of("KMvK")
        self.put_reference(without=(own,))
        damaged = bytearray(self.reference[parent])
        damaged[len(damaged) // 2] ^= 8
        (self.tables / parent).write_bytes(damaged)
        self.assertIn(parent, self.unit(DAMAGED, child["unit"], "--patience", 1).stderr)
        self.assertFalse((self.tables / own).exists())
        last = json.loads((self.plan.parent / f"result/{child['unit']}.json").read_text(encoding="utf-8"))
        self.assertEqual(DAMAGED, last["exit"])
        self.assertIn(parent, last["message"])
        status = self.objects("cluster", "status", "--dir", self.tables, "--json", code=3)
        self.assertEqual("failed", status[child["unit"]]["state"])
        # The unit of the damaged table makes it anew.
        for number in range(child["unit"] + 1):
            self.unit(DONE, number, "--patience", 0)
        self.assertEqual(self.reference, table_files(self.tables))

    def test_one_unit_many_times_at_once(self):
        for unit in self.units[:-1]:
            self.unit(DONE, unit["unit"])
        last = self.units[-1]["unit"]
        words = program.command("cluster", "unit", "--plan", self.plan, "--id", last, "--threads", 1)
        processes = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(6)]
        for process in processes:
            _, errors = process.communicate(timeout=program.TIMEOUT)
            # The first that ends removes value files that others may be about to read; those are to try again.
            self.assertIn(process.returncode, (DONE, 75), errors)
        self.unit(DONE, last)
        self.assertEqual(self.reference, table_files(self.tables))
        self.assertEqual([".cluster"], leftovers(self.tables))

    def test_stopped(self):
        """A unit that is asked to end may be tried again."""
        self.output("plan", *SET, "--dir", self.tables, "--format", "make", "--unit-minutes", 1440)
        for _ in range(20):
            words = program.command("cluster", "unit", "--plan", self.plan, "--id", 0)
            process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
            while process.poll() is None and not list(self.tables.glob("*.dmr")):
                time.sleep(0.002)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=program.TIMEOUT)
            if process.returncode == TRY_AGAIN:
                break
            self.assertIn(process.returncode, (DONE, -signal.SIGTERM))
            for path in self.tables.glob("*.dmr"):
                path.unlink()
        self.assertEqual(TRY_AGAIN, process.returncode)
        self.assertLess(len(table_files(self.tables)), len(self.reference))
        self.unit(DONE, 0)
        self.assertEqual(self.reference, table_files(self.tables))

    def test_a_damaged_value_file(self):
        """It is scratch: the unit that finds it damaged removes it, and that which wrote it writes it anew."""
        child = self.unit_of("KKvK")["unit"]
        for number in range(child):
            self.unit(DONE, number)
        values = self.plan.parent / "values" / (self.file_of("KvK") + ".values")
        self.damage(values)
        self.assertIn(values.name, self.unit(DAMAGED, child).stderr)
        self.assertFalse(values.exists())
        self.unit(DONE, self.unit_of("KvK")["unit"])
        self.assertTrue(values.exists())
        self.unit(DONE, child)
        own = self.file_of("KKvK")
        self.assertEqual(self.reference[own], (self.tables / own).read_bytes())

    def divide(self, *options):
        """A plan with parts of slices. Of a slice that has several: the numbers of its parts, of the shares of its table's frames, of the table."""
        text = self.output("plan", *SET, "--dir", self.tables, "--format", "make", "--unit-minutes", 0.000005, *options)
        (self.folder / "parts.mk").write_text(text, encoding="utf-8")
        self.units = [json.loads(line) for line in self.plan.read_text(encoding="utf-8").splitlines()][1:-1]
        for table in self.units:
            parts, frames = ([u["unit"] for u in self.units if key in u and u["slices"] == table["slices"]] for key in ("part", "frames"))
            if "from_parts" in table and len(parts) > 3 and len(frames) > 1:
                return parts, frames, table["unit"]
        return self.fail("no slice is divided")

    def files_of(self, table, kind):
        return sorted(self.plan.parent.glob(f"values/{self.file_of(self.units[table]['slices'][0])}.*{kind}"))

    def test_parts_of_slices_build_the_same_files(self):
        parts, frames, _ = self.divide()
        make = ("make", "-s", "-j2", "-f", self.folder / "parts.mk")
        for _ in range(2):
            done = subprocess.run(make, capture_output=True, text=True, timeout=program.TIMEOUT, check=False)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual(self.reference, table_files(self.tables))
            self.assertEqual([], list(self.plan.parent.glob("values/*")))
        self.assert_run(DONE, "cluster", "status", "--dir", self.tables)
        # What is not needed is not made.
        for number in (parts[0], frames[0]):
            self.assertIn("built 0 tables", self.unit(DONE, number).stderr)
        self.assertEqual([], list(self.plan.parent.glob("values/*")))

    def test_parts_that_are_damaged_missing_or_solved_twice(self):
        parts, frames, table = self.divide()
        at_once = ("--patience", 0)
        for number in range(frames[0]):
            self.unit(DONE, number)
        files = self.files_of(table, ".values")
        self.assertEqual(len(parts), len(files))
        contents = [path.read_bytes() for path in files]
        # Missing: status knows, its unit makes it again; another copy of the unit finds it there.
        files[0].unlink()
        status = self.objects("cluster", "status", "--dir", self.tables, "--json", code=3)
        self.assertEqual(1, sum(status[number]["state"] != "done" for number in parts))
        for _ in range(2):
            for number in parts:
                self.unit(DONE, number, *at_once)
            self.assertEqual(contents, [path.read_bytes() for path in files])
        self.damage(files[-1])
        damaged = [self.assert_any(DONE, DAMAGED, number) for number in frames]
        self.assertIn(files[-1].name, "".join(done.stderr for done in damaged if done.returncode == DAMAGED))
        self.assertFalse(files[-1].exists())
        # Now it is only missing: what it has is solved again.
        for number in frames:
            self.unit(DONE, number, *at_once)
        self.damage(self.files_of(table, ".frames")[0])
        self.assertIn(".frames", self.unit(DAMAGED, table, *at_once).stderr)
        status = self.objects("cluster", "status", "--dir", self.tables, "--json", code=3)
        self.assertEqual(1, sum(status[number]["state"] != "done" for number in frames))
        # Without that share the table is written from the parts.
        for number in parts:
            self.unit(DONE, number, *at_once)
        for unit in self.units[table:]:
            self.unit(DONE, unit["unit"], *at_once)
        self.assertEqual(self.reference, table_files(self.tables))
        self.assertEqual([], list(self.plan.parent.glob("values/*")))

    def test_jobs_ask_for_no_more_than_nodes_have(self):
        said = 5632  # MiB: less than is best for the largest unit, and more than it has to have
        plan = ("--variant", "english", "--pieces", 7)
        total = self.objects("plan", *plan, "--units", "--json")[-1]
        self.assertLess(total["least_memory"], said << 20)
        self.assertGreater(total["peak_memory"], said << 20)
        text = self.output("build", *plan, "--dir", self.folder / "more", "--cluster", "slurm", "--dry-run", "--mem", f"{said}M")
        asked = [int(number) for number in re.findall(r"--mem=(\d+)M", text)]
        self.assertEqual(said, max(asked))

    def test_frames_of_another_effort(self):
        """They are none of the plan's that replaced theirs."""
        _, _, table = self.divide("--effort", "fast")
        for number in range(table):
            self.unit(DONE, number)
        self.assertNotEqual([], self.files_of(table, ".frames"))
        self.divide("--effort", "normal")
        self.unit(DONE, table, "--patience", 0)
        name = self.file_of(self.units[table]["slices"][0])
        self.assertEqual(self.reference[name], (self.tables / name).read_bytes())

    def test_values_of_tables_that_are_there(self):
        """What reads them to leave values of its own finds them: nobody waits for what is removed meanwhile."""
        self.divide()
        for unit in self.units:
            self.unit(DONE, unit["unit"], "--patience", 0)
        damaged = self.units[-1]["slices"][-1]
        (self.tables / self.file_of(damaged)).unlink()
        status = self.objects("cluster", "status", "--dir", self.tables, "--json", code=3)
        for unit in self.units:
            if status[unit["unit"]]["state"] != "done":
                self.assertNotIn("is not there", self.unit(DONE, unit["unit"], "--patience", 0).stderr)
        self.assertEqual(self.reference, table_files(self.tables))
        self.assertEqual([], list(self.plan.parent.glob("values/*")))

    def assert_any(self, one, other, number):
        done = program.run("cluster", "unit", "--plan", self.plan, "--id", number, "--patience", 0)
        self.assertIn(done.returncode, (one, other), done.stderr)
        return done

    def test_one_part_many_times_at_once(self):
        parts, frames, table = self.divide()
        for number in range(parts[0]):
            self.unit(DONE, number)
        for number in (*parts, *frames):
            words = program.command("cluster", "unit", "--plan", self.plan, "--id", number, "--threads", 1)
            processes = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(3)]
            for process in processes:
                _, errors = process.communicate(timeout=program.TIMEOUT)
                self.assertEqual(DONE, process.returncode, errors)
        # A table whose frames are gone is written from the parts.
        for path in self.files_of(table, ".frames")[:1]:
            path.unlink()
        self.unit(DONE, table)
        own = self.file_of(self.units[table]["slices"][0])
        self.assertEqual(self.reference[own], (self.tables / own).read_bytes())

    def test_memory_that_is_not_there(self):
        self.put_reference(without=(self.file_of("KMvK"),))
        self.unit(LIMIT, self.unit_of("KMvK")["unit"], "--memory", "1K", "--patience", 0)

    def test_a_plan_that_was_altered(self):
        text = self.plan.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        for what, altered in (
            ("checksum", text.replace('"memory":', '"memory":1', 1)),
            ("cut short", "".join(lines[:-1])),
            ("no JSON object", "".join([lines[0], "nonsense\n", *lines[2:]])),
            ("parent must be", text.replace('"parents":[]', '"parents":[0]', 1)),
            ("a part is empty", text.replace('"parents":[]', '"part":{"white":[1,1],"black":[0,2],"share":[0,1]},"parents":[]', 1)),
            ("is no slice", text.replace('"slices":["KvK"]', '"slices":["QvK"]', 1)),
            ("the format is not", text.replace("damier units 3", "damier units 4", 1)),
            ("no end", text[:-1]),
            ("cut short", ""),
        ):
            with self.subTest(what=what):
                self.plan.write_text(altered, encoding="utf-8")
                done = self.unit(BAD_INPUT, 0)
                self.assertIn(what, done.stderr)
                self.assertRegex(done.stderr, r"plan\.jsonl:[1-9]\d*:1: ")
                self.assertEqual({}, table_files(self.tables))

    def test_tables_under_draw_rules(self):
        """The plan names the rulebook, its settings and the articles; units build what one build does."""
        rules = ("--metric", "rule", "--rulebook", "russia", "--setting", "7.2.8-equal=first", "--rule", "7.2.5", "--rule", "7.2.8")
        one, tables = self.folder / "one", self.folder / "by units"
        self.assert_run(DONE, "build", *SET, *rules, "--dir", one, "--quiet")
        makefile = self.output("plan", *SET, *rules, "--dir", tables, "--format", "make", "--unit-minutes", 0)
        plan = tables / ".cluster/russian-6x6.rule.4/plan.jsonl"
        head = json.loads(plan.read_text(encoding="utf-8").splitlines()[0])
        self.assertEqual(("russia", ["7.2.8-equal=first"], ["7.2.5", "7.2.8"]), tuple(head["draw_rules"][k] for k in ("rulebook", "settings", "articles")))
        (self.folder / "rule.mk").write_text(makefile, encoding="utf-8")
        done = subprocess.run(("make", "-s", "-f", self.folder / "rule.mk"), capture_output=True, text=True, timeout=program.TIMEOUT, check=False)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(table_files(one), table_files(tables))
        self.assert_run(DONE, "cluster", "status", "--dir", tables)
        # Units of other rules do not touch these tables.
        self.output("plan", *SET, "--metric", "rule", "--rulebook", "idf-64", "--dir", tables, "--format", "make", "--unit-minutes", 0)
        done = self.assert_run(DAMAGED, "cluster", "unit", "--plan", plan, "--id", 0)
        self.assertIn("russia", done.stderr)
        self.assertEqual(table_files(one), table_files(tables))
        self.assert_usage("rulebook", "plan", *SET, "--rulebook", "idf-64")
        self.assert_usage("unknown rulebook", "plan", *SET, "--metric", "rule", "--rulebook", "nonsense")

    def test_submission_under_draw_rules(self):
        """By a stand-in for Slurm, whose jobs are then run by hand."""
        slurm, names = self.folder / "slurm", self.folder / "bin"
        for folder in (slurm, names):
            folder.mkdir()
        for name, content in (("last", "0\n"), ("queued", "0\n"), ("queue", "")):
            (slurm / name).write_text(content, encoding="ascii")
        for name in ("sbatch", "squeue", "scancel", "scontrol", "sacctmgr"):
            (names / name).symlink_to(program.SOURCE / "tests/cluster/fake_slurm.sh")
        environment = {**os.environ, "PATH": f"{names}:{os.environ['PATH']}", "FAKE_SLURM": str(slurm), "FAKE_MOST": "10000", "FAKE_LIMIT": "10000"}
        rules = ("--metric", "rule", "--rulebook", "russia")
        tables = self.folder / "by slurm" / "made"
        self.assert_run(DONE, "build", *SET, *rules, "--dir", tables, "--cluster", "slurm", "--unit-minutes", 0, env=environment)
        plan = tables / ".cluster/russian-6x6.rule.4/plan.jsonl"
        head, *units, _ = [json.loads(line) for line in plan.read_text(encoding="utf-8").splitlines()]
        self.assertEqual("russia", head["draw_rules"]["rulebook"])
        self.assertEqual(len(units), len((slurm / "submitted").read_text(encoding="ascii").splitlines()))
        for unit in units:
            self.assert_run(DONE, "cluster", "unit", "--plan", plan, "--id", unit["unit"])
        one = self.folder / "one"
        self.assert_run(DONE, "build", *SET, *rules, "--dir", one, "--quiet")
        self.assertEqual(table_files(one), table_files(tables))

    def test_figures_of_the_units(self):
        *units, total = self.objects("plan", *SET, "--units", "--unit-minutes", 0, "--json")
        self.assertEqual([unit["slices"] for unit in units], [unit["slices"] for unit in self.units])
        self.assertEqual(len(units), total["units"])
        self.assertAlmostEqual(sum(unit["seconds"] for unit in units), total["seconds"])
        self.assertEqual(max(unit["memory"] for unit in units), total["peak_memory"])
        self.assertEqual([2, 8, 16, 32, 64], [line["machines"] for line in total["machines"]])
        for line in total["machines"]:
            self.assertGreaterEqual(line["seconds"] * 1.0001, total["critical_path"])
            self.assertAlmostEqual(line["speed_up"], total["one_machine"] / line["seconds"])
        text = self.output("plan", *SET, "--units", "--unit-minutes", 0)
        self.assertIn(f"{len(units)} units", text)
        self.assert_usage("--dir", "plan", *SET, "--format", "make")


if __name__ == "__main__":
    unittest.main()
