//! `docfuse suggest synonyms`: pairs of words for the author to take into the settings.
//!
//! `words` reads the site's words, `pairs` finds those that may mean the same, `trial` tries them on queries with known
//! answers. Nothing is taken by itself: words that are used alike are often opposites.

pub mod args;
mod pairs;
mod trial;
mod words;

use std::path::PathBuf;

use serde::Serialize;

use super::config;
use super::error::CliError;
use super::eval::args::{JudgedArgs, Level};
use super::eval::judged;
use super::folder::IndexFolder;
use super::output::{remark, say, say_pretty};
use super::site::site_folder::SiteFolder;
use super::site::site_reader::read_site;
use args::{SuggestCommand, SynonymsArgs};
use docfuse::index::Page;
use docfuse::search::{Mode, Request};
use docfuse::text::{Analyzer, AnalyzerSettings, Language, fold};
use pairs::{Pair, pairs};
use trial::{Effect, Trial, Verdict};
use words::Words;

/// Words of headings whose related words are looked up, the most frequent ones.
const MOST_ASKED: usize = 2_000;

/// Runs the command.
pub fn run(command: &SuggestCommand) -> Result<(), CliError> {
    let SuggestCommand::Synonyms(args) = command;
    synonyms(args)
}

/// A pair as it is printed.
#[derive(Serialize)]
struct Proposal {
    word: String,
    other: String,
    sections: usize,
    related: bool,
    together: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<Effect>,
}

/// nDCG@10 over all queries, of the lexical retriever.
#[derive(Serialize)]
struct Means {
    queries: usize,
    before: f64,
    /// With all pairs.
    all: f64,
    /// With the confirmed ones.
    confirmed: f64,
}

#[derive(Serialize)]
struct Printed {
    proposals: Vec<Proposal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ndcg: Option<Means>,
}

fn synonyms(args: &SynonymsArgs) -> Result<(), CliError> {
    let config = config::load(args.config.as_deref())?;
    let place: PathBuf = args.index.clone().unwrap_or_else(|| args.site.join("docfuse"));
    let mut index = IndexFolder::open(&place, args.language.as_deref())?;
    let site = read_site(&SiteFolder::new(&args.site, args.follow_links), &config.ingest, false, None)?;
    let language = index.manifest().language.clone();
    let is_searched =
        |page: &&Page| language.is_empty() || page.language.is_empty() || page.language == language;
    let pages: Vec<&Page> = site.pages.iter().filter(is_searched).collect();
    let settings =
        AnalyzerSettings { language: Language::from_tag(&language), ..AnalyzerSettings::default() };
    let analyzer = Analyzer::new(&settings);
    let words = Words::read(&analyzer, pages.iter().copied());
    // Words in any number of sections have related ones.
    index.try_settings(&["related.sections=1000000".to_owned()])?;
    let has_lexicon = index.store().directory().lexicon.is_some();
    if !has_lexicon {
        remark(
            "note: the index has no lexicon, so only headings and links are read; build it with an encoder",
        );
    }
    let most_asked = if has_lexicon { MOST_ASKED } else { 0 };
    let found = pairs(&words, &pages, most_asked, |word| related(&mut index, word))?;
    let known = &index.store().directory().synonyms;
    let is_known = |pair: &Pair| {
        let has = |word: &str, other: &str| {
            let of_word = known.iter().filter(|synonym| synonym.word == word);
            of_word.flat_map(|synonym| &synonym.others).any(|known| fold(known) == other)
        };
        has(&pair.word, &pair.other) || has(&pair.other, &pair.word)
    };
    let found: Vec<Pair> = found.into_iter().filter(|pair| !is_known(pair)).take(args.limit).collect();
    let (effects, ndcg) = match &args.queries {
        None => (vec![None; found.len()], None),
        Some(queries) => {
            let judged = JudgedArgs {
                queries: queries.clone(),
                qrels: args.qrels.clone(),
                level: Level::Page,
                language: args.language.clone(),
            };
            let judged = judged::read(&judged, &mut index)?;
            let mut trial = Trial { index: &mut index, judged };
            let effects =
                found.iter().map(|pair| trial.effect(pair, &words)).collect::<Result<Vec<_>, _>>()?;
            let is_confirmed = |(_, effect): &(&Pair, &Effect)| effect.verdict == Verdict::Confirmed;
            let confirmed: Vec<&Pair> =
                found.iter().zip(&effects).filter(is_confirmed).map(|(pair, _)| pair).collect();
            let all: Vec<&Pair> = found.iter().collect();
            let means = Means {
                queries: trial.judged.len(),
                before: trial.mean(&[])?,
                all: trial.mean(&all)?,
                confirmed: trial.mean(&confirmed)?,
            };
            (effects.into_iter().map(Some).collect(), Some(means))
        }
    };
    let proposal = |(pair, effect): (Pair, Option<Effect>)| Proposal {
        word: pair.word,
        other: pair.other,
        sections: pair.sections,
        related: pair.is_related,
        together: pair.together,
        effect,
    };
    let printed = Printed { proposals: found.into_iter().zip(effects).map(proposal).collect(), ndcg };
    if args.json {
        return say_pretty("the pairs", &printed);
    }
    print(&printed)
}

/// Words that are used like this one.
fn related(index: &mut IndexFolder, word: &str) -> Result<Vec<String>, CliError> {
    let request = Request { text: word.to_owned(), mode: Mode::Lexicon, limit: 1, ..Request::default() };
    let answer = index.query(&request)?;
    Ok(answer.related.into_iter().flat_map(|it| it.related).map(|it| it.word).collect())
}

/// Lines for the settings file, each with why.
fn print(printed: &Printed) -> Result<(), CliError> {
    if printed.proposals.is_empty() {
        remark("no pairs found");
        return Ok(());
    }
    remark("take what means the same to your readers; words that are used alike may be opposites");
    say("[synonyms]")?;
    let mut seen: Vec<&str> = Vec::new();
    for Proposal { word, .. } in &printed.proposals {
        // A key may stand once.
        if seen.contains(&word.as_str()) {
            continue;
        }
        seen.push(word);
        let of_word: Vec<&Proposal> = printed.proposals.iter().filter(|it| it.word == *word).collect();
        let others: Vec<String> = of_word.iter().map(|it| format!("\"{}\"", it.other)).collect();
        let reasons: Vec<String> = of_word.iter().map(|it| why(it)).collect();
        // Both are letters alone; other ones than those of ASCII need quotation marks in a key.
        let key = if word.is_ascii() { word.clone() } else { format!("\"{word}\"") };
        say(format_args!("{key} = [{}]  # {}", others.join(", "), reasons.join(" | ")))?;
    }
    if let Some(ndcg) = &printed.ndcg {
        let Means { queries, before, all, confirmed } = ndcg;
        remark(format_args!(
            "lexical nDCG@10 of {queries} queries: {before:.4}, with all pairs {all:.4}, with those that it confirms {confirmed:.4}"
        ));
    }
    Ok(())
}

fn why(proposal: &Proposal) -> String {
    let mut why = Vec::new();
    if proposal.sections > 0 {
        why.push(format!("exchanged in headings and links: {}", proposal.sections));
    }
    if proposal.related {
        why.push("used alike".to_owned());
    }
    if let Some(effect) = proposal.effect.filter(|effect| effect.queries > 0) {
        why.push(format!("{} queries, nDCG@10 {:+.3}", effect.queries, effect.change));
    }
    why.join("; ")
}
