//! Whether a title tells its page apart: [`GenericWords`] are those that most titles have.

use std::collections::{HashMap, HashSet};

use docfuse::text::fold;

/// Minimum titles with a word to count as generic.
const MIN_TITLES: usize = 3;

/// The words of at least half of the titles.
pub(super) struct GenericWords(HashSet<String>);

impl GenericWords {
    /// O(total length).
    pub(super) fn of<'a>(titles: impl Iterator<Item = &'a str>) -> GenericWords {
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut titled = 0;
        for title in titles.filter(|title| !title.is_empty()) {
            titled += 1;
            for word in tokens(title).filter(|token| !is_number(token)).map(fold).collect::<HashSet<_>>() {
                *counts.entry(word).or_default() += 1;
            }
        }
        counts.retain(|_, count| *count >= MIN_TITLES && *count * 2 >= titled);
        GenericWords(counts.into_keys().collect())
    }

    /// Whether a title has another word than these.
    pub(super) fn tells(&self, title: &str) -> bool {
        tokens(title).any(|token| !is_number(token) && !self.0.contains(&fold(token)))
    }

    /// Whether a title has another word than these, and all numbers of `other`.
    pub(super) fn tells_more(&self, title: &str, other: &str) -> bool {
        self.tells(title)
            && tokens(other)
                .filter(|token| is_number(token))
                .all(|number| tokens(title).any(|token| token == number))
    }
}

/// Whether a text has more than numbers.
pub(super) fn has_word(text: &str) -> bool {
    tokens(text).any(|token| !is_number(token))
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_sign = |c: char| matches!(c, ':' | '.' | ',' | ';' | '(' | ')' | '[' | ']' | '"');
    text.split_whitespace()
        .map(move |token| token.trim_matches(is_sign))
        .filter(|token| token.contains(char::is_alphanumeric))
}

/// `5.2`, `A.36`, `v1.0`; not `H2`, which may be a name.
fn is_number(token: &str) -> bool {
    let digits = token.strip_prefix(['v', 'V']).unwrap_or(token);
    let digits = match digits.split_once(['.', '-']) {
        Some((letter, rest)) if letter.chars().count() == 1 => rest,
        _ => digits,
    };
    digits.starts_with(|c: char| c.is_numeric()) && !digits.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_tell_by_words_that_few_have() {
        let generic = GenericWords::of(["Section 1", "Section 2", "Section 3", "Strings", ""].into_iter());
        for (title, tells) in [
            ("Section 4", false),
            ("SECTION A.36", false),
            ("(v1.2)", false),
            ("2024-01-02", false),
            ("Section H2", true),
            ("Section: Lists", true),
            ("字符串", true),
        ] {
            assert_eq!(generic.tells(title), tells, "{title}");
        }
        for (title, other, more) in [
            ("5.2 Lists", "Section 5.2", true),
            ("Lists", "Section 5.2", false),
            ("5.2", "Section 5.2", false),
            ("Lists", "Section", true),
        ] {
            assert_eq!(generic.tells_more(title, other), more, "{title}");
        }
    }
}
