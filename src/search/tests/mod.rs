//! Tests of the engine over an index's files, driven as the command and the browser drive it.

mod beginnings;
mod by_name;
mod comparisons;
mod context;
mod corrections;
mod degraded;
mod editions;
mod failing_lists;
mod fit;
mod hybrid;
mod leaves;
mod lexical_queries;
mod lexicon;
mod links;
mod meant_names;
mod names;
mod nearest_clusters;
mod order;
mod outlines;
mod pages;
mod paging;
mod reformulation;
mod related;
mod reranked;
mod round_trips;
mod several;
mod whole_names;
mod words;

use std::collections::BTreeSet;

use super::*;
use crate::index::tests::{Host, page, plain_ranking, settings};
use crate::index::{IndexSettings, Page, build};

/// A host and an engine that reads from it.
struct Site {
    host: Host,
    engine: Engine,
    /// Prefixes of the names of files that fail to load.
    broken: Vec<&'static str>,
    /// Prefixes of the names of files of whose blocks no byte arrives.
    damaged: Vec<&'static str>,
    /// Round trips of the last query.
    rounds: usize,
    /// Files and offsets of all requested ranges.
    asked: BTreeSet<(String, u32)>,
    /// Scores passages, if a request asks for it.
    model: Model,
    /// What the model was asked.
    tasks: Vec<RerankTask>,
    /// Counts tokens, if a request asks for whole texts.
    count: Count,
}

type Count = fn(&[String]) -> Option<Vec<u32>>;

type Model = fn(&RerankTask) -> Result<Vec<f32>, (String, String)>;

impl Site {
    fn new(host: Host) -> Self {
        let engine = Engine::new(host.manifest.directory().unwrap());
        let model: Model = |_| panic!("a model is asked");
        let (broken, damaged, asked, tasks) = (vec![], vec![], BTreeSet::new(), vec![]);
        Site { host, engine, broken, damaged, rounds: 0, asked, model, tasks, count: |_| None }
    }

    fn with(pages: &[Page], settings: &IndexSettings) -> Self {
        Site::new(Host::new(build(pages, None, settings, &|_, _, _| {}).unwrap()))
    }

    /// Pages of one section each: url, title, text.
    fn of(pages: &[(&str, &str, &str)]) -> Self {
        Site::with(&plain(pages), &settings())
    }

    fn answer_with(&mut self, request: &Request, vector: Option<&[f32]>) -> Answer {
        let embed = |_: &str| vector.map(<[f32]>::to_vec);
        self.answer_embedding(request, &embed)
    }

    /// The answer of the engine with all stages. That of [`Words`] to a lexical query is checked to be the same.
    fn answer_embedding(&mut self, request: &Request, embed: &dyn Fn(&str) -> Option<Vec<f32>>) -> Answer {
        // What fails from now on is missing in a new engine only.
        let fails_alike = self.asked.is_empty() || (self.broken.is_empty() && self.damaged.is_empty());
        let answer = self.full_answer(request, embed);
        if request.mode == Mode::Lexical && fails_alike {
            self.check_words(request, &answer);
        }
        answer
    }

    fn full_answer(&mut self, request: &Request, embed: &dyn Fn(&str) -> Option<Vec<f32>>) -> Answer {
        self.rounds = 0;
        let mut text = request.text.clone();
        let mut vector = embed(&text);
        loop {
            let embedded = vector.as_deref().map(|vector| Embedded { text: &text, vector });
            let need = match self.engine.query(request, embedded).unwrap() {
                Outcome::Answer(answer) => return answer,
                Outcome::Embed(corrected) => {
                    assert_ne!(corrected, text, "the engine has this embedding already");
                    vector = embed(&corrected);
                    text = corrected;
                    continue;
                }
                Outcome::Rerank(task) => {
                    self.engine.supply_scores((self.model)(&task));
                    self.tasks.push(task);
                    continue;
                }
                Outcome::Count(texts) => {
                    self.engine.supply_counts((self.count)(&texts));
                    continue;
                }
                Outcome::Need(need) => need,
            };
            self.rounds += 1;
            assert!(!need.is_empty(), "a round trip that requests nothing");
            let ranges: BTreeSet<(String, u32)> =
                need.iter().map(|request| (request.range.file.clone(), request.range.start)).collect();
            for range in ranges {
                assert!(!self.asked.contains(&range), "{range:?} is requested twice");
                self.asked.insert(range);
            }
            for request in need {
                let is_of = |kinds: &[&str]| kinds.iter().any(|kind| request.range.file.starts_with(kind));
                if is_of(&self.broken) {
                    self.engine.fail(request.id, "HTTP 404");
                    continue;
                }
                let mut bytes = self.host.bring(&request.range);
                if is_of(&self.damaged) {
                    bytes.clear();
                    let error = self.engine.supply(request.id, bytes).unwrap_err();
                    assert_eq!((error.code(), error.file()), ("damaged", Some(request.range.file.as_str())));
                } else {
                    self.engine.supply(request.id, bytes).unwrap();
                }
            }
        }
    }

    fn answer(&mut self, request: &Request) -> Answer {
        self.answer_with(request, None)
    }

    /// URLs of all hits, best first.
    fn urls(&mut self, text: &str) -> Vec<String> {
        urls(&self.answer(&words(text)))
    }

    /// Lets failed blocks be requested again, successfully.
    fn repair(&mut self) {
        self.broken.clear();
        self.damaged.clear();
        self.asked.clear();
        self.engine.set_encoder_problem(None);
        self.engine.forget_failures();
    }
}

fn plain(pages: &[(&str, &str, &str)]) -> Vec<Page> {
    pages.iter().map(|(url, title, text)| page(url, title, &[("", title, text)])).collect()
}

fn request(text: &str, mode: Mode) -> Request {
    Request { text: text.to_owned(), mode, limit: 10, ..Request::default() }
}

fn words(text: &str) -> Request {
    request(text, Mode::Lexical)
}

fn urls(answer: &Answer) -> Vec<String> {
    answer.hits.iter().map(|hit| hit.url.clone()).collect()
}

fn sorted(mut urls: Vec<String>) -> Vec<String> {
    urls.sort();
    urls
}

/// The numbers of a hit's explanation are its score.
fn assert_adds_up(hit: &Hit) {
    let why = hit.explanation.as_ref().unwrap();
    let shares: f32 = why.contributions.iter().map(|it| it.share + it.mixed).sum();
    let sum = shares + why.proximity + why.reranked;
    assert!((hit.score - sum).abs() <= 1e-6 * hit.score.abs(), "{}: {} is not {why:?}", hit.url, hit.score);
}

/// A small site. Unless a test says otherwise, every word of a query is in at least two sections.
const DOCS: &[(&str, &str, &str)] = &[
    ("a", "Ownership", "Each value has one owner. Borrowing is lending a value."),
    ("b", "Threads", "Sharing data between threads takes an Arc. A thread pool holds threads."),
    ("c", "Pools", "A connection pool holds connections. Threads share the pool; one pool thread."),
    ("d", "Files", "Read a file, write a file, close the file. Each file has an owner."),
    ("e", "Sharing", "Sharing a file between threads and the pool takes borrowing."),
];
