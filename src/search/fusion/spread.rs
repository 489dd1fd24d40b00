//! Spreading: a ranked list of pages that are linked with the first results of the retrievers.
//!
//! Relevance spreads from the first pages of the fused lists over at most two links, in both directions, and between
//! a page and its parent in the tree of pages. A page stands for its best section in the lists, else for its first
//! one. The list joins the others in fusion. It is no retriever, since it reads their lists. Where only one of them
//! answers, there is no such list, and the retriever's list keeps its scores.

use super::fuse::{FUSION_K, fuse};
use super::rank::Ranked;
use super::score_mix;
use crate::ids::{PageId, SectionId};
use crate::index::{BlockId, BlockKind, LINK_WEIGHTS, Ranking, Reads, Setting, Slot, Store};
use crate::lexical::ScoredSection;
use crate::links::LinkGraph;
use crate::order::{by_rank, score_and_id, sort};
use crate::search::answer::{Mode, file_problem};
use crate::search::intent::{KindFactors, kind_factors};
use crate::search::matches::admission::Admission;
use crate::search::retrieve::Retrieved;
use crate::search::sites::{Sites, of_site};

/// The list's name in settings, explanations and `degraded`.
pub(in crate::search) const LINKS: &str = "links";

/// The weight of the list.
pub(in crate::search) const WEIGHT: Setting = Setting::weight(LINK_WEIGHTS[0], 0.25);

/// The weight of its scores in the mix.
pub(super) const MIX: Setting = Setting::weight(LINK_WEIGHTS[1], 0.1);

/// Factors on both weights, by kind of intent. What is related is linked.
pub(in crate::search) const KIND_FACTORS: &KindFactors = kind_factors!("links", relationship: 2.0);

/// How many of the first pages spread. It does not depend on the requested page of hits, so that all show one ranking.
const ORIGINS: usize = 10;

/// How many sections are listed.
const CANDIDATES: usize = 50;

/// Factor on what the second link passes on.
const DECAY: f32 = 0.5;

/// Pages with more neighbours pass nothing on over a second link: what a page links to among hundreds of others says
/// little. This also bounds the work of a query.
const MANY_NEIGHBOURS: usize = 64;

/// The settings of the list.
pub(in crate::search) fn settings() -> impl Iterator<Item = &'static Setting> {
    [&WEIGHT, &MIX].into_iter().chain(KIND_FACTORS)
}

/// Whether queries of a mode spread.
pub(in crate::search) fn answers(settings: &Ranking, mode: Mode) -> bool {
    mode == Mode::Hybrid && [&WEIGHT, &MIX].iter().any(|setting| settings.get(setting) > 0.0)
}

/// The block of links, if it is missing.
pub(in crate::search) fn need<S: Reads>(store: &Store<S>) -> impl Iterator<Item = BlockId> {
    Some(BlockKind::Links.block(0)).into_iter().filter(|id| store.is_missing(*id))
}

