//! The stages of the pipeline from the query's terms to the requested page of hits, in their order.
//!
//! Terms are looked up in each index of a query, and each retriever searches each of them; from there on, the lists are
//! those of one index.

use super::asked::Asked;
use super::evidence::{Evidence, LookedUp};
use super::several_lists::merged;
use super::unknown_filters::unknown;
use crate::ids::SectionId;
use crate::index::{BlockKind, IfFull, Slot, Store};
use crate::lexical::power;
use crate::search::answer::file_problem;
use crate::search::engine::stages::Stages;
use crate::search::engine::{Engine, Outcome};
use crate::search::fusion::fit::cut;
use crate::search::fusion::fuse::{FUSION_K, Fused, KNOWN, alone, fuse};
use crate::search::fusion::nothing::cut_dense;
use crate::search::fusion::rank::Ranked;
use crate::search::fusion::score_mix::{self, Scale};
use crate::search::fusion::spread;
use crate::search::intent::KindFactors;
use crate::search::listing::Listing;
use crate::search::lookup::{QueryWords, Reach, resolve};
use crate::search::matches::admission::{Admission, needs_filters};
use crate::search::matches::text_matches::unscored_terms;
use crate::search::page::aggregates::count;
use crate::search::page::{editions, order, page};
use crate::search::retrieve::{DENSE, Inputs, LEXICAL, Lexical, Retrieved, Retriever, graph_and_homes};
use crate::search::sites::{Sites, of_site};
use crate::search::step::Step;

impl<S: Stages> Engine<S> {
    /// Ranks by the retrievers of the requested mode; if they fail, by the others.
    pub(in crate::search) fn rank(&self, asked: Asked<'_, S>) -> Step<Ranked, Outcome> {
        if !S::IS_FULL {
            return self.rank_by(&[], asked);
        }
        let answers = |retriever: &&dyn Retriever<S>| retriever.answers(asked.request.mode);
        let requested: Vec<_> = self.retrievers().iter().copied().filter(answers).collect();
        if requested.iter().any(|retriever| self.works(asked, *retriever)) {
            let ranked = self.rank_by(&requested, asked)?;
            if !ranked.lists.is_empty() || ranked.degraded.is_empty() {
                return Step::Continue(ranked);
            }
        }
        // The mode's retrievers failed, so the others answer.
        let or_works = |retriever: &&dyn Retriever<S>| answers(retriever) || self.works(asked, *retriever);
        let all: Vec<_> = self.retrievers().iter().copied().filter(or_works).collect();
        self.rank_by(&all, asked)
    }

    /// Whether a retriever can answer from any index.
    fn works(&self, asked: Asked<'_, S>, retriever: &dyn Retriever<S>) -> bool {
        let works = |(_, store): (usize, &Store<S>)| retriever.works(&self.inputs(asked, store, false));
        asked.sites.each(works).as_ref().iter().any(|works| *works)
    }

