use std::fs;
use std::path::Path;

use crate::command::{Site, contents, docfuse};

const THEMED: &str = "<!doctype html><html lang=en><title>Start</title><body><div class=left-buttons>\n\
    <button id=\"mdbook-search-toggle\">s</button></div><main><h1 id=start>Start</h1><p>Sharing of caf\u{e9}s.</main></html>";

fn site() -> Site {
    Site::new(&[
        ("index.html", THEMED),
        (
            "a/b/deep.html",
            "<!doctype html><body><header>Site</header><main><h1 id=deep>Deep</h1><p>Threads.</main>",
        ),
        ("404.html", "<!doctype html><base href=\"/sub/\"><body><header>Site</header><h1>Missing</h1>"),
        ("old.html", "<!doctype html><meta http-equiv=refresh content='0; url=index.html'><body>"),
        ("part.html", "<p>part"),
    ])
}

/// Builds with `--inject` and further options; returns the last line.
#[track_caller]
fn inject(site: &Path, options: &[&str]) -> String {
    let mut arguments = vec!["build", site.to_str().unwrap(), "--no-dense", "--inject"];
    arguments.extend(options);
    docfuse(&arguments).ok().lines().last().unwrap().to_owned()
}

fn page(site: &Site, path: &str) -> String {
    fs::read_to_string(site.path().join(path)).unwrap()
}

/// The page without the marked stretch.
fn outside(html: &str) -> String {
    let (before, rest) = html.split_once("<!--docfuse-->").unwrap();
    let (_, behind) = rest.split_once("<!--/docfuse-->").unwrap();
    format!("{before}{behind}")
}

#[test]
fn pages_get_the_box_once_and_nothing_else_changes() {
    let site = site();
    let (old, part) = (page(&site, "old.html"), page(&site, "part.html"));
    let last = inject(site.path(), &[]);
    assert_eq!(
        last,
        "search box: 1 in place of the theme's search, 1 in the header, 2 without (no page by itself), 1 without (excluded)"
    );
    let start = page(&site, "index.html");
    assert_eq!(outside(&start), THEMED);
    assert!(start.contains("<script type=\"module\" src=\"docfuse/docfuse.js\"></script>"), "{start}");
    assert!(start.contains("#mdbook-search-toggle") && start.contains("{display:none!important}"), "{start}");
    assert!(start.contains("</docfuse-search><!--/docfuse--><button"), "{start}");
    let deep = page(&site, "a/b/deep.html");
    assert!(
        deep.contains("<header><!--docfuse--><script type=\"module\" src=\"../../docfuse/docfuse.js\">"),
        "{deep}"
    );
    assert_eq!((page(&site, "old.html"), page(&site, "part.html")), (old, part));
    let modified = |path: &str| site.path().join(path).metadata().unwrap().modified().unwrap();
    let before = modified("index.html");
    inject(site.path(), &[]);
    assert_eq!(page(&site, "index.html"), start);
    assert_eq!(modified("index.html"), before, "a page that has its box is not written");
}

#[test]
fn the_index_does_not_know_of_the_box() {
    let (plain, boxed) = (site(), site());
    plain.build();
    inject(boxed.path(), &[]);
    inject(boxed.path(), &[]);
    assert_eq!(contents(&plain.index()), contents(&boxed.index()));
}

#[test]
fn the_script_is_the_one_that_the_index_has() {
    let site = site();
    inject(site.path(), &["--offline"]);
    let start = page(&site, "index.html");
    assert!(start.contains("<script defer src=\"docfuse/docfuse-classic.js\"></script>"), "{start}");
    let out = site.path().join("assets/search");
    inject(site.path(), &["--out", out.to_str().unwrap()]);
    let deep = page(&site, "a/b/deep.html");
    assert!(deep.contains("src=\"../../assets/search/docfuse.js\"") && !deep.contains("classic"), "{deep}");
    assert_eq!(deep.matches("<docfuse-search").count(), 1);
}

#[test]
fn an_authors_box_stays_and_gets_the_script() {
    let own = "<!doctype html><body><h1 id=a>A</h1><docfuse-search layout=\"inline\"></docfuse-search>";
    let site = Site::new(&[("index.html", own)]);
    assert_eq!(inject(site.path(), &[]), "search box: 1 of your own");
    let with = page(&site, "index.html");
    assert_eq!(outside(&with), own);
    assert!(with.contains("docfuse.js") && with.matches("<docfuse-search").count() == 1, "{with}");
}

#[test]
fn an_index_outside_of_the_site_is_refused() {
    let site = site();
    let elsewhere = tempfile::tempdir().unwrap();
    let out = elsewhere.path().join("index");
    let path = site.path().to_str().unwrap();
    docfuse(&["build", path, "--no-dense", "--inject", "--out", out.to_str().unwrap()])
        .fails_with(&["--inject: expected the index in a folder of the site", "change --out"]);
    assert_eq!(page(&site, "index.html"), THEMED);
}

#[test]
fn the_name_of_the_index_folder_becomes_an_address() {
    let site = site();
    let out = site.path().join("my search #1");
    inject(site.path(), &["--out", out.to_str().unwrap()]);
    let deep = page(&site, "a/b/deep.html");
    assert!(deep.contains("src=\"../../my%20search%20%231/docfuse.js\""), "{deep}");
    // Pages in that folder get no box.
    fs::write(out.join("own.html"), THEMED).unwrap();
    inject(site.path(), &["--out", out.to_str().unwrap()]);
    assert_eq!(page(&site, "my search #1/own.html"), THEMED);
}

#[test]
fn pages_that_are_too_large_are_named_so() {
    let site = Site::new(&[("index.html", THEMED)]);
    site.write("large.html", &vec![b' '; (16 << 20) + 1]);
    assert_eq!(
        inject(site.path(), &[]),
        "search box: 1 in place of the theme's search, 1 without (too large)"
    );
}
