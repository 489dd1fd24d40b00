//! Whole names, rare words and options before what only resembles them.

use super::*;

/// Thirty sections of a word each, so that it is frequent.
fn frequent(word: &str) -> Vec<Page> {
    let text = format!("The {word} of it. Any {word}, {word}.");
    (0..30).map(|n| page(&format!("{word}{n}"), word, &[("", word, text.as_str())])).collect()
}

/// A word that stands in the index comes before a frequent one that it may be a typing error of.
#[test]
fn a_rare_word_comes_before_its_frequent_neighbor() {
    let long = "Words about something else, many of them. ".repeat(40);
    let mut pages = frequent("stat");
    pages.extend(frequent("file"));
    for (url, text) in [("lstat", "calls lstat"), ("pile", "a pile of"), ("both", "sockets")] {
        pages.push(page(url, "Other things", &[("", "Others", &format!("{long} {text} {long}"))]));
    }
    let mut site = Site::with(&pages, &settings());
    for query in ["lstat", "pile", "the pile", "lstat calls"] {
        let expected = if query.contains("pile") { "pile" } else { "lstat" };
        let answer = site.answer(&Request { limit: 50, ..words(query) });
        assert_eq!(answer.hits[0].url, expected, "{query}");
        assert!(answer.hits.len() > 20, "{query}: the neighbors follow");
    }
}

/// A name with an argument or a value is the name.
#[test]
fn values_do_not_hide_names() {
    let long = "Words about something else, many of them. ".repeat(40);
    for (query, text) in [
        ("--batch-limit=5", "run --batch-limit=5 now"),
        ("--style-mode=first", "run --style-mode=last now"),
        ("-DopenNow=map", "mvn -DopenNow=map"),
        ("client.save_now(first)", "client.save_now(x)"),
        ("Reader::with_cap(last)", "Reader::with_cap(n)"),
        ("style.minOpen=load", "style.minOpen = 3"),
        ("set_load(user_name)", "set_load(other)"),
    ] {
        let pages = [
            ("name", "Reference", &*format!("{long} {text} {long}")),
            ("5", "5", "5, 5 and 5."),
            ("first", "First", "First and last. First, first."),
            ("map", "Map", "Map a map. Map, map."),
            ("last", "Last", "Last of the last. Last."),
            ("load", "Load", "Load a load. Load, load."),
            ("user", "User name", "User name, user name."),
        ];
        let urls = Site::of(&pages).urls(query);
        assert_eq!(urls[0], "name", "{query}: {urls:?}");
    }
}

/// An option is a name among other words, too.
#[test]
fn options_among_words_are_names() {
    let long = "Words about something else, many of them. ".repeat(40);
    let text = format!("{long} acme --open-limit 3 is a setting to use {long}");
    let mut pages = frequent("setting");
    pages.extend(frequent("use"));
    pages.extend(plain(&[
        ("option", "Reference", &text),
        ("open", "Open", "Open it. Use open to open. Open the limit: open, limit. A setting."),
    ]));
    let mut site = Site::with(&pages, &settings());
    for query in ["--open-limit setting", "use --open-limit"] {
        assert_eq!(site.urls(query)[0], "option", "{query}");
    }
}

/// `-auto` begins `-auto-approve`, so its dash does not exclude.
#[test]
fn the_beginning_of_an_option_does_not_exclude_it() {
    let pages = [
        ("apply", "Apply", "terraform apply -auto-approve applies."),
        ("warn", "Warnings", "gcc -Wno-unused-variable is silent."),
        ("include", "Folders", "gcc -I/usr/include/acme finds it."),
        ("java", "Properties", "java -Dacme.user.dir=x starts."),
        ("stop", "Jobs", "rm of a stopped job: stopped, automatic."),
        ("rm", "Remove", "rm removes."),
    ];
    let mut site = Site::of(&pages);
    for (query, expected) in [
        ("terraform apply -auto", "apply"),
        ("gcc -Wno-unused", "warn"),
        ("gcc -I/usr/include", "include"),
        ("java -Dacme.user", "java"),
    ] {
        for prefix in [false, true] {
            let found = urls(&site.answer(&Request { prefix, ..words(query) }));
            assert_eq!(found.first().map(String::as_str), Some(expected), "{query}");
        }
    }
    assert_eq!(site.urls("rm -stopped"), ["rm"]);
}

