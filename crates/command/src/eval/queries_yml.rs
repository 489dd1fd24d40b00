//! `queries.yml`: queries as an author writes them, each with the pages or sections expected.
//!
//! Either a mapping (`how do I start: guide/setup.html`) or a list of mappings with `query` and `expect`; several
//! answers are a list. Values are read as text, whatever else YAML takes them for: `404` is a query.

use std::borrow::Cow;

use saphyr_parser::{Event, Parser, StrInput};

/// A text and its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    pub line: usize,
}

/// A query, and the pages or sections of which each is an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenQuery {
    pub query: Written,
    pub expect: Vec<Written>,
}

/// Parses the file.
///
/// # Errors
/// Line, what was expected and what was found.
pub fn parse(text: &str) -> Result<Vec<WrittenQuery>, String> {
    let mut reader = Reader { events: Parser::new_from_str(text) };
    let mut queries = Vec::new();
    match reader.next_in_document()? {
        (Event::MappingStart(..), _) => {
            while let Some(query) = reader.text_or_end("a query")? {
                queries.push(WrittenQuery { query, expect: reader.pages()? });
            }
        }
        (Event::SequenceStart(..), _) => loop {
            match reader.next()? {
                (Event::MappingStart(..), line) => queries.push(reader.item(line)?),
                (Event::SequenceEnd, _) => break,
                (event, line) => return Err(wrong(line, "a mapping with query and expect", &event)),
            }
        },
        (Event::StreamEnd, _) => {}
        (event, line) => return Err(wrong(line, "queries, each with the page expected,", &event)),
    }
    if queries.is_empty() {
        return Err("no query found; write one a line, as in `how do I start: guide/setup.html`".to_owned());
    }
    reader.finish()?;
    for (at, WrittenQuery { query, .. }) in queries.iter().enumerate() {
        if let Some(first) = queries[..at].iter().find(|other| other.query.text == query.text) {
            let text = &query.text;
            return Err(format!("line {}: \"{text}\" is in line {} already", query.line, first.query.line));
        }
    }
    Ok(queries)
}

struct Reader<'a> {
    events: Parser<'a, StrInput<'a>>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, usize), String> {
        match self.events.next() {
            Some(Ok((event, span))) => Ok((event, span.start.line())),
            Some(Err(error)) => Err(format!(
                "line {}: {}; put texts with \": \" or with signs at their start in quotation marks",
                error.marker().line(),
                error.info()
            )),
            None => Ok((Event::StreamEnd, 0)),
        }
    }

    /// The first event of the first document.
    fn next_in_document(&mut self) -> Result<(Event<'a>, usize), String> {
        loop {
            let next = self.next()?;
            if !matches!(next.0, Event::StreamStart | Event::DocumentStart(_) | Event::Nothing) {
                return Ok(next);
            }
        }
    }

    fn finish(&mut self) -> Result<(), String> {
        loop {
            match self.next()? {
                (Event::DocumentEnd | Event::Nothing, _) => {}
                (Event::StreamEnd, _) => return Ok(()),
                (event, line) => return Err(wrong(line, "the end of the file", &event)),
            }
        }
    }

    /// The next text, or `None` at the end of the mapping or list.
    fn text_or_end(&mut self, what: &str) -> Result<Option<Written>, String> {
        match self.next()? {
            (Event::Scalar(text, ..), line) => written(text, line, what).map(Some),
            (Event::MappingEnd | Event::SequenceEnd, _) => Ok(None),
            (event, line) => Err(wrong(line, what, &event)),
        }
    }

    /// One page, or a list of pages.
    fn pages(&mut self) -> Result<Vec<Written>, String> {
        const PAGE: &str = "a page such as guide/setup.html, or a list of pages,";
        match self.next()? {
            (Event::Scalar(text, ..), line) => Ok(vec![written(text, line, PAGE)?]),
            (Event::SequenceStart(..), line) => {
                let mut pages = Vec::new();
                while let Some(page) = self.text_or_end(PAGE)? {
                    pages.push(page);
                }
                if pages.is_empty() {
                    return Err(format!("line {line}: {PAGE} expected, an empty list found"));
                }
                Ok(pages)
            }
            (event, line) => Err(wrong(line, PAGE, &event)),
        }
    }

    /// The rest of a mapping with `query` and `expect`, which starts in `line`.
    fn item(&mut self, line: usize) -> Result<WrittenQuery, String> {
        let (mut query, mut expect) = (None, None);
        while let Some(key) = self.text_or_end("query or expect")? {
            match key.text.as_str() {
                "query" if query.is_none() => query = self.text_or_end("a query")?,
                "expect" if expect.is_none() => expect = Some(self.pages()?),
                found => {
                    return Err(format!("line {}: query and expect expected, {found} found", key.line));
                }
            }
        }
        match (query, expect) {
            (Some(query), Some(expect)) => Ok(WrittenQuery { query, expect }),
            (None, _) => Err(format!("line {line}: query expected")),
            (Some(_), None) => Err(format!("line {line}: expect expected, with the page that answers")),
        }
    }
}

