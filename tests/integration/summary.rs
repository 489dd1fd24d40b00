use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::command::{Site, docfuse, urls};

fn page(title: &str, text: &str) -> String {
    format!("<title>{title}</title><main><h1 id=top>{title}</h1><p>{text}</main>")
}

fn build(site: &Site, options: &[&str]) -> String {
    let mut arguments = vec!["build", site.path().to_str().unwrap(), "--no-dense"];
    arguments.extend(options);
    docfuse(&arguments).ok()
}

#[test]
fn the_summary_says_what_the_site_is() {
    let made = "<meta name=generator content='Scribe 2.1'>";
    let site = Site::new(&[
        ("1.9/a.html", &format!("{made}{}", page("A", "Old."))),
        ("1.10/a.html", &format!("{made}{}", page("A", "New."))),
        ("index.html", "<title>App</title><div id=app>Loading</div><script src=app.js></script>"),
        ("empty.html", "<title>App</title><div id=app></div><script src=app.js></script>"),
    ]);
    let cache = tempfile::tempdir().unwrap();
    let cache = ["--cache", cache.path().to_str().unwrap()];
    let said = build(&site, &cache);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..lines.len() - 1],
        [
            "en: 3 pages, 3 sections, no vectors",
            "versions: 1.10 (the most current), 1.9",
            "made by Scribe 2.1 (2 pages)",
            "warning: pages that scripts make: 2 (empty.html, index.html); render them first, or have --render CHROMIUM do it",
            "left out, no text, but scripts that make it: 1 (empty.html)",
        ]
    );
    assert!(lines.last().unwrap().starts_with("written to ") && said.ends_with(" s\n"), "{said}");
    let again = build(&site, &cache);
    let again: Vec<&str> = again.lines().collect();
    assert!(
        again.len() == 2 && again[0] == lines[3] && again[1].starts_with("nothing has changed"),
        "{again:?}"
    );
    let all = build(&site, &[&cache[..], &["--verbose"]].concat());
    for part in ["average words: ", "docfuse.js: integrity=\"sha384-", "terms "] {
        assert!(all.contains(part) && !said.contains(part), "{all}");
    }
    fs::remove_file(site.path().join("empty.html")).unwrap();
    assert_eq!(build(&site, &[&cache[..], &["--quiet"]].concat()), "");
}

#[test]
fn of_many_versions_the_newest_are_named() {
    let written: Vec<(String, String)> =
        (1..=12).map(|minor| (format!("1.{minor}/a.html"), page("A", &format!("Text {minor}.")))).collect();
    let files: Vec<(&str, &str)> = written.iter().map(|(url, html)| (url.as_str(), html.as_str())).collect();
    let said = build(&Site::new(&files), &[]);
    let expected = "versions: 1.12 (the most current), 1.11, 1.10, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4 and 3 more";
    assert_eq!(said.lines().nth(1), Some(expected));
}

/// A site, and lines of its summary: those that begin with the first words, and no others that do.
fn check(files: &[(&str, &str)], beginning: &str, expected: &[&str]) {
    let said = build(&Site::new(files), &[]);
    let found: Vec<&str> = said.lines().filter(|line| line.starts_with(beginning)).collect();
    assert_eq!(found, expected, "{said}");
}

#[test]
fn short_pages_with_scripts_are_no_warning() {
    let long = page("B", &"Some text. ".repeat(40));
    for short in [
        "<title>A</title><script src=theme.js></script><main><h1>A</h1><p>Short.</main>",
        "<title>A</title><div id=top><a href=b.html>B</a></div><p>Short.</p><script src=a.js></script>",
        "<title>A</title><h1>A</h1><docfuse-search></docfuse-search><script type=module src=docfuse/docfuse.js></script>",
    ] {
        check(&[("a.html", short), ("b.html", &long)], "warning: ", &[]);
    }
}

#[test]
fn a_site_that_stays_out_of_searches_is_named_first() {
    let hidden = |title: &str| format!("<meta name=robots content=noindex>{}", page(title, "Text."));
    let (a, b, c) = (hidden("A"), hidden("B"), page("C", "Text."));
    let said = build(&Site::new(&[("a.html", &a), ("b.html", &b), ("c.html", &c)]), &[]);
    let expected = "warning: left out, excluded by its meta element (robots noindex): 2 of 3 pages; build the site as its \
                    readers get it: drafts and previews have that element";
    assert_eq!(said.lines().next(), Some(expected), "{said}");
    check(&[("a.html", &a), ("c.html", &c), ("d.html", &page("D", "More."))], "warning: ", &[]);
    // The reason of most files comes first.
    let files = [
        ("a.html", a.as_str()),
        ("b.html", &b),
        ("0.html", "<meta http-equiv=refresh content='0; url=a.html'>"),
    ];
    let site = Site::new(&files);
    docfuse(&["build", site.path().to_str().unwrap(), "--no-dense"]).fails_with(&[
        "no page could be indexed (excluded by its meta element (robots noindex): 2 (a.html, b.html); only redirects",
        "; build the site as its readers get it",
    ]);
}

#[test]
fn each_file_is_a_page_or_has_a_reason() {
    let shell = "<title>App</title><div id=app></div><script src=app.js></script>";
    let (a, b) = (page("A", "Text."), format!("<meta name=robots content=noindex>{}", page("B", "Text.")));
    let files = [
        ("a.html", a.as_str()),
        ("b.html", &b),
        ("shell.html", shell),
        ("loading.html", "<title>App</title><div id=app>Loading</div><script src=app.js></script>"),
        ("genindex.html", "<p>Index"),
        ("moved.html", "<meta http-equiv=refresh content='0; url=a.html'>"),
        ("bare.html", "<nav>Menu</nav>"),
    ];
    let said = build(&Site::new(&files), &[]);
    let pages = said.lines().find_map(|line| line.strip_prefix("en: ")?.split(' ').next()?.parse().ok());
    let left_out = said
        .lines()
        .filter_map(|line| line.strip_prefix("left out, ")?.rsplit_once(" ("))
        .map(|(line, _)| line.rsplit(' ').next().unwrap().parse::<usize>().unwrap());
    assert_eq!(pages.unwrap_or(0_usize) + left_out.sum::<usize>(), files.len(), "{said}");
}

