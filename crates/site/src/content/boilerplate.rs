//! Boilerplate: elements that are never content ([`never_content`]), and elements whose names suggest navigation
//! ([`suspicion`]), which `main_content` weighs against the rest of the page.

use ego_tree::NodeRef;
use scraper::Node;
use scraper::node::Element;

use super::panels::Panels;
use crate::generators;
use crate::html::class_words::words;
use crate::html::dom::Attributes;
use crate::html::tags::heading_level;
use crate::left_parts::{PartRule, PartRules};

/// Fewest words of a button that is more than a label.
const MIN_BUTTON_WORDS: usize = 8;

/// Most nodes of a button, or of the heading around it, that are looked at.
const LOOK_INSIDE: usize = 100;

/// Most elements between a heading and a button in it.
const MAX_AROUND: usize = 3;

/// Why an element is never part of the content: by its tag, its role, a class of a generator, or as it is hidden and none
/// of `panels`. `None` if it may be, or if the author keeps what the rule leaves out.
pub(crate) fn never_content(
    node: NodeRef<'_, Node>,
    tag: &str,
    attributes: &Attributes<'_>,
    panels: &Panels,
    kept: PartRules,
) -> Option<PartRule> {
    let by_tag = match tag {
        "script" | "style" | "noscript" | "annotation" | "title" | "head" | "rp" => {
            return Some(PartRule::Unseen);
        }
        "template" if !attributes.is_shadow_root => return Some(PartRule::Unseen),
        "button" if holds_content(node) => None,
        "nav" | "footer" | "search" | "dialog" => Some(PartRule::Element),
        "select" | "datalist" | "option" | "button" | "input" | "textarea" => Some(PartRule::Control),
        "svg" | "iframe" | "canvas" | "audio" | "video" | "map" => Some(PartRule::Media),
        _ => None,
    };
    let by_role = matches!(
        attributes.role,
        "navigation"
            | "search"
            | "banner"
            | "contentinfo"
            | "dialog"
            | "alertdialog"
            | "menu"
            | "menubar"
            | "listbox"
            | "tablist"
            | "toolbar"
            | "doc-toc"
            | "doc-noteref"
    );
    // Some themes hide the whole page until their script has run.
    let is_hidden = attributes.is_hidden() && !matches!(tag, "html" | "body") && !panels.has(attributes);
    let unless_kept = |rule: PartRule, is: bool| (is && !kept.has(rule)).then_some(rule);
    by_tag
        .filter(|rule| !kept.has(*rule))
        .or_else(|| unless_kept(PartRule::Role, by_role))
        .or_else(|| unless_kept(PartRule::Hidden, is_hidden))
        .or_else(|| unless_kept(PartRule::Furniture, generators::is_furniture(tag, attributes)))
}

/// Whether a button is more than the label of a control: it has paragraphs, marked or many words, or is all of a heading, as in
/// accordions.
fn holds_content(button: NodeRef<'_, Node>) -> bool {
    let is_block = |node: NodeRef<'_, Node>| {
        let tag = node.value().as_element().map(Element::name);
        tag.is_some_and(|tag| {
            heading_level(tag).is_some()
                || matches!(tag, "p" | "ul" | "ol" | "dl" | "table" | "strong" | "b" | "code")
        })
    };
    let inside = || button.descendants().skip(1).take(LOOK_INSIDE);
    let words = inside().filter_map(|node| node.value().as_text()).flat_map(|text| text.split_whitespace());
    if inside().any(is_block) || words.take(MIN_BUTTON_WORDS).count() == MIN_BUTTON_WORDS {
        return true;
    }
    let is_heading = |node: &NodeRef<'_, Node>| {
        let tag = node.value().as_element().map(Element::name);
        tag.is_some_and(|tag| heading_level(tag).is_some() || tag == "dt")
    };
    let has_words = |node: &NodeRef<'_, Node>| {
        node.value().as_text().is_some_and(|text| text.contains(char::is_alphanumeric))
    };
    let is_inside = |node: NodeRef<'_, Node>| node.ancestors().any(|above| above.id() == button.id());
    let heading = button.ancestors().take(MAX_AROUND).find(is_heading);
    heading.is_some_and(|heading| heading.descendants().take(LOOK_INSIDE).filter(has_words).all(is_inside))
}

