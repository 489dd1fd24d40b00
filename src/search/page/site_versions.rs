//! Sites that are versions of one documentation: of a section that several have at the same address, one is shown.
//!
//! That is the one of the requested version, else of the first site among them. It takes the place of the best one, and its
//! score. Addresses are in the texts, so this stage comes when these are loaded, and more are than are shown. How many
//! sections it folds depends on the page of hits, so the total of an answer counts them all.

use crate::ids::SectionId;
use crate::index::Reads;
use crate::search::answer::{FoundPlace, Request};
use crate::search::fusion::fuse::Fused;
use crate::search::fusion::rank::Ranked;
use crate::search::sites::shown_text::loaded_text;
use crate::search::sites::{Sites, absolute};

/// Whether hits may be folded.
pub(in crate::search) fn are_folded<S: Reads>(sites: Sites<'_, S>) -> bool {
    sites.stores().filter(|store| !store.site().version.is_empty()).count() > 1
}

/// How many times as many sections as are shown are looked at.
pub(super) fn depth_factor<S: Reads>(sites: Sites<'_, S>) -> usize {
    if are_folded(sites) { 1 + sites.others.len() } else { 1 }
}

/// A section with its address and its version.
struct Found<'a> {
    fused: Fused,
    /// Address of the page, anchor and heading, of a site with a version; they are equal in all versions. Entries of a list may
    /// share an anchor. `None` if its text failed.
    address: Option<[&'a str; 3]>,
    version: &'a str,
    place: FoundPlace,
}

/// Leaves one section of each address among those that are looked at, and cuts them to the request's places.
pub(in crate::search) fn fold<S: Reads>(sites: Sites<'_, S>, request: &Request, ranked: &mut Ranked) {
    let found: Vec<Found<'_>> = ranked.shown.iter().map(|fused| found(sites, *fused)).collect();
    let mut shown: Vec<Fused> = Vec::new();
    let mut is_folded = vec![false; found.len()];
    for (at, first) in found.iter().enumerate() {
        if is_folded[at] {
            continue;
        }
        let is_same = |other: &Found<'_>| first.address.is_some() && other.address == first.address;
        let others: Vec<usize> = (at + 1..found.len()).filter(|other| is_same(&found[*other])).collect();
        others.iter().for_each(|other| is_folded[*other] = true);
        let rank = |at: &usize| (!request.wants(found[*at].version), found[*at].fused.section);
        let all = || std::iter::once(at).chain(others.iter().copied());
        let best = all().min_by_key(rank).unwrap_or(at);
        let (section, score) = (found[best].fused.section, first.fused.score);
        if best != at {
            ranked.raised.push((section, score - found[best].fused.score));
        }
        let places = all().filter(|other| *other != best).map(|other| (section, found[other].place.clone()));
        ranked.other_versions.extend(places);
        shown.push(Fused { section, score });
    }
    let places = request.places::<S>();
    shown.truncate(places.end);
    shown.drain(..places.start.min(shown.len()));
    ranked.shown = shown;
}

fn found<'a, S: Reads>(sites: Sites<'a, S>, fused: Fused) -> Found<'a> {
    let (_, store, _) = sites.locate(fused.section);
    let version = store.site().version.as_str();
    // A section whose text failed stays, so that the answer names the failure.
    let Some((section, page)) = loaded_text(sites, fused.section) else {
        let place = FoundPlace { url: String::new(), title: String::new(), version: version.to_owned() };
        return Found { fused, address: None, version, place };
    };
    let (address, anchor) = (page.url.as_str(), section.anchor.as_str());
    let mark = if anchor.is_empty() { "" } else { "#" };
    let url = absolute(&store.site().root, &[address, mark, anchor].concat());
    let place = FoundPlace { url, title: page.title.clone(), version: version.to_owned() };
    let key = [address, anchor, section.heading.as_str()];
    Found { fused, address: (!version.is_empty()).then_some(key), version, place }
}

/// The places of a section in other versions.
pub(in crate::search) fn other_places(
    ranked: &Ranked,
    section: SectionId,
) -> impl Iterator<Item = &FoundPlace> {
    ranked.other_versions.iter().filter(move |(of, _)| *of == section).map(|(_, place)| place)
}
