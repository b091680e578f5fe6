#!/usr/bin/env python3
"""The bit-parallel kernels are compiled for several instruction sets. What their objects define for others must be
named after their path: anything else could be taken by the linker for code that has to run everywhere."""

import os
import re
import shutil
import subprocess
import unittest

LIBRARY = os.environ.get("DAMIER_SOLVER_LIBRARY")


@unittest.skipIf(os.environ.get("DAMIER_SANITIZED"), "sanitizers add symbols of their own")
class KernelSymbolsTest(unittest.TestCase):
    def test_objects_define_nothing_but_their_kernels(self):
        self.assertTrue(LIBRARY and shutil.which("nm"), "needs DAMIER_SOLVER_LIBRARY and nm")
        text = subprocess.run(["nm", "-C", LIBRARY], capture_output=True, text=True, check=True).stdout
        members = {}
        for line in text.splitlines():
            if line.endswith(":"):
                symbols = members.setdefault(line[:-1], [])
            elif (match := re.fullmatch(r"[0-9a-f]* +([A-Z]|[uvw]) (.*)", line)) and match.group(1) != "U":
                symbols.append(match.group(2))
        kernels = {name: found for name, found in members.items() if name.startswith("bit_kernels_")}
        self.assertEqual(6, len(kernels), sorted(members))
        for name, found in kernels.items():
            path = re.match(r"bit_kernels_([a-z0-9_]+)", name).group(1)
            # The reference to the handler of exceptions is data.
            others = [s for s in found if not s.startswith("DW.ref.")]
            self.assertEqual([f"damier::bits::kernels_{path}"], others, name)


if __name__ == "__main__":
    unittest.main()
