//! The clusters that a search looks at.

use super::hybrid::{at, part};
use super::*;
use crate::ids::SectionId;
use crate::index::SearchedSite;
use crate::index::tests::built::{dense_input, info};

/// Vectors of eight bits, and settings.
fn exact(numbers: &[(&str, f32)]) -> IndexSettings {
    IndexSettings {
        dense: crate::dense::DenseParams { bits: crate::dense::Bits::Eight },
        ranking: super::hybrid::numbers(numbers),
        ..settings()
    }
}

/// Some twenty clusters on a circle, and settings. Three sections have the word "zebra"; half of the others, too few for
/// low-impact postings, have "word".
fn wide_circle(numbers: &[(&str, f32)]) -> Site {
    let text = |at: u32| match at {
        ZEBRA..ZEBRA_END => "zebra",
        _ if at.is_multiple_of(2) => "word",
        _ => "other",
    };
    let pages: Vec<Page> =
        (0..2_000).map(|at| page(&format!("p{at:04}"), "", &[("", "", text(at))])).collect();
    let sections: Vec<SectionId> = (0..2_000).map(SectionId).collect();
    let vectors: Vec<f32> = (0..2_000).flat_map(|number| at(0.15 * number as f32)).collect();
    let info = info();
    let settings = exact(numbers);
    let input = dense_input(&sections, &vectors, &info);
    Site::new(Host::new(build(&pages, Some(&input), &settings, &|_, _, _| {}).unwrap()))
}

/// The first of three sections at 80 degrees, where queries are at 150.
const ZEBRA: u32 = 533;
const ZEBRA_END: u32 = ZEBRA + 3;

fn clusters_read(site: &mut Site, mode: Mode) -> usize {
    clusters_read_for(site, "anything", mode)
}

fn clusters_read_for(site: &mut Site, text: &str, mode: Mode) -> usize {
    site.answer_with(&Request { limit: 100, ..request(text, mode) }, Some(&at(150.0)));
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

/// The answer to "zebra", and the dense rank of a section that has the word.
fn zebra(site: &mut Site) -> (Answer, Option<u32>) {
    let asked = Request { explain: true, ..request("zebra", Mode::Hybrid) };
    let answer = site.answer_with(&asked, Some(&at(150.0)));
    let hit = answer.hits.iter().find(|hit| hit.url == "p0534").unwrap();
    let rank = part(hit.explanation.as_ref().unwrap(), "dense").map(|part| part.rank as u32);
    (answer, rank)
}

/// One cluster is near enough, or two without seeds.
const NARROW: [(&str, f32); 3] =
    [("search.clusters", 2.0), ("search.reach", 0.0), ("fusion.candidates", 1_000.0)];

#[test]
fn a_section_found_by_words_has_its_rank_by_meaning() {
    let mut seeded = wide_circle(&NARROW);
    let mut alone = wide_circle(&[&NARROW[..], &[("search.seeds", 0.0)]].concat());
    let (_, rank) = zebra(&mut seeded);
    assert!(rank.is_some_and(|rank| rank > 10), "{rank:?}");
    assert_eq!(zebra(&mut alone).1, None);
    // Terms, graph and homes; clusters; texts.
    assert_eq!((seeded.rounds, alone.rounds), (3, 3));
    let asked =
        |site: &Site, kind: &str| site.asked.iter().filter(|(file, _)| file.starts_with(kind)).count();
    assert_eq!(
        (asked(&seeded, "homes-"), asked(&alone, "homes-")),
        (2, 0),
        "a block for each 1,024 sections"
    );
    assert_eq!(
        (asked(&seeded, "dense-"), asked(&alone, "dense-")),
        (1 + 1, 2),
        "without seeds, more of the nearest"
    );
}

#[test]
fn half_of_the_clusters_are_read_beside_those_of_seeds() {
    let numbers = [("search.clusters", 16.0), ("search.reach", 0.0)];
    let read = |text: &str, mode: Mode| clusters_read_for(&mut wide_circle(&numbers), text, mode);
    // The ten seeds of "word" lie in one cluster or two.
    for mode in [Mode::Hybrid, Mode::Dense] {
        assert!((9..=10).contains(&read("word", mode)), "{mode:?}");
    }
    assert_eq!(read("anything", Mode::Dense), 13, "no section has the word");
}

#[test]
fn homes_that_fail_cost_the_seeds_alone() {
    let mut alone = wide_circle(&[&NARROW[..], &[("search.seeds", 0.0)]].concat());
    let (expected, _) = zebra(&mut alone);
    for is_damaged in [false, true] {
        let mut site = wide_circle(&NARROW);
        let failing = if is_damaged { &mut site.damaged } else { &mut site.broken };
        failing.push("homes-");
        let (answer, _) = zebra(&mut site);
        let degraded = answer.degraded.clone().unwrap();
        let named: Vec<_> = degraded.iter().map(|it| (it.retriever, it.file.clone().unwrap())).collect();
        assert!(matches!(named.as_slice(), [("dense", file)] if file.starts_with("homes-")), "{named:?}");
        assert_eq!(Answer { degraded: None, ..answer }, expected);
        assert_eq!(site.rounds, alone.rounds);
        // A query without seeds does not miss them.
        let other = site.answer_with(&request("anything", Mode::Hybrid), Some(&at(150.0)));
        assert_eq!(other.degraded, None);
    }
}

/// Of many blocks of homes, those of the seeds are read.
#[test]
fn a_large_index_reads_the_homes_of_seeds() {
    const SECTIONS: u32 = 25 * 1_024;
    let text = |at: u32| if (SECTIONS - 10..SECTIONS - 7).contains(&at) { "zebra" } else { "word" };
    let sections: Vec<(&str, &str, &str)> = (0..SECTIONS).map(|at| ("", "", text(at))).collect();
    let pages = [page("p", "", &sections)];
    // Every fifth one has a vector.
    let with_vector: Vec<SectionId> = (0..SECTIONS).step_by(5).map(SectionId).collect();
    let vectors: Vec<f32> = (0..with_vector.len()).flat_map(|number| at(0.05 * number as f32)).collect();
    let info = info();
    let input = dense_input(&with_vector, &vectors, &info);
    let mut site = Site::new(Host::new(build(&pages, Some(&input), &exact(&NARROW), &|_, _, _| {}).unwrap()));
    let asked = Request { explain: true, ..request("zebra", Mode::Hybrid) };
    let answer = site.answer_with(&asked, Some(&at(200.0)));
    let has_both = |hit: &Hit| hit.lists.len() == 2;
    assert_eq!(answer.hits.iter().filter(|hit| has_both(hit)).count(), 1, "the one with a vector");
    assert_eq!(site.asked.iter().filter(|(file, _)| file.starts_with("homes-")).count(), 1);
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
    assert!(few < 500, "{few}");
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
