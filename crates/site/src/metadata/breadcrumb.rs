//! The breadcrumb of a page: names of the pages above it, as its navigation shows them ([`breadcrumb`]).

use ego_tree::NodeRef;
use scraper::node::Element;
use scraper::{Html, Node};

use crate::generators;
use crate::html::class_words::names_breadcrumb;
use crate::html::dom::{Attributes, plain_text};
use docfuse::index::MAX_NAME_BYTES;

/// Most names read from a breadcrumb. Few sites are deeper.
const MAX_CRUMBS: usize = 8;

/// Most nodes of a breadcrumb that are read. Themes put drop-down menus into it.
const MAX_NODES: usize = 500;

/// Signs between the names of a breadcrumb.
const SEPARATORS: [char; 9] = ['/', '\\', '|', '>', '»', '›', '→', '·', ':'];

/// The names in the first breadcrumb of a page, outermost first; empty if it has none. The last may be the page itself.
/// O(page).
pub(crate) fn breadcrumb(html: &Html) -> Vec<String> {
    let mut crumbs: Vec<String> = Vec::new();
    for node in html.tree.nodes() {
        let Node::Element(element) = node.value() else { continue };
        let attributes = Attributes::of(element);
        if generators::is_crumb(&attributes) {
            // Themes repeat the breadcrumb below the page.
            let crumb = crumb(node).filter(|crumb| crumbs.len() < MAX_CRUMBS && !crumbs.contains(crumb));
            crumbs.extend(crumb);
        } else if crumbs.is_empty() && is_breadcrumb(element, &attributes) {
            crumbs = crumbs_in(node);
            if !crumbs.is_empty() {
                break;
            }
        }
    }
    crumbs
}

fn is_breadcrumb(element: &Element, attributes: &Attributes<'_>) -> bool {
    if !matches!(element.name(), "nav" | "ol" | "ul" | "div" | "p" | "section" | "dl") {
        return false;
    }
    generators::is_breadcrumb(attributes)
        || names_breadcrumb(attributes.class)
        || attributes.id.is_some_and(names_breadcrumb)
        || attributes.is_breadcrumb
}

/// The names in a breadcrumb: its list items, else its links.
fn crumbs_in(trail: NodeRef<'_, Node>) -> Vec<String> {
    let named = |name: &str| -> Vec<String> {
        let nodes = trail.descendants().skip(1).take(MAX_NODES);
        let items = nodes.filter(|node| node.value().as_element().is_some_and(|it| it.name() == name));
        items.filter_map(crumb).take(MAX_CRUMBS).collect()
    };
    let items = named("li");
    if items.is_empty() { named("a") } else { items }
}

/// The text of one part, unless it is empty, a tool, or too long for a name.
fn crumb(node: NodeRef<'_, Node>) -> Option<String> {
    let text = plain_text(node);
    let text = text.trim_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(&c));
    let is_tool = generators::page_tools().any(|tool| text.eq_ignore_ascii_case(tool));
    let is_name = text.len() <= MAX_NAME_BYTES && text.contains(char::is_alphanumeric) && !is_tool;
    is_name.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    #[test]
    fn breadcrumbs_are_read() {
        let long = "x".repeat(MAX_NAME_BYTES + 1);
        let many: String = (0..20).map(|number| format!("<li>{number}</li>")).collect();
        for (html, expected) in [
            (
                "<nav aria-label=Breadcrumbs><ol><li><a href=/>Docs</a> / <li><a href=..>Guide</a> ›<li>Setup</ol></nav>",
                &["Docs", "Guide", "Setup"][..],
            ),
            (
                "<div class=page-breadcrumb><a href=/>Docs</a> » <a href=..>Guide</a> » Setup</div>",
                &["Docs", "Guide"],
            ),
            ("<ol itemtype='https://schema.org/BreadcrumbList'><li>A</ol>", &["A"]),
            (
                "<ul class=breadcrumbs></ul><ul class=breadcrumbs><li>A</ul><ul class=breadcrumbs><li>B</ul>",
                &["A"],
            ),
            (
                "<ul class=wy-breadcrumbs><li><a class=icon-home></a><li>Guide<li><a>View page source</a></ul>",
                &["Guide"],
            ),
            (
                "<ul><li class='nav-item nav-item-0'>Docs »<li class='nav-item nav-item-1'>Guide »\
                 <li class='nav-item nav-item-this'>Setup</ul><ul><li class='nav-item nav-item-1'>Guide »</ul>",
                &["Guide"],
            ),
            ("<ol class=md-path__list><li>no</ol><nav class=md-path><ol><li>Guide</ol></nav>", &["Guide"]),
            ("<div class=navpath><ul><li class=navelem><a href=n.html>Eigen</a></ul></div>", &["Eigen"]),
            ("<p>How to use a breadcrumb</p><li class=breadcrumb>no", &[]),
            (&format!("<ul class=breadcrumb><li>{long}<li>A</ul>"), &["A"]),
            (&format!("<ul class=breadcrumb>{many}</ul>"), &["0", "1", "2", "3", "4", "5", "6", "7"]),
        ] {
            assert_eq!(breadcrumb(&parse(html).unwrap()), expected, "{html}");
        }
    }
}
