//! Reads values of filters and metadata from elements: [`Source`], and the rules of a site: [`Capture`], and
//! [`PathCapture`] for the paths of pages.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{ElementRef, Node, Selector};

use super::page_pattern::value_in;
use crate::content::boilerplate::never_content;
use crate::content::panels::Panels;
use crate::html::dom::{Attributes, collapse};
use crate::left_parts::PartRules;

/// Most bytes of the name of a filter or metadata key. Names are words, and every request repeats them.
pub const MAX_NAME_BYTES: usize = 64;

/// Most nodes read for the text of a marked element: enough for a heading or a short paragraph.
const MAX_CAPTURED_NODES: usize = 500;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source<'a> {
    /// The text of the element.
    Text,
    /// One of its attributes.
    Attribute(&'a str),
    /// The value itself.
    Inline(&'a str),
}

impl Source<'_> {
    /// The value on one line; `None` if there is none. Text is cut at `limit` bytes. A longer attribute or inline value
    /// gives `None`, because half an address leads nowhere.
    pub(crate) fn value(self, node: NodeRef<'_, Node>, element: &Element, limit: usize) -> Option<String> {
        let value = match self {
            Source::Text => captured_text(node, limit),
            Source::Attribute(name) => collapse(element.attr(name)?),
            Source::Inline(value) => collapse(value),
        };
        (!value.is_empty() && value.len() <= limit).then_some(value)
    }
}

/// A checked [`CaptureSetting`](crate::CaptureSetting).
#[derive(Clone, Debug)]
pub(crate) struct Capture {
    pub(crate) name: String,
    pub(crate) selector: Selector,
    pub(crate) attribute: Option<String>,
}

impl Capture {
    pub(crate) fn source(&self) -> Source<'_> {
        self.attribute.as_deref().map_or(Source::Text, Source::Attribute)
    }
}

/// A checked setting that reads a value from the paths of pages.
#[derive(Clone, Debug)]
pub(crate) struct PathCapture {
    pub(crate) name: String,
    pub(crate) pattern: String,
}

impl PathCapture {
    /// The value of a page, if its path has one of at most `limit` bytes.
    pub(crate) fn value(&self, url: &str, limit: usize) -> Option<String> {
        value_in(&self.pattern, url).filter(|value| value.len() <= limit).map(str::to_owned)
    }
}

/// Whether a filter or metadata key can have this name.
pub(crate) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.len() <= MAX_NAME_BYTES
}

/// The text of a marked element as the page shows it, cut at `limit` bytes.
fn captured_text(root: NodeRef<'_, Node>, limit: usize) -> String {
    let mut text = String::new();
    let mut skipping = None;
    for edge in root.traverse().take(2 * MAX_CAPTURED_NODES) {
        match edge {
            Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
            Edge::Open(node) if skipping.is_none() => match node.value() {
                Node::Text(piece) => {
                    // White space collapses, so we read more than we keep.
                    let room = (4 * limit).saturating_sub(text.len());
                    text.push_str(&piece[..piece.floor_char_boundary(room)]);
                }
                Node::Element(element) if node != root => {
                    let attributes = Attributes::of(element);
                    let is_skipped = attributes.is_ignored
                        || never_content(
                            node,
                            element.name(),
                            &attributes,
                            &Panels::default(),
                            PartRules::default(),
                        )
                        .is_some();
                    skipping = is_skipped.then_some(node.id());
                    text.push_str(if element.name() == "br" { " " } else { "" });
                }
                _ => {}
            },
            _ => {}
        }
    }
    let mut text = collapse(&text);
    if text.len() > limit {
        text.truncate(text.floor_char_boundary(limit));
        text.truncate(text.trim_end().len());
    }
    text
}

/// The rules that match an element.
pub(crate) fn matching<'a>(
    rules: &'a [Capture],
    node: NodeRef<'a, Node>,
) -> impl Iterator<Item = &'a Capture> {
    let element = if rules.is_empty() { None } else { ElementRef::wrap(node) };
    rules.iter().filter(move |rule| element.is_some_and(|element| rule.selector.matches(&element)))
}
