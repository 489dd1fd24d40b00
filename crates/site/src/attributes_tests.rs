//! Attributes and settings: content, weights, filters, metadata, titles.

use super::*;

fn site(pages: &[(&str, &str)], config: &IngestConfig) -> (Vec<Page>, Vec<(String, LeftOut)>) {
    let read = |(url, html): &(&str, &str)| read_page(url, html.as_bytes(), config).unwrap();
    finish_site(pages.iter().map(read).collect())
}

fn page(html: &str, config: &IngestConfig) -> Page {
    site(&[("a.html", html)], config).0.remove(0)
}

/// Pairs as `name=value`, with `; ` between them.
fn pairs(pairs: &[(String, String)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}

#[test]
fn elements_can_be_the_content_or_be_ignored() {
    for (html, expected) in [
        ("<main>a</main><div data-docfuse-body>b</div><p data-pagefind-body>c", "b\nc"),
        ("<div data-docfuse-body>a<nav>b</nav><p data-docfuse-body>c</div>d", "a\nc"),
        ("a<p data-pagefind-ignore>b</p><p data-docfuse-ignore=all>c</p>d", "a\nd"),
        ("<div data-docfuse-ignore><main>a</main></div>b", "b"),
        ("<div data-docfuse-body><p>a<p data-docfuse-ignore>b</div>", "a"),
    ] {
        assert_eq!(page(html, &IngestConfig::default()).sections[0].text, expected, "{html}");
    }
}

#[test]
fn values_of_attributes_can_be_text() {
    for (html, expected) in [
        ("<p>a<img data-pagefind-index-attrs=title,alt alt=b title='c d'>e", "a c d b e"),
        ("<p data-docfuse-index-attrs='data-x, data-y' data-x=a>b", "a b"),
    ] {
        assert_eq!(page(html, &IngestConfig::default()).sections[0].text, expected, "{html}");
    }
}

#[test]
fn pages_without_body_are_left_out_if_others_have_one() {
    let pages = [("a.html", "<p>a"), ("b.html", "<p data-docfuse-body>b"), ("c.html", "<main>c</main>")];
    let (pages, left_out) = site(&pages, &IngestConfig::default());
    assert_eq!(pages.iter().map(|page| page.url.as_str()).collect::<Vec<_>>(), ["b.html"]);
    assert_eq!(left_out, [("a.html".to_owned(), LeftOut::NoBody), ("c.html".to_owned(), LeftOut::NoBody)]);
}

#[test]
fn sections_have_the_mean_weight_of_their_text() {
    let weights = vec![
        WeightSetting { of: Weighed::Elements(".light".into()), weight: 0.5 },
        WeightSetting { of: Weighed::Elements("p.light".into()), weight: 0.25 },
    ];
    let config = IngestConfig::new(&SiteSettings { weights, ..SiteSettings::default() }).unwrap();
    for (html, expected) in [
        ("<p>four", &[1.0][..]),
        ("<p data-docfuse-weight=3>four", &[3.0]),
        ("<p data-pagefind-weight=3>four<p>four", &[2.0]),
        ("<p data-pagefind-weight=3 data-docfuse-weight=5>four", &[5.0]),
        ("<div data-docfuse-weight=2>four<p data-docfuse-weight=4>four</p></div><p>four<p>four", &[2.0]),
        ("<body data-docfuse-weight=2><main>four</main>", &[2.0]),
        ("<p data-docfuse-weight=heavy>four", &[1.0]),
        ("<p data-docfuse-weight=1e9>four<p data-docfuse-weight=-1>four", &[5.0]),
        ("<h2 id=a data-docfuse-weight=5>four</h2><p>four<h2 id=b>four</h2><pre>four</pre>", &[3.0, 1.0]),
        ("<section data-docfuse-weight=0><h2 id=a>A</h2>four</section><h2 id=b>B</h2>four", &[0.0, 1.0]),
        ("<h2 id=a>A</h2>four<section data-docfuse-weight=0><h2 id=b>B</h2></section>", &[1.0]),
        ("<div class=light>four</div><p class=light>four", &[0.375]),
        ("<p class=light data-docfuse-weight=7>four", &[7.0]),
    ] {
        let found: Vec<f32> = page(html, &config).sections.iter().map(|section| section.weight).collect();
        assert_eq!(found, expected, "{html}");
    }
}

#[test]
fn whole_pages_have_weights() {
    let pages = |pattern: &str, weight: f32| WeightSetting { of: Weighed::Pages(pattern.into()), weight };
    let light = WeightSetting { of: Weighed::Elements(".light".into()), weight: 0.5 };
    let weights =
        vec![pages("releases/*", 0.2), light, pages("old*.html", 0.0), pages("/releases/lts.html", 3.0)];
    let config = IngestConfig::new(&SiteSettings { weights, ..SiteSettings::default() }).unwrap();
    for (url, html, expected) in [
        ("releases/1.html", "<p>four", 0.2),
        ("releases/lts.html", "<p>four", 3.0),
        ("guide/old-1.html", "<p>four", 0.0),
        ("guide/releases/1.html", "<p>four", 1.0),
        ("releases/2.html", "<p class=light>four", 0.5),
        ("releases/3.html", "<main data-docfuse-weight=7><p>four</main>", 7.0),
    ] {
        assert_eq!(site(&[(url, html)], &config).0[0].sections[0].weight, expected, "{url}");
    }
}

#[test]
fn pages_have_filters() {
    let capture = |name: &str, selector: &str, attribute: Option<&str>| CaptureSetting {
        name: name.into(),
        from: Captured::Elements { selector: selector.into(), attribute: attribute.map(str::to_owned) },
    };
    let filters = vec![capture("version", "html", Some("data-v")), capture("tag", ".tag", None)];
    let config = IngestConfig::new(&SiteSettings { filters, ..SiteSettings::default() }).unwrap();
    for (html, expected) in [
        ("<p>x", ""),
        ("<p data-docfuse-filter=kind> How\n <b>to</b> </p>", "kind=How to"),
        ("<p data-pagefind-filter='b, a[title], c:d, e' title=t>x", "a=t; b=x; c=d, e"),
        ("<p data-docfuse-filter=a data-pagefind-filter=b>x", "a=x"),
        ("<p data-docfuse-filter=a:1 data-pagefind-meta=m>x<p data-pagefind-filter=a:2>x", "a=1; a=2"),
        ("<p data-docfuse-filter=a>x<p data-docfuse-filter=a>x", "a=x"),
        ("<meta data-docfuse-filter=a[content] content=c><p>x", "a=c"),
        ("<html data-docfuse-filter=a:b data-v=2><p>x", "a=b; version=2"),
        ("<html data-v=''><p>x<span class=tag>t</span>", "tag=t"),
        ("<p data-docfuse-filter='a[gone], b'>x", "b=x"),
        ("<p>x<nav><b data-docfuse-filter=a>v</b></nav>", "a=v"),
        ("<p>x<p data-docfuse-ignore>y<b data-docfuse-filter=a>v</b>", "a=v"),
        ("<p>x<p data-docfuse-ignore=all>y<b data-docfuse-filter=a>v</b>", ""),
        ("<h1 data-docfuse-filter=a>T<a class=headerlink>¶</a><i data-pagefind-ignore>no</i></h1>", "a=T"),
    ] {
        assert_eq!(pairs(&page(html, &config).filters), expected, "{html}");
    }
}

#[test]
fn pages_have_metadata_and_titles() {
    let meta = vec![CaptureSetting {
        name: "by".into(),
        from: Captured::Elements { selector: ".by".into(), attribute: None },
    }];
    let config = IngestConfig::new(&SiteSettings { meta, ..SiteSettings::default() }).unwrap();
    for (html, title, expected) in [
        ("<title>T</title><p>x", "T", ""),
        ("<title>T</title><p data-docfuse-meta=title:U>x", "U", ""),
        ("<title data-pagefind-meta=title>T</title><p>x", "T", ""),
        ("<title>T</title><p data-docfuse-default-meta=title:U>x", "U", ""),
        (
            "<title>T</title><img data-pagefind-meta='image[src], alt[alt]' src=a.png alt=A>x",
            "T",
            "alt=A; image=a.png",
        ),
        ("<title>T</title><p data-docfuse-meta=a:1>x<p data-docfuse-meta=a:2>x", "T", "a=2"),
        ("<title>T</title><p data-docfuse-meta=a:1>x<p data-pagefind-meta=a:2>x", "T", "a=1"),
        ("<title>T</title><p data-pagefind-meta=a:1>x<p data-docfuse-default-meta=a:2>x", "T", "a=1"),
        ("<title>T</title><p class=by>x", "T", "by=x"),
        ("<title>T</title><p data-pagefind-meta=by:y>x<p class=by>x", "T", "by=y"),
        ("<title>T</title><p data-docfuse-default-meta=by:y>x<p class=by>x", "T", "by=x"),
    ] {
        let page = page(html, &config);
        assert_eq!((page.title.as_str(), pairs(&page.meta).as_str()), (title, expected), "{html}");
    }
}

#[test]
fn what_abbreviations_mean_is_searched() {
    for (html, expected) in [
        ("<p><abbr title='Style Sheets'>CSS</abbr>, <dfn title='Mark\nup'>ML</dfn>", "Style Sheets Mark up"),
        ("<p><abbr title=Sheets>CSS</abbr><p><abbr title=Sheets>CSS</abbr>", "Sheets"),
        ("<h1 id=t><abbr title=Sheets>CSS</abbr></h1><p>x", "Sheets"),
        ("<p><abbr>CSS</abbr><b title=Sheets>CSS</b><abbr hidden title=Sheets>CSS</abbr>", ""),
    ] {
        let page = page(&format!("<main>{html}</main>"), &IngestConfig::default());
        assert_eq!(page.sections[0].word_parts, expected, "{html}");
    }
    let many: String = (0..9_000).map(|n| format!("<abbr title='meaning {n}'>m</abbr> ")).collect();
    let length = page(&many, &IngestConfig::default()).sections[0].word_parts.len();
    assert!((4_000..4_100).contains(&length), "{length}");
}

#[test]
fn values_are_bounded() {
    let many: String = (0..2 * MAX_VALUES)
        .map(|n| format!("<p data-docfuse-filter=f:{n} data-docfuse-meta=m{n}:{n}>x"))
        .collect();
    let bounded = page(&many, &IngestConfig::default());
    assert_eq!((bounded.filters.len(), bounded.meta.len()), (MAX_VALUES, MAX_VALUES));
    let text = "wörter ".repeat(500);
    let html =
        format!("<p data-docfuse-filter='a, b[title]' data-docfuse-meta='a, b[title]' title='{text}'>{text}");
    let bounded = page(&html, &IngestConfig::default());
    let lengths = |pairs: &[(String, String)]| {
        pairs.iter().map(|(name, value)| (name.clone(), value.len())).collect::<Vec<_>>()
    };
    // Whole words by chance: 25 times eight bytes, 125 times eight bytes, without the blank at the end.
    assert_eq!(lengths(&bounded.filters), [("a".to_owned(), MAX_FILTER_BYTES - 1)]);
    assert_eq!(lengths(&bounded.meta), [("a".to_owned(), MAX_META_BYTES - 1)]);
    // Marked elements inside each other, to the maximum depth: the text read for each is bounded.
    let nested = format!("{}x", "<div data-docfuse-filter=f>".repeat(900));
    assert_eq!(pairs(&page(&nested, &IngestConfig::default()).filters), "f=x");
}
