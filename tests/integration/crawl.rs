use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::Server;
use crate::site_host::{Answer, Asked, Host, build, found, page};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

/// A host without a sitemap, with most habits that hosts have.
fn linked(asked: &Asked, root: &str) -> Answer {
    let links = "<a href=setup>Setup</a><a href='cli/'>CLI</a><a href=/docs/moved>M</a><a href=missing>404</a>\
        <a href=private/x>P</a><a href=loop>L</a><a href=away>A</a><a href=/blog/>Blog</a><a href=logo.png>I</a>\
        <a href=file.pdf>F</a><a href=calendar?month=1>C</a><a href=secret>S</a><a href=copy>Copy</a>\
        <a href=latin>Latin</a><a href=zipped>Z</a><a href=slow>Slow</a><a href=busy>B</a><a href=header>H</a>\
        <a href=https://other.example/x>O</a><a href=mailto:a@b.c>@</a><a href=refresh.html>R</a><a href=alone>A</a>\
        <a href='with space/\u{e9}.html'>U</a><a href=brotli>Br</a><a href=setup/#x>again</a><a href=setup.html>.html</a>";
    match asked.path.as_str() {
        "/robots.txt" => Answer::new(200, "User-agent: *\nDisallow: /docs/private/\nCrawl-delay: 600\n")
            .with("content-type", "text/plain"),
        "/docs/" => Answer::new(200, page("Home", links)),
        "/docs/setup" => Answer::new(200, page("Setup", "<a href=deep/deep>D</a>")),
        "/docs/setup/" | "/docs/setup.html" => Answer::new(301, "").with("location", "/docs/setup"),
        "/docs/cli/" => Answer::new(200, page("Commands", "<a href=../calendar>C</a>")),
        "/docs/moved" => Answer::new(302, "moved").with("location", &format!("{root}docs/target#x")),
        "/docs/target" => Answer::new(200, page("Target", "")),
        "/docs/missing" => Answer::new(404, page("Not found", "")),
        "/docs/loop" => Answer::new(302, "").with("location", "/docs/loop?again"),
        "/docs/loop?again" => Answer::new(302, "").with("location", "/docs/loop"),
        "/docs/away" => Answer::new(302, "").with("location", "http://docs.example/"),
        "/docs/logo.png" => Answer::new(200, [0x89, b'P', b'N', b'G']).with("content-type", "image/png"),
        "/docs/file.pdf" => Answer::new(200, "%PDF").with("content-type", "application/pdf"),
        path if path.starts_with("/docs/calendar") => {
            let month = path.split('=').nth(1).and_then(|month| month.parse::<u32>().ok()).unwrap_or(0) + 1;
            Answer::new(
                200,
                page(
                    "Calendar",
                    &format!("<a href='?month={month}'>next</a><a href='?month={month}&day=2'>day</a>"),
                ),
            )
        }
        "/docs/secret" => Answer::new(
            200,
            page("Secret", "").replace("<title>", "<meta name=robots content=noindex><title>"),
        ),
        "/docs/header" => Answer::new(200, page("Header", "")).with("x-robots-tag", "docfuse: noindex"),
        "/docs/copy" => Answer::new(
            200,
            page("Setup", "").replace("<title>", "<link rel=canonical href=/docs/setup><title>"),
        ),
        "/docs/alone" => Answer::new(
            200,
            page("Alone", "").replace("<title>", "<link rel=canonical href=/docs/missing><title>"),
        ),
        "/docs/latin" => {
            Answer::new(200, b"<html lang=en><title>Latin</title><main><p>All about caf\xe9 here.".to_vec())
                .with("content-type", "text/html; charset=ISO-8859-1")
        }
        "/docs/zipped" => {
            Answer::new(200, gzip(page("Zipped", "").as_bytes())).with("content-encoding", "gzip")
        }
        "/docs/brotli" => Answer::new(200, "xyz").with("content-encoding", "br"),
        "/docs/slow" => Answer { waits: 1.0, ..Answer::new(200, page("Slow", "")) },
        "/docs/refresh.html" => Answer::new(200, "<meta http-equiv=refresh content='0; url=refreshed'>"),
        "/docs/refreshed" => Answer::new(200, page("Refreshed", "")),
        "/docs/with%20space/%C3%A9.html" => Answer::new(200, page("Space", "")),
        "/docs/busy" => Answer::new(503, "busy").with("retry-after", "0"),
        // A link that goes on and on.
        path if path.starts_with("/docs/deep/") => {
            Answer::new(200, page("Deep", "<a href='deep/deep'>D</a>"))
        }
        _ => Answer::new(404, page("Not found", "")),
    }
}

