use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{Outcome, Site, contents, docfuse, query, urls};

/// A small encoder with random weights.
fn model() -> PathBuf {
    crate::command::repository().join("tests/fixtures/encoder")
}

/// Pages with furniture, links, near-duplicates and a suffix of their titles, which only all of them tell.
fn site() -> Site {
    let site = Site::small();
    for number in 0..24 {
        let folder = ["library", "tutorial", "library/deep"][number % 3];
        let same =
            if number % 8 == 5 { "Every one of these pages says exactly this, at some length." } else { "" };
        let page = format!(
            "<html lang=en><title>Topic {number} — The Manual</title><nav><a href=/index.html>Home</a></nav><main>\
             <p>Part of the manual<h1 id=top>Topic {number}</h1><p>About topic {number}. See \
             <a href=../index.html>the start of all</a>.<h2 id=same>Same</h2><p>{same}\
             <dl class='py function'><dt class=sig id=m.f{number}>f{number}()</dt><dd>Calls {number}.</dd></dl>\
             <p>Did this help?</main>"
        );
        site.write(&format!("{folder}/topic{number}.html"), page.as_bytes());
    }
    site
}

struct Parts {
    place: tempfile::TempDir,
    options: Vec<String>,
}

impl Parts {
    fn new(options: &[&str]) -> Self {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        Parts { place: tempfile::tempdir().unwrap(), options }
    }

    fn at(&self, name: &str) -> String {
        self.place.path().join(name).to_str().unwrap().to_owned()
    }

    /// Builds a part, or an index.
    fn build(&self, site: &Path, out: &str, more: &[&str]) -> Outcome {
        let out = self.at(out);
        let options = self.options.iter().map(String::as_str);
        let arguments = ["build", site.to_str().unwrap(), "--out", &out].into_iter();
        docfuse(&arguments.chain(options).chain(more.iter().copied()).collect::<Vec<_>>())
    }

    fn merge(&self, parts: &[&str], more: &[&str]) -> Outcome {
        let parts: Vec<String> = parts.iter().map(|part| self.at(part)).collect();
        let out = self.at("merged");
        let arguments = std::iter::once("merge").chain(parts.iter().map(String::as_str));
        docfuse(&arguments.chain(["--out", &out]).chain(more.iter().copied()).collect::<Vec<_>>())
    }

    fn files(&self, name: &str) -> Vec<(String, Vec<u8>)> {
        contents(Path::new(&self.at(name)))
    }
}

#[test]
fn merged_shares_are_the_index_of_one_build() {
    let site = site();
    let parts = Parts::new(&["--no-dense"]);
    parts.build(site.path(), "whole", &[]).ok();
    let whole = parts.files("whole");
    for number in 1..=3 {
        parts.build(site.path(), &number.to_string(), &["--part", &format!("{number}/3")]).ok();
    }
    for order in [["1", "2", "3"], ["3", "1", "2"]] {
        let summary = parts.merge(&order, &[]).ok();
        assert!(summary.contains("3 parts") && summary.contains("only redirects"), "{summary}");
        assert_eq!(parts.files("merged"), whole);
    }
    // The same part twice is one.
    assert!(parts.merge(&["1", "2", "3", "2"], &[]).ok().contains("3 parts"));
    parts.merge(&["1", "3"], &[]).fails_with(&["all 3 parts expected, 2/3 missing", "--allow-missing"]);
    assert_eq!(parts.files("merged"), whole, "nothing is written");
    parts.merge(&["1", "3"], &["--allow-missing"]).ok();
    assert_ne!(parts.files("merged"), whole);
    parts.build(site.path(), "half", &["--part", "1/2"]).ok();
    parts.merge(&["1", "half"], &[]).fails_with(&["1/3 and 1/2 found"]);
}

#[cfg(unix)]
#[test]
fn pages_may_have_any_name_of_a_file() {
    let site = site();
    site.write("std::vector.html", b"<title>vector</title><main><h1>vector</h1><p>Grows.</main>");
    let parts = Parts::new(&["--no-dense"]);
    parts.build(site.path(), "whole", &[]).ok();
    parts.build(site.path(), "part", &["--part"]).ok();
    parts.merge(&["part"], &[]).ok();
    assert_eq!(parts.files("merged"), parts.files("whole"));
}

