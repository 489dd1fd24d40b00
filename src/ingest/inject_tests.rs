#![allow(clippy::disallowed_methods, reason = "reads fixtures")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::inject::*;

const SCRIPT_OF: BoxScript<'_> = BoxScript { index: "docfuse/", name: "docfuse.js", is_module: true };

fn page(html: &str, path: &str) -> Result<(String, BoxPlace), NoBox> {
    let (html, place) = with_box(html.as_bytes(), path, &SCRIPT_OF, false)?;
    Ok((String::from_utf8(html).unwrap(), place))
}

/// What `html` becomes, with `□` for what is inserted.
fn check(html: &str, expected: &str, expected_place: BoxPlace) {
    let (with, place) = page(html, "a.html").unwrap();
    let begin = with.find(BEGIN).unwrap_or(with.len());
    let end = with.find(END).map_or(with.len(), |at| at + END.len());
    let seen = format!("{}{}{}", &with[..begin], if begin < end { "□" } else { "" }, &with[end..]);
    assert_eq!((seen.as_str(), place), (expected, expected_place));
    assert_eq!(without_box(with.into_bytes()), html.as_bytes());
}

#[test]
fn selectors_of_all_themes_can_be_parsed() {
    assert_eq!(SELECTORS.len(), PLACES.len() + 10);
}

/// Pages of real themes, with `□` where the box belongs.
#[test]
fn themes_have_the_box_where_their_search_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/inject");
    let mut used = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let expected = fs::read_to_string(entry.unwrap().path()).unwrap();
        let html = expected.replace('□', "");
        check(&html, &expected, BoxPlace::Theme);
        used.extend(signs(html.as_bytes(), "docfuse.js").unwrap().theme.map(|(number, _)| number));
    }
    for (number, place) in PLACES.iter().enumerate() {
        assert!(used.contains(&number), "no fixture has its box at {}", place.at);
    }
}

#[test]
fn the_box_is_in_the_header_or_navigation_or_a_corner() {
    use BoxPlace::{Author, Corner, Header};
    for (html, expected, place) in [
        ("<body><nav></nav><header>a</header>", "<body><nav></nav><header>□a</header>", Header),
        ("<body><nav>a</nav><p>", "<body><nav>□a</nav><p>", Header),
        ("<BODY\n class=a><main><header>", "<BODY\n class=a>□<main><header>", Corner),
        ("<!doctype html><h1>a", "<!doctype html><h1>a□", Corner),
        (
            "<script>'<header>'</script><body><!--<nav>--><p>\u{e9}",
            "<script>'<header>'</script><body>□<!--<nav>--><p>\u{e9}",
            Corner,
        ),
        ("<body><docfuse-search></docfuse-search>", "<body>□<docfuse-search></docfuse-search>", Author),
        (
            "<body><docfuse-search></docfuse-search><script src=/docfuse/docfuse.js></script>",
            "<body><docfuse-search></docfuse-search><script src=/docfuse/docfuse.js></script>",
            Author,
        ),
        (
            "<body><docfuse-search></docfuse-search><script src=/docfuse/docfuse.js?v=3#a></script>",
            "<body><docfuse-search></docfuse-search><script src=/docfuse/docfuse.js?v=3#a></script>",
            Author,
        ),
    ] {
        check(html, expected, place);
    }
}

#[test]
fn what_is_no_page_gets_none() {
    for (html, expected) in [
        ("<p>part", NoBox::NoPage),
        ("", NoBox::NoPage),
        ("<frameset><frame></frameset>", NoBox::NoPage),
        ("<body><meta http-equiv=Refresh content='0; url=b.html'>", NoBox::NoPage),
        ("<select><xmp><script>\"use strict\";</script></xmp></select><body>", NoBox::Unreadable),
    ] {
        assert_eq!(page(html, "a.html"), Err(expected), "{html}");
    }
    assert_eq!(with_box(b"\xff\xfe<\0", "a.html", &SCRIPT_OF, false), Err(NoBox::Unreadable));
    let excluded = |html: &str| with_box(html.as_bytes(), "toc.html", &SCRIPT_OF, true).err();
    assert_eq!(excluded("<body>a"), Some(NoBox::Excluded));
}

#[test]
fn addresses_are_relative() {
    for (path, base, expected) in [
        ("a.html", None, ""),
        ("a/b/c.html", None, "../../"),
        ("404.html", Some("/sub/"), ""),
        ("a/b.html", Some("https://example.org/"), ""),
        ("a/b.html", Some("./"), "../"),
        ("a/b.html", Some("../"), ""),
        ("a/b.html", Some("../c/index.html"), "../"),
        ("a/b.html", Some("?q"), "../"),
    ] {
        assert_eq!(to_root(path, base), expected, "{path} {base:?}");
    }
}

#[test]
fn a_second_pass_changes_nothing() {
    let (once, _) = page("<body><header>", "a/b.html").unwrap();
    assert!(once.contains("src=\"../docfuse/docfuse.js\"") && once.contains("layout=\"modal\""), "{once}");
    let stripped = without_box(once.clone().into_bytes());
    let (twice, _) = page(std::str::from_utf8(&stripped).unwrap(), "a/b.html").unwrap();
    assert_eq!(once, twice);
    for kept in ["<!--docfuse--><p>", "<!--docfuse--><script ", "<!--/docfuse-->"] {
        assert_eq!(without_box(kept.into()), kept.as_bytes());
    }
}
