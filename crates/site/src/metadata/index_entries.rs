//! The entries of a general index: lists in lists of links ([`index_entries`]).

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::{Html, Node};

use crate::generators::is_entry_id;
use crate::href::resolve;
use crate::html::dom::collapse;
use crate::raw_page::LinkDraft;

/// Most beginnings and ends of elements and texts of one entry that are read.
const MAX_EDGES: usize = 64;

/// Most entries around one, which it is part of. Sphinx has two.
const MAX_AROUND: usize = 4;

/// Links to the places of entries on the page `url`. The text of each is that of its entry behind those around it: "dialect",
/// "quoting rules". O(page).
pub(crate) fn index_entries(html: &Html, url: &str, base: Option<&str>) -> Vec<LinkDraft> {
    let links = html.tree.nodes().filter_map(|node| {
        let href = node.value().as_element().filter(|element| element.name() == "a")?.attr("href")?;
        let target = resolve(url, base, href).filter(|target| is_entry_id(&target.anchor))?;
        let mut around: Vec<String> =
            node.ancestors().filter(is_item).take(MAX_AROUND).map(own_text).collect();
        around.reverse();
        Some(LinkDraft { from: 0, target: target.into(), text: collapse(&around.join(" ")).as_str().into() })
    });
    links.collect()
}

fn is_item(node: &NodeRef<'_, Node>) -> bool {
    node.value().as_element().is_some_and(|element| element.name() == "li")
}

/// The text of an entry, without the entries in it and the numbers of further links.
fn own_text(item: NodeRef<'_, Node>) -> String {
    let (mut text, mut skipped) = (String::new(), None);
    for edge in item.traverse().take(MAX_EDGES) {
        match edge {
            Edge::Close(node) if skipped == Some(node.id()) => skipped = None,
            Edge::Open(node) if skipped.is_none() => match node.value() {
                Node::Text(part) => text.push_str(part),
                Node::Element(element) => skipped = (element.name() == "ul").then_some(node.id()),
                _ => {}
            },
            _ => {}
        }
    }
    text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).collect::<Vec<_>>().join(" ")
}
