//! [`Log`]: the searches of a log, by query. A log comes from readers' browsers, so anyone may have written it.
//!
//! A log of more queries than are kept is sampled. Each search draws a number, and a query is kept if the least of its
//! numbers is below a mark, which is halved whenever there are too many. So a frequent query is kept wherever in the log it
//! stands, and rare ones of all times are as likely.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{BufRead, Read};

use serde::Deserialize;

/// Bytes of a line that is read; no record is longer.
const MAX_LINE: usize = 16 << 10;

/// Characters of a query; the module that writes logs leaves out longer ones.
const MAX_QUERY: usize = 200;

/// Different queries that are kept, and bytes of them. The others are counted.
const MAX_QUERIES: usize = 200_000;
const MAX_BYTES: usize = 64 << 20;

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
    /// The least number that one of its searches drew.
    least: u64,
}

/// All searches.
#[derive(Debug)]
pub struct Log {
    /// By the query in lower case with single blanks.
    pub queries: BTreeMap<String, Searched>,
    pub searches: usize,
    /// Lines that are no records.
    pub unread: usize,
    /// Searches whose query is not kept.
    pub beyond: usize,
    /// Queries are kept whose least number is below.
    mark: u64,
    /// Bytes of the queries.
    bytes: usize,
    max_queries: usize,
    /// The state of the numbers: the same log always gives the same sample.
    drawn: u64,
}

impl Log {
    /// Reads lines of JSON.
    ///
    /// # Errors
    /// The log cannot be read.
    pub fn read(log: impl BufRead) -> std::io::Result<Self> {
        Self::read_most(log, MAX_QUERIES)
    }

    fn read_most(mut log: impl BufRead, max_queries: usize) -> std::io::Result<Self> {
        let mut found = Log {
            queries: BTreeMap::new(),
            searches: 0,
            unread: 0,
            beyond: 0,
            mark: u64::MAX,
            bytes: 0,
            max_queries,
            drawn: 0,
        };
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
        let number = self.draw();
        if number >= self.mark && !self.queries.contains_key(&name) {
            self.beyond += 1;
            return;
        }
        self.searches += 1;
        let bytes = name.len() + text.len();
        let new = || Searched { text, least: number, ..Searched::default() };
        let seen = match self.queries.entry(name) {
            Entry::Occupied(seen) => seen.into_mut(),
            Entry::Vacant(place) => {
                self.bytes += bytes;
                place.insert(new())
            }
        };
        seen.least = seen.least.min(number);
        seen.searches += 1;
        seen.without_hits += usize::from(record.hits == 0);
        seen.weak += usize::from(record.weak && record.hits > 0);
        seen.clicks += usize::from(record.click.is_some());
        while self.queries.len() > self.max_queries || self.bytes > MAX_BYTES {
            self.thin_out();
        }
    }

    /// Halves the mark.
    fn thin_out(&mut self) {
        self.mark /= 2;
        for (name, seen) in self.queries.extract_if(.., |_, seen| seen.least >= self.mark) {
            self.bytes -= name.len() + seen.text.len();
            self.searches -= seen.searches;
            self.beyond += seen.searches;
        }
    }

    /// The next number (SplitMix64).
    fn draw(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.drawn;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
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
        let owls = &found.queries["owls"];
        assert_eq!(owls.text, "Owls");
        assert_eq!((owls.searches, owls.without_hits, owls.weak, owls.clicks), (3, 1, 1, 1));
        assert_eq!(found.queries["mice eat"].text, "mice eat");
    }

    #[test]
    fn long_lines_are_left_out() {
        let query = |length| format!("{{\"query\":\"{}\",\"hits\":1}}", "ä".repeat(length));
        let log = [query(200), query(201), query(60_000), query(3)].join("\n");
        let found = Log::read(log.as_bytes()).unwrap();
        assert_eq!((found.searches, found.unread, found.queries.len()), (2, 2, 2));
    }

    /// Ten thousand different queries at the start take nothing from those behind them.
    #[test]
    fn a_sample_is_fair_over_time() {
        let line = |query: String| format!("{{\"query\":\"{query}\",\"hits\":0}}\n");
        let flood: String = (0..10_000).map(|number| line(format!("flood {number}"))).collect();
        let mut log = flood;
        for round in 0..50 {
            log += &line("owls".to_owned());
            (0..40).for_each(|number| log += &line(format!("rare {round} {number}")));
        }
        let found = Log::read_most(log.as_bytes(), 1_000).unwrap();
        assert_eq!((found.searches + found.beyond, found.unread), (12_050, 0));
        assert!(found.queries.len() <= 1_000 && found.queries.len() > 400, "{}", found.queries.len());
        assert!(found.queries["owls"].searches > 20, "{:?}", found.queries["owls"]);
        let share = |name: &str| found.queries.keys().filter(|query| query.starts_with(name)).count();
        let (early, late) = (share("flood") as f64 / 10_000.0, share("rare") as f64 / 2_000.0);
        assert!((0.6..1.7).contains(&(late / early)), "{early} of the early, {late} of the late");
    }

    #[test]
    fn queries_take_a_bounded_number_of_bytes() {
        let query = "\u{1f989}".repeat(195);
        let lines = (0..60_000).map(|number| format!("{{\"query\":\"{number}{query}\",\"hits\":0}}\n"));
        let found = Log::read(lines.collect::<String>().as_bytes()).unwrap();
        assert!(found.bytes <= MAX_BYTES && found.beyond > 0);
    }
}
