//! What requests ask for, and their settings.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::failure::Failure;
use crate::config::{self, Config};
use crate::query::nested_filters;
use crate::shared_args::{MatchArg, ModeArg};
use docfuse::filters::Condition;
use docfuse::search::{Listing, Mode, Request};
use docfuse_site::wording;

/// `create`: what `docfuse build` has as options.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Create {
    pub protocol: u32,
    /// What `docfuse.toml` would say.
    pub settings: Option<Map<String, Value>>,
    pub config: Option<PathBuf>,
    pub model: Option<PathBuf>,
    /// Whether to make vectors.
    pub dense: bool,
    pub cache: Option<PathBuf>,
    pub offline: bool,
    pub precache_manifest: bool,
}

impl Default for Create {
    fn default() -> Self {
        Create {
            protocol: 0,
            settings: None,
            config: None,
            model: None,
            dense: true,
            cache: None,
            offline: false,
            precache_manifest: false,
        }
    }
}

/// `add_html`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddHtml {
    /// Address relative to the site's root.
    pub url: String,
    pub html: String,
}

/// `add_record` and `replace_record`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddRecord {
    pub record: Map<String, Value>,
}

/// `remove`: one of both.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    /// Of a record.
    pub id: Option<String>,
    /// Of a page, with all its records.
    pub url: Option<String>,
}

/// `add_folder`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddFolder {
    pub path: PathBuf,
    /// Place of the folder below the site's root.
    #[serde(default)]
    pub at: String,
    #[serde(default)]
    pub follow_links: bool,
}

/// `build`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Build {
    /// The folder to write; in memory without it.
    pub out: Option<PathBuf>,
    /// Whether to send the files.
    pub files: bool,
}

/// `query`: the fields of a request of the engine.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Query {
    text: String,
    mode: String,
    limit: usize,
    offset: usize,
    text_length: usize,
    max_per_page: usize,
    explain: bool,
    prefix: bool,
    minimum_should_match: String,
    /// In place of it.
    #[serde(rename = "match")]
    words: Option<String>,
    /// Names with lists of texts, or `any`, `all` and `none` with lists of such.
    filters: Option<Value>,
    sort: String,
    version: String,
    facets: bool,
    doc_aggregates: bool,
    min_score: Option<f32>,
    similarity_threshold: Option<f32>,
    /// For sites in several languages.
    pub language: Option<String>,
}

impl Default for Query {
    fn default() -> Self {
        Query {
            text: String::new(),
            mode: "hybrid".to_owned(),
            limit: 10,
            offset: 0,
            text_length: 0,
            max_per_page: 0,
            explain: false,
            prefix: false,
            minimum_should_match: String::new(),
            words: None,
            filters: None,
            sort: String::new(),
            version: String::new(),
            facets: false,
            doc_aggregates: false,
            min_score: None,
            similarity_threshold: None,
            language: None,
        }
    }
}

impl Query {
    /// The request of the engine, and what goes beside it.
    pub fn request(self) -> Result<(Request, Listing), Failure> {
        let words = self.words.map(|words| named::<MatchArg>("match", &words)).transpose()?;
        let condition = self
            .filters
            .as_ref()
            .map(nested_filters::of)
            .transpose()
            .map_err(|error| Failure::params(format!("filters: {error}")))?;
        let minimum = match words {
            Some(_) => MatchArg::minimum(words),
            None => self.minimum_should_match,
        };
        let (filters, condition) = flat(condition);
        let request = Request {
            mode: named::<ModeArg>("mode", &self.mode).map(Mode::from)?,
            text: self.text,
            limit: self.limit,
            offset: self.offset,
            text_length: self.text_length,
            max_per_page: self.max_per_page,
            explain: self.explain,
            prefix: self.prefix,
            minimum_should_match: minimum,
            filters,
            version: self.version,
            facets: self.facets,
            doc_aggregates: self.doc_aggregates,
            min_score: self.min_score,
            similarity_threshold: self.similarity_threshold,
            ..Request::default()
        };
        Ok((request, Listing { condition, sort: self.sort }))
    }
}

