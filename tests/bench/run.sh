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
    local dir=$scratch/$1-$2-$3-$4 line
    line=$( { /usr/bin/env time -f '%e s wall, %U s user, %M KiB' \
        "$damier" build --variant "$1" --pieces "$2" --threads "$3" --effort "$4" --dir "$dir" --quiet; } 2>&1 | tail -1)
    echo "build $1 $2 pieces, $3 threads, $4: $line, $(du -bs "$dir" | cut -f1) bytes"
}
for variant in english pool russian brazilian international; do timed_build "$variant" 4 1 normal; done
timed_build english 5 1 fast
timed_build english 5 2 fast
timed_build english 5 2 normal

export DAMIER_BENCH_TABLES=$scratch/english-4-1-normal
find "$build" -name damier_bench -type f -perm -u+x -exec {} --benchmark_counters_tabular=true \;
