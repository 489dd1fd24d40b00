use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::command::{Site, docfuse, required};

/// Searches that find and open what they want, and three planted gaps between them.
fn planted(folder: &Path) -> PathBuf {
    let mut lines = Vec::new();
    let mut add = |query: &str, times: usize, hits: usize, weak: bool, click: Option<&str>| {
        let record = json!({"query": query, "hits": hits, "weak": weak, "click": click});
        lines.extend(std::iter::repeat_n(record.to_string(), times));
    };
    for (place, query) in ["threads", "shared ownership", "catch_unwind", "errors"].iter().enumerate() {
        add(query, 40 + place, 3, false, Some("guide/threads.html"));
        add(query, 9, 3, false, None);
    }
    // Nothing was found.
    add("dark mode", 12, 0, false, None);
    add("enable dark mode", 7, 0, false, None);
    add("Dark  Mode", 2, 0, false, None);
    add("pdf export", 5, 0, false, None);
    // Nothing came close, in most searches.
    add("offline reading on a plane", 6, 4, true, None);
    add("offline reading on a plane", 2, 4, false, Some("index.html"));
    // Nothing was opened.
    add("manual", 8, 2, false, None);
    add("sharing", 2, 2, false, None);
    // As a hash orders them: the order of a log says nothing.
    lines.sort_by_key(|line| line.bytes().fold(7u32, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte)));
    lines.insert(3, "GET / HTTP/1.1".to_owned());
    let path = folder.join("searches.log");
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn gaps(log: &Path, index: &Path, more: &[&str]) -> crate::command::Outcome {
    let mut arguments = vec!["gaps", log.to_str().unwrap(), index.to_str().unwrap()];
    arguments.extend(more);
    docfuse(&arguments)
}

/// The queries of each group of a kind, with its searches.
fn groups(report: &Value, kind: &str) -> Vec<(u64, Vec<String>)> {
    let of_kind = report["gaps"].as_array().unwrap().iter().find(|gaps| gaps["kind"] == kind).unwrap();
    let texts = |group: &Value| {
        let queries = group["queries"].as_array().unwrap().iter();
        queries.map(|query| query["query"].as_str().unwrap().to_lowercase()).collect()
    };
    let groups = of_kind["groups"].as_array().unwrap().iter();
    groups.map(|group| (group["searches"].as_u64().unwrap(), texts(group))).collect()
}

fn group(searches: u64, queries: &[&str]) -> (u64, Vec<String>) {
    (searches, queries.iter().map(|query| (*query).to_owned()).collect())
}

#[test]
fn planted_gaps_are_found() {
    let site = Site::small();
    site.build();
    let folder = tempfile::tempdir().unwrap();
    let log = planted(folder.path());
    let report = gaps(&log, &site.index(), &["--json"]).json();
    assert_eq!(report["searches"], 166 + 36 + 26 + 8 + 10);
    assert_eq!((&report["unread"], &report["nearness"]), (&json!(1), &json!("words")));
    let dark = group(21, &["dark mode", "enable dark mode"]);
    assert_eq!(groups(&report, "no-hits"), [dark, group(5, &["pdf export"])]);
    assert_eq!(groups(&report, "weak-fit"), [group(8, &["offline reading on a plane"])]);
    // Two searches without a click say nothing.
    assert_eq!(groups(&report, "no-click"), [group(8, &["manual"])]);
    let manual = &report["gaps"][2]["groups"][0]["queries"][0];
    assert_eq!(manual["now"]["first"], "index.html#start");
    let text = gaps(&log, &site.index(), &["--least", "6"]);
    assert!(text.stderr.contains("1 lines are no records"), "{text:#?}");
    let text = text.ok().to_lowercase();
    assert!(
        text.contains("nothing was found: 21 searches\n    21  dark mode\n        today: nothing\n"),
        "{text}"
    );
    assert!(text.contains("also enable dark mode (7)") && !text.contains("pdf"), "{text}");
}

#[test]
fn what_rules_show_is_told() {
    let site = Site::small();
    let settings = "[[rules]]\nqueries = [\"dark mode\"]\nnote = \"Colours are those of your system.\"\n\
                    [[rules]]\nqueries = [\"manual\"]\npage = \"guide/threads.html\"\n";
    let path = site.path().join("docfuse.toml");
    fs::write(&path, settings).unwrap();
    docfuse(&["build", site.path().to_str().unwrap(), "--no-dense", "--config", path.to_str().unwrap()]).ok();
    let log = planted(site.path());
    let told = gaps(&log, &site.index(), &[]).ok();
    for line in [
        "dark mode\n        today: by rules, note\n",
        "manual\n        today: by rules, guide/threads.html\n",
    ] {
        assert!(told.to_lowercase().contains(line), "{told}");
    }
    let report = gaps(&log, &site.index(), &["--json"]).json();
    let now = &report["gaps"][0]["groups"][0]["queries"][0]["now"];
    assert_eq!((&now["hits"], &now["pinned"]), (&json!(0), &json!(["note"])));
}

/// What cannot be looked up is not said to be missing.
#[test]
fn lost_files_are_no_gaps() {
    let site = Site::small();
    site.build();
    let log = planted(site.path());
    for entry in fs::read_dir(site.index()).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("terms-") {
            fs::remove_file(path).unwrap();
        }
    }
    let told = gaps(&log, &site.index(), &[]).ok();
    assert!(told.contains("today: not known") && !told.contains("today: nothing"), "{told}");
}

/// The encoder puts queries together that have no word in common.
#[test]
fn queries_are_grouped_by_the_encoder() {
    let model = required("DOCFUSE_MODEL", "the encoder");
    let site = Site::small();
    docfuse(&["build", site.path().to_str().unwrap(), "--model", model.to_str().unwrap()]).ok();
    let log = site.path().join("log");
    let line = |query: &str| format!("{{\"query\":\"{query}\",\"hits\":0}}\n");
    fs::write(&log, ["login fails", "raspberry pi", "cannot sign in"].map(line).concat()).unwrap();
    let report = gaps(&log, &site.index(), &["--json"]).json();
    assert_eq!(report["nearness"], "encoder");
    let expected = [group(2, &["cannot sign in", "login fails"]), group(1, &["raspberry pi"])];
    assert_eq!(groups(&report, "no-hits"), expected);
}

#[test]
fn the_page_is_text_alone() {
    let site = Site::small();
    site.build();
    let log = site.path().join("log");
    let evil = json!({"query": "<script>alert(1)</script> \"&amp; \u{202e}\u{1b}", "hits": 0});
    fs::write(&log, evil.to_string()).unwrap();
    let page = site.path().join("gaps.html");
    gaps(&log, &site.index(), &["--html", page.to_str().unwrap()]).ok();
    let html = fs::read_to_string(page).unwrap();
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;amp;"), "{html}");
    assert!(!html.contains("<script") && !html.contains(['\u{202e}', '\u{1b}']), "{html}");
    assert!(html.contains("default-src 'none'") && !html.contains("src=") && !html.contains("href="));
}

#[test]
fn other_files_are_told() {
    let site = Site::small();
    site.build();
    let log = site.path().join("log");
    gaps(&log, &site.index(), &[]).fails_with(&["log", "check the name"]);
    fs::write(&log, "one\ntwo\n").unwrap();
    gaps(&log, &site.index(), &[]).fails_with(&["\"query\"", "2 other lines found"]);
}
