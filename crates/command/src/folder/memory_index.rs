//! [`MemoryIndex`]: the files of an index in memory, as `docfuse pipe` builds them for a program.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::index_source::IndexSource;
use crate::error::CliError;
use docfuse::index::{ByteRange, open_block};

/// Files by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// An index folder that is on no disk.
pub struct MemoryIndex(pub Arc<Files>);

impl MemoryIndex {
    fn file(&self, name: &str) -> Result<&Vec<u8>, CliError> {
        let missing =
            || CliError::at(Path::new(name), "a file of the index expected, none found; build the index");
        self.0.get(name).ok_or_else(missing)
    }

    fn block(&self, range: &ByteRange) -> Result<Vec<u8>, CliError> {
        // As of a file that ends early.
        let stored =
            self.file(&range.file)?.get(range.start as usize..range.end as usize).unwrap_or_default();
        open_block(range, stored).map_err(CliError::index(self.location()))
    }
}

impl IndexSource for MemoryIndex {
    fn location(&self) -> &Path {
        Path::new("the index in memory")
    }

    fn is_here(&self) -> bool {
        true
    }

    fn manifest(&self, name: &str) -> Result<Vec<u8>, CliError> {
        self.stored(name)
    }

    fn stored(&self, name: &str) -> Result<Vec<u8>, CliError> {
        self.file(name).cloned()
    }

    fn blocks(&self, ranges: &[&ByteRange]) -> Vec<Result<Vec<u8>, CliError>> {
        ranges.iter().map(|range| self.block(range)).collect()
    }
}
