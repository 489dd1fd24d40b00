//! [`LocalIndex`]: the files of an index in a folder.

use std::path::{Path, PathBuf};

use super::index_source::IndexSource;
use crate::error::CliError;
use crate::files;
use crate::part::is_part;
use docfuse::index::{BlockId, ByteRange, Store, open_block};

/// An index folder on this machine.
pub struct LocalIndex {
    folder: PathBuf,
}

impl LocalIndex {
    /// Reads nothing yet.
    pub fn new(folder: &Path) -> Self {
        LocalIndex { folder: folder.to_owned() }
    }

    /// The decompressed bytes of a block, not yet checked.
    ///
    /// # Errors
    /// It cannot be read or decompressed.
    pub fn block(&self, range: &ByteRange) -> Result<Vec<u8>, CliError> {
        let stored = files::read_range(&self.folder.join(&range.file), range.start, range.end)?;
        open_block(range, &stored).map_err(CliError::index(&self.folder))
    }

    /// Reads blocks into the store, which checks them.
    ///
    /// # Errors
    /// One cannot be read, or is damaged.
    pub fn supply(&self, store: &mut Store, blocks: &[BlockId]) -> Result<(), CliError> {
        for blocks in [&store.unknown_leaves(blocks), blocks] {
            for request in store.requests(blocks) {
                let raw = self.block(&request.range)?;
                store.supply(request.id, raw).map_err(CliError::index(&self.folder))?;
            }
        }
        Ok(())
    }
}

impl IndexSource for LocalIndex {
    fn location(&self) -> &Path {
        &self.folder
    }

    fn is_here(&self) -> bool {
        true
    }

    fn manifest(&self, name: &str) -> Result<Vec<u8>, CliError> {
        files::read_found(&self.folder.join(name))?.ok_or_else(|| {
            if is_part(&self.folder) {
                return CliError::at(
                    &self.folder,
                    "an index expected, a part of one found; `docfuse merge` makes an index of all parts",
                );
            }
            CliError::at(
                &self.folder,
                format!(
                    "no {name} here; name the folder that `docfuse build` made (SITE/docfuse by default)"
                ),
            )
        })
    }

    fn stored(&self, name: &str) -> Result<Vec<u8>, CliError> {
        files::read(&self.folder.join(name))
    }

    fn blocks(&self, ranges: &[&ByteRange]) -> Vec<Result<Vec<u8>, CliError>> {
        ranges.iter().map(|range| self.block(range)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::index::{BlockKind, IndexSettings, Page, Section, build};

    /// `docfuse export` reads all blocks by their numbers, without asking for leaves.
    #[test]
    fn blocks_are_read_behind_their_leaves() {
        let pages = [Page::new("a.html", "Owls", vec![Section::new("", "Owls", "Owls hunt in woods.")])];
        let settings =
            IndexSettings { leaves_from: Some(0), language: "en".to_owned(), ..IndexSettings::default() };
        let built = build(&pages, None, &settings, &|_, _, _| {}).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for file in &built.files {
            files::write(&folder.path().join(&file.file.name), &file.content).unwrap();
        }
        let index = LocalIndex::new(folder.path());
        let mut store = Store::new(built.manifest.directory().unwrap());
        for kind in [BlockKind::Terms, BlockKind::Texts] {
            let blocks: Vec<BlockId> = store.blocks(kind).collect();
            index.supply(&mut store, &blocks).unwrap();
            assert!(!blocks.is_empty() && blocks.iter().all(|id| !store.is_missing(*id)), "{kind:?}");
        }
    }
}
