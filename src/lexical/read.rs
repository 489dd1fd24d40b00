//! Reads the lexical file, trusting none of it.

use std::ops::Range;

use fst::Map;

use super::layout::{FIELD_COUNT, FieldFrequencies, byte_to_length, read_posting};
use crate::format::{Cursor, FileKind, FormatError, Generation, read_header};
use crate::ids::SectionId;
use crate::limits::MAX_SECTIONS;

/// The lexical index of a site: term dictionary, postings, and how long each section's fields are.
///
/// Holds the file's bytes and decodes postings as they are walked through.
pub struct LexicalIndex {
    section_count: u32,
    average_lengths: [f32; FIELD_COUNT],
    lengths: Range<usize>,
    postings: Range<usize>,
    bytes: Vec<u8>,
    dictionary: Map<Vec<u8>>,
}

/// One section in which a term occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The section.
    pub section: SectionId,
    /// How often the term occurs in each of its fields.
    pub frequencies: FieldFrequencies,
}

impl LexicalIndex {
    /// Takes over a lexical file of `section_count` sections.
    ///
    /// # Errors
    /// Another kind, version, generation or number of sections than expected; lengths that don't add up; a
    /// damaged dictionary. Cost: one pass over the dictionary's bytes for its checksum.
    pub fn read(bytes: Vec<u8>, generation: Generation, section_count: u32) -> Result<Self, FormatError> {
        let mut cursor = read_header(&bytes, FileKind::Lexical, generation)?;
        let found = cursor.u32("section count")?;
        if found != section_count || found > MAX_SECTIONS {
            let at_most = section_count.min(MAX_SECTIONS).into();
            return Err(FormatError::OutOfRange { what: "section count", at_most, found: found.into() });
        }
        let mut average_lengths = [0.0; FIELD_COUNT];
        for average in &mut average_lengths {
            *average = cursor.u64("field length")? as f32 / section_count.max(1) as f32;
        }
        let dictionary_length = cursor.u32("dictionary length")? as usize;
        let postings_length = cursor.u32("postings length")? as usize;
        let lengths = range(&mut cursor, "field lengths", section_count as usize * FIELD_COUNT)?;
        let dictionary = cursor.take("dictionary", dictionary_length)?.to_vec();
        let postings = range(&mut cursor, "postings", postings_length)?;
        cursor.end("lexical file")?;
        let damaged = |error: fst::Error| FormatError::Dictionary { reason: error.to_string() };
        let dictionary = Map::new(dictionary).map_err(damaged)?;
        // The fst crate walks through its bytes without further checks, so they must be what was written.
        dictionary.as_fst().verify().map_err(damaged)?;
        Ok(LexicalIndex { section_count, average_lengths, lengths, postings, bytes, dictionary })
    }

    /// Number of sections.
    pub fn section_count(&self) -> u32 {
        self.section_count
    }

    /// Number of distinct terms.
    pub fn term_count(&self) -> usize {
        self.dictionary.len()
    }

    /// Mean length of each field in terms, over all sections.
    pub fn average_lengths(&self) -> [f32; FIELD_COUNT] {
        self.average_lengths
    }

    /// Length of one field of each section, as the byte of [`super::layout::length_to_byte`].
    pub(super) fn length_bytes(&self, field: usize) -> &[u8] {
        let count = self.section_count as usize;
        &self.bytes[self.lengths.clone()][field * count..(field + 1) * count]
    }

    /// Length of one field of one section in terms, as stored (at most 12 % short); zero for an unknown section.
    pub fn length(&self, section: SectionId, field: usize) -> f32 {
        self.length_bytes(field).get(section.index()).map_or(0.0, |byte| byte_to_length(*byte))
    }

    /// The postings of a term, `None` if no section has it. Cost: the length of the term.
    ///
    /// # Errors
    /// An offset or a document frequency beyond what the file holds.
    pub fn postings(&self, term: &str) -> Result<Option<Postings<'_>>, FormatError> {
        let Some(offset) = self.dictionary.get(term) else { return Ok(None) };
        let all = &self.bytes[self.postings.clone()];
        let from_offset = usize::try_from(offset).ok().and_then(|offset| all.get(offset..)).ok_or(
            FormatError::OutOfRange { what: "postings offset", at_most: all.len() as u64, found: offset },
        )?;
        let mut cursor = Cursor::new(from_offset);
        let document_frequency = cursor.varint_up_to("document frequency", self.section_count)?;
        Ok(Some(Postings {
            cursor,
            document_frequency,
            left: document_frequency,
            next: 0,
            section_count: self.section_count,
        }))
    }
}

fn range(cursor: &mut Cursor<'_>, what: &'static str, length: usize) -> Result<Range<usize>, FormatError> {
    let start = cursor.position();
    cursor.take(what, length)?;
    Ok(start..start + length)
}

/// The postings of one term, decoded as they are asked for. Ends behind the first error.
pub struct Postings<'a> {
    cursor: Cursor<'a>,
    document_frequency: u32,
    left: u32,
    next: u32,
    section_count: u32,
}

impl Postings<'_> {
    /// In how many sections the term occurs.
    pub fn document_frequency(&self) -> u32 {
        self.document_frequency
    }

    fn decode(&mut self) -> Result<Posting, FormatError> {
        let (step, frequencies) = read_posting(&mut self.cursor)?;
        let section = self.next.saturating_add(step);
        if section >= self.section_count {
            return Err(FormatError::OutOfRange {
                what: "section of a posting",
                at_most: u64::from(self.section_count).saturating_sub(1),
                found: section.into(),
            });
        }
        self.next = section + 1;
        Ok(Posting { section: SectionId(section), frequencies })
    }
}

impl Iterator for Postings<'_> {
    type Item = Result<Posting, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let posting = self.decode();
        if posting.is_err() {
            self.left = 0;
        }
        Some(posting)
    }
}
