//! Reads term blocks without trusting them.

use super::layout::{ALL_FIELDS, FIELD_COUNT, Field};
use crate::format::{Cursor, FormatError};
use crate::ids::SectionId;

/// A block of the term dictionary, sorted by the bytes of keys, with postings.
///
/// Holds the bytes of the block, and decodes only the entries that are looked up.
pub struct TermBlock {
    pub(super) bytes: Vec<u8>,
    pub(super) number: usize,
    pub(super) term_count: u32,
    pub(super) section_count: u32,
}

/// One section that contains the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The section.
    pub section: SectionId,
    /// Impact, see [`super::layout::byte_to_impact`]; of a name, its kind.
    pub impact: u8,
    /// One bit for each field that contains the term.
    fields: u8,
}

impl Posting {
    /// The fields that contain the term.
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let fields = self.fields;
        ALL_FIELDS.into_iter().filter(move |field| fields >> *field as usize & 1 == 1)
    }
}

/// Damage found while postings or positions are decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedList {
    /// Number of the term block.
    pub block: usize,
    /// Whether the damage is in the block of positions.
    pub positions: bool,
    /// What was expected and found.
    pub source: FormatError,
}

/// A term found in a block.
#[derive(Clone, Copy)]
pub struct TermEntry<'a> {
    /// Number of its block.
    pub block: usize,
    /// Index of the entry in its block, also in the block of positions.
    pub place: u32,
    /// Sections with the term.
    pub document_frequency: u32,
    /// Whether the term has further postings under the next key: behind its own the low-impact ones, behind these the
    /// least.
    pub has_further: bool,
    pub(super) count: u32,
    pub(super) section_count: u32,
    pub(super) bytes: &'a [u8],
}

impl TermBlock {
    /// Wraps a decompressed block of an index of `section_count` sections. `number` is the block's number, for errors.
    ///
    /// # Errors
    /// The block is too short for its count of terms. Everything else is checked when it is decoded.
    pub fn read(bytes: Vec<u8>, number: usize, section_count: u32) -> Result<Self, FormatError> {
        let term_count = Cursor::new(&bytes).varint("term count")?;
        Ok(TermBlock { bytes, number, term_count, section_count })
    }

    /// The postings of all terms, and what follows them. Cost: linear in the terms of the block.
    ///
    /// # Errors
    /// Damage in front of them.
    pub fn postings_and_rest(&self) -> Result<(&[u8], &[u8]), FormatError> {
        let mut cursor = Cursor::new(&self.bytes);
        cursor.varint("term count")?;
        let mut postings = 0usize;
        for _ in 0..self.term_count {
            cursor.varint("shared bytes of a term")?;
            cursor.bytes("term")?;
            if cursor.varint("postings of a term")? & 1 == 1 {
                cursor.varint("further postings")?;
            }
            postings = postings.saturating_add(cursor.varint("bytes of postings")? as usize);
        }
        Ok((cursor.take("postings", postings)?, cursor.take("bytes behind postings", cursor.remaining())?))
    }

