use std::fs;
use std::path::Path;

use crate::command::{Site, contents, docfuse};

/// What is wrong, the arguments with files by their names in [`wrong_files`], and parts of the message: what was
/// expected, what was found, what to do.
const WRONG_USE: &[(&str, &[&str], &[&str])] = &[
    ("no site", &["build", "nowhere"], &["expected the folder", "found no folder", "build the site first"]),
    ("a file as site", &["build", "text.txt"], &["expected the folder", "found no folder"]),
    ("no page", &["build", "empty", "--no-dense"], &["found no .html file", "build the site first"]),
    ("only redirects", &["build", "redirects", "--no-dense"], &["no page could be indexed", "old.html"]),
    ("no settings", &["build", "site", "--config", "none.toml"], &["settings file expected", "--config"]),
    ("settings in UTF-16", &["build", "site", "--config", "utf16.txt"], &["UTF-8 expected", "save the file"]),
    ("a folder as settings", &["build", "site", "--config", "empty"], &["expected a file, found a folder"]),
    ("records without output", &["build", "--jsonl", "records.jsonl"], &["--out"]),
    (
        "no records",
        &["build", "--jsonl", "none.jsonl", "--out", "out", "--no-dense"],
        &["cannot read", "check the name"],
    ),
    (
        "a folder as records",
        &["build", "--jsonl", "empty", "--out", "out", "--no-dense"],
        &["found a folder"],
    ),
    (
        "empty records",
        &["build", "--jsonl", "empty.txt", "--out", "out", "--no-dense"],
        &["at least one record"],
    ),
    ("records in UTF-16", &["build", "--jsonl", "utf16.txt", "--out", "out", "--no-dense"], &["UTF-8"]),
    (
        "text as records",
        &["build", "--jsonl", "text.txt", "--out", "out", "--no-dense"],
        &["line 1", "expected"],
    ),
    (
        "a file as output",
        &["build", "site", "--no-dense", "--out", "text.txt"],
        &["expected a folder, found a file"],
    ),
    ("no model", &["build", "site", "--model", "empty"], &["model.onnx is missing", "docfuse model import"]),
    (
        "no such model",
        &["build", "site", "--model", "nowhere"],
        &["model.onnx is missing", "docfuse model import"],
    ),
    (
        "unknown choice",
        &["query", "index", "text", "--mode", "fast"],
        &["invalid value 'fast'", "possible values"],
    ),
    ("unknown option", &["build", "site", "--fast"], &["unexpected argument '--fast'"]),
    ("no index", &["query", "site", "text"], &["no docfuse.json here", "docfuse build"]),
    ("no index folder", &["query", "nowhere", "text"], &["no docfuse.json here", "docfuse build"]),
    (
        "words apart",
        &["query", "index", "how", "to"],
        &["how: a folder with an index expected", "quotation marks"],
    ),
    ("no text", &["query", "site/docfuse"], &["an index and the text of a query expected", "site/docfuse"]),
    ("no language", &["query", "index", "text", "--language", "xx"], &["such as en", "\"xx\" found"]),
    ("no filter", &["query", "index", "text", "--filter", "kind"], &["NAME=VALUE expected", "kind=guide"]),
    ("a wrong rule", &["query", "index", "text", "--minimum-should-match", "most"], &["75%", "`most` found"]),
    ("a wrong threshold", &["query", "index", "text", "--min-score", "-1"], &["a number from 0 up expected"]),
    (
        "a wrong limit",
        &["query", "index", "text", "--limit", "ten"],
        &["invalid value 'ten'", "a whole number from 0 up expected"],
    ),
    ("an unknown setting", &["query", "index", "text", "--set", "fusion.l=1"], &["fusion", "expected"]),
    (
        "a wrong setting",
        &["query", "index", "text", "--set", "fusion.k=0"],
        &["from 1 to 1000 expected, 0 found"],
    ),
    ("no reranker", &["query", "index", "text", "--reranker", "empty"], &["model.onnx is missing"]),
    ("no queries", &["eval", "index", "--queries", "none.yml"], &["cannot read", "check the name"]),
    ("empty queries", &["eval", "index", "--queries", "empty.yml"], &["no query found", "write one a line"]),
    ("text as queries", &["eval", "index", "--queries", "text.yml"], &["line 1", "expected"]),
    ("an unknown page", &["eval", "index", "--queries", "unknown.yml"], &["line 1", "nowhere.html"]),
    ("no answers", &["eval", "index", "--queries", "queries.jsonl"], &["--qrels FILE expected"]),
    ("answers twice", &["eval", "index", "--queries", "text.yml", "--qrels", "text.txt"], &["in YAML"]),
    (
        "text as answers",
        &["eval", "index", "--queries", "queries.jsonl", "--qrels", "text.txt"],
        &["separated by tabs"],
    ),
    (
        "a wrong measure",
        &["eval", "index", "--queries", "good.yml", "--fail-under", "good"],
        &["MEASURE=VALUE expected"],
    ),
    ("a wrong size", &["eval", "index", "--queries", "good.yml", "--max-bytes", "few"], &["150KB"]),
    (
        "no baseline",
        &["eval", "index", "--queries", "good.yml", "--baseline", "text.txt"],
        &["a report", "expected"],
    ),
    ("few queries", &["tune", "index", "--queries", "good.yml"], &["at least", "expected, 1 found"]),
    ("nothing to verify", &["verify", "site"], &["no docfuse.json here", "docfuse build"]),
    ("nothing to serve", &["serve", "nowhere"], &["expected a folder to serve, found none"]),
    (
        "nothing to import",
        &["model", "import", "nowhere", "--out", "out"],
        &["cannot read", "check the name"],
    ),
    ("no encoder", &["model", "import", "empty", "--out", "out"], &["config.json", "expected"]),
    ("no command", &["search"], &["unrecognized subcommand 'search'"]),
];

