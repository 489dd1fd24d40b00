//! The term dictionary and its postings.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

#[test]
fn terms_are_found_in_their_sections() {
    let index = sample();
    for (term, expected) in [
        ("owner", &[0][..]),
        ("thread", &[1]),
        ("each", &[0, 1]),
        ("os.path.join", &[2]),
        ("path", &[2]),
        ("empti", &[3]),
        ("nowher", &[]),
        ("", &[]),
        ("\u{10ffff}", &[]),
    ] {
        assert_eq!(index.sections(term), expected, "{term:?}");
        if let Some((entry, _)) = index.entry(term) {
            assert_eq!(entry.document_frequency as usize, expected.len(), "{term:?}");
            assert!(!entry.has_further);
        }
    }
    let keys = |blocks: &[KeyedBlock]| -> Vec<(String, String)> {
        blocks.iter().map(|block| (block.first.clone(), block.last.clone())).collect()
    };
    let keys = keys(&index.blocks.terms);
    assert!(keys.iter().all(|(first, last)| first <= last) && keys.is_sorted_by(|a, b| a.1 < b.0));
}

#[test]
fn postings_have_fields_and_impacts() {
    let of = |field, weight| SectionTexts {
        fields: vec![(field, "gadget"), (Field::Body, "filling words stand here")],
        weight,
        ..SectionTexts::default()
    };
    let index = Index::new(&[
        of(Field::Heading, 1.0),
        of(Field::Body, 1.0),
        of(Field::Code, 1.0),
        of(Field::Body, 2.0),
        of(Field::Body, 0.0),
        of(Field::Anchor, 1.0),
    ]);
    let postings = index.postings("gadget");
    let fields: Vec<Vec<Field>> = postings.iter().map(|posting| posting.fields().collect()).collect();
    assert_eq!(index.sections("gadget"), [0, 1, 2, 3, 5], "a section of weight zero is not found by words");
    assert_eq!(
        fields,
        [[Field::Heading], [Field::Body], [Field::Code], [Field::Body], [Field::Anchor]].map(Vec::from)
    );
    let impact = |at: usize| byte_to_impact(postings[at].impact, index.blocks.largest_impact);
    assert!(impact(0) > impact(1) && impact(1) > impact(2), "heading above text above code");
    assert!((impact(3) / impact(1) - 2.0).abs() < 0.1, "{} is twice {}", impact(3), impact(1));
}

#[test]
fn words_beside_the_text_come_last() {
    let long = "filling ".repeat(80);
    let said = format!("gadget {long}");
    let of = |body, beside| SectionTexts {
        fields: vec![(Field::Body, body)],
        beside,
        weight: 1.0,
        ..SectionTexts::default()
    };
    let texts = [of("filling", "the Gadgets"), of(&said, ""), of("a gadget", "gadget"), of("filling", "")];
    let index = Index::new(&texts);
    let postings = index.postings("gadget");
    let fields: Vec<Vec<Field>> = postings.iter().map(|posting| posting.fields().collect()).collect();
    assert_eq!(fields, [vec![Field::Path], vec![Field::Body], vec![Field::Body]]);
    let impacts: Vec<u8> = postings.iter().map(|posting| posting.impact).collect();
    assert!(impacts[0] < impacts[1] && impacts[1] < impacts[2], "{impacts:?}");
    let without = Index::new(&texts.map(|texts| SectionTexts { beside: "", ..texts }));
    assert_eq!(without.blocks.average_words, index.blocks.average_words);
    let of_text =
        |index: &Index| index.postings("gadget").iter().map(|it| (it.section, it.impact)).collect::<Vec<_>>();
    assert_eq!(of_text(&index)[1..], of_text(&without), "others weigh as before");
}

#[test]
fn long_lists_have_low_impact_postings() {
    let index = long_lists();
    let (entry, _) = index.entry("common").unwrap();
    assert_eq!(entry.document_frequency as usize, HEAD_POSTINGS + 200);
    assert!(entry.has_further);
    let head = index.postings("common");
    let low_impact = index.postings(&format!("common{LOW_IMPACT_MARK}"));
    assert_eq!((head.len(), low_impact.len()), (HEAD_POSTINGS, 200));
    let weakest = head.iter().map(|posting| posting.impact).min().unwrap();
    assert!(low_impact.iter().all(|posting| posting.impact <= weakest));
    let mut sections: Vec<u32> = head.iter().chain(&low_impact).map(|posting| posting.section.0).collect();
    for list in [&head, &low_impact] {
        assert!(list.is_sorted_by(|a, b| a.section < b.section));
    }
    sections.sort_unstable();
    assert!(sections.into_iter().eq(0..index.section_count));
    let strongest = head.iter().map(|posting| posting.impact).max().unwrap();
    let ends_in_7 = |posting: &Posting| posting.section.0 % 10 == 7;
    assert!(head.iter().all(|posting| (posting.impact == strongest) == ends_in_7(posting)));
}

