//! The Snowball stemmers of all languages but English, inside the command.

use std::borrow::Cow;

use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::language::Language;
use super::languages::MAX_STEMMED_BYTES;

/// The Snowball stemmer of a language.
pub enum Snowball {
    /// Its present stemmer.
    Present(Stemmer),
    /// That of German as it was: without endings such as those of "Paket" and "verwendet", it finds more.
    German(rust_stemmers::Stemmer),
}

impl Snowball {
    /// The stemmer of a language; none of English, whose own is smaller, and of languages that Snowball lacks.
    pub fn of(language: Language) -> Option<Self> {
        if language == Language::German {
            return Some(Snowball::German(rust_stemmers::Stemmer::create(rust_stemmers::Algorithm::German)));
        }
        algorithm(language).map(|algorithm| Snowball::Present(Stemmer::create(algorithm)))
    }

    /// The stem of a word in lower case.
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        match self {
            _ if word.len() > MAX_STEMMED_BYTES => Cow::Borrowed(word),
            Snowball::Present(stemmer) => stemmer.stem(word),
            Snowball::German(stemmer) => stemmer.stem(word),
        }
    }
}

/// Whether a language has a stemmer.
pub fn has(language: Language) -> bool {
    Snowball::of(language).is_some()
}

/// Whether the stemmer of a language is missing: never.
pub fn lacks(_: Language) -> bool {
    false
}

/// The same as in `stemmers/src/algorithm.rs`, by which pages stem queries.
fn algorithm(language: Language) -> Option<Algorithm> {
    Some(match language {
        Language::Arabic => Algorithm::Arabic,
        Language::Armenian => Algorithm::Armenian,
        Language::Basque => Algorithm::Basque,
        Language::Catalan => Algorithm::Catalan,
        Language::Czech => Algorithm::Czech,
        Language::Danish => Algorithm::Danish,
        Language::Dutch => Algorithm::DutchPorter,
        Language::Esperanto => Algorithm::Esperanto,
        Language::Estonian => Algorithm::Estonian,
        Language::Finnish => Algorithm::Finnish,
        Language::French => Algorithm::French,
        Language::Greek => Algorithm::Greek,
        Language::Hindi => Algorithm::Hindi,
        Language::Hungarian => Algorithm::Hungarian,
        Language::Indonesian => Algorithm::Indonesian,
        Language::Irish => Algorithm::Irish,
        Language::Italian => Algorithm::Italian,
        Language::Lithuanian => Algorithm::Lithuanian,
        Language::Nepali => Algorithm::Nepali,
        Language::Norwegian => Algorithm::Norwegian,
        Language::Polish => Algorithm::Polish,
        Language::Portuguese => Algorithm::Portuguese,
        Language::Romanian => Algorithm::Romanian,
        Language::Russian => Algorithm::Russian,
        Language::Serbian => Algorithm::Serbian,
        Language::Spanish => Algorithm::Spanish,
        Language::Swedish => Algorithm::Swedish,
        Language::Tamil => Algorithm::Tamil,
        Language::Turkish => Algorithm::Turkish,
        Language::Yiddish => Algorithm::Yiddish,
        Language::Chinese
        | Language::English
        | Language::German
        | Language::Japanese
        | Language::Korean
        | Language::Thai
        | Language::Other => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Language, Snowball};

    /// `tests/browser/stemmers.test.mjs` compares the modules of pages with the same words.
    #[test]
    fn stems_are_those_of_the_word_lists() {
        let list = include_str!("../../tests/fixtures/stems.txt");
        let mut words = 0;
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let [tag, word, stem] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let stemmer = Snowball::of(Language::from_tag(tag)).unwrap();
            assert_eq!(stemmer.stem(word), stem, "{line}");
            words += 1;
        }
        assert_eq!(words, 31 * 100);
    }
}
