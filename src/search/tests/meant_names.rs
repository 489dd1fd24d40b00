//! Names as readers mean them: longer paths, letters' case, brackets, what is deprecated, and pasted lines.

use super::*;
use crate::index::{Name, NameKind, Page};

fn named(url: &str, heading: &str, name: (&str, NameKind)) -> Page {
    let mut page = page(url, url, &[("", heading, "Some text about it.")]);
    page.sections[0].names = vec![Name { text: name.0.to_owned(), kind: name.1 }];
    page
}

#[test]
fn a_path_may_have_parts_that_the_page_leaves_out() {
    let others =
        [("words", "Points of wcs", "An impl of a point in wcs: wcs, point, impl, geo, impl point.")];
    let mut pages = plain(&others);
    pages.push(named("point", "Point", ("wcs.Point", NameKind::Qualified)));
    pages.push(named("line", "Line", ("wcs._impl.Line", NameKind::Qualified)));
    pages.push(named("short", "Line", ("wcs.Line", NameKind::Qualified)));
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [
        ("wcs.Point", "point"),
        ("wcs._impl.Point", "point"),
        ("geo.wcs.Point", "point"),
        ("wcs._impl.base.Point", "point"),
        ("wcs._impl.Line", "line"),
        ("wcs._other.Line", "short"),
    ] {
        let answer = site.answer(&words(query));
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.corrections.is_empty(), "{query}");
    }
}

#[test]
fn a_heading_is_found_with_other_signs_around_its_words() {
    let mut pages = plain(&[
        (
            "list",
            "Tutorials",
            "Extension types aka cdef classes. Extension types aka cdef classes. The View Menu.",
        ),
        (
            "view",
            "Introduction to the View Menu",
            "The View Menu shows the View Menu. Attributes, attributes.",
        ),
    ]);
    for (url, heading) in [
        ("types", "Extension types (aka. cdef classes)"),
        ("menu", "The “View” Menu"),
        ("misc", "Attributes"),
        ("first", "1.2. Attributes"),
        ("second", "1.3. Attributes"),
    ] {
        pages.push(named(url, heading, (heading, NameKind::Heading)));
    }
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [
        ("extension types aka cdef classes", "types"),
        ("Extension types (aka. cdef classes)¶", "types"),
        ("Extension types (aka. cdef classes)?", "types"),
        ("The \"View\" Menu", "menu"),
        ("5. The View Menu", "menu"),
        ("1.3. Attributes", "second"),
        ("1.2. Attributes\u{f0c1}", "first"),
    ] {
        assert_eq!(site.urls(query)[0], expected, "{query}");
    }
}

#[test]
fn the_letters_case_that_was_typed_comes_first() {
    let pages = [
        named("low", "-v, --verbose", ("-v", NameKind::Heading)),
        named("high", "-V, --version", ("-V", NameKind::Heading)),
        named("sure", "-x", ("-x", NameKind::Qualified)),
        named("less", "-X", ("-X", NameKind::Last)),
    ];
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in
        [("-v", ["low", "high"]), ("-V", ["high", "low"]), ("-x", ["sure", "less"]), ("-X", ["sure", "less"])]
    {
        assert_eq!(site.urls(query)[..2], expected, "{query}");
    }
}

#[test]
fn an_operator_in_brackets_is_the_one_inside() {
    let mut pages = plain(&[("words", "Words", "Nothing of that kind.")]);
    pages.push(named("fmap", "(<$>) :: (a -> b)", ("<$>", NameKind::Plain)));
    pages.push(named("unit", "()", ("()", NameKind::Plain)));
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [("(<$>)", "fmap"), ("<$>", "fmap"), (" (<$>) ", "fmap"), ("()", "unit")] {
        assert_eq!(site.urls(query)[0], expected, "{query}");
    }
}

#[test]
fn what_is_deprecated_follows() {
    let mut pages = [
        named("old", "parse", ("parse", NameKind::Qualified)),
        named("new", "parse", ("parse", NameKind::Last)),
        named("gone", "halt", ("halt", NameKind::Plain)),
    ];
    pages[0].sections[0].symbol_kind = "function".into();
    pages[0].sections[0].is_deprecated = true;
    pages[0].sections[0].linking_pages = 99;
    pages[2].sections[0].is_deprecated = true;
    let mut site = Site::with(&pages, &settings());
    let answer = site.answer(&words("parse"));
    let found: Vec<(&str, &str)> =
        answer.hits.iter().map(|hit| (hit.url.as_str(), hit.kind.as_str())).collect();
    assert_eq!(found, [("new", ""), ("old", "deprecated function")]);
    let answer = site.answer(&Request { explain: true, ..words("halt") });
    assert!(answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational));
}

/// A page that has the line stands before one that has its words, and numbers and paths of the reader count little.
#[test]
fn a_pasted_line_comes_before_its_words() {
    let mut site = Site::of(&[
        (
            "words",
            "Histories to merge",
            "Merge histories: refusing, unrelated histories, merge unrelated histories, fatal, fatal merge, work main.",
        ),
        ("line", "Remedy", "Seen in a shell. fatal: refusing to merge unrelated histories. Allow it."),
        ("other", "Main", "main 14 main 14 work, work home main"),
    ]);
    for query in [
        "fatal: refusing to merge unrelated histories",
        "/home/work/main.log:14: fatal: refusing to merge unrelated histories",
    ] {
        assert_eq!(site.urls(query)[0], "line", "{query}");
    }
}

/// An overload is typed as its signature, which has the words of the class above it.
#[test]
fn a_signature_that_is_typed_comes_before_its_words() {
    let mut site = Site::of(&[
        (
            "class",
            "Pen",
            "Pen, a pen for ink. A pen has ink, and a pen with ink draws with the ink of the pen.",
        ),
        (
            "short",
            "Pen(…)",
            "public Pen(Ink ink)\nTakes what stands for more than all of its words before it.",
        ),
        (
            "heading",
            "public Pen(Paper paper)",
            "Paper is drawn on, and this is what it is drawn with. Paper, pen.",
        ),
        ("paper", "Paper", "Paper for a pen: paper, public paper, pen. Public pen paper, paper pen."),
    ]);
    for (query, expected) in [("public Pen(Ink ink)", "short"), ("public Pen (Paper paper)", "heading")] {
        assert_eq!(site.urls(query)[0], expected, "{query}");
    }
}
