//! Makes hits of the ranked candidates: texts, excerpts, explanations. Order and scores are final before.

use super::answer::{Answer, Contribution, Explanation, Hit, Place, Request};
use super::excerpt::excerpt;
use super::fuse::{FUSION_K, share};
use super::lookup::ScoredTerm;
use super::parse::ParsedQuery;
use super::rank::Ranked;
use super::rerank::Candidate;
use super::retrieve::explain_terms;
use super::shown_text::address;
use crate::index::Store;

impl Answer {
    /// The answer to an empty query.
    pub(super) fn empty(request: &Request, query: ParsedQuery) -> Self {
        Answer {
            query: query.text,
            mode: request.mode,
            degraded: None,
            total: 0,
            corrections: Vec::new(),
            intent: None,
            facets: None,
            doc_aggregates: None,
            fit: None,
            suggestions: Vec::new(),
            hits: Vec::new(),
        }
    }
}

/// Makes hits of the candidates, which are in their final order.
pub(super) struct Hits<'a> {
    pub store: &'a Store,
    /// The terms that [`TextMatch::term`](super::text_matches::TextMatch) counts.
    pub terms: &'a [&'a ScoredTerm],
    pub explain: bool,
}

impl Hits<'_> {
    /// One hit for each candidate, in their order.
    pub fn of(&self, candidates: &[Candidate<'_>], ranked: &Ranked) -> Vec<Hit> {
        let hits = candidates.iter().map(|candidate| Hit {
            explanation: self.explain.then(|| self.explain(candidate, ranked)),
            ..hit(candidate, self.terms)
        });
        hits.collect()
    }

    fn explain(&self, candidate: &Candidate<'_>, ranked: &Ranked) -> Explanation {
        let section = candidate.section;
        let mut contributions = Vec::new();
        for list in &ranked.lists {
            let Some(at) = list.sections.iter().position(|scored| scored.section == section) else {
                continue;
            };
            let raw_score = list.sections[at].score;
            let k = self.store.directory().ranking.get(&FUSION_K);
            contributions.push(Contribution {
                retriever: list.retriever,
                rank: at + 1,
                raw_score,
                weight: list.weight,
                share: if ranked.is_fused() { share(list.weight, k, at + 1) } else { raw_score },
                mixed: if ranked.mixed.contains(&section) { list.scale.share(raw_score) } else { 0.0 },
            });
        }
        Explanation {
            contributions,
            navigational: ranked.navigational.rank(section) > 0,
            proximity: candidate.proximity,
            reranked: candidate.reranked,
            terms: explain_terms(self.store, &ranked.terms, section),
        }
    }
}

fn hit(candidate: &Candidate<'_>, terms: &[&ScoredTerm]) -> Hit {
    let (section, page) = (candidate.text, candidate.page);
    let excerpt = excerpt(terms, &candidate.matches, &section.text);
    Hit {
        url: address(section, page),
        page: page.url.clone(),
        id: section.id.clone(),
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
