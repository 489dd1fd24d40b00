//! The summary that a build prints: what is in the index, what was left out and why ([`lines`]); with `--verbose` also bytes
//! and words ([`details`]) and seconds ([`work`]).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::generations::{Built, Unvectored};
use crate::config::CONFIG_NAME;
use crate::error::CliError;
use crate::model;
use crate::output::{bytes, counted, say};
use crate::site::site_reader::Site;
use docfuse::index::Page;
use docfuse::lexical::ALL_FIELDS;
use docfuse_site::{ForeignPages, LeftOut};

/// Number of files or sections named for each reason; the others are only counted.
const EXAMPLES: usize = 3;

/// Number of versions named beside the most current one.
const VERSIONS: usize = 8;

/// Begins a line about what the author may want to mend. A build without changes repeats these alone.
pub const WARNING: &str = "warning: ";

/// More languages share a line.
const MAX_LINES: usize = 4;

/// Addresses of the sections that have no text besides their heading. Readers see nothing of such a hit.
pub fn without_text(pages: &[Page]) -> Vec<String> {
    let bare = pages.iter().flat_map(|page| {
        let bare = page.sections.iter().filter(|section| section.text.is_empty());
        bare.map(|section| match section.anchor.as_str() {
            "" => page.url.clone(),
            anchor => format!("{}#{anchor}", page.url),
        })
    });
    bare.collect()
}

/// Content of the index, who made the site, what may be wrong, and what was left out: each file read is a page of the
/// index, or counted by the reason that left it out. These lines depend on the build's inputs, and on the encoders that
/// are there.
pub fn lines(generations: &[Built], site: &Site) -> Vec<String> {
    let Site {
        without_text, foreign, left_out, generators, versions, made_by_scripts, listed_entries, ..
    } = site;
    let reasons = Reasons::of(left_out);
    let pages: u32 = generations.iter().map(|built| built.index.manifest.pages).sum();
    let mut lines: Vec<String> = reasons.kept_from_search(pages as usize).into_iter().collect();
    lines.extend(languages(generations));
    if let [current, others @ ..] = versions.as_slice() {
        let shown = &others[..others.len().min(VERSIONS)];
        let mut named: String = shown.iter().map(|version| format!(", {version}")).collect();
        if shown.len() < others.len() {
            named += &format!(" and {} more", others.len() - shown.len());
        }
        lines.push(format!("versions: {current} (the most current){named}"));
    }
    // Words alone use no links.
    let spared = generations.iter().filter(|built| built.index.manifest.windows > 0);
    if let Some(stored) = spared.filter_map(|built| built.index.spared_links).max() {
        lines.push(format!(
            "links do not count: readers would load {} of them; fusion.weights.links in {CONFIG_NAME} has them count",
            bytes(u64::from(stored))
        ));
    }
    if !generators.is_empty() {
        let counted =
            |(name, pages): &(String, usize)| format!("{name} ({})", counted(*pages as u64, "page"));
        let names: Vec<String> = generators.iter().take(EXAMPLES).map(counted).collect();
        lines.push(format!("made by {}", names.join("; ")));
    }
    let [lists, entries] = *listed_entries;
    if lists > 0 {
        lines.push(format!(
            "lists of names: {lists}; their entries without an id are sections, too: {entries}"
        ));
    }
    let shared: BTreeSet<&String> =
        generations.iter().flat_map(|built| &built.index.shared_headings).collect();
    if !shared.is_empty() {
        let shared: Vec<&str> = shared.into_iter().map(String::as_str).collect();
        lines.push(format!("headings of most pages, not shown above hits: {}", examples(&shared)));
    }
    let texts = |urls: &[String]| examples(&urls.iter().map(String::as_str).collect::<Vec<_>>());
    if let (Some(remedy), false) = (LeftOut::MadeByScripts.remedy(), made_by_scripts.is_empty()) {
        lines.push(format!("{WARNING}pages that scripts make: {}; {remedy}", texts(made_by_scripts)));
    }
    let mut others: BTreeMap<&str, Vec<&ForeignPages>> = BTreeMap::new();
    for of_language in foreign {
        others.entry(of_language.likely).or_default().push(of_language);
    }
    for (likely, found) in others {
        let languages: Vec<&str> = found.iter().map(|it| it.language.as_str()).collect();
        let (languages, pages) = (languages.join(", "), found[0].pages.join(", "));
        let sum = |of: fn(&ForeignPages) -> usize| -> usize { found.iter().map(|it| of(it)).sum() };
        let (count, looked_at) = (sum(|it| it.count), sum(|it| it.looked_at));
        lines.push(format!(
            "{WARNING}pages in {languages} that seem to be in {likely}: {count} of {looked_at} looked at, such as {pages}; \
             state it by <html lang>, or by site.language or site.languages in {CONFIG_NAME}"
        ));
    }
    if !without_text.is_empty() {
        lines.push(format!("sections without text: {}", texts(without_text)));
    }
    lines.extend(reasons.0.iter().map(|(reason, urls)| format!("left out, {reason}: {}", examples(urls))));
    lines
}

/// How many there are, with some of them.
pub fn examples(urls: &[&str]) -> String {
    let more = if urls.len() > EXAMPLES { ", …" } else { "" };
    format!("{} ({}{more})", urls.len(), urls[..urls.len().min(EXAMPLES)].join(", "))
}

/// What was left out, by the words for the reason, most files first.
struct Reasons<'a>(Vec<(String, Vec<&'a str>)>);

