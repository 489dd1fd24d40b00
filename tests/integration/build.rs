use std::fs;
use std::path::Path;

use crate::command::{Site, contents, docfuse, index_file, query, urls};

#[test]
fn a_built_site_answers_queries() {
    let site = Site::small();
    let summary = site.build();
    for part in ["en: 3 pages, 4 sections, no vectors\n", "redirect", "print.html", "written to "] {
        assert!(summary.contains(part), "{summary:?} lacks {part:?}");
    }
    assert_eq!(site.lexical("clone for each thread")[0], "guide/threads.html#arc");
    assert_eq!(site.lexical("Arc::new")[0], "guide/threads.html#arc");
    assert_eq!(site.lexical("catch unwind")[0], "guide/errors.html#errors");
    assert!(site.lexical("Made Home Contents").is_empty(), "navigation and footer are not content");
    let hit = &query(&site.index(), "shared ownership", "lexical").json()["hits"][0];
    assert_eq!((hit["title"].as_str(), hit["heading"].as_str()), (Some("Threads"), Some("Shared ownership")));
    assert!(hit["excerpt"].as_str().unwrap().starts_with("Wrap the value"));
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();
}

#[test]
fn sections_without_text_are_named() {
    let site = Site::small();
    assert!(!site.build().contains("without text"));
    for page in ["a", "b", "c", "d"] {
        site.write(&format!("{page}.html"), format!("<h1 id=top>Chapter {page}</h1>").as_bytes());
    }
    let summary = site.build();
    let expected = "sections without text: 4 (a.html#top, b.html#top, c.html#top, …)\n";
    assert!(summary.contains(expected), "{summary}");
}

#[test]
fn the_same_site_gives_the_same_bytes() {
    let (one, two) = (Site::small(), Site::small());
    one.build();
    two.build();
    assert_eq!(contents(&one.index()), contents(&two.index()));
    one.build();
    assert_eq!(contents(&one.index()), contents(&two.index()), "a second build changes nothing");
}

#[test]
fn an_unchanged_site_is_not_built_again() {
    let (site, cache) = (Site::small(), tempfile::tempdir().unwrap());
    let config = site.path().join("docfuse.toml");
    fs::write(&config, "[bm25]\nk1 = 1").unwrap();
    let build = || {
        let mut arguments = vec!["build".as_ref(), site.path(), "--no-dense".as_ref()];
        arguments.extend([Path::new("--cache"), cache.path(), Path::new("--config"), config.as_path()]);
        docfuse(&arguments).ok()
    };
    const UNCHANGED: &str = "nothing has changed since";
    let first = build();
    assert!(!first.contains(UNCHANGED), "{first}");
    let whole = contents(&site.index());
    let terms = index_file(&site.index(), "terms");
    let written = fs::metadata(&terms).unwrap().modified().unwrap();
    let again = build();
    assert!(again.contains(UNCHANGED), "{again}");
    assert_eq!(again.lines().count(), 2, "the settings, and that nothing has changed: {again}");
    assert_eq!(fs::metadata(&terms).unwrap().modified().unwrap(), written, "nothing is written");

    // Altered or missing files, and damaged records of the last build, lead to a new build.
    let damage = |path: &Path| {
        let mut content = fs::read(path).unwrap();
        let middle = content.len() / 2;
        content[middle] ^= 1;
        fs::write(path, content).unwrap();
    };
    damage(&terms);
    assert!(!build().contains(UNCHANGED));
    assert_eq!(contents(&site.index()), whole);
    fs::remove_file(&terms).unwrap();
    assert!(!build().contains(UNCHANGED));
    assert_eq!(contents(&site.index()), whole);
    for record in fs::read_dir(cache.path()).unwrap() {
        fs::write(record.unwrap().path(), b"{\"files\":{},\"summary\":[]}").unwrap();
    }
    assert!(!build().contains(UNCHANGED));
    assert!(build().contains(UNCHANGED));

    // A change of any input leads to a new build.
    fs::write(&config, "[bm25]\nk1 = 2").unwrap();
    assert!(!build().contains(UNCHANGED));
    site.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    assert!(!build().contains(UNCHANGED));
    assert_eq!(site.lexical("quokka"), ["extra.html#x"]);
    fs::rename(site.path().join("extra.html"), site.path().join("other.html")).unwrap();
    assert!(!build().contains(UNCHANGED));
    assert_eq!(site.lexical("quokka"), ["other.html#x"]);
    assert!(build().contains(UNCHANGED));
}

