//! What generators write of deprecated symbols (`tests/fixtures/generators/deprecated/`), mostly in another language.

use super::*;

/// The headings of the sections that say so.
fn deprecated(html: &str) -> Vec<String> {
    let raw = read_page("a/page.html", html.as_bytes(), &IngestConfig::default()).unwrap();
    let (pages, _) = finish_site(vec![raw]);
    let sections = pages.iter().flat_map(|page| &page.sections);
    sections.filter(|section| section.is_deprecated).map(|section| section.heading.clone()).collect()
}

#[test]
fn generators_say_what_is_deprecated() {
    macro_rules! page {
        ($name:literal) => {
            ($name, include_str!(concat!("../../../tests/fixtures/generators/deprecated/", $name, ".html")))
        };
    }
    for ((name, page), expected) in [
        (page!("doxygen"), &["first()"][..]),
        (page!("exdoc"), &["first()"]),
        (page!("gi_docgen"), &["Gsk NglRenderer new"]),
        (page!("javadoc"), &["Class Clock", "first"]),
        (page!("javadoc_8"), &["first"]),
        (page!("jsdoc"), &["first()"]),
        (page!("rustdoc"), &["pub fn first(&self)"]),
        (page!("sphinx"), &["first()", "later()", "bare()"]),
        (page!("typedoc"), &["marked", "tagged"]),
    ] {
        assert_eq!(deprecated(page), expected, "{name}");
    }
}