/// The lists of texts as filters of a request, whose values are counted under the others, and the rest.
fn flat(condition: Option<Condition>) -> (Vec<(String, Vec<String>)>, Option<Condition>) {
    let (mut filters, mut rest) = (Vec::new(), Vec::new());
    let all = match condition {
        Some(Condition::All(all)) => all,
        other => other.into_iter().collect(),
    };
    for each in all {
        match each {
            Condition::Has([filter]) => filters.push(filter),
            other => rest.push(other),
        }
    }
    (filters, (!rest.is_empty()).then_some(Condition::All(rest)))
}

/// `evaluate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluate {
    /// As in `queries.yml`: a mapping, or a list of mappings with `query` and `expect`.
    pub queries: Value,
    /// By default all that the index has.
    pub mode: Option<String>,
    pub language: Option<String>,
}

/// `build_site`: a run of `docfuse build`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildSite {
    pub site: String,
    /// Its options, as on a command line.
    #[serde(default)]
    pub options: Vec<String>,
    /// What `docfuse.toml` would say.
    pub settings: Option<Map<String, Value>>,
}

/// The parameters of a method.
pub fn read<T: DeserializeOwned>(method: &str, params: Value) -> Result<T, Failure> {
    // `{}` may be left out.
    let params = if params.is_null() { Value::Object(Map::new()) } else { params };
    wording::value(&params).map_err(|told| Failure::params(format!("{method}: {told}")))
}

/// A value that the command has as one of an option.
pub fn named<T: ValueEnum>(what: &str, found: &str) -> Result<T, Failure> {
    T::from_str(found, false).map_err(|_| {
        let names = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        Failure::params(format!("{what}: one of {} expected, {found:?} found", names.join(", ")))
    })
}

/// Checks settings that are given as an object.
pub fn settings(settings: Map<String, Value>) -> Result<Config, Failure> {
    config::of_json(&Value::from(settings)).map_err(Failure::settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_an_object() {
        let object = |value: Value| value.as_object().unwrap().clone();
        let config = settings(object(json!({
            "dictionary": ["Node.js"],
            "bm25": { "k1": 1.5 },
            "site": { "language": "de", "exclude_also": ["a\"\n\u{7f}/*"] }
        })));
        let config = config.unwrap();
        assert_eq!((config.index.bm25.k1, config.ingest.language()), (1.5, "de"));
        assert_eq!(config.index.dictionary, ["Node.js"]);
        for (wrong, part) in [
            (json!({ "bm25": { "k2": 1 } }), "bm25: one of k1, b, boost, bonus, lengths expected, k2 found"),
            (json!({ "bm25": { "k1": -1 } }), "bm25.k1: a number from 0 to 10 expected, -1 found"),
            (json!({ "bm25": { "k1": "x" } }), "bm25.k1: a number from 0 to 10 expected, \"x\" found"),
            (json!({ "bm25": 5 }), "bm25: an object expected, 5 found"),
            (
                json!({ "dictionary": null }),
                "dictionary: a text, number, list or object expected, null found",
            ),
            (json!({ "dictionary": ["a", 5] }), "dictionary[1]: a text expected, 5 found"),
            (json!({ "fusion": 5 }), "fusion: an object expected, 5 found"),
            (
                json!({ "rules": [{ "queries": ["a"] }] }),
                "rules[0]: `page` or `note` expected, neither found",
            ),
            (
                json!({ "site": { "filter": [{ "name": "", "selector": "p" }] } }),
                "site.filter[0].name: a name of 1 to 64 bytes expected, \"\" found",
            ),
        ] {
            let failure = settings(object(wrong)).err().unwrap();
            assert_eq!(failure.code, "settings");
            assert!(failure.message.contains(part), "{}", failure.message);
            assert!(!failure.message.contains("line "), "{}", failure.message);
        }
    }
}