/// The index at the site's root, beside a file of the author whose name resembles one of the index.
#[test]
fn an_index_at_the_root_keeps_the_authors_files() {
    let site = Site::small();
    let other = site.path().join("docfuse.config.json");
    fs::write(&other, "{}").unwrap();
    let build = || {
        let arguments = ["build".as_ref(), site.path(), "--no-dense".as_ref(), "--out".as_ref(), site.path()];
        docfuse(&arguments).ok()
    };
    build();
    site.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    build();
    assert_eq!(urls(&query(site.path(), "quokka", "lexical").json()), ["extra.html#x"]);
    assert!(other.exists());
}

#[test]
fn a_new_build_replaces_the_old_one_completely() {
    let site = Site::small();
    site.build();
    let old = index_file(&site.index(), "terms");
    site.write("docfuse/notes.txt", b"the author's own");
    site.write("docfuse/.docfuse-abcdef", b"left by an interrupted build");
    site.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    site.build();
    assert_eq!(site.lexical("quokka"), ["extra.html#x"]);
    assert!(!old.exists(), "files that no manifest names are deleted");
    assert!(site.index().join("notes.txt").exists(), "files of the author stay");
    assert!(
        contents(&site.index()).iter().all(|(name, _)| !name.starts_with('.')),
        "temporary files are deleted"
    );
}

/// Without a lock, one build would delete files that the other has written but not yet named in its manifest.
#[test]
fn concurrent_builds_into_one_folder_are_serialised() {
    let sites = [Site::small(), Site::small()];
    sites[1].write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    for _ in 0..4 {
        std::thread::scope(|scope| {
            for site in &sites {
                let from = site.path().to_str().unwrap();
                scope.spawn(move || docfuse(&["build", from, "--no-dense", "--out", folder]).ok());
            }
        });
        docfuse(&["verify", folder]).ok();
    }
}

#[test]
fn hits_lead_to_the_addresses_that_the_site_uses() {
    let page = |path: &str, text: &str| {
        format!(
            "<html lang=en><title>{text}</title><link rel=canonical href=https://docs.example/manual/{path}>\
             <nav><a href=/manual/>Home</a></nav><main><h1 id=top>{text}</h1><p>All about {text}. \
             <a href=/manual/cli/add>Add</a></main>"
        )
    };
    let site = Site::new(&[
        ("index.html", &page("", "owls")),
        ("setup/index.html", &page("setup/", "larks")),
        ("cli/add.html", &page("cli/add", "wrens")),
        ("v1/cli/add.html", &page("cli/add", "ducks")),
        ("drafts/index.html", &page("drafts/", "geese")),
    ]);
    let config = site.path().join("docfuse.toml");
    fs::write(&config, "[site]\nexclude = [\"drafts/index.html\"]").unwrap();
    let (folder, config) = (site.path().to_str().unwrap(), config.to_str().unwrap());
    let summary = docfuse(&["build", folder, "--no-dense", "--config", config]).ok();
    assert!(summary.contains("4 pages") && summary.contains("(drafts/index.html)"), "{summary}");
    for (text, url) in
        [("owls", "./#top"), ("larks", "setup/#top"), ("wrens", "cli/add#top"), ("ducks", "v1/cli/add#top")]
    {
        assert_eq!(site.lexical(text)[0], url);
    }
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();
}

#[test]
fn jsonl_records_are_indexed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("corpus.jsonl");
    fs::write(
        &file,
        "{\"_id\": \"d1\", \"title\": \"Owls\", \"text\": \"Owls hunt at night.\"}\n\n\
         {\"id\": \"d2\", \"title\": \"Larks\", \"text\": \"Larks sing at dawn.\", \"url\": \"birds/larks.html#song\"}\n",
    )
    .unwrap();
    let index = folder.path().join("index");
    let (file, out) = (file.to_str().unwrap(), index.to_str().unwrap());
    docfuse(&["build", "--jsonl", file, "--out", out, "--no-dense"]).ok();
    assert_eq!(urls(&query(&index, "night owl", "lexical").json()), ["d1"]);
    assert_eq!(urls(&query(&index, "singing", "lexical").json()), ["birds/larks.html#song"]);
}

