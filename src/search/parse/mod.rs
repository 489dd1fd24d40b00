//! The query parser: from typed text to clauses of terms.
//!
//! [`ParsedQuery::parse`] splits the text into chunks at blanks and quotes, reads the operators `+` and `-` before them,
//! and makes each chunk a [`Clause`]. The analyzer sees the whole text at once: queries and documents tokenise alike.

mod dashes;
mod error;
mod minimum_should_match;
mod pasted;
mod repeated;
mod sides;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::limits::{MAX_QUERY_CHARS, MAX_QUERY_TERMS};
use crate::text::{Analyzer, TermKind, after, compatible, cut, is_keyword, join, phrase_at, plain_word};

use dashes::read_dashes;
pub use error::QueryError;
pub use minimum_should_match::MinimumShouldMatch;
use repeated::{distinct, repeat, repeats};

/// Weight of a stop word in a query that has other words. At full weight, the stop words of a question ("how do I …")
/// would outweigh its other words. Without them, "to be" could not be found.
const STOP_WORD_WEIGHT: f32 = 0.03;

/// Weight of a part of a name that is also looked up whole: `path` in `os.path.join` says less than `path` alone.
const PART_WEIGHT: f32 = 0.5;

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedQuery {
    /// The text that was parsed: at most the first [`MAX_QUERY_CHARS`] characters.
    pub text: String,
    /// The clauses in typed order, with at most [`MAX_QUERY_TERMS`] terms in total.
    pub clauses: Vec<Clause>,
    /// The text to compare with names. A single chunk loses its operator; several with other operators than quotation marks
    /// leave it empty.
    pub name: String,
    /// Terms with a dash in front (`-rf`) that exclude, unless a term of the index begins so.
    pub dashed: Vec<String>,
    /// How many [`Occur::Should`] clauses must match; 0 for no minimum.
    pub minimum_should_match: usize,
    /// The typed text of each side of a comparison, for explanations; empty in a build without dense retriever.
    pub sides: Vec<String>,
}

/// Whether a clause may, must or must not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occur {
    /// A match adds to the score.
    Should,
    /// Excludes sections that do not match (`+word`).
    Must,
    /// Excludes sections that match (`-word`).
    MustNot,
}

/// One chunk of the query, or one quoted phrase.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Whether it may, must or must not match.
    pub occur: Occur,
    /// The typed text, without operator and quotes.
    pub surface: String,
    /// Whether its terms (at least two) must be adjacent, in this order.
    pub phrase: bool,
    /// Whether it was quoted: searched for as typed, without corrections, synonyms and joined words.
    pub literal: bool,
    /// Never empty. A whole name precedes its parts. QueryPhrases omit whole names, which have no position.
    pub terms: Vec<QueryTerm>,
    /// Whether its last word is still being typed and also matches as a prefix.
    pub typing: bool,
    /// One bit for each side of a comparison that it belongs to; 0 for none.
    pub sides: u8,
}

/// One term to look up.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// The term as the index stores it.
    pub text: String,
    /// Its byte range in the query's text.
    pub span: Range<usize>,
    /// A word, a whole name, or a part of one.
    pub kind: TermKind,
    /// Whether it is a stop word, or belongs to a phrase such as "is there a way to".
    pub stop: bool,
    /// Weight of a match: 1 for an ordinary word.
    pub weight: f32,
    /// Whether its postings count. A stop word among other words is left out: it tells little, and costs a request.
    pub is_looked_up: bool,
}

impl Clause {
    /// Whether a term is less than the name with which the clause begins: a part of it, or a name inside of it.
    pub fn is_part(&self, term: &QueryTerm) -> bool {
        let is_inside = |first: &QueryTerm| {
            first.kind == TermKind::Whole && first.span != term.span && first.span.end >= term.span.end
        };
        term.kind == TermKind::Part || self.terms.first().is_some_and(is_inside)
    }
}

impl QueryTerm {
    /// Whether it weighs less because the query has other words.
    pub fn is_reduced(&self) -> bool {
        self.stop && self.weight < PART_WEIGHT
    }
}

/// A byte range of the text between blanks or quotes.
struct Chunk {
    occur: Occur,
    span: Range<usize>,
    quoted: bool,
    /// Whether it belongs to a phrase that says nothing about the topic.
    asks: bool,
    /// The bit of its side of a comparison.
    side: u8,
}

