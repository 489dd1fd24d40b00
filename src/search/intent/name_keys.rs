//! The keys of the name that a query may be: [`NameKeys`].

use crate::lexical::name_keys;
use crate::text::Analyzer;

/// The keys of the name that a text may be; none for an empty text.
#[derive(Default)]
pub(in crate::search) struct NameKeys {
    /// As written, then by its words.
    pub keys: [Option<String>; 2],
}

impl NameKeys {
    pub fn of(analyzer: &Analyzer, text: &str) -> Self {
        NameKeys { keys: name_keys(analyzer, text, 2) }
    }
}
