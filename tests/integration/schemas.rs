use std::collections::BTreeSet;
use std::fs;

use serde_json::{Map, Value, json};

use crate::command::{Site, docfuse, docfuse_in, repository};
use crate::pipe::Pipe;

/// Checks what a verb printed, or a line of it, by its schema in `docs/schema`, which tests of the command compare with
/// its types. Stricter than JSON Schema: a name that no schema describes is wrong, too.
#[track_caller]
pub fn check(verb: &str, printed: &Value) {
    let path = repository().join("docs/schema").join(verb).with_extension("json");
    let schema = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    if let Err(error) = (Checker { root: &schema }).closed(&schema, printed) {
        panic!("docfuse {verb}: {error}\n{printed:#}");
    }
}

/// Names of an object that a schema describes.
type Described = BTreeSet<String>;

struct Checker<'a> {
    root: &'a Value,
}

impl Checker<'_> {
    /// Checks a value whose names must all be described.
    fn closed(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let described = self.described(schema, value)?;
        let mut names = value.as_object().into_iter().flat_map(Map::keys);
        match names.find(|name| !described.contains(*name)) {
            Some(name) => Err(format!("{name:?} is in no schema")),
            None => Ok(()),
        }
    }

    fn described(&self, schema: &Value, value: &Value) -> Result<Described, String> {
        let mut described = Described::new();
        let wrong = |rule: &str, expected: &Value| Err(format!("{rule} {expected} expected, {value} found"));
        for (keyword, expected) in schema.as_object().ok_or("a schema expected")? {
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "default" => {}
                "$ref" => {
                    let place = expected.as_str().unwrap_or_default().trim_start_matches('#');
                    let target = self.root.pointer(place).ok_or(format!("{expected} leads nowhere"))?;
                    described.extend(self.described(target, value)?);
                }
                "type" => {
                    let types = expected.as_array().map_or(std::slice::from_ref(expected), Vec::as_slice);
                    if !types.iter().any(|name| is_of_type(name, value)) {
                        return wrong("type", expected);
                    }
                }
                "const" if value != expected => return wrong("const", expected),
                "enum" if !expected.as_array().is_some_and(|all| all.contains(value)) => {
                    return wrong("enum", expected);
                }
                "minimum" if value.is_number() && value.as_f64() < expected.as_f64() => {
                    return wrong("minimum", expected);
                }
                "minItems"
                    if value.as_array().is_some_and(|it| Some(it.len() as u64) < expected.as_u64()) =>
                {
                    return wrong("minItems", expected);
                }
                "maxItems"
                    if value.as_array().is_some_and(|it| Some(it.len() as u64) > expected.as_u64()) =>
                {
                    return wrong("maxItems", expected);
                }
                "const" | "enum" | "minimum" | "minItems" | "maxItems" => {}
                "required" => {
                    let missing = |name: &&Value| value.get(name.as_str().unwrap_or_default()).is_none();
                    if let (true, Some(name)) =
                        (value.is_object(), expected.as_array().and_then(|it| it.iter().find(missing)))
                    {
                        return wrong("required", name);
                    }
                }
                "properties" => {
                    for (name, inner) in expected.as_object().into_iter().flatten() {
                        if let Some(found) = value.get(name) {
                            self.closed(inner, found).map_err(|error| format!("{name}: {error}"))?;
                            described.insert(name.clone());
                        }
                    }
                }
                "additionalProperties" => {
                    for (name, found) in value.as_object().into_iter().flatten() {
                        self.closed(expected, found).map_err(|error| format!("{name}: {error}"))?;
                        described.insert(name.clone());
                    }
                }
                "items" => {
                    for found in value.as_array().into_iter().flatten() {
                        self.closed(expected, found)?;
                    }
                }
                "prefixItems" => {
                    let expected = expected.as_array().into_iter().flatten();
                    for (inner, found) in expected.zip(value.as_array().into_iter().flatten()) {
                        self.closed(inner, found)?;
                    }
                }
                "anyOf" | "oneOf" => {
                    let each = expected.as_array().into_iter().flatten();
                    let (matching, others): (Vec<_>, Vec<_>) =
                        each.map(|inner| self.described(inner, value)).partition(Result::is_ok);
                    if matching.is_empty() {
                        let others: Vec<String> = others.into_iter().filter_map(Result::err).collect();
                        return Err(format!("one of: {}", others.join("; ")));
                    }
                    described.extend(matching.into_iter().flatten().flatten());
                }
                unknown => return Err(format!("the keyword {unknown} is not known here")),
            }
        }
        Ok(described)
    }
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}

