//! In place of `languages`, where English is all that a module stems.

use std::borrow::Cow;

use super::language::Language;

/// No further tags: no page opens an index in these languages here.
pub const TAGS: &[(&str, Language)] = &[];

/// Whether the language's own words are in another script than English.
pub fn has_other_script(language: Language) -> bool {
    use Language::{Arabic, Greek, Russian, Tamil};
    matches!(language, Arabic | Greek | Russian | Tamil)
}

/// Whether the stemmer of a language is missing.
pub fn lacks(language: Language) -> bool {
    language != Language::Other && !language.stems_as_english()
}

/// No stop words.
pub fn stop_words(_: Language) -> &'static str {
    ""
}

/// No stemmer.
pub enum NativeStemmer {}

impl NativeStemmer {
    /// No stemmer for any language.
    pub fn of(_: Language) -> Option<Self> {
        None
    }

    /// Never called.
    pub fn stem<'a>(&self, _: &str, _: &'a str) -> Cow<'a, str> {
        match *self {}
    }
}
