//! In place of `snowball`, in browsers: a page loads the stemmer of its language alone, and a function calls it.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::language::Language;

/// The stem of a word by the stemmer of the language with this tag; `None` if that is not loaded.
pub type Stem = fn(tag: &str, word: &str) -> Option<String>;

static STEM: OnceLock<Stem> = OnceLock::new();

/// Says how words are stemmed from now on. The first call counts.
pub fn stem_by(stem: Stem) {
    let _ = STEM.set(stem);
}

/// The stemmer of a language.
pub struct Snowball(&'static str);

impl Snowball {
    /// The stemmer of a language; none of languages that are stemmed as English or not at all.
    pub fn of(language: Language) -> Option<Self> {
        (language != Language::Other && !language.stems_as_english()).then(|| Snowball(language.tag()))
    }

    /// The stem of a word in lower case.
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        STEM.get().and_then(|stem| stem(self.0, word)).map_or(Cow::Borrowed(word), Cow::Owned)
    }
}

/// Whether the stemmer of a language is missing.
pub fn lacks(language: Language) -> bool {
    Snowball::of(language).is_some_and(|it| STEM.get().and_then(|stem| stem(it.0, "")).is_none())
}
