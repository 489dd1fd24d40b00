//! The command's reranker: a cross-encoder on all cores, with a time budget.

use std::path::Path;
use std::time::Duration;

use rayon::prelude::*;

use crate::clock::now;
use crate::error::CliError;
use crate::model;
use crate::query::args::RerankArgs;
use docfuse::error_code::ErrorCode;
use docfuse::search::{Passage, RerankTask};
use docfuse_encoder::{CrossEncoder, EmbedError};

/// A model that scores passages.
trait Reranker: Send + Sync {
    /// One finite score for each passage, larger for better answers; `None` if `in_time` became false before the last.
    ///
    /// # Errors
    /// Why the model failed.
    fn scores(
        &self,
        task: &RerankTask,
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<f32>>, String>;
}

/// A reranker and its time for one query.
pub struct TimedReranker {
    reranker: Box<dyn Reranker>,
    budget: Option<Duration>,
}

impl TimedReranker {
    /// Loads the reranker that the arguments name, if they name one.
    ///
    /// # Errors
    /// The folder holds no cross-encoder.
    pub fn named(args: &RerankArgs) -> Result<Option<Self>, CliError> {
        let load = |folder: &Path| -> Result<Self, CliError> {
            let reranker = Box::new(model::read(folder.to_owned())?.load_cross_encoder()?);
            Ok(TimedReranker { reranker, budget: args.rerank_budget.map(Duration::from_millis) })
        };
        args.reranker.as_deref().map(load).transpose()
    }

    /// The scores of the passages.
    ///
    /// # Errors
    /// The code and the message of a failure, such as a budget that is used up.
    pub fn scores(&self, task: &RerankTask) -> Result<Vec<f32>, (String, String)> {
        let started = now();
        let in_time = || self.budget.is_none_or(|budget| started.elapsed() < budget);
        let failed = |code: ErrorCode, message| (code.as_str().to_owned(), message);
        match self.reranker.scores(task, &in_time) {
            Ok(Some(scores)) => Ok(scores),
            Ok(None) => {
                let budget = self.budget.unwrap_or_default().as_millis();
                let message =
                    format!("{} passages take the reranker more than {budget} ms", task.passages.len());
                Err(failed(ErrorCode::RerankerLate, message))
            }
            Err(message) => Err(failed(ErrorCode::Reranker, message)),
        }
    }
}

impl Reranker for CrossEncoder {
    fn scores(
        &self,
        task: &RerankTask,
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<f32>>, String> {
        let score = |Passage { title, heading, text, .. }: &Passage| {
            if in_time() { self.score(&task.query, &[title, heading, text]).map(Some) } else { Ok(None) }
        };
        let scores: Result<Vec<Option<f32>>, EmbedError> = task.passages.par_iter().map(score).collect();
        Ok(scores.map_err(|error| error.to_string())?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores until time is up, for at most a second.
    struct Slow;

    impl Reranker for Slow {
        fn scores(
            &self,
            task: &RerankTask,
            in_time: &(dyn Fn() -> bool + Sync),
        ) -> Result<Option<Vec<f32>>, String> {
            if task.query.is_empty() {
                return Err("no query".to_owned());
            }
            for _ in 0..1_000 {
                if !in_time() {
                    return Ok(None);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Some(vec![1.0]))
        }
    }

    #[test]
    fn a_budget_cuts_a_model_off() {
        let ask = |budget: Option<u64>, query: &str| {
            let budget = budget.map(Duration::from_millis);
            let reranker = TimedReranker { reranker: Box::new(Slow), budget };
            reranker.scores(&RerankTask { query: query.to_owned(), passages: Vec::new() })
        };
        assert_eq!(ask(None, "any"), Ok(vec![1.0]));
        for budget in [0, 5] {
            let (code, message) = ask(Some(budget), "any").unwrap_err();
            assert_eq!(code, "reranker-late");
            assert!(message.contains(&format!("more than {budget} ms")), "{message}");
        }
        assert_eq!(ask(None, ""), Err(("reranker".to_owned(), "no query".to_owned())));
    }
}
