//! What is looked up in place of words that the site lacks.

use super::*;

#[test]
fn typing_errors_are_corrected_and_reported() {
    let mut site = Site::of(DOCS);
    for (query, corrections, expected) in [
        ("ownre", &[("ownre", "owner")][..], &["a", "d"][..]),
        ("threds", &[("threds", "threads")], &["b", "c", "e"]),
        ("htreads", &[("htreads", "threads")], &["b", "c", "e"]),
        ("thraeds", &[("thraeds", "threads")], &["b", "c", "e"]),
        ("Thréds", &[("Thréds", "threads")], &["b", "c", "e"]),
        ("fiel pool?", &[("fiel", "file")], &["b", "c", "d", "e"]),
        ("borowing shraing", &[("borowing", "borrowing"), ("shraing", "sharing")], &["a", "b", "c", "e"]),
        ("thread", &[], &["b", "c", "e"]),
        ("zzqqxx", &[], &[]),
        ("pool -ownre", &[], &["b", "c", "e"]),
        ("\"thraed pool\"", &[], &[]),
        ("\"threds\"", &[], &[]),
        ("pool \"threds\"", &[], &["b", "c", "e"]),
    ] {
        let answer = site.answer(&words(query));
        let reported: Vec<(&str, &str)> =
            answer.corrections.iter().map(|it| (it.from.as_str(), it.to.as_str())).collect();
        assert_eq!(reported, corrections, "{query}");
        assert_eq!(sorted(urls(&answer)), expected, "{query}");
    }
}

#[test]
fn errors_anywhere_in_a_word_are_corrected() {
    let mut site = Site::of(&[
        ("a", "", "The conversion of a working series; a conversion works in series."),
        ("b", "", "One property has properties; each property is tested, and testing is supported."),
        ("c", "", "A generator of settings; setting generators up."),
    ]);
    for (typed, meant) in [
        ("conversiin", "conversion"),
        ("converison", "conversion"),
        ("cnoversion", "conversion"),
        ("worknig", "working"),
        ("wroking", "working"),
        ("seires", "series"),
        ("tseting", "testing"),
        ("supportekd", "supported"),
        ("properteis", "properties"),
        ("prperties", "properties"),
        ("generatosr", "generators"),
        ("settinfs", "settings"),
    ] {
        let answer = site.answer(&words(typed));
        let reported = Correction { from: typed.to_owned(), to: meant.to_owned() };
        assert_eq!(answer.corrections, [reported]);
        assert_eq!(urls(&answer), urls(&site.answer(&words(meant))), "{typed}");
    }
}

#[test]
fn a_wrong_first_letter_is_corrected_whatever_the_stemmer_removes_behind_another_one() {
    // So many words that few of their blocks are read. Behind "em", "-nual" loses an ending; "manual" keeps it.
    let syllables: Vec<String> = "bdfgklmnprst"
        .chars()
        .flat_map(|first| "aeiou".chars().map(move |second| [first, second].iter().collect()))
        .collect();
    let mut text = String::new();
    for (one, two) in syllables.iter().flat_map(|one| syllables.iter().map(move |two| (one, two))) {
        syllables.iter().step_by(7).for_each(|three| text.extend([one, two, three, " "]));
    }
    let mut site = Site::of(&[("a", "", &text), ("b", "", "The manual."), ("c", "", "Read the manual.")]);
    for typed in ["sanual", "vanual", "manuul"] {
        let answer = site.answer(&words(typed));
        assert_eq!(answer.corrections, [Correction { from: typed.to_owned(), to: "manual".to_owned() }]);
    }
}

#[test]
fn the_form_that_stands_on_the_page_decides_not_the_stem() {
    // "shraing" has the stem "shra", which is one edit from "shr" and two from "share".
    let mut site = Site::of(&[
        ("a", "", "the shr instruction shifts, and shr again"),
        ("b", "", "they share; to share is to lend"),
        ("c", "", "we share by sharing"),
    ]);
    let answer = site.answer(&words("is shraing?"));
    let reported = Correction { from: "shraing".to_owned(), to: "sharing".to_owned() };
    assert_eq!(
        (sorted(urls(&answer)), answer.corrections),
        (vec!["b".to_owned(), "c".to_owned()], vec![reported])
    );
}

#[test]
fn the_end_of_an_unfinished_name_is_not_corrected() {
    let mut site = Site::of(&[("a", "", "str.split cuts"), ("b", "", "sql and sql"), ("c", "", "str")]);
    let answer = site.answer(&Request { prefix: true, ..words("str.spl") });
    assert_eq!((sorted(urls(&answer)).concat().as_str(), answer.corrections.len()), ("ac", 0));
    assert_eq!(site.answer(&words("str.slq")).corrections[0].to, "sql");
}

/// "thered" has the stem of "there", but nobody writes it; nor is any form of "custom" near.
#[test]
fn forms_that_no_page_has_are_not_reported() {
    let mut site = Site::of(&[
        ("a", "", "there is a thread"),
        ("b", "", "there it is"),
        ("c", "", "it is there, over there"),
        ("d", "", "a custom one, a custom, custom"),
    ]);
    for (typed, reported) in [("thred", &["thread"][..]), ("custoom", &["custom"]), ("customiss", &[])] {
        let answer = site.answer(&words(typed));
        let shown: Vec<&str> = answer.corrections.iter().map(|it| it.to.as_str()).collect();
        assert_eq!(shown, reported, "{typed}");
    }
}

#[test]
fn mistyped_parts_of_names_are_corrected() {
    let mut site = Site::of(DOCS);
    let answer = site.answer(&words("thraeds-pool"));
    let reported: Vec<(&str, &str)> =
        answer.corrections.iter().map(|it| (it.from.as_str(), it.to.as_str())).collect();
    assert_eq!(reported, [("thraeds", "threads")]);
}

/// A code that the site lacks is another one: the answer says so, offers those that are near, and has the rest of the query.
#[test]
fn codes_are_not_corrected() {
    let mut site = Site::of(&[
        ("a", "", "The error E1002 means that the valve is stuck"),
        ("b", "", "KB5034441 and v1.10.0 came with an error"),
        ("c", "", "the default of a valve"),
    ]);
    for (query, found, missing, offered) in [
        ("E1001", "a", &["E1001"][..], &["e1002"][..]),
        ("error E1001", "ab", &["E1001"], &["error e1002"]),
        ("KB5034442", "b", &["KB5034442"], &["kb5034441"]),
        ("error 8081", "ab", &["8081"], &[]),
        ("v1.10", "b", &[], &[]),
        ("E1002", "a", &[], &[]),
        // Far from all words, and no code.
        ("segfault", "", &["segfault"], &["default"]),
    ] {
        let answer = site.answer(&words(query));
        let queries: Vec<&str> = answer.suggestions.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(sorted(urls(&answer)).concat(), found, "{query}");
        assert!(answer.corrections.is_empty(), "{query}: {:?}", answer.corrections);
        assert_eq!((answer.missing.join(" "), queries.as_slice()), (missing.join(" "), offered), "{query}");
    }
}