#[test]
fn links_of_a_site_are_followed_within_its_folder() {
    let host = Host::new(linked);
    let place = tempfile::tempdir().unwrap();
    let said = build(place.path(), &format!("{}docs/", host.root), &[]).ok();
    let pages = found(place.path(), "all about");
    for expected in [
        "./",
        "alone",
        "calendar",
        "cli/",
        "latin",
        "refreshed",
        "setup",
        "slow",
        "target",
        "with%20space/é.html",
        "zipped",
    ] {
        assert!(pages.iter().any(|page| page == expected), "{expected} is not in {pages:?}; {said}");
    }
    for left_out in
        ["secret", "header", "copy", "missing", "moved", "private/x", "brotli", "busy", "logo.png"]
    {
        assert!(pages.iter().all(|page| !page.starts_with(left_out)), "{left_out} is in {pages:?}");
    }
    assert_eq!(found(place.path(), "café"), ["latin"]);
    for line in [
        "left out, disallowed by robots.txt: 1 (private/x.html)",
        "left out, excluded by its meta element (robots noindex): 1 (secret.html)",
        "left out, excluded by the host's header X-Robots-Tag (noindex): 1 (header.html)",
        "left out, names another page of the site as its canonical address: 1 (copy.html)",
        "left out, the host answers with status 404: 1 (missing.html)",
        "left out, the host answers with status 503: 1 (busy.html)",
        "left out, no page, but content of the type application/pdf: 1 (file.pdf.html)",
        "left out, no page, but content of the type image/png: 1 (logo.png.html)",
        "left out, redirects to another site, or out of the folder of this one: 2 (away.html, loop.html)",
        "left out, an address with a query (?): 2 (calendar?month=1, calendar?month=1&day=2)",
        "left out, an address with empty or very many folders: 1 (deep/",
        "left out, only redirects to another page: 3 (",
        "left out, not HTML: holds binary data: 1 (brotli.html)",
    ] {
        assert!(said.contains(line), "{line:?} is not in\n{said}");
    }
    let asked = host.paths();
    let times = |path: &str| asked.iter().filter(|asked| *asked == path).count();
    assert_eq!(
        (times("/docs/busy"), times("/docs/setup"), times("/docs/private/x"), times("/blog/")),
        (3, 2, 0, 0),
        "{asked:?}"
    );
    assert!(asked.iter().all(|path| !path.contains("month=")), "{asked:?}");
    assert!(
        host.asked.lock().unwrap().iter().all(|asked| asked.headers["user-agent"].starts_with("docfuse/"))
    );
}

