use super::*;
use crate::search::matches::text_matches::with_matches;
use proptest::prelude::*;

fn found(text: &str, query: &str) -> Excerpt {
    with_matches(text, query, |terms, matches| excerpt(matches, text, choose(terms, matches, text, false)))
}

fn shown(text: &str, query: &str) -> (String, Vec<String>) {
    let excerpt = found(text, query);
    let units: Vec<u16> = excerpt.text.encode_utf16().collect();
    let marked = excerpt
        .highlights
        .iter()
        .map(|(from, to)| String::from_utf16(&units[*from as usize..*to as usize]).unwrap())
        .collect();
    (excerpt.text, marked)
}

#[test]
fn shows_the_best_passage() {
    let text = format!(
        "A thread. {} Sharing data between threads 🧵 needs an Arc.\n{}",
        "x ".repeat(300),
        "y ".repeat(300)
    );
    let (line, marked) = shown(&text, "thread data arc");
    assert!(line.contains("Sharing data between threads 🧵 needs an Arc. y"), "{line}");
    assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
    assert_eq!(marked, ["data", "threads", "Arc"]);
}

#[test]
fn shows_the_beginning_without_a_match() {
    assert_eq!(shown("First line\nsecond  line", "nowhere"), ("First line second line".into(), vec![]));
    assert_eq!(shown("", "thread"), (String::new(), vec![]));
}

#[test]
fn keeps_lines_of_code_apart() {
    let excerpt = found("Share\nit:\rlet b = 1;  \u{b}\u{b}    share(b);\u{c}Then  go.\nOn.", "share b");
    assert_eq!(excerpt.text, "Share it:\nlet b = 1;\nshare(b);\nThen go. On.");
    assert_eq!(excerpt.highlights, [(0, 5), (14, 15), (21, 26), (27, 28)]);
}

#[test]
fn marks_names_before_their_parts() {
    for (text, query, expected) in [
        ("call os.path.join now", "os.path.join path", &["os.path.join"][..]),
        // Parts only where the whole name is not.
        ("core.eol, core.autocrlf, core", "core.autocrlf", &["core.autocrlf"]),
        ("core.eol and core", "core.autocrlf", &["core", "core"]),
        ("core.eol, core.autocrlf", "core.autocrlf eol", &["eol", "core.autocrlf"]),
        ("git sets GIT_SSH and GIT_SSH_COMMAND", "GIT_SSH_COMMAND", &["GIT_SSH_COMMAND"]),
        // A name inside of a name is a part, too.
        ("receive.hideRefs is as hideRefs", "receive.hideRefs", &["receive.hideRefs"]),
        ("This hideRefs hides", "receive.hideRefs", &["hideRefs", "hides"]),
        ("--no-color, no color", "--no-color", &["--no-color"]),
        // Neither a letter nor a number alone, unless it was typed alone.
        ("toLocal8Bit, Qt 4.8", "toUtf8", &[]),
        ("a UTF-8 text, fromUtf8", "toUtf8", &["UTF-8", "Utf8"]),
        ("Qt 5.6, 15 items, Qt 5.15", "Qt 5.15", &["Qt", "Qt", "5.15"]),
        ("Since 5.6, 15 items", "5.15", &[]),
        ("x_pos or t", "x_size", &[]),
        ("C or C-c", "C", &["C"]),
        ("chapter 5 of 5.6", "chapter 5", &["chapter", "5"]),
        // Parts side by side are one.
        ("os.path alone", "os.path.join", &["os.path"]),
        ("東京都の", "東京都", &["東京都"]),
    ] {
        let (line, marked) = shown(text, query);
        assert_eq!(marked, expected, "{query} in {line}");
    }
}

#[test]
fn an_entry_stands_before_prose() {
    let prose = format!("Ignored if core.autocrlf is set, see core.eol and core. {}", "y ".repeat(200));
    let other = format!("core.safecrlf\nAsks about core.autocrlf here. {}", "z ".repeat(200));
    for (entry, start) in [
        ("core.autocrlf\nSetting this to true is easy. And more.", "core.autocrlf Setting this"),
        ("core.autocrlf=<value>\nSets it.", "core.autocrlf=<value> Sets it."),
        ("(core.autocrlf name)\nSets it.", "(core.autocrlf name) Sets it."),
    ] {
        let text = format!("{prose}\n{other}\n{entry}\nNext\n{}", "w ".repeat(200));
        let (line, marked) = shown(&text, "core.autocrlf");
        assert!(line.starts_with(start), "{line}");
        assert_eq!(marked, ["core.autocrlf"]);
    }
    // A line of code is no entry, and words weigh more than a place.
    let text = format!("{prose}\rcore.autocrlf = 1\u{c}{prose}");
    assert!(shown(&text, "core.autocrlf").0.starts_with("Ignored"));
    let text = format!("core.autocrlf\nIs that. {prose} The core.autocrlf of checkouts. {prose}");
    assert!(shown(&text, "core.autocrlf checkouts").0.contains("of checkouts"));
}

