//! [`walk`]: one pass over the content of a page, which fills an [`Outline`] and collects links.

mod elements;
mod heading_text;

use std::collections::HashSet;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::Node;

use super::anchor_behind::anchor_behind;
use super::main_content::Content;
use super::outline::{Heading, Outline, TERM};
use super::ruby::{Part, Ruby};
use super::text::BlockText;
use crate::generators;
use crate::href::{self, Target};
use crate::html::dom::{Attributes, first_elements, is_block, is_cell};
use crate::html::tags::{heading_level, is_control};
use crate::left_parts::PartRule;
use crate::raw_page::LinkDraft;
use crate::settings::config::IngestConfig;
use crate::symbols::c_declaration::declared_name;
use crate::symbols::declared_symbol::declared_symbol;
use docfuse::index::LeftPart;
use elements::{is_template, kind_around, weight_of};
use heading_text::{split_attributes, tidy_signature};

/// Minimum words of an image's alternative text; fewer only say what kind of image it is.
const MIN_ALT_WORDS: usize = 3;

/// Most bytes of a declaration that are read for the name that it declares.
const MAX_DECLARATION_BYTES: usize = 2_000;

/// Most elements of a term to search for a heading in it.
const TERM_LOOK_AHEAD: usize = 8;

/// What the host of a shadow root is laid out like.
const SHADOW_HOST: &str = "div";

/// A heading or term being read.
struct Capture<'a> {
    node: NodeId,
    heading: Heading<'a>,
    text: BlockText,
    first_link: usize,
}

struct OpenLink {
    node: NodeId,
    target: Target,
    text: BlockText,
    /// Bytes of the readings before it.
    readings: usize,
}

/// State of the table row being read.
#[derive(Default)]
struct Row {
    /// Whether the row has only names so far.
    is_lead: bool,
    /// Whether one of its cells has names.
    has_names: bool,
    /// The code element with a name that is being read.
    name: Option<(NodeId, BlockText)>,
}

/// The walk over one page.
pub(crate) struct Walk<'a, 'c> {
    outline: Outline<'a>,
    links: Vec<LinkDraft>,
    capture: Option<Capture<'a>>,
    link: Option<OpenLink>,
    row: Row,
    ruby: Ruby,
    /// The declaration of the page's symbol that is being read.
    declaration: Option<(NodeId, String)>,
    /// Open shadow roots, whose ids no link reaches.
    shadow_roots: usize,
    /// Open `pre` elements.
    preformatted: usize,
    /// Open elements that have a weight, each with the weight to restore after it.
    weights: Vec<(NodeId, Option<f32>)>,
    /// Whether the text is a table of contents, whose terms are links.
    is_contents: bool,
    config: &'c IngestConfig,
    url: &'c str,
    base: Option<&'c str>,
    /// What rules left out, if the settings ask for it.
    left_parts: Option<Vec<LeftPart>>,
}

/// What a walk found.
pub(crate) struct Walked<'a> {
    pub(crate) outline: Outline<'a>,
    pub(crate) links: Vec<LinkDraft>,
    /// What rules left out, if the settings ask for it.
    pub(crate) left_parts: Option<Vec<LeftPart>>,
}

