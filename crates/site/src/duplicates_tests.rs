//! Duplicate sections, and the links to them.

use super::*;

fn site(pages: &[(&str, String)]) -> (Vec<Page>, Vec<(String, LeftOut)>) {
    let read =
        |(url, html): &(&str, String)| read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap();
    finish_site(pages.iter().map(read).collect())
}

/// Each section as `url#anchor`, with its duplicates.
fn sections(pages: &[Page]) -> Vec<String> {
    let line = |page: &Page, section: &Section| {
        let also: Vec<&str> = section.also.iter().map(|also| also.url.as_str()).collect();
        format!("{}#{} {}", page.url, section.anchor, also.join(" ")).trim_end().to_owned()
    };
    pages.iter().flat_map(|page| page.sections.iter().map(move |section| line(page, section))).collect()
}

/// A text of `words` distinct words.
fn text(words: usize) -> String {
    (0..words).map(|number| format!("word{number} ")).collect()
}

#[test]
fn duplicates_are_indexed_once() {
    let long = text(200);
    let changed = long.replace("word100 ", "other ");
    let many_changed = ["word20 ", "word60 ", "word100 ", "word140 "]
        .iter()
        .fold(long.clone(), |text, word| text.replace(word, "other "));
    let one = |heading: &str, text: &str| format!("<h2 id=s>{heading}</h2><p>{text}");
    let usual = || one("Usage", &long);
    let edition = |title: &str, text: &str| format!("<title>{title}</title>{}", one("Usage", text));
    let option = |title: &str| format!("<title>{title}</title>{}", one("-o, --offline", &long));
    let (plain, editions) = (["a.html", "b.html"], ["v2/tool.html", "v1/tool.html"]);
    for (why, urls, a, b, are_one) in [
        ("equal", plain, usual(), usual(), true),
        ("equal but for case and space", plain, usual(), one("usage", &long.to_uppercase()), true),
        ("equal under another title", plain, edition("A", &long), edition("B", &long), true),
        ("one word of another page", plain, edition("A", &long), edition("A", &changed), false),
        ("one word of an edition", editions, edition("A 1", &long), edition("A 2", &changed), true),
        ("one word of another title", editions, edition("A", &long), edition("B", &changed), false),
        ("four words of an edition", editions, edition("A 1", &long), edition("A 2", &many_changed), false),
        ("another heading", plain, usual(), one("Use", &long), false),
        ("short", plain, one("Usage", &text(20)), one("Usage", &text(20)), false),
        ("another language", plain, usual(), format!("<html lang=de>{}", usual()), false),
        ("other filters", plain, usual(), format!("{}<p data-docfuse-filter=version:2>", usual()), false),
        ("an option of another command", plain, option("add"), option("install"), false),
        ("an option in another version", plain, option("add 1"), option("add 2"), true),
        (
            "another name",
            plain,
            format!("<dl><dt class=sig id=A.copy>copy()</dt><dd>{long}</dl>"),
            format!("<dl><dt class=sig id=B.copy>copy()</dt><dd>{long}</dl>"),
            false,
        ),
        (
            "members of other classes, told by the anchor",
            plain,
            format!("<h1>Class A</h1><a name=get-int-></a><h2>get</h2>{long}"),
            format!("<h1>Class B</h1><a name=get-int-></a><h2>get</h2>{long}"),
            false,
        ),
    ] {
        let (pages, left_out) = site(&[(urls[0], a), (urls[1], b)]);
        let also: Vec<String> =
            pages.iter().flat_map(|page| &page.sections[0].also).map(|it| it.url.clone()).collect();
        let expected = if are_one { vec![format!("{}#s", urls[1])] } else { vec![] };
        assert_eq!(also, expected, "{why}");
        let expected = if are_one { vec![(urls[1].to_owned(), LeftOut::Duplicate)] } else { vec![] };
        assert_eq!(left_out, expected, "{why}");
    }
}

