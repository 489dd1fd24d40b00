//! What the encoder costs a reader on a host: [`encoder_cost`].

use super::files::FileAnswer;
use super::first_query::Cost;
use docfuse::index::Manifest;

/// The module of hybrid search.
pub const FULL_MODULE: &str = "docfuse_full.wasm.hdf";

/// The script that loads the encoder, and its module; a browser loads one of two builds, which have one size.
pub const ENCODER_FILES: [&str; 2] = ["docfuse-dense.js", "docfuse_embed.wasm.hdf"];

/// Requests and bytes for the encoder: script and modules as this host sends them, model and tokenizer as they are stored,
/// which no host makes much smaller. `None` without an encoder.
pub fn encoder_cost(manifest: &Manifest, files: &[FileAnswer]) -> Option<Cost> {
    let model = manifest.model.as_ref()?;
    let is_code = |name: &str| name == FULL_MODULE || ENCODER_FILES.contains(&name);
    let code = files.iter().filter(|file| is_code(&file.name));
    let code = code.fold(Cost::default(), |sum, file| sum.and(1, file.sent));
    let parts = model.parts.iter().chain([&model.tokenizer]);
    Some(parts.fold(code, |sum, part| sum.and(1, part.stored.into())))
}
