//! [`walk`]: one pass over the content of a page, which fills an [`Outline`] and collects links.

mod deprecation;
mod elements;
mod heading_capture;
mod heading_text;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::Node;

use super::main_content::Content;
use super::name_lists::lists_names;
use super::outline::Outline;
use super::ruby::{Part, Ruby};
use super::text::BlockText;
use crate::generators;
use crate::href::{self, Target};
use crate::html::dom::{Attributes, is_block, is_cell};
use crate::html::tags::is_control;
use crate::left_parts::PartRule;
use crate::raw_page::LinkDraft;
use crate::settings::config::IngestConfig;
use crate::symbols::c_declaration::declared_name;
use docfuse::index::LeftPart;
use elements::{is_template, weight_of};
use heading_capture::Capture;

/// Minimum words of an image's alternative text; fewer only say what kind of image it is.
const MIN_ALT_WORDS: usize = 3;

/// Most bytes of a declaration that are read for the name that it declares.
const MAX_DECLARATION_BYTES: usize = 2_000;

/// What the host of a shadow root is laid out like.
const SHADOW_HOST: &str = "div";

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
    /// Whether the text so far ends with a link to another page, and how many blocks ended so.
    ends_with_link: bool,
    leading_blocks: usize,
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
    /// Blocks that end with a link to another page.
    pub(crate) leading_blocks: usize,
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
        ends_with_link: false,
        leading_blocks: 0,
        config,
        url,
        base,
        left_parts: config.tells_left_parts.then(|| content.left_beside(config.kept)),
    };
    for &root in &content.roots {
        walk.root(root, content);
    }
    let Walk { outline, links, leading_blocks, left_parts, .. } = walk;
    Walked { outline, links, leading_blocks, left_parts }
}

impl<'a> Walk<'a, '_> {
    /// Reads one of the elements with the content.
    fn root(&mut self, root: NodeRef<'a, Node>, content: &Content<'a>) {
        self.outline.weight = root
            .ancestors()
            .find_map(|above| weight_of(above, &Attributes::of(above.value().as_element()?), self.config))
            .or_else(|| self.config.page_weight(self.url));
        self.shadow_roots = root.ancestors().filter(is_template).count();
        for above in root.ancestors().filter_map(|above| above.value().as_element()) {
            self.keywords(above.name(), &Attributes::of(above));
        }
        let mut skipping = None;
        for edge in root.traverse() {
            match edge {
                Edge::Open(_) if skipping.is_some() => {}
                Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
                Edge::Close(_) if skipping.is_some() => {}
                Edge::Open(node) => match node.value() {
                    Node::Text(text) => self.text(text),
                    Node::Element(_) if !self.enter(node, content, node == root) => {
                        skipping = Some(node.id())
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    if let Some(element) = node.value().as_element() {
                        self.part_link(element.name());
                        self.close(node.id(), element.name());
                        self.close_weight(node.id());
                    }
                }
            }
        }
        self.end_run();
        self.outline.block();
    }

    /// Begins an element; `false` if a rule leaves it out, which none does with a root.
    fn enter(&mut self, node: NodeRef<'a, Node>, content: &Content<'a>, is_root: bool) -> bool {
        let Some(element) = node.value().as_element() else { return true };
        let (tag, mut attributes) = (element.name(), Attributes::of(element));
        if self.shadow_roots > 0 {
            (attributes.id, attributes.name) = (None, None);
        }
        self.part_link(tag);
        let is_sign = self.permalink(tag, &attributes, node);
        let rule = (!is_root).then(|| self.rule(node, tag, &attributes, content)).flatten();
        let Some(rule) = rule.or((is_sign && !is_root).then_some(PartRule::Sign)) else {
            self.open_weight(node, &attributes);
            self.open(node, tag, attributes);
            return true;
        };
        self.leave_out(node, rule);
        if tag == "svg" && rule != PartRule::Ignored && !attributes.is_hidden() {
            self.diagram(node);
        }
        if is_sign {
            self.id(node, tag, &attributes);
            self.outline.close(node.id());
        }
        self.boundary(tag);
        false
    }

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
        self.ends_with_link &= !text.contains(char::is_alphanumeric);
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
        self.keywords(tag, &attributes);
        if is_block(tag) {
            self.end_run();
        }
        self.deprecation(node, tag, &attributes);
        if self.capture.is_none() && self.begin_capture(node, tag, &attributes) {
            return;
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
        if !self.open_inline(node, tag, &attributes) {
            self.open_block(node, tag);
        }
        if let (Some(names), Some(element)) = (attributes.index_attributes, node.value().as_element()) {
            for value in names.split(',').filter_map(|name| element.attr(name.trim())) {
                self.space();
                self.text(value);
                self.space();
            }
        }
    }

    /// Begins what stands in a line; `false` for other elements.
    fn open_inline(&mut self, node: NodeRef<'a, Node>, tag: &str, attributes: &Attributes<'a>) -> bool {
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
            "code" | "tt" | "kbd" if self.row.is_lead && self.link.is_none() && self.capture.is_none() => {
                self.row.name = Some((node.id(), BlockText::new()));
                self.row.has_names = true;
            }
            "abbr" | "dfn" => self.gloss(attributes.title),
            "ruby" => self.ruby.open(node.id()),
            "rb" => self.ruby.open_base(),
            "rt" | "rtc" => self.ruby.open_reading(node.id()),
            "br" if self.preformatted > 0 => self.text("\n"),
            "wbr" => match &mut self.capture {
                Some(capture) => capture.text.word_break(),
                None if self.preformatted > 0 => {}
                None => self.outline.word_break(),
            },
            _ => return false,
        }
        true
    }

    /// Begins what stands apart from the text before it.
    fn open_block(&mut self, node: NodeRef<'a, Node>, tag: &str) {
        match tag {
            "pre" | "listing" | "xmp" | "plaintext" => {
                self.boundary(tag);
                self.preformatted += 1;
            }
            "template" => {
                self.boundary(SHADOW_HOST);
                self.shadow_roots += 1;
            }
            "dl" if self.capture.is_none() => {
                self.outline.open_list(node.id(), !self.is_contents && lists_names(node));
            }
            "table" if self.capture.is_none() && !self.is_contents && lists_names(node) => {
                self.outline.open_list(node.id(), true);
            }
            "dd" if self.capture.is_none() => self.outline.open_description(),
            "td" | "th" if self.capture.is_none() && self.outline.is_in_name_list() => {
                self.outline.close_terms();
                self.space();
            }
            _ => self.boundary(tag),
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
            self.ends_with_link = **link.target.path != *self.url;
            let from = self.outline.current();
            let (target, text) = (link.target.into(), link.text.into_line().into());
            self.links.push(LinkDraft { from, target, text });
        }
        if let Some(capture) = self.capture.take_if(|capture| capture.node == node) {
            self.end_capture(capture);
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
        self.end_leading_block(tag);
        match (is_cell(tag), is_block(tag)) {
            (false, false) if is_control(tag) && self.preformatted == 0 => self.space(),
            (false, false) => {}
            _ if self.capture.is_some() => self.space(),
            _ if self.preformatted > 0 => self.outline.end_code_line(),
            (true, _) => self.space(),
            _ => self.outline.block(),
        }
    }
}
