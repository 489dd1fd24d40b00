//! Locates blocks: the files of one kind and the byte ranges of their blocks.

use std::ops::Range;

use crate::format::{Cursor, ENDING, FormatError, HEADER_BYTES, Writer, to_hex};
use crate::limits::{MAX_BLOCK_BYTES, MAX_STORED_BYTES};
use crate::text::{concat, decimal};

/// Largest compression ratio of deflate (RFC 1951); bounds the decompressed size of a stored block.
const MAX_DEFLATE_RATIO: u64 = 1_032;

/// Most bits of the unit of lengths.
pub(super) const MOST_UNIT_BITS: u8 = 8;

/// Bytes `start..end` of a stored file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ByteRange {
    /// Name of the stored file in the index folder.
    pub file: String,
    /// Offset of the first byte in the stored file.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
    /// Size of the stored file in bytes.
    pub size: u32,
    /// Upper bound of the block's size once decompressed.
    pub bytes: u32,
}

/// The files of one kind and their blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    names: Names,
    /// Files of the same name in front of these, in other leaves of the directory.
    files_before: u32,
    /// Binary logarithm of the bytes of which all lengths are multiples.
    unit_bits: u8,
    /// Size of each file.
    sizes: Vec<u32>,
    blocks: Vec<Block>,
}

/// How the files of a table are named. Both forms change whenever the content does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Names {
    /// One hash over all files, and the file's number; enough for files that change together anyway.
    Together([u8; 8]),
    /// Each by its own hash, so that an unchanged file keeps its name.
    Apart(Vec<[u8; 8]>),
}

impl Default for Names {
    fn default() -> Self {
        Names::Apart(Vec::new())
    }
}

/// One block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    file: u32,
    start: u32,
    end: u32,
}

impl Block {
    fn range(self, file: String, size: u32) -> ByteRange {
        let Block { start, end, .. } = self;
        let most = (u64::from(end - start) * MAX_DEFLATE_RATIO).min(MAX_BLOCK_BYTES);
        ByteRange { file, start, end, size, bytes: most as u32 }
    }
}

/// A block that is located outside of a table.
#[derive(Clone, Copy)]
pub(super) struct LocatedBlock {
    block: Block,
    /// Size of its file.
    size: u32,
}

impl LocatedBlock {
    pub(super) fn write(&self, writer: &mut Writer) {
        let Block { file, start, end } = self.block;
        [file, self.size, start, end - start].into_iter().for_each(|number| writer.varint(number));
    }

    /// Reads what [`Self::write`] wrote.
    ///
    /// # Errors
    /// A file larger than hosts accept, or a block beyond its file.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let file = cursor.varint("number of a file")?;
        let size = cursor.varint_up_to("size of a file", MAX_STORED_BYTES as u32)?;
        let start = cursor.varint_up_to("start of a block", size)?;
        let end = start + cursor.varint_up_to("bytes of a block", size - start)?;
        Ok(LocatedBlock { block: Block { file, start, end }, size })
    }

    /// Its byte range; `kind` and `hash` are the beginning of the file's name.
    pub(super) fn range(&self, kind: &str, hash: &[u8; 8]) -> ByteRange {
        self.block.range(numbered(kind, hash, self.block.file), self.size)
    }
}

impl Table {
    /// A table of blocks whose lengths are multiples of 2 to this power.
    pub(super) fn in_units(unit_bits: u8) -> Self {
        Table { unit_bits, ..Table::default() }
    }

    /// Names all files by one hash; call it after the last push.
    pub(super) fn name_together(&mut self, hash: [u8; 8]) {
        self.names = Names::Together(hash);
    }

    /// Adds a file with the stored bytes of its blocks in order.
    pub(super) fn push(&mut self, hash: [u8; 8], blocks: &[u32]) {
        let file = self.sizes.len() as u32;
        let mut start = HEADER_BYTES as u32;
        for stored in blocks {
            self.blocks.push(Block { file, start, end: start + stored });
            start += stored;
        }
        self.sizes.push(start);
        if let Names::Apart(hashes) = &mut self.names {
            hashes.push(hash);
        }
    }

    /// Writes column by column, because similar values compress better together, and chance ones among them worse: the low
    /// bytes of lengths.
    pub(super) fn write(&self, writer: &mut Writer) {
        writer.varint(self.sizes.len() as u32);
        match &self.names {
            Names::Together(hash) => {
                writer.u8(1);
                writer.bytes(hash);
            }
            Names::Apart(hashes) => {
                writer.u8(0);
                hashes.iter().for_each(|hash| writer.bytes(hash));
            }
        }
        let first_of = |file: u32| self.blocks.partition_point(|block| block.file < file) as u32;
        (0..self.sizes.len() as u32).for_each(|file| writer.varint(first_of(file + 1) - first_of(file)));
        writer.u8(self.unit_bits);
        let lengths = || self.blocks.iter().map(|block| (block.end - block.start) >> self.unit_bits);
        lengths().for_each(|length| writer.varint(length >> 8));
        lengths().for_each(|length| writer.u8(length as u8));
    }

