//! [`sentences_of`]: the sentences of an answer, each with what it cites, as `www/src/ask/citations.ts` finds them.

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::citations::is_blank;
use super::inlines::{cited, inlines, number};

/// A sentence of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// With its citations.
    pub text: String,
    /// Numbers of the sections that it cites; empty if it cites none.
    pub citations: Vec<usize>,
}

/// The sentences of a text without code blocks, in order and complete. `sections`: how many were given.
pub fn sentences_of(text: &str, sections: usize) -> Vec<Sentence> {
    let mut found: Vec<String> = Vec::new();
    let spans = inlines(text);
    for (at, part) in text.split_sentence_bound_indices() {
        let Some(last) = found.last_mut() else {
            found.push(part.to_owned());
            continue;
        };
        // Code and emphasized words are not split: `**It is so.** Then …`.
        let end =
            spans.iter().find(|(span, _)| span.start < at && at < span.end).map_or(at, |(span, _)| span.end);
        let marks = &text[at..end];
        let leading = match part.strip_prefix(marks).filter(|_| marks.chars().all(|c| c == '*')) {
            Some(behind) => marks.len() + leading(behind),
            None => part.len(),
        };
        last.push_str(&part[..leading]);
        if part.len() > leading {
            found.push(part[leading..].to_owned());
        }
    }
    found.into_iter().map(|text| Sentence { citations: cited(&text, sections), text }).collect()
}

/// Bytes of the citations that a text begins with, and of the blanks around them. They belong to the sentence before:
/// `It is so. [1] Then …`.
fn leading(text: &str) -> usize {
    let mut rest = text;
    while let Some((_, behind)) = number(rest.trim_start_matches(is_blank)) {
        rest = behind;
    }
    text.len() - rest.trim_start_matches(is_blank).len()
}
