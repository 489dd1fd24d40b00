//! Finds sections in which terms stand at consecutive positions.

use std::mem::swap;

use super::positions::{PositionBlock, Positions};
use super::read::{DamagedList, Postings, TermEntry};
use crate::ids::SectionId;

/// One term of a phrase: its postings, and its low-impact postings if it has any, each with the matching positions.
pub type PhraseTerm<'a> = Vec<(TermEntry<'a>, &'a PositionBlock)>;

/// The sections that contain all `terms` at consecutive positions, in section order, with the number of occurrences.
/// Cost: linear in the postings and positions of all terms. Memory: sixteen bytes (eight in wasm) for each section and
/// four for each position at which the phrase may continue; two buffers are reused for all terms.
///
/// # Errors
/// Damaged postings or positions.
pub fn phrase(terms: &[PhraseTerm<'_>]) -> Result<Vec<(SectionId, u32)>, DamagedList> {
    let (mut ends, mut next) = (Ends::default(), Ends::default());
    for (number, term) in terms.iter().enumerate() {
        next.sections.clear();
        next.positions.clear();
        let mut remaining = ends.iter();
        let mut nearest = remaining.next();
        let mut lists = Vec::with_capacity(term.len());
        for list in term.iter().filter_map(List::open) {
            lists.push(list?);
        }
        while let Some((section, list)) = earliest(&mut lists) {
            while nearest.is_some_and(|(before, _)| before < section) {
                nearest = remaining.next();
            }
            let mut ends = nearest.filter(|(other, _)| *other == section).map_or(&[][..], |(_, ends)| ends);
            list.positions(&mut |position| {
                while ends.first().is_some_and(|end| end + 1 < position) {
                    ends = &ends[1..];
                }
                if number == 0 || ends.first().is_some_and(|end| end + 1 == position) {
                    next.positions.push(position);
                }
            })?;
            next.close(section);
            list.advance()?;
        }
        drop(remaining);
        swap(&mut ends, &mut next);
    }
    let mut found = Vec::new();
    for (section, ends) in ends.iter() {
        found.push((section, ends.len() as u32));
    }
    Ok(found)
}

/// Positions at which the terms read so far end.
#[derive(Default)]
struct Ends {
    /// Sections in rising order, each with the end of its range in `positions`.
    sections: Vec<(SectionId, usize)>,
    positions: Vec<u32>,
}

impl Ends {
    /// Assigns the positions appended last to `section`.
    fn close(&mut self, section: SectionId) {
        let start = self.sections.last().map_or(0, |(_, end)| *end);
        if self.positions.len() > start {
            self.sections.push((section, self.positions.len()));
        }
    }

    fn iter(&self) -> impl Iterator<Item = (SectionId, &[u32])> {
        self.sections.iter().scan(0, |start, (section, end)| {
            let positions = &self.positions[*start..*end];
            *start = *end;
            Some((*section, positions))
        })
    }
}

/// One list of postings with its positions.
struct List<'a> {
    block: usize,
    postings: Postings<'a>,
    positions: Positions<'a>,
    /// The section whose positions come next; `None` at the end.
    section: Option<SectionId>,
}

impl<'a> List<'a> {
    /// `None` if the block has no positions for the entry.
    fn open((entry, positions): &(TermEntry<'a>, &'a PositionBlock)) -> Option<Result<Self, DamagedList>> {
        let positions = positions.of(entry.place)?;
        Some(entry.postings().and_then(|postings| {
            let mut list = List { block: entry.block, postings, positions, section: None };
            list.advance()?;
            Ok(list)
        }))
    }

    fn advance(&mut self) -> Result<(), DamagedList> {
        self.section = self.postings.next().transpose()?.map(|posting| posting.section);
        Ok(())
    }

    fn positions(&mut self, each: &mut dyn FnMut(u32)) -> Result<(), DamagedList> {
        let block = self.block;
        self.positions.next(each).map_err(|source| DamagedList { block, positions: true, source })
    }
}

/// The list with the smallest next section, and that section.
fn earliest<'a, 'b>(lists: &'b mut [List<'a>]) -> Option<(SectionId, &'b mut List<'a>)> {
    lists.iter_mut().filter_map(|list| Some((list.section?, list))).min_by_key(|(section, _)| *section)
}
