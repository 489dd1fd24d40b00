//! Names of the sections of whole sites.

use super::*;

/// The sections of pages with their names, as `url#anchor: kind name, …`.
fn named(pages: &[(&str, &str)]) -> Vec<String> {
    let read =
        |(url, html): &(&str, &str)| read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap();
    let (pages, _) = finish_site(pages.iter().map(read).collect());
    let line = |page: &Page, section: &Section| {
        let names = section.names.iter().map(|name| format!("{:?} {}", name.kind, name.text).to_lowercase());
        format!("{}#{}: {}", page.url, section.anchor, names.collect::<Vec<_>>().join(", "))
    };
    pages.iter().flat_map(|page| page.sections.iter().map(move |section| line(page, section))).collect()
}

#[test]
fn ids_of_modules_name_their_sections() {
    let expected = "a.html#random-sampling: qualified acme.random, plain random, heading random sampling";
    for html in [
        // Before the section, and inside.
        "<span class=target id=module-acme.random></span><section id=random-sampling><h2>Random sampling</h2>x",
        "<section id=random-sampling><span id=module-acme.random></span><h2>Random sampling</h2>x</section>",
        "<section id=random-sampling><a name=module-acme.random></a><h2>Random sampling</h2>x</section>",
        // Behind the heading.
        "<section id=random-sampling><h2>Random sampling</h2><p id=module-acme.random>x</section>",
        "<section id=random-sampling><h2>Random sampling</h2><span class=target id=module-acme.random></span>x",
        "<section id=random-sampling><h2>Random sampling</h2><p>x<div id=module-acme.random><p>y</div></section>",
    ] {
        let html = format!("<main><h1 id=t>Routines</h1><p>About.{html}</main>");
        assert_eq!(named(&[("a.html", &html)])[1], expected, "{html}");
    }
    let own = "<main><section id=module-acme.ma><h1>Masked arrays</h1><p>x</section></main>";
    let names = named(&[("a.html", own)]);
    assert_eq!(names, ["a.html#module-acme.ma: qualified acme.ma, plain ma, plain masked arrays"]);
}

#[test]
fn other_ids_are_no_modules() {
    let haddock =
        "<main><div id=module-header><p class=caption>Data.Map</p></div><h1 id=t>Maps</h1><p>x</main>";
    assert!(!named(&[("a.html", haddock)]).concat().contains("header"));
    let spans: String = (0..9).map(|number| format!("<span id=module-acme.m{number}></span>")).collect();
    let list = named(&[("a.html", &format!("<main><h1 id=t>Modules</h1>{spans}<p>x</main>"))]);
    assert!(list[0].contains("plain m2, ") && list[0].ends_with("listed acme.m8"), "{list:?}");
}

#[test]
fn pages_are_named_by_what_they_document() {
    for (url, html, expected) in [
        (
            "lib/Data-Map.html",
            "<h1 id=t>Data.Map</h1>x<h2 id=i>insert :: Ord k => k</h2>y<h2 id=n>Notes</h2>z",
            &[
                "#t: qualified data.map, plain map",
                "#i: plain insert, plain map.insert, plain map::insert",
                "#n: heading notes",
            ][..],
        ),
        (
            "api/acme.norm.html",
            "<h1 id=t>acme.norm</h1>x<dl><dt class=sig id=acme.norm>acme.norm(x, y)<dd>z</dl>",
            &["#t: plain acme.norm", "#acme.norm: qualified acme.norm, plain norm"],
        ),
        (
            "a.html",
            "<h1 id=t>Module acme::io</h1>x<h2 id=read>fn read()</h2>y",
            &[
                "#t: qualified acme::io, plain io, plain module acme::io",
                "#read: qualified acme::io::read, qualified acme::io.read, plain read, plain io.read, plain io::read",
            ],
        ),
        (
            "a.html",
            "<h1 id=t>minimize(method='BFGS')</h1>x",
            &["#t: plain minimize(method='bfgs'), listed minimize"],
        ),
    ] {
        let found = named(&[(url, &format!("<main>{html}</main>"))]);
        assert_eq!(found, expected.iter().map(|line| format!("{url}{line}")).collect::<Vec<_>>());
    }
    let header = "<title>Acme: Acme/Event.hpp File Reference</title><main><h1 id=t>Functions</h1>x</main>";
    assert!(named(&[("Event_8hpp.html", header)])[0].contains("qualified acme/event.hpp, plain event.hpp"));
}

