//! What is wrong with a value, in the words of who wrote it: the place of the field, what was expected there, and what was
//! found. The only place that knows how serde, serde_json and toml say it.
//!
//! [`json`] and [`value`] read JSON, [`read`] whatever else serde reads.

use std::fmt::Write;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

/// In which form a value was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By a program.
    Json,
    /// By an author, in a settings file.
    Toml,
}

/// A step on the way to a field.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A field of this name.
    Name(&'a str),
    /// An item of a list, from 0.
    Item(usize),
    /// The same, if it is a table of a list.
    Table(usize),
}

/// Most characters of a text that are repeated.
const MOST_SHOWN: usize = 60;

/// Names of fields by which toml passes more than a value.
const PRIVATE: &str = "$__";

/// What serde expects, by its beginning, and what we call it, in JSON and in settings.
const EXPECTED: [(&str, [&str; 2]); 25] = [
    ("a boolean", ["true or false"; 2]),
    ("usize", ["a whole number from 0"; 2]),
    ("u8", ["a whole number from 0 to 255"; 2]),
    ("u16", ["a whole number from 0 to 65535"; 2]),
    ("u32", ["a whole number from 0"; 2]),
    ("u64", ["a whole number from 0"; 2]),
    ("i8", ["a whole number"; 2]),
    ("i16", ["a whole number"; 2]),
    ("i32", ["a whole number"; 2]),
    ("i64", ["a whole number"; 2]),
    ("f32", ["a number"; 2]),
    ("f64", ["a number"; 2]),
    ("a string", ["a text"; 2]),
    ("a character", ["a text of one character"; 2]),
    ("path string", ["a path"; 2]),
    ("variant identifier", ["a text"; 2]),
    ("enum ", ["a text"; 2]),
    ("string or map", ["a text"; 2]),
    ("a sequence", ["a list", "a list of tables"]),
    ("a tuple", ["a list"; 2]),
    ("an array", ["a list"; 2]),
    ("tuple ", ["a list"; 2]),
    ("a map", ["an object", "a table"]),
    ("struct ", ["an object", "a table"]),
    ("any valid TOML value", ["a text, number, list or object", "a value"]),
];

/// Reads JSON.
///
/// # Errors
/// What is wrong with it.
pub fn json<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| {
        if !error.is_data() {
            // Serde calls a number no value at all where it wants the name of a variant.
            let found = serde_json::from_slice(text).map_err(|error| no_json(&error));
            return found.and_then(|found| value::<T>(&found)).err().unwrap_or_else(|| no_json(&error));
        }
        // The path costs time, so it is looked for once something is wrong.
        let found = read::<T, _>(&mut serde_json::Deserializer::from_slice(text), Form::Json, of_json);
        found.err().map_or_else(|| no_json(&error), |(_, told)| told)
    })
}

/// Reads a value of JSON.
///
/// # Errors
/// What is wrong with it.
pub fn value<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| {
        let found = read::<T, _>(value, Form::Json, of_json);
        found.err().map_or_else(|| error.to_string(), |(_, told)| told)
    })
}

/// Reads what a deserializer has; `message` says its errors, without a place.
///
/// # Errors
/// The deserializer's error, and what is wrong.
pub fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
    form: Form,
    message: impl Fn(&D::Error) -> String,
) -> Result<T, (D::Error, String)> {
    serde_path_to_error::deserialize(from).map_err(|error| {
        let told = told(error.path(), &message(error.inner()), form);
        (error.into_inner(), told)
    })
}

fn of_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at line ") {
        Some((message, _)) if error.line() > 0 => message.to_owned(),
        _ => message,
    }
}

/// What is wrong with a text that should be JSON.
fn no_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    let reason = match reason {
        "expected value" | "expected ident" => "a value expected",
        "key must be a string" => "names in quotation marks expected",
        "recursion limit exceeded" => "fewer lists and objects within each other expected",
        _ if reason.starts_with("EOF") => "its end is missing",
        other => other,
    };
    format!("JSON expected, another text found: line {}, column {}: {reason}", error.line(), error.column())
}

