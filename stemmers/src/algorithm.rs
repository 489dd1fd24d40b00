//! The stemmer of the language that a feature names.

use std::borrow::Cow;

use snowball_stemmers_rs::{Algorithm, Stemmer};

/// The stemmers by language but German, the same as in `src/text/snowball.rs`.
const ALGORITHMS: [(bool, Algorithm); 30] = [
    (cfg!(feature = "ar"), Algorithm::Arabic),
    (cfg!(feature = "ca"), Algorithm::Catalan),
    (cfg!(feature = "cs"), Algorithm::Czech),
    (cfg!(feature = "da"), Algorithm::Danish),
    (cfg!(feature = "el"), Algorithm::Greek),
    (cfg!(feature = "eo"), Algorithm::Esperanto),
    (cfg!(feature = "es"), Algorithm::Spanish),
    (cfg!(feature = "et"), Algorithm::Estonian),
    (cfg!(feature = "eu"), Algorithm::Basque),
    (cfg!(feature = "fi"), Algorithm::Finnish),
    (cfg!(feature = "fr"), Algorithm::French),
    (cfg!(feature = "ga"), Algorithm::Irish),
    (cfg!(feature = "hi"), Algorithm::Hindi),
    (cfg!(feature = "hu"), Algorithm::Hungarian),
    (cfg!(feature = "hy"), Algorithm::Armenian),
    (cfg!(feature = "id"), Algorithm::Indonesian),
    (cfg!(feature = "it"), Algorithm::Italian),
    (cfg!(feature = "lt"), Algorithm::Lithuanian),
    (cfg!(feature = "ne"), Algorithm::Nepali),
    (cfg!(feature = "nl"), Algorithm::DutchPorter),
    (cfg!(feature = "no"), Algorithm::Norwegian),
    (cfg!(feature = "pl"), Algorithm::Polish),
    (cfg!(feature = "pt"), Algorithm::Portuguese),
    (cfg!(feature = "ro"), Algorithm::Romanian),
    (cfg!(feature = "ru"), Algorithm::Russian),
    (cfg!(feature = "sr"), Algorithm::Serbian),
    (cfg!(feature = "sv"), Algorithm::Swedish),
    (cfg!(feature = "ta"), Algorithm::Tamil),
    (cfg!(feature = "tr"), Algorithm::Turkish),
    (cfg!(feature = "yi"), Algorithm::Yiddish),
];

const CHOSEN: Algorithm = chosen();

const fn chosen() -> Algorithm {
    let mut at = 0;
    while at < ALGORITHMS.len() {
        if ALGORITHMS[at].0 {
            return ALGORITHMS[at].1;
        }
        at += 1;
    }
    panic!("a feature expected that names a language, none found")
}

/// The stem of a word in lower case.
pub fn stem(word: &str) -> Cow<'_, str> {
    Stemmer::create(CHOSEN).stem(word)
}
