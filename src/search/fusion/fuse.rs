//! Weighted Reciprocal Rank Fusion.
//!
//! `score(d) = Σ wᵢ / (k + rankᵢ(d))`, ranks from 1 (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms
//! Condorcet and individual rank learning methods", SIGIR 2009). Only ranks reach this module, because BM25F scores and
//! cosines have no common scale.

use super::score_mix::Scale;
use crate::ids::SectionId;
use crate::index::Setting;
use crate::lexical::ScoredSection;
use crate::order::{by_rank, score_and_id, sort};

/// The constant k. A smaller one sets the first ranks further apart.
pub(in crate::search) const FUSION_K: Setting = Setting::number("fusion.k", 60.0, 1.0, 1_000.0);

/// How much less words weigh beside vectors where the site lacks some of them: their share to this power. Builds set
/// [`KNOWN_ACROSS`] with an encoder of many languages.
pub(in crate::search) const KNOWN: Setting = Setting::number("fusion.known", 0.0, 0.0, 10.0);

/// The setting `fusion.known`, and its value with an encoder of many languages: across languages, words find little but what
/// both write alike.
pub const KNOWN_ACROSS: (&str, f32) = (KNOWN.key, 4.0);

/// One retriever's result, and its weight.
#[derive(Clone)]
pub struct RankedList {
    /// The retriever's name.
    pub retriever: &'static str,
    /// Multiplies every share.
    pub weight: f32,
    /// How its scores enter the mix.
    pub scale: Scale,
    /// Best first, no section twice, with the retriever's own scores.
    pub sections: Vec<ScoredSection>,
}

/// A section with its score in the ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct Fused {
    /// The section.
    pub section: SectionId,
    /// Sum of the shares.
    pub score: f32,
}

/// What a place in a list adds to the fused score; `rank` counts from 1.
pub(in crate::search) fn share(weight: f32, k: f32, rank: usize) -> f32 {
    weight / (k + rank as f32)
}

/// Fuses lists, best first: sections that `first` puts higher, then by score, equal scores in section order, so that
/// the order is the same everywhere. A single list keeps its scores and order. Cost: a sort of the lists' entries.
pub(in crate::search) fn fuse(lists: &[RankedList], k: f32, first: &dyn Fn(SectionId) -> u8) -> Vec<Fused> {
    if lists.len() < 2 {
        return alone(lists);
    }
    let entries = || lists.iter().flat_map(|list| &list.sections);
    let mut ids: Vec<u64> = entries().map(|scored| u64::from(scored.section.0)).collect();
    sort(&mut ids);
    ids.dedup();
    let mut scores = vec![0.0; ids.len()];
    for list in lists {
        for (rank, scored) in (1..).zip(&list.sections) {
            if let Ok(at) = ids.binary_search(&u64::from(scored.section.0)) {
                scores[at] += share(list.weight, k, rank);
            }
        }
    }
    let ranks =
        ids.iter().zip(scores).map(|(id, score)| by_rank(first(SectionId(*id as u32)), score, *id as u32));
    let mut ranks: Vec<u64> = ranks.collect();
    sort(&mut ranks);
    let fused = ranks.into_iter().rev().map(score_and_id);
    fused.map(|(score, id)| Fused { section: SectionId(id), score }).collect()
}

/// What is in a list alone, with its scores and in its order.
pub(in crate::search) fn alone(lists: &[RankedList]) -> Vec<Fused> {
    let mut fused = Vec::new();
    for list in lists {
        fused.extend(list.sections.iter().map(|it| Fused { section: it.section, score: it.score }));
    }
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fused(lists: &[(&[u32], f32)]) -> Vec<(u32, f32)> {
        fused_with(lists, &|_| 0)
    }

    fn fused_with(lists: &[(&[u32], f32)], first: &dyn Fn(SectionId) -> u8) -> Vec<(u32, f32)> {
        let scored = |section: &u32| ScoredSection { section: SectionId(*section), score: 7.0 };
        let lists: Vec<RankedList> = lists
            .iter()
            .map(|(list, weight)| RankedList {
                retriever: "any",
                weight: *weight,
                scale: Scale::default(),
                sections: list.iter().map(scored).collect(),
            })
            .collect();
        fuse(&lists, 60.0, first).into_iter().map(|fused| (fused.section.0, fused.score)).collect()
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
    fn some_sections_come_first() {
        let first = |section: SectionId| u8::from(section.0 == 9);
        assert_eq!(
            fused_with(&[(&[7, 8], 1.0), (&[7, 9], 1.0)], &first),
            [(9, 1.0 / 62.0), (7, 2.0 / 61.0), (8, 1.0 / 62.0)]
        );
    }

    #[test]
    fn a_list_alone_keeps_its_scores() {
        assert_eq!(fused(&[(&[2, 1], 3.0)]), [(2, 7.0), (1, 7.0)]);
    }
}
