//! What changed since an earlier report, query by query.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::metrics::{MEASURES, Measures, means};
use super::report::{Found, Report};
use crate::error::CliError;
use crate::files;
use docfuse_site::wording;

/// Differences below this come from arithmetic.
const NOISE: f64 = 1e-9;

/// A query whose answer moved.
pub struct Moved {
    pub text: String,
    pub before: Found,
    pub after: Found,
}

impl Moved {
    /// Positive if the answer stands higher now: by the rank of the first, else by nDCG of all.
    fn gain(&self) -> f64 {
        // Beyond the list counts as rank infinity.
        let rank = |found: &Found| found.rank.map_or(0.0, |rank| 1.0 / rank as f64);
        let gain = rank(&self.after) - rank(&self.before);
        if gain.abs() > NOISE { gain } else { self.after.measures.ndcg_10 - self.before.measures.ndcg_10 }
    }

    fn line(&self) -> String {
        let rank = |found: &Found| found.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        let (before, after) = (rank(&self.before), rank(&self.after));
        let [low, high] = [&self.before, &self.after].map(|found| found.measures.ndcg_10);
        format!("  rank {before:>3} → {after:<3} ndcg@10 {low:.3} → {high:.3}  {}", self.text)
    }
}

/// What changed in one mode, over the queries of both reports.
pub struct ModeChange {
    pub before: Measures,
    pub after: Measures,
    /// Worst first.
    pub worse: Vec<Moved>,
    /// Best first.
    pub better: Vec<Moved>,
}

/// What changed since a report.
pub struct Comparison {
    pub name: String,
    /// Queries of both reports, of the new one only, of the old one only.
    pub queries: [usize; 3],
    pub modes: BTreeMap<String, ModeChange>,
}

/// Reads a report.
///
/// # Errors
/// A file that is none.
pub fn read(path: &Path) -> Result<Report, CliError> {
    let wrong = |why: String| {
        let expected = "a report that `docfuse eval --json` wrote expected";
        CliError::at(path, format!("{expected}, something else found: {why}"))
    };
    let report: Report = wording::json(files::read_text(path)?.as_bytes()).map_err(wrong)?;
    if report.queries.is_empty() {
        return Err(wrong("one without figures by query found; write it anew with --json".to_owned()));
    }
    Ok(report)
}

/// Compares the queries that have the same id and text in both reports, in the modes that both have. `name` is that of
/// the earlier report.
///
/// # Errors
/// No such query, or no such mode.
pub fn compare(name: &Path, before: &Report, after: &Report) -> Result<Comparison, CliError> {
    let name = name.display().to_string();
    let known: HashMap<_, _> =
        before.queries.iter().map(|query| ((&query.id, &query.text), &query.modes)).collect();
    let pairs: Vec<_> = after
        .queries
        .iter()
        .filter_map(|query| Some((&query.text, *known.get(&(&query.id, &query.text))?, &query.modes)))
        .collect();
    let mut modes = BTreeMap::new();
    for mode in after.modes.keys() {
        let moved = |(text, before, after): &(&String, &BTreeMap<_, _>, &BTreeMap<_, _>)| {
            let found = |modes: &BTreeMap<String, Found>| modes.get(mode).cloned();
            Some(Moved { text: (*text).clone(), before: found(before)?, after: found(after)? })
        };
        let moved: Vec<Moved> = pairs.iter().filter_map(moved).collect();
        if !moved.is_empty() {
            modes.insert(mode.clone(), ModeChange::of(moved));
        }
    }
    if modes.is_empty() {
        let message = "no query with figures in the same mode; measure the same queries and modes as before";
        return Err(CliError::Mismatch(format!("{name}: {message}")));
    }
    let counts =
        [pairs.len(), after.queries.len() - pairs.len(), before.queries.len().saturating_sub(pairs.len())];
    Ok(Comparison { name, queries: counts, modes })
}

impl ModeChange {
    fn of(moved: Vec<Moved>) -> Self {
        let all = |found: fn(&Moved) -> &Found| -> Vec<Measures> {
            moved.iter().map(|moved| found(moved).measures).collect()
        };
        let (before, after) = (means(&all(|moved| &moved.before)), means(&all(|moved| &moved.after)));
        let (mut better, mut worse) = (Vec::new(), Vec::new());
        for moved in moved {
            match moved.gain() {
                gain if gain > NOISE => better.push(moved),
                gain if gain < -NOISE => worse.push(moved),
                _ => {}
            }
        }
        worse.sort_by(|a, b| a.gain().total_cmp(&b.gain()));
        better.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
        ModeChange { before, after, worse, better }
    }
}

