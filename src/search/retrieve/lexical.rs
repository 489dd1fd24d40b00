//! The lexical retriever: ranks sections by BM25F over the query's terms, navigational matches first.

use super::{CANDIDATES_OF_PAGES, Inputs, MAX_CANDIDATES, Retrieved, Retriever};
use crate::ids::SectionId;
use crate::index::{BlockId, BlockKind, Reads, Setting, Store};
use crate::lexical::{ClauseRule, Posting, ScoredSection, TermEntry, best, byte_to_impact, idf};
use crate::limits::MAX_SHOWN_HITS;
use crate::search::answer::{Degraded, Mode, Request, TermScore, file_problem};
use crate::search::intent::{KindFactors, kind_factors};
use crate::search::listing::Listing;
use crate::search::lookup::{Found, ScoredTerm, TermLookup};
use crate::search::matches::admission::Admission;
use crate::search::sites::Sites;
use crate::search::sites::per_page::is_filled;
use crate::search::thresholds::{is_below, min_score};

/// The retriever's name.
pub(in crate::search) const LEXICAL: &str = "lexical";

/// Indexes of at most this many term blocks (about 34 KB) preload all of them. Most terms would need one anyway.
const FEW_BLOCKS: usize = 8;

/// BM25F over the postings.
pub struct Lexical;

impl<S: Reads> Retriever<S> for Lexical {
    fn name(&self) -> &'static str {
        LEXICAL
    }

    fn weight(&self) -> &'static Setting {
        const { &Setting::weight("fusion.weights.lexical", 1.0) }
    }

    fn mix(&self) -> &'static Setting {
        const { &Setting::weight("mix.lexical", 0.6) }
    }

    fn kind_factors(&self) -> &'static KindFactors {
        const { kind_factors!("lexical") }
    }

    fn answers(&self, mode: Mode) -> bool {
        matches!(mode, Mode::Hybrid | Mode::Lexical)
    }

    fn reads_terms(&self) -> bool {
        true
    }

    /// All term blocks of a small index.
    fn preload(&self, store: &Store<S>) -> Vec<BlockId> {
        let count = store.directory().block_count(BlockKind::Terms);
        let few = if count <= FEW_BLOCKS { count } else { 0 };
        (0..few).map(|number| BlockKind::Terms.block(number)).filter(|id| store.is_missing(*id)).collect()
    }

    fn retrieve(&self, inputs: &Inputs<'_, S>, admission: &Admission<'_, S>) -> Result<Retrieved, Degraded> {
        let Some(matches) = inputs.matches else { return Ok(Retrieved::default()) };
        let weights: Vec<ClauseRule> = matches
            .rules
            .iter()
            .map(|rule| ClauseRule { weight: rule.weight, ..ClauseRule::default() })
            .collect();
        let mut found = matches.scores.finish(&weights, 0, matches.compares);
        keep(&mut found, &|scored| {
            admission.operators_admit(scored.section) && admission.filters_admit(scored.section)
        });
        let navigational = &matches.navigational;
        // A name may occur only in an anchor, whose terms are not indexed.
        let may_be = |section: SectionId| navigational.has(section) || admission.operators_admit(section);
        let scored = found.len();
        for section in navigational.sections() {
            let is_known = found[..scored].binary_search_by_key(&section, |scored| scored.section).is_ok();
            if !is_known && may_be(section) && admission.filters_admit(section) {
                found.push(ScoredSection { section, score: f32::MIN_POSITIVE });
            }
        }
        let Inputs { store, request, listing, is_fused, .. } = *inputs;
        let least = min_score(&store.directory().ranking, request);
        let is_enough =
            |scored: &ScoredSection| !is_below(scored.score, least) || navigational.has(scored.section);
        // Here, because the list is cut next, and `total` counts what is above the threshold. If nothing is, `fit`
        // suggests what was nearest.
        if !is_fused && found.iter().any(is_enough) {
            keep(&mut found, &is_enough);
        }
        let list = |depth| best(&found, depth, &|section| navigational.rank(section));
        // All pages of hits fold the same editions.
        let depth = if listing.is_some_and(Listing::is_sorted) {
            found.len()
        } else {
            depth::<S>(request, is_fused || store.directory().has_editions)
        };
        let mut sections = list(depth);
        // A total is that of the pages' hits if it is small, as one that readers are told.
        let least = if request.max_per_page > 0 { MAX_SHOWN_HITS } else { 0 };
        if depth < MAX_CANDIDATES && sections.len() == depth && !is_filled(store, &sections, request, least) {
            sections = list(MAX_CANDIDATES);
        }
        Ok(Retrieved {
            is_cut: sections.len() < found.len(),
            sections,
            total: found.len(),
            matched: if request.needs_counts() { found } else { Vec::new() },
            degraded: matches.failed.iter().map(|error| file_problem(LEXICAL, error)).collect(),
        })
    }
}

/// Drops the other sections. One function for all conditions: each instance of `retain` adds to the module.
fn keep(found: &mut Vec<ScoredSection>, wanted: &dyn Fn(&ScoredSection) -> bool) {
    found.retain(wanted);
}

/// How many sections to retrieve first; all if the ranking is fused or folded.
fn depth<S: Reads>(request: &Request, needs_all: bool) -> usize {
    let wanted = request.places::<S>().end.min(MAX_CANDIDATES);
    match request.max_per_page {
        _ if needs_all || request.doc_aggregates => MAX_CANDIDATES,
        0 => wanted,
        _ => MAX_CANDIDATES.min(wanted * CANDIDATES_OF_PAGES),
    }
}

/// The score that each term adds to one section. Cost: linear in the terms' postings.
pub(in crate::search) fn explain_terms<S: Reads>(
    sites: Sites<'_, S>,
    terms: &[ScoredTerm],
    section: SectionId,
) -> Vec<TermScore> {
    let (_, store, section) = sites.locate(section);
    let mut lookup = TermLookup::among(sites, store);
    let mut shares = Vec::new();
    for term in terms {
        let Found::There(entry) = lookup.find(&term.text) else { continue };
        let mut lists = (0..term.lists).filter_map(|list| lookup.list(&term.text, list));
        let Some(posting) = lists.find_map(|list| posting_of(list, section)) else { continue };
        let idf = idf(lookup.section_count(), term.document_frequency);
        shares.push(TermScore {
            term: term.text.clone(),
            document_frequency: entry.document_frequency,
            fields: posting.fields().map(|field| field.name()).collect(),
            score: term.weight
                * term.balance
                * idf
                * byte_to_impact(posting.impact, store.directory().largest_impact),
        });
    }
    shares
}

fn posting_of(entry: TermEntry<'_>, section: SectionId) -> Option<Posting> {
    entry.postings().ok()?.map_while(Result::ok).find(|posting| posting.section == section)
}
