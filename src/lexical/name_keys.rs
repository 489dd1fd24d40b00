//! The keys of a name in the term dictionary: as written, and by its words. Each begins with a term of the name, behind
//! which it is stored, so that a query finds it in a block that it reads anyway: the whole name if it has no blanks, else
//! the last word that is no stop word. Names of a module begin alike, but few end with the same word.

use super::layout::exact_key;
use crate::text::{Analyzer, cut, fold};

/// The keys of a name: as written but for signs around its words, and by its words, under which signs and blanks between
/// them do not count: `retry-limit`, `RETRY_LIMIT`, `retryLimit` and "Retry limit" share one. `None` if it has no terms,
/// or fewer words than `least`.
pub fn name_keys(analyzer: &Analyzer, name: &str, least: usize) -> [Option<String>; 2] {
    let (mut first, mut last, mut words, mut count) = (None, None, String::new(), 0);
    analyzer.terms(name, |term| {
        first.get_or_insert_with(|| term.text.to_owned());
        if Analyzer::length(term.kind) == 0 {
            return;
        }
        if count > 0 {
            words.push(' ');
        }
        let word = fold(cut(name, term.span));
        words += &word;
        count += 1;
        if last.is_none() || !analyzer.is_stop(&word) {
            last = Some(term.text.to_owned());
        }
    });
    let by_words = last.as_ref().filter(|_| count >= least).map(|last| exact_key(last, &words));
    let term = if name.contains(char::is_whitespace) { last.or(first) } else { first };
    [term.map(|term| exact_key(&term, &without_signs(&fold(name)))), by_words]
}

/// A folded name without what readers leave out or copy along: the sign of a heading's own link and points at its end; of
/// several words also a section's number, quotation marks and brackets, and points behind each. Signs alone are operators.
fn without_signs(folded: &str) -> String {
    let are_several = folded.contains(' ');
    let mut plain = String::new();
    for word in folded.split(' ') {
        if are_several && plain.is_empty() && is_number(word) || word.chars().all(is_link) {
            continue;
        }
        if !plain.is_empty() {
            plain.push(' ');
        }
        let start = plain.len();
        // As long as the word without points at its end.
        let mut end = start;
        for c in word.chars().filter(|c| !(is_link(*c) || are_several && is_around(*c))) {
            plain.push(c);
            let is_point = matches!(c, '.' | ',' | ':' | ';') || are_several && matches!(c, '?' | '!');
            if !is_point {
                end = plain.len();
            }
        }
        plain.truncate(end);
        if plain.len() == start {
            plain += word;
        }
    }
    if plain.is_empty() { folded.to_owned() } else { plain }
}

/// Whether a word is a section's number: `4.1`, `A.1.2`.
fn is_number(word: &str) -> bool {
    word.as_bytes().split_first().is_some_and(|(first, rest)| {
        (first.is_ascii_digit() || first.is_ascii_alphabetic() && rest.starts_with(b"."))
            && rest.contains(&b'.')
            && rest.iter().all(|byte| *byte == b'.' || byte.is_ascii_digit())
    })
}

/// Signs and icons of links to a heading.
fn is_link(c: char) -> bool {
    matches!(c, '¶' | '§' | '◆' | '\u{e000}'..='\u{f8ff}')
}

fn is_around(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_around_words_do_not_count() {
        let key = |text: &str| name_keys(&Analyzer::default(), text, 2)[0].clone();
        for (text, other) in [
            ("Extension types (aka. cdef classes)¶", "extension types aka cdef classes"),
            ("The “View” Menu", "the View menu"),
            ("Attributes \u{f0c1}", "Attributes:"),
            ("NSEC or NSEC3?", "nsec or nsec3"),
            ("4. Coding Guidelines", "Coding Guidelines"),
            ("A.1.2\u{a0}Functions", "functions"),
        ] {
            assert_eq!(key(text), key(other), "{text}");
        }
        for (text, other) in [
            ("operator ()", "operator []"),
            ("vec!", "vec"),
            ("the .env file", "the env file"),
            ("404 Not Found", "not found"),
            ("os.path functions", "functions"),
        ] {
            assert_ne!(key(text), key(other), "{text}");
        }
    }

    #[test]
    fn signs_do_not_count() {
        let key = |text: &str| name_keys(&Analyzer::default(), text, 2)[1].clone();
        let limit = key("Retry limit");
        for text in
            ["retry-limit", "RETRY_LIMIT", "retryLimit", "retry.limit", "--retry-limit", "retry limit()"]
        {
            assert_eq!(key(text), limit, "{text}");
        }
        let [_, option] = name_keys(&Analyzer::default(), "--loglevel", 1);
        assert_eq!(option.as_deref(), Some("loglevel\u{1}loglevel"));
        for text in ["loglevel", "--loglevel", "C++", "vec!", "$x", "", "()"] {
            assert_eq!(key(text), None, "{text}");
        }
    }
}
