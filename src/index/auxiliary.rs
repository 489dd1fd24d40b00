//! The auxiliary directory: where the blocks of the spelling dictionary are. Only words that are missing, rare or unfinished need
//! it, so a plain query does not load it.

use super::keys::Keys;
use super::table::Table;
use crate::format::{Cursor, FileKind, FormatError, Generation, Writer, read_header, write_header};

/// Where the spelling dictionary is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuxiliaryDirectory {
    /// The spelling dictionary, sorted from the beginning of words.
    pub forward: SpellingTable,
    /// The spelling dictionary, sorted from the end of words; the keys are reversed words.
    pub backward: SpellingTable,
}

/// Blocks of the spelling dictionary in one sort order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpellingTable {
    /// Where the blocks are.
    pub blocks: Table,
    /// First word of each block.
    pub keys: Keys,
}

impl SpellingTable {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let blocks = Table::read(cursor)?;
        let keys = Keys::read(cursor, blocks.len())?;
        Ok(SpellingTable { blocks, keys })
    }
}

impl AuxiliaryDirectory {
    /// The bytes of the file.
    pub(super) fn write(&self, generation: Generation) -> Vec<u8> {
        let mut writer = Writer::new();
        write_header(&mut writer, FileKind::Auxiliary, generation);
        for table in [&self.forward, &self.backward] {
            table.blocks.write(&mut writer);
            table.keys.write(0..table.blocks.len(), &mut writer);
        }
        writer.finish()
    }

    /// Reads the file. Memory: a small multiple of it.
    ///
    /// # Errors
    /// A different generation, or any damage.
    pub fn read(bytes: &[u8], generation: Generation) -> Result<Self, FormatError> {
        let mut cursor = read_header(bytes, FileKind::Auxiliary, generation)?;
        let (forward, backward) = (SpellingTable::read(&mut cursor)?, SpellingTable::read(&mut cursor)?);
        cursor.end("second directory")?;
        Ok(AuxiliaryDirectory { forward, backward })
    }
}
