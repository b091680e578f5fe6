#!/usr/bin/env python3
"""A second checker of certificates, written from docs/proof-format.md and the rule books alone; it shares no code with the
program. Decompression is left to the `zstd` program; the XXH3 checksums are not checked here.

    check_proof.py FILE [--expand K]     prints "proved ..." or "rejected: reason"; exit code 0 or 1

Leaves of at most K pieces are worked out from the rules; the others are believed, and counted.
"""

import struct
import subprocess
import sys

# name: men capture backward, kings fly, most pieces first, a man on the crown row in mid-capture, a flying king must
# land where it can go on
VARIANTS = {
    "english": (False, False, False, "ends", False),
    "pool": (True, True, False, "stays", True),
    "russian": (True, True, False, "king", True),
    "brazilian": (True, True, True, "stays", False),
    "international": (True, True, True, "stays", False),
}
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class Rejected(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Rejected(reason)


class Game:
    """Positions are (side, cells): side 0 White, 1 Black; cells a tuple of 0 empty, 1 2 white man king, 3 4 black."""

    def __init__(self, variant, rows, columns, corner_plays):
        need(variant in VARIANTS, f"no rules of {variant} here")
        self.backward, self.fly, self.most, self.crown, self.must_go_on = VARIANTS[variant]
        self.rows = rows
        self.places = [
            (r, c) for r in range(rows) for c in range(columns) if ((rows - 1 - r + c) % 2 == 0) == corner_plays
        ]
        number = {place: i for i, place in enumerate(self.places)}
        self.next = [[number.get((r + dr, c + dc)) for dr, dc in DIAGONALS] for r, c in self.places]

    def crowned(self, square, side):
        return self.places[square][0] == (0 if side == 0 else self.rows - 1)

    def jumps(self, cells, side, square, king, taken):
        """(over, landings) for each direction."""
        for d, (down, _) in enumerate(DIAGONALS):
            if not king and not self.backward and down != (-1 if side == 0 else 1):
                continue
            over = self.next[square][d]
            while king and self.fly and over is not None and cells[over] == 0:
                over = self.next[over][d]
            if over is None or over in taken or cells[over] not in ((3, 4) if side == 0 else (1, 2)):
                continue
            landings, land = [], self.next[over][d]
            while land is not None and cells[land] == 0:
                landings.append(land)
                if not (king and self.fly):
                    break
                land = self.next[land][d]
            if landings:
                yield over, landings

    def captures(self, cells, side, square, king, taken):
        """Complete captures from here: (pieces taken, square, king). `cells` is without the piece that moves."""
        found = []
        for over, landings in self.jumps(cells, side, square, king, taken):
            ends, goes_on = [], []
            for land in landings:
                on_crown = not king and self.crowned(land, side)
                now = king or (on_crown and self.crown == "king")
                more = [] if on_crown and self.crown == "ends" else self.captures(cells, side, land, now, taken + [over])
                goes_on += more
                if not more:
                    ends.append((taken + [over], land, now or on_crown))
            found += goes_on if goes_on and self.must_go_on else goes_on + ends
        return found

    def successors(self, position):
        side, cells = position
        man, king = (1, 2) if side == 0 else (3, 4)
        captures = []
        for square, piece in enumerate(cells):
            if piece in (man, king):
                lifted = cells[:square] + (0,) + cells[square + 1 :]
                captures += [(lifted, *c) for c in self.captures(lifted, side, square, piece == king, [])]
        results = set()
        if captures:
            most = max(len(c[1]) for c in captures)
            for lifted, taken, land, crowned in captures:
                if self.most and len(taken) < most:
                    continue
                after = list(lifted)
                for square in taken:
                    after[square] = 0
                after[land] = king if crowned else man
                results.add((1 - side, tuple(after)))
        else:
            for square, piece in enumerate(cells):
                if piece not in (man, king):
                    continue
                for d, (down, _) in enumerate(DIAGONALS):
                    if piece == man and down != (-1 if side == 0 else 1):
                        continue
                    to = self.next[square][d]
                    while to is not None and cells[to] == 0:
                        after = list(cells)
                        after[square] = 0
                        after[to] = king if self.crowned(to, side) else piece
                        results.add((1 - side, tuple(after)))
                        to = self.next[to][d] if piece == king and self.fly else None
        return sorted(results, key=self.key)

    def key(self, position):
        side, cells = position
        padded = cells + (0, 0)
        return bytes([side] + [padded[i] + 5 * padded[i + 1] + 25 * padded[i + 2] for i in range(0, len(cells), 3)])

    def position(self, key):
        need(len(key) == 1 + (len(self.places) + 2) // 3 and key[0] < 2, "no key")
        digits = [byte // 5**i % 5 for byte in key[1:] for i in range(3)]
        position = key[0], tuple(digits[: len(self.places)])
        need(self.key(position) == key, "no key")
        for square, piece in enumerate(position[1]):
            need(not (piece == 1 and self.crowned(square, 0)), "a man on its crown row")
            need(not (piece == 3 and self.crowned(square, 1)), "a man on its crown row")
        return position

    def solved(self, positions):
        """Values (0 loss, 1 draw, 2 win) of all that these lead to."""
        moves, open_ = {}, list(positions)
        while open_:
            p = open_.pop()
            if p not in moves:
                moves[p] = self.successors(p)
                open_ += moves[p]
        before = {p: [] for p in moves}
        for p, after in moves.items():
            for q in after:
                before[q].append(p)
        left = {p: len(after) for p, after in moves.items()}
        values = {p: 0 for p, n in left.items() if n == 0}
        layer = list(values)
        while layer:
            q = layer.pop()
            for p in before[q]:
                if p in values:
                    continue
                left[p] -= values[q] == 2
                if values[q] == 0 or left[p] == 0:
                    values[p] = 2 if values[q] == 0 else 0
                    layer.append(p)
        return values


class Fields:
    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, count):
        need(self.at + count <= len(self.data), "truncated")
        self.at += count
        return self.data[self.at - count : self.at]

    def get(self, code):
        values = struct.unpack("<" + code, self.bytes(struct.calcsize("<" + code)))
        return values[0] if len(values) == 1 else values

    def text(self):
        return self.bytes(self.get("H"))

    def varint(self):
        value = shift = 0
        while True:
            byte = self.get("B")
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def read(path):
    """The header as a dictionary, and for each part its records: key -> (what, rank)."""
    with open(path, "rb") as file:
        data = file.read()
    need(data[-8:] == b"DMRP END", "truncated")
    magic, size = struct.unpack_from("<II", data)
    need(magic == 0x184D2A5D, "no certificate")
    f = Fields(data[8 : 8 + size - 8])
    need(f.bytes(8) == b"DMRPROOF" and f.get("HH") == (1, 0) and f.get("II")[0] == 0, "no certificate of version 1.0")
    header = {}
    columns, rows, squares = f.get("HHH")
    flags, claim, side, parts, _ = f.get("BBBBQ")
    need(flags < 2, "every square plays: not known here")
    header["variant"] = f.text().decode()
    need(f.text() == b"endless-play-draws", "other draw rules")
    root = f.text()
    header["parts"] = [f.get("BBH")[:2] for _ in range(parts)]
    need(header["parts"] == {0: [(0, side)], 1: [(1, side)], 2: [(1, 0), (1, 1)]}.get(claim), "parts and claim differ")
    f.bytes(20 * f.get("I"))
    need(f.at == len(f.data), "header too long")
    game = Game(header["variant"], rows, columns, flags == 1)
    need(len(game.places) == squares, "another board")
    header["game"], header["root"] = game, game.position(root)

    unpacked = subprocess.run(["zstd", "-dc", path], capture_output=True, check=False)
    need(unpacked.returncode == 0, "zstd: damaged")
    records, last = [{} for _ in range(parts)], (-1, b"")
    f = Fields(unpacked.stdout)
    while f.at < len(f.data):
        part, count = f.get("BI")
        need(part < parts, "no such part")
        shared, rests, whats, ranks = (Fields(f.bytes(n)) for n in f.get("IIII"))
        key = b""
        for _ in range(count):
            same = shared.get("B")
            need(same <= len(key), "malformed")
            key = key[:same] + rests.bytes(len(root) - same)
            what = whats.varint()
            rank = ranks.varint() if header["parts"][part][0] == 0 and what > 2 else 0
            need((part, key) > last, "records out of order")
            last = part, key
            records[part][key] = what, rank
        need(all(c.at == len(c.data) for c in (shared, rests, whats, ranks)), "malformed")
    return header, records


def check_part(game, root, goal, prover, records, expand):
    """Raises Rejected; gives the numbers of move records, leaves, and leaves believed."""

    def fits(value, side):
        own = value if side == prover else 2 - value
        return own == 2 if goal == 0 else own > 0

    def good(position, deeper=True):
        """The largest rank that the position depends on."""
        moves = game.successors(position)
        if not moves:
            need(fits(0, position[0]), "the game ends without the goal")
            return 0
        record = records.get(game.key(position))
        if record and record[0] < 3:
            need(fits(record[0], position[0]), "a leaf is not good")
            return 0
        if position[0] == prover:
            need(record, "a position that can come up has no record")
            return record[1]
        need(deeper and not record, "a record of the wrong kind")
        return max(good(reply, False) for reply in moves)

    good(root)
    leaves = {}
    for key, (what, rank) in records.items():
        position = game.position(key)
        if what < 3:
            need(fits(what, position[0]), "a leaf is not good")
            leaves[position] = what
            continue
        need(position[0] == prover, "a move of the other side")
        moves = game.successors(position)
        need(what - 3 < len(moves), "no such move")
        below = good(moves[what - 3])
        need(goal == 1 or rank == below + 1, f"the rank is {rank}, by the replies {below + 1}")
    small = [p for p in leaves if sum(map(bool, p[1])) <= expand]
    values = game.solved(small)
    for p in small:
        need(values.get(p, 1) == leaves[p], f"a leaf has value {values.get(p, 1)}, not {leaves[p]}")
    return len(records) - len(leaves), len(leaves), len(leaves) - len(small)


def check(path, expand=0):
    """What is proved, as a line; raises Rejected."""
    header, parts = read(path)
    texts = []
    for (goal, prover), records in zip(header["parts"], parts):
        moves, leaves, believed = check_part(header["game"], header["root"], goal, prover, records, expand)
        texts.append(
            f"{('white', 'black')[prover]} {('wins', 'holds')[goal]}: {moves} moves, {leaves} leaves, {believed} believed"
        )
    return "; ".join(texts)


def main(arguments):
    expand = int(arguments[2]) if arguments[1:2] == ["--expand"] else 0
    try:
        print("proved", check(arguments[0], expand))
        return 0
    except Rejected as reason:
        print(f"rejected: {reason}")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
