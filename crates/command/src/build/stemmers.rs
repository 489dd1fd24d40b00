//! The stemmers of pages, a WebAssembly module for each language: [`stemmer`]. They are in the command, as the browser
//! files are; an index has that of its language.

use std::path::Path;
use std::sync::LazyLock;

use crate::error::CliError;
use crate::runtime::{Origin, RuntimeFile};
use docfuse::index::IndexFiles;
use docfuse::text::Language;

static ORIGIN: Origin = include!(concat!(env!("OUT_DIR"), "/stemmer_files.rs"));

/// The modules by language tag; empty in a command that was built without the browser files, or for pages in English.
static MODULES: LazyLock<Vec<RuntimeFile>> = LazyLock::new(|| ORIGIN.files());

/// The stemmer of a language; `None` for one that has none.
///
/// # Errors
/// There are others, but none of this language.
pub fn stemmer(language: &str) -> Result<Option<&'static RuntimeFile>, CliError> {
    let language = Language::from_tag(language);
    if !language.has_stemmer() || MODULES.is_empty() {
        return Ok(None);
    }
    let name = format!("{}.wasm", language.tag());
    let module = MODULES.iter().find(|module| module.name == name);
    module.map(Some).ok_or_else(|| {
        let message = "expected among the stemmers of this command, none found; build it by ./pkg-build.sh";
        CliError::at(Path::new(&name), message.to_owned())
    })
}

/// Adds the stemmer of its language to an index.
///
/// # Errors
/// As [`stemmer`].
pub fn add_stemmer(index: &mut IndexFiles) -> Result<(), CliError> {
    match stemmer(&index.manifest.language)? {
        Some(module) => Ok(index.add_stemmer(&module.content()?)?),
        None => Ok(()),
    }
}
