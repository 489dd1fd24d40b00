use std::fs;

use crate::command::{Site, docfuse};

#[test]
fn figures_match_the_ranking() {
    let site = Site::small();
    site.build();
    let queries = site.path().join("queries.jsonl");
    let qrels = site.path().join("qrels.tsv");
    fs::write(
        &queries,
        "{\"_id\": \"1\", \"text\": \"clone each thread\"}\n{\"_id\": \"2\", \"text\": \"nowhere to be seen zzz\"}\n\
         {\"_id\": \"3\", \"text\": \"not judged\"}\n",
    )
    .unwrap();
    let run = |judged: &str, level: &str| {
        fs::write(&qrels, format!("query-id\tcorpus-id\tscore\n{judged}")).unwrap();
        let index = site.index();
        docfuse(&[
            "eval",
            index.to_str().unwrap(),
            "--queries",
            queries.to_str().unwrap(),
            "--qrels",
            qrels.to_str().unwrap(),
            "--mode",
            "lexical",
            "--level",
            level,
            "--json",
        ])
    };
    let report = run("1\tguide/threads.html\t1\n2\tguide/errors.html\t1\n", "page").json();
    let figures = &report["modes"]["lexical"];
    assert_eq!(figures["queries"], 2);
    for (measure, expected) in
        [("ndcg@10", 0.5), ("mrr@10", 0.5), ("recall@10", 0.5), ("success@1", 0.5), ("success@5", 0.5)]
    {
        assert_eq!(figures[measure], expected, "{measure} in {figures:#}");
    }
    assert!(figures["p50_ms"].as_f64().unwrap() > 0.0);
    let report = run("1\tguide/threads.html#arc\t1\n", "section").json();
    assert_eq!(report["modes"]["lexical"]["success@1"], 1.0);
    run("1\tguide/threads.html\n", "page").fails_with(&["qrels.tsv", "line 2", "separated by tabs"]);
    run("9\tguide/threads.html\t1\n", "page").fails_with(&["no query of"]);
}
