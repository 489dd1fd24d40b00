//! Hybrid search over handmade vectors of two dimensions: the angle stands for the topic of a section.

use super::*;
use crate::ids::SectionId;
use crate::index::tests::built::{dense_input, info};
use crate::index::{Name, NameKind, Ranking};

/// The unit vector at an angle in degrees.
pub(super) fn at(degrees: f32) -> [f32; 2] {
    let radians = degrees.to_radians();
    [radians.cos(), radians.sin()]
}

/// Section n of [`DOCS`] is at n times 20 degrees; the last one has the name "pool".
pub(super) fn site(ranking: Ranking) -> Site {
    site_with(&IndexSettings { ranking: plain_ranking(ranking), ..settings() })
}

fn site_with(settings: &IndexSettings) -> Site {
    let mut pages = plain(DOCS);
    pages[4].sections[0].names = vec![Name { text: "pool".to_owned(), kind: NameKind::Qualified }];
    let sections: Vec<SectionId> = (0..5).map(SectionId).collect();
    let vectors: Vec<f32> = (0..5).flat_map(|number| at(20.0 * number as f32)).collect();
    let info = info();
    let input = dense_input(&sections, &vectors, &info);
    Site::new(Host::new(build(&pages, Some(&input), settings, &|_, _, _| {}).unwrap()))
}

fn ask(site: &mut Site, text: &str, mode: Mode, degrees: f32) -> Answer {
    site.answer_with(&Request { explain: true, ..request(text, mode) }, Some(&at(degrees)))
}

pub(super) fn weights(weights: &[(&str, f32)]) -> Ranking {
    let key = |name: &str| format!("fusion.weights.{name}");
    Ranking { numbers: weights.iter().map(|(name, weight)| (key(name), *weight)).collect() }
}

/// Settings by key.
pub(super) fn numbers(numbers: &[(&str, f32)]) -> Ranking {
    Ranking { numbers: numbers.iter().map(|(key, number)| ((*key).to_owned(), *number)).collect() }
}

/// The contribution of one retriever.
pub(super) fn part(why: &Explanation, retriever: &str) -> Option<Contribution> {
    why.contributions.iter().find(|it| it.retriever == retriever).copied()
}

pub(super) fn codes(answer: &Answer) -> Vec<(&'static str, &str)> {
    answer.degraded.iter().flatten().map(|gap| (gap.retriever, gap.code.as_str())).collect()
}

#[test]
fn dense_mode_ranks_by_angle() {
    let mut site = site(Ranking::default());
    for (degrees, expected) in [(0.0, "abcde"), (80.0, "edcba"), (39.0, "cbdae")] {
        let answer = ask(&mut site, "anything", Mode::Dense, degrees);
        assert_eq!((urls(&answer).concat().as_str(), &answer.degraded), (expected, &None), "{degrees}");
        let why = answer.hits[0].explanation.as_ref().unwrap();
        assert_eq!((part(why, "lexical"), part(why, "dense").unwrap().rank), (None, 1));
        assert!((answer.hits[0].score - 1.0).abs() < 0.02, "{}", answer.hits[0].score);
    }
    assert!(site.asked.iter().all(|(file, _)| {
        ["dense-", "graph-", "homes-", "terms-", "texts-"].iter().any(|kind| file.starts_with(kind))
    }));
}

#[test]
fn hits_name_the_lists_that_have_them() {
    let mut site = site(Ranking::default());
    let answer = site.answer_with(&request("share a file", Mode::Hybrid), Some(&at(0.0)));
    let mut found: Vec<(&str, &[&str])> =
        answer.hits.iter().map(|hit| (hit.url.as_str(), hit.lists.as_slice())).collect();
    found.sort_unstable();
    let both = &["lexical", "dense"][..];
    assert_eq!(found, [("a", &["dense"][..]), ("b", both), ("c", both), ("d", both), ("e", both)]);
}

#[test]
fn the_kind_of_a_query_weighs_the_lists() {
    let number = |key: &str, number| (key.to_owned(), number);
    let numbers = vec![number("intent.question.dense", 0.5), number("intent.navigational.lexical", 3.0)];
    let mut site = site(Ranking { numbers });
    for (query, kind, why, lexical, dense) in [
        ("share a file", IntentKind::Keywords, "plain words", 1.0, 1.0),
        ("how do I share a file", IntentKind::Question, "question word", 1.0, 0.5),
        ("pool", IntentKind::Navigational, "name of a section", 3.0, 1.0),
    ] {
        let answer = ask(&mut site, query, Mode::Hybrid, 80.0);
        let intent = answer.intent.unwrap();
        assert_eq!((intent.kind, intent.why.as_slice()), (kind, &[why][..]), "{query}");
        for (retriever, expected) in [("lexical", lexical), ("dense", dense)] {
            let found = answer.hits.iter().find_map(|hit| part(hit.explanation.as_ref()?, retriever));
            assert_eq!(found.map(|part| part.weight), Some(expected), "{query}: {retriever}");
        }
    }
    let plain = site.answer_with(&request("pool", Mode::Hybrid), Some(&at(80.0)));
    assert_eq!(plain.intent, None, "only with an explanation");
}

