//! Ranking measures, as trec_eval and BEIR define them.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Known answers of one query: grade by document.
pub type Judgements = HashMap<String, f64>;

/// The measures of one query, or their means over queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measures {
    /// Normalised discounted cumulative gain at 10, with the grade as gain (Järvelin, Kekäläinen 2002).
    #[serde(rename = "ndcg@10")]
    pub ndcg_10: f64,
    /// Reciprocal rank of the first relevant document among the first 10; 0 without one.
    #[serde(rename = "mrr@10")]
    pub mrr_10: f64,
    /// Fraction of the relevant documents that are among the first 10.
    #[serde(rename = "recall@10")]
    pub recall_10: f64,
    /// Fraction of the relevant documents that are among the first 100.
    #[serde(rename = "recall@100")]
    pub recall_100: f64,
    /// 1 if the first document is relevant, else 0.
    #[serde(rename = "success@1")]
    pub success_1: f64,
    /// 1 if one of the first 5 is relevant, else 0.
    #[serde(rename = "success@5")]
    pub success_5: f64,
}

/// Scores a ranking against the known answers. `deep` is the ranking for recall@100. A document that occurs again
/// counts at its first rank only.
pub fn score(found: &[String], deep: &[String], judgements: &Judgements) -> Measures {
    let (found, deep) = (distinct(found), distinct(deep));
    let grade = |document: &&str| judgements.get(*document).copied().unwrap_or(0.0);
    let relevant = judgements.values().filter(|grade| **grade > 0.0).count().max(1) as f64;
    let hits = |list: &[&str], depth: usize| {
        list.iter().take(depth).filter(|document| grade(document) > 0.0).count()
    };
    let gains: Vec<f64> = found.iter().take(10).map(grade).collect();
    let mut ideal: Vec<f64> = judgements.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    ideal.truncate(10);
    let first = found.iter().take(10).position(|document| grade(document) > 0.0);
    Measures {
        ndcg_10: discounted(&gains) / discounted(&ideal).max(f64::MIN_POSITIVE),
        mrr_10: first.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
        recall_10: hits(&found, 10) as f64 / relevant,
        recall_100: hits(&deep, 100) as f64 / relevant,
        success_1: (hits(&found, 1) > 0).into(),
        success_5: (hits(&found, 5) > 0).into(),
    }
}

fn discounted(gains: &[f64]) -> f64 {
    gains.iter().zip(2u32..).map(|(gain, rank)| gain / f64::from(rank).log2()).sum()
}

fn distinct(documents: &[String]) -> Vec<&str> {
    let mut seen = HashSet::new();
    documents.iter().map(String::as_str).filter(|document| seen.insert(*document)).collect()
}

/// Names one of the measures, and reads it.
pub type Measure = (&'static str, fn(&Measures) -> f64);

/// All measures, in the order in which they are printed.
pub const MEASURES: [Measure; 6] = [
    ("ndcg@10", |measures| measures.ndcg_10),
    ("mrr@10", |measures| measures.mrr_10),
    ("recall@10", |measures| measures.recall_10),
    ("recall@100", |measures| measures.recall_100),
    ("success@1", |measures| measures.success_1),
    ("success@5", |measures| measures.success_5),
];

/// The measure of this name, if there is one.
pub fn measure(name: &str) -> Option<Measure> {
    MEASURES.into_iter().find(|(other, _)| *other == name)
}

/// Means of all measures over queries; 0 without queries.
pub fn means(scores: &[Measures]) -> Measures {
    let mean = |(_, measure): Measure| scores.iter().map(measure).sum::<f64>() / scores.len().max(1) as f64;
    let [ndcg_10, mrr_10, recall_10, recall_100, success_1, success_5] = MEASURES.map(mean);
    Measures { ndcg_10, mrr_10, recall_10, recall_100, success_1, success_5 }
}

/// Rank of the first relevant document, from 1. Counts documents as [`score`] does.
pub fn first_relevant(found: &[String], judgements: &Judgements) -> Option<usize> {
    let relevant = |document: &&str| judgements.get(*document).is_some_and(|grade| *grade > 0.0);
    distinct(found).iter().position(relevant).map(|at| at + 1)
}

/// The smallest value that a fraction `share` of the values do not exceed (nearest rank); 0 without values.
pub fn percentile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (values.len() as f64 * share).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn measures_agree_with_trec_eval() {
        let judgements: Judgements =
            [("a".to_owned(), 1.0), ("b".to_owned(), 2.0), ("c".to_owned(), 1.0)].into();
        let found = documents(&["x", "a", "a", "b"]);
        let scored = score(&found, &found, &judgements);
        // Gains at ranks 1 to 3: 0, 1, 2; in the ideal ranking 2, 1, 1.
        let dcg = 1.0 / 3f64.log2() + 2.0 / 4f64.log2();
        let best = 2.0 + 1.0 / 3f64.log2() + 1.0 / 4f64.log2();
        assert!((scored.ndcg_10 - dcg / best).abs() < 1e-12);
        assert_eq!((scored.mrr_10, scored.success_1, scored.success_5), (0.5, 0.0, 1.0));
        assert!((scored.recall_10 - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(first_relevant(&found, &judgements), Some(2));
        assert_eq!(first_relevant(&found[..1], &judgements), None);
        let none = score(&[], &[], &judgements);
        assert_eq!(none, Measures::default());
        let mean = means(&[scored, none]);
        assert_eq!((mean.mrr_10, mean.success_5), (0.25, 0.5));
        assert_eq!(means(&[]), Measures::default());
    }

    #[test]
    fn percentiles_use_the_nearest_rank() {
        let mut values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(percentile(&mut values, 0.5), 2.0);
        assert_eq!(percentile(&mut values, 0.95), 4.0);
        assert_eq!(percentile(&mut [], 0.5), 0.0);
    }
}
