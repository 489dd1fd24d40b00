use serde_json::Value;

use crate::command::{Outcome, Site, docfuse, required};
use crate::server::Server;

fn context(index: &str, text: &str, more: &[&str]) -> Outcome {
    let mut arguments = vec!["context", index, text];
    arguments.extend(more);
    docfuse(&arguments)
}

fn urls(context: &Value) -> Vec<&str> {
    context["sections"].as_array().unwrap().iter().map(|section| section["url"].as_str().unwrap()).collect()
}

#[test]
fn whole_texts_with_sources() {
    let site = Site::small();
    site.build();
    let index = site.index();
    let index = index.to_str().unwrap();
    let found = context(index, "shared ownership", &["--json"]).json();
    let first = &found["sections"][0];
    assert_eq!(first["url"], "guide/threads.html#arc");
    assert_eq!((first["title"].as_str(), &first["cut"]), (Some("Threads"), &Value::Bool(false)));
    assert_eq!(first["breadcrumb"], serde_json::json!(["Threads", "Shared ownership"]));
    assert!(first["text"].as_str().unwrap().ends_with("let shared = Arc::new(Mutex::new(0));"), "{found:#}");
    assert_eq!(
        (found["counted"].as_str(), found["query"].as_str()),
        (Some("estimate"), Some("shared ownership"))
    );
    let printed = context(index, "shared ownership", &["--site", "https://docs.example/x"]);
    assert!(printed.stderr.contains("by an estimate that counts rather too many"), "{printed:#?}");
    let markdown = printed.ok();
    let begins = "## Threads › Shared ownership\n\nSource: https://docs.example/x/guide/threads.html#arc\n\nWrap the value";
    assert!(markdown.starts_with(begins), "{markdown}");
}

#[test]
fn budgets_and_wrong_arguments() {
    let site = Site::small();
    site.build();
    let index = site.index();
    let index = index.to_str().unwrap();
    for most in ["0", "20", "60", "200"] {
        let found = context(index, "threads ownership errors", &["--json", "--max-tokens", most]).json();
        assert!(found["tokens"].as_u64().unwrap() <= most.parse().unwrap(), "{found:#}");
        let shown = urls(&found).len() + found["left_out"].as_array().unwrap().len();
        assert!(shown > 0, "{found:#}");
    }
    let one = context(index, "threads ownership errors", &["--json", "--limit", "1"]).json();
    assert_eq!(urls(&one).len(), 1);
    let none = context(index, "zzqqxx", &[]);
    assert!(none.success && none.stdout.is_empty() && none.stderr.contains("nothing found"), "{none:#?}");
    context(index, "a", &["--max-tokens", "-1"]).fails_with(&["--max-tokens", "whole number"]);
    context(index, "a", &["--site", "docs.example"]).fails_with(&["--site", "https://docs.example/"]);
    context("nowhere", "a", &[]).fails_with(&["nowhere", "no docfuse.json here"]);
    context("http://127.0.0.1:9/", "a", &[]).fails_with(&["http://127.0.0.1:9/", "check the address"]);
}

#[test]
fn a_deployed_index_answers_like_its_folder() {
    let site = Site::small();
    site.build();
    let index = site.index();
    let server = Server::with(site.path(), &[]);
    for query in ["shared ownership", "catch_unwind", "thraeds"] {
        let here = context(index.to_str().unwrap(), query, &["--json"]).json();
        for url in ["/", "/docfuse/", "/docfuse/docfuse.json"] {
            let there = context(&format!("http://{}{url}", server.address), query, &["--json"]).json();
            let site = format!("http://{}/", server.address);
            let expected: Vec<String> = urls(&here).iter().map(|url| format!("{site}{url}")).collect();
            assert_eq!(urls(&there), expected, "{query} {url}");
            assert!(!expected.is_empty());
        }
    }
}

/// Also of the encoder: of a deployed index that is not the one that is installed.
#[test]
fn tokens_are_counted_by_the_encoder() {
    let model = required("DOCFUSE_MODEL", "the encoder");
    let site = Site::small();
    docfuse(&["build", site.path().to_str().unwrap(), "--model", model.to_str().unwrap()]).ok();
    let index = site.index();
    let index = index.to_str().unwrap();
    let server = Server::with(site.path(), &[]);
    for place in [index.to_owned(), format!("http://{}/", server.address)] {
        for mode in ["hybrid", "lexical"] {
            let found =
                context(&place, "how do threads own data together", &["--json", "--mode", mode]).json();
            assert_eq!(
                (found["counted"].as_str(), &found["degraded"]),
                (Some("encoder"), &Value::Null),
                "{place}"
            );
            let markdown = found["markdown"].as_str().unwrap();
            let estimate: usize = markdown.lines().map(docfuse::search::estimate_tokens).sum();
            let tokens = found["tokens"].as_u64().unwrap() as usize;
            assert!(tokens > 20 && tokens <= estimate, "{tokens} tokens, {estimate} by the estimate");
        }
    }
}
