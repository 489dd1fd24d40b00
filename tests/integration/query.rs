use serde_json::json;

use crate::command::{Outcome, Site, docfuse, urls};

fn ask(site: &Site, text: &str, options: &[&str]) -> Outcome {
    let index = site.index();
    // Options first, so that the text may begin with a dash.
    let mut arguments = vec!["query", "--mode", "lexical", "--json"];
    arguments.extend(options);
    arguments.extend(["--", index.to_str().unwrap(), text]);
    docfuse(&arguments)
}

/// Three pages with filter values.
fn filtered() -> Site {
    let page = |version: &str, kind: &str, title: &str| {
        format!(
            "<html lang=en><title>{title}</title><body data-docfuse-filter='kind:{kind}'>\
             <main><h1 id=top>{title}</h1><p data-docfuse-filter=version>{version}</p>\
             <p>An owl in version {version}.</p><img data-docfuse-meta='image[src]' src=owl.png></main>"
        )
    };
    let site = Site::new(&[
        ("a.html", &page("1.0", "guide", "First owl")),
        ("b.html", &page("1.0", "reference", "Second owl")),
        ("c.html", &page("2.0", "guide", "Third owl")),
    ]);
    site.build();
    site
}

#[test]
fn filters_select_pages_and_facets_count_them() {
    let site = filtered();
    let pages = |options: &[&str]| {
        let answer = ask(&site, "owl", options).json();
        let mut pages: Vec<String> = urls(&answer).into_iter().map(|url| url[..1].to_owned()).collect();
        pages.sort();
        pages.concat()
    };
    assert_eq!(pages(&[]), "abc");
    assert_eq!(pages(&["--filter", "version=1.0"]), "ab");
    assert_eq!(pages(&["--filter", "version=1.0", "--filter", "kind=guide"]), "a", "every name must match");
    assert_eq!(
        pages(&["--filter", "version=1.0", "--filter", "version=2.0"]),
        "abc",
        "any value of a name matches"
    );
    assert_eq!(pages(&["--filter", "version=3.0"]), "");
    assert_eq!(pages(&["--filter", "colour=red"]), "");
    ask(&site, "owl", &["--filter", "version"]).fails_with(&["--filter version", "NAME=VALUE"]);

    let answer = ask(&site, "owl", &["--facets"]).json();
    let facets = json!({
        "kind": { "guide": 2, "reference": 1 },
        "version": { "1.0": 2, "2.0": 1 },
    });
    assert_eq!(answer["facets"], facets);
    assert_eq!(answer["hits"][0]["meta"], json!({ "image": "owl.png" }));
    let answer = ask(&site, "owl", &["--doc-aggregates", "--limit", "1"]).json();
    assert_eq!(answer["doc_aggregates"].as_array().unwrap().len(), 3);
    assert_eq!(answer["doc_aggregates"][0]["page"], answer["hits"][0]["page"]);
    let index = site.index();
    let shown = docfuse(&["query", index.to_str().unwrap(), "owl", "--mode", "lexical", "--facets"]).ok();
    assert!(shown.starts_with("kind: guide (2), reference (1)\nversion: 1.0 (2), 2.0 (1)\n"), "{shown}");
}

#[test]
fn corrections_are_applied_and_reported() {
    let site = Site::small();
    site.build();
    for (typed, meant, first) in [
        ("ownreship", "ownership", "guide/threads.html#arc"),
        ("shraed", "shared", "guide/threads.html#arc"),
        ("catch_unwnd", "catch_unwind", "guide/errors.html#errors"),
        ("manaul", "manual", "index.html#start"),
    ] {
        let answer = ask(&site, typed, &[]).json();
        assert_eq!(urls(&answer).first().map(String::as_str), Some(first), "{typed}: {answer:#}");
        assert_eq!(answer["corrections"][0]["to"], meant, "{typed}");
    }
    let index = site.index();
    let shown = docfuse(&["query", index.to_str().unwrap(), "manaul", "--mode", "lexical"]).ok();
    assert!(shown.starts_with("\"manaul\" taken for \"manual\"\n"), "{shown}");
    assert_eq!(ask(&site, "manual", &[]).json()["corrections"], json!([]));
    assert!(urls(&ask(&site, "qqqqzzzz", &[]).json()).is_empty());
}

