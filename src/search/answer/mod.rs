//! Queries and answers as plain data.
//!
//! `serde` writes them as JSON, `browser::to_js` as JavaScript, with names in its own spelling. TypeScript types and JSON
//! Schemas are generated from these structs, doc comments included.

mod context;
mod degraded;
mod explanation;
mod offers;
mod request;

pub use context::{Context, ContextRequest, ContextSection, LongSection, TokenCounting};
pub use degraded::Degraded;
pub(super) use degraded::{file_problem, parted};
pub use explanation::{Contribution, Explanation, TermScore};
pub use offers::{Correction, Related, RelatedWord, Suggestion};
pub(super) use offers::{Offered, suggested};
pub(in crate::search) use request::REORDERED;
pub use request::{Mode, Request};

pub use crate::index::FoundPlace;
use serde::{Deserialize, Serialize, Serializer};

/// What a query seems to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IntentKind {
    /// A section by its name.
    Navigational,
    /// A symbol, path, flag or code, or quoted words.
    Identifier,
    /// A topic, by a few words.
    Keywords,
    /// An answer to a question.
    Question,
    /// How two things differ.
    Comparison,
    /// How things are connected.
    Relationship,
    /// A whole topic.
    Overview,
}

impl IntentKind {
    /// Its name in settings and answers.
    pub fn name(self) -> &'static str {
        match self {
            IntentKind::Navigational => "navigational",
            IntentKind::Identifier => "identifier",
            IntentKind::Keywords => "keywords",
            IntentKind::Question => "question",
            IntentKind::Comparison => "comparison",
            IntentKind::Relationship => "relationship",
            IntentKind::Overview => "overview",
        }
    }
}

/// The kind of a query, the features that show it, and what the lexical retriever looks up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueryIntent {
    /// Weighs the retrievers, by the settings `intent.KIND.RETRIEVER`.
    pub kind: IntentKind,
    /// Features such as `question word`, `flag` or `camel case`; what decided comes first.
    pub why: Vec<&'static str>,
    /// The words that the lexical retriever weighs fully, as typed: neither stop words nor phrases such as "is there a
    /// way to".
    pub lexical: String,
    /// What a comparison compares; empty for other queries.
    pub sides: Vec<String>,
}

/// The answer to a query: the requested hits, best first, and what a reader should know of them. What failed on the way is in
/// `degraded` and takes nothing else away; a guess, such as a correction, is named.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundAnswer"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The part of the query's text that was read.
    pub query: String,
    /// As requested.
    pub mode: Mode,
    /// What took no full part; `null` if all did.
    pub degraded: Option<Vec<Degraded>>,
    /// Number of ranked sections before paging, of each page as many as are asked for; more may match.
    pub total: usize,
    /// Words that were replaced because no page contains them.
    pub corrections: Vec<Correction>,
    /// Words that no page contains, and that were not replaced: codes, and what is far from all words. The hits are those of
    /// the rest of the query.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub missing: Vec<String>,
    /// What the query seems to look for; only with `explain`, and from a module with all retrievers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub intent: Option<QueryIntent>,
    /// Number of pages found by filter name and value; `null` unless requested.
    #[serde(serialize_with = "facets")]
    #[cfg_attr(
        feature = "schema",
        schemars(
            with = "Option<std::collections::BTreeMap<String, std::collections::BTreeMap<String, u32>>>"
        )
    )]
    #[cfg_attr(test, ts(type = "Readonly<Record<string, Readonly<Record<string, number>>>> | null"))]
    pub facets: Option<Vec<Facet>>,
    /// Number of hits of each page found, best page first, at most 100 pages; `null` unless requested.
    pub doc_aggregates: Option<Vec<PageHits>>,
    /// Whether no section has all words, which were asked for: the hits have some of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub fewer: bool,
    /// `weak` if even the best section does not come close to the query, by the setting `nothing.fit`; from a module with
    /// all retrievers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fit: Option<Fit>,
    /// How close the best section comes: what `fit` is decided by; only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub closeness: Option<Closeness>,
    /// What to try: queries with other words than a mistyped one, and if nothing was found or the fit is weak, the corrected
    /// query and the nearest sections, hits or not.
    pub suggestions: Vec<Suggestion>,
    /// For words that few sections have, and for all words if nothing was found or the fit is weak: words that are used
    /// alike, to try in their place; from a module with all retrievers, and an index with a lexicon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Related>>"))]
    pub related: Vec<Related>,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Whole texts of the hits, if requested, from a module with all retrievers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub context: Option<Context>,
}

