//! The types of a generator's hooks, and of what they find.

use ego_tree::NodeRef;
use scraper::Node;

use crate::html::dom::Attributes;

pub(super) type IsFurniture = fn(tag: &str, attributes: &Attributes<'_>) -> bool;
pub(super) type IsMain = fn(node: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> bool;
pub(super) type Deprecates = fn(node: NodeRef<'_, Node>, tag: &str, attributes: &Attributes<'_>) -> bool;
pub(super) type SymbolKindOf = fn(tag: &str, attributes: &Attributes<'_>) -> Option<&'static str>;
pub(super) type SymbolOfAnchor = fn(url: &str, anchor: &str, heading: &str) -> Option<AnchorSymbol>;
pub(super) type ModuleOfId = for<'a> fn(id: &'a str) -> Option<&'a str>;
pub(super) type HeaderOfTitle = for<'a> fn(title: &'a str) -> Option<&'a str>;

/// The name of an inventory's file, and what reads it.
pub(crate) struct Inventory {
    pub(crate) file: &'static str,
    pub(crate) read: ReadInventory,
}

/// A name in an inventory, and its address from the folder of the file.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) address: String,
}

pub(crate) type ReadInventory = fn(bytes: &[u8]) -> Vec<Entry>;

/// The symbol that a page documents: `std/vec/struct.Vec.html`.
pub(crate) struct PageSymbol<'a> {
    pub(crate) folder: &'a str,
    pub(crate) name: &'a str,
    pub(crate) kind: &'static str,
}

/// The meaning of an anchor of a known form.
pub(crate) enum AnchorSymbol {
    /// The section documents the symbol of this qualified name.
    Documents(String),
    /// The section documents no symbol.
    Nothing,
}
