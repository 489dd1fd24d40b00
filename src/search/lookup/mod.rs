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
mod steps;
mod term_lookup;
mod whole_names;
mod whole_weight;

use spelling::TermExpansion;
use steps::{Expanded, Typed};
use whole_names::WholeName;
use whole_weight::WholeWeight;

use super::answer::{Correction, Offered, Request};
use super::intent::{Intent, NameKeys};
use super::listing::Listing;
use super::parse::{Clause, Occur, ParsedQuery, QueryTerm};
use super::sites::Sites;
use super::step::Step;
use crate::ids::SectionId;
use crate::index::{IndexError, Reads, Store};
use crate::lexical::{ClauseRule, NameRole, PhraseTerm, ScoredList, TermEntry, TermGroup, idf, phrase};
use crate::text::{Analyzer, cut};

pub(super) use navigational::NavigationalMatches;
pub(super) use term_lookup::{Found, TermLookup, blamed};

/// A term's lists of postings: its own, the low-impact ones and the least ones.
const ALL_LISTS: u8 = 3;

/// How much of the postings a query reads.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reach {
    /// What depends on its text alone; nothing is resolved.
    First,
    /// The best of its words as typed, to start from.
    Seeds,
    /// All but the least postings of frequent terms, which hardly change a ranking, and of parts of a whole name the best.
    Ranking,
    /// All, where sections without a term are excluded or counted.
    All,
}

impl Reach {
    /// What a request and its query need of an index for an answer.
    pub fn of<S: Reads>(
        store: &Store<S>,
        request: &Request,
        query: &ParsedQuery,
        listing: Option<&Listing>,
    ) -> Self {
        let excludes = |clause: &Clause| clause.phrase || clause.occur != Occur::Should;
        let needs_all = !request.filters.is_empty()
            || request.needs_counts_of(store)
            || listing.is_some_and(Listing::reaches_all)
            || query.minimum_should_match > 0
            || query.clauses.iter().any(excludes);
        if needs_all { Reach::All } else { Reach::Ranking }
    }

    /// How many lists it reads of the term at a place of a clause, whose name is `name`.
    fn lists(self, name: WholeName, place: usize) -> u8 {
        match self {
            Reach::All => ALL_LISTS,
            Reach::Seeds => 1,
            // Of sections with the whole name, the best of its parts tell enough.
            _ if name.is_secondary(place) => 1,
            _ => ALL_LISTS - 1,
        }
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
    /// Whether it is only a part of a name that was typed.
    pub is_part: bool,
}

/// A phrase to match by positions.
pub(super) struct PhraseLookup<'a> {
    pub clause: usize,
    pub terms: Vec<PhraseTerm<'a>>,
    /// Sum of weight times inverse document frequency over its terms.
    pub weight: f32,
}

/// A term of a clause to look up, with its expansions.
struct Wanted<'q> {
    clause: usize,
    term: &'q QueryTerm,
    expansions: &'q [TermExpansion],
    role: NameRole,
    /// How many of its lists of postings count.
    lists: u8,
    /// Whether it adds to scores: one that excludes does not.
    is_scored: bool,
    is_part: bool,
}

/// A query's terms, resolved to postings.
#[derive(Default)]
pub(super) struct Resolved<'a> {
    pub groups: Vec<TermGroup<'a>>,
    pub phrases: Vec<PhraseLookup<'a>>,
    pub rules: Vec<ClauseRule>,
    /// Whether the query compares things that the index has.
    pub compares: bool,
    pub navigational: NavigationalMatches,
    pub corrections: Vec<Correction>,
    pub offered: Offered,
    /// The query's text with corrections applied; empty without corrections.
    pub corrected: String,
    /// How many bytes of the query's text `corrected` covers.
    read: usize,
    pub whole: WholeWeight,
    pub terms: Vec<ScoredTerm>,
    /// Sections with the line of the query, which come first.
    pub line: Vec<SectionId>,
    /// Scored terms of joined words, until all others are known.
    joined_terms: Vec<ScoredTerm>,
    /// Blocks that failed to load or are damaged.
    pub failed: Vec<IndexError>,
}

/// A query, and what its words are looked up by.
pub(super) struct QueryWords<'q, 'a, S: Reads> {
    pub sites: Sites<'a, S>,
    pub analyzer: &'q Analyzer,
    pub query: &'q ParsedQuery,
    pub intent: &'q Intent,
}

