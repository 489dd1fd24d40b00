//! Makes sections of a stream of ids, headings, terms and text: [`Outline`].
//!
//! A section begins at a heading, definition term or item with an id: its own, an id in it, or one just before or
//! around it without text in between. So does one without an id in a list of names: its anchor is the nearest before it.
//! It ends where the next begins. After a definition list, text belongs to the section around the list again. The section of a heading is not closed that way, because text after a closed
//! subsection is rare.

mod lists;
mod sections;

use std::collections::HashSet;

use ego_tree::NodeId;

use super::draft::Draft;
use crate::html::keyword_list::join;
use crate::symbols::names::list_heading;
use docfuse::index::{MAX_HEADING_BYTES, Section};
use lists::DefinitionList;

/// Level of a definition term or item: below all headings.
pub(super) const TERM: u8 = 7;

/// Most headings kept above a section, the nearest: HTML has six levels, and terms are rarely nested.
const MAX_PATH: usize = 16;

/// A heading or term that has been read.
pub(crate) struct Heading<'a> {
    pub(crate) level: u8,
    pub(crate) text: String,
    /// The parts of its words, and words that stand beside it.
    pub(crate) word_parts: String,
    /// The id of the element itself.
    pub(crate) own: Option<&'a str>,
    /// Targets of the links in it to the page itself. Its permalink is one of them, and decides between several ids.
    pub(crate) permalinks: HashSet<String>,
    /// Whether it is a term with the signature of a function, class or option.
    pub(crate) is_signature: bool,
    /// The kind of the symbol that it documents; empty if unknown.
    pub(crate) symbol_kind: &'static str,
    /// Whether it is marked as deprecated.
    pub(crate) is_deprecated: bool,
    /// The symbol that it declares, if already known.
    pub(crate) name: Option<String>,
    /// Ids of elements inside.
    pub(crate) inside: Vec<&'a str>,
    /// The id of a mark behind it.
    pub(crate) behind: Option<&'a str>,
}

impl Heading<'_> {
    fn is_term(&self) -> bool {
        self.level == TERM
    }

    /// Whether it has a word. A term of digits is the number of a footnote and names nothing; a heading of digits is a
    /// version or status code.
    fn says_something(&self) -> bool {
        let is_word = |c: char| !(matches!(c, '[' | ']' | ' ' | '.') || self.is_term() && c.is_numeric());
        self.text.chars().any(is_word)
    }
}

/// An id after which no text has come yet.
struct Unplaced<'a> {
    id: &'a str,
    /// Whether its element is still open.
    open: bool,
    /// Whether its element is empty and exists for its id.
    is_mark: bool,
}

/// Sections under construction. Section 0 is the top of the page.
pub(crate) struct Outline<'a> {
    drafts: Vec<Draft>,
    current: usize,
    /// Open headings, in ascending level.
    ancestors: Vec<usize>,
    lists: Vec<DefinitionList>,
    unplaced: Vec<Unplaced<'a>>,
    /// Keywords after which no text has come yet.
    pub(super) pending_keywords: Vec<&'a str>,
    open_ids: Vec<(NodeId, usize)>,
    used: HashSet<&'a str>,
    places: Vec<(&'a str, usize)>,
    first_heading: Option<(u8, String)>,
    /// Level of the heading of the page's top.
    top_level: u8,
    /// The symbol that the page is about, if a declaration says so.
    page_symbol: Option<String>,
    /// The author's weight of the text that comes next.
    pub(crate) weight: Option<f32>,
    /// Lists of names whose entries without an id became sections.
    pub(crate) name_lists: usize,
}

/// The finished sections of a page.
pub(crate) struct Outlined {
    pub(crate) sections: Vec<Section>,
    /// For each section, the one around it.
    pub(crate) parents: Vec<Option<usize>>,
    /// For each draft, the section it became.
    pub(crate) numbers: Vec<Option<usize>>,
    /// Every id with its section.
    pub(crate) places: Vec<(String, usize)>,
    /// The heading of the page, if it has one.
    pub(crate) heading: Option<String>,
}

impl<'a> Outline<'a> {
    pub(crate) fn new() -> Self {
        Outline {
            drafts: vec![Draft::new(String::new(), 0, None)],
            current: 0,
            ancestors: Vec::new(),
            lists: Vec::new(),
            unplaced: Vec::new(),
            pending_keywords: Vec::new(),
            open_ids: Vec::new(),
            used: HashSet::new(),
            places: Vec::new(),
            first_heading: None,
            top_level: TERM,
            page_symbol: None,
            weight: None,
            name_lists: 0,
        }
    }

