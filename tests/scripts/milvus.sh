#!/usr/bin/env bash
# Loads exports into Milvus Lite and asks it, as milvus_check.py says.
#
#   tests/scripts/milvus.sh DOCFUSE [MODEL_DIR]
#   tests/scripts/milvus.sh --eval DOCFUSE INDEX=SET ...   nDCG@10, as tests/eval/milvus.py says
#
# Keeps its packages (some 450 MB) in docfuse/tools/milvus in the user's cache folder, or in $DOCFUSE_TOOLS/milvus. Where
# pip cannot have them, says so and runs nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly PACKAGES=(pymilvus==3.0.2 milvus-lite==3.2.2)
readonly FOLDER=${DOCFUSE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/docfuse/tools}/milvus

if [[ ! -e $FOLDER/installed || $(<"$FOLDER/installed") != "${PACKAGES[*]}" ]]; then
  printf '== installing %s\n' "${PACKAGES[*]}" >&2
  rm -rf "$FOLDER"
  if ! { python3 -m venv "$FOLDER" && "$FOLDER/bin/pip" install --quiet --disable-pip-version-check "${PACKAGES[@]}"; }; then
    rm -rf "$FOLDER"
    echo "Milvus Lite: not tested, because pip cannot have ${PACKAGES[*]} here (Python 3.10 or later, and PyPI)"
    exit 0
  fi
  printf '%s' "${PACKAGES[*]}" >"$FOLDER/installed"
fi
script=tests/scripts/milvus_check.py
if [[ ${1:-} == --eval ]]; then
  shift
  script=tests/eval/milvus.py
fi
exec "$FOLDER/bin/python" "$script" "$@"
