//! Tables of real sites.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::asking::Indexes;
use super::breaches::Breach;
use super::conservation::{Lost, share};
use super::correction::{self, Outcome, Words};
use super::identity::{Kind, firsts, names};
use super::site::{File, Site, text};
use super::visible::Visible;
use super::{folder, order, truth};
use rayon::prelude::*;

/// Places of lost words, and breaches of each kind, that are shown.
const SHOWN: usize = 6;

/// Pages with the same title or heading at most: what more have is the site's name, or a kind ("Class", "Method Detail").
const SHARED: usize = 2;

/// Rows of one site in the tables, and details for whoever mends its rules.
pub struct Row {
    pub conservation: String,
    pub named: String,
    pub identity: String,
    pub details: String,
}

pub const CONSERVATION: &str =
    "| site | files | pages | words | kept | named | lost | lost % |\n|---|---|---|---|---|---|---|---|";
pub const NAMED: &str = "| site | words left out by each named rule |\n|---|---|";
pub const IDENTITY: &str = "| site | titles | first | headings | first | symbols | first | order | truth |\n|---|---|---|---|---|---|---|---|---|";

pub const CORRECTION: &str = "| site | words | first | another form | offered | another word | silent | nothing | no word | codes | corrected |\n|---|---|---|---|---|---|---|---|---|---|---|";

/// Words of a site that are mistyped, and codes, by each seed.
const MISTYPED: usize = 200;

/// Seeds of their errors.
const SEEDS: std::ops::Range<u64> = 1..4;

/// The row of a site's mistyped words, and those whose answer has not the word first.
pub fn corrections(name: &str, place: &str) -> (String, String) {
    let site = Site::of(&folder::read(std::path::Path::new(place)));
    let (words, mut indexes) = (Words::of(&site), Indexes::of(&site.pages));
    let (mut outcomes, mut details) = (BTreeMap::<Outcome, usize>::new(), String::new());
    let (mut asked, mut foreign, mut codes, mut corrected) = (0, 0, 0, 0);
    for seed in SEEDS {
        let (typed, asked_codes) = (words.mistyped(MISTYPED, seed), words.codes(MISTYPED, seed));
        let found = correction::found(&words, &mut indexes, &typed, &asked_codes);
        found.outcomes.iter().for_each(|(outcome, count)| *outcomes.entry(*outcome).or_default() += count);
        asked += found.asked;
        foreign += found.foreign.len();
        codes += found.codes;
        corrected += found.corrected_codes.len();
        for breach in found.foreign.iter().chain(&found.missed).chain(&found.corrected_codes) {
            writeln!(details, "  {}: {}", breach.rule, breach.example).unwrap();
        }
        for (mistake, (all, first)) in found.by_mistake {
            writeln!(details, "  {mistake:?}: {first} of {all}").unwrap();
        }
    }
    let count = |outcome: Outcome| outcomes.get(&outcome).copied().unwrap_or_default();
    let counts =
        [Outcome::First, Outcome::Form, Outcome::Offered, Outcome::Other, Outcome::Silent, Outcome::Nothing];
    let counts: String = counts.into_iter().map(|outcome| format!(" {} |", count(outcome))).collect();
    (format!("| {name} | {asked} |{counts} {foreign} | {codes} | {corrected} |"), details)
}

pub fn row(name: &str, place: &str) -> Row {
    let folder = std::path::Path::new(place);
    let files = folder::read(folder);
    let site = Site::of(&files);
    let share = share(&files, &site);
    let percent = |part: usize| 100.0 * part as f64 / share.words.max(1) as f64;
    let named: usize = share.named.values().sum();
    let mut details = String::new();
    let mut lost: Vec<(&String, &Lost)> = share.lost.iter().collect();
    lost.sort_by_key(|(place, lost)| (std::cmp::Reverse(lost.count), *place));
    for (place, lost) in lost.iter().take(SHOWN) {
        writeln!(details, "  lost {} in {place} ({})", lost.count, lost.example).unwrap();
    }
    let of_rules: Vec<String> = share.named.iter().map(|(rule, count)| format!("{rule} {count}")).collect();
    let firsts = identity(&files, &site, &mut details);
    let mut order = order::of_files(&files, 1);
    order.extend(order::of_pieces(&site, 1));
    let truth = match folder::build(folder) {
        Ok(printed) => truth::breaches(&printed, &files, &site, false),
        Err(error) => vec![Breach::new("no build", error)],
    };
    for (law, breaches) in [("order", &order), ("truth", &truth)] {
        for breach in breaches.iter().take(SHOWN) {
            writeln!(details, "  {law}, {}: {}", breach.rule, breach.example).unwrap();
        }
    }
    let verdict = |breaches: &[Breach]| {
        if breaches.is_empty() { "kept".to_owned() } else { format!("{} breaches", breaches.len()) }
    };
    Row {
        conservation: format!(
            "| {name} | {} | {} | {} | {:.2} % | {:.2} % | {} | {:.2} % |",
            files.len(),
            site.pages.len(),
            share.words,
            percent(share.kept),
            percent(named),
            share.lost(),
            percent(share.lost()),
        ),
        named: format!("| {name} | {} |", of_rules.join(", ")),
        identity: format!("| {name} |{firsts} {} | {} |", verdict(&order), verdict(&truth)),
        details: format!("{name}\n{details}"),
    }
}

fn identity(files: &[File], site: &Site, details: &mut String) -> String {
    let headings: Vec<(&str, Vec<String>)> = files
        .par_iter()
        .filter(|(path, _)| site.page(path).is_some())
        .map(|(path, bytes)| {
            let visible = Visible::of(&text(bytes));
            let naming = visible.naming();
            let Visible { title, mut headings, .. } = visible;
            let name = naming.map_or(title, |number| headings.remove(number));
            headings.insert(0, name);
            (path.as_str(), headings)
        })
        .collect();
    let asked = names(site, headings.iter().map(|(path, headings)| (*path, headings.as_slice())), SHARED);
    let firsts = firsts(site, &asked, &mut Indexes::of(&site.pages));
    let mut shown: BTreeMap<Kind, usize> = BTreeMap::new();
    for (kind, breach) in &firsts.misses {
        let shown = shown.entry(*kind).or_default();
        *shown += 1;
        if *shown <= SHOWN {
            writeln!(details, "  {}: {}", breach.rule, breach.example).unwrap();
        }
    }
    let column = |kind: Kind| match firsts.counts.get(&kind) {
        Some((all, first)) => format!(" {all} | {:.1} % |", 100.0 * *first as f64 / *all as f64),
        None => " 0 | – |".to_owned(),
    };
    [Kind::Title, Kind::Heading, Kind::Symbol].map(column).concat()
}
