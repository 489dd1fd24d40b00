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
//! but the text are compared. The kept one is that of the most current version, else the first.

use std::collections::HashMap;

use super::shingles::{BANDS, Shingles, Sketch};
use super::versions::{Standing, standing};
use crate::ingest::generators;
use crate::ingest::raw_page::RawPage;
use crate::ingest::symbols::bare_sections::{documents_symbol, documents_symbol_or_option};
use crate::ingest::symbols::documented_symbol::documented;
use crate::ingest::symbols::names::qualified;
use crate::text::fold;

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
pub(in crate::ingest) struct Place {
    pub(in crate::ingest) page: usize,
    pub(in crate::ingest) section: usize,
}

/// Sections with the same key are compared.
#[derive(PartialEq, Eq, Hash)]
struct Key<'a> {
    heading: String,
    name: Option<String>,
    language: &'a str,
    filters: Vec<&'a (String, String)>,
}

/// For each section of each page, its representative: of the duplicates on pages of the most current version
/// ([`standing`]), the first in page order; `None` for itself. A
/// representative is never replaced by another section. Within one page, only equal texts are duplicates.
///
/// O(text) to read, and at most [`BANDS`] · [`MAX_BUCKET`] comparisons of two texts for each section.
pub(in crate::ingest) fn duplicates(pages: &[RawPage]) -> Vec<Vec<Option<Place>>> {
    let editions: Vec<(&str, String)> =
        pages.iter().map(|page| (page_name(&page.url), without_numbers(&page.titles[0]))).collect();
    let mut groups: HashMap<Key<'_>, Vec<Place>> = HashMap::new();
    for ((number, page), (_, title)) in pages.iter().enumerate().zip(&editions) {
        let owner = documented(&page.url, page.titles.iter(), &page.sections).map(|owner| owner.name);
        let owner = owner.or_else(|| generators::page_symbol(&page.url).map(|symbol| symbol.name));
        for (section, at) in page.sections.iter().zip(0..) {
            // Folding hardly changes lengths, so shorter texts are skipped without folding.
            if section.text.len() >= MIN_TEXT_BYTES {
                let key = Key {
                    heading: fold(&section.heading),
                    name: qualified(&page.url, &section.anchor, &section.heading)
                        .or_else(|| owner.filter(|_| is_of_owner(page, at)).map(str::to_owned))
                        .or_else(|| documents_symbol_or_option(&page.url, section).then(|| title.clone())),
                    language: &page.language,
                    filters: page.metadata.values().collect(),
                };
                groups.entry(key).or_default().push(Place { page: number, section: at });
            }
        }
    }
    let mut representatives: Vec<Vec<Option<Place>>> =
        pages.iter().map(|page| vec![None; page.sections.len()]).collect();
    // Groups share no section, so their order does not matter.
    let standings: Vec<Standing> = pages.iter().map(standing).collect();
    for places in groups.values_mut().filter(|places| places.len() > 1) {
        places.sort_by(|a, b| standings[a.page].cmp(&standings[b.page]));
        let mut group = DuplicateGroup::default();
        for &place in places.iter() {
            let text = fold(&pages[place.page].sections[place.section].text);
            if text.len() >= MIN_TEXT_BYTES {
                representatives[place.page][place.section] = group.find_or_add(place, text, &editions);
            }
        }
    }
    representatives
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
    texts: HashMap<String, Place>,
    places: Vec<(Place, Shingles, Sketch)>,
    /// Ascending positions in `places`, by band.
    buckets: HashMap<u64, Vec<usize>>,
}

impl DuplicateGroup {
    /// The representative of the section at `place`; without one, adds the section and returns `None`.
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
