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
        "search box: 1 in place of the theme's search, 2 in the header, 2 without (no page by itself)"
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

/// Pages below folders of versions state none. Those without text are in no index.
#[test]
fn boxes_have_the_version_of_their_folder() {
    let titled = |text: &str| {
        format!("<html lang=en><body><header>x</header><main><h1 id=t>{text}</h1><p>{text}</main>")
    };
    let site = Site::new(&[
        ("index.html", &titled("Start")),
        ("1.0/a.html", &titled("Old")),
        ("1.0/search.html", "<html lang=en><body><header>x</header><h1></h1>"),
        ("2.0/a.html", &titled("New")),
        ("2.0/own.html", &titled("Own").replace("<body>", "<body><docfuse-search></docfuse-search>")),
    ]);
    // The second time, nothing has changed.
    for _ in 0..2 {
        inject(site.path(), &[]);
        for (path, expected) in [
            ("index.html", "<docfuse-search layout"),
            ("1.0/a.html", "<docfuse-search version=\"1.0\" layout"),
            ("1.0/search.html", "<docfuse-search version=\"1.0\" layout"),
            ("2.0/a.html", "<docfuse-search version=\"2.0\" layout"),
            ("2.0/own.html", "<docfuse-search></docfuse-search>"),
        ] {
            let html = page(&site, path);
            assert!(html.contains(expected), "{path}: {html}");
        }
    }
}

#[test]
fn the_script_is_the_one_that_the_index_has() {
    let site = site();
    inject(site.path(), &["--offline"]);
    let start = page(&site, "index.html");
    assert!(start.contains("<script defer=\"\" src=\"docfuse/docfuse-classic.js\"></script>"), "{start}");
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

#[cfg(unix)]
#[test]
fn pages_keep_their_owner_and_mode() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let site = site();
    let pages = ["index.html", "a/b/deep.html"].map(|path| site.path().join(path));
    // Only the superuser may give files away.
    let owner = if fs::metadata(site.path()).unwrap().uid() == 0 { Some((4321, 4322)) } else { None };
    for (page, mode) in pages.iter().zip([0o640, 0o604]) {
        if let Some((user, group)) = owner {
            chown(page, Some(user), Some(group)).unwrap();
        }
        fs::set_permissions(page, fs::Permissions::from_mode(mode)).unwrap();
    }
    let rights = || {
        pages.each_ref().map(|page| {
            let found = fs::metadata(page).unwrap();
            (found.mode() & 0o7777, found.uid(), found.gid())
        })
    };
    let before = rights();
    inject(site.path(), &[]);
    assert!(page(&site, "a/b/deep.html").contains("<docfuse-search"));
    assert_eq!(rights(), before);
    if let Some((user, group)) = owner {
        assert_eq!(before[0], (0o640, user, group));
    }
}

#[test]
fn base_elsewhere_and_xhtml() {
    let site = site();
    let based =
        "<!doctype html><base href=\"https://elsewhere.example/\"><body><header>a</header><h1>Based</h1>";
    site.write("guide/based.html", based.as_bytes());
    let page_of_errors = "<!doctype html><base href=\"https://elsewhere.example/\"><body><div class=left-buttons>\
                          <button id=\"mdbook-search-toggle\">s</button></div><h1>Missing</h1>";
    site.write("404.html", page_of_errors.as_bytes());
    let xhtml = "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body><h1>Strict</h1></body></html>";
    site.write("strict.xhtml", xhtml.as_bytes());
    let arguments = ["build", site.path().to_str().unwrap(), "--no-dense", "--inject", "--offline"];
    let said = docfuse(&arguments).ok();
    let hint = "add these two lines to your theme: <script type=\"module\" src=\"/docfuse/docfuse.js\"></script> <docfuse-search";
    assert!(said.contains(hint), "{said}");
    let last = said.lines().last().unwrap();
    assert!(
        last.contains("1 without (its <base> leaves no place for the script; write <base href=\"/path/\">"),
        "{last}"
    );
    let script = ["docfuse-classic.js", "docfuse-place.js"]
        .map(|name| format!("<script defer=\"\" src=\"../docfuse/{name}\"></script>"))
        .concat();
    let with = page(&site, "guide/based.html");
    assert!(with.contains(&format!("<!--docfuse-->{script}<!--/docfuse--><base href")), "{with}");
    assert!(with.contains("<header><!--docfuse--><style>") && with.contains("<docfuse-search"), "{with}");
    assert_eq!(page(&site, "404.html"), page_of_errors);
    let strict = page(&site, "strict.xhtml");
    assert!(
        strict.contains("<body><!--docfuse--><script defer=\"\" src=\"docfuse/docfuse-classic.js\">"),
        "{strict}"
    );
    inject(site.path(), &["--offline"]);
    assert_eq!((page(&site, "guide/based.html"), page(&site, "strict.xhtml")), (with, strict));
}
