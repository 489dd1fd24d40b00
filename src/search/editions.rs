//! Editions: of one section in several versions of the documentation, a ranking shows the one that the reader wants.
//!
//! That is the edition of the requested version, else the most current one that was found. It takes the place of the best
//! edition in the ranking, and its score. Hits name the others as other places, whether they were found or not.

use super::answer::Request;
use super::fuse::Fused;
use super::rank::Ranked;
use crate::ids::SectionId;
use crate::index::{Slot, Store};

/// Ids of sections are below this.
const SECTIONS: u64 = 1 << 24;

/// Added to the rank of an edition of another version than the requested one.
const OTHER_VERSION: u64 = 1 << 8;

/// What [`fold`] has done with the editions of a section: one is shown, the best one in the place of another.
const IS_SHOWN: u64 = 1 << 62;
const IS_RAISED: u64 = 1 << 63;

impl Request {
    /// Whether one of these versions, separated by commas, is requested.
    pub(super) fn wants(&self, versions: &str) -> bool {
        each(versions)
            .any(|version| !version.is_empty() && each(&self.version).any(|wanted| wanted == version))
    }
}

fn each(versions: &str) -> impl Iterator<Item = &[u8]> {
    versions.as_bytes().split(|byte| *byte == b',')
}

/// Leaves one edition of each section in the ranking; several where nothing tells which is current. Cost: two binary
/// searches for each section of the ranking; with the feature `dense`, a pass over it for each section that is raised.
pub(super) fn fold(store: &Store, request: &Request, ranked: &mut Ranked, fused: &mut Vec<Fused>) {
    let Slot::Ready(filters) = store.filters() else { return };
    let editions = &filters.editions;
    // The group of its editions, and its rank.
    let edition = |hit: &Fused| {
        let at = editions.binary_search_by_key(&hit.section.0, |edition| edition.section).ok()?;
        let edition = editions.get(at)?;
        let other = if request.wants(&edition.versions) { 0 } else { OTHER_VERSION };
        Some((edition.group as usize, u64::from(edition.rank) + other))
    };
    // For each group, the least rank found, with its section.
    let mut groups = vec![IS_SHOWN - 1; editions.len()];
    for hit in &*fused {
        if let Some((group, rank)) = edition(hit)
            && let Some(best) = groups.get_mut(group)
        {
            *best = (*best).min(rank * SECTIONS + u64::from(hit.section.0));
        }
    }
    #[cfg(feature = "dense")]
    let found = fused.clone();
    let before = fused.len();
    fused.retain_mut(|hit| {
        let Some((group, rank)) = edition(hit) else { return true };
        let Some(best) = groups.get_mut(group) else { return true };
        let best_section = SectionId((*best % SECTIONS) as u32);
        let is_best = rank == *best % IS_SHOWN / SECTIONS;
        let stays = if is_best { hit.section != best_section || *best < IS_RAISED } else { *best < IS_SHOWN };
        if stays && !is_best {
            #[cfg(feature = "dense")]
            if let Some(own) = found.iter().find(|own| own.section == best_section) {
                ranked.raised.push((best_section, hit.score - own.score));
            }
            hit.section = best_section;
            *best |= IS_RAISED;
        }
        *best |= IS_SHOWN;
        stays
    });
    ranked.total -= before - fused.len();
}
