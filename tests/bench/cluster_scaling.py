#!/usr/bin/env python3
"""cluster_scaling.py PROGRAM [OPTION of build...]: the same build on a Slurm of one node and of two nodes, each of one
core; the speed-up, and what units cost besides solving and writing. Needs a machine with two idle cores, and root."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cluster"))
from loopback_slurm import LoopbackSlurm

MEMORY = 8000  # MiB of a node


def build(program, options, nodes):
    """Seconds from the submission to the end of the last job, and the results of the units."""
    slurm = LoopbackSlurm(nodes=nodes, memory=MEMORY)
    try:
        slurm.start()
        with tempfile.TemporaryDirectory(prefix="damier-scaling-") as folder:
            command = [program, "build", *options, "--dir", folder, "--cluster", "slurm", "--cpus", "1"]
            begin = time.monotonic()
            subprocess.run(command, env=slurm.environment, check=True)
            while slurm.waiting_or_running():
                time.sleep(0.5)
            seconds = time.monotonic() - begin
            results = [json.loads(path.read_text()) for path in Path(folder).glob(".cluster/*/result/*.json")]
            done = subprocess.run(command, env=slurm.environment, capture_output=True, text=True, check=True)
            if "nothing to build" not in done.stderr:
                sys.exit(f"the build is not complete: {done.stderr}")
            digests = subprocess.run(
                "sha256sum *.dmr | sha256sum", shell=True, cwd=folder, capture_output=True, text=True, check=True
            ).stdout
        return seconds, results, digests
    finally:
        slurm.stop()


def main():
    program, *options = sys.argv[1:]
    options = options or ["--variant", "english", "--pieces", "6", "--effort", "max", "--unit-minutes", "0.1"]
    print(f"damier build {' '.join(options)}")
    times = {}
    tables = set()
    for nodes in (1, 2):
        times[nodes], results, digests = build(program, options, nodes)
        tables.add(digests)
        keys = ("seconds", "solving", "writing", "restoring", "checking", "waiting")
        sums = ", ".join(f"{key} {sum(result.get(key, 0) for result in results):.0f}" for key in keys)
        print(f"{nodes} node(s): {times[nodes]:.0f} s, {len(results)} units; sums: {sums}", flush=True)
    print(f"speed-up {times[1] / times[2]:.2f}; tables {'the same' if len(tables) == 1 else 'DIFFER'}")


if __name__ == "__main__":
    main()