/// Resolves a query's terms, expansions, phrases and name in one of the indexes, with the frequencies of all. With
/// [`Reach::First`], something is always lacking.
pub(super) fn resolve<'a, S: Reads>(
    words: &QueryWords<'_, 'a, S>,
    store: &'a Store<S>,
    reach: Reach,
) -> Step<Resolved<'a>> {
    let &QueryWords { sites, analyzer, query, intent } = words;
    let mut lookup = TermLookup::among(sites, store);
    let typed = Typed::look_up(&mut lookup, words);
    lookup.settle()?;
    if reach == Reach::First {
        return Step::Break(Vec::new());
    }
    let navigational = intent.name_keys.matches(&mut lookup);
    let expanded = if S::IS_FULL && reach == Reach::Seeds {
        Expanded::none(query)
    } else {
        Expanded::of(&mut lookup, words, &typed)
    };
    lookup.settle()?;
    expanded.look_up(&mut lookup);
    lookup.settle()?;
    let command = command_line::read_words(&mut lookup, &typed.command);
    let line = command_line::sections(&mut lookup, command);
    let mut resolved =
        Resolved { navigational, line, offered: expanded.offered.clone(), ..Resolved::default() };
    // Names the lists and positions that are missing; with all of them, the result stands.
    resolved.add_clauses(&mut lookup, query, &expanded, reach);
    lookup.settle()?;
    if resolved.read > 0 {
        resolved.corrected += cut(&query.text, resolved.read..);
        resolved.navigational = NameKeys::of(analyzer, &resolved.corrected).matches(&mut lookup);
        lookup.settle()?;
    }
    resolved.failed = lookup.failed();
    Step::Continue(resolved)
}

impl<'a> Resolved<'a> {
    /// Adds all clauses, with a rule for each.
    fn add_clauses<S: Reads>(
        &mut self,
        lookup: &mut TermLookup<'a, S>,
        query: &ParsedQuery,
        Expanded { expansions, parts, .. }: &Expanded,
        reach: Reach,
    ) {
        for (number, (clause, expansions)) in query.clauses.iter().zip(expansions).enumerate() {
            let as_parts =
                parts[number].as_ref().and_then(|parts| self.add_parts(lookup, number, clause, parts));
            let weight = match as_parts {
                Some(weight) => weight,
                None if clause.phrase => self.add_phrase(lookup, number, clause, &clause.terms),
                None => self.add_terms(lookup, number, query, expansions, reach),
            };
            let must_not = clause.occur == Occur::MustNot;
            if S::IS_FULL && !must_not {
                self.whole.add(lookup, clause, expansions, weight);
            }
            // A clause that excludes sections does not add to the score of the others.
            let weight = if must_not { 0.0 } else { weight };
            self.rules.push(ClauseRule { weight, must: clause.occur == Occur::Must, must_not });
        }
        // Behind the typed words, which are then neighbors for bigram proximity.
        let later = std::mem::take(&mut self.joined_terms);
        later.into_iter().for_each(|term| self.add_scored_term(term));
        self.balance_sides(&query.clauses);
    }

    /// Adds a group for each term of a clause. Returns the largest weight, which becomes the clause's.
    fn add_terms<S: Reads>(
        &mut self,
        lookup: &mut TermLookup<'a, S>,
        number: usize,
        query: &ParsedQuery,
        expansions: &[Vec<TermExpansion>],
        reach: Reach,
    ) -> f32 {
        let clause = &query.clauses[number];
        let name = WholeName::of(lookup, query, clause, expansions);
        let mut heaviest = 0.0f32;
        for (place, (term, expansions)) in clause.terms.iter().zip(expansions).enumerate() {
            let wanted = Wanted {
                clause: number,
                term,
                expansions,
                role: name.role(place),
                lists: reach.lists(name, place),
                is_scored: clause.occur != Occur::MustNot,
                is_part: clause.is_part(term),
            };
            heaviest = heaviest.max(self.add_term(lookup, &wanted));
            self.correct(query, term, expansions);
        }
        self.corrections.dedup();
        heaviest
    }