    /// Looks a term up; `None` if the block lacks it. Cost: linear in the terms of the block.
    ///
    /// # Errors
    /// Damage in front of the term.
    pub fn find(&self, term: &str) -> Result<Option<TermEntry<'_>>, FormatError> {
        self.first(&|key| key == term.as_bytes())
    }

    /// The first term that begins with `beginning`, as [`Self::find`].
    ///
    /// # Errors
    /// Damage in front of the term.
    pub fn beginning_with(&self, beginning: &str) -> Result<Option<TermEntry<'_>>, FormatError> {
        self.first(&|key| key.starts_with(beginning.as_bytes()))
    }

    fn first(&self, is_wanted: &dyn Fn(&[u8]) -> bool) -> Result<Option<TermEntry<'_>>, FormatError> {
        let mut cursor = Cursor::new(&self.bytes);
        cursor.varint("term count")?;
        let mut key: Vec<u8> = Vec::new();
        let mut postings_before = 0usize;
        let mut found = None;
        for place in 0..self.term_count {
            let shared = cursor.varint("shared bytes of a term")? as usize;
            let suffix = cursor.bytes("term")?;
            let code = cursor.varint("postings of a term")?;
            let further = if code & 1 == 1 { cursor.varint("further postings")? } else { 0 };
            let length = cursor.varint("bytes of postings")? as usize;
            if found.is_some() {
                continue;
            }
            key.truncate(shared);
            key.extend_from_slice(suffix);
            if is_wanted(&key) {
                found = Some((place, code, further, postings_before, length));
            } else {
                postings_before = postings_before.saturating_add(length);
            }
        }
        let Some((place, code, further, before, length)) = found else { return Ok(None) };
        cursor.take("postings before a term", before)?;
        let bytes = cursor.take("postings", length)?;
        let count = code >> 1;
        Ok(Some(TermEntry {
            block: self.number,
            place,
            document_frequency: count.saturating_add(further).min(self.section_count),
            has_further: code & 1 == 1,
            count,
            section_count: self.section_count,
            bytes,
        }))
    }
}

impl<'a> TermEntry<'a> {
    /// A term that other indexes have, searched together with this one.
    pub fn elsewhere(document_frequency: u32) -> Self {
        TermEntry {
            block: 0,
            place: 0,
            document_frequency,
            has_further: false,
            count: 0,
            section_count: 0,
            bytes: &[],
        }
    }

    /// Whether there are any in this index.
    pub fn has_postings(&self) -> bool {
        self.count > 0
    }

    /// The postings, in section order.
    ///
    /// # Errors
    /// More postings than bytes.
    pub fn postings(&self) -> Result<Postings<'a>, DamagedList> {
        // Two columns of one byte per posting follow the section ids.
        let columns =
            (self.count as usize).checked_mul(2).and_then(|columns| self.bytes.len().checked_sub(columns));
        let Some(steps) = columns else {
            let (expected, found) = (u64::from(self.count) * 3, self.bytes.len() as u64);
            let source = FormatError::truncated("postings", expected, found);
            return Err(DamagedList { block: self.block, positions: false, source });
        };
        let (steps, columns) = self.bytes.split_at(steps);
        let (impacts, fields) = columns.split_at(self.count as usize);
        Ok(Postings {
            block: self.block,
            steps: Cursor::new(steps),
            impacts,
            fields,
            next: 0,
            at: 0,
            section_count: self.section_count,
        })
    }
}

/// Decodes the postings of one term one by one. Ends after the first error.
pub struct Postings<'a> {
    block: usize,
    steps: Cursor<'a>,
    impacts: &'a [u8],
    fields: &'a [u8],
    next: u32,
    at: usize,
    section_count: u32,
}

impl Postings<'_> {
    fn decode(&mut self, impact: u8, fields: u8) -> Result<Posting, FormatError> {
        let step = self.steps.varint("posting")?;
        let section = self.next.saturating_add(step);
        if section >= self.section_count {
            return Err(FormatError::out_of_range(
                "section of a posting",
                u64::from(self.section_count).saturating_sub(1),
                section.into(),
            ));
        }
        self.next = section + 1;
        Ok(Posting { section: SectionId(section), impact, fields: fields & ((1 << FIELD_COUNT) - 1) })
    }
}

impl Iterator for Postings<'_> {
    type Item = Result<Posting, DamagedList>;

    fn next(&mut self) -> Option<Self::Item> {
        let (impact, fields) = (*self.impacts.get(self.at)?, *self.fields.get(self.at)?);
        self.at += 1;
        let posting = self.decode(impact, fields);
        if posting.is_err() {
            self.at = usize::MAX;
        }
        Some(posting.map_err(|source| DamagedList { block: self.block, positions: false, source }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.impacts.len().saturating_sub(self.at)))
    }
}
