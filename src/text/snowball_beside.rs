//! In place of `snowball`, in browsers: a page loads the stemmer of its language alone, and a function calls it.

use std::borrow::Cow;
use std::cell::RefCell;
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

/// Stems that are kept. Texts repeat their words, and a call of another module costs more than a look.
const KEPT: usize = 2048;

/// The stemmer of a language.
pub struct Snowball {
    tag: [u8; 2],
    /// Words with their stems, each at the place that its bytes say.
    kept: RefCell<Vec<(String, String)>>,
}

impl Snowball {
    /// The stemmer of a language; none of languages that are stemmed as English or not at all.
    pub fn of(language: Language) -> Option<Self> {
        Some(Snowball { tag: tag_of(language)?, kept: RefCell::new(vec![Default::default(); KEPT]) })
    }

    /// The stem of a word in lower case.
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        let place = word.bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31) ^ usize::from(byte)) % KEPT;
        let mut kept = self.kept.borrow_mut();
        let Some(kept) = kept.get_mut(place) else { return word.into() };
        if kept.0 != word {
            *kept = (word.to_owned(), stemmed(self.tag, word).unwrap_or_else(|| word.to_owned()));
        }
        kept.1.clone().into()
    }
}

/// The tag of a language that has a stemmer of its own: not of those that are stemmed as English or not at all.
fn tag_of(language: Language) -> Option<[u8; 2]> {
    let has_none = language == Language::Other || language.stems_as_english();
    if has_none { None } else { language.tag().as_bytes().try_into().ok() }
}

fn stemmed(tag: [u8; 2], word: &str) -> Option<String> {
    // Stems may be longer than their words, by few bytes.
    let mut buffer = [0; 2 * MAX_STEMMED_BYTES];
    if word.len() > MAX_STEMMED_BYTES {
        return None;
    }
    buffer.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
    let length = STEM.get()?(tag, &mut buffer, word.len())?;
    std::str::from_utf8(buffer.get(..length)?).ok().map(str::to_owned)
}

/// Whether the stemmer of a language is missing.
pub fn lacks(language: Language) -> bool {
    tag_of(language).is_some_and(|tag| stemmed(tag, "").is_none())
}
