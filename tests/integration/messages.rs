use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{Outcome, Site, docfuse, required};

/// Runs `docfuse` in this folder, with this environment besides that of the test.
fn docfuse_in(folder: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docfuse"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command.envs(environment.iter().copied());
    Outcome::of(&mut command)
}

#[test]
fn a_build_without_a_folder_says_what_is_missing() {
    let place = Site::new(&[
        ("public/index.html", "<p>text"),
        ("docs/_build/html/index.html", "<p>text"),
        ("dist/app.js", "0"),
    ]);
    docfuse_in(place.path(), &["build"], &[]).fails_with(&[
        "the folder that your site generator writes expected, none named",
        "found here: public, docs/_build/html.",
        "docfuse build public",
    ]);
    docfuse_in(place.path(), &["build", "--out", "index"], &[]).fails_with(&["none named", "public"]);
    docfuse(&["build"]).fails_with(&[
        "none named",
        "none of the usual ones is here",
        "docfuse build ./public",
    ]);
    docfuse(&["build", "--jsonl", "a.jsonl"]).fails_with(&["--out DIR expected beside --jsonl"]);
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let model = required("DOCFUSE_MODEL", "the encoder");
    let site = Site::small();
    site.write("file", b"");
    let path = site.path().to_str().unwrap();
    // A file where the folder should be: not even root can write into it.
    let cache = site.path().join("file/cache");
    let arguments = ["build", path, "--cache", cache.to_str().unwrap()];
    let built = docfuse_in(site.path(), &arguments, &[("DOCFUSE_MODEL", &model)]);
    assert!(built.success, "{built:#?}");
    assert_eq!(built.stderr.matches("warning: the cache is not kept").count(), 1, "{built:#?}");
    assert!(built.stderr.contains("file/cache") && built.stderr.contains("--cache DIR"), "{built:#?}");
    assert!(built.stdout.contains("windows newly embedded"), "{built:#?}");
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();
    let nowhere = Path::new("");
    let environment = [
        ("DOCFUSE_MODEL", model.as_path()),
        ("XDG_CACHE_HOME", nowhere),
        ("HOME", nowhere),
        ("LOCALAPPDATA", nowhere),
    ];
    let built = docfuse_in(site.path(), &["build", path], &environment);
    assert!(built.success && built.stderr.contains("warning: no cache folder"), "{built:#?}");
}

#[test]
fn selectors_that_match_nothing_are_named() {
    let site = Site::small();
    let settings = "[site]\ncontent = [\"main\"]\nignore = [\n  \".advert\",\n  \"footer\",\n]\n\
                    exclude_also = [\"draft-*\"]\n\
                    [[site.filter]]\nname = \"version\"\nselector = \"html[data-versoin]\"\n\
                    [[site.weight]]\npath = \"changes/*\"\nweight = 0.5\n";
    site.write("docfuse.toml", settings.as_bytes());
    for _ in 0..2 {
        // The second build has nothing to do, and says the same.
        let built = docfuse_in(site.path(), &["build", ".", "--no-dense"], &[]).ok();
        for line in [
            "docfuse.toml, line 4: site.ignore: \".advert\" matches nothing on any page",
            "docfuse.toml, line 10: site.filter.selector: \"html[data-versoin]\" matches nothing on any page",
            "docfuse.toml, line 12: site.weight.path: \"changes/*\" matches nothing on any page",
            "docfuse.toml, line 7: site.exclude_also: \"draft-*\" matches nothing on any page",
        ] {
            assert!(built.contains(line), "{built} lacks {line}");
        }
        assert_eq!(built.matches("matches nothing").count(), 4, "{built}");
    }
    site.write("docfuse.toml", b"[site]\nignore = [\"p[\"]\n");
    docfuse_in(site.path(), &["build", ".", "--no-dense"], &[]).fails_with(&[
        "docfuse.toml",
        "line 2",
        "site.ignore",
        "p[",
    ]);
}

#[test]
fn the_settings_file_is_named() {
    let place = tempfile::tempdir().unwrap();
    let site = place.path().join("project/public");
    fs::create_dir_all(&site).unwrap();
    fs::write(site.join("index.html"), "<main><h1>Title</h1><p>Text").unwrap();
    let write = |path: &str| fs::write(place.path().join(path), "[bm25]\nk1 = 1.3\n").unwrap();
    let build = |arguments: &[&str]| {
        let mut all = vec!["build", "project/public", "--no-dense"];
        all.extend(arguments);
        let built = docfuse_in(place.path(), &all, &[]);
        assert!(built.success, "{built:#?}");
        built
    };
    let plain = build(&[]);
    assert!(!plain.stdout.contains("settings:") && !plain.stderr.contains("docfuse.toml"), "{plain:#?}");
    // In the folder above the site's: of the project, but not the current one.
    write("project/docfuse.toml");
    let above = build(&[]);
    assert!(above.stderr.contains("project/docfuse.toml is not used"), "{above:#?}");
    assert!(
        above.stderr.contains("--config project/docfuse.toml") && !above.stdout.contains("settings:"),
        "{above:#?}"
    );
    write("project/public/docfuse.toml");
    let inside = build(&[]);
    assert!(inside.stderr.contains("project/public/docfuse.toml is not used"), "{inside:#?}");
    let named = build(&["--config", "project/docfuse.toml"]);
    assert!(named.stdout.starts_with("settings: project/docfuse.toml\n"), "{named:#?}");
    assert!(!named.stderr.contains("is not used"), "{named:#?}");
    // The one in the current folder is used; here it is that of the site, too.
    let here = docfuse_in(&site, &["build", ".", "--no-dense"], &[]);
    assert!(here.stdout.starts_with("settings: docfuse.toml\n"), "{here:#?}");
    assert!(!here.stderr.contains("project/public/docfuse.toml"), "{here:#?}");
}
