//! [`PartFolder`]: a part on disk, each file checked by length and hash before it is read.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;

use super::content::{SectionVectors, read_manifest, read_pages, read_vectors};
use super::{PART_NAME, Part, PartFile};
use crate::build::generations::Caches;
use crate::error::CliError;
use crate::files;
use crate::site::site_reader::{ReadFile, share};
use docfuse::format::sha256_hex;
use docfuse::index::{MANIFEST_NAME, open_gzip};
use docfuse_site::{IngestConfig, Seen};

/// Whether a folder holds a part.
pub fn is_part(folder: &Path) -> bool {
    folder.join(PART_NAME).is_file()
}

/// A part in a folder.
pub struct PartFolder {
    /// As the author named it.
    pub folder: PathBuf,
    /// Its description.
    pub part: Part,
}

impl PartFolder {
    /// Reads the description of a part.
    ///
    /// # Errors
    /// The folder holds no part, or one of another version.
    pub fn open(folder: &Path) -> Result<Self, CliError> {
        let place = folder.display();
        let description = files::read_if_there(&folder.join(PART_NAME))?.ok_or_else(|| {
            let found = match folder.join(MANIFEST_NAME).is_file() {
                true => "an index found; indexes cannot be merged, only parts of a site",
                false => "none found; name a folder",
            };
            CliError::Mismatch(format!("{place}: a part expected, {found} that `docfuse build --part` wrote"))
        })?;
        let part = read_manifest(&description)
            .map_err(|error| CliError::Mismatch(format!("{place}: {PART_NAME}: {error}")))?;
        Ok(PartFolder { folder: folder.to_owned(), part })
    }

    /// Its pages, and what matched on them.
    ///
    /// # Errors
    /// A file that is missing or damaged.
    pub fn pages(&self, config: &IngestConfig, seen: &Mutex<Seen>) -> Result<Vec<ReadFile>, CliError> {
        config.add_matched(&self.part.matched);
        let read = |file: &PartFile| {
            let wrong = |error: String| self.damaged(file, &error);
            let lines =
                open_gzip(&self.content(file)?, file.raw).map_err(|error| wrong(error.to_string()))?;
            if lines.len() != file.raw as usize {
                return Err(wrong(format!(
                    "{} bytes expected once decompressed, another number found",
                    file.raw
                )));
            }
            let mut pages = read_pages(&lines).map_err(wrong)?;
            pages.iter_mut().for_each(|file| share(&mut file.page, seen));
            Ok(pages)
        };
        let pages: Vec<Vec<ReadFile>> =
            self.part.page_files.par_iter().map(read).collect::<Result<_, _>>()?;
        Ok(pages.into_iter().flatten().collect())
    }

    /// Adds its vectors and windows to what earlier builds knew.
    ///
    /// # Errors
    /// A file that is missing or damaged.
    pub fn add_vectors(&self, caches: &mut Caches) -> Result<(), CliError> {
        let dimensions = self.part.encoder.as_ref().map_or(0, |encoder| encoder.dimensions);
        for file in &self.part.vector_files {
            let mut add = |SectionVectors { section, windows }: SectionVectors| {
                caches.windows.know(section, windows.iter().map(|(key, _)| *key).collect());
                windows.into_iter().for_each(|(key, vector)| caches.vectors.know(key, vector));
            };
            read_vectors(&self.content(file)?, dimensions, &mut add)
                .map_err(|error| self.damaged(file, &error.to_string()))?;
        }
        Ok(())
    }

    /// The bytes of a file.
    fn content(&self, file: &PartFile) -> Result<Vec<u8>, CliError> {
        let path = self.folder.join(&file.name);
        let found = files::length(&path).map_err(|error| self.damaged(file, &error.to_string()))?;
        if found != u64::from(file.bytes) {
            return Err(self.damaged(file, &format!("{} bytes expected, {found} found", file.bytes)));
        }
        let content = files::read(&path)?;
        let found = sha256_hex(&content);
        if found != file.sha256 {
            return Err(self.damaged(file, &format!("SHA-256 {} expected, {found} found", file.sha256)));
        }
        Ok(content)
    }

    fn damaged(&self, file: &PartFile, error: &str) -> CliError {
        let (folder, name) = (self.folder.display(), &file.name);
        CliError::Mismatch(format!("{folder}: {name}: {error}; the part is damaged, build it again"))
    }
}
