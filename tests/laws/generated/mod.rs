//! Sites that nobody chose: each is a function of its seed.

pub mod blocks;
pub mod forms;
mod frames;
pub mod random;
mod words;

use blocks::Block;
use forms::{Content, FORMS};
use frames::Frame;
use random::Random;
use words::TONGUES;

/// Number of sites.
pub const SITES: u64 = 240;

/// A site as its templates wrote it.
pub struct GeneratedSite {
    /// What tables call it: seed, form, language and number of pages.
    pub name: String,
    pub frame: String,
    pub pages: Vec<GeneratedPage>,
}

/// A page, and what its author wrote.
pub struct GeneratedPage {
    pub path: String,
    pub html: String,
    pub title: String,
    /// Names of months in its language.
    pub months: &'static [&'static str],
    /// Heading and texts; the first one has the title as its heading.
    pub sections: Vec<(String, Vec<String>)>,
}

/// The site of a seed.
pub fn site(seed: u64) -> GeneratedSite {
    let mut random = Random::new(seed);
    let size = size(seed, &mut random);
    of(seed, size, "", &mut random)
}

/// Further pages for the site of a seed, by the same templates, in a folder of their own.
pub fn further(seed: u64, count: usize) -> GeneratedSite {
    of(seed, count, "further/", &mut Random::new(seed + 1_000_003))
}

fn of(seed: u64, size: usize, folder: &str, random: &mut Random) -> GeneratedSite {
    let forms = FORMS.len() as u64;
    let (form, make) = FORMS[usize::try_from(seed % forms).unwrap()];
    let words = &TONGUES[usize::try_from((seed / forms + seed) % TONGUES.len() as u64).unwrap()];
    let frame = Frame::new(words, &mut Random::new(seed));
    let content: Vec<Content> = (0..size)
        .map(|number| {
            let mut content = make(number, words, random);
            content.path.insert_str(0, folder);
            content
        })
        .collect();
    let page = |number: usize| {
        let Content { path, title, lead, sections } = &content[number];
        let texts = |blocks: &[Block]| blocks.iter().flat_map(Block::texts).map(str::to_owned).collect();
        let below = sections.iter().map(|(heading, blocks)| (heading.clone(), texts(blocks)));
        GeneratedPage {
            path: format!("{path}.html"),
            html: frame.html(number, &content, words),
            title: title.clone(),
            months: words.months,
            sections: std::iter::once((title.clone(), texts(lead))).chain(below).collect(),
        }
    };
    GeneratedSite {
        name: format!("{seed} {form}, {}, {size} pages", words.code),
        frame: format!("{frame:?}"),
        pages: (0..size).map(page).collect(),
    }
}

/// Mostly small; two sites have 2,000 pages.
fn size(seed: u64, random: &mut Random) -> usize {
    match seed % 120 {
        7 => 2000,
        _ if seed % 15 == 4 => 100 + random.below(200),
        _ => 3 + random.below(38),
    }
}
