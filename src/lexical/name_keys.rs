//! The keys of a name in the term dictionary: as written, and by its words. Each begins with a term of the name, behind
//! which it is stored, so that a query finds it in a block that it reads anyway: the whole name if it has no blanks, else
//! the last word that is no stop word. Names of a module begin alike, but few end with the same word.

use super::layout::exact_key;
use crate::text::{Analyzer, cut, fold};

/// The keys of a name: as written, and by its words, under which signs and blanks between them do not count:
/// `retry-limit`, `RETRY_LIMIT`, `retryLimit` and "Retry limit" share one. `None` if it has no terms, or fewer words than
/// `least`.
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
    [term.map(|term| exact_key(&term, &fold(name))), by_words]
}

#[cfg(test)]
mod tests {
    use super::*;

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
