//! Term lookup: from a parsed query to postings.
//!
//! [`resolve`] reads the blocks that are loaded and names those that it still needs; the engine calls it again until it
//! needs none. First come the blocks of the query's terms; then, for rare or unknown words, those of the spelling
//! dictionary; then those of the term expansions. It names as many blocks as possible at once, since each call can cost
//! a round trip.

mod command_line;
mod comparison;
mod expander;
mod joined;
mod navigational;
mod spelling;
mod term_lookup;
mod whole_names;
mod whole_weight;

use crate::search::engine::stages::Stages;
use expander::{Expander, completed, synonyms, unfinished};
use spelling::TermExpansion;
use whole_names::WholeName;
use whole_weight::WholeWeight;

use super::answer::{Correction, Request};
use super::engine::sites::Sites;
use super::intent::Intent;
use super::page::aggregates::are_requested;
use super::parse::{Clause, Occur, ParsedQuery, QueryTerm};
use crate::index::{BlockId, IndexError, Store};
use crate::lexical::{ClauseRule, PhraseTerm, ScoredList, TermEntry, TermGroup, idf, phrase};
use crate::text::{Analyzer, cut};

pub(super) use navigational::{NameKeys, NavigationalMatches};
pub(super) use term_lookup::{Found, TermLookup, blamed};

/// A term's lists of postings: its own, the low-impact ones and the least ones.
const ALL_LISTS: u8 = 3;

/// How much of the postings a query reads.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reach {
    /// What depends on its text alone; nothing is resolved.
    First,
    /// All but the least postings of frequent terms, which hardly change a ranking.
    Ranking,
    /// All, where sections without a term are excluded or counted.
    All,
}

impl Reach {
    /// What a request and its query need for an answer.
    pub fn of(request: &Request, query: &ParsedQuery) -> Self {
        let excludes = |clause: &Clause| clause.phrase || clause.occur != Occur::Should;
        let needs_all = !request.filters.is_empty()
            || are_requested(request)
            || query.minimum_should_match > 0
            || query.clauses.iter().any(excludes);
        if needs_all { Reach::All } else { Reach::Ranking }
    }

    fn lists(self) -> u8 {
        if self == Reach::All { ALL_LISTS } else { ALL_LISTS - 1 }
    }
}

/// A term that adds to scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredTerm {
    /// The term as the index stores it.
    pub text: String,
    /// Weight, without inverse document frequency.
    pub weight: f32,
    /// Factor that gives the sides of a comparison equal weights.
    pub balance: f32,
    /// Sections that contain it, or a likelier alternative for the same query term if that is more frequent.
    pub document_frequency: u32,
    /// How many of its lists of postings count (`TermLookup::list`).
    pub lists: u8,
    /// Number of the first clause with it.
    pub clause: usize,
}

/// A phrase to match by positions.
pub(super) struct PhraseLookup<'a> {
    pub clause: usize,
    pub terms: Vec<PhraseTerm<'a>>,
    /// Sum of weight times inverse document frequency over its terms.
    pub weight: f32,
}

/// A query's terms, resolved to postings.
pub(super) struct Resolved<'a> {
    pub groups: Vec<TermGroup<'a>>,
    pub phrases: Vec<PhraseLookup<'a>>,
    pub rules: Vec<ClauseRule>,
    /// Whether the query compares things that the index has.
    pub compares: bool,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    /// The query's text with corrections applied; empty without corrections.
    pub corrected: String,
    /// How many bytes of the query's text `corrected` covers.
    read: usize,
    pub whole: WholeWeight,
    pub terms: Vec<ScoredTerm>,
    /// The query as a phrase, if it is a command: sections with it come first.
    pub line: Vec<PhraseTerm<'a>>,
    /// Scored terms of joined words, until all others are known.
    joined_terms: Vec<ScoredTerm>,
    /// Blocks that failed to load or are damaged.
    pub failed: Vec<IndexError>,
}

