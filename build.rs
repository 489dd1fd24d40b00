//! Lists the browser files for `src/cli/runtime.rs`, and those of the playground for `src/cli/serve/playground`.
//!
//! They are in the folder that DOCFUSE_RUNTIME_DIR names, for the feature `bundled-runtime`, or in `browser-files/` of
//! the published crate, the latter in its folder `playground`. Each file is compressed: `docfuse.js.gz`. Without both, the
//! lists are empty.

#![allow(clippy::disallowed_methods, reason = "build scripts write files")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let (mut runtime, mut playground) = (String::new(), String::new());
    if let Some(folder) = folder()? {
        runtime = list("RuntimeFile", &folder)?;
        playground = list("Asset", &folder.join("playground"))?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("runtime_files.rs"), format!("&[\n{runtime}]\n"))?;
    fs::write(out.join("playground_files.rs"), format!("&[\n{playground}]\n"))?;
    Ok(())
}

/// A Rust struct of type `name` for each compressed file of a folder.
fn list(name: &str, folder: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
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
        list += &format!("{name} {{ name: {plain:?}, gzip: include_bytes!({path:?}) }},\n");
    }
    Ok(list)
}

/// The folder of the browser files, if this build embeds them.
fn folder() -> Result<Option<PathBuf>, Box<dyn Error>> {
    let published = Path::new(&env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets CARGO_MANIFEST_DIR")?)
        .join("browser-files");
    if published.is_dir() {
        return Ok(Some(published));
    }
    if env::var_os("CARGO_FEATURE_BUNDLED_RUNTIME").is_none() {
        return Ok(None);
    }
    println!("cargo:rerun-if-env-changed=DOCFUSE_RUNTIME_DIR");
    let named = env::var_os("DOCFUSE_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_dir());
    named.map(Some).ok_or_else(|| "the feature bundled-runtime needs the browser files: expected their folder in DOCFUSE_RUNTIME_DIR, found none; run ./pkg-build.sh".into())
}
