//! A section while its page is read: [`Draft`].

use std::ops::Range;

use super::text::BlockText;
use crate::html::keyword_list::join;
use crate::symbols::names::qualified;
use crate::symbols::signature::{callee, identifiers, named_by};
use crate::symbols::symbol_path::last_component;
use docfuse::index::{MAX_LISTED, MAX_NAME_BYTES, Name, NameKind};

/// Most modules that one section documents.
const MAX_MODULES: usize = 3;

/// Most bytes of words beside the text. Some pages explain an abbreviation wherever it stands.
const MAX_GLOSS_BYTES: usize = 4 << 10;

/// A section under construction.
pub(crate) struct Draft {
    pub(crate) anchor: String,
    pub(crate) heading: String,
    pub(crate) level: u8,
    pub(crate) parent: Option<usize>,
    pub(crate) text: BlockText,
    /// Parts of words of the heading, and words that the page only shows on demand.
    pub(crate) word_parts: String,
    /// The author's keywords.
    pub(crate) keywords: String,
    /// Whether it is a term that shares its description with the term before.
    pub(super) shares_description: bool,
    /// Whether it is the declaration of a symbol.
    pub(super) is_signature: bool,
    /// Whether it is a term of a list of names.
    pub(super) is_listed: bool,
    /// The terms that share its description, itself the last; empty for itself alone.
    terms: Vec<String>,
    /// Whether it is an entry of a list of names, without an id.
    pub(super) is_entry: bool,
    /// The kind of the symbol that it documents; empty if nothing says it.
    pub(crate) symbol_kind: &'static str,
    /// Lines of its text that stand above its heading.
    pub(super) above: usize,
    /// Whether its markup says that what it documents is deprecated.
    pub(super) is_deprecated: bool,
    /// The identifiers that it lists, and the symbols that it documents.
    pub(crate) names: Vec<Name>,
    /// Bytes of heading and text, besides the white space around each piece, that nobody has weighed.
    unweighed: usize,
    /// Lines with the signatures of what it declares, besides its heading.
    pub(super) overloads: String,
    /// The other bytes, and each of them times its weight.
    bytes: usize,
    weighted: f64,
}

impl Draft {
    pub(crate) fn new(anchor: String, level: u8, parent: Option<usize>) -> Self {
        let (heading, text) = (String::new(), BlockText::new());
        let (shares_description, is_signature, is_entry, symbol_kind, names) =
            (false, false, false, "", Vec::new());
        let (unweighed, bytes, weighted) = (0, 0, 0.0);
        Draft {
            anchor,
            heading,
            level,
            parent,
            text,
            word_parts: String::new(),
            keywords: String::new(),
            shares_description,
            is_signature,
            is_listed: false,
            terms: Vec::new(),
            is_entry,
            symbol_kind,
            above: 0,
            is_deprecated: false,
            names,
            unweighed,
            overloads: String::new(),
            bytes,
            weighted,
        }
    }

    pub(crate) fn list(&mut self, text: &str) {
        let name = |text: &str| Name { text: text.to_owned(), kind: NameKind::Listed };
        let short = identifiers(text).filter(|name| name.len() <= MAX_NAME_BYTES);
        self.names.extend(short.take(MAX_LISTED.saturating_sub(self.names.len())).map(name));
    }

    /// Whether it has no text yet, or that of its signature: code, or a line with its name.
    pub(super) fn is_at_start(&self) -> bool {
        let mut blocks = self.text.blocks().skip(self.above);
        let Some(first) = blocks.next() else { return true };
        let names = || named_by(&self.heading).names;
        let is_named = || names().into_iter().any(|name| first.contains(last_component(name)));
        self.text.is_code() || blocks.next().is_none() && is_named()
    }

    /// Adds words that the page only shows on demand, once.
    pub(crate) fn gloss(&mut self, text: &str) {
        if self.word_parts.len() + text.len() < MAX_GLOSS_BYTES && !self.word_parts.contains(text) {
            self.word_parts.extend([" ", text]);
        }
    }

    /// Adds the name of a symbol that it documents.
    pub(crate) fn declare(&mut self, text: &str) {
        let names = named_by(text).names.into_iter().filter(|name| name.len() <= MAX_NAME_BYTES);
        self.names.extend(names.map(|name| Name { text: name.to_owned(), kind: NameKind::Plain }));
    }

    /// Adds the name of a module that it documents. Of many, it is a list.
    pub(super) fn declare_module(&mut self, module: &str) {
        if module.len() > MAX_NAME_BYTES {
            return;
        }
        let modules = self.names.iter().filter(|name| name.kind == NameKind::Qualified).count();
        if modules >= MAX_MODULES {
            self.list(module);
            return;
        }
        self.names.push(Name { text: module.to_owned(), kind: NameKind::Qualified });
        self.names.push(Name { text: last_component(module).to_owned(), kind: NameKind::Plain });
        if self.symbol_kind.is_empty() {
            self.symbol_kind = "module";
        }
    }

    /// Adds the qualified name of the symbol that the page is about.
    pub(super) fn declare_qualified(&mut self, name: String) {
        if name.len() <= MAX_NAME_BYTES {
            self.names.push(Name { text: name, kind: NameKind::Qualified });
        }
    }

