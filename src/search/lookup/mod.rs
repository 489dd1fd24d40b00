//! From a parsed query to postings: which blocks are needed, and what was found in those that are there.
//!
//! [`resolve`] is run anew whenever further blocks have come, until it needs none: first the blocks of the words
//! themselves, then, for words that are nowhere, those of the dictionary, then those of the words that the dictionary
//! offered instead. All that can be asked for at the same time is.

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

/// Weight of a word's completions beside the word itself.
const COMPLETION_WEIGHT: f32 = 0.5;

/// Weight of a synonym beside the word itself.
const SYNONYM_WEIGHT: f32 = 0.8;

/// A term that takes part in scoring.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScoredTerm {
    /// As it stands in the dictionary.
    pub text: String,
    /// How much it counts, without its inverse document frequency.
    pub weight: f32,
    /// Sections with it, or with a likelier one of the words that it is looked up beside.
    pub document_frequency: u32,
    /// Whether its low-impact postings count.
    pub with_low_impact: bool,
}

/// A phrase to be compared by positions.
pub(super) struct PhraseLookup<'a> {
    pub clause: usize,
    pub terms: Vec<PhraseTerm<'a>>,
    /// Weights times inverse document frequencies of its terms.
    pub weight: f32,
}

/// All that a query's words came to.
pub(super) struct Resolved<'a> {
    pub groups: Vec<TermGroup<'a>>,
    pub phrases: Vec<PhraseLookup<'a>>,
    pub rules: Vec<ClauseRule>,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    /// The query's text with the corrections in place; empty without any.
    pub corrected: String,
    /// Up to where the query's text is in `corrected`.
    read: usize,
    pub terms: Vec<ScoredTerm>,
    /// Blocks that could not be had or were damaged.
    pub failed: Vec<IndexError>,
}

/// Looks everything up that a query asks for.
///
/// # Errors
/// The blocks that have to be supplied first.
pub(super) fn resolve<'a>(
    store: &'a Store,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    intent: &Intent,
) -> Result<Resolved<'a>, Vec<BlockId>> {
    let mut words = TermLookup::new(store);
    // First everything that can be named from the query alone, so that it is fetched at once.
    for clause in &query.clauses {
        for term in &clause.terms {
            words.find(&term.text);
            if clause.phrase {
                words.positions(&term.text);
            }
        }
        for other in synonyms(store, analyzer, query, clause) {
            words.find(&other);
        }
        if let Some((_, prefix)) = unfinished(query, clause).next() {
            words.completions(&prefix);
        }
    }
    if let Some(key) = &intent.name_key {
        words.find(key);
    }
    words.settle()?;

    let navigational = navigational_matches(&mut words, intent.name_key.as_deref());
    let asked = Expander { analyzer, query, is_name: !navigational.is_empty() };
    let mut expansions: Vec<Vec<Vec<TermExpansion>>> = Vec::new();
    for clause in &query.clauses {
        let synonyms = synonyms(store, analyzer, query, clause);
        let completed = completed(&mut words, query, clause);
        let mut expansions_of =
            |term: &QueryTerm| asked.expansions_of(&mut words, clause, term, &synonyms, completed.as_ref());
        expansions.push(clause.terms.iter().map(&mut expansions_of).collect());
    }
    words.settle()?;
    for expansion in expansions.iter().flatten().flatten() {
        words.find(&expansion.term);
    }
    words.settle()?;
    for (clause, expansions) in query.clauses.iter().zip(&expansions) {
        for (term, expansions) in clause.terms.iter().zip(expansions) {
            for key in std::iter::once(&term.text).chain(expansions.iter().map(|expansion| &expansion.term)) {
                words.low_impact(key, term.with_low_impact);
            }
            if clause.phrase {
                words.positions(&low_impact_key(&term.text));
            }
        }
    }
    words.settle()?;

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
            resolved.phrase(&mut words, number, clause)
        } else {
            resolved.words(&mut words, number, query, expansions)
        };
        let must_not = clause.occur == Occur::MustNot;
        // What keeps sections away says nothing of how well the others match.
        let weight = if must_not { 0.0 } else { weight };
        resolved.rules.push(ClauseRule { weight, must: clause.occur == Occur::Must, must_not });
    }
    if resolved.read > 0 {
        resolved.corrected += cut(&query.text, resolved.read..);
        let first = resolved.terms.first().map_or("", |term| &term.text);
        resolved.navigational =
            navigational_matches(&mut words, Some(&exact_key(first, &fold(&resolved.corrected))));
        words.settle()?;
    }
    resolved.failed = words.failed();
    Ok(resolved)
}

