//! Builds indexes from pages and reads their blocks through a store.

pub(crate) mod built;
mod damage;
mod manifest;
mod secondary;
mod tables;

use std::collections::BTreeMap;

use super::*;
use crate::index::{Also, Page, Section};

/// A page of sections with only anchor, heading and text.
pub(crate) fn page(url: &str, title: &str, sections: &[(&str, &str, &str)]) -> Page {
    let section = |(anchor, heading, text): &(&str, &str, &str)| Section::new(*anchor, *heading, *text);
    Page::new(url, title, sections.iter().map(section).collect())
}

/// The files of an index on a host.
pub(crate) struct Host {
    pub manifest: Manifest,
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Host {
    pub fn new(index: IndexFiles) -> Self {
        let files = index.files.into_iter().map(|file| (file.file.name, file.content)).collect();
        Host { manifest: index.manifest, files }
    }

    pub fn of(pages: &[Page]) -> Self {
        Host::new(build(pages, None, &settings(), &|_, _, _| {}).unwrap())
    }

    pub fn store(&self) -> Store {
        Store::new(self.manifest.directory().unwrap())
    }

    /// The stored bytes of a range, which must lie inside its file.
    pub fn stored(&self, range: &ByteRange) -> &[u8] {
        let file = &self.files[&range.file];
        assert_eq!(file.len() as u32, range.size, "{range:?}");
        &file[range.start as usize..range.end as usize]
    }

    /// Their decompressed bytes.
    pub fn bring(&self, range: &ByteRange) -> Vec<u8> {
        let opened = open_block(range, self.stored(range)).unwrap();
        assert!(opened.len() as u32 <= range.bytes, "{range:?}");
        opened
    }

    /// Supplies a missing block to a store.
    pub fn supply(&self, store: &mut Store, id: BlockId) {
        assert!(store.is_missing(id), "{id:?}");
        store.supply(id, self.bring(&store.range(id).unwrap())).unwrap();
        assert!(!store.is_missing(id) && store.failure(id).is_none(), "{id:?}");
    }
}

/// Settings of the ranking, with stages off that they do not set: most tests' sites are too small for them.
pub(crate) fn plain_ranking(mut given: Ranking) -> Ranking {
    for (key, number) in [
        ("fusion.candidates", 50.0),
        ("fusion.weights.links", 0.0),
        ("mix.depth", 0.0),
        ("mix.links", 0.0),
        ("nothing.fit", 0.0),
    ] {
        if !given.numbers.iter().any(|(known, _)| known == key) {
            given.set(key, number);
        }
    }
    given
}

pub(crate) fn settings() -> IndexSettings {
    let ranking = plain_ranking(Ranking::default());
    IndexSettings { language: "en".to_owned(), ranking, ..IndexSettings::default() }
}

/// Distinct words, so that files fill up.
pub(crate) fn varied(words: usize, seed: u64) -> String {
    let mut state = seed;
    let mut text = String::new();
    for _ in 0..words {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut rest = state >> 33;
        for _ in 0..6 {
            text.push(char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        text.push(' ');
    }
    text
}

fn pages() -> Vec<Page> {
    let mut pages = vec![
        page(
            "a.html",
            "Ownership",
            &[("", "Ownership", "One owner."), ("moves", "Moves", "A move ends it.")],
        ),
        page("b.html", "Threads", &[("", "Threads", &varied(12_000, 1)), ("pool", "Pool", "A thread pool.")]),
        page(
            "c.html",
            "Traits",
            &[("", "Traits", "Like interfaces."), ("impl", "Implementing", "For a type.")],
        ),
    ];
    pages[0].filters = vec![("kind".into(), "guide".into())];
    pages[2].meta = vec![("author".into(), "Ferris".into())];
    let also = |url: &str, version: &str| Also {
        url: url.into(),
        title: "Old traits".into(),
        version: version.into(),
    };
    pages[2].sections[1].also = vec![also("d.html#impl", "")];
    pages[1].version = "2".into();
    pages[1].sections[1].other_editions = vec![also("1/b.html#pool", "1,old")];
    pages[0].links =
        vec![crate::index::Link { from: 0, page: "c.html".into(), anchor: "".into(), text: "traits".into() }];
    pages
}
