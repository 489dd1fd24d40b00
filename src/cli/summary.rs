//! The summary that a build prints: what is in the index, what was left out and why, bytes and seconds.

use std::collections::{BTreeMap, BTreeSet};

use super::config::CONFIG_NAME;
use super::error::CliError;
use super::generations::Built;
use super::output::{bytes, say};
use super::site_reader::Site;
use crate::ingest::{ForeignPages, Page};
use crate::lexical::ALL_FIELDS;

/// Number of files or sections named for each reason; the others are only counted.
const EXAMPLES: usize = 3;

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

/// Content of the index, sections without text, and what was left out. These lines depend on the build's inputs alone.
pub fn lines(generations: &[Built], site: &Site) -> Vec<String> {
    let Site { without_text, foreign, left_out, .. } = site;
    let mut lines = Vec::new();
    for Built { index, fresh, unknown_to } in generations {
        let manifest = &index.manifest;
        let windows = match (fresh, unknown_to) {
            (Some(_), _) => format!("{} windows", manifest.windows),
            (None, Some(encoder)) => {
                format!("no vectors: {} was trained for {}", encoder.name, encoder.languages.join(", "))
            }
            (None, None) => "no vectors".to_owned(),
        };
        let language = &manifest.language;
        lines
            .push(format!("{language}: {} pages, {} sections, {windows}", manifest.pages, manifest.sections));
    }
    for Built { index, .. } in generations {
        let of =
            if generations.len() > 1 { format!(" of {}", index.manifest.language) } else { String::new() };
        let words = ALL_FIELDS.iter().zip(index.average_words);
        let words: Vec<String> = words.map(|(field, words)| format!("{} {words:.2}", field.name())).collect();
        lines.push(format!("average words{of}: {}", words.join(", ")));
    }

    let examples = |urls: &[&str]| {
        let more = if urls.len() > EXAMPLES { ", …" } else { "" };
        format!("{} ({}{more})", urls.len(), urls[..urls.len().min(EXAMPLES)].join(", "))
    };
    for ForeignPages { language, likely, pages } in foreign {
        let pages = pages.join(", ");
        lines.push(format!(
            "warning: most pages of the index in {language} seem to be in {likely}, such as {pages}; state it by <html lang>, or \
             by site.language or site.languages in {CONFIG_NAME}"
        ));
    }
    if !without_text.is_empty() {
        let urls: Vec<&str> = without_text.iter().map(String::as_str).collect();
        lines.push(format!("sections without text: {}", examples(&urls)));
    }
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (url, reason) in left_out {
        reasons.entry(reason.to_string()).or_default().push(url);
    }
    for (reason, urls) in reasons {
        lines.push(format!("left out, {reason}: {}", examples(&urls)));
    }

    let mut kinds: BTreeMap<&str, (usize, u64, u64)> = BTreeMap::new();
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
        let count = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        lines.push(format!("{kind:<10} {count:>9}  {:>10} raw  {:>10} stored", bytes(raw), bytes(stored)));
    }
    lines
}

/// Prints how many windows were embedded and how long each step took.
pub fn work(generations: &[Built], steps: &[(&'static str, f64)]) -> Result<(), CliError> {
    if generations.iter().any(|built| built.fresh.is_some()) {
        let fresh: usize = generations.iter().filter_map(|built| built.fresh).sum();
        say(format_args!("{fresh} windows newly embedded"))?;
    }
    let steps: Vec<String> = steps.iter().map(|(step, seconds)| format!("{step} {seconds:.2} s")).collect();
    say(steps.join(", "))
}
