//! Each list fails in turn, in each way that it can. What the others found stays.

use super::hybrid::{at, codes, numbers};
use super::links;
use super::*;
use crate::index::Full;
use crate::search::fusion::spread::LINKS;

/// How a list fails.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// Files of this kind do not load.
    Missing(&'static str),
    /// Of blocks in files of this kind, no byte arrives.
    Damaged(&'static str),
    /// The encoder gives this in place of a vector of two numbers.
    Vector(Option<&'static [f32]>),
    /// There is no encoder, for a reason with this code.
    Encoder(&'static str),
}

use Failure::{Damaged, Encoder, Missing, Vector};

/// Lists, how they fail, and the code in `degraded`.
const FAILURES: &[(&str, Failure, &str)] = &[
    ("lexical", Missing("terms"), "unavailable"),
    ("lexical", Damaged("terms"), "damaged"),
    ("dense", Missing("dense"), "unavailable"),
    ("dense", Damaged("dense"), "damaged"),
    ("dense", Vector(None), "no-vector"),
    ("dense", Vector(Some(&[1.0])), "vector"),
    ("dense", Encoder("memory"), "memory"),
    (LINKS, Missing("links"), "unavailable"),
    (LINKS, Damaged("links"), "damaged"),
];

/// A site whose query for "widget" has all lists, with scores mixed by all of them.
fn site() -> Site {
    links::site(numbers(&[("fusion.weights.links", 0.5), ("mix.links", 0.3), ("mix.depth", 30.0)]))
}

/// Names of all lists, but of the lexicon's, which is only there without a vector and has tests of its own.
fn lists() -> Vec<&'static str> {
    let names = Full::RETRIEVERS.iter().map(|retriever| retriever.name()).filter(|name| *name != "lexicon");
    names.chain([LINKS]).collect()
}

/// Addresses of the hits of one list, in its order.
fn hits_of(answer: &Answer, list: &str) -> Vec<String> {
    let of_list = answer.hits.iter().flat_map(|hit| {
        let contributions = &hit.explanation.as_ref().unwrap().contributions;
        contributions.iter().filter(|it| it.retriever == list).map(|it| (it.rank, hit.url.clone()))
    });
    of_list.collect::<std::collections::BTreeMap<_, _>>().into_values().collect()
}

fn ask(site: &mut Site, request: &Request, failure: Option<Failure>) -> Answer {
    let vector = at(0.0);
    let mut given = Some(&vector[..]);
    match failure {
        None => {}
        Some(Missing(kind)) => site.broken = vec![kind],
        Some(Damaged(kind)) => site.damaged = vec![kind],
        Some(Vector(vector)) => given = vector,
        Some(Encoder(code)) => {
            given = None;
            site.engine.set_encoder_problem(Some((code.to_owned(), "no encoder".to_owned())));
        }
    }
    let answer = site.answer_with(request, given);
    answer.hits.iter().for_each(assert_adds_up);
    answer
}

#[test]
fn the_others_answer_if_one_list_fails() {
    assert_eq!(
        FAILURES.iter().map(|(list, ..)| *list).collect::<BTreeSet<_>>(),
        BTreeSet::from_iter(lists())
    );
    for text in ["widget", "a part of the widget", "+widget", "what uses the widget"] {
        let request = Request { explain: true, limit: 1_000, ..request(text, Mode::Hybrid) };
        let whole = ask(&mut site(), &request, None);
        assert_eq!(whole.degraded, None, "{text}");
        for (failing, failure, code) in FAILURES.iter().copied() {
            let mut site = site();
            let answer = ask(&mut site, &request, Some(failure));
            let case = format!("{text}: {failure:?}");
            assert_eq!(codes(&answer), [(failing, code)], "{case}");
            for list in lists() {
                let before = hits_of(&whole, list);
                let mut after = hits_of(&answer, list);
                assert!(text == "+widget" && list == LINKS || !before.is_empty(), "{case}: {list}");
                // A retriever's list alone spreads nothing.
                if list == failing || list == LINKS {
                    assert!(after.is_empty(), "{case}: {list}");
                    continue;
                }
                // Without its terms, "+widget" keeps nothing out.
                after.retain(|url| before.contains(url));
                assert_eq!(after, before, "{case}: {list}");
            }
            site.repair();
            assert_eq!(ask(&mut site, &request, None), whole, "{case}: healed");
        }
    }
}

/// A retriever that answers a mode alone is replaced by the others.
#[test]
fn another_retriever_answers_its_mode() {
    for (mode, other) in [(Mode::Lexical, "dense"), (Mode::Dense, "lexical")] {
        let request = |mode| Request { explain: true, limit: 1_000, ..request("widget", mode) };
        let expected = hits_of(&ask(&mut site(), &request(Mode::Hybrid), None), other);
        let is_of = |list: &str| mode == if list == "lexical" { Mode::Lexical } else { Mode::Dense };
        for (failing, failure, code) in FAILURES.iter().filter(|(list, ..)| *list != LINKS && is_of(list)) {
            let answer = ask(&mut site(), &request(mode), Some(*failure));
            let case = format!("{mode:?}: {failure:?}");
            assert_eq!(
                (codes(&answer), urls(&answer)),
                (vec![(*failing, *code)], expected.clone()),
                "{case}"
            );
        }
    }
}
