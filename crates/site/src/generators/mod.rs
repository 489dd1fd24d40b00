//! Documentation generators and themes: one file each, with one [`Generator`] of static lists and hooks.
//!
//! The rest of ingest names no generator. It calls the functions below, which merge all of [`GENERATORS`]. We do not
//! detect which generator wrote a page, because themes mix classes and sites mix generators. To add a generator, add
//! its file and its line in [`GENERATORS`].

mod antora;
mod conventions;
mod dartdoc;
mod docbook;
mod docfx;
mod docusaurus;
mod dokka;
mod doxygen;
mod exdoc;
mod fpdoc;
mod gapdoc;
mod general_index;
mod gi_docgen;
mod github;
mod gtk_doc;
mod haddock;
mod honkit;
mod hooks;
mod hugo;
mod javadoc;
mod jekyll;
mod jsdoc;
mod jxr;
mod mdbook;
mod mediawiki;
mod mike;
mod mkdocs;
mod nextra;
mod nim;
mod nodejs;
mod objects_inv;
mod one_generator;
mod org_mode;
mod output_folders;
mod pldoc;
mod qdoc;
mod quarto;
mod rdoc;
mod recognised;
mod rustdoc;
mod scaladoc;
mod scribble;
mod sphinx;
mod starlight;
mod typedoc;
mod vitepress;
mod yard;

use std::collections::HashSet;
use std::sync::LazyLock;

use ego_tree::NodeRef;
use scraper::Node;

use super::html::dom::Attributes;
use super::settings::page_pattern::names_page;
pub(super) use conventions::{is_app_root, is_footer, search_places};
pub(super) use general_index::{is_entry_id, is_entry_index};
pub(super) use hooks::{AnchorSymbol, Entry, PageSymbol};
use hooks::{IsFurniture, IsMain, ReadInventory};
pub use mike::ListedVersions;
use one_generator::{Generator, NONE};
pub use output_folders::output_folders;
pub(super) use recognised::made_by;

/// All generators, by name, in the order in which `anchor_symbol` tries them.
static GENERATORS: &[Generator] = &[
    antora::ANTORA,
    conventions::CONVENTIONS,
    dartdoc::DARTDOC,
    docbook::DOCBOOK,
    docfx::DOCFX,
    docusaurus::DOCUSAURUS,
    dokka::DOKKA,
    doxygen::DOXYGEN,
    exdoc::EXDOC,
    fpdoc::FPDOC,
    gapdoc::GAPDOC,
    gi_docgen::GI_DOCGEN,
    github::GITHUB,
    gtk_doc::GTK_DOC,
    haddock::HADDOCK,
    honkit::HONKIT,
    hugo::HUGO,
    javadoc::JAVADOC,
    jekyll::JEKYLL,
    jsdoc::JSDOC,
    jxr::JXR,
    mdbook::MDBOOK,
    mediawiki::MEDIAWIKI,
    mkdocs::MKDOCS,
    nextra::NEXTRA,
    nim::NIM,
    nodejs::NODEJS,
    org_mode::ORG_MODE,
    pldoc::PLDOC,
    qdoc::QDOC,
    quarto::QUARTO,
    rdoc::RDOC,
    rustdoc::RUSTDOC,
    scaladoc::SCALADOC,
    scribble::SCRIBBLE,
    sphinx::SPHINX,
    starlight::STARLIGHT,
    typedoc::TYPEDOC,
    vitepress::VITEPRESS,
    yard::YARD,
];

/// One list of all generators, as a set, because it is searched for every element.
macro_rules! merged {
    ($field:ident) => {{
        static MERGED: LazyLock<HashSet<&'static str>> =
            LazyLock::new(|| GENERATORS.iter().flat_map(|generator| generator.$field).copied().collect());
        &*MERGED
    }};
}

/// All hooks of one kind.
macro_rules! hooks {
    ($field:ident) => {
        GENERATORS.iter().filter_map(|generator| generator.$field)
    };
}

