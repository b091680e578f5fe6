#!/usr/bin/env python3
"""The drawn games of a folder of game files: for each which draw rule could have been claimed, and when first.

    tests/bench/drawn_games.py PROGRAM FOLDER [--games]

FOLDER has a folder for each variant with its files, and `misc`, which is read as International. The rules are those of the variant's default
rulebook. Prints the two tables of docs/draws-in-games.md; with --games first a line for each drawn game, `none: agreement` where no rule
holds at any ply.
"""

import argparse
import collections
import json
import subprocess
from pathlib import Path

NONE = "none: agreement"
NO_MOVES = "no moves"
CUT = "not replayed to its end"
UNKNOWN = "unknown: what was played before is not told"
NO_BOOK = "no rulebook"


def claims(program, variant, path):
    """The games of a file as `claim --json` gives them; nothing where the variant has no draw rules."""
    done = subprocess.run([program, "claim", "--variant", variant, "--json", path], text=True, capture_output=True)
    if done.returncode == 2 and "no rulebook" in done.stderr:
        return None
    if done.returncode not in (0, 1, 4):
        raise SystemExit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def drawn_without_book(program, variant, path):
    done = subprocess.run([program, "pdn", "stats", "--variant", variant, "--json", path], text=True, capture_output=True, check=True)
    return json.loads(done.stdout)["results"]["draw"]


def plies_text(spans):
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def judge(game):
    """What is said of a drawn game: (article, plies at which it holds) of each rule, or one of the words above."""
    if game["plies"] == 0:
        return NO_MOVES
    if not game["replayed"] or game["sure_plies"] != game["plies"]:
        return CUT
    hits = [(rule["article"], rule["holds"]) for rule in game["rules"] if rule["holds"]]
    if hits:
        return hits
    return UNKNOWN if any(rule["may_hold"] for rule in game["rules"]) else NONE


def variants_and_files(folder):
    for path in sorted(folder.glob("*/*.pdn")):
        variant = path.parent.name
        yield ("international" if variant == "misc" else variant), path


def tables(program, folder, tell):
    hits, counts = [], []
    sums = collections.Counter()
    for variant, path in variants_and_files(folder):
        name = path.relative_to(folder).as_posix()
        games = claims(program, variant, path)
        if games is None:
            drawn = drawn_without_book(program, variant, path)
            if drawn:
                counts.append((name, "none", drawn, "", "", drawn, 0, 0, 0))
            continue
        book = games[0]["rulebook"] if games else ""
        said = collections.Counter()
        by_article = {True: collections.Counter(), False: collections.Counter()}
        for game in games:
            if game["result"] != "draw":
                continue
            verdict = judge(game)
            where = f"{name}:{game['line']}"
            if isinstance(verdict, str):
                said[verdict] += 1
                tell(f"{where}: game {game['game']}, {game['plies']} plies, {book}: {verdict}")
                continue
            said["rule"] += 1
            for article, spans in verdict:
                to_the_end = spans[-1][1] == game["plies"]
                by_article[to_the_end][article] += 1
                row = (where, game["game"], game["plies"], book, article, spans[0][0], plies_text(spans))
                hits.append(row)
                tell(f"{where}: game {game['game']}, {game['plies']} plies, {book} {article}: first at ply {row[5]}, at plies {row[6]}")
        if not said:
            continue
        articles = [", ".join(f"{a}: {n}" for a, n in sorted(by_article[end].items())) for end in (True, False)]
        counts.append((name, book, sum(said.values()), *articles, said[NONE], said[NO_MOVES], said[CUT], said[UNKNOWN]))
        sums.update(said)
    total = (sum(sums.values()), "", "", sums[NONE], sums[NO_MOVES], sums[CUT], sums[UNKNOWN])
    counts.append(("all", "", *total))
    return hits, counts


def markdown(head, rows):
    lines = [head, "|---" * head.count(" | ") + "|---|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def report(program, folder, tell=lambda line: None):
    hits, counts = tables(program, Path(folder), tell)
    return (
        markdown("| game | number in its file | plies | rulebook | article | first at ply | holds at plies |", hits)
        + "\n"
        + markdown("| file | rulebook | drawn | a rule holds at the end | only earlier | none: agreement | no moves | cut | unknown |", counts)
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--games", action="store_true")
    options = parser.parse_args()
    print(report(options.program, options.folder, print if options.games else lambda line: None), end="")


if __name__ == "__main__":
    main()
