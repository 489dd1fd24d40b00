#![allow(clippy::disallowed_methods, reason = "reads fixtures")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::page_root::{root_from, to_root};
use super::signs::{PLACES, SELECTORS, signs};
use super::*;

const SCRIPT_OF: BoxScript<'_> = BoxScript {
    index: "docfuse/",
    name: "docfuse.js",
    is_module: true,
    language: None,
    version: "",
    markdown: None,
};

fn page(html: &str, path: &str) -> Result<(String, BoxPlace), NoBox> {
    with(html, path, &SCRIPT_OF).map(|(html, page)| (html, page.place))
}

fn with(html: &str, path: &str, script: &BoxScript<'_>) -> Result<(String, BoxedPage), NoBox> {
    let page = with_box(html.as_bytes(), path, script, false)?;
    Ok((String::from_utf8(page.html.clone()).unwrap(), page))
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
fn boxes_have_the_language_of_a_page_that_states_none() {
    let script = BoxScript { language: Some("pt-br"), ..SCRIPT_OF };
    for (html, expected) in [
        ("<body><h1>x</h1>", true),
        ("<html lang=de><body><h1>x</h1>", false),
        ("<body lang=de><h1>x</h1>", false),
    ] {
        let (html, _) = with(html, "a.html", &script).unwrap();
        let found = html.contains("<docfuse-search lang=\"pt-br\" layout");
        assert_eq!(found, expected);
    }
}

#[test]
fn boxes_have_the_version_of_a_page_that_does_not_state_it() {
    for (version, html, expected) in [
        ("1.0", "<body><h1>x</h1>", "<docfuse-search version=\"1.0\" layout"),
        ("1.0,\"é", "<body><h1>x</h1>", "<docfuse-search version=\"1.0,&#34;&#233;\" layout"),
        ("", "<body><h1>x</h1>", "<docfuse-search layout"),
        ("1.0", "<meta name=docsearch:version content=1.0><body><h1>x</h1>", "<docfuse-search layout"),
        // The index knows it by another name, too.
        (
            "1.0,latest",
            "<meta name=docsearch:version content=1.0><body><h1>x</h1>",
            "<docfuse-search version=\"1.0,latest\" layout",
        ),
    ] {
        let script = BoxScript { version, ..SCRIPT_OF };
        let (html, _) = with(html, "a.html", &script).unwrap();
        assert!(html.contains(expected), "{version}");
    }
}

#[test]
fn pages_are_linked_with_their_markdown() {
    let link = "<!--docfuse--><link rel=\"alternate\" type=\"text/markdown\" href=\"%C3%A4%20&amp;b.html.md\"/><!--/docfuse-->";
    let script = BoxScript { markdown: Some("ä &b.html.md"), ..SCRIPT_OF };
    for (html, expected) in [
        ("<head>□<title>A</title><body><h1>x</h1>", true),
        ("□<title>A</title><body><svg><title>B</title></svg><docfuse-search></docfuse-search>", true),
        (
            "□<title>A</title><body><docfuse-search></docfuse-search><script src=/docfuse/docfuse.js></script>",
            true,
        ),
        ("<body><svg><title>B</title></svg>", false),
        ("<base href=/x/><title>A</title><body>", false),
        ("<title>A</title><link rel=alternate type=text/Markdown href=b.md><body>", false),
    ] {
        let plain = html.replace('□', "");
        let (found, page) = with(&plain, "ä &b.html", &script).unwrap();
        let place = html.split_once('□').map_or("", |(before, _)| before);
        assert_eq!(page.has_link, expected, "{found}");
        assert_eq!(found.starts_with(&format!("{place}{link}<title>A")), expected, "{found}");
        assert_eq!(without_box(page.html), plain.as_bytes(), "{found}");
    }
}

#[test]
fn selectors_of_all_themes_can_be_parsed() {
    assert_eq!(SELECTORS.len(), PLACES.len() + 24);
}

/// Pages of real themes, with `□` where the box belongs.
#[test]
fn themes_have_the_box_where_their_search_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/inject");
    let mut used = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let expected = fs::read_to_string(&path).unwrap();
        let html = expected.replace('□', "");
        let place = match path.file_stem().unwrap().to_str().unwrap() {
            "docusaurus" | "next_app" => BoxPlace::Window,
            "bootstrap" | "jekyll" | "mkdocs_readthedocs" => BoxPlace::Header,
            _ => BoxPlace::Theme,
        };
        check(&html, &expected, place);
        used.extend(signs(html.as_bytes(), "docfuse.js").unwrap().theme.map(|(number, _)| number));
    }
    for (number, place) in PLACES.iter().enumerate() {
        assert!(used.contains(&number), "no fixture has its box at {}", place.at);
    }
}

