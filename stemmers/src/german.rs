//! In place of `algorithm`: the stemmer of German, as in `src/text/snowball.rs`.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// The stem of a word in lower case.
pub fn stem(word: &str) -> Cow<'_, str> {
    Stemmer::create(Algorithm::German).stem(word)
}
