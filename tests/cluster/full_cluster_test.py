#!/usr/bin/env python3
"""Everything that goes wrong on clusters, on two nodes of a private Slurm: at the end the files of one machine."""

import json
import os
import re
import signal
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cluster_case import ClusterTest
from program import DONE, table_files


class FullClusterTest(ClusterTest):
    # Compressed slowly, or units would be over before anything can happen to them.
    SET = ("--variant", "english", "--pieces", 5, "--effort", "max")

    def setUp(self):
        super().setUp()
        if not hasattr(type(self), "expected"):
            type(self).expected = self.reference()
        self.start_slurm()

    def wait_for_tables(self, count):
        self.wait(lambda: len(list(self.tables.glob("*.dmr"))) >= count, 150, f"{count} tables are there")

    def go_on_until_complete(self):
        """The same command, as often as it takes: jobs that Slurm holds for ever are cancelled and submitted anew."""
        for _ in range(4):
            stuck = {"JobHeldAdmin", "JobHeldUser", "(JobHeldAdmin)", "(launch failed requeued held)"}

            def over_or_stuck():
                jobs = self.slurm.waiting_or_running()
                running = [job for job in jobs if job[2] != "PENDING"]
                return not jobs or (not running and any(job[3] in stuck or "held" in job[3] for job in jobs))

            self.wait(over_or_stuck, 240, "the queue is empty or stuck")
            if "nothing to build" in self.submit():
                return
        self.fail(f"never complete\n{self.explain()}")

    def built_but_for(self, parent, *missing):
        """All tables but these are there, and what they read of the parent; the names of the files of all."""
        self.tables.mkdir()
        names = [f"english-8x8.wld.{name}.dmr" for name in (parent, *missing)]
        for name, content in self.expected.items():
            if name not in names[1:]:
                (self.tables / name).write_bytes(content)
        self.output("plan", *self.SET, "--dir", self.tables, "--format", "make", "--unit-minutes", 0)
        (plan,) = self.tables.glob(".cluster/*/plan.jsonl")
        lines = [json.loads(line) for line in plan.read_text(encoding="utf-8").splitlines()]
        (unit,) = [line["unit"] for line in lines[1:-1] if line["slices"] == [parent]]
        self.assert_run(DONE, "cluster", "unit", "--plan", plan, "--id", unit)
        self.assertTrue(list(plan.parent.glob(f"values/{names[0]}.values")))
        self.assertEqual(len(self.expected), len(table_files(self.tables)) + len(missing))
        return names

    def test_a_node_is_killed(self):
        self.submit()
        self.wait_for_tables(15)
        number, unit = self.running_on("n2")
        self.slurm.kill_node("n2")
        self.wait(lambda: not self.processes_of(unit), 10, "its jobs are gone")
        self.node_is_down("n2")
        self.slurm.start_node("n2")
        self.wait_for_the_end(240)
        self.assertIn("Restarts=1", self.slurm.run("scontrol", "show", "job", number))
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()

    def test_a_frozen_node_makes_a_unit_run_twice(self):
        """Its slurmd stops, its job does not: Slurm gives it up and starts the job on the other node."""
        self.submit()
        self.wait_for_tables(15)
        _, unit = self.running_on("n2")
        # Stopped too, so that it is still there when the other one begins.
        (first,) = self.processes_of(unit)
        self.slurm.freeze_node("n2")
        os.kill(first, signal.SIGSTOP)
        self.wait(lambda: len(self.processes_of(unit)) == 2, 90, f"unit {unit} runs twice")
        os.kill(first, signal.SIGCONT)
        self.wait_for_tables(len(self.expected))
        self.slurm.thaw_node("n2")
        self.wait_for_the_end(120)
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()

    def test_the_controller_is_killed(self):
        self.submit()
        self.wait_for_tables(10)
        for _ in range(2):
            self.running_on("n1")
            self.slurm.kill_controller()
            time.sleep(3)
            self.slurm.start_controller()
            self.slurm.wait_for_nodes()
        self.go_on_until_complete()
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()

    def test_a_damaged_parent(self):
        """Its child fails, what is built upon the child is cancelled, and the same command repairs everything."""
        parent, child, grandchild = self.built_but_for("KvK", "KKvK", "3KvK")
        self.assertIn("submitted 2 units", self.submit("--sbatch-arg=--hold"))
        damaged = bytearray(self.expected[parent])
        damaged[len(damaged) // 2] ^= 1
        (self.tables / parent).write_bytes(damaged)
        jobs = [job[0] for job in self.slurm.waiting_or_running()]
        self.slurm.run("scontrol", "release", ",".join(jobs))
        self.wait_for_the_end(60)
        self.assertFalse((self.tables / child).exists())
        self.assertFalse((self.tables / grandchild).exists())
        states = sorted(job[2] for job in self.slurm.jobs() if job[0] in jobs)
        self.assertEqual(["CANCELLED", "FAILED"], states)
        failed = [line for line in self.status().values() if line["state"] == "failed"]
        self.assertEqual(1, len(failed))
        self.assertIn(parent, failed[0]["reason"])

        self.assertIn(parent, self.submit())
        self.wait_for_the_end(90)
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()

    def test_cancelled_and_resumed(self):
        self.submit()
        self.wait_for_tables(15)
        self.running_on("n1")
        self.damier(DONE, "cluster", "cancel", "--dir", self.tables)
        self.wait_for_the_end(30)
        there = table_files(self.tables)
        self.assertLess(len(there), len(self.expected))
        for name, content in there.items():
            self.assertEqual(self.expected[name], content)
        self.damier(3, "cluster", "status", "--dir", self.tables)
        # While it is under way the same command keeps what runs and submits the rest anew.
        self.submit()
        self.running_on("n1")
        self.assertRegex(self.submit(), r"\(\d+ running")
        self.go_on_until_complete()
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()

    def test_small_windows(self):
        """At most eight jobs at a time; jobs submit the rest, without anybody's help."""
        most = 0
        self.submit("--max-queued", 8)

        def over():
            nonlocal most
            jobs = self.slurm.waiting_or_running()
            most = max(most, len(jobs))
            return not jobs

        self.wait(over, 400, "the queue is empty")
        self.assertLessEqual(most, 9)  # the job that submits the rest runs beside them
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()

    def test_a_unit_that_fails_for_a_while(self):
        """Its parent is not there: it requeues itself, and is through once the parent has come."""
        parent, child = self.built_but_for("KvK", "KKvK")
        self.assertIn("submitted 1 unit", self.submit("--sbatch-arg=--hold"))
        (self.tables / parent).rename(self.folder / parent)
        ((number, *_),) = self.slurm.waiting_or_running()
        self.slurm.run("scontrol", "release", number)
        self.wait(
            lambda: "Restarts=1" in self.slurm.run("scontrol", "show", "job", number), 200, "the unit requeued itself"
        )
        (self.folder / parent).rename(self.tables / parent)
        self.wait_for_the_end(200)
        self.assert_complete(self.expected)
        self.assert_nothing_to_do()


class FullManyUnitsTest(ClusterTest):
    """More units than Slurm takes jobs; the jobs are held, for such a build takes months."""

    SET = ("--variant", "english", "--pieces", 12)
    SLURM = ("--cluster", "slurm", "--cpus", 32, "--unit-minutes", 10, "--sbatch-arg=--hold")
    JOBS = 500

    def test_ten_thousand_units(self):
        self.start_slurm(cpus=32, memory=2_000_000_000, jobs=self.JOBS)
        told = self.submit()
        units, later = (int(n) for n in re.search(r"submitted (\d+) units \(0 running, (\d+) submitted", told).groups())
        self.assertGreaterEqual(units + later, 10_000)
        self.assertGreater(units, self.JOBS // 2)
        self.assertLess(len(self.slurm.waiting_or_running()), self.JOBS)
        self.assertEqual(units + later, len(self.status()))
        # The same command takes back what is held. Slurm still counts that (MinJobAge), so it says to wait, and does not.
        self.assertIn("try again", self.submit(code=7))
        self.damier(DONE, "cluster", "cancel", "--dir", self.tables)
        self.wait_for_the_end(60)


class FullInternationalClusterTest(ClusterTest):
    SET = ("--variant", "international", "--pieces", 4)

    def test_a_node_is_killed(self):
        expected = self.reference()
        self.start_slurm()
        self.submit()
        self.running_on("n2", 90)
        time.sleep(1)
        self.slurm.kill_node("n2")
        self.node_is_down("n2")
        self.slurm.start_node("n2")
        self.wait_for_the_end(240)
        self.assert_complete(expected)
        self.assert_nothing_to_do()


if __name__ == "__main__":
    unittest.main()
