#!/usr/bin/env bash
# Measures the reader of game files on 100,000 games: a file of English draughts behind itself. Needs the release preset built with
# -DDAMIER_BENCH=ON.
#   tests/bench/pdn.sh GAMES.pdn [BUILD_DIR]
set -euo pipefail
games=$(realpath "${1:?usage: tests/bench/pdn.sh GAMES.pdn [BUILD_DIR]}")
cd "$(dirname "$0")/../.."
build=${2:-build/release}
grep -m1 'model name' /proc/cpuinfo || true
uptime
export DAMIER_BENCH_PDN=$games
find "$build" -name damier_bench -type f -perm -u+x -exec {} --benchmark_filter=read_games --benchmark_counters_tabular=true \;
