//! The JSON Schemas of what the command prints, `docs/schema`, generated from the types that it prints.
//!
//! The test fails when a committed file differs. To write the files anew:
//! `UPDATE_GENERATED=1 cargo test -p docfuse-cli --lib schema`.

#![allow(clippy::disallowed_methods, reason = "compares files of the repository with what Rust says")]

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, transform_subschemas};
use schemars::{JsonSchema, Schema};

use crate::build::report::BuildOutput;
use crate::context::ContextOutput;
use crate::embed::Embedded;
use crate::pipe::Said;
use crate::query::QueryOutput;
use crate::{check_host, eval, gaps};

const COMMAND: &str = "UPDATE_GENERATED=1 cargo test -p docfuse-cli --lib schema";

/// The schema of what is written of `T`, without names of Rust's number types.
fn schema<T: JsonSchema>(title: &str) -> String {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.transforms.push(Box::new(RecursiveTransform(|schema: &mut Schema| {
        schema.remove("format");
        schema.remove("maximum");
    })));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

/// Whether a name is in the one spelling of the command's JSON; measures have a depth behind `@`.
fn is_spelled(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.split('@').all(|part| !part.is_empty() && part.chars().all(is_plain))
}

/// Names and codes of a schema that are in another spelling.
fn misspelled(schema: &Schema) -> Vec<String> {
    let names = schema.get("properties").and_then(|names| names.as_object());
    let names = names.into_iter().flat_map(|names| names.keys().cloned());
    let mut found: Vec<String> = names.filter(|name| !is_spelled(name)).collect();
    let codes = schema.get("enum").and_then(|codes| codes.as_array());
    let codes = codes.into_iter().flatten().chain(schema.get("const"));
    let codes = codes.filter_map(|code| code.as_str()).map(str::to_owned);
    found.extend(codes.filter(|code| !is_spelled(&code.replace('-', "_")) || code.contains('_')));
    transform_subschemas(&mut |inner: &mut Schema| found.extend(misspelled(inner)), &mut schema.clone());
    found
}

#[test]
fn schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    for (name, expected) in [
        ("build", schema::<BuildOutput>("docfuse build --json")),
        ("check-host", schema::<check_host::Report>("docfuse check-host --json")),
        ("context", schema::<ContextOutput<'_>>("docfuse context --json")),
        ("embed", schema::<Embedded<'_>>("docfuse embed, each line")),
        ("eval", schema::<eval::Report>("docfuse eval --json")),
        ("gaps", schema::<gaps::Report>("docfuse gaps --json")),
        ("pipe", schema::<Said<'_>>("docfuse pipe, each line")),
        ("query", schema::<QueryOutput<'_>>("docfuse query --json")),
    ] {
        let path = folder.join(name).with_extension("json");
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &expected).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "docs/schema/{name}.json differs from the types; run {COMMAND}");
        assert_eq!(misspelled(&serde_json::from_str(&found).unwrap()), Vec::<String>::new(), "{name}");
    }
}
