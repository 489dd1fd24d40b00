#!/usr/bin/env bash
# Runs the tests of the kernels for aarch64 under qemu, whose processor `max` has NEON and its dot product.
#
# Needs rustup, a linker for aarch64 and qemu's user mode. Where CI is set and the user is root, it installs what is
# missing; elsewhere it says what is missing, also in the file DOCFUSE_SKIPPED if that is set, and runs nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly TARGET=aarch64-unknown-linux-gnu
readonly PACKAGES=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static)

have() { command -v "$1" >/dev/null 2>&1; }
have_target() { have rustup && rustup target list --installed | grep -qx "$TARGET"; }
have_tools() { have aarch64-linux-gnu-gcc && have qemu-aarch64-static; }

if [[ -n ${CI:-} && $EUID == 0 ]] && have apt-get; then
  have_tools || { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}" >/dev/null; }
  have_target || rustup target add "$TARGET"
fi
missing=()
have_tools || missing+=("${PACKAGES[*]} (apt-get install)")
have_target || missing+=("$TARGET (rustup target add)")
if ((${#missing[@]})); then
  why="aarch64 kernels: not tested, for want of $(IFS=';'; echo "${missing[*]}")"
  echo "$why"
  [[ -z ${DOCFUSE_SKIPPED:-} ]] || echo "$why" >>"$DOCFUSE_SKIPPED"
  exit 0
fi

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -cpu max -L /usr/aarch64-linux-gnu"
# The kernels' tests alone need none of the encoder's crates.
readonly TESTS=(cargo test --release --config .cargo/quick.toml --target "$TARGET" -p docfuse -p docfuse-encoder
  --no-default-features --features docfuse/dense --lib -- kernels:: dense::dot)
# Not by /dev/stderr: to open it would empty the file that a run is written to.
output=$("${TESTS[@]}" 2>&1 | tee >(cat >&2))
if grep -q ': skipped for ' <<<"$output"; then
  echo "aarch64 kernels: all variants expected to run under qemu, some were skipped" >&2
  exit 1
fi
grep -q '^test kernels::.* ok$' <<<"$output" || { echo "aarch64 kernels: no test ran" >&2; exit 1; }
