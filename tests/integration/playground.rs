use std::fs;

use serde_json::Value;

use crate::command::{Site, required};
use crate::server::Server;

fn hits(answer: &Value) -> &Vec<Value> {
    answer["hits"].as_array().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The answer of one mode.
#[track_caller]
fn of_mode<'a>(answer: &'a Value, mode: &str) -> &'a Value {
    let modes = answer["modes"].as_array().unwrap();
    &modes.iter().find(|found| found["mode"] == mode).unwrap()["answer"]
}

/// The sum of the parts of a hit's score.
fn explained(hit: &Value) -> f64 {
    let explanation = &hit["explanation"];
    let lists = explanation["contributions"].as_array().unwrap().iter();
    let lists: f64 = lists.map(|list| number(&list["share"]) + number(&list["mixed"])).sum();
    lists + ["raised", "proximity", "reranked"].map(|part| number(&explanation[part])).iter().sum::<f64>()
}

/// Explanations add up in every mode, with the index's settings and with others, which the next query forgets.
#[test]
fn modes_stand_side_by_side_and_settings_apply_to_one_query() {
    let demo = required("DOCFUSE_DEMO_SITE", "the Rust Book with its index in docfuse/");
    let server = Server::with(&demo, &[]);
    for text in
        ["share%20data%20between%20threads", "ownership", "cargo%20build", "smart%20pointers%20%26%20memory"]
    {
        let plain = server.ask(&format!("query?q={text}"));
        let tried =
            server.ask(&format!("query?q={text}&set=fusion.weights.dense=0&set=mix.dense=0&set=fusion.k=5"));
        for answer in [&plain, &tried] {
            for mode in ["lexical", "dense", "hybrid"] {
                let found = of_mode(answer, mode);
                assert!(found["degraded"].is_null(), "{found:#}");
                for hit in hits(found) {
                    let (score, sum) = (number(&hit["score"]), explained(hit));
                    assert!(
                        (score - sum).abs() < 1e-4 * score.max(1.0),
                        "{text}, {mode}: {score}, not {sum}: {hit:#}"
                    );
                }
            }
        }
        for hit in hits(of_mode(&tried, "hybrid")) {
            for list in hit["explanation"]["contributions"].as_array().unwrap() {
                if list["retriever"] == "dense" {
                    assert_eq!((number(&list["weight"]), number(&list["mixed"])), (0.0, 0.0), "{hit:#}");
                }
            }
        }
        assert_ne!(of_mode(&plain, "hybrid"), of_mode(&tried, "hybrid"), "{text}");
        let again = server.ask(&format!("query?q={text}"));
        for mode in ["lexical", "dense", "hybrid"] {
            assert_eq!(of_mode(&again, mode), of_mode(&plain, mode), "{text}, {mode}");
        }
    }
    let few = server.ask("query?q=ownership&mode=lexical&limit=3");
    assert_eq!((few["modes"].as_array().unwrap().len(), hits(of_mode(&few, "lexical")).len()), (1, 3));
}

#[test]
fn wrong_requests_get_one_sentence() {
    let site = Site::small();
    let server = Server::with(site.path(), &[]);
    let failure = |path: &str| {
        let (status, _, body) = server.get(&format!("/__docfuse/api/{path}"), "");
        assert!(status.contains(" 400 "), "{path}: {status}");
        let answer: Value = serde_json::from_slice(&body).unwrap();
        answer["error"].as_str().unwrap().to_owned()
    };
    assert!(failure("query?q=x").contains("no docfuse.json here"));
    site.build();
    for (path, part) in [
        ("query", "parameter q expected"),
        ("query?q=x&mode=fuzzy", "lexical, dense or hybrid expected, \"fuzzy\" found"),
        ("query?q=x&set=fusion.k=0", "fusion.k: a number from 1 to 1000 expected, 0 found"),
        ("query?q=x&limit=many", "parameter limit: a whole number"),
        ("query?q=x&language=fr", "\"fr\" found"),
        ("page?url=nowhere.html", "nowhere.html: the address of an indexed page expected"),
        ("queries", "no queries: write queries.yml"),
    ] {
        let message = failure(path);
        assert!(message.contains(part), "{path}: {message} lacks {part}");
    }
    assert!(server.get("/__docfuse/api/nothing", "").0.contains(" 404 "));
}

