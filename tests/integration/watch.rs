use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::command::{Site, contents, docfuse, index_file, required, urls};
use crate::server::Server;

/// Options of a server that builds words only.
const WORDS: &[&str] = &["--watch", "--no-dense"];

fn page(title: &str, text: &str) -> String {
    format!(
        "<!doctype html><html lang=en><title>{title}</title><main><h1 id=top>{title}</h1><p>{text}</main></html>"
    )
}

/// Pages of the hits of a lexical query to the server.
#[track_caller]
fn hits(server: &Server, text: &str) -> Vec<String> {
    let answer = server.ask(&format!("query?mode=lexical&q={text}"));
    let page = |url: &String| url.split('#').next().unwrap_or(url).to_owned();
    urls(&answer["modes"][0]["answer"]).iter().map(page).collect()
}

/// Fails unless the site's index is, byte for byte, the one that `docfuse build` writes.
#[track_caller]
fn is_like_a_fresh_build(site: &Site, options: &[&str]) {
    let fresh = tempfile::tempdir().unwrap();
    let out = fresh.path().join("index");
    let line = ["build", site.path().to_str().unwrap(), "--out", out.to_str().unwrap()];
    docfuse(&[&line, options].concat()).ok();
    let (expected, found) = (contents(&out), contents(&site.index()));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected));
    assert!(found == expected, "same names, other content");
}

#[test]
fn changed_pages_are_found_at_once_and_open_pages_are_told() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    assert_eq!(hits(&server, "border"), ["guide/errors.html"]);
    let mut events = server.events();
    let before = events.next(|_| true);

    site.write("guide/errors.html", page("Errors", "An <code>abacus</code> counts.").as_bytes());
    let line = server.says("words in");
    assert!(line.starts_with("guide/errors.html: "), "{line}");
    let after = events.next(|state| state["index"] != before["index"]);
    assert_ne!(after["site"], before["site"]);
    assert_eq!(
        (hits(&server, "abacus"), hits(&server, "border").len()),
        (vec!["guide/errors.html".into()], 0)
    );
    is_like_a_fresh_build(&site, &["--no-dense"]);

    // New and removed pages, sections and languages; many changes at once.
    site.write("new/abacus.html", page("Abacus", "It has beads.").as_bytes());
    site.write("de.html", page("Rechenbrett", "Es hat Perlen.").replace("lang=en", "lang=de").as_bytes());
    fs::remove_file(site.path().join("guide/threads.html")).unwrap();
    server.says("words in");
    assert_eq!(hits(&server, "beads"), ["new/abacus.html"]);
    is_like_a_fresh_build(&site, &["--no-dense"]);
    fs::remove_file(site.path().join("de.html")).unwrap();
    server.says("words in");
    is_like_a_fresh_build(&site, &["--no-dense"]);
}

#[test]
fn the_index_is_known_to_later_commands() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    let records = || -> Vec<String> {
        let files = fs::read_dir(server.place().join("docfuse")).into_iter().flatten();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("built-")).collect()
    };
    server.says("words in");
    // Records are written behind the words.
    let deadline = std::time::Instant::now() + Duration::from_secs(30);
    while records().is_empty() && std::time::Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(50));
    }
    let first = records();
    site.write("guide/errors.html", page("Errors", "An abacus counts.").as_bytes());
    server.says("words in");
    std::thread::sleep(Duration::from_secs(2));
    let second = records();
    assert!(
        first.len() == 1 && second.len() == 1 && first != second,
        "one of the last state: {first:?} {second:?}"
    );
    let place = server.stop();
    let again = Server::in_place(place, site.path(), WORDS);
    again.says("is up to date");
    assert_eq!(hits(&again, "abacus"), ["guide/errors.html"]);
    site.write("guide/errors.html", page("Errors", "A calculator counts.").as_bytes());
    again.says("words in");
    assert_eq!(hits(&again, "calculator"), ["guide/errors.html"]);
    is_like_a_fresh_build(&site, &["--no-dense"]);
}

#[test]
fn files_that_are_no_pages_reload_without_a_build() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    let mut events = server.events();
    let before = events.next(|_| true);
    site.write("style.css", b"p { color: red }");
    let after = events.next(|state| state["site"] != before["site"]);
    assert_eq!(after["index"], before["index"]);
    // A page whose words are the same: another theme.
    let same = fs::read_to_string(site.path().join("index.html")).unwrap() + "<!-- x -->";
    site.write("index.html", same.as_bytes());
    server.says("index.html: no words changed");
    let last = events.next(|state| state["site"] != after["site"]);
    assert_eq!(last["index"], before["index"]);
}

