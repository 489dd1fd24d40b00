//! Texts that people write: pages, records, settings, queries.

use docfuse::index::{Directory, Page};
use docfuse::search::{Engine, Outcome, Request};
use docfuse_cli::{check_queries, check_settings};
use docfuse_site::jsonl::JsonlReader;
use docfuse_site::{IngestConfig, finish_site, read_page};

use super::input::Input;

/// An HTML file.
pub fn page(bytes: &[u8]) {
    let config = IngestConfig::default();
    let Ok(page) = read_page("a/b.html", bytes, &config) else { return };
    check_sections(finish_site(vec![page]).0);
}

/// Code lies in its text, in order, and is not empty.
pub(super) fn check_sections(pages: Vec<Page>) {
    for section in pages.into_iter().flat_map(|page| page.sections) {
        let mut end = 0;
        for code in section.code {
            let text = section.text.get(code.clone());
            assert!(code.start >= end && text.is_some_and(|code| !code.is_empty()));
            end = code.end;
        }
    }
}

/// A JSONL file of records.
pub fn records(bytes: &[u8]) {
    let mut reader = JsonlReader::new("en");
    let mut lines = 0;
    for line in Input(bytes).text().lines() {
        lines += usize::from(reader.read_line(line).is_ok());
    }
    let pages = reader.finish();
    assert!(pages.iter().map(|page| page.sections.len()).sum::<usize>() <= lines);
    check_sections(pages);
}

/// `docfuse.toml`.
pub fn settings(bytes: &[u8]) {
    if let Err(reason) = check_settings(&Input(bytes).text()) {
        assert!(!reason.trim().is_empty());
    }
}

/// `queries.yml`.
pub fn queries(bytes: &[u8]) {
    match check_queries(&Input(bytes).text()) {
        Ok(queries) => assert!(queries > 0),
        Err(reason) => assert!(!reason.trim().is_empty()),
    }
}

/// Any query against an empty index: parsing and lookup must not panic. The first line is "p" for a prefix, and the rule
/// of how many words must match.
pub fn query(bytes: &[u8]) {
    let mut input = Input(bytes);
    let first = input.line();
    let minimum = first.strip_prefix('p');
    let mut engine = Engine::new(Directory::default());
    let request = Request {
        minimum_should_match: minimum.unwrap_or(&first).to_owned(),
        prefix: minimum.is_some(),
        text: input.text(),
        limit: 10,
        ..Request::default()
    };
    if let Ok(outcome) = engine.query(&request, None) {
        let Outcome::Answer(answer) = outcome else { panic!("an empty index needs nothing: {outcome:?}") };
        let text = docfuse::text::compatible(&request.text);
        assert!(answer.hits.is_empty() && text.starts_with(&answer.query));
    }
}
