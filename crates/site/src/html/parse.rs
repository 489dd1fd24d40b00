//! [`parse`]: HTML text to a tree, with bounded work.
//!
//! html5ever gets the page in small pieces, and the tree is checked in between: the cost of a tag grows with the depth of
//! the open elements, unclosed formatting tags are copied into every following block, and each attribute is compared
//! with all before it.

use std::cell::Cell;
use std::ops::Range;

use ego_tree::NodeId;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{TokenizerResult, ns};
use scraper::node::Element;
use scraper::{Html, HtmlTreeSink};

use super::open_tag::{OpenTag, read_on};
use crate::left_out::LeftOut;

/// Maximum depth of nested elements. Browsers stop at 512 (Chromium); deeper pages are damaged, and parsing time grows
/// with depth times length.
pub const MAX_DEPTH: usize = 1024;

/// Most attributes of an element. Elements of real pages have some tens.
pub const MAX_ATTRIBUTES: usize = 1024;

/// Bytes parsed between two checks of the tree. Each paragraph in them can copy all formatting tags left open before.
const PIECE_BYTES: usize = 1 << 10;

/// Nodes that a page may have in addition to one per byte. Every tag and text has at least one byte, so only copied
/// formatting elements exceed this.
const SPARE_NODES: usize = 1 << 20;

/// Most nodes of any page, which keep the tree below 1 GB. Their list doubles behind 4,194,304.
const MAX_NODES: usize = 4_000_000;

/// Most steps of parsing a page: for each tag, its attributes and itself, times the elements that are open. The largest
/// page of Python's documentation, with 2.6 MB, takes 3.5 million.
const MAX_STEPS: u64 = 1 << 26;

/// Parses a page. O(length · depth), both bounded.
///
/// # Errors
/// [`LeftOut::TooDeep`], [`LeftOut::TooManyElements`], [`LeftOut::TooManyAttributes`] and [`LeftOut::TooManySteps`].
pub(crate) fn parse(html: &str) -> Result<Html, LeftOut> {
    let mut bounded = BoundedParse::new(html);
    let mut at = 0;
    while at < html.len() {
        let end = html.floor_char_boundary(at + PIECE_BYTES);
        bounded.read(at..end)?;
        bounded.check_tree()?;
        at = end;
    }
    Ok(bounded.finish())
}

/// A page that is parsed piece by piece.
struct BoundedParse<'a> {
    html: &'a str,
    tokenizer: Tokenizer<Watched>,
    input: BufferQueue,
    /// Most nodes.
    limit: usize,
    /// Nodes that [`Self::check_tree`] has seen.
    checked: usize,
    /// Where the last piece begins in which the parser handed something out.
    last_piece: usize,
    /// The tags that have been open since then, if a piece has ended in them.
    open_tags: Option<Vec<OpenTag>>,
    /// Elements that take the attributes of later tags of their name.
    merged: Vec<NodeId>,
}

impl<'a> BoundedParse<'a> {
    fn new(html: &'a str) -> Self {
        let sink = HtmlTreeSink::new(Html::new_document());
        let builder = TreeBuilder::new(sink, TreeBuilderOpts::default());
        let tokens = Watched { builder, tokens: Cell::new(0), steps: Cell::new(0), depth: Cell::new(1) };
        BoundedParse {
            html,
            tokenizer: Tokenizer::new(tokens, TokenizerOpts::default()),
            input: BufferQueue::default(),
            limit: MAX_NODES.min(html.len() + SPARE_NODES),
            checked: 0,
            last_piece: 0,
            open_tags: None,
            merged: Vec::new(),
        }
    }

    /// Parses the next piece. Refuses open tags with too many attributes, and too many steps.
    fn read(&mut self, piece: Range<usize>) -> Result<(), LeftOut> {
        let bytes = self.html.as_bytes();
        let before = self.tokenizer.sink.tokens.get();
        feed(&self.tokenizer, &self.input, &self.html[piece.clone()]);
        if self.tokenizer.sink.tokens.get() > before {
            self.open_tags = None;
            self.last_piece = piece.start;
        } else {
            // The tag may also begin with this piece.
            let begun = || OpenTag::all_in(&bytes[self.last_piece..=piece.start]);
            let unread = piece.start + usize::from(self.open_tags.is_none());
            let tags = self.open_tags.get_or_insert_with(begun);
            refuse_attributes(read_on(tags, &bytes[unread..piece.end]))?;
        }
        if self.tokenizer.sink.steps.get() > MAX_STEPS {
            return Err(LeftOut::TooManySteps { limit: MAX_STEPS });
        }
        Ok(())
    }

    /// Checks what the last piece has added to the tree.
    fn check_tree(&mut self) -> Result<(), LeftOut> {
        let document = self.tokenizer.sink.builder.sink.0.borrow();
        let nodes = document.tree.nodes();
        if nodes.len() > self.limit {
            return Err(LeftOut::TooManyElements { limit: self.limit });
        }
        let new = nodes.len() - self.checked;
        self.checked = nodes.len();
        let mut depth = 0;
        for node in nodes.rev().take(new) {
            depth = depth.max(node.ancestors().take(MAX_DEPTH + 1).count());
            if depth > MAX_DEPTH {
                return Err(LeftOut::TooDeep { limit: MAX_DEPTH });
            }
            if node.value().as_element().is_some_and(is_merged) {
                self.merged.push(node.id());
            }
        }
        if new > 0 {
            self.tokenizer.sink.depth.set(depth);
        }
        for element in self.merged.iter().filter_map(|id| document.tree.get(*id)?.value().as_element()) {
            refuse_attributes(element.attrs().count())?;
        }
        Ok(())
    }

    fn finish(self) -> Html {
        feed(&self.tokenizer, &self.input, "");
        self.tokenizer.end();
        self.tokenizer.sink.builder.sink.finish()
    }
}

/// Whether later tags of its name add their attributes to an element. A page has one of each; SVG may have any number.
fn is_merged(element: &Element) -> bool {
    matches!(element.name(), "html" | "body") && element.name.ns == ns!(html)
}

fn feed(tokenizer: &Tokenizer<Watched>, input: &BufferQueue, piece: &str) {
    input.push_back(StrTendril::from_slice(piece));
    // Stops at each script, which nobody runs here.
    while !matches!(tokenizer.feed(input), TokenizerResult::Done) {}
}

fn refuse_attributes(found: usize) -> Result<(), LeftOut> {
    if found > MAX_ATTRIBUTES { Err(LeftOut::TooManyAttributes { limit: MAX_ATTRIBUTES }) } else { Ok(()) }
}

/// The tree builder, with a count of what passes.
struct Watched {
    builder: TreeBuilder<NodeId, HtmlTreeSink>,
    /// Tags, texts and comments so far.
    tokens: Cell<u64>,
    /// See [`MAX_STEPS`].
    steps: Cell<u64>,
    /// Depth of the elements last added.
    depth: Cell<usize>,
}

impl TokenSink for Watched {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        if let Token::TagToken(Tag { attrs, .. }) = &token {
            self.steps.set(self.steps.get() + ((1 + attrs.len()) * self.depth.get()) as u64);
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
