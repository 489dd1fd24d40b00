//! The clusters that a search looks at.

use super::hybrid::{at, part};
use super::*;
use crate::ids::SectionId;
use crate::index::SearchedSite;
use crate::index::tests::built::{dense_input, info};

/// Some twenty clusters on a circle, and settings.
fn wide_circle(numbers: &[(&str, f32)]) -> Site {
    let pages: Vec<Page> = (0..2_000).map(|at| page(&format!("p{at:04}"), "", &[("", "", "word")])).collect();
    let sections: Vec<SectionId> = (0..2_000).map(SectionId).collect();
    let vectors: Vec<f32> = (0..2_000).flat_map(|number| at(0.15 * number as f32)).collect();
    let info = info();
    let settings = IndexSettings {
        dense: crate::dense::DenseParams { bits: crate::dense::Bits::Eight },
        ranking: super::hybrid::numbers(numbers),
        ..settings()
    };
    let input = dense_input(&sections, &vectors, &info);
    Site::new(Host::new(build(&pages, Some(&input), &settings, &|_, _, _| {}).unwrap()))
}

fn clusters_read(site: &mut Site, mode: Mode) -> usize {
    site.answer_with(&Request { limit: 100, ..request("anything", mode) }, Some(&at(150.0)));
    site.asked.iter().filter(|(file, _)| file.starts_with("dense-")).count()
}

#[test]
fn a_query_reads_the_clusters_that_may_hold_one_of_the_best() {
    // Within `acos(1 - 0.12)`, 28 degrees, lie some four clusters. In any case, four fifths of the usual ones are read.
    let read = |numbers: &[(&str, f32)]| clusters_read(&mut wide_circle(numbers), Mode::Dense);
    assert_eq!(read(&[("search.clusters", 15.0)]), 12);
    let further = read(&[("search.clusters", 2.0)]);
    assert!((3..7).contains(&further), "{further}");
    assert_eq!(read(&[("search.clusters", 2.0), ("search.reach", 2.0)]), 2 * 4, "the most");
}

#[test]
fn vectors_on_this_machine_are_all_read() {
    let mut site = wide_circle(&[("search.clusters", 2.0)]);
    site.engine.set_site(SearchedSite { is_here: true, ..SearchedSite::default() });
    assert!(clusters_read(&mut site, Mode::Hybrid) > 16);
}

#[test]
fn a_fused_list_has_what_is_loaded() {
    let narrow = [("search.clusters", 1.0), ("search.reach", 0.0), ("fusion.candidates", 1_000.0)];
    let mut site = wide_circle(&narrow);
    let asked = Request { limit: 1_000, explain: true, ..request("word", Mode::Hybrid) };
    let found = |site: &mut Site, degrees: f32| {
        let answer = site.answer_with(&asked, Some(&at(degrees)));
        let is_near = |hit: &&Hit| hit.explanation.as_ref().is_some_and(|why| part(why, "dense").is_some());
        answer.hits.iter().filter(is_near).count()
    };
    let few = found(&mut site, 150.0);
    assert!(few < 900, "{few}");
    found(&mut site, 100.0);
    found(&mut site, 200.0);
    assert!(found(&mut site, 150.0) > few);
    // A list of its own stays as it was: its result pages show one ranking.
    let alone = Request { limit: 20, ..request("anything", Mode::Dense) };
    let before = urls(&site.answer_with(&alone, Some(&at(150.0))));
    site.engine.set_site(SearchedSite { is_here: true, ..SearchedSite::default() });
    site.answer_with(&asked, Some(&at(0.0)));
    site.engine.search_as_new_reader();
    site.asked.clear();
    assert_eq!(urls(&site.answer_with(&alone, Some(&at(150.0)))), before);
}
