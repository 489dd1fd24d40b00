//! Weighted Reciprocal Rank Fusion.
//!
//! `score(d) = Σ wᵢ / (k + rankᵢ(d))`, ranks from 1 (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms
//! Condorcet and individual rank learning methods", SIGIR 2009). Only ranks reach this module, because BM25F scores and
//! cosines have no common scale.

use std::collections::BTreeMap;

use crate::ids::SectionId;
use crate::lexical::ScoredSection;

/// One retriever's result, and its weight.
pub(super) struct RankedList {
    /// The retriever's name.
    pub retriever: &'static str,
    /// Multiplies every share.
    pub weight: f32,
    /// Best first, no section twice, with the retriever's own scores.
    pub sections: Vec<ScoredSection>,
}

/// A section with its score in the ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fused {
    /// The section.
    pub section: SectionId,
    /// Sum of the shares.
    pub score: f32,
}

/// What a place in a list adds to the fused score; `rank` counts from 1.
pub(super) fn share(weight: f32, k: f32, rank: usize) -> f32 {
    weight / (k + rank as f32)
}

/// Fuses lists, best first; equal scores in section order, for the same order everywhere. A single list keeps its
/// scores and order. Cost: the lists' lengths, and a sort of their union.
pub(super) fn fuse(lists: &[RankedList], k: f32) -> Vec<Fused> {
    // Constant in a build with one retriever, which keeps the rest out of that module.
    if cfg!(not(any(test, feature = "dense"))) || lists.len() < 2 {
        let sections = lists.iter().flat_map(|list| &list.sections);
        return sections.map(|scored| Fused { section: scored.section, score: scored.score }).collect();
    }
    let mut scores: BTreeMap<SectionId, f32> = BTreeMap::new();
    for list in lists {
        for (rank, scored) in (1..).zip(&list.sections) {
            *scores.entry(scored.section).or_default() += share(list.weight, k, rank);
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
        let scored = |section: &u32| ScoredSection { section: SectionId(*section), score: 7.0 };
        let lists: Vec<RankedList> = lists
            .iter()
            .map(|(list, weight)| RankedList {
                retriever: "any",
                weight: *weight,
                sections: list.iter().map(scored).collect(),
            })
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

    #[test]
    fn a_list_alone_keeps_its_scores() {
        assert_eq!(fused(&[(&[2, 1], 3.0)]), [(2, 7.0), (1, 7.0)]);
    }
}