#[test]
fn merged_folders_have_the_vectors_of_one_build() {
    let site = site();
    let model = model();
    let parts = Parts::new(&["--model", model.to_str().unwrap()]);
    parts.build(site.path(), "whole", &[]).ok();
    for folder in ["library", "tutorial", "guide"] {
        parts.build(&site.path().join(folder), folder, &["--part", "--at", folder]).ok();
        fs::remove_dir_all(site.path().join(folder)).unwrap();
    }
    parts.build(site.path(), "root", &["--part"]).ok();
    let summary =
        parts.merge(&["library", "root", "tutorial", "guide"], &["--model", model.to_str().unwrap()]).ok();
    assert_eq!(parts.files("merged"), parts.files("whole"));
    let fresh = |summary: &str| {
        let line = summary.lines().find(|line| line.ends_with(" windows newly embedded")).unwrap();
        line.split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    // Each folder alone takes its titles for those of another site, but most windows stay.
    let windows: usize =
        summary.split(" sections, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(fresh(&summary) < windows, "{summary}");
    // All that the whole site has is in one part.
    parts.build(site.path(), "all", &["--part"]).ok();
    parts.build(site.path(), "again", &[]).ok();
    assert_eq!(fresh(&parts.merge(&["all"], &["--model", model.to_str().unwrap()]).ok()), 0);
    assert_eq!(parts.files("merged"), parts.files("again"));
    // The vectors can be left out, with the encoder.
    parts.merge(&["all"], &["--no-dense"]).ok();
    assert!(!parts.files("merged").iter().any(|(name, _)| name.starts_with("dense-")));
}

#[test]
fn parts_that_do_not_fit_are_named() {
    let (site, other) = (site(), self::site());
    other.write("index.html", b"<title>Another start</title><main><h1>Another</h1><p>start.</main>");
    let parts = Parts::new(&["--no-dense"]);
    let (config, same, unlike) = (parts.at("a.toml"), parts.at("b.toml"), parts.at("c.toml"));
    fs::write(&config, "[bm25]\nk1 = 1.5\n").unwrap();
    fs::write(&same, "# As before.\r\n[bm25]\r\nk1 = 1.50\r\n").unwrap();
    fs::write(&unlike, "[bm25]\nk1 = 1.6\n").unwrap();
    parts.build(site.path(), "one", &["--part", "1/2", "--config", &config]).ok();
    parts.build(site.path(), "two", &["--part", "2/2", "--config", &same]).ok();
    parts.merge(&["one", "two"], &[]).ok();
    parts.merge(&["one", "two"], &["--config", &same]).ok();
    let merged = parts.files("merged");
    parts.merge(&["one", "two"], &["--config", &unlike]).fails_with(&[
        "c.toml",
        "one",
        "same settings expected",
    ]);
    parts.build(site.path(), "three", &["--part", "2/2", "--config", &unlike]).ok();
    parts.merge(&["one", "three"], &[]).fails_with(&["one and", "three: the same settings expected"]);

    let model = model();
    let with_vectors = ["--part", "2/2", "--config", &config, "--model", model.to_str().unwrap()];
    let dense = Parts { options: Vec::new(), ..parts };
    dense.build(site.path(), "dense", &with_vectors).ok();
    let parts = dense;
    parts.merge(&["one", "dense"], &[]).fails_with(&["same encoder expected, no vectors and", "dense: "]);
    parts.merge(&["one", "dense"], &["--no-dense"]).ok();
    assert_eq!(parts.files("merged"), merged);
    // There may be another encoder on this machine, or none.
    parts.merge(&["dense"], &["--allow-missing"]).fails_with(&["the encoder", "or merge with --no-dense"]);

    let plain = ["--part", "--no-dense"];
    parts.build(site.path(), "here", &plain).ok();
    parts.build(other.path(), "there", &plain).ok();
    parts
        .merge(&["here", "there"], &[])
        .fails_with(&["both have index.html, with different content", "--at"]);
    parts.build(other.path(), "changed", &["--part", "1/2", "--no-dense", "--config", &config]).ok();
    parts.merge(&["one", "changed", "two"], &[]).fails_with(&["both are part 1/2, with different content"]);

    // Folders of other kinds.
    parts.merge(&["merged"], &[]).fails_with(&["merged: a part expected, an index found"]);
    parts.merge(&["nowhere"], &[]).fails_with(&["nowhere: a part expected, none found"]);
    query(Path::new(&parts.at("one")), "topic", "lexical")
        .fails_with(&["an index expected, a part of one found", "docfuse merge"]);
    parts
        .build(site.path(), "merged", &plain)
        .fails_with(&["merged: a folder for a part expected, an index found"]);
    let (one, out) = (parts.at("here"), parts.at("two"));
    docfuse(&["merge", &one, "--out", &out])
        .fails_with(&["two: a folder for an index expected, a part found"]);
    assert_eq!(parts.files("merged"), merged, "nothing is written");
}

#[test]
fn damaged_parts_are_named() {
    let site = site();
    let model = model();
    let parts = Parts::new(&["--model", model.to_str().unwrap()]);
    parts.build(site.path(), "one", &["--part", "1/2"]).ok();
    parts.build(site.path(), "two", &["--part", "2/2"]).ok();
    let merge = || parts.merge(&["one", "two"], &["--model", model.to_str().unwrap()]);
    merge().ok();
    let good = parts.files("merged");
    // The list is for those who write.
    for (name, content) in parts.files("two").into_iter().filter(|(name, _)| name != "docfuse-files.json") {
        let path = PathBuf::from(parts.at("two")).join(&name);
        let mut altered = content.clone();
        let middle = altered.len() / 2;
        altered[middle] ^= 1;
        let bad: &[&[u8]] = match name.ends_with(".json") {
            true => &[&content[..content.len() - 5], b""],
            false => &[&altered, &content[..content.len() - 1], b""],
        };
        for bad in bad {
            fs::write(&path, bad).unwrap();
            merge().fails_with(&["two: ", &name]);
        }
        if !name.ends_with(".json") {
            fs::remove_file(&path).unwrap();
            merge().fails_with(&["two: ", &name, "build it again"]);
        }
        fs::write(&path, &content).unwrap();
    }
    let path = PathBuf::from(parts.at("two")).join("docfuse-part.json");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to) in [("\"part\": 2", "\"part\": 3"), (env!("CARGO_PKG_VERSION"), "9.9.9")] {
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        merge().fails_with(&["two: ", "format 2", to.rsplit(' ').next().unwrap(), "same version of docfuse"]);
    }
    fs::write(&path, text.replacen("pages-", "../one/pages-", 1)).unwrap();
    merge().fails_with(&["two: ", "name of a file expected"]);
    fs::write(&path, text).unwrap();
    merge().ok();
    assert_eq!(parts.files("merged"), good);
}

#[test]
fn a_new_part_replaces_the_old_one() {
    let site = site();
    let parts = Parts::new(&["--no-dense"]);
    parts.build(site.path(), "part", &["--part"]).ok();
    let before = parts.files("part");
    fs::write(parts.at("part/notes.txt"), "the author's own").unwrap();
    site.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    parts.build(site.path(), "part", &["--part"]).ok();
    assert_eq!(parts.files("part").len(), before.len() + 1, "files that are not named are deleted");
    parts.merge(&["part"], &[]).ok();
    let found = query(Path::new(&parts.at("merged")), "quokka", "lexical").json();
    assert_eq!(urls(&found), ["extra.html#x"]);
}

#[test]
fn options_of_parts() {
    let site = Site::small();
    let folder = site.path().to_str().unwrap();
    docfuse(&["build", folder, "--part"]).fails_with(&["--out"]);
    docfuse(&["build", folder, "--out", "x", "--at", "library"]).fails_with(&["--part"]);
    for wrong in ["0/8", "9/8", "two"] {
        docfuse(&["build", folder, "--out", "x", "--part", wrong]).fails_with(&[wrong, "such as 2/8"]);
    }
    docfuse(&["build", folder, "--out", "x", "--part", "--at", "../x"])
        .fails_with(&["below the site's root"]);
    docfuse(&["build", folder, "--out", "x", "--part", "--inject"]).fails_with(&["--inject"]);
    let parts = Parts::new(&["--no-dense"]);
    parts.build(site.path(), "part", &["--part"]).ok();
    docfuse(&["merge", &parts.at("part"), "--out", &parts.at("x"), "--inject"]).fails_with(&["--site"]);
    let out = site.index();
    let options = ["--site", folder, "--inject", "--llms-txt", "--offline", "--precache-manifest"];
    docfuse(&[&["merge", &parts.at("part"), "--out", out.to_str().unwrap()], &options[..]].concat()).ok();
    docfuse(&["verify", out.to_str().unwrap()]).ok();
    assert!(site.path().join("llms.txt").is_file() && out.join("docfuse-precache.json").is_file());
}
