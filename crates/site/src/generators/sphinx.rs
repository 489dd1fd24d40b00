//! Sphinx, docutils and Pygments, and the Read the Docs theme.

use ego_tree::NodeRef;
use scraper::Node;

use super::general_index::EntryIndex;
use super::hooks::Inventory;
use super::objects_inv::objects;
use super::{AnchorSymbol, Generator, NONE};
use crate::html::dom::{Attributes, plain_text};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};
use crate::symbols::symbol_path::is_path;

/// Prefixes of names in anchors, of all domains but Python's, and of those that the manuals of Python, C and Django
/// add.
const ANCHOR_PREFIXES: [&str; 14] = [
    "module-",
    "c.",
    "cpp.",
    "js.",
    "py-",
    "py:",
    "envvar-",
    "opcode-",
    "pdbcommand-",
    "setting-",
    "std-setting-",
    "std-templatefilter-",
    "std-templatetag-",
    "std-fieldlookup-",
];

/// Domains, which are classes before the type of an object.
const DOMAINS: [&str; 6] = ["c", "cpp", "js", "py", "rst", "std"];

/// Types of objects, which are classes of the lists that document them, and what hits call them.
const OBJECT_TYPES: [(&str, &str); 36] = [
    ("alias", "alias"),
    ("attribute", "attribute"),
    ("class", "class"),
    ("classmethod", "method"),
    ("cmdoption", "option"),
    ("concept", "concept"),
    ("confval", "setting"),
    ("data", "data"),
    ("decorator", "decorator"),
    ("decoratormethod", "decorator"),
    ("directive", "directive"),
    ("enum", "enum"),
    ("enumerator", "enumerator"),
    ("envvar", "variable"),
    ("exception", "exception"),
    ("fieldlookup", "lookup"),
    ("function", "function"),
    ("macro", "macro"),
    ("member", "member"),
    ("method", "method"),
    ("module", "module"),
    ("opcode", "opcode"),
    ("option", "option"),
    ("pdbcommand", "command"),
    ("program", "program"),
    ("property", "property"),
    ("role", "role"),
    ("setting", "setting"),
    ("staticmethod", "method"),
    ("struct", "struct"),
    ("templatefilter", "filter"),
    ("templatetag", "tag"),
    ("type", "type"),
    ("union", "union"),
    ("var", "variable"),
    ("variable", "variable"),
];

/// On phones the side bar is off the window, and a bar at the top has room.
const BESIDE_DRAWER: &str = "@media(max-width:768px){docfuse-search{position:fixed;inset-block-start:.3rem;inset-inline-end:.5rem;z-index:201}}";

pub(super) const SPHINX: Generator = Generator {
    // Indices, source listings, and templates among the static files.
    excludes: &[
        "_modules/*",
        "*/_modules/*",
        "_static/*",
        "*/_static/*",
        "genindex*.html",
        "*genindex/index.html",
        "http-routingtable.html",
        // Of modules in Python, JavaScript, …
        "*-modindex.html",
        "*-modindex/index.html",
    ],
    // Of the directive `index`.
    entry_index: Some(EntryIndex { pages: &["genindex*.html", "*genindex/index.html"], ids: "index-" }),
    furniture: &[
        "headerlink",
        "viewcode-link",
        "viewcode-back",
        // Line numbers.
        "linenos",
        "lineno",
        "linenodiv",
        // Footnotes.
        "footnote-reference",
        "fn-backref",
    ],
    is_furniture: Some(is_deep_contents),
    is_contents: Some(is_contents),
    is_crumb: Some(is_crumb),
    page_tools: &["view page source", "edit on github"],
    permalink_signs: &['¶'],
    heading_signs: &['¶'],
    content_classes: &["documentwrapper", "rst-content"],
    content_div_classes: &["body"],
    signature_classes: &["sig"],
    symbol_kind: Some(symbol_kind),
    version_metas: &["readthedocs-version-slug"],
    // The type after a term.
    spaced_classes: &["classifier"],
    anchor_symbol: Some(anchor_symbol),
    deprecates: Some(deprecates),
    inventory: Some(Inventory { file: "objects.inv", read: objects }),
    module_of_id: Some(|id| id.strip_prefix("module-")),
    typed_anchors: &["c."],
    search_places: &[
        SearchPlace {
            at: ".content-icon-container",
            side: Side::Inside,
            hides: ".sidebar-search-container",
            keys: "",
            style: "",
        },
        SearchPlace {
            at: "#rtd-search-form",
            side: Side::Before,
            hides: "#rtd-search-form",
            keys: "",
            style: BESIDE_DRAWER,
        },
        // Without a search of its own.
        SearchPlace {
            at: ".wy-side-scroll .wy-menu-vertical",
            side: Side::Before,
            hides: "",
            keys: "",
            style: BESIDE_DRAWER,
        },
        SearchPlace {
            at: ".navbar-persistent--mobile",
            side: Side::Before,
            hides: ".search-button,.search-button-field,.search-button__wrapper",
            keys: "",
            style: IN_BAR,
        },
        SearchPlace {
            at: ".sphinxsidebarwrapper #searchbox",
            side: Side::Before,
            hides: "#searchbox",
            keys: "",
            // On phones the side bar is below the page.
            style: "@media(max-width:875px){docfuse-search{position:fixed;inset-block-start:.5rem;inset-inline-end:.5rem;z-index:1}}",
        },
    ],
    ..NONE
};

