//! What is known of one generator: [`Generator`].

use super::general_index::EntryIndex;
use super::hooks::{
    Deprecates, HeaderOfTitle, Inventory, IsFurniture, IsMain, ModuleOfId, PageSymbol, SymbolKindOf,
    SymbolOfAnchor,
};
use crate::html::dom::Attributes;
use crate::inject::search_place::SearchPlace;

/// One generator. Classes and ids are exact names; every field may be empty.
pub(super) struct Generator {
    /// Name patterns of pages that are not for reading. Syntax: [`crate::default_excludes`].
    pub(super) excludes: &'static [&'static str],
    /// Name patterns of lists that say little of their own. Syntax: [`crate::default_excludes`].
    pub(super) lists: &'static [&'static str],
    /// Titles of such lists, folded, where the names of their files say too little.
    pub(super) list_titles: &'static [&'static str],
    /// Name patterns of pages that have nothing but deprecated symbols. Syntax: [`crate::default_excludes`].
    pub(super) deprecated_pages: &'static [&'static str],
    /// Whether an element says of its section, wherever it stands there, that what it documents is deprecated.
    pub(super) deprecates: Option<Deprecates>,
    /// Its general index.
    pub(super) entry_index: Option<EntryIndex>,
    /// Its list of what the site documents, with names that no page says.
    pub(super) inventory: Option<Inventory>,
    /// Classes of furniture, small elements in the content that are not text: permalinks, line numbers, source links.
    pub(super) furniture: &'static [&'static str],
    /// Whether an element is furniture, if a class alone does not decide.
    pub(super) is_furniture: Option<IsFurniture>,
    /// Whether an element is a table of contents anywhere on the page.
    pub(super) is_contents: Option<fn(attributes: &Attributes<'_>) -> bool>,
    /// The page that this one renders again, by its URL.
    pub(super) original: Option<fn(url: &str) -> Option<String>>,
    /// Classes of breadcrumbs that their names do not reveal.
    pub(super) breadcrumb_classes: &'static [&'static str],
    /// Whether an element is one part of a breadcrumb, in a list that has other links too.
    pub(super) is_crumb: Option<fn(attributes: &Attributes<'_>) -> bool>,
    /// Whether a class marks a section of the text, whose id comes from its heading.
    pub(super) is_section: Option<fn(class: &str) -> bool>,
    /// Texts of links to view or edit the page's source, in lower case.
    pub(super) page_tools: &'static [&'static str],
    /// Titles of its pages that are like release notes, folded, without anything but letters.
    pub(super) release_notes: &'static [&'static str],
    /// Classes of elements in a heading that qualify the name and are not part of it.
    pub(super) flags: &'static [&'static str],
    /// Texts of permalinks.
    pub(super) permalink_signs: &'static [char],
    /// Texts of permalinks that are part of a heading's text, at its end.
    pub(super) heading_signs: &'static [char],
    /// Whether an element is the main content, as reliably as `<main>`.
    pub(super) is_main: Option<IsMain>,
    /// Classes of elements with the content and hardly anything else.
    pub(super) content_classes: &'static [&'static str],
    /// The same, for `div`s only; on other elements they mean something else.
    pub(super) content_div_classes: &'static [&'static str],
    /// Ids of elements with the content and perhaps navigation.
    pub(super) content_ids: &'static [&'static str],
    /// Names of `meta` elements with the version of the page.
    pub(super) version_metas: &'static [&'static str],
    /// Classes of terms that are signatures.
    pub(super) signature_classes: &'static [&'static str],
    /// Classes of inline elements that only the style sheet separates from the word before.
    pub(super) spaced_classes: &'static [&'static str],
    /// Words for kinds of symbols in titles, in lower case.
    pub(super) title_kinds: &'static [&'static str],
    /// Words before a colon and a name in headings that say the kind of a symbol, in lower case.
    pub(super) heading_kinds: &'static [&'static str],
    /// The kind of the symbols that the terms or headings in an element document, by its class.
    pub(super) symbol_kind: Option<SymbolKindOf>,
    /// The kind of the symbol that a section of a page about a symbol documents, by its anchor.
    pub(super) anchor_kind: Option<fn(anchor: &str) -> Option<&'static str>>,
    /// The symbol that a page documents, by its URL.
    pub(super) page_symbol: Option<for<'a> fn(url: &'a str) -> Option<PageSymbol<'a>>>,
    /// The symbol that a section documents, by its anchor; `None` if the anchor does not have this generator's form.
    pub(super) anchor_symbol: Option<SymbolOfAnchor>,
    /// The module that an id declares, wherever it is in a section.
    pub(super) module_of_id: Option<ModuleOfId>,
    /// Classes of elements with the declaration, in C, of the symbol that the page is about.
    pub(super) declaration_classes: &'static [&'static str],
    /// The header that a title says the page documents.
    pub(super) header_title: Option<HeaderOfTitle>,
    /// Prefixes of anchors of declarations that begin with a type, which looks like a word.
    pub(super) typed_anchors: &'static [&'static str],
    /// The searches of its themes, those whose selectors say more first.
    pub(super) search_places: &'static [SearchPlace],
}

/// A generator of which nothing is known.
pub(super) const NONE: Generator = Generator {
    excludes: &[],
    lists: &[],
    list_titles: &[],
    deprecated_pages: &[],
    deprecates: None,
    entry_index: None,
    inventory: None,
    furniture: &[],
    is_furniture: None,
    is_contents: None,
    original: None,
    breadcrumb_classes: &[],
    is_crumb: None,
    is_section: None,
    page_tools: &[],
    release_notes: &[],
    flags: &[],
    permalink_signs: &[],
    heading_signs: &[],
    is_main: None,
    content_classes: &[],
    content_div_classes: &[],
    content_ids: &[],
    version_metas: &[],
    signature_classes: &[],
    spaced_classes: &[],
    title_kinds: &[],
    heading_kinds: &[],
    symbol_kind: None,
    anchor_kind: None,
    page_symbol: None,
    anchor_symbol: None,
    module_of_id: None,
    declaration_classes: &[],
    header_title: None,
    typed_anchors: &[],
    search_places: &[],
};
