#!/usr/bin/env bash
# Builds the command for one platform, and packs it for npm and pip:
#
#   packaging/platform.sh linux-x64|linux-arm64|linux-x64-musl|linux-arm64-musl|darwin-x64|darwin-arm64|win32-x64|win32-arm64
#
# The linux commands run on every glibc since 2.17, or have musl in them and run on any Linux. They, and that for Windows on
# ARM, are linked by zig, which comes from PyPI, on any machine; the others are built on their own system.
# `./pkg-build.sh dist` makes the browser files first.
#   CARGO_TARGET_DIR     build output
#   DOCFUSE_RUNTIME_DIR  the compressed browser files
#   DOCFUSE_TOOLS        pinned tools
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
trap 'printf "platform.sh: line %s failed: %s\n" "$LINENO" "$BASH_COMMAND" >&2' ERR

readonly ZIG_PACKAGES=(ziglang==0.15.2 cargo-zigbuild==0.24.0)
readonly MAX_GLIBC=2.17 MAX_BYTES=22000000
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
readonly TOOLS=${DOCFUSE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/docfuse/tools}
PYTHON=$(command -v python3 || command -v python)

fail() { printf 'platform.sh: %s\n' "$*" >&2; exit 1; }

platform=${1:-}
build=(cargo build) options=() glibc='' name=docfuse
case $platform in
  linux-x64) target=x86_64-unknown-linux-gnu glibc=.$MAX_GLIBC tag=manylinux_2_17_x86_64.manylinux2014_x86_64 ;;
  linux-arm64) target=aarch64-unknown-linux-gnu glibc=.$MAX_GLIBC tag=manylinux_2_17_aarch64.manylinux2014_aarch64 ;;
  linux-x64-musl) target=x86_64-unknown-linux-musl tag=musllinux_1_1_x86_64 ;;
  linux-arm64-musl) target=aarch64-unknown-linux-musl tag=musllinux_1_1_aarch64 ;;
  darwin-x64) target=x86_64-apple-darwin tag=macosx_10_12_x86_64 ;;
  darwin-arm64) target=aarch64-apple-darwin tag=macosx_11_0_arm64 ;;
  win32-x64) target=x86_64-pc-windows-msvc tag=win_amd64 name=docfuse.exe ;;
  win32-arm64) target=aarch64-pc-windows-gnullvm tag=win_arm64 name=docfuse.exe ;;
  *) fail "expected linux-x64, linux-arm64, one of them with -musl, darwin-x64, darwin-arm64, win32-x64 or win32-arm64, found \"$platform\"" ;;
esac

if [[ $platform == linux-* || $platform == win32-arm64 ]]; then
  build=(cargo-zigbuild rustc)
  # At a fixed place in memory: tables that relocate it would be 1.3 MB. Only the command itself: the library has another
  # crate type, which cannot be linked so.
  [[ $platform == win32-* ]] || options=(-- -C relocation-model=static)
  # mimalloc states its date, which zig takes for an error.
  export CFLAGS_aarch64_pc_windows_gnullvm=-Wno-error=date-time
  folder=$TOOLS/zig
  if [[ ! -e $folder/installed || $(<"$folder/installed") != "${ZIG_PACKAGES[*]}" ]]; then
    rm -rf "$folder"
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder" "${ZIG_PACKAGES[@]}"
    printf '%s' "${ZIG_PACKAGES[*]}" >"$folder/installed"
  fi
  export PATH=$folder/bin:$PATH CARGO_ZIGBUILD_ZIG_PATH=$folder/ziglang/zig
fi
rustup target list --installed | grep -qx "$target" || rustup target add "$target"
"${build[@]}" --locked --profile dist --package docfuse-cli --features bundled-runtime --bin docfuse --target "$target$glibc" ${options[@]+"${options[@]}"}

file=$CARGO_TARGET_DIR/$target/dist/$name
# Other systems' objcopy does not know x64.
if [[ $platform == linux-x64* && $(uname -sm) == "Linux x86_64" ]]; then "$PYTHON" packaging/unwinding.py "$file"; fi
bytes=$(wc -c <"$file")
((bytes <= MAX_BYTES)) || fail "$file: expected at most $MAX_BYTES bytes, found $bytes"
if [[ -n $glibc ]]; then
  # The newest symbol version that the command needs.
  needed=$(grep -aoE 'GLIBC_[0-9.]+' "$file" | sed 's/GLIBC_//' | sort -V | tail -n 1)
  [[ $(printf '%s\n' "$needed" "$MAX_GLIBC" | sort -V | tail -n 1) == "$MAX_GLIBC" ]] ||
    fail "$file: expected glibc $MAX_GLIBC at most, found $needed"
fi
node packaging/npm.mjs platform "$platform" "$file" dist/npm
# The same for all platforms: of a command for another machine, that of this one writes them.
share=$CARGO_TARGET_DIR/docfuse/share own=$CARGO_TARGET_DIR/$(rustc --print host-tuple)/dist/docfuse
"$file" --version >/dev/null 2>&1 && own=$file
[[ -x $own ]] || fail "$own: the command of this machine expected, for man pages; build its platform first"
bash packaging/share.sh "$own" "$share"
"$PYTHON" packaging/wheel.py command "$file" "$tag" dist/pip "$share" >/dev/null
printf '%s: %s bytes\n' "$platform" "$bytes"
