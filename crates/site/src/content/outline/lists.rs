//! Lists whose terms may begin sections: `dl`, and tables of which each row names something.

use ego_tree::NodeId;

use super::{Draft, Outline, TERM};
use crate::symbols::signature::named_by;
use docfuse::index::NameKind;

/// An open `dl` or table.
pub(super) struct DefinitionList {
    pub(super) node: NodeId,
    /// The section around the list.
    pub(super) base: usize,
    /// Whether its terms are names, which begin sections without an id, too.
    pub(super) has_names: bool,
    /// Whether it has entries without an id so far.
    pub(super) has_entries: bool,
    /// Whether a term came last, so that the next term belongs to the same group.
    pub(super) after_term: bool,
}

impl Outline<'_> {
    /// A list opens, which `has_names` or is text in two columns. Inside the description of a symbol, names are its
    /// parameters.
    pub(crate) fn open_list(&mut self, node: NodeId, has_names: bool) {
        self.block();
        let has_names = has_names && !self.describes_symbol();
        self.lists.push(DefinitionList {
            node,
            base: self.current,
            has_names,
            has_entries: false,
            after_term: false,
        });
    }

    fn describes_symbol(&self) -> bool {
        let mut around = Some(self.current);
        while let Some(draft) = around.and_then(|at| self.drafts.get(at)) {
            let is_declared = draft.names.iter().any(|name| name.kind == NameKind::Plain);
            if is_declared || draft.is_signature || named_by(&draft.heading).is_signature {
                return true;
            }
            around = draft.parent.filter(|_| draft.level == TERM);
        }
        false
    }

    /// Whether an entry of the innermost list, a `dl` or table, names a section.
    pub(crate) fn is_in_name_list(&self) -> bool {
        self.lists.last().is_some_and(|list| list.has_names)
    }

    pub(crate) fn open_description(&mut self) {
        self.close_terms();
        self.block();
    }

    /// What follows is the description of the terms before it.
    pub(crate) fn close_terms(&mut self) {
        if let Some(list) = self.lists.last_mut() {
            list.after_term = false;
        }
    }

    /// Begins the section of an entry without an id, whose anchor is the nearest before it.
    pub(super) fn begin_entry(&mut self, base: usize) {
        let near = self.near_ids().next().or_else(|| self.places.last().map(|(id, _)| *id));
        let anchor = near.unwrap_or_default().to_owned();
        if let Some(list) = self.lists.last_mut() {
            self.name_lists += usize::from(!list.has_entries);
            list.has_entries = true;
        }
        self.current = self.drafts.len();
        let mut draft = Draft::new(anchor, TERM, Some(base));
        draft.is_entry = true;
        self.drafts.push(draft);
    }
}
