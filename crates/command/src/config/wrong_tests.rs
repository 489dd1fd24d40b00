//! Wrong values for every setting. The settings are found by asking for one that is none: the error names those that are.

use serde_json::json;

use super::{of_json, parse};

/// Words of the programs that read settings, which no author wrote.
const FOREIGN: [&str; 30] = [
    "usize",
    "u8",
    "u32",
    "u64",
    "i64",
    "f32",
    "f64",
    "struct",
    "enum",
    "sequence",
    "tuple",
    "variant",
    "untagged",
    "newtype",
    "missing field",
    "unknown field",
    "duplicate",
    "invalid",
    "TOML",
    "toml",
    "parse",
    "boolean",
    "integer",
    "float",
    "string",
    "literal",
    "serde",
    "Option",
    "map",
    "array",
];

/// What no setting allows, or only some.
const VALUES: [&str; 18] = [
    "-1",
    "0.5",
    "1e99",
    "99999999999999999999",
    "9999999999999999999999999999999999999999999",
    "nan",
    "true",
    "\"\"",
    "\"x y\"",
    "\"\\u0000\"",
    "[]",
    "[5]",
    "[[1]]",
    "[{ a = 5 }]",
    "{ a = 5 }",
    "{ a = [5] }",
    "{ a = { b = 5 } }",
    "1979-05-27",
];

#[track_caller]
fn check_words(message: &str, about: &str) {
    for word in FOREIGN {
        assert!(!message.contains(word), "{about}: {message:?} has the word {word:?}");
    }
    assert!(message.contains("expected") && message.contains("found"), "{about}: {message}");
}

/// The names that a table knows, or those that a list of tables does; `None` for what is neither.
fn known(header: &str) -> Option<Vec<String>> {
    let message = parse(&format!("{header}nosuch = 1")).err()?.to_string();
    let known = message.strip_suffix(" expected, nosuch found")?;
    let known = known.rsplit(": ").next()?;
    let names = known.trim_start_matches("one of ").replace(" or ", ", ");
    Some(names.split(", ").map(str::to_owned).collect())
}

/// All settings below a table, each as the lines before it and its name.
fn settings(table: &str, header: &str, found: &mut Vec<(String, String)>) -> bool {
    let Some(names) = known(header) else { return false };
    for name in names {
        let inner = if table.is_empty() { name.clone() } else { format!("{table}.{name}") };
        let is_table = [format!("[{inner}]\n"), format!("[[{inner}]]\n")]
            .iter()
            .any(|header| settings(&inner, header, found));
        if !is_table {
            found.push((header.to_owned(), name));
        }
    }
    true
}

#[test]
fn every_wrong_value_of_every_setting_is_told_in_plain_words() {
    let mut all = Vec::new();
    assert!(settings("", "", &mut all));
    for expected in ["dictionary", "k1", "title", "dense", "queries", "selector", "match", "languages", "fit"]
    {
        assert!(all.iter().any(|(_, name)| name == expected), "{expected} is not in {all:?}");
    }
    assert!(all.len() > 100, "{}", all.len());
    for (header, name) in &all {
        let mut wrong = 0;
        for value in VALUES {
            let text = format!("{header}{name} = {value}");
            let Err(error) = parse(&text) else { continue };
            check_words(&error.to_string(), &text);
            let place = if header.is_empty() { name } else { header.trim_matches(['[', ']', '\n']) };
            let line = if header.is_empty() { 1 } else { 2 };
            assert!(error.message.contains(place), "{text}: {error}");
            // What does not fit together stands in no one line; a rule is told by that of its table.
            let lines = [None, Some(1), Some(line)];
            assert!(lines.contains(&error.line), "{text}: {error}");
            wrong += 1;
        }
        assert!(wrong > 5, "{header}{name} takes nearly everything");
    }
}

#[test]
fn what_is_no_settings_file_is_told_in_plain_words() {
    for text in [
        "[bm25",
        "[bm25\nk1 = 1",
        "k1 =",
        "k1 = abc",
        "= 5",
        "k1 == 5",
        "k1",
        "a = \"x",
        "a = [1",
        "a = {b = 1",
        "a = 1\na = 2",
        "[a]\n[a]",
        "a = 1979-13-01",
        "a = 0x",
        "a = 5x",
        "a = \"\\q\"",
        "\u{0}",
        "a = tru",
        "[[a]\n",
        "[]",
        "a.b = 1\na = 2",
        "'",
    ] {
        let error = parse(text).err().unwrap();
        check_words(&error.to_string(), text);
        assert!(error.line.is_some(), "{text}: {error}");
    }
}

#[test]
fn settings_as_json_are_told_in_the_words_of_json() {
    for (wrong, expected) in [
        (json!({ "bm25": 5 }), "bm25: an object expected, 5 found"),
        (json!({ "rules": 5 }), "rules: a list expected, 5 found"),
        (json!({ "rules": [5] }), "rules[0]: an object expected, 5 found"),
        (json!({ "rules": [{ "queries": "a" }] }), "rules[0].queries: a list of texts expected, \"a\" found"),
        (json!({ "site": { "ignore": ["p", "p["] } }), "site.ignore[1]: "),
        (
            json!({ "site": { "languages": { "fr/*": "French" } } }),
            "site.languages.\"fr/*\": a language tag such as",
        ),
        (
            json!({ "site": { "weight": [{ "selector": "p" }] } }),
            "site.weight[0].weight: a value expected, none found",
        ),
        (
            json!({ "mix": { "depth": [1] } }),
            "mix.depth: a whole number from 0 to 1000 expected, a list found",
        ),
        (
            json!({ "search": { "match": null } }),
            "search.match: a text, number, list or object expected, null found",
        ),
    ] {
        let message = of_json(&wrong).err().unwrap();
        check_words(&message, &wrong.to_string());
        assert!(message.starts_with(expected), "{message:?} {expected:?}");
    }
}
