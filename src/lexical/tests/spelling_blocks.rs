//! Corrections and completions.

use proptest::prelude::*;

use super::*;

/// Candidates of all blocks of one order, as (term, form, edits), sorted.
fn near(index: &Index, backward: bool, typed: &str, max_edits: u32) -> Vec<(String, String, u32)> {
    let blocks = if backward { &index.blocks.spelling.backward } else { &index.blocks.spelling.forward };
    let mut found = Vec::new();
    for block in blocks {
        SpellingBlock::new(block.bytes.clone(), backward).near(typed, typed, max_edits, &mut found).unwrap();
    }
    let mut found: Vec<(String, String, u32)> = found
        .into_iter()
        .map(|found| (found.edits(), found))
        .map(|(edits, it)| (it.term, it.surface, edits))
        .collect();
    found.sort_unstable();
    found
}

fn completions(index: &Index, prefix: &str) -> Vec<SpellingCandidate> {
    let mut found = Vec::new();
    for block in &index.blocks.spelling.forward {
        SpellingBlock::new(block.bytes.clone(), false).completions(prefix, &mut found).unwrap();
    }
    found
}

#[test]
fn corrections_are_found_in_both_orders() {
    let index = Index::of(&[
        ("", "thread threshold borrow grün bottom tree os.path.join 42 東京都 ab café"),
        ("", "thread"),
    ]);
    for (typed, edits, expected) in [
        ("thread", 0, &[("thread", 0)][..]),
        ("thraed", 1, &[("thread", 1)]),
        ("threaad", 1, &[("thread", 1)]),
        ("tread", 1, &[("thread", 1)]),
        ("htread", 1, &[("thread", 1)]),
        ("thread", 3, &[("thread", 0), ("tree", 3)]),
        ("threax", 1, &[("thread", 1)]),
        ("xthread", 1, &[("thread", 1)]),
        ("threadx", 1, &[("thread", 1)]),
        ("borow", 1, &[("borrow", 1)]),
        ("botom", 3, &[("borrow", 3), ("bottom", 1)]),
        ("gruen", 1, &[("grun", 1)]),
        ("grum", 1, &[("grun", 1)]),
        ("caf", 1, &[("cafe", 1)]),
        ("join", 0, &[("join", 0)]),
        ("os.path.jion", 1, &[("os.path.join", 1)]),
        ("東京", 2, &[]),
        ("42", 0, &[]),
        ("ab", 0, &[]),
        ("zzzzzz", 2, &[]),
    ] {
        for backward in [false, true] {
            let found = near(&index, backward, typed, edits);
            let found: Vec<(&str, u32)> =
                found.iter().map(|(term, _, edits)| (term.as_str(), *edits)).collect();
            assert_eq!(found, expected, "{typed} backward: {backward}");
        }
    }
}

#[test]
fn distance_is_that_of_what_stands_on_the_page() {
    let index =
        Index::of(&[("", "conversions convert verse thereby"), ("", "variables variable studies study")]);
    for (typed, edits, expected) in [
        ("conversiins", 1, &[("convers", "conversions", 1)][..]),
        ("convetsions", 1, &[("convers", "conversions", 1)]),
        ("conversion", 1, &[("convers", "conversions", 1)]),
        ("varialbes", 1, &[("variabl", "variables", 1)]),
        ("varialbe", 1, &[("variabl", "variable", 1)]),
        ("stdy", 1, &[("studi", "study", 1)]),
        ("studeis", 1, &[("studi", "studies", 1)]),
        ("vrse", 1, &[("vers", "verse", 1)]),
        ("there", 1, &[]),
        ("xyz", 1, &[]),
    ] {
        let found = near(&index, false, typed, edits);
        let found: Vec<(&str, &str, u32)> =
            found.iter().map(|(term, form, edits)| (term.as_str(), form.as_str(), *edits)).collect();
        assert_eq!(found, expected, "{typed}");
        assert_eq!(near(&index, true, typed, edits), near(&index, false, typed, edits), "{typed}");
    }
}