    /// Counts a piece of text with the weight that the author gave it.
    pub(crate) fn weigh(&mut self, text: &str, weight: Option<f32>) {
        let bytes = text.trim().len();
        match weight {
            Some(weight) => {
                self.bytes += bytes;
                self.weighted += bytes as f64 * f64::from(weight);
            }
            None => self.unweighed += bytes,
        }
    }

    /// The mean weight of its text; what nobody has weighed weighs `usual`.
    pub(crate) fn weight(&self, usual: f32) -> f32 {
        let (bytes, unweighed) = ((self.bytes + self.unweighed) as f64, self.unweighed as f64);
        if bytes == 0.0 { usual } else { ((self.weighted + unweighed * f64::from(usual)) / bytes) as f32 }
    }

    /// Adds the term before, which has no description of its own: another signature of the same function, or a name, unless
    /// that declares a symbol or the heading would get too long. Terms of a list of names that are too long together are named
    /// by their names alone, and are lines of the text. Returns whether it did.
    pub(crate) fn take_over(&mut self, before: &Draft) -> bool {
        if !before.text.is_empty() {
            return false;
        }
        let is_overload = callee(&self.heading).is_some_and(|name| callee(&before.heading) == Some(name));
        let mut terms = before.terms.clone();
        if terms.is_empty() {
            terms.push(before.heading.clone());
        }
        terms.push(self.heading.clone());
        let are_listed = before.is_listed && self.is_listed;
        let heading = match is_overload {
            true => Some(before.heading.clone()),
            false if before.is_symbol() || self.is_symbol() => None,
            false => shared_heading(&terms, are_listed),
        };
        let Some(heading) = heading else { return false };
        if before.names.is_empty() {
            self.name(&before.heading.clone());
        }
        self.word_parts.push_str(&before.word_parts);
        join(&mut self.keywords, &before.keywords);
        self.names.splice(0..0, before.names.iter().cloned());
        self.anchor.clone_from(&before.anchor);
        self.is_entry = before.is_entry;
        self.shares_description = before.shares_description;
        if is_overload {
            self.overloads = format!("{}{}\n", before.overloads, self.heading);
        } else {
            self.name(&self.heading.clone());
            self.terms = terms;
        }
        self.heading = heading;
        true
    }

    /// Adds the name of a term without others.
    pub(super) fn name_term(&mut self) {
        if self.is_listed && self.terms.is_empty() {
            let name = name_of_term(&self.heading).to_owned();
            self.names.extend((name != self.heading).then_some(Name { text: name, kind: NameKind::Heading }));
        }
    }

    /// The lines of its terms, if its heading has their names alone.
    fn term_lines(&self) -> String {
        if self.terms.is_empty() || self.terms.join(", ") == self.heading {
            return String::new();
        }
        self.terms.iter().flat_map(|term| [term, "\n"]).collect()
    }

    /// Whether it declares a symbol, which has a section of its own.
    fn is_symbol(&self) -> bool {
        self.is_signature
            || self.names.iter().any(|name| name.kind == NameKind::Plain)
            || named_by(&self.heading).is_signature
            || qualified("", &self.anchor, &self.heading).is_some()
    }

    /// The finished text, below the other signatures of what it declares and the terms that its heading shortens, and which
    /// ranges of it are code.
    pub(super) fn finish_text(&mut self) -> (String, Vec<Range<usize>>) {
        let terms = self.term_lines();
        let (text, mut code) = std::mem::replace(&mut self.text, BlockText::new()).finish();
        let before = terms.len() + self.overloads.len();
        for range in &mut code {
            *range = range.start + before..range.end + before;
        }
        if !terms.is_empty() {
            code.insert(0, 0..terms.len() - 1);
        }
        ([&terms, &self.overloads, text.as_str()].concat(), code)
    }

    fn name(&mut self, heading: &str) {
        let names = named_by(heading).names.into_iter();
        let names = names.chain(Some(name_of_term(heading)).filter(|_| self.is_listed));
        self.names.extend(names.map(|name| Name { text: name.to_owned(), kind: NameKind::Heading }));
    }
}

/// One heading for terms of a description: all of them, or their names, if they are of a list of names.
fn shared_heading(terms: &[String], are_listed: bool) -> Option<String> {
    let whole = terms.join(", ");
    let names = || terms.iter().map(|term| name_of_term(term)).collect::<Vec<_>>().join(", ");
    let heading = if whole.len() > MAX_NAME_BYTES && are_listed { names() } else { whole };
    (heading.len() <= MAX_NAME_BYTES).then_some(heading)
}

/// The first word of a term of a list of names, if it has a sign that says that it is the name: `string-take` of
/// "string-take s n", but not `git` of "git add", nor a word in brackets. Else all of the term.
fn name_of_term(term: &str) -> &str {
    let first = term.split_whitespace().next().unwrap_or(term).trim_end_matches([',', ':', ';']);
    let is_word = first.chars().all(char::is_alphanumeric) || first.starts_with(['(', '[', '<', '{']);
    if is_word { term } else { first }
}
