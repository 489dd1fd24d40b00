//! Accumulates the postings of one term. Compact, since all terms of a site are in memory at once.

use super::bm25::FieldFrequencies;
use super::build::Occurrences;
use crate::format::{Cursor, FormatError, Writer};

/// Postings of one term.
#[derive(Default)]
pub(super) struct PostingsAccumulator {
    encoded: Writer,
    pub document_frequency: u32,
    /// One more than the last section with the term.
    next: u32,
    surface: FrequentForms,
}

/// One decoded posting.
pub(super) struct FullPosting {
    pub section: u32,
    pub frequencies: FieldFrequencies,
    pub positions: Vec<u32>,
}

/// Surface forms of a term that are counted at a time.
const FORMS: usize = 4;

/// Counts surface forms by sections. If there are more forms than counters, each new one decrements all counters (Misra
/// and Gries, "Finding repeated elements", 1982), so that a form of more than a fifth of the sections is never lost.
#[derive(Default)]
struct FrequentForms(Vec<(Option<Box<str>>, u32)>);

impl FrequentForms {
    fn vote(&mut self, form: Option<&str>) {
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| known.as_deref() == form) {
            *count += 1;
        } else if self.0.len() < FORMS {
            // Most terms have one form, and all terms of a site are in memory at once.
            self.0.reserve_exact(1);
            self.0.push((form.map(Into::into), 1));
        } else {
            self.0.iter_mut().for_each(|(_, count)| *count -= 1);
            self.0.retain(|(_, count)| *count > 0);
        }
    }

    /// The most frequent form, the first of equals.
    fn form(&self) -> Option<&str> {
        let leading = self.0.iter().rev().max_by_key(|(_, count)| *count);
        leading.and_then(|(form, _)| form.as_deref())
    }
}

impl PostingsAccumulator {
    /// Adds a section. Sections come in rising order.
    pub fn push(&mut self, section: u32, occurrences: &Occurrences) {
        let writer = &mut self.encoded;
        writer.varint(section - self.next);
        for frequency in occurrences.frequencies {
            writer.varint(frequency);
        }
        writer.varint(occurrences.positions.len() as u32);
        let mut before = 0;
        for position in &occurrences.positions {
            writer.varint(position - before);
            before = *position;
        }
        self.next = section + 1;
        self.document_frequency += 1;
        self.surface.vote(occurrences.surface.as_deref());
    }

    /// The most frequent surface form, if it differs from the term.
    pub fn surface(&self) -> Option<&str> {
        self.surface.form()
    }

    /// All postings in section order.
    pub fn postings(self) -> Result<Vec<FullPosting>, FormatError> {
        let encoded = self.encoded.finish();
        let mut cursor = Cursor::new(&encoded);
        let mut next = 0;
        (0..self.document_frequency)
            .map(|_| {
                let section = next + cursor.varint("section")?;
                next = section + 1;
                let mut frequencies = FieldFrequencies::default();
                for frequency in &mut frequencies {
                    *frequency = cursor.varint("frequency")?;
                }
                let mut before = 0;
                let positions: Result<Vec<u32>, FormatError> = (0..cursor.varint("positions")?)
                    .map(|_| {
                        before += cursor.varint("position")?;
                        Ok(before)
                    })
                    .collect();
                Ok(FullPosting { section, frequencies, positions: positions? })
            })
            .collect()
    }
}
