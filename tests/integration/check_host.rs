use std::fs;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{Outcome, Site, docfuse};
use crate::host_of_habits::{GOOD, Host, Ranges, gzip};

/// A module among the browser files.
const MODULE: &str = "docfuse_full.wasm.hdf";

/// A site with an index, and stand-ins for the browser files.
fn indexed() -> Site {
    let words = |page: usize| {
        (0..400).map(|word| format!("w{}", word * 7919 % 3001 + page)).collect::<Vec<_>>().join(" ")
    };
    let pages: Vec<(String, String)> = (0..20)
        .map(|page| {
            let body = words(page);
            (
                format!("page{page}.html"),
                format!(
                    "<!doctype html><html lang=en><title>Page {page}</title><h1>Page {page}</h1><p>{body}"
                ),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = pages.iter().map(|(path, html)| (path.as_str(), html.as_str())).collect();
    let site = Site::new(&files);
    docfuse(&["build".as_ref(), site.path().as_os_str(), "--no-dense".as_ref()]).ok();
    let script = "export const text = 'the same again';\n".repeat(200);
    for name in ["docfuse.js", "docfuse-ui.js", "docfuse-worker.js", MODULE] {
        site.write(&format!("docfuse/{name}"), script.as_bytes());
    }
    site
}

fn check(url: &str) -> Outcome {
    docfuse(&["check-host", url, "--query", "w100", "--json"])
}

/// The findings of one severity.
fn findings(report: &Value, severity: &str) -> Vec<String> {
    let findings = report["findings"].as_array().unwrap().iter();
    findings
        .filter(|finding| finding["severity"] == severity)
        .map(|finding| finding["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_good_host_has_nothing_to_change() {
    let site = indexed();
    let url = format!("{}docfuse/", GOOD.serve(site.path()));
    let report = check(&url).json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 0, "{report:#}");
    assert_eq!(report["index"], url);
    assert_eq!(report["unchanged_status"], 304);
    let query = &report["first_query"];
    assert!(query["hits"].as_u64().unwrap() > 0, "{query}");
    assert_eq!(query["here"], query["with_ranges"]);
    let bytes = |way: &str| query[way]["bytes"].as_u64().unwrap();
    assert!(bytes("with_ranges") < bytes("with_whole_files"), "{query}");
    let text = docfuse(&["check-host", &url]).ok();
    assert!(text.contains("nothing to change") && text.contains("answered"), "{text}");
    assert!(text.contains("a first query (\"Page "), "a heading of the site by default: {text}");
}

#[test]
fn byte_ranges_of_every_kind() {
    let site = indexed();
    for (ranges, habit, expected) in [
        (Ranges::Ignored, "ignored", "status 200 with the whole file"),
        (Ranges::OfGzip, "of-compressed-copy", "a copy in gzip"),
        (Ranges::OfBrotli, "of-compressed-copy", "a copy in br"),
        (Ranges::OfGzipWithoutEncoding, "of-compressed-copy", "in place of \"bytes "),
        (Ranges::Shifted, "wrong", "not those of the file"),
        (Ranges::Cut, "wrong", "not those of the file"),
        (Ranges::NoContentRange, "wrong", "without Content-Range"),
        (Ranges::Refused(416), "refused", "status 416"),
        (Ranges::Refused(500), "refused", "status 500"),
    ] {
        let report = check(&format!("{}docfuse/", Host { ranges, ..GOOD }.serve(site.path()))).json();
        assert_eq!(report["ranges"]["single"]["habit"], habit, "{report:#}");
        let costs = findings(&report, "costs");
        assert!(costs.iter().any(|text| text.contains(expected)), "{expected}: {costs:#?}");
        let query = &report["first_query"];
        assert_eq!(query["here"], query["with_whole_files"], "{query}");
    }
}

#[test]
fn brotli_and_slow_hosts_have_nothing_to_change() {
    let site = indexed();
    let slow = Duration::from_millis(20);
    for host in [Host { compresses: Some("br"), ..GOOD }, Host { pause: slow, ..GOOD }] {
        let report = check(&format!("{}docfuse/", host.clone().serve(site.path()))).json();
        assert_eq!(report["findings"].as_array().unwrap().len(), 0, "{report:#}");
        let worker =
            report["files"].as_array().unwrap().iter().find(|file| file["name"] == "docfuse-worker.js");
        assert_eq!(worker.unwrap()["content_encoding"], host.compresses.unwrap());
    }
}

#[test]
fn stalled_ranges_end_the_wait() {
    let site = indexed();
    let began = Instant::now();
    let host = Host { ranges: Ranges::Stalled, ..GOOD };
    let report = check(&format!("{}docfuse/", host.serve(site.path()))).json();
    assert!(began.elapsed() < Duration::from_secs(25), "the two questions wait at the same time");
    assert_eq!(report["ranges"]["single"]["habit"], "refused", "{report:#}");
    assert!(findings(&report, "costs").iter().any(|text| text.contains("byte ranges do not work")));
    assert_eq!(report["first_query"]["here"], report["first_query"]["with_whole_files"]);
}

#[test]
fn what_the_encoder_costs() {
    let site = indexed();
    let url = format!("{}docfuse/", GOOD.serve(site.path()));
    assert!(check(&url).json()["encoder"].is_null());

    let script = "export const text = 'the same again';\n".repeat(200);
    for name in ["docfuse-dense.js", "docfuse_embed.wasm.hdf"] {
        site.write(&format!("docfuse/{name}"), script.as_bytes());
    }
    let manifest = site.path().join("docfuse/docfuse.json");
    let mut changed: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    let hash = "0".repeat(64);
    let file = |stored: u32| {
        let name = "model-0000000000000000.hdf";
        serde_json::json!({ "name": name, "bytes": 2 * stored, "stored": stored, "sha256": hash })
    };
    changed["model"] = serde_json::json!({
        "parts": [file(1_000_000), file(500_000)],
        "tokenizer": file(20_000),
        "info": {
            "name": "small", "dimensions": 384, "max_tokens": 256, "pooling": "mean", "licence": "apache-2.0",
            "languages": ["en"], "onnx_sha256": hash, "tokenizer_sha256": hash, "source_sha256": hash,
        },
    });
    fs::write(&manifest, changed.to_string()).unwrap();
    let code = gzip(script.as_bytes()).len() + 2 * script.len();
    let expected = serde_json::json!({ "requests": 6, "bytes": 1_520_000 + code });
    assert_eq!(check(&url).json()["encoder"], expected);
    let text = docfuse(&["check-host", &url]).ok();
    assert!(text.contains("the encoder") && text.contains("6 requests, 1.54 MB"), "{text}");
}

#[test]
fn what_to_change_in_the_configuration() {
    let site = indexed();
    for (host, severity, expected) in [
        (Host { compresses: None, ..GOOD }, "costs", ": sent with"),
        (Host { not_stored: MODULE, ..GOOD }, "costs", "docfuse_full.wasm.hdf: its address has a hash"),
        (
            Host { not_stored: "docfuse-worker.js", ..GOOD },
            "costs",
            "docfuse-worker.js: its address has a hash",
        ),
        (
            Host { cache: ["", "max-age=600"], ..GOOD },
            "costs",
            "docfuse.js: Cache-Control is \"max-age=600\"",
        ),
        (Host { cache: ["max-age=60", "no-cache"], ..GOOD }, "costs", "max-age=31536000"),
        (Host { missing: 200, ..GOOD }, "note", "a page in place of a missing file"),
        (Host { missing: 500, ..GOOD }, "costs", "status 404 expected, 500 found"),
        (Host { headers: "", ..GOOD }, "note", "no Access-Control-Allow-Origin"),
    ] {
        let report = check(&format!("{}docfuse", host.serve(site.path()))).json();
        let found = findings(&report, severity);
        assert!(found.iter().any(|text| text.contains(expected)), "{expected}: {report:#}");
    }
    let report = check(&GOOD.serve(site.path())).json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 0, "the site's address will do: {report:#}");
}

#[test]
fn redirects_are_named() {
    let site = indexed();
    let base = Host { moved: true, ..GOOD }.serve(site.path());
    let report = check(&format!("{base}old/docfuse/")).json();
    let target = format!("{base}docfuse/docfuse.json");
    assert_eq!(report["redirects"], serde_json::json!([target]));
    assert!(findings(&report, "costs").iter().any(|text| text.contains(&target)), "{report:#}");
}

#[test]
fn what_keeps_search_from_working_fails() {
    let site = indexed();
    let url = Host { right_types: false, ..GOOD }.serve(site.path());
    let outcome = check(&format!("{url}docfuse/"));
    assert!(outcome.stdout.contains("text/javascript"), "{outcome:#?}");
    outcome.fails_with(&["search does not work on this host", "3 of"]);

    fs::remove_file(site.path().join("docfuse").join(MODULE)).unwrap();
    let url = GOOD.serve(site.path());
    check(&url).fails_with(&["1 of 1 findings"]);
}

#[test]
fn wrong_addresses() {
    docfuse(&["check-host", "docs.example"]).fails_with(&["http://", "docs.example"]);
    let empty = Site::new(&[]);
    let url = GOOD.serve(empty.path());
    check(&url).fails_with(&["found no manifest", "status 404", "docfuse/docfuse.json"]);
    let page = Host { missing: 200, ..GOOD }.serve(empty.path());
    check(&page).fails_with(&["found no manifest", "status 200"]);
    empty.write("docfuse.json", b"{\"format\": \"docfuse\"}");
    check(&url).fails_with(&["docfuse.json"]);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    check(&format!("http://{closed}/")).fails_with(&[&closed.to_string()]);
}
