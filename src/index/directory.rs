//! The directory: which sections belong to which page, and in which fragment each section's text is.

use super::manifest::{FileRef, file_name};
use crate::format::{Cursor, FileKind, FormatError, Generation, Writer, read_header, to_hex, write_header};
use crate::ids::{PageId, SectionId};
use crate::limits::{MAX_FILE_BYTES, MAX_STORED_BYTES};

/// Where the pages and fragments of an index start, by section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    /// First section of each page, then the number of sections.
    page_starts: Vec<u32>,
    /// First section of each fragment, then the number of sections.
    fragment_starts: Vec<u32>,
    fragments: Vec<FragmentRef>,
}

/// A fragment as the directory knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FragmentRef {
    /// Bytes once decompressed.
    pub bytes: u32,
    /// Bytes as stored.
    pub stored: u32,
    /// SHA-256 of the decompressed bytes.
    pub sha256: [u8; 32],
}

impl FragmentRef {
    /// The fragment as any other file of the index.
    pub fn file(&self) -> FileRef {
        let sha256 = to_hex(&self.sha256);
        FileRef { name: file_name("texts", &sha256, "bin"), bytes: self.bytes, stored: self.stored, sha256 }
    }
}

impl Directory {
    /// Puts a directory together from the number of sections in each page and in each fragment.
    pub fn new(page_sections: &[u32], fragments: Vec<(u32, FragmentRef)>) -> Self {
        let starts = |counts: &mut dyn Iterator<Item = u32>| {
            let mut starts = vec![0];
            let mut next = 0;
            for count in counts {
                next += count;
                starts.push(next);
            }
            starts
        };
        Directory {
            page_starts: starts(&mut page_sections.iter().copied()),
            fragment_starts: starts(&mut fragments.iter().map(|(count, _)| *count)),
            fragments: fragments.into_iter().map(|(_, fragment)| fragment).collect(),
        }
    }

    /// The bytes of the directory file.
    pub fn write(&self, generation: Generation) -> Vec<u8> {
        let mut writer = Writer::new();
        write_header(&mut writer, FileKind::Directory, generation);
        writer.varint(self.page_starts.len() as u32 - 1);
        self.page_starts.windows(2).for_each(|pair| writer.varint(pair[1] - pair[0]));
        writer.varint(self.fragments.len() as u32);
        for (pair, fragment) in self.fragment_starts.windows(2).zip(&self.fragments) {
            writer.varint(pair[1] - pair[0]);
            writer.varint(fragment.bytes);
            writer.varint(fragment.stored);
            writer.bytes(&fragment.sha256);
        }
        writer.finish()
    }

    /// Reads a directory of as many pages and sections as the manifest says. Memory: eight bytes a page, 44 a
    /// fragment, never more than the file itself warrants.
    ///
    /// # Errors
    /// Counts that don't add up or go beyond their limits, or any damage to the file.
    pub fn read(
        bytes: &[u8],
        generation: Generation,
        pages: u32,
        sections: u32,
    ) -> Result<Self, FormatError> {
        let mut cursor = read_header(bytes, FileKind::Directory, generation)?;
        let page_count = cursor.varint_up_to("page count", pages)?;
        let page_starts = read_starts(&mut cursor, "sections of pages", page_count, sections, |_| Ok(()))?;
        let fragment_count = cursor.varint_up_to("fragment count", sections)?;
        let mut fragments = Vec::new();
        let fragment_starts =
            read_starts(&mut cursor, "sections of fragments", fragment_count, sections, |cursor| {
                let bytes = cursor.varint_up_to("fragment bytes", MAX_FILE_BYTES as u32)?;
                let stored = cursor.varint_up_to("fragment stored bytes", MAX_STORED_BYTES as u32)?;
                let mut sha256 = [0; 32];
                sha256.copy_from_slice(cursor.take("fragment hash", 32)?);
                fragments.push(FragmentRef { bytes, stored, sha256 });
                Ok(())
            })?;
        cursor.end("directory")?;
        let read = Directory { page_starts, fragment_starts, fragments };
        if page_count != pages {
            return Err(FormatError::OutOfRange {
                what: "page count",
                at_most: pages.into(),
                found: page_count.into(),
            });
        }
        Ok(read)
    }

    /// Number of sections.
    pub fn section_count(&self) -> u32 {
        self.page_starts.last().copied().unwrap_or(0)
    }

    /// Number of pages.
    pub fn page_count(&self) -> u32 {
        self.page_starts.len() as u32 - 1
    }

    /// The page that a section stands on. Cost: a binary search.
    pub fn page_of(&self, section: SectionId) -> PageId {
        PageId(self.page_starts.partition_point(|start| *start <= section.0) as u32 - 1)
    }

    /// The fragment that holds a section, and the section's place in it; `None` beyond the last section.
    pub fn locate(&self, section: SectionId) -> Option<(usize, usize)> {
        let fragment = self.fragment_starts.partition_point(|start| *start <= section.0) - 1;
        let start = self.fragment_starts.get(fragment)?;
        (fragment < self.fragments.len()).then(|| (fragment, (section.0 - start) as usize))
    }

    /// All fragments in section order.
    pub fn fragments(&self) -> &[FragmentRef] {
        &self.fragments
    }

    /// Sections that a fragment holds.
    pub fn fragment_sections(&self, fragment: usize) -> std::ops::Range<u32> {
        self.fragment_starts[fragment]..self.fragment_starts[fragment + 1]
    }
}

/// Reads `count` numbers of sections, each followed by whatever `then` reads, and adds them up to `sections`.
fn read_starts(
    cursor: &mut Cursor<'_>,
    what: &'static str,
    count: u32,
    sections: u32,
    mut then: impl FnMut(&mut Cursor<'_>) -> Result<(), FormatError>,
) -> Result<Vec<u32>, FormatError> {
    // Every number takes a byte at least, which bounds the allocation by the file.
    if count as usize > cursor.remaining() {
        let (expected, found) = (count.into(), cursor.remaining() as u64);
        return Err(FormatError::Truncated { what, expected, found });
    }
    let mut starts = Vec::with_capacity(count as usize + 1);
    let mut next = 0;
    starts.push(next);
    for _ in 0..count {
        let left = sections - next;
        let found = cursor.varint_up_to(what, left)?;
        if found == 0 {
            return Err(FormatError::NotRising { what, after: next.into(), found: next.into() });
        }
        next += found;
        starts.push(next);
        then(cursor)?;
    }
    if next != sections {
        return Err(FormatError::OutOfRange { what, at_most: sections.into(), found: next.into() });
    }
    Ok(starts)
}
