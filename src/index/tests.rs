use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::format::{FormatError, Generation, sha256_hex};
use crate::ids::{PageId, SectionId};
use crate::ingest::{Page, Section};

fn page(url: &str, title: &str, sections: &[(&str, &str, &str)]) -> Page {
    let section = |(anchor, heading, text): &(&str, &str, &str)| Section {
        anchor: (*anchor).into(),
        heading: (*heading).into(),
        path: vec![],
        text: (*text).into(),
        code: vec![],
    };
    Page {
        url: url.into(),
        title: title.into(),
        language: None,
        sections: sections.iter().map(section).collect(),
        links: vec![],
    }
}

fn pages() -> Vec<Page> {
    vec![
        page(
            "a.html",
            "Ownership",
            &[("", "Ownership", "One owner."), ("moves", "Moves", "A move ends it.")],
        ),
        page("b.html", "Threads", &[("", "Threads", &"Share data. ".repeat(9_000))]),
        page(
            "c.html",
            "Traits",
            &[("", "Traits", "Like interfaces."), ("impl", "Implementing", "For a type.")],
        ),
    ]
}

fn index() -> IndexFiles {
    build(&pages(), None, Ranking::default(), &|_, _, _| {}).unwrap()
}

/// Decompressed files by name.
fn contents(index: &IndexFiles) -> HashMap<String, Vec<u8>> {
    let raw = |file: &IndexFile| open(&file.file, file.content.clone()).unwrap();
    index.files.iter().map(|file| (file.file.name.clone(), raw(file))).collect()
}

fn supplied() -> (Store, HashMap<String, Vec<u8>>) {
    let index = index();
    let files = contents(&index);
    let mut store = Store::new(index.manifest.clone()).unwrap();
    for part in [Part::Directory, Part::Lexical] {
        let file = store.missing(part).unwrap();
        store.supply(&file.name, files[&file.name].clone()).unwrap();
    }
    (store, files)
}

#[test]
fn the_same_pages_give_the_same_files() {
    let (one, two) = (index(), index());
    assert_eq!(one.manifest, two.manifest);
    for (a, b) in one.files.iter().zip(&two.files) {
        assert_eq!((&a.file, &a.content), (&b.file, &b.content));
        assert_eq!(a.content.len(), a.file.stored as usize);
    }
    let mut other = pages();
    other[0].sections[0].text.push('!');
    let other = build(&other, None, Ranking::default(), &|_, _, _| {}).unwrap();
    assert_ne!(other.manifest.generation, one.manifest.generation);
}

#[test]
fn every_section_is_found_in_its_fragment() {
    let (mut store, files) = supplied();
    assert!(store.missing(Part::Directory).is_none() && store.missing(Part::Dense).is_none());
    let missing = store.missing_fragments((0..9).map(SectionId));
    assert_eq!(missing.len(), 2, "the long section fills a fragment");
    for file in &missing {
        store.supply(&file.name, files[&file.name].clone()).unwrap();
    }
    assert!(store.missing_fragments((0..9).map(SectionId)).is_empty());
    let mut seen = vec![];
    for section in (0..5).map(SectionId) {
        let Some((Slot::Ready(fragment), place)) = store.fragment(section) else { panic!("{section:?}") };
        let found = &fragment.sections[place];
        seen.push((fragment.pages[found.page].url.clone(), found.anchor.clone()));
    }
    let expected = [("a.html", ""), ("a.html", "moves"), ("b.html", ""), ("c.html", ""), ("c.html", "impl")];
    assert_eq!(seen, expected.map(|(url, anchor)| (url.to_owned(), anchor.to_owned())));
    let Slot::Ready(directory) = store.directory() else { panic!() };
    let page_ids: Vec<PageId> = (0..5).map(|section| directory.page_of(SectionId(section))).collect();
    assert_eq!(page_ids, [0, 0, 1, 2, 2].map(PageId));
    assert!(store.fragment(SectionId(5)).is_none());
}