#[test]
fn on_one_page_only_equal_texts_are_one() {
    let long = text(200);
    let changed = long.replace("word100 ", "other ");
    let html = format!("<h2 id=a>Use</h2>{long}<h2 id=b>Use</h2>{changed}<h2 id=c>Use</h2>{long}");
    let (pages, _) = site(&[("x y.html", html)]);
    assert_eq!(sections(&pages), ["x y.html#a x%20y.html#c", "x y.html#b"]);
}

#[test]
fn links_to_duplicates_lead_to_the_kept_section() {
    let long = text(100);
    let copied = format!("<h2 id=setup>Set up</h2><p>{long}<a href=c.html>deep</a>");
    let pages = [
        ("a.html", format!("<title>A</title><h1 id=a>A</h1>{copied}<h2 id=end>End</h2><p>of a")),
        (
            "b.html",
            format!("<title>B</title><h1 id=b>B</h1>{copied}<h2 id=more>More</h2><a href=#setup>start</a>"),
        ),
        (
            "c.html",
            "<title>C</title><h1 id=c>C</h1><a href=b.html#setup>set it up</a> <a href=d.html>all of d</a>\
             <a href=b.html#more>in b</a> <a href=d.html#setup>Set it  up</a> <a href=a.html#end>here</a>"
                .to_owned(),
        ),
        ("d.html", format!("<title>D</title>{copied}")),
    ];
    let (pages, left_out) = site(&pages);
    assert_eq!(
        sections(&pages),
        [
            "a.html#a",
            "a.html#setup b.html#setup d.html#setup",
            "a.html#end",
            "b.html#b",
            "b.html#more",
            "c.html#c"
        ]
    );
    assert_eq!(left_out, [("d.html".to_owned(), LeftOut::Duplicate)]);
    let link = |page: &Page, link: &Link| {
        format!("{}:{} -> {}#{} {}", page.url, link.from, link.page, link.anchor, link.text)
    };
    let links: Vec<String> =
        pages.iter().flat_map(|page| page.links.iter().map(move |it| link(page, it))).collect();
    assert_eq!(
        links,
        [
            "a.html:1 -> c.html# deep",
            "b.html:1 -> a.html#setup start",
            "c.html:0 -> a.html#setup set it up",
            "c.html:0 -> a.html#setup all of d",
            "c.html:0 -> b.html#more in b",
            "c.html:0 -> a.html#setup Set it up",
            "c.html:0 -> a.html#end here",
        ]
    );
    let setup = &pages[0].sections[1];
    assert_eq!(setup.anchor_texts, ["set it up", "all of d", "start"]);
    assert_eq!([&pages[0].sections[1], &pages[0].sections[2]].map(|section| section.linking_pages), [2, 1]);
    assert_eq!(pages[0].sections[2].anchor_texts, Vec::<String>::new());
    assert_eq!(pages[1].sections[1].anchor_texts, ["in b"]);
    assert_eq!(
        setup.also[1],
        Also { url: "d.html#setup".to_owned(), title: "D".to_owned(), version: String::new() }
    );
    let names: Vec<&str> = setup.names.iter().map(|name| name.text.as_str()).collect();
    assert_eq!(names, ["D", "Set up"]);
}

/// A thousand sections with one heading, equal or all different, are not compared pair by pair.
#[test]
fn duplicates_are_listed_up_to_a_limit() {
    let page = |number: usize| (format!("{number:04}.html"), format!("<h2 id=s>S</h2>{}", text(80)));
    let pages: Vec<(String, String)> = (0..9).map(page).collect();
    let many: String = (0..1_000).map(|number| format!("<h2 id=s{number}>S</h2>{}", text(40))).collect();
    let mut pages: Vec<(&str, String)> =
        pages.iter().map(|(url, html)| (url.as_str(), html.clone())).collect();
    pages.push(("many.html", many));
    let (pages, left_out) = site(&pages);
    assert_eq!((pages.len(), left_out.len()), (2, 8));
    assert_eq!(pages[0].sections[0].also.len(), 8);
    assert_eq!(pages[1].sections.len(), 1);
    assert_eq!(pages[1].sections[0].also.len(), MAX_ALSO);
}

