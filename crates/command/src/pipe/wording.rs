//! Errors in the words of the program that asked: the path of the field, and what JSON calls the values.

use serde_json::Value;

/// Most fields that are left out to find the one at fault: each takes a copy of the whole.
const MOST_TRIES: usize = 64;

/// How errors begin that say no path.
const PATHLESS: [&str; 5] =
    ["invalid type: ", "invalid value: ", "invalid length ", "unknown field ", "data did not match "];

/// What serde and TOML call what they expect, by its beginning, and what we call it.
const EXPECTED: [(&str, &str); 14] = [
    ("usize", "a whole number from 0"),
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0"),
    ("u32", "a whole number from 0"),
    ("u64", "a whole number from 0"),
    ("i64", "a whole number"),
    ("f32", "a number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("struct ", "an object"),
    ("a string", "a text"),
    ("any valid TOML value", "a text, number, list or object"),
];

/// `error` of a value in plain words. `check` says the error of another value: where a field is left out and the error is
/// gone, that field is at fault.
pub fn told(value: &Value, error: &str, check: &dyn Fn(&Value) -> Option<String>) -> String {
    if !PATHLESS.iter().any(|begin| error.starts_with(begin)) {
        return error.to_owned();
    }
    let mut path = path(value, error, check);
    if error.starts_with("unknown field") {
        path.pop(); // the message names it
    }
    let mut told = String::new();
    for step in path {
        match step.parse::<usize>() {
            Ok(position) => told.push_str(&format!("[{position}]")),
            Err(_) if told.is_empty() => told.push_str(&step),
            Err(_) => told.push_str(&format!(".{step}")),
        }
    }
    if !told.is_empty() {
        told.push_str(": ");
    }
    told + &plain(error)
}

/// The names and places that lead to the field at fault, as far as they are found.
fn path(value: &Value, error: &str, check: &dyn Fn(&Value) -> Option<String>) -> Vec<String> {
    let (mut path, mut pointer, mut tries) = (Vec::new(), String::new(), 0);
    while let Some(inner) = value.pointer(&pointer) {
        let names: Vec<String> = match inner {
            Value::Object(fields) => fields.keys().cloned().collect(),
            Value::Array(items) => (0..items.len()).map(|position| position.to_string()).collect(),
            _ => break,
        };
        let is_at_fault = |name: &&String| {
            tries += 1;
            tries <= MOST_TRIES && check(&without(value, &pointer, name)).as_deref() != Some(error)
        };
        let Some(name) = names.iter().find(is_at_fault) else { break };
        pointer.push('/');
        pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        path.push(name.clone());
    }
    path
}

fn without(value: &Value, pointer: &str, name: &str) -> Value {
    let mut rest = value.clone();
    match rest.pointer_mut(pointer) {
        Some(Value::Object(fields)) => drop(fields.remove(name)),
        Some(Value::Array(items)) => items.retain({
            let mut position = 0usize..;
            move |_| position.next().is_none_or(|position| position.to_string() != name)
        }),
        _ => {}
    }
    rest
}

/// What was expected and found, in JSON's words; other messages as they are.
fn plain(error: &str) -> String {
    let of_type = error.strip_prefix("invalid type: ").or_else(|| error.strip_prefix("invalid value: "));
    if let Some((found, expected)) = of_type.and_then(|rest| rest.rsplit_once(", expected ")) {
        let known = EXPECTED.iter().find(|(begin, _)| expected.starts_with(begin));
        let expected = known.map_or(expected, |(_, known)| known);
        return format!("{expected} expected, {} found", in_json(found));
    }
    match error.starts_with("data did not match any variant of untagged enum") {
        true => "another kind of value expected".to_owned(),
        false => error.to_owned(),
    }
}

/// A value as JSON writes it, or what it is.
fn in_json(found: &str) -> &str {
    match found {
        "map" => "an object",
        "sequence" => "a list",
        "unit value" => "null",
        _ => {
            let kinds = ["string ", "integer `", "floating point `", "boolean `"];
            let value = kinds.iter().find_map(|kind| found.strip_prefix(kind));
            value.map_or(found, |value| value.trim_end_matches('`'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::told;
    use serde::Deserialize;
    use serde_json::{Value, json};

    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Asked {
        limit: usize,
        dense: bool,
        weight: f32,
        names: Vec<String>,
        inner: Option<Box<Asked>>,
    }

    #[test]
    fn fields_are_named_by_their_paths_and_values_as_json_has_them() {
        let check = |value: &Value| Asked::deserialize(value).err().map(|error| error.to_string());
        for (value, expected) in [
            (json!({ "dense": "no", "limit": 5 }), "dense: true or false expected, \"no\" found"),
            (json!({ "limit": -1 }), "limit: a whole number from 0 expected, -1 found"),
            (json!({ "limit": 1.5 }), "limit: a whole number from 0 expected, 1.5 found"),
            (json!({ "names": "a" }), "names: a list expected, \"a\" found"),
            (json!({ "names": ["a", {}] }), "names[1]: a text expected, an object found"),
            (json!({ "names": ["a", null] }), "names[1]: a text expected, null found"),
            (json!({ "inner": { "weight": true } }), "inner.weight: a number expected, true found"),
            (json!({ "a/b": 1, "limit": 1 }), "unknown field `a/b`"),
            (json!({ "inner": { "limt": 1 } }), "inner: unknown field `limt`"),
            (json!(5), "an object expected, 5 found"),
        ] {
            let error = check(&value).unwrap();
            let found = told(&value, &error, &check);
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn a_field_among_very_many_costs_no_more() {
        let names: Vec<Value> =
            (0..100_000).map(|at| if at == 99_999 { json!(5) } else { json!("a") }).collect();
        let value = json!({ "names": names });
        let check = |value: &Value| Asked::deserialize(value).err().map(|error| error.to_string());
        let found = told(&value, &check(&value).unwrap(), &check);
        assert_eq!(found, "names: a text expected, 5 found");
    }
}
