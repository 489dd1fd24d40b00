//! The tools, their arguments as a schema, and calls of them, checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::about::About;
use super::arguments::Arguments;
use super::found::Found;

/// Names of the tools.
const SEARCH: &str = "search";
const READ: &str = "read_section";

/// Most hits of one search.
const MAX_HITS: usize = 50;

/// Most tokens of one reading.
pub const MAX_TOKENS: usize = 100_000;

/// A call of a tool.
#[derive(Debug, PartialEq)]
pub enum Call {
    Search(SearchCall),
    Read(ReadCall),
}

/// Arguments of `search`.
#[derive(Debug, PartialEq)]
pub struct SearchCall {
    pub query: String,
    pub limit: usize,
    pub version: String,
    /// How many words must match, as in requests.
    pub minimum: String,
    /// Accepted values by name of a filter.
    pub filters: BTreeMap<String, Vec<String>>,
}

/// Arguments of `read_section`.
#[derive(Debug, PartialEq)]
pub struct ReadCall {
    pub address: String,
    pub max_tokens: usize,
}

/// Hits of a search that names no number.
const USUAL_HITS: usize = 10;

/// Tokens of a reading that names no number.
const USUAL_TOKENS: usize = 4_000;

/// Why a call cannot be answered.
#[derive(Debug, PartialEq)]
pub enum WrongCall {
    /// There is no such tool.
    Tool(String),
    /// Its arguments are not those of the tool.
    Arguments(String),
}

impl Call {
    /// Checks a call.
    ///
    /// # Errors
    /// The argument that is wrong, what is expected, and what was found.
    pub fn read(tool: &str, arguments: Map<String, Value>) -> Result<Self, WrongCall> {
        match tool {
            SEARCH => {
                let mut found =
                    Arguments::of(tool, arguments, &["query", "limit", "match", "version", "filters"])?;
                Ok(Call::Search(SearchCall {
                    query: found.required_text("query")?,
                    limit: found.whole("limit", MAX_HITS)?.unwrap_or(USUAL_HITS),
                    minimum: found
                        .one_of("match", &[("all", "all"), ("best", "0")])?
                        .unwrap_or_default()
                        .to_owned(),
                    version: found.text("version")?.unwrap_or_default(),
                    filters: found.filters("filters")?,
                }))
            }
            READ => {
                let mut found = Arguments::of(tool, arguments, &["address", "max_tokens"])?;
                Ok(Call::Read(ReadCall {
                    address: found.required_text("address")?,
                    max_tokens: found.whole("max_tokens", MAX_TOKENS)?.unwrap_or(USUAL_TOKENS),
                }))
            }
            _ => Err(WrongCall::Tool(format!("the tool {SEARCH} or {READ} expected, {tool} found"))),
        }
    }
}

/// The tools, over the documentation of a site.
pub fn list(about: &About) -> Vec<Tool> {
    let subject = about.subject();
    let filters =
        about.filters().map_or_else(|| "this one has none".to_owned(), |found| format!("it has {found}"));
    let search = tool(
        SEARCH,
        "Search documentation",
        format!(
            "Searches documentation ({subject}) by words and by meaning; names of symbols lead to their own section. \
             Returns titles, addresses and excerpts of sections, best first, below what the site itself shows for such a \
             query. Read them with {READ}."
        ),
        &["query"],
        json!({
            "query": {
                "type": "string",
                "description": "A question, some words, or the name of a symbol. \"a phrase\", +must and -not work."
            },
            "limit": {
                "type": "integer", "minimum": 1, "maximum": MAX_HITS, "default": USUAL_HITS,
                "description": "Number of sections"
            },
            "match": {
                "type": "string", "enum": ["all", "best"],
                "description": "all: sections with all words, or with some if none has all; best: with any of them"
            },
            "version": {
                "type": "string",
                "description": "Version of the documentation; by default the current one"
            },
            "filters": {
                "type": "object",
                "additionalProperties": { "type": "array", "items": { "type": "string" } },
                "description": format!("Only pages that have one of these values, by name of a filter of the site: {filters}")
            }
        }),
    )
    .with_raw_output_schema(Arc::new(object(Found::schema())));
    let read = tool(
        READ,
        "Read a section",
        format!(
            "Reads the whole text of a section, by its address as {SEARCH} returns it, and the sections below it as \
             far as they fit. The address of a page, without #, reads the page from its beginning."
        ),
        &["address"],
        json!({
            "address": { "type": "string", "description": "Address of a section or page" },
            "max_tokens": {
                "type": "integer", "minimum": 1, "maximum": MAX_TOKENS, "default": USUAL_TOKENS,
                "description": "Most tokens to return"
            }
        }),
    );
    vec![search, read]
}

