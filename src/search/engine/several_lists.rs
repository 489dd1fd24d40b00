//! Merges what a retriever found in several indexes into one ranked list.
//!
//! Scores of one retriever are comparable: lexical ones by shared document frequencies, cosines by themselves.

use crate::ids::SectionId;
use crate::lexical::{ScoredSection, best};
use crate::search::answer::Degraded;
use crate::search::engine::stages::Stages;
use crate::search::retrieve::Retrieved;
use crate::search::sites::{Sites, of_site};

/// One list of all indexes, in the order that a retriever gives one index: sections that `first` puts higher, then by
/// score. Indexes that failed are left out, and told beside it. `None` if all failed.
pub(in crate::search) fn merged<S: Stages>(
    sites: Sites<'_, S>,
    found: S::Each<Result<Retrieved, Degraded>>,
    first: &dyn Fn(SectionId) -> u8,
) -> (Option<Retrieved>, Vec<Degraded>) {
    let mut degraded = Vec::new();
    if !sites.are_several() {
        let found = found.into_iter().next();
        return (found.and_then(|found| found.map_err(|problem| degraded.push(problem)).ok()), degraded);
    }
    let mut all: Option<Retrieved> = None;
    // Lists that are cut are as deep as the request needs.
    let mut depth: Option<usize> = None;
    for ((number, store), found) in (0..).zip(sites.stores()).zip(found) {
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                degraded.push(of_site(sites, store, problem));
                continue;
            }
        };
        let start = sites.first_section(number, store);
        let numbered = |it: ScoredSection| ScoredSection { section: SectionId(start + it.section.0), ..it };
        if found.is_cut {
            depth = Some(found.sections.len().max(depth.unwrap_or(0)));
        }
        let all = all.get_or_insert_default();
        all.sections.extend(found.sections.into_iter().map(numbered));
        all.matched.extend(found.matched.into_iter().map(numbered));
        all.total += found.total;
        all.degraded.extend(found.degraded.into_iter().map(|problem| of_site(sites, store, problem)));
    }
    let cut = |all: Retrieved| Retrieved {
        sections: best(&all.sections, depth.unwrap_or(all.sections.len()), first),
        ..all
    };
    (all.map(cut), degraded)
}
