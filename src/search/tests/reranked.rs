//! Answers reranked by a model.

use super::*;
use crate::ids::SectionId;
use crate::index::tests::built::{dense_input, info};
use crate::index::{Name, NameKind, Ranking};

/// Forty sections with the word "widget", in one order by words and in another by vectors. The last one is named "gear".
fn site(weight: f32) -> Site {
    let texts: Vec<String> = (0..40).map(|at| format!("the widget {}", "so on ".repeat(at))).collect();
    let mut pages: Vec<Page> =
        (0..).zip(&texts).map(|(at, text)| page(&format!("p{at:02}"), "", &[("", "", text)])).collect();
    pages[39].sections[0].names = vec![Name { text: "gear".to_owned(), kind: NameKind::Qualified }];
    let sections: Vec<SectionId> = (0..40).map(SectionId).collect();
    let vectors: Vec<f32> = (0..40)
        .flat_map(|at| {
            let radians = (at * 7 % 40) as f32 / 40.0;
            [radians.cos(), radians.sin()]
        })
        .collect();
    let info = info();
    let input = dense_input(&sections, &vectors, &info);
    let ranking = Ranking { numbers: vec![("rerank.weight".to_owned(), weight)] };
    let settings = IndexSettings { ranking: plain_ranking(ranking), ..settings() };
    let mut site = Site::new(Host::new(build(&pages, Some(&input), &settings, &|_, _, _| {}).unwrap()));
    site.model = |task| Ok(backwards(task));
    site
}

/// Prefers what stands last.
fn backwards(task: &RerankTask) -> Vec<f32> {
    (0..task.passages.len()).map(|place| place as f32 - 7.5).collect()
}

fn late(_: &RerankTask) -> Result<Vec<f32>, (String, String)> {
    Err(("reranker-late".to_owned(), "too late".to_owned()))
}

fn ask(site: &mut Site, asked: &Request) -> Answer {
    site.answer_with(asked, Some(&[1.0, 0.0]))
}

fn shown(site: &mut Site, asked: &Request) -> Vec<String> {
    urls(&ask(site, asked))
}

const MODES: [Mode; 3] = [Mode::Lexical, Mode::Dense, Mode::Hybrid];

#[test]
fn the_first_three_pages_are_reranked_together() {
    for mode in MODES {
        let mut site = site(100.0);
        let plain = Request { limit: 4, ..request("widget", mode) };
        let mut expected = shown(&mut site, &Request { limit: 40, ..plain.clone() });
        expected[..12].reverse();
        for offset in [0, 4, 8, 12, 16, 10, 0] {
            let page = Request { offset, rerank: true, ..plain.clone() };
            assert_eq!(shown(&mut site, &page), expected[offset..offset + 4], "{mode:?} from {offset}");
        }
        assert_eq!(site.tasks.len(), 1, "{mode:?}: further pages use the same scores");
        assert_eq!(site.tasks[0].passages.len(), 12);
        let other = Request { rerank: true, ..Request { text: "a widget".to_owned(), ..plain } };
        ask(&mut site, &other);
        assert_eq!(site.tasks.len(), 2, "{mode:?}: another query");
    }
}

#[test]
fn at_most_a_hundred_hits_are_reranked() {
    let sections: Vec<String> = (0..150).map(|at| format!("s{at}")).collect();
    let sections: Vec<(&str, &str, &str)> =
        sections.iter().map(|anchor| (anchor.as_str(), "", "a widget")).collect();
    let mut site = Site::with(&[page("a", "", &sections)], &settings());
    site.model = |task| Ok(backwards(task));
    for (limit, passages) in [(1, 3), (33, 99), (50, 100), (1_000, 100)] {
        let text = format!("{limit} widget");
        let answer = site.answer(&Request { limit, rerank: true, ..words(&text) });
        assert_eq!(answer.hits.len(), limit.min(150));
        assert_eq!(site.tasks.pop().unwrap().passages.len(), passages, "{limit}");
    }
    for (text, limit, offset) in [("widget", 0, 0), ("zzqqxx", 10, 0), ("widget", 10, 30), ("", 10, 0)] {
        site.answer(&Request { limit, offset, rerank: true, ..words(text) });
        assert_eq!(site.tasks, [], "{text} {limit} from {offset}: nothing to rerank");
    }
}

#[test]
fn texts_of_all_three_pages_take_one_round_trip() {
    let mut site = site(1.0);
    ask(&mut site, &Request { rerank: true, ..words("widget") });
    assert_eq!(site.rounds, 2);
}

#[test]
fn the_weight_mixes_both_orders() {
    let asked = Request { rerank: true, ..words("widget") };
    let mut without = site(0.0);
    let unmoved = shown(&mut without, &asked);
    assert_eq!(unmoved, shown(&mut without, &words("widget")));
    assert_eq!(shown(&mut site(100.0), &asked)[0], "p29");
    // Both orders count alike, so the first and the last of the thirty get the same score.
    let mut site = site(1.0);
    let mut scores = std::collections::BTreeMap::new();
    for offset in [0, 10, 20] {
        let answer = ask(&mut site, &Request { offset, ..asked.clone() });
        scores.extend(answer.hits.into_iter().map(|hit| (hit.url, hit.score)));
    }
    let (first, last) = (scores["p00"], scores["p29"]);
    assert!((first - last).abs() < 1e-5 * first, "{scores:?}");
}

