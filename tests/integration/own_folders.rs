use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::command::{Outcome, Site, contents, docfuse, docfuse_in, index_file};
use crate::site_host::{Answer, Host, build, page};

/// Paths and contents of all files below a folder, sorted.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.push((name, fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Whether the host below shows a page for its maintenance.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[test]
fn an_index_inside_a_copy_and_the_copy_last_until_there_are_new_ones() {
    let host = Host::new(|asked, _| match asked.path.as_str() {
        "/" | "/a" if IS_CLOSED.load(Ordering::Relaxed) => {
            Answer::new(200, "<meta name=robots content=noindex><title>Closed</title><p>We are back soon.")
        }
        "/" => Answer::new(200, page("Home", "<a href=a>A</a>")),
        "/a" => Answer::new(200, page("Owls", "")),
        _ => Answer::new(404, ""),
    });
    let place = tempfile::tempdir().unwrap();
    let recipe = |more: &[&str]| {
        let options = ["--save", "copy", "--inject"];
        Outcome::of(
            Command::new(env!("CARGO_BIN_EXE_docfuse"))
                .args(["build", &host.root, "--no-dense", "--rate", "500", "--out", "copy/docfuse"])
                .args(options)
                .args(more)
                .current_dir(place.path())
                .env("XDG_CACHE_HOME", place.path().join("cache")),
        )
    };
    let copy = place.path().join("copy");
    recipe(&[]).ok();
    let first = tree(&copy);
    for _ in 0..2 {
        recipe(&[]).ok();
        assert_eq!(tree(&copy), first);
    }
    assert!(first.iter().any(|(name, _)| name == "docfuse/docfuse.json"));
    assert!(
        first
            .iter()
            .any(|(name, text)| name == "a.html" && String::from_utf8_lossy(text).contains("docfuse-search"))
    );
    IS_CLOSED.store(true, Ordering::Relaxed);
    recipe(&[]).fails_with(&["no page could be indexed"]);
    assert_eq!(tree(&copy), first, "a site that is closed takes nothing away");
    IS_CLOSED.store(false, Ordering::Relaxed);
    fs::write(copy.join("notes.txt"), "mine").unwrap();
    recipe(&[]).fails_with(&["copy", "notes.txt found, which docfuse did not write"]);
    assert_eq!(fs::read_to_string(copy.join("notes.txt")).unwrap(), "mine");
    fs::remove_file(copy.join("notes.txt")).unwrap();
    // One of a command without lists.
    fs::remove_file(copy.join("docfuse-files.json")).unwrap();
    recipe(&[]).fails_with(&["a.html found, which docfuse did not write"]);
    build(place.path(), &host.root, &["--save", "index"])
        .fails_with(&["--save: another folder than that of --out"]);
}

#[test]
fn files_that_only_look_like_those_of_an_index_stay() {
    let site = Site::small();
    site.build();
    let old = index_file(&site.index(), "terms");
    let alike =
        ["texts-0123456789abcdef.hdf", "docfuse.de.json", "terms-0123456789abcdef.hdf.js", ".docfuse-notes"];
    alike.iter().for_each(|name| site.write(&format!("docfuse/{name}"), b"mine"));
    site.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    site.build();
    assert!(!old.exists());
    for name in alike {
        assert_eq!(fs::read(site.index().join(name)).unwrap(), b"mine", "{name}");
    }
    // Nor is one replaced.
    let other = Site::small();
    let name =
        contents(&site.index()).into_iter().map(|(name, _)| name).find(|name| name.starts_with("texts-"));
    let name = name.filter(|name| name != alike[0]).unwrap_or_else(|| "docfuse.js".to_owned());
    other.write(&format!("docfuse/{name}"), b"mine");
    other.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    docfuse(&["build", other.path().to_str().unwrap(), "--no-dense"])
        .fails_with(&[&name, "a file that docfuse did not write found"]);
    assert_eq!(contents(&other.index()), [(name, b"mine".to_vec())]);
}

#[test]
fn parts_delete_only_their_own_files() {
    let site = Site::small();
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("part");
    let part = || {
        docfuse(&[
            "build",
            site.path().to_str().unwrap(),
            "--no-dense",
            "--part",
            "--out",
            out.to_str().unwrap(),
        ])
        .ok()
    };
    part();
    fs::write(out.join("pages-0123456789abcdef.jsonl.gz"), "mine").unwrap();
    let before = contents(&out).len();
    site.write("extra.html", b"<title>Extra</title><main><h1 id=x>Extra</h1>A quokka.</main>");
    part();
    assert!(out.join("pages-0123456789abcdef.jsonl.gz").exists());
    assert_eq!(contents(&out).len(), before, "the old file of pages is gone");
}

/// A process that writes beyond the limit is killed, or gets an error.
#[test]
#[cfg(unix)]
fn a_limit_of_file_sizes_leaves_the_old_index_whole() {
    let site = Site::small();
    site.build();
    let before = contents(&site.index());
    let text: String = (0..60_000).map(|number| format!("word{} ", number * 7919 % 60_000)).collect();
    site.write(
        "extra.html",
        format!("<title>Extra</title><main><h1 id=x>Extra</h1>{text}</main>").as_bytes(),
    );
    let cache = tempfile::tempdir().unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 100; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_docfuse"), "build"])
        .arg(site.path())
        .arg("--no-dense")
        .env("XDG_CACHE_HOME", cache.path())
        .output()
        .unwrap();
    assert!(!output.status.success(), "{output:?}");
    let is_temporary = |name: &String| name.starts_with(".docfuse-");
    let names =
        fs::read_dir(site.index()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left: Vec<String> = names.filter(is_temporary).collect();
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();
    assert!(!site.lexical("threads").is_empty());
    site.build();
    assert!(left.iter().all(|name| !site.index().join(name).exists()), "{left:?}");
    assert_eq!(site.lexical("word7919")[0], "extra.html#x");
    assert_ne!(contents(&site.index()), before);
}

/// A folder of man pages has those of others, too.
#[test]
fn man_pages_replace_only_docfuse_s_own() {
    let place = tempfile::tempdir().unwrap();
    let pages = place.path().join("man1");
    let write = || docfuse_in(place.path(), &["man", "--out", "man1"]);
    write().ok();
    fs::write(pages.join("other.1"), ".TH other 1\n").unwrap();
    fs::write(pages.join("docfuse-build.1"), "\n.TH docfuse-build 1 of an earlier version\n").unwrap();
    write().ok();
    let first = contents(&pages);
    assert!(
        first.len() > 20 && first.iter().any(|(name, text)| name == "other.1" && text == b".TH other 1\n")
    );
    assert!(fs::read_to_string(pages.join("docfuse-build.1")).unwrap().contains("no\\-dense"));
    fs::write(pages.join("docfuse-query.1"), "mine").unwrap();
    let before = contents(&pages);
    write().fails_with(&["docfuse-query.1", "not replaced"]);
    assert_eq!(contents(&pages), before);
}