impl ParsedQuery {
    /// Parses a query. `typing`: the reader may still be typing the last word. A repeated word weighs as often as it is
    /// typed. A query of nothing but `-words` is parsed without operators. `has`: whether an index has a term that
    /// begins so; a word with a dash (`rm -rf`) is that word if one has it, and excludes (`rm -stopped`) if none does.
    pub fn parse(
        analyzer: &Analyzer,
        text: &str,
        typing: bool,
        minimum: MinimumShouldMatch,
        has: &dyn Fn(&str) -> bool,
        has_sides: bool,
    ) -> Self {
        let text = bare_operator(&compatible(text)).to_owned();
        let text = text.as_str();
        let beyond = after(text, MAX_QUERY_CHARS);
        let (text, is_cut) = (cut(text, ..text.len() - beyond.len()), !beyond.is_empty());
        let mut chunks = chunks(text, true);
        let dashed = read_dashes(analyzer, text, &mut chunks, has);
        let mut operators = chunks.iter().any(|chunk| chunk.quoted || chunk.occur != Occur::Should);
        if chunks.iter().all(|chunk| chunk.occur == Occur::MustNot) {
            chunks = self::chunks(text, false);
            operators = chunks.iter().any(|chunk| chunk.quoted);
        }
        let name = match chunks.as_slice() {
            _ if !operators => text,
            [only] => cut(text, only.span.clone()),
            // A heading may have quotation marks.
            several if several.iter().all(|chunk| chunk.occur == Occur::Should) => text,
            _ => "",
        };
        let typing = typing && !is_cut && !text.ends_with(|c: char| c.is_whitespace() || is_quote(c));
        read_phrases(analyzer, text, &mut chunks);
        let mut clauses = clauses(analyzer, text, &chunks, typing);
        drop_equal_sides(&mut clauses);
        let compares = clauses.iter().any(|clause| clause.sides > 0);
        let sides = if has_sides && compares { side_texts(text, &chunks) } else { Vec::new() };
        let should = clauses.iter().filter(|clause| clause.occur == Occur::Should);
        let minimum_should_match = minimum.of(should.count());
        weigh(&mut clauses, minimum_should_match);
        ParsedQuery {
            text: text.to_owned(),
            clauses,
            name: name.to_owned(),
            dashed,
            minimum_should_match,
            sides,
        }
    }

    /// Makes all optional clauses necessary but those of stop words alone, which are not looked up.
    pub fn need_all(&mut self) {
        let tells = |clause: &&Clause| {
            clause.occur == Occur::Should && clause.terms.iter().any(|term| term.is_looked_up)
        };
        self.minimum_should_match = self.clauses.iter().filter(tells).count();
    }

    /// Whether it compares: its clauses have sides.
    pub fn compares(&self) -> bool {
        self.clauses.iter().any(|clause| clause.sides > 0)
    }

    /// The clauses that weigh fully, as typed.
    pub fn full_words(&self) -> String {
        let is_full = |clause: &&Clause| {
            clause.occur != Occur::MustNot && clause.terms.iter().any(|term| !term.is_reduced())
        };
        let surfaces = self.clauses.iter().filter(is_full).map(|clause| without_end(&clause.surface));
        join(&surfaces.collect::<Vec<_>>(), " ")
    }

    /// The typed text of a term.
    pub fn typed(&self, term: &QueryTerm) -> &str {
        cut(&self.text, term.span.clone())
    }
}

pub(super) fn is_quote(c: char) -> bool {
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
            chunks.push(Chunk { occur, span: start..end, quoted: quote > 0, asks: false, side: 0 });
        }
        // Skips the closing quote or blank.
        rest = cut(text, end..).strip_prefix(ends).unwrap_or("").trim_start();
    }
    chunks
}

/// Whether a chunk means itself: it is quoted, has an operator, or is in capitals.
fn means_itself(text: &str, chunk: &Chunk) -> bool {
    chunk.quoted || chunk.occur != Occur::Should || is_keyword(cut(text, chunk.span.clone()))
}

/// Finds the phrases that say nothing about the topic, and the sides of a comparison.
fn read_phrases(analyzer: &Analyzer, text: &str, chunks: &mut [Chunk]) {
    let phrases = analyzer.phrases();
    // The word of each chunk, to compare with phrases; empty for one that means itself.
    let word = |chunk: &Chunk| {
        if means_itself(text, chunk) { String::new() } else { plain_word(cut(text, chunk.span.clone())) }
    };
    let words: Vec<String> = chunks.iter().map(word).collect();
    for at in 0..words.len() {
        for list in [phrases.asking, phrases.between, phrases.versus] {
            let length = phrase_at(list, &words[at..]);
            chunks[at..at + length].iter_mut().for_each(|chunk| chunk.asks = true);
        }
    }
    let is_content = |(chunk, word): (&Chunk, &String)| {
        means_itself(text, chunk) || !word.is_empty() && !chunk.asks && !analyzer.is_stop(word)
    };
    let content: Vec<bool> = chunks.iter().zip(&words).map(is_content).collect();
    let sides = sides::sides(phrases, &words, &content);
    chunks.iter_mut().zip(sides).for_each(|(chunk, side)| chunk.side = side);
}

/// A query does not compare if one of its sides has no word of its own.
fn drop_equal_sides(clauses: &mut [Clause]) {
    let all = clauses.iter().fold(0, |all, clause| all | clause.sides);
    let own = clauses.iter().filter(|clause| clause.sides.is_power_of_two());
    if own.fold(0, |own, clause| own | clause.sides) != all {
        clauses.iter_mut().for_each(|clause| clause.sides = 0);
    }
}

