//! The names of sections out of a block of terms, for an export: [`TermBlock::names`].

use super::layout::EXACT_MARK;
use super::read::{TermBlock, TermEntry};
use crate::format::{Cursor, FormatError};
use crate::ids::SectionId;
use crate::limits::MAX_KEY_BYTES;

impl TermBlock {
    /// Calls `each` with every name of the block, folded as the index has it, and each of its sections. Cost: linear in
    /// the block and the names.
    ///
    /// # Errors
    /// Damage. `each` may have been called by then.
    pub fn names(&self, each: &mut dyn FnMut(&str, SectionId)) -> Result<(), FormatError> {
        let (mut postings, _) = self.postings_and_rest()?;
        let mut cursor = Cursor::new(&self.bytes);
        cursor.varint("term count")?;
        let mut key: Vec<u8> = Vec::new();
        for place in 0..self.term_count {
            let shared = cursor.varint("shared bytes of a term")? as usize;
            key.truncate(shared);
            key.extend_from_slice(cursor.bytes("term")?);
            if key.len() > MAX_KEY_BYTES {
                let (at_most, found) = (MAX_KEY_BYTES as u64, key.len() as u64);
                return Err(FormatError::out_of_range("bytes of a key", at_most, found));
            }
            let code = cursor.varint("postings of a term")?;
            if code & 1 == 1 {
                cursor.varint("further postings")?;
            }
            let length = cursor.varint("bytes of postings")? as usize;
            let bytes;
            (bytes, postings) = postings.split_at(length);
            let Some(mark) = key.iter().position(|byte| *byte == EXACT_MARK as u8) else { continue };
            let name = String::from_utf8_lossy(&key[mark + 1..]);
            let entry = TermEntry {
                block: self.number,
                place,
                document_frequency: code >> 1,
                has_further: false,
                count: code >> 1,
                section_count: self.section_count,
                bytes,
            };
            for posting in entry.postings().map_err(|damaged| damaged.source)? {
                each(&name, posting.map_err(|damaged| damaged.source)?.section);
            }
        }
        Ok(())
    }
}
