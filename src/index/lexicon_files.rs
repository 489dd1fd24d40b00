//! The files of the lexicon. The directory has what they share; each block of terms says where the vectors of its terms are.

use super::table::hash;
use crate::format::{Cursor, FormatError, Writer};
use crate::lexicon::VectorShape;

/// What all blocks of term vectors share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LexiconFiles {
    /// The shape of the vectors.
    pub shape: VectorShape,
    /// In the names of the files.
    pub(super) hash: [u8; 8],
}

impl LexiconFiles {
    pub(super) fn write(lexicon: Option<&Self>, writer: &mut Writer) {
        writer.u8(lexicon.is_some().into());
        if let Some(LexiconFiles { shape, hash }) = lexicon {
            shape.write(writer);
            writer.bytes(hash);
        }
    }

    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Option<Self>, FormatError> {
        if cursor.u8("lexicon")? == 0 {
            return Ok(None);
        }
        Ok(Some(LexiconFiles { shape: VectorShape::read(cursor)?, hash: hash(cursor)? }))
    }
}
