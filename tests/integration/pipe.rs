use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::command::{Site, docfuse};

/// A running `docfuse pipe`.
pub struct Pipe {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
    events: Vec<Value>,
    _cache: tempfile::TempDir,
}

impl Pipe {
    fn new() -> Self {
        let cache = tempfile::tempdir().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_docfuse"))
            .arg("pipe")
            .current_dir(cache.path())
            .env("XDG_CACHE_HOME", cache.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take(), BufReader::new(process.stdout.take().unwrap()));
        let mut pipe = Pipe { process, input, output, last: 0, events: Vec::new(), _cache: cache };
        let hello = pipe.read();
        assert_eq!((&hello["protocol"], &hello["docfuse"]), (&json!(1), &json!(env!("CARGO_PKG_VERSION"))));
        pipe
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let message = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"));
        crate::schemas::check("pipe", &message);
        message
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_ref().unwrap(), "{line}").unwrap();
    }

    /// The reply to a request; its events are kept.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        self.send(&json!({ "id": self.last, "method": method, "params": params }).to_string());
        loop {
            let message = self.read();
            assert_eq!(message["id"], self.last, "{message}");
            if message["event"].is_null() {
                return message;
            }
            self.events.push(message);
        }
    }

    #[track_caller]
    fn good(&mut self, method: &str, params: Value) -> Value {
        let reply = self.ask(method, params);
        assert!(reply["error"].is_null(), "{reply}");
        reply["result"].clone()
    }

    #[track_caller]
    fn fails(&mut self, method: &str, params: Value, code: &str, part: &str) {
        let error = self.ask(method, params)["error"].clone();
        assert_eq!(error["code"], code, "{error}");
        assert!(error["message"].as_str().unwrap().contains(part), "{error} lacks {part:?}");
    }

    pub fn created(settings: Value) -> Self {
        let mut pipe = Pipe::new();
        pipe.good("create", json!({ "protocol": 1, "dense": false, "settings": settings }));
        pipe
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        drop(self.input.take());
        assert!(self.process.wait().unwrap().success(), "the end of its input ends it");
    }
}

