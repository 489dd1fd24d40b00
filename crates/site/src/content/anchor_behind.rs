//! The anchor that stands behind a heading: `<h2>A</h2><a name="a"></a>` ([`anchor_behind`]).

use ego_tree::NodeRef;
use scraper::Node;

use super::boilerplate::is_permalink_sign;
use crate::html::dom::{Attributes, plain_text};
use crate::html::tags::heading_level;

/// The id of the mark right behind a heading: an empty element, or a permalink. Not one that stands before another heading,
/// whose mark it more likely is. O(1), but for the mark's own text.
pub(crate) fn anchor_behind<'a>(heading: NodeRef<'a, Node>) -> Option<&'a str> {
    let next = |node: NodeRef<'a, Node>| {
        let said = |node: &NodeRef<'a, Node>| match node.value() {
            Node::Text(text) => !text.trim().is_empty(),
            value => value.is_element(),
        };
        node.next_siblings().find(said)
    };
    let mark = next(heading)?;
    let element = mark.value().as_element().filter(|element| matches!(element.name(), "a" | "span"))?;
    let id = Attributes::of(element).anchor(element.name())?;
    if !is_permalink_sign(&plain_text(mark)) {
        return None;
    }
    let is_heading = |node: NodeRef<'a, Node>| {
        node.value().as_element().is_some_and(|element| heading_level(element.name()).is_some())
    };
    let is_alone = || heading.prev_siblings().all(|node| !node.value().is_element());
    match next(mark) {
        Some(behind) => (!is_heading(behind)).then_some(id),
        // The end of a wrapper around the two.
        None => is_alone().then_some(id),
    }
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;

    #[test]
    fn anchors_behind_headings_make_sections() {
        for (html, expected) in [
            ("<h2>A</h2><a name=a></a><p>x<h2>B</h2>\n<a id=b></a><p>y", &["#a [] A: x", "#b [] B: y"][..]),
            (
                "<div class=markdown-heading><h2>A</h2><a id=user-content-a class=anchor href=#a><svg></svg></a></div><p>x\
                 <div class=markdown-heading><h2>B</h2><a id=user-content-b class=anchor href=#b><svg></svg></a></div><p>y",
                &["#user-content-a [] A: x", "#user-content-b [] B: y"],
            ),
            // Before the next heading.
            ("<a name=a></a><h2>A</h2><a name=b></a><h2>B</h2><p>y", &["#a [] A: › B", "#b [] B: y"]),
            ("<h2 id=a>A</h2><a name=z></a><p>x", &["#a [] A: x"]),
            ("<h2>A</h2><a name=a>See</a><p>x", &["# [] A: See\nx"]),
            ("<h2>A</h2>x<a name=a></a>", &["# [] A: x"]),
        ] {
            assert_eq!(outline(&format!("<main>{html}</main>")), expected, "{html}");
        }
    }
}
