//! Duplicate sections: [`duplicates`] finds the first section with the same content.
//!
//! Sites contain the same section in several editions, under several products, or included in several pages. A reader
//! needs one of them in the answer, and the addresses of the others.
//!
//! Sections are duplicates if they have the same heading, do not document different symbols or members of different ones, are on pages with the same
//! language and filters, and have the same text. Nearly the same text is enough if the pages are editions of one page:
//! the same file name in different folders, and titles that differ at most in numbers. A symbol whose owner is unknown, and an
//! option, belong to what their page is titled: commands share options, and each has its own. Elsewhere, the words in which
//! texts differ are their topic ("createuser accepts …", "dropuser accepts …"). Only sections that agree in everything
//! but the text are compared. The kept one is that of the most current version, else the first. It has the words that
//! only the others have.
//!
//! Two renderings of one page are one, section by section, and so are a page that is not translated yet and its
//! original, however short their texts are.

use std::collections::{HashMap, HashSet};

use super::shingles::{BANDS, Shingles, Sketch};
use super::versions::{Standing, standing};
use crate::generators;
use crate::left_parts::PartRule;
use crate::raw_page::RawPage;
use crate::symbols::bare_sections::{documents_symbol, documents_symbol_or_option};
use crate::symbols::documented_symbol::documented;
use crate::symbols::names::qualified;
use docfuse::text::fold;

/// Minimum bytes of a folded text to count as copied. A line such as "Deprecated, use the other one" may fit many
/// sections.
const MIN_TEXT_BYTES: usize = 200;

/// Minimum Jaccard similarity of shingles (runs of five words) of near-duplicates: one word in a hundred differs.
const MIN_SIMILARITY: f64 = 0.9;

/// Minimum estimated similarity for an exact comparison: three standard deviations below.
const MIN_ESTIMATE: f64 = MIN_SIMILARITY - 0.1;

/// Most texts with the same band that are compared with a new one. A band of more texts is boilerplate; their other
/// bands still find them.
const MAX_BUCKET: usize = 16;

/// Most duplicates listed for a section. No reader looks through more, and each costs bytes.
pub const MAX_ALSO: usize = 32;

/// A section of a page, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Location {
    pub(crate) page: usize,
    pub(crate) section: usize,
}

/// For each section of each page, its representative.
pub(crate) type Representatives = Vec<Vec<Option<Location>>>;

/// Words of duplicates that their representative lacks, separated by spaces.
pub(crate) type OwnWords = HashMap<Location, String>;

/// Sections with the same key are compared.
#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    heading: String,
    /// Of a text that is too short to be told from others: name and heading of its page, and its anchor.
    short: Option<[&'a str; 3]>,
    name: Option<String>,
    language: &'a str,
    filters: Vec<&'a (String, String)>,
}

/// For each section of each page, its representative: of the duplicates on pages of the most current version
/// ([`standing`]), the first in page order; `None` for itself. A
/// representative is never replaced by another section. Within one page, only equal texts are duplicates.
///
/// O(text) to read, and at most [`BANDS`] · [`MAX_BUCKET`] comparisons of two texts for each section.
pub(crate) fn duplicates(pages: &[RawPage]) -> (Representatives, OwnWords) {
    let editions: Vec<(&str, String)> =
        pages.iter().map(|page| (page_name(&page.url), without_numbers(&page.titles[0]))).collect();
    let mut representatives: Representatives =
        pages.iter().map(|page| vec![None; page.sections.len()]).collect();
    let renderings = renderings(pages);
    for (location, original) in &renderings {
        representatives[location.page][location.section] = Some(*original);
    }
    let mut groups = groups(pages, &editions, &representatives);
    // Groups share no section, so their order does not matter.
    let standings: Vec<Standing> = pages.iter().map(standing).collect();
    for locations in groups.values_mut().filter(|locations| locations.len() > 1) {
        locations.sort_by(|a, b| standings[a.page].cmp(&standings[b.page]));
        let mut group = DuplicateGroup::default();
        for &location in locations.iter() {
            let text = fold(&pages[location.page].sections[location.section].text);
            representatives[location.page][location.section] = group.find_or_add(location, text, &editions);
        }
    }
    for (location, original) in renderings {
        let kept = representatives[original.page][original.section];
        representatives[location.page][location.section] = Some(kept.unwrap_or(original));
    }
    let own = own_words(pages, &representatives);
    (representatives, own)
}

