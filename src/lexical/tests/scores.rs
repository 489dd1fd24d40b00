//! Scores, and clause rules.

use super::*;
use crate::ids::SectionId;
use crate::peak_memory::peak_of;

const SHOULD: ClauseRule = ClauseRule { weight: 1.0, must: false, must_not: false };
const MUST: ClauseRule = ClauseRule { must: true, ..SHOULD };
const MUST_NOT: ClauseRule = ClauseRule { must_not: true, ..SHOULD };

/// Scores one clause per list of terms; each term forms a separate group.
fn scored(index: &Index, clauses: &[(&[&str], ClauseRule)], least: usize) -> Vec<ScoredSection> {
    let mut scores = Scores::new(index.section_count, index.blocks.largest_impact);
    for (clause, (terms, _)) in clauses.iter().enumerate() {
        for term in *terms {
            scores.add(TermGroup { clause, lists: lists(index, term), role: NameRole::None }).unwrap();
        }
    }
    let rules: Vec<ClauseRule> = clauses.iter().map(|(_, rule)| *rule).collect();
    scores.finish(&rules, least, false)
}

fn lists<'a>(index: &'a Index, term: &str) -> Vec<ScoredList<'a>> {
    let lists = index.lists(term);
    let frequency = lists.first().map_or(0, |(entry, _)| entry.document_frequency);
    let weight = idf(index.section_count, frequency);
    lists.iter().map(|(entry, _)| ScoredList { weight, postings: entry.postings().unwrap() }).collect()
}

fn ranked(found: Vec<ScoredSection>) -> Vec<u32> {
    best(&found, 10, &|_| 0).iter().map(|scored| scored.section.0).collect()
}

#[test]
fn scores_are_those_of_the_formula() {
    let index = Index::of(&[
        ("Threads", "a thread and another thread here"),
        ("Paths", "no such word in this one"),
        ("Owners", "neither here nor there at all"),
    ]);
    // Once in a heading of one term, twice in a text of six. Mean lengths: headings 1 term, texts 6.
    let joint: f32 = 2.0 + 2.0;
    let impact = joint * 2.5 / (joint + 1.5) + 0.5 * 2.5 / (1.0 + 1.5);
    let idf = (1.0f32 + (3.0 - 1.0 + 0.5) / 1.5).ln();
    let found = scored(&index, &[(&["thread"], SHOULD)], 0);
    assert_eq!(found.len(), 1);
    let score = found[0].score;
    assert!((score / (idf * impact) - 1.0).abs() < 0.01, "{score} != {}", idf * impact);
    // One of two clauses of equal weight matches: the score times 0.5^(1.5 / 2²).
    let half = scored(&index, &[(&["thread"], SHOULD), (&["nowher"], SHOULD)], 0)[0].score;
    assert!((half / score - 0.5f32.powf(0.375)).abs() < 1e-5, "{half} {score}");
    let both = scored(&index, &[(&["thread"], SHOULD), (&["anoth"], SHOULD)], 0);
    let other = scored(&index, &[(&["anoth"], SHOULD)], 0)[0].score;
    assert!((both[0].score - score - other).abs() < 1e-4, "full coverage adds scores up");
}

#[test]
fn rare_words_weigh_more() {
    assert!(idf(100, 1) > idf(100, 2) && idf(100, 99) > idf(100, 100));
    assert!(idf(100, 100) > 0.0 && idf(0, 0) >= 0.0 && idf(3, 9).is_finite());
}

#[test]
fn clause_rules_select_sections() {
    let index = Index::of(&[
        ("", "apple pear"),
        ("", "apple plum"),
        ("", "pear plum"),
        ("", "apple pear plum"),
        ("", "cherry"),
    ]);
    let (apple, pear, plum): (&[&str], &[&str], &[&str]) = (&["appl"], &["pear"], &["plum"]);
    for (clauses, least, expected) in [
        (&[(apple, SHOULD)][..], 0, &[0, 1, 3][..]),
        (&[(apple, SHOULD), (pear, SHOULD)], 0, &[0, 3, 1, 2]),
        (&[(apple, SHOULD), (pear, SHOULD)], 2, &[0, 3]),
        (&[(apple, SHOULD), (pear, SHOULD), (plum, SHOULD)], 2, &[3, 0, 1, 2]),
        (&[(apple, SHOULD), (pear, SHOULD), (plum, SHOULD)], 3, &[3]),
        (&[(apple, MUST), (pear, SHOULD)], 0, &[0, 3, 1]),
        (&[(apple, MUST), (pear, SHOULD)], 1, &[0, 3]),
        (&[(apple, MUST), (pear, MUST)], 0, &[0, 3]),
        (&[(apple, SHOULD), (pear, MUST_NOT)], 0, &[1]),
        (&[(apple, MUST), (plum, MUST_NOT)], 0, &[0]),
        (&[(apple, MUST), (&["nowher"], MUST)], 0, &[]),
        (&[(apple, MUST), (&["nowher"], MUST_NOT)], 0, &[0, 1, 3]),
        (&[(&["nowher"], SHOULD)], 0, &[]),
        (&[], 0, &[]),
    ] {
        let mut found = scored(&index, clauses, least);
        assert!(found.is_sorted_by(|a, b| a.section < b.section), "section order");
        found.retain(|scored| scored.score > 0.0);
        assert_eq!(ranked(found), expected, "{clauses:?} {least}");
    }
}

