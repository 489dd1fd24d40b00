//! MkDocs and its theme Material. Permalinks and line numbers are the same as in Sphinx.

use super::{Generator, NONE};
use crate::html::dom::Attributes;
use crate::inject::search_place::{SearchPlace, Side};

/// Material's root has 20 px or more, of which its texts take 80 %; its bar would be too low for a button in that size.
const MATERIAL_BAR: &str = "docfuse-search{--docfuse-font:.8rem/1.45 system-ui,sans-serif;align-self:center}";
const MATERIAL_END: &str =
    "docfuse-search{--docfuse-font:.8rem/1.45 system-ui,sans-serif;align-self:center;order:9}";

pub(super) const MKDOCS: Generator = Generator {
    // The date of the last change, feedback, labels of tabs.
    furniture: &["md-source-file", "md-feedback", "tabbed-labels"],
    content_classes: &["md-content"],
    breadcrumb_classes: &["md-path"],
    symbol_kind: Some(symbol_kind),
    search_places: &[
        SearchPlace {
            at: ".md-header__source",
            side: Side::Before,
            hides: ".md-header__button[for=__search],.md-search",
            keys: "f s",
            style: MATERIAL_BAR,
        },
        SearchPlace {
            at: ".md-header__inner",
            side: Side::Inside,
            hides: ".md-header__button[for=__search],.md-search",
            keys: "f s",
            style: MATERIAL_END,
        },
        SearchPlace {
            at: "button.navbar-toggler[data-bs-target='#navbar-collapse']",
            side: Side::Before,
            hides: "[data-bs-target='#mkdocs_search_modal']",
            keys: "s",
            style: "@media(min-width:992px){docfuse-search{order:9}}",
        },
    ],
    ..NONE
};

/// Of mkdocstrings: `<div class="doc doc-object doc-function">`.
fn symbol_kind(_: &str, attributes: &Attributes<'_>) -> Option<&'static str> {
    if !attributes.has_class("doc-object") {
        return None;
    }
    let kinds = ["attribute", "class", "function", "method", "module"];
    let mut named = attributes.class.split_ascii_whitespace().filter_map(|class| class.strip_prefix("doc-"));
    named.find_map(|name| kinds.into_iter().find(|kind| *kind == name))
}
