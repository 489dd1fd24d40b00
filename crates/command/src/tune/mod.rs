//! `docfuse tune`: finds settings that rank known answers higher, and checks by cross-validation that they would do so
//! for queries that they were not chosen for.
//!
//! `settings` lists what is tuned, `search` chooses values and cross-validates, `settings_file` writes them down.

pub mod args;
mod search;
mod settings;
mod settings_file;

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use super::config;
use super::error::CliError;
use super::eval::judged::{self, Judged};
use super::eval::lists::fused;
use super::eval::metrics::score;
use super::eval::{SHALLOW, names};
use super::folder::IndexFolder;
use super::output::{progress, remark, say};
use args::TuneArgs;
use docfuse::index::Ranking;
use docfuse::search::Mode;
use search::{FOLDS, Fold, Scores, cross_validate, descend};
use settings::{Tuned, tuned};

/// Smallest mean gain of left-out folds at which values are recommended. Smaller differences are noise.
const MARGIN: f64 = 0.01;

/// With fewer queries, a fold has less than four.
const LEAST_QUERIES: usize = 4 * FOLDS;

/// Runs the command.
pub fn run(args: &TuneArgs) -> Result<(), CliError> {
    let written = config::load(args.config.as_deref())?;
    let mut index = IndexFolder::open(&args.index, args.judged.language.as_deref())?;
    let judged = judged::read(&args.judged, &mut index)?;
    if judged.len() < LEAST_QUERIES {
        return Err(CliError::at(
            &args.judged.queries,
            format!(
                "at least {LEAST_QUERIES} queries with known answers expected, {} found: with fewer, settings would be \
             fitted to chance",
                judged.len()
            ),
        ));
    }
    check_retrievers(&mut index, &args.index, &judged[0])?;
    let settings = tuned();
    let current = values(&settings, &index.directory_mut().ranking);
    check_written(&settings, &current, &written.index.ranking, args)?;

    index.keep_vectors();
    let mut scorer = Scorer { index, judged: &judged, settings: &settings, scored: HashMap::new() };
    let candidates: Vec<&[f32]> = settings.iter().map(|tuned| tuned.candidates).collect();
    let mut score = |values: &[f32]| scorer.scores(values);
    let folds = cross_validate(&current, &candidates, judged.len(), &mut score)?;
    let everything: Vec<usize> = (0..judged.len()).collect();
    let best = descend(&current, &candidates, &everything, &mut score)?;

    print_folds(&settings, &current, &folds)?;
    let gain = folds.iter().map(Fold::gain).sum::<f64>() / folds.len() as f64;
    say(format_args!("mean gain of left-out folds in nDCG@10: {gain:+.4}; {MARGIN} or more is recommended"))?;
    let chosen: Vec<(&str, f32)> = settings.iter().map(Tuned::key).zip(best).collect();
    let changed: Vec<(&str, f32)> = chosen
        .into_iter()
        .zip(&current)
        .filter(|((_, value), now)| value != *now)
        .map(|(pair, _)| pair)
        .collect();
    if gain < MARGIN || changed.is_empty() {
        say("keep the settings as they are")?;
    } else {
        say("recommended, chosen by all queries:")?;
        changed.iter().try_for_each(|(key, value)| say(format_args!("  {key} = {value}")))?;
        finish(args, &written.text, &changed)?;
    }
    say(
        "not tried: bm25.*, which take effect when the index is built; compare two builds with docfuse eval --baseline",
    )
}

fn finish(args: &TuneArgs, text: &str, changed: &[(&str, f32)]) -> Result<(), CliError> {
    if !args.write {
        return say("to write them to the settings file, repeat with --write");
    }
    let path = args.config.as_deref().unwrap_or(Path::new(config::CONFIG_NAME));
    settings_file::write(path, text, changed)?;
    say(format_args!("written to {}; run docfuse build for them to take effect", path.display()))
}

/// Fusion takes two retrievers.
fn check_retrievers(index: &mut IndexFolder, folder: &Path, query: &Judged) -> Result<(), CliError> {
    index.load_encoder();
    let answer = index.query(&query.request(Mode::Hybrid, SHALLOW))?;
    match answer.degraded.iter().flatten().next() {
        None => Ok(()),
        Some(problem) => Err(CliError::at(
            folder,
            format!(
                "an index whose retrievers all work expected, but {} does not: {}",
                problem.retriever, problem.message
            ),
        )),
    }
}

/// The values tried start from those of the index. Settings that are in the file but not in the index would be lost.
fn check_written(
    settings: &[Tuned],
    current: &[f32],
    written: &Ranking,
    args: &TuneArgs,
) -> Result<(), CliError> {
    for ((tuned, now), found) in settings.iter().zip(current).zip(values(settings, written)) {
        if found == *now {
            continue;
        }
        let message = format!(
            "the index was built with {} = {now}, the settings file has {found}; build the index anew, or name the \
             settings file with --config",
            tuned.key()
        );
        if args.write {
            return Err(CliError::Mismatch(message));
        }
        remark(format_args!("note: {message}"));
    }
    Ok(())
}

/// The values of the tried settings.
fn values(settings: &[Tuned], ranking: &Ranking) -> Vec<f32> {
    settings.iter().map(|tuned| ranking.get(tuned.setting)).collect()
}

fn print_folds(settings: &[Tuned], current: &[f32], folds: &[Fold]) -> Result<(), CliError> {
    // One column for each setting, as wide as its name.
    let row = |cells: Vec<String>| -> String {
        cells.iter().zip(settings).map(|(cell, tuned)| format!("  {cell:>0$}", tuned.key().len())).collect()
    };
    let line = |values: &[f32]| row(values.iter().map(f32::to_string).collect());
    let names = row(settings.iter().map(|tuned| tuned.key().to_owned()).collect());
    say(format_args!("fold{names}  queries  before  after   gain"))?;
    say(format_args!("now {}", line(current)))?;
    folds.iter().zip(1..).try_for_each(|(fold, number)| {
        say(format_args!(
            "{number:<4}{}  {:>7}  {:.4}  {:.4}  {:+.4}",
            line(&fold.values),
            fold.queries,
            fold.before,
            fold.after,
            fold.gain()
        ))
    })
}

/// nDCG@10 of every query with given settings; each combination is measured once.
struct Scorer<'a> {
    index: IndexFolder,
    judged: &'a [Judged],
    settings: &'a [Tuned],
    scored: HashMap<Vec<u32>, Scores>,
}

impl Scorer<'_> {
    fn scores(&mut self, values: &[f32]) -> Result<Scores, CliError> {
        let key: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
        if let Some(scored) = self.scored.get(&key) {
            return Ok(Rc::clone(scored));
        }
        for (tuned, value) in self.settings.iter().zip(values) {
            self.index.directory_mut().ranking.set(tuned.key(), *value);
        }
        let bar = progress("trying", self.judged.len() as u64);
        let mut scores = Vec::with_capacity(self.judged.len());
        for query in self.judged {
            let answer = self.index.query(&query.request(Mode::Hybrid, SHALLOW))?;
            let found = names(fused(&answer.hits, query));
            scores.push(score(&found, &found, &query.judgements).ndcg_10);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let scores: Scores = scores.into();
        self.scored.insert(key, Rc::clone(&scores));
        Ok(scores)
    }
}
