//! Parts of a site, for building it on several machines: [`Part`] describes one, `docfuse build --part` writes it, and
//! `docfuse merge` makes an index of all.
//!
//! A part is no index. It holds each page as it was read alone, before anything that the whole site decides, and the
//! vectors of its sections as far as the part can tell their titles. A merge reads the pages of all parts and goes on as
//! a build does, so both write the same index; what it embeds anew are windows that the whole site changes.
//!
//! - `share`: which pages belong to a part. `content`: the bytes of its files, as FORMAT.md describes them.
//! - `write`: from a site to a part. `read`: from a folder to its pages and vectors. `agree`: whether parts fit each other.

mod agree;
mod content;
mod read;
mod share;
mod write;

use serde::{Deserialize, Serialize};

use docfuse::format::sha256_hex;
use docfuse::model::ModelInfo;

pub use agree::{are_same_settings, check, check_shares};
pub use content::{check_part, check_part_pages, check_part_vectors};
pub use read::{PartFolder, is_part};
pub use share::{PartArg, Share, place};
pub use write::run;

/// Increase when the files of a part change.
const PART_VERSION: u32 = 2;

/// Name of a part's description. It is written last.
pub const PART_NAME: &str = "docfuse-part.json";

/// What a part is and which files it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// [`PART_VERSION`].
    part: u32,
    /// Version of the command that wrote it: another one may read pages otherwise.
    docfuse: String,
    /// Place of the folder that was read below the site's root: empty, or with a slash at its end.
    place: String,
    /// Which of its pages; `None` for all.
    share: Option<Share>,
    /// Text of the settings file.
    pub settings: String,
    /// The encoder of its vectors, if it has some.
    pub encoder: Option<PartEncoder>,
    /// For each selector and pattern of the settings, whether it matched on a page.
    matched: Vec<bool>,
    /// Number of pages, without those left out.
    pages: u32,
    /// Files of pages, in the order of their paths.
    page_files: Vec<PartFile>,
    /// Files of vectors.
    vector_files: Vec<PartFile>,
}

/// Identifies an encoder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartEncoder {
    /// For people.
    pub name: String,
    /// SHA-256 of its description, which has those of its files.
    pub sha256: String,
    /// Components of its vectors.
    dimensions: u32,
}

impl PartEncoder {
    /// Of a model.
    pub fn of(info: &ModelInfo) -> Self {
        let description = serde_json::to_vec(info).unwrap_or_default();
        let sha256 = sha256_hex(&description);
        PartEncoder { name: info.name.clone(), sha256, dimensions: info.dimensions as u32 }
    }
}

impl std::fmt::Display for PartEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.sha256.get(..12).unwrap_or_default())
    }
}

/// A file of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartFile {
    /// Kind, sixteen digits of its hash, ending.
    name: String,
    /// Bytes of the file.
    bytes: u32,
    /// Bytes of its content once decompressed.
    raw: u32,
    /// SHA-256 of the file.
    sha256: String,
}