impl<'a> Reasons<'a> {
    fn of(left_out: &'a [(String, LeftOut)]) -> Self {
        let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (url, reason) in left_out {
            reasons.entry(reason.to_string()).or_default().push(url);
        }
        let mut reasons: Vec<(String, Vec<&str>)> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, urls)| Reverse(urls.len()));
        Reasons(reasons)
    }

    /// A warning if half of the site or more asks search engines to stay away: it was built as a draft or a preview.
    fn kept_from_search(&self, indexed: usize) -> Option<String> {
        let of = |why: LeftOut| {
            let found = self.0.iter().find(|(reason, _)| *reason == why.to_string());
            found.map(|(reason, urls)| (reason, urls.len(), why))
        };
        let found = [of(LeftOut::NoIndex), of(LeftOut::NoIndexHeader)];
        let (reason, count, why) = found.into_iter().flatten().max_by_key(|(_, count, _)| *count)?;
        let remedy = why.remedy().filter(|_| count >= indexed)?;
        Some(format!("{WARNING}left out, {reason}: {count} of {} pages; {remedy}", count + indexed))
    }
}

/// Why no page of a site is in the index, and what to do.
pub fn nothing_left(left_out: &[(String, LeftOut)]) -> String {
    let reasons = Reasons::of(left_out);
    let said = reasons.0.iter().take(EXAMPLES);
    let said: Vec<String> = said.map(|(reason, urls)| format!("{reason}: {}", examples(urls))).collect();
    let more = if reasons.0.len() > EXAMPLES { "; …" } else { "" };
    let first = reasons.0.first().map(|(reason, _)| reason);
    let first = left_out.iter().find(|(_, why)| first.is_some_and(|reason| *reason == why.to_string()));
    let remedy = first.and_then(|(_, why)| why.remedy()).unwrap_or("change what leaves them out");
    format!("no page could be indexed ({}{more}); {remedy}", said.join("; "))
}

/// The indexes, each on a line; many on one.
fn languages(generations: &[Built]) -> Vec<String> {
    let windows = |Built { index, fresh, unvectored, .. }: &Built| match (fresh, unvectored) {
        (Some(_), _) if index.manifest.model.is_none() => {
            let windows = counted(index.manifest.windows, "window");
            format!("{windows}, for the lexicon alone: readers get no encoder")
        }
        (Some(_), _) => counted(index.manifest.windows, "window"),
        (None, Some(Unvectored::Unnamed)) => {
            format!("no vectors: dense.languages in {CONFIG_NAME} names other languages")
        }
        (None, Some(Unvectored::Untrained(encoder))) => {
            let advice = model::how_to_get_for(&index.manifest.language);
            let advice = advice.map_or(String::new(), |advice| format!("; {advice}"));
            format!("no vectors: {} was trained for {}{advice}", encoder.name, encoder.languages.join(", "))
        }
        (None, None) => "no vectors".to_owned(),
    };
    if generations.len() <= MAX_LINES {
        let line = |built: &Built| {
            let manifest = &built.index.manifest;
            let (pages, sections) = (counted(manifest.pages, "page"), counted(manifest.sections, "section"));
            format!("{}: {pages}, {sections}, {}", manifest.language, windows(built))
        };
        return generations.iter().map(line).collect();
    }
    let all = || generations.iter().map(|built| &built.index.manifest);
    let (pages, sections): (u32, u32) = all()
        .fold((0, 0), |(pages, sections), manifest| (pages + manifest.pages, sections + manifest.sections));
    let each: Vec<String> =
        all().map(|manifest| format!("{} {}", manifest.language, manifest.pages)).collect();
    let (pages, sections) = (counted(pages, "page"), counted(sections, "section"));
    let mut lines =
        vec![format!("{} languages, {pages}, {sections}: {}", generations.len(), each.join(", "))];
    let mut of_windows: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for built in generations {
        of_windows.entry(windows(built)).or_default().push(&built.index.manifest.language);
    }
    lines.extend(of_windows.into_iter().map(|(windows, of)| format!("{windows}: {}", of.join(", "))));
    lines
}

/// Words and files of the index.
pub fn details(generations: &[Built]) -> Vec<String> {
    let mut lines = Vec::new();
    for Built { index, .. } in generations {
        let of =
            if generations.len() > 1 { format!(" of {}", index.manifest.language) } else { String::new() };
        let words = ALL_FIELDS.iter().zip(index.average_words);
        let words: Vec<String> = words.map(|(field, words)| format!("{} {words:.2}", field.name())).collect();
        lines.push(format!("average words{of}: {}", words.join(", ")));
    }
    let mut kinds: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for file in generations.iter().flat_map(|built| &built.index.files) {
        // Languages share the encoder's files.
        if !seen.insert(&file.file.name) {
            continue;
        }
        let (count, raw, stored) = kinds.entry(file.kind).or_default();
        *count += 1;
        *raw += u64::from(file.file.bytes);
        *stored += u64::from(file.file.stored);
    }
    for (kind, (count, raw, stored)) in kinds {
        let count = counted(count, "file");
        lines.push(format!("{kind:<10} {count:>9}  {:>10} raw  {:>10} stored", bytes(raw), bytes(stored)));
    }
    lines
}

/// Prints how many windows were embedded.
pub fn fresh(generations: &[Built]) -> Result<(), CliError> {
    if generations.iter().all(|built| built.fresh.is_none()) {
        return Ok(());
    }
    let fresh: usize = generations.iter().filter_map(|built| built.fresh).sum();
    say(format_args!("{} newly embedded", counted(fresh as u64, "window")))
}

/// Prints how long each step took.
pub fn work(steps: &[(&'static str, f64)]) -> Result<(), CliError> {
    let steps: Vec<String> = steps.iter().map(|(step, seconds)| format!("{step} {seconds:.2} s")).collect();
    say(steps.join(", "))
}