    /// Adds a term and what is looked up beside it. Returns the largest weight.
    fn add_term<S: Reads>(&mut self, lookup: &mut TermLookup<'a, S>, wanted: &Wanted<'_>) -> f32 {
        let Wanted { clause, term, expansions, mut role, is_part, .. } = *wanted;
        let own = std::iter::once((term.text.as_str(), 1.0, false));
        let others = expansions.iter();
        let others = others.map(|other| (other.term.as_str(), other.weight, other.is_joined));
        // A word that the index has is meant before its neighbors: it weighs what it is worth alone.
        let is_meant = expansions.first().is_some_and(|expansion| expansion.edits > 0)
            && matches!(lookup.find(&term.text), Found::There(_));
        // Without a common document frequency, the rarest expansion would score highest.
        let first = expansions.first().filter(|_| !is_meant);
        let mut document_frequency = first.map_or(0, |expansion| expansion.document_frequency);
        let mut heaviest = 0.0f32;
        let mut lists = Vec::new();
        for (key, share, is_joined) in own.chain(others) {
            let Found::There(entry) = lookup.find(key) else { continue };
            document_frequency = document_frequency.max(entry.document_frequency);
            let weight = term.weight * share;
            let scored = weight * idf(lookup.section_count(), document_frequency);
            heaviest = heaviest.max(scored);
            let most = if is_joined { 1 } else { wanted.lists };
            for list in 0..most {
                let Some(entry) = lookup.list(key, list) else { break };
                match entry.postings() {
                    Ok(postings) => lists.push(ScoredList { postings, weight: scored }),
                    Err(damage) => lookup.damaged(damage),
                }
            }
            if wanted.is_scored {
                let text = key.to_owned();
                let (balance, lists) = (1.0, most);
                let scored = ScoredTerm { text, weight, balance, document_frequency, lists, clause, is_part };
                if is_joined {
                    self.joined_terms.push(scored);
                } else {
                    self.add_scored_term(scored);
                }
            }
            if is_meant && key == term.text {
                self.groups.push(TermGroup { clause, lists: std::mem::take(&mut lists), role });
                role = NameRole::None;
            }
        }
        if !lists.is_empty() {
            self.groups.push(TermGroup { clause, lists, role });
        }
        heaviest
    }

    /// Notes the correction of a term, if it has one.
    fn correct(&mut self, query: &ParsedQuery, term: &QueryTerm, expansions: &[TermExpansion]) {
        let mut corrections = expansions.iter().filter_map(|expansion| expansion.correction.as_ref());
        // What stands in a line is no error. A whole name precedes its parts; correcting one covers the other.
        if let Some(correction) = corrections.next().filter(|_| self.line.is_empty())
            && self.read <= term.span.start
        {
            self.corrected += cut(&query.text, self.read..term.span.start);
            self.corrected += &correction.to;
            self.read = term.span.end;
            self.corrections.push(correction.clone());
        }
    }

    /// Adds the parts of a word that no section has, if they stand side by side anywhere. Returns their weight.
    fn add_parts<S: Reads>(
        &mut self,
        lookup: &mut TermLookup<'a, S>,
        number: usize,
        clause: &Clause,
        parts: &[QueryTerm],
    ) -> Option<f32> {
        let before = self.terms.len();
        let weight = self.add_phrase(lookup, number, clause, parts);
        let added = self.phrases.last().filter(|_| weight > 0.0);
        if added.is_some_and(|added| phrase(&added.terms).is_ok_and(|found| !found.is_empty())) {
            return Some(weight);
        }
        self.phrases.truncate(self.phrases.len() - usize::from(weight > 0.0));
        self.terms.truncate(before);
        None
    }

    fn add_phrase<S: Reads>(
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
                    is_part: false,
                });
            }
        }
        self.phrases.push(PhraseLookup { clause: number, terms, weight });
        weight
    }

    /// Adds a scored term, once.
    fn add_scored_term(&mut self, term: ScoredTerm) {
        match self.terms.iter_mut().find(|same| same.text == term.text) {
            Some(same) => {
                same.lists = same.lists.max(term.lists);
                same.is_part &= term.is_part;
            }
            None => self.terms.push(term),
        }
    }
}

/// All postings of a term with their positions, as far as they are loaded.
fn phrase_term<'a, S: Reads>(lookup: &mut TermLookup<'a, S>, term: &str) -> PhraseTerm<'a> {
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
