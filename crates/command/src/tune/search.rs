//! Coordinate descent over candidate values, and k-fold cross-validation of what it finds.

use std::rc::Rc;

use crate::error::CliError;

/// Number of folds.
pub const FOLDS: usize = 5;

/// Most rounds of descent; two settle nearly always.
const MOST_ROUNDS: usize = 4;

/// Smaller gains come from arithmetic, and keep the earlier value.
const NOISE: f64 = 1e-9;

/// What 0 and smaller values count as in a ratio: less than the least candidate of any setting.
const LEAST: f32 = 0.05;

/// A measure of each query.
pub type Scores = Rc<[f64]>;

/// Measures all queries with given values of the settings.
pub type Score<'a> = dyn FnMut(&[f32]) -> Result<Scores, CliError> + 'a;

/// What a left-out fold says about values that were chosen without it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    pub values: Vec<f32>,
    /// Number of left-out queries.
    pub queries: usize,
    /// Mean of the left-out queries with the current values, and with the chosen ones.
    pub before: f64,
    pub after: f64,
}

impl Fold {
    /// What the chosen values gain.
    pub fn gain(&self) -> f64 {
        self.after - self.before
    }
}

/// The values with the best mean over the queries `chosen_by`: tries the candidates of one setting after the other,
/// until a round changes none. Deterministic.
pub fn descend(
    start: &[f32],
    candidates: &[&[f32]],
    chosen_by: &[usize],
    score: &mut Score<'_>,
) -> Result<Vec<f32>, CliError> {
    let mut best = start.to_vec();
    let mut best_mean = mean(&score(&best)?, chosen_by);
    for _ in 0..MOST_ROUNDS {
        let before = best.clone();
        for (at, candidates) in candidates.iter().enumerate() {
            for candidate in nearest_first(candidates, best[at]) {
                let mut tried = best.clone();
                tried[at] = candidate;
                let mean = mean(&score(&tried)?, chosen_by);
                if mean > best_mean + NOISE {
                    (best, best_mean) = (tried, mean);
                }
            }
        }
        if best == before {
            break;
        }
    }
    Ok(best)
}

/// The candidates by their ratio to the current value, so that of equally good ones the least change wins.
fn nearest_first(candidates: &[f32], current: f32) -> Vec<f32> {
    let change = |value: &f32| (value.max(LEAST) / current.max(LEAST)).ln().abs();
    let mut sorted = candidates.to_vec();
    sorted.sort_by(|a, b| change(a).total_cmp(&change(b)));
    sorted
}

/// Chooses values without each fold in turn, and measures them on it. Query `i` is in fold `i % FOLDS`, so that kinds of
/// queries that stand together are spread over all folds.
pub fn cross_validate(
    start: &[f32],
    candidates: &[&[f32]],
    queries: usize,
    score: &mut Score<'_>,
) -> Result<Vec<Fold>, CliError> {
    let fold = |left_out: usize| {
        let (held, rest): (Vec<usize>, Vec<usize>) = (0..queries).partition(|at| at % FOLDS == left_out);
        let values = descend(start, candidates, &rest, score)?;
        let (before, after) = (mean(&score(start)?, &held), mean(&score(&values)?, &held));
        Ok(Fold { values, queries: held.len(), before, after })
    };
    (0..FOLDS).map(fold).collect()
}

fn mean(scores: &[f64], of: &[usize]) -> f64 {
    of.iter().map(|at| scores[*at]).sum::<f64>() / of.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANDIDATES: [&[f32]; 2] = [&[1.0, 2.0, 3.0, 4.0], &[0.0, 10.0, 20.0]];

    /// Scores of 20 queries, best for all at (3, 20).
    fn alike(values: &[f32]) -> Result<Scores, CliError> {
        let score = 1.0 - f64::from((values[0] - 3.0).abs() + (values[1] - 20.0).abs()) / 100.0;
        Ok(vec![score; 20].into())
    }

    #[test]
    fn descent_finds_the_best_values() {
        assert_eq!(descend(&[1.0, 0.0], &CANDIDATES, &[0, 7], &mut alike).unwrap(), [3.0, 20.0]);
        // Nothing is better: the values stay, also if they are no candidates.
        let mut flat = |_: &[f32]| Ok(vec![0.5; 20].into());
        assert_eq!(descend(&[1.5, 7.0], &CANDIDATES, &[0], &mut flat).unwrap(), [1.5, 7.0]);
        // Of equally good values, the nearest.
        let mut below = |values: &[f32]| Ok(vec![if values[0] < 4.0 { 1.0 } else { 0.0 }; 20].into());
        assert_eq!(descend(&[4.0, 10.0], &CANDIDATES, &[0], &mut below).unwrap(), [3.0, 10.0]);
    }

    #[test]
    fn the_least_change_comes_first() {
        for (current, expected) in [(0.0, [0.0, 0.1, 0.5, 2.0]), (0.5, [0.5, 2.0, 0.1, 0.0])] {
            assert_eq!(nearest_first(&[0.1, 2.0, 0.0, 0.5], current), expected, "{current}");
        }
    }

    #[test]
    fn left_out_folds_tell_fitting_from_gain() {
        let folds = cross_validate(&[1.0, 20.0], &CANDIDATES, 20, &mut alike).unwrap();
        assert_eq!(folds.len(), FOLDS);
        assert!(folds.iter().all(|fold| fold.values == [3.0, 20.0] && fold.queries == 4));
        assert!(folds.iter().all(|fold| (fold.gain() - 0.02).abs() < 1e-9));
        // Value 2 helps all folds but the one that is left out, where it harms: no true gain.
        let mut per_fold = |values: &[f32]| {
            let score =
                |at: usize| if values[1] != 0.0 && at % FOLDS == 1 { 0.0 } else { f64::from(values[1]) };
            Ok((0..20).map(score).collect::<Vec<f64>>().into())
        };
        let folds = cross_validate(&[1.0, 0.0], &CANDIDATES, 20, &mut per_fold).unwrap();
        assert_eq!((folds[1].before, folds[1].after), (0.0, 0.0));
        assert_eq!((folds[0].before, folds[0].after), (0.0, 20.0));
    }
}
