//! Homes of sections: the clusters that hold their vectors, so that a search can look at what words have found.

use crate::format::{Cursor, FormatError, Writer};
use crate::ids::SectionId;

/// Sections of a block of homes.
const BLOCK_SECTIONS: u32 = 1_024;

/// At most this many blocks are read whole, with the graph: about 40 KB. Of more, a search reads those of its seeds.
pub const WHOLE_HOMES: usize = 24;

/// The homes of consecutive sections.
#[derive(Debug)]
pub struct Homes {
    /// Where the clusters of each section begin, then their number.
    starts: Vec<u32>,
    clusters: Vec<u32>,
}

impl Homes {
    /// The block that has a section, and its place there.
    pub fn locate(section: SectionId) -> (usize, usize) {
        ((section.0 / BLOCK_SECTIONS) as usize, (section.0 % BLOCK_SECTIONS) as usize)
    }

    /// Reads a block of an index with `clusters` clusters.
    ///
    /// # Errors
    /// Violations of FORMAT.md. Memory: a small multiple of the bytes.
    pub fn read(bytes: &[u8], clusters: u32) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let mut starts = vec![0];
        let mut next = 0;
        for _ in 0..cursor.varint_up_to("sections of homes", BLOCK_SECTIONS)? {
            // Each cluster takes two bytes behind the counts.
            let most = (cursor.remaining() as u32).saturating_sub(next);
            next += cursor.varint_up_to("homes of a section", most)?;
            starts.push(next);
        }
        let mut numbers = Vec::new();
        for _ in 0..next {
            numbers.push(cursor.varint_up_to("home of a section", clusters >> 8)? << 8);
        }
        for (number, low) in numbers.iter_mut().zip(cursor.take("home of a section", next as usize)?) {
            *number |= u32::from(*low);
        }
        cursor.end("homes")?;
        let homes = Homes { starts, clusters: numbers };
        homes.check(clusters)?;
        Ok(homes)
    }

    /// The clusters of a section must exist and rise.
    fn check(&self, clusters: u32) -> Result<(), FormatError> {
        let what = "home of a section";
        if let Some(found) = self.clusters.iter().find(|number| **number >= clusters) {
            let at_most = clusters.saturating_sub(1).into();
            return Err(FormatError::out_of_range(what, at_most, (*found).into()));
        }
        let of_sections = (0..self.starts.len()).map(|place| self.of(place));
        match of_sections.flat_map(|of| of.windows(2)).find(|pair| pair[1] <= pair[0]) {
            Some(pair) => Err(FormatError::not_rising(what, pair[0].into(), pair[1].into())),
            None => Ok(()),
        }
    }

    /// The clusters that hold the vectors of a section, rising; none of a section that is not here.
    pub fn of(&self, place: usize) -> &[u32] {
        match (self.starts.get(place), self.starts.get(place + 1)) {
            (Some(start), Some(end)) => &self.clusters[*start as usize..*end as usize],
            _ => &[],
        }
    }
}

/// Writes the blocks of all sections, column by column: high and low bytes of numbers compress better apart.
pub(super) fn write_homes(homes: &[Vec<u32>]) -> Vec<Vec<u8>> {
    homes.chunks(BLOCK_SECTIONS as usize).map(write_block).collect()
}

fn write_block(homes: &[Vec<u32>]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.varint(homes.len() as u32);
    homes.iter().for_each(|of| writer.varint(of.len() as u32));
    homes.iter().flatten().for_each(|number| writer.varint(number >> 8));
    homes.iter().flatten().for_each(|number| writer.u8(*number as u8));
    writer.finish()
}
