//! The tools, their arguments as a schema, and calls of them, checked.

use std::collections::BTreeMap;

use rmcp::model::{Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Names of the tools.
const SEARCH: &str = "search";
const READ: &str = "read_section";

/// Most hits of one search.
const MAX_HITS: usize = 50;

/// Most tokens of one reading.
const MAX_TOKENS: usize = 100_000;

/// A call of a tool.
#[derive(Debug, PartialEq)]
pub enum Call {
    Search(SearchCall),
    Read(ReadCall),
}

/// Arguments of `search`.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchCall {
    pub query: String,
    #[serde(default = "ten")]
    pub limit: usize,
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub filters: BTreeMap<String, Values>,
}

/// Arguments of `read_section`.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadCall {
    pub address: String,
    #[serde(default = "four_thousand")]
    pub max_tokens: usize,
}

/// One value of a filter, or several.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "a text or a list of texts")]
pub enum Values {
    One(String),
    Several(Vec<String>),
}

impl Values {
    /// All of them.
    pub fn list(&self) -> Vec<String> {
        match self {
            Values::One(value) => vec![value.clone()],
            Values::Several(values) => values.clone(),
        }
    }
}

fn ten() -> usize {
    10
}

fn four_thousand() -> usize {
    4_000
}

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
    /// What is expected, and what was found.
    pub fn read(tool: &str, arguments: Value) -> Result<Self, WrongCall> {
        let wrong = |message: String| WrongCall::Arguments(format!("{tool}: {message}"));
        let unreadable = |error: serde_json::Error| wrong(error.to_string());
        let within = |name: &str, found: usize, most: usize| {
            let expected =
                || wrong(format!("{name}: a whole number from 1 to {most} expected, {found} found"));
            (1..=most).contains(&found).then_some(()).ok_or_else(expected)
        };
        let some = |name: &str, text: &str| {
            let expected = || wrong(format!("{name}: a text expected, an empty one found"));
            (!text.trim().is_empty()).then_some(()).ok_or_else(expected)
        };
        match tool {
            SEARCH => {
                let call: SearchCall = serde_json::from_value(arguments).map_err(unreadable)?;
                some("query", &call.query)?;
                within("limit", call.limit, MAX_HITS)?;
                Ok(Call::Search(call))
            }
            READ => {
                let call: ReadCall = serde_json::from_value(arguments).map_err(unreadable)?;
                some("address", &call.address)?;
                within("max_tokens", call.max_tokens, MAX_TOKENS)?;
                Ok(Call::Read(call))
            }
            _ => Err(WrongCall::Tool(format!("the tool {SEARCH} or {READ} expected, {tool} found"))),
        }
    }
}

/// The tools, over documentation that `subject` describes.
pub fn list(subject: &str) -> Vec<Tool> {
    let search = tool(
        SEARCH,
        "Search documentation",
        format!(
            "Searches documentation ({subject}) by words and by meaning; names of symbols lead to their own section. \
             Returns titles, addresses and excerpts of sections, best first. Read them with {READ}."
        ),
        &["query"],
        json!({
            "query": {
                "type": "string",
                "description": "A question, some words, or the name of a symbol. \"a phrase\", +must and -not work."
            },
            "limit": {
                "type": "integer", "minimum": 1, "maximum": MAX_HITS, "default": ten(),
                "description": "Number of sections"
            },
            "version": {
                "type": "string",
                "description": "Version of the documentation; by default the current one"
            },
            "filters": {
                "type": "object",
                "additionalProperties": { "type": "array", "items": { "type": "string" } },
                "description": "Only pages that have one of these values, by name of a filter of the site"
            }
        }),
    );
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
                "type": "integer", "minimum": 1, "maximum": MAX_TOKENS, "default": four_thousand(),
                "description": "Most tokens to return"
            }
        }),
    );
    vec![search, read]
}

fn tool(name: &'static str, title: &str, description: String, required: &[&str], properties: Value) -> Tool {
    let schema = [
        ("type", json!("object")),
        ("properties", properties),
        ("required", json!(required)),
        ("additionalProperties", json!(false)),
    ];
    let schema: Map<String, Value> = schema.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let hints = ToolAnnotations::new().read_only(true).open_world(false);
    Tool::new(name, description, schema).with_title(title).with_annotations(hints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read() {
        let call =
            Call::read("search", json!({ "query": "a", "filters": { "kind": ["b"], "tag": "c" } })).unwrap();
        let Call::Search(call) = call else { panic!("{call:?}") };
        assert_eq!((call.limit, call.version.as_str()), (10, ""));
        assert_eq!(call.filters.values().flat_map(Values::list).collect::<Vec<_>>(), ["b", "c"]);
        let call = Call::read("read_section", json!({ "address": "a#b" })).unwrap();
        assert_eq!(call, Call::Read(ReadCall { address: "a#b".to_owned(), max_tokens: 4_000 }));
    }

    #[test]
    fn wrong_calls_say_what_is_expected() {
        for (tool, arguments, part) in [
            ("search", json!({}), "search: missing field `query`"),
            ("search", json!({ "query": 5 }), "invalid type: integer `5`, expected a string"),
            ("search", json!({ "query": " " }), "query: a text expected, an empty one found"),
            (
                "search",
                json!({ "query": "a", "limit": 0 }),
                "limit: a whole number from 1 to 50 expected, 0 found",
            ),
            ("search", json!({ "query": "a", "limit": -1 }), "integer `-1`"),
            (
                "search",
                json!({ "query": "a", "querry": "b" }),
                "unknown field `querry`, expected one of `query`",
            ),
            ("search", json!({ "query": "a", "filters": { "a": 1 } }), "a text or a list of texts"),
            (
                "read_section",
                json!({ "url": "a" }),
                "unknown field `url`, expected `address` or `max_tokens`",
            ),
            (
                "read_section",
                json!({ "address": "a", "max_tokens": 1e9 as u64 }),
                "from 1 to 100000 expected",
            ),
        ] {
            let Err(WrongCall::Arguments(message)) = Call::read(tool, arguments) else { panic!("{part}") };
            assert!(message.contains(part), "{message} lacks {part}");
        }
        let Err(WrongCall::Tool(message)) = Call::read("delete", json!({})) else { panic!() };
        assert_eq!(message, "the tool search or read_section expected, delete found");
    }
}