impl Answer {
    /// The suggestions that are no hits.
    pub fn other_suggestions(&self) -> impl Iterator<Item = &Suggestion> {
        let is_hit = |url: &String| self.hits.iter().any(|hit| hit.url == *url);
        self.suggestions.iter().filter(move |suggestion| !suggestion.url.as_ref().is_some_and(is_hit))
    }
}

/// How well an answer fits its query. Hits stay, whatever the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fit {
    /// No section comes close: none has enough of the words for as little similarity as there is.
    Weak,
}

/// How close the best section comes to a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Closeness {
    /// The largest share of the query's words that one section has, weighted by inverse document frequency; `null` if
    /// no words were looked up.
    pub words: Option<f32>,
    /// The best cosine similarity; `null` without the dense retriever.
    pub similarity: Option<f32>,
}

/// Number of the hits of one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageHits {
    /// Address of the page, as in hits.
    pub page: String,
    /// Its title.
    pub title: String,
    /// Number of its sections found.
    pub hits: u32,
    /// Name of its site, where several are searched.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub site: String,
}

/// Number of the pages found with each value of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Name of the filter.
    pub name: String,
    /// Values that some page found has, and the number of those pages.
    pub values: Vec<(String, u32)>,
}

/// A section found. It is a copy of what the index says of the section; texts are plain, never HTML.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundHit"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hit {
    /// Relative to the site's root, with `#anchor` where the section has one.
    pub url: String,
    /// `url` without the anchor: equal for all hits of one page.
    pub page: String,
    /// Id of the record, in an index of records.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub id: String,
    /// Name of the site, where several are searched.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub site: String,
    /// Title of the page.
    pub title: String,
    /// Heading of the section; empty for text before the first heading.
    pub heading: String,
    /// Kind of the symbol that the section documents, such as `function`; `deprecated function` where it says that it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub kind: String,
    /// Headings above the section, outermost first; without those that most pages have, or that repeat title or heading.
    pub path: Vec<String>,
    /// The passage of the section that matches most of the query.
    pub excerpt: String,
    /// Matches in `excerpt`: start (inclusive) and end (exclusive) in UTF-16 code units.
    #[cfg_attr(test, ts(type = "readonly (readonly [start: number, end: number])[]"))]
    pub highlights: Vec<(u32, u32)>,
    /// The section's text, if requested: its beginning, or what is around a passage that is further behind, which an ellipsis
    /// says. Line breaks separate its blocks.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub text: String,
    /// Where `text` has the passage of the excerpt: start (inclusive) and end (exclusive) in UTF-16 code units.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(test, ts(optional, type = "readonly [start: number, end: number]"))]
    pub passage: (u32, u32),
    /// Version of the page, several separated by commas, on a site with versions.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub version: String,
    /// Places of near-duplicates of this hit, which were removed, and of the same section in other versions.
    pub also: Vec<FoundPlace>,
    /// Page metadata by key.
    #[serde(serialize_with = "dictionary")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    #[cfg_attr(test, ts(type = "Readonly<Record<string, string>>"))]
    pub meta: Vec<(String, String)>,
    /// Names of the lists that have the section, such as `dense`; missing in answers of the lexical module.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<&'static str>>"))]
    pub lists: Vec<&'static str>,
    /// Fused score, or that of the only retriever, and what rerankers added. Comparable within one answer only.
    pub score: f32,
    /// Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub explanation: Option<Explanation>,
}

fn is_empty((start, end): &(u32, u32)) -> bool {
    start == end
}

/// Facets as an object of objects, as JavaScript gets them.
fn facets<S: Serializer>(facets: &Option<Vec<Facet>>, serializer: S) -> Result<S::Ok, S::Error> {
    struct Counts<'a>(&'a [(String, u32)]);
    impl Serialize for Counts<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            dictionary(self.0, serializer)
        }
    }
    match facets {
        Some(facets) => {
            serializer.collect_map(facets.iter().map(|facet| (&facet.name, Counts(&facet.values))))
        }
        None => serializer.serialize_none(),
    }
}

/// Pairs as an object, in their order.
fn dictionary<S: Serializer, T: Serialize>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}