/// Why an element may be navigation although its tag does not say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suspicion {
    /// Breadcrumbs and the like: always navigation.
    Anywhere,
    /// A table of contents: navigation, unless the page has no text beside it.
    Contents,
    /// Navigation, unless it contains text inside the main content: an aside.
    Sidebar,
    /// Named like a part of the frame around the content: navigation, unless it is inside the main content.
    Outside,
    /// A header: like [`Suspicion::Outside`], but kept if it contains the page's h1, or on a page without one its only
    /// h2.
    Header,
    /// A form: kept if it wraps headings or paragraphs, as old server pages do.
    Form,
}

/// Suspicion by tag, class and id; and whether a tag, markup or a generator says so, and not a name alone.
pub(super) fn suspicion(tag: &str, attributes: &Attributes<'_>) -> Option<(Suspicion, bool)> {
    match tag {
        "header" => return Some((Suspicion::Header, true)),
        "form" => return Some((Suspicion::Form, true)),
        "aside" | "div" | "ul" | "ol" | "p" | "section" | "table" | "details" | "dl" => {}
        _ => return None,
    }
    if attributes.is_breadcrumb {
        return Some((Suspicion::Anywhere, true));
    }
    if generators::is_contents(attributes) {
        return Some((Suspicion::Contents, true));
    }
    let mut worst = None;
    for class in attributes.class.split_ascii_whitespace() {
        match named_like(class) {
            Some(found @ (Suspicion::Anywhere | Suspicion::Contents)) => return Some((found, false)),
            Some(Suspicion::Sidebar) => worst = Some(Suspicion::Sidebar),
            found => worst = worst.or(found),
        }
    }
    // A section about menus has the id "menu" too, so ids of sections do not count.
    let is_section = tag == "section" || generators::is_section(attributes);
    let by_name = match attributes.id {
        Some(id) if !is_section => worst.or_else(|| named_like(id)),
        _ => worst,
    };
    let is_sure = tag == "aside" || tag == "div" && generators::is_footer(attributes);
    let sure = || is_sure.then_some((Suspicion::Outside, true));
    let by_name = by_name.filter(|kind| *kind != Suspicion::Outside || !is_sure);
    by_name.map(|kind| (kind, false)).or_else(sure)
}

/// Whether a class, id or role names a table of contents.
pub(crate) fn names_contents(name: &str) -> bool {
    named_like(name) == Some(Suspicion::Contents)
}

/// Suspicion by the words of one class or id, such as `left-sidebar`, `page_toc` and `tableOfContents`.
fn named_like(name: &str) -> Option<Suspicion> {
    if name.is_ascii()
        && name.len() < 64
        && name.to_ascii_lowercase().replace(['-', '_'], "") == "tableofcontents"
    {
        return Some(Suspicion::Contents);
    }
    let has = |word: &str| words(name).any(|found| found.eq_ignore_ascii_case(word));
    if has("next") && (has("prev") || has("previous")) {
        return Some(Suspicion::Anywhere);
    }
    let mut found = None;
    for word in words(name) {
        let is = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
        if is(&["toc"]) {
            let is_sidebar = words(name).any(|word| word.eq_ignore_ascii_case("sidebar"));
            return Some(if is_sidebar { Suspicion::Anywhere } else { Suspicion::Contents });
        }
        if is(&["breadcrumb", "breadcrumbs", "pager", "pagination", "navbar", "prevnext"]) {
            return Some(Suspicion::Anywhere);
        }
        if is(&["sidebar"]) {
            found = Some(Suspicion::Sidebar);
        } else if found == Some(Suspicion::Sidebar) {
            continue;
        } else if is(&["header", "masthead", "banner", "topbar", "hd"]) {
            found = Some(Suspicion::Header);
        } else if is(&[
            "nav",
            "menu",
            "navigation",
            "footer",
            "search",
            "copyright",
            "related",
            "cookie",
            "ft",
        ]) {
            found = found.or(Some(Suspicion::Outside));
        }
    }
    found
}

/// Whether the text of a link to the page's own fragment is empty or a sign such as "¶".
pub(crate) fn is_permalink_sign(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || generators::is_permalink_sign(c))
}

