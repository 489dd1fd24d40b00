//! `[[rules]]`: what is shown above the hits of certain queries.

use serde::Deserialize;

use crate::folder::host::is_address;
use docfuse::index::{Rule, RuleMatch};

/// Most rules: they stand in the manifest, which every reader loads.
const MAX_RULES: usize = 100;

/// Most characters of a query or a note.
const MAX_CHARS: usize = 300;

/// A table as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleTable {
    queries: Vec<String>,
    #[serde(rename = "match")]
    by: RuleMatch,
    similarity: Option<f32>,
    page: Option<String>,
    note: Option<String>,
    link: Option<String>,
}

/// Checks the tables.
///
/// # Errors
/// What was expected and what was found, with the number of the table.
pub fn checked(tables: Vec<RuleTable>) -> Result<Vec<Rule>, String> {
    if tables.len() > MAX_RULES {
        return Err(format!("rules: at most {MAX_RULES} tables expected, {} found", tables.len()));
    }
    let numbered = tables.into_iter().zip(1..);
    numbered
        .map(|(table, number)| table.checked().map_err(|error| format!("rules, table {number}: {error}")))
        .collect()
}

impl RuleTable {
    fn checked(self) -> Result<Rule, String> {
        let RuleTable { queries, by, similarity, page, note, link } = self;
        if queries.is_empty() {
            return Err("queries: a list of queries expected, none found".to_owned());
        }
        for (key, text) in queries.iter().map(|it| ("queries", it)).chain(note.iter().map(|it| ("note", it)))
        {
            let length = text.chars().count();
            if text.trim().is_empty() || length > MAX_CHARS {
                return Err(format!(
                    "{key}: texts of 1 to {MAX_CHARS} characters expected, one of {length} found: {text:?}"
                ));
            }
        }
        if let Some(found) = similarity {
            if by != RuleMatch::Meaning {
                return Err("similarity: `match = \"meaning\"` expected beside it, another found".to_owned());
            }
            if !(0.0..=1.0).contains(&found) {
                return Err(format!("similarity: a number from 0 to 1 expected, {found} found"));
            }
        }
        if let Some(link) = link.as_ref().filter(|link| !is_address(link)) {
            return Err(format!(
                "link: an address that begins with https:// expected, {link:?} found; for a page of the site, write `page`"
            ));
        }
        match (&page, &link, &note) {
            (Some(_), Some(_), _) => return Err("`page` or `link` expected, both found".to_owned()),
            (None, Some(_), None) => return Err("note: the text of the link expected, none found".to_owned()),
            (None, None, None) => return Err("`page` or `note` expected, neither found".to_owned()),
            _ => {}
        }
        let url = page.map(|page| page.trim_start_matches('/').to_owned()).or(link);
        Ok(Rule { queries, by, similarity, url, note, ..Rule::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Rule>, String> {
        #[derive(Deserialize)]
        struct Written {
            rules: Vec<RuleTable>,
        }
        let written: Written = toml::from_str(text).map_err(|error| error.to_string())?;
        checked(written.rules)
    }

    #[test]
    fn rules_are_read_and_errors_say_what_is_expected() {
        let text = r#"
            [[rules]]
            queries = ["install"]
            page = "/guide/"
            [[rules]]
            queries = ["refund"]
            match = "meaning"
            similarity = 0.8
            note = "Write to us."
            link = "https://example.com/"
        "#;
        let [page, note] = &read(text).unwrap()[..] else { panic!() };
        assert_eq!((page.url.as_deref(), page.by), (Some("guide/"), RuleMatch::Exact));
        assert_eq!((note.url.as_deref(), note.similarity), (Some("https://example.com/"), Some(0.8)));
        for (rule, part) in [
            ("page = \"a\"", "queries: a list of queries expected, none found"),
            (
                "queries = [\"\"]\npage = \"a\"",
                "queries: texts of 1 to 300 characters expected, one of 0 found",
            ),
            ("queries = [\"a\"]", "`page` or `note` expected, neither found"),
            (
                "queries = [\"a\"]\npage = \"a\"\nlink = \"https://a\"",
                "`page` or `link` expected, both found",
            ),
            ("queries = [\"a\"]\nlink = \"https://a\"", "note: the text of the link expected, none found"),
            ("queries = [\"a\"]\nnote = \"b\"\nlink = \"javascript:a\"", "begins with https:// expected"),
            ("queries = [\"a\"]\nnote = \"b\"\nsimilarity = 0.5", "`match = \"meaning\"` expected beside it"),
            (
                "queries = [\"a\"]\nnote = \"b\"\nmatch = \"meaning\"\nsimilarity = 2",
                "from 0 to 1 expected, 2 found",
            ),
            ("queries = [\"a\"]\nnote = \"b\"\nmatch = \"fuzzy\"", "unknown variant `fuzzy`"),
        ] {
            let message = read(&format!("[[rules]]\n{rule}")).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
        assert!(
            read(&"[[rules]]\nqueries = [\"a\"]\nnote = \"b\"\n".repeat(101))
                .unwrap_err()
                .contains("101 found")
        );
    }
}
