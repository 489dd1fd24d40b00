//! Thresholds, and queries that nothing on the site fits closely.

use super::hybrid::{at, numbers, site};
use super::*;
use crate::index::Ranking;

fn ask(site: &mut Site, request: &Request, degrees: f32) -> Answer {
    let request = Request { explain: true, ..request.clone() };
    site.answer_with(&request, Some(&at(degrees)))
}

/// Hits, then suggestions after a bar.
fn shown(answer: &Answer) -> String {
    let suggested = answer.suggestions.iter().map(|it| it.url.as_deref().unwrap_or(&it.text));
    let suggested: Vec<&str> = suggested.collect();
    format!("{}|{}", urls(answer).join(" "), suggested.join(" "))
}

#[test]
fn a_score_threshold_keeps_the_best_hits() {
    let mut site = site(Ranking::default());
    for mode in [Mode::Lexical, Mode::Dense, Mode::Hybrid] {
        let all = ask(&mut site, &request("thread", mode), 30.0);
        for kept in 1..all.hits.len() {
            let least = all.hits[kept - 1].score;
            assert!(least > all.hits[kept].score, "{mode:?}");
            let few = Request { min_score: Some(least), ..request("thread", mode) };
            let answer = ask(&mut site, &few, 30.0);
            assert_eq!((urls(&answer), answer.total), (urls(&all)[..kept].to_vec(), kept), "{mode:?}");
            let page = Request { limit: 1, offset: kept - 1, ..few };
            assert_eq!(ask(&mut site, &page, 30.0).total, kept, "{mode:?}: whatever the page");
        }
        let none = Request { min_score: Some(1_000.0), ..request("thread", mode) };
        let answer = ask(&mut site, &none, 30.0);
        assert_eq!((answer.hits.len(), answer.total), (0, 0), "{mode:?}");
        assert_eq!(answer.suggestions[0].url.as_ref(), Some(&all.hits[0].url), "{mode:?}");
    }
    let named = Request { min_score: Some(1_000.0), ..request("pool", Mode::Hybrid) };
    assert_eq!(shown(&ask(&mut site, &named, 0.0)), "e|", "a name is never left out");
}

#[test]
fn a_similarity_threshold_cuts_the_dense_list() {
    let mut plain = site(Ranking::default());
    let mut set = site(numbers(&[("search.similarity_threshold", 0.7)]));
    for (mode, threshold, degrees, expected) in [
        (Mode::Dense, 0.7, 0.0, "a b c|"),
        (Mode::Hybrid, 0.7, 0.0, "a b c d e|"),
        (Mode::Hybrid, 0.9, 0.0, "a b d e|"),
        (Mode::Lexical, 0.9, 0.0, "d e|"),
        (Mode::Dense, 0.9, 140.0, "|e d c"),
        (Mode::Hybrid, 0.9, 140.0, "d e|"),
    ] {
        let asked = Request { similarity_threshold: Some(threshold), ..request("file", mode) };
        let mut answer = ask(&mut plain, &asked, degrees);
        answer.hits.sort_by(|a, b| a.url.cmp(&b.url));
        assert_eq!(shown(&answer), expected, "{mode:?} {threshold} {degrees}");
    }
    let asked = request("file", Mode::Dense);
    assert_eq!(shown(&ask(&mut set, &asked, 0.0)), "a b c|", "the site's setting");
    let all = Request { similarity_threshold: Some(0.0), ..asked };
    assert_eq!(ask(&mut set, &all, 0.0).hits.len(), 5, "none for this request");
}

