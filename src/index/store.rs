//! The read side of one generation: takes files as they arrive, in any order, and never fetches one itself.
//!
//! Whoever drives a [`Store`] (a worker with `fetch`, a command with a folder) asks what is missing, gets it, and
//! hands it in. A file that cannot be had or is damaged is remembered as failed, so that the rest can answer.

use std::collections::HashMap;

use super::IndexError;
use super::directory::Directory;
use super::fragment::Fragment;
use super::manifest::{FileRef, Manifest};
use crate::dense::DenseIndex;
use crate::format::{FormatError, sha256_hex};
use crate::ids::SectionId;
use crate::lexical::LexicalIndex;

/// One part of the index on its way.
#[derive(Debug)]
pub enum Slot<T> {
    /// Not handed in yet.
    Missing,
    /// There and checked.
    Ready(T),
    /// Not to be had, and why.
    Failed(IndexError),
}

impl<T> Slot<T> {
    fn is_missing(&self) -> bool {
        matches!(self, Slot::Missing)
    }

    fn forget_failure(&mut self) {
        if matches!(self, Slot::Failed(_)) {
            *self = Slot::Missing;
        }
    }
}

/// A part of the index that a query may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Which section is on which page and in which fragment.
    Directory,
    /// Postings.
    Lexical,
    /// Vectors and graph.
    Dense,
}

/// Everything of one generation that has been handed in so far.
pub struct Store {
    manifest: Manifest,
    directory: Slot<Directory>,
    lexical: Slot<LexicalIndex>,
    dense: Slot<DenseIndex>,
    fragments: Vec<Slot<Fragment>>,
    fragment_names: HashMap<String, usize>,
}

impl Store {
    /// Starts from a manifest; all files are missing.
    ///
    /// # Errors
    /// Whatever [`Manifest::validate`] finds.
    pub fn new(manifest: Manifest) -> Result<Self, IndexError> {
        manifest.validate()?;
        Ok(Store {
            manifest,
            directory: Slot::Missing,
            lexical: Slot::Missing,
            dense: Slot::Missing,
            fragments: Vec::new(),
            fragment_names: HashMap::new(),
        })
    }

    /// The manifest it was made from.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The directory.
    pub fn directory(&self) -> &Slot<Directory> {
        &self.directory
    }

    /// The lexical index.
    pub fn lexical(&self) -> &Slot<LexicalIndex> {
        &self.lexical
    }

    /// The dense index.
    pub fn dense(&self) -> &Slot<DenseIndex> {
        &self.dense
    }

    /// The file of a part that is still missing; `None` if it is there, failed, or not part of this index.
    pub fn missing(&self, part: Part) -> Option<FileRef> {
        let (missing, file) = match part {
            Part::Directory => (self.directory.is_missing(), Some(&self.manifest.directory)),
            Part::Lexical => (self.lexical.is_missing(), Some(&self.manifest.lexical)),
            Part::Dense => (self.dense.is_missing(), self.manifest.dense.as_ref()),
        };
        file.filter(|_| missing).cloned()
    }

    /// The fragment with the text of a section and the section's place in it; `None` without a directory or
    /// beyond the last section.
    pub fn fragment(&self, section: SectionId) -> Option<(&Slot<Fragment>, usize)> {
        let Slot::Ready(directory) = &self.directory else { return None };
        let (fragment, place) = directory.locate(section)?;
        Some((self.fragments.get(fragment)?, place))
    }

    /// Files of the fragments that hold these sections and are still missing, each once.
    pub fn missing_fragments(&self, sections: impl Iterator<Item = SectionId>) -> Vec<FileRef> {
        let Slot::Ready(directory) = &self.directory else { return Vec::new() };
        let mut numbers: Vec<usize> =
            sections.filter_map(|section| directory.locate(section)).map(|(fragment, _)| fragment).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.retain(|fragment| self.fragments[*fragment].is_missing());
        numbers.into_iter().map(|fragment| directory.fragments()[fragment].file()).collect()
    }

