//! The files for Milvus: the sections as JSON Lines, and the program that loads and asks.

use std::path::Path;

use serde::Serialize;

use super::Writer;
use super::folder::{LineFile, line};
use super::row::Row;
use crate::cli::error::CliError;
use crate::cli::files;

/// Bytes of the longest text that Milvus takes.
const MAX_TEXT: usize = 65_535;

/// The program, in the folder of an export.
const PROGRAM: (&str, &str) = ("docfuse_milvus.py", include_str!("docfuse_milvus.py"));

/// An entity.
#[derive(Serialize)]
struct Entity<'a> {
    #[serde(flatten)]
    row: Row<'a>,
    searched: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    vector: Option<Vec<f32>>,
}

/// The files in a folder.
pub struct Files {
    sections: LineFile,
    dimensions: Option<usize>,
    cut: usize,
}

impl Files {
    /// Writes the program. `dimensions` is `None` without vectors.
    pub fn new(folder: &Path, dimensions: Option<usize>) -> Result<Self, CliError> {
        let (name, content) = PROGRAM;
        files::write(&folder.join(name), content.as_bytes())?;
        let sections = LineFile::create(folder.join("sections.jsonl"))?;
        Ok(Files { sections, dimensions, cut: 0 })
    }
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT)]
}

impl Writer for Files {
    fn section(&mut self, row: &Row<'_>, vectors: &[Vec<f32>]) -> Result<(), CliError> {
        let searched = row.searched();
        self.cut += usize::from(searched.len() > MAX_TEXT);
        let _ = (self.dimensions, vectors);
        let row = Row { text: cut(row.text), ..row.clone() };
        let vector = vectors.first().cloned();
        self.sections.write(&line(&Entity { row, searched: cut(&searched), vector })?)
    }

    fn finish(self: Box<Self>) -> Result<Vec<String>, CliError> {
        self.sections.finish()?;
        let cut = (self.cut > 0).then(|| {
            format!(
                "{} sections are longer than the {MAX_TEXT} bytes that Milvus takes; their ends are left out",
                self.cut
            )
        });
        Ok(cut.into_iter().collect())
    }
}
