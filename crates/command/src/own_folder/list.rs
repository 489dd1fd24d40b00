//! [`List`]: which files of a folder commands wrote.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::files;
use crate::site::site_files::is_below;
use docfuse_site::wording;

/// Name of the list.
pub const LIST: &str = "docfuse-files.json";

/// What a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Index,
    Part,
    Copy,
    Export,
    Encoder,
}

impl Kind {
    /// How messages name it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Index => "an index",
            Kind::Part => "a part",
            Kind::Copy => "a copy of a site",
            Kind::Export => "an export",
            Kind::Encoder => "an encoder",
        }
    }

    /// What messages say of its place.
    pub fn expected(self) -> &'static str {
        match self {
            Kind::Index => "a folder for an index",
            Kind::Part => "a folder for a part",
            Kind::Copy => "an empty folder or an earlier copy of a site",
            Kind::Export => "an empty folder or an earlier export",
            Kind::Encoder => "an empty folder or an earlier encoder",
        }
    }

    /// The file that describes the others; empty if none does.
    pub fn description(self) -> &'static str {
        match self {
            Kind::Index => docfuse::index::MANIFEST_NAME,
            Kind::Part => crate::part::PART_NAME,
            Kind::Copy => "",
            Kind::Export => crate::export::DESCRIPTION,
            Kind::Encoder => docfuse::model::INFO_FILE,
        }
    }
}

/// The files that commands wrote into a folder.
#[derive(Debug, Serialize, Deserialize)]
pub struct List {
    pub of: Kind,
    /// Paths from the folder, with slashes.
    pub files: BTreeSet<String>,
}

impl List {
    /// That of a folder; `None` without one. Names that lead out of the folder do not count.
    ///
    /// # Errors
    /// It is damaged, or cannot be read.
    pub fn read(folder: &Path) -> Result<Option<List>, CliError> {
        let path = folder.join(LIST);
        let Some(content) = files::read_found(&path)? else { return Ok(None) };
        let mut list: List = wording::json(&content).map_err(|told| {
            CliError::at(
                &path,
                format!("the list of what docfuse wrote expected, something else found ({told}); name another folder"),
            )
        })?;
        list.files.retain(|name| is_below(name) && name != LIST);
        Ok(Some(list))
    }

    /// As it is written.
    pub fn content(&self) -> Result<Vec<u8>, CliError> {
        let mut content = serde_json::to_vec(self).map_err(CliError::json("the list of files"))?;
        content.push(b'\n');
        Ok(content)
    }
}
