//! The files for Milvus: the sections as JSON Lines, and the program that loads and asks.
//!
//! A section is one entity, with the mean of its windows' vectors. Milvus fuses the entities of its lists: with an entity
//! for each window, the words of a section and its nearest window would meet only by chance (decision 0127).

use std::path::Path;

use serde::Serialize;

use super::Writer;
use super::line_file::{LineFile, line};
use super::row::Row;
use crate::error::CliError;
use crate::files;

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

/// The direction of the mean of unit vectors; zeros, which are near to nothing, for a section without windows.
fn mean(vectors: &[Vec<f32>], dimensions: usize) -> Vec<f32> {
    let mut sum = vec![0f64; dimensions];
    for vector in vectors {
        sum.iter_mut().zip(vector).for_each(|(sum, component)| *sum += f64::from(*component));
    }
    let length = sum.iter().map(|component| component * component).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
    sum.iter().map(|component| (component / length) as f32).collect()
}

impl Writer for Files {
    fn section(&mut self, row: &Row<'_>, vectors: &[Vec<f32>]) -> Result<(), CliError> {
        let searched = row.searched();
        self.cut += usize::from(searched.len() > MAX_TEXT);
        let row = Row { text: cut(row.text), ..row.clone() };
        let vector = self.dimensions.map(|dimensions| mean(vectors, dimensions));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_the_mean_of_its_windows() {
        assert_eq!(mean(&[vec![1.0, 0.0], vec![0.0, 1.0]], 2), [0.5f32.sqrt(); 2]);
        assert_eq!(mean(&[vec![0.6, 0.8]], 2), [0.6, 0.8]);
        assert_eq!(mean(&[], 2), [0.0; 2]);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let text = "ä".repeat(MAX_TEXT);
        assert_eq!(cut(&text).len(), MAX_TEXT - 1);
        assert_eq!(cut("short"), "short");
    }
}
