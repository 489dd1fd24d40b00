//! The files of an export: [`LineFile`] for large ones, and JSON for people and programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::DESCRIPTION;
use crate::error::CliError;
use crate::files;
use crate::output::printable;

/// Writes the description of a folder.
pub fn write_description(folder: &Path, description: &impl Serialize) -> Result<(), CliError> {
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
