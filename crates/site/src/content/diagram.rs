//! The texts of a diagram in the page ([`labels`]), and what it is called ([`names`]).

use std::collections::HashSet;

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Node;
use scraper::node::Element;

use crate::html::dom::{collapse, plain_text};

/// The largest side of an icon, in pixels.
const MAX_ICON: f32 = 48.0;

/// Most bytes of the labels of one diagram; plots of data have thousands.
const MAX_BYTES: usize = 16 << 10;

/// The distinct texts in an `svg` element, in their order. O(elements).
pub(crate) fn labels(svg: NodeRef<'_, Node>) -> Vec<String> {
    let (mut labels, mut seen, mut bytes) = (Vec::new(), HashSet::new(), 0);
    let mut end = None;
    for edge in svg.traverse() {
        match edge {
            Edge::Close(node) if end == Some(node.id()) => end = None,
            Edge::Open(node) if end.is_none() && is_label(node) => {
                end = Some(node.id());
                let label = text(node);
                if label.contains(char::is_alphanumeric) && bytes < MAX_BYTES && seen.insert(label.clone()) {
                    bytes += label.len();
                    labels.push(label);
                }
            }
            _ => {}
        }
    }
    labels
}

/// The title and the description of a diagram, which no reader sees; none of an icon, which repeats what it stands beside.
pub(crate) fn names(svg: NodeRef<'_, Node>) -> impl Iterator<Item = String> {
    let is_named = svg.value().as_element().is_some_and(|element| !is_icon(element));
    let parts = svg.children().filter(move |node| {
        let name = node.value().as_element().map(Element::name);
        is_named && matches!(name, Some("title" | "desc"))
    });
    parts.map(plain_text)
}

/// Whether both sides are known to be small, or those of its drawing where nothing else is known: a railroad diagram is as
/// low as an icon.
fn is_icon(svg: &Element) -> bool {
    let length = |name| svg.attr(name).and_then(pixels);
    // The parser keeps the capital; a page in XHTML may have lost it.
    let view_box = svg.attr("viewBox").or(svg.attr("viewbox")).unwrap_or_default();
    let numbers = view_box.split([' ', ',']).filter_map(|number| number.parse::<f32>().ok());
    let drawing = match numbers.collect::<Vec<_>>()[..] {
        [_, _, width, height] if width > 0.0 && height > 0.0 => Some((width, height)),
        _ => None,
    };
    let ratio = drawing.map(|(width, height)| width / height);
    let (width, height) = match (length("width"), length("height")) {
        (None, None) => drawing.unzip(),
        (width, height) => {
            (width.or_else(|| Some(height? * ratio?)), height.or_else(|| Some(width? / ratio?)))
        }
    };
    [width, height].iter().all(|side| side.is_some_and(|side| side <= MAX_ICON))
}

/// A length in pixels, or in the size of the text.
fn pixels(length: &str) -> Option<f32> {
    let length = length.trim();
    match length.strip_suffix("em") {
        Some(ems) => ems.trim_end_matches('r').parse::<f32>().ok().map(|ems| ems * 16.0),
        None => length.trim_end_matches("px").parse().ok(),
    }
}

fn is_label(node: NodeRef<'_, Node>) -> bool {
    let name = node.value().as_element().map(Element::name);
    name.is_some_and(|name| name == "text" || name.eq_ignore_ascii_case("foreignObject"))
}

/// The text of a label: its lines are elements with places of their own.
fn text(label: NodeRef<'_, Node>) -> String {
    let is_line = |element: &Element| match element.name() {
        "tspan" => ["x", "y", "dy"].into_iter().any(|name| element.attr(name).is_some()),
        name => matches!(name, "br" | "div" | "p" | "li" | "tr" | "td"),
    };
    let (mut text, mut skipped) = (String::new(), None);
    for edge in label.traverse() {
        match edge {
            Edge::Close(node) if skipped == Some(node.id()) => skipped = None,
            _ if skipped.is_some() => {}
            Edge::Open(node) => match node.value() {
                Node::Text(part) => text.push_str(part),
                Node::Element(element) => {
                    skipped = matches!(element.name(), "style" | "script" | "title").then_some(node.id());
                    text.push_str(if is_line(element) { " " } else { "" });
                }
                _ => {}
            },
            Edge::Close(node) => {
                let is_end = node.value().as_element().is_some_and(is_line);
                text.push_str(if is_end { " " } else { "" });
            }
        }
    }
    collapse(&text)
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::{IngestConfig, read_page};

    #[test]
    fn labels_of_diagrams_are_text() {
        for (svg, expected) in [
            (
                "<svg width=300><style>.a{}</style><g><text>Client</text><text><tspan x=0>Web</tspan><tspan x=0 dy=1>server</tspan></text></g>\
                 <text>Client</text><text>404</text><text>–</text></svg>",
                "x\nClient\nWeb server\n404\ny",
            ),
            (
                "<svg><foreignObject><div><p>Reads <b>pages</b></p><p>then</p></div></foreignObject><text>H<tspan>2</tspan>O</text></svg>",
                "x\nReads pages then\nH2O\ny",
            ),
            ("<svg width=16 height=16><text>JS</text></svg>", "x\nJS\ny"),
            ("<svg aria-hidden=true><text>Client</text><text>Server</text></svg>", "xy"),
            ("<svg data-docfuse-ignore><text>Client</text><text>Server</text></svg>", "xy"),
            ("<a href=b.html><svg><text>Client</text><text>Server</text></svg></a>", "x\nClient\nServer\ny"),
            ("<svg><title>Client</title><path d=M1/></svg>", "xy"),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x{svg}y</main>");
            assert_eq!(outline(&page), [format!("#t [] T: {expected}")], "{svg}");
        }
        let page = "<main><h1 id=t>T</h1><p>x<h2 id=a><svg><title>Sign</title><text>Read</text></svg> me</h2><p>y</main>";
        assert_eq!(outline(page), ["#t [] T: x", "#a [] Read me: y"]);
    }

    #[test]
    fn titles_of_diagrams_are_searched() {
        for (svg, expected) in [
            (
                "<svg width=300 height=40><title>The <i>client</i></title><desc>Asks.</desc><g><title>no</title></g></svg>",
                "The client Asks.",
            ),
            ("<svg><title>Twice</title></svg><svg><title>Twice</title></svg>", "Twice"),
            ("<svg width=420 height=45 viewBox='0 0 24 24'><title>Big</title></svg>", "Big"),
            ("<svg height=45 viewBox='0 0 420 45'><title>Low</title></svg>", "Low"),
            ("<svg height=1.5em viewBox='0,0,24,24'><title>Icon</title></svg>", ""),
            ("<svg class=w-6 viewBox='0 0 24 24'><title>Icon</title></svg>", ""),
            ("<a href=b.html><svg><title>Icon</title></svg></a>", ""),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x{svg}y</main>");
            let page = read_page("a.html", page.as_bytes(), &IngestConfig::default()).unwrap();
            assert_eq!(page.sections[0].word_parts, expected, "{svg}");
        }
    }
}