/// A part of a path comes before the words of it, and is no correction.
#[test]
fn a_part_of_a_path_is_found_by_its_words() {
    let long = "Words about something else, many of them. ".repeat(40);
    let text =
        "objX.widget.refresh() acme.os.path.join(a) acme::array::map::call(x) this.fs.cp(a) lists->map(x)";
    let mut site = Site::of(&[
        ("name", "Reference", &*format!("{long} {text} {long}")),
        ("widget", "Widget", "A widget, to refresh. Refresh a widget to refresh."),
        ("path", "Path", "Join a path. A path to join, to join. How to use a path on windows."),
        ("array", "Array", "Map an array. An array to map, to map."),
        ("fs", "fs", "cp on fs. Use cp, or fs to cp."),
        ("windows", "Windows", "Windows. Use windows, how to use windows."),
    ]);
    for query in [
        "widget.refresh",
        "widget.refresh()",
        "path.join",
        "how to use path.join",
        "path.join windows",
        "array::map",
        "fs.cp",
    ] {
        let answer = site.answer(&words(query));
        assert_eq!(answer.hits[0].url, "name", "{query}");
        assert!(answer.corrections.is_empty(), "{query}: {:?}", answer.corrections);
        assert!(answer.hits.len() > 1, "{query}: the parts follow");
    }
}

/// Signs between the words of a name that may be nothing belong to it.
#[test]
fn optional_chains_are_names() {
    let long = "Words about something else, many of them. ".repeat(40);
    let mut site = Site::of(&[
        ("chain", "Reference", &*format!("{long} let city = user?.name; next!.then(); {long}")),
        ("plain", "Manual", &*format!("{long} let city = user.name; next.then() {long}")),
        ("words", "Users", "The name of a user. A user, a name. Next, then next, then."),
        ("city", "City", "A city, a city."),
    ]);
    for query in ["user?.name", "city user?.name", "next!.then"] {
        let urls = site.urls(query);
        assert_eq!(urls[0], "chain", "{query}: {urls:?}");
        assert!(urls.contains(&"plain".to_owned()), "{query}: {urls:?}");
    }
}

/// Release notes come behind other sections with the name, among other words, too.
#[test]
fn notes_follow_what_documents() {
    let long = "Words about something else, many of them. ".repeat(40);
    let mut pages = plain(&[
        (
            "guide",
            "Guide",
            &*format!("{long} zipfold(x) and client.open_now() with cargo test, also --no-run {long}"),
        ),
        ("other", "Other", &long),
    ]);
    for n in 0..3 {
        let text =
            "zipfold is new. zipfold! open_now for any client: open_now, client. Fixed cargo test --no-run.";
        let mut notes =
            page(&format!("notes{n}"), "Release notes", &[("", "zipfold, open_now, --no-run", text)]);
        notes.is_secondary = true;
        pages.push(notes);
    }
    let mut site = Site::with(&pages, &settings());
    for query in ["zipfold", "open_now client", "client.open_now", "open_now"] {
        let urls = site.urls(query);
        assert_eq!(urls[0], "guide", "{query}: {urls:?}");
        assert!(query.contains('.') || urls.len() == 4, "{query}: the notes follow: {urls:?}");
    }
}

/// What comes first is still what the operators and the words asked for allow.
#[test]
fn names_that_come_first_obey_operators() {
    let mut site = Site::of(&[
        ("both", "Both", "open_now of the client"),
        ("name", "Name", "open_now alone"),
        ("client", "Client", "Client, client."),
    ]);
    assert_eq!(site.urls("open_now -client"), ["name"]);
    assert_eq!(site.urls("open_now +client"), ["both", "client"]);
}