/// Contents pages repeat the whole outline of a book; the first level is enough.
fn is_deep_contents(_: &str, attributes: &Attributes<'_>) -> bool {
    let mut classes = attributes.class.split_ascii_whitespace();
    classes.any(|class| class.starts_with("toctree-l") && class != "toctree-l1")
}

fn is_contents(attributes: &Attributes<'_>) -> bool {
    attributes.has_class("contents") && (attributes.has_class("topic") || attributes.has_class("local"))
}

/// The bar above a page has `nav-item-1` and so on among its links; `nav-item-0` is the site, `nav-item-this` the page.
fn is_crumb(attributes: &Attributes<'_>) -> bool {
    let mut numbers =
        attributes.class.split_ascii_whitespace().filter_map(|class| class.strip_prefix("nav-item-"));
    numbers.any(|number| number.parse::<u8>().is_ok_and(|number| number > 0))
}

/// `<dl class="py function">`; up to version 3 without the domain.
fn symbol_kind(tag: &str, attributes: &Attributes<'_>) -> Option<&'static str> {
    let class = attributes.class.split_ascii_whitespace().find(|class| !DOMAINS.contains(class))?;
    let named = OBJECT_TYPES.iter().find(|(name, _)| tag == "dl" && *name == class);
    named.map(|(_, kind)| *kind)
}

/// A notice in a description that has only the version, or says what to use. Others are about parameters, too.
fn deprecates(node: NodeRef<'_, Node>, tag: &str, attributes: &Attributes<'_>) -> bool {
    let above = node.parent().and_then(|parent| parent.value().as_element());
    let is_notice = attributes.has_class("deprecated") || attributes.has_class("deprecated-removed");
    if tag != "div" || !is_notice || above.is_none_or(|above| above.name() != "dd") {
        return false;
    }
    let is_version = |inside: &NodeRef<'_, Node>| {
        inside
            .value()
            .as_element()
            .is_some_and(|element| Attributes::of(element).has_class("versionmodified"))
    };
    let version = node.descendants().find(is_version);
    version.is_some_and(|version| {
        let behind: Vec<String> = version.next_siblings().map(plain_text).collect();
        let behind = behind.join(" ");
        let behind = behind.trim();
        behind.is_empty() || behind.starts_with("Use ") || behind.starts_with("use ")
    })
}

/// `module-os.path`, `c.PyList_New`.
fn anchor_symbol(_: &str, anchor: &str, _: &str) -> Option<AnchorSymbol> {
    let name = ANCHOR_PREFIXES.iter().find_map(|prefix| anchor.strip_prefix(prefix))?;
    Some(if is_path(name) { AnchorSymbol::Documents(name.to_owned()) } else { AnchorSymbol::Nothing })
}