/// A word without punctuation at its end.
fn without_end(word: &str) -> &str {
    let bare = word.trim_end_matches(['.', ',', ';', '?', '!']);
    if bare.is_empty() { word } else { bare }
}

/// The text of each side.
fn side_texts(text: &str, chunks: &[Chunk]) -> Vec<String> {
    let mut texts: Vec<(u8, String)> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| chunk.side > 0) {
        let word = without_end(cut(text, chunk.span.clone()));
        match texts.last_mut().filter(|(side, _)| *side == chunk.side) {
            Some((_, side)) => *side = join(&[side, word], " "),
            None => texts.push((chunk.side, word.to_owned())),
        }
    }
    texts.into_iter().map(|(_, text)| text).collect()
}

/// The operator at the start of a chunk. `--flag`, `-x`, `-15`, `->` and a lone sign are not operators; [`read_dashes`]
/// decides about `-word`.
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

/// The terms of each chunk.
fn terms_of_chunks(analyzer: &Analyzer, text: &str, chunks: &[Chunk]) -> Vec<Vec<QueryTerm>> {
    // The text with blanks for operators and quotes, so that offsets stay the same.
    let mut plain = String::with_capacity(text.len());
    for chunk in chunks {
        plain.extend(std::iter::repeat_n(' ', chunk.span.start - plain.len()));
        plain.push_str(cut(text, chunk.span.clone()));
    }
    let mut terms: Vec<Vec<QueryTerm>> = chunks.iter().map(|_| Vec::new()).collect();
    analyzer.terms(&plain, |term| {
        let at = chunks.partition_point(|chunk| chunk.span.end <= term.span.start);
        let Some(chunk) = chunks.get(at) else { return };
        // A term of the site's dictionary may span several chunks, which may have different operators.
        if term.span.end <= chunk.span.end || chunk.occur == Occur::Should {
            let weight = if term.kind == TermKind::Part { PART_WEIGHT } else { 1.0 };
            terms[at].push(QueryTerm {
                text: term.text.to_owned(),
                span: term.span,
                kind: term.kind,
                stop: term.stop,
                weight,
                is_looked_up: true,
            });
        }
    });
    terms
}

fn clauses(analyzer: &Analyzer, text: &str, chunks: &[Chunk], typing: bool) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut left = MAX_QUERY_TERMS;
    for (i, (chunk, mut terms)) in chunks.iter().zip(terms_of_chunks(analyzer, text, chunks)).enumerate() {
        let last = i + 1 == chunks.len();
        let surface = cut(text, chunk.span.clone());
        // A sign at the end ends the question; it is not a search for the operator.
        if chunk.asks || last && i > 0 && matches!(surface, "?" | "!") {
            terms.iter_mut().for_each(|term| term.stop = true);
        }
        let placed = terms.iter().filter(|term| Analyzer::length(term.kind) > 0).count();
        // A name that must or must not match does so as a whole: one of its words is not enough.
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
        if let Some(earlier) =
            clauses.iter_mut().find(|earlier| repeats(earlier, chunk.occur, phrase, &terms))
        {
            for (earlier, term) in earlier.terms.iter_mut().zip(&terms) {
                repeat(earlier, term);
            }
            earlier.typing |= typing;
            earlier.sides |= chunk.side;
            continue;
        }
        terms.truncate(left);
        left -= terms.len();
        let phrase = phrase && terms.len() > 1;
        if !terms.is_empty() {
            let (occur, surface, sides) = (chunk.occur, surface.to_owned(), chunk.side);
            clauses.push(Clause { occur, surface, phrase, literal: chunk.quoted, terms, typing, sides });
        }
    }
    clauses
}

/// Reduces the weight of stop words, unless the query has no other words.
fn weigh(clauses: &mut [Clause], minimum_should_match: usize) {
    let wanted = || clauses.iter().filter(|clause| clause.occur != Occur::MustNot);
    // A stop word may have the sign of a heading's link behind it: "What to do#".
    let says_nothing =
        |term: &QueryTerm| term.stop || term.kind == TermKind::Whole && term.text.ends_with('#');
    if wanted().flat_map(|clause| &clause.terms).all(says_nothing) {
        return;
    }
    pasted::weigh(clauses);
    for clause in clauses {
        // Phrases, operators and the minimum must hold for every section.
        let is_looked_up = clause.phrase || clause.occur != Occur::Should || minimum_should_match > 0;
        for term in clause.terms.iter_mut().filter(|term| term.stop) {
            term.weight *= STOP_WORD_WEIGHT;
            term.is_looked_up = is_looked_up;
        }
    }
}

/// An operator without the brackets around it: `<$>` for `(<$>)`.
fn bare_operator(text: &str) -> &str {
    let inside = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_operator = |inside: &&str| {
        inside.bytes().all(|byte| byte.is_ascii_punctuation() && !matches!(byte, b'(' | b')'))
    };
    inside.filter(|inside| !inside.is_empty()).filter(is_operator).unwrap_or(text)
}
