//! `docfuse build --offline`: twins of the index files for pages that are opened from a folder.
//!
//! There, browsers refuse `fetch` but run classic scripts. The twin of `terms-….hdf` is the script `terms-….hdf.js`, which
//! passes the file's content in base64 to the search. A query runs only the twins of the files that it needs.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::generations::Built;
use crate::error::CliError;
use crate::output::{bytes, counted};
use crate::runtime::RUNTIME;
use docfuse::index::{FILE_TABLE, Manifest, Reader, TERM_VECTORS, file_row};

/// The script that a page includes: it works from a folder and on a host.
pub const CLASSIC_SCRIPT: &str = "docfuse-classic.js";

/// The script that refines answers by the lexicon there; it runs [`FULL_MODULE`].
const FULL_SCRIPT: &str = "docfuse-offline-full.js";

/// The search module with all retrievers, a browser file.
const FULL_MODULE: &str = "docfuse_full.wasm.hdf";

/// Whether pages opened from a folder read index files of a kind, with the full module or without it.
fn is_read(kind: &str, has_full: bool) -> bool {
    let reader = FILE_TABLE.iter().find(|row| row.name == kind).map(|row| row.reader);
    match reader {
        Some(Reader::Start | Reader::Words) => true,
        Some(Reader::Orders | Reader::Lexicon) => has_full,
        _ => false,
    }
}

/// Whether a browser file belongs only to an index for `--offline`.
fn is_offline_script(name: &str) -> bool {
    file_row(name).is_some_and(|row| row.reader == Reader::Folder)
}

/// Name and content of the twin of a file.
fn twin(name: &str, content: &[u8]) -> (String, Vec<u8>) {
    (format!("{name}.js"), format!("docfuseFile(\"{}\");\n", STANDARD.encode(content)).into_bytes())
}

/// The file that a twin would belong to; `None` if this is no script.
pub fn twin_of(name: &str) -> Option<&str> {
    name.strip_suffix(".js")
}

/// Whether a browser file is written as it is beside the index.
pub fn is_written(name: &str, offline: bool) -> bool {
    !is_offline_script(name) || offline && name != FULL_SCRIPT
}

/// The twins of all files that queries by words and lexicon need, the manifest of the main language last; with a lexicon,
/// also [`FULL_SCRIPT`] and the twin of its module. No encoder runs in such a page, so the manifests do not name its
/// files.
///
/// # Errors
/// A manifest that cannot be written as JSON, or a damaged command.
pub fn twins(generations: &[Built]) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let mut twins = Vec::new();
    for built in generations {
        let has_full = needs_full(built);
        let files = built.index.read_by_pages().filter(|file| is_read(file.kind, has_full));
        twins.extend(files.map(|file| twin(&file.file.name, &file.content)));
    }
    if generations.iter().any(needs_full) {
        for file in RUNTIME.iter() {
            match &*file.name {
                FULL_SCRIPT => twins.push((file.name.to_string(), file.content()?)),
                FULL_MODULE => twins.push(twin(&file.name, &file.content()?)),
                _ => {}
            }
        }
    }
    for (number, built) in generations.iter().enumerate().rev() {
        let manifest = &built.index.manifest;
        let windows = if has_lexicon(built) { manifest.windows } else { 0 };
        let (name, content) =
            built.manifest(number == 0, &Manifest { model: None, windows, ..manifest.clone() })?;
        twins.push(twin(&name, &content));
    }
    Ok(twins)
}

fn has_lexicon(built: &Built) -> bool {
    built.index.files.iter().any(|file| file.kind == TERM_VECTORS)
}

/// Whether pages use the full module: for a lexicon, or orders.
fn needs_full(built: &Built) -> bool {
    let is_of_orders = |kind| FILE_TABLE.iter().any(|row| row.name == kind && row.reader == Reader::Orders);
    has_lexicon(built) || built.index.files.iter().any(|file| is_of_orders(file.kind))
}

/// The line of the summary about the twins.
pub fn summary(twins: &[(String, Vec<u8>)]) -> String {
    let stored: usize = twins.iter().map(|(_, content)| content.len()).sum();
    format!(
        "{:<10} {:>9}  {:>14} {:>10} stored",
        "offline",
        counted(twins.len() as u64, "file"),
        "",
        bytes(stored as u64)
    )
}

#[cfg(test)]
mod tests {
    use super::{is_written, twin, twin_of};

    #[test]
    fn twins_are_named_after_their_files() {
        let (name, content) = twin("terms-0123456789abcdef.hdf", b"\x1f\x8b");
        assert_eq!(name, "terms-0123456789abcdef.hdf.js");
        assert_eq!(content, b"docfuseFile(\"H4s=\");\n");
        assert_eq!(twin_of(&name), Some("terms-0123456789abcdef.hdf"));
        assert_eq!(twin_of("docfuse.json"), None);
    }

    #[test]
    fn the_script_for_the_lexicon_is_written_with_its_twins_only() {
        for (name, offline, expected) in [
            ("docfuse.js", false, true),
            ("docfuse-classic.js", false, false),
            ("docfuse-classic.js", true, true),
            ("docfuse-offline.js", true, true),
            ("docfuse-offline-full.js", true, false),
        ] {
            assert_eq!(is_written(name, offline), expected, "{name}");
        }
    }
}
