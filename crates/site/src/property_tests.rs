//! Arbitrary input never panics and gives valid pages.

use proptest::prelude::*;

use super::*;

/// Checks the invariants of a page.
fn assert_sound(page: &Page) {
    assert!(!page.sections.is_empty());
    let mut anchors = std::collections::HashSet::new();
    for section in &page.sections {
        assert!(anchors.insert(&section.anchor), "{} twice", section.anchor);
        assert_eq!(section.text, section.text.trim_end());
        let mut end = 0;
        for code in &section.code {
            assert!(end <= code.start && code.start < code.end, "{:?}", section.code);
            assert!(section.text.get(code.clone()).is_some(), "{code:?} of {:?}", section.text);
            end = code.end;
        }
    }
    assert!(page.links.iter().all(|link| link.from < page.sections.len()));
    assert!(page.filters.is_sorted_by(|a, b| a < b) && page.filters.len() <= MAX_VALUES);
    assert!(page.meta.is_sorted_by(|a, b| a.0 < b.0) && page.meta.len() <= MAX_VALUES);
    assert!(page.filters.iter().all(|(_, value)| !value.is_empty() && value.len() <= MAX_FILTER_BYTES));
    assert!(page.meta.iter().all(|(_, value)| !value.is_empty() && value.len() <= MAX_META_BYTES));
    for section in &page.sections {
        assert!(WEIGHTS.contains(&section.weight), "{}", section.weight);
        assert!(section.names.len() <= MAX_NAMES && section.names.is_sorted_by_key(|name| name.kind));
        assert!(section.anchor_texts.len() <= MAX_ANCHOR_TEXTS && section.also.len() <= MAX_ALSO);
    }
}

/// Checks the invariants of a site: links lead to existing pages and sections.
fn assert_linked(pages: &[Page]) {
    let anchors: std::collections::HashSet<(&str, &str)> = pages
        .iter()
        .flat_map(|page| page.sections.iter().map(|section| (page.url.as_str(), section.anchor.as_str())))
        .chain(pages.iter().map(|page| (page.url.as_str(), "")))
        .collect();
    for link in pages.iter().flat_map(|page| &page.links) {
        assert!(anchors.contains(&(&**link.page, &**link.anchor)), "{link:?}");
    }
}

fn tag_soup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 40] = [
        "<main>",
        "</main>",
        "<h1 id=a>",
        "</h1>",
        "<h2>",
        "<h3 id=b>",
        "</h3>",
        "<p>",
        "<pre>",
        "</pre>",
        "<dl>",
        "</dl>",
        "<dt id=c>",
        "<dt class=sig>",
        "<dd>",
        "<a href='b.html#x'>",
        "<a href='#a'>",
        "</a>",
        "<a id=d>",
        "<section id=e>",
        "</section>",
        "<table>",
        "<tr>",
        "<td>",
        "</table>",
        "<nav>",
        "</nav>",
        "<br>",
        " \n",
        "text",
        "日本\n",
        "é\u{ad}",
        "<div class=toc>",
        "</div>",
        "<svg>",
        "<form>",
        "<span hidden>",
        "</span>",
        "¶",
        "<template>",
    ];
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat())
}

/// An element with a metadata attribute of any value.
fn marked_element() -> impl Strategy<Value = String> {
    const NAMES: [&str; 6] = ["body", "ignore", "weight", "filter", "meta", "default-meta"];
    const TAGS: [&str; 7] = ["p", "div", "h2 id=h", "html", "meta content=c", "nav", "main"];
    let value = prop_oneof!["[a-c\\[\\]:, ]{0,12}", "[-0-9.e]{0,5}", "\\PC{0,300}", Just("all".to_owned())];
    let name = (prop::sample::select(&["docfuse", "pagefind"][..]), prop::sample::select(&NAMES[..]));
    (prop::sample::select(&TAGS[..]), name, value, tag_soup()).prop_map(
        |(tag, (by, name), value, content)| {
            let value = value.replace('&', "&amp;").replace('"', "&quot;");
            format!("<{tag} data-{by}-{name}=\"{value}\">{content}")
        },
    )
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        if let Ok(page) = read_page("a.html", &bytes, &IngestConfig::default()) {
            finish_site(vec![page]).0.iter().for_each(assert_sound);
        }
    }

    #[test]
    fn tag_soup_gives_sound_pages(soups in prop::collection::vec(tag_soup(), 1..6)) {
        let read = |(number, soup): (usize, &String)| {
            read_page(&format!("{number}.html"), soup.as_bytes(), &IngestConfig::default()).ok()
        };
        let pages: Vec<RawPage> = soups.iter().enumerate().filter_map(read).collect();
        let count = pages.len();
        let (pages, left_out) = finish_site(pages);
        prop_assert_eq!(pages.len() + left_out.len(), count);
        pages.iter().for_each(assert_sound);
        assert_linked(&pages);
    }

    #[test]
    fn attributes_of_any_value_give_sound_pages(
        sites in prop::collection::vec(prop::collection::vec(marked_element(), 0..6), 1..4)
    ) {
        let read = |(number, elements): (usize, &Vec<String>)| {
            let html = elements.concat();
            read_page(&format!("{number}.html"), html.as_bytes(), &IngestConfig::default()).ok()
        };
        let pages: Vec<RawPage> = sites.iter().enumerate().filter_map(read).collect();
        let count = pages.len();
        let (pages, left_out) = finish_site(pages);
        prop_assert_eq!(pages.len() + left_out.len(), count);
        pages.iter().for_each(assert_sound);
        assert_linked(&pages);
    }
}