#[test]
fn records_of_one_url_are_passages_of_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let records = [
        r#"{"_id": "p1", "title": "Owls", "text": "Owls hunt at night.", "url": "owls.html"}"#,
        r#"{"_id": "p2", "title": "Owls", "text": "Owls sleep by day.", "url": "owls.html"}"#,
        r#"{"_id": "p3", "title": "Food", "text": "Mice and voles.", "url": "owls.html", "anchor": "food"}"#,
        r#"{"_id": "p4", "title": "Larks", "text": "Larks sing.", "url": "larks.html"}"#,
    ];
    fs::write(at("corpus.jsonl"), records.join("\n")).unwrap();
    let summary =
        docfuse(&["build", "--jsonl", &at("corpus.jsonl"), "--out", &at("index"), "--no-dense"]).ok();
    assert!(summary.contains("2 pages, 4 sections"), "{summary}");
    for (text, id, url) in [
        ("sleeping by day", "p2", "owls.html"),
        ("voles", "p3", "owls.html#food"),
        ("food", "p3", "owls.html#food"),
        ("larks", "p4", "larks.html"),
    ] {
        let hit = query(&folder.path().join("index"), text, "lexical").json()["hits"][0].clone();
        assert_eq!((&hit["id"], &hit["url"]), (&id.into(), &url.into()), "{text}");
    }
    docfuse(&["verify", &at("index")]).ok();

    // Judgements name passages by id, or by address.
    fs::write(at("queries.jsonl"), "{\"_id\": \"q\", \"text\": \"owls sleep\"}").unwrap();
    let eval = |level: &str, known: &str| {
        fs::write(at("qrels.tsv"), format!("query\tdocument\tgrade\nq\t{known}\t1\n")).unwrap();
        let arguments =
            ["eval", &at("index"), "--queries", &at("queries.jsonl"), "--qrels", &at("qrels.tsv")];
        let options = ["--mode", "lexical", "--level", level, "--json"];
        docfuse(&[&arguments[..], &options].concat()).json()["queries"][0]["modes"]["lexical"]["rank"]
            .as_u64()
    };
    assert_eq!(
        [eval("section", "p2"), eval("section", "p1"), eval("section", "p4")],
        [Some(1), Some(2), None]
    );
    assert_eq!([eval("section", "owls.html"), eval("page", "owls.html")], [Some(1), Some(1)]);
}

#[test]
fn settings_change_what_is_indexed() {
    let site = Site::small();
    let config = site.path().join("docfuse.toml");
    fs::write(&config, "[site]\nignore = [\"pre\"]\nexclude = [\"guide/errors.html\"]\n[bm25]\nk1 = 0")
        .unwrap();
    let (folder, config) = (site.path().to_str().unwrap(), config.to_str().unwrap());
    docfuse(&["build", folder, "--no-dense", "--config", config]).ok();
    assert!(site.lexical("catch_unwind").is_empty());
    assert!(site.lexical("mutex").is_empty());
    assert!(!site.lexical("Everything once more").is_empty(), "`exclude` replaces the default list");
}

