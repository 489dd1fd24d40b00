//! [`is_shell`]: whether a page is an empty shell that its scripts fill. A script alone does not tell: themes load some on
//! every page.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::{Html, Node};

use crate::generators;
use crate::html::dom::Attributes;

/// Whether a page shows nothing besides its scripts, or has the root of an application with no more in it than a line
/// that it is loading. O(page).
pub(crate) fn is_shell(html: &Html) -> bool {
    let is_body = |node: &NodeRef<'_, Node>| tag(node) == "body";
    let Some(body) = html.tree.nodes().find(is_body) else { return false };
    let (mut shows_nothing, mut skipping) = (true, None);
    for edge in body.traverse() {
        match edge {
            Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
            Edge::Open(node) if skipping.is_none() => match node.value() {
                Node::Text(text) if !text.trim().is_empty() => shows_nothing = false,
                Node::Element(element) => {
                    let attributes = Attributes::of(element);
                    if generators::is_app_root(element.name(), attributes.id) && may_be_loading(node) {
                        return true;
                    }
                    // The components that are a page's only content are its application.
                    let is_component = element.name().contains('-') && node.parent() == Some(body);
                    if is_unseen(element.name())
                        || node != body && attributes.is_hidden()
                        || is_component && may_be_loading(node)
                    {
                        skipping = Some(node.id());
                    }
                    shows_nothing &= !is_picture(element.name());
                }
                _ => {}
            },
            _ => {}
        }
    }
    shows_nothing
}

/// Whether an element has nothing that an author writes but words.
fn may_be_loading(root: NodeRef<'_, Node>) -> bool {
    let is_written = |name: &str| {
        matches!(name, "a" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" | "dl" | "table" | "pre" | "form")
    };
    !root.descendants().any(|node| is_written(tag(&node)))
}

/// Whether browsers show nothing of an element once its scripts run.
fn is_unseen(tag: &str) -> bool {
    matches!(tag, "script" | "noscript" | "style" | "template")
}

fn is_picture(tag: &str) -> bool {
    matches!(tag, "img" | "picture" | "svg" | "object" | "embed" | "iframe" | "video" | "audio" | "input")
}

fn tag<'a>(node: &NodeRef<'a, Node>) -> &'a str {
    node.value().as_element().map_or("", |element| element.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse::parse;

    #[test]
    fn shells_are_told_from_short_pages() {
        for (body, expected) in [
            ("<div id=x></div><script src=a.js></script>", true),
            ("<noscript>You need to enable JavaScript.</noscript><script src=a.js></script>", true),
            ("<noscript><img src=count.gif></noscript><div><div></div></div>", true),
            ("<div id=app><p>Loading …</p><img src=wheel.svg></div>", true),
            ("<header><a href=/>Home</a></header><main><div id=root></div></main>", true),
            ("<my-app>Loading …</my-app><docfuse-search></docfuse-search>", true),
            ("<redoc spec-url=api.json></redoc>", true),
            ("<div id=error hidden>No connection. <a href=.>Reload</a></div>", true),
            // Rendered ones, and static pages.
            ("<div id=app><h1>Short</h1></div>", false),
            ("<div id=root><a href=b.html>The next page</a></div>", false),
            ("<p>Short.<script src=theme.js></script>", false),
            ("<nav><a href=.>Up</a></nav><div id=toc></div>", false),
            ("<img src=diagram.svg><script src=zoom.js></script>", false),
            ("<my-note>Beta</my-note><p>Short.", false),
            ("<my-page><h1>Short</h1></my-page>", false),
        ] {
            assert_eq!(is_shell(&parse(&format!("<body>{body}")).unwrap()), expected, "{body}");
        }
    }
}
