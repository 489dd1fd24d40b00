use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::command::{Site, docfuse, urls};

fn fixture(name: &str) -> PathBuf {
    crate::command::repository().join("tests/fixtures").join(name)
}

fn ask(index: &Path, text: &str, options: &[&str]) -> Value {
    let mut arguments = vec!["query", index.to_str().unwrap(), text, "--mode", "lexical", "--json"];
    arguments.extend(options);
    docfuse(&arguments).json()
}

/// The first hit: its address, its version, and its other places.
fn first(answer: &Value) -> String {
    let hit = &answer["hits"][0];
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let also = hit["also"].as_array().unwrap().iter();
    let also: Vec<String> =
        also.map(|place| format!("{}={}", text(&place["url"]), text(&place["version"]))).collect();
    format!("{}={} [{}]", text(&hit["url"]), text(&hit["version"]), also.join(" "))
}

/// What the wasm test of the same index expects, too.
fn check(index: &Path) {
    for (version, text, expected) in [
        (
            "",
            "install tool",
            "install.html#install=2.0 [1.0/install.html#install=1.0 next/install.html#install=current]",
        ),
        (
            "1.0",
            "install tool",
            "1.0/install.html#install=1.0 [install.html#install=2.0 next/install.html#install=current]",
        ),
        (
            "current",
            "usage",
            "next/install.html#usage=current [install.html#usage=2.0 1.0/install.html#usage=1.0]",
        ),
        // Its text is kept once, under the current version.
        (
            "1.0",
            "usage",
            "1.0/install.html#usage=1.0 [install.html#usage=2.0 next/install.html#usage=current]",
        ),
        ("", "usage", "install.html#usage=2.0 [1.0/install.html#usage=1.0 next/install.html#usage=current]"),
        // Only one version has it.
        ("current", "floppy disks", "1.0/install.html#floppy=1.0 []"),
    ] {
        let answer = ask(index, text, &["--version", version]);
        assert_eq!(first(&answer), expected, "{version:?} {text}");
        let pages = answer["hits"].as_array().unwrap().iter().map(|hit| hit["heading"].as_str().unwrap());
        let mut headings: Vec<&str> = pages.collect();
        let all = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), all, "each section once: {answer:#}");
    }
}

#[test]
fn folders_are_versions_where_pages_state_none() {
    let page = |title: &str, text: &str| {
        format!("<html lang=en><title>{title}</title><main><h1 id=top>{title}</h1><p>{text}</main>")
    };
    let site = Site::new(&[
        ("0.5.1/install.html", &page("Install", "Install the first tool.")),
        ("0.5.2/install.html", &page("Install", "Install the second tool.")),
        ("0.10.0/install.html", &page("Install", "Install the tenth tool.")),
        ("0.5.1/floppy.html", &page("Floppy", "Only the first has it.")),
    ]);
    site.build();
    let asked = |options: &[&str]| urls(&ask(&site.index(), "install", options));
    assert_eq!(asked(&[]), ["0.10.0/install.html#top"]);
    assert_eq!(asked(&["--version", "0.5.1"]), ["0.5.1/install.html#top"]);
    assert_eq!(asked(&["--filter", "version=0.5.2"]), ["0.5.2/install.html#top"]);
    assert_eq!(first(&ask(&site.index(), "floppy", &[])), "0.5.1/floppy.html#top=0.5.1 []");
}

#[test]
fn the_golden_index_has_versions() {
    check(&fixture("golden-versions"));
}

#[test]
fn a_site_with_versions_prefers_one() {
    let out = tempfile::tempdir().unwrap();
    let site = fixture("golden-versions-site");
    let (site, index) = (site.to_str().unwrap(), out.path());
    docfuse(&["build", site, "--out", index.to_str().unwrap(), "--no-dense"]).ok();
    check(index);
    let shown = docfuse(&["query", index.to_str().unwrap(), "usage", "--mode", "lexical"]).ok();
    assert!(shown.contains("Install › Usage [2.0]"), "{shown}");
    assert!(shown.contains("also: Install (1.0) [1.0] (1.0/install.html#usage)"), "{shown}");
}

#[test]
fn a_site_without_versions_is_as_before() {
    let page = |text: &str| format!("<main><h1 id=t>Install</h1><p>{text}</main>");
    let site = Site::new(&[("1.0/a.html", &page("install it by hand")), ("a.html", &page("install it"))]);
    site.build();
    let found = ask(&site.index(), "install", &["--version", "1.0"]);
    assert_eq!(urls(&found).len(), 2);
    assert!(found["hits"].as_array().unwrap().iter().all(|hit| hit["version"].is_null()));
    let files = std::fs::read_dir(site.index()).unwrap();
    let names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| !name.starts_with("filters")), "{names:?}");
}