/// Resolves a query's terms, expansions, phrases and name in one of the indexes, with the frequencies of all.
///
/// # Errors
/// The blocks that must be supplied first. With [`Reach::First`], always.
pub(super) fn resolve<'a, S: Stages>(
    sites: Sites<'a, S>,
    store: &'a Store<S>,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    intent: &Intent,
    reach: Reach,
) -> Result<Resolved<'a>, Vec<BlockId>> {
    let mut lookup = TermLookup::among(sites, store);
    // Everything that depends on the query alone comes first, to fetch it in one round trip.
    for clause in &query.clauses {
        for term in &clause.terms {
            if term.is_looked_up {
                lookup.find(&term.text);
            }
            if clause.phrase {
                lookup.need_positions(&term.text);
            }
        }
        for other in synonyms(sites, analyzer, query, clause) {
            lookup.find(&other);
        }
        if let Some((_, prefix)) = unfinished(query, clause).first() {
            lookup.completions(prefix);
        }
    }
    let command = command_line::words(analyzer, query);
    for term in query.dashed.iter().chain(&command) {
        lookup.find(term);
    }
    // In whichever of the indexes.
    let is_name = intent.name_keys.find(&mut lookup);
    let joined = joined::joined(analyzer, query);
    for term in joined.iter().flatten() {
        lookup.find(term);
    }
    lookup.settle()?;
    if reach == Reach::First {
        return Err(Vec::new());
    }

    let navigational = intent.name_keys.matches(&mut lookup);
    let expander = Expander { analyzer, query, is_name };
    let mut expansions: Vec<Vec<Vec<TermExpansion>>> = Vec::new();
    let mut parts = Vec::new();
    for (number, clause) in query.clauses.iter().enumerate() {
        let joined = joined::known(&mut lookup, &joined, number);
        let synonyms = synonyms(sites, analyzer, query, clause);
        let completed = completed(&mut lookup, query, clause);
        let mut expansions_of = |term: &QueryTerm| {
            if !term.is_looked_up {
                lookup.leave_out(&term.text);
            }
            expander.expansions_of(&mut lookup, clause, term, &synonyms, completed.as_ref(), &joined)
        };
        let of_clause: Vec<Vec<TermExpansion>> = clause.terms.iter().map(&mut expansions_of).collect();
        // Only a word that was corrected, or looked for in the spelling dictionary in vain, may be two words.
        let is_unknown = !clause.phrase
            && !clause.literal
            && synonyms.is_empty()
            && joined.is_empty()
            && completed.is_none();
        let is_unknown = is_unknown && !expander.is_name;
        parts.push(is_unknown.then(|| joined::parts(&mut lookup, analyzer, query, clause)).flatten());
        expansions.push(of_clause);
    }
    lookup.settle()?;
    for expansion in expansions.iter().flatten().flatten() {
        lookup.find(&expansion.term);
    }
    for term in parts.iter().flatten().flatten() {
        lookup.find(&term.text);
        lookup.need_positions(&term.text);
    }
    lookup.settle()?;
    let command = command_line::read_words(&mut lookup, &command);
    command_line::need(&mut lookup, command);
    for (clause, expansions) in query.clauses.iter().zip(&expansions) {
        for (term, expansions) in clause.terms.iter().zip(expansions) {
            for list in 1..reach.lists() {
                let entry = lookup.list(&term.text, list);
                if let Some(entry) = entry.filter(|_| clause.phrase) {
                    lookup.positions(entry.block);
                }
                // A joined word costs no round trip of its own.
                for expansion in expansions.iter().filter(|expansion| !expansion.is_joined) {
                    lookup.list(&expansion.term, list);
                }
            }
        }
    }
    lookup.settle()?;

    let mut resolved = Resolved {
        groups: Vec::new(),
        phrases: Vec::new(),
        rules: Vec::new(),
        compares: false,
        navigational,
        corrections: Vec::new(),
        corrected: String::new(),
        read: 0,
        whole: WholeWeight::default(),
        terms: Vec::new(),
        line: command_line::line(&mut lookup, command),
        joined_terms: Vec::new(),
        failed: Vec::new(),
    };
    for (number, (clause, expansions)) in query.clauses.iter().zip(&expansions).enumerate() {
        let as_parts =
            parts[number].as_ref().and_then(|parts| resolved.add_parts(&mut lookup, number, clause, parts));
        let weight = match as_parts {
            Some(weight) => weight,
            None if clause.phrase => resolved.add_phrase(&mut lookup, number, clause, &clause.terms),
            None => resolved.add_terms(&mut lookup, number, query, expansions, reach.lists()),
        };
        let must_not = clause.occur == Occur::MustNot;
        if S::IS_FULL && !must_not {
            resolved.whole.add(&mut lookup, clause, expansions, weight);
        }
        // A clause that excludes sections does not add to the score of the others.
        let weight = if must_not { 0.0 } else { weight };
        resolved.rules.push(ClauseRule { weight, must: clause.occur == Occur::Must, must_not });
    }
    // Behind the typed words, which are then neighbors for bigram proximity.
    let later = std::mem::take(&mut resolved.joined_terms);
    later.into_iter().for_each(|term| resolved.add_scored_term(term));
    resolved.balance_sides(&query.clauses);
    if resolved.read > 0 {
        resolved.corrected += cut(&query.text, resolved.read..);
        resolved.navigational = NameKeys::of(analyzer, &resolved.corrected).matches(&mut lookup);
        lookup.settle()?;
    }
    resolved.failed = lookup.failed();
    Ok(resolved)
}

