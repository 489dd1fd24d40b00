#!/usr/bin/env bash
# All of a release that publishes nothing, with the packages in dist/: npm packs and installs its tarballs, twine checks
# the wheels and pip installs them, cargo checks the crates. Last, it says what a release still lacks.
#
#   packaging/dry-run.sh    ./pkg-build.sh dry-run calls it
#   CARGO_TARGET_DIR        build output
#   DOCFUSE_TOOLS           pinned tools
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
trap 'printf "dry-run.sh: line %s failed: %s\n" "$LINENO" "$BASH_COMMAND" >&2' ERR

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
readonly TOOLS=${DOCFUSE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/docfuse/tools}
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
say() { printf '== %s\n' "$*"; }

say "npm pack"
for tarball in dist/npm/*.tgz; do
  npm pack --dry-run --json "./$tarball" >"$stage/packed.json"
  node -e '
    const [{ id, entryCount, size, unpackedSize }] = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    console.log(`${id}: ${entryCount} files, ${size} bytes, ${unpackedSize} unpacked`);
  ' "$stage/packed.json"
done

say "npm install and pip install, without a registry that has our names"
node --test tests/package/dist/local.test.mjs

say "twine check"
folder=$TOOLS/twine
if [[ ! -e $folder/installed ]] || ! cmp --silent packaging/twine.txt "$folder/installed"; then
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r packaging/twine.txt
  cp packaging/twine.txt "$folder/installed"
fi
"$folder/bin/twine" check --strict dist/pip/*.whl

say "cargo package"
for crate in dist/cargo/*.crate; do
  printf '%s: %s files, %s bytes\n' "${crate##*/}" "$(tar -tzf "$crate" | wc -l)" "$(wc -c <"$crate")"
done
# The library alone, as a program of others has it, and the command.
packed=()
for name in docfuse docfuse-encoder docfuse-site docfuse-cli; do
  tar -xzf dist/cargo/"$name"-[0-9]*.crate -C "$stage"
  packed+=(--config "patch.crates-io.$name.path='$(echo "$stage/$name"-[0-9]*)'")
done
cargo check --quiet --manifest-path "$(echo "$stage"/docfuse-[0-9]*)/Cargo.toml" --target-dir "$stage/target"
cargo check --quiet "${packed[@]:0:6}" --manifest-path "$(echo "$stage"/docfuse-cli-*)/Cargo.toml" --target-dir "$stage/target"

say "what a release still lacks"
node packaging/release.mjs ready || true
