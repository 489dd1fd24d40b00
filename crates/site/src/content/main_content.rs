//! Finds the main content of a page: [`Survey::of`] walks the page once and counts visible text, then
//! [`Survey::choose`] picks an element.

use std::collections::HashMap;

use ego_tree::iter::Edge;
use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Html, Node, Selector};

use super::boilerplate::{Suspicion, never_content, suspicion};
use super::panels::Panels;
use crate::generators;
use crate::html::dom::Attributes;
use crate::languages::language_tag::tag;
use crate::left_parts::{PartRule, PartRules};
use crate::settings::config::IngestConfig;

/// A `<main>` with fewer visible bytes is an empty shell if the page around it has ten times as many.
const SHELL_CHARS: usize = 200;

/// Most visible bytes of a breadcrumb without links, and of a form without headings and paragraphs.
const MAX_SMALL_CHARS: usize = 120;

/// An element that may contain the main content.
struct ContentCandidate {
    node: NodeId,
    /// 0 is most reliable.
    rank: u8,
    chars: usize,
    headings1: usize,
}

/// An element that may be navigation.
pub(crate) struct Suspect {
    pub(crate) kind: Suspicion,
    /// Whether its tag or its markup says so, and not a name alone.
    pub(super) is_sure: bool,
    pub(crate) chars: usize,
    /// The part of `chars` in links.
    linked: usize,
    headings1: usize,
    headings2: usize,
    /// Number of headings and paragraphs.
    blocks: usize,
}

/// Text counts of a page, and the elements that may be content or navigation.
pub(crate) struct Survey {
    /// Visible bytes of the page without white space.
    pub(crate) chars: usize,
    headings1: usize,
    candidates: Vec<ContentCandidate>,
    suspects: HashMap<NodeId, Suspect>,
    /// Elements that the page marks as content, none inside another.
    bodies: Vec<NodeId>,
    panels: Panels,
}

/// The parts of a page to read.
pub(crate) struct Content<'a> {
    /// Disjoint elements in document order.
    pub(super) roots: Vec<NodeRef<'a, Node>>,
    /// Visible bytes in them.
    chars: usize,
    /// Whether the page has an h1.
    has_heading1: bool,
    /// Whether they contain hardly anything else, so that only certain navigation is removed.
    is_main: bool,
    pub(super) suspects: HashMap<NodeId, Suspect>,
    /// Whether tables of contents of other pages are read as text.
    pub(super) has_contents: bool,
    pub(crate) panels: Panels,
}

impl Content<'_> {
    /// The language that it states apart from the page, itself or by an element in it with most of its text: generators
    /// mark what is not translated yet. O(content).
    pub(crate) fn language(&self) -> Option<String> {
        let root = self.roots.first()?;
        if let Some(language) = language_inside(*root) {
            return Some(language);
        }
        let around =
            std::iter::once(*root).chain(root.ancestors()).filter_map(|node| node.value().as_element());
        let own = around.take_while(|element| element.name() != "html");
        own.filter_map(|element| element.attr("lang")).find_map(tag)
    }
}

#[derive(Clone, Copy, Default)]
struct Count {
    chars: usize,
    linked: usize,
    headings1: usize,
    headings2: usize,
    blocks: usize,
}