impl<'a> Resolved<'a> {
    /// Adds a group for each term of a clause. Returns the largest weight, which becomes the clause's.
    fn add_terms<S: Stages>(
        &mut self,
        lookup: &mut TermLookup<'a, S>,
        number: usize,
        query: &ParsedQuery,
        expansions: &[Vec<TermExpansion>],
        most: u8,
    ) -> f32 {
        let clause = &query.clauses[number];
        let name = WholeName::of(lookup, query, clause, expansions);
        let mut heaviest = 0.0f32;
        for (place, (term, expansions)) in clause.terms.iter().zip(expansions).enumerate() {
            let own = std::iter::once((term.text.as_str(), 1.0, false));
            let others = expansions.iter();
            let others = others.map(|other| (other.term.as_str(), other.weight, other.is_joined));
            // Without a common document frequency, the rarest expansion would score highest.
            let mut document_frequency =
                expansions.first().map_or(0, |expansion| expansion.document_frequency);
            let mut lists = Vec::new();
            for (key, share, is_joined) in own.chain(others) {
                let Found::There(entry) = lookup.find(key) else { continue };
                document_frequency = document_frequency.max(entry.document_frequency);
                let weight = term.weight * share;
                let scored = weight * idf(lookup.section_count(), document_frequency);
                heaviest = heaviest.max(scored);
                let most = if is_joined { 1 } else { most };
                for list in 0..most {
                    let Some(entry) = lookup.list(key, list) else { break };
                    match entry.postings() {
                        Ok(postings) => lists.push(ScoredList { postings, weight: scored }),
                        Err(damage) => lookup.damaged(damage),
                    }
                }
                if clause.occur != Occur::MustNot {
                    let scored = ScoredTerm {
                        text: key.to_owned(),
                        weight,
                        balance: 1.0,
                        document_frequency,
                        lists: most,
                        clause: number,
                    };
                    if is_joined {
                        self.joined_terms.push(scored);
                    } else {
                        self.add_scored_term(scored);
                    }
                }
            }
            if let Some(correction) = expansions.iter().find_map(|expansion| expansion.correction.as_ref()) {
                // A whole name precedes its parts; correcting one covers the other.
                if self.read <= term.span.start {
                    self.corrected += cut(&query.text, self.read..term.span.start);
                    self.corrected += &correction.to;
                    self.read = term.span.end;
                }
                self.corrections.push(correction.clone());
            }
            if !lists.is_empty() {
                self.groups.push(TermGroup { clause: number, lists, role: name.role(place) });
            }
        }
        self.corrections.dedup();
        heaviest
    }

    /// Adds the parts of a word that no section has, if they stand side by side anywhere. Returns their weight.
    fn add_parts<S: Stages>(
        &mut self,
        lookup: &mut TermLookup<'a, S>,
        number: usize,
        clause: &Clause,
        parts: &[QueryTerm],
    ) -> Option<f32> {
        let known = self.terms.len();
        let weight = self.add_phrase(lookup, number, clause, parts);
        let added = self.phrases.last().filter(|_| weight > 0.0);
        if added.is_some_and(|added| phrase(&added.terms).is_ok_and(|found| !found.is_empty())) {
            return Some(weight);
        }
        self.phrases.truncate(self.phrases.len() - usize::from(weight > 0.0));
        self.terms.truncate(known);
        None
    }

    fn add_phrase<S: Stages>(
        &mut self,
        lookup: &mut TermLookup<'a, S>,
        number: usize,
        clause: &Clause,
        parts: &[QueryTerm],
    ) -> f32 {
        let mut terms = Vec::new();
        let mut weight = 0.0;
        for term in parts {
            let Found::There(entry) = lookup.find(&term.text) else { return 0.0 };
            weight += term.weight * idf(lookup.section_count(), entry.document_frequency);
            terms.push(phrase_term(lookup, &term.text));
            if clause.occur != Occur::MustNot {
                self.add_scored_term(ScoredTerm {
                    text: term.text.clone(),
                    weight: term.weight,
                    balance: 1.0,
                    document_frequency: entry.document_frequency,
                    lists: ALL_LISTS,
                    clause: number,
                });
            }
        }
        self.phrases.push(PhraseLookup { clause: number, terms, weight });
        weight
    }

    /// Adds a scored term, once.
    fn add_scored_term(&mut self, term: ScoredTerm) {
        match self.terms.iter_mut().find(|known| known.text == term.text) {
            Some(known) => known.lists = known.lists.max(term.lists),
            None => self.terms.push(term),
        }
    }
}

/// All postings of a term with their positions, as far as they are loaded.
fn phrase_term<'a, S: Stages>(lookup: &mut TermLookup<'a, S>, term: &str) -> PhraseTerm<'a> {
    let mut lists = PhraseTerm::new();
    for list in 0..ALL_LISTS {
        let entry = lookup.list(term, list).filter(TermEntry::has_postings);
        if let Some(entry) = entry
            && let Some(positions) = lookup.positions(entry.block)
        {
            lists.push((entry, positions));
        }
    }
    lists
}