/// The page that declares a symbol has its name in C; a page that links it has not.
#[test]
fn pages_have_the_names_of_their_declarations() {
    let method = include_str!("../../../tests/fixtures/generators/gi_docgen.html");
    let property = "<main><h1>Acme.Bar:title</h1><h4 id=declaration>Declaration</h4>\
                    <pre><code>property title: utf8</code></pre><table><tr><td>Getter method</td>\
                    <td><a href=method.Bar.get_title.html><code>acme_bar_get_title()</code></a></table></main>";
    let names = named(&[("method.Bar.get_title.html", method), ("property.Bar.title.html", property)]);
    assert_eq!(
        names[0],
        "method.Bar.get_title.html#: qualified acme_bar_get_title, plain bar.get_title, plain get_title, \
         plain acme bar get_title, plain acme.bar.get_title"
    );
    assert_eq!(names.iter().filter(|names| names.contains("acme_bar_get_title")).count(), 1);
}

/// Of secondary pages, titles and versions are names, and phrases behind all other names.
#[test]
fn notes_are_not_what_they_mention() {
    let notes = "<main><h1 id=t>Release notes</h1>x<h2 id=v>1.3.0</h2>y<h3 id=h>histogram</h3>z\
                 <h3 id=f>linspace(start, stop)</h3>z<h3 id=p>Faster sorting</h3>z</main>";
    assert_eq!(
        named(&[("notes.html", notes)]),
        [
            "notes.html#t: plain release notes",
            "notes.html#v: noted 1.3.0",
            "notes.html#h: ",
            "notes.html#f: ",
            "notes.html#p: noted faster sorting"
        ]
    );
    // Headings of notes do not make a heading elsewhere one of many.
    let guide = "<main><h1 id=t>Guide</h1>x<h2 id=p>Faster sorting</h2>z</main>";
    let pages = ["a/notes", "b/notes", "c/notes"].map(|folder| format!("{folder}/changelog.html"));
    let mut site: Vec<(&str, &str)> = pages.iter().map(|page| (page.as_str(), notes)).collect();
    site.push(("guide.html", guide));
    assert!(named(&site).contains(&"guide.html#p: heading faster sorting".to_owned()));
    let settings = SiteSettings { secondary_weight: 1.0, ..SiteSettings::default() };
    let config = IngestConfig::new(&settings).unwrap();
    let page = finish_site(vec![read_page("notes.html", notes.as_bytes(), &config).unwrap()]).0.remove(0);
    assert_eq!(page.sections[2].names[0].text, "histogram");
}

/// Constants and functions with equal descriptions stay, each with its page.
#[test]
fn symbols_with_one_description_stay() {
    let text =
        "An array object represents a multidimensional, homogeneous array of fixed-size items. ".repeat(4);
    let functions: Vec<(String, String)> = (0..12)
        .map(|number| {
            let name = format!("acme.p{number}.domain");
            let html =
                format!("<main><h1 id=t>{name}</h1><dl><dt class=sig id={name}>{name}<dd>{text}</dl></main>");
            (format!("{name}.html"), html)
        })
        .collect();
    let classes: Vec<(String, String)> = (0..12)
        .map(|number| {
            let html =
                format!("<main><h1 id=t>Class C{number}</h1>C.<h3 id='close()'>close()</h3>{text}</main>");
            (format!("C{number}.html"), html)
        })
        .collect();
    for (pages, each) in [(functions, 2), (classes, 2)] {
        let pages: Vec<(&str, &str)> =
            pages.iter().map(|(url, html)| (url.as_str(), html.as_str())).collect();
        assert_eq!(named(&pages).len(), 12 * each);
    }
}

