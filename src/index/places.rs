//! What a block of terms says beside its terms: in front, where their positions are; behind, in an index with a lexicon, where
//! their vectors are. So the directory, which every reader loads, does not grow with them.

use super::table::LocatedBlock;
use crate::format::{Cursor, FormatError};
use crate::lexical::TermBlock;

/// Takes where the positions are from the front of a block of terms.
///
/// # Errors
/// A place that no block can have.
pub(super) fn take_positions(bytes: &mut Vec<u8>) -> Result<LocatedBlock, FormatError> {
    let mut cursor = Cursor::new(bytes);
    let positions = LocatedBlock::read(&mut cursor)?;
    let read = bytes.len() - cursor.remaining();
    bytes.drain(..read);
    Ok(positions)
}

/// Where the vectors of a block's terms are.
///
/// # Errors
/// Damage behind the postings, or in front of them.
pub(super) fn vectors_of(terms: &TermBlock) -> Result<LocatedBlock, FormatError> {
    let mut cursor = Cursor::new(terms.postings_and_rest()?.1);
    let vectors = LocatedBlock::read(&mut cursor)?;
    cursor.end("place of vectors")?;
    Ok(vectors)
}