#[test]
fn widespread_terms_have_least_postings() {
    let count = widespread(0) + 300;
    let least = count - HEAD_POSTINGS - LOW_IMPACT_POSTINGS;
    let texts: Vec<String> =
        (0..count).map(|number| format!("common {}", "more ".repeat(number % 9))).collect();
    let sections: Vec<SectionTexts<'_>> = texts.iter().map(|text| section("", text)).collect();
    let index = Index::new(&sections);
    let lists = index.lists("common");
    let frequencies: Vec<usize> = lists.iter().map(|(entry, _)| entry.document_frequency as usize).collect();
    assert_eq!(frequencies, [count, count - HEAD_POSTINGS, least]);
    assert!(lists[1].0.has_further && !lists[2].0.has_further);
    let impacts = |(entry, _): &(TermEntry<'_>, &PositionBlock)| -> Vec<u8> {
        entry.postings().unwrap().map(|posting| posting.unwrap().impact).collect()
    };
    let falls = |pair: &[(TermEntry<'_>, &PositionBlock)]| {
        impacts(&pair[0]).into_iter().min() >= impacts(&pair[1]).into_iter().max()
    };
    assert!(lists.windows(2).all(falls));
    let mut sections: Vec<u32> = lists
        .iter()
        .flat_map(|(entry, _)| entry.postings().unwrap().map(|posting| posting.unwrap().section.0))
        .collect();
    sections.sort_unstable();
    assert!(sections.into_iter().eq(0..index.section_count));
}

#[test]
fn names_follow_one_of_their_terms_with_their_kind() {
    let mut sections = [section("os.path", "join paths"), section("", "text"), section("", "more")];
    sections[0].names = vec![("os.path.join", 4), ("Join", 1), ("join", 3)];
    sections[1].names = vec![("os.path.join", 2), ("JOIN", 1), ("…", 4)];
    sections[2].names = vec![("Join", 4)];
    sections[2].weight = 0.0;
    let index = Index::new(&sections);
    for (first, name, expected) in [
        ("os.path.join", "os.path.join", &[(0, 4), (1, 2)][..]),
        ("join", "join", &[(0, 3), (1, 1)]),
        ("os", "os.path.join", &[]),
    ] {
        let found: Vec<(u32, u8)> = index
            .postings(&exact_key(first, name))
            .iter()
            .map(|posting| (posting.section.0, posting.impact))
            .collect();
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(
        index.entry("join").unwrap().0.document_frequency,
        1,
        "a name does not count as an occurrence of its words"
    );
}

#[test]
fn the_same_sections_give_the_same_bytes() {
    let bytes = |index: &Index| {
        let LexicalBlocks { terms, positions, spelling, .. } = &index.blocks;
        (terms.clone(), positions.clone(), spelling.forward.clone(), spelling.backward.clone())
    };
    assert_eq!(bytes(&sample()), bytes(&sample()));
    assert_eq!(bytes(&long_lists()), bytes(&long_lists()));
}

/// Sections come, go, repeat and move from build to build, and settings change.
#[test]
fn a_build_with_a_memory_gives_the_bytes_of_one_without() {
    let (english, short) = (AnalyzerSettings::default(), {
        let mut settings = AnalyzerSettings::default();
        settings.text.min_term_length = 4;
        settings
    });
    let text = |number: usize| format!("Common words, Running{number} and stop{}", number % 7);
    let texts: Vec<String> = (0..60).map(text).collect();
    let section = |number: &usize| SectionTexts {
        fields: vec![(Field::Title, "Running words"), (Field::Body, &texts[*number])],
        names: vec![(&texts[*number], 3)],
        beside: if number.is_multiple_of(3) { "" } else { &texts[number / 3] },
        weight: if number % 11 == 10 { 0.0 } else { 1.0 },
    };
    let mut memory = AnalysisMemory::keeping();
    for (numbers, settings) in [
        ((0..40).collect::<Vec<usize>>(), &english),
        ((0..40).collect(), &english),
        ((5..50).chain([5, 6, 5]).collect(), &english),
        ((5..50).rev().collect(), &short),
        (vec![3], &short),
        (Vec::new(), &english),
        ((0..60).collect(), &english),
    ] {
        let sections: Vec<SectionTexts<'_>> = numbers.iter().map(section).collect();
        let bytes = |memory: &mut AnalysisMemory| {
            let blocks = build(&sections, settings, &PARAMS, memory);
            let spelling = [blocks.spelling.forward, blocks.spelling.backward];
            (blocks.terms, blocks.positions, spelling, blocks.term_count, blocks.largest_impact)
        };
        assert_eq!(bytes(&mut memory), bytes(&mut AnalysisMemory::default()), "{numbers:?}");
    }
}

#[test]
fn an_empty_index_is_allowed() {
    let none = Index::new(&[]);
    assert!(none.terms.is_empty() && none.spelling().is_empty());
    assert!(none.entry("word").is_none());
}

proptest! {
    #[test]
    fn any_words_are_found_again(sections in prop::collection::vec("[a-d]{1,3}( [a-d東é]{1,3}){0,12}", 1..30)) {
        let index = Index::of(&sections.iter().map(|text| ("", text.as_str())).collect::<Vec<_>>());
        let analyzer = Analyzer::default();
        let mut expected: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (number, text) in (0u32..).zip(&sections) {
            let mut expect = |term: &str| {
                let sections = expected.entry(term.to_owned()).or_default();
                if sections.last() != Some(&number) {
                    sections.push(number);
                }
            };
            analyzer.terms(text, |term| expect(term.text));
            // As a single character or in a pair.
            text.matches('東').for_each(expect);
        }
        prop_assert_eq!(index.blocks.term_count, expected.len());
        for (term, sections) in expected {
            prop_assert_eq!(index.sections(&term), sections, "{}", term);
        }
        for absent in ["zz", "abcde", "東東東東"] {
            prop_assert!(index.entry(absent).is_none());
        }
    }
}
