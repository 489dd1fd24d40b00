//! Javadoc.

use serde::Deserialize;

use super::hooks::{Entry, Inventory};
use super::{AnchorSymbol, Generator, NONE};
use crate::inject::search_place::{SearchPlace, Side};

pub(super) const JAVADOC: Generator = Generator {
    // Lists of classes and packages, trees, uses, frames, and the index by letter.
    excludes: &[
        "allclasses-*frame.html",
        "allclasses-index.html",
        "allpackages-index.html",
        "*/class-use/*",
        "help-doc.html",
        "index-all.html",
        "*index-files/index-*.html",
        "overview-frame.html",
        "overview-tree.html",
        "package-frame.html",
        "package-tree.html",
        "package-use.html",
        "search-tags.html",
    ],
    lists: &[
        "constant-values.html",
        "deprecated-list.html",
        "external-specs.html",
        "new-list.html",
        "preview-list.html",
        "restricted-list.html",
        "serialized-form.html",
        "system-properties.html",
    ],
    inventory: Some(Inventory { file: "tag-search-index.js", read: tags }),
    // Behind the notes of a class. In summaries there is only its label.
    deprecates: Some(|_, _, attributes| attributes.has_class("deprecation-block")),
    // "Annotation Type Override", "Record Class Point".
    title_kinds: &["annotation", "class", "enum", "exception", "interface", "package", "record", "type"],
    anchor_symbol: Some(anchor_symbol),
    anchor_kind: Some(anchor_kind),
    search_places: &[SearchPlace {
        at: "header.flex-header",
        side: Side::Inside,
        hides: ".nav-list-search,.navListSearch",
        keys: "",
        style: "docfuse-search{position:absolute;inset-block-start:.25rem;inset-inline-end:.5rem;z-index:1}",
    }],
    ..NONE
};

/// `get(java.lang.Object)`, `<init>()`; up to version 8 `get-java.lang.Object-`.
fn anchor_kind(anchor: &str) -> Option<&'static str> {
    let (name, parameters) = anchor.split_once(['(', '-'])?;
    let is_method = parameters.ends_with([')', '-']) && !name.is_empty();
    is_method.then_some(if matches!(name, "<init>" | "&lt;init&gt;") { "constructor" } else { "method" })
}

/// Up to version 8: `methods.inherited.from.class.java.lang.Object`.
fn anchor_symbol(_: &str, anchor: &str, _: &str) -> Option<AnchorSymbol> {
    anchor.contains(".inherited.from.").then_some(AnchorSymbol::Nothing)
}

/// An entry of Javadoc's `tag-search-index.js`: what authors mark by `{@index}` and `{@systemProperty}`.
#[derive(Deserialize)]
struct Tag {
    #[serde(rename = "l")]
    label: String,
    #[serde(rename = "u", default)]
    address: String,
}

/// Javadoc's `tagSearchIndex = [{"l":"java.home","h":"class java.lang.System","u":"java/lang/System.html#java.home"}];…`.
fn tags(bytes: &[u8]) -> Vec<Entry> {
    let script = String::from_utf8_lossy(bytes);
    let list = script.find('[').map(|start| &script[start..]).unwrap_or_default();
    let tags = serde_json::Deserializer::from_str(list).into_iter::<Vec<Tag>>().next();
    let tags = tags.and_then(Result::ok).unwrap_or_default().into_iter();
    tags.map(|Tag { label, address }| Entry { name: label, address }).collect()
}