#[test]
fn pages_alike_have_one_line() {
    let text = "This edition is no longer available; read the current one in its place, where all that was here is told anew.";
    let mut written: Vec<(String, String)> = Vec::new();
    for (kind, count) in [("old", 12), ("older", 10)] {
        written.extend((0..count).map(|at| {
            (format!("{kind}/{at}.html"), format!("<title>{kind} {at}</title><main><p>{kind}: {text}</main>"))
        }));
    }
    written.push(("index.html".to_owned(), page("Home", "The start.")));
    let files: Vec<(&str, &str)> = written.iter().map(|(url, html)| (url.as_str(), html.as_str())).collect();
    let said = build(&Site::new(&files), &[]);
    assert!(said.lines().filter(|line| line.starts_with("left out, ")).count() <= 1, "{said}");
}

#[test]
fn generators_are_programs_with_names() {
    let made = |comment: &str| format!("{comment}{}", page("A", comment));
    for (comment, expected) in [
        ("<!-- Generated by the indexing script -->", &[][..]),
        ("<meta name=generator content='HTML Tidy for Linux'>", &[]),
        ("<!-- Generated by gen-palette.py -->", &[]),
        ("<!-- Generated by Scribe 2.1 -->", &["made by Scribe 2.1 (1 page)"]),
    ] {
        check(&[("a.html", &made(comment))], "made by ", expected);
    }
}

#[test]
fn many_languages_share_a_line() {
    let tags = ["da", "de", "en", "fr", "it"];
    let written = tags.map(|tag| (format!("{tag}/a.html"), format!("<html lang={tag}>{}", page("A", tag))));
    let files: Vec<(&str, &str)> = written.iter().map(|(url, html)| (url.as_str(), html.as_str())).collect();
    let said = build(&Site::new(&files), &[]);
    let first = said.lines().next().unwrap();
    assert_eq!(first, "5 languages, 5 pages, 5 sections: da 1, de 1, en 1, fr 1, it 1");
    assert!(said.contains("\nno vectors: da, de, en, fr, it\n"), "{said}");
}

#[test]
fn pages_in_another_language_are_a_warning() {
    let text =
        "Voici comment on commence avec cet outil, et ce qui est à faire quand il ne marche pas pour vous. "
            .repeat(4);
    let english =
        "This is how you start with it, and what to do if there is something that does not work for you."
            .repeat(4);
    let site = Site::new(&[("a.html", &page("A", &text)), ("b.html", &page("B", &english))]);
    let said = build(&site, &[]);
    let expected = "warning: pages in en that seem to be in fr: 1 of 2 looked at, such as a.html; state it";
    assert!(said.contains(expected), "{said}");
}

/// A browser of our own: it prints a page with the address that it was given.
#[test]
fn a_browser_renders_what_scripts_make() {
    let shell = "<title>App</title><div id=app></div><script src=app.js></script>";
    let site = Site::new(&[("index.html", shell), ("late.html", shell), ("b.html", &page("B", "Zebras."))]);
    let browser = site.path().join("browser");
    let script = "#!/bin/sh\nfor page; do :; done\ncase $page in */late.html) exit 3;; esac\n\
                  echo \"<main><h1 id=t>Quokka</h1><p>Of ${page#http://127.0.0.1:} $1 <a href='#/'>\"\n\
                  case $page in */index.html) echo '<a href=\"#/guide\">Guide</a>';; *\\#/guide)\n\
                  echo '<h2 id=deep><a href=\"#/guide?id=deep\">Deep</a></h2><p>Numbats.<h2 id=flat>Flat</h2><p>Emus.';; esac\n";
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let browser = format!("{} --plain", browser.display());
    let arguments = ["build", site.path().to_str().unwrap(), "--no-dense", "--render", &browser];
    let built = docfuse(&arguments);
    assert!(
        built.stderr.contains("late.html: its HTML from") && built.stderr.contains("an error"),
        "{built:?}"
    );
    let said = built.ok();
    assert!(
        said.contains("en: 3 pages") && said.contains("pages that scripts make: 1 (late.html)"),
        "{said}"
    );
    let index = site.index();
    let answer = docfuse(&["query", index.to_str().unwrap(), "quokka", "--mode", "lexical", "--json"]).json();
    let mut found = urls(&answer);
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, ["index.html", "index.html#/guide", "index.html#/guide?id=deep"]);
    let first = usize::from(answer["hits"][0]["url"] != "index.html");
    assert!(answer["hits"][first].to_string().contains("/index.html --plain"), "{answer:#}");
    // A section of a route has the address that its own link has, or that of the route.
    for (text, expected) in [("numbats", "index.html#/guide?id=deep"), ("emus", "index.html#/guide")] {
        let answer = docfuse(&["query", index.to_str().unwrap(), text, "--mode", "lexical", "--json"]).json();
        assert_eq!(
            (urls(&answer), &answer["hits"][0]["page"]),
            (vec![expected.to_owned()], &json!("index.html#/guide"))
        );
    }
    let missing = ["build", site.path().to_str().unwrap(), "--no-dense", "--render", "/no/such/browser"];
    docfuse(&missing).fails_with(&["/no/such/browser"]);
}
