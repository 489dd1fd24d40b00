//! The types of a generator's hooks.

use ego_tree::NodeRef;
use scraper::Node;

use super::AnchorSymbol;
use crate::ingest::html::dom::Attributes;

pub(super) type IsFurniture = fn(tag: &str, attributes: &Attributes<'_>) -> bool;
pub(super) type IsMain = fn(node: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> bool;
pub(super) type SymbolKindOf = fn(tag: &str, attributes: &Attributes<'_>) -> Option<&'static str>;
pub(super) type SymbolOfAnchor = fn(url: &str, anchor: &str, heading: &str) -> Option<AnchorSymbol>;
pub(super) type ModuleOfId = for<'a> fn(id: &'a str) -> Option<&'a str>;
pub(super) type HeaderOfTitle = for<'a> fn(title: &'a str) -> Option<&'a str>;