/// Vectors of names and signs are noise.
#[test]
fn the_dense_weight_scales_with_the_word_share() {
    let mut site = site(Ranking::default());
    for (query, expected) in [
        ("file", 1.0),
        ("share a file", 1.0),
        ("file --all", 0.5),
        ("read a file of os.path", 2.0 / 3.0),
        ("--all", 0.02),
        ("what is E0382", 0.02),
        ("->", 0.02),
    ] {
        let answer = ask(&mut site, query, Mode::Hybrid, 80.0);
        let weights =
            answer.hits.iter().filter_map(|hit| part(hit.explanation.as_ref()?, "dense")).map(|it| it.weight);
        assert!(weights.clone().count() > 0 && weights.clone().all(|weight| weight == expected), "{query}");
    }
}

#[test]
fn words_weigh_less_where_the_site_lacks_most_of_them_if_it_says_so() {
    let weights = |ranking: Ranking| {
        let mut site = site(ranking);
        ["file", "file zzqqxx", "file zzqqxx yyvvkk"].map(|query| {
            let answer = ask(&mut site, query, Mode::Hybrid, 80.0);
            answer.hits.iter().find_map(|hit| part(hit.explanation.as_ref()?, "lexical")).unwrap().weight
        })
    };
    assert_eq!(weights(Ranking::default()), [1.0; 3]);
    let [all, half, third] = weights(numbers(&[("fusion.known", 4.0)]));
    assert!(all == 1.0 && half < 0.1 && third < half && third > 0.0, "{all}, {half}, {third}");
}

#[test]
fn both_retrievers_are_fused_by_rank() {
    let mut site = site(Ranking::default());
    let answer = ask(&mut site, "file", Mode::Hybrid, 80.0);
    assert_eq!(urls(&answer).len(), 5, "the dense retriever finds what the lexical one does not");
    for hit in &answer.hits {
        let why = hit.explanation.as_ref().unwrap();
        let sum: f32 =
            why.contributions.iter().map(|it| it.weight / (60.0 + it.rank as f32) + it.mixed).sum();
        assert!((hit.score - sum).abs() < 1e-6, "{why:?}");
        assert_eq!(part(why, "lexical").is_some(), ["d", "e"].contains(&hit.url.as_str()));
    }
    let both: BTreeSet<&str> = answer.hits[..2].iter().map(|hit| hit.url.as_str()).collect();
    assert_eq!(both, BTreeSet::from(["d", "e"]));
}

#[test]
fn explanations_add_up_in_all_modes() {
    let weighted = [("fusion.weights.lexical", 1.5), ("fusion.weights.dense", 0.7)];
    let mixed = [("mix.depth", 3.0), ("mix.links", 0.1), ("fusion.weights.links", 0.5)];
    for ranking in [numbers(&weighted), numbers(&[&weighted[..], &mixed].concat())] {
        let mut site = site(ranking);
        explanations_add_up(&mut site);
    }
}

fn explanations_add_up(site: &mut Site) {
    for query in ["file", "thread pool", "pool", "read a file of os.path", "connections"] {
        for mode in [Mode::Lexical, Mode::Dense, Mode::Hybrid] {
            let answer = ask(site, query, mode, 39.0);
            assert!(!answer.hits.is_empty(), "{query} {mode:?}");
            answer.hits.iter().for_each(assert_adds_up);
        }
    }
}

#[test]
fn navigational_matches_are_never_pushed_down() {
    for ranking in [Ranking::default(), weights(&[("dense", 100.0), ("lexical", 0.01)])] {
        let mut site = site(ranking.clone());
        let answer = ask(&mut site, "pool", Mode::Hybrid, 0.0);
        assert_eq!(answer.hits[0].url, "e", "{ranking:?}");
        let why = answer.hits[0].explanation.as_ref().unwrap();
        assert!(why.navigational && part(why, "dense").unwrap().rank == 5);
    }
    let mut site = site(weights(&[("dense", 100.0)]));
    assert_eq!(
        ask(&mut site, "pool of", Mode::Hybrid, 0.0).hits[0].url,
        "a",
        "not a name, so the dense list decides"
    );
}

