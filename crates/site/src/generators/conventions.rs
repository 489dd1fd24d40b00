//! Names that belong to no single generator: many style sheets, Markdown parsers and themes share them.

use super::{GENERATORS, Generator, NONE};
use crate::html::dom::Attributes;
use crate::inject::search_place::{IN_BAR, IN_CORNER, SearchPlace, Side};

pub(super) const CONVENTIONS: Generator = Generator {
    furniture: &[
        "permalink",
        // Text for screen readers only (Bootstrap, HTML5 Boilerplate, WordPress).
        "sr-only",
        "visually-hidden",
        "visuallyhidden",
        "screen-reader-text",
        "skip-link",
        // When the page was changed.
        "last-updated",
        "last-modified",
        // Footnotes of Markdown.
        "footnote-ref",
        "footnote-backref",
    ],
    page_tools: &[
        "edit page",
        "edit this page",
        "edit this page on github",
        "improve this page",
        "report an issue",
        "report a bug",
        "suggest an edit",
    ],
    // A variation selector may follow a link symbol.
    permalink_signs: &['#', '∞', '🔗', '\u{fe0f}'],
    heading_signs: &['#', '🔗'],
    content_ids: &["content", "main", "docs-content"],
    version_metas: &["docsearch:version"],
    ..NONE
};

/// Ids and classes of footers, where they are the whole name.
const FOOTERS: [&str; 4] = ["footer", "footer-text", "page-footer", "site-footer"];

/// Whether an element is a footer by its whole id or class.
pub(crate) fn is_footer(attributes: &Attributes<'_>) -> bool {
    let is_known = |name: &str| FOOTERS.contains(&name);
    attributes.id.is_some_and(is_known) || attributes.class.split_ascii_whitespace().any(is_known)
}

/// The searches of all themes; what several share last.
pub(crate) fn search_places() -> impl Iterator<Item = SearchPlace> {
    let of_themes = GENERATORS.iter().flat_map(|generator| generator.search_places);
    of_themes.chain(SEARCH_PLACES).copied()
}

/// Ids and tags of the elements that applications fill by scripts.
const APP_ROOTS: [&str; 14] = [
    "app",
    "root",
    "__docusaurus",
    "__next",
    "__nuxt",
    "___gatsby",
    "svelte",
    "storybook-root",
    "app-root",
    "swagger-ui",
    "redoc",
    "redoc-container",
    "rapi-doc",
    "elements-api",
];

/// Whether an application fills an element by scripts.
pub(crate) fn is_app_root(tag: &str, id: Option<&str>) -> bool {
    APP_ROOTS.iter().any(|root| *root == tag || id == Some(*root))
}

/// For pages without the search of a known theme.
const SEARCH_PLACES: &[SearchPlace] = &[
    // Algolia's button, mostly in pages that scripts make.
    SearchPlace {
        at: ".DocSearch-Button",
        side: Side::Over,
        hides: ".DocSearch-Button",
        keys: "",
        style: IN_CORNER,
    },
    // The root of an application, whose scripts remove what they did not write.
    SearchPlace {
        at: "#__docusaurus, #__next, #__nuxt, #___gatsby, #svelte, #app, #root",
        side: Side::Before,
        hides: "",
        keys: "",
        style: IN_CORNER,
    },
    // An application of Next.js that is the whole page: nothing of its header is ours, but what begins the body stays.
    SearchPlace {
        at: "script[src*='/_next/static/']",
        side: Side::Over,
        hides: "",
        keys: "",
        style: IN_CORNER,
    },
    // Bootstrap's bar: on phones, it shows this button and hides the rest.
    SearchPlace { at: ".navbar .navbar-toggler", side: Side::Before, hides: "", keys: "", style: IN_BAR },
];
