#!/usr/bin/env python3
"""Published problems (data/known_positions.tsv) given to `damier prove`: how many claims are proved, refuted, left open.

    tests/bench/problems.py PROGRAM TABLES [--variant english] [--pieces 5-8] [--seconds 10] [--part I/N] [--from K]

The claim is put to the search as it stands: a win of the side named, or a draw. Refuted claims are printed with what is proved
instead; so are open ones.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data" / "known_positions.tsv"


def goal_of(claim, to_move):
    """(goal, side) as options of `prove`; None where the claim names no result."""
    other = {"white": "black", "black": "white"}[to_move]
    if "draw" in claim:
        return "draw", to_move
    for side in ("white", "black"):
        if f"{side} wins" in claim or f"{side} to move wins" in claim:
            return "win", side
    if "side to move wins" in claim:
        return "win", to_move
    return ("win", other) if "side to move loses" in claim else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("tables")
    parser.add_argument("--variant", default="english")
    parser.add_argument("--pieces", default="5-8")
    parser.add_argument("--seconds", default="10")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--from", type=int, default=1, dest="first", help="begin with this problem of the part")
    options = parser.parse_args()
    least, most = map(int, options.pieces.split("-"))
    part, parts = map(int, options.part.split("/"))
    with open(DATA, encoding="utf-8") as file:
        rows = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t", quoting=csv.QUOTE_NONE))
    counts = {"proved": 0, "refuted": 0, "open": 0, "no claim": 0, "no position": 0}
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        certificate = os.path.join(folder, "problem.cert")
        problems = [r for r in rows if r["variant"] == options.variant and least <= 2 + r["fen"].count(",") <= most]
        for row in problems[part - 1 :: parts][options.first - 1 :]:
            goal = goal_of(row["claim"], "white" if row["fen"][0] == "W" else "black")
            if goal is None:
                counts["no claim"] += 1
                continue
            command = [options.program, "prove", "--variant", options.variant, "--dir", options.tables, row["fen"], "--goal", goal[0]]
            command += ["--side", goal[1], "--time", options.seconds, "--memory", "256M", "--quiet", "--out", certificate]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            verdict = {0: "proved", 1: "refuted", 4: "no position", 7: "open"}.get(done.returncode)
            if verdict is None:
                sys.exit(f"{row['fen']}: exit code {done.returncode}: {done.stderr}")
            counts[verdict] += 1
            if verdict != "proved":
                print(f"{verdict}\t{row['fen']}\t{row['claim']}\t{done.stdout.strip()}", flush=True)
            if verdict == "no position":
                print(done.stderr.strip(), flush=True)
            elif verdict == "open":
                os.unlink(certificate + ".state")
            else:
                subprocess.run([options.program, "check-proof", certificate, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    print(", ".join(f"{count} {name}" for name, count in counts.items()), f"in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
