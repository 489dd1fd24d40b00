//! The postings of one term while sections are still being added: compact, since all terms of a site are held at once.

use super::bm25::FieldFrequencies;
use super::build::Occurrences;
use crate::format::{Cursor, FormatError, Writer};

/// Postings of one term.
#[derive(Default)]
pub(super) struct Growing {
    encoded: Writer,
    pub document_frequency: u32,
    /// The section after the last one with the term.
    next: u32,
    surface: MostFrequent,
}

/// One posting with all that is known of it.
pub(super) struct FullPosting {
    pub section: u32,
    pub frequencies: FieldFrequencies,
    pub positions: Vec<u32>,
}

/// The form that more than half of the sections have, if there is one (Boyer and Moore's majority vote).
#[derive(Default)]
struct MostFrequent {
    candidate: Option<Box<str>>,
    lead: u32,
}

impl MostFrequent {
    fn vote(&mut self, form: Option<&str>) {
        if self.lead == 0 {
            self.candidate = form.map(Into::into);
        }
        if self.candidate.as_deref() == form {
            self.lead += 1;
        } else {
            self.lead -= 1;
        }
    }
}

impl Growing {
    /// Adds a section; sections come in rising order.
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

    /// The form in which the term is mostly written, if that is not the term itself.
    pub fn surface(&self) -> Option<&str> {
        self.surface.candidate.as_deref()
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
