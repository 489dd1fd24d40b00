//! Numbers of tokens: those that the driver supplied, or estimates.

use super::pieces::Pieces;
use crate::ids::SectionId;
use crate::search::answer::TokenCounting;

/// Numbers of tokens of the pieces of sections.
#[derive(Default)]
pub(in crate::search) struct TokenCounts {
    /// The sections whose pieces the driver is asked to count, with the number of their pieces.
    sections: Vec<(SectionId, usize)>,
    /// For each piece of each section. `None` while the driver is asked.
    counts: Option<Vec<u32>>,
}

impl TokenCounts {
    /// Asks for the pieces of sections.
    pub fn ask(sections: Vec<(SectionId, usize)>) -> Self {
        TokenCounts { sections, counts: None }
    }

    /// Whether the driver has answered.
    pub fn are_known(&self) -> bool {
        self.counts.is_some()
    }

    /// Takes the counts. Without them, or with another number of them, tokens are estimated.
    pub fn supply(&mut self, counts: Option<Vec<u32>>) {
        let expected: usize = self.sections.iter().map(|(_, pieces)| pieces).sum();
        let counts = counts.filter(|counts| counts.len() == expected);
        if counts.is_none() {
            self.sections.clear();
        }
        self.counts = Some(counts.unwrap_or_default());
    }

    /// How the pieces of all sections are counted.
    pub fn counting(&self) -> TokenCounting {
        if self.sections.is_empty() { TokenCounting::Estimate } else { TokenCounting::Encoder }
    }

    /// The tokens of each piece of a section.
    pub(super) fn of(&self, section: SectionId, pieces: &Pieces<'_>) -> Vec<usize> {
        let mut start = 0;
        for (known, count) in &self.sections {
            if *known == section {
                let counts = self.counts.as_deref().and_then(|counts| counts.get(start..start + count));
                return counts.unwrap_or_default().iter().map(|count| *count as usize).collect();
            }
            start += count;
        }
        pieces.texts().map(estimate).collect()
    }
}

/// An estimate of the number of a text's tokens: a sign of punctuation or a digit is one, two letters of a word are one,
/// and of other scripts each byte. Encoders' tokenizers need about half as many for English. They need more only for
/// strings of letters that are hardly words, or words of one letter.
pub fn estimate(text: &str) -> usize {
    let mut tokens = 0;
    let mut letters = 0;
    for byte in text.bytes() {
        if byte.is_ascii_alphabetic() {
            letters += 1;
            continue;
        }
        tokens += usize::div_ceil(std::mem::take(&mut letters), 2);
        tokens += usize::from(!byte.is_ascii_whitespace());
    }
    tokens + letters.div_ceil(2)
}