#[test]
fn ends_with_a_sentence_behind_the_last_match() {
    let words = "Words go on. ".repeat(30);
    assert!(shown(&format!("Threads. {words}"), "thread").0.ends_with("go on."));
    let (line, marked) = shown(&format!("Threads. {} join more {words}", "on ".repeat(50)), "thread join");
    assert_eq!(marked, ["Threads", "join"]);
    assert!(line.ends_with("go on."), "{line}");
    let text = format!("Threads {}", "go on ".repeat(60));
    assert!(shown(&text, "thread").0.ends_with(" go…"), "{}", shown(&text, "thread").0);
    let text = format!("Threads. {}That is e.g. {}", "on ".repeat(50), "go on ".repeat(60));
    assert!(shown(&text, "thread").0.ends_with('…'), "{}", shown(&text, "thread").0);
    let text = format!("Threads. {}That is it.\n{}", "on ".repeat(50), "go on ".repeat(60));
    assert!(shown(&text, "thread").0.ends_with("it."), "{}", shown(&text, "thread").0);
}

#[test]
fn a_section_that_is_what_the_query_names_is_shown_from_its_beginning() {
    let text = format!("Joins paths. {} Here os.path.join is called.", "y ".repeat(200));
    let start = |is_named| {
        with_matches(&text, "os.path.join", |terms, matches| choose(terms, matches, &text, is_named).start)
    };
    assert_eq!(start(true), 0);
    assert!(start(false) > 300);
}

#[test]
fn a_signature_gives_way_to_the_description() {
    for (text, expected) in [
        ("void\u{b}f_show (Widget *w);\u{c}Shows w.", "Shows w."),
        ("void f_show(Widget w)\nf_show(Widget w, int n)\nShows w.", "Shows w."),
        (
            "[virtual] void T::f_show(Widget w) const\nShows (all of) w. And more.\nOn",
            "Shows (all of) w. And more. On",
        ),
        ("void\u{b}f_show (Widget *w);\u{c}Shows w:\rf_show(w)\u{c}On", "Shows w:\nf_show(w)\nOn"),
        // What comes first is said first.
        ("Calls f_show() soon.\nMore.", "Calls f_show() soon. More."),
        ("Use f_show() so:\rf_show(w)\u{c}On.", "Use f_show() so:\nf_show(w)\nOn."),
        ("f_show - shows things\nMore.", "f_show - shows things More."),
        // Nothing is described.
        ("void\u{b}f_show (Widget *w,\u{b}int n)", "void\nf_show (Widget *w,\nint n)"),
        ("f_show(w)\rf_show(w);", "f_show(w)\nf_show(w);"),
        ("f_show(w)\u{c}", "f_show(w)"),
        ("f_show(w)", "f_show(w)"),
        ("", ""),
    ] {
        let shown = with_matches(text, "f_show", |terms, matches| {
            excerpt(matches, text, choose(terms, matches, text, true))
        });
        assert_eq!(shown.text, expected);
    }
    let long = format!("{}\u{c}On", "f(x)\u{b}".repeat(400));
    assert_eq!(description(&long), 0);
}

#[test]
fn matches_behind_a_signature_come_before_those_in_it() {
    let text =
        format!("void\u{b}f_show (Widget *w, Group *g);\u{c}{}Shows a widget.", "On and on. ".repeat(30));
    assert!(shown(&text, "show widget").0.ends_with("Shows a widget."));
    // A parameter that is named nowhere else.
    assert_eq!(shown(&text, "show widget group").1, ["show", "Widget", "Group"]);
}

#[test]
fn the_text_is_what_is_around_the_passage() {
    let text = format!("First. {}🧵 here. {}", "y ".repeat(200), "z ".repeat(200));
    let passage = text.find("here").unwrap()..text.find("here").unwrap() + 5;
    for (bytes, begins, has_passage) in [
        (0, "", false),
        (2000, "First", true),
        (500, "First", true),
        (300, "…y y", true),
        (40, "…y y", false),
    ] {
        let (around, (from, to)) = text_around(&text, passage.clone(), bytes);
        assert!(around.starts_with(begins) && around.len() <= bytes + 3, "{bytes}: {around}");
        let units: Vec<u16> = around.encode_utf16().collect();
        let passage = String::from_utf16(&units[from as usize..to as usize]).unwrap();
        assert_eq!(passage, if has_passage { "here." } else { "" }, "{bytes}");
    }
    assert_eq!(text_around("", 0..0, 100), Default::default());
}

proptest! {
    #[test]
    fn highlights_lie_inside_the_excerpt(text in "[a-c東🧵é .\n]{0,600}") {
        shown(&text, "a_b b ab 東");
        shown(&text, "b 東é");
    }
}
