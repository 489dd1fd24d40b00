//! The Snowball stemmers of all languages but English, inside the command.

use std::borrow::Cow;

use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::language::Language;

/// The Snowball stemmer of a language.
pub struct Snowball(Stemmer);

impl Snowball {
    /// The stemmer of a language; none of English, whose own is smaller, and of languages that Snowball lacks.
    pub fn of(language: Language) -> Option<Self> {
        Some(Snowball(Stemmer::create(algorithm(language)?)))
    }

    /// The stem of a word in lower case.
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        self.0.stem(word)
    }
}

/// Whether the stemmer of a language is missing: never.
pub fn lacks(_: Language) -> bool {
    false
}

/// The same as in `stemmers/src/lib.rs`, by which pages stem queries.
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
        Language::German => Algorithm::German,
        Language::Greek => Algorithm::Greek,
        Language::Hindi => Algorithm::Hindi,
        Language::Hungarian => Algorithm::Hungarian,
        Language::Indonesian => Algorithm::Indonesian,
        Language::Irish => Algorithm::Irish,
        Language::Italian => Algorithm::Italian,
        Language::Lithuanian => Algorithm::Lithuanian,
        Language::Nepali => Algorithm::Nepali,
        Language::Norwegian => Algorithm::Norwegian,
        Language::Persian => Algorithm::Persian,
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
        | Language::Japanese
        | Language::Korean
        | Language::Thai
        | Language::Other => return None,
    })
}
