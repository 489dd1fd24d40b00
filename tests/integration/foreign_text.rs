use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::command::{Outcome, Site, docfuse};

/// What a page may have in its title, its texts and its file name: colours of a terminal in both spellings, a bell, a
/// line that is overwritten, and an override of the direction.
const BAD: &str = "\u{1b}[31m\u{9b}2J\u{7}\u{7f}\u{202e}\u{2066}";

/// Whether a terminal would do something, or show another text.
fn is_active(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[track_caller]
fn is_text(what: &str, found: &str) {
    let active: Vec<char> = found.chars().filter(|c| is_active(*c)).collect();
    assert!(active.is_empty(), "{what}: {active:?} in {found:?}");
}

#[track_caller]
fn is_text_on_both(what: &str, outcome: Outcome) -> Outcome {
    is_text(what, &outcome.stdout);
    is_text(what, &outcome.stderr);
    outcome
}

fn site() -> Site {
    let site = Site::small();
    let link = "[click](javascript:alert(1)) <b>[x]: javascript:alert(2)</b>";
    let page = format!(
        "<!doctype html><html lang=en><title>Wombats {BAD} שלום\u{200f}</title><meta name=description content='About {BAD}'>\
         <main><h1 id=w>Wombats {BAD}</h1><p>They dig {BAD} burrows. {link}<h2 id=b>Burrows {BAD}</h2><p>Deep {BAD} ones."
    );
    site.write("wombats.html", page.as_bytes());
    site.write(&format!("zoo/a{BAD}\nwritten to b.html"), page.replace("burrows", "tunnels").as_bytes());
    site.write(&format!("left{BAD}\nout.html"), b"<meta http-equiv=refresh content='0; url=index.html'>");
    site
}

fn files_below(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path, ending));
        } else if path.to_str().unwrap().ends_with(ending) {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

#[test]
fn what_commands_print_and_write_is_text() {
    let site = site();
    let (path, index) = (site.path().to_str().unwrap(), site.index());
    let index = index.to_str().unwrap();
    let build = ["build", path, "--no-dense", "--llms-txt"];
    for what in ["a build", "a build without changes"] {
        let summary = is_text_on_both(what, docfuse(&build)).ok();
        assert!(summary.contains("left\u{fffd}[31m\u{fffd}2J\u{fffd}\u{fffd} out.html"), "{summary}");
    }
    let query =
        is_text_on_both("a query", docfuse(&["query", index, "wombats", "--explain", "--doc-aggregates"]));
    let query = query.ok();
    assert!(query.contains("Wombats \u{fffd}[31m") && query.contains("שלום\u{200f}"), "{query}");
    is_text_on_both("nothing found", docfuse(&["query", index, &format!("zzqqxx{BAD}")]));

    // JSON means what the index has.
    let answer = docfuse(&["query", index, "wombats", "--json"]);
    is_text("JSON", &answer.stdout);
    let answer = answer.json();
    let title = answer["hits"][0]["title"].as_str().unwrap();
    assert!(title.contains('\u{9b}') && title.contains('\u{202e}'), "{title:?}");

    let context = is_text_on_both("a context", docfuse(&["context", index, "wombats burrows"])).ok();
    assert!(context.contains("[click]\\(javascript:"), "{context}");
    is_text_on_both("verify", docfuse(&["verify", index])).ok();
    let queries = site.path().join("queries.yml");
    fs::write(&queries, format!("\"burrows{}\": nowhere.html\n", "\\u202e\\x9b")).unwrap();
    let eval = docfuse(&["eval", index, "--queries", queries.to_str().unwrap(), "--mode", "lexical"]);
    is_text_on_both("eval", eval);
    for engine in ["milvus", "opensearch"] {
        let out = site.path().join(engine);
        is_text_on_both("export", docfuse(&["export", engine, index, "--out", out.to_str().unwrap()])).ok();
        let exported = files_below(&out, "json").into_iter().chain(files_below(&out, "jsonl"));
        let exported: Vec<_> = exported.chain(files_below(&out, "ndjson")).collect();
        assert!(exported.iter().any(|(_, text)| text.contains("\\u009b")), "{engine}");
        exported.iter().for_each(|(name, text)| is_text(name, text));
    }

    let written = files_below(site.path(), ".md");
    assert!(written.len() > 4, "{written:?}");
    let list = site.path().join("llms.txt");
    let list = (list.display().to_string(), fs::read_to_string(&list).unwrap());
    for (name, text) in written.iter().chain([&list]) {
        is_text(name, text);
        // A bracket behind a backslash ends no link.
        let text = text.replace("\\]", "");
        for end in text.match_indices("](").map(|(at, _)| at + 2) {
            let target: String = text[end..].chars().take_while(|c| *c != ')').collect();
            assert!(!target.contains([':', '&', ' ']) || target.starts_with("http"), "{name}: {target}");
        }
        assert!(!text.contains("]: javascript"), "{name}: {text}");
    }
    assert!(written.iter().any(|(_, text)| text.contains("[click\\](javascript:")), "{written:?}");
}

#[test]
fn links_of_records_lead_to_pages_only() {
    let site = Site::new(&[]);
    let record = |url: &str| json!({ "id": url, "url": url, "title": "Wombats\n\n2. Burrows\nhttps://evil.example", "text": "They dig." });
    let file = site.path().join("records.jsonl");
    let out = site.index();
    let build = |url: &str| {
        fs::write(&file, record(url).to_string()).unwrap();
        docfuse(&["build", "--jsonl", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--no-dense"])
    };
    for url in ["javascript:alert(1)", "data:text/html,x", "../../x", "//evil.example/"] {
        build(url).fails_with(&["line 1: url: an address relative to the site's root", url]);
    }
    build("a.html").ok();
    let found = docfuse(&["query", out.to_str().unwrap(), "wombats"]).ok();
    assert!(!found.contains("\nhttps://evil.example"), "a title makes no line: {found}");
    let context = docfuse(&["context", out.to_str().unwrap(), "wombats"]).ok();
    assert!(!context.contains("\nhttps://evil.example"), "a title makes no line: {context}");
}

#[test]
fn errors_are_text() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join(format!("no\nindex{BAD}"));
    fs::create_dir(&folder).unwrap();
    let folder = folder.to_str().unwrap();
    // What is wrong with an argument repeats it.
    for arguments in [&["query", folder, "a", "--mode", BAD][..], &[BAD], &["build", folder, BAD, BAD]] {
        let outcome = is_text_on_both("an argument", docfuse(arguments));
        assert!(!outcome.success, "{outcome:?}");
    }
    for arguments in [&["query", folder, "a"][..], &["verify", folder], &["build", folder, "--no-dense"]] {
        let outcome = is_text_on_both(arguments[0], docfuse(arguments));
        assert!(!outcome.success, "{outcome:?}");
    }
    // A manifest is of whoever wrote it.
    fs::write(format!("{folder}/docfuse.json"), json!({ "format": BAD, (BAD): Value::Null }).to_string())
        .unwrap();
    let outcome = is_text_on_both("a manifest", docfuse(&["query", folder, "a"]));
    assert!(!outcome.success, "{outcome:?}");
}