/// Default exclude patterns, sorted by the names they match. If several match a page, the first is reported.
pub(super) fn excludes() -> Vec<&'static str> {
    let mut patterns: Vec<_> = GENERATORS.iter().flat_map(|generator| generator.excludes).copied().collect();
    patterns.sort_by_key(|pattern| pattern.trim_start_matches(['*', '/', '.']).trim_end_matches(".html"));
    patterns
}

/// Whether a page's name says that it is a list of other pages' contents.
pub(super) fn is_list(url: &str) -> bool {
    GENERATORS.iter().flat_map(|generator| generator.lists).any(|pattern| names_page(pattern, url))
}

/// Whether a page's title, folded, says so.
pub(super) fn is_list_title(title: &str) -> bool {
    merged!(list_titles).contains(title)
}

/// Collected once, because these hooks are called for every element.
static IS_FURNITURE: LazyLock<Vec<IsFurniture>> = LazyLock::new(|| hooks!(is_furniture).collect());
static IS_MAIN: LazyLock<Vec<IsMain>> = LazyLock::new(|| hooks!(is_main).collect());

/// Whether an element in the content is furniture, which is never text.
pub(super) fn is_furniture(tag: &str, attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(furniture)) || IS_FURNITURE.iter().any(|is| is(tag, attributes))
}

/// Whether an element is a table of contents that its name does not reveal.
pub(super) fn is_contents(attributes: &Attributes<'_>) -> bool {
    hooks!(is_contents).any(|is| is(attributes))
}

/// The page that this one renders again.
pub(super) fn original(url: &str) -> Option<String> {
    hooks!(original).find_map(|original| original(url))
}

/// Whether an element is a breadcrumb that its name does not reveal.
pub(super) fn is_breadcrumb(attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(breadcrumb_classes))
}

/// Whether an element is one part of a breadcrumb, by itself.
pub(super) fn is_crumb(attributes: &Attributes<'_>) -> bool {
    !attributes.class.is_empty() && hooks!(is_crumb).any(|is| is(attributes))
}

/// Whether an element is a section of the text, so that its id says nothing about its role on the page.
pub(super) fn is_section(attributes: &Attributes<'_>) -> bool {
    attributes.class.split_ascii_whitespace().any(|class| hooks!(is_section).any(|is| is(class)))
}

/// Whether a title, folded and without anything but letters, is one of pages that are like release notes.
pub(super) fn is_release_notes(title: &str) -> bool {
    GENERATORS.iter().any(|generator| generator.release_notes.contains(&title))
}

/// Texts of links to view or edit a page's source, in lower case.
pub(super) fn page_tools() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().flat_map(|generator| generator.page_tools).copied()
}

/// Whether an element in a heading qualifies the name and is not part of it.
pub(super) fn is_flag(attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(flags))
}

/// Whether a character is a text of permalinks.
pub(super) fn is_permalink_sign(c: char) -> bool {
    GENERATORS.iter().any(|generator| generator.permalink_signs.contains(&c))
}

/// Whether a character at the end of a heading belongs to its permalink.
pub(super) fn is_heading_sign(c: char) -> bool {
    GENERATORS.iter().any(|generator| generator.heading_signs.contains(&c))
}

/// Whether an element is the main content, as reliably as `<main>`.
pub(super) fn is_main(node: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> bool {
    IS_MAIN.iter().any(|is| is(node, attributes))
}

/// Whether an element has the content and hardly anything else.
pub(super) fn is_content(tag: &str, attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(content_classes))
        || tag == "div" && has_class(attributes, merged!(content_div_classes))
}

/// Whether an id belongs to an element with the content and perhaps navigation.
pub(super) fn is_content_id(id: &str) -> bool {
    merged!(content_ids).contains(id)
}

/// Whether a `meta` element of this name has the version of the page.
pub(super) fn states_version(name: &str) -> bool {
    version_metas().any(|known| known == name)
}

/// Names of `meta` elements with the version of the page.
pub(crate) fn version_metas() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().flat_map(|generator| generator.version_metas).copied()
}

/// Whether a term is a signature.
pub(super) fn is_signature(attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(signature_classes))
}

