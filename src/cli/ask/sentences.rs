//! [`sentences_of`]: the sentences of an answer, each with what it cites, as `www/src/ask/citations.ts` finds them.

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::citations::is_blank;

/// A sentence of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// With its citations.
    pub text: String,
    /// Numbers of the sections that it cites; empty if it cites none.
    pub citations: Vec<usize>,
}

/// The sentences of a text without code blocks, in order and complete.
pub fn sentences_of(text: &str) -> Vec<Sentence> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split_sentence_bounds() {
        // Citations at the beginning belong to the sentence before: `It is so. [1] Then …`.
        let leading = if found.is_empty() { 0 } else { leading(part) };
        if let Some(last) = found.last_mut() {
            last.push_str(&part[..leading]);
        }
        if part.len() > leading {
            found.push(part[leading..].to_owned());
        }
    }
    found.into_iter().map(|text| Sentence { citations: cited(&text), text }).collect()
}

/// Bytes of the citations that a text begins with, and of the blanks around them.
fn leading(text: &str) -> usize {
    let mut rest = text;
    while let Some((_, behind)) = number(rest.trim_start_matches(is_blank)) {
        rest = behind;
    }
    let rest = if rest.len() < text.len() { rest.trim_start_matches(is_blank) } else { rest };
    text.len() - rest.len()
}

/// The number in brackets that a text begins with, and what is behind it.
fn number(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let behind = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &inner[..inner.len() - behind.len()];
    Some((digits, behind.strip_prefix(']').filter(|_| !digits.is_empty())?))
}

/// The numbers that a sentence cites outside of code, each once.
fn cited(sentence: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    let mut rest = sentence;
    while let Some(at) = rest.find(['`', '[']) {
        rest = &rest[at..];
        let behind = match number(rest) {
            Some((digits, behind)) => {
                if let Some(number) = digits.parse().ok().filter(|number| !numbers.contains(number)) {
                    numbers.push(number);
                }
                behind
            }
            None => behind_code(rest).unwrap_or(&rest[1..]),
        };
        rest = behind;
    }
    numbers
}

/// What is behind the code that a text begins with: as many backticks begin it as end it.
fn behind_code(text: &str) -> Option<&str> {
    let most = text.len() - text.trim_start_matches('`').len();
    (1..=most).rev().find_map(|length| {
        let (marks, inner) = text.split_at(length);
        inner.find(marks).map(|end| &inner[end + length..])
    })
}
