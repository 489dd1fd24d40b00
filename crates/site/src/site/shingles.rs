//! Similarity of two texts: [`Shingles`], sets of runs of words, and their [`Sketch`]es by MinHash.
//!
//! A. Broder, "On the resemblance and containment of documents", SEQUENCES 1997; the sketch is cut into bands as in
//! Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4.

use std::collections::HashSet;

/// Words of a shingle. With runs of five, order counts, and common phrases do not make texts similar.
const WORDS: usize = 5;

/// Bands of a sketch, and hashes of each. Texts with similarity s share a band with probability 1 − (1 − s⁶)¹²:
/// 0.9999 at 0.9, and 0.17 at 0.5.
pub(super) const BANDS: usize = 12;
const ROWS: usize = 6;

/// Hashes of the shingles of a text; sorted, distinct.
#[derive(Debug)]
pub(crate) struct Shingles(Vec<u64>);

/// The smallest hash of the shingles under each of many hash functions.
#[derive(Debug)]
pub(crate) struct Sketch([u32; BANDS * ROWS]);

impl Shingles {
    /// The shingles of a text; the whole text if it has fewer words than a shingle. O(length).
    pub(crate) fn of(text: &str) -> Shingles {
        let words: Vec<u64> = text.split_whitespace().map(|word| hash(word.bytes().map(u64::from))).collect();
        let runs = words.windows(WORDS.min(words.len()).max(1));
        let mut shingles: Vec<u64> = runs.map(|run| hash(run.iter().copied())).collect();
        shingles.sort_unstable();
        shingles.dedup();
        Shingles(shingles)
    }

    /// |A ∩ B| / |A ∪ B|, from 0 to 1; for two empty sets, 1. O(|A| + |B|).
    pub(super) fn jaccard(&self, other: &Shingles) -> f64 {
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut common = 0;
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let (step_left, step_right) = (a <= b, b <= a);
            common += usize::from(step_left && step_right);
            if step_left {
                left.next();
            }
            if step_right {
                right.next();
            }
        }
        let all = self.0.len() + other.0.len() - common;
        if all == 0 { 1.0 } else { common as f64 / all as f64 }
    }

    /// The hashes of the runs.
    pub(super) fn hashes(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }

    /// The share of the runs that are among `known`, from 0 to 1. O(|A|).
    pub(super) fn share_in(&self, known: &HashSet<u64>) -> f64 {
        let common = self.0.iter().filter(|hash| known.contains(hash)).count();
        common as f64 / self.0.len().max(1) as f64
    }

    /// O(shingles · hashes).
    pub(super) fn sketch(&self) -> Sketch {
        let mut least = [u32::MAX; BANDS * ROWS];
        for &shingle in &self.0 {
            // Two independent hashes give any number of them (Kirsch, Mitzenmacher 2006).
            let (first, step) = (shingle as u32, (shingle >> 32) as u32 | 1);
            let mut hash = first;
            for least in &mut least {
                *least = (*least).min(mixed(hash));
                hash = hash.wrapping_add(step);
            }
        }
        Sketch(least)
    }
}

impl Sketch {
    /// One hash for each band, including the band's number. Texts that share one may be similar.
    pub(super) fn bands(&self) -> impl Iterator<Item = u64> {
        let bands = self.0.chunks_exact(ROWS).zip(0u64..);
        bands.map(|(rows, band)| hash(std::iter::once(band).chain(rows.iter().map(|&row| u64::from(row)))))
    }

    /// An estimate of [`Shingles::jaccard`], with a mean error of 0.04.
    pub(crate) fn similarity(&self, other: &Sketch) -> f64 {
        let same = self.0.iter().zip(&other.0).filter(|(a, b)| a == b).count();
        same as f64 / self.0.len() as f64
    }
}

/// A hash that is the same on every machine and in every version, unlike the standard library's.
fn hash(pieces: impl Iterator<Item = u64>) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325u64;
    for piece in pieces {
        state = (state ^ piece).wrapping_mul(0x0000_0100_0000_01b3);
    }
    // The finalizer of SplitMix64, because FNV mixes the high bits of short words badly.
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// The 32-bit finalizer of MurmurHash3, so that the order of hashes does not depend on their size.
fn mixed(mut hash: u32) -> u32 {
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(range: std::ops::Range<u32>) -> String {
        range.map(|number| format!("word{number} ")).collect()
    }

    #[test]
    fn similarity_is_that_of_sets_of_runs() {
        for (left, right, expected) in [
            (words(0..100), words(0..100), 1.0),
            // 96 runs of five in each, 92 of them common.
            (words(0..100), words(4..104), 92.0 / 100.0),
            (words(0..100), words(100..200), 0.0),
            ("a b".to_owned(), "a b".to_owned(), 1.0),
            ("a b".to_owned(), "b a".to_owned(), 0.0),
            (String::new(), String::new(), 1.0),
            (String::new(), "a".to_owned(), 0.0),
        ] {
            let (left, right) = (Shingles::of(&left), Shingles::of(&right));
            assert_eq!(left.jaccard(&right), expected);
            assert_eq!(right.jaccard(&left), expected);
            let estimate = left.sketch().similarity(&right.sketch());
            assert!((estimate - expected).abs() < 0.15, "{estimate} for {expected}");
        }
    }

    #[test]
    fn similar_texts_share_a_band() {
        let bands = |start| Shingles::of(&words(start..start + 400)).sketch().bands().collect::<Vec<_>>();
        for start in (0..4_000).step_by(400) {
            let (one, other, far) = (bands(start), bands(start + 15), bands(start + 390));
            assert!(one.iter().any(|band| other.contains(band)), "{start}");
            assert!(!one.iter().any(|band| far.contains(band)), "{start}");
        }
    }
}
