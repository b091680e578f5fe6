#!/usr/bin/env bash
# install_packages.sh [--cluster]: installs the Debian packages that building and most tests need, with --cluster also
# the Slurm of the tests of tests/cluster; does nothing where all are there.
# DAMIER_PACKAGES=installed skips the check, for systems without dpkg.
set -euo pipefail

packages=(
    g++ cmake ninja-build ccache pkg-config git
    libtbb-dev libzstd-dev zstd libxxhash-dev libboost-dev libexpected-dev libfmt-dev libcli11-dev nlohmann-json3-dev
    libgtest-dev libgmock-dev libbenchmark-dev librapidcheck-dev python3
    clang-format clang-tidy clang libclang-rt-dev make
)
# tests/cluster starts a Slurm of its own.
[ "${1:-}" != --cluster ] || packages+=(slurmctld slurmd slurm-client munge slurm-wlm-basic-plugins)

fail() {
    printf 'install_packages: %s\n' "$@" >&2
    exit 1
}

[ "${DAMIER_PACKAGES:-}" = installed ] && exit 0

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    fail "this is not a Debian system. Install what these Debian packages hold: ${packages[*]}" \
        "Then run again with DAMIER_PACKAGES=installed."
fi

missing_packages() {
    local package
    for package in "${packages[@]}"; do
        [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            printf '%s\n' "$package"
    done
}

mapfile -t missing < <(missing_packages)
[ "${#missing[@]}" -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
        fail "packages are missing, and this is neither root nor is there sudo. As root: apt-get install ${missing[*]}"
    as_root=(sudo)
fi

apt_get() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >&2
}

# The lock timeout does not cover the lock on the package lists, hence the tries.
tries=6
for ((try = 1; try <= tries; ++try)); do
    printf 'install_packages: installing %s\n' "${missing[*]}" >&2
    if apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; then
        exit 0
    fi
    [ "$try" -eq "$tries" ] || sleep 15
done
fail "apt-get failed $tries times, see above. Packages wanted: ${missing[*]}"
