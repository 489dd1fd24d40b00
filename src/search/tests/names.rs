//! Navigational matches rank first.

use super::*;
use crate::index::{Name, NameKind};

fn site() -> Site {
    let mut pages = vec![
        page(
            "tutorial",
            "os.path.join in many words",
            &[("", "Using os.path.join", &"Call os.path.join. ".repeat(60))],
        ),
        page(
            "library",
            "os.path",
            &[
                ("", "os.path", "Functions on paths."),
                ("os.path.join", "os.path.join(path, *paths)", "Joins segments."),
                ("str.join", "join(iterable)", "Joins strings."),
            ],
        ),
        page("sql", "CREATE TABLE", &[("", "CREATE TABLE", "Makes a table.")]),
        page("create", "Tables", &[("", "How to create a table", &"create table create table ".repeat(20))]),
    ];
    let name = |text: &str, kind| Name { text: text.to_owned(), kind };
    pages[1].sections[1].names =
        vec![name("os.path.join", NameKind::Qualified), name("join", NameKind::Last)];
    pages[1].sections[2].names = vec![name("str.join", NameKind::Qualified), name("join", NameKind::Plain)];
    Site::with(&pages, &settings())
}

#[test]
fn a_named_section_beats_frequent_mentions() {
    let mut site = site();
    for (query, expected) in [
        ("os.path.join", "library#os.path.join"),
        ("OS.Path.Join", "library#os.path.join"),
        (" os.path.join ", "library#os.path.join"),
        ("\"os.path.join\"", "library#os.path.join"),
        ("+os.path.join", "library#os.path.join"),
        ("os.path.join()", "library#os.path.join"),
        ("join()", "library#str.join"),
        ("str.join", "library#str.join"),
        ("join", "library#str.join"),
        ("os.path", "library"),
        ("create table", "sql"),
        ("\"create table\"", "sql"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational), "{query}");
        assert!(answer.corrections.is_empty(), "{query}");
    }
}

/// Names made of stop words or signs.
#[test]
fn operators_and_stop_words_are_names() {
    let others = [
        ("a", "Groups", "Group by group, sorted by group: is it not a group? It is not. [] and ..."),
        ("b", "Other", "A group is not by itself a group by others, by and by."),
    ];
    let mut pages = plain(&others);
    for (url, name) in
        [("group", "GROUP BY"), ("index", "[]"), ("rest", "..."), ("isnot", "is not"), ("by", "->")]
    {
        let mut page = page(url, url, &[("", name, "Some text about it.")]);
        page.sections[0].names = vec![Name { text: name.to_owned(), kind: NameKind::Heading }];
        pages.push(page);
    }
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [
        ("group by", "group"),
        ("GROUP BY", "group"),
        ("[]", "index"),
        ("...", "rest"),
        ("is not", "isnot"),
        ("\"is not\"", "isnot"),
        ("->", "by"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational), "{query}");
    }
}

/// Inbound links outweigh a slightly less reliable kind of name.
#[test]
fn the_most_linked_namesake_ranks_first() {
    let of = |kind, linking_pages| (kind, linking_pages);
    for (one, other, expected) in [
        (of(NameKind::Qualified, 0), of(NameKind::Qualified, 2), "b"),
        (of(NameKind::Qualified, 0), of(NameKind::Plain, 6), "a"),
        (of(NameKind::Qualified, 0), of(NameKind::Plain, 15), "b"),
        (of(NameKind::Last, 200), of(NameKind::Qualified, 0), "b"),
        (of(NameKind::Last, 0), of(NameKind::Listed, 100), "a"),
        (of(NameKind::Noted, 200), of(NameKind::Listed, 0), "b"),
    ] {
        let pages = [("a", one), ("b", other)].map(|(url, (kind, linking_pages))| {
            let mut page =
                page(url, url, &[("", "list", if url == "a" { "list list list" } else { "other" })]);
            page.sections[0].names = vec![Name { text: "list".to_owned(), kind }];
            page.sections[0].linking_pages = linking_pages;
            page
        });
        let answer = Site::with(&pages, &settings()).answer(&words("list"));
        assert_eq!(answer.hits[0].url, expected, "{one:?} {other:?}");
    }
}

