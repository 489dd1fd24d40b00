//! What a walk reads of single elements, apart from their text.

use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Node};

use super::Walk;
use crate::content::boilerplate::{is_page_tool, is_permalink_sign, is_tab_label, never_content};
use crate::content::decoration::{Decoration, decoration};
use crate::content::diagram::{labels, names};
use crate::content::main_content::Content;
use crate::html::dom::{Attributes, first_elements, plain_text, visible_text};
use crate::html::tags::names_layout;
use crate::left_parts::PartRule;
use crate::settings::config::IngestConfig;
use crate::settings::weight::read_weight;
use crate::{generators, href};
use docfuse::index::LeftPart;

/// What a label of a diagram is laid out like.
const LABEL: &str = "div";

impl<'a> Walk<'a, '_> {
    /// Why an element in the content is no text, if a rule says so that the author does not switch off.
    pub(super) fn rule(
        &mut self,
        node: NodeRef<'_, Node>,
        tag: &str,
        attributes: &Attributes<'_>,
        content: &Content<'_>,
    ) -> Option<PartRule> {
        let ignores =
            |element: ElementRef<'_>| self.config.ignore.iter().any(|selector| selector.matches(&element));
        if attributes.is_ignored || ElementRef::wrap(node).is_some_and(ignores) {
            return Some(PartRule::Ignored);
        }
        let kept = self.config.kept;
        let unless_kept = |rule: PartRule, is: bool| (is && !kept.has(rule)).then_some(rule);
        let is_number = attributes.is_no_snippet && self.preformatted > 0;
        let found = unless_kept(PartRule::Numbers, is_number)
            .or_else(|| never_content(node, tag, attributes, &content.panels, kept));
        if found.is_some() || !kept.has(PartRule::Sign) && self.decorates(node, tag, attributes) {
            return found.or(Some(PartRule::Sign));
        }
        let is_tool = tag == "a" && is_page_tool(node) || tag == "label" && is_tab_label(node);
        let navigation = || content.navigation(node.id()).filter(|rule| !kept.has(*rule));
        unless_kept(PartRule::Tool, is_tool).or_else(navigation)
    }

    /// Notes the text of an element that a rule leaves out, if the settings ask for it.
    pub(super) fn leave_out(&mut self, node: NodeRef<'_, Node>, rule: PartRule) {
        if let Some(parts) = self.left_parts.as_mut().filter(|_| rule != PartRule::Unseen) {
            let text = visible_text(node);
            parts.extend((!text.is_empty()).then_some(LeftPart { rule: rule.word(), text }));
        }
    }

    /// Records the target of a link in a heading to its own page. Returns whether the element is a permalink: a link to
    /// the page itself whose text is a sign.
    pub(super) fn permalink(
        &mut self,
        tag: &str,
        attributes: &Attributes<'a>,
        node: NodeRef<'a, Node>,
    ) -> bool {
        let Some(fragment) = attributes.href.filter(|_| tag == "a").and_then(|href| href.strip_prefix('#'))
        else {
            return false;
        };
        if let Some(capture) = &mut self.capture {
            capture.heading.permalinks.insert(href::percent_decode(fragment));
        }
        // An empty link is a target (`<a id="x" href="#x"></a>`); its id counts.
        node.has_children() && is_permalink_sign(&plain_text(node))
    }

    /// Records an element's id, which may become a section's anchor. The id of a permalink counts, although its sign is
    /// not text.
    pub(super) fn id(&mut self, node: NodeRef<'a, Node>, tag: &str, attributes: &Attributes<'a>) {
        let Some(id) = attributes.anchor(tag).filter(|id| !names_layout(tag, id)) else { return };
        match &mut self.capture {
            Some(capture) => capture.heading.inside.push(id),
            None => {
                let is_mark = first_elements(node, 1).next().is_none();
                self.outline.open_id(node.id(), id, is_mark);
            }
        }
    }

    /// Whether an element in the heading or term being read is no part of it. Keeps its words if they may be searched.
    pub(super) fn decorates(
        &mut self,
        node: NodeRef<'_, Node>,
        tag: &str,
        attributes: &Attributes<'_>,
    ) -> bool {
        let Some(capture) = &mut self.capture else { return false };
        let heading = node.ancestors().find(|above| above.id() == capture.node);
        let found = heading.and_then(|heading| decoration(node, tag, attributes, heading));
        if found == Some(Decoration::Beside) {
            capture.heading.word_parts.extend([" ", &plain_text(node)]);
        }
        found.is_some()
    }

    /// The texts of a diagram, each as a block, and its name.
    pub(super) fn diagram(&mut self, svg: NodeRef<'a, Node>) {
        self.end_run();
        for label in labels(svg) {
            self.label_edge();
            self.text(&label);
            self.label_edge();
        }
        // In links and headings, it names an icon.
        if self.capture.is_none() && self.link.is_none() {
            names(svg).for_each(|name| self.gloss(&name));
        }
    }

    fn label_edge(&mut self) {
        self.part_link(LABEL);
        self.boundary(LABEL);
    }

    /// Words that the page only shows on demand.
    pub(super) fn gloss(&mut self, text: &str) {
        match &mut self.capture {
            Some(capture) => capture.heading.word_parts.extend([" ", text]),
            None => self.outline.gloss(text),
        }
    }

    pub(super) fn open_weight(&mut self, node: NodeRef<'a, Node>, attributes: &Attributes<'a>) {
        if let Some(weight) = weight_of(node, attributes, self.config) {
            self.weights.push((node.id(), self.outline.weight.replace(weight)));
        }
    }

    pub(super) fn close_weight(&mut self, node: NodeId) {
        if let Some((_, outer)) = self.weights.pop_if(|(open, _)| *open == node) {
            self.outline.weight = outer;
        }
    }

    /// Those of the whole page are read with its head.
    pub(super) fn keywords(&mut self, tag: &str, attributes: &Attributes<'a>) {
        if !matches!(tag, "html" | "body" | "meta") {
            self.outline.pending_keywords.extend(attributes.keywords);
        }
    }

    /// Ends a run of letters: its readings follow.
    pub(super) fn end_run(&mut self) {
        let Some(readings) = self.ruby.end_run() else { return };
        if self.preformatted > 0 && self.capture.is_none() {
            self.outline.code(&format!(" {readings}"));
            return;
        }
        self.space();
        if let Some(link) = &mut self.link {
            link.text.space();
        }
        self.own_text(&readings);
    }
}

pub(super) fn is_template(node: &NodeRef<'_, Node>) -> bool {
    node.value().as_element().is_some_and(|element| element.name() == "template")
}

/// The kind of the symbols that the terms and headings in an element's parent document; empty for none.
pub(super) fn kind_around(node: NodeRef<'_, Node>) -> &'static str {
    let parent = node.parent().and_then(|parent| parent.value().as_element());
    let kind = parent.and_then(|parent| generators::symbol_kind(parent.name(), &Attributes::of(parent)));
    kind.unwrap_or_default()
}

/// The weight of an element's text, by its attribute, else by the last configured rule that matches.
pub(super) fn weight_of(
    node: NodeRef<'_, Node>,
    attributes: &Attributes<'_>,
    config: &IngestConfig,
) -> Option<f32> {
    attributes.weight.and_then(read_weight).or_else(|| {
        let rules = if config.weights.is_empty() { return None } else { config.weights.iter().rev() };
        let element = ElementRef::wrap(node)?;
        rules.into_iter().find(|rule| rule.selector.matches(&element)).map(|rule| rule.weight)
    })
}