fn tool(name: &'static str, title: &str, description: String, required: &[&str], properties: Value) -> Tool {
    let schema = object(json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false
    }));
    let hints = ToolAnnotations::new().read_only(true).open_world(false);
    Tool::new(name, description, schema).with_title(title).with_annotations(hints)
}

/// The members of an object.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a call whose arguments are an object.
    fn read(tool: &str, arguments: Value) -> Result<Call, WrongCall> {
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        Call::read(tool, arguments)
    }

    #[test]
    fn calls_are_read() {
        let filters = json!({ "kind": ["b"], "tag": "c" });
        let call = read("search", json!({ "query": "a", "filters": filters, "limit": 5.0 })).unwrap();
        let Call::Search(call) = call else { panic!("{call:?}") };
        assert_eq!((call.limit, call.version.as_str()), (5, ""));
        assert_eq!(call.filters.values().flatten().collect::<Vec<_>>(), ["b", "c"]);
        let call = read("read_section", json!({ "address": "a#b" })).unwrap();
        assert_eq!(call, Call::Read(ReadCall { address: "a#b".to_owned(), max_tokens: 4_000 }));
        let Call::Search(call) = read("search", json!({ "query": "a" })).unwrap() else { panic!() };
        assert_eq!(call.limit, 10);
    }

    #[test]
    fn wrong_calls_name_the_argument_and_say_what_is_expected() {
        let limit = "search: limit: a whole number from 1 to 50 expected";
        let filters = "search: filters: an object with texts by name expected";
        let kind = "search: filters.kind: a text or a list of texts expected";
        for (tool, arguments, message) in [
            ("search", json!({}), "search: query: a text expected, none found".to_owned()),
            ("search", json!({ "query": 5 }), "search: query: a text expected, 5 found".to_owned()),
            ("search", json!({ "query": null }), "search: query: a text expected, null found".to_owned()),
            (
                "search",
                json!({ "query": " " }),
                "search: query: a text expected, an empty one found".to_owned(),
            ),
            ("search", json!({ "query": "a", "limit": 0 }), format!("{limit}, 0 found")),
            ("search", json!({ "query": "a", "limit": 51 }), format!("{limit}, 51 found")),
            ("search", json!({ "query": "a", "limit": -1 }), format!("{limit}, -1 found")),
            ("search", json!({ "query": "a", "limit": 1.5 }), format!("{limit}, 1.5 found")),
            ("search", json!({ "query": "a", "limit": "many" }), format!("{limit}, \"many\" found")),
            (
                "search",
                json!({ "query": "a", "version": [1] }),
                "search: version: a text expected, [1] found".to_owned(),
            ),
            (
                "search",
                json!({ "query": "a", "querry": "b" }),
                "search: one of query, limit, match, version, filters expected, querry found".to_owned(),
            ),
            (
                "search",
                json!({ "query": "a", "match": "most" }),
                "search: match: all or best expected, \"most\" found".to_owned(),
            ),
            ("search", json!({ "query": "a", "filters": "kind" }), format!("{filters}, \"kind\" found")),
            ("search", json!({ "query": "a", "filters": { "kind": 1 } }), format!("{kind}, 1 found")),
            (
                "search",
                json!({ "query": "a", "filters": { "kind": ["b", 1] } }),
                format!("{kind}, [\"b\",1] found"),
            ),
            (
                "read_section",
                json!({ "url": "a" }),
                "read_section: one of address, max_tokens expected, url found".to_owned(),
            ),
            (
                "read_section",
                json!({ "address": "a", "max_tokens": 1e9 as u64 }),
                "read_section: max_tokens: a whole number from 1 to 100000 expected, 1000000000 found"
                    .to_owned(),
            ),
        ] {
            assert_eq!(read(tool, arguments), Err(WrongCall::Arguments(message)));
        }
        let Err(WrongCall::Arguments(long)) = read("search", json!({ "query": ["a".repeat(1_000)] })) else {
            panic!()
        };
        assert!(long.len() < 200 && long.ends_with("… found"), "{long}");
        let Err(WrongCall::Tool(message)) = read("delete", json!({})) else { panic!() };
        assert_eq!(message, "the tool search or read_section expected, delete found");
    }
}
