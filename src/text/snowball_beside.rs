//! In place of `snowball`, in browsers: a page loads the stemmer of its language alone, and a function calls it.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::language::Language;
use super::languages::MAX_STEMMED_BYTES;

/// Replaces the word at the beginning of a buffer, of a number of bytes, with its stem by the stemmer of the language of
/// a tag, and returns the stem's length; `None` if that stemmer is not loaded or fails.
pub type Stem = fn(tag: [u8; 2], buffer: &mut [u8], length: usize) -> Option<usize>;

static STEM: OnceLock<Stem> = OnceLock::new();

/// Says how words are stemmed from now on. The first call counts.
pub fn stem_by(stem: Stem) {
    let _ = STEM.set(stem);
}

/// The stemmer of a language, by its tag.
pub struct Snowball([u8; 2]);

impl Snowball {
    /// The stemmer of a language; none of languages that are stemmed as English or not at all.
    pub fn of(language: Language) -> Option<Self> {
        if language == Language::Other || language.stems_as_english() {
            return None;
        }
        language.tag().as_bytes().try_into().ok().map(Snowball)
    }

    /// The stem of a word in lower case.
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        self.stemmed(word).map_or(Cow::Borrowed(word), Cow::Owned)
    }

    fn stemmed(&self, word: &str) -> Option<String> {
        // Stems may be longer than their words, by few bytes.
        let mut buffer = [0; 2 * MAX_STEMMED_BYTES];
        if word.len() > MAX_STEMMED_BYTES {
            return None;
        }
        buffer.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        let length = STEM.get()?(self.0, &mut buffer, word.len())?;
        std::str::from_utf8(buffer.get(..length)?).ok().map(str::to_owned)
    }
}

/// Whether the stemmer of a language is missing.
pub fn lacks(language: Language) -> bool {
    Snowball::of(language).is_some_and(|it| it.stemmed("").is_none())
}
