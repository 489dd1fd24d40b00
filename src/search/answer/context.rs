//! Whole texts within a number of tokens: what is asked for, and what an answer has.

use serde::Serialize;

/// Asks an answer to gather whole texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ContextRequest {
    /// Most tokens of all texts together, with their headings and addresses.
    pub max_tokens: usize,
    /// What the Markdown puts before addresses that are relative to the site's root, such as `https://docs.example/`.
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub site: String,
}

/// How tokens were counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TokenCounting {
    /// By the tokenizer of the index's encoder.
    Encoder,
    /// By an estimate that counts rather too many, since there is no encoder, or not yet.
    #[default]
    Estimate,
}

impl TokenCounting {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            TokenCounting::Encoder => "encoder",
            TokenCounting::Estimate => "estimate",
        }
    }
}

/// Whole texts of the best sections, without repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundContext"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Context {
    /// Best first.
    pub sections: Vec<ContextSection>,
    /// All of them, each with its headings and its address, as one text in Markdown. Where the fit is weak, it begins with
    /// a sentence that says so, if there is room.
    pub markdown: String,
    /// Tokens of `markdown`; those of the sentence about the fit are estimated.
    pub tokens: usize,
    /// How tokens were counted.
    pub counted: TokenCounting,
    /// Sections that did not fit, best first.
    pub left_out: Vec<LongSection>,
}

/// A section with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundContextSection"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContextSection {
    /// Address to cite, as in hits.
    pub url: String,
    /// Id of the record, in an index of records.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub id: String,
    /// Title of the page.
    pub title: String,
    /// The title, the headings above the section, and its own, outermost first.
    pub breadcrumb: Vec<String>,
    /// Version of the page, as in hits.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub version: String,
    /// The text without the heading; line breaks separate paragraphs, and lines of code.
    pub text: String,
    /// Tokens of the section in the Markdown.
    pub tokens: usize,
    /// Whether `text` is only the beginning: the best section alone has more tokens than allowed.
    pub cut: bool,
}

/// A section that was found, and has more tokens than were left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundLongSection"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongSection {
    /// Address, as in hits.
    pub url: String,
    /// The title, the headings above the section, and its own, outermost first.
    pub breadcrumb: Vec<String>,
    /// Its tokens; extrapolated from its beginning if it is far too long.
    pub tokens: usize,
}
