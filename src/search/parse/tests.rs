//! Query parsing: clauses, operators, weights, and bounds for any text.

use super::*;
use crate::text::{AnalyzerSettings, Language, fold};
use proptest::prelude::*;

fn parse_by(analyzer: &Analyzer, text: &str, typing: bool) -> ParsedQuery {
    ParsedQuery::parse(analyzer, text, typing, MinimumShouldMatch::default(), &|_| false, true)
}

fn parse(text: &str) -> ParsedQuery {
    parse_by(&Analyzer::default(), text, false)
}

/// Clauses as text: operator, quotes around phrases, terms.
fn shown(query: &ParsedQuery) -> Vec<String> {
    let shown = query.clauses.iter().map(|clause| {
        let sign = match clause.occur {
            Occur::Should => "",
            Occur::Must => "+",
            Occur::MustNot => "-",
        };
        let terms: Vec<&str> = clause.terms.iter().map(|term| term.text.as_str()).collect();
        let quote = if clause.phrase { "\"" } else { "" };
        format!("{sign}{quote}{}{quote}", terms.join(" "))
    });
    shown.collect()
}

fn weights(text: &str) -> Vec<(String, f32)> {
    let terms = parse(text).clauses.into_iter().flat_map(|clause| clause.terms);
    terms.map(|term| (term.text, term.weight)).collect()
}

#[test]
fn a_phrase_has_at_least_two_terms() {
    let letter = |at: usize| char::from(b'a' + at as u8);
    let words = |count: usize| {
        (0..count).map(|at| format!("{}{}q ", letter(at % 26), letter(at / 26))).collect::<String>()
    };
    for (before, phrase) in [(MAX_QUERY_TERMS - 2, true), (MAX_QUERY_TERMS - 1, false)] {
        let query = parse(&(words(before) + "\"to be\""));
        let last = query.clauses.last().unwrap();
        assert_eq!((last.phrase, last.terms.len() > 1), (phrase, phrase), "{before}");
    }
}

#[test]
fn chunks_become_clauses() {
    for (text, clauses, exact) in [
        ("", &[][..], ""),
        (" Sharing  Threads ", &["share", "thread"], "sharing threads"),
        ("os.path join", &["os.path os path", "join"], "os.path join"),
        ("+lock thread", &["+lock", "thread"], ""),
        ("thread -lock", &["thread", "-lock"], ""),
        ("-lock -Mutex", &["-lock lock", "-mutex mutex"], "-lock -mutex"),
        ("+Lock", &["+lock"], "lock"),
        ("git --no-verify -x", &["git", "--no-verify noverifi no verifi", "-x x"], "git --no-verify -x"),
        ("kill -9", &["kill", "-9 9"], "kill -9"),
        ("kill -15", &["kill", "-15 15"], "kill -15"),
        ("list -HashMap", &["list", "-\"hash map\""], ""),
        ("+os.path.join x", &["+\"os path join\"", "x"], ""),
        ("x -C++", &["x", "-c++"], ""),
        ("+東京都 x", &["+\"東京 京都\"", "x"], ""),
        ("a - b + c", &["a", "b", "+", "c"], "a - b + c"),
        ("fn -> T", &["fn", "->", "t"], "fn -> t"),
        ("\"exact Phrase\"", &["\"exact phrase\""], "exact phrase"),
        ("“exact phrase” x", &["\"exact phrase\"", "x"], "“exact phrase” x"),
        ("+\"os.path.join it\"", &["+\"os path join it\""], "os.path.join it"),
        ("x -\"to be or not to be\"", &["x", "-\"to be or not to be\""], ""),
        ("-\"to be\"", &["to", "be"], "-\"to be\""),
        ("\"word\" \"->\"", &["word", "->"], "\"word\" \"->\""),
        ("\"open end", &["\"open end\""], "open end"),
        ("\"\" \" \"", &[], ""),
        ("\"a b\"c", &["\"a b\"", "c"], "\"a b\"c"),
        ("5\" disk", &["5", "disk"], "5\" disk"),
        ("!!", &["!!"], "!!"),
        (" ? ", &["?"], "?"),
        ("buffalo a buffalos", &["buffalo", "a"], "buffalo a buffalos"),
        ("東京都 字", &["東京 京都", "字"], "東京都 字"),
    ] {
        let query = parse(text);
        assert_eq!(shown(&query), clauses, "{text}");
        assert_eq!(fold(&query.name), exact, "{text}");
    }
    assert_eq!(parse("+\"Exact Phrase\" x").clauses[0].surface, "Exact Phrase");
}

