//! Sections that say the same: [`duplicates`] finds for each the first one that does.
//!
//! Sites hold the same section in several editions, under several products, or included in several pages. A reader
//! wants one of them in the answer, and to be told of the others.
//!
//! Sections are the same if they have the same heading, document nothing of another name, stand on pages of one
//! language with the same filters, and have the same text. Nearly the same text is enough on pages of the same file
//! name (in different folders) whose titles differ in numbers at most, for these are editions of one page: elsewhere
//! the words in which texts differ are what they are about ("createuser accepts …", "dropuser accepts …"). Only
//! sections that agree in all but the text are compared.

use std::collections::HashMap;

use super::names::qualified;
use super::raw_page::RawPage;
use super::shingles::{BANDS, Shingles, Sketch};
use crate::text::fold;

/// Bytes of a folded text from which on two that are alike are so by copying: a line such as "Deprecated, use the
/// other one" may be said of many things.
const MIN_TEXT_BYTES: usize = 200;

/// Jaccard similarity of runs of five words from which on texts say the same: in a hundred words, one differs.
const MIN_SIMILARITY: f64 = 0.9;

/// Estimated similarity below which two texts are not compared exactly: three standard deviations down.
const MIN_ESTIMATE: f64 = MIN_SIMILARITY - 0.1;

/// Texts that share a band and are compared with a new one. A band that more share is one of boilerplate; those
/// beyond are still found by their other bands.
const MAX_BUCKET: usize = 16;

/// Sections that one section names as saying the same. No reader looks through more, and each costs bytes.
pub const MAX_ALSO: usize = 32;

/// A section of a page, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) page: usize,
    pub(super) section: usize,
}

/// What sections must agree in to be compared.
#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    heading: String,
    name: Option<String>,
    language: &'a str,
    filters: &'a [(String, String)],
}

/// For each section of each page the one that stands for it, the first in page order, if that is another one. A
/// section that stands for others stands for itself. On one page only equal texts count as the same.
///
/// O(text) to read, and at most [`BANDS`] · [`MAX_BUCKET`] comparisons of two texts for each section.
pub(super) fn duplicates(pages: &[RawPage]) -> Vec<Vec<Option<Place>>> {
    let mut groups: HashMap<Key<'_>, Vec<Place>> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (section, at) in page.sections.iter().zip(0..) {
            // Folding shortens hardly any text: what is too short before it is not looked at.
            if section.text.len() >= MIN_TEXT_BYTES {
                let key = Key {
                    heading: fold(&section.heading),
                    name: qualified(&page.url, section),
                    language: &page.language,
                    filters: &page.metadata.filters,
                };
                groups.entry(key).or_default().push(Place { page: number, section: at });
            }
        }
    }
    let mut stands: Vec<Vec<Option<Place>>> =
        pages.iter().map(|page| vec![None; page.sections.len()]).collect();
    let editions: Vec<(&str, String)> =
        pages.iter().map(|page| (page_name(&page.url), without_numbers(&page.titles[0]))).collect();
    // Groups share no section, so their order does not matter.
    for places in groups.values().filter(|places| places.len() > 1) {
        let mut group = DuplicateGroup::default();
        for &place in places {
            let text = fold(&pages[place.page].sections[place.section].text);
            if text.len() >= MIN_TEXT_BYTES {
                stands[place.page][place.section] = group.find_or_add(place, text, &editions);
            }
        }
    }
    stands
}

/// What a page is called in its folder; a folder's index is called as the folder.
fn page_name(url: &str) -> &str {
    url.strip_suffix("/index.html").unwrap_or(url).rsplit('/').next().unwrap_or(url)
}

/// A title as it is in all editions.
fn without_numbers(title: &str) -> String {
    let mut title = fold(title);
    title.retain(|c| !c.is_numeric());
    title
}

/// Sections that stand for themselves so far, of one key.
#[derive(Default)]
struct DuplicateGroup {
    texts: HashMap<String, Place>,
    places: Vec<(Place, Shingles, Sketch)>,
    /// Positions in `places`, rising.
    buckets: HashMap<u64, Vec<usize>>,
}

impl DuplicateGroup {
    /// The section that says the same as the one at `place`, else none, and that one is added.
    fn find_or_add(&mut self, place: Place, text: String, editions: &[(&str, String)]) -> Option<Place> {
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
        let same = candidates.into_iter().map(|at| &self.places[at]).find(|(other, others, estimate)| {
            other.page != place.page
                && editions[other.page] == editions[place.page]
                && estimate.similarity(&sketch) >= MIN_ESTIMATE
                && others.jaccard(&shingles) >= MIN_SIMILARITY
        });
        if let Some((same, ..)) = same {
            return Some(*same);
        }
        for band in bands {
            let bucket = self.buckets.entry(band).or_default();
            if bucket.len() < MAX_BUCKET {
                bucket.push(self.places.len());
            }
        }
        self.texts.insert(text, place);
        self.places.push((place, shingles, sketch));
        None
    }
}
