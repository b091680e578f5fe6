#!/usr/bin/env python3
"""Looks English positions up in freshly built tables by docs/table-format.md and docs/metrics.md alone: a ranking, a move generator and
a search of free values of its own, over table_reader.py. The program must give the same answers."""

import itertools
import os
import random
import subprocess
import sys
import tempfile
import unittest
from math import comb
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import table_reader

PROGRAM = os.environ.get("DAMIER_PROGRAM", "damier")
N, W = 32, 4  # squares, squares of a row
LOSS, DRAW, WIN = 0, 1, 2


def row(s):
    return s // 4


def column(s):
    return 2 * (s % 4) + (1 if row(s) % 2 == 0 else 0)


def at(r, c):
    return r * 4 + c // 2 if 0 <= r < 8 and 0 <= c < 8 and (r + c) % 2 == 1 else None


def steps(side, king):
    forward = -1 if side == "w" else 1
    return [(dr, dc) for dr in ((-1, 1) if king else (forward,)) for dc in (-1, 1)]


class Position:
    """board: square -> (side, is king)."""

    def __init__(self, board, mover):
        self.board, self.mover = board, mover

    def waiting(self):
        return "b" if self.mover == "w" else "w"

    def passed(self):
        return Position(self.board, self.waiting())

    def captures(self):
        found = []
        for s, (side, king) in self.board.items():
            if side == self.mover:
                rest = {q: p for q, p in self.board.items() if q != s}
                self._jump(s, side, king, rest, found, False)
        return found

    def _jump(self, s, side, king, rest, found, jumped):
        on = False
        for dr, dc in steps(side, king):
            over, land = at(row(s) + dr, column(s) + dc), at(row(s) + 2 * dr, column(s) + 2 * dc)
            if over is None or land is None or land in rest or over not in rest or rest[over][0] == side:
                continue
            on = True
            left = {q: p for q, p in rest.items() if q != over}
            if not king and row(land) == (0 if side == "w" else 7):
                found.append(Position({**left, land: (side, True)}, self.waiting()))
            else:
                self._jump(land, side, king, left, found, True)
        if jumped and not on:
            found.append(Position({**rest, s: (side, king)}, self.waiting()))

    def quiet_moves(self):
        found = []
        for s, (side, king) in self.board.items():
            if side != self.mover:
                continue
            for dr, dc in steps(side, king):
                to = at(row(s) + dr, column(s) + dc)
                if to is None or to in self.board:
                    continue
                board = {q: p for q, p in self.board.items() if q != s}
                board[to] = (side, king or row(to) == (0 if side == "w" else 7))
                found.append(Position(board, self.waiting()))
        return found

    def turned(self):
        other = {"w": "b", "b": "w"}
        return Position({N - 1 - s: (other[c], k) for s, (c, k) in self.board.items()}, other[self.mover])

    def pieces(self, side, king):
        return sorted(s for s, p in self.board.items() if p == (side, king))

    def slice(self):
        return tuple(len(self.pieces(c, k)) for c in "wb" for k in (False, True))  # WM, WK, BM, BK

    def fen(self):
        sides = [c + ",".join(("K" if k else "") + str(s + 1) for s, (o, k) in self.board.items() if o == c.lower())
                 for c in "WB"]
        return self.mover.upper() + ":" + ":".join(sides)


def colex(numbers):
    return sum(comb(x, i + 1) for i, x in enumerate(sorted(numbers)))


def rank(p):
    wm, wk, bm, bk = p.slice()
    black, white = p.pieces("b", False), p.pieces("w", False)
    top = [s for s in black if s < W]
    j = len(top)
    between = [s - W for s in black if s >= W]
    free = [s for s in range(W, N) if s not in black]
    men = sum(comb(W, i) * comb(N - 2 * W, bm - i) * comb(N - W - (bm - i), wm) for i in range(j))
    men += (colex(top) * comb(N - 2 * W, bm - j) + colex(between)) * comb(N - W - (bm - j), wm)
    men += colex(free.index(s) for s in white)

    order = [s for parity in (0, 1) for s in range(N) if row(s) % 2 == parity]
    order = [s for s in order if s not in black and s not in white]
    waiting, moving = p.pieces(p.waiting(), True), p.pieces(p.mover, True)
    result = men * comb(len(order), len(waiting)) + colex(order.index(s) for s in waiting)
    order = [s for s in order if s not in waiting]
    return result * comb(len(order), len(moving)) + colex(order.index(s) for s in moving)


def slice_name(counts):
    wm, wk, bm, bk = counts
    side = lambda kings, men: "".join(c * n if n <= 2 else f"{n}{c}" for c, n in (("K", kings), ("M", men)))
    return side(wk, wm) + "v" + side(bk, bm)


class Tables:
    def __init__(self, folder):
        self.folder, self.loaded = Path(folder), {}

    def sections(self, counts):
        if counts not in self.loaded:
            path = self.folder / f"english-8x8.wld.{slice_name(counts)}.dmr"
            header, _, symbols = table_reader.read_table(path)
            self.loaded[counts] = {side: values for (side, _), values in zip(header["sections"], symbols)}
        return self.loaded[counts]

    def value(self, p):
        if not any(c == p.mover for c, _ in p.board.values()):
            return LOSS
        if not any(c == p.waiting() for c, _ in p.board.values()):
            return WIN
        captures = p.captures()
        if captures:
            return max(2 - self.value(q) for q in captures)
        if p.passed().captures():
            quiet = p.quiet_moves()
            if all(q.captures() or not q.passed().captures() for q in quiet):  # rule R1
                return max((2 - self.value(q) for q in quiet), default=LOSS)
        wm, wk, bm, bk = p.slice()
        if (wm + wk, wk) < (bm + bk, bk) or (p.slice() == (bm, bk, wm, wk) and p.mover == "b"):
            p = p.turned()
        return self.sections(p.slice())["white" if p.mover == "w" else "black"][rank(p)]


def random_position(rng, pieces):
    while True:
        board = {}
        for s in rng.sample(range(N), pieces):
            side, king = rng.choice("wb"), rng.random() < 0.6
            if not king and row(s) == (0 if side == "w" else 7):
                break
            board[s] = (side, king)
        if len(board) == pieces and len({c for c, _ in board.values()}) == 2:
            return Position(board, rng.choice("wb"))


class TableProbeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        subprocess.run([PROGRAM, "build", "--variant", "english", "--pieces", "3", "--dir", cls.scratch.name, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        cls.tables = Tables(cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def answers(self, positions):
        run = subprocess.run([PROGRAM, "probe", "--variant", "english", "--dir", self.scratch.name, "-"],
                             input="".join(p.fen() + "\n" for p in positions), capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return [line.split("\t")[1] for line in run.stdout.splitlines()]

    def test_king_against_king(self):
        """230 wins, 108 losses, 654 draws for White to move: published for English draughts."""
        counts = [0, 0, 0]
        for a, b in itertools.permutations(range(N), 2):
            counts[self.tables.value(Position({a: ("w", True), b: ("b", True)}, "w"))] += 1
        self.assertEqual((counts[WIN], counts[LOSS], counts[DRAW]), (230, 108, 654))

    def test_same_answers_as_the_program(self):
        rng = random.Random(20260101)
        count = 300 if os.environ.get("DAMIER_SANITIZED") else 2000
        positions = [random_position(rng, rng.choice((2, 3, 3, 3))) for _ in range(count)]
        names = ("loss", "draw", "win")
        for p, answer in zip(positions, self.answers(positions), strict=True):
            self.assertEqual(names[self.tables.value(p)], answer, p.fen())


if __name__ == "__main__":
    unittest.main()
