use std::path::PathBuf;

use crate::command::{query, required, urls};

/// Index of the Rust Book, with vectors.
fn index() -> PathBuf {
    required("DOCFUSE_DEMO_SITE", "the Rust Book with its index in docfuse/").join("docfuse")
}

/// Pages of the hits in order, without repetitions.
fn pages(text: &str, mode: &str) -> Vec<String> {
    let answer = query(&index(), text, mode).json();
    assert!(answer["degraded"].is_null(), "{answer:#}");
    let mut pages: Vec<String> = Vec::new();
    for url in urls(&answer) {
        let page = url.split('#').next().unwrap().to_owned();
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    pages
}

#[test]
fn names_and_questions_find_their_chapters() {
    for (text, modes, chapters, depth) in [
        ("ownership", &["lexical"][..], &["ch04"][..], 3),
        ("how do I share data between threads", &["dense", "hybrid"], &["ch16"], 3),
        ("interfaces like in java", &["dense", "hybrid"], &["ch10-02", "ch18"], 5),
        ("catch exceptions", &["dense", "hybrid"], &["ch09"], 5),
    ] {
        for mode in modes {
            let found = pages(text, mode);
            let found = &found[..found.len().min(depth)];
            let good = found.iter().any(|page| chapters.iter().any(|chapter| page.starts_with(chapter)));
            assert!(good, "{mode}: {text}: {found:?} has none of {chapters:?}");
        }
    }
}

#[test]
fn pages_have_distinct_titles() {
    let answer = query(&index(), "the rust programming language", "lexical").json();
    let hits = answer["hits"].as_array().unwrap();
    let mut titles: Vec<(&str, &str)> =
        hits.iter().map(|hit| (hit["page"].as_str().unwrap(), hit["title"].as_str().unwrap())).collect();
    // The start of an edition is called like the book.
    titles.retain(|(page, _)| !page.ends_with("-edition/index.html"));
    titles.sort_unstable();
    titles.dedup();
    let mut alone: Vec<&str> = titles.iter().map(|(_, title)| *title).collect();
    alone.sort_unstable();
    alone.dedup();
    assert_eq!(alone.len(), titles.len(), "{titles:?}");
    assert!(titles.iter().all(|(page, _)| *page != "print.html"));
}