/// A host with an index of sitemaps, whose first address redirects.
fn mapped(asked: &Asked, root: &str) -> Answer {
    let entry = |path: &str| format!("<url><loc>{root}{path}</loc></url>");
    match asked.path.as_str() {
        "/robots.txt" => {
            Answer::new(200, format!("Sitemap: {root}maps.xml\nSitemap: http://other.example/s.xml\n"))
        }
        "/maps.xml" => Answer::new(
            200,
            format!(
                "<sitemapindex><sitemap><loc>{root}one.xml.gz</loc></sitemap><sitemap><loc>{root}gone.xml</loc></sitemap>\
             <sitemap><loc>{root}maps.xml</loc></sitemap></sitemapindex>"
            ),
        ),
        "/one.xml.gz" => {
            let entries = [entry("en/"), entry("en/a?x=1&amp;y"), entry("fr/a")].concat();
            let other = "<url><loc>http://other.example/b</loc></url><url><loc>ftp://x/</loc></url>";
            let xml = format!("<urlset>{entries}{other}</urlset>");
            Answer::new(200, gzip(xml.as_bytes())).with("content-type", "application/gzip")
        }
        "/" => Answer::new(302, "").with("location", "/en/"),
        path @ ("/en/" | "/en/a" | "/fr/a" | "/en/linked") => {
            let etag = if path == "/en/a" { "\"2\"" } else { "\"1\"" };
            if asked.headers.get("if-none-match").is_some_and(|found| found == etag) {
                return Answer::new(304, "").with("etag", etag);
            }
            Answer::new(200, page(path.trim_matches('/'), "<a href=linked>L</a>")).with("etag", etag)
        }
        _ => Answer::new(404, ""),
    }
}

#[test]
fn sitemaps_name_the_pages_and_the_next_run_asks_what_changed() {
    let host = Host::new(mapped);
    let place = tempfile::tempdir().unwrap();
    let said = build(place.path(), &host.root, &[]).ok();
    assert_eq!(found(place.path(), "all about"), ["en/", "en/a", "fr/a"], "{said}");
    assert!(
        said.contains("left out, an address of another site, or out of the folder of this one: 2 ("),
        "{said}"
    );
    assert!(said.contains("an address with a query (?): 1 (en/a?x=1&y)"), "{said}");
    assert!(!host.paths().contains(&"/en/linked".to_owned()));
    let before = fs::read(place.path().join("index/docfuse.json")).unwrap();
    host.asked.lock().unwrap().clear();
    build(place.path(), &host.root, &[]).ok();
    assert_eq!(
        fs::read(place.path().join("index/docfuse.json")).unwrap(),
        before,
        "the same pages, the same index"
    );
    let asked = host.asked.lock().unwrap();
    let conditional = asked.iter().filter(|asked| asked.headers.contains_key("if-none-match")).count();
    assert_eq!(conditional, 3, "{:?}", asked.iter().map(|asked| &asked.path).collect::<Vec<_>>());
}

/// Projects side by side on one host.
fn shared(asked: &Asked, _: &str) -> Answer {
    let links = "<a href=/>Host</a><a href=/other/>Other</a><a href=/guide/a>A</a>";
    match asked.path.as_str() {
        "/guide" => Answer::new(301, "").with("location", "/guide/"),
        path @ ("/" | "/other/" | "/guide/" | "/guide/a") => Answer::new(200, page(path, links)),
        _ => Answer::new(404, ""),
    }
}

#[test]
fn an_address_without_its_last_slash_is_the_folder_that_it_redirects_to() {
    let host = Host::new(shared);
    let place = tempfile::tempdir().unwrap();
    let said = build(place.path(), &format!("{}guide", host.root), &[]).ok();
    assert_eq!(found(place.path(), "all about"), ["./", "a"], "{said}");
    let asked = host.paths();
    assert!(!asked.iter().any(|path| path == "/" || path == "/other/"), "{asked:?}");
}

/// An application, as Docsify makes them.
fn application(asked: &Asked, _: &str) -> Answer {
    match asked.path.as_str() {
        "/docs/" => Answer::new(200, "<title>App</title><div id=app></div><script src=app.js></script>"),
        _ => Answer::new(404, ""),
    }
}

