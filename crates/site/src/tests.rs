//! Pages that are left out, and whole sites.

use super::*;

fn raw(url: &str, html: &str) -> RawPage {
    read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
}

#[test]
fn places_to_break_words_give_their_parts() {
    let html = "<main><h2 id=a>docs<wbr>Route</h2><p>Hoch&shy;spannungs&shy;netz&shy;gerät std::<wbr>vec</p>\
                <pre>a<wbr>b</pre><h3>net&shy;work</h3></main>";
    let page = raw("a.html", html);
    let section = &page.sections[0];
    assert_eq!((section.heading.as_str(), section.anchor.as_str()), ("docsRoute", "a"));
    assert_eq!(section.text, "Hochspannungsnetzgerät std::vec\nab\nnetwork");
    let parts = "docs Route net work Hoch spannungsnetzgerät Hochspannungs netzgerät Hochspannungsnetz gerät spannungs netz";
    assert_eq!(section.word_parts, parts);
}

#[test]
fn pages_are_left_out_with_a_reason() {
    let read = |url: &str, html: &str| {
        read_page(url, html.as_bytes(), &IngestConfig::default())
            .map(|_| "read")
            .unwrap_or_else(|why| why.key())
    };
    let long = format!("<meta http-equiv=refresh content='300; url=.'><p>{}", "text ".repeat(200));
    let attributes = |tag: &str, count: usize| {
        let names: String = (0..count).map(|number| format!(" a{number}")).collect();
        format!("{tag}{names}>text")
    };
    let merged: String = (0..2000).map(|number| format!("<body a{number} b{number}>text")).collect();
    let words = "several words ".repeat(5_000);
    for (url, html, expected) in [
        ("a.html", "<p>text", "read"),
        ("a.html", &long, "read"),
        (
            "a.html",
            "<meta http-equiv=Refresh content='0; URL=b.html'><p>Redirecting to <a href=b.html>b</a>",
            "redirect",
        ),
        ("a.html", "<p>Moved<script>location.replace('b.html' + location.hash)</script>", "redirect"),
        ("a.html", "<p>Moved<script>window.location = 'b.html'</script>", "redirect"),
        (
            "a.html",
            "<p>text<script>if (location.href === 'b' || window.location == 'c') d()</script>",
            "read",
        ),
        ("a.html", "<meta http-equiv=refresh content=300><p>text", "read"),
        ("a.html", "<meta name=robots content='noindex, follow'><p>text", "noindex"),
        ("a.html", "<meta name=robots content='index'><p>text", "read"),
        ("a.html", "<frameset><frame src=b.html></frameset>", "frames"),
        ("a.html", "", "empty"),
        ("a.html", "<nav>a</nav><script>b</script><p hidden>c", "empty"),
        ("a.html", "<title>A name</title><nav>a</nav>", "read"),
        ("a.html", "<title>·</title><nav>a</nav>", "empty"),
        ("a.html", "\0\0\0\0\0\u{1}binary", "not-html"),
        ("x/genindex-all.html", "<p>text", "excluded"),
        ("print.html", "<p>text", "excluded"),
        ("reference/print.html", "<p>text", "read"),
        ("a.html", &"<div>".repeat(100_000), "too-deep"),
        ("a.html", &attributes("<p", 200_000), "too-many-attributes"),
        ("a.html", &attributes("</p", 200_000), "too-many-attributes"),
        ("a.html", &attributes("<svg><style><p", 200_000), "too-many-attributes"),
        ("a.html", &merged, "too-many-attributes"),
        ("a.html", &format!("<p title=\"{words}\">text"), "read"),
        ("a.html", &format!("<!-- {words} --><p>text"), "read"),
        ("a.html", &format!("<script>a<b {words}</script><p>text"), "read"),
        ("a.html", &format!("<p>a < b {words}"), "read"),
        ("a.html", &(("<div>".repeat(200) + "</body><!---->").repeat(30)), "too-deep"),
        ("a.html", &("<div>".repeat(900) + "text"), "read"),
        ("a.html", &" ".repeat(MAX_PAGE_BYTES + 1), "too-large"),
    ] {
        assert_eq!(read(url, html), expected, "{}", &html[..html.len().min(80)]);
    }
}

/// Unclosed formatting elements come back in every paragraph: 900 of them make 900 nodes of each `<p>x`.
#[test]
fn copied_formatting_elements_are_bounded() {
    let fonts: String = (0..900).map(|size| format!("<font size={size}>")).collect();
    let html = format!("<p>{fonts}{}", "</p><p>x".repeat(100_000));
    let error = read_page("a.html", html.as_bytes(), &IngestConfig::default()).unwrap_err();
    assert_eq!(error.key(), "too-many-elements");
}

/// Each section is indexed with the title of its page, so an endless title would be indexed with each.
#[test]
fn endless_titles_are_cut() {
    let title = "é".repeat(10_000);
    for html in
        [format!("<title>{title}</title><p>text"), format!("<meta property=og:title content={title}><p>text")]
    {
        let (pages, _) = finish_site(vec![raw("a.html", &html)]);
        assert_eq!(pages[0].title, title[..300]);
    }
}

#[test]
fn only_the_nearest_headings_above_are_kept() {
    let html: String = (0..40).map(|number| format!("<dl><dt id=i{number}>T{number}<dd>text")).collect();
    let (pages, _) = finish_site(vec![raw("a.html", &html)]);
    let last = pages[0].sections.last().unwrap();
    assert_eq!((last.path.len(), last.path[15].as_str()), (16, "T38"));
}

