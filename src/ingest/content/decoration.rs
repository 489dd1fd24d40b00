//! What stands in a heading and is not part of it, by its markup ([`is_decoration`]): badges, links to the source, signs.

use ego_tree::NodeRef;
use scraper::Node;

use crate::ingest::generators;
use crate::ingest::html::class_words::has_any;
use crate::ingest::html::dom::{Attributes, plain_text};

/// Words in the classes of badges.
const BADGES: [&str; 8] =
    ["badge", "badges", "chip", "pill", "since", "stability", "versionadded", "versionchanged"];

/// Words in the classes of links to a source or an editor.
const TOOLS: [&str; 6] = ["edit", "editsection", "source", "src", "viewcode", "viewsource"];

/// Whether an element in a heading or term decorates it. An element with all letters of the heading is the heading.
/// O(heading).
pub(super) fn is_decoration(
    node: NodeRef<'_, Node>,
    tag: &str,
    attributes: &Attributes<'_>,
    heading: NodeRef<'_, Node>,
) -> bool {
    if generators::is_flag(attributes) {
        return true;
    }
    let is_link = tag == "a" && attributes.href.is_some();
    let is_named = has_any(attributes.class, &BADGES) || is_link && has_any(attributes.class, &TOOLS);
    (is_named || is_link && is_sign(&plain_text(node))) && has_other_letters(node, heading)
}

/// Whether the text of a link in a heading is a sign, or in brackets: "#", "[src]".
fn is_sign(text: &str) -> bool {
    let is_bracketed = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_tool = is_bracketed.is_some_and(|inner| !inner.contains(['[', ']', ',', '(']));
    !text.is_empty() && (is_tool || !text.contains(char::is_alphanumeric))
}

fn has_other_letters(node: NodeRef<'_, Node>, heading: NodeRef<'_, Node>) -> bool {
    let texts = heading.descendants().filter(|part| part.value().is_text());
    let others = texts.filter(|part| part.ancestors().all(|above| above.id() != node.id()));
    others.filter_map(|part| part.value().as_text()).any(|text| text.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use crate::ingest::generators_tests::outline;

    #[test]
    fn decoration_is_no_part_of_headings() {
        for (heading, expected) in [
            ("Read <a href=page.html#a>#</a>", "Read"),
            ("Read <a href=../src/read.html>[src]</a>", "Read"),
            ("Read <a href=../src/read.html class=srclink><span>[−]</span></a>", "Read"),
            ("Read <a class='link view-source' href=x>Source</a>", "Read"),
            ("Read <span class=since>since: 1.0</span>", "Read"),
            ("Read <span class='badge badge-info'>beta</span>", "Read"),
            ("<sup class=status-badge>new</sup> Read", "Read"),
            // All that there is.
            ("<span class=badge>Read</span>", "Read"),
            ("<a href=b.html>[new]</a>", "[new]"),
            ("<a id=a>(+)</a> of numbers", "(+) of numbers"),
            ("<a href=b.html>read[int]</a> of a list", "read[int] of a list"),
            ("The <a href=b.html>source</a> of it", "The source of it"),
            ("The <i>since</i> clause", "The since clause"),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x<h2 id=a>{heading}</h2><p>y</main>");
            let found = outline(&page);
            assert_eq!(found.last().unwrap(), &format!("#a [] {expected}: y"), "{heading}");
        }
    }

    #[test]
    fn furniture_of_pages_is_no_text() {
        for html in [
            "<div class=prev-next-area><a href=a.html><p>previous</p><p>Alpha</p></a><a href=b.html>Beta</a></div>",
            "<div class=pager><a href=a.html>Alpha</a></div>",
            "<div aria-label=Breadcrumbs><a href=a.html>Alpha</a><a href=b.html>Beta</a></div>",
            "<ol itemtype=https://schema.org/BreadcrumbList><li>Alpha<li>Beta</ol>",
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>Text of the page.{html}</main>");
            assert_eq!(outline(&page), ["#t [] T: Text of the page."], "{html}");
        }
    }
}
