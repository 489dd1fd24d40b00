//! The kind of a query, by named features. Nothing is learned: each feature is a rule over the typed text.

use crate::search::answer::{IntentKind, QueryIntent};
use crate::search::parse::{Clause, ParsedQuery, is_quote};
use crate::text::{Analyzer, QueryPhrases, TermKind, is_unspaced, phrase_at, plain_words};

/// Begin questions, too, if two words or more follow. The list of the language leaves its words out of the search.
const LOOSE: &str = "what/when can/when will/can't/can’t/couldn't/couldn’t/will/would";

/// Words before a question: "but why".
const BEFORE: &str = "but/and/so/ok/then/please tell me/explain";

/// Classifies a query that is not a name of a section. A phrase of the language decides first, then how many of the
/// words are identifiers. Cost: a pass over the phrases for each word.
pub(super) fn classify(analyzer: &Analyzer, query: &ParsedQuery) -> QueryIntent {
    let phrases = analyzer.phrases();
    let words = plain_words(&query.text);
    let anywhere = |list: &str| (0..words.len()).any(|at| phrase_at(list, &words[at..]) > 0);
    // A phrase says nothing without something else: "versus" may be a title.
    let says = |list: &str| anywhere(list) && phrase_at(list, &words) < words.len();
    let separates = |list: &str| (1..words.len()).any(|at| phrase_at(list, &words[at..]) > 0);
    let mut why = Vec::new();
    let identifiers = identifiers(query, &mut why);
    let QueryPhrases { question, between, versus, relationship, overview, .. } = *phrases;
    let kind = if says(between) || separates(versus) {
        why.insert(0, "comparison phrase");
        IntentKind::Comparison
    } else if query.compares() {
        why.insert(0, "alternatives");
        IntentKind::Comparison
    } else if says(relationship) {
        why.insert(0, "relationship phrase");
        IntentKind::Relationship
    } else if says(overview) {
        why.insert(0, "overview phrase");
        IntentKind::Overview
    } else if asks(question, &query.text) {
        why.insert(0, "question word");
        IntentKind::Question
    } else if (words.len() > 1 || query.text.contains(is_unspaced))
        && query.text.trim_end().trim_end_matches('!').ends_with(['?', '？', '؟'])
    {
        why.insert(0, "question mark");
        IntentKind::Question
    } else if is_command(query, &words) {
        why.insert(0, "command");
        IntentKind::Identifier
    } else if identifiers {
        IntentKind::Identifier
    } else {
        why.push("plain words");
        IntentKind::Keywords
    };
    QueryIntent { kind, why, lexical: query.full_words(), sides: query.sides.clone() }
}

/// Whether one of the sentences begins as a question does.
fn asks(question: &str, text: &str) -> bool {
    let is_end = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '-' | '–' | '—');
    let blanks = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    let starts = blanks.filter(|at| text[..*at].ends_with(is_end));
    std::iter::once(0).chain(starts).any(|start| {
        let words = plain_words(&text[start..]);
        let words = &words[phrase_at(BEFORE, &words)..];
        let loose = phrase_at(LOOSE, words);
        (1..words.len()).contains(&phrase_at(question, words))
            || !question.is_empty() && loose > 0 && words.len() > loose + 1
    })
}