/// Reads the content of the page `url`.
pub(crate) fn walk<'a>(
    content: &Content<'a>,
    config: &IngestConfig,
    url: &str,
    base: Option<&str>,
) -> Walked<'a> {
    let mut walk = Walk {
        outline: Outline::new(),
        links: Vec::new(),
        capture: None,
        link: None,
        row: Row::default(),
        ruby: Ruby::default(),
        declaration: None,
        shadow_roots: 0,
        preformatted: 0,
        weights: Vec::new(),
        is_contents: content.has_contents,
        config,
        url,
        base,
        left_parts: config.tells_left_parts.then(|| content.left_beside(config.kept)),
    };
    for &root in &content.roots {
        let mut skipping = None;
        walk.outline.weight = root
            .ancestors()
            .find_map(|above| weight_of(above, &Attributes::of(above.value().as_element()?), config))
            .or_else(|| config.page_weight(url));
        walk.shadow_roots = root.ancestors().filter(is_template).count();
        for above in root.ancestors().filter_map(|above| above.value().as_element()) {
            walk.keywords(above.name(), &Attributes::of(above));
        }
        for edge in root.traverse() {
            match edge {
                Edge::Open(_) if skipping.is_some() => {}
                Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
                Edge::Close(_) if skipping.is_some() => {}
                Edge::Open(node) => match node.value() {
                    Node::Text(text) => walk.text(text),
                    Node::Element(element) => {
                        let (tag, mut attributes) = (element.name(), Attributes::of(element));
                        if walk.shadow_roots > 0 {
                            (attributes.id, attributes.name) = (None, None);
                        }
                        walk.part_link(tag);
                        let is_sign = walk.permalink(tag, &attributes, node);
                        let rule =
                            (node != root).then(|| walk.rule(node, tag, &attributes, content)).flatten();
                        let rule = rule.or((is_sign && node != root).then_some(PartRule::Sign));
                        if let Some(rule) = rule {
                            walk.leave_out(node, rule);
                            if tag == "svg" && rule != PartRule::Ignored && !attributes.is_hidden() {
                                walk.diagram(node);
                            }
                            if is_sign {
                                walk.id(node, tag, &attributes);
                                walk.outline.close(node.id());
                            }
                            skipping = Some(node.id());
                            walk.boundary(tag);
                        } else {
                            walk.open_weight(node, &attributes);
                            walk.open(node, tag, attributes);
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    if let Some(element) = node.value().as_element() {
                        walk.part_link(element.name());
                        walk.close(node.id(), element.name());
                        walk.close_weight(node.id());
                    }
                }
            }
        }
        walk.end_run();
        walk.outline.block();
    }
    Walked { outline: walk.outline, links: walk.links, left_parts: walk.left_parts }
}

impl<'a> Walk<'a, '_> {
    fn text(&mut self, text: &str) {
        match self.ruby.take(text, self.preformatted > 0) {
            Part::Reading => {}
            Part::Run => self.own_text(text),
            Part::Ends(end) => {
                self.own_text(&text[..end]);
                self.end_run();
                self.own_text(&text[end..]);
            }
        }
    }

    /// Text besides readings.
    fn own_text(&mut self, text: &str) {
        if let Some(link) = &mut self.link {
            link.text.push(text);
        }
        if let Some((_, code)) =
            self.declaration.as_mut().filter(|(_, code)| code.len() < MAX_DECLARATION_BYTES)
        {
            code.push_str(text);
        }
        match &mut self.row.name {
            Some((_, name)) => name.push(text),
            // Names of one row are in adjacent cells.
            None => {
                self.row.is_lead &= text.chars().all(|c| c.is_whitespace() || matches!(c, ',' | '/' | '|'))
            }
        }
        match &mut self.capture {
            Some(capture) => capture.text.push(text),
            None if self.preformatted > 0 => self.outline.code(text),
            None => self.outline.text(text),
        }
    }

    fn open(&mut self, node: NodeRef<'a, Node>, tag: &str, attributes: Attributes<'a>) {
        let level = heading_level(tag);
        self.keywords(tag, &attributes);
        if is_block(tag) {
            self.end_run();
        }
        if self.capture.is_none() {
            let wraps_heading = || {
                first_elements(node, TERM_LOOK_AHEAD).any(|element| heading_level(element.name()).is_some())
            };
            let is_term = || tag == "dt" && !self.is_contents && !wraps_heading();
            let item = (level.is_none() && self.preformatted == 0 && !self.is_contents)
                .then(|| declared_symbol(node, tag, &attributes, self.outline.near_ids()))
                .flatten();
            let level = level.or_else(|| (item.is_some() || is_term()).then_some(TERM));
            if let Some(level) = level {
                self.end_run();
                let heading = Heading {
                    level,
                    text: String::new(),
                    word_parts: String::new(),
                    own: attributes.anchor(tag),
                    permalinks: HashSet::new(),
                    is_signature: item.is_some() || generators::is_signature(&attributes),
                    symbol_kind: kind_around(node),
                    name: item.map(|item| item.name),
                    inside: Vec::new(),
                    behind: anchor_behind(node).filter(|_| self.shadow_roots == 0),
                };
                let (text, first_link) = (BlockText::new(), self.links.len());
                self.capture = Some(Capture { node: node.id(), heading, text, first_link });
                return;
            }
        }
        self.id(node, tag, &attributes);
        if self.declaration.is_none() && generators::is_declaration(&attributes) {
            self.declaration = Some((node.id(), String::new()));
        }
        match tag {
            "tr" => self.row = Row { is_lead: true, ..Row::default() },
            "td" | "th" => self.row.is_lead &= !self.row.has_names,
            _ => {}
        }
        if generators::is_spaced(&attributes) {
            self.space();
        }
        match tag {
            "a" => {
                let target = attributes.href.and_then(|href| href::resolve(self.url, self.base, href));
                if let Some(target) = target {
                    let (text, readings) = (BlockText::new(), self.ruby.readings().len());
                    self.link = Some(OpenLink { node: node.id(), target, text, readings });
                }
            }
            "img" if attributes.alt.split_whitespace().nth(MIN_ALT_WORDS - 1).is_some() => {
                self.text(" ");
                self.text(attributes.alt);
                self.text(" ");
            }
            "pre" | "listing" | "xmp" | "plaintext" => {
                self.boundary(tag);
                self.preformatted += 1;
            }
            "code" | "tt" | "kbd" if self.row.is_lead && self.link.is_none() && self.capture.is_none() => {
                self.row.name = Some((node.id(), BlockText::new()));
                self.row.has_names = true;
            }
            "abbr" | "dfn" => self.gloss(attributes.title),
            "template" => {
                self.boundary(SHADOW_HOST);
                self.shadow_roots += 1;
            }
            "ruby" => self.ruby.open(node.id()),
            "rb" => self.ruby.open_base(),
            "rt" | "rtc" => self.ruby.open_reading(node.id()),
            "dl" if self.capture.is_none() => self.outline.open_list(node.id()),
            "dd" if self.capture.is_none() => self.outline.open_description(),
            "br" if self.preformatted > 0 => self.text("\n"),
            "wbr" => match &mut self.capture {
                Some(capture) => capture.text.word_break(),
                None if self.preformatted > 0 => {}
                None => self.outline.word_break(),
            },
            _ => self.boundary(tag),
        }
        if let (Some(names), Some(element)) = (attributes.index_attributes, node.value().as_element()) {
            for value in names.split(',').filter_map(|name| element.attr(name.trim())) {
                self.space();
                self.text(value);
                self.space();
            }
        }
    }

    fn close(&mut self, node: NodeId, tag: &str) {
        self.ruby.close(node);
        if is_block(tag) || self.capture.as_ref().is_some_and(|capture| capture.node == node) {
            self.end_run();
        }
        if let Some((_, name)) = self.row.name.take_if(|(open, _)| *open == node) {
            self.outline.list(&name.into_line());
        }
        if let Some((_, code)) = self.declaration.take_if(|(open, _)| *open == node)
            && let Some(name) = declared_name(&code)
        {
            self.outline.declare_page(name);
        }
        if let Some(mut link) = self.link.take_if(|link| link.node == node) {
            let readings = self.ruby.readings();
            let own = readings.get(link.readings..).unwrap_or(readings);
            if !own.is_empty() {
                link.text.space();
                link.text.push(own);
            }
            let from = self.outline.current();
            let (target, text) = (link.target.into(), link.text.into_line().into());
            self.links.push(LinkDraft { from, target, text });
        }
        if let Some(capture) = self.capture.take_if(|capture| capture.node == node) {
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
        if matches!(tag, "pre" | "listing" | "xmp" | "plaintext") {
            self.preformatted = self.preformatted.saturating_sub(1);
        }
        if tag == "template" {
            self.boundary(SHADOW_HOST);
            self.shadow_roots = self.shadow_roots.saturating_sub(1);
        }
        self.boundary(tag);
        self.outline.close(node);
    }

    /// The start or end of an element: a new line, a space or nothing in the text.
    fn boundary(&mut self, tag: &str) {
        if is_block(tag) || is_cell(tag) || is_control(tag) {
            self.end_run();
        }
        match (is_cell(tag), is_block(tag)) {
            (false, false) if is_control(tag) && self.preformatted == 0 => self.space(),
            (false, false) => {}
            _ if self.capture.is_some() => self.space(),
            _ if self.preformatted > 0 => self.outline.end_code_line(),
            (true, _) => self.space(),
            _ => self.outline.block(),
        }
    }

    /// Separates the texts of blocks within one link, such as title and summary of a card.
    fn part_link(&mut self, tag: &str) {
        if let Some(link) = self.link.as_mut().filter(|_| is_cell(tag) || is_block(tag)) {
            link.text.space();
        }
    }

    fn space(&mut self) {
        match &mut self.capture {
            Some(capture) => capture.text.space(),
            None => self.outline.space(),
        }
    }
}
