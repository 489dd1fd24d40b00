//! [`Trial`]: pairs tried as synonyms on queries with known answers.

use serde::Serialize;

use super::pairs::Pair;
use super::words::Words;
use crate::error::CliError;
use crate::eval::judged::Judged;
use crate::eval::{QueryReport, measure_all};
use crate::folder::IndexFolder;
use docfuse::index::Synonym;
use docfuse::search::Mode;

/// What synonyms change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The queries with a word of the pair are answered better on the whole.
    Confirmed,
    /// They are answered worse.
    Refuted,
    /// They are answered as before, or there are none.
    Silent,
}

/// nDCG@10 of the lexical retriever.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Effect {
    pub verdict: Verdict,
    /// Queries that have a word of the pair.
    pub queries: usize,
    /// Sum of the changes.
    pub change: f64,
}

/// An index with its judged queries.
pub struct Trial<'a> {
    pub index: &'a mut IndexFolder,
    pub judged: Vec<Judged>,
}

impl Trial<'_> {
    /// The mean over all queries with these pairs.
    ///
    /// # Errors
    /// As of a query.
    pub fn mean(&mut self, pairs: &[&Pair]) -> Result<f64, CliError> {
        let all = self.with(pairs, ndcg, |_| true)?;
        Ok(all.iter().sum::<f64>() / all.len().max(1) as f64)
    }

    /// What one pair does.
    ///
    /// # Errors
    /// As of a query.
    pub fn effect(&mut self, pair: &Pair, words: &Words<'_>) -> Result<Effect, CliError> {
        let [a, b] = [&pair.word, &pair.other].map(|word| words.stems(word));
        let is_concerned = |judged: &Judged| {
            let stems = words.stems(&judged.text);
            !stems.is_disjoint(&a) || !stems.is_disjoint(&b)
        };
        let before = self.with(&[], ndcg, is_concerned)?;
        if before.is_empty() {
            return Ok(Effect { verdict: Verdict::Silent, queries: 0, change: 0.0 });
        }
        let after = self.with(&[pair], ndcg, is_concerned)?;
        let change: f64 = before.iter().zip(&after).map(|(before, after)| after - before).sum();
        let verdict = match change {
            change if change > 1e-9 => Verdict::Confirmed,
            change if change < -1e-9 => Verdict::Refuted,
            _ => Verdict::Silent,
        };
        Ok(Effect { verdict, queries: before.len(), change })
    }

    /// Runs with these pairs beside the site's own synonyms, on the queries that are concerned.
    fn with<T>(
        &mut self,
        pairs: &[&Pair],
        run: impl FnOnce(&mut IndexFolder, &[Judged]) -> Result<T, CliError>,
        is_concerned: impl Fn(&Judged) -> bool,
    ) -> Result<T, CliError> {
        let own = self.index.directory_mut().synonyms.clone();
        let both = pairs.iter().flat_map(|pair| {
            let one =
                |word: &str, other: &str| Synonym { word: word.to_owned(), others: vec![other.to_owned()] };
            [one(&pair.word, &pair.other), one(&pair.other, &pair.word)]
        });
        self.index.directory_mut().synonyms.extend(both);
        let (concerned, others): (Vec<Judged>, Vec<Judged>) =
            std::mem::take(&mut self.judged).into_iter().partition(is_concerned);
        let result = run(self.index, &concerned);
        self.judged = concerned.into_iter().chain(others).collect();
        self.index.directory_mut().synonyms = own;
        result
    }
}

/// nDCG@10 of each query.
fn ndcg(index: &mut IndexFolder, judged: &[Judged]) -> Result<Vec<f64>, CliError> {
    if judged.is_empty() {
        return Ok(Vec::new());
    }
    let (report, _) = measure_all(index, &[("lexical", Mode::Lexical)], judged, false)?;
    let of_mode = |query: &QueryReport| query.modes.get("lexical").map(|it| it.measures.ndcg_10);
    Ok(report.queries.iter().filter_map(of_mode).collect())
}
