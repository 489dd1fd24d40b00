//! The stages of the pipeline from the query's terms to the requested page of hits, in their order.

use super::admission::Admission;
use super::aggregates::count;
use super::answer::Request;
use super::editions;
use super::engine::{Embedded, Engine, Outcome};
use super::fit::cut;
use super::fuse::{FUSION_K, fuse};
use super::intent::{Intent, KindFactors};
use super::lookup::resolve;
#[cfg(feature = "dense")]
use super::nothing::cut_dense;
use super::page::page;
use super::parse::ParsedQuery;
use super::posting_matches::PostingMatches;
use super::rank::Ranked;
#[cfg(feature = "dense")]
use super::retrieve::DENSE;
use super::retrieve::{Inputs, LEXICAL, Retriever, file_problem};
use super::score_mix::{self, Scale};
#[cfg(feature = "dense")]
use super::spread;
use super::text_matches::unscored_terms;
use crate::index::{BlockKind, Slot};

impl Engine {
    /// Ranks by the retrievers of the requested mode; if they fail, by the others. The error is what is needed first.
    #[allow(
        clippy::result_large_err,
        reason = "moved once a query; a box is more code for every page to load"
    )]
    pub(super) fn rank(
        &self,
        request: &Request,
        query: &ParsedQuery,
        intent: &Intent,
        embedded: Option<Embedded<'_>>,
    ) -> Result<Ranked, Outcome> {
        let mut inputs = Inputs {
            store: &self.store,
            request,
            intent,
            #[cfg(feature = "dense")]
            vector: embedded.map(|embedded| embedded.vector),
            #[cfg(feature = "dense")]
            encoder_problem: self.encoder_problem.as_ref(),
            #[cfg(feature = "dense")]
            uses_lexicon: self.uses_lexicon,
            is_fused: false,
            #[cfg(feature = "dense")]
            terms: &[],
            matches: None,
        };
        let answers = |retriever: &&dyn Retriever| retriever.answers(request.mode);
        let requested: Vec<_> = self.retrievers.iter().copied().filter(answers).collect();
        if requested.iter().any(|retriever| retriever.works(&inputs)) {
            let ranked = self.rank_by(&requested, &mut inputs, query, embedded)?;
            if !ranked.lists.is_empty() || ranked.degraded.is_empty() {
                return Ok(ranked);
            }
        }
        // The mode's retrievers failed, so the others answer.
        let or_works = |retriever: &&dyn Retriever| answers(retriever) || retriever.works(&inputs);
        let all: Vec<_> = self.retrievers.iter().copied().filter(or_works).collect();
        self.rank_by(&all, &mut inputs, query, embedded)
    }

    /// Ranks with the given retrievers.
    #[allow(clippy::result_large_err, reason = "as above")]
    fn rank_by(
        &self,
        retrievers: &[&dyn Retriever],
        inputs: &mut Inputs<'_>,
        query: &ParsedQuery,
        embedded: Option<Embedded<'_>>,
    ) -> Result<Ranked, Outcome> {
        let store = &self.store;
        let request = inputs.request;
        let works = |retriever: &&&dyn Retriever| retriever.works(inputs);
        // Constant in a build with one retriever, as `Ranked::is_fused`.
        let is_fused = cfg!(any(test, feature = "dense")) && retrievers.iter().filter(works).count() > 1;
        inputs.is_fused = is_fused;
        let mut need = Vec::new();
        let filters = BlockKind::Filters.block(0);
        let needs_filters = request.facets || !request.filters.is_empty() || store.directory().has_editions;
        if needs_filters && store.is_missing(filters) {
            need.push(filters);
        }
        #[cfg(feature = "dense")]
        let spreads = is_fused && spread::answers(store, request.mode);
        let reads_terms = retrievers.iter().any(|retriever| retriever.reads_terms());
        let resolved =
            reads_terms.then(|| resolve(store, &self.analyzer, query, inputs.intent, false)).transpose();
        let is_resolved = resolved.is_ok();
        let resolved = resolved.unwrap_or_else(|terms| {
            need.extend(terms);
            None
        });
        // Without a vector, the terms come first: a driver mostly has them, and then all else takes a round trip less.
        #[cfg(feature = "dense")]
        if spreads && (is_resolved || embedded.is_some()) {
            need.extend(spread::need(store));
        }
        // WordPiece splits a mistyped word into unrelated tokens, so its embedding is no use.
        let corrected = resolved.as_ref().map(|resolved| &resolved.corrected).filter(|it| !it.is_empty());
        let embed_anew = corrected
            .filter(|corrected| embedded.is_some_and(|embedded| embedded.text != **corrected))
            .filter(|_| retrievers.iter().any(|it| it.reads_vector() && it.works(inputs)));
        let looked_up = Inputs {
            #[cfg(feature = "dense")]
            terms: resolved.as_ref().map_or(&[], |resolved| resolved.terms.as_slice()),
            ..*inputs
        };
        for retriever in retrievers.iter().filter(|retriever| retriever.works(inputs)) {
            // Another vector may follow, and what this one needs would be fetched in vain.
            if retriever.reads_vector() && (!is_resolved || embed_anew.is_some()) {
                need.extend(retriever.preload(store));
            } else {
                need.extend(retriever.need(&looked_up));
            }
        }
        if !need.is_empty() {
            return Err(Outcome::Need(store.requests(&need)));
        }
        if let Some(corrected) = embed_anew {
            return Err(Outcome::Embed(corrected.clone()));
        }

        let matches = resolved.map(|resolved| PostingMatches::new(store, resolved));
        let admission = Admission::new(store, request, matches.as_ref(), query.minimum_should_match);
        let inputs = Inputs {
            #[cfg(feature = "dense")]
            terms: matches.as_ref().map_or(&[], |matches| matches.terms.as_slice()),
            matches: matches.as_ref(),
            ..*inputs
        };
        let intent = inputs.intent.seen(matches.as_ref().is_some_and(|it| !it.navigational.is_empty()));
        let kind = intent.as_ref().map(|intent| intent.kind);
        let mut ranked = Ranked { word_share: inputs.intent.word_share, intent, ..Ranked::default() };
        let settings = &store.directory().ranking;
        let of_kind = |factors: &KindFactors| kind.map_or(1.0, |kind| settings.get(&factors[kind as usize]));
        for retriever in retrievers {
            match retriever.retrieve(&inputs, &admission) {
                Ok(found) => {
                    // Only fusion reads weight and scale.
                    let (mut weight, mut scale) = (1.0, Scale::default());
                    if cfg!(any(test, feature = "dense")) {
                        let factor =
                            retriever.weight_factor(inputs.intent) * of_kind(retriever.kind_factors());
                        let floor = retriever.mix_floor().map(|floor| settings.get(floor) as usize);
                        let mix = settings.get(retriever.mix()) * factor;
                        weight = settings.get(retriever.weight()) * factor;
                        scale = score_mix::scale(mix, &found.sections, floor);
                    }
                    #[cfg(feature = "dense")]
                    let found = if retriever.name() == DENSE {
                        cut_dense(store, request, found, &mut ranked)
                    } else {
                        found
                    };
                    ranked.add(retriever.name(), weight, scale, found);
                }
                Err(problem) => ranked.degraded.push(problem),
            }
        }
        // A navigational match is never pushed down.
        let first = |section| matches.as_ref().map_or(0, |matches| matches.navigational.rank(section));
        // A list alone keeps its scores.
        #[cfg(feature = "dense")]
        if spreads && ranked.is_fused() {
            spread::add(&mut ranked, store, of_kind(spread::KIND_FACTORS), &first, &admission);
        }
        if needs_filters && let Slot::Failed(error) = store.filters() {
            ranked.degraded.push(file_problem(LEXICAL, error));
        }
        let mut fused = fuse(&ranked.lists, settings.get(&FUSION_K), &first);
        if ranked.is_fused() {
            let depth = settings.get(&score_mix::DEPTH) as usize;
            score_mix::mix(&ranked.lists, depth, &first, &mut fused);
            ranked.mixed = fused.iter().take(depth).map(|fused| fused.section).collect();
        }
        if let Some(matches) = matches {
            ranked.navigational = matches.navigational;
            ranked.corrections = matches.corrections;
            ranked.corrected = matches.corrected;
            ranked.terms = matches.terms;
            (ranked.fit.words, ranked.corrected_words) = (Some(matches.words), matches.corrected_words);
        }
        if cfg!(feature = "dense") && ranked.terms.is_empty() {
            ranked.unscored = unscored_terms(query);
        }
        cut(store, request, &mut ranked, &mut fused);
        count(store, request, &fused, &mut ranked);
        editions::fold(store, request, &mut ranked, &mut fused);
        ranked.shown = page(store, fused, request);
        Ok(ranked)
    }
}
