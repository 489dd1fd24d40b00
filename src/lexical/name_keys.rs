//! The keys of a name in the term dictionary: as written, and by its words. Each begins with a term of the name, behind
//! which it is stored, so that a query finds it in a block that it reads anyway: the whole name if it has no blanks, else
//! the last word. Names of a module begin alike, but few end with the same word.

use super::layout::exact_key;
use crate::text::{Analyzer, cut, fold};

/// The key of a name as written; `None` if it has no terms.
pub fn name_key(analyzer: &Analyzer, name: &str) -> Option<String> {
    let (mut first, mut last) = (None, None);
    analyzer.terms(name, |term| {
        if Analyzer::length(term.kind) > 0 && name.contains(char::is_whitespace) {
            last = Some(term.text.to_owned());
        }
        first.get_or_insert_with(|| term.text.to_owned());
    });
    Some(exact_key(&last.or(first)?, &fold(name)))
}

/// The key of `text` by its words, under which signs and blanks between them do not count: `retry-limit`, `RETRY_LIMIT`,
/// `retryLimit` and "Retry limit" share one. `None` if it has fewer than `least`.
pub fn words_key(analyzer: &Analyzer, text: &str, least: usize) -> Option<String> {
    let (mut last, mut words, mut count) = (None, String::new(), 0);
    analyzer.terms(text, |term| {
        if Analyzer::length(term.kind) == 0 {
            return;
        }
        last = Some(term.text.to_owned());
        if count > 0 {
            words.push(' ');
        }
        words += &fold(cut(text, term.span));
        count += 1;
    });
    let last = last.filter(|_| count >= least)?;
    Some(exact_key(&last, &words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_do_not_count() {
        let key = |text: &str| words_key(&Analyzer::default(), text, 2);
        let limit = key("Retry limit");
        for text in
            ["retry-limit", "RETRY_LIMIT", "retryLimit", "retry.limit", "--retry-limit", "retry limit()"]
        {
            assert_eq!(key(text), limit, "{text}");
        }
        let option = words_key(&Analyzer::default(), "--loglevel", 1);
        assert_eq!(option.as_deref(), Some("loglevel\u{1}loglevel"));
        for text in ["loglevel", "--loglevel", "C++", "vec!", "$x", "", "()"] {
            assert_eq!(key(text), None, "{text}");
        }
    }
}
