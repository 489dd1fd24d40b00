//! Several indexes that are searched as one.

use super::*;
use crate::index::{BlockRequest, SearchedSite as Place};

/// Indexes with their hosts, the first one in front.
struct Sites {
    hosts: Vec<Host>,
    engine: Engine,
    /// Beginnings of the names of files that fail to load, with the folders of their indexes.
    broken: &'static [&'static str],
}

/// What each index but the first is called, and its folder.
const NAMES: [&str; 3] = ["first", "second", "third"];

impl Sites {
    fn of(sites: &[&[(&str, &str, &str)]], versions: &[&str]) -> Self {
        let built = |pages: &&[(&str, &str, &str)]| Site::of(pages).host;
        let hosts: Vec<Host> = sites.iter().map(built).collect();
        let mut engine = Engine::new(hosts[0].manifest.directory().unwrap());
        for (number, host) in hosts.iter().enumerate() {
            let name = NAMES[number].to_owned();
            let version = versions.get(number).copied().unwrap_or_default().to_owned();
            let place = Place { root: format!("https://{name}.example/"), name, version, ..Place::default() };
            if number == 0 {
                engine.set_site(place);
            } else {
                let folder = format!("{}/", place.name);
                engine.add_site(host.manifest.directory().unwrap(), Place { folder, ..place }).unwrap();
            }
        }
        Sites { hosts, engine, broken: &[] }
    }

    fn answer(&mut self, request: &Request) -> Answer {
        for _ in 0..20 {
            let need = match self.engine.query(request, None).unwrap() {
                Outcome::Answer(answer) => return answer,
                Outcome::Need(need) => need,
                other => panic!("{other:?}"),
            };
            assert!(!need.is_empty());
            for BlockRequest { id, mut range } in need {
                if self.broken.iter().any(|broken| range.file.starts_with(broken)) {
                    self.engine.fail(id, "HTTP 404");
                    continue;
                }
                let number = NAMES.iter().position(|name| range.file.starts_with(&format!("{name}/")));
                if let Some((_, file)) = range.file.split_once('/') {
                    range.file = file.to_owned();
                }
                let bytes = self.hosts[number.unwrap_or(0)].bring(&range);
                self.engine.supply(id, bytes).unwrap();
            }
        }
        panic!("no answer");
    }
}

/// Pages with titles of one word and texts of six, so that the average lengths of halves are those of the whole.
const PAGES: &[(&str, &str, &str)] = &[
    ("a", "Ownership", "value owner borrowing lending value scope"),
    ("b", "Threads", "sharing data between threads takes subprocess"),
    ("c", "Pools", "connection pool holds connection threads pool"),
    ("d", "Files", "read file write file close owner"),
    ("e", "Sharing", "sharing file between threads takes borrowing"),
    ("f", "Widget", "gadget owner gadget pool gadget widget"),
];

/// URL without its host, and score.
fn scored(answer: &Answer) -> Vec<(String, f32)> {
    let path = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    answer.hits.iter().map(|hit| (path(&hit.url), hit.score)).collect()
}

#[test]
fn several_indexes_answer_as_one_of_all_pages() {
    let mut whole = Site::of(PAGES);
    let (first, second) = PAGES.split_at(3);
    for (text, prefix) in [
        ("threads", false),
        ("file owner", false),
        ("sharing threads pool", false),
        ("widgt", false),
        ("gadgets of the pol", false),
        ("borr", true),
        ("+owner file", false),
        ("-file owner", false),
        ("\"file between\" threads", false),
        ("sub process threads", false),
        ("Widget", false),
        ("nothing of it", false),
    ] {
        let request = Request { prefix, ..words(text) };
        let expected = whole.answer(&request);
        // Another order of pages orders equal scores otherwise.
        let found = Sites::of(&[first, second], &[]).answer(&request);
        assert_eq!(scored(&found), scored(&expected), "{text}");
        assert_eq!((found.total, &found.corrections), (expected.total, &expected.corrections), "{text}");
        let one_each = Sites::of(&[&PAGES[..2], &PAGES[2..4], &PAGES[4..]], &[]).answer(&request);
        assert_eq!(scored(&one_each), scored(&expected), "{text}");
    }
}

#[test]
fn hits_carry_their_site_and_filters_accept_it() {
    let (first, second) = PAGES.split_at(3);
    let mut sites = Sites::of(&[first, second], &[]);
    let all = sites.answer(&Request { facets: true, explain: true, ..words("threads") });
    let named: Vec<(&str, &str)> = all.hits.iter().map(|hit| (hit.site.as_str(), hit.url.as_str())).collect();
    assert!(named.contains(&("first", "https://first.example/b")), "{named:?}");
    assert!(named.contains(&("second", "https://second.example/e")), "{named:?}");
    all.hits.iter().for_each(assert_adds_up);
    // The frequency is that of both indexes.
    let term = &all.hits[0].explanation.as_ref().unwrap().terms[0];
    assert_eq!((term.term.as_str(), term.document_frequency), ("thread", 3));
    let facets = all.facets.unwrap();
    let expected = vec![("first".to_owned(), 2), ("second".to_owned(), 1)];
    assert_eq!(facets.iter().find(|facet| facet.name == "site").unwrap().values, expected);

    let only = |name: &str| vec![("site".to_owned(), vec![name.to_owned()])];
    let found = sites.answer(&Request { filters: only("second"), ..words("threads") });
    assert_eq!(urls(&found), ["https://second.example/e"]);
    assert_eq!(found.total, 1);
    let none = sites.answer(&Request { filters: only("third"), ..words("threads") });
    assert_eq!((none.hits.len(), none.degraded), (0, None));
}

