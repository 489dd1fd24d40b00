//! Finds the sections in which terms stand one behind the other.

use super::positions::PositionBlock;
use super::read::{DamagedList, TermEntry};
use crate::ids::SectionId;

/// One term of a phrase: its list, and its tail if it has one, each with the positions that belong to it.
pub type PhraseTerm<'a> = Vec<(TermEntry<'a>, &'a PositionBlock)>;

/// Sections that hold all `terms` at neighbouring positions, with the number of times. Cost: linear in the postings and
/// positions of all terms, and in the sections of the index.
///
/// # Errors
/// Damaged postings or positions.
pub fn phrase(terms: &[PhraseTerm<'_>]) -> Result<Vec<(SectionId, u32)>, DamagedList> {
    // For each section, where the terms so far end.
    let mut ends: Vec<Vec<u32>> = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        let mut next: Vec<Vec<u32>> = Vec::new();
        for (entry, positions) in term {
            let Some(mut positions) = positions.of(entry.place) else { continue };
            next.resize(entry.section_count as usize, Vec::new());
            for posting in entry.postings()? {
                let section = posting?.section.index();
                let damaged = |source| DamagedList { block: entry.block, positions: true, source };
                let mut here = positions.next().map_err(damaged)?;
                if number > 0 {
                    let ends = ends.get(section).map_or(&[][..], Vec::as_slice);
                    here.retain(|at| {
                        at.checked_sub(1).is_some_and(|before| ends.binary_search(&before).is_ok())
                    });
                }
                if let Some(next) = next.get_mut(section) {
                    *next = here;
                }
            }
        }
        ends = next;
    }
    let counts = (0..).map(SectionId).zip(ends.iter().map(|ends| ends.len() as u32));
    Ok(counts.filter(|(_, count)| *count > 0).collect())
}
