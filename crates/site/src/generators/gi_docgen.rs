//! gi-docgen.

use super::{Generator, NONE, PageSymbol};
use crate::inject::search_place::{SearchPlace, Side};
use crate::symbols::symbol_path::is_component;

/// Kinds of symbols, which precede names in file names, and what hits call them.
const KINDS: [(&str, &str); 20] = [
    ("alias", "type"),
    ("callback", "callback"),
    ("class", "class"),
    ("class_method", "method"),
    ("const", "constant"),
    ("ctor", "constructor"),
    ("enum", "enum"),
    ("error", "error"),
    ("flags", "flags"),
    ("func", "function"),
    ("function_macro", "macro"),
    ("iface", "interface"),
    ("interface", "interface"),
    ("method", "method"),
    ("property", "property"),
    ("signal", "signal"),
    ("struct", "struct"),
    ("type_func", "function"),
    ("union", "union"),
    ("vfunc", "method"),
];

pub(super) const GI_DOCGEN: Generator = Generator {
    // Between the parts of a heading's name.
    spaced_classes: &["sep"],
    page_symbol: Some(page_symbol),
    declaration_classes: &["c-decl"],
    search_places: &[SearchPlace {
        at: ".search #search-form",
        side: Side::Before,
        hides: "#search-form",
        keys: "s",
        style: "",
    }],
    ..NONE
};

/// `method.HeaderBar.set_title_widget.html`; names of properties have hyphens. rustdoc's `struct.Vec.html` has the same
/// form, and its folders are part of the name.
fn page_symbol(url: &str) -> Option<PageSymbol<'_>> {
    let file = url.rsplit_once('/').map_or(url, |(_, file)| file);
    let (prefix, name) = file.strip_suffix(".html")?.split_once('.')?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == prefix)?;
    let is_name = name.split('.').all(|part| is_component(&part.replace('-', "_")));
    let is_shared = matches!(prefix, "enum" | "struct" | "union") && is_component(name);
    (is_name && !is_shared).then_some(PageSymbol { folder: "", name, kind })
}
