//! The stages of the pipeline from the query's terms to the requested page of hits, in their order.
//!
//! Terms are looked up in each index of a query, and each retriever searches each of them; from there on, the lists are
//! those of one index.

use super::admission::{Admission, needs_filters};
use super::answer::Request;
use super::engine::{Embedded, Engine, Outcome};
use super::fuse::{FUSION_K, fuse};
use super::intent::{Intent, KindFactors};
use super::lookup::{Reach, Resolved, resolve};
use super::nothing::cut_dense;
use super::parse::ParsedQuery;
use super::posting_matches::PostingMatches;
use super::rank::Ranked;
use super::retrieve::DENSE;
use super::retrieve::{Inputs, LEXICAL, Retriever, file_problem};
use super::score_mix;
use super::several_lists::{merged, of_site};
use super::sites::Sites;
use super::spread;
use super::text_matches::unscored_terms;
use crate::ids::SectionId;
use crate::index::{BlockId, BlockKind, Slot, Store};

/// A query, as all stages see it.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub sites: Sites<'a>,
    pub request: &'a Request,
    pub query: &'a ParsedQuery,
    pub intent: &'a Intent,
    pub embedded: Option<Embedded<'a>>,
}

/// What one index has of a query's terms, and what it lacks.
#[derive(Default)]
struct LookedUp<'a> {
    need: Vec<BlockId>,
    resolved: Option<Resolved<'a>>,
    /// The corrected query, to embed first.
    embed_anew: Option<String>,
}

