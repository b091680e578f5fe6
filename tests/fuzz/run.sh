#!/usr/bin/env bash
# Fuzzes the readers of game files and positions with ASan and UBSan: builds both targets with clang and runs each for so
# many seconds (60 unless given), from the sample file and whatever CORPUS holds. A finding ends it with an error.
#   tests/fuzz/run.sh [SECONDS] [CORPUS]
set -euo pipefail
corpus=${2:-}
[ -z "$corpus" ] || corpus=$(realpath "$corpus")
cd "$(dirname "$0")/../.."
seconds=${1:-60}
build=build/fuzz
mkdir -p "$build"
cmake -S . -B "$build/generated" -DCMAKE_CXX_COMPILER=clang++ -DDAMIER_TESTS=OFF -DDAMIER_CLI=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" >/dev/null
cmake --build "$build/generated" --target damier_formats >&2
for target in pdn fen; do
    clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. "tests/fuzz/${target}_fuzz.cpp" \
        "$build/generated/libdamier_formats.a" "$build/generated/libdamier_rules.a" -lfmt -o "$build/${target}_fuzz"
    mkdir -p "$build/$target"
    "$build/${target}_fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=25 -rss_limit_mb=2048 \
        -artifact_prefix="$build/$target-" "$build/$target" tests/fuzz/seeds ${corpus:+"$corpus"} 2>&1 | tail -n 3
done
