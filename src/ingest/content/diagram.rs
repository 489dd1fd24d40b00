//! The texts of a diagram in the page ([`labels`]).

use std::collections::HashSet;

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Node;
use scraper::node::Element;

use crate::ingest::html::dom::collapse;

/// The largest side of an icon, in pixels.
const MAX_ICON: f32 = 48.0;

/// Fewer labels are those of icons and logos.
const MIN_LABELS: usize = 2;

/// Most bytes of the labels of one diagram; plots of data have thousands.
const MAX_BYTES: usize = 16 << 10;

/// The distinct texts in an `svg` element that have a letter, in their order; none of an icon. O(elements).
pub(in crate::ingest) fn labels(svg: NodeRef<'_, Node>) -> Vec<String> {
    if svg.value().as_element().is_none_or(is_icon) {
        return Vec::new();
    }
    let (mut labels, mut seen, mut bytes) = (Vec::new(), HashSet::new(), 0);
    let mut end = None;
    for edge in svg.traverse() {
        match edge {
            Edge::Close(node) if end == Some(node.id()) => end = None,
            Edge::Open(node) if end.is_none() && is_label(node) => {
                end = Some(node.id());
                let label = text(node);
                if label.contains(char::is_alphabetic) && bytes < MAX_BYTES && seen.insert(label.clone()) {
                    bytes += label.len();
                    labels.push(label);
                }
            }
            _ => {}
        }
    }
    if labels.len() < MIN_LABELS { Vec::new() } else { labels }
}

fn is_icon(svg: &Element) -> bool {
    let sides = ["width", "height"].into_iter().filter_map(|name| svg.attr(name));
    let mut lengths = sides.filter_map(|side| side.trim_end_matches("px").parse::<f32>().ok());
    lengths.any(|length| length <= MAX_ICON)
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
    use crate::ingest::generators_tests::outline;

    #[test]
    fn labels_of_diagrams_are_text() {
        for (svg, expected) in [
            (
                "<svg width=300><style>.a{}</style><g><text>Client</text><text><tspan x=0>Web</tspan><tspan x=0 dy=1>server</tspan></text></g>\
                 <text>Client</text><text>0.5</text></svg>",
                "x\nClient\nWeb server\ny",
            ),
            (
                "<svg><foreignObject><div><p>Reads <b>pages</b></p><p>then</p></div></foreignObject><text>H<tspan>2</tspan>O</text></svg>",
                "x\nReads pages then\nH2O\ny",
            ),
            ("<svg width=16 height=16><text>Run</text><text>now</text></svg>", "xy"),
            ("<svg width=300><text>Logo</text></svg>", "xy"),
            ("<svg aria-hidden=true><text>Client</text><text>Server</text></svg>", "xy"),
            ("<svg data-docfuse-ignore><text>Client</text><text>Server</text></svg>", "xy"),
            ("<a href=b.html><svg><text>Client</text><text>Server</text></svg></a>", "xy"),
            ("<svg><title>Client</title><path d=M1/><text>1</text><text>2</text></svg>", "xy"),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x{svg}y</main>");
            assert_eq!(outline(&page), [format!("#t [] T: {expected}")], "{svg}");
        }
    }
}
