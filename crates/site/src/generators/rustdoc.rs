//! rustdoc.

use super::{AnchorSymbol, Generator, NONE, PageSymbol};
use crate::inject::search_place::{SearchPlace, Side};
use crate::symbols::symbol_path::{is_component, mentions};

/// Kinds of items, which precede names in anchors and file names, and what hits call them.
const KINDS: [(&str, &str); 22] = [
    ("associatedconstant", "constant"),
    ("associatedtype", "type"),
    ("attr", "attribute"),
    ("constant", "constant"),
    ("derive", "derive"),
    ("enum", "enum"),
    ("externtype", "type"),
    ("fn", "function"),
    ("keyword", "keyword"),
    ("macro", "macro"),
    ("method", "method"),
    ("mod", "module"),
    ("primitive", "primitive"),
    ("static", "static"),
    ("struct", "struct"),
    ("structfield", "field"),
    ("trait", "trait"),
    ("traitalias", "trait"),
    ("tymethod", "method"),
    ("type", "type"),
    ("union", "union"),
    ("variant", "variant"),
];

/// What hits call a kind of item.
fn kind_named(prefix: &str) -> Option<&'static str> {
    KINDS.iter().find(|(kind, _)| *kind == prefix).map(|(_, name)| *name)
}

pub(super) const RUSTDOC: Generator = Generator {
    // Source listings.
    excludes: &["src/*.rs.html", "*/src/*.rs.html"],
    furniture: &["rightside", "out-of-band", "hideme"],
    is_furniture: Some(|tag, attributes| tag == "a" && attributes.has_class("src")),
    permalink_signs: &['§'],
    title_kinds: &["crate", "module"],
    heading_signs: &['§'],
    page_symbol: Some(page_symbol),
    anchor_symbol: Some(anchor_symbol),
    anchor_kind: Some(|anchor| kind_named(anchor.split_once('.')?.0)),
    // Beside the heading, as its own button: the side bar is out of sight on phones.
    search_places: &[SearchPlace {
        at: ".rustdoc .main-heading",
        side: Side::Before,
        hides: "#search-button",
        keys: "s",
        style: "docfuse-search{float:inline-end;margin:.25rem 0 .5rem 1rem}",
    }],
    ..NONE
};

/// `std/vec/struct.Vec.html`.
fn page_symbol(url: &str) -> Option<PageSymbol<'_>> {
    let (folder, file) = url.rsplit_once('/').unwrap_or(("", url));
    let (prefix, name) = file.strip_suffix(".html")?.split_once('.')?;
    let kind = kind_named(prefix).filter(|_| is_component(name))?;
    Some(PageSymbol { folder, name, kind })
}

/// `method.push`; overloads by trait are numbered: `method.from-1`.
fn anchor_symbol(url: &str, anchor: &str, heading: &str) -> Option<AnchorSymbol> {
    let (_, member) = anchor.split_once('.').filter(|(prefix, _)| kind_named(prefix).is_some())?;
    let number = member.rsplit_once('-').filter(|(_, number)| number.bytes().all(|it| it.is_ascii_digit()));
    let member = number.map_or(member, |(member, _)| member);
    // Javadoc up to version 8 has `method.summary` above "Method Summary".
    if !is_component(member) || !mentions(heading, member) {
        return Some(AnchorSymbol::Nothing);
    }
    let name = page_symbol(url).map_or(member.to_owned(), |page| format!("{}::{member}", page.name));
    Some(AnchorSymbol::Documents(name))
}
