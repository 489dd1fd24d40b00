//! Corpora as JSON lines, in the layout of BEIR: one record `{"_id" | "id", "text", "title"?, "url"?, "anchor"?}` per
//! line, with `filters`, `sort`, `meta`, `language` and `weight` if it has some.
//!
//! Each record becomes a [`Section`]. Records of one url are the sections of one [`Page`], every other record is a page
//! by itself. The page has the title and the language of its first record; a further record with another title has it as
//! its heading. Filters and keys to sort by of all records are the page's; of metadata with one key, the first counts.
//! Data sets have further fields, which lines may have; programs may not.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::languages::language_tag::{primary, tag};
use super::metadata::head::title;
use super::metadata::page_metadata::{MAX_FILTER_BYTES, MAX_META_BYTES, MAX_VALUES};
use super::record_values::{OneOrMore, RecordId, RecordWeight, pairs};
use super::safe_address::{self, is_safe};
use super::settings::capture::is_name;
use super::symbols::names::names;
use super::wording;
use docfuse::index::{Page, SORT_KEY, Section, USUAL_WEIGHT};

/// Why a line is invalid.
#[derive(Debug, thiserror::Error)]
pub enum JsonlErrorKind {
    /// Not JSON, or a field of the wrong type.
    #[error("{0}; write a record such as {{\"id\": \"1\", \"title\": \"…\", \"text\": \"…\"}}")]
    Record(String),
    /// Neither `id` nor `_id`.
    #[error("expected a field \"id\" or \"_id\" that is not empty")]
    NoId,
    /// A field that records do not have.
    #[error("one of {known} expected, a field {0:?} found", known = FIELDS.join(", "))]
    Unknown(String),
    /// Two records with the same id.
    #[error("\"{0}\" is the id of an earlier record too; make them differ")]
    Twice(String),
    /// A field that is too long, or empty, or too many of them.
    #[error("{field}: {expected} expected, {found} found")]
    Field {
        /// Its name, with that of the filter or the key.
        field: String,
        /// What is allowed.
        expected: String,
        /// What stands there.
        found: String,
    },
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
struct Record {
    #[serde(alias = "_id")]
    id: Option<RecordId>,
    title: Option<String>,
    text: String,
    url: Option<String>,
    anchor: Option<String>,
    #[serde(default)]
    filters: BTreeMap<String, OneOrMore>,
    #[serde(default)]
    sort: BTreeMap<String, OneOrMore>,
    meta: Option<BTreeMap<String, String>>,
    language: Option<String>,
    weight: Option<RecordWeight>,
}

/// The fields of a [`Record`].
const FIELDS: [&str; 11] =
    ["id", "_id", "title", "text", "url", "anchor", "filters", "sort", "meta", "language", "weight"];

/// What a record says of its page.
#[derive(Default)]
struct OfPage {
    filters: Vec<(String, String)>,
    meta: Vec<(String, String)>,
    language: Option<String>,
}

impl Record {
    /// Takes out, and checks, what is said of the page.
    fn of_page(&mut self) -> Result<OfPage, JsonlErrorKind> {
        let mut filters = checked("filters", pairs(std::mem::take(&mut self.filters)), MAX_FILTER_BYTES)?;
        let keys = checked("sort", pairs(std::mem::take(&mut self.sort)), MAX_FILTER_BYTES)?;
        filters.extend(keys.into_iter().map(|(name, value)| (format!("{SORT_KEY}{name}"), value)));
        let language = self.language.take().map(|written| {
            let expected = || wrong("language", "a language tag such as \"pt-BR\"", &format!("{written:?}"));
            tag(&written).ok_or_else(expected)
        });
        Ok(OfPage {
            filters,
            meta: checked("meta", self.meta.take().into_iter().flatten().collect(), MAX_META_BYTES)?,
            language: language.transpose()?.map(|tag| primary(&tag).to_owned()),
        })
    }
}

fn wrong(field: &str, expected: &str, found: &str) -> JsonlErrorKind {
    JsonlErrorKind::Field { field: field.to_owned(), expected: expected.to_owned(), found: found.to_owned() }
}

/// Names and values, unless one of them is too long or empty.
fn checked(
    field: &str,
    values: Vec<(String, String)>,
    most: usize,
) -> Result<Vec<(String, String)>, JsonlErrorKind> {
    if values.len() > MAX_VALUES {
        return Err(wrong(field, &format!("at most {MAX_VALUES} values"), &values.len().to_string()));
    }
    for (name, value) in &values {
        if !is_name(name) {
            return Err(wrong(field, "names of 1 to 64 bytes", &format!("{name:?}")));
        }
        if value.is_empty() || value.len() > most {
            let bytes = format!("{} bytes", value.len());
            return Err(wrong(&format!("{field}.{name}"), &format!("a text of 1 to {most} bytes"), &bytes));
        }
    }
    Ok(values)
}

/// Reads line by line, counts lines and collects pages.
#[derive(Clone, Debug)]
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
        let line = if at == 1 { line.trim_start_matches('\u{feff}') } else { line };
        if line.trim().is_empty() {
            return Ok(());
        }
        let record = wording::json(line.as_bytes()).map_err(JsonlErrorKind::Record);
        record.and_then(|record| self.record(record)).map_err(|kind| JsonlError { line: at, kind })
    }

    /// Reads a record that a program gives.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn add(&mut self, record: Map<String, Value>) -> Result<(), JsonlErrorKind> {
        match record.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            Some(name) => Err(JsonlErrorKind::Unknown(name.clone())),
            None => {
                let record = wording::value(&Value::Object(record)).map_err(JsonlErrorKind::Record)?;
                self.record(record)
            }
        }
    }

    /// The pages, in the order of their first records.
    pub fn finish(self) -> Vec<Page> {
        self.pages
    }

    fn record(&mut self, mut record: Record) -> Result<(), JsonlErrorKind> {
        let id = match record.id.take() {
            Some(RecordId(id)) if !id.is_empty() => id,
            _ => return Err(JsonlErrorKind::NoId),
        };
        let of_page = record.of_page()?;
        let weight = record.weight.map_or(USUAL_WEIGHT, |RecordWeight(weight)| weight);
        let url = record.url.filter(|url| !url.is_empty()).unwrap_or_else(|| id.clone());
        if !is_safe(&url) {
            return Err(wrong("url", safe_address::EXPECTED, &format!("{url:?}")));
        }
        let anchor = record.anchor.unwrap_or_default();
        if !anchor.is_empty() && url.contains('#') {
            return Err(JsonlErrorKind::TwoAnchors { url, anchor });
        }
        if !self.ids.insert(id.clone()) {
            return Err(JsonlErrorKind::Twice(id));
        }
        let title = title(record.title.unwrap_or_default());
        let section = Section { id, weight, ..Section::new(anchor, String::new(), record.text) };
        match self.numbers.get(&url) {
            Some(&number) => add(&mut self.pages[number], &title, section, of_page),
            None => {
                self.numbers.insert(url.clone(), self.pages.len());
                self.pages.push(page(url, title, section, of_page, &self.language));
            }
        }
        Ok(())
    }
}

