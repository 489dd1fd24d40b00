//! [`NameSource`]: what the names of a section are read from.

use super::documented_symbol::{Documented, behind_owner};
use super::symbol_kind::is_module_kind;
use super::symbol_path::last_component;
use crate::generators;
use docfuse::index::Section;

/// What the names of a section are read from.
pub(super) struct NameSource<'a> {
    /// The page's, of its first section only.
    pub title: Option<&'a str>,
    pub documented: Option<Documented<'a>>,
    pub section: &'a Section,
    /// The qualified name of the symbol that the section documents.
    pub qualified: Option<&'a str>,
}

impl<'a> NameSource<'a> {
    /// The heading, if it has names. A type before the name looks like a word, so only the anchor says what such a heading
    /// declares.
    pub fn heading(&self) -> Option<&'a str> {
        let heading = self.section.heading.as_str();
        if generators::is_typed_anchor(&self.section.anchor) {
            return None;
        }
        let owner = self.documented.filter(|_| self.title.is_none());
        Some(owner.and_then(|of| behind_owner(of, heading)).unwrap_or(heading))
    }

    /// Whether the heading, perhaps a signature, names a member of the class that the page documents.
    pub fn has_member(&self, is_signature: bool) -> bool {
        self.documented.is_some_and(|of| of.has_member(is_signature))
    }

    /// Whether other classes may have members of the name.
    pub fn is_member(&self, is_signature: bool) -> bool {
        let Section { symbol_kind, anchor, heading, .. } = self.section;
        // Fields and constants of a class have no sign but their anchor.
        let is_field = || anchor == heading && self.documented.is_some_and(|of| !of.kind.is_empty());
        let of_class = self.has_member(is_signature) && (!symbol_kind.is_empty() || is_field());
        self.title.is_none() && (of_class || is_qualified(self.qualified))
    }

    /// Whether the section is the symbol that the page or a module is about.
    pub fn is_topic(&self, qualified: &str) -> bool {
        self.documented.is_some_and(|of| of.is_declared && of.name == qualified)
            || is_module_kind(&self.section.symbol_kind)
    }
}

/// Whether a name has several components.
fn is_qualified(name: Option<&str>) -> bool {
    name.is_some_and(|name| last_component(name) != name)
}
