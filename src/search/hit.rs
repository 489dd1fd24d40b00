//! From ranked sections to hits: texts, excerpts, and why.

use super::answer::{Answer, Degraded, Explanation, Hit, Request, Retriever, Share};
use super::excerpt::{QueryTermMatcher, excerpt};
use super::fuse::{Fused, contribution};
use super::lexical;
use super::lookup::ScoredTerm;
use super::query::ParsedQuery;
use super::rank::{Candidate, Ranked, file_problem};
use crate::ids::SectionId;
use crate::index::{Fragment, Slot, Store};
use crate::text::{Analyzer, concat};

/// What words side by side are worth where both retrievers were fused: as large a share of a fused score as this times
/// their share of the best lexical score. The tenth of a list has 61/70 of the first one's fused score.
const FUSED_PROXIMITY: f32 = 0.4;

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
    /// Puts the answer together. Hits whose text cannot be had are left out, and the answer says so.
    ///
    /// Of the hits shown, those that have the query's words side by side rise, unless the query is a name: their texts
    /// are there for the excerpts, while positions of all that was found would be one more turn and most of an index.
    pub fn answer(&self, request: &Request, ranked: Ranked) -> Answer {
        let mut degraded = ranked.degraded.clone();
        let mut hits = Vec::with_capacity(ranked.shown.len());
        let words_of_query;
        let mut terms = &ranked.words.terms;
        if cfg!(feature = "dense") && terms.is_empty() {
            words_of_query = self.words_of_query();
            terms = &words_of_query;
        }
        let matcher = QueryTermMatcher::new(self.analyzer, terms, self.store.directory().section_count());
        for fused in &ranked.shown {
            match self.store.text(fused.section) {
                Some((Slot::Ready(fragment), place)) => {
                    let Some(hit) = self.hit(fragment, place, *fused, &ranked, &matcher, request.explain)
                    else {
                        continue;
                    };
                    let lower = |known: &Hit| ranked.words.navigational.is_empty() && known.score < hit.score;
                    let place = hits.iter().position(lower).unwrap_or(hits.len());
                    hits.insert(place, hit);
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
            corrections: ranked.words.corrections,
            facets: ranked.words.facets,
            hits,
        }
    }

    fn hit(
        &self,
        fragment: &Fragment,
        place: usize,
        fused: Fused,
        ranked: &Ranked,
        matcher: &QueryTermMatcher<'_>,
        explain: bool,
    ) -> Option<Hit> {
        let section = fragment.sections.get(place)?;
        let page = fragment.pages.get(section.page)?;
        let excerpt = excerpt(matcher, &section.text);
        let score = raised(fused.score, excerpt.proximity, ranked);
        let url = if section.anchor.is_empty() {
            page.url.clone()
        } else {
            concat(&[&page.url, "#", &section.anchor])
        };
        Some(Hit {
            url,
            page: page.url.clone(),
            title: page.title.clone(),
            heading: section.heading.clone(),
            path: section.path.clone(),
            excerpt: excerpt.text,
            highlights: excerpt.highlights,
            also: section.also.clone(),
            meta: page.meta.clone(),
            text_fragment: excerpt.text_fragment,
            score,
            explanation: explain.then(|| self.explain(fused.section, ranked, score - fused.score)),
        })
    }

    /// What the words of a query look like that were not looked up, since vectors alone answer.
    fn words_of_query(&self) -> Vec<ScoredTerm> {
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

    fn explain(&self, section: SectionId, ranked: &Ranked, proximity: f32) -> Explanation {
        let fusion = self.store.directory().fusion;
        let share = |list: &[Candidate], weight: f32| {
            let at = list.iter().position(|candidate| candidate.section == section)?;
            let contribution = contribution(weight, fusion.k, at + 1);
            Some(Share { rank: at + 1, raw_score: list[at].score, weight, contribution })
        };
        Explanation {
            lexical: share(&ranked.words.candidates, fusion.lexical),
            dense: share(&ranked.dense, fusion.dense * ranked.share_of_words),
            exact: ranked.words.navigational.rank(section) > 0,
            proximity,
            terms: lexical::explain(self.store, &ranked.words.terms, section),
        }
    }
}

/// A score with what words side by side are worth. Names, and what vectors alone found, stay as they are.
fn raised(score: f32, proximity: f32, ranked: &Ranked) -> f32 {
    match ranked.words.candidates.first() {
        Some(best) if ranked.words.navigational.is_empty() => {
            if cfg!(feature = "dense") && !ranked.dense.is_empty() {
                // Parts of names side by side are no phrase.
                score * (1.0 + FUSED_PROXIMITY * ranked.share_of_words * proximity / best.score)
            } else {
                score + proximity
            }
        }
        _ => score,
    }
}