/// Javadoc up to version 8 has the class in an h2 of a header, and no h1.
#[test]
fn a_header_with_the_only_h2_of_a_page_without_h1_is_its_title() {
    let page = |header: &str| {
        format!(
            "<title>Map</title><body><div class=header>{header}</div><p>Things by their ids.<h3>Details</h3>x\
             <a name=get-int-></a><h4>get</h4>Gets the thing of an id."
        )
    };
    let named = |header: &str| named(&[("Map.html", page(header).as_str())]).concat();
    let title = "<h2 class=title>Class Map&lt;T extends <a href=Id.html>Id</a>&gt;</h2>";
    assert!(named(title).contains("map.get"), "{}", named(title));
    assert!(!named("<h2><a href=/>Class Map</a></h2>").contains("map.get"));
}

/// Titles with values or remarks rank behind the section that declares their name.
#[test]
fn variants_are_not_what_they_vary() {
    let title = |title: &str| format!("<main><h1 id=t>{title}</h1>Some text.</main>");
    let optimize = "<main><h1 id=t>Optimization</h1>Text.\
                    <dl><dt class=sig id=acme.minimal>acme.minimal(f, method)<dd>Minimizes.</dl></main>";
    let pages = [
        ("a.html", title("minimal(mode=2)")),
        ("b.html", title("minimal(solver=LBFGS)")),
        ("c.html", title("minimal — BFGS")),
        ("d.html", title("connect(timeout=5)")),
        ("e.html", title("minimal")),
        ("f.html", optimize.to_owned()),
    ];
    let pages: Vec<(&str, &str)> = pages.iter().map(|(url, html)| (*url, html.as_str())).collect();
    let names = named(&pages);
    for (number, expected) in [
        (0, "listed minimal"),
        (1, "listed minimal"),
        (2, "listed minimal"),
        (3, "plain connect"),
        (4, "plain minimal"),
    ] {
        assert!(names[number].contains(expected), "{}", names[number]);
    }
    // Where nothing else declares the name, the title does.
    assert!(named(&pages[..3]).iter().all(|names| names.contains("plain minimal")));
}

#[test]
fn a_heading_without_an_id_leads_to_the_section_around_it() {
    let html = "<title>Guide</title><main><h1 id=guide>Guide</h1><p>Text.<h2>Cluster Name</h2><p>One name.\
                <h2 id=nodes>Nodes</h2><p>Here.<h3>Creating Nodes</h3><p>Two ways.</main>";
    let names = named(&[("guide.html", html)]);
    assert!(names[0].contains("listed cluster name"), "{names:?}");
    assert!(names[1].contains("listed creating nodes"), "{names:?}");
}

#[test]
fn a_heading_without_text_leads_to_the_section_around_it() {
    let html = "<title>Guide</title><main><h1 id=guide>Guide</h1><p>Text.<h2 id=name>Cluster Name</h2>\
                <h2 id=nodes>Nodes</h2><p>Here.<h3 id=new>Creating Nodes</h3></main>";
    let names = named(&[("guide.html", html)]);
    assert_eq!(names.len(), 2);
    assert!(names[0].contains("listed cluster name"), "{names:?}");
    assert!(names[1].contains("listed creating nodes"), "{names:?}");
}

/// A title that leaves the kind of a symbol out is not all that readers copy.
#[test]
fn pages_have_the_name_that_their_heading_shows() {
    let page = |name: &str| {
        let body =
            format!("<section id=class-description>{name} of Acme.</section><h2 id=methods>Methods</h2>All.");
        format!(
            "<title>{name} (Acme SE 2 &amp; ADK 2)</title><main><div>Package acme</div><h1>Class {name}</h1>{body}</main>"
        )
    };
    let pages: Vec<(String, String)> = ["System", "Reader", "Writer", "Buffer", "Channel", "Stream"]
        .iter()
        .map(|name| (format!("org/acme/a/b/c/d/e/f/{name}.html"), page(name)))
        .collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(url, html)| (&**url, &**html)).collect();
    let names = named(&pages);
    // Each page has two sections.
    assert!(names[10].contains("heading class writer"), "{names:?}");
}
