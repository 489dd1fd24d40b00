//! Lists the browser files for `src/cli/runtime.rs`.
//!
//! They are in the folder that DOCFUSE_RUNTIME_DIR names, for the feature `bundled-runtime`, or in `browser-files/` of
//! the published crate. Each file is compressed: `docfuse.js.gz`. Without both, the list is empty.

#![allow(clippy::disallowed_methods, reason = "build scripts write files")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut list = String::from("&[\n");
    if let Some(folder) = folder()? {
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder)? {
            names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(".gz")));
        }
        names.sort();
        if names.is_empty() {
            return Err(
                format!("{}: expected the compressed browser files, found none", folder.display()).into()
            );
        }
        for name in names {
            let path = folder.join(&name);
            println!("cargo:rerun-if-changed={}", path.display());
            let plain = name.trim_end_matches(".gz");
            list += &format!(
                "RuntimeFile {{ name: {plain:?}, gzip: include_bytes!({:?}) }},\n",
                path.display().to_string()
            );
        }
    }
    list += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    fs::write(out.join("runtime_files.rs"), list)?;
    Ok(())
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