/// A site that a reader visits must not ask for what this one holds, neither directly nor by a name of its own.
#[test]
fn other_sites_get_nothing() {
    let site = Site::small();
    site.build();
    let server = Server::with(site.path(), &[]);
    let port = server.address.split(':').nth(1).unwrap();
    let query = "/__docfuse/api/query?q=sharing";
    for (header, expected) in [
        (String::new(), " 200 "),
        (format!("host: localhost:{port}\r\n"), " 200 "),
        ("sec-fetch-site: same-origin\r\n".to_owned(), " 200 "),
        ("host: docs.example\r\n".to_owned(), " 403 "),
        ("sec-fetch-site: cross-site\r\n".to_owned(), " 403 "),
        ("sec-fetch-site: same-site\r\n".to_owned(), " 403 "),
    ] {
        assert!(server.get(query, &header).0.contains(expected), "{header}");
    }
    for path in ["/__docfuse", "/__docfuse/"] {
        let found = server.get(path, "sec-fetch-site: cross-site\r\n").0;
        assert!(!found.contains(" 403 "), "anyone may link to the page itself: {path}: {found}");
    }
    let message = |path: &str, header: &str| String::from_utf8(server.get(path, header).2).unwrap();
    let of_name = message(query, "host: docs.example\r\n");
    assert!(of_name.contains("\"docs.example\" found") && of_name.contains("--host"), "{of_name}");
    let of_site = message(query, "sec-fetch-site: cross-site\r\n");
    assert!(of_site.contains("one of another site found") && !of_site.contains("--host"), "{of_site}");
    // The site itself is as confidential, but pages of others may link to it.
    for (header, expected) in
        [("host: docs.example\r\n", " 403 "), ("sec-fetch-site: cross-site\r\n", " 200 ")]
    {
        for path in ["/index.html", "/docfuse/docfuse.json"] {
            assert!(server.get(path, header).0.contains(expected), "{path}: {header}");
        }
    }
    let (status, headers, _) = server.get("/__docfuse", "");
    assert!(status.contains(" 307 ") && headers.contains("location: /__docfuse/"), "{status} {headers}");
    // Whoever listens for others may be called anything.
    let open = Server::with(site.path(), &["--host", "0.0.0.0"]);
    assert!(open.get("/index.html", "host: docs.example\r\n").0.contains(" 200 "));
}

#[test]
fn pages_are_shown_as_they_were_extracted() {
    let site = Site::small();
    site.build();
    let server = Server::with(site.path(), &[]);
    let pages = server.ask("pages");
    let listed: Vec<&str> =
        pages["pages"].as_array().unwrap().iter().map(|page| page["url"].as_str().unwrap()).collect();
    assert_eq!(listed, ["guide/errors.html", "guide/threads.html", "index.html"]);
    let left_out: Vec<(&str, &str)> = pages["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["file"].as_str().unwrap(), file["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(left_out, [("old.html", "redirect"), ("print.html", "excluded")]);
    let page = server.ask("page?url=guide/threads.html");
    assert_eq!(page["title"], "Threads");
    let sections = page["sections"].as_array().unwrap();
    assert_eq!(
        (&sections[1]["heading"], &sections[1]["anchor"]),
        (&"Shared ownership".into(), &"arc".into())
    );
    assert!(sections[1]["text"].as_str().unwrap().contains("Wrap the value"));
    assert_eq!(sections[1]["anchor_texts"][0], "Arc");
    assert_eq!(sections[1]["names"][0], serde_json::json!(["Shared ownership", "heading"]));
    // What is shown is the site as it is, also without --watch.
    site.write("guide/new.html", b"<title>New</title><main><h1 id=n>New</h1><p>A new page.</main>");
    assert_eq!(server.ask("page?url=guide/new.html")["title"], "New");
}

#[test]
fn contents_of_the_index() {
    let site = Site::small();
    site.build();
    let server = Server::with(site.path(), &[]);
    let index = server.ask("index");
    assert_eq!(index["languages"][0]["pages"], 3);
    assert_eq!(index["languages"][0]["encoder"], "");
    let settings = index["settings"].as_array().unwrap();
    let k = settings.iter().find(|setting| setting["key"] == "fusion.k").unwrap();
    assert_eq!((number(&k["value"]), number(&k["default"]), number(&k["most"])), (60.0, 60.0, 1000.0));
    let stored: u64 =
        index["kinds"].as_array().unwrap().iter().map(|kind| kind["stored"].as_u64().unwrap()).sum();
    let files = fs::read_dir(site.index()).unwrap();
    let bytes: u64 = files.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert_eq!(stored, bytes);
}

#[test]
fn queries_are_measured_before_and_after() {
    let site = Site::small();
    site.build();
    let place = tempfile::tempdir().unwrap();
    fs::write(
        place.path().join("queries.yml"),
        "wrap the value: guide/threads.html#arc\nmanual about sharing: index.html\n",
    )
    .unwrap();
    let server = Server::in_place(place, site.path(), &[]);
    assert_eq!(server.ask("index")["queries"], "queries.yml");
    let plain = server.ask("queries");
    assert!(plain["before"].is_null());
    assert_eq!(plain["after"]["queries"].as_array().unwrap().len(), 2);
    let figures = |report: &Value| number(&report["modes"]["lexical"]["success@1"]);
    assert_eq!(figures(&plain["after"]), 1.0);
    // Nothing reaches this score.
    let tried = server.ask("queries?set=search.min_score=1000");
    assert_eq!((figures(&tried["before"]), figures(&tried["after"])), (1.0, 0.0));
    assert_eq!(figures(&server.ask("queries")["after"]), 1.0);

    let report = server.place().join("report.json");
    fs::write(&report, tried["after"].to_string()).unwrap();
    let place = server.stop();
    let server = Server::in_place(place, site.path(), &["--baseline", "report.json"]);
    let compared = server.ask("queries");
    assert_eq!(compared["baseline"], "report.json");
    assert_eq!((figures(&compared["before"]), figures(&compared["after"])), (0.0, 1.0));
}
