//! Names that only an inventory has.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;
use docfuse::index::Name;

fn objects(lines: &str) -> Vec<u8> {
    let head = "# Sphinx inventory version 2\n# Project: Sky\n# Version: 1\n# The remainder is compressed using zlib.\n";
    let mut encoder = ZlibEncoder::new(head.as_bytes().to_vec(), Compression::default());
    encoder.write_all(lines.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The names that sections of a page have with an inventory beside it.
fn named(page: &str, file: &str, inventory: &[u8]) -> Vec<Name> {
    assert!(is_inventory(file), "{file}");
    let read = |path: &str, bytes: &[u8]| read_file(path, bytes, &IngestConfig::default()).unwrap();
    let (pages, left_out) = finish_site(vec![read("api/sky.html", page.as_bytes()), read(file, inventory)]);
    assert_eq!(left_out, []);
    assert_eq!(pages.len(), 1);
    pages[0].sections.iter().flat_map(|section| section.names.clone()).collect()
}

#[test]
fn the_path_where_a_class_is_defined_is_its_name() {
    let page = "<title>sky</title><div class=body role=main><h1>sky</h1><dl class='py class'><dt class='sig sig-object py' \
                id=sky.Star>class sky.Star<dd>It shines.</dl></div>";
    let lines = "sky.Star py:class 1 sky.html#$ -\nsky._impl.Star py:class 1 sky.html#sky.Star -\n\
                 a sky std:label -1 sky.html#sky.Star A sky\nsky.gone py:class 1 gone.html#$ -\n\
                 sky.Star.size py:parameter 1 sky.html#sky.Star -\n";
    let bytes = objects(lines);
    let names = named(page, "api/objects.inv", &bytes);
    let qualified: Vec<&str> =
        names.iter().filter(|name| name.kind == NameKind::Qualified).map(|name| name.text.as_str()).collect();
    assert_eq!(qualified, ["sky.Star", "sky._impl.Star"]);
    // What is damaged says less.
    for cut in [0, 30, bytes.len() - 9] {
        assert!(named(page, "api/objects.inv", &bytes[..cut]).len() <= names.len());
    }
}

#[test]
fn marked_words_of_a_description_are_listed() {
    let page = "<title>System</title><main><h1 id=system>System</h1><p>The place <span id=java.home>java.home</span>.</main>";
    let script = r#"tagSearchIndex = [{"l":"java.home","h":"class System","d":"System Property","u":"sky.html#java.home"},
        {"l":"Constant Field Values","h":"","u":"constant-values.html"},{"l":"x"}];updateSearchResults();"#;
    let names = named(page, "api/tag-search-index.js", script.as_bytes());
    assert!(names.contains(&Name { text: "java.home".to_owned(), kind: NameKind::Listed }), "{names:?}");
    assert_eq!(named(page, "api/tag-search-index.js", b"x = [{").len(), names.len() - 1);
}
