#!/usr/bin/env bash
# Packs what is the same on every platform: the npm package, the encoder for npm and pip, the plugins for generators,
# and the crates, of which that of the command has the browser files in it, so that `cargo install` needs neither Node.js
# nor the wasm toolchain; and the npm packages that this machine installs without a registry.
#
#   packaging/pack.sh MODEL    MODEL: the folder of the imported encoder
#   CARGO_TARGET_DIR           build output, with the man pages and completions that packaging/platform.sh wrote
#   DOCFUSE_RUNTIME_DIR        the compressed browser files
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
trap 'printf "pack.sh: line %s failed: %s\n" "$LINENO" "$BASH_COMMAND" >&2' ERR

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
node packaging/npm.mjs main pkg dist/npm "$CARGO_TARGET_DIR/docfuse/share"
node packaging/npm.mjs encoder "$1" dist/npm
for name in core docusaurus vitepress astro; do
  node packaging/npm.mjs integration "$name" dist/npm
done
node packaging/local.mjs dist/npm dist/local
python3 packaging/wheel.py encoder "$1" dist/pip >/dev/null
python3 packaging/wheel.py docs dist/pip >/dev/null

stage=$CARGO_TARGET_DIR/docfuse/crate
rm -rf "$stage"
mkdir -p "$stage" dist/cargo
git ls-files -z | tar --create --null --files-from=- | tar --extract --directory "$stage"
cp -r "$DOCFUSE_RUNTIME_DIR" "$stage/crates/command/browser-files"
for folder in "$stage"/crates/*; do cp "$stage"/LICENSE-* "$folder"; done
# Verifying would compile everything; installing the command, in the tests, does the same.
rm -f "$CARGO_TARGET_DIR"/package/docfuse*.crate
cargo package --quiet --locked --no-verify --allow-dirty --workspace --manifest-path "$stage/Cargo.toml"
rm -f dist/cargo/*.crate
cp "$CARGO_TARGET_DIR"/package/docfuse*.crate dist/cargo/
rm -rf "$stage"
(cd dist && wc -c ./*/*)
