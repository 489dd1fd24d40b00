//! The steps before a query's terms are resolved: each names blocks, and the next one reads them.

use super::expander::{ClauseWords, Expander, completed, synonyms, unfinished};
use super::spelling::TermExpansion;
use super::term_lookup::TermLookup;
use super::{QueryWords, command_line, joined};
use crate::index::Reads;
use crate::search::answer::Offered;
use crate::search::parse::{Clause, ParsedQuery, QueryTerm};

/// What depends on the query alone.
pub(super) struct Typed {
    /// The words of its line: see [`command_line`].
    pub command: Vec<String>,
    /// Of each clause, the word that it makes with the next one.
    joined: Vec<Option<String>>,
    /// Whether it equals a name, in whichever of the indexes.
    is_name: bool,
}

impl Typed {
    /// Looks up the query's words, in one round trip.
    pub fn look_up<S: Reads>(lookup: &mut TermLookup<'_, S>, words: &QueryWords<'_, '_, S>) -> Self {
        let &QueryWords { sites, analyzer, query, intent } = words;
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
        let is_name = intent.name_keys.find(lookup);
        let command = command_line::words(lookup, analyzer, query, is_name);
        for term in query.dashed.iter().chain(&command) {
            lookup.find(term);
        }
        let joined = joined::joined(analyzer, query);
        for term in joined.iter().flatten() {
            lookup.find(term);
        }
        Typed { command, joined, is_name }
    }
}

/// What else a query's terms may stand for.
pub(super) struct Expanded {
    /// Of each term of each clause.
    pub expansions: Vec<Vec<Vec<TermExpansion>>>,
    /// Of each clause, the two words of one that no section has.
    pub parts: Vec<Option<[QueryTerm; 2]>>,
    /// What stands in the place of no word, and may.
    pub offered: Offered,
}

impl Expanded {
    /// The words as typed.
    pub fn none(query: &ParsedQuery) -> Self {
        let of_clause = |clause: &Clause| vec![Vec::new(); clause.terms.len()];
        Expanded {
            expansions: query.clauses.iter().map(of_clause).collect(),
            parts: vec![None; query.clauses.len()],
            offered: Offered::default(),
        }
    }

    /// Reads the spelling dictionary for rare and unknown words.
    pub fn of<S: Reads>(
        lookup: &mut TermLookup<'_, S>,
        words: &QueryWords<'_, '_, S>,
        typed: &Typed,
    ) -> Self {
        let &QueryWords { sites, analyzer, query, .. } = words;
        let expander = Expander { analyzer, query, is_name: typed.is_name };
        let mut expanded =
            Expanded { expansions: Vec::new(), parts: Vec::new(), offered: Offered::default() };
        for (number, clause) in query.clauses.iter().enumerate() {
            let joined = joined::known(lookup, &typed.joined, number);
            let synonyms = synonyms(sites, analyzer, query, clause);
            let completed = completed(lookup, query, clause);
            let words = ClauseWords { clause, synonyms, completed, joined };
            let mut expansions_of = |term: &QueryTerm| {
                if !term.is_looked_up {
                    lookup.leave_out(&term.text);
                }
                let (expansions, offered) = expander.expansions_of(lookup, &words, term);
                expanded.offered.append(offered);
                expansions
            };
            let of_clause = clause.terms.iter().map(&mut expansions_of).collect();
            // Only a word that was corrected, or looked for in the spelling dictionary in vain, may be two words.
            let is_unknown = !clause.phrase
                && !clause.literal
                && words.synonyms.is_empty()
                && words.joined.is_empty()
                && words.completed.is_none()
                && !typed.is_name;
            let parts = is_unknown.then(|| joined::parts(lookup, analyzer, query, clause)).flatten();
            expanded.parts.push(parts);
            expanded.expansions.push(of_clause);
        }
        expanded
    }

    /// Looks up what was found.
    pub fn look_up<S: Reads>(&self, lookup: &mut TermLookup<'_, S>) {
        for expansion in self.expansions.iter().flatten().flatten() {
            lookup.find(&expansion.term);
        }
        for term in self.parts.iter().flatten().flatten() {
            lookup.find(&term.text);
            lookup.need_positions(&term.text);
        }
    }
}