/// Whether an option follows the name of a command.
fn is_command(query: &ParsedQuery, words: &[String]) -> bool {
    let is_option = |word: &str| {
        let name = word.trim_start_matches('-');
        name.len() < word.len() && name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let mut typed = query.text.split_whitespace();
    typed.next().is_some_and(|first| first.starts_with(char::is_alphanumeric) && !is_option(first))
        && words.len() > 1
        && typed.any(is_option)
}

/// Whether at least half of the clauses, stop words aside, are identifiers. Adds their features, each once.
fn identifiers(query: &ParsedQuery, why: &mut Vec<&'static str>) -> bool {
    let (mut names, mut others) = (0, 0);
    let all = query.clauses.iter().filter(|clause| clause.terms.iter().any(|term| !term.stop));
    for clause in all {
        match feature(query, clause) {
            Some(feature) => {
                names += 1;
                if !why.contains(&feature) {
                    why.push(feature);
                }
            }
            None => others += 1,
        }
    }
    names > 0 && names >= others
}

/// What makes a clause an identifier.
fn feature(query: &ParsedQuery, clause: &Clause) -> Option<&'static str> {
    let (first, surface) = (clause.terms.first()?, clause.surface.as_str());
    let before = query.text.get(..first.span.start).unwrap_or_default();
    if clause.phrase || before.ends_with(is_quote) {
        return Some("quoted");
    }
    let has = |wanted: fn(char) -> bool| surface.contains(wanted);
    if first.kind == TermKind::Sign {
        return Some("sign");
    }
    if surface.ends_with("()") {
        return Some("call");
    }
    // The analyzer splits words with hyphens and slashes like names.
    let is_name = first.kind == TermKind::Whole;
    let is_compound =
        surface.chars().all(|c| c.is_alphabetic() && !c.is_uppercase() || "-/'’,.?!".contains(c))
            && surface.starts_with(char::is_alphabetic)
            && !surface.trim_end_matches(['.', ',', '?', '!']).contains(['.', ',']);
    if !is_name || is_compound {
        return None;
    }
    let follows = |first: fn(char) -> bool, second: fn(char) -> bool| {
        surface.chars().zip(surface.chars().skip(1)).any(|(a, b)| first(a) && second(b))
    };
    if surface.starts_with('-') {
        Some("flag")
    } else if has(|c| matches!(c, '/' | '\\')) {
        Some("path")
    } else if has(|c| c == '_') {
        Some("snake case")
    } else if has(|c| matches!(c, '.' | ':')) && has(char::is_alphabetic) {
        Some("qualified name")
    } else if has(|c| c == '(') {
        Some("call")
    } else if follows(char::is_lowercase, char::is_uppercase) {
        Some("camel case")
    } else if has(char::is_uppercase) && has(|c| c.is_ascii_digit()) && !has(char::is_lowercase) {
        Some("code")
    } else if has(|c| !c.is_alphanumeric() && c != '-') {
        Some("symbols")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::parse::MinimumShouldMatch;
    use crate::text::{AnalyzerSettings, Language};

    fn check(language: Language, cases: &[(&str, IntentKind, &[&str])]) {
        let analyzer = Analyzer::new(&AnalyzerSettings { language, ..AnalyzerSettings::default() });
        for (text, kind, why) in cases {
            let query =
                ParsedQuery::parse(&analyzer, text, false, MinimumShouldMatch::default(), &|_| false, true);
            let seen = classify(&analyzer, &query);
            assert_eq!((seen.kind, seen.why.as_slice()), (*kind, *why), "{text}");
        }
    }

    #[test]
    fn english() {
        use IntentKind::{Comparison, Identifier, Keywords, Overview, Question, Relationship};
        check(
            Language::English,
            &[
                ("share data threads", Keywords, &["plain words"]),
                ("how", Keywords, &["plain words"]),
                ("versus", Keywords, &["plain words"]),
                ("where clause", Keywords, &["plain words"]),
                ("cross-platform read/write", Keywords, &["plain words"]),
                ("python 3.11 threads", Keywords, &["symbols", "plain words"]),
                ("read a file with os.path", Keywords, &["qualified name", "plain words"]),
                ("os.path.join", Identifier, &["qualified name"]),
                ("HashMap::new", Identifier, &["qualified name"]),
                ("HashMap iterator", Identifier, &["camel case"]),
                ("snake_case", Identifier, &["snake case"]),
                ("git --no-verify", Identifier, &["command", "flag"]),
                ("/etc/hosts", Identifier, &["path"]),
                ("git log --since yesterday main", Identifier, &["command", "flag"]),
                ("E0382", Identifier, &["code"]),
                ("->", Identifier, &["sign"]),
                ("print()", Identifier, &["call"]),
                ("\"exact phrase\"", Identifier, &["quoted"]),
                ("+\"word\"", Identifier, &["quoted"]),
                ("how do I share data?", Question, &["question word"]),
                ("is there a way to read files", Question, &["question word"]),
                ("threads share data?", Question, &["question mark"]),
                ("the disk is full. how do I free it", Question, &["question word"]),
                ("but why flush", Question, &["question word"]),
                ("what tools are there", Question, &["question word"]),
                ("ok, this is free... but that one?!", Question, &["question mark"]),
                ("what", Keywords, &["plain words"]),
                ("what clause", Keywords, &["plain words"]),
                ("compared with rules", Keywords, &["plain words"]),
                ("what is E0382", Question, &["question word", "code"]),
                ("what is the difference between a list and a tuple", Comparison, &["comparison phrase"]),
                ("List vs. Tuple", Comparison, &["comparison phrase"]),
                ("should I use a list or a tuple?", Comparison, &["alternatives"]),
                ("how to read or write files", Question, &["question word"]),
                ("what uses the thread pool?", Relationship, &["relationship phrase"]),
                ("how does a future relate to a task", Relationship, &["relationship phrase"]),
                ("overview of threads", Overview, &["overview phrase"]),
                ("", Keywords, &["plain words"]),
            ],
        );
    }

    #[test]
    fn words_and_sides_are_shown() {
        for (text, lexical, sides) in [
            ("Is there a way to share Data?", "share Data", &[][..]),
            ("is there a way to", "is there a way to", &[]),
            ("threads -lock +\"thread pool\"", "threads thread pool", &[]),
            (
                "what is the difference between thread pools and process pools",
                "thread pools process",
                &["thread pools", "process pools"],
            ),
            ("lists or tuples", "lists tuples", &["lists", "tuples"]),
            ("locks vs lock", "locks", &[]),
        ] {
            let analyzer = Analyzer::default();
            let query =
                ParsedQuery::parse(&analyzer, text, false, MinimumShouldMatch::default(), &|_| false, true);
            let seen = classify(&analyzer, &query);
            assert_eq!(seen.lexical, lexical, "{text}");
            assert_eq!(seen.sides, sides, "{text}");
        }
    }

    #[test]
    fn other_languages_have_identifiers_and_question_marks() {
        use IntentKind::{Identifier, Keywords, Question};
        check(
            Language::German,
            &[
                ("wie teile ich Daten", Keywords, &["plain words"]),
                ("wie teile ich Daten?", Question, &["question mark"]),
                ("os.path", Identifier, &["qualified name"]),
            ],
        );
        check(
            Language::Japanese,
            &[("データを共有？", Question, &["question mark"]), ("データ", Keywords, &["plain words"])],
        );
    }
}
