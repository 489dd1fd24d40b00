#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use crate::command::{Outcome, Site, contents, docfuse, docfuse_in, query, urls};
use crate::server::Server;

const OUTSIDE: &str = "a link that leads out of the site; --follow-links includes it";

/// A page whose text is long enough that a copy of it is a duplicate.
fn page(word: &str) -> String {
    let text = format!("All about the {word}, how it lives, where it sleeps, and what it eats. ").repeat(4);
    format!("<!doctype html><title>{word}</title><body><main><h1 id=top>{word}</h1><p>{text}</main>")
}

fn build(site: &Path, more: &[&str]) -> Outcome {
    let line = ["build", site.to_str().unwrap(), "--no-dense"];
    docfuse(&[&line, more].concat())
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A site, and a folder beside it with pages and a pipe.
fn site_and_store() -> (tempfile::TempDir, tempfile::TempDir) {
    let (site, store) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(site.path().join("index.html"), page("owl")).unwrap();
    fs::create_dir(store.path().join("folder")).unwrap();
    for (name, word) in [("a.html", "wombat"), ("folder/b.html", "numbat"), ("folder/c.html", "quokka")] {
        fs::write(store.path().join(name), page(word)).unwrap();
    }
    (site, store)
}

#[test]
fn links_in_the_site_are_followed_and_pages_are_at_each_address() {
    let site = Site::new(&[("index.html", &page("owl")), ("v2/a.html", &page("lark"))]);
    site.write(
        "v2/short.html",
        b"<title>Short</title><main><h1 id=top>Short</h1><p>Few words on a dodo.</main>",
    );
    let link = |target: &str, path: &str| symlink(target, site.path().join(path)).unwrap();
    link("v2", "latest");
    link("index.html", "start.html");
    // Named by its whole path, but in the site.
    link(site.path().join("v2/a.html").to_str().unwrap(), "absolute.html");
    let summary = site.build();
    assert!(!summary.contains("a link"), "{summary}");
    // Equal pages are folded, as if they were copies. Texts of a line or two stay at both addresses, which are versions here.
    assert!(summary.contains("en: 4 pages"), "{summary}");
    let duplicates = summary.lines().find(|line| line.contains("duplicates")).unwrap_or_default();
    assert!(duplicates.contains(": 3 ("), "{summary}");
    assert_eq!(site.lexical("lark").len(), 1);
    assert_eq!(site.lexical("dodo"), ["latest/short.html#top"]);
    let old =
        ["query", site.index().to_str().unwrap(), "dodo", "--mode", "lexical", "--version", "v2", "--json"]
            .map(str::to_owned);
    assert_eq!(urls(&docfuse(&old).json()), ["v2/short.html#top"]);
}

/// The index's folder is no exception: nothing is written where the link leads.
#[test]
fn an_index_folder_that_leads_out_of_the_site_needs_an_option() {
    let (site, store) = site_and_store();
    let target = store.path().join("folder");
    symlink(&target, site.path().join("docfuse")).unwrap();
    let before = contents(&target);
    build(site.path(), &[])
        .fails_with(&["docfuse: a folder of the site expected, a link that leads out", "--out"]);
    assert_eq!(contents(&target), before);
    build(site.path(), &["--follow-links"]).ok();
    assert!(target.join("docfuse.json").is_file());
}

#[test]
fn loops_of_links_end() {
    let site = Site::new(&[
        ("index.html", &page("owl")),
        ("a/one.html", &page("wombat")),
        ("b/two.html", &page("numbat")),
    ]);
    let link = |target: &str, path: &str| symlink(target, site.path().join(path)).unwrap();
    link("..", "a/up");
    link("../b", "a/other");
    link("../a", "b/other");
    link(".", "here");
    link("itself", "itself");
    link("nowhere", "lost.html");
    let summary = site.build();
    let line =
        |reason: &str| summary.lines().find(|line| line.contains(reason)).unwrap_or_default().to_owned();
    assert_eq!(
        line("a link back to a folder"),
        "left out, a link back to a folder that it is in: 5 (a/other/other/, a/up/, b/other/other/, …)"
    );
    assert_eq!(
        line("is missing"),
        "left out, a link whose target is missing or cannot be read: 2 (itself, lost.html)"
    );
    assert_eq!(site.lexical("wombat").len(), 1);

    // Beyond the site, too: the folder above it holds it.
    let summary = build(&site.path().join("a"), &["--follow-links"]).ok();
    assert!(summary.contains("a folder that it is in: 2 (other/other/, up/)"), "{summary}");

    // Twelve folders that all link to each other have a billion addresses.
    let knot = Site::new(&[("index.html", &page("owl"))]);
    let birds = "wren lark finch robin crow swift rook teal kite stork heron gull".split(' ');
    for (folder, bird) in birds.enumerate() {
        knot.write(&format!("{folder}/page.html"), page(bird).as_bytes());
        for other in (0..12).filter(|other| *other != folder) {
            symlink(format!("../{other}"), knot.path().join(format!("{folder}/{other}"))).unwrap();
        }
    }
    let summary = knot.build();
    assert!(summary.contains("left out, has 8 other addresses by links already: "), "{summary}");
    assert_eq!(knot.lexical("heron").len(), 1);
}

/// Pages with the same text would count as stubs if there were ten of them.
#[test]
fn what_many_links_lead_to_is_found() {
    let site = Site::new(&[("index.html", &page("owl")), ("common/page.html", &page("lark"))]);
    for version in 10..30 {
        site.write(&format!("v{version}/start.html"), page(&format!("release {version}")).as_bytes());
        symlink("../common", site.path().join(format!("v{version}/common"))).unwrap();
        symlink("../index.html", site.path().join(format!("v{version}/index.html"))).unwrap();
    }
    let summary = site.build();
    assert!(
        summary.contains("left out, has 8 other addresses by links already: 24 (v18/common/, "),
        "{summary}"
    );
    assert_eq!((site.lexical("lark").len(), site.lexical("owl").len()), (1, 1), "{summary}");
}

#[test]
fn links_out_of_the_site_need_an_option() {
    let (site, store) = site_and_store();
    let link = |target: &str, path: &str| symlink(store.path().join(target), site.path().join(path)).unwrap();
    link("a.html", "a.html");
    link("folder", "more");
    link("a.html", "no-page.css");
    let found = |text: &str| urls(&query(&site.path().join("docfuse"), text, "lexical").json());
    let summary = build(site.path(), &[]).ok();
    assert!(summary.contains(&format!("left out, {OUTSIDE}: 2 (a.html, more/)\n")), "{summary}");
    assert!(found("wombat").is_empty() && found("numbat").is_empty());
    let summary = build(site.path(), &["--follow-links"]).ok();
    assert!(summary.contains("en: 4 pages") && !summary.contains("left out"), "{summary}");
    assert_eq!(
        (found("wombat"), found("numbat")),
        (vec!["a.html#top".into()], vec!["more/b.html#top".into()])
    );
    // The folder above the site has pages, and the site.
    symlink(site.path().parent().unwrap(), site.path().join("above")).unwrap();
    let summary = build(site.path(), &["--follow-links"]).ok();
    assert!(summary.contains("a link back to a folder that it is in: 1 (above/)\n"), "{summary}");
}

#[test]
fn what_is_left_out_is_said_by_builds_that_write_nothing() {
    let (site, store) = site_and_store();
    let cache = tempfile::tempdir().unwrap();
    let run = || build(site.path(), &["--verbose", "--cache", cache.path().to_str().unwrap()]).ok();
    run();
    assert!(run().contains("nothing has changed"));
    symlink(store.path().join("a.html"), site.path().join("a.html")).unwrap();
    for unchanged in [false, true] {
        let said = run();
        assert_eq!(said.contains("nothing has changed"), unchanged, "{said}");
        assert!(said.contains(&format!("left out, {OUTSIDE}: 1 (a.html)\n")), "{said}");
    }
}

#[test]
fn sites_made_of_links() {
    let (_, store) = site_and_store();
    let farm = tempfile::tempdir().unwrap();
    for (number, name) in ["a.html", "folder/b.html", "folder/c.html"].iter().enumerate() {
        symlink(store.path().join(name), farm.path().join(format!("{number}.html"))).unwrap();
    }
    build(farm.path(), &[]).fails_with(&[
        "found none but links: 3 pages or folders are links to places outside of the site; --follow-links includes them",
    ]);
    assert!(build(farm.path(), &["--follow-links"]).ok().contains("en: 3 pages"));
    assert_eq!(urls(&query(&farm.path().join("docfuse"), "numbat", "lexical").json()), ["1.html#top"]);
    // The site's folder itself is a link, as of the current build.
    let current = farm.path().join("current");
    symlink(store.path(), &current).unwrap();
    assert!(build(&current, &[]).ok().contains("en: 3 pages"));
    assert!(store.path().join("docfuse/docfuse.json").is_file());
}

/// Opening a pipe would wait for its writer.
#[test]
fn pipes_and_sockets_are_named_and_never_opened() {
    let site = Site::new(&[("index.html", &page("owl"))]);
    pipe(&site.path().join("pipe.html"));
    symlink("pipe.html", site.path().join("linked.html")).unwrap();
    pipe(&site.path().join("llms.txt"));
    let _socket = UnixListener::bind(site.path().join("socket.htm")).unwrap();
    let expected = "left out, a pipe, a socket or a device: 3 (linked.html, pipe.html, socket.htm)\n";
    for options in [&[][..], &["--llms-txt"], &["--inject"]] {
        let summary = build(site.path(), options).ok();
        assert!(summary.contains(expected), "{summary}");
    }
    let parts = tempfile::tempdir().unwrap();
    let part = parts.path().join("part");
    let said = build(site.path(), &["--part", "--out", part.to_str().unwrap()]).ok();
    assert!(said.contains("1 page, 3 left out"), "{said}");
    let out = parts.path().join("index");
    let merged = docfuse(&["merge", part.to_str().unwrap(), "--out", out.to_str().unwrap()]).ok();
    assert!(merged.contains(expected), "{merged}");
    let server = Server::with(site.path(), &[]);
    for path in ["/pipe.html", "/linked.html", "/socket.htm"] {
        let (status, _, body) = server.get(path, "");
        assert!(status.contains(" 404 "), "{path}: {status}");
        assert_eq!(String::from_utf8(body).unwrap(), "a pipe, a socket or a device", "{path}");
    }
    let pages = server.ask("pages");
    assert_eq!(pages["left_out"].as_array().unwrap().len(), 3, "{pages}");
    // In place of the index's own files, too.
    fs::remove_file(site.path().join("docfuse/docfuse.json")).unwrap();
    pipe(&site.path().join("docfuse/docfuse.json"));
    build(site.path(), &[]).fails_with(&["docfuse.json", "a pipe, a socket or a device found"]);
}

/// Those that nobody named: a settings file, and the manifest of an index.
#[test]
fn pipes_in_the_place_of_own_files_are_told() {
    let site = Site::small();
    site.build();
    let place = tempfile::tempdir().unwrap();
    pipe(&place.path().join("docfuse.toml"));
    let line = ["build", site.path().to_str().unwrap(), "--no-dense"];
    docfuse_in(place.path(), &line).fails_with(&["docfuse.toml: a file expected, something else found"]);
    fs::remove_file(site.index().join("docfuse.json")).unwrap();
    pipe(&site.index().join("docfuse.json"));
    for verb in [&["query", "INDEX", "owl"][..], &["verify", "INDEX"]] {
        let index = site.index();
        let line: Vec<&str> =
            verb.iter().map(|part| if *part == "INDEX" { index.to_str().unwrap() } else { part }).collect();
        docfuse(&line).fails_with(&["docfuse.json: a file expected, something else found"]);
    }
}

#[test]
fn names_that_are_not_utf_8_are_left_out() {
    let site = Site::new(&[("index.html", &page("owl"))]);
    let place = |name: &[u8]| site.path().join(OsStr::from_bytes(name));
    fs::write(place(b"caf\xe9.html"), page("wombat")).unwrap();
    fs::write(place(b"caf\xe9.css"), "").unwrap();
    fs::create_dir(place(b"\xff")).unwrap();
    fs::write(place(b"\xff/a.html"), page("numbat")).unwrap();
    let expected = "left out, a name that is not UTF-8; rename it: 2 (caf\u{fffd}.html, \u{fffd}/a.html)\n";
    let summary = build(site.path(), &["--inject", "--llms-txt"]).ok();
    assert!(summary.contains(expected) && summary.contains("en: 1 page"), "{summary}");
    assert_eq!(fs::read_to_string(place(b"caf\xe9.html")).unwrap(), page("wombat"));
}

#[test]
fn the_server_follows_the_same_links() {
    let (site, store) = site_and_store();
    for (target, path) in [
        (store.path().join("a.html"), "a.html"),
        (store.path().join("folder"), "more"),
        ("index.html".into(), "start.html"),
        (".".into(), "here"),
    ] {
        symlink(target, site.path().join(path)).unwrap();
    }
    fs::write(store.path().join("folder/index.html"), page("lark")).unwrap();
    let (closed, open) = (Server::with(site.path(), &[]), Server::with(site.path(), &["--follow-links"]));
    for path in [
        "/a.html",
        "/a",
        "/more/",
        "/more",
        "/more/b.html",
        "/more//b.html",
        "/./more/b.html",
        "/more/%62.html",
    ] {
        let (status, _, body) = closed.get(path, "");
        assert!(status.contains(" 404 "), "{path}: {status}");
        assert_eq!(String::from_utf8(body).unwrap(), OUTSIDE, "{path}");
        let status = open.get(path, "").0;
        assert!(!status.contains(" 404 "), "{path}: {status}");
    }
    closed.complains("/a.html is not served: a link that leads out of the site");
    for path in ["/start.html", "/start", "/here/", "/here/index.html", "/"] {
        assert!(closed.get(path, "").0.contains(" 200 "), "{path}");
    }
}

#[test]
fn a_watched_site_follows_the_same_links() {
    let (site, store) = site_and_store();
    symlink(store.path().join("folder"), site.path().join("more")).unwrap();
    symlink("index.html", site.path().join("start.html")).unwrap();
    let server = Server::with(site.path(), &["--watch", "--no-dense"]);
    server.says("words in");
    let hits = |server: &Server, text: &str| {
        urls(&server.ask(&format!("query?mode=lexical&q={text}"))["modes"][0]["answer"])
    };
    assert_eq!((hits(&server, "owl").len(), hits(&server, "numbat").len()), (1, 0));
    drop(server);
    let server = Server::with(site.path(), &["--watch", "--no-dense", "--follow-links"]);
    server.says("words in");
    assert_eq!(hits(&server, "numbat"), ["more/b.html#top"]);
    fs::write(store.path().join("folder/b.html"), page("bilby")).unwrap();
    server.says("words in");
    assert_eq!(hits(&server, "bilby"), ["more/b.html#top"]);
}

/// A box belongs to a file, and its script's address to the folder in which the file is.
#[test]
fn injection_writes_nothing_outside_of_the_site() {
    let (site, store) = site_and_store();
    let at = |path: &str| site.path().join(path);
    fs::create_dir_all(at("deep/er")).unwrap();
    fs::write(at("deep/page.html"), page("bilby")).unwrap();
    for (target, path) in [
        (store.path().join("a.html"), "a.html"),
        (store.path().join("folder"), "more"),
        ("index.html".into(), "beside.html"),
        ("../../index.html".into(), "deep/er/linked.html"),
        ("deep".into(), "deep2"),
        ("../deep".into(), "deep/er/again"),
    ] {
        symlink(target, at(path)).unwrap();
    }
    fs::remove_file(at("deep/er/again")).unwrap();
    symlink("deep/er", at("short")).unwrap();
    let before = contents(&store.path().join("folder"));
    let said = build(site.path(), &["--inject", "--follow-links"]).ok();
    let last = said.lines().last().unwrap();
    assert_eq!(
        last,
        "search box: 7 at a free place of the window, 2 without (in a linked folder outside of the site), 1 without (linked from a folder \
         at another depth)"
    );
    let text = |path: &str| fs::read_to_string(at(path)).unwrap();
    assert_eq!(fs::read_to_string(store.path().join("a.html")).unwrap(), page("wombat"));
    assert_eq!(contents(&store.path().join("folder")), before);
    assert!(!at("a.html").is_symlink() && text("a.html").contains("src=\"docfuse/docfuse.js\""));
    assert!(at("beside.html").is_symlink() && text("beside.html").contains("src=\"docfuse/docfuse.js\""));
    assert!(text("deep/er/linked.html").contains("src=\"../../docfuse/docfuse.js\""));
    assert!(text("deep/page.html").contains("src=\"../docfuse/docfuse.js\""));
    assert!(at("more").is_symlink() && at("deep2").is_symlink() && at("short").is_symlink());
    // As before, once more.
    let again = build(site.path(), &["--inject", "--follow-links"]).ok();
    assert_eq!(again.lines().last().unwrap(), last);
}

#[test]
fn markdown_is_written_only_into_the_site() {
    let (site, store) = site_and_store();
    symlink(store.path().join("a.html"), site.path().join("a.html")).unwrap();
    symlink(store.path().join("folder"), site.path().join("more")).unwrap();
    let long = format!("{}.html", "l".repeat(248));
    fs::write(site.path().join(&long), page("lark")).unwrap();
    let fits = format!("{}.html", "f".repeat(247));
    fs::write(site.path().join(&fits), page("finch")).unwrap();
    let summary = build(site.path(), &["--llms-txt", "--follow-links"]).ok();
    assert!(summary.contains("en: 6 pages") && summary.contains("llms.txt: 3 Markdown files"), "{summary}");
    assert!(
        summary.contains(&format!(
            "left out of llms.txt, pages whose Markdown file would have a name of more than 255 bytes: 1 ({long})\n"
        )),
        "{summary}"
    );
    assert!(
        summary.contains(
            "left out of llms.txt, pages in linked folders outside of the site, where nothing is written: 2 \
             (more/b.html, …)\n"
        ),
        "{summary}"
    );
    let list = fs::read_to_string(site.path().join("llms.txt")).unwrap();
    assert!(list.contains("](a.html.md)") && list.contains(&format!("{fits}.md")), "{list}");
    assert!(!list.contains("more/") && !list.contains(&long), "{list}");
    assert!(site.path().join("a.html.md").is_file() && site.path().join(format!("{fits}.md")).is_file());
    assert_eq!(contents(&store.path().join("folder")).len(), 2);
    // A page that is too long for a Markdown file is found all the same.
    assert_eq!(urls(&query(&site.path().join("docfuse"), "lark", "lexical").json()), [format!("{long}#top")]);
}
