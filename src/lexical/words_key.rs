//! The key of a name by its words, under which signs and blanks between them do not count: `retry-limit`,
//! `RETRY_LIMIT`, `retryLimit` and "Retry limit" share one.

use super::layout::exact_key;
use crate::text::{Analyzer, cut, fold};

/// The key of `text` by its words; `None` if it has fewer than `least`.
pub fn words_key(analyzer: &Analyzer, text: &str, least: usize) -> Option<String> {
    let (mut first, mut words, mut count) = (None, String::new(), 0);
    analyzer.terms(text, |term| {
        if Analyzer::length(term.kind) == 0 {
            return;
        }
        first.get_or_insert_with(|| term.text.to_owned());
        if count > 0 {
            words.push(' ');
        }
        words += &fold(cut(text, term.span));
        count += 1;
    });
    let first = first.filter(|_| count >= least)?;
    Some(exact_key(&first, &words))
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
