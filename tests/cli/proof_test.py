#!/usr/bin/env python3
"""damier prove, solve, check-proof, explore: answers, exit codes, interrupted searches; certificates go to the second checker too."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "solver"))
import check_proof
import program
from program import BAD_INPUT, CHECKED_FALSE, DAMAGED, DONE, INTERRUPTED, IO, LIMIT, NOT_ANSWERABLE, USAGE, TablesTest

SMALL = ("--variant", "english", "--board", "5x5")
# A search that takes minutes, for those that are stopped.
LONG = ("--variant", "english", "start", "--goal", "win", "--memory", "16M")


class ProofTest(TablesTest):
    ARGUMENTS = SMALL
    PIECES = 2

    def prove(self, *arguments, code=DONE, name="proof.cert"):
        path = self.folder / name
        done = self.assert_run(code, "prove", *arguments, "--out", path)
        return path, done

    def test_a_win_is_proved_and_checked(self):
        path, done = self.prove(*SMALL, "start", "--goal", "win", "--dir", self.tables)
        self.assertTrue(done.stdout.endswith("\tblack wins\n"), done.stdout)
        self.assertFalse(Path(f"{path}.state").exists())
        checked = self.assert_run(DONE, "check-proof", path).stdout
        self.assertIn("\tblack wins\tproved\n", checked)
        (looked_up,) = self.objects("check-proof", path, "--dir", self.tables, "--json")
        self.assertTrue(looked_up["proved"])
        (part,) = looked_up["parts"]
        self.assertEqual(part["leaves"], part["looked_up"])
        self.assertGreater(part["leaves"], 0)
        self.assertGreater(len(looked_up["tables"]), 0)
        (expanded,) = self.objects("check-proof", path, "--expand", 2, "--json")
        self.assertEqual(part["leaves"], expanded["parts"][0]["expanded"])
        self.assertEqual(0, expanded["parts"][0]["believed"])
        self.assertTrue(check_proof.check(path, 2).startswith("black wins: "))

    def test_a_goal_that_is_refuted(self):
        path, done = self.prove(*SMALL, "start", "--goal", "hold", "--side", "white", "--json", code=CHECKED_FALSE)
        (answer,) = map(json.loads, done.stdout.splitlines())
        self.assertEqual("black wins", answer["proved"])
        self.assertFalse(answer["goal_reached"])
        self.assert_run(DONE, "check-proof", path)
        path, done = self.prove(*SMALL, "start", "--goal", "draw", code=CHECKED_FALSE)
        self.assertIn("black wins", done.stdout)
        path, done = self.prove(*SMALL, "start", "--goal", "win", "--side", "white", code=CHECKED_FALSE)
        self.assertIn("black holds", done.stdout)

    def test_a_draw(self):
        path, done = self.prove("--variant", "russian", "--board", "4x4", "start", "--goal", "draw")
        self.assertIn("\tdraw\n", done.stdout)
        (checked,) = self.objects("check-proof", path, "--json")
        self.assertEqual("draw", checked["claim"])
        self.assertEqual([("white", "hold"), ("black", "hold")], [(p["prover"], p["goal"]) for p in checked["parts"]])
        self.assertTrue(check_proof.check(path).startswith("white holds: "))
        solved = self.folder / "solved.cert"
        done = self.assert_run(DONE, "solve", "--variant", "russian", "--board", "4x4", "--men", 1, "--out", solved)
        self.assertIn("\tdraw\n", done.stdout)
        self.assertEqual(path.read_bytes()[:200], solved.read_bytes()[:200])
        self.assert_run(DONE, "check-proof", solved)

    def test_solve_finds_wins(self):
        path = self.folder / "solved.cert"
        (answer,) = self.objects("solve", *SMALL, "--dir", self.tables, "--out", path, "--json")
        self.assertEqual("black wins", answer["proved"])
        self.assertEqual(2, answer["table_pieces"])
        self.assertNotIn("goal_reached", answer)
        self.assertEqual(path.stat().st_size, answer["bytes"])
        self.assert_run(DONE, "check-proof", path, "--dir", self.tables)

    def test_explore(self):
        path, _ = self.prove(*SMALL, "start", "--goal", "win", "--dir", self.tables)
        (root,) = self.objects("explore", path, "--json")
        self.assertEqual("move", root["says"])
        (chosen,) = root["moves"]
        self.assertTrue(chosen["chosen"])
        (total,) = self.objects("check-proof", path, "--json")
        self.assertEqual(total["parts"][0]["moves"] + total["parts"][0]["leaves"], root["records"])
        (after,) = self.objects("explore", path, chosen["fen"], "--json")
        self.assertEqual("replies", after["says"])
        moves = self.objects("moves", *SMALL, chosen["fen"], "--json")[0]["moves"]
        self.assertEqual(sorted(m["move"] for m in moves), sorted(m["move"] for m in after["moves"]))
        for reply in after["moves"]:
            self.assertIn(reply["says"].split(":")[0], ("move", "leaf", "over"))
            self.assertLess(reply["records"], root["records"])
        text = self.output("explore", path, "-", stdin=root["fen"] + "\n" + chosen["fen"] + "\n")
        self.assertEqual(2 + len(after["moves"]) + 1, len(text.splitlines()))
        done = self.assert_run(CHECKED_FALSE, "explore", path, "B:WK1:BK13,K12,K11")
        self.assertIn("nothing", done.stdout)
        # Nor of positions of the other side that no line comes to.
        (o,) = self.objects("explore", path, "W:WK1:BK13,K12,K11", "--json", code=CHECKED_FALSE)
        self.assertEqual(("nothing", 0, []), (o["says"], o["records"], o["moves"]))
        self.assert_usage("white", "explore", path, "--side", "white")

    def test_limits_keep_the_search(self):
        path, done = self.prove(*SMALL, "start", "--goal", "win", "--nodes", 1000, "--memory", "1M", code=LIMIT)
        self.assertEqual("", done.stdout)
        self.assertIn("1000 nodes", done.stderr)
        state = Path(f"{path}.state")
        self.assertTrue(state.exists())
        self.assertFalse(path.exists())
        _, done = self.prove(*SMALL, "start", "--goal", "win", "--memory", "2M", code=DAMAGED)
        self.assertIn("--memory", done.stderr)
        _, done = self.prove(*SMALL, "start", "--goal", "win", "--memory", "1M")
        self.assertIn("going on from", done.stderr)
        self.assertFalse(state.exists())
        self.assert_run(DONE, "check-proof", path)
        _, done = self.prove(*LONG, "--time", "0.2", code=LIMIT, name="long.cert")
        self.assertIn("time", done.stderr)

    def test_limits_count_this_run(self):
        nodes = []
        for _ in range(3):
            _, done = self.prove(*LONG, "--nodes", 5000, code=LIMIT, name="long.cert")
            nodes.append(int(re.search(r"\((\d+) nodes\)", done.stderr).group(1)))
        self.assertGreater(nodes[1], nodes[0] + 4000)
        self.assertGreater(nodes[2], nodes[1] + 4000)

    def test_interrupted(self):
        path = self.folder / "long.cert"
        started = subprocess.Popen(
            program.command("prove", *LONG, "--out", path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        time.sleep(1)
        started.send_signal(signal.SIGINT)
        output, errors = started.communicate(timeout=program.TIMEOUT)
        self.assertEqual(INTERRUPTED, started.returncode, errors)
        self.assertEqual("", output)
        self.assertTrue(Path(f"{path}.state").exists())
        self.assertEqual(["long.cert.state"], os.listdir(self.folder))
        done = self.assert_run(LIMIT, "prove", *LONG, "--out", path, "--time", "0.5")
        self.assertIn("going on from", done.stderr)

    def test_killed(self):
        path = self.folder / "long.cert"
        state = Path(f"{path}.state")
        started = subprocess.Popen(
            program.command("prove", *LONG, "--out", path, "--save-every", "0.3", "--threads", "2"), stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 60
        while not state.exists() and time.monotonic() < until:
            time.sleep(0.05)
        started.kill()
        started.wait()
        self.assertTrue(state.exists())
        done = self.assert_run(LIMIT, "prove", *LONG, "--out", path, "--nodes", "1000")
        self.assertIn("going on from", done.stderr)
        self.assertGreater(int(re.search(r"\((\d+) nodes\)", done.stderr).group(1)), 10_000)
        # Nor is what it was writing left behind.
        self.assertEqual(["long.cert.state"], os.listdir(self.folder))

    def test_states_of_other_questions(self):
        path, _ = self.prove(*SMALL, "start", "--goal", "win", "--nodes", 1000, "--memory", "1M", code=LIMIT)
        state = Path(f"{path}.state")
        good = state.read_bytes()
        ask = ("start", "--memory", "1M", "--nodes", "10")
        for other in (
            (*SMALL, *ask, "--goal", "hold"),
            (*SMALL, *ask, "--goal", "draw"),
            (*SMALL, *ask, "--goal", "win", "--side", "white"),
            (*SMALL, *ask[1:], "W:WK1:BK13,K12", "--goal", "win"),
            ("--variant", "russian", "--board", "5x5", *ask, "--goal", "win"),
            (*SMALL, *ask, "--goal", "win", "--dir", self.tables),
        ):
            _, done = self.prove(*other, code=DAMAGED)
            self.assertIn(str(state), done.stderr)
            self.assertIn("remove it", done.stderr)
            self.assertEqual(good, state.read_bytes())
        done = self.assert_run(DAMAGED, "solve", *SMALL, "--memory", "1M", "--out", path)
        self.assertIn("remove it", done.stderr)
        # What the command says is the remedy.
        for bad in (good[:-1], good[:40], b"", b"not a state", good[:-9] + bytes([good[-9] ^ 1]) + good[-8:]):
            state.write_bytes(bad)
            _, done = self.prove(*SMALL, *ask, "--goal", "win", code=DAMAGED)
            self.assertIn("remove it", done.stderr)
        state.unlink()
        self.prove(*SMALL, *ask, "--goal", "win", code=LIMIT)
        state.unlink()
        state.mkdir()
        self.prove(*SMALL, *ask, "--goal", "win", code=IO)

    def test_damaged_or_missing_files(self):
        path, _ = self.prove(*SMALL, "start", "--goal", "win", "--dir", self.tables)
        good = path.read_bytes()
        bad = self.folder / "bad.cert"
        for data in (good[:-1], good[:50], b"", b"x" * 1000, good[:100] + bytes([good[100] ^ 1]) + good[101:]):
            bad.write_bytes(data)
            self.assert_run(DAMAGED, "check-proof", bad)
            self.assert_run(DAMAGED, "explore", bad)
        self.assert_run(IO, "check-proof", self.folder / "none.cert")
        self.assert_run(IO, "prove", *LONG, "--out", self.folder / "no" / "such.cert")

    def test_wrong_words(self):
        out = ("--out", self.folder / "x.cert")
        self.assert_usage("--goal", "prove", *SMALL, "start", "--goal", "mate", *out)
        self.assert_usage("--goal", "prove", *SMALL, "start", *out)
        self.assert_usage("--out", "prove", *SMALL, "start", "--goal", "win")
        self.assert_usage("--side", "prove", *SMALL, "start", "--goal", "win", "--side", "red", *out)
        self.assert_usage("--time", "prove", *SMALL, "start", "--goal", "win", "--time", "0", *out)
        self.assert_usage("--save-every", "prove", *SMALL, "start", "--goal", "win", "--save-every", "0", *out)
        self.assert_usage("--nodes", "prove", *SMALL, "start", "--goal", "win", "--nodes", "-1", *out)
        self.assert_usage("--memory", "prove", *SMALL, "start", "--goal", "win", "--memory", "1", *out)
        self.assert_usage("--men", "solve", *SMALL, "--men", "3", *out)
        self.assert_usage("64 squares", "solve", "--variant", "international", "--board", "12x12", *out)
        self.assert_run(BAD_INPUT, "prove", *SMALL, "W:W99:B1", "--goal", "win", *out)
        self.assert_run(NOT_ANSWERABLE, "prove", *SMALL, "start", "--goal", "win", "--dir", self.folder, *out)
        self.assertEqual([], os.listdir(self.folder))


if __name__ == "__main__":
    unittest.main()