#[test]
fn a_corrected_query_is_embedded_anew() {
    let mut site = site(Ranking::default());
    let embed = |text: &str| {
        let degrees = match text {
            "Thraed  pools?" => 0.0,
            "thread  pools?" => 80.0,
            other => panic!("{other} embedded"),
        };
        Some(at(degrees).to_vec())
    };
    let asked = Request { explain: true, ..request("Thraed  pools?", Mode::Hybrid) };
    let answer = site.answer_embedding(&asked, &embed);
    let why = answer.hits.iter().find(|hit| hit.url == "e").unwrap().explanation.clone().unwrap();
    assert_eq!(part(&why, "dense").unwrap().rank, 1, "the rank comes from the corrected text's vector");
    assert_eq!(answer.corrections[0].to, "thread");
    // An encoder that stops between the two embeddings counts as missing.
    let stopping = |text: &str| embed(text).filter(|_| text.starts_with('T'));
    let answer = site.answer_embedding(&asked, &stopping);
    assert_eq!(codes(&answer), [("dense", "no-vector")]);
    assert!(!answer.hits.is_empty());
}

#[test]
fn operators_apply_to_the_dense_retriever() {
    let mut site = site(Ranking::default());
    for (query, minimum, expected) in [
        ("file -pool", "", &["a", "d"][..]),
        ("+file pool", "", &["d", "e"]),
        ("+\"thread pool\" owner", "", &["b"]),
        ("+zzqqxx pool", "", &[]),
        ("file pool", "2", &["e"]),
        ("file pool", "", &["a", "b", "c", "d", "e"]),
    ] {
        let request = Request { minimum_should_match: minimum.to_owned(), ..request(query, Mode::Hybrid) };
        let answer = site.answer_with(&request, Some(&at(0.0)));
        assert_eq!(sorted(urls(&answer)), expected, "{query}");
    }
}

/// Sections on a circle: every third one matches the words, every tenth one the filter.
fn circle() -> Site {
    let texts: Vec<String> =
        (0..180).map(|at| if at % 3 == 0 { "the widget".to_owned() } else { "nothing".to_owned() }).collect();
    let mut pages: Vec<Page> =
        (0..).zip(&texts).map(|(at, text)| page(&format!("p{at:03}"), "", &[("", "", text)])).collect();
    for page in pages.iter_mut().step_by(10) {
        page.filters = vec![("version".to_owned(), "1".to_owned())];
    }
    vectors_on_a_circle(&pages)
}

/// A site whose sections are at two degrees from each other.
pub(super) fn vectors_on_a_circle(pages: &[Page]) -> Site {
    let count = pages.iter().map(|page| page.sections.len() as u32).sum();
    let sections: Vec<SectionId> = (0..count).map(SectionId).collect();
    let vectors: Vec<f32> = (0..count).flat_map(|number| at(2.0 * number as f32)).collect();
    let info = info();
    let input = dense_input(&sections, &vectors, &info);
    Site::new(Host::new(build(pages, Some(&input), &settings(), &|_, _, _| {}).unwrap()))
}

#[test]
fn excluded_sections_take_no_place_among_the_nearest() {
    let mut site = circle();
    let filters = vec![("version".to_owned(), vec!["1".to_owned()])];
    for (query, mode, filters, expected) in
        [("anything", Mode::Dense, filters, 18), ("+widget anything", Mode::Hybrid, Vec::new(), 60)]
    {
        let request = Request { filters, limit: 100, ..request(query, mode) };
        let narrow = Request { limit: 10, ..request.clone() };
        let answer = site.answer_with(&request, Some(&at(90.0)));
        assert_eq!(answer.hits.len(), expected, "{query}");
        let few = site.answer_with(&narrow, Some(&at(90.0)));
        assert_eq!(few.hits.len(), 10, "{query}");
        if mode == Mode::Dense {
            assert_eq!(urls(&few), urls(&answer)[..10]);
        }
    }
}

#[test]
fn counts_cover_what_each_retriever_found() {
    let mut site = circle();
    for (mode, similarity_threshold) in
        [(Mode::Lexical, 0.0), (Mode::Dense, 0.0), (Mode::Dense, 0.9), (Mode::Hybrid, 0.9)]
    {
        let threshold = Some(similarity_threshold);
        let asked = Request { similarity_threshold: threshold, ..request("widget", mode) };
        let all = site.answer_with(&Request { limit: 1_000, ..asked.clone() }, Some(&at(90.0)));
        // Every tenth page is of version 1.
        let of_version = all.hits.iter().filter(|hit| hit.page.ends_with('0')).count();
        let counted = Request { facets: true, doc_aggregates: true, ..asked };
        for offset in [0, 20] {
            let answer = site.answer_with(&Request { offset, ..counted.clone() }, Some(&at(90.0)));
            let (pages, facets) = (answer.doc_aggregates.unwrap(), answer.facets.unwrap());
            let case = format!("{mode:?} above {similarity_threshold}, from {offset}");
            assert_eq!(pages.len(), all.hits.len().min(100), "{case}");
            assert_eq!(facets[0].values[0].1 as usize, of_version, "{case}");
            assert!(pages.iter().all(|page| page.hits == 1), "{case}");
            assert_eq!(pages[0].page, all.hits[0].page, "{case}: the best page comes first");
        }
    }
}

