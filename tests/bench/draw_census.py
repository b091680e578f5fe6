#!/usr/bin/env python3
"""How many wins the draw rules of each rulebook turn into draws, with nothing counted yet; the census of docs/measurements.md.

    tests/bench/draw_census.py PROGRAM FOLDER VARIANT PIECES [RULEBOOK]... [--rule ARTICLE]... [--threads T]

Builds tables of metric `rule` for each rulebook (all that `variants --show` names, unless given) in FOLDER/<variant>-<rulebook>, and prints
for each a line with all positions of up to PIECES pieces, and a line for each slice and side to move that has any such win or loss, with the worst.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], text=True, capture_output=True)
    for line in done.stderr.splitlines():
        print(line, file=sys.stderr)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode} of damier {' '.join(map(str, arguments))}")
    return done.stdout


def worst(line):
    needed = "no number of plies is enough" if line["plies"] is None else f"{line['plies']} plies needed"
    return f"{line['fen']} ({needed}; {line['count']} such)"


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "folder", "variant", "pieces"):
        parser.add_argument(name)
    parser.add_argument("rulebooks", nargs="+")
    parser.add_argument("--rule", action="append", default=[])
    parser.add_argument("--threads", default="1")
    options = parser.parse_args()
    for rulebook in options.rulebooks:
        folder = Path(options.folder) / f"{options.variant}-{rulebook}"
        tables = ["--variant", options.variant, "--metric", "rule", "--rulebook", rulebook, "--dir", folder]
        for article in options.rule:
            tables += ["--rule", article]
        run(options.program, "build", *tables, "--pieces", options.pieces, "--threads", options.threads, "--effort", "fast")
        rows = [json.loads(line) for line in run(options.program, "stats", *tables, "--json").splitlines()]
        keys = ("positions", "wins", "cursed_wins", "draws", "blessed_losses", "losses")
        total = {key: sum(row[key] for row in rows) for key in keys}
        print(f"{options.variant}, {rulebook}, up to {options.pieces} pieces:", ", ".join(f"{total[k]} {k.replace('_', ' ')}" for k in keys))
        for row in rows:
            if row["cursed_wins"] + row["blessed_losses"] == 0:
                continue
            print(f"  {row['slice']}, {row['side_to_move']} to move: {row['cursed_wins']} cursed wins, {row['blessed_losses']} blessed losses")
            for key in ("worst_cursed_win", "worst_blessed_loss"):
                if key in row:
                    print(f"    {key.replace('_', ' ')}: {worst(row[key])}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
