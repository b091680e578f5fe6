"""Builds on a private Slurm, for the tests of this folder."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
import program
from loopback_slurm import LoopbackSlurm, wait_until
from program import DONE, ProgramTest, leftovers, table_files


class ClusterTest(ProgramTest):
    """A folder of tables; what is left of jobs at the end is killed with the nodes."""

    SET = ()  # --variant, --pieces and the like
    SLURM = ("--cluster", "slurm", "--cpus", 1, "--unit-minutes", 0)

    def start_slurm(self, **options):
        self.slurm = LoopbackSlurm(**options)
        self.addCleanup(self.slurm.stop)
        self.slurm.start()
        self.tables = self.folder / "tables"

    def damier(self, code, *arguments):
        return self.assert_run(code, *arguments, env=self.slurm.environment)

    def submit(self, *arguments, code=DONE):
        """What the submission told."""
        return self.damier(code, "build", *self.SET, "--dir", self.tables, *self.SLURM, *arguments).stderr

    def status(self):
        """By unit, what `cluster status` tells."""
        done = program.run("cluster", "status", "--dir", self.tables, "--json", env=self.slurm.environment)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        return {line["unit"]: line for line in map(json.loads, done.stdout.splitlines())}

    def explain(self):
        """The state of everything, for the message of a failure."""
        logs = [self.slurm.run("squeue", "--states=all", check=False), self.slurm.run("sinfo", "-N", check=False)]
        for log in sorted(self.tables.glob(".cluster/*/log/*")):
            logs.append(f"--- {log.name}\n" + "\n".join(log.read_text(encoding="utf-8").splitlines()[-5:]))
        return "\n".join([*logs, self.slurm.logs()])

    def wait(self, condition, seconds, what):
        try:
            return wait_until(condition, seconds, what)
        except Exception as error:
            raise AssertionError(f"{error}\n{self.explain()}") from error

    def wait_for_the_end(self, seconds):
        self.wait(lambda: not self.slurm.waiting_or_running(), seconds, "the queue is empty")

    def running_on(self, node, seconds=60):
        """The number of a unit that has been running on the node for a moment: its process is there."""

        def find():
            for number, name, state, where in self.slurm.jobs("RUNNING"):
                unit = re.search(r"-u(\d+)$", name)
                if where == node and unit and state == "RUNNING" and self.processes_of(int(unit.group(1))):
                    return number, int(unit.group(1))
            return None

        return self.wait(find, seconds, f"a unit runs on {node}")

    def processes_of(self, unit):
        """The processes of this machine that run the unit, in whatever namespace."""
        wanted = ["cluster", "unit", "--plan"]
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if words[1:4] == wanted and words[4].startswith(str(self.tables)) and words[6] == str(unit):
                found.append(int(entry.name))
        return found

    def reference(self):
        """The tables of a build on this machine alone."""
        folder = self.folder / "reference"
        self.assert_run(DONE, "build", *self.SET, "--dir", folder, "--quiet")
        return table_files(folder)

    def assert_complete(self, expected):
        self.damier(DONE, "cluster", "status", "--dir", self.tables)
        there = table_files(self.tables)
        self.assertEqual(sorted(expected), sorted(there), self.explain())
        for name, content in expected.items():
            self.assertEqual(content, there[name], f"{name} differs from that of one machine")

    def assert_nothing_to_do(self):
        """The same command again submits no job, and leaves nothing but tables and the plan."""
        before = len(self.slurm.jobs())
        self.assertIn("nothing to build", self.submit())
        self.assertEqual(before, len(self.slurm.jobs()))
        self.assertEqual([".cluster"], leftovers(self.tables))
        hidden = [path for path in self.tables.glob(".cluster/**/.*")]
        self.assertEqual([], hidden)

    def node_is_down(self, node):
        self.wait(lambda: "down" in self.slurm.node_states()[node], 60, f"{node} is down")
