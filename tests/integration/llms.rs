use std::fs;
use std::path::Path;

use crate::command::{Outcome, Site, contents, docfuse};

fn build(site: &Site, more: &[&str]) -> Outcome {
    let mut arguments = vec!["build", site.path().to_str().unwrap(), "--no-dense", "--llms-txt"];
    arguments.extend(more);
    docfuse(&arguments)
}

fn read(site: &Site, path: &str) -> String {
    let text = fs::read_to_string(site.path().join(path)).unwrap();
    let (text, mark) = text.split_at(text.rfind("\n<!-- docfuse ").unwrap());
    assert_eq!(mark.len(), "\n<!-- docfuse 0123456789abcdef -->\n".len());
    text.to_owned()
}

/// Targets of the links of a Markdown text.
fn targets(markdown: &str) -> Vec<&str> {
    markdown.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect()
}

/// Four pages: one at a clean address, one with code, one with a section that another one has too.
fn manual() -> Site {
    let shared = "Wrap the value in an Arc and clone it for each thread, so that all of them own it, and it is freed by \
                  the last one of them, whenever that ends, in whatever order they end, without any lock around it. A count of owners stands beside the \
                  value; each clone adds one to it, and each owner that goes takes one away. What changes the value needs \
                  a lock inside, such as a Mutex, whose guard is given back when it leaves its block.";
    Site::new(&[
        (
            "index.html",
            "<title>The Manual</title><meta name=description content='All about sharing.'><main><h1>The Manual</h1>\
             <p>Start here. <a href=setup/>Setup</a> <a href=guide/threads.html>Threads</a></main>",
        ),
        (
            "setup/index.html",
            "<title>Setup</title><main><h1>Setup</h1><p>Install a Vec&lt;T&gt;.<p># 1 of all</main>",
        ),
        (
            "guide/threads.html",
            &format!(
                "<title>Threads</title><main><h1>Threads</h1><p>Threads run.<h2 id=arc>Sharing</h2><p>{shared}\
                 <h2 id=code>Code (a [b])</h2><p>Like this:<pre>let a = 1;\n\n```\nlet b;</pre><p>Done.<h3 id=more>More</h3><p>Deep.</main>"
            ),
        ),
        (
            "guide/other.html",
            &format!(
                "<title>Other</title><main><h1>Other</h1><p>Own text.<h2 id=x>Sharing</h2><p>{shared}</main>"
            ),
        ),
        (
            "changelog.html",
            "<title>Changelog</title><main><h1>Changelog</h1><h2>1.1</h2><p>Fixed.<h2>1.0</h2><p>First.</main>",
        ),
    ])
}

#[test]
fn a_list_and_a_markdown_file_for_each_page() {
    let site = manual();
    let said = build(&site, &[]).ok();
    assert!(said.contains("llms.txt: 5 Markdown files in "), "{said}");
    let list = read(&site, "llms.txt");
    assert!(
        list.starts_with("# The Manual\n\n> All about sharing.\n\n## Pages\n\n- [The Manual]("),
        "{list}"
    );
    assert!(
        list.contains("## guide\n\n- [") && list.contains("## Setup\n\n- [Setup](setup/index.html.md)"),
        "{list}"
    );
    assert!(list.ends_with("## Optional\n\n- [Changelog](changelog.html.md)\n"), "{list}");
    assert_eq!(targets(&list).len(), 5);
    for target in targets(&list) {
        assert!(site.path().join(target).is_file(), "{target} of {list}");
    }
    assert_eq!(read(&site, "index.html.md").lines().next(), Some("# The Manual"));
    assert_eq!(read(&site, "setup/index.html.md"), "# Setup\n\nInstall a Vec\\<T>.\n\n\\# 1 of all\n");
    let threads = read(&site, "guide/threads.html.md");
    let code = "## Code (a [b])\n\nLike this:\n\n````\nlet a = 1;\n\n```\nlet b;\n````\n\nDone.\n\n### More\n\nDeep.\n";
    assert!(threads.starts_with("# Threads\n\nThreads run.\n\n## ") && threads.contains(code), "{threads}");
}

#[test]
fn removed_duplicates_are_linked() {
    let site = manual();
    build(&site, &[]).ok();
    let [one, other] = ["guide/threads.html.md", "guide/other.html.md"].map(|path| read(&site, path));
    let (without, page) = if one.contains("Wrap the value") {
        (other, "guide/other.html.md")
    } else {
        (one, "guide/threads.html.md")
    };
    assert!(without.contains("Sections of this page whose text is on another page too:"), "{without}");
    let target = targets(&without)[0];
    let to = site.path().join(page).parent().unwrap().join(target);
    assert!(to.is_file() && fs::read_to_string(&to).unwrap().contains("Wrap the value"), "{target}");
}

