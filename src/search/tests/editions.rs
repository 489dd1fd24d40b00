//! Editions of a section: one is shown, the others are other places.

use super::*;
use crate::index::{Also, Edition};

fn also(url: &str, version: &str) -> Also {
    Also { url: url.to_owned(), title: "Install".to_owned(), version: version.to_owned() }
}

/// "Install" in three versions, each with another text, and a near-duplicate of the oldest one in a fourth version; and a
/// section that only the oldest version has. `ranks` tells which is current.
fn versions(ranks: [u32; 3]) -> Site {
    let mut pages = plain(&[
        ("1/install", "Install", "install widget widget widget by hand with the widget tool"),
        ("1/gone", "Gone", "a widget of the past"),
        ("2/install", "Install", "install the widget by a package, which takes a while and some more words"),
        (
            "3/install",
            "Install",
            "install a widget as it will be, in other words than before, and in more of them",
        ),
        ("other", "Other", "gadget"),
    ]);
    let versions = ["1", "1", "2,latest", "3"];
    for (page, version) in pages.iter_mut().zip(versions) {
        page.version = version.to_owned();
        page.filters = version.split(',').map(|value| ("version".to_owned(), value.to_owned())).collect();
    }
    let places = [also("1/install", "1"), also("2/install", "2,latest"), also("3/install", "3")];
    for ((number, own), rank) in [0, 2, 3].into_iter().zip(0..).zip(ranks) {
        let section = &mut pages[number].sections[0];
        section.edition = Some(Edition { group: 7, rank });
        section.other_editions =
            places.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, place)| place.clone()).collect();
    }
    pages[0].sections[0].also = vec![also("0/install#top", "0"), also("mirror", "")];
    Site::with(&pages, &settings())
}

fn asked(text: &str, version: &str, mode: Mode) -> Request {
    Request { version: version.to_owned(), explain: true, ..request(text, mode) }
}

#[test]
fn the_requested_edition_is_shown_else_the_current_one() {
    for (ranks, version, text, expected) in [
        ([1, 0, 2], "", "install widget", &["2/install 2,latest", "1/gone 1"][..]),
        ([1, 0, 2], "1", "install widget", &["1/install 1", "1/gone 1"]),
        ([1, 0, 2], "3", "install widget", &["3/install 3", "1/gone 1"]),
        ([1, 0, 2], "latest", "install widget", &["2/install 2,latest", "1/gone 1"]),
        ([1, 0, 2], "9,3", "install widget", &["3/install 3", "1/gone 1"]),
        ([1, 0, 2], "9", "install widget", &["2/install 2,latest", "1/gone 1"]),
        // A near-duplicate of version 1.
        ([1, 0, 2], "0", "install widget", &["0/install#top 0", "1/gone 1"]),
        // Only that version's text has the words.
        ([1, 0, 2], "3", "hand tool", &["1/install 1"]),
        ([1, 0, 2], "0", "hand tool", &["0/install#top 0"]),
        // Nothing tells which is current.
        ([0, 0, 0], "", "install", &["1/install 1", "2/install 2,latest", "3/install 3"]),
        ([0, 0, 0], "3", "install", &["3/install 3"]),
        ([0, 0, 2], "", "install", &["1/install 1", "2/install 2,latest"]),
    ] {
        let mut site = versions(ranks);
        let answer = site.answer(&asked(text, version, Mode::Lexical));
        let found: Vec<String> =
            answer.hits.iter().map(|hit| format!("{} {}", hit.url, hit.version)).collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let mut sorted_found = found.clone();
        let mut sorted_expected = expected.to_vec();
        if ranks[1] == ranks[0] {
            sorted_found.sort_unstable();
            sorted_expected.sort_unstable();
        }
        assert_eq!(sorted_found, sorted_expected, "{ranks:?} {version:?} {text}");
        assert_eq!(answer.total, expected.len(), "{version:?} {text}");
        for hit in &answer.hits {
            let why = hit.explanation.as_ref().unwrap();
            let sum: f32 = why.contributions.iter().map(|it| it.share + it.mixed).sum();
            assert!((sum + why.raised + why.proximity - hit.score).abs() < 1e-6, "{hit:?}");
            let page = hit.url.split('#').next().unwrap();
            assert_eq!(hit.page, page);
        }
    }
}

#[test]
fn hits_name_all_other_places_with_their_versions() {
    let mut site = versions([1, 0, 2]);
    let line = |place: &FoundPlace| format!("{} {}", place.url, place.version);
    for (version, expected) in [
        ("", &["1/install 1", "3/install 3"][..]),
        ("1", &["0/install#top 0", "mirror ", "2/install 2,latest", "3/install 3"]),
        ("0", &["1/install 1", "mirror ", "2/install 2,latest", "3/install 3"]),
    ] {
        let answer = site.answer(&asked("install widget", version, Mode::Lexical));
        assert!(site.rounds <= 2, "editions cost no round trip");
        let found: Vec<String> = answer.hits[0].also.iter().map(line).collect();
        assert_eq!(found, expected, "{version:?}");
    }
}

#[test]
fn the_edition_shown_takes_the_best_place() {
    let mut site = versions([1, 0, 2]);
    let best =
        |site: &mut Site, version| site.answer(&asked("widget", version, Mode::Lexical)).hits.remove(0);
    let (old, current) = (best(&mut site, "1"), best(&mut site, ""));
    assert_eq!((old.url.as_str(), current.url.as_str()), ("1/install", "2/install"));
    assert_eq!(old.score, current.score);
    let (old, current) = (old.explanation.unwrap(), current.explanation.unwrap());
    assert_eq!(old.raised, 0.0);
    assert!(current.raised > 0.0);
}

#[test]
fn pages_of_hits_fold_alike() {
    let mut site = versions([1, 0, 2]);
    let all = urls(&site.answer(&asked("install widget", "3", Mode::Lexical)));
    for offset in 0..3 {
        let request = Request { limit: 1, offset, ..asked("install widget", "3", Mode::Lexical) };
        let expected: Vec<String> = all.iter().skip(offset).take(1).cloned().collect();
        assert_eq!(urls(&site.answer(&request)), expected);
    }
}

#[test]
fn without_the_file_all_editions_are_shown() {
    let mut site = versions([1, 0, 2]);
    site.broken = vec!["filters"];
    let answer = site.answer(&asked("install", "", Mode::Lexical));
    assert_eq!(answer.hits.len(), 3);
    assert!(answer.degraded.unwrap()[0].file.as_ref().unwrap().starts_with("filters"));
    site.repair();
    let answer = site.answer(&asked("install", "", Mode::Lexical));
    assert_eq!((answer.hits.len(), answer.degraded), (1, None));
}
