//! [`inlines`]: what is no plain text in a paragraph of an answer, as `inlinesOf` of `www/src/ask/markdown.ts` reads it.

use std::ops::Range;

use super::citations::is_blank;

/// A part of a paragraph.
pub enum Inline<'a> {
    /// The number of a section.
    Cite(usize),
    /// Strong or emphasized words, which may have citations.
    Emphasis(&'a str),
    /// Code, or a link.
    Other,
}

/// All that is no plain text, in order, and where it stands.
pub fn inlines(text: &str) -> Vec<(Range<usize>, Inline<'_>)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let inline = match next {
            '`' => code(rest).map(|length| (length, Inline::Other)),
            '[' | '!' => cite(rest).or_else(|| link(rest)),
            '*' => strong(rest).or_else(|| emphasis(rest, before)),
            _ => None,
        };
        let length = match inline {
            Some((length, inline)) => {
                found.push((at..at + length, inline));
                length
            }
            None => next.len_utf8(),
        };
        before = text[..at + length].chars().next_back();
        at += length;
    }
    found
}

/// The numbers of given sections that a text cites, each once.
pub fn cited(text: &str, sections: usize) -> Vec<usize> {
    let mut known: Vec<usize> = Vec::new();
    for (_, inline) in inlines(text) {
        let numbers = match inline {
            Inline::Cite(number) if (1..=sections).contains(&number) => vec![number],
            Inline::Emphasis(words) => cited(words, sections),
            _ => Vec::new(),
        };
        for number in numbers {
            if !known.contains(&number) {
                known.push(number);
            }
        }
    }
    known
}

/// The number in brackets that a text begins with, and what is behind it. In a link, it is a word.
pub fn number(text: &str) -> Option<(usize, &str)> {
    let inner = text.strip_prefix('[')?;
    let behind = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &inner[..inner.len() - behind.len()];
    let behind = behind.strip_prefix(']').filter(|behind| digits.len() <= 3 && !behind.starts_with('('))?;
    Some((digits.parse().ok()?, behind))
}

fn cite(text: &str) -> Option<(usize, Inline<'_>)> {
    let (number, behind) = number(text)?;
    Some((text.len() - behind.len(), Inline::Cite(number)))
}

fn link(text: &str) -> Option<(usize, Inline<'_>)> {
    let label = text.strip_prefix('!').unwrap_or(text).strip_prefix('[')?;
    let target = label[label.find(']')? + 1..].strip_prefix('(')?;
    let behind = &target[target.find(')')? + 1..];
    Some((text.len() - behind.len(), Inline::Other))
}

/// Bytes of the code that a text begins with: as many backticks begin it as end it.
fn code(text: &str) -> Option<usize> {
    let most = text.len() - text.trim_start_matches('`').len();
    (1..=most).rev().find_map(|length| {
        let (marks, inner) = text.split_at(length);
        Some(length + within(inner, marks)?.len() + length)
    })
}

fn strong(text: &str) -> Option<(usize, Inline<'_>)> {
    let inner = text.strip_prefix("**").filter(|inner| !inner.starts_with(is_blank))?;
    let words = within(inner, "**")?;
    Some((words.len() + 4, Inline::Emphasis(words)))
}

/// `before`: the character before the text.
fn emphasis(text: &str, before: Option<char>) -> Option<(usize, Inline<'_>)> {
    let inner = text.strip_prefix('*').filter(|inner| !inner.starts_with(|c| c == '*' || is_blank(c)))?;
    let words = within(inner, "*")?;
    let ends = !inner[words.len() + 1..].starts_with('*');
    let begins = !before.is_some_and(|c| c == '*' || c.is_alphanumeric());
    (begins && ends).then_some((words.len() + 2, Inline::Emphasis(words)))
}

/// What is before the next `marks`, a character or more.
fn within<'a>(text: &'a str, marks: &str) -> Option<&'a str> {
    let first = text.chars().next()?.len_utf8();
    let end = text[first..].find(marks)?;
    Some(&text[..first + end])
}