/// Whether only the style sheet separates an inline element from the word before.
pub(super) fn is_spaced(attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(spaced_classes))
}

/// The kind of symbol that a word of a title names, such as "Class" or "Reference", in lower case.
pub(super) fn title_kind(word: &str) -> Option<&'static str> {
    let mut kinds = GENERATORS.iter().flat_map(|generator| generator.title_kinds);
    kinds.find(|kind| word.eq_ignore_ascii_case(kind)).copied()
}

/// The kind of symbol that a word before a colon in a heading names, in lower case: "Event: 'close'".
pub(super) fn heading_kind(word: &str) -> Option<&'static str> {
    let mut kinds = GENERATORS.iter().flat_map(|generator| generator.heading_kinds);
    kinds.find(|kind| word.eq_ignore_ascii_case(kind)).copied().or_else(|| title_kind(word))
}

/// The kind of the symbols that the terms or headings in an element document.
pub(super) fn symbol_kind(tag: &str, attributes: &Attributes<'_>) -> Option<&'static str> {
    if attributes.class.is_empty() {
        return None;
    }
    hooks!(symbol_kind).find_map(|kind| kind(tag, attributes))
}

/// The kind of the symbol that a section of a page about a symbol documents, by its anchor.
pub(super) fn anchor_kind(anchor: &str) -> Option<&'static str> {
    hooks!(anchor_kind).find_map(|kind| kind(anchor))
}

/// The symbol that a page documents, if its URL says so.
pub(super) fn page_symbol(url: &str) -> Option<PageSymbol<'_>> {
    hooks!(page_symbol).find_map(|symbol| symbol(url))
}

/// The symbol that a section documents, by its anchor; `None` if the anchor has no generator's form.
pub(super) fn anchor_symbol(url: &str, anchor: &str, heading: &str) -> Option<AnchorSymbol> {
    hooks!(anchor_symbol).find_map(|symbol| symbol(url, anchor, heading))
}

/// The module that an id declares, wherever it is in a section.
pub(super) fn module_of_id(id: &str) -> Option<&str> {
    let module = hooks!(module_of_id).find_map(|module| module(id))?;
    // An earlier generator may know the id as something else.
    matches!(anchor_symbol("", id, ""), Some(AnchorSymbol::Documents(_))).then_some(module)
}

/// Whether an element has the declaration, in C, of the symbol that the page is about.
pub(super) fn is_declaration(attributes: &Attributes<'_>) -> bool {
    has_class(attributes, merged!(declaration_classes))
}

/// Whether a page has nothing but deprecated symbols.
pub(super) fn is_deprecated_page(url: &str) -> bool {
    GENERATORS.iter().flat_map(|generator| generator.deprecated_pages).any(|pattern| names_page(pattern, url))
}

/// What reads the inventory at a path, if it is one.
pub(super) fn inventory(path: &str) -> Option<ReadInventory> {
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    let mut known = GENERATORS.iter().filter_map(|generator| generator.inventory.as_ref());
    known.find(|inventory| inventory.file == file).map(|inventory| inventory.read)
}

/// Whether an element says of its section that what it documents is deprecated.
pub(super) fn deprecates(node: NodeRef<'_, Node>, tag: &str, attributes: &Attributes<'_>) -> bool {
    hooks!(deprecates).any(|deprecates| deprecates(node, tag, attributes))
}

/// The header that a title says the page documents.
pub(super) fn header_title(title: &str) -> Option<&str> {
    hooks!(header_title).find_map(|header| header(title))
}

/// Whether the section of an anchor declares a symbol with its type before the name.
pub(super) fn is_typed_anchor(anchor: &str) -> bool {
    let mut prefixes = GENERATORS.iter().flat_map(|generator| generator.typed_anchors);
    prefixes.any(|prefix| anchor.starts_with(prefix))
}

fn has_class(attributes: &Attributes<'_>, classes: &HashSet<&str>) -> bool {
    attributes.class.split_ascii_whitespace().any(|class| classes.contains(class))
}

#[cfg(test)]
mod tests;
