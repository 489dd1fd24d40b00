//! [`AnalyzerSettings`]: what an index and its queries are analyzed by.

use super::language::Language;

/// Settings of an analyzer. An index and its queries must use the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnalyzerSettings {
    /// The language of the texts.
    pub language: Language,
    /// The site's own words that are also looked up whole, as written (`Node.js`, `SQL Server`, `東京都`).
    pub dictionary: Vec<String>,
    /// What the author has set besides.
    pub text: TextSettings,
}

/// An author's settings of the analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSettings {
    /// Stop words, folded, in byte order.
    pub stop_words: Vec<String>,
    /// Whether the language's own stop words do not count.
    pub only_own_stop_words: bool,
    /// Characters of the shortest word that is a term; 0 and 1 allow all. Names of several words, the site's own words,
    /// operators, and scripts without spaces have no least length.
    pub min_term_length: u32,
}