impl Count {
    fn element(&mut self, tag: &str) {
        self.headings1 += usize::from(tag == "h1");
        self.headings2 += usize::from(tag == "h2");
        self.blocks += usize::from(matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p"));
    }
}

/// An element with a rank or a suspicion that is being read, with the counts before it.
type OpenElement = (NodeId, Count, Option<u8>, Option<(Suspicion, bool)>);

impl Survey {
    /// Counts the visible text of the page, with what the author keeps of it. O(page).
    pub(crate) fn of(html: &Html, kept: PartRules) -> Survey {
        let mut survey = Survey {
            chars: 0,
            headings1: 0,
            candidates: Vec::new(),
            suspects: HashMap::new(),
            bodies: Vec::new(),
            panels: Panels::of(html),
        };
        let mut count = Count::default();
        let mut open: Vec<OpenElement> = Vec::new();
        let (mut skipping, mut link, mut body) = (None, None, None);
        for edge in html.tree.root().traverse() {
            match edge {
                Edge::Open(_) if skipping.is_some() => {}
                Edge::Close(node) if skipping == Some(node.id()) => skipping = None,
                Edge::Close(_) if skipping.is_some() => {}
                Edge::Open(node) => match node.value() {
                    Node::Text(text) => {
                        let chars = visible(text);
                        count.chars += chars;
                        count.linked += if link.is_some() { chars } else { 0 };
                    }
                    Node::Element(element) => {
                        let (tag, attributes) = (element.name(), Attributes::of(element));
                        if attributes.is_ignored
                            || never_content(node, tag, &attributes, &survey.panels, kept).is_some()
                        {
                            skipping = Some(node.id());
                            continue;
                        }
                        if attributes.is_body && body.is_none() {
                            body = Some(node.id());
                            survey.bodies.push(node.id());
                        }
                        count.element(tag);
                        if tag == "a" {
                            link = Some(node.id());
                        }
                        let (rank, suspicion) = (rank(node, tag, &attributes), suspicion(tag, &attributes));
                        if rank.is_some() || suspicion.is_some() {
                            open.push((node.id(), count, rank, suspicion));
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    link = link.filter(|open| *open != node.id());
                    body = body.filter(|open| *open != node.id());
                    if let Some(open) = open.pop_if(|(id, ..)| *id == node.id()) {
                        survey.close(open, count);
                    }
                }
            }
        }
        (survey.chars, survey.headings1) = (count.chars, count.headings1);
        survey
    }

    /// Notes an element with what stood in it.
    fn close(&mut self, (node, before, rank, suspicion): OpenElement, now: Count) {
        let (chars, headings1) = (now.chars - before.chars, now.headings1 - before.headings1);
        if let Some(rank) = rank {
            self.candidates.push(ContentCandidate { node, rank, chars, headings1 });
        }
        if let Some((kind, is_sure)) = suspicion {
            let suspect = Suspect {
                kind,
                is_sure,
                chars,
                linked: now.linked - before.linked,
                headings1,
                headings2: now.headings2 - before.headings2,
                blocks: now.blocks - before.blocks,
            };
            self.suspects.insert(node, suspect);
        }
    }

    /// Whether the page marks its content itself.
    pub(crate) fn has_body(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// The content: the elements that the page marks, else those that the configured selectors match, else the most
    /// reliable candidate, else the whole page without apparent navigation. An article or container with most of the
    /// text of a `<main>` takes precedence over it, because the rest of the `<main>` is navigation.
    pub(crate) fn choose<'a>(self, html: &'a Html, config: &IngestConfig) -> Content<'a> {
        let mut named: Vec<_> = self.bodies.iter().filter_map(|&body| html.tree.get(body)).collect();
        if named.is_empty() {
            named = outermost(html, &config.content);
        }
        if !named.is_empty() {
            return Content {
                roots: named,
                chars: self.chars,
                has_heading1: self.headings1 > 0,
                is_main: true,
                suspects: self.suspects,
                has_contents: false,
                panels: self.panels,
            };
        }
        let is_shell = |chars: usize| chars < SHELL_CHARS && self.chars >= 10 * chars.max(1);
        let sure = self
            .candidates
            .iter()
            .filter(|candidate| candidate.rank == 0 && !is_shell(candidate.chars))
            .max_by_key(|candidate| candidate.chars);
        let (within, headings1) =
            sure.map_or((self.chars, self.headings1), |candidate| (candidate.chars, candidate.headings1));
        let sure_node = sure.and_then(|candidate| html.tree.get(candidate.node));
        let narrower = self
            .candidates
            .iter()
            .filter(|candidate| candidate.rank > 0 && candidate.chars * 2 > within)
            .filter(|candidate| candidate.headings1 > 0 || headings1 == 0)
            .filter(|candidate| {
                sure_node.is_none_or(|main| {
                    html.tree
                        .get(candidate.node)
                        .is_some_and(|node| node.ancestors().any(|above| above == main))
                })
            })
            .min_by_key(|candidate| (candidate.rank, usize::MAX - candidate.chars));
        let (root, chars) = match narrower.or(sure) {
            Some(candidate) => (html.tree.get(candidate.node), candidate.chars),
            None => (None, self.chars),
        };
        let is_main = root.is_some();
        let mut content = Content {
            roots: vec![root.unwrap_or(html.tree.root())],
            chars,
            has_heading1: self.headings1 > 0,
            is_main,
            suspects: self.suspects,
            has_contents: false,
            panels: self.panels,
        };
        if narrower.is_some() {
            content.roots = content.with_prose_beside(sure_node.unwrap_or(html.tree.root()), config);
        }
        content
    }
}

impl Content<'_> {
    /// Makes tables of contents that name other pages part of the content: a page without text says no more than they
    /// do. Returns whether there are any.
    pub(crate) fn keep_contents(&mut self, html: &Html) -> bool {
        let names_pages = |node: &NodeId| {
            let elements = html.tree.get(*node).into_iter().flat_map(|node| node.descendants());
            let hrefs = elements.filter_map(|node| node.value().as_element()?.attr("href"));
            hrefs.into_iter().any(|href| !href.starts_with('#'))
        };
        let before = self.suspects.len();
        self.suspects.retain(|node, suspect| suspect.kind != Suspicion::Contents || !names_pages(node));
        self.has_contents = self.suspects.len() < before;
        self.has_contents
    }

