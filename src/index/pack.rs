//! Packs blocks into files: compresses each on its own, so that it can be read alone, and puts neighbours together.

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::build::{BuildError, IndexFile};
use super::compress::store;
use super::manifest::{FileRef, file_name};
use super::table::{StoredBlock, Table};
use crate::format::{FileKind, Generation, Writer, check8, to_hex, write_header};
use crate::limits::{MAX_BLOCK_BYTES, MAX_STORED_BYTES};

/// What the files of one kind are like.
pub(super) struct PackKind {
    /// First part of their names.
    pub name: &'static str,
    /// In their header.
    pub kind: FileKind,
    /// In their header; zero for what does not depend on ids.
    pub generation: Generation,
    /// Stored bytes from which on a file is full.
    pub full: usize,
    /// Whether each file is named by its own content, and so keeps its name when others change.
    pub apart: bool,
}

/// Compresses blocks, on all cores, and packs them in order.
///
/// # Errors
/// A single block beyond what readers open, or static hosts accept.
pub(super) fn pack(
    kind: &PackKind,
    blocks: &[&[u8]],
    files: &mut Vec<IndexFile>,
) -> Result<Table, BuildError> {
    if let Some(block) = blocks.iter().find(|block| block.len() as u64 > MAX_BLOCK_BYTES) {
        let found = block.len() as u64;
        return Err(BuildError::TooLarge { kind: kind.name, at_most: MAX_BLOCK_BYTES, found });
    }
    let stored: Vec<(Vec<u8>, u8)> = blocks.par_iter().map(|raw| (store(raw), check8(raw))).collect();
    let mut packs: Vec<(Vec<u8>, Vec<StoredBlock>)> = Vec::new();
    let mut rest = stored.as_slice();
    while !rest.is_empty() {
        let mut writer = Writer::new();
        write_header(&mut writer, kind.kind, kind.generation);
        let mut packed: Vec<StoredBlock> = Vec::new();
        while let Some((block, check)) = rest.get(packed.len()).filter(|_| writer.len() < kind.full) {
            writer.bytes(block);
            packed.push((block.len() as u32, *check));
        }
        rest = &rest[packed.len()..];
        packs.push((writer.finish(), packed));
    }
    let digests: Vec<[u8; 32]> = packs.iter().map(|(content, _)| Sha256::digest(content).into()).collect();
    let together: [u8; 32] = Sha256::digest(digests.concat()).into();
    let mut table = Table::default();
    for (number, ((content, packed), digest)) in packs.into_iter().zip(&digests).enumerate() {
        if content.len() as u64 > MAX_STORED_BYTES {
            let found = content.len() as u64;
            return Err(BuildError::TooLarge { kind: kind.name, at_most: MAX_STORED_BYTES, found });
        }
        table.push(first_eight(digest), &packed);
        let sha256 = to_hex(digest);
        let name = if kind.apart {
            file_name(kind.name, &sha256, "bin")
        } else {
            format!("{}-{}-{number}.bin", kind.name, to_hex(&together[..8]))
        };
        let size = content.len() as u32;
        // Two equal files are one.
        if files.iter().all(|known| known.file.name != name) {
            files.push(IndexFile {
                kind: kind.name,
                file: FileRef { name, bytes: size, stored: size, sha256 },
                content,
            });
        }
    }
    if !kind.apart {
        table.name_together(first_eight(&together));
    }
    Ok(table)
}

/// What a file or a build is named by.
pub(super) fn first_eight(digest: &[u8; 32]) -> [u8; 8] {
    let mut hash = [0; 8];
    hash.copy_from_slice(&digest[..8]);
    hash
}
