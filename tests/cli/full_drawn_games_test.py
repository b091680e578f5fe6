"""docs/draws-in-games.md is what the program says of the published games."""

import os
import sys
import unittest
from pathlib import Path

import program

sys.path.insert(0, str(program.SOURCE / "tests/bench"))
import drawn_games  # noqa: E402

GAMES = Path(os.environ.get("DAMIER_SHARED_DIR", program.SOURCE.parent / "shared")) / "pdn"


def rows(text):
    return [line for line in text.splitlines() if line.startswith("|")]


@unittest.skipUnless(GAMES.is_dir(), f"{GAMES} is not there")
class DrawnGames(unittest.TestCase):
    maxDiff = None

    def test_the_page_is_up_to_date(self):
        told = []
        report = drawn_games.report(program.PROGRAM, GAMES, told.append)
        page = (program.SOURCE / "docs/draws-in-games.md").read_text(encoding="utf-8")
        self.assertEqual(rows(page), rows(report))
        # Every drawn game is told, and the page counts as many.
        drawn = int(rows(page)[-1].split("|")[3])
        self.assertEqual(drawn, len({line.split(": ")[0] for line in told}))
        self.assertGreater(drawn, 2000)


if __name__ == "__main__":
    unittest.main()