    /// The table of a leaf of the directory, with some of the blocks, which may begin and end within files. An entry in
    /// front of them stands for the bytes before them in their first file, one behind them for the rest of their last file.
    pub(super) fn leaf(&self, blocks: Range<usize>) -> Self {
        let within = &self.blocks[blocks];
        let (Some(first), Some(last)) = (within.first(), within.last()) else { return Table::default() };
        let files = first.file as usize..last.file as usize + 1;
        let size = self.sizes[last.file as usize];
        let before = Block { start: HEADER_BYTES as u32, end: first.start, ..*first };
        let behind = Block { start: last.end, end: size, ..*last };
        let entries = [before].into_iter().chain(within.iter().copied()).chain([behind]);
        Table {
            names: match &self.names {
                Names::Together(hash) => Names::Together(*hash),
                Names::Apart(hashes) => Names::Apart(hashes[files.clone()].to_vec()),
            },
            files_before: self.files_before + first.file,
            unit_bits: self.unit_bits,
            sizes: self.sizes[files].to_vec(),
            blocks: entries.map(|block| Block { file: block.file - first.file, ..block }).collect(),
        }
    }

    pub(super) fn write_leaf(&self, writer: &mut Writer) {
        writer.varint(self.files_before);
        self.write(writer);
    }

    /// Reads what [`Self::write_leaf`] wrote.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) fn read_leaf(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let files_before = cursor.varint("files before a leaf")?;
        Ok(Table { files_before, ..Self::read(cursor)? })
    }

    /// Reads what [`Self::write`] wrote. Memory: bounded by the remaining bytes.
    ///
    /// # Errors
    /// Files larger than hosts accept, or more files or blocks than bytes.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let file_count = cursor.varint_up_to("files of a table", cursor.remaining() as u32)?;
        let names = match cursor.u8("names of files")? {
            0 => {
                let mut hashes = Vec::new();
                for _ in 0..file_count {
                    hashes.push(hash(cursor)?);
                }
                Names::Apart(hashes)
            }
            _ => Names::Together(hash(cursor)?),
        };
        let mut table = Table { names, ..Table::default() };
        let mut counts = Vec::with_capacity(file_count as usize);
        for _ in 0..file_count {
            counts.push(cursor.varint_up_to("blocks of a file", cursor.remaining() as u32)?);
        }
        let most = MAX_STORED_BYTES as u32;
        let bits = cursor.varint_up_to("bits of a unit", MOST_UNIT_BITS.into())?;
        table.unit_bits = bits as u8;
        for (file, count) in (0u32..).zip(counts) {
            for _ in 0..count {
                let high = cursor.varint_up_to("bytes of a block", most >> (8 + bits))?;
                table.blocks.push(Block { file, start: 0, end: high << 8 });
            }
            table.sizes.push(HEADER_BYTES as u32);
        }
        for block in &mut table.blocks {
            let Some(size) = table.sizes.get_mut(block.file as usize) else { continue };
            block.start = *size;
            block.end += u32::from(cursor.u8("bytes of a block")?);
            block.end = (block.end << bits) + *size;
            if block.end > most {
                let (what, at_most, found) = ("bytes of a file", most.into(), block.end.into());
                return Err(FormatError::out_of_range(what, at_most, found));
            }
            *size = block.end;
        }
        Ok(table)
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Stored bytes of all files.
    pub(super) fn stored_bytes(&self) -> u64 {
        self.sizes.iter().map(|size| u64::from(*size)).sum()
    }

    /// Number of files.
    #[cfg(test)]
    pub fn file_count(&self) -> usize {
        self.sizes.len()
    }

    /// Byte range of a block; `kind` is the prefix of the file names.
    pub fn range(&self, kind: &str, block: usize) -> Option<ByteRange> {
        let block = *self.blocks.get(block)?;
        let size = *self.sizes.get(block.file as usize)?;
        Some(block.range(self.file_name(kind, block.file), size))
    }

    /// Hash in the names of the files, and a block, to locate it from elsewhere; `None` if each file has its own hash.
    pub(super) fn located(&self, number: usize) -> Option<([u8; 8], LocatedBlock)> {
        let block = *self.blocks.get(number)?;
        let size = *self.sizes.get(block.file as usize)?;
        match self.names {
            Names::Together(hash) => Some((hash, LocatedBlock { block, size })),
            Names::Apart(_) => None,
        }
    }

    fn file_name(&self, kind: &str, file: u32) -> String {
        match &self.names {
            Names::Together(hash) => numbered(kind, hash, self.files_before.wrapping_add(file)),
            Names::Apart(hashes) => {
                let hash = hashes.get(file as usize).map(|hash| to_hex(hash)).unwrap_or_default();
                concat(&[kind, "-", &hash, ENDING])
            }
        }
    }
}

fn numbered(kind: &str, hash: &[u8; 8], file: u32) -> String {
    concat(&[kind, "-", &to_hex(hash), "-", &decimal(file), ENDING])
}

pub(super) fn hash(cursor: &mut Cursor<'_>) -> Result<[u8; 8], FormatError> {
    let mut hash = [0; 8];
    hash.copy_from_slice(cursor.take("hash of a file", 8)?);
    Ok(hash)
}
