//! Term lookup: from a parsed query to postings.
//!
//! [`resolve`] reads the blocks that are loaded and names those that it still needs; the engine calls it again until it
//! needs none. First come the blocks of the query's terms; then, for rare or unknown words, those of the spelling
//! dictionary; then those of the term expansions. It names as many blocks as possible at once, since each call can cost
//! a round trip.

mod navigational;
mod spelling;
mod term_lookup;

use navigational::navigational_matches;
use spelling::TermExpansion;

use super::answer::Correction;
use super::intent::Intent;
use super::parse::{Clause, Occur, ParsedQuery, QueryTerm};
use crate::index::{BlockId, IndexError, Store};
use crate::lexical::{
    ClauseRule, LOW_IMPACT_MARK, PhraseTerm, ScoredList, SpellingCandidate, TermGroup, exact_key, idf,
};
use crate::text::{Analyzer, TermKind, cut, fold, is_unspaced};

pub(super) use navigational::NavigationalMatches;
pub(super) use term_lookup::{Found, TermLookup, blamed};

/// Weight of a completion relative to the query term.
const COMPLETION_WEIGHT: f32 = 0.5;

/// Weight of a synonym relative to the query term.
const SYNONYM_WEIGHT: f32 = 0.8;

/// A term that adds to scores.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScoredTerm {
    /// The term as the index stores it.
    pub text: String,
    /// Weight, without inverse document frequency.
    pub weight: f32,
    /// Sections that contain it, or a likelier alternative for the same query term if that is more frequent.
    pub document_frequency: u32,
    /// Whether its low-impact postings count.
    pub with_low_impact: bool,
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
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    /// The query's text with corrections applied; empty without corrections.
    pub corrected: String,
    /// How many bytes of the query's text `corrected` covers.
    read: usize,
    pub terms: Vec<ScoredTerm>,
    /// Blocks that failed to load or are damaged.
    pub failed: Vec<IndexError>,
}

/// Resolves a query's terms, expansions, phrases and name.
///
/// # Errors
/// The blocks that must be supplied first.
pub(super) fn resolve<'a>(
    store: &'a Store,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    intent: &Intent,
) -> Result<Resolved<'a>, Vec<BlockId>> {
    let mut lookup = TermLookup::new(store);
    // Everything that depends on the query alone comes first, to fetch it in one round trip.
    for clause in &query.clauses {
        for term in &clause.terms {
            lookup.find(&term.text);
            if clause.phrase {
                lookup.positions(&term.text);
            }
        }
        for other in synonyms(store, analyzer, query, clause) {
            lookup.find(&other);
        }
        if let Some((_, prefix)) = unfinished(query, clause).first() {
            lookup.completions(prefix);
        }
    }
    if let Some(key) = &intent.name_key {
        lookup.find(key);
    }
    lookup.settle()?;

    let navigational = navigational_matches(&mut lookup, intent.name_key.as_deref());
    let expander = Expander { analyzer, query, is_name: !navigational.is_empty() };
    let mut expansions: Vec<Vec<Vec<TermExpansion>>> = Vec::new();
    for clause in &query.clauses {
        let synonyms = synonyms(store, analyzer, query, clause);
        let completed = completed(&mut lookup, query, clause);
        let mut expansions_of = |term: &QueryTerm| {
            expander.expansions_of(&mut lookup, clause, term, &synonyms, completed.as_ref())
        };
        expansions.push(clause.terms.iter().map(&mut expansions_of).collect());
    }
    lookup.settle()?;
    for expansion in expansions.iter().flatten().flatten() {
        lookup.find(&expansion.term);
    }
    lookup.settle()?;
    for (clause, expansions) in query.clauses.iter().zip(&expansions) {
        for (term, expansions) in clause.terms.iter().zip(expansions) {
            for key in std::iter::once(&term.text).chain(expansions.iter().map(|expansion| &expansion.term)) {
                lookup.low_impact(key, term.with_low_impact);
            }
            if clause.phrase {
                lookup.positions(&low_impact_key(&term.text));
            }
        }
    }
    lookup.settle()?;

    let mut resolved = Resolved {
        groups: Vec::new(),
        phrases: Vec::new(),
        rules: Vec::new(),
        navigational,
        corrections: Vec::new(),
        corrected: String::new(),
        read: 0,
        terms: Vec::new(),
        failed: Vec::new(),
    };
    for (number, (clause, expansions)) in query.clauses.iter().zip(&expansions).enumerate() {
        let weight = if clause.phrase {
            resolved.add_phrase(&mut lookup, number, clause)
        } else {
            resolved.add_terms(&mut lookup, number, query, expansions)
        };
        let must_not = clause.occur == Occur::MustNot;
        // A clause that excludes sections does not add to the score of the others.
        let weight = if must_not { 0.0 } else { weight };
        resolved.rules.push(ClauseRule { weight, must: clause.occur == Occur::Must, must_not });
    }
    if resolved.read > 0 {
        resolved.corrected += cut(&query.text, resolved.read..);
        let first = resolved.terms.first().map_or("", |term| &term.text);
        resolved.navigational =
            navigational_matches(&mut lookup, Some(&exact_key(first, &fold(&resolved.corrected))));
        lookup.settle()?;
    }
    resolved.failed = lookup.failed();
    Ok(resolved)
}