fn written(text: Cow<'_, str>, line: usize, what: &str) -> Result<Written, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("line {line}: {what} expected, nothing found"));
    }
    Ok(Written { text: text.to_owned(), line })
}

fn wrong(line: usize, expected: &str, found: &Event<'_>) -> String {
    let found = match found {
        Event::Scalar(text, ..) => format!("\"{text}\""),
        Event::SequenceStart(..) => "a list".to_owned(),
        Event::MappingStart(..) => "a mapping".to_owned(),
        Event::Alias(_) => "an alias".to_owned(),
        Event::DocumentStart(_) => "a second document".to_owned(),
        _ => "the end".to_owned(),
    };
    format!("line {line}: {expected} expected, {found} found")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let lines = |text: &str| -> Vec<(String, usize, Vec<String>)> {
            let queries = parse(text).unwrap();
            let texts = |expect: Vec<Written>| expect.into_iter().map(|page| page.text).collect();
            queries.into_iter().map(|one| (one.query.text, one.query.line, texts(one.expect))).collect()
        };
        let expected = |line: [usize; 2]| {
            let pages = |pages: &[&str]| pages.iter().map(|page| (*page).to_owned()).collect::<Vec<_>>();
            vec![
                ("how do I start?".to_owned(), line[0], pages(&["guide/setup.html#first"])),
                ("404".to_owned(), line[1], pages(&["errors.html", "true"])),
            ]
        };
        let mapping = "# Comment\nhow do I start?: guide/setup.html#first\n404: [errors.html, true]\n";
        assert_eq!(lines(mapping), expected([2, 3]));
        let list = "- query: how do I start?\n  expect: guide/setup.html#first\n- expect:\n    - errors.html\n    \
                    - \"true\"\n  query: 404\n";
        assert_eq!(lines(list), expected([1, 6]));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, parts) in [
            ("", &["no query found"][..]),
            ("# nothing\n", &["no query found"]),
            ("a: b\nc:\n", &["line 2", "a page such as", "nothing found"]),
            ("a: b\na: c\n", &["line 2", "\"a\"", "line 1 already"]),
            ("a: b\nc: {d: e}\n", &["line 2", "a mapping found"]),
            ("a: []\n", &["line 1", "an empty list"]),
            ("a: b\nc: d: e\n", &["line 2", "quotation marks"]),
            ("a: &x b\nc: *x\n", &["line 2", "an alias found"]),
            ("just text\n", &["line 1", "queries, each with", "\"just text\" found"]),
            ("- query: a\n  expects: b\n", &["line 2", "query and expect expected, expects found"]),
            ("- query: a\n  query: b\n", &["line 2", "query found"]),
            ("- query: a\n", &["line 1", "expect expected"]),
            ("- expect: a\n", &["line 1", "query expected"]),
            ("- a\n", &["line 1", "a mapping with query and expect expected", "\"a\" found"]),
            ("a: b\n---\nc: d\n", &["a second document found"]),
        ] {
            let message = parse(text).unwrap_err();
            for part in parts {
                assert!(message.contains(part), "{text:?}: {message:?} lacks {part:?}");
            }
        }
    }
}