#[test]
fn explanations_add_up_with_a_model() {
    let mut site = site(0.7);
    for query in ["widget", "gear", "widget so on"] {
        for mode in MODES {
            let asked = Request { explain: true, rerank: true, ..request(query, mode) };
            let answer = ask(&mut site, &asked);
            assert_eq!(answer.degraded, None, "{query} {mode:?}");
            let mut reranked = 0.0f32;
            for hit in &answer.hits {
                assert_adds_up(hit);
                reranked = reranked.max(hit.explanation.as_ref().unwrap().reranked);
            }
            assert!(reranked > 0.0, "{query} {mode:?}");
        }
    }
}

#[test]
fn navigational_matches_stay_first() {
    let mut site = site(100.0);
    site.model = |task| Ok(task.passages.iter().map(|passage| -(passage.id as f32)).collect());
    let asked = Request { rerank: true, ..request("gear", Mode::Hybrid) };
    assert_eq!(shown(&mut site, &asked)[..2], ["p39", "p00"]);
}

#[test]
fn without_scores_the_order_stands() {
    let failures: [(Model, &str); 5] = [
        (late, "reranker-late"),
        (|task| Ok(backwards(task)[1..].to_vec()), "reranker"),
        (|_| Ok(Vec::new()), "reranker"),
        (|task| Ok(vec![f32::NAN; task.passages.len()]), "reranker"),
        (|task| Ok(vec![f32::INFINITY; task.passages.len()]), "reranker"),
    ];
    for (model, code) in failures {
        for mode in MODES {
            let mut site = site(1.0);
            site.model = model;
            let plain = request("widget", mode);
            for offset in [0, 10, 20] {
                let answer = ask(&mut site, &Request { offset, rerank: true, ..plain.clone() });
                let problem = answer.degraded.as_deref().unwrap();
                assert_eq!((problem[0].retriever, problem[0].code.as_str()), ("reranker", code));
                assert_eq!(urls(&answer), shown(&mut site, &Request { offset, ..plain.clone() }), "{code}");
            }
            assert_eq!(site.tasks.len(), 1, "further pages keep the order of the first");
            site.model = |task| Ok(backwards(task));
            let answer = ask(&mut site, &Request { rerank: true, ..plain });
            assert_eq!((answer.degraded, site.tasks.len()), (None, 2), "a first page asks again");
        }
    }
}

#[test]
fn any_finite_scores_are_normalised() {
    let mut site = site(1.0);
    for model in [
        (|task| Ok(backwards(task).iter().map(|score| score * 1e37).collect())) as Model,
        |task| Ok(vec![f32::MAX, f32::MIN].into_iter().cycle().take(task.passages.len()).collect()),
        |task| Ok(vec![3.0; task.passages.len()]),
    ] {
        site.model = model;
        let answer = ask(&mut site, &Request { rerank: true, ..words("widget") });
        assert!(answer.hits.iter().all(|hit| hit.score.is_finite()), "{:?}", answer.hits);
        site.engine.forget_failures();
        ask(&mut site, &Request { rerank: true, ..words("gear") });
    }
}

#[test]
fn scores_that_nobody_asked_for_have_no_effect() {
    let mut site = site(100.0);
    site.engine.supply_scores(Ok(vec![1.0; 30]));
    let asked = Request { rerank: true, ..words("widget") };
    let expected = shown(&mut site, &asked);
    site.engine.supply_scores(Ok(vec![1.0; 30]));
    assert_eq!(shown(&mut site, &asked), expected);
    assert_eq!(site.tasks.len(), 1);
}

#[test]
fn a_model_reads_the_best_passage_of_each_section() {
    let filler = "nothing of note. ".repeat(200);
    let long = format!("A beginning. {filler}\nSharing gadgets between widgets works. {filler}");
    let title = "é".repeat(300);
    let pages = [
        page("a", "Alpha", &[("one", "First", &long), ("two", "", "a widget")]),
        page("b", &title, &[("", "Other", "widgets of all kinds")]),
    ];
    let mut site = Site::with(&pages, &settings());
    site.model = |task| Ok(backwards(task));
    let answer = site.answer(&Request { rerank: true, ..words("gadget between wigdets") });
    let task = &site.tasks[0];
    assert_eq!(task.query, "gadget between widgets");
    let of = |url: &str| task.passages.iter().find(|passage| passage.url == url).unwrap();
    let first = of("a#one");
    assert_eq!((first.title.as_str(), first.heading.as_str()), ("Alpha", "First"));
    assert!(first.text.starts_with("Sharing gadgets between widgets works."), "{}", first.text);
    assert!((700..=800).contains(&first.text.len()), "{}", first.text.len());
    assert_eq!((of("a#two").heading.as_str(), of("a#two").text.as_str()), ("", "a widget"));
    assert_eq!(of("b").title, "é".repeat(100));
    assert_eq!(sorted(urls(&answer)), ["a#one", "a#two", "b"]);
}

#[test]
fn failed_texts_are_left_out() {
    let mut site = site(1.0);
    site.broken = vec!["texts"];
    let answer = ask(&mut site, &Request { rerank: true, ..words("widget") });
    let retrievers: Vec<&str> = answer.degraded.iter().flatten().map(|problem| problem.retriever).collect();
    assert!(answer.hits.is_empty() && !retrievers.is_empty());
    assert!(retrievers.iter().all(|retriever| *retriever == "texts"), "{retrievers:?}");
    assert_eq!(site.tasks, [], "nothing to read");
}