#[test]
fn dictionary_terms_belong_to_their_first_chunk() {
    let analyzer = Analyzer::new(&AnalyzerSettings {
        language: Language::English,
        dictionary: vec!["SQL Server".into()],
        ..AnalyzerSettings::default()
    });
    let check =
        |text, expected: &[&str]| assert_eq!(shown(&parse_by(&analyzer, text, false)), expected, "{text}");
    check("sql server port", &["sql server sql", "server", "port"]);
    check("+sql server", &["+sql", "server"]);
    check("\"sql server\"", &["\"sql server\""]);
}

#[test]
fn only_the_last_word_may_be_unfinished() {
    let typed = |text| -> Vec<bool> {
        let query = parse_by(&Analyzer::default(), text, true);
        query.clauses.iter().map(|clause| clause.typing).collect()
    };
    for (text, expected) in [
        ("share thr", &[false, true][..]),
        ("share thr ", &[false, false]),
        ("share \"thr\"", &[false, false]),
        ("share \"thr", &[false, true]),
        ("share +thr", &[false, true]),
        ("share -thr", &[false, false]),
        ("thr share thr", &[true, false]),
        ("share -", &[false]),
    ] {
        assert_eq!(typed(text), expected, "{text}");
    }
    assert!(!typed(&"word ".repeat(300)).contains(&true));
    assert!(parse("share thr").clauses.iter().all(|clause| !clause.typing));
}

#[test]
fn stop_words_weigh_less_among_other_words() {
    let low = STOP_WORD_WEIGHT;
    assert_eq!(
        weights(" how do threads "),
        [("how".into(), low), ("do".into(), low), ("thread".into(), 1.0)]
    );
    assert_eq!(weights("how to"), [("how".into(), 1.0), ("to".into(), 1.0)]);
    assert_eq!(weights("how to -thread"), [("how".into(), 1.0), ("to".into(), 1.0), ("thread".into(), 1.0)]);
    assert_eq!(weights("thread ?"), [("thread".into(), 1.0), ("?".into(), low)]);
    assert_eq!(weights("? thread"), [("?".into(), 1.0), ("thread".into(), 1.0)]);
    assert_eq!(weights("NOT null"), [("not".into(), 1.0), ("null".into(), 1.0)]);
    assert_eq!(weights("select OR"), [("select".into(), 1.0), ("or".into(), 1.0)]);
    assert!(parse("read OR write").clauses.iter().all(|clause| clause.sides == 0));
}

#[test]
fn phrases_of_questions_weigh_as_stop_words() {
    let full = |text: &str| {
        let query = parse(text);
        let terms = query.clauses.iter().flat_map(|clause| &clause.terms);
        terms.filter(|term| term.weight > 0.1).map(|term| term.text.clone()).collect::<Vec<_>>().join(" ")
    };
    for (text, expected) in [
        ("how do I share data", "share data"),
        ("Is there a way to share data?", "share data"),
        ("is there any way, please, to share data", "way share data"),
        ("what’s the best way to share data", "share data"),
        ("What is the difference between a list and a tuple?", "list tupl"),
        ("tell me about threads", "thread"),
        ("an overview of threads", "thread"),
        ("threads overview", "thread overview"),
        ("two way binding", "two way bind"),
        ("the way to find a way", "way find"),
        ("+way to share", "way share"),
        ("\"way to\" share", "way share"),
        ("overview of", "overview of"),
        ("is there a way to", "is there a way to"),
    ] {
        assert_eq!(full(text), expected, "{text}");
    }
    assert_eq!(weights("the way to find a way")[1], ("way".into(), 1.0));
    let german = Analyzer::new(&AnalyzerSettings { language: Language::German, ..Default::default() });
    let query = parse_by(&german, "overview of Threads", false);
    assert!(query.clauses.iter().all(|clause| clause.terms.iter().all(|term| !term.stop)));
}

