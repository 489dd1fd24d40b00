//! How much each retriever contributes: the share of queries whose answer it has, and has alone.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SHALLOW;
use super::lists::List;
use super::metrics::Judgements;

/// One retriever's shares of the queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shares {
    /// Queries with a known answer among its first ten.
    #[serde(rename = "found@10")]
    pub found: f64,
    /// Of these, queries that no other retriever has an answer for.
    #[serde(rename = "alone@10")]
    pub alone: f64,
}

/// Counts queries by retriever.
#[derive(Default)]
pub struct Overlap {
    queries: usize,
    counts: BTreeMap<&'static str, (usize, usize)>,
}

impl Overlap {
    /// Counts a query, given the retrievers' lists.
    pub fn add(&mut self, lists: &[List], judgements: &Judgements) {
        self.queries += 1;
        let having: Vec<bool> = lists.iter().map(|list| list.has_answer(SHALLOW, judgements)).collect();
        let is_alone = having.iter().filter(|has| **has).count() == 1;
        for (list, has) in lists.iter().zip(having) {
            let (found, alone) = self.counts.entry(list.retriever).or_default();
            *found += usize::from(has);
            *alone += usize::from(has && is_alone);
        }
    }

    /// The shares by retriever.
    pub fn shares(&self) -> BTreeMap<String, Shares> {
        let share = |count: usize| count as f64 / self.queries.max(1) as f64;
        let shares = |(name, (found, alone)): (&&str, &(usize, usize))| {
            ((*name).to_owned(), Shares { found: share(*found), alone: share(*alone) })
        };
        self.counts.iter().map(shares).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_one_retriever_has_are_counted() {
        let list = |retriever, names: &[&str]| List {
            retriever,
            documents: names.iter().map(|name| ((*name).to_owned(), 1.0)).collect(),
        };
        let judgements: Judgements = [("a".to_owned(), 1.0), ("b".to_owned(), 1.0)].into();
        let mut overlap = Overlap::default();
        overlap.add(&[list("lexical", &["x", "a"]), list("dense", &["b"])], &judgements);
        overlap.add(&[list("lexical", &["x"]), list("dense", &["b"])], &judgements);
        // The eleventh place does not count, and a retriever that found nothing has no list.
        let late: Vec<&str> = ["x"; 10].into_iter().chain(["a"]).collect();
        overlap.add(&[list("dense", &late)], &judgements);
        overlap.add(&[], &judgements);
        let shares = overlap.shares();
        assert_eq!(shares["lexical"], Shares { found: 0.25, alone: 0.0 });
        assert_eq!(shares["dense"], Shares { found: 0.5, alone: 0.25 });
    }
}
