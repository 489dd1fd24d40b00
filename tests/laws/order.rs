//! The order of files changes nothing, and pages without a word change no order of the hits of a query of this word.

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
