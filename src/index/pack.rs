//! Packs blocks into files. Each block is compressed separately, so that it can be read alone; adjacent blocks share a
//! file.

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::build::IndexFile;
use super::build_error::BuildError;
use super::compress::{CompressedBlocks, mark_start, pad};
use super::manifest::{FileRef, file_name};
use super::table::{MOST_UNIT_BITS, Table};
use crate::dense::DenseParts;
use crate::fit::fit;
use crate::format::{ENDING, FileKind, Generation, Writer, to_hex, write_header};
use crate::lexical::KeyedBlock;
use crate::limits::{MAX_BLOCK_BYTES, MAX_STORED_BYTES};

/// Stored bytes at which a file of the graph or of homes is full: that of a site with 20,000 windows is one file, which
/// readers load completely.
const GRAPH_FILE_BYTES: usize = 128 << 10;

/// Properties of the files of one kind.
pub(super) struct PackKind {
    /// Prefix of their names.
    pub name: &'static str,
    /// Kind in their header.
    pub kind: FileKind,
    /// Generation in their header; zero for content without ids.
    pub generation: Generation,
    /// Stored bytes at which a file is full.
    pub full: usize,
    /// Whether each file is named by its own content, and so keeps its name when other files change.
    pub apart: bool,
}

/// Blocks compressed at a time: enough to keep all cores busy, few enough that they take some megabytes.
const BATCH_BLOCKS: usize = 1_024;

