#!/usr/bin/env bash
# Fuzzing, by cargo-fuzz (cargo install cargo-fuzz):
#   fuzz/run.sh SECONDS [TARGET...]   runs each target this long, makes its corpus smaller, and prints its row of RESULTS.md
# Test cases that fail are kept in fuzz/artifacts. A target that fails ends early; the others still run.
set -euo pipefail
cd "$(dirname "$0")"

usage() { printf 'usage: fuzz/run.sh SECONDS [TARGET...]; a number of seconds expected, "%s" found\n' "${1:-}" >&2; exit 2; }
[[ ${1:-} =~ ^[0-9]+$ ]] || usage "$@"
readonly SECONDS_EACH=$1 TARGETS=("${@:2}")
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
# Most bytes of a test case, bytes and test cases of a target's corpus, and MB of memory.
readonly MAX_LENGTH=16384 MAX_CORPUS=60000 MAX_CASES=50 MAX_MEMORY=2048

# The stable compiler takes cargo-fuzz's options by this. No address sanitizer: it finds errors of unsafe code, which only
# the kernels have, and takes half of the speed.
RUSTC_BOOTSTRAP=1 cargo fuzz build --fuzz-dir . --sanitizer none fuzz >&2
readonly FUZZ=$CARGO_TARGET_DIR/$(rustc -vV | sed -n 's/^host: //p')/release/fuzz

# keep_small FOLDER: deletes the longest test cases beyond MAX_CORPUS bytes. Of the others it keeps MAX_CASES, short and long.
keep_small() {
  find "$1" -type f -printf '%s %p\n' | sort -n | awk -v bytes=$MAX_CORPUS -v cases=$MAX_CASES '
    { sum += $1; if (sum > bytes) print $2; else kept[count++] = $2 }
    END { for (i = 1; i < count; i++) if (count > cases && int(i * cases / count) == int((i - 1) * cases / count)) print kept[i] }' |
    xargs -r rm
}

# bytes_in FOLDER: the bytes of its files.
bytes_in() { find "$1" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }'; }

# number KEY LOG: the number that libFuzzer printed for a key in its last status or at its end.
number() { sed -n "s/.*$1 *\([0-9]*\).*/\1/p" "$2" | tail -1; }

run() {
  local target=$1 corpus=corpus/$1 found=$CARGO_TARGET_DIR/found/$1 log=$CARGO_TARGET_DIR/found/$1.log
  mkdir -p "$corpus" "$found" artifacts
  local dictionary=()
  [[ -e dictionaries/$target ]] && dictionary=("-dict=dictionaries/$target")
  local status=0
  DOCFUSE_FUZZ=$target "$FUZZ" "$found" "$corpus" -max_total_time="$SECONDS_EACH" -max_len=$MAX_LENGTH -timeout=20 \
    -rss_limit_mb=$MAX_MEMORY -artifact_prefix="artifacts/$target-" -print_final_stats=1 "${dictionary[@]}" \
    >"$log" 2>&1 || status=$?
  # The smallest set of test cases with the same coverage.
  local merged=$CARGO_TARGET_DIR/found/$target.merged
  rm -rf "$merged" && mkdir "$merged"
  DOCFUSE_FUZZ=$target "$FUZZ" -merge=1 -max_len=$MAX_LENGTH -rss_limit_mb=$MAX_MEMORY "$merged" "$corpus" "$found" \
    >"$log.merge" 2>&1 || true
  if [[ -n $(ls -A "$merged") ]]; then
    keep_small "$merged"
    rm -rf "$corpus" && mv "$merged" "$corpus"
  fi
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$target" "$(number 'stat::number_of_executed_units:' "$log")" \
    "$(number 'Done [0-9]* runs in' "$log")" "$(number 'cov:' "$log")" "$(find "$corpus" -type f | wc -l)" \
    "$(bytes_in "$corpus")" "$([[ $status == 0 ]] && echo none || tail -1 "$log")"
}

names=("${TARGETS[@]}")
[[ ${#names[@]} -gt 0 ]] || mapfile -t names < <(sed -n 's/^    ("\([a-z_]*\)", .*/\1/p' src/targets/mod.rs)
printf '| %s | %s | %s | %s | %s | %s | %s |\n' target executions seconds coverage 'test cases' 'their bytes' crashes \
  --- --- --- --- --- --- ---
for target in "${names[@]}"; do run "$target"; done
