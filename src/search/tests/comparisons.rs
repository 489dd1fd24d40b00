//! Comparisons look up both sides.

use super::*;

/// Many sections have "list" alone, few have "tuple", and two have both. Lists are frequent: their sections are dense
/// with them.
fn site() -> Site {
    let lists: Vec<String> = (0..9).map(|at| format!("lists{at}")).collect();
    let mut pages: Vec<(&str, &str, &str)> =
        lists.iter().map(|url| (url.as_str(), "List", "A list. Every list is a list of lists.")).collect();
    pages.push(("tuple", "Tuple", "A tuple. Every tuple is a tuple of tuples."));
    pages.push(("both", "Sequences", "Among all of the sequences, a list may change and a tuple may not."));
    pages.push(("too", "More", "It turns one into another one: a list of them becomes a tuple of them."));
    pages.push(("none", "Sets", "Neither of them. The difference of sets."));
    Site::of(&pages)
}

#[test]
fn sections_with_both_sides_come_first() {
    let mut site = site();
    for query in [
        "list vs tuple",
        "what is the difference between a list and a tuple",
        "lists compared to tuples",
        "should I use lists or tuples",
        "how is a tuple different from a list",
    ] {
        let found = site.urls(query);
        assert_eq!(sorted(found[..2].to_vec()), ["both", "too"], "{query}: {found:?}");
    }
}

/// The best section of the rarer side does not stand behind all of the more frequent side, nor the reverse.
#[test]
fn sides_weigh_alike() {
    let mut site = site();
    for query in ["list vs tuple", "tuple vs list"] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        let score = |url: &str| answer.hits.iter().find(|hit| hit.url == url).map(|hit| hit.score).unwrap();
        let ratio = score("tuple") / score("lists0");
        assert!((0.8..1.25).contains(&ratio), "{query}: {ratio}");
        let place = urls(&answer).iter().position(|url| url == "tuple").unwrap();
        assert!(place < 4, "{query}: {place}");
    }
    let plain = site.answer(&words("list tuple"));
    let score = |url: &str| plain.hits.iter().find(|hit| hit.url == url).map(|hit| hit.score).unwrap();
    assert!(score("tuple") > 2.0 * score("lists0"), "without a comparison, the rarer word weighs more");
}

#[test]
fn a_side_that_no_section_has_changes_nothing() {
    let mut site = site();
    let scores = |answer: Answer| answer.hits.iter().map(|hit| hit.score.to_bits()).collect::<Vec<_>>();
    let [compared, plain] = ["list vs zzqqxx", "list zzqqxx"].map(|query| scores(site.answer(&words(query))));
    assert_eq!(compared, plain);
}

/// Terms add up to the score, coverage aside, in a section that has all of them.
#[test]
fn explanations_add_up() {
    let mut site = site();
    let answer = site.answer(&Request { explain: true, ..words("list vs tuple") });
    let hit = answer.hits.iter().find(|hit| hit.url == "both").unwrap();
    let why = hit.explanation.as_ref().unwrap();
    let sum: f32 = why.terms.iter().map(|term| term.score).sum::<f32>() + why.proximity;
    assert!((sum - hit.score).abs() < 1e-5, "{sum} {}", hit.score);
}