#[test]
fn damage_names_the_file_and_is_remembered() {
    let index = index();
    let files = contents(&index);
    let mut store = Store::new(index.manifest.clone()).unwrap();
    let name = index.manifest.lexical.name.clone();
    let good = files[&name].clone();
    let mut altered = good.clone();
    *altered.last_mut().unwrap() ^= 1;
    let cut = good[..good.len() - 1].to_vec();
    for (bytes, code) in [(altered, "damaged"), (cut, "damaged")] {
        let error = store.supply(&name, bytes).unwrap_err();
        assert_eq!((error.code(), error.file()), (code, Some(name.as_str())));
        assert!(matches!(store.lexical(), Slot::Failed(_)));
        assert!(store.missing(Part::Lexical).is_none(), "a failed file is not asked for again");
    }
    store.forget_failures();
    assert!(store.missing(Part::Lexical).is_some());
    store.supply(&name, good).unwrap();
    assert!(matches!(store.lexical(), Slot::Ready(_)));
    assert_eq!(store.supply("texts-0000.bin", vec![]).unwrap_err().code(), "unknown-file");
}

#[test]
fn a_manifest_is_checked() {
    let good = index().manifest;
    let refused = |change: &dyn Fn(&mut Manifest)| {
        let mut manifest = good.clone();
        change(&mut manifest);
        manifest.validate().unwrap_err().to_string()
    };
    for (change, expected) in [
        (&(|m: &mut Manifest| m.format = "other".into()) as &dyn Fn(&mut Manifest), "\"docfuse\" expected"),
        (&|m| m.version = 9, "build the index anew"),
        (&|m| m.analyzer = 99, "build the index anew"),
        (&|m| m.sections = u32::MAX, "at most"),
        (&|m| m.lexical.name = "../../etc/passwd".into(), "file name"),
        (&|m| m.lexical.name = "a.b.c".into(), "file name"),
        (&|m| m.lexical.sha256 = "00".into(), "SHA-256"),
        (&|m| m.lexical.bytes = u32::MAX, "at most"),
        (&|m| m.dense = Some(m.lexical.clone()), "together"),
        (&|m| m.ranking.rrf_k = f32::NAN, "numbers from 0"),
        (&|m| m.ranking.bm25.boost[2] = -1.0, "numbers from 0"),
    ] {
        let message = refused(change);
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    }
    let json = serde_json::to_string(&good).unwrap();
    assert_eq!(serde_json::from_str::<Manifest>(&json).unwrap(), good);
    assert!(
        serde_json::from_str::<Manifest>(&json.replace(&good.generation.to_string(), "é2345678901234é"))
            .is_err()
    );
}

#[test]
fn a_bomb_is_not_unpacked() {
    let index = index();
    let fragment = index.files.iter().find(|file| file.kind == "texts").unwrap();
    let mut small = fragment.file.clone();
    small.bytes = 10;
    assert_eq!(
        open(&small, fragment.content.clone()).unwrap().len(),
        11,
        "one byte more, so that the size is wrong"
    );
    assert_eq!(open(&fragment.file, fragment.content[..30].to_vec()).unwrap_err().code(), "unavailable");
}

fn check_directory(bytes: &[u8]) -> Result<(), FormatError> {
    Directory::read(bytes, Generation([1; 8]), 3, 9).map(|directory| {
        for section in 0..12 {
            directory.locate(SectionId(section));
        }
    })
}

proptest! {
    #[test]
    fn a_mutated_directory_never_panics(at in 0usize..200, value: u8, cut in 0usize..200) {
        let fragment = |sections| (sections, directory::FragmentRef { bytes: 9, stored: 9, sha256: [5; 32] });
        let mut bytes = Directory::new(&[2, 3, 4], vec![fragment(4), fragment(5)]).write(Generation([1; 8]));
        prop_assert!(check_directory(&bytes).is_ok());
        let at = at % bytes.len();
        bytes[at] = value;
        let _ = check_directory(&bytes);
        bytes.truncate(cut);
        let _ = check_directory(&bytes);
    }

    #[test]
    fn a_mutated_fragment_never_panics(at in 0usize..200, value: u8) {
        let section = SectionText { page: 0, anchor: "a".into(), heading: "H".into(), path: vec!["P".into()], text: "T".into() };
        let fragment = Fragment {
            pages: vec![PageText { url: "u".into(), title: "t".into() }],
            sections: vec![section.clone(), section],
        };
        let mut bytes = fragment.write();
        prop_assert_eq!(Fragment::read(&bytes, 2), Ok(fragment));
        let at = at % bytes.len();
        bytes[at] = value;
        let _ = Fragment::read(&bytes, 2);
    }
}

#[test]
fn hashes_are_those_of_the_standard() {
    assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
