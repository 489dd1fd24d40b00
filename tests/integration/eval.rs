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
    let report = run("1\tguide/threads\t1\n2\t./guide/errors.html\t1\n", "page").json();
    assert_eq!(report["modes"]["lexical"]["success@1"], 0.5, "clean addresses name the same page");
    let report = run("1\tguide/threads.html#arc\t1\n", "section").json();
    assert_eq!(report["modes"]["lexical"]["success@1"], 1.0);
    assert_eq!(report["queries"][0]["modes"]["lexical"]["rank"], 1);
    run("1\tguide/threads.html\n", "page").fails_with(&["qrels.tsv", "line 2", "separated by tabs"]);
    run("9\tguide/threads.html\t1\n", "page").fails_with(&["no query of"]);
}

#[test]
fn runs_have_the_lists_of_all_retrievers() {
    let site = Site::small();
    site.build();
    let at = |name: &str| site.path().join(name).to_str().unwrap().to_owned();
    site.write("queries.jsonl", b"{\"_id\": \"one 1\", \"text\": \"threads\"}\n");
    site.write("qrels.tsv", b"query\tpage\tgrade\none 1\tguide/threads.html\t1\n");
    let run = |level: &str| {
        let arguments = [
            "eval",
            &at("docfuse"),
            "--queries",
            &at("queries.jsonl"),
            "--qrels",
            &at("qrels.tsv"),
            "--level",
        ];
        docfuse(&[&arguments[..], &[level, "--mode", "hybrid", "--runs", &at("runs")]].concat()).ok();
        fs::read_to_string(at("runs")).unwrap()
    };
    // Without vectors there is one retriever, and both sections of the page are in its list.
    for (level, expected) in [
        ("section", &["guide/threads.html#threads 1", "guide/threads.html#arc 2"][..]),
        ("page", &["guide/threads.html 1"]),
    ] {
        let runs = run(level);
        for tag in ["lexical", "fused"] {
            let lines: Vec<Vec<&str>> = runs.lines().map(|line| line.split(' ').collect()).collect();
            let of_tag: Vec<_> = lines.iter().filter(|columns| columns[5] == tag).collect();
            let found: Vec<String> =
                of_tag.iter().map(|columns| format!("{} {}", columns[2], columns[3])).collect();
            assert_eq!(found, expected, "{tag} in {runs}");
            assert!(of_tag.iter().all(|columns| columns[..2] == ["one%201", "Q0"]), "{runs}");
            let scores: Vec<f32> = of_tag.iter().map(|columns| columns[4].parse().unwrap()).collect();
            assert!(scores.windows(2).all(|pair| pair[0] > pair[1]), "{runs}");
        }
    }
}

/// Runs `docfuse eval` on a small site's index with queries in YAML.
fn eval_yml(site: &Site, queries: &str, options: &[&str]) -> crate::command::Outcome {
    site.write("queries.yml", queries.as_bytes());
    let [index, file] = ["docfuse", "queries.yml"].map(|name| site.path().join(name));
    let arguments =
        ["eval", index.to_str().unwrap(), "--queries", file.to_str().unwrap(), "--mode", "lexical"];
    docfuse(&[&arguments[..], options].concat())
}

#[test]
fn authors_write_queries_in_yaml() {
    let site = Site::small();
    site.build();
    // Only the first section of the page is an answer to the second query.
    let queries = "# What readers ask\nclone each thread: guide/threads.html\n\
                   Arc: [/guide/threads.html#threads]\n\"catch: unwind\": [guide/errors.html, index.html]\n";
    let report = eval_yml(&site, queries, &["--json"]).json();
    assert_eq!(report["modes"]["lexical"]["queries"], 3);
    let ranks: Vec<_> = (0..3).map(|at| report["queries"][at]["modes"]["lexical"]["rank"].as_u64()).collect();
    assert_eq!(ranks, [Some(1), None, Some(1)], "{report:#}");
    for (queries, parts) in [
        (
            "a: guide/thread.html\n",
            &["queries.yml: line 1", "no page guide/thread.html", "guide/threads.html?"][..],
        ),
        ("a: index.html\nb: guide/threads.html#ark\n", &["line 2", "guide/threads.html#arc?"]),
        ("a: index.html\nb:\n", &["queries.yml: line 2", "nothing found"]),
    ] {
        eval_yml(&site, queries, &[]).fails_with(parts);
    }
    eval_yml(&site, "a: index.html\n", &["--qrels", "x.tsv"])
        .fails_with(&["--qrels is for queries in JSONL"]);
    site.write("queries.jsonl", b"{}");
    let [index, file] = ["docfuse", "queries.jsonl"].map(|name| site.path().join(name));
    docfuse(&["eval".as_ref(), index.as_path(), "--queries".as_ref(), &file])
        .fails_with(&["--qrels FILE expected"]);
}

