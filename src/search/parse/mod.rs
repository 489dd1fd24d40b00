//! What was typed becomes what is looked up.
//!
//! [`ParsedQuery::parse`] cuts the text into chunks at blanks and quotes, reads `+` and `-` before them, and makes a
//! [`Clause`] of each. The analyzer sees the whole text at once, so that a query is cut just as a document is.

mod minimum_should_match;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::error_code::ErrorCode;
use crate::limits::{MAX_QUERY_CHARS, MAX_QUERY_TERMS};
use crate::text::{Analyzer, TermKind, cut, fold};

pub use minimum_should_match::MinimumShouldMatch;

/// Weight of a stop word beside other words. Questions are made of them ("how do I …"), and at full weight they
/// decide more than the words that matter; dropped, a phrase such as "to be" could not be told from others.
const STOP_WORD_WEIGHT: f32 = 0.03;

/// Weight of a piece of a name that is also looked up whole: `path` in `os.path.join` says less than `path` alone.
const PART_WEIGHT: f32 = 0.5;

/// Why a request cannot be answered as it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// Not in Elasticsearch's notation.
    #[error(
        "minimum_should_match: a number (2, -1), a percentage (75%, -25%) or rules of these (2<75%, 2<-25% 9<-3) \
         expected, `{found}` found"
    )]
    MinimumShouldMatch {
        /// The beginning of what was given.
        found: String,
    },
}

impl QueryError {
    /// For programs; see [`ErrorCode`].
    pub fn code(&self) -> &'static str {
        ErrorCode::Request.as_str()
    }
}

/// A query as the engine understands it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedQuery {
    /// The text that was read: the first [`MAX_QUERY_CHARS`] characters.
    pub text: String,
    /// What is looked up, in the order in which it was typed; at most [`MAX_QUERY_TERMS`] terms in all.
    pub clauses: Vec<Clause>,
    /// The text as names are compared, without operators; empty for several clauses with operators.
    pub exact: String,
    /// How many clauses of [`Occur::Should`] must match; 0 asks for none in particular.
    pub minimum_should_match: usize,
}

/// Whether a clause may, must or must not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occur {
    /// A match counts.
    Should,
    /// Only sections that match are found (`+word`).
    Must,
    /// Only sections that do not match are found (`-word`).
    MustNot,
}

/// One chunk of the query, or one quoted phrase.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Whether it must match.
    pub occur: Occur,
    /// As typed, without operator and quotes.
    pub surface: String,
    /// Whether its terms, two at least, must stand in this order, side by side.
    pub phrase: bool,
    /// Never empty. A name's whole comes before its parts; a phrase has no wholes, since they have no position.
    pub terms: Vec<QueryTerm>,
    /// Whether its last word is still being typed, and stands for all words that begin so.
    pub typing: bool,
}

/// One term to look up.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// Its form in the dictionary.
    pub text: String,
    /// Where in the query's text it was typed.
    pub span: Range<usize>,
    /// What it is to the query.
    pub kind: TermKind,
    /// Whether it is a stop word.
    pub stop: bool,
    /// What a match is worth, 1 for a usual word.
    pub weight: f32,
    /// Whether all sections of a long list count; of what is turned down, the head is enough.
    pub with_low_impact: bool,
}

/// A stretch of the text between blanks or quotes.
struct Chunk {
    occur: Occur,
    span: Range<usize>,
    quoted: bool,
}

impl ParsedQuery {
    /// Reads a query. `typing` says that the reader may still be typing its last word. A word typed twice counts
    /// twice. A query of nothing but `-words` is read without operators.
    pub fn parse(analyzer: &Analyzer, text: &str, typing: bool, minimum: &MinimumShouldMatch) -> Self {
        let end = text.char_indices().nth(MAX_QUERY_CHARS).map_or(text.len(), |(at, _)| at);
        let (text, is_cut) = (cut(text, ..end), end < text.len());
        let mut chunks = chunks(text, true);
        let mut operators = chunks.iter().any(|chunk| chunk.quoted || chunk.occur != Occur::Should);
        if chunks.iter().all(|chunk| chunk.occur == Occur::MustNot) {
            chunks = self::chunks(text, false);
            operators = chunks.iter().any(|chunk| chunk.quoted);
        }
        let exact = match chunks.as_slice() {
            _ if !operators => fold(text),
            [only] => fold(cut(text, only.span.clone())),
            _ => String::new(),
        };
        let typing = typing && !is_cut && !text.ends_with(|c: char| c.is_whitespace() || is_quote(c));
        let mut clauses = clauses(analyzer, text, &chunks, typing);
        let should = clauses.iter().filter(|clause| clause.occur == Occur::Should).count();
        let minimum_should_match = minimum.of(should);
        weigh(&mut clauses, minimum_should_match);
        ParsedQuery { text: text.to_owned(), clauses, exact, minimum_should_match }
    }

    /// A term as typed.
    pub fn typed(&self, term: &QueryTerm) -> &str {
        cut(&self.text, term.span.clone())
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

fn chunks(text: &str, operators: bool) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let occur = if operators { operator(rest) } else { Occur::Should };
        rest = if occur == Occur::Should { rest } else { cut(rest, 1..) };
        let quote = rest.chars().next().filter(|c| is_quote(*c)).map_or(0, char::len_utf8);
        let start = text.len() - rest.len() + quote;
        let ends: fn(char) -> bool = if quote > 0 { is_quote } else { char::is_whitespace };
        let end = cut(text, start..).find(ends).map_or(text.len(), |length| start + length);
        if start < end {
            chunks.push(Chunk { occur, span: start..end, quoted: quote > 0 });
        }
        // A closing quote has done its work; a blank too.
        rest = cut(text, end..).strip_prefix(ends).unwrap_or("").trim_start();
    }
    chunks
}