#[test]
fn comparisons_have_sides() {
    let sides = |text: &str| {
        let query = parse(text);
        let of = |bit: u8| {
            let clauses = query.clauses.iter().filter(|clause| clause.sides & bit > 0);
            clauses.map(|clause| clause.surface.clone()).collect::<Vec<_>>().join(" ")
        };
        [1, 2, 4].map(of).join("|").trim_end_matches('|').to_owned()
    };
    for (text, expected) in [
        ("list vs tuple", "list|tuple"),
        ("List vs. Tuple?", "List|Tuple?"),
        ("let vs const vs var", "let|const|var"),
        ("what is the difference between a list and a tuple in Python?", "list|tuple"),
        ("differences between thread pools and process pools", "thread pools|pools process"),
        ("difference between lists and tuples and when to use them", "lists|tuples"),
        ("how does a list differ from a tuple", "list|tuple"),
        ("is a list better than a tuple", "list|tuple"),
        ("threads compared to processes for slow work", "threads|processes"),
        ("should I use a list or a tuple", "list|tuple"),
        ("lists or tuples", "lists|tuples"),
        ("read or write locks", ""),
        ("one or more arguments", ""),
        ("difference between locks", ""),
        ("difference between with and without locks", ""),
        ("most images in one request of the API compared to the web interface", ""),
        ("locks vs lock", ""),
        ("vs tuple", ""),
        ("list vs", ""),
        ("\"thread pool\" vs tuple", "thread pool|tuple"),
        ("list \"vs\" tuple", ""),
        ("list and tuple", ""),
    ] {
        assert_eq!(sides(text), expected, "{text}");
    }
    let many = ('a'..='t').map(|letter| format!("x{letter}")).collect::<Vec<_>>().join(" vs ");
    assert_eq!(parse(&many).clauses.iter().filter(|clause| clause.sides == 1 << 7).count(), 13);
}

#[test]
fn names_weigh_more_than_their_parts_and_repeated_words_add_up() {
    let part = PART_WEIGHT;
    assert_eq!(weights("os.path"), [("os.path".into(), 1.0), ("os".into(), part), ("path".into(), part)]);
    assert_eq!(weights("tic-tic"), [("tictic".into(), 1.0), ("tic".into(), 2.0 * part)]);
    assert_eq!(weights("buffalo buffalo"), [("buffalo".into(), 2.0)]);
}

#[test]
fn the_minimum_counts_optional_clauses() {
    let minimum = MinimumShouldMatch::parse("75%").unwrap();
    let query = ParsedQuery::parse(&Analyzer::default(), "a b c d +e -f", false, minimum, &|_| false, true);
    assert_eq!(query.minimum_should_match, 3);
}

fn check_bounds(query: &ParsedQuery) {
    let terms: usize = query.clauses.iter().map(|clause| clause.terms.len()).sum();
    assert!(terms <= MAX_QUERY_TERMS && query.text.chars().count() <= MAX_QUERY_CHARS);
    for clause in &query.clauses {
        assert!(!clause.terms.is_empty() && query.text.contains(&clause.surface));
        assert!(clause.terms.iter().all(|term| term.weight > 0.0));
        assert!(!clause.phrase || clause.terms.iter().all(|term| Analyzer::length(term.kind) == 1));
    }
    let should = query.clauses.iter().filter(|clause| clause.occur == Occur::Should).count();
    assert!(query.minimum_should_match <= should);
}

#[test]
fn long_queries_are_truncated() {
    let words: String = (0..50_000).map(|i| format!("w{i} ")).collect();
    for text in [&words, &"東".repeat(5_000), &"+a-b-c \"".repeat(900), &"-".repeat(5_000)] {
        check_bounds(&parse(text));
    }
}

proptest! {
    #[test]
    fn any_text_parses(text in "\\PC{0,120}", typing: bool) {
        check_bounds(&parse_by(&Analyzer::default(), &text, typing));
    }

    #[test]
    fn any_text_with_operators_parses(text in "[+\\-\"“” ab?.:_<>é東]{0,80}", minimum in "[0-9% \\-]{0,6}") {
        let minimum = MinimumShouldMatch::parse(&minimum).unwrap_or_default();
        check_bounds(&ParsedQuery::parse(&Analyzer::default(), &text, true, minimum, &|_| false, true));
    }
}
