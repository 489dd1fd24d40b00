//! The texts that an answer shows: of a section and its page, and the section's address.

use super::answer::Degraded;
use super::retrieve::file_problem;
use crate::ids::SectionId;
use crate::index::{PageText, SectionText, Slot, Store};
use crate::text::concat;

/// The texts of a section and of its page, if they are loaded. Each text block that failed adds one warning to
/// `degraded`.
pub(super) fn shown_text<'a>(
    store: &'a Store,
    section: SectionId,
    degraded: &mut Vec<Degraded>,
) -> Option<(&'a SectionText, &'a PageText)> {
    let (slot, place) = store.text(section)?;
    match slot {
        Slot::Ready(fragment) => {
            let section = fragment.sections.get(place)?;
            Some((section, fragment.pages.get(section.page)?))
        }
        Slot::Failed(error) => {
            let problem = file_problem("texts", error);
            if !degraded.contains(&problem) {
                degraded.push(problem);
            }
            None
        }
        Slot::Missing => None,
    }
}

/// The address of a section, relative to the site's root.
pub(super) fn address(section: &SectionText, page: &PageText) -> String {
    if section.anchor.is_empty() { page.url.clone() } else { concat(&[&page.url, "#", &section.anchor]) }
}
