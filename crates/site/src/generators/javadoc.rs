//! Javadoc.

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
