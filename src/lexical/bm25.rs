//! BM25F at build time: the impact of a term on a section, from its frequencies in weighted fields.
//!
//! Robertson, Zaragoza, Taylor, "Simple BM25 Extension to Multiple Weighted Fields" (CIKM 2004): frequencies are
//! normalised by the length of their field, weighted, summed, and only then saturated, so that a term in title and body
//! counts as one frequent term, not as two.
//!
//! Saturation has a price: in a long section that often repeats a word, the word's occurrence in the title adds
//! nothing. A field can therefore have a bonus: a BM25 score of its own, added to the joint one.
//!
//! Only the inverse document frequency is unknown at build time. A posting carries the finished impact, and readers
//! need neither frequencies nor lengths.

use serde::{Deserialize, Serialize};

use super::layout::{FIELD_COUNT, Field};

/// Frequency of a term in each field of a section; 0 in all for one that only stands beside the text.
pub type FieldFrequencies = [u32; FIELD_COUNT];

/// Impact of a term that only stands beside the text, by the boost of headings above. By default that of a word said once in
/// a text of thirty times the average length, so that sections whose text says it come before.
const BESIDE_IMPACT: f32 = 0.2;

/// Parameters of BM25F.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bm25Params {
    /// Saturation of repeated occurrences; at 0 only the first counts.
    pub k1: f32,
    /// Length normalisation of each field, from 0 (none) to 1 (full).
    pub b: [f32; FIELD_COUNT],
    /// Weight of an occurrence in each field.
    pub boost: [f32; FIELD_COUNT],
    /// Weight of each field's own BM25 score, added to the joint one.
    pub bonus: [f32; FIELD_COUNT],
    /// Words of each field that count as its average length; 0 for the mean over the sections. For indexes that are
    /// searched as one.
    pub lengths: [f32; FIELD_COUNT],
}

impl Default for Bm25Params {
    fn default() -> Self {
        Bm25Params {
            k1: 1.5,
            b: [0.75, 0.75, 0.75, 0.5, 0.5, 0.75],
            boost: [1.5, 0.5, 2.0, 1.0, 0.7, 1.0],
            bonus: [0.8, 0.0, 0.8, 0.0, 0.0, 0.0],
            lengths: [0.0; FIELD_COUNT],
        }
    }
}

impl Bm25Params {
    /// Upper bound of [`Self::impact`] for any frequencies.
    pub fn largest_impact(&self) -> f32 {
        (self.k1 + 1.0) * (1.0 + self.bonus.iter().sum::<f32>())
    }

    /// The impact of a term: its BM25F score without the inverse document frequency. `lengths` are those of the
    /// section's fields in terms, `average` the means over all sections.
    pub fn impact(
        &self,
        frequencies: &FieldFrequencies,
        lengths: &[u32; FIELD_COUNT],
        average: &[f32; FIELD_COUNT],
    ) -> f32 {
        let normalised = |field: usize| {
            let norm = 1.0 - self.b[field] + self.b[field] * lengths[field] as f32 / average[field].max(1.0);
            frequencies[field] as f32 / norm.max(0.05)
        };
        if frequencies.iter().all(|frequency| *frequency == 0) {
            return BESIDE_IMPACT * self.boost[Field::Path as usize];
        }
        let present = || (0..FIELD_COUNT).filter(|field| frequencies[*field] > 0);
        let joint: f32 = present().map(|field| self.boost[field] * normalised(field)).sum();
        let bonus: f32 =
            present().map(|field| self.bonus[field] * saturate(normalised(field), self.k1)).sum();
        saturate(joint, self.k1) + bonus
    }
}

fn saturate(frequency: f32, k1: f32) -> f32 {
    // Both terms are zero for k1 = 0 and boost = 0.
    frequency * (k1 + 1.0) / (frequency + k1).max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impacts_are_those_of_the_formula() {
        let params = Bm25Params {
            k1: 1.5,
            b: [0.75; FIELD_COUNT],
            boost: [2.0, 1.0, 2.0, 1.0, 0.7, 1.0],
            bonus: [0.0, 0.0, 0.5, 0.0, 0.0, 0.0],
            ..Bm25Params::default()
        };
        // Once in a heading of one term, twice in a body of 14; the mean length of headings is 1 term, of bodies 8.
        let impact =
            params.impact(&[0, 0, 1, 2, 0, 0], &[0, 0, 1, 14, 0, 0], &[1.0, 0.0, 1.0, 8.0, 0.0, 0.0]);
        let joint = 2.0 * 1.0 / (0.25 + 0.75) + 2.0 / (0.25 + 0.75 * 14.0 / 8.0);
        let expected = joint * 2.5 / (joint + 1.5) + 0.5 * 2.5 / (1.0 + 1.5);
        assert!((impact - expected).abs() < 1e-6, "{impact} != {expected}");
        let least =
            params.impact(&[0, 0, 0, 1, 0, 0], &[0, 0, 0, 240, 0, 0], &[1.0, 0.0, 1.0, 8.0, 0.0, 0.0]);
        let beside = params.impact(&[0; FIELD_COUNT], &[1; FIELD_COUNT], &[1.0; FIELD_COUNT]);
        assert!(beside > 0.0 && beside < 5.0 * least, "{beside} {least}");
        let most = params.impact(&[u32::MAX; FIELD_COUNT], &[1; FIELD_COUNT], &[1.0; FIELD_COUNT]);
        assert!(most <= params.largest_impact());
    }
}