/// The sections without representative that are compared, by what they agree in.
fn groups<'a>(
    pages: &'a [RawPage],
    editions: &[(&str, String)],
    representatives: &Representatives,
) -> HashMap<Key<'a>, Vec<Location>> {
    let named = |page: &'a RawPage| [page_name(&page.url), page.titles[1].as_str()];
    let fallbacks: HashSet<[&str; 2]> = pages.iter().filter(|page| page.is_fallback).map(named).collect();
    let mut groups: HashMap<Key<'_>, Vec<Location>> = HashMap::new();
    for ((number, page), (_, title)) in pages.iter().enumerate().zip(editions) {
        if page.kept.has(PartRule::Copy) {
            continue;
        }
        let owner = documented(&page.url, page.titles.iter(), &page.sections).map(|owner| owner.name);
        let owner = owner.or_else(|| generators::page_symbol(&page.url).map(|symbol| symbol.name));
        let short = Some(named(page)).filter(|page| fallbacks.contains(page));
        for (section, at) in page.sections.iter().zip(0..) {
            let is_short = section.text.len() < MIN_TEXT_BYTES;
            if is_short && short.is_none() || representatives[number][at].is_some() {
                continue;
            }
            let short = short.filter(|_| is_short).map(|[name, title]| [name, title, &section.anchor]);
            let key = Key {
                heading: fold(&section.heading),
                short,
                name: qualified(&page.url, &section.anchor, &section.heading)
                    .or_else(|| owner.filter(|_| is_of_owner(page, at)).map(str::to_owned))
                    .or_else(|| documents_symbol_or_option(&page.url, section).then(|| title.clone())),
                language: &page.language,
                filters: page.metadata.values().collect(),
            };
            groups.entry(key).or_default().push(Location { page: number, section: at });
        }
    }
    groups
}

/// The sections of pages that render another one again, each with the same section of that one, by anchor and heading.
fn renderings(pages: &[RawPage]) -> Vec<(Location, Location)> {
    let numbers: HashMap<&str, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.as_str(), number)).collect();
    let mut found = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let original = generators::original(&page.url).and_then(|url| numbers.get(&*url).copied());
        let Some(original) = original.filter(|&original| pages[original].language == page.language) else {
            continue;
        };
        let sections = pages[original].sections.iter().enumerate();
        let of_name: HashMap<[&str; 2], usize> =
            sections.map(|(at, section)| ([section.anchor.as_str(), &section.heading], at)).collect();
        for (at, section) in page.sections.iter().enumerate() {
            if let Some(&same) = of_name.get(&[section.anchor.as_str(), &section.heading]) {
                found.push((
                    Location { page: number, section: at },
                    Location { page: original, section: same },
                ));
            }
        }
    }
    found
}

/// The words of each representative's duplicates that it lacks, in the order of pages. O(text of duplicates).
fn own_words(pages: &[RawPage], representatives: &Representatives) -> OwnWords {
    let mut copies: HashMap<Location, Vec<&str>> = HashMap::new();
    for (page, representatives) in pages.iter().zip(representatives) {
        for (section, representative) in page.sections.iter().zip(representatives) {
            if let Some(location) = representative
                && section.text != pages[location.page].sections[location.section].text
            {
                copies.entry(*location).or_default().push(&section.text);
            }
        }
    }
    let words = |text: &'_ str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let mut own = OwnWords::new();
    for (location, texts) in copies {
        let kept = &pages[location.page].sections[location.section].text;
        let mut seen: HashSet<String> = words(kept).iter().map(|word| fold(word)).collect();
        let texts = texts.into_iter().flat_map(words);
        let others: Vec<String> = texts.filter(|word| seen.insert(fold(word))).collect();
        if !others.is_empty() {
            own.insert(location, others.join(" "));
        }
    }
    own
}

/// Whether a section documents the symbol that its page is about, or a member of it.
fn is_of_owner(page: &RawPage, at: usize) -> bool {
    let section = &page.sections[at];
    at == 0 || generators::anchor_kind(&section.anchor).is_some() || documents_symbol(&page.url, section)
}

/// The name of a page in its folder; for the index of a folder, the name of the folder.
pub(super) fn page_name(url: &str) -> &str {
    url.strip_suffix("/index.html").unwrap_or(url).rsplit('/').next().unwrap_or(url)
}

/// The part of a title that is the same in all editions.
pub(super) fn without_numbers(title: &str) -> String {
    let mut title = fold(title);
    title.retain(|c| !c.is_numeric());
    title
}

/// The representatives of one key so far.
#[derive(Default)]
struct DuplicateGroup {
    texts: HashMap<String, Location>,
    locations: Vec<(Location, Shingles, Sketch)>,
    /// Ascending positions in `locations`, by band.
    buckets: HashMap<u64, Vec<usize>>,
}

impl DuplicateGroup {
    /// The representative of the section at `location`; without one, adds the section and returns `None`.
    fn find_or_add(
        &mut self,
        location: Location,
        text: String,
        editions: &[(&str, String)],
    ) -> Option<Location> {
        if let Some(&same) = self.texts.get(&text) {
            return Some(same);
        }
        let shingles = Shingles::of(&text);
        let sketch = shingles.sketch();
        let bands: Vec<u64> = sketch.bands().collect();
        let mut candidates: Vec<usize> = Vec::with_capacity(BANDS);
        candidates.extend(bands.iter().filter_map(|band| self.buckets.get(band)).flatten());
        candidates.sort_unstable();
        candidates.dedup();
        let same = candidates.into_iter().map(|at| &self.locations[at]).find(|(other, others, estimate)| {
            other.page != location.page
                && editions[other.page] == editions[location.page]
                && estimate.similarity(&sketch) >= MIN_ESTIMATE
                && others.jaccard(&shingles) >= MIN_SIMILARITY
        });
        if let Some((same, ..)) = same {
            return Some(*same);
        }
        for band in bands {
            let bucket = self.buckets.entry(band).or_default();
            if bucket.len() < MAX_BUCKET {
                bucket.push(self.locations.len());
            }
        }
        self.texts.insert(text, location);
        self.locations.push((location, shingles, sketch));
        None
    }
}
