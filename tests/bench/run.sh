#!/usr/bin/env bash
# Measures what docs/measurements.md tells: prints the machine, the compiler, then every benchmark, and times whole builds
# with files. Needs the release preset built with -DDAMIER_BENCH=ON; about ten minutes.
#   tests/bench/run.sh [BUILD_DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build/release}
damier=$build/bin/damier
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

grep -m1 'model name' /proc/cpuinfo || true
nproc
"${CXX:-c++}" --version | head -1
uptime

timed_build() {  # variant pieces threads effort
    python3 - "$damier" "$scratch/$1-$2-$3-$4" "$@" <<'PYTHON'
import os, resource, subprocess, sys, time
program, folder, variant, pieces, threads, effort = sys.argv[1:]
start = time.monotonic()
subprocess.run([program, "build", "--variant", variant, "--pieces", pieces, "--threads", threads, "--effort", effort,
                "--dir", folder, "--quiet"], check=True)
wall = time.monotonic() - start
use = resource.getrusage(resource.RUSAGE_CHILDREN)
size = sum(entry.stat().st_size for entry in os.scandir(folder))
print(f"build {variant} {pieces} pieces, {threads} threads, {effort}: {wall:.2f} s wall, {use.ru_utime + use.ru_stime:.2f} s CPU, "
      f"{use.ru_maxrss / 1024:.0f} MiB resident, {size} bytes of tables", flush=True)
PYTHON
}
for variant in english pool russian brazilian international; do timed_build "$variant" 4 1 normal; done
timed_build english 5 1 fast
timed_build english 5 2 fast
timed_build english 5 2 normal

export DAMIER_BENCH_TABLES=$scratch/english-4-1-normal
find "$build" -name damier_bench -type f -perm -u+x -exec {} --benchmark_counters_tabular=true \;
