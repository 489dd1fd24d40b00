//! [`Log`]: the searches of a log, by query. A log comes from readers' browsers, so anyone may have written it.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

use serde::Deserialize;

/// Bytes of a line that is read; no record is longer.
const MAX_LINE: usize = 16 << 10;

/// Characters of a query; the module that writes logs leaves out longer ones.
const MAX_QUERY: usize = 200;

/// Different queries that are kept. The others are counted.
const MAX_QUERIES: usize = 200_000;

#[derive(Deserialize)]
struct Record {
    query: String,
    hits: u64,
    #[serde(default)]
    weak: bool,
    #[serde(default)]
    click: Option<String>,
}

/// What came of the searches for one query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// As it was typed first.
    pub text: String,
    pub searches: usize,
    pub without_hits: usize,
    pub weak: usize,
    pub clicks: usize,
}

/// All searches.
#[derive(Debug, Default)]
pub struct Log {
    /// By the query in lower case with single blanks.
    pub queries: BTreeMap<String, Searched>,
    pub searches: usize,
    /// Lines that are no records.
    pub unread: usize,
    /// Searches whose query was one too many.
    pub beyond: usize,
}

impl Log {
    /// Reads lines of JSON.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn read(mut log: impl BufRead) -> std::io::Result<Self> {
        let mut found = Log::default();
        let mut line = Vec::new();
        loop {
            line.clear();
            (&mut log).take(MAX_LINE as u64).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(found);
            }
            if line.len() == MAX_LINE && !line.ends_with(b"\n") {
                log.skip_until(b'\n')?;
                found.unread += 1;
            } else if !line.trim_ascii().is_empty() {
                found.add(&line);
            }
        }
    }

    fn add(&mut self, line: &[u8]) {
        let record: Option<Record> = serde_json::from_slice(line).ok();
        let named = record.map(|record| {
            let words: Vec<&str> = record.query.split_whitespace().collect();
            (words.join(" "), record)
        });
        let is_query = |text: &str| !text.is_empty() && text.chars().count() <= MAX_QUERY;
        let Some((text, record)) = named.filter(|(text, _)| is_query(text)) else {
            self.unread += 1;
            return;
        };
        let name = text.to_lowercase();
        if self.queries.len() >= MAX_QUERIES && !self.queries.contains_key(&name) {
            self.beyond += 1;
            return;
        }
        self.searches += 1;
        let seen = self.queries.entry(name).or_insert_with(|| Searched { text, ..Searched::default() });
        seen.searches += 1;
        seen.without_hits += usize::from(record.hits == 0);
        seen.weak += usize::from(record.weak && record.hits > 0);
        seen.clicks += usize::from(record.click.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_counted_by_query() {
        let log = "{\"query\":\"Owls\",\"hits\":3,\"weak\":false,\"click\":\"a.html\"}\n\n\
                   {\"query\":\" owls \",\"hits\":0}\r\n{\"query\":\"owls\",\"hits\":2,\"weak\":true,\"click\":null}\n\
                   no\n{\"query\":\"\",\"hits\":1}\n{\"hits\":1}\n{\"query\":\"mice\\teat\",\"hits\":-1}\n\
                   {\"query\":\"mice\\teat\",\"hits\":1}";
        let found = Log::read(log.as_bytes()).unwrap();
        assert_eq!((found.searches, found.unread, found.beyond), (4, 4, 0));
        let owls = Searched { text: "Owls".to_owned(), searches: 3, without_hits: 1, weak: 1, clicks: 1 };
        assert_eq!(found.queries["owls"], owls);
        assert_eq!(found.queries["mice eat"].text, "mice eat");
    }

    #[test]
    fn long_lines_are_left_out() {
        let query = |length| format!("{{\"query\":\"{}\",\"hits\":1}}", "ä".repeat(length));
        let log = [query(200), query(201), query(60_000), query(3)].join("\n");
        let found = Log::read(log.as_bytes()).unwrap();
        assert_eq!((found.searches, found.unread, found.queries.len()), (2, 2, 2));
    }
}
