//! Corpora as JSON lines, in the layout of BEIR: one record `{"_id" | "id", "text", "title"?, "url"?}` per line.
//!
//! Each record becomes a [`Page`] of one section.

use std::collections::HashSet;

use serde::Deserialize;

use super::head::title;
use super::names::names;
use super::page::{Page, Section};

/// Why a line is invalid.
#[derive(Debug, thiserror::Error)]
pub enum JsonlErrorKind {
    /// Not JSON, or a field of the wrong type.
    #[error("expected a record such as {{\"id\": \"1\", \"title\": \"…\", \"text\": \"…\"}}: {0}")]
    Json(#[from] serde_json::Error),
    /// Neither `id` nor `_id`.
    #[error("expected a field \"id\" or \"_id\" that is not empty")]
    NoId,
    /// Two records with the same address or id.
    #[error("\"{0}\" is the url or id of an earlier record too; make them differ")]
    Twice(String),
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
}

/// Reads line by line and counts lines.
#[derive(Debug)]
pub struct JsonlReader {
    language: String,
    line: usize,
    seen: HashSet<String>,
}

impl JsonlReader {
    /// A reader before its first line, of records in `language` (a primary subtag in lower case).
    pub fn new(language: &str) -> Self {
        JsonlReader { language: language.to_owned(), line: 0, seen: HashSet::new() }
    }

    /// Reads the next line, with or without its line break; `None` if it is blank.
    ///
    /// # Errors
    /// A [`JsonlError`] that names the line.
    pub fn read_line(&mut self, line: &str) -> Result<Option<Page>, JsonlError> {
        self.line += 1;
        let at = self.line;
        self.record(line).map_err(|kind| JsonlError { line: at, kind })
    }

    fn record(&mut self, line: &str) -> Result<Option<Page>, JsonlErrorKind> {
        let line = if self.line == 1 { line.trim_start_matches('\u{feff}') } else { line };
        if line.trim().is_empty() {
            return Ok(None);
        }
        let record: Record = serde_json::from_str(line)?;
        let id = match record.id {
            Some(Id::Text(id)) if !id.is_empty() => id,
            Some(Id::Number(id)) => id.to_string(),
            _ => return Err(JsonlErrorKind::NoId),
        };
        let url = record.url.filter(|url| !url.is_empty()).unwrap_or(id);
        if !self.seen.insert(url.clone()) {
            return Err(JsonlErrorKind::Twice(url));
        }
        let title = title(record.title.unwrap_or_default());
        let mut section = Section::new(String::new(), String::new(), record.text);
        section.names = names(&url, Some(&title), None, &section);
        Ok(Some(Page {
            url,
            title,
            language: self.language.clone(),
            filters: Vec::new(),
            meta: Vec::new(),
            sections: vec![section],
            links: Vec::new(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_become_pages() {
        let mut reader = JsonlReader::new("en");
        let mut read = |line: &str| {
            let page = reader.read_line(line).unwrap();
            page.map(|page| (page.url, page.title, page.sections[0].text.clone()))
        };
        let page =
            |url: &str, title: &str, text: &str| Some((url.to_owned(), title.to_owned(), text.to_owned()));
        assert_eq!(read("\u{feff}{\"id\":\"a\",\"text\":\"t\"}\r\n"), page("a", "", "t"));
        assert_eq!(read(" \n"), None);
        assert_eq!(read(r#"{"_id":"b","title":"T","text":"","metadata":{}}"#), page("b", "T", ""));
        assert_eq!(
            read(r#"{"_id":7,"title":null,"text":"x","url":"https://e.org/#x"}"#),
            page("https://e.org/#x", "", "x")
        );
    }

    #[test]
    fn errors_name_the_line() {
        for (bad, message) in [
            ("{", "line 2: expected a record"),
            (r#"{"id":"x"}"#, "missing field `text`"),
            (r#"{"text":"x"}"#, "field \"id\" or \"_id\""),
            (r#"{"id":"","text":"x"}"#, "not empty"),
            (r#"{"id":"a","text":"x"}"#, "line 2: \"a\" is the url or id of an earlier record"),
        ] {
            let mut reader = JsonlReader::new("en");
            reader.read_line(r#"{"id":"a","text":"x"}"#).unwrap();
            let error = reader.read_line(bad).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