/// A page of its first record.
fn page(url: String, title: String, mut section: Section, of_page: OfPage, language: &str) -> Page {
    section.names = names(&url, Some(&title), None, &section);
    let OfPage { mut filters, meta, language: own } = of_page;
    filters.sort();
    filters.dedup();
    let language = own.unwrap_or_else(|| language.to_owned());
    Page { language, filters, meta, ..Page::new(url, title, vec![section]) }
}

/// Adds a further record to its page.
fn add(page: &mut Page, title: &str, mut section: Section, of_page: OfPage) {
    page.filters.extend(of_page.filters);
    page.filters.sort();
    page.filters.dedup();
    page.filters.truncate(MAX_VALUES);
    for (key, value) in of_page.meta {
        if let Err(at) = page.meta.binary_search_by(|(known, _)| known.cmp(&key)) {
            page.meta.insert(at, (key, value));
        }
    }
    page.meta.truncate(MAX_VALUES);
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
    fn records_have_what_pages_have() {
        let mut reader = JsonlReader::new("en");
        for line in [
            r#"{"id":1,"url":"a","text":"x","filters":{"kind":["b","a"],"area":"c"},"meta":{"date":"1"},"language":"pt-BR","weight":2,"sort":{"size":"9"}}"#,
            r#"{"id":2,"url":"a","text":"y","filters":{"kind":"a"},"meta":{"date":"2","author":"A"},"language":"de"}"#,
        ] {
            reader.read_line(line).unwrap();
        }
        let page = &reader.finish()[0];
        let pairs = |list: &[(String, String)]| {
            list.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(pairs(&page.filters), "area=c kind=a kind=b sort:size=9");
        assert_eq!(pairs(&page.meta), "author=A date=1");
        assert_eq!((page.language.as_str(), page.sections[0].weight), ("pt", 2.0));
    }

    #[test]
    fn programs_give_known_fields() {
        let add = |text: &str| {
            let Value::Object(record) = serde_json::from_str(text).unwrap() else { unreachable!() };
            JsonlReader::new("en").add(record).map_or_else(|error| error.to_string(), |()| String::new())
        };
        assert_eq!(
            add(r#"{"_id":1,"text":"x","anchor":"b","sort":{"k":["v"]},"language":"de","weight":1}"#),
            ""
        );
        assert!(add(r#"{"id":1,"text":"x","titel":"T"}"#).ends_with("a field \"titel\" found"));
        assert!(add(r#"{"id":1,"text":"x","sort":{"size":""}}"#).starts_with("sort.size: a text of 1 to"));
    }

    #[test]
    fn errors_name_the_line() {
        for (bad, message) in [
            ("{", "line 2: JSON expected, another text found"),
            ("5", "line 2: an object expected, 5 found; write a record such as {\"id\""),
            (r#"{"id":"x"}"#, "text: a value expected, none found; write a record"),
            (r#"{"id":[],"text":"x"}"#, "id: a text or a whole number expected, a list found"),
            (r#"{"id":-1,"text":"x"}"#, "id: a text or a whole number expected, -1 found"),
            (r#"{"id":"b","text":5}"#, "text: a text expected, 5 found"),
            (r#"{"id":"b","text":"x","filters":{"kind":[5]}}"#, "filters.kind[0]: a text expected, 5 found"),
            (
                r#"{"id":"b","text":"x","filters":{"kind":5}}"#,
                "filters.kind: a text or a list of texts expected, 5 found",
            ),
            (r#"{"id":"b","text":"x","meta":{"a":[]}}"#, "meta.a: a text expected, a list found"),
            (r#"{"id":"b","text":"x","weight":"2"}"#, "weight: a number from 0 to 10 expected, \"2\" found"),
            (r#"{"text":"x"}"#, "field \"id\" or \"_id\""),
            (r#"{"id":"","text":"x"}"#, "not empty"),
            (r#"{"id":"b","text":"x","weight":11}"#, "weight: a number from 0 to 10 expected, 11 found"),
            (r#"{"id":"b","text":"x","language":"Klingon"}"#, "language: a language tag such as"),
            (
                r#"{"id":"b","text":"x","filters":{"kind":""}}"#,
                "filters.kind: a text of 1 to 200 bytes expected, 0 bytes found",
            ),
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
