//! Makes hits of the ranked candidates: texts, excerpts, explanations. Order and scores are final before.

pub mod related;
pub mod written;

use super::answer::{Answer, Context, Contribution, Explanation, Hit, Request};
use super::fusion::fuse::{FUSION_K, RankedList, share};
use super::fusion::rank::Ranked;
use super::matches::excerpt::{choose, excerpt, text_around};
use super::matches::text_matches::QueryTermMatcher;
use super::page::site_versions::other_places;
use super::rerank::Candidate;
use super::retrieve::explain_terms;
use super::sites::shown_text::places;
use super::sites::{Sites, absolute};
use crate::ids::SectionId;
use crate::index::Reads;
use crate::text::cut;

impl Answer {
    /// The answer to an empty query.
    pub(super) fn empty(request: &Request, query: String) -> Self {
        Answer {
            query,
            mode: request.mode,
            degraded: None,
            total: 0,
            corrections: Vec::new(),
            missing: Vec::new(),
            intent: None,
            facets: None,
            doc_aggregates: None,
            fewer: false,
            fit: None,
            closeness: None,
            suggestions: Vec::new(),
            related: Vec::new(),
            hits: Vec::new(),
            context: request.context.as_ref().map(|_| Context::default()),
        }
    }
}

/// Makes hits of the candidates, which are in their final order.
pub(super) struct Hits<'a, S: Reads> {
    pub sites: Sites<'a, S>,
    pub request: &'a Request,
    pub matcher: &'a QueryTermMatcher<'a>,
}

impl<S: Reads> Hits<'_, S> {
    /// One hit for each candidate, in their order.
    pub fn of(&self, candidates: &[Candidate<'_>], ranked: &Ranked) -> Vec<Hit> {
        if !S::IS_FULL {
            return candidates.iter().map(|candidate| self.hit(candidate)).collect();
        }
        let hits = candidates.iter().map(|candidate| Hit {
            explanation: self.request.explain.then(|| self.explain(candidate, ranked)),
            lists: names_of_lists(candidate, ranked),
            ..self.hit(candidate)
        });
        let hits = hits.zip(candidates).map(|(hit, candidate)| self.of_site(hit, candidate.section, ranked));
        hits.collect()
    }

    /// A hit with the name of its site, and addresses that tell sites apart, where there are several.
    fn of_site(&self, mut hit: Hit, section: SectionId, ranked: &Ranked) -> Hit {
        let root = self.sites.root_of(section);
        hit.site = self.sites.name_of(section);
        if hit.version.is_empty() && self.sites.are_several() {
            hit.version.clone_from(&self.sites.locate(section).1.site().version);
        }
        for address in
            [&mut hit.url, &mut hit.page].into_iter().chain(hit.also.iter_mut().map(|it| &mut it.url))
        {
            *address = absolute(root, address);
        }
        hit.also.extend(other_places(ranked, section).cloned());
        hit
    }

    fn explain(&self, candidate: &Candidate<'_>, ranked: &Ranked) -> Explanation {
        let section = candidate.section;
        let mut contributions = Vec::new();
        for list in &ranked.lists {
            let Some(at) = list.sections.iter().position(|scored| scored.section == section) else {
                continue;
            };
            let raw_score = list.sections[at].score;
            let k = self.sites.settings().get(&FUSION_K);
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
            navigational: ranked.navigational.has(section),
            raised: ranked.raised(section),
            proximity: candidate.proximity,
            reranked: candidate.reranked,
            terms: explain_terms(self.sites, &ranked.terms, section),
        }
    }

    fn hit(&self, candidate: &Candidate<'_>) -> Hit {
        let (section, page) = (candidate.text, candidate.page);
        let marked = &section.marked;
        let heading = if section.heading.is_empty() { &page.title } else { &section.heading };
        let is_named = self.matcher.is_all_in(heading);
        let shown = choose(&self.matcher.terms, &candidate.matches, marked, is_named);
        let excerpt = excerpt(&candidate.matches, marked, shown.clone());
        // The page makes line breaks of the marks, and numbers of lines.
        let (text, passage) = text_around(marked, shown, self.request.text_length);
        // The others keep their places for what is below them.
        let mut path = Vec::new();
        for heading in &section.path {
            if !heading.is_empty() {
                path.push(heading.clone());
            }
        }
        let mut also = places(section, page, self.request);
        let own = also.remove(0);
        // The address of another place, which is of another version, is a URL.
        let is_other = own.version != page.version;
        let end = own.url.bytes().position(|byte| is_other && byte == b'#');
        let end = end.unwrap_or(if is_other { own.url.len() } else { page.url.len() });
        Hit {
            page: cut(&own.url, 0..end).to_owned(),
            url: own.url,
            id: section.id.clone(),
            site: String::new(),
            title: own.title,
            heading: section.heading.clone(),
            kind: section.symbol_kind.clone(),
            path,
            excerpt: excerpt.text,
            highlights: excerpt.highlights,
            text,
            passage,
            version: own.version,
            also,
            meta: page.meta.clone(),
            lists: Vec::new(),
            score: candidate.score,
            explanation: None,
        }
    }
}

/// The lists that have a candidate. Cost: linear in the lists.
fn names_of_lists(candidate: &Candidate<'_>, ranked: &Ranked) -> Vec<&'static str> {
    let has = |list: &&RankedList| list.sections.iter().any(|scored| scored.section == candidate.section);
    ranked.lists.iter().filter(has).map(|list| list.retriever).collect()
}