impl<'a> Resolved<'a> {
    /// Adds a group for each term of a clause. Returns the largest weight, which becomes the clause's.
    fn add_terms(
        &mut self,
        lookup: &mut TermLookup<'a>,
        number: usize,
        query: &ParsedQuery,
        expansions: &[Vec<TermExpansion>],
    ) -> f32 {
        let clause = &query.clauses[number];
        let mut heaviest = 0.0f32;
        for (term, expansions) in clause.terms.iter().zip(expansions) {
            let own = std::iter::once((term.text.as_str(), 1.0));
            let others = expansions.iter().map(|expansion| (expansion.term.as_str(), expansion.weight));
            // Without a common document frequency, the rarest expansion would score highest.
            let mut document_frequency =
                expansions.first().map_or(0, |expansion| expansion.document_frequency);
            let mut lists = Vec::new();
            for (key, share) in own.chain(others) {
                let Found::There(entry) = lookup.find(key) else { continue };
                document_frequency = document_frequency.max(entry.document_frequency);
                let weight = term.weight * share;
                let scored = weight * idf(lookup.section_count(), document_frequency);
                heaviest = heaviest.max(scored);
                let low_impact = lookup.low_impact(key, term.with_low_impact);
                for entry in std::iter::once(entry).chain(low_impact) {
                    match entry.postings() {
                        Ok(postings) => lists.push(ScoredList { postings, weight: scored }),
                        Err(damage) => lookup.damaged(damage),
                    }
                }
                if clause.occur != Occur::MustNot {
                    self.add_scored_term(key, weight, document_frequency, term.with_low_impact);
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
                self.groups.push(TermGroup { clause: number, lists });
            }
        }
        self.corrections.dedup();
        heaviest
    }

    fn add_phrase(&mut self, lookup: &mut TermLookup<'a>, number: usize, clause: &Clause) -> f32 {
        let mut terms = Vec::new();
        let mut weight = 0.0;
        for term in &clause.terms {
            let Found::There(entry) = lookup.find(&term.text) else { return 0.0 };
            weight += term.weight * idf(lookup.section_count(), entry.document_frequency);
            let low_impact = lookup.low_impact(&term.text, term.with_low_impact);
            let mut lists = PhraseTerm::new();
            for (key, entry) in [(term.text.clone(), Some(entry)), (low_impact_key(&term.text), low_impact)] {
                if let (Some(entry), Some(positions)) = (entry, lookup.positions(&key)) {
                    lists.push((entry, positions));
                }
            }
            terms.push(lists);
            if clause.occur != Occur::MustNot {
                self.add_scored_term(&term.text, term.weight, entry.document_frequency, term.with_low_impact);
            }
        }
        self.phrases.push(PhraseLookup { clause: number, terms, weight });
        weight
    }

    /// Adds a scored term, once.
    fn add_scored_term(&mut self, text: &str, weight: f32, document_frequency: u32, with_low_impact: bool) {
        match self.terms.iter_mut().find(|known| known.text == text) {
            Some(known) => known.with_low_impact |= with_low_impact,
            None => self.terms.push(ScoredTerm {
                text: text.to_owned(),
                weight,
                document_frequency,
                with_low_impact,
            }),
        }
    }
}

pub(super) fn low_impact_key(term: &str) -> String {
    let mut key = term.to_owned();
    key.push(LOW_IMPACT_MARK);
    key
}

/// Prefixes to complete for the word that is still being typed, each with the term that its completions expand: the
/// terms at the end of the clause's surface, a whole name first. So brackets and signs before a word do not hide it
/// (`print(val`). Where no term ends there, more of a name may follow (`os.`). The spelling dictionary has no bigrams
/// of scripts without blanks.
fn unfinished<'a>(query: &'a ParsedQuery, clause: &'a Clause) -> Vec<(&'a QueryTerm, String)> {
    let mut found = Vec::new();
    if !clause.typing || clause.phrase {
        return found;
    }
    let mut add = |term: &'a QueryTerm, typed: &str| {
        let prefix = fold(typed);
        if prefix.chars().count() > 1 && !prefix.chars().any(is_unspaced) {
            found.push((term, prefix));
        }
    };
    let mut none_ends = true;
    for term in &clause.terms {
        let typed = query.typed(term);
        if clause.surface.ends_with(typed) {
            none_ends = false;
            add(term, typed);
        }
    }
    if let Some(whole) = clause.terms.first().filter(|_| none_ends) {
        add(whole, &clause.surface);
    }
    found
}