#[test]
fn routes_of_a_rendered_page_are_pages() {
    let host = Host::new(application);
    let place = tempfile::tempdir().unwrap();
    // A browser of our own: it prints a page with the address that it was given.
    let browser = place.path().join("browser");
    let script = "#!/bin/sh\nfor page; do :; done\necho \"<main><h1>Quokka</h1><p>Of ${page#http://*/}\"\n\
                  echo '<a href=\"#/guide\">Guide</a> <a href=\"#/a%20b\">B</a> <a href=\"#/drafts/c\">C</a>'\n\
                  case $page in *\\#/guide) echo '<h2 id=deep><a href=\"#/guide?id=deep\">Deep</a></h2><p>Numbats.';; esac\n";
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(place.path().join("docfuse.toml"), "[site]\nexclude = [\"**/drafts/**\"]\n").unwrap();
    let url = format!("{}docs/", host.root);
    let browser = ["--render", browser.to_str().unwrap(), "--config", "docfuse.toml"];
    let said = build(place.path(), &url, &[&browser[..], &["--save", "copy"]].concat()).ok();
    assert_eq!(found(place.path(), "quokka"), ["./", "index.html#/a%20b", "index.html#/guide"], "{said}");
    assert_eq!(found(place.path(), "numbats"), ["index.html#/guide"]);
    assert!(place.path().join("copy/index.html").is_file());
    let said = build(place.path(), &url, &[&browser[..], &["--max-pages", "2"]].concat()).ok();
    assert!(said.contains("left out, beyond the limit of 2 pages (--max-pages): 1 ("), "{said}");
}

/// Redirects to what robots.txt disallows, headers for others, and canonical addresses in chains and circles.
fn referring(asked: &Asked, _: &str) -> Answer {
    let named = |title: &str, other: &str| {
        let link = format!("<link rel=canonical href={other}><title>");
        Answer::new(200, page(title, "").replace("<title>", &link))
    };
    match asked.path.as_str() {
        "/robots.txt" => Answer::new(200, "User-agent: *\nDisallow: /private/\nDisallow: /*?print"),
        "/" => {
            let names = ["in", "query", "google", "both", "a", "b", "c", "d", "e", "f", "g"];
            let links: String = names.iter().map(|name| format!("<a href={name}>L</a>")).collect();
            Answer::new(200, page("Home", &links))
        }
        "/in" => Answer::new(302, "").with("location", "/private/x"),
        "/query" => Answer::new(302, "").with("location", "/shown?print=1"),
        path if path.starts_with("/private/") || path.starts_with("/shown") => {
            Answer::new(200, page("Secret", ""))
        }
        "/google" => {
            Answer::new(200, page("Google", "")).with("x-robots-tag", "googlebot: noindex, nofollow")
        }
        "/both" => {
            let mut answer = Answer::new(200, page("Both", "")).with("x-robots-tag", "googlebot: nofollow");
            answer.headers.push(("x-robots-tag", "noindex".to_owned()));
            answer
        }
        "/a" => named("One", "/b"),
        "/b" => named("Two", "/c"),
        "/c" => Answer::new(200, page("Three", "")),
        "/d" => named("Four", "/e"),
        "/e" => named("Five", "/d"),
        "/f" => named("Six", "/g"),
        "/g" => Answer::new(301, "").with("location", "/c"),
        _ => Answer::new(404, ""),
    }
}

#[test]
fn what_hosts_and_pages_say_is_heard_behind_redirects_and_chains() {
    let host = Host::new(referring);
    let place = tempfile::tempdir().unwrap();
    let said = build(place.path(), &host.root, &[]).ok();
    assert_eq!(found(place.path(), "all about"), ["./", "c", "d", "google"], "{said}");
    for line in [
        "left out, disallowed by robots.txt: 2 (in.html, query.html)",
        "left out, excluded by the host's header X-Robots-Tag (noindex): 1 (both.html)",
        "left out, names another page of the site as its canonical address: 4 (",
    ] {
        assert!(said.contains(line), "{line:?} is not in\n{said}");
    }
    let asked = host.paths();
    assert!(!asked.iter().any(|path| path.contains("/private") || path.contains("print=")), "{asked:?}");
}