#[test]
fn only_the_best_of_several_terms_counts() {
    let index = Index::of(&[("", "apple pear"), ("", "pear"), ("", "plum")]);
    let mut scores = Scores::new(index.section_count, index.blocks.largest_impact);
    let both = lists(&index, "appl").into_iter().chain(lists(&index, "pear")).collect();
    scores.add(TermGroup { clause: 0, lists: both, role: NameRole::None }).unwrap();
    let found = scores.finish(&[SHOULD], 1, false);
    let alone = |term: &str, section| {
        let found = scored(&index, &[(&[term], SHOULD)], 0);
        found.iter().find(|scored| scored.section == SectionId(section)).unwrap().score
    };
    let expected = [(0, alone("appl", 0).max(alone("pear", 0))), (1, alone("pear", 1))];
    assert_eq!(found.len(), 2);
    for (found, (section, score)) in found.iter().zip(expected) {
        assert_eq!((found.section.0, found.score), (section, score));
    }
}

#[test]
fn low_impact_postings_are_scored() {
    let index = long_lists();
    let found = scored(&index, &[(&["common"], SHOULD)], 0);
    assert_eq!(found.len() as u32, index.section_count);
    assert!(best(&found, 100, &|_| 0).iter().all(|scored| scored.section.0 % 10 == 7));
}

#[test]
fn clauses_beyond_the_last_bit_share_the_last_bit() {
    let mut scores = Scores::new(2, 1.0);
    (0..70).for_each(|clause| scores.add_section(clause, SectionId(0), 1.0));
    scores.add_section(69, SectionId(1), 1.0);
    scores.add_section(0, SectionId(9), 1.0);
    let found = scores.finish(&[SHOULD; 70], 32, false);
    assert_eq!(found.iter().map(|scored| (scored.section.0, scored.score)).collect::<Vec<_>>(), [(0, 70.0)]);
}

#[test]
fn ranking_is_by_kind_then_score_then_section() {
    let found = |section, score| ScoredSection { section: SectionId(section), score };
    let all = vec![found(0, 1.0), found(1, 3.0), found(2, 3.0), found(3, 0.5), found(4, 2.0)];
    for (limit, expected) in
        [(9, &[3, 1, 2, 4, 0][..]), (5, &[3, 1, 2, 4, 0]), (3, &[3, 1, 2]), (1, &[3]), (0, &[])]
    {
        let sections: Vec<u32> = best(&all, limit, &|section: SectionId| u8::from(section.0 == 3))
            .iter()
            .map(|scored| scored.section.0)
            .collect();
        assert_eq!(sections, expected, "{limit}");
    }
}

#[test]
fn memory_follows_the_postings() {
    let terms = posting_in_last_section();
    let entry = terms.find("a").unwrap().unwrap();
    let list = || ScoredList { postings: entry.postings().unwrap(), weight: 1.0 };
    let held = peak_of(|| {
        let mut scores = Scores::new(MAX_SECTIONS, 1.0);
        scores.add(TermGroup { clause: 0, lists: vec![list()], role: NameRole::None }).unwrap();
        scores.add(TermGroup { clause: 1, lists: vec![list(), list()], role: NameRole::None }).unwrap();
        let found = scores.finish(&[MUST, MUST], 0, false);
        assert!(found.iter().map(|found| found.section).eq([SectionId(MAX_SECTIONS - 1)]));
        let passing = scores.passing(&[MUST, MUST], 0).unwrap();
        let admitted = [MAX_SECTIONS - 2, MAX_SECTIONS - 1, MAX_SECTIONS]
            .map(|section| passing.admits(SectionId(section)));
        assert_eq!(admitted, [false, true, false]);
    });
    let most = MAX_SECTIONS as usize / 8 + (4 << 10);
    assert!(held <= most, "{held} bytes held for one posting, {most} expected at most");
}

/// Two indexes with the same lengths give a section the impacts that one of both would.
#[test]
fn given_lengths_stand_for_the_mean() {
    let long = "word ".repeat(30);
    let texts = ["owl hoot", "owl nest", long.as_str()];
    let sections: Vec<SectionTexts<'_>> = texts.iter().map(|text| section("", text)).collect();
    let impacts = |sections: &[SectionTexts<'_>], params: &Bm25Params| -> Vec<u8> {
        let index = Index::with(sections, params);
        index.postings("owl").iter().map(|posting| posting.impact).collect()
    };
    let own = PARAMS;
    let mean = 34.0 / 3.0;
    let given = Bm25Params { lengths: [0.0, 0.0, 0.0, mean, 0.0, 0.0], ..PARAMS };
    let whole = impacts(&sections, &own);
    assert_eq!(impacts(&sections[..2], &given), whole);
    assert_ne!(impacts(&sections[..2], &own), whole);
}
