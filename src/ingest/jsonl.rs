//! Corpora as JSON lines, in the layout of BEIR: one record `{"_id" | "id", "text", "title"?, "url"?, "anchor"?}` per
//! line.
//!
//! Each record becomes a [`Section`]. Records of one url are the sections of one [`Page`], every other record is a page
//! by itself. The page has the title of its first record; a further record with another title has it as its heading.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::metadata::head::title;
use super::page::{Page, Section};
use super::symbols::names::names;

/// Why a line is invalid.
#[derive(Debug, thiserror::Error)]
pub enum JsonlErrorKind {
    /// Not JSON, or a field of the wrong type.
    #[error("expected a record such as {{\"id\": \"1\", \"title\": \"…\", \"text\": \"…\"}}: {0}")]
    Json(#[from] serde_json::Error),
    /// Neither `id` nor `_id`.
    #[error("expected a field \"id\" or \"_id\" that is not empty")]
    NoId,
    /// Two records with the same id.
    #[error("\"{0}\" is the id of an earlier record too; make them differ")]
    Twice(String),
    /// An anchor in both places.
    #[error("expected the anchor in \"url\" or in \"anchor\", found both: \"{url}\" and \"{anchor}\"")]
    TwoAnchors {
        /// The url with its anchor.
        url: String,
        /// The other anchor.
        anchor: String,
    },
}

/// A line that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct JsonlError {
    /// Counted from one.
    pub line: usize,
    /// What is wrong.
    pub kind: JsonlErrorKind,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(u64),
}

#[derive(Deserialize)]
struct Record {
    #[serde(alias = "_id")]
    id: Option<Id>,
    title: Option<String>,
    text: String,
    url: Option<String>,
    anchor: Option<String>,
}

/// Reads line by line, counts lines and collects pages.
#[derive(Debug)]
pub struct JsonlReader {
    language: String,
    line: usize,
    ids: HashSet<String>,
    pages: Vec<Page>,
    /// The number of each page, by its url.
    numbers: HashMap<String, usize>,
}

impl JsonlReader {
    /// A reader before its first line, of records in `language` (a language tag in lower case).
    pub fn new(language: &str) -> Self {
        JsonlReader {
            language: language.to_owned(),
            line: 0,
            ids: HashSet::new(),
            pages: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Reads the next line, with or without its line break. Skips a blank one.
    ///
    /// # Errors
    /// A [`JsonlError`] that names the line.
    pub fn read_line(&mut self, line: &str) -> Result<(), JsonlError> {
        self.line += 1;
        let at = self.line;
        self.record(line).map_err(|kind| JsonlError { line: at, kind })
    }

    /// The pages, in the order of their first records.
    pub fn finish(self) -> Vec<Page> {
        self.pages
    }

    fn record(&mut self, line: &str) -> Result<(), JsonlErrorKind> {
        let line = if self.line == 1 { line.trim_start_matches('\u{feff}') } else { line };
        if line.trim().is_empty() {
            return Ok(());
        }
        let record: Record = serde_json::from_str(line)?;
        let id = match record.id {
            Some(Id::Text(id)) if !id.is_empty() => id,
            Some(Id::Number(id)) => id.to_string(),
            _ => return Err(JsonlErrorKind::NoId),
        };
        if !self.ids.insert(id.clone()) {
            return Err(JsonlErrorKind::Twice(id));
        }
        let url = record.url.filter(|url| !url.is_empty()).unwrap_or_else(|| id.clone());
        let anchor = record.anchor.unwrap_or_default();
        if !anchor.is_empty() && url.contains('#') {
            return Err(JsonlErrorKind::TwoAnchors { url, anchor });
        }
        let title = title(record.title.unwrap_or_default());
        let section = Section { id, ..Section::new(anchor, String::new(), record.text) };
        match self.numbers.get(&url) {
            Some(&number) => add(&mut self.pages[number], &title, section),
            None => {
                self.numbers.insert(url.clone(), self.pages.len());
                self.pages.push(page(url, title, section, &self.language));
            }
        }
        Ok(())
    }
}

/// A page of its first record.
fn page(url: String, title: String, mut section: Section, language: &str) -> Page {
    section.names = names(&url, Some(&title), None, &section);
    Page {
        url,
        title,
        language: language.to_owned(),
        description: String::new(),
        version: String::new(),
        is_secondary: false,
        filters: Vec::new(),
        meta: Vec::new(),
        sections: vec![section],
        links: Vec::new(),
    }
}

/// Adds a further record to its page.
fn add(page: &mut Page, title: &str, mut section: Section) {
    if title != page.title {
        title.clone_into(&mut section.heading);
    }
    section.names = names(&page.url, None, None, &section);
    page.sections.push(section);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each section as `url#anchor id [title] heading: text`.
    fn check(lines: &[&str], expected: &[&str]) {
        let mut reader = JsonlReader::new("en");
        lines.iter().for_each(|line| reader.read_line(line).unwrap());
        let line = |page: &Page, section: &Section| {
            let Section { anchor, id, heading, text, .. } = section;
            format!("{}#{anchor} {id} [{}] {heading}: {text}", page.url, page.title)
        };
        let pages = reader.finish();
        let found: Vec<String> =
            pages.iter().flat_map(|page| page.sections.iter().map(|section| line(page, section))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn records_become_pages() {
        check(
            &[
                "\u{feff}{\"id\":\"a\",\"text\":\"t\"}\r\n",
                " \n",
                r#"{"_id":"b","title":"T","text":"","metadata":{}}"#,
                r#"{"_id":7,"title":null,"text":"x","url":"https://e.org/#x"}"#,
            ],
            &["a# a [] : t", "b# b [T] : ", "https://e.org/#x# 7 [] : x"],
        );
    }

    #[test]
    fn records_of_one_url_are_one_page() {
        check(
            &[
                r#"{"_id":1,"title":"Owls","text":"a","url":"owls.html"}"#,
                r#"{"_id":2,"title":"Larks","text":"b","url":"larks.html"}"#,
                r#"{"_id":3,"title":"Food","text":"c","url":"owls.html","anchor":"food"}"#,
                r#"{"_id":4,"title":"Owls","text":"d","url":"owls.html"}"#,
                r#"{"_id":5,"text":"e","url":"owls.html","anchor":"food"}"#,
                r#"{"_id":"larks.html","title":"Song","text":"f"}"#,
            ],
            &[
                "owls.html# 1 [Owls] : a",
                "owls.html#food 3 [Owls] Food: c",
                "owls.html# 4 [Owls] : d",
                "owls.html#food 5 [Owls] : e",
                "larks.html# 2 [Larks] : b",
                "larks.html# larks.html [Larks] Song: f",
            ],
        );
    }

    #[test]
    fn errors_name_the_line() {
        for (bad, message) in [
            ("{", "line 2: expected a record"),
            (r#"{"id":"x"}"#, "missing field `text`"),
            (r#"{"text":"x"}"#, "field \"id\" or \"_id\""),
            (r#"{"id":"","text":"x"}"#, "not empty"),
            (r#"{"id":"a","text":"x"}"#, "line 2: \"a\" is the id of an earlier record"),
            (
                r#"{"id":"b","text":"x","url":"c#d","anchor":"e"}"#,
                "in \"url\" or in \"anchor\", found both: \"c#d\" and \"e\"",
            ),
        ] {
            let mut reader = JsonlReader::new("en");
            reader.read_line(r#"{"id":"a","text":"x"}"#).unwrap();
            let error = reader.read_line(bad).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
