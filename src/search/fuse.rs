//! Weighted Reciprocal Rank Fusion.
//!
//! `score(d) = Σ wᵢ / (k + rankᵢ(d))`, ranks from 1 (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms
//! Condorcet and individual rank learning methods", SIGIR 2009). Only ranks cross from the retrievers into here,
//! because BM25F scores and cosines have no common scale.

use std::collections::BTreeMap;

use crate::ids::SectionId;

/// One retriever's sections, best first, and how much its ranks count.
pub struct RankedList<'a> {
    /// Best first, no section twice.
    pub sections: &'a [SectionId],
    /// Multiplies every share.
    pub weight: f32,
}

/// A section with its fused score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    /// The section.
    pub section: SectionId,
    /// Sum of the shares.
    pub score: f32,
}

/// What a place in a list adds to the fused score; `rank` counts from 1.
pub fn contribution(weight: f32, k: f32, rank: usize) -> f32 {
    weight / (k + rank as f32)
}

/// Fuses lists, best first; equal scores in section order, so that every engine gives the same order. Cost: the
/// lists' lengths, and a sort of their union.
pub fn fuse(lists: &[RankedList<'_>], k: f32) -> Vec<Fused> {
    let mut scores: BTreeMap<SectionId, f32> = BTreeMap::new();
    for list in lists {
        for (rank, section) in (1..).zip(list.sections) {
            *scores.entry(*section).or_default() += contribution(list.weight, k, rank);
        }
    }
    let mut fused: Vec<Fused> = scores.into_iter().map(|(section, score)| Fused { section, score }).collect();
    fused.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.section.cmp(&b.section)));
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fused(lists: &[(&[u32], f32)]) -> Vec<(u32, f32)> {
        let ids: Vec<Vec<SectionId>> =
            lists.iter().map(|(list, _)| list.iter().copied().map(SectionId).collect()).collect();
        let lists: Vec<RankedList<'_>> = ids
            .iter()
            .zip(lists)
            .map(|(sections, (_, weight))| RankedList { sections, weight: *weight })
            .collect();
        fuse(&lists, 60.0).into_iter().map(|fused| (fused.section.0, fused.score)).collect()
    }

    #[test]
    fn sections_in_both_lists_win() {
        assert_eq!(
            fused(&[(&[7, 8], 1.0), (&[9, 8], 1.0)]),
            [(8, 1.0 / 62.0 + 1.0 / 62.0), (7, 1.0 / 61.0), (9, 1.0 / 61.0)]
        );
    }

    #[test]
    fn weights_count_and_empty_lists_do_no_harm() {
        assert_eq!(fused(&[(&[1], 1.0), (&[2], 2.0), (&[], 5.0)]), [(2, 2.0 / 61.0), (1, 1.0 / 61.0)]);
        assert!(fused(&[]).is_empty());
    }
}
