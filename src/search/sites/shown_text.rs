//! The texts that an answer shows: of a section and its page, and the section's address.

use super::{Sites, of_site};
use crate::ids::SectionId;
use crate::index::{PageText, Reads, SectionText, Slot};
use crate::search::answer::{Degraded, FoundPlace, Request, file_problem};

/// The texts of a section and of its page, or why their block failed; `None` if it is not loaded.
pub(in crate::search) fn shown_text<S: Reads>(
    sites: Sites<'_, S>,
    section: SectionId,
) -> Option<Result<(&SectionText, &PageText), Degraded>> {
    let (slot, place) = sites.text(section)?;
    match slot {
        Slot::Ready(fragment) => {
            let section = fragment.sections.get(place)?;
            Some(Ok((section, fragment.pages.get(section.page)?)))
        }
        Slot::Failed(error) => {
            let problem = file_problem("texts", error);
            Some(Err(if S::IS_FULL { of_site(sites, sites.locate(section).1, problem) } else { problem }))
        }
        Slot::Missing => None,
    }
}

/// The texts of a section and of its page, if they are loaded.
pub(in crate::search) fn loaded_text<S: Reads>(
    sites: Sites<'_, S>,
    section: SectionId,
) -> Option<(&SectionText, &PageText)> {
    shown_text(sites, section)?.ok()
}

/// The places of a section, that of its hit first: its own, or that of a near-duplicate of the requested version. The
/// last ones are its editions in other versions.
pub(in crate::search) fn places(
    section: &SectionText,
    page: &PageText,
    request: &Request,
) -> Vec<FoundPlace> {
    let url = page.address_of(&section.anchor);
    let mut places = section.also.clone();
    places.insert(0, FoundPlace { url, title: page.title.clone(), version: page.version.clone() });
    if let Some(wanted) = places.iter().position(|place| request.wants(&place.version)) {
        places.swap(0, wanted);
    }
    places.extend_from_slice(&section.other_editions);
    places
}

/// The address of a section in its hit.
pub(in crate::search) fn address(section: &SectionText, page: &PageText, request: &Request) -> String {
    places(section, page, request).swap_remove(0).url
}
