//! `[[rules]]`: what is shown above the hits of certain queries.

use serde::Deserialize;
use toml::Spanned;

use super::given::{Given, Texts};
use super::source::{Source, Wrong};
use crate::folder::host::is_address;
use docfuse::index::{Rule, RuleMatch};
use docfuse_site::wording::{Step, placed, shortened};

/// Most rules: they stand in the manifest, which every reader loads.
const MAX_RULES: usize = 100;

/// Most characters of a query or a note.
const MAX_CHARS: usize = 300;

/// A table as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleTable {
    queries: Texts,
    #[serde(rename = "match")]
    by: Option<Spanned<Given>>,
    similarity: Option<Spanned<Given>>,
    page: Option<String>,
    note: Option<String>,
    link: Option<String>,
}

/// A setting of a rule, if one is at fault, and what is wrong.
type WrongRule = (Option<&'static str>, String);

/// Checks the tables.
///
/// # Errors
/// What was expected and what was found, with the number of the table.
pub fn checked(tables: &[Spanned<RuleTable>], source: Source<'_>) -> Result<Vec<Rule>, Wrong> {
    if tables.len() > MAX_RULES {
        let message = format!("rules: at most {MAX_RULES} expected, {} found", tables.len());
        return Err(message.into());
    }
    let rule = |(number, table): (usize, &Spanned<RuleTable>)| {
        table.get_ref().checked().map_err(|(key, sentence)| {
            let steps = [Some(Step::Name("rules")), Some(Step::Table(number)), key.map(Step::Name)];
            let steps: Vec<Step<'_>> = steps.into_iter().flatten().collect();
            let line = Some(source.line(table.span().start));
            Wrong { line, message: placed(&steps, source.form, &sentence) }
        })
    };
    tables.iter().enumerate().map(rule).collect()
}

impl RuleTable {
    fn checked(&self) -> Result<Rule, WrongRule> {
        let RuleTable { queries, by, similarity, page, note, link } = self;
        let wrong = |key: &'static str, sentence: String| Err((Some(key), sentence));
        let queries = queries.plain();
        if queries.is_empty() {
            return wrong("queries", "a list of queries expected, none found".to_owned());
        }
        for (key, text) in queries.iter().map(|it| ("queries", it)).chain(note.iter().map(|it| ("note", it)))
        {
            let length = text.chars().count();
            if text.trim().is_empty() || length > MAX_CHARS {
                let found = shortened(text);
                return wrong(
                    key,
                    format!(
                        "texts of 1 to {MAX_CHARS} characters expected, one of {length} found: {found:?}"
                    ),
                );
            }
        }
        let by = match by.as_ref().map(Spanned::get_ref) {
            None => RuleMatch::default(),
            Some(given) => match given.text() {
                Some("exact") => RuleMatch::Exact,
                Some("prefix") => RuleMatch::Prefix,
                Some("meaning") => RuleMatch::Meaning,
                _ => {
                    let expected = "\"exact\", \"prefix\" or \"meaning\"";
                    return wrong("match", format!("{expected} expected, {given} found"));
                }
            },
        };
        let mut least = None;
        if let Some(given) = similarity.as_ref().map(Spanned::get_ref) {
            if by != RuleMatch::Meaning {
                return wrong(
                    "similarity",
                    "match = \"meaning\" expected beside it, another found".to_owned(),
                );
            }
            least = given.number().filter(|number| (0.0..=1.0).contains(number)).map(|number| number as f32);
            if least.is_none() {
                return wrong("similarity", format!("a number from 0 to 1 expected, {given} found"));
            }
        }
        if let Some(link) = link.as_ref().filter(|link| !is_address(link)) {
            let link = shortened(link);
            return wrong(
                "link",
                format!(
                    "an address that begins with https:// expected, {link:?} found; for a page of the site, write `page`"
                ),
            );
        }
        match (&page, &link, &note) {
            (Some(_), Some(_), _) => return Err((None, "`page` or `link` expected, both found".to_owned())),
            (None, Some(_), None) => {
                return wrong("note", "the text of the link expected, none found".to_owned());
            }
            (None, None, None) => return Err((None, "`page` or `note` expected, neither found".to_owned())),
            _ => {}
        }
        let url = page.as_ref().map(|page| page.trim_start_matches('/').to_owned()).or(link.clone());
        Ok(Rule { queries, by, similarity: least, url, note: note.clone(), ..Rule::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Rule>, String> {
        let config = crate::config::parse(text).map_err(|error| error.to_string())?;
        Ok(config.index.rules)
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
            ("queries = [\"a\"]\nnote = \"b\"\nsimilarity = 0.5", "match = \"meaning\" expected beside it"),
            (
                "queries = [\"a\"]\nnote = \"b\"\nmatch = \"meaning\"\nsimilarity = 2",
                "from 0 to 1 expected, 2 found",
            ),
            (
                "queries = [\"a\"]\nnote = \"b\"\nmatch = \"fuzzy\"",
                "line 1: [[rules]] 1, match: \"exact\", \"prefix\" or \"meaning\" expected, \"fuzzy\" found",
            ),
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