#[test]
fn what_a_schema_does_not_say_is_refused() {
    let schema = json!({
        "properties": {
            "count": { "type": "integer", "minimum": 0 },
            "places": { "type": "array", "items": { "$ref": "#/$defs/Place" } },
            "by_name": { "additionalProperties": { "type": ["number", "null"] } },
            "kind": { "anyOf": [{ "const": "a" }, { "enum": ["b", "c"] }] }
        },
        "required": ["count"],
        "oneOf": [{ "properties": { "more": { "type": "string" } }, "required": ["more"] }, { "type": "object" }],
        "$defs": { "Place": { "type": "object", "properties": { "url": { "type": "string" } } } }
    });
    let found = |value: Value| (Checker { root: &schema }).closed(&schema, &value);
    let good = json!({
        "count": 1, "places": [{ "url": "a" }, {}], "by_name": { "a": null, "b": 1.5 }, "kind": "c", "more": "x"
    });
    assert_eq!(found(good), Ok(()));
    for (wrong, part) in [
        (json!({}), "required \"count\""),
        (json!({ "count": 1.5 }), "count: type \"integer\" expected, 1.5 found"),
        (json!({ "count": -1 }), "minimum"),
        (json!({ "count": 1, "other": 1 }), "\"other\" is in no schema"),
        (json!({ "count": 1, "places": [{ "uri": "a" }] }), "\"uri\" is in no schema"),
        (json!({ "count": 1, "by_name": { "a": "x" } }), "by_name: a: type"),
        (json!({ "count": 1, "kind": "d" }), "kind: one of"),
        (json!({ "count": 1, "more": 1 }), "\"more\" is in no schema"),
    ] {
        let error = found(wrong).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

/// Each run of the command with `--json`, here and in all other tests, is checked; so is each message of `docfuse pipe`.
#[test]
fn what_a_build_prints_is_described() {
    let site = Site::small();
    let place = tempfile::tempdir().unwrap();
    let build = |more: &[&str]| {
        let mut arguments = vec!["build", site.path().to_str().unwrap(), "--no-dense", "--json"];
        arguments.extend(more);
        docfuse_in(place.path(), &arguments)
    };
    let built = build(&[]).json();
    assert_eq!(built["languages"], json!([{ "language": "en", "pages": 3, "sections": 4 }]), "{built:#}");
    let reasons: Vec<&Value> =
        built["left_out"].as_array().unwrap().iter().map(|page| &page["reason"]).collect();
    assert_eq!((reasons, &built["changed"]), (vec![&json!("redirect"), &json!("excluded")], &json!(true)));
    let again = build(&[]).json();
    assert_eq!((&again["changed"], &again["left_out"]), (&json!(false), &built["left_out"]));
    let boxed = build(&["--inject"]).json();
    let summary = boxed["summary"].as_array().unwrap();
    assert!(summary.iter().any(|line| line.as_str().unwrap().starts_with("search box: ")), "{boxed:#}");
    build(&["--verbose"]).fails_with(&["--json", "--verbose"]);
    let mut pipe = Pipe::created(json!({}));
    let refused = pipe.ask("build_site", json!({ "site": site.path(), "options": ["--json"] }));
    assert!(refused["error"]["message"].as_str().unwrap().contains("--json"), "{refused}");
}

#[test]
fn answers_have_failures_alone_in_degraded() {
    let site = Site::small();
    site.build();
    let index = site.index();
    let index = index.to_str().unwrap();
    let more = ["--explain", "--facets", "--doc-aggregates", "--prefix", "--json"];
    let query = |mode: &str| {
        docfuse(&[&["query", index, "shared thraed", "--mode", mode][..], &more].concat()).json()
    };
    assert_eq!(query("hybrid")["degraded"], Value::Null);
    assert_eq!(query("dense")["degraded"][0]["code"], "no-dense");
    let context = |mode: &str| docfuse(&["context", index, "shared", "--mode", mode, "--json"]).json();
    assert_eq!(context("hybrid")["degraded"], Value::Null);
    assert_eq!(context("dense")["degraded"][0]["code"], "no-dense");
}