/// Sections are at 0 to 80 degrees, so that 200 degrees is far from all of them.
#[test]
fn a_weak_fit_keeps_its_hits_beside_suggestions() {
    let mut plain = site(Ranking::default());
    let mut site = site(numbers(&[("nothing.fit", 0.8)]));
    for (query, mode, degrees, expected) in [
        ("file", Mode::Hybrid, 200.0, ""),
        ("file zzqqxx", Mode::Hybrid, 80.0, ""),
        ("file zzqqxx", Mode::Hybrid, 200.0, "d e c"),
        ("file zzqqxx", Mode::Lexical, 0.0, ""),
        ("read file zzqqxx", Mode::Hybrid, 200.0, "d e c"),
        ("zzqqxx", Mode::Hybrid, 200.0, "e d c"),
        ("anything", Mode::Dense, 200.0, ""),
        ("pool", Mode::Hybrid, 200.0, ""),
        ("thraed", Mode::Hybrid, 200.0, ""),
        ("ownneer", Mode::Hybrid, 200.0, "owner e d c"),
        ("file -zzqqxx", Mode::Hybrid, 200.0, ""),
        ("\"read a file\"", Mode::Lexical, 0.0, ""),
        ("\"file a read\"", Mode::Lexical, 0.0, ""),
    ] {
        let asked = Request { facets: true, ..request(query, mode) };
        let answer = ask(&mut site, &asked, degrees);
        let suggested = shown(&answer);
        let suggested = suggested.split('|').next_back().unwrap_or_default();
        assert_eq!(suggested, expected, "{query} {mode:?}: {:?}", answer.closeness);
        assert_eq!(answer.fit, (!expected.is_empty()).then_some(Fit::Weak), "{query} {mode:?}");
        let without_rule = Answer { fit: None, suggestions: Vec::new(), ..answer };
        let plain = Answer { suggestions: Vec::new(), ..ask(&mut plain, &asked, degrees) };
        assert_eq!(without_rule, plain, "{query} {mode:?}: no hit is hidden");
    }
    let answer = ask(&mut site, &request("zzqqxx", Mode::Hybrid), 200.0);
    assert_eq!(answer.suggestions[0].text, "Sharing", "the title, which the heading repeats");
    let without = site.answer(&request("file zzqqxx", Mode::Hybrid));
    assert_eq!(shown(&without), "d e|", "without a vector, nothing is known to be far");
    assert_eq!(without.fit, None);
    let unexplained = site.answer_with(&request("file zzqqxx", Mode::Hybrid), Some(&at(200.0)));
    assert_eq!((unexplained.fit, unexplained.closeness), (Some(Fit::Weak), None), "only with an explanation");
    let cut = Request { similarity_threshold: Some(0.9), ..request("file zzqqxx", Mode::Hybrid) };
    assert_eq!(shown(&ask(&mut site, &cut, 200.0)), "d e|d e c", "the author's threshold still cuts");
    let none = Request { min_score: Some(1_000.0), ..request("file zzqqxx", Mode::Hybrid) };
    assert_eq!(shown(&ask(&mut site, &none, 200.0)), "|d e c");
}

#[test]
fn explanations_have_the_numbers_of_the_fit() {
    let mut site = site(Ranking::default());
    let closeness =
        |site: &mut Site, query: &str, mode| ask(site, &request(query, mode), 80.0).closeness.unwrap();
    let idf = |document_frequency| crate::lexical::idf(5, document_frequency);
    for (query, words) in [
        ("file", 1.0),
        ("zzqqxx", 0.0),
        ("file zzqqxx", idf(2) / (idf(2) + idf(0))),
        ("thraed", 1.0),
        ("thrreeads", idf(3) / idf(0)),
        ("files.pool", 0.5 * idf(2).max(idf(3)) / idf(0)),
    ] {
        let found = closeness(&mut site, query, Mode::Hybrid);
        assert!((found.words.unwrap() - words).abs() < 1e-6, "{query}: {found:?}, not {words}");
        assert!((found.similarity.unwrap() - 1.0).abs() < 0.02, "{query}: {found:?}");
        let lexical = closeness(&mut site, query, Mode::Lexical);
        assert_eq!(lexical, Closeness { similarity: None, ..found }, "{query}");
    }
    assert_eq!(closeness(&mut site, "file", Mode::Dense).words, None);
}

#[test]
fn missing_postings_do_not_mean_a_weak_fit() {
    let mut site = site(numbers(&[("nothing.fit", 1.0)]));
    site.broken = vec!["terms"];
    let weak = request("zzqqxx", Mode::Hybrid);
    let answer = ask(&mut site, &weak, 200.0);
    assert_eq!((answer.hits.len(), answer.suggestions.len(), answer.fit), (5, 0, None));
    site.repair();
    let answer = ask(&mut site, &weak, 200.0);
    assert_eq!((answer.hits.len(), answer.suggestions.len(), answer.fit), (5, 3, Some(Fit::Weak)));
}

#[test]
fn texts_for_programs_say_that_the_fit_is_weak() {
    let mut site = site(numbers(&[("nothing.fit", 0.8)]));
    for (query, is_weak) in [("file zzqqxx", true), ("file", false)] {
        let mut told = 0;
        for max_tokens in 0..300 {
            let context = ContextRequest { max_tokens, site: String::new() };
            let asked = Request { context: Some(context), ..request(query, Mode::Hybrid) };
            let context = ask(&mut site, &asked, 200.0).context.unwrap();
            let of_sections: usize = context.sections.iter().map(|section| section.tokens).sum();
            let of_note = context.tokens - of_sections;
            assert!(context.tokens <= max_tokens, "{query} {max_tokens}");
            let begins = context.markdown.starts_with(&format!("{WEAK_FIT}\n\n## "));
            assert_eq!(of_note, if begins { estimate_tokens(WEAK_FIT) } else { 0 }, "{query} {max_tokens}");
            told += usize::from(begins);
        }
        assert_eq!(told > 0, is_weak, "{query}: {told}");
    }
}

#[test]
fn suggestions_without_texts_are_left_out() {
    let mut site = site(numbers(&[("search.min_score", 1_000.0)]));
    site.broken = vec!["texts"];
    let answer = site.answer(&words("file zzqqxx"));
    assert_eq!(shown(&answer), "|");
    assert_eq!(answer.degraded.unwrap()[0].retriever, "texts");
}