/// An error with a path, as serde says it, in plain words.
fn told(path: &Path, message: &str, form: Form) -> String {
    let mut steps: Vec<Step<'_>> = path.iter().filter_map(step).collect();
    let begins = |begin| message.strip_prefix(begin);
    if let Some(rest) = begins("invalid type: ").or_else(|| begins("invalid value: "))
        && let Some((found, expected)) = rest.rsplit_once(", expected ")
    {
        let (expected, found) = (expected_in(expected, form), found_in(found, form));
        return placed(&steps, form, &format!("{expected} expected, {found} found"));
    }
    if let Some(rest) = begins("invalid length ")
        && let Some((found, expected)) = rest.split_once(", expected ")
    {
        // Serde takes a list for the fields of a struct.
        let found = if expected.starts_with("struct ") { "a list" } else { &format!("one of {found}") };
        let expected = expected_in(expected, form);
        return placed(&steps, form, &format!("{expected} expected, {found} found"));
    }
    if let Some((name, known)) = begins("unknown field ").and_then(named) {
        steps.pop_if(|step| matches!(step, Step::Name(last) if *last == name));
        in_table(&mut steps);
        let known = if known.is_empty() { "nothing".to_owned() } else { one_of(&known) };
        return placed(&steps, form, &format!("{known} expected, {} found", shortened(name)));
    }
    if let Some((name, known)) = begins("unknown variant ").and_then(named) {
        let known: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        return placed(&steps, form, &format!("{} expected, {:?} found", one_of(&known), shortened(name)));
    }
    for (begin, sentence) in [
        ("missing field ", "a value expected, none found"),
        ("duplicate field ", "one value expected, two found"),
    ] {
        if let Some((name, _)) = begins(begin).and_then(named) {
            in_table(&mut steps);
            steps.push(Step::Name(name));
            return placed(&steps, form, sentence);
        }
    }
    let plain = match message {
        "wanted string or table" => "a text expected, another value found",
        "integer number overflowed" => "a number of fewer digits expected, a longer one found",
        _ if begins("data did not match ").is_some() => "another kind of value expected",
        other => other,
    };
    placed(&steps, form, plain)
}