#[test]
fn explanations_show_what_is_looked_up() {
    let site = Site::small();
    site.build();
    let index = site.index();
    let shown = |text: &str| {
        docfuse(&["query", index.to_str().unwrap(), text, "--mode", "lexical", "--explain"]).ok()
    };
    let text = shown("is there a way to share threads?");
    assert!(text.starts_with("intent: question (question word)\nlexical: share threads\n"), "{text}");
    let text = shown("threads vs errors");
    assert!(text.contains("\nlexical: threads errors\nsides: threads | errors\n"), "{text}");
}

/// Both orders of the spelling dictionary are equal here and share one file.
#[test]
fn corrections_work_where_all_words_are_palindromes() {
    let site = Site::new(&[("level.html", "<title>level</title><main><h1>level</h1><p>level noon</main>")]);
    site.build();
    let answer = ask(&site, "levxl", &[]).json();
    assert_eq!(urls(&answer), ["level.html"]);
    assert_eq!(answer["corrections"], json!([{ "from": "levxl", "to": "level" }]));
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();
}

#[test]
fn phrases_required_and_excluded_words_and_minimum_should_match() {
    let site = Site::small();
    site.build();
    for (text, expected) in [
        ("\"clone it for each thread\"", &["guide/threads.html#arc"][..]),
        ("\"thread each for it clone\"", &[]),
        ("+thread +clone", &["guide/threads.html#arc"]),
        ("thread -clone", &["guide/threads.html#threads"]),
        ("thread -\"side by side\" -clone", &[]),
        ("+nowhere thread", &[]),
    ] {
        assert_eq!(urls(&ask(&site, text, &[]).json()), expected, "{text}");
    }
    assert_eq!(
        urls(&ask(&site, "clone side thread", &["--minimum-should-match", "100%"]).json()),
        Vec::<String>::new()
    );
    let two = urls(&ask(&site, "clone side thread", &["--minimum-should-match", "2"]).json());
    assert_eq!(two.len(), 2, "{two:?}");
    ask(&site, "a b", &["--minimum-should-match", "most"]).fails_with(&["most"]);
}

