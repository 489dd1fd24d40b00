#!/usr/bin/env bash
# Writes what shells and man read, where they look for it below share/: man pages, and completions for bash, zsh and fish.
# They are the same for all platforms.
#
#   packaging/share.sh COMMAND OUT    COMMAND: a docfuse that runs here; OUT: the folder share/, made anew
set -Eeuo pipefail
trap 'printf "share.sh: line %s failed: %s\n" "$LINENO" "$BASH_COMMAND" >&2' ERR

command=$1 out=$2
rm -rf "$out"
mkdir -p "$out"/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
"$command" man --out "$out/man/man1" >/dev/null
"$command" completions bash >"$out/bash-completion/completions/docfuse"
"$command" completions zsh >"$out/zsh/site-functions/_docfuse"
"$command" completions fish >"$out/fish/vendor_completions.d/docfuse.fish"
