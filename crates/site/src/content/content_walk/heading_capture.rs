//! Headings and terms, whose text is no text of a section.

use std::collections::HashSet;

use ego_tree::{NodeId, NodeRef};
use scraper::Node;

use super::Walk;
use super::deprecation::is_marked;
use super::elements::kind_around;
use super::heading_text::{split_attributes, tidy_signature};
use crate::content::anchor_behind::anchor_behind;
use crate::content::name_lists::is_name_cell;
use crate::content::outline::{Heading, TERM};
use crate::content::text::BlockText;
use crate::generators;
use crate::html::dom::{Attributes, first_elements, is_cell};
use crate::html::tags::heading_level;
use crate::symbols::declared_symbol::declared_symbol;

/// Most elements of a term to search for a heading in it.
const TERM_LOOK_AHEAD: usize = 8;

/// A heading or term being read.
pub(super) struct Capture<'a> {
    pub(super) node: NodeId,
    pub(super) text: BlockText,
    pub(super) heading: Heading<'a>,
    first_link: usize,
}

impl<'a> Walk<'a, '_> {
    /// Begins a heading or term, if the element is one.
    pub(super) fn begin_capture(
        &mut self,
        node: NodeRef<'a, Node>,
        tag: &str,
        attributes: &Attributes<'a>,
    ) -> bool {
        let level = heading_level(tag);
        let wraps_heading =
            || first_elements(node, TERM_LOOK_AHEAD).any(|element| heading_level(element.name()).is_some());
        let is_named_row = is_cell(tag) && self.outline.is_in_name_list() && is_name_cell(node);
        let is_term = || is_named_row || tag == "dt" && !self.is_contents && !wraps_heading();
        let item = (level.is_none() && self.preformatted == 0 && !self.is_contents)
            .then(|| declared_symbol(node, tag, attributes, self.outline.near_ids()))
            .flatten();
        let Some(level) = level.or_else(|| (item.is_some() || is_term()).then_some(TERM)) else {
            return false;
        };
        self.end_run();
        let heading = Heading {
            level,
            text: String::new(),
            word_parts: String::new(),
            own: attributes.anchor(tag),
            permalinks: HashSet::new(),
            is_signature: item.is_some() || generators::is_signature(attributes),
            symbol_kind: kind_around(node),
            is_deprecated: is_marked(node, attributes),
            name: item.map(|item| item.name),
            inside: Vec::new(),
            behind: anchor_behind(node).filter(|_| self.shadow_roots == 0),
        };
        let (text, first_link) = (BlockText::new(), self.links.len());
        self.capture = Some(Capture { node: node.id(), heading, text, first_link });
        true
    }

    /// Gives a heading or term to the outline; its links are those of the section that it begins.
    pub(super) fn end_capture(&mut self, capture: Capture<'a>) {
        let mut heading = capture.heading;
        heading.word_parts.extend([" ", &capture.text.word_parts()]);
        let line = capture.text.into_line();
        let (text, attributes) = split_attributes(&line);
        heading.word_parts.extend([" ", attributes]);
        heading.text = if heading.level == TERM { tidy_signature(text) } else { text.to_owned() };
        let section = self.outline.heading(heading);
        for link in &mut self.links[capture.first_link..] {
            link.from = section;
        }
    }
}
