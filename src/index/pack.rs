//! Packs blocks into files. Each block is compressed separately, so that it can be read alone; adjacent blocks share a
//! file.

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::build_error::BuildError;
use super::compress::{CompressedBlocks, mark_start, pad};
use super::index_file::{IndexFile, first_eight};
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

/// Puts what it is given into files.
pub(super) struct Packer<'a> {
    compressed: &'a CompressedBlocks,
    /// The files so far, in the order in which the manifest lists them.
    pub files: Vec<IndexFile>,
}

impl<'a> Packer<'a> {
    pub fn new(compressed: &'a CompressedBlocks) -> Self {
        Packer { compressed, files: Vec::new() }
    }

    /// What compresses, and may remember what it compressed before.
    pub fn compressed(&self) -> &'a CompressedBlocks {
        self.compressed
    }

    /// Compresses blocks on all cores and packs them in order. All are gzipped, even if that saves nothing: CRC-32 reveals
    /// what a host sends in place of a block. Takes one batch of blocks after the other, so that not all are in memory.
    ///
    /// # Errors
    /// A block larger than readers decompress or static hosts accept.
    pub fn pack(
        &mut self,
        kind: &PackKind,
        blocks: &mut dyn Iterator<Item = Vec<u8>>,
    ) -> Result<Table, BuildError> {
        let stored = self.compress(kind, blocks)?;
        let unit_bits = unit_bits(kind.kind, stored.len());
        let packs = packs(kind, unit_bits, stored);
        let digests: Vec<[u8; 32]> =
            packs.iter().map(|(content, _)| Sha256::digest(content).into()).collect();
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
            if self.files.iter().all(|other| other.file.name != name) {
                self.files.push(IndexFile {
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
    fn compress(
        &self,
        kind: &PackKind,
        blocks: &mut dyn Iterator<Item = Vec<u8>>,
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
                    self.compressed.gzip_numbers(raw)
                }
                FileKind::Terms => self.compressed.gzip_columns(raw),
                _ => self.compressed.gzip(raw),
            };
            // All of them wait for their number, which decides about the unit.
            stored.par_extend(batch.into_par_iter().map(|raw| {
                let mut block = compress(&raw);
                fit(&mut block);
                block
            }));
        }
    }

    /// Packs the clusters of each block of nodes into one file, which the block names, these blocks behind the root, and
    /// the homes. Returns where the graph and the homes are.
    ///
    /// # Errors
    /// Those of [`Self::pack`].
    pub fn pack_dense(&mut self, parts: DenseParts) -> Result<[Table; 2], BuildError> {
        let kind = |name, kind, full| {
            // Named by content alone.
            PackKind { name, kind, generation: Generation::default(), full, apart: true }
        };
        let mut graph = vec![parts.root];
        for block in parts.blocks {
            let clusters = &mut block.clusters.into_iter();
            let table = self.pack(&kind("dense", FileKind::Dense, usize::MAX), clusters)?;
            let mut writer = Writer::new();
            table.write(&mut writer);
            writer.bytes(&block.nodes);
            graph.push(writer.finish());
        }
        let graph = self.pack(&kind("graph", FileKind::Graph, GRAPH_FILE_BYTES), &mut graph.into_iter())?;
        let homes = &mut parts.homes.into_iter();
        Ok([graph, self.pack(&kind("homes", FileKind::Homes, GRAPH_FILE_BYTES), homes)?])
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