/// Completions of the word that is still being typed, and the term that they expand. If no name begins with the whole
/// typed name, they complete its last part.
fn completed<'a>(
    lookup: &mut TermLookup<'_>,
    query: &'a ParsedQuery,
    clause: &'a Clause,
) -> Option<(&'a QueryTerm, Vec<SpellingCandidate>)> {
    unfinished(query, clause).into_iter().find_map(|(term, prefix)| {
        let completions = spelling::completions(lookup.completions(&prefix), &term.text);
        (!completions.is_empty()).then_some((term, completions))
    })
}

/// Terms of a clause's synonyms, including synonyms of several words of the query of which the clause is the first.
fn synonyms(store: &Store, analyzer: &Analyzer, query: &ParsedQuery, clause: &Clause) -> Vec<String> {
    let mut terms = Vec::new();
    let known = &store.directory().synonyms;
    if clause.phrase || known.is_empty() {
        return terms;
    }
    // Punctuation at the end of a sentence is not part of the word; the signs of a name are.
    let word = fold(clause.surface.trim_matches(['?', '!', '.', ',', ';', ':', '(', ')']));
    let text = fold(&query.text);
    let matches = |said: &str| match said.strip_prefix(&word) {
        Some("") => true,
        // `str::contains` would add 5 KB to the module that every page loads.
        Some(more) => more.starts_with(' ') && (0..text.len()).any(|at| cut(&text, at..).starts_with(said)),
        None => false,
    };
    for synonym in known.iter().filter(|synonym| matches(&synonym.word)) {
        for other in &synonym.others {
            analyzer.terms(other, |term| terms.push(term.text.to_owned()));
        }
    }
    terms
}

/// Chooses term expansions.
struct Expander<'a> {
    analyzer: &'a Analyzer,
    query: &'a ParsedQuery,
    /// Whether the query equals a name; if so, it is not corrected.
    is_name: bool,
}

impl Expander<'_> {
    /// The expansions of a term: the clause's synonyms if it is the clause's first term, completions of a word being
    /// typed, and corrections of a word that is rare or in no section.
    fn expansions_of(
        &self,
        lookup: &mut TermLookup<'_>,
        clause: &Clause,
        term: &QueryTerm,
        synonyms: &[String],
        completed: Option<&(&QueryTerm, Vec<SpellingCandidate>)>,
    ) -> Vec<TermExpansion> {
        if clause.phrase || clause.occur == Occur::MustNot {
            return Vec::new();
        }
        let beside = |term: &String, weight, document_frequency| TermExpansion {
            term: term.clone(),
            weight,
            document_frequency,
            correction: None,
        };
        let mut expansions: Vec<TermExpansion> = Vec::new();
        if clause.terms.first().is_some_and(|first| first.text == term.text) {
            let weight = SYNONYM_WEIGHT / synonyms.len().max(1) as f32;
            expansions.extend(synonyms.iter().map(|other| beside(other, weight, 0)));
        }
        if let Some((known, completions)) = completed {
            if known.text == term.text {
                let each = completions.iter();
                expansions.extend(each.map(|it| beside(&it.term, COMPLETION_WEIGHT, it.document_frequency)));
            } else if clause.surface.ends_with(self.query.typed(term)) {
                // The name is completed as a whole, so its last part is unfinished, not mistyped.
                return expansions;
            }
        }
        if !expansions.is_empty() {
            return expansions;
        }
        let frequency = match lookup.find(&term.text) {
            Found::There(entry) => entry.document_frequency,
            Found::Nowhere => 0,
            Found::Unknown => return expansions,
        };
        // A whole name that is in no section is not mistyped if all of its parts occur.
        let parts_known = clause
            .terms
            .iter()
            .filter(|part| part.kind == TermKind::Part)
            .all(|part| !matches!(lookup.find(&part.text), Found::Nowhere));
        let is_name = term.kind == TermKind::Whole;
        if (is_name && parts_known && clause.terms.len() > 1) || self.is_name || term.is_reduced() {
            return expansions;
        }
        let typed = fold(self.query.typed(term));
        spelling::corrections(lookup, self.analyzer, &term.text, &typed, frequency)
    }
}