    /// Looks a query's terms up in one index, and names what it needs beside them.
    fn look_up<'a>(
        &self,
        asked: Asked<'a, S>,
        store: &'a Store<S>,
        retrievers: &[&dyn Retriever<S>],
        is_fused: bool,
    ) -> LookedUp<'a, S> {
        if !asked.sites.searches(store) {
            return LookedUp::default();
        }
        let inputs = self.inputs(asked, store, is_fused);
        let mut need = Vec::new();
        let filters = BlockKind::Filters.block(0);
        if needs_filters(store, asked.request, self.listing()) && store.is_missing(filters) {
            need.push(filters);
        }
        let ranks_terms = reads_terms(retrievers);
        let reads_terms = ranks_terms || self.seeds_are_read(retrievers, &inputs);
        let reach = if ranks_terms {
            Reach::of(store, asked.request, asked.query, self.listing())
        } else {
            Reach::Seeds
        };
        let words = QueryWords {
            sites: asked.sites,
            analyzer: &self.analyzer,
            query: asked.query,
            intent: inputs.intent,
        };
        let resolve = || resolve(&words, store, reach);
        let mut of_terms = Vec::new();
        let (resolved, is_resolved) = match reads_terms.then(resolve) {
            Some(Step::Continue(resolved)) => (Some(resolved), true),
            Some(Step::Break(lacking)) => {
                of_terms = lacking;
                (None, false)
            }
            None => (None, true),
        };
        let mut looked_up = LookedUp { need, resolved, is_resolved, ..LookedUp::default() };
        if S::IS_FULL {
            looked_up = self.with_all_needs(asked, retrievers, &inputs, looked_up);
        }
        looked_up.need.append(&mut of_terms);
        looked_up
    }

    /// Adds what the query needs beside its terms, and whether it is embedded anew.
    fn with_all_needs<'a>(
        &self,
        asked: Asked<'_, S>,
        retrievers: &[&dyn Retriever<S>],
        inputs: &Inputs<'_, S>,
        mut found: LookedUp<'a, S>,
    ) -> LookedUp<'a, S> {
        // Without a vector, the terms come first: a driver mostly has them, and then all else takes a round trip less.
        let &Inputs { store, is_fused, .. } = inputs;
        let is_resolved = found.is_resolved;
        let mut need = std::mem::take(&mut found.need);
        need.extend(order::need_of(store, inputs.listing));
        if is_fused
            && spread::answers(asked.sites.settings(), asked.request.mode)
            && (is_resolved || asked.embedded.is_some())
        {
            need.extend(spread::need(store));
        }
        // WordPiece splits a mistyped word into unrelated tokens, so its embedding is no use.
        let resolved = found.resolved.as_ref().filter(|_| reads_terms(retrievers));
        let corrected = resolved.map(|resolved| &resolved.corrected).filter(|it| !it.is_empty());
        let embed_anew = corrected
            .filter(|corrected| asked.embedded.is_some_and(|embedded| embedded.text != **corrected))
            .filter(|_| retrievers.iter().any(|it| it.reads_vector() && it.works(inputs)))
            .cloned();
        if embed_anew.is_none() && self.seeds_are_read(retrievers, inputs) {
            let seeded = found.resolved.take().map(|resolved| self.seeded(asked, store, resolved));
            found.seeded = S::IfFull::new(|| seeded);
        }
        let (terms, seeds) = match (found.seeded(), &found.resolved) {
            (Some(seeded), _) => (&seeded.matches.terms[..], &seeded.seeds[..]),
            (None, Some(resolved)) => (&resolved.terms[..], &[][..]),
            (None, None) => (&[][..], &[][..]),
        };
        let looked_up = Inputs { terms, seeds, ..self.inputs(asked, store, is_fused) };
        for retriever in retrievers.iter().filter(|retriever| retriever.works(inputs)) {
            // Another vector may follow, and what this one needs would be fetched in vain.
            if !is_resolved && !reads_terms(retrievers) {
                need.extend(graph_and_homes(store));
            } else if retriever.reads_vector() && (!is_resolved || embed_anew.is_some()) {
                need.extend(retriever.preload(store));
            } else {
                need.extend(retriever.need(&looked_up));
            }
        }
        need.iter_mut().for_each(|id| *id = id.of_site(store.site().number));
        LookedUp { need, embed_anew, ..found }
    }

    /// Ranks with the given retrievers.
    fn rank_by(&self, retrievers: &[&dyn Retriever<S>], asked: Asked<'_, S>) -> Step<Ranked, Outcome> {
        let sites = asked.sites;
        let works = |retriever: &&&dyn Retriever<S>| self.works(asked, **retriever);
        let is_fused = S::IS_FULL && retrievers.iter().filter(works).count() > 1;
        let looked_up = self.all_looked_up(retrievers, asked, is_fused)?;
        let evidence = Evidence::of(sites, looked_up, reads_terms(retrievers));
        let admissions = sites.each(|(number, store)| {
            let least = asked.query.minimum_should_match;
            Admission::new(store, asked.request, evidence.matches(number), least, self.listing())
        });
        let admissions_of = admissions.as_ref();
        let mut ranked = Ranked { word_share: asked.intent.word_share, ..Ranked::default() };
        if S::IS_FULL {
            ranked.intent = asked.intent.seen(evidence.has_name());
        }
        // A navigational match is never pushed down.
        let first = |section: SectionId| evidence.rank(sites, section);
        let inputs = |number: usize, store| evidence.inputs(number, self.inputs(asked, store, is_fused));
        if S::IS_FULL {
            for retriever in retrievers {
                let found = sites.each(|(number, store)| {
                    if !sites.searches(store) {
                        return Ok(Default::default());
                    }
                    retriever.retrieve(&inputs(number, store), &admissions_of[number])
                });
                let (found, failed) = merged(sites, found, &first);
                ranked.degraded.extend(failed);
                if let Some(found) = found {
                    let is_beside_vectors =
                        is_fused && asked.embedded.is_some() && retriever.name() == LEXICAL;
                    let known = if is_beside_vectors { evidence.known() } else { 1.0 };
                    add(&mut ranked, asked, *retriever, known, found);
                }
            }
        } else {
            match Lexical.retrieve(&inputs(0, sites.main), &admissions_of[0]) {
                Ok(found) => ranked.add(LEXICAL, 1.0, Scale::default(), found),
                Err(problem) => ranked.degraded.push(problem),
            }
        }
        // A list alone keeps its scores.
        if is_fused && spread::answers(sites.settings(), asked.request.mode) && ranked.is_fused() {
            let weight = of_kind(sites, &ranked, spread::KIND_FACTORS);
            spread::add(&mut ranked, sites, weight, &first, admissions_of);
        }
        self.report_filters(asked, &mut ranked);
        let fused = if S::IS_FULL { fused(sites, &mut ranked, &first) } else { alone(&ranked.lists) };
        drop(admissions);
        evidence.enter(sites, &mut ranked);
        if S::IS_FULL && ranked.terms.is_empty() {
            ranked.unscored = unscored_terms(asked.query);
        }
        Step::Continue(finish(asked, self.listing(), ranked, fused))
    }

    /// What each index has of the query's terms. Lacks blocks, or the embedding of the corrected query.
    fn all_looked_up<'a>(
        &self,
        retrievers: &[&dyn Retriever<S>],
        asked: Asked<'a, S>,
        is_fused: bool,
    ) -> Step<S::Each<LookedUp<'a, S>>, Outcome> {
        let looked_up = asked.sites.each(|(_, store)| self.look_up(asked, store, retrievers, is_fused));
        let mut need = Vec::new();
        for looked_up in looked_up.as_ref() {
            need.extend_from_slice(&looked_up.need);
        }
        if !need.is_empty() {
            return Step::Break(Outcome::Need(self.requests(&need)));
        }
        if S::IS_FULL
            && let Some(corrected) = looked_up.as_ref().iter().find_map(|it| it.embed_anew.as_ref())
        {
            return Step::Break(Outcome::Embed(corrected.clone()));
        }
        Step::Continue(looked_up)
    }

    /// Warns of filters that could not be loaded, or that no index has.
    fn report_filters(&self, asked: Asked<'_, S>, ranked: &mut Ranked) {
        asked.sites.each(|(_, store)| {
            if needs_filters(store, asked.request, self.listing())
                && let Slot::Failed(error) = store.filters()
            {
                ranked.degraded.push(of_site(asked.sites, store, file_problem(LEXICAL, error)));
            }
        });
        ranked.degraded.extend(unknown(asked.sites, asked.request, self.listing()));
    }
}