#[test]
fn an_index_that_fails_is_named_and_the_others_answer() {
    let (first, second) = PAGES.split_at(3);
    for (broken, site, url) in [
        (&["second/terms"][..], "second", "https://first.example/b"),
        (&["terms"], "first", "https://second.example/e"),
    ] {
        let mut sites = Sites::of(&[first, second], &[]);
        sites.broken = broken;
        let answer = sites.answer(&words("sharing threads"));
        assert_eq!(answer.hits[0].url, url);
        let degraded = answer.degraded.unwrap();
        assert!(degraded.iter().all(|problem| problem.site == site), "{degraded:?}");
        assert!(degraded[0].file.as_ref().unwrap().starts_with(broken[0]), "{degraded:?}");
    }
}

#[test]
fn hits_and_filters_are_the_same_if_the_other_indexes_cannot_be_opened() {
    let (first, second) = PAGES.split_at(3);
    let only = |name: &str| {
        let filters = vec![("site".to_owned(), vec![name.to_owned()])];
        Request { filters, facets: true, ..words("connection pool") }
    };
    let both = Sites::of(&[first, second], &[]).answer(&only("first"));
    let mut sites = Sites::of(&[first], &[]);
    sites.engine.leave_out_site("second".to_owned(), "not-found".to_owned(), "gone: 404".to_owned(), None);
    let alone = sites.answer(&only("first"));
    assert_eq!(urls(&alone), ["https://first.example/c"]);
    assert_eq!(alone.hits[0].site, both.hits[0].site);
    assert_eq!(urls(&alone), urls(&both));
    // The values of a filter count without it, so the other index adds its own.
    let values = |answer: &Answer| answer.facets.as_ref().unwrap()[0].values.clone();
    assert_eq!(values(&alone), [("first".to_owned(), 1)]);
    assert_eq!(values(&both), [("first".to_owned(), 1), ("second".to_owned(), 1)]);
    assert_eq!(alone.degraded.unwrap()[0].site, "second");
    let other = sites.answer(&only("second"));
    assert_eq!((other.hits.len(), other.degraded.unwrap()[0].site.as_str()), (0, "second"));
}

#[test]
fn paths_from_the_root_of_a_host_lead_to_the_host_of_their_site() {
    let records =
        [("/x/e", "Sharing", "sharing threads"), ("https://cdn.example/f", "Files", "threads of files")];
    let found = Sites::of(&[&PAGES[..1], &records], &[]).answer(&words("threads"));
    let mut urls = urls(&found);
    urls.sort();
    assert_eq!(urls, ["https://cdn.example/f", "https://second.example/x/e"]);
}

#[test]
fn of_a_section_in_several_versions_one_is_shown() {
    let old =
        [("install", "Install", "install the widget by hand"), ("gone", "Gone", "a widget of the past")];
    let new = [("install", "Install", "install widget widget"), ("other", "Other", "gadget")];
    for (version, expected, also) in [
        ("", "https://first.example/install", "https://second.example/install"),
        ("1", "https://first.example/install", "https://second.example/install"),
        ("2", "https://second.example/install", "https://first.example/install"),
        ("9", "https://first.example/install", "https://second.example/install"),
    ] {
        let mut sites = Sites::of(&[&old, &new], &["1", "2"]);
        let request = Request { version: version.to_owned(), ..words("install widget") };
        let answer = sites.answer(&request);
        let hit = &answer.hits[0];
        assert_eq!(urls(&answer), [expected, "https://first.example/gone"], "{version}");
        assert_eq!((hit.also.len(), hit.also[0].url.as_str()), (1, also), "{version}");
        assert_eq!(answer.total, 3, "sections of all versions");
        let mut page = |offset| sites.answer(&Request { limit: 1, offset, ..request.clone() });
        assert_eq!(urls(&page(1)), ["https://first.example/gone"], "{version}");
        assert_eq!([0, 1, 2].map(|offset| page(offset).total), [3; 3], "on every page of hits");
    }
}

#[test]
fn indexes_that_do_not_fit_are_refused() {
    let mut sites = Sites::of(&[PAGES], &[]);
    let mut german = sites.hosts[0].manifest.directory().unwrap();
    german.language = "de".to_owned();
    let place = || Place { name: "german".to_owned(), folder: "german/".to_owned(), ..Place::default() };
    let error = sites.engine.add_site(german, place()).unwrap_err();
    assert_eq!(error.to_string(), "german: pages in the language of the first index expected, en; de found");
    let more = || sites.hosts[0].manifest.directory().unwrap();
    for _ in 1..crate::index::MAX_SITES {
        sites.engine.add_site(more(), place()).unwrap();
    }
    assert_eq!(sites.engine.add_site(more(), place()).unwrap_err().code(), "unavailable");
}
