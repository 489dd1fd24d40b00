//! The order of files changes nothing, pages without a word change no order of the hits of a query of this word, and an answer
//! is the same in pieces.

use std::ops::Range;

use docfuse_site::finish_site;

use super::asking::Indexes;
use super::breaches::Breach;
use super::generated::GeneratedSite;
use super::generated::random::Random;
use super::site::{File, Files, Site};
use super::tokens::{WordSet, words};

/// Words that are asked, of a site.
const WORDS: usize = 6;
/// Hits that are compared.
const HITS: usize = 50;
/// Queries of some words in a row whose answers are asked in pieces.
const LINES: usize = 20;
/// Words of each.
const LINE: usize = 4;
/// Pieces of an answer, against all of it.
const PIECES: [Range<usize>; 5] = [0..1, 0..3, 0..10, 4..12, 10..30];

/// Whether shuffled files give another site.
pub fn of_files(files: &[File], seed: u64) -> Vec<Breach> {
    let Files { pages, .. } = Files::read(files);
    let mut shuffled = pages.clone();
    Random::new(seed).shuffle(&mut shuffled);
    let (pages, left_out) = finish_site(pages);
    let (others, also_left_out) = finish_site(shuffled);
    let mut found = Vec::new();
    if left_out != also_left_out {
        let differing = left_out.iter().zip(&also_left_out).find(|(one, other)| one != other);
        found.push(Breach::new("files left out", format!("{differing:?}")));
    }
    for (one, other) in pages.iter().zip(&others).filter(|(one, other)| one != other) {
        let differing = one.sections.iter().zip(&other.sections).find(|(one, other)| one != other);
        let what = match differing {
            Some((one, other)) => format!(
                "{}#{} is {}#{}, {:?} / {:?}",
                one.heading, one.anchor, other.heading, other.anchor, one.also, other.also
            ),
            None => format!("{} {} / {} {}", one.url, one.sections.len(), other.url, other.sections.len()),
        };
        found.push(Breach::new("pages", format!("{}: {what}", one.url)));
    }
    if pages.len() != others.len() {
        found.push(Breach::new("number of pages", format!("{} and {}", pages.len(), others.len())));
    }
    found
}

/// Whether further pages without a word change the order of its hits.
pub fn of_hits(generated: &GeneratedSite, files: &[File], further: &[File], seed: u64) -> Vec<Breach> {
    let site = Site::of(files);
    let all = Site::of(&[files, further].concat());
    let alone = Site::of(further);
    if site.pages.is_empty() || alone.pages.is_empty() {
        return Vec::new();
    }
    let language = site.pages[0].language.clone();
    let mut further_words = WordSet::default();
    further.iter().for_each(|(_, bytes)| further_words.add(&String::from_utf8_lossy(bytes)));
    let mut indexes = [&site, &all, &alone].map(|site| Indexes::of(&site.pages));
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for _ in 0..WORDS {
        let page = &generated.pages[random.below(generated.pages.len())];
        let texts: Vec<(usize, String)> =
            page.sections.iter().flat_map(|(_, texts)| texts).flat_map(|text| words(text)).collect();
        if texts.is_empty() {
            continue;
        }
        let (_, word) = &texts[random.below(texts.len())];
        let [before, after, none] = indexes.each_mut().map(|index| index.ask(&language, word, HITS));
        if further_words.has(word) || none.is_some_and(|answer| answer.total > 0) {
            continue;
        }
        let urls = |answer: Option<docfuse::search::Answer>| -> Vec<String> {
            answer.into_iter().flat_map(|answer| answer.hits).map(|hit| hit.url).collect()
        };
        let (before, after) = (urls(before), urls(after));
        if before != after {
            found.push(Breach::new("hits of a word", format!("{word}: {before:?} becomes {after:?}")));
        }
    }
    found
}

/// Whether an answer depends on how many of its hits are asked for.
pub fn of_pieces(site: &Site, seed: u64) -> Vec<Breach> {
    let mut indexes = Indexes::of(&site.pages);
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for _ in 0..if site.pages.is_empty() { 0 } else { LINES } {
        let page = &site.pages[random.below(site.pages.len())];
        let texts: Vec<String> =
            page.sections.iter().flat_map(|section| words(&section.text)).map(|(_, word)| word).collect();
        if texts.len() < LINE {
            continue;
        }
        let start = random.below(texts.len() - LINE + 1);
        let line = texts[start..start + LINE].join(" ");
        let mut ask = |places| -> Vec<String> {
            let answer = indexes.piece(&page.language, &line, places);
            answer.into_iter().flat_map(|answer| answer.hits).map(|hit| hit.url).collect()
        };
        let all = ask(0..HITS);
        for places in PIECES {
            let expected = &all[places.start.min(all.len())..places.end.min(all.len())];
            let piece = ask(places.clone());
            if piece != expected {
                let example = format!("{line}: {places:?} has {piece:?}, of all {expected:?}");
                found.push(Breach::new("pieces of an answer", example));
            }
        }
    }
    found
}