#[test]
fn pages_are_sorted_and_listed_by_keys_and_nested_filters() {
    let page = |title: &str, date: &str, text: &str| {
        let key = format!("<meta data-docfuse-sort='date[content]' content='{date}'>");
        format!("<html lang=en><title>{title}</title>{key}<main><h1 id=top>{title}</h1><p>{text}</main>")
    };
    let site = Site::new(&[
        ("news/a.html", &page("First", "2024-12-31", "An owl hunts mice.")),
        ("news/b.html", &page("Second", "2025-01-02", "Another owl rests.")),
        ("guide/c.html", &page("Third", "", "The owl of old; mice, too.")),
    ]);
    site.write("docfuse.toml", b"[[site.filter]]\nname = \"kind\"\npath = \"{}/*\"");
    let (folder, config) = (site.path(), site.path().join("docfuse.toml"));
    let [folder, config] = [folder, &config].map(|path| path.to_str().unwrap());
    docfuse(&["build", folder, "--no-dense", "--config", config]).ok();
    let found = |text: &str, options: &[&str]| {
        let answer = ask(&site, text, options).json();
        urls(&answer).iter().map(|url| url.split('#').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let newest = ["news/b.html", "news/a.html", "guide/c.html"];
    assert_eq!(found("owl", &["--sort", "date:desc"]), newest);
    assert_eq!(found("", &["--sort", "date:desc"]), newest);
    assert_eq!(found("mice", &["--sort", "date"]), ["news/a.html", "guide/c.html"]);
    assert_eq!(found("", &["--filter", "kind=news"]), ["news/a.html", "news/b.html"]);
    let others = r#"{"none": [{"kind": ["guide"]}]}"#;
    assert_eq!(found("", &["--filters", others, "--sort", "date"]), ["news/a.html", "news/b.html"]);
    ask(&site, "owl", &["--filters", "{"]).fails_with(&["--filters {", "JSON expected"]);
    let answer = ask(&site, "owl", &["--sort", "size"]).json();
    assert_eq!(answer["degraded"][0]["message"], json!("a key to sort by expected: date; size found"));
    let answer = ask(&site, "owl", &["--filter", "kind=guide", "--facets"]).json();
    assert_eq!(answer["facets"]["kind"], json!({ "guide": 1, "news": 2 }));
}

#[test]
fn all_words_are_needed_if_the_index_or_the_query_says_so() {
    let site = Site::small();
    site.write("docfuse.toml", b"[search]\nmatch = \"all\"");
    let (folder, config, index) = (site.path(), site.path().join("docfuse.toml"), site.index());
    let [folder, config] = [folder, &config].map(|path| path.to_str().unwrap());
    docfuse(&["build", folder, "--no-dense", "--config", config]).ok();
    let all = ask(&site, "clone thread", &[]).json();
    let best = ask(&site, "clone thread", &["--match", "best"]).json();
    assert!(all["total"].as_u64() < best["total"].as_u64(), "{all:#}");
    assert_eq!((&all["fewer"], &best["fewer"]), (&json!(null), &json!(null)));
    let some = ask(&site, "clone zebra", &[]).json();
    assert_eq!(some["fewer"], json!(true), "{some:#}");
    let shown = docfuse(&["query", index.to_str().unwrap(), "clone zebra", "--mode", "lexical"]).ok();
    assert!(shown.contains("No section has all words. These have some of them."), "{shown}");
    ask(&site, "a", &["--match", "most"]).fails_with(&["--match", "all", "best"]);
}

#[test]
fn thresholds_and_closeness() {
    let site = Site::small();
    site.build();
    let answer = ask(&site, "clone threads side", &["--explain"]).json();
    let hits = answer["hits"].as_array().unwrap();
    assert!(hits.len() > 1 && answer["suggestions"] == json!([]), "{answer:#}");
    assert!(answer["closeness"]["words"].as_f64().unwrap() > 0.0);
    assert_eq!(answer["closeness"]["similarity"], json!(null));
    assert_eq!(answer["fit"], json!(null), "without vectors, nothing is known to be far");
    let none = ask(&site, "clone threads side", &["--min-score", "999"]).json();
    assert_eq!((&none["hits"], &none["total"]), (&json!([]), &json!(0)));
    assert_eq!(none["suggestions"][0]["url"], hits[0]["url"]);
    ask(&site, "a", &["--min-score=-1"]).fails_with(&["--min-score", "a number from 0 up expected"]);

    site.write("strict.toml", b"[search]\nmin_score = 999");
    let (folder, config, index) = (site.path(), site.path().join("strict.toml"), site.index());
    let [folder, config] = [folder, &config].map(|path| path.to_str().unwrap());
    docfuse(&["build", folder, "--no-dense", "--config", config]).ok();
    let query = |text: &str| docfuse(&["query", index.to_str().unwrap(), text, "--mode", "lexical"]).ok();
    let shown = query("clone threads side");
    assert!(shown.starts_with("nothing found\ndid you mean: "), "{shown}");
}

#[test]
fn a_prefix_query_completes_its_last_word() {
    let site = Site::small();
    site.build();
    assert_eq!(urls(&ask(&site, "unwi", &["--prefix"]).json()), ["guide/errors.html#errors"]);
    let answer = ask(&site, "shared own", &["--prefix"]).json();
    assert_eq!(urls(&answer)[0], "guide/threads.html#arc");
    assert_eq!(answer["corrections"], json!([]));
}

#[test]
fn one_of_several_indexes_has_its_name_if_the_others_cannot_be_opened() {
    let sites = Site::new(&[
        ("guide/a.html", "<html lang=en><title>First</title><main><h1>First</h1><p>An owl hunts.</main>"),
        ("api/b.html", "<html lang=en><title>Second</title><main><h1>Second</h1><p>An owl sleeps.</main>"),
    ]);
    let folder = |name: &str| sites.path().join(name).display().to_string();
    let indexes = ["guide", "api"].map(|name| {
        docfuse(&["build", &folder(name), "--no-dense"]).ok();
        format!("{}/docfuse", folder(name))
    });
    let ask = |filter: &str| {
        let [guide, api] = &indexes;
        let options = ["--mode", "lexical", "--json", "--filter", filter];
        docfuse(&[&["query", guide, api, "owl"], &options[..]].concat()).json()
    };
    let names = |answer: &serde_json::Value| {
        let hits = answer["hits"].as_array().unwrap().clone();
        hits.iter().map(|hit| hit["site"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&ask("site=guide")), ["guide"]);
    let damaged = br#"{"format":"docfuse"}"#;
    sites.write("api/docfuse/docfuse.json", damaged);
    let answer = ask("site=guide");
    assert_eq!((names(&answer), &answer["degraded"][0]["site"]), (vec!["guide".to_owned()], &json!("api")));
    sites.write("guide/docfuse/docfuse.json", damaged);
    docfuse(&["build", &folder("api"), "--no-dense"]).ok();
    let answer = ask("site=api");
    assert_eq!((names(&answer), &answer["degraded"][0]["site"]), (vec!["api".to_owned()], &json!("guide")));
}
