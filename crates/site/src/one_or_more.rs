//! [`OneOrMore`]: values that records give under a name.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A text, or a list of texts.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// Names with each of their values.
pub fn pairs(values: BTreeMap<String, OneOrMore>) -> Vec<(String, String)> {
    let each = |(name, values)| {
        let values = match values {
            OneOrMore::One(value) => vec![value],
            OneOrMore::More(values) => values,
        };
        values.into_iter().map(move |value| (String::clone(&name), value))
    };
    values.into_iter().flat_map(each).collect()
}
