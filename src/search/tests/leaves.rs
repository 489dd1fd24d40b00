//! Indexes whose directory has leaves that are blocks of their own.

use super::*;
use crate::index::BlockKind;
use crate::index::tests::varied;

/// Some leaves of texts, and some of terms.
fn pages() -> Vec<Page> {
    let texts: Vec<String> = (0..300)
        .map(|number| format!("{} common word{number} {}", varied(500, number), varied(500, number + 1_000)))
        .collect();
    let urls: Vec<String> = (0..300).map(|number| format!("{number:03}.html")).collect();
    let pages = urls.iter().zip(&texts);
    pages
        .map(|(url, text)| page(url, url, &[("", url, text), ("more", "More", "A common ground.")]))
        .collect()
}

fn with_leaves() -> IndexSettings {
    IndexSettings { leaves_from: Some(0), ..settings() }
}

const QUERIES: [&str; 7] = [
    "word7",
    "common word123 word299",
    "wrod55",
    "\"common word17\"",
    "+word20 common",
    "ground -word1",
    "020.html",
];

#[test]
fn an_index_with_leaves_answers_as_one_without() {
    let pages = pages();
    let mut whole = Site::with(&pages, &settings());
    let mut divided = Site::with(&pages, &with_leaves());
    assert_eq!(whole.engine.store().blocks(BlockKind::Leaves).count(), 0);
    assert!(divided.engine.store().blocks(BlockKind::Leaves).count() > 4);
    for query in QUERIES {
        let request = Request { explain: true, ..words(query) };
        assert_eq!(divided.answer(&request), whole.answer(&request), "{query}");
        let mut fresh = Site::with(&pages, &with_leaves());
        assert_eq!(urls(&fresh.answer(&request)), urls(&whole.answer(&request)), "{query} first");
        assert_eq!(divided.answer(&request).degraded, None);
        assert_eq!(divided.rounds, 0, "{query} again");
    }
}

#[test]
fn leaves_take_two_round_trips_more() {
    let mut site = Site::with(&pages(), &with_leaves());
    let found = site.answer(&Request { limit: 1, ..words("word7") }).total;
    assert_eq!(site.rounds, 4, "leaves of terms, terms, leaves of texts, texts");
    let asked =
        |site: &Site, kind: &str| site.asked.iter().filter(|(file, _)| file.starts_with(kind)).count();
    let texts = asked(&site, "texts-");
    assert!(asked(&site, "leaves-") <= 3 + texts && texts <= found.min(10), "{texts} of {found}");
    let before = asked(&site, "leaves-");
    site.answer(&Request { limit: 1, ..words("word7 common") });
    let (leaves, texts) = (asked(&site, "leaves-") - before, asked(&site, "texts-") - texts);
    assert!(site.rounds <= 3 && leaves <= 1 + texts, "{} round trips, {leaves} leaves", site.rounds);
}

#[test]
fn a_leaf_that_fails_is_named_and_the_others_answer() {
    let mut site = Site::with(&pages(), &with_leaves());
    let expected = site.urls("word7");
    for is_broken in [true, false] {
        let mut site = Site::with(&pages(), &with_leaves());
        if is_broken {
            site.broken = vec!["leaves-"];
        } else {
            site.damaged = vec!["leaves-"];
        }
        let answer = site.answer(&words("word7"));
        let degraded = answer.degraded.unwrap();
        assert!(degraded.iter().all(|gap| gap.file.as_ref().is_some_and(|file| file.starts_with("leaves-"))));
        assert!(answer.hits.is_empty() && !degraded.is_empty());
        site.repair();
        assert_eq!(site.urls("word7"), expected);
    }
    // Only those of texts fail.
    let mut site = Site::with(&pages(), &with_leaves());
    site.answer(&Request { limit: 0, ..words("word7") });
    site.broken = vec!["leaves-"];
    let answer = site.answer(&words("word7"));
    assert_eq!((answer.total, answer.degraded.unwrap().is_empty()), (300, false));
    site.repair();
    assert_eq!(site.urls("word7"), expected);
}