#[test]
fn the_box_is_in_the_header_or_navigation_or_a_corner() {
    use BoxPlace::{Author, Header, Theme, Window};
    for (html, expected, place) in [
        ("<body><nav></nav><header>a</header>", "<body><nav></nav><header>□a</header>", Header),
        ("<body><nav>a</nav><p>", "<body><nav>□a</nav><p>", Header),
        // What says of itself that it is the page's search.
        ("<body><nav>a<div role=search><input>", "<body><nav>a□<div role=search><input>", Theme),
        (
            "<body><header><form><label><input type=search>",
            "<body><header>□<form><label><input type=search>",
            Theme,
        ),
        ("<body><input type=search>", "<body>□<input type=search>", Theme),
        ("<body><nav>a<form action=/Search>", "<body><nav>a□<form action=/Search>", Theme),
        ("<body><nav>a</nav><main><form role=search>", "<body><nav>□a</nav><main><form role=search>", Header),
        ("<body><dialog><form><input type=search>", "<body>□<dialog><form><input type=search>", Window),
        // What only its name says.
        ("<body><nav>a<form><input name=q>", "<body><nav>a□<form><input name=q>", Theme),
        ("<body><div><input id=search-query>", "<body><div>□<input id=search-query>", Theme),
        (
            "<body><form><input type=Text placeholder='Search docs'>",
            "<body>□<form><input type=Text placeholder='Search docs'>",
            Theme,
        ),
        (
            "<body><nav>a<input type=checkbox id=search>",
            "<body><nav>□a<input type=checkbox id=search>",
            Header,
        ),
        (
            "<body><nav>a<form><input type=hidden name=q>",
            "<body><nav>□a<form><input type=hidden name=q>",
            Header,
        ),
        ("<body><nav>a<input name=query>", "<body><nav>□a<input name=query>", Header),
        ("<body><nav>a</nav><main><input id=search>", "<body><nav>□a</nav><main><input id=search>", Header),
        ("<body><input id=search><input type=search>", "<body><input id=search>□<input type=search>", Theme),
        // Contents of the page.
        (
            "<body><nav id=TableOfContents><a href=#a>a</a>",
            "<body>□<nav id=TableOfContents><a href=#a>a</a>",
            Window,
        ),
        ("<body><nav class='x page-toc'></nav><nav>a", "<body><nav class='x page-toc'></nav><nav>□a", Header),
        ("<body><nav role=doc-toc>", "<body>□<nav role=doc-toc>", Window),
        ("<body><nav aria-label='On this page'>", "<body>□<nav aria-label='On this page'>", Window),
        ("<body><nav class=stock-list>", "<body><nav class=stock-list>□", Header),
        ("<BODY\n class=a><main><header>", "<BODY\n class=a>□<main><header>", Window),
        ("<!doctype html><h1>a", "<!doctype html><h1>a□", Window),
        (
            "<script>'<header>'</script><body><!--<nav>--><p>\u{e9}",
            "<script>'<header>'</script><body>□<!--<nav>--><p>\u{e9}",
            Window,
        ),
        (
            "<body><nav><docfuse-search></docfuse-search>",
            "<body>□<nav><docfuse-search></docfuse-search>",
            Author,
        ),
        ("<nav><docfuse-search></docfuse-search>", "<nav>□<docfuse-search></docfuse-search>", Author),
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
    assert_eq!(excluded("<body><nav><input type=search></nav>a"), None);
}

/// The box takes the keys of a theme's search, and is laid over it in pages that scripts make.
#[test]
fn themes_name_their_keys_and_what_the_box_lies_over() {
    for (html, attributes, rule) in [
        (
            "<body><button id=search-toggle>",
            " layout=\"modal\" hotkey=\"ctrl+k / s\">",
            "#search-wrapper{display:none!important}",
        ),
        (
            "<body><div class=nextra-search>",
            " layout=\"modal\" data-over=\".nextra-search\">",
            ".nextra-search{visibility:hidden!important}",
        ),
        (
            "<body><div id=app><button class=DocSearch-Button>",
            " layout=\"modal\" data-over=\".DocSearch-Button\">",
            ".DocSearch-Button{visibility:hidden!important}",
        ),
    ] {
        let (with, _) = page(html, "a.html").unwrap();
        assert!(with.contains(attributes) && with.contains(rule), "{with}");
    }
    for place in PLACES.iter() {
        assert!(!place.at.contains('"'), "an attribute has {place:?}");
    }
}

#[test]
fn addresses_are_relative() {
    for (path, expected) in [("a.html", ""), ("a/b.html", "../"), ("a/b/c.html", "../../")] {
        assert_eq!(to_root(path), expected, "{path}");
    }
    for (path, base, expected) in [
        ("404.html", "/", Some("")),
        ("404.html", "/sub/", Some("")),
        ("de/404.html", "/sub/", Some("")),
        ("de/404.html", "/sub/de/", Some("../")),
        ("de/404.html", "/sub/de/index.html?a/b#c", Some("../")),
        ("de/404.html", "/sub/abcde/", Some("")),
        ("404.html", "https://example.org/", None),
        ("404.html", "//example.org/", None),
        ("404.html", " \\\\example.org/", None),
    ] {
        assert_eq!(root_from(base, path).as_deref(), expected, "{path} {base}");
    }
}

/// With `▽` for the script and `□` for the box.
#[test]
fn base_does_not_move_the_script() {
    let check = |html: &str, path: &str, expected: Result<(&str, &str), NoBox>| {
        let found = page(html, path).map(|(with, _)| {
            assert_eq!(without_box(with.clone().into_bytes()), html.as_bytes(), "{with}");
            let address = with.split("src=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
            let script = format!("<script type=\"module\" src=\"{address}\"></script>");
            let beside = address.replace("docfuse.js", "docfuse-place.js");
            // Not beside an author's own box.
            let with = with.replace(&format!("<script defer=\"\" src=\"{beside}\"></script>"), "");
            let short =
                with.replace(&script, "▽").replace("<docfuse-search layout=\"modal\"></docfuse-search>", "□");
            (short.replace(BEGIN, "").replace(END, ""), address)
        });
        let expected = expected.map(|(html, address)| (html.to_owned(), address.to_owned()));
        assert_eq!(found, expected, "{html} {path}");
    };
    for base in [
        "https://elsewhere.example/",
        "HTTPS:elsewhere",
        "//elsewhere.example/",
        "/assets/",
        "../assets/",
        "./",
        "",
        "data:,",
    ] {
        let html = |script: &str, found: &str| {
            format!(
                "<!doctype html><head><meta charset=utf-8>{script}<base href=\"{base}\"><body><header>{found}a</header>"
            )
        };
        let style = format!("<style>{}</style>□", IN_HEADER);
        check(&html("", ""), "a/b.html", Ok((&html("▽", &style), "../docfuse/docfuse.js")));
    }
    // Only the first one counts, and only where scripts run.
    let inert = "<noscript><base href=/x/></noscript><template><base href=/y/></template>";
    check(
        &format!(
            "{inert}<base target=_top><base href=/z/><base href=/w/><body><docfuse-search></docfuse-search>"
        ),
        "a.html",
        Ok((
            &format!(
                "{inert}<base target=_top>▽<base href=/z/><base href=/w/><body><docfuse-search></docfuse-search>"
            ),
            "docfuse/docfuse.js",
        )),
    );
    // A page that hosts send for missing ones knows its root by `<base>` alone.
    let error = "<base href=/sub/><body><nav>a";
    let style = IN_HEADER;
    check(
        error,
        "404.html",
        Ok((&format!("<base href=/sub/><body><nav>▽<style>{style}</style>□a"), "docfuse/docfuse.js")),
    );
    check("<base href=https://example.org/sub/><body><nav>a", "404.html", Err(NoBox::Base));
    check(
        "<base href=../><body><nav>",
        "404.html",
        Ok((&format!("▽<base href=../><body><nav><style>{style}</style>□"), "docfuse/docfuse.js")),
    );
    let map = "<base href=/x/><script type=importmap>{}</script><body>";
    check(map, "a.html", Err(NoBox::Base));
    let classic = BoxScript { name: "docfuse-classic.js", is_module: false, ..SCRIPT_OF };
    assert!(
        with_box(map.as_bytes(), "a.html", &classic, false).is_ok(),
        "a classic script harms no import map"
    );
}

#[test]
fn xhtml_stays_well_formed() {
    let around = |body: &str| {
        format!(
            "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>A</title></head>{body}</html>"
        )
    };
    let pages = [
        around("<body><header><p>a</p></header></body>"),
        around("<body><nav/><p>a</p></body>"),
        around("<body><p>a</p></body>"),
        around("<body><docfuse-search></docfuse-search></body>"),
        around("<body><base href=\"/x/\"/><p>a</p></body>"),
    ];
    for place in PLACES.iter() {
        assert!(![place.hides, place.style].concat().contains(['<', '&']), "{place:?}");
    }
    for (name, is_module) in [("docfuse.js", true), ("docfuse-classic.js", false)] {
        let script = BoxScript { index: "a&b/", name, is_module, markdown: Some("a.xhtml.md"), ..SCRIPT_OF };
        for html in &pages {
            let (with, page) = with(html, "a.xhtml", &script).unwrap();
            assert!(with.contains("a&amp;b/") && page.has_link != html.contains("<base"), "{with}");
            let parsed = roxmltree::Document::parse(&with).unwrap_or_else(|error| panic!("{error}: {with}"));
            let address = parsed.descendants().find_map(|node| node.attribute("src")).unwrap();
            assert!(address.ends_with(&format!("a&b/{name}")), "{address}");
        }
    }
    let without_body = around("<h1>a</h1>");
    assert_eq!(with_box(without_body.as_bytes(), "a.xhtml", &SCRIPT_OF, false), Err(NoBox::NoPage));
}

#[test]
fn a_second_pass_changes_nothing() {
    let (once, _) = page("<body><header>", "a/b.html").unwrap();
    assert!(once.contains("src=\"../docfuse/docfuse.js\"") && once.contains("layout=\"modal\""), "{once}");
    let stripped = without_box(once.clone().into_bytes());
    let (twice, _) = page(std::str::from_utf8(&stripped).unwrap(), "a/b.html").unwrap();
    assert_eq!(once, twice);
    for kept in
        ["<!--docfuse--><p>", "<!--docfuse--><script ", "<!--docfuse--><p><!--/docfuse-->", "<!--/docfuse-->"]
    {
        assert_eq!(without_box(kept.into()), kept.as_bytes());
    }
}