/// The operator at the start of a chunk. `--flag`, `-x`, `-15`, `->` and a lone sign are none.
fn operator(chunk: &str) -> Occur {
    let mut chars = chunk.chars();
    let occur = match chars.next() {
        Some('+') => Occur::Must,
        Some('-') => Occur::MustNot,
        _ => return Occur::Should,
    };
    let is_operator = match chars.next() {
        Some(c) if is_quote(c) => true,
        Some(c) if occur == Occur::Must => c.is_alphanumeric(),
        Some(c) => c.is_alphabetic() && chars.next().is_some_and(|c| !c.is_whitespace()),
        None => false,
    };
    if is_operator { occur } else { Occur::Should }
}

fn clauses(analyzer: &Analyzer, text: &str, chunks: &[Chunk], typing: bool) -> Vec<Clause> {
    // The same text with blanks for operators and quotes, so that places in it are places in the text.
    let mut plain = String::with_capacity(text.len());
    for chunk in chunks {
        plain.extend(std::iter::repeat_n(' ', chunk.span.start - plain.len()));
        plain.push_str(cut(text, chunk.span.clone()));
    }
    let mut terms: Vec<Vec<QueryTerm>> = chunks.iter().map(|_| Vec::new()).collect();
    analyzer.terms(&plain, |term| {
        let at = chunks.partition_point(|chunk| chunk.span.end <= term.span.start);
        let Some(chunk) = chunks.get(at) else { return };
        // A dictionary's word may reach into the next chunks, which may have operators of their own.
        if term.span.end <= chunk.span.end || chunk.occur == Occur::Should {
            let weight = if term.kind == TermKind::Part { PART_WEIGHT } else { 1.0 };
            terms[at].push(QueryTerm {
                text: term.text.to_owned(),
                span: term.span,
                kind: term.kind,
                stop: term.stop,
                weight,
                with_low_impact: true,
            });
        }
    });

    let mut clauses: Vec<Clause> = Vec::new();
    let mut left = MAX_QUERY_TERMS;
    for (i, (chunk, mut terms)) in chunks.iter().zip(terms).enumerate() {
        let last = i + 1 == chunks.len();
        let surface = cut(text, chunk.span.clone());
        if last && i > 0 && matches!(surface, "?" | "!") {
            // Closes the question rather than asking for the operator.
            terms.iter_mut().for_each(|term| term.stop = true);
        }
        let placed = terms.iter().filter(|term| Analyzer::length(term.kind) > 0).count();
        // Of a name that must match or not, any of its words alone would be too little.
        let strict = chunk.occur != Occur::Should;
        let phrase = (chunk.quoted || strict) && placed > 1;
        if phrase {
            terms.retain(|term| Analyzer::length(term.kind) > 0);
        } else {
            if strict && terms.iter().any(|term| term.kind == TermKind::Whole) {
                terms.retain(|term| term.kind == TermKind::Whole);
            }
            terms = distinct(terms);
        }
        let typing = typing && last && chunk.occur != Occur::MustNot;
        if let Some(known) = clauses.iter_mut().find(|known| repeats(known, chunk.occur, phrase, &terms)) {
            for (known, term) in known.terms.iter_mut().zip(&terms) {
                known.weight += term.weight;
            }
            known.typing |= typing;
            continue;
        }
        terms.truncate(left);
        left -= terms.len();
        let phrase = phrase && terms.len() > 1;
        if !terms.is_empty() {
            clauses.push(Clause { occur: chunk.occur, surface: surface.to_owned(), phrase, terms, typing });
        }
    }
    clauses
}

/// Each term once, with the sum of its weights.
fn distinct(terms: Vec<QueryTerm>) -> Vec<QueryTerm> {
    let mut distinct: Vec<QueryTerm> = Vec::with_capacity(terms.len());
    for term in terms {
        match distinct.iter_mut().find(|known| known.text == term.text) {
            Some(known) => known.weight += term.weight,
            None => distinct.push(term),
        }
    }
    distinct
}

fn repeats(known: &Clause, occur: Occur, phrase: bool, terms: &[QueryTerm]) -> bool {
    let same_terms = || known.terms.iter().map(|term| &term.text).eq(terms.iter().map(|term| &term.text));
    known.occur == occur && known.phrase == phrase && same_terms()
}

/// Turns stop words down, unless nothing else is looked for.
fn weigh(clauses: &mut [Clause], minimum_should_match: usize) {
    let wanted = || clauses.iter().filter(|clause| clause.occur != Occur::MustNot);
    if wanted().flat_map(|clause| &clause.terms).all(|term| term.stop) {
        return;
    }
    for clause in clauses {
        // What has to match or not, and where words stand, is asked of every section.
        let with_low_impact = clause.phrase || clause.occur != Occur::Should || minimum_should_match > 0;
        for term in clause.terms.iter_mut().filter(|term| term.stop) {
            term.weight *= STOP_WORD_WEIGHT;
            term.with_low_impact = with_low_impact;
        }
    }
}
