//! [`Asked`]: a query, as all stages see it, and what retrievers are told of it.

use crate::index::Store;
use crate::search::answer::Request;
use crate::search::engine::stages::Stages;
use crate::search::engine::{Embedded, Engine};
use crate::search::intent::Intent;
use crate::search::parse::ParsedQuery;
use crate::search::retrieve::Inputs;
use crate::search::sites::Sites;

/// A query, as all stages see it.
pub(in crate::search) struct Asked<'a, S: Stages> {
    pub sites: Sites<'a, S>,
    pub request: &'a Request,
    pub query: &'a ParsedQuery,
    pub intent: &'a Intent,
    pub embedded: Option<Embedded<'a>>,
}

impl<S: Stages> Clone for Asked<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Stages> Copy for Asked<'_, S> {}

impl<S: Stages> Engine<S> {
    /// The inputs of retrievers for one index, before its terms are looked up.
    pub(super) fn inputs<'a>(
        &'a self,
        asked: Asked<'a, S>,
        store: &'a Store<S>,
        is_fused: bool,
    ) -> Inputs<'a, S> {
        Inputs {
            store,
            request: asked.request,
            listing: self.listing(),
            intent: asked.intent,
            vector: asked
                .embedded
                .map(|embedded| embedded.vector)
                .filter(|_| S::IS_FULL && store.site().shares_encoder()),
            encoder_problem: if S::IS_FULL { self.encoder_problem_of(store) } else { None },
            uses_lexicon: S::IS_FULL && self.uses_lexicon() && store.site().shares_encoder(),
            is_fused,
            terms: &[],
            seeds: &[],
            matches: None,
        }
    }
}