#[test]
fn limits_are_kept_and_told() {
    let host = Host::new(mapped);
    let place = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let said = build(place.path(), &host.root, &["--max-pages", "2", "--rate", "10"]).ok();
    assert!(said.contains("left out, beyond the limit of 2 pages (--max-pages): 1 (fr/a.html)"), "{said}");
    // First page, its redirect, robots.txt, three sitemaps, two pages: at least six pauses.
    assert!(started.elapsed() > Duration::from_millis(600));
}

#[test]
fn a_copy_is_served_with_the_box() {
    let host = Host::new(mapped);
    let place = tempfile::tempdir().unwrap();
    let copy = place.path().join("copy");
    let options = ["--save", "copy", "--inject", "--out", "copy/docfuse"];
    let build = || {
        let output = Command::new(env!("CARGO_BIN_EXE_docfuse"))
            .args(["build", &host.root, "--no-dense", "--rate", "500"])
            .args(options)
            .current_dir(place.path())
            .env("XDG_CACHE_HOME", place.path())
            .output()
            .unwrap();
        String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
    };
    build();
    // Again, in the place of the first one.
    let said = build();
    assert!(fs::read_to_string(copy.join("en/a.html")).unwrap().contains("docfuse-search"), "{said}");
    let server = Server::with(&copy, &[]);
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
        std::io::read_to_string(stream).unwrap()
    };
    assert!(get("/en/a").contains("All about en/a here"), "hits lead to pages of the copy");
    assert!(get("/docfuse/docfuse.json").contains("\"pages\":3"));
    fs::create_dir(place.path().join("own")).unwrap();
    fs::write(place.path().join("own/thesis.html"), "mine").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_docfuse"))
        .args(["build", &host.root, "--no-dense", "--out", "index", "--save", "own"])
        .current_dir(place.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("an earlier copy of a site expected, thesis.html found, which docfuse did not write"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(place.path().join("own/thesis.html")).unwrap(), "mine");
}

#[test]
fn what_cannot_be_fetched_leaves_the_index_as_it_is() {
    let place = tempfile::tempdir().unwrap();
    let good = Host::new(mapped);
    build(place.path(), &good.root, &[]).ok();
    let before = fs::read(place.path().join("index/docfuse.json")).unwrap();
    let gone = Host::new(|_, _| Answer::new(404, page("Not found", "")));
    build(place.path(), &gone.root, &[]).fails_with(&["a page expected, status 404 found"]);
    let closed = Host::new(|asked, _| match asked.path.as_str() {
        "/robots.txt" => Answer::new(503, ""),
        _ => Answer::new(200, page("Home", "")),
    });
    build(place.path(), &closed.root, &[])
        .fails_with(&["robots.txt: what may be fetched expected, status 503 found"]);
    let refusing = Host::new(|asked, _| match asked.path.as_str() {
        "/robots.txt" => Answer::new(200, "User-agent: docfuse\nDisallow: /"),
        _ => Answer::new(200, page("Home", "")),
    });
    build(place.path(), &refusing.root, &[])
        .fails_with(&["no page could be indexed", "disallowed by robots.txt"]);
    build(place.path(), "http://127.0.0.1:1/", &[]).fails_with(&["an answer expected"]);
    assert_eq!(fs::read(place.path().join("index/docfuse.json")).unwrap(), before);
    for (url, options, part) in [
        (good.root.as_str(), &["--part"][..], "--part: the folder of a built site expected"),
        (&good.root, &["--inject"], "--save DIR expected"),
        ("https://", &[], "an address such as https://docs.example/ expected"),
        // The option that `build` adds.
        ("index", &[], "--rate: the address of a deployed site expected"),
    ] {
        build(place.path(), url, options).fails_with(&[part]);
    }
}
