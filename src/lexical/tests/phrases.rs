//! Phrases.

use proptest::prelude::*;

use super::*;
use crate::ids::SectionId;
use crate::peak_memory::peak_of;

fn found(index: &Index, terms: &[&str]) -> Vec<(u32, u32)> {
    let terms: Vec<PhraseTerm<'_>> = terms.iter().map(|term| index.lists(term)).collect();
    phrase(&terms).unwrap().into_iter().map(|(section, count)| (section.0, count)).collect()
}

#[test]
fn phrases_are_found_at_consecutive_positions() {
    let index = Index::new(&[
        section("Thread pool", "size of the pool. A thread pool is a pool of threads; thread pool."),
        section("Pool", "thread"),
        section("", "the thread's pool is a pool thread"),
        SectionTexts {
            fields: vec![(Field::Title, "Thread"), (Field::Body, "pool"), (Field::Anchor, "thread pool")],
            weight: 1.0,
            ..SectionTexts::default()
        },
        section("", "call std::thread::spawn now"),
        section("", "a = b means a equals b"),
    ]);
    for (terms, expected) in [
        (&["thread", "pool"][..], &[(0, 3), (2, 1)][..]),
        (&["pool", "thread"], &[(2, 1)]),
        (&["pool", "of", "thread"], &[(0, 1)]),
        (&["thread"], &[(0, 4), (1, 1), (2, 2), (3, 1), (4, 1)]),
        (&["std", "thread", "spawn"], &[(4, 1)]),
        (&["call", "std"], &[(4, 1)]),
        (&["a", "b"], &[(5, 1)]),
        (&["thread", "nowher"], &[]),
        (&["nowher", "thread"], &[]),
        (&[], &[]),
    ] {
        assert_eq!(found(&index, terms), expected, "{terms:?}");
    }
}

#[test]
fn memory_is_proportional_to_positions() {
    let terms = posting_in_last_section();
    let positions = PositionBlock::read(vec![1, 3, 2, 4, 1]).unwrap();
    let term = || vec![(terms.find("a").unwrap().unwrap(), &positions)];
    let phrases = [vec![term()], vec![term(), term()], vec![term(), term(), term()]];
    for (phrase_terms, count) in phrases.iter().zip([2, 1, 0]) {
        let expected = (count > 0).then_some((SectionId(MAX_SECTIONS - 1), count));
        let most = 2 << 10;
        let held =
            peak_of(|| assert_eq!(phrase(phrase_terms).unwrap(), expected.into_iter().collect::<Vec<_>>()));
        assert!(held < most, "{held} bytes held for two positions, {most} expected at most");
    }
}

#[test]
fn phrases_include_low_impact_postings() {
    let index = long_lists();
    assert_eq!(index.lists("common").len(), 2);
    let found = found(&index, &["common", "ground"]);
    assert!(found.iter().map(|(section, _)| *section).eq(0..index.section_count));
    assert!(found.iter().all(|(_, count)| *count == 1));
}

proptest! {
    #[test]
    fn any_phrase_is_found_as_by_hand(
        texts in prop::collection::vec(prop::collection::vec(0usize..3, 1..12), 1..12),
        phrase in prop::collection::vec(0usize..3, 1..4),
    ) {
        let vocabulary = ["xa", "xb", "xc"];
        let word = |number: &usize| vocabulary[*number];
        let texts: Vec<Vec<&str>> = texts.iter().map(|text| text.iter().map(word).collect()).collect();
        let phrase: Vec<&str> = phrase.iter().map(word).collect();
        let joined: Vec<String> = texts.iter().map(|text| text.join(" ")).collect();
        let index = Index::of(&joined.iter().map(|text| ("", text.as_str())).collect::<Vec<_>>());
        let expected: Vec<(u32, u32)> = (0u32..)
            .zip(&texts)
            .map(|(section, text)| (section, text.windows(phrase.len()).filter(|at| **at == *phrase).count() as u32))
            .filter(|(_, count)| *count > 0)
            .collect();
        prop_assert_eq!(found(&index, &phrase), expected);
    }
}
