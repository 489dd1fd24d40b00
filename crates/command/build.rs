//! Tells `crates/command/src/runtime.rs` where the browser files are, `crates/command/src/serve/playground` those of the playground,
//! and `crates/command/src/build/stemmers.rs` the stemmers.
//!
//! They are in the folder that DOCFUSE_RUNTIME_DIR names, for the features `bundled-runtime` and `linked-runtime`, or in
//! `browser-files/` of the published crate, the playground's in its folder `playground`, the stemmers of languages in
//! `stemmers`. Each file is compressed:
//! `docfuse.js.gz`. A linked command reads the folder when it runs, so new files need no new command. Without any, there
//! are none.

#![allow(clippy::disallowed_methods, reason = "build scripts write files")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let [mut runtime, mut playground, mut stemmers] = ["Origin::Embedded(&[])"; 3].map(str::to_owned);
    if let Some(folder) = folder()? {
        let is_linked = env::var_os("CARGO_FEATURE_LINKED_RUNTIME").is_some();
        let origin = if is_linked { linked } else { embedded };
        runtime = origin(&folder, "")?;
        playground = origin(&folder, "playground")?;
        // Builds for pages in English have none.
        if is_linked || folder.join("stemmers").is_dir() {
            stemmers = origin(&folder, "stemmers")?;
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("runtime_files.rs"), runtime)?;
    fs::write(out.join("playground_files.rs"), playground)?;
    fs::write(out.join("stemmer_files.rs"), stemmers)?;
    Ok(())
}

fn linked(root: &Path, below: &str) -> Result<String, Box<dyn Error>> {
    let root = root.display().to_string();
    Ok(format!("Origin::Linked {{ root: {root:?}, below: {below:?} }}"))
}

/// Names and contents of the compressed files of a folder.
fn embedded(root: &Path, below: &str) -> Result<String, Box<dyn Error>> {
    let folder = root.join(below);
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).into_iter().flatten() {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(".gz")));
    }
    names.sort();
    if names.is_empty() {
        let expected = "expected the compressed browser files, found none; run ./pkg-build.sh";
        return Err(format!("{}: {expected}", folder.display()).into());
    }
    let mut list = String::new();
    for file in names {
        let path = folder.join(&file);
        println!("cargo:rerun-if-changed={}", path.display());
        let (plain, path) = (file.trim_end_matches(".gz"), path.display().to_string());
        list += &format!("({plain:?}, include_bytes!({path:?}).as_slice()),\n");
    }
    Ok(format!("Origin::Embedded(&[\n{list}])"))
}

/// The folder of the browser files, if this build has them.
fn folder() -> Result<Option<PathBuf>, Box<dyn Error>> {
    let published = Path::new(&env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets CARGO_MANIFEST_DIR")?)
        .join("browser-files");
    if published.is_dir() {
        return Ok(Some(published));
    }
    let features = ["CARGO_FEATURE_BUNDLED_RUNTIME", "CARGO_FEATURE_LINKED_RUNTIME"];
    if features.iter().all(|feature| env::var_os(feature).is_none()) {
        return Ok(None);
    }
    println!("cargo:rerun-if-env-changed=DOCFUSE_RUNTIME_DIR");
    let named = env::var_os("DOCFUSE_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    named.map(Some).ok_or_else(|| "the features bundled-runtime and linked-runtime need the browser files: expected their folder in DOCFUSE_RUNTIME_DIR, found none; run ./pkg-build.sh".into())
}
