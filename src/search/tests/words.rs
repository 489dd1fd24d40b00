//! The engine of the first answer, [`Words`]: each lexical query of the other tests, and what it leaves to [`Full`].

use super::*;
use crate::index::{BlockKind, Full, IndexError, Words};

impl Site {
    /// The answer of [`Words`] over the same files, some of which fail alike.
    fn words_answer(&self, request: &Request) -> Answer {
        let mut directory = self.host.manifest.directory().unwrap();
        directory.ranking.clone_from(&self.engine.store().directory().ranking);
        let mut engine = Engine::<Words>::with_stages(directory);
        for _ in 0..10 {
            let need = match engine.query(request, None).unwrap() {
                Outcome::Answer(answer) => return answer,
                Outcome::Need(need) => need,
                other => panic!("blocks or an answer expected, {other:?} found"),
            };
            assert!(!need.is_empty(), "a round trip that requests nothing");
            for request in need {
                let is_of = |kinds: &[&str]| kinds.iter().any(|kind| request.range.file.starts_with(kind));
                let mut bytes = self.host.bring(&request.range);
                if is_of(&self.broken) {
                    engine.fail(request.id, "HTTP 404");
                } else if is_of(&self.damaged) {
                    bytes.clear();
                    engine.supply(request.id, bytes).unwrap_err();
                } else {
                    engine.supply(request.id, bytes).unwrap();
                }
            }
        }
        panic!("an answer in ten round trips expected")
    }

    /// Compares the answer of [`Words`] with that of [`Full`], in all that both say. Where other retrievers stepped in for
    /// the lexical one, or a model reranked, they say different things; and [`Full`] also reads texts to suggest.
    pub(super) fn check_words(&self, request: &Request, full: &Answer) {
        let steps_in = |problem: &Degraded| problem.retriever == "lexical";
        // Only `Full` knows `all` words, which the settings may say, too.
        let minimum = &request.minimum_should_match;
        let is_set =
            self.engine.store().directory().ranking.numbers.iter().any(|(key, _)| key == "search.match");
        if minimum == "all" || minimum.is_empty() && is_set {
            return;
        }
        if request.rerank || full.degraded.iter().flatten().any(steps_in) {
            return;
        }
        let words = self.words_answer(request);
        // Only `Full` counts the values of a filter under the others.
        let facets = |answer: Answer| if request.filters.is_empty() { answer.facets } else { None };
        let of_both = |answer: &Answer| Answer { facets: facets(answer.clone()), ..common(answer) };
        assert_eq!(of_both(&words), of_both(full), "{request:?}");
        let problems = |answer: &Answer| {
            let all = answer.degraded.clone().unwrap_or_default();
            let of_both = |problem: &Degraded| !["related", "texts"].contains(&problem.retriever);
            all.into_iter().filter(of_both).collect::<Vec<_>>()
        };
        assert_eq!(problems(&words), problems(full), "{request:?}");
    }
}

/// What both engines say.
fn common(answer: &Answer) -> Answer {
    let hit = |hit: &Hit| Hit { lists: Vec::new(), explanation: None, ..hit.clone() };
    Answer {
        degraded: None,
        intent: None,
        doc_aggregates: None,
        fit: None,
        closeness: None,
        suggestions: Vec::new(),
        related: Vec::new(),
        context: None,
        hits: answer.hits.iter().map(hit).collect(),
        ..answer.clone()
    }
}

#[test]
fn words_answer_whatever_the_mode() {
    let mut site = Site::of(DOCS);
    let lexical = site.answer(&words("threads pool"));
    assert_eq!(urls(&lexical)[0], "b");
    for mode in [Mode::Hybrid, Mode::Dense, Mode::Lexicon] {
        let answer = site.words_answer(&request("threads pool", mode));
        assert_eq!((urls(&answer), answer.mode), (urls(&lexical), mode));
        assert_eq!(answer.degraded, None);
    }
}

#[test]
fn words_neither_explain_nor_count_nor_rerank() {
    let site = Site::of(DOCS);
    let all = Request { explain: true, rerank: true, doc_aggregates: true, ..words("threads pool") };
    let answer = site.words_answer(&all);
    assert_eq!(answer, site.words_answer(&words("threads pool")));
    assert!(answer.hits.iter().all(|hit| hit.explanation.is_none() && hit.lists.is_empty()));
}

#[test]
fn words_read_no_block_of_other_kinds() {
    let site = Site::of(DOCS);
    let directory = || site.host.manifest.directory().unwrap();
    let mut engine = Engine::<Words>::with_stages(directory());
    for kind in
        [BlockKind::Graph, BlockKind::Cluster, BlockKind::Links, BlockKind::TermVectors, BlockKind::Homes]
    {
        let id = kind.block(0);
        assert_eq!(engine.supply(id, Vec::new()), Err(IndexError::Unknown { id: id.to_u32() }));
        engine.fail(id, "HTTP 404");
        assert!(engine.store().failure(id).is_none() && !engine.store().is_missing(id));
    }
    let full: Engine<Full> = Engine::new(directory());
    assert_eq!(engine.preload(Mode::Lexical), full.preload(Mode::Lexical));
    assert_eq!(engine.preload_typed("threa"), full.preload_typed("threa"));
    assert!(!engine.preload_typed("threa").is_empty());
}