/// The files that [`WRONG_USE`] names.
fn wrong_files(place: &Path) {
    let site = Site::small();
    let (from, to) = (site.path(), place.join("index"));
    docfuse(&["build", from.to_str().unwrap(), "--no-dense", "--out", to.to_str().unwrap()]).ok();
    for folder in ["site", "empty", "redirects"] {
        fs::create_dir(place.join(folder)).unwrap();
    }
    for (name, content) in [
        ("site/a.html", &b"<title>A</title><p>Some words."[..]),
        ("redirects/old.html", b"<meta http-equiv=refresh content='0; url=x.html'>"),
        ("text.txt", b"Some lines\nof text.\n"),
        ("text.yml", b"Some lines\nof text.\n"),
        ("utf16.txt", b"\xff\xfe[\0s\0]\0"),
        ("empty.txt", b""),
        ("empty.yml", b""),
        ("unknown.yml", b"threads: nowhere.html\n"),
        ("good.yml", b"threads: guide/threads.html\n"),
        ("queries.jsonl", b"{\"_id\": \"1\", \"text\": \"threads\"}\n"),
        ("records.jsonl", b"{\"id\": \"1\", \"text\": \"fine\"}\n"),
    ] {
        fs::write(place.join(name), content).unwrap();
    }
}

/// Every wrong use ends with one sentence on standard error, and changes nothing.
#[test]
fn wrong_use_is_told_in_one_sentence() {
    let place = tempfile::tempdir().unwrap();
    wrong_files(place.path());
    let before = contents(&place.path().join("index"));
    for (what, arguments, parts) in WRONG_USE {
        let named = |argument: &&str| match place.path().join(argument) {
            path if path.exists() => path.to_str().unwrap().to_owned(),
            // What does not exist is no option, value or text to search.
            path if ["nowhere", "none.", "out"].iter().any(|name| argument.starts_with(name)) => {
                path.to_str().unwrap().to_owned()
            }
            _ => (*argument).to_owned(),
        };
        let outcome = docfuse(&arguments.iter().map(named).collect::<Vec<_>>());
        assert!(!outcome.success, "{what}: {outcome:#?}");
        assert!(outcome.stdout.is_empty(), "{what}: {outcome:#?}");
        for part in *parts {
            assert!(outcome.stderr.contains(part), "{what}: {:?} lacks {part:?}", outcome.stderr);
        }
        // Those of the arguments' parser have a second paragraph: the usage.
        if let Some(message) = outcome.stderr.strip_prefix("docfuse: ") {
            assert_eq!(message.lines().count(), 1, "{what}: {message}");
        } else {
            assert!(outcome.stderr.starts_with("error: ") && outcome.stderr.contains("--help"), "{what}");
        }
        assert!(!place.path().join("out").exists(), "{what}");
    }
    assert_eq!(contents(&place.path().join("index")), before);
}
