//! Reads term blocks, trusting none of them.

use super::layout::{ALL_FIELDS, FIELD_COUNT, Field};
use crate::format::{Cursor, FormatError};
use crate::ids::SectionId;

/// A stretch of the term dictionary in the order of its bytes, each term with its postings.
///
/// Holds the block's bytes and decodes what is asked for.
pub struct TermBlock {
    bytes: Vec<u8>,
    number: usize,
    term_count: u32,
    section_count: u32,
}

/// One section in which a term occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The section.
    pub section: SectionId,
    /// What [`super::layout::byte_to_impact`] makes an impact of; of an exact name, its kind.
    pub impact: u8,
    /// A bit for each field with the term.
    fields: u8,
}

impl Posting {
    /// The fields that the term occurs in.
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let fields = self.fields;
        ALL_FIELDS.into_iter().filter(move |field| fields >> *field as usize & 1 == 1)
    }
}

/// Damage that shows while lists are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedList {
    /// Number of the block that the list stands in.
    pub block: usize,
    /// Whether its positions are damaged, which stand in a block of their own.
    pub positions: bool,
    /// What was expected and found.
    pub source: FormatError,
}

/// A term of a block.
#[derive(Clone, Copy)]
pub struct TermEntry<'a> {
    /// Number of its block.
    pub block: usize,
    /// Its place in the block, which is also that of its positions.
    pub place: u32,
    /// Sections with the term.
    pub document_frequency: u32,
    /// Whether some of them are listed under the tail's key.
    pub has_tail: bool,
    count: u32,
    pub(super) section_count: u32,
    bytes: &'a [u8],
}

impl TermBlock {
    /// Takes over a decompressed block of an index of `section_count` sections; `number` is its own, for errors.
    ///
    /// # Errors
    /// No count of terms at its start. The rest is checked as it is read.
    pub fn read(bytes: Vec<u8>, number: usize, section_count: u32) -> Result<Self, FormatError> {
        let term_count = Cursor::new(&bytes).varint("term count")?;
        Ok(TermBlock { bytes, number, term_count, section_count })
    }

    /// Looks a term up; `None` if the block has none such. Cost: the terms of the block before it.
    ///
    /// # Errors
    /// Damage on the way to it.
    pub fn find(&self, term: &str) -> Result<Option<TermEntry<'_>>, FormatError> {
        let mut cursor = Cursor::new(&self.bytes);
        cursor.varint("term count")?;
        let mut key: Vec<u8> = Vec::new();
        let mut postings_before = 0usize;
        let mut found = None;
        for place in 0..self.term_count {
            let shared = cursor.varint("shared bytes of a term")? as usize;
            let suffix = cursor.bytes("term")?;
            let code = cursor.varint("postings of a term")?;
            let tail = if code & 1 == 1 { cursor.varint("postings of a tail")? } else { 0 };
            let length = cursor.varint("bytes of postings")? as usize;
            if found.is_some() {
                continue;
            }
            key.truncate(shared);
            key.extend_from_slice(suffix);
            if key.as_slice() == term.as_bytes() {
                found = Some((place, code, tail, postings_before, length));
            } else {
                postings_before = postings_before.saturating_add(length);
            }
        }
        let Some((place, code, tail, before, length)) = found else { return Ok(None) };
        cursor.take("postings before a term", before)?;
        let bytes = cursor.take("postings", length)?;
        let count = code >> 1;
        Ok(Some(TermEntry {
            block: self.number,
            place,
            document_frequency: count.saturating_add(tail).min(self.section_count),
            has_tail: code & 1 == 1,
            count,
            section_count: self.section_count,
            bytes,
        }))
    }
}

impl<'a> TermEntry<'a> {
    /// The postings, in section order.
    ///
    /// # Errors
    /// More postings than bytes.
    pub fn postings(&self) -> Result<Postings<'a>, DamagedList> {
        // Behind the steps stand two columns of one byte each.
        let columns =
            (self.count as usize).checked_mul(2).and_then(|columns| self.bytes.len().checked_sub(columns));
        let Some(steps) = columns else {
            let (expected, found) = (u64::from(self.count) * 3, self.bytes.len() as u64);
            let source = FormatError::Truncated { what: "postings", expected, found };
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

/// The postings of one term, decoded as they are asked for. Ends behind the first error.
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
            return Err(FormatError::OutOfRange {
                what: "section of a posting",
                at_most: u64::from(self.section_count).saturating_sub(1),
                found: section.into(),
            });
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
