//! rustdoc.

use super::{AnchorSymbol, Generator, NONE, PageSymbol};
use crate::ingest::symbol_path::{is_component, mentions};

/// Kinds of items, which precede names in anchors and file names.
const KINDS: [&str; 22] = [
    "associatedconstant",
    "associatedtype",
    "attr",
    "constant",
    "derive",
    "enum",
    "fn",
    "keyword",
    "macro",
    "method",
    "mod",
    "primitive",
    "static",
    "struct",
    "structfield",
    "trait",
    "traitalias",
    "tymethod",
    "type",
    "union",
    "variant",
    "externtype",
];

pub(super) const RUSTDOC: Generator = Generator {
    // Source listings.
    excludes: &["src/*.rs.html", "*/src/*.rs.html"],
    furniture: &["rightside", "out-of-band", "hideme"],
    is_furniture: Some(|tag, attributes| tag == "a" && attributes.has_class("src")),
    permalink_signs: &['§'],
    heading_signs: &['§'],
    page_symbol: Some(page_symbol),
    anchor_symbol: Some(anchor_symbol),
    ..NONE
};

/// `std/vec/struct.Vec.html`.
fn page_symbol(url: &str) -> Option<PageSymbol<'_>> {
    let (folder, file) = url.rsplit_once('/').unwrap_or(("", url));
    let (kind, name) = file.strip_suffix(".html")?.split_once('.')?;
    (KINDS.contains(&kind) && is_component(name)).then_some(PageSymbol { folder, name })
}

/// `method.push`; overloads by trait are numbered: `method.from-1`.
fn anchor_symbol(url: &str, anchor: &str, heading: &str) -> Option<AnchorSymbol> {
    let (_, member) = anchor.split_once('.').filter(|(kind, _)| KINDS.contains(kind))?;
    let number = member.rsplit_once('-').filter(|(_, number)| number.bytes().all(|it| it.is_ascii_digit()));
    let member = number.map_or(member, |(member, _)| member);
    // Javadoc up to version 8 has `method.summary` above "Method Summary".
    if !is_component(member) || !mentions(heading, member) {
        return Some(AnchorSymbol::Nothing);
    }
    let name = page_symbol(url).map_or(member.to_owned(), |page| format!("{}::{member}", page.name));
    Some(AnchorSymbol::Documents(name))
}