/// Compresses blocks on all cores and packs them in order. All are gzipped, even if that saves nothing: CRC-32 reveals
/// what a host sends in place of a block. Takes one batch of blocks after the other, so that not all are in memory.
///
/// # Errors
/// A block larger than readers decompress or static hosts accept.
pub(super) fn pack(
    kind: &PackKind,
    blocks: &mut dyn Iterator<Item = Vec<u8>>,
    known: &CompressedBlocks,
    files: &mut Vec<IndexFile>,
) -> Result<Table, BuildError> {
    let stored = compressed(kind, blocks, known)?;
    let unit_bits = unit_bits(kind.kind, stored.len());
    let packs = packs(kind, unit_bits, stored);
    let digests: Vec<[u8; 32]> = packs.iter().map(|(content, _)| Sha256::digest(content).into()).collect();
    let together: [u8; 32] = Sha256::digest(digests.concat()).into();
    let mut table = Table::in_units(unit_bits);
    for (number, ((content, packed), digest)) in packs.into_iter().zip(&digests).enumerate() {
        if content.len() as u64 > MAX_STORED_BYTES {
            let found = content.len() as u64;
            return Err(BuildError::TooLarge { kind: kind.name, at_most: MAX_STORED_BYTES, found });
        }
        table.push(first_eight(digest), &packed);
        let sha256 = to_hex(digest);
        let name = if kind.apart {
            file_name(kind.name, &sha256, ENDING)
        } else {
            format!("{}-{}-{number}{ENDING}", kind.name, to_hex(&together[..8]))
        };
        let size = content.len() as u32;
        // Files with equal content are stored once.
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

/// Compresses blocks on all cores, a batch at a time.
fn compressed(
    kind: &PackKind,
    blocks: &mut dyn Iterator<Item = Vec<u8>>,
    known: &CompressedBlocks,
) -> Result<Vec<Vec<u8>>, BuildError> {
    let mut stored = Vec::new();
    loop {
        let batch: Vec<Vec<u8>> = blocks.take(BATCH_BLOCKS).collect();
        if batch.is_empty() {
            return Ok(stored);
        }
        if let Some(block) = batch.iter().find(|block| block.len() as u64 > MAX_BLOCK_BYTES) {
            let found = block.len() as u64;
            return Err(BuildError::TooLarge { kind: kind.name, at_most: MAX_BLOCK_BYTES, found });
        }
        let compress = |raw: &[u8]| match kind.kind {
            FileKind::Dense | FileKind::Graph | FileKind::TermVectors | FileKind::Homes => {
                known.gzip_numbers(raw)
            }
            FileKind::Terms => known.gzip_columns(raw),
            _ => known.gzip(raw),
        };
        // All of them wait for their number, which decides about the unit.
        stored.par_extend(batch.into_par_iter().map(|raw| {
            let mut block = compress(&raw);
            fit(&mut block);
            block
        }));
    }
}

/// Blocks of a kind for each byte of the unit of their lengths.
const BLOCKS_OF_A_BYTE: usize = 128;

/// The unit of the lengths of so many blocks, as its binary logarithm. Every reader loads the lengths of texts and terms with the
/// directory, and few of the blocks: where there are many, some bytes that fill each of them up to a multiple of the unit take
/// less than the lowest bits of all lengths.
fn unit_bits(kind: FileKind, blocks: usize) -> u8 {
    let is_loaded_first = matches!(kind, FileKind::Texts | FileKind::Terms);
    if is_loaded_first {
        (blocks / BLOCKS_OF_A_BYTE).max(1).ilog2().min(MOST_UNIT_BITS.into()) as u8
    } else {
        0
    }
}

/// Puts compressed blocks into files. Returns the content of each, with the lengths of its blocks.
fn packs(kind: &PackKind, unit_bits: u8, stored: Vec<Vec<u8>>) -> Vec<(Vec<u8>, Vec<u32>)> {
    let mut packs = Vec::new();
    let mut open: Option<(Writer, Vec<u32>)> = None;
    let finished = |(writer, packed): (Writer, Vec<u32>)| {
        let mut content = writer.finish();
        fit(&mut content);
        (content, packed)
    };
    for mut block in stored {
        let (writer, packed) = open.get_or_insert_with(|| {
            let mut writer = Writer::new();
            write_header(&mut writer, kind.kind, kind.generation);
            (writer, Vec::new())
        });
        mark_start(&mut block, writer.len() as u32);
        pad(&mut block, 1 << unit_bits);
        writer.bytes(&block);
        packed.push(block.len() as u32);
        if writer.len() >= kind.full {
            packs.extend(open.take().map(finished));
        }
    }
    packs.extend(open.map(finished));
    packs
}

/// Packs the clusters of each block of nodes into one file, which the block names, these blocks behind the root, and the
/// homes. Returns where the graph and the homes are.
///
/// # Errors
/// Those of [`pack`].
pub(super) fn pack_dense(
    parts: DenseParts,
    known: &CompressedBlocks,
    files: &mut Vec<IndexFile>,
) -> Result<[Table; 2], BuildError> {
    let kind = |name, kind, full| {
        // Named by content alone.
        PackKind { name, kind, generation: Generation::default(), full, apart: true }
    };
    let mut graph = vec![parts.root];
    for block in parts.blocks {
        let clusters = &mut block.clusters.into_iter();
        let table = pack(&kind("dense", FileKind::Dense, usize::MAX), clusters, known, files)?;
        let mut writer = Writer::new();
        table.write(&mut writer);
        writer.bytes(&block.nodes);
        graph.push(writer.finish());
    }
    let mut pack_blocks = |name, of, blocks: Vec<Vec<u8>>| {
        pack(&kind(name, of, GRAPH_FILE_BYTES), &mut blocks.into_iter(), known, files)
    };
    let graph = pack_blocks("graph", FileKind::Graph, graph)?;
    Ok([graph, pack_blocks("homes", FileKind::Homes, parts.homes)?])
}

/// Adds to each block of terms where its block of `table` is, by `add`. Returns what the names of the table's files share; zeros
/// without a block.
pub(super) fn add_places(
    table: &Table,
    terms: &mut [KeyedBlock],
    add: impl Fn(&mut Vec<u8>, Vec<u8>),
) -> [u8; 8] {
    let mut common = [0; 8];
    for (number, block) in terms.iter_mut().enumerate() {
        if let Some((hash, located)) = table.located(number) {
            common = hash;
            let mut writer = Writer::new();
            located.write(&mut writer);
            add(&mut block.bytes, writer.finish());
        }
    }
    common
}

/// The first eight bytes of a SHA-256, which name a file or a build.
pub(super) fn first_eight(digest: &[u8; 32]) -> [u8; 8] {
    let mut hash = [0; 8];
    hash.copy_from_slice(&digest[..8]);
    hash
}