#[test]
fn release_notes_stand_behind_documentation() {
    let notes = "<title>Changelog</title><main><h1 id=top>Changelog</h1>\
                 <h2 id=v2>2.0</h2><p>Bearer tokens expire. Tokens are refreshed.\
                 <h2 id=v1>1.0</h2><p>Bearer tokens.</main>";
    let guide = "<title>Security</title><main><h1 id=top>Security</h1><p>How to keep secrets safe in an application.\
                 <h2 id=tokens>Access</h2><p>Bearer tokens expire after an hour. To keep an application signed in, \
                 refresh them in time, and store them where no other program can read them.\
                 <h2 id=changelog>Changelog</h2><p>Changelog of this guide: see the changelog.</main>";
    let site = Site::new(&[("changelog.html", notes), ("guide/security.html", guide)]);
    site.build();
    assert_eq!(site.lexical("bearer tokens expire")[0], "guide/security.html#tokens");
    assert_eq!(site.lexical("changelog")[0], "changelog.html#top");
    assert_eq!(site.lexical("2.0")[0], "changelog.html#v2");
    let config = site.path().join("docfuse.toml");
    fs::write(&config, "[site]\nsecondary_weight = 1").unwrap();
    docfuse(&["build", site.path().to_str().unwrap(), "--no-dense", "--config", config.to_str().unwrap()])
        .ok();
    assert_eq!(site.lexical("bearer tokens expire")[0], "changelog.html#v2");
}

#[test]
fn stop_words_and_short_words_are_those_of_the_settings() {
    let site = Site::new(&[
        ("a.html", "<main><h1 id=top>Acme</h1><p>Acme acme acme. The go to.</main>"),
        ("b.html", "<main><h1 id=top>Parts</h1><p>A list of parts for the widget, which says little.</main>"),
    ]);
    let config = site.path().join("docfuse.toml");
    let build = |settings: &str| {
        fs::write(&config, settings).unwrap();
        docfuse(&[
            "build",
            site.path().to_str().unwrap(),
            "--no-dense",
            "--config",
            config.to_str().unwrap(),
        ])
        .ok();
        docfuse(&["verify", site.index().to_str().unwrap()]).ok();
    };
    build("");
    assert_eq!(site.lexical("acme widget")[0], "a.html#top");
    assert_eq!(site.lexical("go"), ["a.html#top"]);
    build("[text]\nstop_words_also.en = [\"Acme\"]\nmin_term_length = 3");
    assert_eq!(site.lexical("acme widget")[0], "b.html#top");
    assert_eq!(site.lexical("acme"), ["a.html#top"], "a query of stop words alone finds them");
    assert!(site.lexical("go").is_empty());
}

#[test]
fn offset_limit_and_max_per_page_hold() {
    let site = Site::new(&[(
        "a.html",
        "<main><h1 id=a>Owl</h1>owl<h2 id=b>Owl two</h2>owl<h2 id=c>Owl three</h2>owl</main>",
    )]);
    site.write("z.html", b"<main><h1 id=z>Bird</h1>an owl and more words than that</main>");
    site.build();
    let index = site.index();
    let run = |extra: &[&str]| {
        let mut arguments = vec!["query", index.to_str().unwrap(), "owl", "--mode", "lexical", "--json"];
        arguments.extend(extra);
        urls(&docfuse(&arguments).json())
    };
    let all = run(&[]);
    assert_eq!(all.len(), 4);
    assert_eq!(run(&["--limit", "2", "--offset", "1"]), all[1..3]);
    assert_eq!(run(&["--max-per-page", "1"]), [all[0].as_str(), "z.html#z"]);
    assert!(run(&["--limit", "0"]).is_empty());
}

#[test]
fn explanations_add_up_to_the_score() {
    let site = Site::small();
    site.build();
    let index = site.index();
    let arguments =
        ["query", index.to_str().unwrap(), "clone thread", "--mode", "lexical", "--explain", "--json"];
    let hit = &docfuse(&arguments).json()["hits"][0];
    let explanation = &hit["explanation"];
    let contribution = &explanation["contributions"][0];
    assert_eq!((&contribution["retriever"], &contribution["rank"]), (&"lexical".into(), &1.into()));
    let terms: Vec<&str> =
        explanation["terms"].as_array().unwrap().iter().map(|term| term["term"].as_str().unwrap()).collect();
    assert_eq!(terms, ["clone", "thread"]);
    let sum: f64 =
        explanation["terms"].as_array().unwrap().iter().map(|term| term["score"].as_f64().unwrap()).sum();
    assert!((sum - hit["score"].as_f64().unwrap()).abs() < 1e-4);
    let text = docfuse(&arguments[..arguments.len() - 1]).ok();
    assert!(text.contains("lexical: rank 1") && text.contains("clone:"), "{text}");
}
