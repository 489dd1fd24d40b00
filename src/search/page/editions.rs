//! Editions: of one section in several versions of the documentation, a ranking shows the one that the reader wants.
//!
//! That is the edition of the requested version, else the most current one that was found. It takes the place of the best
//! edition in the ranking, and its score. Hits name the others as other places, whether they were found or not.

use crate::ids::SectionId;
use crate::index::{Reads, Slot};
use crate::search::answer::Request;
use crate::search::fusion::fuse::Fused;
use crate::search::fusion::rank::Ranked;
use crate::search::sites::Sites;

/// Added to the rank of an edition of another version than the requested one.
const OTHER_VERSION: u32 = 1 << 8;

/// The editions of a section that were found.
#[derive(Clone, Copy)]
struct Group {
    /// The least rank, and the first section of it: the best edition.
    best: (u32, SectionId),
    /// Whether an edition is shown.
    is_shown: bool,
    /// Whether the best one is shown in the place of another.
    is_raised: bool,
}

impl Request {
    /// Whether one of these versions, separated by commas, is requested.
    pub(in crate::search) fn wants(&self, versions: &str) -> bool {
        each(versions)
            .any(|version| !version.is_empty() && each(&self.version).any(|wanted| wanted == version))
    }
}

fn each(versions: &str) -> impl Iterator<Item = &[u8]> {
    versions.as_bytes().split(|byte| *byte == b',')
}

/// Leaves one edition of each section in the ranking; several where nothing tells which is current. Cost: two binary
/// searches for each section of the ranking; for [`Full`](crate::index::Full), a pass over it for each section that is raised.
pub(in crate::search) fn fold<S: Reads>(
    sites: Sites<'_, S>,
    request: &Request,
    ranked: &mut Ranked,
    fused: &mut Vec<Fused>,
) {
    // The first group of each index, behind those of the indexes before it.
    let mut count = 0;
    let editions = sites.each(|(_, store)| {
        let Slot::Ready(filters) = store.filters() else { return (count, &[][..]) };
        count += filters.editions.len();
        (count - filters.editions.len(), filters.editions.as_slice())
    });
    if count == 0 {
        return;
    }
    // The number of its group, and its rank.
    let edition = |hit: &Fused| {
        let (number, _, section) = sites.locate(hit.section);
        let (first, editions) = editions.as_ref()[number];
        let at = editions.binary_search_by_key(&section.0, |edition| edition.section).ok()?;
        let edition = editions.get(at)?;
        let other = if request.wants(&edition.versions) { 0 } else { OTHER_VERSION };
        let group = edition.group as usize;
        (group < editions.len()).then_some((first + group, edition.rank + other))
    };
    let none = Group { best: (u32::MAX, SectionId(u32::MAX)), is_shown: false, is_raised: false };
    let mut groups = vec![none; count];
    for hit in &*fused {
        if let Some((number, rank)) = edition(hit)
            && let Some(group) = groups.get_mut(number)
        {
            group.best = group.best.min((rank, hit.section));
        }
    }
    // What a section gains is only explained.
    let found = if S::IS_FULL { fused.clone() } else { Vec::new() };
    let before = fused.len();
    fused.retain_mut(|hit| {
        let Some((number, rank)) = edition(hit) else { return true };
        let Some(group) = groups.get_mut(number) else { return true };
        let (best_rank, best) = group.best;
        let is_best = rank == best_rank;
        let stays = if is_best { hit.section != best || !group.is_raised } else { !group.is_shown };
        if stays && !is_best {
            if S::IS_FULL
                && let Some(own) = found.iter().find(|own| own.section == best)
            {
                ranked.raised.push((best, hit.score - own.score));
            }
            hit.section = best;
            group.is_raised = true;
        }
        group.is_shown = true;
        stays
    });
    ranked.total -= before - fused.len();
}