#[test]
fn mistyped_names_rank_first() {
    let mut site = site();
    for (query, expected) in [
        ("os.path.jion", "library#os.path.join"),
        ("os.paht.join", "library#os.path.join"),
        ("os.path.jion()", "library#os.path.join"),
        ("craete  tabel", "sql"),
        ("CREATE TABEL", "sql"),
        ("+tabel", "create"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        let navigational = answer.hits[0].explanation.as_ref().is_some_and(|why| why.navigational);
        assert_eq!(navigational, query != "+tabel", "{query}");
    }
}

#[test]
fn a_name_with_further_words_is_not_navigational() {
    let mut site = site();
    for query in ["os.path.join segments", "+os.path.join -strings", "create a table", "tables"] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        let named =
            answer.hits.iter().filter(|hit| hit.explanation.as_ref().is_some_and(|why| why.navigational));
        assert_eq!(
            named.map(|hit| hit.url.as_str()).collect::<Vec<_>>(),
            if query == "tables" { vec!["create"] } else { vec![] },
            "{query}"
        );
    }
    let kinds: Vec<String> = site.urls("join");
    assert_eq!(
        kinds[..2],
        ["library#str.join", "library#os.path.join"],
        "a plain name ranks before a last part"
    );
}

/// Sections with the whole name come before those with its parts, in whatever field and however long the text.
#[test]
fn a_whole_name_comes_before_its_parts() {
    let long = "Words about something else, many of them. ".repeat(40);
    let names = [
        ("open_now", "client.open_now();"),
        ("client.open_now", "client.open_now();"),
        ("onBeforeClose", "panel.onBeforeClose(handler)"),
        ("ACME_HTTP_PROXY", "Set ACME_HTTP_PROXY to its address."),
        ("retry-limit", "| retry-limit | 3 |"),
        ("strict_mode", "client.strict_mode"),
        ("--loglevel", "acme --loglevel debug"),
        ("loglevel", "acme --loglevel debug"),
        ("--log-file", "acme --log-file out"),
        ("acme::pool::Guard", "use acme::pool::Guard;"),
    ];
    for (query, text) in names {
        let text = format!("{long}{text} {long}");
        let pages = [
            ("name", "Reference", text.as_str()),
            ("open", "Open", "Open now: open and open again. Open the client now."),
            ("close", "Before a close", "On close, before you close it: on, before, close."),
            ("acme", "ACME proxy", "ACME uses a proxy. HTTP proxy, ACME. A pool guards: pool guard."),
            (
                "retry",
                "Retrying",
                "A limit of retries. To retry without limit, retry. Retries have no limit.",
            ),
            ("log", "Logs", "A log file has a level. Log files, level by level: log, level, file."),
            ("strict", "Modes, strict", "The client has a strict mode: strict, mode."),
        ];
        let mut site = Site::of(&pages);
        let urls = site.urls(query);
        assert_eq!(urls[0], "name", "{query}: {urls:?}");
    }
}

/// Signs and blanks between the words of a name do not count.
#[test]
fn names_are_found_by_their_words() {
    let others = [
        ("a", "Other", "Retry, limit, diff and tree, fixed, format. git diff tree, git diff tree."),
        ("b", "More", "Retry limit, retry-limit, git diff-tree, fixed formatter: all in prose."),
    ];
    let mut pages = plain(&others);
    for (url, name, kind) in [
        ("limit", "Retry limit", NameKind::Heading),
        ("tree", "git-diff-tree", NameKind::Plain),
        ("class", "FixedFormatter", NameKind::Qualified),
        ("option", "--no-verify", NameKind::Listed),
    ] {
        let mut page = page(url, url, &[("", url, "Some text about it.")]);
        page.sections[0].names = vec![Name { text: name.to_owned(), kind }];
        pages.push(page);
    }
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [
        ("retry-limit", "limit"),
        ("RETRY_LIMIT", "limit"),
        ("retryLimit", "limit"),
        ("git diff-tree", "tree"),
        ("git diff tree", "tree"),
        ("git-diff-tree", "tree"),
        ("fixed formatter", "class"),
        ("fixed_formatter", "class"),
        ("no verify", "option"),
        ("no-verify", "option"),
    ] {
        assert_eq!(site.urls(query)[0], expected, "{query}");
    }
}

/// A word with a dash is a word where the texts write it so, and behind another word.
#[test]
fn options_of_commands_are_words() {
    let mut site = Site::of(&[
        ("rm", "Removing", "To remove a folder, run rm -rf folder. A job is stopped, too."),
        ("plain", "Files", "rm removes a file. rm takes rf for nothing."),
        ("stop", "Jobs", "rm of a stopped job: stopped."),
        ("maven", "Maven", "mvn -DskipTests package builds without tests."),
        ("maven-other", "Maven tests", "mvn package tests, skip nothing."),
    ]);
    for (query, expected) in [
        ("rm -rf", &["rm", "plain", "stop"][..]),
        ("rm -stopped", &["plain"]),
        ("mvn -DskipTests", &["maven", "maven-other"]),
        ("-rf", &["rm", "plain"]),
    ] {
        let found = site.urls(query);
        assert_eq!(found[0], expected[0], "{query}");
        assert_eq!(sorted(found), sorted(expected.iter().map(ToString::to_string).collect()), "{query}");
    }
}