impl Engine {
    /// Ranks by the retrievers of the requested mode; if they fail, by the others. The error is what is needed first.
    #[allow(
        clippy::result_large_err,
        reason = "moved once a query; a box is more code for every page to load"
    )]
    pub(super) fn rank(&self, asked: Asked<'_>) -> Result<Ranked, Outcome> {
        let answers = |retriever: &&dyn Retriever| retriever.answers(asked.request.mode);
        let requested: Vec<_> = self.retrievers.iter().copied().filter(answers).collect();
        if requested.iter().any(|retriever| self.works(asked, *retriever)) {
            let ranked = self.rank_by(&requested, asked)?;
            if !ranked.lists.is_empty() || ranked.degraded.is_empty() {
                return Ok(ranked);
            }
        }
        // The mode's retrievers failed, so the others answer.
        let or_works = |retriever: &&dyn Retriever| answers(retriever) || self.works(asked, *retriever);
        let all: Vec<_> = self.retrievers.iter().copied().filter(or_works).collect();
        self.rank_by(&all, asked)
    }

    /// Whether a retriever can answer from any index.
    fn works(&self, asked: Asked<'_>, retriever: &dyn Retriever) -> bool {
        let works = |(_, store): (usize, &Store)| retriever.works(&self.inputs(asked, store, false));
        asked.sites.each(works).contains(&true)
    }

    /// The inputs of retrievers for one index, before its terms are looked up.
    fn inputs<'a>(&'a self, asked: Asked<'a>, store: &'a Store, is_fused: bool) -> Inputs<'a> {
        Inputs {
            store,
            request: asked.request,
            intent: asked.intent,
            vector: asked.embedded.map(|embedded| embedded.vector).filter(|_| store.site().shares_encoder()),
            encoder_problem: self.encoder_problem_of(store),
            uses_lexicon: self.uses_lexicon && store.site().shares_encoder(),
            is_fused,
            terms: &[],
            matches: None,
        }
    }

    /// Looks a query's terms up in one index, and names what it needs beside them.
    fn look_up<'a>(
        &self,
        asked: Asked<'a>,
        store: &'a Store,
        retrievers: &[&dyn Retriever],
        is_fused: bool,
    ) -> LookedUp<'a> {
        if !asked.sites.searches(store) {
            return LookedUp::default();
        }
        let inputs = self.inputs(asked, store, is_fused);
        let mut need = Vec::new();
        let filters = BlockKind::Filters.block(0);
        if needs_filters(store, asked.request) && store.is_missing(filters) {
            need.push(filters);
        }
        let reads_terms = retrievers.iter().any(|retriever| retriever.reads_terms());
        let reach = Reach::of(asked.request, asked.query);
        let resolve = || resolve(asked.sites, store, &self.analyzer, asked.query, inputs.intent, reach);
        let resolved = reads_terms.then(resolve).transpose();
        let is_resolved = resolved.is_ok();
        let mut of_terms = Vec::new();
        let resolved = resolved.unwrap_or_else(|terms| {
            of_terms = terms;
            None
        });
        // Without a vector, the terms come first: a driver mostly has them, and then all else takes a round trip less.
        if is_fused
            && spread::answers(asked.sites.settings(), asked.request.mode)
            && (is_resolved || asked.embedded.is_some())
        {
            need.extend(spread::need(store));
        }
        // WordPiece splits a mistyped word into unrelated tokens, so its embedding is no use.
        let corrected = resolved.as_ref().map(|resolved| &resolved.corrected).filter(|it| !it.is_empty());
        let embed_anew = corrected
            .filter(|corrected| asked.embedded.is_some_and(|embedded| embedded.text != **corrected))
            .filter(|_| retrievers.iter().any(|it| it.reads_vector() && it.works(&inputs)))
            .cloned();
        let looked_up = Inputs {
            terms: resolved.as_ref().map_or(&[], |resolved| resolved.terms.as_slice()),
            ..self.inputs(asked, store, is_fused)
        };
        for retriever in retrievers.iter().filter(|retriever| retriever.works(&inputs)) {
            // Another vector may follow, and what this one needs would be fetched in vain.
            if retriever.reads_vector() && (!is_resolved || embed_anew.is_some()) {
                need.extend(retriever.preload(store));
            } else {
                need.extend(retriever.need(&looked_up));
            }
        }
        need.iter_mut().for_each(|id| *id = id.of_site(store.site().number));
        need.append(&mut of_terms);
        LookedUp { need, resolved, embed_anew }
    }

    /// Ranks with the given retrievers.
    #[allow(clippy::result_large_err, reason = "as above")]
    fn rank_by(&self, retrievers: &[&dyn Retriever], asked: Asked<'_>) -> Result<Ranked, Outcome> {
        let Asked { sites, request, query, intent, .. } = asked;
        let works = |retriever: &&&dyn Retriever| self.works(asked, **retriever);
        let is_fused = retrievers.iter().filter(works).count() > 1;
        let looked_up = sites.each(|(_, store)| self.look_up(asked, store, retrievers, is_fused));
        let need: Vec<BlockId> =
            looked_up.iter().flat_map(|looked_up| looked_up.need.iter().copied()).collect();
        if !need.is_empty() {
            return Err(Outcome::Need(self.requests(&need)));
        }
        if let Some(corrected) = looked_up.iter().find_map(|looked_up| looked_up.embed_anew.as_ref()) {
            return Err(Outcome::Embed(corrected.clone()));
        }

        let mut looked_up = looked_up.into_iter();
        let matches = sites.each(|(_, store)| {
            let resolved = looked_up.next().and_then(|looked_up| looked_up.resolved);
            resolved.map(|resolved| PostingMatches::new(store, resolved))
        });
        let admissions = sites.each(|(number, store)| {
            Admission::new(store, request, matches[number].as_ref(), query.minimum_should_match)
        });
        // A navigational match is never pushed down.
        let first = |section: SectionId| {
            let (number, _, section) = sites.locate(section);
            matches[number].as_ref().map_or(0, |matches| matches.navigational.rank(section))
        };
        let is_name = matches.iter().flatten().any(|matches| !matches.navigational.is_empty());
        let intent_seen = intent.seen(is_name);
        let kind = intent_seen.as_ref().map(|intent| intent.kind);
        let mut ranked = Ranked { word_share: intent.word_share, intent: intent_seen, ..Ranked::default() };
        let settings = sites.settings();
        let of_kind = |factors: &KindFactors| kind.map_or(1.0, |kind| settings.get(&factors[kind as usize]));
        for retriever in retrievers {
            let found = sites.each(|(number, store)| {
                if !sites.searches(store) {
                    return Ok(Default::default());
                }
                let matches = matches[number].as_ref();
                let inputs = Inputs {
                    terms: matches.map_or(&[], |matches| matches.terms.as_slice()),
                    matches,
                    ..self.inputs(asked, store, is_fused)
                };
                retriever.retrieve(&inputs, &admissions[number])
            });
            if let Some(found) = merged(sites, found, &first, &mut ranked.degraded) {
                let factor = retriever.weight_factor(intent) * of_kind(retriever.kind_factors());
                let floor = retriever.mix_floor().map(|floor| settings.get(floor) as usize);
                let mix = settings.get(retriever.mix()) * factor;
                let weight = settings.get(retriever.weight()) * factor;
                let scale = score_mix::scale(mix, &found.sections, floor);
                let found = if retriever.name() == DENSE {
                    cut_dense(settings, request, found, &mut ranked)
                } else {
                    found
                };
                ranked.add(retriever.name(), weight, scale, found);
            }
        }
        // A list alone keeps its scores.
        if spread::answers(settings, request.mode) && is_fused && ranked.is_fused() {
            spread::add(&mut ranked, sites, of_kind(spread::KIND_FACTORS), &first, &admissions);
        }
        sites.each(|(_, store)| {
            if needs_filters(store, request)
                && let Slot::Failed(error) = store.filters()
            {
                ranked.degraded.push(of_site(sites, store, file_problem(LEXICAL, error)));
            }
        });
        let mut fused = fuse(&ranked.lists, settings.get(&FUSION_K), &first);
        if ranked.is_fused() {
            let depth = settings.get(&score_mix::DEPTH) as usize;
            score_mix::mix(&ranked.lists, depth, &first, &mut fused);
            ranked.mixed = fused.iter().take(depth).map(|fused| fused.section).collect();
        }
        let mut matches = matches.into_iter();
        sites.each(|(number, store)| {
            if let Some(Some(matches)) = matches.next() {
                ranked.take(matches, sites.first_section(number, store));
            }
        });
        if ranked.terms.is_empty() {
            ranked.unscored = unscored_terms(query);
        }
        Ok(ranked.finish(sites, request, fused))
    }
}
