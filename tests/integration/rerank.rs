use serde_json::Value;

use crate::command::{Outcome, Site, docfuse, urls};

/// The folder of the stored cross-encoder.
fn model() -> String {
    format!("{}/tests/fixtures/cross_encoder", crate::command::repository().display())
}

fn ask(site: &Site, options: &[&str]) -> Outcome {
    let index = site.index();
    let arguments = ["query", index.to_str().unwrap(), "thread manual errors", "--mode", "lexical", "--json"];
    docfuse(&[&arguments, options].concat())
}

fn numbers(answer: &Value, key: &str) -> Vec<f64> {
    let hits = answer["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit["explanation"][key].as_f64().unwrap()).collect()
}

#[test]
fn a_cross_encoder_reorders_hits_within_its_time() {
    let site = Site::small();
    site.write("docfuse.toml", b"[rerank]\nweight = 100\n");
    let config = site.path().join("docfuse.toml");
    docfuse(&["build".as_ref(), site.path(), "--no-dense".as_ref(), "--config".as_ref(), &config]).ok();
    let plain = ask(&site, &["--explain"]).json();
    assert_eq!(numbers(&plain, "reranked"), [0.0; 4]);
    let reranked = ask(&site, &["--explain", "--reranker", &model()]).json();
    assert_eq!(reranked["degraded"], Value::Null);
    let added = numbers(&reranked, "reranked");
    assert!(added.is_sorted_by(|a, b| a >= b) && added[0] > added[3], "the model decides: {added:?}");
    assert_ne!(urls(&reranked), urls(&plain));
    let again = ask(&site, &["--reranker", &model(), "--limit", "2", "--offset", "2"]).json();
    assert_eq!(urls(&again), urls(&reranked)[2..], "the second page of the same ranking");
    let late = ask(&site, &["--reranker", &model(), "--rerank-budget", "0"]).json();
    assert_eq!(urls(&late), urls(&plain));
    let problem = &late["degraded"][0];
    assert_eq!(
        (problem["retriever"].as_str(), problem["code"].as_str()),
        (Some("reranker"), Some("reranker-late"))
    );
}

#[test]
fn evaluation_measures_a_reranker() {
    let site = Site::small();
    site.build();
    let queries = site.path().join("queries.yml");
    site.write("queries.yml", b"thread manual errors: guide/threads.html\n");
    let index = site.index();
    let run = |options: &[&str]| {
        let (index, queries) = (index.to_str().unwrap(), queries.to_str().unwrap());
        let arguments = ["eval", index, "--queries", queries, "--mode", "lexical", "--json"];
        docfuse(&[&arguments, options].concat())
    };
    let report = run(&["--reranker", &model()]).json();
    let rank = report["queries"][0]["modes"]["lexical"]["rank"].as_u64().unwrap();
    let shown = ask(&site, &["--reranker", &model(), "--max-per-page", "1"]).json();
    let of_page = urls(&shown).iter().position(|url| url.starts_with("guide/threads.html"));
    assert_eq!(Some(rank as usize), of_page.map(|place| place + 1));
    let late = run(&["--reranker", &model(), "--rerank-budget", "0"]);
    assert!(late.stderr.contains("lexical answered without reranker"), "{late:?}");
}

#[test]
fn wrong_models_are_named() {
    let site = Site::small();
    site.build();
    ask(&site, &["--rerank-budget", "10"]).fails_with(&["--reranker <DIR>"]);
    let nowhere = site.path().to_str().unwrap();
    ask(&site, &["--reranker", nowhere]).fails_with(&[nowhere, "model.onnx is missing"]);
    docfuse(&["build", site.path().to_str().unwrap(), "--model", &model()])
        .fails_with(&["a sentence encoder expected, found a cross-encoder"]);
}
