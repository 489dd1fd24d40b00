# How browser modules are made; pkg-build.sh reads this file, and has all variables and functions that are not defined here.
# shellcheck shell=bash

# Sources of the tools that shrink a linked module.
WASM_TOOLS=(www/short-names.mjs www/package-lock.json packaging/bindgen/main.rs packaging/bindgen/Cargo.lock)

# Flags of rustc.
NO_SIMD=-Ctarget-feature=-simd128
NO_PATHS=--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates

# The search modules compile the standard library themselves, if its source is there.
has_source() {
  [[ -e $(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]]
}

# What writes a module's glue, in a folder of its own: another cargo may hold the lock of the build output.
BINDGEN=$TOOLS/build/debug/docfuse-bindgen

need_bindgen() {
  cargo build "${QUIET[@]}" --locked --manifest-path packaging/bindgen/Cargo.toml --target-dir "$TOOLS/build"
}

# The command of wasm-bindgen, whose runner wasm-pack starts.
need_wasm_bindgen() {
  local version
  version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
  # Without TLS: it only connects to a local browser.
  cargo_tool wasm-bindgen-cli "$version" wasm-bindgen --no-default-features
}

# wasm NAME FEATURES LEVEL OPTIONS: one of the browser modules, our crates at an optimization level of rustc, through
# docfuse-bindgen and wasm-opt.
wasm() {
  # All builds of a module share one name, under which the module imports from the glue.
  local name=docfuse_${1%%_*} package=docfuse features=$2 level=$3 out=$STAGE/wasm/$1 known=$STAGE/$1.made-from raw
  # Only the features that rustc enables for this target: browsers may lack later ones.
  local opt=(www/node_modules/.bin/wasm-opt --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int
    --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue)
  shift 3
  local folder=$CARGO_TARGET_DIR bootstrap=() options=() flags=()
  if [[ $name == docfuse_embed ]]; then
    package=docfuse-encoder
  else
    # Other flags compile all crates and build scripts anew, so the search modules have a folder of their own.
    folder+=/modules
    # They also contain no local paths of crates.
    flags=("$NO_PATHS")
    # Lexical search works in browsers without SIMD.
    [[ $name == docfuse_full ]] || flags+=("$NO_SIMD")
  fi
  if [[ $name != docfuse_embed ]] && has_source; then
    # Panics of the search modules end at once, also those of the standard library, which is compiled for it: that takes 4
    # to 9 % of a module. Cargo calls it unstable; RUSTC_BOOTSTRAP has the stable compiler accept it.
    bootstrap=(env RUSTC_BOOTSTRAP=1)
    options=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
    flags+=(-Zunstable-options -Cpanic=immediate-abort)
  fi
  # Joined with the flags of .cargo/config.toml.
  [[ ${#flags[@]} == 0 ]] ||
    options+=(--config "target.wasm32-unknown-unknown.rustflags=[$(printf "'%s'," "${flags[@]}")]")
  raw=$folder/wasm32-unknown-unknown/wasm/${package//-/_}.wasm
  # Builds share one output file name, so cargo would relink each of them every time.
  step "wasm module: ${out##*/}"
  # Inlined across crates, the encoder's module has 3 % more bytes (brotli), the search modules 7 % less.
  local lto=fat
  [[ $name == docfuse_embed ]] && lto=off
  local made_from="$WASM_SOURCES ${#BUILD[@]} $features $level $lto ${options[*]} ${opt[*]} $*"
  [[ -e $out/stamp && -e $known && $(<"$known") == "$made_from" ]] && return
  # One profile, so that all modules share build scripts and macros. Cargo optimizes at link time only if the cdylib is
  # the sole output.
  "${bootstrap[@]}" cargo rustc "${QUIET[@]}" "${BUILD[@]}" "${options[@]}" --target-dir "$folder" --locked --profile wasm \
    --config "profile.wasm.package.docfuse.opt-level='$level'" --config "profile.wasm.package.docfuse-encoder.opt-level='$level'" \
    --config "profile.wasm.lto='$lto'" --package "$package" \
    --target wasm32-unknown-unknown --lib --crate-type cdylib --no-default-features --features "$features"
  mkdir -p "$out"
  # Most source changes leave a module unchanged.
  local hash
  hash=$({ sha256sum <"$raw" && cat "${WASM_TOOLS[@]}" && echo "${opt[@]}" "$@"; } | sha256sum)
  if [[ -e $out/stamp && $(<"$out/stamp") == "$hash" ]]; then
    printf '%s' "$made_from" >"$known"
    return
  fi
  rm -f "$out/stamp" "$known"
  "$BINDGEN" "$name" "$raw" "$out"
  "${opt[@]}" "$@" --strip-debug --strip-producers --strip-target-features -o "$out/${name}_bg.wasm" "$out/${name}_bg.wasm"
  # The two encoders share their glue.
  if [[ $name != docfuse_embed ]]; then
    "${opt[@]}" --minify-imports-and-exports-and-modules -o "$out/${name}_bg.wasm" "$out/${name}_bg.wasm" >"$out/names.json"
    node www/short-names.mjs "$out/names.json" "$out/$name.js"
  fi
  rm -f "$out/names.json"
  printf '%s' "$hash" >"$out/stamp"
  printf '%s' "$made_from" >"$known"
}

# stemmers: a module for each language but English, from the crate in stemmers/.
stemmers() {
  local out=$STAGE/wasm/stemmers raw=$STAGE/stemmers known=$STAGE/stemmers.made-from tag made_from
  made_from=$({ rustc --version && cat stemmers/Cargo.* stemmers/src/*.rs www/shrink-stemmers.mjs www/package-lock.json; } | sha256sum)
  step "wasm modules: stemmers"
  [[ -d $out && -e $known && $(<"$known") == "$made_from" ]] && return
  rm -rf "$raw" "$out" "$known"
  mkdir -p "$raw" "$out"
  # Each build links the same crates, which are compiled once, for another language.
  for tag in $(sed -n '/^\[features\]$/,/^$/s/ = \[\]$//p' stemmers/Cargo.toml); do
    CARGO_ENCODED_RUSTFLAGS=$NO_SIMD$'\x1f'$NO_PATHS cargo build "${QUIET[@]}" --locked --release \
      --target wasm32-unknown-unknown --manifest-path stemmers/Cargo.toml \
      --target-dir "$CARGO_TARGET_DIR/stemmers" --features "$tag"
    cp "$CARGO_TARGET_DIR/stemmers/wasm32-unknown-unknown/release/docfuse_stemmers.wasm" "$raw/$tag.wasm"
  done
  node www/shrink-stemmers.mjs "$raw" "$out"
  printf '%s' "$made_from" >"$known"
}

# browser_files MODULE...: the modules, and the scripts around them.
browser_files() {
  local module modules=("$@") folders=()
  WASM_SOURCES=$(wasm_sources)
  # Functions with a single caller are not inlined: one large function compresses worse than its parts. Only the
  # smallest functions are inlined everywhere. The first KB of memory, the end of the stack, holds no data.
  local small=(--low-memory-unused --one-caller-inline-max-function-size 0 --always-inline-max-function-size 4 -Oz)
  # More passes save .8 % of the bytes, in eight times the time. Rebuilt blocks and loops are shorter than LLVM's.
  [[ -n ${BUILD[*]} ]] || small+=(--flatten --rereloop -Oz -Oz --converge --gufa-optimizing -Oz --flatten --rereloop -Oz -Oz
    --converge)
  # Higher levels take many times as long, and this module then compresses worse.
  local large=(--low-memory-unused -O1 --flatten --rereloop -O1 -O1) compiling
  # Fewer passes save most of a minute, and cost 1.3 % of the bytes.
  [[ -z ${BUILD[*]} ]] || large=(--low-memory-unused -O1)
  # Beside the search modules. What fails here, fails again in its own step.
  mkdir -p "$STAGE"
  wasm embed browser,word-pieces s "${large[@]}" >"$STAGE/embed.log" 2>&1 &
  compiling=$!
  wasm search browser-search z "${small[@]}"
  if [[ " ${modules[*]} " == *" languages "* ]]; then
    wasm languages browser-languages z "${small[@]}"
    stemmers
  fi
  wasm full browser-full z "${small[@]}"
  wait "$compiling" || true
  wasm embed browser,word-pieces s "${large[@]}"
  if [[ " ${modules[*]} " == *" embed_unigram "* ]]; then
    wasm embed_unigram browser,unigram s "${large[@]}"
  fi
  step "browser files and npm package"
  local listed=$STAGE/browser/modules
  [[ -d pkg && -e $listed && $(<"$listed") == "${modules[*]}" ]] && newer "$STAGE/browser/npm/package.json" "$STAGE/wasm" www/src www/playground www/*.mjs www/*.json Cargo.toml README.md && return
  for module in "${modules[@]}"; do folders+=("--$module" "$STAGE/wasm/$module"); done
  node www/build.mjs "${folders[@]}" --out "$STAGE/browser"
  printf '%s' "${modules[*]}" >"$listed"
  rm -rf pkg
  cp -r "$STAGE/browser/npm" pkg
}

# A hash of all sources of the modules.
wasm_sources() {
  {
    rustc --version
    find src crates/encoder packaging/inventory Cargo.toml Cargo.lock .cargo "${WASM_TOOLS[@]}" -type f -print0 |
      LC_ALL=C sort -z | xargs -0 sha256sum
  } | sha256sum
}

# The modules in Chromium; the tests of the page load them in Firefox and WebKit too.
wasm_tests() {
  # As the encoder's module is built, which has compiled all other crates.
  local profile=("${BUILD[@]}" --locked --profile wasm --config "profile.wasm.lto='off'")
  local options=("${profile[@]}" --config "profile.wasm.package.docfuse-encoder.opt-level=1" --no-default-features
    --features browser,word-pieces)
  local browser=(--headless --chrome --chromedriver "$CHROMEDRIVER" --)
  local crate=(env --chdir crates/encoder WASM_BINDGEN_USE_BROWSER=1 wasm-pack test "${browser[@]}")
  say "wasm tests in headless Chromium"
  "${crate[@]}" "${options[@]}" --test wasm
  # Unit tests do not declare where they run; without the variable, the runner uses Node.js.
  say "wasm kernels in headless Chromium"
  "${crate[@]}" "${options[@]}" --lib
  WASM_BINDGEN_USE_BROWSER=1 wasm-pack test "${browser[@]}" "${profile[@]}" --package docfuse \
    --no-default-features --features browser-full --lib
}
