use super::*;
use proptest::prelude::*;

fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    Analyzer::default().terms(text, |term| {
        assert!(text.get(term.span.clone()).is_some(), "{text}: {:?}", term.span);
        terms.push(term.text.to_owned());
    });
    terms
}

#[test]
fn names_are_kept_whole_and_split() {
    for (text, expected) in [
        ("sharing threads", &["share", "thread"][..]),
        ("os.path.join", &["os.path.join", "os", "path", "join"]),
        ("HashMap::new", &["hashmap::new", "hashmap", "hash", "map", "new"]),
        ("load_index", &["load_index", "load", "index"]),
        ("_private", &["_private", "privat"]),
        ("__init__", &["__init__", "init"]),
        ("MX-9920-W", &["mx-9920-w", "mx", "9920", "w"]),
        ("C++, C#!", &["c++", "c", "c#", "c"]),
        ("use --no-verify", &["use", "--no-verify", "no", "verifi"]),
        ("a -x b", &["a", "-x", "x", "b"]),
        ("HTTPServer", &["httpserver", "http", "server"]),
        ("URLs", &["url"]),
        ("utf8", &["utf8", "utf", "8"]),
        ("3.11", &["3.11", "3", "11"]),
        ("don't", &["don't"]),
        ("the book’s", &["the", "book"]),
        ("end. Next", &["end", "next"]),
        ("Café", &["cafe"]),
        ("東京都", &["東京", "京都"]),
        ("字", &["字"]),
        ("Rustの本", &["rust", "の本"]),
        ("", &[]),
        ("-- ++ ::", &[]),
        ("__", &["__"]),
    ] {
        assert_eq!(terms(text), expected, "{text}");
    }
}

#[test]
fn endless_words_are_left_out() {
    assert!(terms(&"x".repeat(100)).is_empty());
    assert_eq!(terms(&["ab"; 20].join("-")).iter().filter(|term| *term == "ab").count(), 20);
}

proptest! {
    #[test]
    fn any_text_gives_terms_without_a_panic(text in "\\PC{0,80}") {
        terms(&text);
    }

    #[test]
    fn any_joined_text_gives_terms_without_a_panic(text in "[a-cA-C0-1_.:>'’#+\\-/ 東の\u{301}]{0,40}") {
        terms(&text);
    }
}