/// What is neither found nor listed is told, and an author may keep it.
#[test]
fn copies_beyond_the_limit_are_named() {
    let text = text(80);
    let read = |config: &IngestConfig| {
        let page = |number: usize| {
            let own = format!("<title>P{number}</title><h2 id=own>Own</h2>about{number}");
            read_page(&format!("{number:04}.html"), format!("{own}<h2 id=s>S</h2>{text}").as_bytes(), config)
        };
        finish_site((0..40).map(|number| page(number).unwrap()).collect()).0
    };
    let pages = read(&IngestConfig::default().telling());
    assert_eq!(pages[0].sections[1].also.len(), MAX_ALSO);
    let told = pages.iter().filter(|page| page.left_parts.iter().any(|part| part.rule == "copy"));
    let told: Vec<&str> = told.map(|page| page.url.as_str()).collect();
    assert_eq!((told.len(), told[0]), (40 - 1 - MAX_ALSO, "0033.html"));
    let keep = SiteSettings { keep: vec!["copy".to_owned()], ..SiteSettings::default() };
    assert!(read(&IngestConfig::new(&keep).unwrap()).iter().all(|page| page.sections.len() == 2));
}

/// The words that only a copy has find the kept section.
#[test]
fn words_of_copies_stay() {
    let long = text(200);
    let page = |text: &str| format!("<title>A</title><h2 id=s>Usage</h2><p>{text}");
    let changed = long.replace("word100 ", "Other, ");
    let (pages, _) = site(&[("v2/a.html", page(&long)), ("v1/a.html", page(&changed))]);
    let section = &pages[0].sections[0];
    assert_eq!((pages.len(), section.word_parts.trim()), (1, "Other,"));
}

/// A page in the folder of a language into which it is not translated.
#[test]
fn untranslated_pages_are_one_with_their_originals() {
    let page = |language: &str, number: usize| {
        let sentence = match language {
            "de" => "Das ist es, was der Leser davon wissen muss, und warum er es nicht schon hat. ",
            _ => "This is what the reader has to know of it, and why they do not have it yet. ",
        };
        format!(
            "<html lang={language}><title>Page {number} | Docs {language}</title><h1 id=t>Page {number}</h1><p>{}\
             <h2 id=a>See</h2><p>To {number}.<h2 id=b>See</h2><p>To {number}.",
            sentence.repeat(3 + number)
        )
    };
    let mut pages = Vec::new();
    for (number, name) in ["0.html", "1.html", "2.html"].into_iter().enumerate() {
        pages.push((["en/", name].concat(), page("en", number)));
        let is_translated = number < 2;
        let text = if is_translated { page("de", number) } else { page("en", number) };
        pages.push((["de/", name].concat(), text.replace("lang=en", "lang=de")));
    }
    let pages: Vec<(&str, String)> = pages.iter().map(|(url, html)| (url.as_str(), html.clone())).collect();
    let (pages, left_out) = site(&pages);
    assert_eq!(left_out, [("de/2.html".to_owned(), LeftOut::Duplicate)]);
    assert_eq!(pages.len(), 5);
    assert_eq!(pages.iter().map(|page| page.sections.len()).sum::<usize>(), 15);
}

#[test]
fn renderings_of_a_page_are_one() {
    let page = |formula: &str| {
        format!(
            "<title>Chapter 1</title><a id=X1></a><h3>1 Groups</h3><p>Of {formula}.<a id=X2></a><h4>1.1 Orders</h4><p>|{formula}|"
        )
    };
    let (pages, left_out) = site(&[("chap1.html", page("g")), ("chap1_mj.html", page("\\(g\\)"))]);
    assert_eq!(left_out, [("chap1_mj.html".to_owned(), LeftOut::Duplicate)]);
    assert_eq!(pages[0].sections[0].word_parts.trim(), "\\(g\\).");
    let (pages, _) = site(&[("chap1_mj.html", page("g"))]);
    assert_eq!(pages.len(), 1);
}