/// Files of a folder, by name.
fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_folder_gives_the_index_of_the_command_on_disk_and_in_memory() {
    use base64::Engine;
    let site = Site::small();
    docfuse(&["build", site.path().to_str().unwrap(), "--no-dense"]).ok();
    let expected = files(&site.index());
    let mut pipe = Pipe::created(json!({}));
    assert_eq!(pipe.good("add_folder", json!({ "path": site.path() }))["files"], 5);
    let out = tempfile::tempdir().unwrap();
    let built = pipe.good("build", json!({ "out": out.path() }));
    assert_eq!(built["languages"], json!([{ "language": "en", "pages": 3, "sections": 4 }]), "{built}");
    assert_eq!(built["left_out"][0]["reason"], "redirect", "{built}");
    assert_eq!(files(out.path()), expected);
    assert!(pipe.events.iter().any(|event| event["event"] == "progress" && event["step"] == "texts"));
    pipe.events.clear();
    pipe.good("build", json!({ "files": true }));
    let mut sent: std::collections::BTreeMap<String, Vec<u8>> = Default::default();
    for event in pipe.events.iter().filter(|event| event["event"] == "file") {
        let piece = base64::prelude::BASE64_STANDARD.decode(event["content"].as_str().unwrap()).unwrap();
        sent.entry(event["name"].as_str().unwrap().to_owned()).or_default().extend(piece);
    }
    assert_eq!(sent.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn pages_records_and_folders_are_one_index() {
    let folder = Site::new(&[(
        "index.html",
        "<html lang=en><title>API</title><main><h1>API</h1><p>Owls as a service.",
    )]);
    let mut pipe = Pipe::created(json!({ "synonyms": { "bird": ["owl"] } }));
    let page = |title: &str, text: &str| {
        format!("<html lang=en><title>{title}</title><main><h1 id=top>{title}</h1><p>{text}")
    };
    for (url, title, text) in [
        ("./", "Start", "A manual of owls."),
        ("guide/set%20up", "Set up", "First thing: feed the larks."),
        ("old.php", "Old", "Ravens only."),
        // The later page of an address replaces the first one.
        ("old.php", "Older", "Magpies only."),
    ] {
        let added = pipe.good("add_html", json!({ "url": url, "html": page(title, text) }));
        assert!(added["left_out"].is_null(), "{added}");
    }
    let empty = pipe.good("add_html", json!({ "url": "empty", "html": "<nav>x</nav>" }));
    assert_eq!(empty["left_out"]["reason"], "empty");
    let record = json!({ "url": "https://e.org/r", "title": "Kites", "text": "Kites circle.",
        "filters": { "kind": "r" }, "sort": { "size": "2" } });
    pipe.good("add_record", json!({ "record": record }));
    pipe.good("add_folder", json!({ "path": folder.path(), "at": "api/" }));
    let built = pipe.good("build", json!({}));
    assert_eq!(built["languages"][0]["pages"], 5, "{built}");
    let mut urls = |text: &str| {
        let answer = pipe.good("query", json!({ "text": text, "facets": true }));
        let hits = answer["hits"].as_array().unwrap().iter();
        hits.map(|hit| hit["page"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(urls("bird"), "api/ ./");
    assert_eq!(urls("larks"), "guide/set%20up");
    assert_eq!((urls("magpies"), urls("ravens")), ("old.php".to_owned(), String::new()));
    let answer =
        pipe.good("query", json!({ "text": "circle", "filters": { "kind": ["r"] }, "facets": true }));
    assert_eq!(answer["facets"], json!({ "kind": { "r": 1 } }), "{answer}");
    let nested = json!({ "none": [{ "kind": ["r"] }] });
    let answer = pipe.good("query", json!({ "text": "circle", "filters": nested }));
    assert_eq!(answer["total"], 0, "{answer}");
    let answer = pipe.good("query", json!({ "text": "", "sort": "size" }));
    assert_eq!(answer["hits"][0]["url"], "https://e.org/r", "{answer}");
    let answer = pipe.good("query", json!({ "text": "kites zebra", "match": "all", "sort": "weight" }));
    assert_eq!(
        (&answer["fewer"], &answer["degraded"][0]["retriever"]),
        (&json!(true), &json!("sort")),
        "{answer}"
    );
    let queries =
        json!([{ "query": "feed", "expect": "guide/set up" }, { "query": "kites", "expect": "old.php" }]);
    let report = pipe.good("evaluate", json!({ "queries": queries }));
    assert_eq!(report["modes"]["lexical"]["mrr@10"], 0.5, "{report}");
    assert_eq!(report["queries"][0]["modes"]["lexical"]["rank"], 1);
    pipe.good("add_record", json!({ "record": { "url": "old.php", "text": "twice" } }));
    pipe.fails("build", json!({}), "input", "one page at old.php expected, HTML and a record found");
}

/// What is not named stays, in its place.
#[test]
fn pages_and_records_are_replaced_and_removed() {
    let mut pipe = Pipe::created(json!({}));
    let record = |number: usize, text: &str| {
        let anchor = format!("n{number}");
        json!({ "record": { "id": number, "url": "owls/", "anchor": anchor, "text": text, "filters": { "kind": text } } })
    };
    for (number, text) in ["feathers", "beak", "claws"].iter().enumerate() {
        pipe.good("add_record", record(number, text));
    }
    pipe.good("add_record", json!({ "record": { "id": "larks", "text": "song" } }));
    pipe.good("add_html", json!({ "url": "page/", "html": "<title>Page</title><p>meadow" }));
    let found = |pipe: &mut Pipe, text: &str| {
        pipe.good("build", json!({}));
        let hits = pipe.good("query", json!({ "text": text }))["hits"].clone();
        hits.as_array().unwrap().iter().map(|hit| hit["url"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(&mut pipe, "beak"), ["owls/#n1"]);
    assert_eq!(pipe.good("replace_record", record(1, "plumage")), json!({ "replaced": true }));
    assert_eq!(found(&mut pipe, "plumage"), ["owls/#n1"]);
    let kinds = pipe.good("query", json!({ "text": "", "facets": true }));
    assert!(kinds.to_string().contains("plumage") && !kinds.to_string().contains("beak"), "{kinds}");
    assert_eq!(pipe.good("replace_record", record(7, "talons")), json!({ "replaced": false }));
    for (params, removed) in [
        (json!({ "id": "2" }), 1),
        (json!({ "id": "2" }), 0),
        (json!({ "url": "larks" }), 1),
        (json!({ "url": "page/" }), 1),
    ] {
        assert_eq!(pipe.good("remove", params), json!({ "removed": removed }));
    }
    for (gone, kept) in [("claws", "feathers"), ("song", "talons"), ("meadow", "plumage")] {
        assert_eq!(found(&mut pipe, gone), [""; 0], "{gone}");
        assert_eq!(found(&mut pipe, kept).len(), 1, "{kept}");
    }
    assert_eq!(pipe.good("remove", json!({ "url": "owls/" })), json!({ "removed": 3 }));
    for params in [json!({}), json!({ "id": "1", "url": "owls/" })] {
        pipe.fails("remove", params, "params", "either id or url expected");
    }
    pipe.fails("build", json!({}), "input", "none was added");
}

#[test]
fn a_site_is_built_with_the_options_of_the_command() {
    let site = Site::small();
    let mut pipe = Pipe::new();
    let params = |options: &[&str]| json!({ "site": site.path(), "options": options, "settings": { "dictionary": ["a b"] } });
    pipe.good("build_site", params(&["--no-dense", "--inject"]));
    assert!(site.index().join("docfuse.json").exists());
    assert!(fs::read_to_string(site.path().join("index.html")).unwrap().contains("docfuse-search"));
    let lines = |pipe: &Pipe| {
        let lines = pipe.events.iter().filter(|event| event["event"] == "line");
        lines.map(|event| event["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>().join("\n")
    };
    assert!(lines(&pipe).starts_with("en: 3 pages"), "{:?}", pipe.events);
    pipe.events.clear();
    pipe.good("build_site", params(&["--no-dense", "--quiet"]));
    assert_eq!(lines(&pipe), "");
    pipe.good("build_site", params(&["--no-dense"]));
    assert!(lines(&pipe).contains("nothing has changed"), "{:?}", pipe.events);
    pipe.fails("build_site", params(&["--no-dens"]), "params", "unexpected argument '--no-dens'");
    pipe.fails("build_site", params(&["--config", "x"]), "params", "settings in one place expected");
    pipe.fails("build_site", json!({ "site": "/nowhere" }), "input", "/nowhere: expected the folder");
}

#[test]
fn errors_have_codes_and_end_nothing() {
    let mut pipe = Pipe::new();
    pipe.fails("build", json!({}), "order", "create expected");
    pipe.fails("create", json!({ "protocol": 2 }), "params", "protocol 1 expected, 2 found");
    pipe.fails(
        "create",
        json!({ "protocol": 1, "settings": { "bm25": { "k1": -1 } } }),
        "settings",
        "bm25.k1",
    );
    pipe.good("create", json!({ "protocol": 1, "dense": false }));
    pipe.fails("query", json!({ "text": "x" }), "order", "build expected");
    pipe.fails("build", json!({}), "input", "at least one page expected, none found: none was added");
    pipe.fails("add_folder", json!({ "path": "/nowhere" }), "file", "/nowhere");
    pipe.fails("add_folder", json!({ "path": ".", "at": "../x" }), "params", "at: a place below");
    for url in ["../x", "a//b", "a?b", "a#b", "https://e.org/", "a/%2e%2e/b", "a\u{0}"] {
        pipe.fails("add_html", json!({ "url": url, "html": "<p>x" }), "params", "an address relative");
    }
    for url in ["javascript:alert(1)", "data:text/html,x", "../../x", "//e.org/"] {
        let record = json!({ "record": { "url": url, "text": "x" } });
        pipe.fails("add_record", record, "params", "an address relative to the site's root");
    }
    pipe.fails("add_record", json!({ "record": { "text": "x" } }), "params", "field \"id\" or \"_id\"");
    let misspelt = json!({ "record": { "url": "x", "text": "x", "sorts": {} } });
    pipe.fails("add_record", misspelt, "params", "a field \"sorts\" found");
    for (record, part) in [
        (
            json!({ "url": "x", "text": 5 }),
            "add_record: text: a text expected, 5 found; write a record such as",
        ),
        (
            json!({ "url": "x", "text": "x", "weight": 11 }),
            "weight: a number from 0 to 10 expected, 11 found",
        ),
        (
            json!({ "url": "x", "text": "x", "filters": { "a": [null] } }),
            "filters.a[0]: a text expected, null found",
        ),
    ] {
        pipe.fails("add_record", json!({ "record": record }), "params", part);
    }
    pipe.fails("add_html", json!({ "html": "x" }), "params", "add_html: url: a value expected, none found");
    pipe.fails("fly", json!({}), "method", "one of create, add_html");
    for line in ["{", "[]", "\u{feff}", "nul\u{0}l"] {
        pipe.send(line);
        let reply = pipe.read();
        assert_eq!((&reply["id"], &reply["error"]["code"]), (&Value::Null, &json!("message")), "{reply}");
    }
    pipe.send(
        &json!({ "id": 99, "method": "add_html", "params": { "html": "x".repeat(80 << 20) } }).to_string(),
    );
    let reply = pipe.read();
    assert!(reply["error"]["message"].as_str().unwrap().contains("at most 67108864 bytes"), "{reply}");
    pipe.good("add_html", json!({ "url": "a", "html": "<p>text" }));
    let folder = Site::new(&[("docfuse.json", "{}")]);
    pipe.fails("build", json!({ "out": folder.path() }), "input", "the manifest of an index expected");
    pipe.good("build", json!({}));
    pipe.fails("query", json!({ "text": "x", "mode": "fuzzy" }), "params", "mode: one of hybrid, lexical");
    pipe.fails("evaluate", json!({ "queries": { "text": "b" } }), "params", "the index has no page b");
    pipe.fails("query", json!({ "text": "x", "match": "most" }), "params", "match: one of all, best");
    pipe.fails(
        "query",
        json!({ "text": "x", "filters": { "a": 5 } }),
        "params",
        "filters: a: a list of texts",
    );
    pipe.good("query", json!({ "text": "text" }));
}
