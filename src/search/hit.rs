//! From ranked sections to hits: texts, excerpts, and why.

use super::answer::{Answer, Degraded, Explanation, Hit, Request, Retriever, Share};
use super::excerpt::excerpt;
use super::fuse::{Fused, contribution};
use super::query::ParsedQuery;
use super::rank::{Candidate, Ranked, file_problem};
use crate::ids::SectionId;
use crate::index::{Fragment, IndexError, Slot, Store};
use crate::lexical;
use crate::text::Analyzer;

impl Answer {
    /// The answer to a query of nothing, or of an index that cannot say where its sections are.
    pub(super) fn empty(request: &Request, query: ParsedQuery, problem: Option<&IndexError>) -> Self {
        let degraded = problem.map(|error| vec![file_problem(Retriever::Texts, error)]);
        Answer { query: query.text, mode: request.mode, degraded, total: 0, hits: Vec::new() }
    }
}

/// What hits are made from.
pub(super) struct Hits<'a> {
    pub store: &'a Store,
    pub analyzer: &'a Analyzer,
    pub query: &'a ParsedQuery,
}

impl Hits<'_> {
    /// Puts the answer together. Hits whose text cannot be had are left out, and the answer says so.
    pub fn answer(&self, request: &Request, ranked: Ranked) -> Answer {
        let mut degraded = ranked.degraded.clone();
        let mut hits = Vec::with_capacity(ranked.shown().len());
        for fused in ranked.shown() {
            match self.store.fragment(fused.section) {
                Some((Slot::Ready(fragment), place)) => {
                    hits.extend(self.hit(fragment, place, *fused, request.explain.then_some(&ranked)));
                }
                Some((Slot::Failed(error), _)) => {
                    let problem: Degraded = file_problem(Retriever::Texts, error);
                    if !degraded.contains(&problem) {
                        degraded.push(problem);
                    }
                }
                Some((Slot::Missing, _)) | None => {}
            }
        }
        Answer {
            query: self.query.text.clone(),
            mode: request.mode,
            degraded: (!degraded.is_empty()).then_some(degraded),
            total: ranked.total,
            hits,
        }
    }

    fn hit(
        &self,
        fragment: &Fragment,
        place: usize,
        fused: Fused,
        explained: Option<&Ranked>,
    ) -> Option<Hit> {
        let section = fragment.sections.get(place)?;
        let page = fragment.pages.get(section.page)?;
        let excerpt = excerpt(self.analyzer, &section.text, &self.query.terms);
        let url = if section.anchor.is_empty() {
            page.url.clone()
        } else {
            format!("{}#{}", page.url, section.anchor)
        };
        Some(Hit {
            url,
            page: page.url.clone(),
            title: page.title.clone(),
            heading: section.heading.clone(),
            path: section.path.clone(),
            excerpt: excerpt.text,
            highlights: excerpt.highlights,
            score: fused.score,
            explanation: explained.map(|ranked| self.explain(fused.section, ranked)),
        })
    }

    fn explain(&self, section: SectionId, ranked: &Ranked) -> Explanation {
        let ranking = self.store.manifest().ranking;
        let share = |list: &[Candidate], weight: f32| {
            let at = list.iter().position(|candidate| candidate.section == section)?;
            let contribution = contribution(weight, ranking.rrf_k, at + 1);
            Some(Share { rank: at + 1, raw_score: list[at].score, weight, contribution })
        };
        let terms = match self.store.lexical() {
            // Damage was reported when the terms were searched; an explanation can do without them.
            Slot::Ready(index) => {
                lexical::explain(index, &self.query.terms, &ranking.bm25, section).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        Explanation {
            lexical: share(&ranked.lexical, ranking.lexical_weight),
            dense: share(&ranked.dense, ranking.dense_weight),
            terms,
        }
    }
}
