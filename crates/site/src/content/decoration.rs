//! What stands in a heading and is not part of its title, by its markup ([`decoration`]): badges, links to the source, signs.
//! Only what says nothing for sure is dropped; what may be a name is searched, or stays.

use ego_tree::NodeRef;
use scraper::Node;

use crate::generators;
use crate::html::class_words::has_any;
use crate::html::dom::{Attributes, plain_text};

/// Words in the classes of badges.
const BADGES: [&str; 5] = ["badge", "badges", "chip", "pill", "stability"];

/// Words in the classes of badges that tell a version.
const VERSIONS: [&str; 3] = ["since", "versionadded", "versionchanged"];

/// Words in the classes of links to a source or an editor.
const TOOLS: [&str; 6] = ["edit", "editsection", "source", "src", "viewcode", "viewsource"];

/// Texts of such links, without signs, in lower case.
#[rustfmt::skip]
const TOOL_TEXTS: [&str; 13] = [
    "code", "edit", "edit page", "edit section", "edit source", "show code", "show source", "source", "source code", "src",
    "view code", "view source", "view source code",
];

/// Texts of permalinks and tools, besides those that generators have. Others may be operators.
const SIGNS: &str = "#¶§∞🔗⚓✎✏🖉🖊📝↑↗⤴⬆↩⇧⧉−";

/// What badges before the address of an endpoint say. They are part of its name.
const METHODS: [&str; 10] =
    ["connect", "delete", "get", "head", "options", "patch", "post", "put", "query", "trace"];

/// What an element in a heading is to its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoration {
    /// Nothing that anybody looks for.
    Dropped,
    /// No part of the title, but words to be found by.
    Beside,
}

/// How an element in a heading or term decorates it; `None` if it is part of it. An element with all letters of the heading
/// is the heading. O(heading).
pub(super) fn decoration(
    node: NodeRef<'_, Node>,
    tag: &str,
    attributes: &Attributes<'_>,
    heading: NodeRef<'_, Node>,
) -> Option<Decoration> {
    let of_badge = badge(node, attributes);
    let of_link =
        || attributes.href.filter(|_| tag == "a").and_then(|_| link(&plain_text(node), attributes.class));
    of_badge.or_else(of_link).filter(|_| has_other_letters(node, heading))
}

fn badge(node: NodeRef<'_, Node>, attributes: &Attributes<'_>) -> Option<Decoration> {
    if has_any(attributes.class, &VERSIONS) {
        let is_version = plain_text(node).contains(|c: char| c.is_ascii_digit());
        return Some(if is_version { Decoration::Dropped } else { Decoration::Beside });
    }
    let is_badge = generators::is_flag(attributes) || has_any(attributes.class, &BADGES);
    let names = || METHODS.iter().any(|method| plain_text(node).eq_ignore_ascii_case(method));
    (is_badge && !names()).then_some(Decoration::Beside)
}

/// A link is known by its text and its class together, or by a sign; a text in brackets alone may be a name.
fn link(text: &str, class: &str) -> Option<Decoration> {
    let is_outside = |c: char| !c.is_alphanumeric();
    let words = text.trim_matches(is_outside).to_lowercase();
    let is_bracketed = text.starts_with('[') && text.ends_with(']');
    let is_sign = |c: char| {
        let is_icon = ('\u{e000}'..='\u{f8ff}').contains(&c);
        is_icon || SIGNS.contains(c) || generators::is_permalink_sign(c) || matches!(c, '[' | ']' | ' ')
    };
    let is_tool = TOOL_TEXTS.contains(&&*words);
    let has_class = has_any(class, &TOOLS);
    if text.is_empty() {
        None
    } else if text.chars().all(is_sign) || has_class && (is_tool || words.is_empty()) {
        Some(Decoration::Dropped)
    } else {
        (is_bracketed && (has_class || is_tool || words.is_empty())).then_some(Decoration::Beside)
    }
}

fn has_other_letters(node: NodeRef<'_, Node>, heading: NodeRef<'_, Node>) -> bool {
    let texts = heading.descendants().filter(|part| part.value().is_text());
    let others = texts.filter(|part| part.ancestors().all(|above| above.id() != node.id()));
    others.filter_map(|part| part.value().as_text()).any(|text| text.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::*;

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
            ("Read <span class=versionadded>Added in version 3.2</span>", "Read"),
            ("Read <a class=icon href=e.html>\u{f14c}</a>", "Read"),
            ("Read <a class=mw-editsection href=e.html>[Bearbeiten]</a>", "Read"),
            // Names.
            ("func <a class=Documentation-source href=o.go>Open</a>", "func Open"),
            ("<span class=badge>DELETE</span> /users/{id}", "DELETE /users/{id}"),
            ("<code class=http-pill>get</code> /users", "get /users"),
            ("Read <a href=b.html>[--verbose]</a>", "Read [--verbose]"),
            ("The <a href=#and>&amp;&amp;</a> operator", "The && operator"),
            ("The <a class=source href=b.html>source of it</a>", "The source of it"),
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
    fn what_may_be_a_name_is_searched() {
        for (heading, expected) in [
            ("Read <span class=badge>--verbose</span>", "--verbose"),
            ("Read <i class=VPBadge>beta</i> <i class=chip>Pro</i>", "beta Pro"),
            ("Read <span class=since>Now</span>", "Now"),
            ("Read <a href=b.html>[source]</a>", "[source]"),
            ("Read <a href=b.html class=edit>[Ändern]</a>", "[Ändern]"),
            ("Read <a href=b.html>[+]</a>", "[+]"),
            ("Read <a href=b.html class=edit>Edit</a> <i class=since>1.0</i> <a href=#a>#</a>", ""),
        ] {
            let html = format!("<main><h1 id=t>T</h1><p>x<h2 id=a>{heading}</h2><p>y</main>");
            let page = read_page("a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
            let section = page.sections.last().unwrap();
            assert_eq!((&*section.heading, &*section.word_parts), ("Read", expected), "{heading}");
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
