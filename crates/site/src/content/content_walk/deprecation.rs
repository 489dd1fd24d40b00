//! Elements that say, by their class, that what a section documents is deprecated: so they do in every language.

use ego_tree::NodeRef;
use scraper::Node;

use super::Walk;
use crate::generators;
use crate::html::dom::{Attributes, first_elements};
use crate::html::tags::heading_level;

/// Classes begin or end so; a quick look before their words.
const WITHIN: &str = "eprecat";

/// What follows "deprecated" or "deprecation" in the class of a notice: `deprecation-block`, `deprecatedLabel`.
const NOTICES: [&str; 11] =
    ["", "block", "box", "comment", "content", "label", "message", "note", "notice", "removed", "warning"];

/// Most elements above, inside, and at the start of an item to look at.
const ABOVE: usize = 6;
const INSIDE: usize = 24;
const LOOK_AHEAD: usize = 8;

impl<'a> Walk<'a, '_> {
    /// Marks the section if the element is a notice at its start, behind its signature at most, or wherever its generator
    /// puts it.
    pub(super) fn deprecation(&mut self, node: NodeRef<'a, Node>, tag: &str, attributes: &Attributes<'a>) {
        if self.capture.is_some() || !attributes.class.contains(WITHIN) {
            return;
        }
        let is_first = || is_notice(attributes) && self.outline.is_at_start() && is_of_section(node);
        if is_first() || generators::deprecates(node, tag, attributes) {
            self.outline.deprecate();
        }
    }
}

/// Whether the heading or term itself, or a name in it, is marked.
pub(super) fn is_marked(heading: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> bool {
    is_notice(attributes)
        || first_elements(heading, LOOK_AHEAD).any(|inside| is_notice(&Attributes::of(inside)))
}

fn is_notice(attributes: &Attributes<'_>) -> bool {
    attributes.class.contains(WITHIN) && attributes.class.split_ascii_whitespace().any(is_notice_class)
}

/// `deprecated`, `tsd-tag-deprecated`, `deprecation-block`.
fn is_notice_class(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    let behind = class.strip_prefix("deprecated").or_else(|| class.strip_prefix("deprecation"));
    behind.is_some_and(|behind| NOTICES.contains(&behind.trim_start_matches(['-', '_'])))
        || class.rsplit(['-', '_']).next() == Some("deprecated")
}

/// Whether a notice is about the section: not about what it lists, in an item, a row, a link or below a heading with one.
fn is_of_section(notice: NodeRef<'_, Node>) -> bool {
    let named = |node: NodeRef<'_, Node>| node.value().as_element().map(|element| element.name().to_owned());
    let item = notice.ancestors().take(ABOVE).find(|above| {
        named(*above).is_some_and(|tag| matches!(tag.as_str(), "li" | "td" | "th" | "tr" | "a"))
    });
    let has_heading =
        |item| first_elements(item, LOOK_AHEAD).any(|inside| heading_level(inside.name()).is_some());
    let heading = notice
        .descendants()
        .take(INSIDE)
        .find(|inside| named(*inside).is_some_and(|tag| heading_level(&tag).is_some()));
    let has_link = |heading: NodeRef<'_, Node>| first_elements(heading, 1).any(|inside| inside.name() == "a");
    item.is_none_or(has_heading) && !heading.is_some_and(has_link)
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn notices_are_told_by_class() {
        for (class, expected) in [
            ("deprecated", true),
            ("stab deprecated", true),
            ("tsd-tag-deprecated", true),
            ("deprecation-block", true),
            ("deprecatedLabel", true),
            ("deprecated-removed", true),
            ("deprecated-toggle", false),
            ("deprecations", false),
            ("undeprecated", false),
            ("", false),
        ] {
            assert_eq!(class.split_whitespace().any(super::is_notice_class), expected, "{class}");
        }
    }

    /// Of a section `stop`, and of what it lists.
    #[test]
    fn a_notice_at_the_start_is_about_its_section() {
        const NOTICE: &str = "<div class=deprecated>Veraltet seit 2.0.</div>";
        for (html, expected) in [
            (format!("<h2 id=stop>stop</h2>{NOTICE}<p>x"), true),
            (format!("<h2 id=stop>stop</h2><pre>void stop();\nvoid halt();</pre>{NOTICE}"), true),
            (format!("<h2 id=stop>stop()</h2><div>void stop ()</div>{NOTICE}"), true),
            (format!("<ul><li><h2 id=stop>stop</h2>{NOTICE}</ul>"), true),
            (format!("<dl><dt id=stop>stop()<dd>{NOTICE}x</dl>"), true),
            ("<dl><dt id=stop class=deprecated>stop()<dd>x</dl>".to_owned(), true),
            ("<h2 id=stop><span class=\"name deprecated\">stop</span></h2>x".to_owned(), true),
            (format!("<h2 id=stop>stop</h2><p>Ends it.</p>{NOTICE}"), false),
            (format!("<h2 id=stop>stop</h2><ul><li>{NOTICE}</ul>"), false),
            (format!("<h2 id=stop>stop</h2><table><tr><td>{NOTICE}</table>"), false),
            ("<h2 id=stop>stop</h2><div class=deprecated><h6><a href=b>b</a></h6>x</div>".to_owned(), false),
            ("<h2 id=stop>stop</h2><div class=deprecated-toggle>Hide</div>".to_owned(), false),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x{html}</main>");
            let page = read_page("a.html", page.as_bytes(), &IngestConfig::default()).unwrap();
            assert_eq!(page.sections.last().unwrap().is_deprecated, expected, "{html}");
        }
    }
}
