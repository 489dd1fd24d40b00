//! From ranked sections to hits: texts, excerpts, and why. Everything shown is decided before; hits only read.

use super::answer::{Answer, Contribution, Degraded, Explanation, Hit, Place, Request};
use super::excerpt::excerpt;
use super::fuse::share;
use super::lookup::ScoredTerm;
use super::parse::ParsedQuery;
use super::rank::Ranked;
use super::rerank::{Candidate, RerankInputs, rerank};
use super::retrieve::{explain_terms, file_problem};
use super::text_matches::QueryTermMatcher;
use crate::index::{Slot, Store};
use crate::text::{Analyzer, concat};

impl Answer {
    /// The answer to a query of nothing.
    pub(super) fn empty(request: &Request, query: ParsedQuery) -> Self {
        Answer {
            query: query.text,
            mode: request.mode,
            degraded: None,
            total: 0,
            corrections: Vec::new(),
            facets: None,
            hits: Vec::new(),
        }
    }
}

/// What hits are made from.
pub(super) struct Hits<'a> {
    pub store: &'a Store,
    pub analyzer: &'a Analyzer,
    pub query: &'a ParsedQuery,
}

impl Hits<'_> {
    /// Reranks the sections shown and puts the answer together. Hits whose text cannot be had are left out, and the
    /// answer says so.
    pub fn answer(&self, request: &Request, ranked: Ranked) -> Answer {
        let mut degraded = ranked.degraded.clone();
        let terms_of_query;
        let mut terms = &ranked.terms;
        if cfg!(feature = "dense") && terms.is_empty() {
            terms_of_query = self.terms_of_query();
            terms = &terms_of_query;
        }
        let matcher = QueryTermMatcher::new(self.analyzer, terms);
        let mut candidates = self.candidates(&ranked, &matcher, &mut degraded);
        let section_count = self.store.directory().section_count();
        rerank(&RerankInputs { ranked: &ranked, terms: &matcher.terms, section_count }, &mut candidates);
        let hits = candidates.iter().map(|candidate| Hit {
            explanation: request.explain.then(|| self.explain(candidate, &ranked)),
            ..hit(candidate, &matcher.terms)
        });
        let hits = hits.collect();
        Answer {
            query: self.query.text.clone(),
            mode: request.mode,
            degraded: (!degraded.is_empty()).then_some(degraded),
            total: ranked.total,
            corrections: ranked.corrections,
            facets: ranked.facets,
            hits,
        }
    }

    /// The sections shown whose texts are there.
    fn candidates(
        &self,
        ranked: &Ranked,
        matcher: &QueryTermMatcher<'_>,
        degraded: &mut Vec<Degraded>,
    ) -> Vec<Candidate<'_>> {
        let mut candidates = Vec::with_capacity(ranked.shown.len());
        for fused in &ranked.shown {
            match self.store.text(fused.section) {
                Some((Slot::Ready(fragment), place)) => {
                    let Some(text) = fragment.sections.get(place) else { continue };
                    let Some(page) = fragment.pages.get(text.page) else { continue };
                    candidates.push(Candidate {
                        section: fused.section,
                        score: fused.score,
                        proximity: 0.0,
                        text,
                        page,
                        matches: matcher.matches(&text.text),
                    });
                }
                Some((Slot::Failed(error), _)) => {
                    let problem = file_problem("texts", error);
                    if !degraded.contains(&problem) {
                        degraded.push(problem);
                    }
                }
                Some((Slot::Missing, _)) | None => {}
            }
        }
        candidates
    }

    /// The terms of a query that were not looked up, since no retriever read terms.
    fn terms_of_query(&self) -> Vec<ScoredTerm> {
        let terms = self.query.clauses.iter().flat_map(|clause| &clause.terms);
        terms
            .map(|term| ScoredTerm {
                text: term.text.clone(),
                weight: term.weight,
                document_frequency: 1,
                with_low_impact: term.with_low_impact,
            })
            .collect()
    }

    fn explain(&self, candidate: &Candidate<'_>, ranked: &Ranked) -> Explanation {
        let section = candidate.section;
        let mut contributions = Vec::new();
        for list in &ranked.lists {
            let Some(at) = list.sections.iter().position(|scored| scored.section == section) else {
                continue;
            };
            let raw_score = list.sections[at].score;
            let k = self.store.directory().fusion.k;
            contributions.push(Contribution {
                retriever: list.retriever,
                rank: at + 1,
                raw_score,
                weight: list.weight,
                share: if ranked.is_fused() { share(list.weight, k, at + 1) } else { raw_score },
            });
        }
        Explanation {
            contributions,
            navigational: ranked.navigational.rank(section) > 0,
            proximity: candidate.proximity,
            terms: explain_terms(self.store, &ranked.terms, section),
        }
    }
}

fn hit(candidate: &Candidate<'_>, terms: &[&ScoredTerm]) -> Hit {
    let (section, page) = (candidate.text, candidate.page);
    let excerpt = excerpt(terms, &candidate.matches, &section.text);
    let url =
        if section.anchor.is_empty() { page.url.clone() } else { concat(&[&page.url, "#", &section.anchor]) };
    Hit {
        url,
        page: page.url.clone(),
        title: page.title.clone(),
        heading: section.heading.clone(),
        path: section.path.clone(),
        excerpt: excerpt.text,
        highlights: excerpt.highlights,
        also: section.also.iter().map(place).collect(),
        meta: page.meta.clone(),
        text_fragment: excerpt.text_fragment,
        score: candidate.score,
        explanation: None,
    }
}

fn place((url, title): &(String, String)) -> Place {
    Place { url: url.clone(), title: title.clone() }
}