    /// The ids without text after them, the last first.
    pub(super) fn near_ids(&self) -> impl Iterator<Item = &'a str> {
        self.unplaced.iter().rev().map(|unplaced| unplaced.id)
    }

    /// Levels and texts of the headings.
    pub(crate) fn headings(&self) -> impl Iterator<Item = (u8, &str)> {
        let headings = self.drafts.iter().filter(|draft| draft.level < TERM && !draft.heading.is_empty());
        headings.map(|draft| (draft.level, draft.heading.as_str()))
    }

    /// The first `h1`, else the first heading; empty without one.
    pub(crate) fn first_heading(&self) -> &str {
        self.first_heading.as_ref().map_or("", |(_, text)| text)
    }

    /// The blocks of text, and terms and headings of sections: each stands on a line of its own.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &str> {
        let headings = self.drafts.iter().map(|draft| draft.heading.as_str()).filter(|text| !text.is_empty());
        headings.chain(self.drafts.iter().flat_map(|draft| draft.text.blocks()))
    }

    /// Bytes of text besides headings.
    pub(crate) fn text_bytes(&self) -> usize {
        self.drafts.iter().map(|draft| draft.text.len()).sum()
    }

    /// Whether there is a heading at most, and no text.
    pub(crate) fn is_bare(&self) -> bool {
        self.text_bytes() == 0 && self.drafts.iter().filter(|draft| !draft.heading.is_empty()).count() <= 1
    }

    /// The draft that receives text.
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// An element with an id opens.
    pub(super) fn open_id(&mut self, node: NodeId, id: &'a str, is_mark: bool) {
        self.open_ids.push((node, self.unplaced.len()));
        self.unplaced.push(Unplaced { id, open: true, is_mark });
    }

    /// Any element closes.
    pub(crate) fn close(&mut self, node: NodeId) {
        if let Some(&(_, at)) = self.open_ids.last().filter(|(open, _)| *open == node) {
            self.open_ids.pop();
            if let Some(unplaced) = self.unplaced.get_mut(at) {
                unplaced.open = false;
            }
        }
        if let Some(list) = self.lists.last().filter(|list| list.node == node) {
            self.current = list.base;
            self.lists.pop();
            self.block();
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        if !text.trim_start().is_empty() {
            self.place_ids();
        }
        let draft = &mut self.drafts[self.current];
        draft.weigh(text, self.weight);
        draft.text.push(text);
    }

    pub(crate) fn code(&mut self, code: &str) {
        if !code.trim_start().is_empty() {
            self.place_ids();
        }
        let draft = &mut self.drafts[self.current];
        draft.weigh(code, self.weight);
        draft.text.push_code(code);
    }

    /// Adds the identifiers at the beginning of a table row.
    pub(crate) fn list(&mut self, text: &str) {
        self.drafts[self.current].list(text);
    }

    /// Whether the current section has nothing yet but a signature.
    pub(super) fn is_at_start(&self) -> bool {
        self.drafts[self.current].is_at_start()
    }

    /// The current section says that what it documents is deprecated.
    pub(super) fn deprecate(&mut self) {
        self.drafts[self.current].is_deprecated = true;
    }

    /// Adds words that the page only shows on demand.
    pub(super) fn gloss(&mut self, text: &str) {
        self.drafts[self.current].gloss(text);
    }

    pub(super) fn word_break(&mut self) {
        self.drafts[self.current].text.word_break();
    }

    /// The declaration of the symbol that the page is about; the first counts.
    pub(super) fn declare_page(&mut self, name: &str) {
        self.page_symbol.get_or_insert_with(|| name.to_owned());
    }

    pub(super) fn end_code_line(&mut self) {
        self.drafts[self.current].text.end_code_line();
    }

    pub(crate) fn block(&mut self) {
        self.drafts[self.current].text.block();
    }

    pub(crate) fn space(&mut self) {
        self.drafts[self.current].text.space();
    }

    /// Begins the section of a heading or term. One without id becomes text of the current section, or the heading of
    /// the page's top if nothing came before. Returns its section.
    pub(crate) fn heading(&mut self, heading: Heading<'a>) -> usize {
        let says_something = heading.says_something();
        let anchor = self.anchor_of(&heading).filter(|_| says_something);
        if says_something {
            self.note_first_heading(&heading);
        }
        let is_entry = heading.is_term() && says_something && anchor.is_none() && self.is_in_name_list();
        self.enter(heading.level, anchor, is_entry);
        if let Some(list) = self.lists.last_mut().filter(|_| heading.is_term()) {
            list.after_term = true;
        }
        self.place_ids();
        self.places.extend(heading.inside.iter().chain(&heading.own).map(|&id| (id, self.current)));
        let begins = anchor.is_some() || is_entry;
        self.drafts[self.current].is_listed |= begins && heading.is_term() && self.is_in_name_list();
        self.write_heading(heading, begins);
        self.current
    }

    /// Keeps the first `h1`, else the first heading.
    fn note_first_heading(&mut self, heading: &Heading<'a>) {
        let better = |first: &(u8, String)| first.0 > 1 && heading.level == 1;
        if !heading.is_term() && self.first_heading.as_ref().is_none_or(better) {
            self.first_heading = Some((heading.level, heading.text.clone()));
        }
    }

    /// Goes to the section that a heading or term of this level begins or belongs to.
    fn enter(&mut self, level: u8, anchor: Option<&'a str>, is_entry: bool) {
        let list = self.lists.last().filter(|_| level == TERM).map(|list| (list.base, list.after_term));
        match (anchor, list) {
            (Some(anchor), Some((base, after_term))) => {
                self.begin(anchor, level, Some(base));
                self.drafts[self.current].shares_description = after_term;
            }
            (Some(anchor), None) => {
                while self.ancestors.last().is_some_and(|&above| self.drafts[above].level >= level) {
                    self.ancestors.pop();
                }
                let parent = self.ancestors.last().copied();
                self.begin(anchor, level, parent);
                if level != TERM {
                    self.ancestors.push(self.current);
                }
            }
            (None, Some((base, after_term))) if is_entry => {
                self.begin_entry(base);
                self.drafts[self.current].shares_description = after_term;
            }
            (None, Some((base, false))) => self.current = base,
            (None, _) => {}
        }
    }

    /// Writes a heading or term into the current section, which it may have begun.
    fn write_heading(&mut self, heading: Heading<'a>, begins: bool) {
        let is_term = heading.is_term();
        let draft = &mut self.drafts[self.current];
        draft.weigh(&heading.text, self.weight);
        draft.word_parts.extend([" ", &heading.word_parts]);
        // A small heading may be above that of the page: "Method" above `Bar.get_title`.
        let names_top = self.current == 0 && heading.level < self.top_level && draft.text.is_empty();
        draft.is_signature |= begins && heading.is_signature;
        if let Some(name) = heading.name.filter(|_| begins) {
            draft.declare(&name);
        }
        if begins || names_top {
            draft.symbol_kind = heading.symbol_kind;
            draft.is_deprecated |= heading.is_deprecated;
            let cut = heading.text.floor_char_boundary(MAX_HEADING_BYTES);
            let above = std::mem::replace(&mut draft.heading, heading.text[..cut].to_owned());
            if names_top {
                self.top_level = heading.level;
                draft.above += usize::from(!above.is_empty());
                draft.text.push(&above);
                draft.text.block();
            }
            if cut == heading.text.len() {
                return;
            }
        }
        if is_term {
            draft.list(&heading.text);
        } else if !begins && self.first_heading.as_ref().is_none_or(|(_, first)| *first != heading.text) {
            list_heading(&mut draft.names, &heading.text);
        }
        draft.text.block();
        draft.text.push(&heading.text);
        draft.text.block();
    }

    fn begin(&mut self, anchor: &'a str, level: u8, parent: Option<usize>) {
        self.used.insert(anchor);
        self.current = self.drafts.len();
        self.drafts.push(Draft::new(anchor.to_owned(), level, parent));
    }

    /// The best id for a heading that no other section has: its own, that of its permalink, one inside, that of the
    /// innermost open element that begins with it, the last one just before it, or one right behind it. For a term, the id of an element
    /// around it counts only if its permalink points there.
    fn anchor_of(&self, heading: &Heading<'a>) -> Option<&'a str> {
        let unplaced = || self.unplaced.iter().rev();
        let around = unplaced().filter(|unplaced| unplaced.open).map(|unplaced| unplaced.id);
        let before =
            unplaced().filter(|unplaced| !unplaced.open && unplaced.is_mark).map(|unplaced| unplaced.id);
        let inside = heading.inside.iter().copied();
        let free = |id: &&str| !self.used.contains(id);
        let named = |id: &&str| heading.permalinks.contains(*id);
        let own = heading.own.into_iter();
        if heading.is_term() {
            let before = before.filter(|_| heading.is_signature);
            let meant = inside.clone().chain(around).chain(before.clone()).filter(named);
            return own.chain(meant).chain(inside).chain(before).find(free);
        }
        let near = || inside.clone().chain(around.clone()).chain(before.clone());
        own.chain(near().filter(named)).chain(near()).chain(heading.behind).find(free)
    }

    /// Assigns the ids and keywords before new text to the current section.
    fn place_ids(&mut self) {
        for keywords in self.pending_keywords.drain(..) {
            join(&mut self.drafts[self.current].keywords, keywords);
        }
        if self.unplaced.is_empty() {
            return;
        }
        let current = self.current;
        self.places.extend(self.unplaced.drain(..).map(|unplaced| (unplaced.id, current)));
        // Positions of open elements would refer to later ids by mistake.
        self.open_ids.clear();
    }
}
