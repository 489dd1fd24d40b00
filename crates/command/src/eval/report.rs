//! The report of `docfuse eval`: what `--json` writes, and as a table.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::first_query::FirstQuery;
use super::metrics::{MEASURES, Measures};
use super::overlap::Shares;
use crate::error::CliError;
use crate::output::{bytes, say};
use docfuse::search::Closeness;

/// Queries of a mode that are named because their fit is weak.
const MOST_NAMED: usize = 20;

/// Figures of one mode: means over the queries, times in milliseconds.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    #[serde(flatten)]
    pub means: Measures,
    /// Share of queries with a weak fit, or without hits. 0 in reports of before there was a weak fit.
    #[serde(default)]
    pub weak_fit: f64,
    /// Number of queries.
    pub queries: usize,
    /// Milliseconds of a query, the median.
    pub p50_ms: f64,
    /// The same of the slowest twentieth.
    pub p95_ms: f64,
}

/// What one mode found for a query.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct Found {
    /// Rank of the first relevant document among the first 100, from 1.
    pub rank: Option<usize>,
    #[serde(flatten)]
    pub measures: Measures,
    /// How close the best section comes.
    #[serde(default)]
    pub closeness: Closeness,
    /// Whether the fit is weak, or there are no hits.
    #[serde(default)]
    pub weak_fit: bool,
}

/// One query, by mode.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct QueryReport {
    /// By which baselines know it.
    pub id: String,
    /// What was asked.
    pub text: String,
    /// By mode.
    pub modes: BTreeMap<String, Found>,
}

/// What `docfuse eval --json` prints: the figures of an index.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// By mode.
    pub modes: BTreeMap<String, Figures>,
    /// By retriever, if several answered together.
    #[serde(default)]
    pub retrievers: BTreeMap<String, Shares>,
    /// Unless only the dense retriever was measured.
    #[serde(default)]
    pub first_query: Option<FirstQuery>,
    /// Query by query.
    #[serde(default)]
    pub queries: Vec<QueryReport>,
}

impl Report {
    /// Prints the figures as tables.
    pub fn print(&self) -> Result<(), CliError> {
        let names = MEASURES.map(|(name, _)| format!("{name:<10}"));
        say(format_args!("mode     {}  weak   p50 ms   p95 ms", names.join("  ")))?;
        for (name, figures) in &self.modes {
            let measures = MEASURES.map(|(_, measure)| format!("{:<10.4}", measure(&figures.means)));
            say(format_args!(
                "{name:<8} {}  {:.3}  {:>7.2}  {:>7.2}",
                measures.join("  "),
                figures.weak_fit,
                figures.p50_ms,
                figures.p95_ms
            ))?;
        }
        if self.retrievers.len() > 1 {
            say("")?;
            say("retriever  answer among its ten  alone")?;
            for (name, shares) in &self.retrievers {
                say(format_args!("{name:<9}  {:<20.3}  {:.3}", shares.found, shares.alone))?;
            }
        }
        if let Some(first) = &self.first_query {
            say(format_args!(
                "a first lexical query needs from the index: median {}, p95 {}, most {}",
                bytes(first.p50),
                bytes(first.p95),
                bytes(first.most)
            ))?;
        }
        for mode in self.modes.keys() {
            self.weak_fits(mode).into_iter().try_for_each(say)?;
        }
        say(format_args!("{} queries", self.queries.len()))
    }

    /// The queries of a mode whose fit is weak, each with the rank of its first answer, best first.
    fn weak_fits(&self, mode: &str) -> Vec<String> {
        let found = self.queries.iter().filter_map(|query| Some((query.modes.get(mode)?, &query.text)));
        let mut weak: Vec<(Option<usize>, &String)> =
            found.filter(|(found, _)| found.weak_fit).map(|(found, text)| (found.rank, text)).collect();
        if weak.is_empty() {
            return Vec::new();
        }
        weak.sort_by_key(|(rank, _)| rank.unwrap_or(usize::MAX));
        let mut lines = vec![String::new(), format!("{mode}, weak fit: {}", weak.len())];
        lines.extend(weak.iter().take(MOST_NAMED).map(|(rank, text)| {
            let rank = rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
            format!("  rank {rank:>3}  {text}")
        }));
        if weak.len() > MOST_NAMED {
            lines.push(format!("  and {} more; --json has all", weak.len() - MOST_NAMED));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_fits_are_named_with_their_rank() {
        let query = |number: usize, rank: Option<usize>, weak_fit| QueryReport {
            id: number.to_string(),
            text: format!("query {number}"),
            modes: [(
                "hybrid".to_owned(),
                Found { rank, measures: Measures::default(), closeness: Closeness::default(), weak_fit },
            )]
            .into(),
        };
        let mut report = Report {
            queries: vec![query(1, None, true), query(2, Some(1), false), query(3, Some(4), true)],
            ..Report::default()
        };
        assert_eq!(
            report.weak_fits("hybrid"),
            ["", "hybrid, weak fit: 2", "  rank   4  query 3", "  rank   –  query 1"]
        );
        assert!(report.weak_fits("lexical").is_empty());
        report.queries = (0..25).map(|number| query(number, None, true)).collect();
        let lines = report.weak_fits("hybrid");
        assert_eq!((lines.len(), lines.last().unwrap().as_str()), (23, "  and 5 more; --json has all"));
    }
}