impl<'a> Resolved<'a> {
    /// Adds a group for each term of a clause; the weight of the heaviest is the clause's.
    fn words(
        &mut self,
        words: &mut TermLookup<'a>,
        number: usize,
        query: &ParsedQuery,
        expansions: &[Vec<TermExpansion>],
    ) -> f32 {
        let clause = &query.clauses[number];
        let mut heaviest = 0.0f32;
        for (term, expansions) in clause.terms.iter().zip(expansions) {
            let own = std::iter::once((term.text.as_str(), 1.0));
            let others = expansions.iter().map(|expansion| (expansion.term.as_str(), expansion.weight));
            // Of the words that an unfinished or mistyped one may be, the rarest would otherwise count most.
            let mut document_frequency =
                expansions.first().map_or(0, |expansion| expansion.document_frequency);
            let mut lists = Vec::new();
            for (key, share) in own.chain(others) {
                let Found::There(entry) = words.find(key) else { continue };
                document_frequency = document_frequency.max(entry.document_frequency);
                let weight = term.weight * share;
                let scored = weight * idf(words.section_count(), document_frequency);
                heaviest = heaviest.max(scored);
                let low_impact = words.low_impact(key, term.with_low_impact);
                for entry in std::iter::once(entry).chain(low_impact) {
                    match entry.postings() {
                        Ok(postings) => lists.push(ScoredList { postings, weight: scored }),
                        Err(damage) => words.damaged(damage),
                    }
                }
                if clause.occur != Occur::MustNot {
                    self.add_scored_term(key, weight, document_frequency, term.with_low_impact);
                }
            }
            if let Some(correction) = expansions.iter().find_map(|expansion| expansion.correction.as_ref()) {
                // A name's whole comes before its parts, and is corrected with them.
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

    fn phrase(&mut self, words: &mut TermLookup<'a>, number: usize, clause: &Clause) -> f32 {
        let mut terms = Vec::new();
        let mut weight = 0.0;
        for term in &clause.terms {
            let Found::There(entry) = words.find(&term.text) else { return 0.0 };
            weight += term.weight * idf(words.section_count(), entry.document_frequency);
            let low_impact = words.low_impact(&term.text, term.with_low_impact);
            let mut lists = PhraseTerm::new();
            for (key, entry) in [(term.text.clone(), Some(entry)), (low_impact_key(&term.text), low_impact)] {
                if let (Some(entry), Some(positions)) = (entry, words.positions(&key)) {
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

    /// Takes down a term, once.
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

/// Beginnings of the word that is still being typed, each with the term that its completions stand beside: the terms that
/// the clause's surface ends with, a name's whole first, so that brackets and signs before a word do not hide it
/// (`print(val`). Where no term ends there, more of a name may follow (`os.`). The words dictionary has none of the pairs
/// that scripts without blanks are cut into.
fn unfinished<'a>(
    query: &'a ParsedQuery,
    clause: &'a Clause,
) -> impl Iterator<Item = (&'a QueryTerm, String)> {
    let terms = if clause.typing && !clause.phrase { &clause.terms[..] } else { &[] };
    let ends = |term: &&QueryTerm| clause.surface.ends_with(query.typed(term));
    let none_ends = !terms.iter().any(|term| ends(&term));
    let whole = terms.first().filter(|_| none_ends).map(|term| (term, clause.surface.as_str()));
    let ending = terms.iter().filter(ends).map(|term| (term, query.typed(term)));
    let beginnings = whole.into_iter().chain(ending).map(|(term, typed)| (term, fold(typed)));
    beginnings.filter(|(_, it)| it.chars().nth(1).is_some() && !it.chars().any(is_unspaced))
}

/// What the word that is still being typed may become, and the term that this stands beside. The end of a name is
/// completed where no name begins with all of it.
fn completed<'a>(
    words: &mut TermLookup<'_>,
    query: &'a ParsedQuery,
    clause: &'a Clause,
) -> Option<(&'a QueryTerm, Vec<SpellingCandidate>)> {
    unfinished(query, clause).find_map(|(term, prefix)| {
        let completions = spelling::completions(words.completions(&prefix), &term.text);
        (!completions.is_empty()).then_some((term, completions))
    })
}

/// Terms of the synonyms of a clause, also of several words of the query that begin with it.
fn synonyms(store: &Store, analyzer: &Analyzer, query: &ParsedQuery, clause: &Clause) -> Vec<String> {
    let mut terms = Vec::new();
    let known = &store.directory().synonyms;
    if clause.phrase || known.is_empty() {
        return terms;
    }
    // What ends a sentence is no part of its last word, as the signs of a name are.
    let word = fold(clause.surface.trim_matches(['?', '!', '.', ',', ';', ':', '(', ')']));
    let text = fold(&query.text);
    let is_said = |said: &str| match said.strip_prefix(&word) {
        Some("") => true,
        // The standard library's search for a text would be 5 KB of the module that every page loads.
        Some(more) => more.starts_with(' ') && (0..text.len()).any(|at| cut(&text, at..).starts_with(said)),
        None => false,
    };
    for synonym in known.iter().filter(|synonym| is_said(&synonym.word)) {
        for other in &synonym.others {
            analyzer.terms(other, |term| terms.push(term.text.to_owned()));
        }
    }
    terms
}

/// What expansions depend on beside words and clauses.
struct Expander<'a> {
    analyzer: &'a Analyzer,
    query: &'a ParsedQuery,
    /// Whether the query is a name, which has no mistakes.
    is_name: bool,
}

impl Expander<'_> {
    /// What is looked up beside a term: its clause's synonyms beside the first one, completions of a word being typed, and,
    /// for a word that is auxiliary or nowhere, words that it may have been meant for.
    fn expansions_of(
        &self,
        words: &mut TermLookup<'_>,
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
                // The end of a name that is unfinished as a whole is no mistake either.
                return expansions;
            }
        }
        if !expansions.is_empty() {
            return expansions;
        }
        let frequency = match words.find(&term.text) {
            Found::There(entry) => entry.document_frequency,
            Found::Nowhere => 0,
            Found::Unknown => return expansions,
        };
        // A whole name that is nowhere is no mistake as long as all of its parts are somewhere.
        let parts_known = clause
            .terms
            .iter()
            .filter(|part| part.kind == TermKind::Part)
            .all(|part| !matches!(words.find(&part.text), Found::Nowhere));
        let is_name = term.kind == TermKind::Whole;
        if (is_name && parts_known && clause.terms.len() > 1) || self.is_name {
            return expansions;
        }
        let typed = fold(self.query.typed(term));
        spelling::corrections(words, self.analyzer, &term.text, &typed, frequency)
    }
}
