//! The sixteen-byte header of every binary file.

use std::fmt;

use super::{Cursor, FormatError, Writer};

/// "DFUS".
pub const MAGIC: [u8; 4] = *b"DFUS";

/// The format version that this code writes, and the only one it reads.
pub const VERSION: u8 = 14;

/// Ending of the names of all binary files. Hosts compress what they take for text or for unknown bytes, and then send
/// wrong ranges; they know this one as scientific data, which they leave alone.
pub const ENDING: &str = ".hdf";

/// Bytes of a header.
pub const HEADER_BYTES: usize = 16;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FileKind {
    /// The tables that locate the blocks of all other files.
    Directory = 1,
    /// Terms with their postings.
    Terms = 2,
    /// Clusters of vectors.
    Dense = 3,
    /// The link graph.
    Links = 4,
    /// Texts of the sections.
    Texts = 5,
    /// Positions of the terms, for phrases.
    Positions = 6,
    /// The spelling dictionary, sorted forward and backward.
    Spelling = 7,
    /// Filters and their values.
    Filters = 8,
    /// The part of the directory that few queries need.
    Auxiliary = 9,
    /// The HNSW graph over the centres of clusters.
    Graph = 10,
    /// Vectors of the terms.
    TermVectors = 11,
    /// The rows of the encoder's word table.
    WordRows = 12,
    /// Leaves of the directory of a large index.
    Leaves = 13,
    /// Which clusters hold the vectors of sections.
    Homes = 14,
}

/// Identifies one build of an index: the first eight bytes of the SHA-256 over all inputs. Files whose ids belong
/// together carry the same generation. Texts and vectors depend on nothing else and carry zero; a graph carries the
/// hash of its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Generation(pub [u8; 8]);

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::to_hex(&self.0))
    }
}

/// Writes a header; the payload follows.
pub fn write_header(writer: &mut Writer, kind: FileKind, generation: Generation) {
    writer.bytes(&MAGIC);
    writer.u8(kind as u8);
    writer.u8(VERSION);
    writer.bytes(&[0, 0]);
    writer.bytes(&generation.0);
}

/// Checks a header and leaves the cursor at the payload.
///
/// # Errors
/// A wrong magic, kind, version or generation, each with its own variant; unknown reserved bytes count as another
/// version.
pub fn read_header<'a>(
    bytes: &'a [u8],
    kind: FileKind,
    generation: Generation,
) -> Result<Cursor<'a>, FormatError> {
    let mut cursor = Cursor::new(bytes);
    let magic = cursor.take("header", 4)?;
    if magic != MAGIC {
        let mut found = [0; 4];
        found.copy_from_slice(magic);
        return Err(FormatError::magic(found));
    }
    let found_kind = cursor.u8("header")?;
    let version = cursor.u8("header")?;
    let reserved = cursor.take("header", 2)?;
    if version != VERSION || reserved != [0, 0] {
        return Err(FormatError::version(VERSION, version));
    }
    if found_kind != kind as u8 {
        return Err(FormatError::kind(kind as u8, found_kind));
    }
    let mut found = Generation::default();
    found.0.copy_from_slice(cursor.take("header", 8)?);
    if found != generation {
        return Err(FormatError::generation(generation, found));
    }
    Ok(cursor)
}

/// Checks the header of a directory, and returns the generation that all other files must have.
///
/// # Errors
/// As [`read_header`].
pub fn read_directory_header(bytes: &[u8]) -> Result<(Generation, Cursor<'_>), FormatError> {
    let mut generation = Generation::default();
    if let Some(found) = bytes.get(HEADER_BYTES - 8..HEADER_BYTES) {
        generation.0.copy_from_slice(found);
    }
    Ok((generation, read_header(bytes, FileKind::Directory, generation)?))
}