#[test]
fn a_quiet_site_is_left_alone() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    let state = server.events().next(|_| true);
    // Neither what the build wrote nor what readers read is a change.
    hits(&server, "border");
    server.text("/index.html");
    assert_eq!(server.said_within(Duration::from_secs(3)), Vec::<String>::new());
    assert_eq!(server.events().next(|_| true), state);
}

#[test]
fn a_generator_that_empties_the_folder_is_survived() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    for round in 0..2 {
        // The folder itself goes in the second round, and all files stay away for a while.
        if round == 1 {
            fs::remove_dir_all(site.path()).unwrap();
        } else {
            for entry in fs::read_dir(site.path()).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
            }
        }
        std::thread::sleep(Duration::from_millis(300 + 2_500 * round));
        assert!(server.get("/index.html", "").0.contains(" 404 "));
        let word = format!("abacus{round}");
        for number in 0..5 {
            site.write(&format!("page{number}.html"), page(&format!("Page {number}"), &word).as_bytes());
            std::thread::sleep(Duration::from_millis(30));
        }
        server.says("words in");
        let deadline = std::time::Instant::now() + Duration::from_secs(30);
        while !site.index().join("docfuse.json").exists() || hits(&server, &word).len() < 5 {
            assert!(std::time::Instant::now() < deadline, "{:?}", hits(&server, &word));
            std::thread::sleep(Duration::from_millis(100));
        }
        is_like_a_fresh_build(&site, &["--no-dense"]);
    }
    // An index that something deletes comes back.
    fs::remove_dir_all(site.index()).unwrap();
    server.says("words in");
    is_like_a_fresh_build(&site, &["--no-dense"]);
}

#[test]
fn a_failed_build_is_shown_and_ends_nothing() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    let mut events = server.events();
    let settings = server.place().join("docfuse.toml");
    fs::write(&settings, "[fusion]\nk = 0\n").unwrap();
    server.complains("line 2: fusion.k: a number from 1 to 1000 expected");
    let failed = events.next(|state| state["failure"] != "");
    assert!(failed["failure"].as_str().unwrap().contains("fusion.k"), "{failed}");
    // Pages are served and rebuilt, by the settings before.
    assert!(server.text("/index.html").contains("A manual"));
    site.write("guide/errors.html", page("Errors", "An abacus counts.").as_bytes());
    server.says("words in");
    fs::write(&settings, "[fusion]\nk = 30\n[site]\nexclude_also = [\"guide/*\"]\n").unwrap();
    server.says("words in");
    assert!(hits(&server, "abacus").is_empty());
    events.next(|state| state["failure"] == "" && state["doing"] == "");
    is_like_a_fresh_build(&site, &["--no-dense", "--config", settings.to_str().unwrap()]);
}

#[test]
fn what_a_failed_build_had_read_is_built_at_the_next_change() {
    let site = Site::small();
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    let after = page("Errors", "An abacus counts.");
    // A folder with the name of a file that the next index has keeps it from being written.
    let other = Site::small();
    other.write("guide/errors.html", after.as_bytes());
    other.build();
    let texts = site.index().join(index_file(&other.index(), "texts").file_name().unwrap());
    fs::create_dir(&texts).unwrap();
    site.write("guide/errors.html", after.as_bytes());
    server.complains("a folder found, which is not replaced");
    fs::remove_dir(&texts).unwrap();
    site.write("style.css", b"p { color: red }");
    server.says("words in");
    assert_eq!(hits(&server, "abacus"), ["guide/errors.html"]);
    server.events().next(|state| state["failure"] == "");
    is_like_a_fresh_build(&site, &["--no-dense"]);
}

#[test]
fn files_of_further_options_are_kept_or_named() {
    let site = Site::small();
    let path = site.path().to_str().unwrap();
    let options = ["--no-dense", "--offline", "--precache-manifest"];
    docfuse(&[&["build", path], &options[..]].concat()).ok();
    let server = Server::with(site.path(), &[&["--watch"], &options[..]].concat());
    server.says("words in");
    site.write("guide/errors.html", page("Errors", "An abacus counts.").as_bytes());
    server.says("words in");
    let texts = index_file(&site.index(), "texts").file_name().unwrap().to_str().unwrap().to_owned();
    assert!(site.index().join(format!("{texts}.js")).exists());
    let kept = fs::read_to_string(site.index().join("docfuse-precache.json")).unwrap();
    assert!(kept.contains(&texts), "{kept}");
    drop(server);
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    for option in ["--offline", "--precache-manifest"] {
        server.complains(&format!("was built with {option}, and is rebuilt without; add {option}"));
    }
    is_like_a_fresh_build(&site, &["--no-dense"]);
}

