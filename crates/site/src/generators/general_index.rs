//! General indexes, whose entries are words of the places that they lead to.

use super::GENERATORS;
use crate::settings::page_pattern::names_page;

/// The general index of a generator.
pub(super) struct EntryIndex {
    /// Name patterns of its pages.
    pub(super) pages: &'static [&'static str],
    /// How the ids begin that stand for entries alone. What else it lists has a heading that says the same.
    pub(super) ids: &'static str,
}

/// Whether a page is one of a general index.
pub(crate) fn is_entry_index(url: &str) -> bool {
    indexes().any(|index| index.pages.iter().any(|pattern| names_page(pattern, url)))
}

/// Whether an id stands for entries alone.
pub(crate) fn is_entry_id(id: &str) -> bool {
    indexes().any(|index| id.starts_with(index.ids))
}

fn indexes() -> impl Iterator<Item = &'static EntryIndex> {
    GENERATORS.iter().filter_map(|generator| generator.entry_index.as_ref())
}