#[test]
fn an_index_without_vectors_answers_by_words() {
    let mut without = Site::of(DOCS);
    let answer = without.answer_with(&request("file", Mode::Hybrid), Some(&at(0.0)));
    assert_eq!((urls(&answer).len(), codes(&answer)), (2, vec![("dense", "no-dense")]));
    let mut with = site(Ranking::default());
    let answer = with.answer(&words("file"));
    assert_eq!(answer.degraded, None, "lexical mode needs no vector");
}

fn files(need: &[crate::index::BlockRequest]) -> BTreeSet<String> {
    need.iter().map(|request| request.range.file.clone()).collect()
}

fn is_of(kinds: &[&str], files: &BTreeSet<String>) -> bool {
    let is_of_one = |file: &String| kinds.iter().any(|kind| file.starts_with(kind));
    !files.is_empty() && files.iter().all(is_of_one)
}

#[test]
fn vectors_of_a_small_site_are_loaded_behind_the_graph() {
    let mut site = site(Ranking::default());
    let load = |site: &mut Site, kinds: &[&str]| {
        let need = site.engine.preload(Mode::Dense);
        assert!(is_of(kinds, &files(&need)), "{need:?}");
        for request in need {
            let bytes = site.host.bring(&request.range);
            site.engine.supply(request.id, bytes).unwrap();
        }
    };
    load(&mut site, &["graph-", "homes-"]);
    load(&mut site, &["dense-"]);
    assert!(site.engine.preload(Mode::Dense).is_empty());
    ask(&mut site, "anything", Mode::Dense, 39.0);
    let is_left = |file: &str| file.starts_with("texts-") || file.starts_with("terms-");
    assert!(site.asked.iter().all(|(file, _)| is_left(file)), "{:?}", site.asked);
}

/// A cluster that fails costs its vectors, the graph all of them, homes those of seeds.
#[test]
fn failed_vectors_degrade_answers() {
    let filters = || vec![("version".to_owned(), vec!["1".to_owned()])];
    for kind in ["dense-", "graph-", "homes-"] {
        let mut site = circle();
        let before = site.answer_with(&request("widget", Mode::Hybrid), Some(&at(90.0)));
        assert_eq!(before.degraded, None);
        let lost = site.asked.iter().find(|(file, _)| file.starts_with(kind)).unwrap().0.clone();
        let mut site = circle();
        site.broken = vec![kind];
        for filters in [Vec::new(), filters()] {
            let asked = Request { filters, ..request("widget", Mode::Hybrid) };
            let answer = site.answer_with(&asked, Some(&at(90.0)));
            assert!(!answer.hits.is_empty());
            let degraded = answer.degraded.unwrap();
            let named: Vec<_> = degraded.iter().map(|it| (it.retriever, it.file.clone())).collect();
            assert_eq!(named, [("dense", Some(lost.clone()))], "once, whatever the blocks");
        }
        site.repair();
        let after = site.answer_with(&request("widget", Mode::Hybrid), Some(&at(90.0)));
        assert_eq!(after, before);
    }
}

/// The nearest clusters hold nothing that the filter admits.
#[test]
fn filtered_queries_fetch_clusters_that_hold_what_is_admitted() {
    let mut pages: Vec<Page> =
        (0..2_000).map(|at| page(&format!("p{at}"), "", &[("", "", "word")])).collect();
    for page in &mut pages[..40] {
        page.filters = vec![("version".to_owned(), "1".to_owned())];
    }
    for page in &mut pages[40..] {
        page.filters = vec![("version".to_owned(), "2".to_owned())];
    }
    let sections: Vec<SectionId> = (0..2_000).map(SectionId).collect();
    let vectors: Vec<f32> = (0..2_000).flat_map(|number| at(0.15 * number as f32)).collect();
    let info = info();
    let settings =
        IndexSettings { dense: crate::dense::DenseParams { bits: crate::dense::Bits::Eight }, ..settings() };
    let input = dense_input(&sections, &vectors, &info);
    let mut site = Site::new(Host::new(build(&pages, Some(&input), &settings, &|_, _, _| {}).unwrap()));
    let filters = vec![("version".to_owned(), vec!["1".to_owned()])];
    let asked = Request { filters, limit: 100, ..request("anything", Mode::Dense) };
    let answer = site.answer_with(&asked, Some(&at(200.0)));
    assert!((1..=40).contains(&answer.hits.len()), "{}", answer.hits.len());
    assert_eq!(answer.degraded, None);
    let clusters = site.asked.iter().filter(|(file, _)| file.starts_with("dense-")).count();
    assert!((1..10).contains(&clusters), "{clusters}");
}
