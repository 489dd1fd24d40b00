//! Score mix: orders the first sections of the fused list by the retrievers' own scores.
//!
//! Ranks lose how much better the first hit of a list is than the second. The mix brings it back:
//! `score(d) += Σ weightᵢ · (scoreᵢ(d) - lowᵢ) / (highᵢ - lowᵢ)`, where `high` is the list's best score. Sections beyond
//! the first keep their fused scores, so they stay behind.

use super::fuse::{Fused, RankedList};
use crate::ids::SectionId;
use crate::index::Setting;
use crate::lexical::ScoredSection;
use crate::order::{by_rank, score_and_id, sort};

/// How many sections are mixed. It does not depend on the requested page, so that all result pages show one ranking.
pub(in crate::search) const DEPTH: Setting = Setting::whole("mix.depth", 30.0, 0.0, 1_000.0);

/// How many of each list are mixed beside those. Where vectors are damaged, what both lists have would else come before the
/// best that one list has alone.
const BEST: usize = 3;

/// How a list's scores enter the mix.
#[derive(Clone, Copy, Default)]
pub struct Scale {
    /// Multiplies the normalised scores.
    pub weight: f32,
    /// The score that counts as 0.
    pub low: f32,
    /// The score that counts as 1.
    pub high: f32,
}

impl Scale {
    /// What a score adds to the mix; 0 below `low`.
    pub fn share(&self, score: f32) -> f32 {
        let range = self.high - self.low;
        if range > 0.0 { self.weight * ((score - self.low) / range).clamp(0.0, 1.0) } else { self.weight }
    }
}

/// Adds the mix to the first `depth` sections and the best of each list, and orders them anew, with sections that `first`
/// puts higher before all others. Returns how many were mixed. Cost: a pass over each list for each of the sections.
pub(in crate::search) fn mix(
    lists: &[RankedList],
    depth: usize,
    first: &dyn Fn(SectionId) -> u8,
    fused: &mut [Fused],
) -> usize {
    let mut depth = depth.min(fused.len());
    let best = lists.iter().filter(|_| depth > 0).flat_map(|list| list.sections.iter().take(BEST));
    for best in best.collect::<Vec<_>>() {
        if let Some(behind) = fused[depth..].iter().position(|found| found.section == best.section) {
            fused[depth..=depth + behind].rotate_right(1);
            depth += 1;
        }
    }
    let mixed = &mut fused[..depth];
    let mut ranks = Vec::with_capacity(depth);
    for Fused { section, score } in &*mixed {
        let score = lists.iter().fold(*score, |score, list| score + share(list, *section));
        ranks.push(by_rank(first(*section), score, section.0));
    }
    sort(&mut ranks);
    for (place, rank) in mixed.iter_mut().rev().zip(ranks) {
        let (score, id) = score_and_id(rank);
        *place = Fused { section: SectionId(id), score };
    }
    depth
}

/// What a list adds to a section's score; 0 for a section that it lacks.
pub(in crate::search) fn share(list: &RankedList, section: SectionId) -> f32 {
    let found = list.sections.iter().find(|scored| scored.section == section);
    found.map_or(0.0, |scored| list.scale.share(scored.score))
}

/// The scale of a list: from 0, or from the score at place `floor`, to the best score.
pub(in crate::search) fn scale(weight: f32, sections: &[ScoredSection], floor: Option<usize>) -> Scale {
    let least = floor.and_then(|floor| sections.get(floor.clamp(1, sections.len().max(1)) - 1));
    let low = least.map_or(0.0, |least| least.score);
    let high = sections.iter().fold(low, |high, scored| high.max(scored.score));
    Scale { weight, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(weight: f32, floor: Option<usize>, sections: &[(u32, f32)]) -> RankedList {
        let sections: Vec<ScoredSection> =
            sections.iter().map(|&(id, score)| ScoredSection { section: SectionId(id), score }).collect();
        RankedList { retriever: "any", weight: 1.0, scale: scale(weight, &sections, floor), sections }
    }

    fn mixed(lists: &[RankedList], depth: usize, first: u32) -> Vec<(u32, f32)> {
        let mut fused: Vec<Fused> =
            (1..=4).map(|id| Fused { section: SectionId(id), score: 0.1 / id as f32 }).collect();
        mix(lists, depth, &|section| u8::from(section.0 == first), &mut fused);
        fused.iter().map(|fused| (fused.section.0, fused.score)).collect()
    }

    #[test]
    fn scores_are_normalised_and_weighted() {
        let lists =
            [list(0.5, None, &[(3, 8.0), (1, 4.0)]), list(0.25, Some(2), &[(2, 0.9), (3, 0.5), (4, 0.1)])];
        let expected = [(3, 0.1 / 3.0 + 0.5), (1, 0.1 + 0.25), (2, 0.05 + 0.25), (4, 0.025)];
        for ((id, score), (expected_id, expected)) in mixed(&lists, 4, 0).into_iter().zip(expected) {
            assert_eq!(id, expected_id);
            assert!((score - expected).abs() < 1e-6, "{id}: {score}, not {expected}");
        }
    }

    #[test]
    fn sections_beyond_the_depth_stay_behind() {
        let lists = [list(1.0, None, &[(9, 9.3), (8, 9.2), (7, 9.1), (4, 9.0), (2, 3.0)])];
        let order = |depth, first| mixed(&lists, depth, first).iter().map(|(id, _)| *id).collect::<Vec<_>>();
        assert_eq!(order(4, 0), [4, 2, 1, 3]);
        assert_eq!(order(3, 0), [2, 1, 3, 4]);
        assert_eq!(order(0, 0), [1, 2, 3, 4]);
        assert_eq!(order(4, 3), [3, 4, 2, 1], "navigational matches stay first");
        assert_eq!(order(9, 0).len(), 4);
    }

    #[test]
    fn the_best_of_each_list_is_mixed() {
        let lists = [list(1.0, None, &[(4, 9.0)])];
        assert_eq!(mixed(&lists, 1, 0).iter().map(|(id, _)| *id).collect::<Vec<_>>(), [4, 1, 2, 3]);
    }

    #[test]
    fn equal_scores_count_fully() {
        assert_eq!(list(0.5, Some(50), &[(1, 0.7), (2, 0.7)]).scale.share(0.7), 0.5);
        assert_eq!(list(0.5, None, &[]).scale.share(0.0), 0.5);
    }
}