    /// Why an element inside the content is navigation, if it is.
    pub(super) fn navigation(&self, node: NodeId) -> Option<PartRule> {
        let suspect = self.suspects.get(&node).filter(|suspect| self.is_navigation(suspect))?;
        Some(match suspect.kind {
            Suspicion::Anywhere => PartRule::Breadcrumb,
            Suspicion::Contents => PartRule::Contents,
            Suspicion::Sidebar => PartRule::Sidebar,
            Suspicion::Outside => PartRule::Frame,
            Suspicion::Header => PartRule::Header,
            Suspicion::Form => PartRule::Form,
        })
    }

    fn is_navigation(&self, suspect: &Suspect) -> bool {
        let is_links = suspect.linked * 2 >= suspect.chars;
        // An element with most of the text is a wrapper named for its neighbour ("with-sidebar"), unless the page
        // is a list of links.
        if suspect.chars * 2 > self.chars && !is_links {
            return false;
        }
        // A name may also be that of a subject: "search", "referer-header".
        let is_likely = suspect.is_sure || is_links;
        match suspect.kind {
            Suspicion::Anywhere => is_likely || suspect.blocks == 0 && suspect.chars <= MAX_SMALL_CHARS,
            Suspicion::Contents => is_likely,
            Suspicion::Sidebar => is_links,
            Suspicion::Outside => !self.is_main && is_likely,
            // Without an h1, the only h2 is the page's title, unless it is among links.
            Suspicion::Header if !self.has_heading1 && suspect.headings2 == 1 => !self.is_main && is_links,
            Suspicion::Header => !self.is_main && suspect.headings1 == 0 && is_likely,
            Suspicion::Form => suspect.blocks == 0 && suspect.chars <= MAX_SMALL_CHARS,
        }
    }
}

/// The language of most of the text below `root`, if elements in it state one.
fn language_inside<'a>(root: NodeRef<'a, Node>) -> Option<String> {
    let stated = |node: NodeRef<'a, Node>| -> Option<&'a str> { node.value().as_element()?.attr("lang") };
    if root.descendants().skip(1).all(|node| stated(node).is_none()) {
        return None;
    }
    let mut bytes: HashMap<Option<&str>, usize> = HashMap::new();
    let mut open: Vec<(NodeId, &str)> = Vec::new();
    for edge in root.traverse() {
        match edge {
            Edge::Open(node) => {
                if let Some(text) = node.value().as_text() {
                    *bytes.entry(open.last().map(|(_, lang)| *lang)).or_default() += visible(text);
                }
                open.extend(stated(node).filter(|_| node != root).map(|lang| (node.id(), lang)));
            }
            Edge::Close(node) => {
                open.pop_if(|(id, _)| *id == node.id());
            }
        }
    }
    let all: usize = bytes.values().sum();
    let most = bytes.into_iter().find(|(_, bytes)| bytes * 2 > all);
    most.and_then(|(lang, _)| tag(lang?))
}

/// How reliably an element is the main content, 0 the most; `None` if it is not.
fn rank(node: NodeRef<'_, Node>, tag: &str, attributes: &Attributes<'_>) -> Option<u8> {
    if tag == "main" || attributes.role == "main" || generators::is_main(node, attributes) {
        return Some(0);
    }
    if !matches!(tag, "div" | "section" | "article" | "td") {
        return None;
    }
    if generators::is_content(tag, attributes) || attributes.id == Some("main-content") {
        return Some(1);
    }
    if tag == "article" {
        return Some(2);
    }
    attributes.id.is_some_and(generators::is_content_id).then_some(3)
}

/// The outermost elements that any of the selectors matches.
pub(super) fn outermost<'a>(html: &'a Html, selectors: &[Selector]) -> Vec<NodeRef<'a, Node>> {
    let mut matched = Vec::new();
    let mut inside = None;
    if selectors.is_empty() {
        return matched;
    }
    for edge in html.tree.root().traverse() {
        match edge {
            Edge::Open(node) if inside.is_none() => {
                let Some(element) = ElementRef::wrap(node) else { continue };
                if selectors.iter().any(|selector| selector.matches(&element)) {
                    matched.push(node);
                    inside = Some(node.id());
                }
            }
            Edge::Close(node) if inside == Some(node.id()) => inside = None,
            _ => {}
        }
    }
    matched
}

/// Bytes that are not white space.
pub(super) fn visible(text: &str) -> usize {
    text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count()
}
