//! Where terms occur, by the windows of sections: what the lexicon is fitted to.

use std::ops::Range;
use std::sync::Arc;

use super::layout::Field;
use super::postings_accumulator::FullPosting;
use crate::format::Cursor;

/// Where a term occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermOccurrences {
    /// The term; empty for names and low-impact postings.
    pub term: Arc<str>,
    /// Its most frequent surface form.
    pub shown: Arc<str>,
    /// Sections with the term.
    pub document_frequency: u32,
    /// By section and window, rising.
    pub windows: Vec<Occurrence>,
}

/// How often a term occurs in one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The section.
    pub section: u32,
    /// The window, numbered over all sections.
    pub window: u32,
    /// In the title and headings of the section.
    pub in_headings: u16,
    /// In the window's part of its text, code and anchor texts.
    pub in_text: u16,
}

/// The windows of all sections.
pub(super) struct SectionWindows<'a> {
    /// The first window of each section, and the number of all windows.
    pub starts: &'a [u32],
    /// The positions of each section's text.
    pub texts: &'a [Range<u32>],
}

impl SectionWindows<'_> {
    /// The occurrences of a term; `encoded` has the positions of its postings. Windows have about the same length, so a
    /// position tells the window. Whole names have no position; they count in all windows of their section.
    pub fn occurrences(&self, postings: &[FullPosting], encoded: &[u8]) -> TermOccurrences {
        let mut windows = Vec::new();
        for posting in postings {
            let section = posting.section as usize;
            let [first, end] = [self.starts[section], self.starts[section + 1]];
            let count = |fields: &[Field]| {
                let all = fields.iter().map(|field| posting.frequencies[*field as usize]).sum::<u32>();
                all.min(u16::MAX.into()) as u16
            };
            let in_headings = count(&[Field::Title, Field::Path, Field::Heading]);
            let in_text = count(&[Field::Body, Field::Code, Field::Anchor]);
            let mut counts = vec![0u16; (end - first) as usize];
            let text = &self.texts[section];
            for position in positions(&encoded[posting.positions.clone()]).filter(|at| text.contains(at)) {
                let place = u64::from(position - text.start) * counts.len() as u64 / text.len() as u64;
                if let Some(count) = counts.get_mut(place as usize) {
                    *count = count.saturating_add(1);
                }
            }
            if counts.iter().all(|count| *count == 0) {
                counts.fill(in_text);
            }
            for (window, in_text) in (first..end).zip(counts) {
                if in_headings > 0 || in_text > 0 {
                    windows.push(Occurrence { section: posting.section, window, in_headings, in_text });
                }
            }
        }
        let document_frequency = postings.len() as u32;
        TermOccurrences { document_frequency, windows, ..TermOccurrences::default() }
    }
}

/// Positions from their number and steps.
fn positions(encoded: &[u8]) -> impl Iterator<Item = u32> {
    let mut cursor = Cursor::new(encoded);
    let count = cursor.varint("positions").unwrap_or_default();
    let mut position = 0;
    (0..count).map_while(move |_| {
        position += cursor.varint("position").ok()?;
        Some(position)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexical::FIELD_COUNT;

    #[test]
    fn positions_tell_the_window() {
        let mut frequencies = [0; FIELD_COUNT];
        (frequencies[Field::Title as usize], frequencies[Field::Body as usize]) = (1, 3);
        // Three positions: 2 (title), 20 and 39.
        let encoded = [3, 2, 18, 19];
        let posting = |section, positions| FullPosting { section, frequencies, positions };
        let windows = SectionWindows { starts: &[0, 2, 4, 4], texts: &[20..40, 20..40, 0..0] };
        let found = windows.occurrences(&[posting(0, 0..4), posting(1, 0..0), posting(2, 0..0)], &encoded);
        let counts: Vec<(u32, u32, u16, u16)> =
            found.windows.iter().map(|it| (it.section, it.window, it.in_headings, it.in_text)).collect();
        assert_eq!(
            counts,
            [(0, 0, 1, 1), (0, 1, 1, 1), (1, 2, 1, 3), (1, 3, 1, 3)],
            "the third has no windows"
        );
        assert_eq!(found.document_frequency, 3);
    }
}