/// The whole name is corrected, not only its last part, and also where all of its parts are words of the site.
#[test]
fn typing_errors_in_whole_names_are_corrected() {
    let mut pages = plain(&[
        ("a", "Fixed formats", "A formater of fixed width has a fixed format. Children spawned a child: n."),
        ("b", "Spawn", "Spawned children, spawning children. n spawns."),
        ("c", "Meshes", "A mesh is set. Set a mesh, animated meshes, tri meshes."),
    ]);
    for (url, name, text) in [
        ("class", "FixedFormatter", "FixedFormatter formats."),
        ("children", "n_children_spawned", "n_children_spawned counts."),
        ("mesh", "TriMesh.set_animated", "set_animated(on)"),
    ] {
        let mut page = page(url, url, &[("", name, text)]);
        page.sections[0].names = vec![Name { text: name.to_owned(), kind: NameKind::Qualified }];
        pages.push(page);
    }
    let mut site = Site::with(&pages, &settings());
    for (query, expected, corrected) in [
        ("FixedFormater", "class", "FixedFormatter"),
        ("n_children_spawnned", "children", "n_children_spawned"),
        ("TriMesh.set_anipmated", "mesh", "TriMesh.set_animated"),
    ] {
        // Also while it may go on, as in the box.
        for prefix in [false, true] {
            let answer = site.answer(&Request { prefix, ..words(query) });
            assert_eq!(answer.hits[0].url, expected, "{query}: {:?}", answer.corrections);
            assert_eq!(answer.corrections[0].to, corrected, "{query}");
        }
    }
}

/// A command comes first where it stands as a whole.
#[test]
fn a_pasted_command_finds_its_line() {
    let mut site = Site::of(&[
        (
            "manual",
            "git commit",
            "git commit -a: commit all. git commit -m: commit with a message. Commit, commit.",
        ),
        (
            "options",
            "Options of commit",
            "-a commits all. -m takes a message. commit -m. -am is both. git commits.",
        ),
        ("tutorial", "A long tutorial", "Then run git commit -am \"first\" in the folder."),
    ]);
    for (query, expected) in [
        ("git commit -am", "tutorial"),
        ("git commit -am \"first\"", "tutorial"),
        ("git commit -m", "manual"),
    ] {
        let answer = site.answer(&Request { explain: true, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
    }
    assert_eq!(site.urls("git commit -m").len(), 3, "the others follow");
}

/// A rare word with a capital inside is meant, though a frequent word is one edit away; of another, this follows.
#[test]
fn rare_names_are_not_corrected() {
    let mut pages: Vec<Page> = (0..30)
        .map(|n| page(&format!("f{n}"), "Format", &[("", "Format", "The format of a file.")]))
        .collect();
    pages.push(page(
        "matrix",
        "Regression",
        &[("", "Output", "The array fformat has a matrix. Other words.")],
    ));
    let mut site = Site::with(&pages, &settings());
    assert_eq!(site.urls("FFORMAT"), ["matrix"]);
    let found = site.urls("fformat");
    assert_eq!(found[0], "matrix");
    assert!(found.len() > 1, "as a plain word it may be a typing error of the author's");
}

/// A constant does not precede the variable with the same words, unless it is typed as written or alone has the words.
#[test]
fn constants_are_not_the_variables_of_their_words() {
    let mut pages =
        plain(&[("use", "Using formats", "Give realFormat: realFormat is the format. realFormat!")]);
    for (url, name) in [("constant", "REAL_FORMAT"), ("other", "MAX_SIZE"), ("heading", "max-width")] {
        let mut page = page(url, "Messages", &[("", name, "Some text.")]);
        page.sections[0].names = vec![Name { text: name.to_owned(), kind: NameKind::Heading }];
        pages.push(page);
    }
    pages.extend(plain(&[("css", "Styles", "Set maxWidth: maxWidth is maxWidth.")]));
    let mut site = Site::with(&pages, &settings());
    for (query, expected) in [
        ("realFormat", "use"),
        ("REAL_FORMAT", "constant"),
        ("maxSize", "other"),
        ("max size", "other"),
        ("maxWidth", "heading"),
    ] {
        assert_eq!(site.urls(query)[0], expected, "{query}");
    }
}
