//! Term expansions: which terms are looked up beside those of the query.

use super::spelling::{self, Corrections, Doubtful, TermExpansion, is_code};
use super::term_lookup::{Found, TermLookup};
use crate::index::Reads;
use crate::lexical::SpellingCandidate;
use crate::search::answer::Offered;
use crate::search::parse::{Clause, Occur, ParsedQuery, QueryTerm};
use crate::search::sites::Sites;
use crate::text::{Analyzer, TermKind, concat, cut, fold, is_unspaced};

/// Weight of a completion relative to the query term.
const COMPLETION_WEIGHT: f32 = 0.5;

/// Weight of a synonym relative to the query term.
const SYNONYM_WEIGHT: f32 = 0.8;

/// Prefixes to complete for the word that is still being typed, each with the term that its completions expand: the
/// terms at the end of the clause's surface, a whole name first. So brackets and signs before a word do not hide it
/// (`print(val`). Where no term ends there, more of a name may follow (`os.`). The spelling dictionary has no bigrams
/// of scripts without blanks.
pub(super) fn unfinished<'a>(query: &'a ParsedQuery, clause: &'a Clause) -> Vec<(&'a QueryTerm, String)> {
    let mut found = Vec::new();
    if !clause.typing || clause.phrase {
        return found;
    }
    let mut add = |term: &'a QueryTerm, typed: &str| {
        // The term of `hand-off` is "handoff".
        let has_hyphen = term.text.bytes().any(|byte| byte == b'-');
        let mut prefix = String::new();
        for c in fold(typed).chars() {
            if has_hyphen || c != '-' {
                prefix.push(c);
            }
        }
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
pub(super) fn completed<'a, S: Reads>(
    lookup: &mut TermLookup<'_, S>,
    query: &'a ParsedQuery,
    clause: &'a Clause,
) -> Option<(&'a QueryTerm, Vec<SpellingCandidate>)> {
    unfinished(query, clause).into_iter().find_map(|(term, prefix)| {
        let completions = spelling::completions(lookup.completions(&prefix), &term.text);
        (!completions.is_empty()).then_some((term, completions))
    })
}

/// Terms of a clause's synonyms, including synonyms of several words of the query of which the clause is the first.
pub(super) fn synonyms<S: Reads>(
    sites: Sites<'_, S>,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    clause: &Clause,
) -> Vec<String> {
    let mut terms = Vec::new();
    let synonyms = sites.each(|(_, store)| &store.directory().synonyms);
    if clause.phrase || synonyms.as_ref().iter().all(|synonyms| synonyms.is_empty()) {
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
    for synonym in synonyms.into_iter().flatten().filter(|synonym| matches(&synonym.word)) {
        for other in &synonym.others {
            analyzer.terms(other, |term| terms.push(term.text.to_owned()));
        }
    }
    if sites.are_several() {
        // Two sites may have the same one.
        terms.sort();
        terms.dedup();
    }
    terms
}

/// Chooses term expansions.
pub(super) struct Expander<'a> {
    pub analyzer: &'a Analyzer,
    pub query: &'a ParsedQuery,
    /// Whether the query equals a name; if so, it is not corrected.
    pub is_name: bool,
}

/// A clause, and what stands beside it.
pub(super) struct ClauseWords<'a> {
    pub clause: &'a Clause,
    pub synonyms: Vec<String>,
    /// Completions of the word being typed, and the term that they expand.
    pub completed: Option<(&'a QueryTerm, Vec<SpellingCandidate>)>,
    /// Words of the clause as one.
    pub joined: Vec<TermExpansion>,
}

impl Expander<'_> {
    /// The expansions of a term: the joined words of its clause, the clause's synonyms if it is the clause's first
    /// term, completions of a word being typed, and corrections of a word that is rare or in no section. Beside them, what is
    /// offered.
    pub fn expansions_of<S: Reads>(
        &self,
        lookup: &mut TermLookup<'_, S>,
        words: &ClauseWords<'_>,
        term: &QueryTerm,
    ) -> (Vec<TermExpansion>, Offered) {
        let clause = words.clause;
        if clause.phrase || clause.literal || clause.occur == Occur::MustNot {
            return Default::default();
        }
        let beside = self.beside(words, term);
        // The name is completed as a whole, so its last part is unfinished, not mistyped.
        let is_unfinished = words.completed.as_ref().is_some_and(|(unfinished, _)| {
            unfinished.text != term.text
                && term.kind != TermKind::Whole
                && clause.surface.ends_with(self.query.typed(term))
        });
        if !beside.is_empty() || is_unfinished {
            return (beside, Offered::default());
        }
        self.corrections_of(lookup, clause, term)
    }

    /// What stands beside a term, whether a section has it or not.
    fn beside(
        &self,
        ClauseWords { clause, synonyms, completed, joined }: &ClauseWords<'_>,
        term: &QueryTerm,
    ) -> Vec<TermExpansion> {
        let mut expansions = joined.to_vec();
        if is_first(clause, term) {
            let weight = SYNONYM_WEIGHT / synonyms.len().max(1) as f32;
            for other in synonyms.iter() {
                expansions.push(TermExpansion::new(other, weight, 0));
            }
        }
        if let Some((unfinished, completions)) = completed
            && unfinished.text == term.text
        {
            for it in completions.iter() {
                expansions.push(TermExpansion::new(&it.term, COMPLETION_WEIGHT, it.document_frequency));
            }
        }
        expansions
    }

    /// Corrections of a word that is rare or in no section.
    fn corrections_of<S: Reads>(
        &self,
        lookup: &mut TermLookup<'_, S>,
        clause: &Clause,
        term: &QueryTerm,
    ) -> (Vec<TermExpansion>, Offered) {
        let frequency = match lookup.find(&term.text) {
            Found::There(entry) => entry.document_frequency,
            Found::Nowhere => 0,
            Found::Unknown => return Default::default(),
        };
        let mut parts = clause.terms.iter().filter(|part| part.kind == TermKind::Part && part.is_looked_up);
        let parts_known = parts.all(|part| !matches!(lookup.find(&part.text), Found::Nowhere));
        let is_sound = term.kind == TermKind::Whole && parts_known && clause.terms.len() > 1;
        // Among other words, looking for one would cost a question more than it gives.
        let is_asked = frequency == 0 && self.query.clauses.len() == 1;
        let typed = self.query.typed(term);
        // Nobody capitalizes a mistyped word inside: a name that a section has is meant.
        let is_written = frequency > 0 && typed.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
        if self.is_name || term.is_reduced() || is_sound && !is_asked || is_written {
            return Default::default();
        }
        let doubtful = Doubtful { term: &term.text, typed, frequency, is_sound };
        let Corrections { expansions, offers } = spelling::corrections(lookup, self.analyzer, &doubtful);
        let mut offered = Offered::default();
        // What a name stands for is offered as a whole.
        if is_first(clause, term) {
            let is_missing =
                expansions.is_empty() && frequency == 0 && (is_code(typed) || !offers.is_empty());
            offered.missing.extend(is_missing.then(|| typed.to_owned()));
            let text = &self.query.text;
            let (before, behind) = (cut(text, ..term.span.start), cut(text, term.span.end..));
            offered.queries.extend(offers.iter().map(|word| concat(&[before, word, behind])));
        }
        (expansions, offered)
    }
}

fn is_first(clause: &Clause, term: &QueryTerm) -> bool {
    clause.terms.first().is_some_and(|first| first.text == term.text)
}
