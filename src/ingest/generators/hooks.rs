//! The types of a generator's hooks, and of what they find.

use ego_tree::NodeRef;
use scraper::Node;

use crate::ingest::html::dom::Attributes;

pub(super) type IsFurniture = fn(tag: &str, attributes: &Attributes<'_>) -> bool;
pub(super) type IsMain = fn(node: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> bool;
pub(super) type SymbolKindOf = fn(tag: &str, attributes: &Attributes<'_>) -> Option<&'static str>;
pub(super) type SymbolOfAnchor = fn(url: &str, anchor: &str, heading: &str) -> Option<AnchorSymbol>;
pub(super) type ModuleOfId = for<'a> fn(id: &'a str) -> Option<&'a str>;
pub(super) type HeaderOfTitle = for<'a> fn(title: &'a str) -> Option<&'a str>;

/// The symbol that a page documents: `std/vec/struct.Vec.html`.
pub(in crate::ingest) struct PageSymbol<'a> {
    pub(in crate::ingest) folder: &'a str,
    pub(in crate::ingest) name: &'a str,
    pub(in crate::ingest) kind: &'static str,
}

/// The meaning of an anchor of a known form.
pub(in crate::ingest) enum AnchorSymbol {
    /// The section documents the symbol of this qualified name.
    Documents(String),
    /// The section documents no symbol.
    Nothing,
}