#[test]
fn candidates_have_their_most_frequent_surface_form() {
    let index = Index::of(&[
        ("", "Libraries"),
        ("", "libraries"),
        ("", "library"),
        ("", "Übungen"),
        ("", "parsing parsing parsing"),
        ("", "parse"),
        ("", "parse"),
    ]);
    for (term, surface, frequency) in
        [("librari", "libraries", 3), ("ubungen", "ubungen", 1), ("pars", "parse", 3)]
    {
        let found = completions(&index, term);
        let found = found.iter().find(|candidate| candidate.term == term).unwrap();
        assert_eq!((found.surface.as_str(), found.document_frequency), (surface, frequency), "{term}");
    }
}

#[test]
fn prefixes_are_completed() {
    let index = Index::of(&[("", "thread threshold threads trait thin"), ("", "Threading")]);
    for (prefix, expected) in [
        ("thre", &[("thread", 2), ("threshold", 1)][..]),
        ("th", &[("thin", 1), ("thread", 2), ("threshold", 1)]),
        ("thread", &[("thread", 2)]),
        // A form of it, though not the most frequent one.
        ("threads", &[("thread", 2)]),
        ("threadsx", &[]),
        ("x", &[]),
    ] {
        let found = completions(&index, prefix);
        let found: Vec<(&str, u32)> =
            found.iter().map(|found| (found.term.as_str(), found.document_frequency)).collect();
        assert_eq!(found, expected, "{prefix}");
        assert!(completions(&index, prefix).iter().all(|candidate| candidate.edits() == 0));
    }
}

#[test]
fn tolerated_edits_grow_with_length() {
    let edits: Vec<u32> = [0, 2, 3, 5, 6, 60].into_iter().map(auto_edits).collect();
    assert_eq!(edits, [0, 0, 1, 1, 2, 2]);
}

/// Textbook optimal string alignment.
fn distance(a: &[char], b: &[char]) -> u32 {
    let mut rows = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if i == 0 || j == 0 {
                rows[i][j] = (i + j) as u32;
                continue;
            }
            let replaced = rows[i - 1][j - 1] + u32::from(a[i - 1] != b[j - 1]);
            rows[i][j] = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                rows[i][j] = rows[i][j].min(rows[i - 2][j - 2] + 1);
            }
        }
    }
    rows[a.len()][b.len()]
}

proptest! {
    #[test]
    fn any_word_is_found_within_its_distance(
        words in prop::collection::btree_set("[xyzé]{3,8}", 1..40),
        typed in "[xyze]{3,8}",
        edits_allowed in 0u32..4,
    ) {
        let text = words.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        let index = Index::of(&[("", &text)]);
        let mut terms = std::collections::BTreeMap::new();
        Analyzer::default().terms(&text, |term| {
            let form: Vec<char> = fold(&text[term.span]).chars().collect();
            terms.entry(term.text.to_owned()).or_insert_with(Vec::new).push(form);
        });
        let typed_chars: Vec<char> = typed.chars().collect();
        let nearest = |forms: &Vec<Vec<char>>| forms.iter().map(|form| distance(&typed_chars, form)).min().unwrap();
        let expected: Vec<(String, u32)> = terms
            .iter()
            .filter(|(term, _)| term.chars().count() >= 3)
            .map(|(term, forms)| (term.clone(), nearest(forms)))
            .filter(|(_, edits)| *edits <= edits_allowed)
            .collect();
        for backward in [false, true] {
            let found = near(&index, backward, &typed, edits_allowed);
            let found: Vec<(String, u32)> = found
                .into_iter()
                .map(|(term, _, edits)| (term, edits))
                // Names that it begins or ends are found at any distance.
                .filter(|(_, edits)| *edits <= edits_allowed)
                .collect();
            for (term, edits) in &expected {
                prop_assert!(found.iter().any(|(known, least)| known == term && least <= edits), "{}", term);
            }
        }
    }
}
