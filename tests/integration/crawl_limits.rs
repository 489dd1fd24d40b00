use std::time::{Duration, Instant};

use crate::site_host::{Answer, Asked, Host, build, found, page};

fn links(names: impl Iterator<Item = String>) -> String {
    names.map(|name| format!("<a href='{name}'>L</a>")).collect()
}

#[test]
fn the_beginning_of_a_long_robots_txt_counts() {
    let host = Host::new(|asked, _| match asked.path.as_str() {
        "/robots.txt" => {
            let text = format!("User-agent: *\nDisallow: /private/\n{}", "# A filler.\n".repeat(52_000));
            Answer::new(200, text).with("content-type", "text/plain")
        }
        "/" => Answer::new(200, page("Home", "<a href=private/a>P</a><a href=b>B</a>")),
        path => Answer::new(200, page(path, "")),
    });
    let place = tempfile::tempdir().unwrap();
    let said = build(place.path(), &host.root, &[]).ok();
    assert_eq!(found(place.path(), "all about"), ["./", "b"], "{said}");
    assert!(said.contains("disallowed by robots.txt: 1 (private/a.html)"), "{said}");
    assert!(!host.paths().iter().any(|path| path.contains("private")));
}

/// Ten thousand patterns with signs, and as many addresses.
fn ruled(asked: &Asked, root: &str) -> Answer {
    match asked.path.as_str() {
        "/robots.txt" => {
            let rules: String = (0..10_000).map(|number| format!("Disallow: /*/{number}x*y$\n")).collect();
            Answer::new(200, format!("User-agent: *\n{rules}Disallow: /no/\nSitemap: {root}sitemap.xml\n"))
        }
        "/sitemap.xml" => {
            let paths = (0..10_000).map(|number| format!("some/folder/of/the/guide/page-{number}"));
            let entry = |path: String| format!("<url><loc>{root}{path}</loc></url>");
            let urls: String = paths.chain(["no/a".to_owned(), "b/77x-z-y".to_owned()]).map(entry).collect();
            Answer::new(200, format!("<urlset>{urls}</urlset>"))
        }
        path => Answer::new(200, page(path, "")),
    }
}

#[test]
fn many_rules_take_little_time_and_all_count() {
    let host = Host::new(ruled);
    let place = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let said = build(place.path(), &host.root, &["--max-pages", "3"]).ok();
    assert!(said.contains("disallowed by robots.txt: 2 (b/77x-z-y.html, no/a.html)"), "{said}");
    assert!(said.contains("beyond the limit of 3 pages (--max-pages): 9997 ("), "{said}");
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

/// An index of sitemaps without end, each with addresses that are too long.
fn long(asked: &Asked, root: &str) -> Answer {
    match asked.path.as_str() {
        "/robots.txt" => Answer::new(200, format!("Sitemap: {root}maps.xml\n")),
        "/maps.xml" => {
            let maps: String = (0..3)
                .map(|number| format!("<sitemap><loc>{root}map-{number}.xml</loc></sitemap>"))
                .collect();
            Answer::new(200, format!("<sitemapindex>{maps}</sitemapindex>"))
        }
        path if path.starts_with("/map-") => {
            let entry = |number| format!("<url><loc>{root}{}{number}</loc></url>", "long/".repeat(1_000));
            let urls: String = (0..900).map(entry).collect();
            Answer::new(200, format!("<urlset>{urls}<url><loc>{root}a</loc></url></urlset>"))
        }
        path => Answer::new(200, page(path, "")),
    }
}

#[test]
fn long_addresses_are_counted_and_not_kept() {
    let host = Host::new(long);
    let place = tempfile::tempdir().unwrap();
    let outcome = build(place.path(), &host.root, &[]);
    assert!(outcome.stderr.contains("left out, addresses of more than 2048 bytes: 2700"), "{outcome:?}");
    outcome.ok();
    assert_eq!(found(place.path(), "all about"), ["a"]);
}

#[test]
fn a_host_that_is_always_busy_ends_the_build_and_leaves_the_index() {
    let place = tempfile::tempdir().unwrap();
    let good = Host::new(|asked, _| Answer::new(200, page(&asked.path, "")));
    build(place.path(), &good.root, &[]).ok();
    let before = std::fs::read(place.path().join("index/docfuse.json")).unwrap();
    let busy = Host::new(|asked, _| match asked.path.as_str() {
        "/" => Answer::new(200, page("Home", &links((0..100).map(|number| format!("p{number}"))))),
        "/robots.txt" | "/sitemap.xml" => Answer::new(404, ""),
        _ => Answer::new(429, "").with("retry-after", "0"),
    });
    build(place.path(), &busy.root, &[]).fails_with(&["status 429 found, as for the 10 addresses before it"]);
    assert_eq!(std::fs::read(place.path().join("index/docfuse.json")).unwrap(), before);
    let asked = busy.paths().iter().filter(|path| path.starts_with("/p")).count();
    assert_eq!(asked, 30, "three times each");
}

#[test]
fn time_ends_a_crawl_and_says_so() {
    let host = Host::new(|asked, _| match asked.path.as_str() {
        "/" => Answer::new(200, page("Home", &links((0..100).map(|number| format!("p{number}"))))),
        "/robots.txt" | "/sitemap.xml" => Answer::new(404, ""),
        path => Answer { waits: 0.3, ..Answer::new(200, page(path, "")) },
    });
    let place = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let said = build(place.path(), &host.root, &["--max-minutes", "0.05"]).ok();
    assert!(said.contains("beyond the limit of 0.05 minutes (--max-minutes): "), "{said}");
    assert!(found(place.path(), "all about").len() > 1);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    build(place.path(), &host.root, &["--max-minutes", "0"])
        .fails_with(&["a number from 0.01 to 100000 expected"]);
}