/// Cuts, counts and folds the fused ranking, and keeps the requested page of it.
fn finish<S: Stages>(
    asked: Asked<'_, S>,
    listing: Option<&Listing>,
    mut ranked: Ranked,
    mut fused: Vec<Fused>,
) -> Ranked {
    let Asked { sites, request, .. } = asked;
    cut(sites, request, &mut ranked, &mut fused);
    count(sites, request, &fused, &mut ranked);
    editions::fold(sites, request, &mut ranked, &mut fused);
    if S::IS_FULL {
        order::by_key(sites, listing, &mut ranked, &mut fused);
    }
    page(sites, request, &mut ranked, fused);
    ranked
}

/// Whether one of the retrievers ranks by terms, or all that there is does.
fn reads_terms<S: Stages>(retrievers: &[&dyn Retriever<S>]) -> bool {
    !S::IS_FULL || retrievers.iter().any(|retriever| retriever.reads_terms())
}

/// The factor of the query's kind on the weights of a list.
fn of_kind<S: Stages>(sites: Sites<'_, S>, ranked: &Ranked, factors: &KindFactors) -> f32 {
    let kind = ranked.intent.as_ref().map(|intent| intent.kind);
    kind.map_or(1.0, |kind| sites.settings().get(&factors[kind as usize]))
}

/// Adds what a retriever found, with the weights of its list. It weighs less if the site has only the share `known` of the
/// plain words: across languages, words find little but what both write alike.
fn add<S: Stages>(
    ranked: &mut Ranked,
    asked: Asked<'_, S>,
    retriever: &dyn Retriever<S>,
    known: f32,
    mut found: Retrieved,
) {
    let Asked { sites, request, intent, .. } = asked;
    let settings = sites.settings();
    let trust = match settings.get(&KNOWN) {
        0.0 => 1.0,
        exponent => power(known, exponent * intent.word_share),
    };
    let factor = trust * retriever.weight_factor(intent) * of_kind(sites, ranked, retriever.kind_factors());
    let floor = retriever.mix_floor().map(|floor| settings.get(floor) as usize);
    let scale = score_mix::scale(settings.get(retriever.mix()) * factor, &found.sections, floor);
    if retriever.name() == DENSE {
        found = cut_dense(settings, request, found, ranked);
    }
    ranked.add(retriever.name(), settings.get(retriever.weight()) * factor, scale, found);
}

/// Fuses the lists, and mixes in the scores of the first sections.
fn fused<S: Stages>(sites: Sites<'_, S>, ranked: &mut Ranked, first: &dyn Fn(SectionId) -> u8) -> Vec<Fused> {
    let settings = sites.settings();
    let mut fused = fuse(&ranked.lists, settings.get(&FUSION_K), first);
    if ranked.is_fused() {
        let depth = settings.get(&score_mix::DEPTH) as usize;
        let mixed = score_mix::mix(&ranked.lists, depth, first, &mut fused);
        ranked.mixed = fused.iter().take(mixed).map(|fused| fused.section).collect();
    }
    fused
}