fn step(segment: &Segment) -> Option<Step<'_>> {
    match segment {
        Segment::Seq { index } => Some(Step::Item(*index)),
        Segment::Map { key } => (!key.starts_with(PRIVATE)).then_some(Step::Name(key)),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// An item at the end is a table: something is wrong inside it.
fn in_table(steps: &mut [Step<'_>]) {
    if let Some(last) = steps.last_mut()
        && let Step::Item(number) = *last
    {
        *last = Step::Table(number);
    }
}

/// A sentence behind its place.
pub fn placed(steps: &[Step<'_>], form: Form, sentence: &str) -> String {
    let place = place(steps, form);
    if place.is_empty() { sentence.to_owned() } else { format!("{place}: {sentence}") }
}

/// A place: `rules[1].note` in JSON, `[[rules]] 2, note` in settings.
pub fn place(steps: &[Step<'_>], form: Form) -> String {
    let (mut before, mut names) = (String::new(), String::new());
    for (at, step) in steps.iter().enumerate() {
        // Writing to a text does not fail.
        let _ = match (*step, form) {
            (Step::Name(name), _) => {
                let is_plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
                let dot = if names.is_empty() { "" } else { "." };
                match is_plain {
                    true => write!(names, "{dot}{name}"),
                    false => write!(names, "{dot}{:?}", shortened(name)),
                }
            }
            (Step::Item(number) | Step::Table(number), Form::Json) => write!(names, "[{number}]"),
            (Step::Item(number), Form::Toml) if at + 1 == steps.len() => {
                write!(names, ", item {}", number + 1)
            }
            (Step::Item(number) | Step::Table(number), Form::Toml) => {
                let list = std::mem::take(&mut names);
                let end = if at + 1 == steps.len() { "" } else { ", " };
                write!(before, "[[{list}]] {}{end}", number + 1)
            }
        };
    }
    before + &names
}

fn expected_in(expected: &str, form: Form) -> String {
    let known = EXPECTED.iter().find(|(begin, _)| expected.starts_with(begin));
    known.map_or(expected, |(_, [json, toml])| if form == Form::Json { json } else { toml }).to_owned()
}

/// A value as it was written, or what it is.
fn found_in(found: &str, form: Form) -> String {
    let is_json = form == Form::Json;
    match found {
        "map" if is_json => "an object".to_owned(),
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        "null" | "unit value" | "Option value" => "null".to_owned(),
        _ => {
            if let Some(text) = found.strip_prefix("string ") {
                let is_long = text.chars().nth(MOST_SHOWN).is_some();
                return if is_long { format!("{}\"", shortened(text)) } else { text.to_owned() };
            }
            let numbers = ["integer `", "floating point `", "boolean `", "character `"];
            let value = numbers.iter().find_map(|kind| found.strip_prefix(kind));
            value.map_or("another value", |value| value.trim_end_matches('`')).to_owned()
        }
    }
}

/// The names in grave accents: the first one, and the others.
fn named(text: &str) -> Option<(&str, Vec<&str>)> {
    let rest = text.strip_prefix('`')?;
    let (name, rest) = match rest.rsplit_once("`, expected ") {
        Some((name, rest)) => (name, rest),
        None => rest.rsplit_once('`').map(|(name, _)| (name, ""))?,
    };
    // An unknown name may contain anything; those that are known have no accents.
    let name = name.rsplit_once("`, there are no fields").map_or(name, |(name, _)| name);
    Some((name, rest.split('`').skip(1).step_by(2).collect()))
}

/// `a`, `a or b`, `one of a, b, c`.
pub fn one_of(names: &[&str]) -> String {
    match names {
        [one] => (*one).to_owned(),
        [one, other] => format!("{one} or {other}"),
        all => format!("one of {}", all.join(", ")),
    }
}

/// The beginning of a text of somebody else's.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Asked {
        limit: usize,
        dense: bool,
        weight: f32,
        names: Vec<String>,
        kind: Option<Kind>,
        span: Option<(u32, u32)>,
        inner: Option<Box<Asked>>,
        all: Vec<Needed>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        One,
        Two,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Needed {
        #[serde(rename = "name")]
        _name: String,
    }

    #[test]
    fn fields_are_named_by_their_places_and_values_as_json_has_them() {
        for (wrong, expected) in [
            (json!({ "dense": "no", "limit": 5 }), "dense: true or false expected, \"no\" found"),
            (json!({ "limit": -1 }), "limit: a whole number from 0 expected, -1 found"),
            (json!({ "limit": 1.5 }), "limit: a whole number from 0 expected, 1.5 found"),
            (json!({ "names": "a" }), "names: a list expected, \"a\" found"),
            (json!({ "names": ["a", {}] }), "names[1]: a text expected, an object found"),
            (json!({ "names": ["a", null] }), "names[1]: a text expected, null found"),
            (json!({ "inner": { "weight": true } }), "inner.weight: a number expected, true found"),
            (
                json!({ "a/b": 1, "limit": 1 }),
                "one of limit, dense, weight, names, kind, span, inner, all expected, a/b found",
            ),
            (json!({ "inner": { "limt": 1 } }), "inner: one of limit, dense, weight, names, "),
            (json!({ "kind": "three" }), "kind: \"one\" or \"two\" expected, \"three\" found"),
            (json!({ "kind": 5 }), "kind: a text expected, 5 found"),
            (json!({ "span": [1] }), "span: a list expected, one of 1 found"),
            (json!({ "all": [{ "name": "a" }, {}] }), "all[1].name: a value expected, none found"),
            (json!({ "all": [{ "nam": "a" }] }), "all[0]: name expected, nam found"),
            (json!({ "all": [5] }), "all[0]: an object expected, 5 found"),
            (json!(5), "an object expected, 5 found"),
            (
                json!({ "limit": "x".repeat(99) }),
                &format!("limit: a whole number from 0 expected, \"{}…\" found", "x".repeat(59)),
            ),
        ] {
            let of_value = value::<Asked>(&wrong).unwrap_err();
            assert!(of_value.starts_with(expected), "{of_value:?} {expected:?}");
            assert_eq!(json::<Asked>(wrong.to_string().as_bytes()).unwrap_err(), of_value);
        }
        assert_eq!(
            json::<Asked>(b"{\"limit\": 1, \"limit\": 2}").unwrap_err(),
            "limit: one value expected, two found"
        );
    }

    #[test]
    fn what_is_no_json_is_told_with_its_place() {
        for (text, expected) in [
            ("", "line 1, column 0: its end is missing"),
            ("{\"limit\": ", "its end is missing"),
            ("{\"limit\": nil}", "line 1, column 12: a value expected"),
            ("{limit: 1}", "line 1, column 2: names in quotation marks expected"),
            ("{\n\"limit\": }", "line 2, column 10: a value expected"),
            (&"[".repeat(1_000), "fewer lists and objects within each other expected"),
        ] {
            let error = json::<Value>(text.as_bytes()).unwrap_err();
            assert!(
                error.starts_with("JSON expected, another text found: ") && error.ends_with(expected),
                "{error}"
            );
        }
    }

    #[test]
    fn places_in_settings_name_tables_by_their_numbers() {
        let (list, table) = (Step::Name("rules"), Step::Table(1));
        for (steps, json, toml) in [
            (&[][..], "", ""),
            (&[list, Step::Item(1)][..], "rules[1]", "rules, item 2"),
            (&[list, table], "rules[1]", "[[rules]] 2"),
            (&[list, table, Step::Name("note")], "rules[1].note", "[[rules]] 2, note"),
            (
                &[Step::Name("site"), Step::Name("filter"), Step::Item(0), Step::Name("name")],
                "site.filter[0].name",
                "[[site.filter]] 1, name",
            ),
            (&[Step::Name("languages"), Step::Name("fr/*")], "languages.\"fr/*\"", "languages.\"fr/*\""),
        ] {
            assert_eq!((place(steps, Form::Json).as_str(), place(steps, Form::Toml).as_str()), (json, toml));
        }
    }
}
