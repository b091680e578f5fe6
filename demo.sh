#!/usr/bin/env bash
# Builds the program, then the English endgame tables up to three pieces, and asks them.
# Everything it makes besides build/release lies in a temporary folder that goes away at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

cmake/install_packages.sh
cmake --preset release >/dev/null
cmake --build --preset release --target damier

tables=$(mktemp -d)
trap 'rm -rf "$tables"' EXIT
PATH="$PWD/build/release/bin:$PATH"

# run EXPECTED_CODE... -- COMMAND...: shows the command, runs it, and stops the demo at any other exit code.
run() {
    local expected=" " code=0
    while [ "$1" != -- ]; do
        expected+="$1 "
        shift
    done
    shift
    local shown=() word
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_./=,:-]*) shown+=("${word@Q}") ;;
            *) shown+=("$word") ;;
        esac
    done
    printf '\n$ %s\n' "${shown[*]}"
    "$@" || code=$?
    [ "$code" -eq 0 ] || printf '(exit code %d)\n' "$code"
    case $expected in
        *" $code "*) ;;
        *)
            printf 'demo: %s gave exit code %d, expected%s\n' "${shown[*]}" "$code" "$expected" >&2
            exit 1
            ;;
    esac
}

run 0 -- damier plan --variant english --pieces 3
run 0 -- damier build --variant english --pieces 3 --dir "$tables"
run 0 -- damier probe --variant english --dir "$tables" "W:WK1,K2:BK32"
run 0 -- damier probe --variant english --dir "$tables" --json "W:WK1,K2:BK32"
run 0 -- damier stats --variant english --dir "$tables"
run 0 -- damier verify --variant english --dir "$tables"
# 1 says that the audit found something, which it is meant to.
run 0 1 -- damier audit --variant english --dir "$tables" data/sample.pdn