/// Adds the list to those of the retrievers, or to the warnings why there is none. `factor` multiplies its weights, and
/// `first` puts sections before others, as in fusion. Cost: a fusion of the lists, and a pass over the neighbours of
/// [`ORIGINS`] pages and at most 4,096 second ones of each.
pub(in crate::search) fn add<S: Reads>(
    ranked: &mut Ranked,
    sites: Sites<'_, S>,
    factor: f32,
    first: &dyn Fn(SectionId) -> u8,
    admissions: &[Admission<'_, S>],
) {
    if factor == 0.0 {
        return;
    }
    let sections = spread(sites, ranked, first, admissions);
    let weight = |setting| sites.settings().get(setting) * factor;
    let scale = score_mix::scale(weight(&MIX), &sections, None);
    ranked.add(LINKS, weight(&WEIGHT), scale, Retrieved { sections, ..Retrieved::default() });
}

/// The sections that the lists spread to, best first, each once; their scores say how much relevance reaches the page.
/// `degraded` names the indexes whose links failed to load.
fn spread<S: Reads>(
    sites: Sites<'_, S>,
    ranked: &mut Ranked,
    first: &dyn Fn(SectionId) -> u8,
    admissions: &[Admission<'_, S>],
) -> Vec<ScoredSection> {
    let mut best_of_pages: Vec<Option<SectionId>> = vec![None; sites.page_count() as usize];
    let mut origins = Vec::with_capacity(ORIGINS);
    for fused in fuse(&ranked.lists, sites.settings().get(&FUSION_K), first) {
        let page = sites.page_of(fused.section);
        let Some(best) = best_of_pages.get_mut(page.index()).filter(|best| best.is_none()) else { continue };
        *best = Some(fused.section);
        if origins.len() < ORIGINS {
            origins.push((page, fused.score));
        }
    }
    let mut ranks = Vec::new();
    for (number, store) in (0..).zip(sites.stores()) {
        let graph = match store.links() {
            Slot::Ready(graph) => graph,
            Slot::Failed(error) => {
                ranked.degraded.push(of_site(sites, store, file_problem(LINKS, error)));
                continue;
            }
            Slot::Missing => continue,
        };
        let start = sites.first_page(number, store);
        // Links stay within a site.
        let own = |(page, score): &(PageId, f32)| Some((PageId(page.0.checked_sub(start)?), *score));
        let own: Vec<(PageId, f32)> =
            origins.iter().filter_map(own).filter(|(page, _)| page.0 < graph.pages()).collect();
        for (page, score) in (start..).zip(received(graph, &own)).filter(|(_, score)| *score > 0.0) {
            ranks.push(by_rank(0, score, page));
        }
    }
    sort(&mut ranks);
    let mut sections = Vec::new();
    for (score, page) in ranks.into_iter().rev().map(score_and_id) {
        let best = best_of_pages.get(page as usize).copied().flatten();
        let section = best.or_else(|| first_admitted(sites, PageId(page), admissions));
        sections.extend(section.map(|section| ScoredSection { section, score }));
        if sections.len() == CANDIDATES {
            break;
        }
    }
    sections
}

/// The first section of a page that filters and operators admit.
fn first_admitted<S: Reads>(
    sites: Sites<'_, S>,
    page: PageId,
    admissions: &[Admission<'_, S>],
) -> Option<SectionId> {
    let (number, store) = (0..)
        .zip(sites.stores())
        .take_while(|(number, store)| sites.first_page(*number, store) <= page.0)
        .last()?;
    let page = PageId(page.0 - sites.first_page(number, store));
    let admission = admissions.get(number)?;
    let section = store.directory().sections_of(page).find(|section| admission.admits(*section))?;
    Some(SectionId(sites.first_section(number, store) + section.0))
}

/// What each page receives from the origins. An origin receives from others, never its own back.
fn received(graph: &LinkGraph, origins: &[(PageId, f32)]) -> Vec<f32> {
    let mut received = vec![0.0; graph.pages() as usize];
    let mut add = |page: PageId, amount: f32| {
        if let Some(sum) = received.get_mut(page.index()) {
            *sum += amount;
        }
    };
    for &(origin, score) in origins {
        let near = graph.neighbours(origin);
        for neighbour in near {
            let amount = score * neighbour.closeness;
            add(neighbour.page, amount);
            let far = graph.neighbours(neighbour.page);
            if near.len().max(far.len()) > MANY_NEIGHBOURS {
                continue;
            }
            for other in far.iter().filter(|other| other.page != origin) {
                add(other.page, amount * DECAY * other.closeness);
            }
        }
    }
    received
}

#[cfg(test)]
#[cfg(feature = "write")]
mod tests {
    use super::*;
    use crate::format::Generation;
    use crate::links::{Link, build};

    /// What each of `pages` receives.
    fn check(links: &[(u32, u32)], parents: &[Option<u32>], origins: &[(u32, f32)], expected: &[f32]) {
        let links: Vec<Link> =
            links.iter().map(|(from, to)| Link { from: PageId(*from), to: PageId(*to) }).collect();
        let of_pages: Vec<Option<PageId>> = parents.iter().map(|parent| parent.map(PageId)).collect();
        let generation = Generation::default();
        let file = build(&links, &of_pages, generation).unwrap();
        let graph = LinkGraph::read(&file, generation, parents.len() as u32).unwrap();
        let origins: Vec<(PageId, f32)> =
            origins.iter().map(|(page, score)| (PageId(*page), *score)).collect();
        let found = received(&graph, &origins);
        assert_eq!(found.len(), expected.len());
        for (page, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 1e-6, "{links:?}: page {page}: {found}, not {expected}");
        }
    }

    #[test]
    fn relevance_spreads_over_two_links_in_both_directions() {
        let near = 1.0 / 2f32.sqrt();
        let far = DECAY * near / 2.0;
        let in_a_row = [0.0, near, far, 0.0];
        check(&[(0, 1), (1, 2), (2, 3)], &[None; 4], &[(0, 1.0)], &in_a_row);
        check(&[(1, 0), (2, 1), (3, 2)], &[None; 4], &[(0, 1.0)], &in_a_row);
        check(&[], &[None, Some(0), Some(1), Some(2)], &[(0, 1.0)], &in_a_row);
        check(&[], &[Some(1), Some(2), Some(3), None], &[(0, 1.0)], &in_a_row);
        check(&[(0, 1)], &[None; 3], &[(0, 0.25)], &[0.0, 0.25, 0.0]);
    }

    #[test]
    fn origins_receive_from_each_other_only() {
        check(&[(0, 1)], &[None; 2], &[(0, 2.0), (1, 0.5)], &[0.5, 2.0]);
        // Through the page between them.
        let near = 1.0 / 2f32.sqrt();
        let far = DECAY * near * near;
        check(&[(0, 2), (2, 1)], &[None; 3], &[(0, 1.0), (1, 3.0)], &[3.0 * far, far, 4.0 * near]);
    }

    #[test]
    fn a_page_with_many_neighbours_passes_nothing_on() {
        for (neighbours, passes) in [(MANY_NEIGHBOURS as u32, true), (MANY_NEIGHBOURS as u32 + 1, false)] {
            let links: Vec<(u32, u32)> = (1..=neighbours).map(|page| (0, page)).collect();
            let pages = 1 + neighbours as usize;
            let near = 1.0 / (neighbours as f32).sqrt();
            let far = if passes { DECAY * near * near } else { 0.0 };
            let expected: Vec<f32> =
                (0..pages).map(|page| [near, 0.0].get(page).copied().unwrap_or(far)).collect();
            check(&links, &vec![None; pages], &[(1, 1.0)], &expected);
        }
    }
}
