//! The keys of a name in the term dictionary: as written, and by its words. Each begins with a term of the name, behind
//! which it is stored, so that a query finds it in a block that it reads anyway: the whole name if it has no blanks, else
//! the last word that is no stop word. Names of a module begin alike, but few end with the same word.

use super::layout::exact_key;
use crate::text::{Analyzer, cut, fold};

/// The keys of a name: as written but for signs around its words, and by its words, under which signs and blanks between them do not count:
/// `retry-limit`, `RETRY_LIMIT`, `retryLimit` and "Retry limit" share one. `None` if it has no terms, or fewer words than
/// `least`.
pub fn name_keys(analyzer: &Analyzer, name: &str, least: usize) -> [Option<String>; 2] {
    let name = &*without_signs(name);
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
    let term = if name.contains(' ') { last.or(first) } else { first };
    [term.map(|term| exact_key(&term, &fold(name))), by_words]
}

/// Without what readers leave out or copy along: the sign of a heading's own link, and of several words a section's number,
/// and quotation marks, brackets and points around each. Signs alone are operators.
fn without_signs(name: &str) -> String {
    let mut words: Vec<&str> = name.split_whitespace().filter(|word| !word.chars().all(is_link)).collect();
    if words.len() > 1 && is_number(words[0]) {
        words.remove(0);
    }
    let is_alone = words.len() == 1;
    for word in &mut words {
        if !word.contains(char::is_alphanumeric) {
            continue;
        }
        *word = word.trim_end_matches(|c| is_link(c) || matches!(c, '.' | ',' | ':' | ';'));
        if !is_alone {
            *word = word
                .trim_start_matches(is_around)
                .trim_end_matches(|c| is_around(c) || matches!(c, '?' | '!' | '.' | ',' | ':' | ';'));
        }
    }
    words.join(" ")
}

/// Whether a word is a section's number: `4.`, `A.1.2`.
fn is_number(word: &str) -> bool {
    let is_part = |part: &str| part.len() < 2 || part.bytes().all(|byte| byte.is_ascii_digit());
    word.contains('.') && word.split('.').all(is_part)
}

/// Signs and icons of links to a heading.
fn is_link(c: char) -> bool {
    matches!(c, '¶' | '§' | '\u{e000}'..='\u{f8ff}')
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
