use std::fs;
use std::path::Path;

use crate::command::{Site, contents, docfuse_in, repository};

/// Copies a folder of pages.
fn copied(from: &Path) -> Site {
    let site = Site::new(&[]);
    let pages = fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    pages.for_each(|page| site.write(page.file_name().unwrap().to_str().unwrap(), &fs::read(&page).unwrap()));
    site
}

/// Sites of many kinds: by hand, in two languages, in versions, of all generators whose pages are stored here.
fn sites() -> Vec<Site> {
    let fixtures = repository().join("tests/fixtures");
    let versions = fixtures.join("golden-versions-site");
    let page = |language: &str, text: &str| {
        format!(
            "<html lang={language}><meta name=generator content='Acme 1.0'><title>T</title><h1>T</h1><p>{text}"
        )
    };
    let french =
        "Voici comment on commence avec cet outil, et ce qui est à faire quand il ne marche pas pour vous. ";
    let of_versions = Site::new(&[]);
    for name in ["install.html", "1.0/install.html", "next/install.html"] {
        of_versions.write(name, &fs::read(versions.join(name)).unwrap());
    }
    vec![
        Site::small(),
        Site::new(&[
            ("index.html", &page("en", "Threads of a program share its memory, and locks guard it.")),
            ("de/index.html", &page("de", "Fäden eines Programms teilen sich den Speicher.")),
            ("manuel/a.html", &page("en", &french.repeat(9))),
            ("changelog.html", &page("en", "Version 2 has locks.")),
        ]),
        of_versions,
        copied(&fixtures.join("generators")),
        copied(&fixtures.join("inject")),
    ]
}

/// As it is written, the file changes no byte of an index; and each setting in it is one that a build takes.
#[test]
fn the_file_changes_nothing_until_its_author_does() {
    for site in sites() {
        let place = tempfile::tempdir().unwrap();
        let folder = site.path().to_str().unwrap();
        let build = |out: &str| {
            docfuse_in(place.path(), &["build", folder, "--no-dense", "--out", out]).ok();
            contents(&place.path().join(out))
        };
        let before = build("before");
        docfuse_in(place.path(), &["init", folder]).ok();
        assert_eq!(build("after"), before, "{folder}");
        let file = place.path().join("docfuse.toml");
        let text = fs::read_to_string(&file).unwrap();
        let settings = text.lines().map(|line| match line.strip_prefix('#') {
            Some(setting) if !setting.is_empty() && !setting.starts_with(' ') => setting,
            _ => line,
        });
        let settings: Vec<&str> = settings.filter(|line| !line.starts_with('#')).collect();
        assert!(settings.iter().filter(|line| line.contains(" = ")).count() >= 6, "{settings:?}");
        fs::write(&file, settings.join("\n")).unwrap();
        build("uncommented");
    }
}

#[test]
fn it_says_what_it_found() {
    let found = sites().into_iter().map(|site| {
        let place = tempfile::tempdir().unwrap();
        docfuse_in(place.path(), &["init", site.path().to_str().unwrap(), "--print"]).ok()
    });
    let found: Vec<String> = found.collect();
    for (number, parts) in [
        (0, &["# Indexed: 3 pages. Left out: 2 files.", "\n#content = [\"main\"]\n", "(print.html)"][..]),
        (
            1,
            &[
                "# Made by Acme 1.0 (4 pages).",
                "Found: de (1 page), en (3 pages).",
                "\n#[site.languages]\n#\"manuel/*\" = \"fr\"\n",
                ": 1 (changelog.html).",
            ],
        ),
        (2, &["# Versions: "]),
        (3, &["Rules that leave parts of pages out, and of how many: furniture "]),
        (4, &["# The theme has a search of its own, on "]),
    ] {
        for part in parts {
            assert!(found[number].contains(part), "{part:?} is not in {}", found[number]);
        }
    }
}

#[test]
fn a_file_that_is_there_stays() {
    let site = Site::small();
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("docfuse.toml");
    let folder = site.path().to_str().unwrap();
    fs::write(&file, "dictionary = [\"Node.js\"]\n").unwrap();
    docfuse_in(place.path(), &["init", folder]).fails_with(&["docfuse.toml", "stays as it is", "--print"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "dictionary = [\"Node.js\"]\n");
    // A link without a target is somebody's, too.
    #[cfg(unix)]
    {
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("elsewhere", &file).unwrap();
        docfuse_in(place.path(), &["init", folder]).fails_with(&["stays as it is"]);
        assert!(!place.path().join("elsewhere").exists());
    }
}

#[test]
fn without_a_folder_it_takes_the_only_one_that_is_here() {
    let place = Site::new(&[("public/index.html", "<title>T</title><p>Some text.")]);
    docfuse_in(place.path(), &["init"]).ok();
    assert!(fs::read_to_string(place.path().join("docfuse.toml")).unwrap().contains("the site in public"));
    place.write("docs/_build/html/index.html", b"<p>text");
    docfuse_in(place.path(), &["init", "--print"])
        .fails_with(&["found here: public, docs/_build/html", "docfuse init public"]);
    docfuse_in(place.path(), &["init", "nowhere", "--print"]).fails_with(&["nowhere", "found no folder"]);
}

/// What pages say begins no setting, however long it is and whatever it has.
#[test]
fn text_of_pages_stays_in_comments() {
    let generator = "<meta name=generator content='Acme\u{1b}[2J &#10;keep = [\"all\"]'>";
    let site = Site::new(&[(
        "index.html",
        &format!("{generator}<title>T</title><main class='x\"]'><p>Some text.</main>"),
    )]);
    let place = tempfile::tempdir().unwrap();
    let text = docfuse_in(place.path(), &["init", site.path().to_str().unwrap(), "--print"]).ok();
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#') || line == "[site]"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}