#[test]
fn files_of_others_are_left_alone() {
    let site = manual();
    site.write("llms.txt", b"# My own\n");
    site.write("guide/notes.md", b"# Notes\n");
    let said = build(&site, &[]).ok();
    assert!(
        said.contains("docfuse did not write them, or they were changed since: llms.txt; delete them"),
        "{said}"
    );
    assert_eq!(fs::read(site.path().join("llms.txt")).unwrap(), b"# My own\n");
    // Written by a build, then changed by hand.
    let changed = site.path().join("setup/index.html.md");
    fs::write(&changed, fs::read_to_string(&changed).unwrap().replace("Install", "Install by hand")).unwrap();
    let said = build(&site, &[]).ok();
    assert!(said.contains("llms.txt and 1 more"), "{said}");
    assert!(fs::read_to_string(&changed).unwrap().contains("by hand"));
    fs::remove_file(site.path().join("llms.txt")).unwrap();
    fs::remove_file(&changed).unwrap();
    let said = build(&site, &[]).ok();
    assert!(!said.contains("did not write"), "{said}");
    read(&site, "llms.txt");
    read(&site, "setup/index.html.md");
    assert_eq!(fs::read(site.path().join("guide/notes.md")).unwrap(), b"# Notes\n");
}

#[test]
fn later_builds_replace_and_delete_what_they_wrote() {
    let (site, cache) = (manual(), tempfile::tempdir().unwrap());
    let keep = ["--cache", cache.path().to_str().unwrap()];
    build(&site, &keep).ok();
    let before = contents(&site.path().join("guide"));
    let said = build(&site, &keep).ok();
    assert!(said.contains("nothing has changed"), "{said}");
    // A file that is gone is written again.
    fs::remove_file(site.path().join("llms.txt")).unwrap();
    assert!(!build(&site, &keep).ok().contains("nothing has changed"));
    read(&site, "llms.txt");
    assert_eq!(contents(&site.path().join("guide")), before);
    fs::remove_file(site.path().join("guide/other.html")).unwrap();
    site.write("guide/.docfuse-x1Y2z3", b"of an interrupted build");
    build(&site, &keep).ok();
    assert!(
        !site.path().join("guide/other.html.md").exists()
            && site.path().join("guide/threads.html.md").exists()
    );
    assert!(!site.path().join("guide/.docfuse-x1Y2z3").exists());
    assert!(!read(&site, "llms.txt").contains("other.html"));
}

#[test]
fn nothing_is_written_where_it_does_not_belong() {
    let (site, elsewhere) = (manual(), tempfile::tempdir().unwrap());
    let out = elsewhere.path().join("index");
    build(&site, &["--out", out.to_str().unwrap()]).ok();
    assert!(read(&site, "llms.txt").contains("guide/threads.html.md"));
    assert!(!Path::new(&out).join("llms.txt").exists() && !site.index().exists());
    docfuse(&["build", "--jsonl", "a.jsonl", "--out", "x", "--llms-txt"]).fails_with(&["--llms-txt"]);
    let plain = manual();
    plain.build();
    assert!(!plain.path().join("llms.txt").exists());
}

#[test]
fn pages_with_a_box_name_their_markdown() {
    let site = manual();
    site.write("setup/index.html.md", b"# My own\n");
    let said = build(&site, &["--inject"]).ok();
    assert!(said.contains("\nlinked with its Markdown: 4 pages\n"), "{said}");
    let page = |path: &str| fs::read_to_string(site.path().join(path)).unwrap();
    for (path, link) in [
        ("index.html", Some("index.html.md")),
        ("guide/threads.html", Some("threads.html.md")),
        ("setup/index.html", None),
    ] {
        let link =
            link.map(|name| format!("<link rel=\"alternate\" type=\"text/markdown\" href=\"{name}\"/>"));
        let html = page(path);
        match link {
            Some(link) => assert!(html.contains(&format!("{link}<!--/docfuse--><title>")), "{html}"),
            None => assert!(!html.contains("text/markdown"), "{html}"),
        }
    }
    // A page whose Markdown is gone, and pages of a build that writes none, are not linked with it.
    fs::remove_file(site.path().join("guide/other.html")).unwrap();
    assert!(build(&site, &["--inject"]).ok().contains("linked with its Markdown: 3 pages"));
    docfuse(&["build", site.path().to_str().unwrap(), "--no-dense", "--inject"]).ok();
    assert!(!page("index.html").contains("text/markdown"), "{}", page("index.html"));
}