#[test]
fn polling_finds_changes_too() {
    let site = Site::small();
    let server = Server::with(site.path(), &["--watch", "--no-dense", "--poll"]);
    server.says("words in");
    std::thread::sleep(Duration::from_millis(1_500));
    site.write("guide/errors.html", page("Errors", "An abacus counts.").as_bytes());
    server.says("guide/errors.html: words in");
    assert_eq!(hits(&server, "abacus"), ["guide/errors.html"]);
}

#[test]
fn vectors_follow_behind_the_words() {
    let model = required("DOCFUSE_MODEL", "an imported encoder");
    let model = model.to_str().unwrap();
    let site = Site::small();
    let server = Server::with(site.path(), &["--watch", "--model", model]);
    server.says("words in");
    server.says("embedded");
    let modes = |server: &Server, text: &str| -> Vec<Value> {
        let answer = server.ask(&format!("query?q={text}"));
        answer["modes"].as_array().unwrap().iter().map(|mode| mode["answer"].clone()).collect()
    };
    assert!(modes(&server, "concurrency").iter().all(|answer| answer["degraded"].is_null()));
    is_like_a_fresh_build(&site, &["--model", model]);
    site.write("guide/errors.html", page("Errors", "An abacus counts beads.").as_bytes());
    server.says("words in");
    assert_eq!(hits(&server, "abacus"), ["guide/errors.html"]);
    assert!(server.says("embedded").starts_with("vectors: 1 window"));
    is_like_a_fresh_build(&site, &["--model", model]);
    // Words that change while vectors are computed.
    for number in 0..4 {
        site.write("guide/errors.html", page("Errors", &format!("Version {number} counts.")).as_bytes());
        server.says("words in");
    }
    server.says("embedded");
    is_like_a_fresh_build(&site, &["--model", model]);
}

#[test]
fn only_pages_as_they_are_sent_have_the_script() {
    let site = Site::small();
    site.write("utf16.html", &[0xff, 0xfe, b'<', 0, b'p', 0]);
    // As while it is being written.
    site.write("empty.html", b"");
    site.write("data.json", b"{}");
    let server = Server::with(site.path(), WORDS);
    server.says("words in");
    let script = "<script src=\"/__docfuse/reload.js?site=";
    for path in ["/", "/index.html", "/guide/threads", "/guide/threads.html", "/empty.html"] {
        let (status, headers, body) =
            server.get(path, "if-modified-since: Wed, 21 Oct 2099 07:28:00 GMT\r\n");
        let text = String::from_utf8(body.clone()).unwrap();
        assert!(status.contains(" 200 ") && text.contains(script), "{path}: {status}\n{text}");
        assert!(headers.contains(&format!("content-length: {}", body.len())), "{headers}");
        assert!(
            headers.contains("cache-control: no-store") && !headers.contains("last-modified"),
            "{headers}"
        );
    }
    let missing = server.get("/nowhere.html", "accept: text/html,*/*\r\n");
    assert!(missing.0.contains(" 404 ") && String::from_utf8(missing.2).unwrap().contains(script));
    for path in ["/data.json", "/nowhere.css", "/docfuse/docfuse.json"] {
        assert!(!server.text(path).contains("reload.js"), "{path}");
    }
    assert_eq!(server.get("/utf16.html", "").2.len(), 6);
    let file = fs::read_to_string(site.path().join("index.html")).unwrap();
    assert!(!file.contains("__docfuse"), "{file}");
    let (status, headers, body) = server.get("/__docfuse/reload.js?site=1", "");
    assert!(status.contains(" 200 ") && headers.contains("content-type: text/javascript"), "{headers}");
    assert!(String::from_utf8(body).unwrap().contains("location.reload()"));
    // Without --watch, pages are sent as they are.
    assert!(!Server::with(site.path(), &[]).text("/index.html").contains("__docfuse"));
}

#[test]
fn a_policy_that_forbids_the_script_is_named() {
    let site = Site::small();
    let policy = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">";
    site.write("strict.html", (policy.to_owned() + &page("Strict", "A page.")).as_bytes());
    let server = Server::with(site.path(), WORDS);
    server.text("/index.html");
    server.text("/strict.html");
    server.complains(
        "/strict.html does not reload by itself: its Content-Security-Policy lacks 'self' in default-src",
    );
}

#[test]
fn options_of_the_watch_need_it() {
    let site = Site::small();
    let folder = site.path().to_str().unwrap();
    for option in [&["--poll"][..], &["--no-dense"], &["--cache", "x"], &["--model", "x"], &["--offline"]] {
        docfuse(&[&["serve", folder], option].concat()).fails_with(&["--watch"]);
    }
    assert!(!Path::new("x").exists());
}
