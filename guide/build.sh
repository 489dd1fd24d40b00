#!/usr/bin/env bash
# Makes the guide: docs/ as a site, searched by Docfuse.
#
#   guide/build.sh [OUT]   OUT is by default target/guide
#
#   DOCFUSE_BIN    the docfuse command, with the browser files inside (default: target/release/docfuse)
#   DOCFUSE_MODEL  the encoder; without it, the guide is searched by words
#   DOCFUSE_TOOLS  MkDocs is installed there (default: docfuse/tools in the user's cache folder)
#
# Ends with 3 if pip cannot have MkDocs here, with 1 if the guide is wrong: a broken link, a page without its place.
set -Eeuo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
GUIDE_OUT=$(realpath -m "${1:-$ROOT/target/guide}")
DOCFUSE_BIN=$(realpath -m "${DOCFUSE_BIN:-$ROOT/target/release/docfuse}")
[[ -x $DOCFUSE_BIN ]] || {
  echo "guide/build.sh: expected the docfuse command, found none at $DOCFUSE_BIN; run ./pkg-build.sh, or set DOCFUSE_BIN" >&2
  exit 1
}
TOOLS=${DOCFUSE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/docfuse/tools}/guide
# What mkdocs.yml reads.
export GUIDE_OUT GUIDE_ENCODER=--no-dense NO_MKDOCS_2_WARNING=1
[[ -z ${DOCFUSE_MODEL:-} ]] || GUIDE_ENCODER=--model=$(realpath "$DOCFUSE_MODEL")

# MkDocs at its pinned versions, and the plugin of this tree.
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
python3 "$ROOT/packaging/wheel.py" docs "$wheels" >/dev/null
wanted=$(cat "$ROOT/guide/requirements.txt" "$wheels"/*.whl | sha256sum)
if [[ ! -e $TOOLS/installed || $(<"$TOOLS/installed") != "$wanted" ]]; then
  rm -rf "$TOOLS"
  python3 -m venv "$TOOLS" || exit 3
  "$TOOLS/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$ROOT/guide/requirements.txt" || exit 3
  "$TOOLS/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-index "$wheels"/*.whl
  printf '%s' "$wanted" >"$TOOLS/installed"
fi
# The package of the plugin belongs to the wheel of the command: here it is that of this tree.
packages=$("$TOOLS/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
printf '%s\n' "$ROOT/integrations/python" >"$packages/docfuse-tree.pth"
# The plugin runs the command of its own environment.
ln -sfn "$DOCFUSE_BIN" "$TOOLS/bin/docfuse"
"$TOOLS/bin/mkdocs" build --strict --quiet --config-file "$ROOT/guide/mkdocs.yml"
