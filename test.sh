#!/usr/bin/env bash
# test.sh [--full]: everything that must hold before a change goes in. The quick tests with sanitizers, the format
# of the sources, then the release build and its tests, whose summary comes last. --full adds the long tests, every
# test with address and undefined-behaviour sanitizers, the threaded ones with the thread sanitizer, and two minutes of
# fuzzing.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2

labels='^quick$'
case "${1:-}" in
    "") ;;
    --full) labels='^(quick|full)$' ;;
    *)
        echo "usage: test.sh [--full]" >&2
        exit 2
        ;;
esac

failed=()
# stage NAME COMMAND...: a stage that fails does not stop the others.
stage() {
    local name=$1
    shift
    printf '\n== %s\n' "$name"
    "$@" || failed+=("$name")
}

build() { # PRESET [OPTION...] [-- TARGET...]
    local preset=$1 options=() targets=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    [ $# -gt 0 ] && shift && targets=(--target "$@")
    cmake --preset "$preset" "${options[@]}" >/dev/null && cmake --build --preset "$preset" "${targets[@]}"
}

# The readers of untrusted bytes and the rules; --full has everything.
sanitized_tests() {
    build asan -- damier_rules_tests damier_formats_tests damier_egtb_tests &&
        ctest --preset asan -L '^quick$' -LE '^python$' -R '^(rules|formats|egtb)\.' -E '^rules\.Naive'
}

all_sanitized_tests() {
    build asan && ctest --preset asan -L '^quick$'
}

# Only these folders have threads; TSan on the others would find nothing.
threaded_tests() {
    build tsan -- damier_egtb_tests damier_solver_tests &&
        ctest --preset tsan -L '^quick$' -LE '^python$' -R '^(egtb|solver)\.'
}

format_check() {
    find rules formats egtb solver cli tests \( -name '*.hpp' -o -name '*.cpp' \) -print0 |
        xargs -0 --no-run-if-empty clang-format --dry-run -Werror
}

release_tests() {
    build release -DDAMIER_BENCH=OFF || return
    # Said here, since ctest has the last word.
    [ ${#failed[@]} -eq 0 ] || printf '\n== FAILED before this stage: %s\n' "${failed[*]}"
    ctest --preset release -L "$labels"
}

# A compiler cache, where there is one, serves every clone of the same sources.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

cmake/install_packages.sh --cluster || exit
if [ "${1:-}" = --full ]; then
    stage asan all_sanitized_tests
    stage tsan threaded_tests
    stage fuzz tests/fuzz/run.sh 60
else
    stage asan sanitized_tests
fi
stage format format_check
stage release release_tests
[ ${#failed[@]} -eq 0 ]