/// Whether an element is the label of a tab: of a radio button beside it. Labels of check boxes open what they name.
pub(super) fn is_tab_label(element: NodeRef<'_, Node>) -> bool {
    let is_radio = |node: NodeRef<'_, Node>| {
        let input = node.value().as_element().filter(|input| input.name() == "input");
        input.and_then(|input| input.attr("type")).is_some_and(|kind| kind.eq_ignore_ascii_case("radio"))
    };
    let is_element = |node: &NodeRef<'_, Node>| node.value().is_element();
    let beside = [element.prev_siblings().find(is_element), element.next_siblings().find(is_element)];
    element.value().as_element().is_some_and(|element| element.name() == "label")
        && beside.into_iter().flatten().any(is_radio)
}

/// Whether a link is a page tool, such as "edit this page".
pub(super) fn is_page_tool(link: NodeRef<'_, Node>) -> bool {
    let words = || {
        let texts = link.descendants().filter_map(|node| node.value().as_text());
        texts.flat_map(|text| text.split_whitespace())
    };
    generators::page_tools().any(|tool| {
        let mut found = words();
        let matches_next = |word: &str| found.next().is_some_and(|found| found.eq_ignore_ascii_case(word));
        tool.split(' ').all(matches_next) && found.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators_tests::outline;

    #[test]
    fn names_raise_suspicion_by_whole_words() {
        use Suspicion::*;
        for (tag, class, id, expected) in [
            ("div", "left-sidebar", "", Some(Sidebar)),
            ("aside", "margin sidebar", "", Some(Sidebar)),
            ("div", "sidebar-toc", "", Some(Anywhere)),
            ("div", "toc_sidebar", "", Some(Anywhere)),
            ("div", "tableOfContents_x", "", None),
            ("div", "tableOfContents", "", Some(Contents)),
            ("div", "table-of-contents", "", Some(Contents)),
            ("ul", "", "pageToc", Some(Contents)),
            ("div", "", "breadcrumbs", Some(Anywhere)),
            ("div", "toctree-wrapper", "", None),
            ("div", "stock", "histogram", None),
            ("div", "main_menu", "", Some(Outside)),
            ("section", "", "menu", None),
            ("div", "section", "the-menu", None),
            ("div", "sect2", "SEARCH", None),
            ("aside", "note", "", Some(Outside)),
            ("span", "toc", "", None),
            ("header", "", "", Some(Header)),
            ("div", "", "header", Some(Header)),
            ("div", "contents topic", "", Some(Contents)),
        ] {
            let mut attributes = Attributes::default();
            (attributes.class, attributes.id) = (class, (!id.is_empty()).then_some(id));
            assert_eq!(
                suspicion(tag, &attributes).map(|(kind, _)| kind),
                expected,
                "<{tag} class={class:?} id={id:?}>"
            );
        }
    }

    #[test]
    fn buttons_that_are_more_than_labels_are_content() {
        for (html, expected) in [
            ("<button>Copy the code</button>", "#t [] T: x y"),
            ("<button><div>Copy</div></button>", "#t [] T: x y"),
            (
                "<button><svg></svg><strong>200</strong><div><p>Pet found</p></div></button>",
                "#t [] T: x 200\nPet found\ny",
            ),
            (
                "<button>Press it to see one two three four</button>",
                "#t [] T: x Press it to see one two three four y",
            ),
            ("<button hidden>Press it to see one two three four</button>", "#t [] T: x y"),
            ("<h2 id=a><button><span>How long?</span></button></h2>", "#a [] How long?: y"),
            ("<h2 id=a>How long? <button>Copy</button></h2>", "#a [] How long?: y"),
            ("<dl><dt id=a><button>Term</button></dt><dd>d</dd></dl>", "#a [] Term: d"),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x{html}y</main>");
            let found = outline(&page);
            assert!(found.contains(&expected.to_owned()), "{html}: {found:?}");
        }
    }

    #[test]
    fn shadow_roots_are_text_without_places() {
        for (html, expected) in [
            (
                "x<my-note><template shadowrootmode=open><style>.a{}</style><p>Shadow <slot></slot></template><p>Light</p></my-note>y",
                "x\nShadow\nLight\ny",
            ),
            (
                "x<my-note><template shadowrootmode=closed><h2 id=a>Sub</h2>s<template>no</template></template></my-note>y",
                "x\nSub\ns\ny",
            ),
            ("x<template><p>no</p></template>y", "xy"),
        ] {
            let page = format!("<main><h1 id=t>T</h1><div>{html}</div></main>");
            assert_eq!(outline(&page), [format!("#t [] T: {expected}")], "{html}");
        }
    }
}