    /// Hands in the decompressed bytes of a file. Cost: a SHA-256 over the bytes, then the file's own checks.
    ///
    /// # Errors
    /// Another size or hash than expected, or damage; the file then counts as failed.
    pub fn supply(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), IndexError> {
        let generation = self.manifest.generation;
        let (pages, sections) = (self.manifest.pages, self.manifest.sections);
        if name == self.manifest.directory.name {
            let parse = |bytes: Vec<u8>| Directory::read(&bytes, generation, pages, sections);
            self.directory = checked(&self.manifest.directory, bytes, parse);
            if let Slot::Ready(directory) = &self.directory {
                let files = directory.fragments().iter().map(|fragment| fragment.file().name);
                self.fragment_names = files.zip(0..).collect();
                self.fragments = directory.fragments().iter().map(|_| Slot::Missing).collect();
            }
            return outcome(&self.directory);
        }
        if name == self.manifest.lexical.name {
            let parse = |bytes| LexicalIndex::read(bytes, generation, sections);
            self.lexical = checked(&self.manifest.lexical, bytes, parse);
            return outcome(&self.lexical);
        }
        if let Some(file) = self.manifest.dense.as_ref().filter(|file| file.name == name) {
            self.dense = checked(file, bytes, |bytes| DenseIndex::read(bytes, generation, sections));
            return outcome(&self.dense);
        }
        let unknown = || IndexError::Unknown { file: name.to_owned() };
        let Slot::Ready(directory) = &self.directory else { return Err(unknown()) };
        let number = *self.fragment_names.get(name).ok_or_else(unknown)?;
        let section_count = directory.fragment_sections(number).len() as u32;
        let file = directory.fragments()[number].file();
        self.fragments[number] = checked(&file, bytes, |bytes| Fragment::read(&bytes, section_count));
        outcome(&self.fragments[number])
    }

    /// Says that a file cannot be had.
    pub fn fail(&mut self, name: &str, message: &str) {
        let error = IndexError::Unavailable { file: name.to_owned(), message: message.to_owned() };
        if name == self.manifest.directory.name {
            self.directory = Slot::Failed(error);
        } else if name == self.manifest.lexical.name {
            self.lexical = Slot::Failed(error);
        } else if self.manifest.dense.as_ref().is_some_and(|file| file.name == name) {
            self.dense = Slot::Failed(error);
        } else if let Some(number) = self.fragment_names.get(name) {
            self.fragments[*number] = Slot::Failed(error);
        }
    }

    /// Counts failed files as missing again, so that the next query asks for them once more.
    pub fn forget_failures(&mut self) {
        self.directory.forget_failure();
        self.lexical.forget_failure();
        self.dense.forget_failure();
        self.fragments.iter_mut().for_each(Slot::forget_failure);
    }
}

/// Checks size and hash, then parses.
fn checked<T>(
    file: &FileRef,
    bytes: Vec<u8>,
    parse: impl FnOnce(Vec<u8>) -> Result<T, FormatError>,
) -> Slot<T> {
    let parsed = check_file(file, &bytes)
        .and_then(|()| parse(bytes).map_err(|source| IndexError::Format { file: file.name.clone(), source }));
    match parsed {
        Ok(value) => Slot::Ready(value),
        Err(error) => Slot::Failed(error),
    }
}

/// Checks that bytes are the decompressed content of a file.
///
/// # Errors
/// [`IndexError::Size`] or [`IndexError::Hash`].
pub fn check_file(file: &FileRef, bytes: &[u8]) -> Result<(), IndexError> {
    if bytes.len() as u64 != u64::from(file.bytes) {
        let (expected, found) = (file.bytes.into(), bytes.len() as u64);
        return Err(IndexError::Size { file: file.name.clone(), expected, found });
    }
    let found = sha256_hex(bytes);
    if !found.eq_ignore_ascii_case(&file.sha256) {
        return Err(IndexError::Hash { file: file.name.clone(), expected: file.sha256.clone(), found });
    }
    Ok(())
}

fn outcome<T>(slot: &Slot<T>) -> Result<(), IndexError> {
    match slot {
        Slot::Failed(error) => Err(error.clone()),
        _ => Ok(()),
    }
}
