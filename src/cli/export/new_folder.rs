//! The folder of an export, which is there whole or not at all: [`NewFolder`], and [`LineFile`] for its large files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::output::printable;

/// Name of the description.
const DESCRIPTION: &str = "export.json";

/// What Python writes beside a program.
const PYTHON: &str = "__pycache__";

/// What exports write, but for the parts of large files, and what Python adds.
const FILES: [&str; 7] = [
    DESCRIPTION,
    "sections.jsonl",
    "docfuse_milvus.py",
    PYTHON,
    "index.json",
    "pipeline.json",
    "template.json",
];

/// Prefix of a folder that is being written.
const PREFIX: &str = ".export-";

/// A folder under a temporary name; deleted if it is dropped before [`NewFolder::put`].
pub struct NewFolder {
    temporary: tempfile::TempDir,
}

impl NewFolder {
    /// An empty folder on the file system of `out`, which must not exist, be empty, or hold an earlier export.
    ///
    /// # Errors
    /// `out` holds something else, or no folder can be made beside it.
    pub fn beside(out: &Path) -> Result<Self, CliError> {
        check(out)?;
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        files::create_folder(parent)?;
        let temporary = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent);
        Ok(NewFolder { temporary: temporary.map_err(CliError::file("write to", parent))? })
    }

    /// Where it is now.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// A new folder inside it.
    pub fn folder(&self, name: &str) -> Result<PathBuf, CliError> {
        let path = self.path().join(name);
        files::create_folder(&path)?;
        Ok(path)
    }

    /// Renames it to `out`, in place of an earlier export.
    ///
    /// # Errors
    /// It cannot be renamed, or `out` now holds something else than an export; what is there stays.
    pub fn put(self, out: &Path) -> Result<(), CliError> {
        // Writing takes long enough for others to write there.
        check(out)?;
        let path = self.temporary.keep();
        files::swap_folder(&path, out).inspect_err(|_| {
            // The error of the rename says more than that of this.
            let _ = files::remove_folder(&path);
        })
    }
}

/// Refuses a folder that holds something else than an export.
fn check(out: &Path) -> Result<(), CliError> {
    foreign(out)?.map_or(Ok(()), |foreign| {
        Err(CliError::place(&out, format!("an empty folder or an earlier export expected, {foreign} found; name another folder with --out")))
    })
}

/// A file of a folder that no export writes; none of a folder that does not exist or is empty. What is foreign is never
/// deleted.
fn foreign(folder: &Path) -> Result<Option<String>, CliError> {
    if !folder.exists() {
        return Ok(None);
    }
    let names = files::names(folder)?;
    // The other names are those of many tools.
    if !is_description(&folder.join(DESCRIPTION)) {
        return Ok(names.into_iter().next());
    }
    for name in names {
        let is_part = name.starts_with("bulk-") && name.ends_with(".ndjson");
        if (is_part || FILES.contains(&name.as_str())) && (name == PYTHON || folder.join(&name).is_file()) {
            continue;
        }
        // The folder of a language.
        let inner = folder.join(&name);
        if !inner.join(DESCRIPTION).exists() || foreign(&inner)?.is_some() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Whether a file is the description of an export.
fn is_description(path: &Path) -> bool {
    let text = files::read_text(path).unwrap_or_default();
    let description: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    description.is_some_and(|found| found.get("engine").is_some() || found.get("languages").is_some())
}

/// Writes the description of a folder.
pub fn write_json(folder: &Path, description: &impl Serialize) -> Result<(), CliError> {
    files::write(&folder.join(DESCRIPTION), pretty(description)?.as_bytes())
}

/// JSON for people.
pub fn pretty(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::json("a section"))?;
    Ok(printable::json(&text).into_owned() + "\n")
}

/// A line of JSON, with its line break.
pub fn line(value: &impl Serialize) -> Result<Vec<u8>, CliError> {
    let line = serde_json::to_string(value).map_err(CliError::json("a section"))?;
    Ok((printable::json(&line).into_owned() + "\n").into_bytes())
}

/// A file that is written line by line.
pub struct LineFile {
    path: PathBuf,
    file: BufWriter<File>,
    bytes: usize,
}

impl LineFile {
    /// An empty file.
    pub fn create(path: PathBuf) -> Result<Self, CliError> {
        let file = files::create(&path)?;
        Ok(LineFile { path, file: BufWriter::new(file), bytes: 0 })
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.bytes += bytes.len();
        self.file.write_all(bytes).map_err(CliError::file("write", &self.path))
    }

    /// Bytes written so far.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Writes what is buffered.
    pub fn finish(mut self) -> Result<(), CliError> {
        self.file.flush().map_err(CliError::file("write", &self.path))
    }
}
