//! Accumulates the postings of one term. Compact, since all terms of a site are in memory at once.

use std::ops::Range;

use super::bm25::FieldFrequencies;
use crate::format::{Cursor, FormatError, Writer};

/// Postings of one term.
#[derive(Default)]
pub(super) struct PostingsAccumulator {
    encoded: Writer,
    pub document_frequency: u32,
    /// One more than the last section with the term.
    next: u32,
    forms: FrequentForms,
}

/// One decoded posting.
pub(super) struct FullPosting {
    pub section: u32,
    pub frequencies: FieldFrequencies,
    /// The number of its positions and their steps, as a range of the bytes beside the postings.
    pub positions: Range<usize>,
}

/// Surface forms of a term that are counted at a time. Few English stems have more.
const FORMS: usize = 8;

/// Counts surface forms by sections. If there are more forms than counters, each new one decrements all counters (Misra
/// and Gries, "Finding repeated elements", 1982), so that a form of more than a ninth of the sections is never lost.
#[derive(Default)]
struct FrequentForms(Vec<(u32, u32)>);

impl FrequentForms {
    fn vote(&mut self, form: u32) {
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| *known == form) {
            *count += 1;
        } else if self.0.len() < FORMS {
            // Most terms have one form, and all terms of a site are in memory at once.
            self.0.reserve_exact(1);
            self.0.push((form, 1));
        } else {
            self.0.iter_mut().for_each(|(_, count)| *count -= 1);
            self.0.retain(|(_, count)| *count > 0);
        }
    }

    /// The most frequent form first, the first of equals.
    fn sorted(mut self) -> Vec<u32> {
        self.0.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        self.0.into_iter().map(|(form, _)| form).collect()
    }
}

impl PostingsAccumulator {
    /// Adds a section. Sections come in rising order. `occurrences` are those of
    /// [`SectionTerms`](super::analysis::SectionTerms), `forms` are the numbers of the surface forms.
    pub fn push(&mut self, section: u32, occurrences: &[u8], forms: &[u32]) {
        self.encoded.varint(section - self.next);
        self.encoded.bytes(occurrences);
        self.next = section + 1;
        self.document_frequency += 1;
        forms.iter().for_each(|form| self.forms.vote(*form));
    }

    /// Takes the numbers of its surface forms, the most frequent ones first.
    pub fn forms(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.forms).sorted()
    }

    /// All postings in section order, and the bytes that have their positions.
    pub fn postings(self) -> Result<(Vec<FullPosting>, Vec<u8>), FormatError> {
        let encoded = self.encoded.finish();
        let mut cursor = Cursor::new(&encoded);
        let mut next = 0;
        let mut posting = || {
            let section = next + cursor.varint("section")?;
            next = section + 1;
            let fields = cursor.varint("fields")?;
            let mut frequencies = FieldFrequencies::default();
            for (field, frequency) in frequencies.iter_mut().enumerate() {
                if fields & 1 << field != 0 {
                    *frequency = cursor.varint("frequency")?;
                }
            }
            let start = encoded.len() - cursor.remaining();
            for _ in 0..cursor.varint("positions")? {
                cursor.varint("position")?;
            }
            let positions = start..encoded.len() - cursor.remaining();
            Ok(FullPosting { section, frequencies, positions })
        };
        let postings = (0..self.document_frequency).map(|_| posting()).collect::<Result<_, FormatError>>()?;
        Ok((postings, encoded))
    }
}
