//! The Snowball stemmer of one language, the one of the feature, as a module for browsers.
//!
//! A caller pushes the bytes of a word, calls `stem`, and takes the bytes of the stem one by one: words are short, and
//! nobody reads the other's memory.

use std::cell::RefCell;

use snowball_stemmers_rs::{Algorithm, Stemmer};

/// Longer words than the analyzer makes are left as they are.
const MAX_BYTES: usize = 1024;

thread_local! {
    static WORD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The stemmers by language, the same as in `src/text/snowball.rs`.
const ALGORITHMS: [(bool, Algorithm); 32] = [
    (cfg!(feature = "ar"), Algorithm::Arabic),
    (cfg!(feature = "ca"), Algorithm::Catalan),
    (cfg!(feature = "cs"), Algorithm::Czech),
    (cfg!(feature = "da"), Algorithm::Danish),
    (cfg!(feature = "de"), Algorithm::German),
    (cfg!(feature = "el"), Algorithm::Greek),
    (cfg!(feature = "eo"), Algorithm::Esperanto),
    (cfg!(feature = "es"), Algorithm::Spanish),
    (cfg!(feature = "et"), Algorithm::Estonian),
    (cfg!(feature = "eu"), Algorithm::Basque),
    (cfg!(feature = "fa"), Algorithm::Persian),
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

/// Adds a byte to the word.
#[unsafe(no_mangle)]
pub extern "C" fn push(byte: u8) {
    WORD.with_borrow_mut(|word| {
        if word.len() < MAX_BYTES {
            word.push(byte);
        }
    });
}

/// Replaces the word, in lower case, with its stem; returns its number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn stem() -> usize {
    WORD.with_borrow_mut(|word| {
        if let Ok(text) = std::str::from_utf8(word) {
            let stem = Stemmer::create(CHOSEN).stem(text).into_owned();
            *word = stem.into_bytes();
        }
        word.len()
    })
}

/// Takes the last byte of the stem.
#[unsafe(no_mangle)]
pub extern "C" fn pop() -> u8 {
    WORD.with_borrow_mut(|word| word.pop().unwrap_or_default())
}
