//! The names of sections out of a block of terms, for an export: [`TermBlock::names`].

use super::layout::EXACT_MARK;
use super::read::{TermBlock, TermEntry};
use crate::format::{Cursor, FormatError};
use crate::ids::SectionId;

impl TermBlock {
    /// Calls `each` with every name of the block, folded as the index has it, and each of its sections. Cost: linear in
    /// the block.
    ///
    /// # Errors
    /// Damage.
    pub fn names(&self, each: &mut dyn FnMut(&str, SectionId)) -> Result<(), FormatError> {
        let mut cursor = Cursor::new(&self.bytes);
        cursor.varint("term count")?;
        let mut key: Vec<u8> = Vec::new();
        // Name, number of sections, and where their postings are.
        let mut names = Vec::new();
        let mut start = 0usize;
        for place in 0..self.term_count {
            let shared = cursor.varint("shared bytes of a term")? as usize;
            key.truncate(shared);
            key.extend_from_slice(cursor.bytes("term")?);
            let code = cursor.varint("postings of a term")?;
            if code & 1 == 1 {
                cursor.varint("low-impact postings")?;
            }
            let end = start.saturating_add(cursor.varint("bytes of postings")? as usize);
            if let Some(mark) = key.iter().position(|byte| *byte == EXACT_MARK as u8) {
                let name = String::from_utf8_lossy(&key[mark + 1..]).into_owned();
                names.push((name, place, code >> 1, start..end));
            }
            start = end;
        }
        let postings = cursor.take("postings", start)?;
        for (name, place, count, range) in names {
            let bytes = &postings[range];
            let (block, section_count) = (self.number, self.section_count);
            let document_frequency = count;
            let has_low_impact = false;
            let entry =
                TermEntry { block, place, document_frequency, has_low_impact, count, section_count, bytes };
            for posting in entry.postings().map_err(|damaged| damaged.source)? {
                each(&name, posting.map_err(|damaged| damaged.source)?.section);
            }
        }
        Ok(())
    }
}
