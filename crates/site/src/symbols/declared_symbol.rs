//! Lines that declare a symbol without a heading or definition term: [`declared_symbol`].
//!
//! Haddock, odoc, Jazzy, Documenter.jl, Crystal, rustdoc (fields) and HAProxy's manual write the documented symbol as a
//! paragraph, box or piece of code. Such a line links to itself, by an id that contains a word of the line.

use std::collections::HashSet;

use ego_tree::NodeRef;
use scraper::Node;

use crate::content::boilerplate::is_permalink_sign;
use crate::href::percent_decode;
use crate::html::dom::{Attributes, is_block, is_cell, plain_text};

/// Maximum nodes of a line: each word of a signature may be a separate element.
const LOOK_AHEAD: usize = 400;

/// Maximum bytes of a line. Longer ones are prose.
const MAX_LINE_BYTES: usize = 1000;

/// Maximum ids before or around a line that may be its own: HAProxy's manual puts five before each.
const MAX_NEAR: usize = 16;

/// The symbol that a line declares.
pub(crate) struct DeclaredSymbol {
    /// The text of its link, or of the element that the link points at; empty if that is a sign.
    pub(crate) name: String,
}

/// The symbol that an element declares, if it is such a line. `near` are the ids before or around it, nearest first.
/// O(nodes + text) for all calls of a page together, because no line is part of another.
pub(crate) fn declared_symbol<'a>(
    node: NodeRef<'a, Node>,
    tag: &str,
    attributes: &Attributes<'a>,
    near: impl Iterator<Item = &'a str>,
) -> Option<DeclaredSymbol> {
    if !may_be_line(node, tag, attributes) || !has_own_link(node) {
        return None;
    }
    Line::of(node, attributes)?.declared(near)
}

fn may_be_line(node: NodeRef<'_, Node>, tag: &str, attributes: &Attributes<'_>) -> bool {
    let parent = node.parent().and_then(|parent| parent.value().as_element());
    let parent = parent.map_or("", |parent| parent.name());
    match tag {
        // Sphinx writes it above a listing.
        _ if attributes.class.ends_with("caption") => false,
        "div" | "header" => true,
        // The parameters of a function, which SQLAlchemy links, and texts below figures.
        "p" => !matches!(parent, "li" | "dd" | "figcaption"),
        "code" | "span" => {
            let follows_text = || {
                let text = node.prev_sibling().and_then(|before| before.value().as_text());
                text.is_some_and(|text| !text.trim_start().is_empty())
            };
            (tag == "code" || attributes.id.is_some()) && is_block(parent) && parent != "p" && !follows_text()
        }
        _ => false,
    }
}

/// Whether it is a single line with a link into its page. Cheap, and rules out nearly all elements.
fn has_own_link(node: NodeRef<'_, Node>) -> bool {
    let (mut found, mut bytes) = (false, 0);
    for (at, node) in node.descendants().skip(1).enumerate() {
        match node.value() {
            _ if at == LOOK_AHEAD => return false,
            Node::Text(text) => bytes += text.trim().len(),
            Node::Element(element) if is_block(element.name()) || is_cell(element.name()) => return false,
            Node::Element(element) if element.name() == "a" => {
                found |= element.attr("href").is_some_and(|href| href.len() > 1 && href.starts_with('#'));
            }
            _ => {}
        }
        if bytes > MAX_LINE_BYTES {
            return false;
        }
    }
    found
}

struct Line<'a> {
    text: String,
    /// The line's id.
    own: Option<&'a str>,
    links: Vec<Anchor<'a>>,
    /// Ids in it.
    ids: Vec<&'a str>,
    /// The id of the inner element with its first words.
    first: Option<&'a str>,
}

/// An `a` in a line.
struct Anchor<'a> {
    node: NodeRef<'a, Node>,
    id: Option<&'a str>,
    /// The id that it points at.
    target: Option<String>,
}

impl<'a> Line<'a> {
    /// Reads an element; `None` if it has no words, or prose.
    fn of(element: NodeRef<'a, Node>, attributes: &Attributes<'a>) -> Option<Self> {
        let (links, ids) = (Vec::new(), Vec::new());
        let mut line = Line { text: String::new(), own: attributes.id, links, ids, first: None };
        for node in element.descendants().skip(1) {
            match node.value() {
                Node::Text(text) if is_permalink_sign(text) => line.text.push(' '),
                Node::Text(text) => {
                    let parent = node.parent().filter(|parent| parent.id() != element.id());
                    if line.text.trim_start().is_empty()
                        && let Some(parent) = parent.and_then(|parent| parent.value().as_element())
                    {
                        line.first = Attributes::of(parent).anchor(parent.name());
                    }
                    line.text.push_str(text);
                }
                Node::Element(element) => {
                    let (tag, attributes) = (element.name(), Attributes::of(element));
                    let id = attributes.anchor(tag);
                    line.ids.extend(id);
                    if tag == "a" {
                        let target =
                            attributes.href.and_then(|href| href.strip_prefix('#')).map(percent_decode);
                        line.links.push(Anchor { node, id, target });
                    }
                }
                _ => {}
            }
        }
        let text = line.text.trim();
        let is_prose = text.ends_with(['.', ':']) || text.contains(". ");
        // "[1]" is a footnote's number.
        (!text.is_empty() && !is_prose && !text.starts_with('[')).then_some(line)
    }

    /// The declared symbol: one of the line's links leads to the line, and the line begins with the link's target, or
    /// an id contains one of its words.
    fn declared(&self, near: impl Iterator<Item = &'a str>) -> Option<DeclaredSymbol> {
        let targets: HashSet<&str> = self.links.iter().filter_map(|link| link.target.as_deref()).collect();
        let ids = || self.own.into_iter().chain(self.ids.iter().copied());
        let place = ids().chain(near.take(MAX_NEAR)).find(|id| targets.contains(id))?;
        let line_words: HashSet<&str> = words(&self.text).collect();
        let begins = self.first.is_some_and(|first| targets.contains(first));
        if !begins && !ids().chain([place]).flat_map(words).any(|word| line_words.contains(word)) {
            return None;
        }
        let names =
            self.links.iter().filter(|link| link.id == Some(place) || link.target.as_deref() == Some(place));
        let name = names.map(|link| plain_text(link.node)).find(|name| !is_permalink_sign(name));
        Some(DeclaredSymbol { name: name.unwrap_or_default() })
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
        .filter(|word| word.contains(char::is_alphabetic))
}
