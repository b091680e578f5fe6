#!/usr/bin/env python3
"""A build on two nodes, one of which is lost on the way: the files of one machine."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cluster_case import ClusterTest


class NodeLostTest(ClusterTest):
    SET = ("--variant", "english", "--pieces", 5)

    def test_a_node_is_killed(self):
        expected = self.reference()
        self.start_slurm()
        self.submit()
        # Those of many pieces take seconds.
        self.wait(lambda: len(list(self.tables.glob("*.dmr"))) > 15, 90, "the first tables are there")
        number, unit = self.running_on("n2")
        self.slurm.kill_node("n2")
        self.wait(lambda: not self.processes_of(unit), 10, "its jobs are gone")
        self.node_is_down("n2")
        self.slurm.start_node("n2")
        self.wait_for_the_end(150)
        self.assert_complete(expected)
        self.assertIn("Restarts=1", self.slurm.run("scontrol", "show", "job", number))
        self.assert_nothing_to_do()


if __name__ == "__main__":
    unittest.main()