#[test]
fn the_author_decides_what_is_content() {
    let (content, ignore) = (vec!["#x".into(), ".y".into()], vec![".ad".into()]);
    let config = IngestConfig::new(&SiteSettings { content, ignore, ..SiteSettings::default() }).unwrap();
    let html = "<main>no</main><div id=x>one<p class=ad>buy<p class=y>two</div><div class=y>three</div>";
    let page = read_page("a.html", html.as_bytes(), &config).unwrap();
    assert_eq!(page.sections[0].text, "one\ntwo\nthree");
}

#[test]
fn a_shell_of_a_main_element_is_not_the_content() {
    let text = "All of the text stands beside it. ".repeat(100);
    let page = raw("a.html", &format!("<main id=app>Loading</main><div>{text}</div>"));
    assert!(page.sections[0].text.ends_with("beside it."));
}

#[test]
fn code_is_kept() {
    let page = raw("a.html", "<p>Run</p><pre><code>a\n  b\n</code></pre><p>then</p>");
    let section = &page.sections[0];
    assert_eq!(section.text, "Run\na\n  b\nthen");
    assert_eq!(section.code.iter().map(|code| &section.text[code.clone()]).collect::<Vec<_>>(), ["a\n  b"]);
}

#[test]
fn pages_have_a_language() {
    let settings = SiteSettings { language: "de".into(), ..SiteSettings::default() };
    let config = IngestConfig::new(&settings).unwrap();
    for (html, expected) in [
        ("<html lang=pt-BR><p>x", "pt-br"),
        ("<html xml:lang=JA><p>x", "ja"),
        ("<html lang=''><meta http-equiv=Content-Language content='fr, en'><p>x", "fr"),
        ("<meta property=og:locale content=en_US><p>x", "en-us"),
        ("<meta property=og:locale content=en_US><html lang=it><p>x", "it"),
        ("<html lang=und><meta name=description content=fr><p>x", "de"),
        ("<p>x", "de"),
    ] {
        assert_eq!(read_page("a.html", html.as_bytes(), &config).unwrap().language, expected, "{html}");
    }
}

#[test]
fn links_lead_to_sections() {
    let a = r##"<h1 id=top>A</h1><a href="sub/">sub</a> <a href="sub/b.html#inner">in B</a> <a href="https://e.org">e</a>
        <a href="gone.html">gone</a> <a href="#top">up</a><h2 id=s>S <a href="sub/b.html#nowhere">B</a></h2>s"##;
    let b = "<h1 id=b>B</h1><h2 id=two>Two</h2><p>x<p id=inner>y <a href='../a.html#s'>S</a>";
    let (pages, _) =
        finish_site(vec![raw("sub/b.html", b), raw("a.html", a), raw("sub/index.html", "<p>Sub")]);
    let links: Vec<String> = pages
        .iter()
        .flat_map(|page| page.links.iter().map(move |link| (page, link)))
        .map(|(page, link)| {
            format!("{}:{} -> {}#{} {}", page.url, link.from, link.page, link.anchor, link.text)
        })
        .collect();
    assert_eq!(
        links,
        [
            "a.html:0 -> sub/# sub",
            "a.html:0 -> sub/b.html#two in B",
            "a.html:1 -> sub/b.html# B",
            "sub/b.html:1 -> a.html#s S",
        ]
    );
}

#[test]
fn blocks_of_a_link_stay_apart() {
    let card = "<a href=b.html><span>1</span><h3>Create a Page</h3><p>Add<br>Markdown <b>now</b>.</p></a>";
    let (pages, _) = finish_site(vec![raw("a.html", card), raw("b.html", "<h1>B</h1>text")]);
    assert_eq!(pages[1].sections[0].anchor_texts, ["1 Create a Page Add Markdown now."]);
}

#[test]
fn pages_with_equal_texts_keep_their_titles() {
    let moved = "This chapter has moved. If you came here by a link or a search, look for it in the current edition, \
                 where it has been revised.";
    let stub = |n: usize| {
        (
            format!("old/ch{n}.html"),
            format!("<title>Old {n}</title><main><h1 id=h>Chapter {n}</h1><p>{moved}</main>"),
        )
    };
    let own = |n: usize| {
        (
            format!("ch{n}.html"),
            format!("<title>New {n}</title><main><h1 id=h>Chapter {n}</h1><p>{moved} And number {n}.</main>"),
        )
    };
    let files = (0..10).map(stub).chain((0..10).map(own));
    let pages = files
        .map(|(url, html)| read_page(&url, html.as_bytes(), &IngestConfig::default()).unwrap())
        .collect();
    let (pages, left_out) = finish_site(pages);
    assert_eq!((pages.len(), left_out), (20, Vec::new()));
}

#[test]
fn banners_are_removed() {
    let page = |name: &str, intro: &str| {
        let html =
            format!("<div><p>Fast.<p>Free.</div><p>{intro}<a href=b.html>b</a><h2 id=h>{name}</h2>text");
        raw(&format!("{name}.html"), &html)
    };
    let intros = ["Hello ", "Welcome ", "Hi ", "See ", "For ", ""];
    let pages = ["a", "b", "c", "d", "e", "f"].iter().zip(intros).map(|(name, intro)| page(name, intro));
    let (pages, _) = finish_site(pages.collect());
    let tops: Vec<&str> = pages.iter().map(|page| page.sections[0].text.as_str()).collect();
    assert_eq!(tops, ["Hello b", "Welcome b", "Hi b", "See b", "For b", "b"]);
}