#[test]
fn a_fall_below_the_baseline_fails() {
    let site = Site::small();
    site.build();
    let at = |name: &str| site.path().join(name).to_str().unwrap().to_owned();
    let queries = "wrap the value: guide/threads.html\ncatch_unwind: guide/errors.html\n";
    fs::write(at("base.json"), eval_yml(&site, queries, &["--json"]).ok()).unwrap();
    let same = eval_yml(&site, queries, &["--baseline", &at("base.json"), "--fail-under", "ndcg@10=-0"]).ok();
    assert!(same.contains("2 queries in both, 0 new, 0 gone") && !same.contains("worse"), "{same}");

    // The page loses the words of the first query.
    site.write(
        "guide/threads.html",
        b"<html lang=en><title>Other</title><main><h1>Other</h1><p>Empty.</main>",
    );
    site.build();
    let changed = |options: &[&str]| eval_yml(&site, queries, options);
    let fallen = changed(&["--baseline", &at("base.json"), "--fail-under", "success@1=-0.4"]);
    for part in ["lexical  ndcg@10     1.0000  0.5000  -0.5000", "lexical, worse: 1", "wrap the value"] {
        assert!(fallen.stdout.contains(part), "{} lacks {part}", fallen.stdout);
    }
    fallen.fails_with(&[
        "lexical success@1: a fall of at most 0.4 below",
        "0.5000 found, from 1.0000 to 0.5000",
    ]);
    changed(&["--baseline", &at("base.json"), "--fail-under", "success@1=-0.5"]).ok();
    changed(&["--fail-under", "mrr@10=0.6"]).fails_with(&["mrr@10: at least 0.6 expected, 0.5000 found"]);
    changed(&["--fail-under", "mrr@10=0.5"]).ok();
    changed(&["--fail-under", "hybrid.mrr@10=0.5"]).fails_with(&["(lexical), hybrid found"]);
    changed(&["--baseline", &at("queries.yml")]).fails_with(&["queries.yml: a report that"]);
    let json = changed(&["--baseline", &at("base.json"), "--json"]);
    assert!(json.stderr.contains("lexical, worse: 1"), "{json:#?}");
    json.json();
}

#[test]
fn a_byte_budget_counts_the_manifest_and_what_was_requested() {
    let site = Site::small();
    site.build();
    let queries = "clone each thread: guide/threads.html\n";
    let report = eval_yml(&site, queries, &["--json"]).json();
    let most = report["first_query"]["most_bytes"].as_u64().unwrap();
    let size = |name: &str| fs::metadata(site.index().join(name)).unwrap().len();
    let everything: u64 = crate::command::contents(&site.index()).iter().map(|(name, _)| size(name)).sum();
    assert!(most > size("docfuse.json") && most < everything, "{most} of {everything}");
    assert_eq!(report["first_query"]["largest"], "clone each thread");
    eval_yml(&site, queries, &["--max-bytes", &most.to_string()]).ok();
    eval_yml(&site, queries, &["--max-bytes", &(most - 1).to_string()]).fails_with(&[
        "a first lexical query",
        "\"clone each thread\"",
        "--max-bytes",
    ]);
    eval_yml(&site, queries, &["--max-bytes", "lots"]).fails_with(&["--max-bytes lots", "150KB"]);
}

#[test]
fn tuning_asks_for_enough_queries_and_for_vectors() {
    let site = Site::small();
    site.build();
    let tune = |queries: &str| {
        site.write("queries.yml", queries.as_bytes());
        let [index, file] = ["docfuse", "queries.yml"].map(|name| site.path().join(name));
        docfuse(&["tune".as_ref(), index.as_path(), "--queries".as_ref(), &file])
    };
    tune("a: index.html\n").fails_with(&["at least 20 queries", "1 found"]);
    let many: String = (0..20).map(|number| format!("sharing {number}: index.html\n")).collect();
    tune(&many).fails_with(&["retrievers all work expected", "dense does not"]);
}