impl Comparison {
    /// As a table.
    pub fn lines(&self) -> Vec<String> {
        let [both, new, gone] = self.queries;
        let mut lines = vec![
            format!("compared with {}: {both} queries in both, {new} new, {gone} gone", self.name),
            "mode     measure     before  after   change".to_owned(),
        ];
        for (mode, change) in &self.modes {
            lines.extend(MEASURES.map(|(name, measure)| {
                let (before, after) = (measure(&change.before), measure(&change.after));
                format!("{mode:<8} {name:<11} {before:.4}  {after:.4}  {:+.4}", after - before)
            }));
        }
        for (mode, change) in &self.modes {
            for (moved, how) in [(&change.worse, "worse"), (&change.better, "better")] {
                if !moved.is_empty() {
                    lines.push(format!("{mode}, {how}: {}", moved.len()));
                    lines.extend(moved.iter().map(Moved::line));
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::report::{Figures, QueryReport};
    use docfuse::search::Closeness;

    fn report(queries: &[(&str, Option<usize>, f64)]) -> Report {
        let found = |rank, ndcg_10| Found {
            rank,
            measures: Measures { ndcg_10, ..Measures::default() },
            closeness: Closeness::default(),
            weak_fit: false,
        };
        let query = |&(id, rank, ndcg): &(&str, Option<usize>, f64)| QueryReport {
            id: id.to_owned(),
            text: format!("text of {id}"),
            modes: [("hybrid".to_owned(), found(rank, ndcg))].into(),
        };
        let figures =
            Figures { means: Measures::default(), weak_fit: 0.0, queries: 0, p50_ms: 0.0, p95_ms: 0.0 };
        Report {
            modes: [("hybrid".to_owned(), figures)].into(),
            queries: queries.iter().map(query).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn reports_of_before_there_was_a_weak_fit_are_read() {
        let measures = r#""ndcg@10":1,"mrr@10":1,"recall@10":1,"recall@100":1,"success@1":1,"success@5":1"#;
        let figures = format!(r#"{{{measures},"zero_results":0.1,"queries":1,"p50_ms":1,"p95_ms":1}}"#);
        let found = format!(r#"{{"rank":1,{measures},"fit":{{"words":1,"similarity":null}}}}"#);
        let query = format!(r#"{{"id":"a","text":"text of a","modes":{{"hybrid":{found}}}}}"#);
        let old = format!(r#"{{"modes":{{"hybrid":{figures}}},"queries":[{query}]}}"#);
        let old: Report = serde_json::from_str(&old).unwrap();
        let compared = compare(Path::new("old.json"), &old, &report(&[("a", Some(1), 1.0)])).unwrap();
        assert_eq!(compared.queries, [1, 0, 0]);
    }

    #[test]
    fn queries_of_both_reports_are_compared() {
        let before = report(&[
            ("a", Some(1), 1.0),
            ("b", None, 0.0),
            ("c", Some(2), 0.5),
            ("d", Some(2), 0.5),
            ("z", None, 0.0),
        ]);
        let after = report(&[
            ("a", Some(4), 0.4),
            ("b", Some(9), 0.3),
            ("c", Some(2), 0.5),
            ("d", Some(2), 0.6),
            ("n", None, 0.0),
        ]);
        let compared = compare(Path::new("old.json"), &before, &after).unwrap();
        assert_eq!(compared.queries, [4, 1, 1]);
        let change = &compared.modes["hybrid"];
        assert!((change.before.ndcg_10 - 0.5).abs() < 1e-12 && (change.after.ndcg_10 - 0.45).abs() < 1e-12);
        let texts = |moved: &[Moved]| moved.iter().map(|moved| moved.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&change.worse), ["text of a"]);
        assert_eq!(texts(&change.better), ["text of b", "text of d"]);
        let lines = compared.lines().join("\n");
        for part in
            ["4 queries in both, 1 new, 1 gone", "0.5000  0.4500  -0.0500", "rank   1 → 4", "rank   – → 9"]
        {
            assert!(lines.contains(part), "{lines} lacks {part}");
        }
        let other = report(&[("x", None, 0.0)]);
        let message = compare(Path::new("old.json"), &other, &after).err().unwrap().to_string();
        assert!(message.contains("old.json: no query with figures"), "{message}");
    }
}
