//! `docfuse build --offline`: twins of the index files for pages that are opened from a folder.
//!
//! There, browsers refuse `fetch` but run classic scripts. The twin of `terms-….hdf` is the script `terms-….hdf.js`, which
//! passes the file's content in base64 to the search. A query runs only the twins of the files that it needs.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::error::CliError;
use super::generations::Built;
use super::output::bytes;
use crate::index::Manifest;

/// The script that a page includes: it works from a folder and on a host.
pub const CLASSIC_SCRIPT: &str = "docfuse-classic.js";

/// The browser files that only pages opened from a folder use.
const SCRIPTS: [&str; 2] = [CLASSIC_SCRIPT, "docfuse-offline.js"];

/// Kinds of index files that the lexical retriever reads.
const LEXICAL_KINDS: [&str; 6] = ["auxiliary", "filters", "positions", "terms", "texts", "words"];

/// Whether lexical queries read index files of a kind.
pub fn is_lexical(kind: &str) -> bool {
    LEXICAL_KINDS.contains(&kind)
}

/// Whether a browser file belongs only to an index for `--offline`.
pub fn is_offline_script(name: &str) -> bool {
    SCRIPTS.contains(&name)
}

/// Name and content of the twin of a file.
fn twin(name: &str, content: &[u8]) -> (String, Vec<u8>) {
    (format!("{name}.js"), format!("docfuseFile(\"{}\");\n", STANDARD.encode(content)).into_bytes())
}

/// The file that a twin would belong to; `None` if this is no script.
pub fn twin_of(name: &str) -> Option<&str> {
    name.strip_suffix(".js")
}

/// The twins of all files that lexical queries need, the manifest of the main language last. No encoder runs in such a
/// page, so the manifests name none.
///
/// # Errors
/// A manifest that cannot be written as JSON.
pub fn twins(generations: &[Built]) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let files = generations.iter().flat_map(|built| &built.index.files);
    let mut twins: Vec<(String, Vec<u8>)> =
        files.filter(|file| is_lexical(file.kind)).map(|file| twin(&file.file.name, &file.content)).collect();
    for (number, built) in generations.iter().enumerate().rev() {
        let manifest = Manifest { model: None, ..built.index.manifest.clone() };
        let (name, content) = built.manifest(number == 0, &manifest)?;
        twins.push(twin(&name, &content));
    }
    Ok(twins)
}

/// The line of the summary about the twins.
pub fn summary(twins: &[(String, Vec<u8>)]) -> String {
    let stored: usize = twins.iter().map(|(_, content)| content.len()).sum();
    format!(
        "{:<10} {:>9}  {:>14} {:>10} stored",
        "offline",
        format!("{} files", twins.len()),
        "",
        bytes(stored as u64)
    )
}

#[cfg(test)]
mod tests {
    use super::{twin, twin_of};

    #[test]
    fn twins_are_named_after_their_files() {
        let (name, content) = twin("terms-0123456789abcdef.hdf", b"\x1f\x8b");
        assert_eq!(name, "terms-0123456789abcdef.hdf.js");
        assert_eq!(content, b"docfuseFile(\"H4s=\");\n");
        assert_eq!(twin_of(&name), Some("terms-0123456789abcdef.hdf"));
        assert_eq!(twin_of("docfuse.json"), None);
    }
}
