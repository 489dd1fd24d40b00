//! In place of `languages`, where English is all that a module stems.

use std::borrow::Cow;

use super::language::Language;

/// Whether a build has the stemmers and stop words of all languages.
pub const ARE_ALL: bool = false;

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
