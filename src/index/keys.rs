//! Finds the block of a key among sorted entries.

use std::ops::Range;

use crate::format::{Cursor, FormatError, Writer};
use crate::lexical::KeyedBlock;
use crate::limits::{MAX_BLOCK_BYTES, MAX_KEY_BYTES};
use crate::text::concat;

/// The first key of each block, in order; finds the block of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys(Vec<String>);

impl Keys {
    /// Takes the first and last key of all blocks in order. Shortens each first key to the shortest prefix that sorts
    /// after the last key of the previous block.
    pub(super) fn new(blocks: &[KeyedBlock]) -> Self {
        let mut last = "";
        let mut keys = Vec::with_capacity(blocks.len());
        for block in blocks {
            let mut ends = block.first.char_indices().map(|(at, c)| at + c.len_utf8());
            let end = ends.find(|end| block.first[..*end] > *last).unwrap_or(block.first.len());
            keys.push(block.first[..end].to_owned());
            last = &block.last;
        }
        Keys(keys)
    }

    /// Writes the keys of some blocks, in their order.
    pub(super) fn write(&self, blocks: impl Iterator<Item = usize>, writer: &mut Writer) {
        let mut before = "";
        for key in blocks.map(|block| &self.0[block]) {
            writer.front_coded(before, key);
            before = key;
        }
    }

    /// The key of one block with all entries.
    pub(super) fn whole() -> Self {
        Keys(vec![String::new()])
    }

    /// Adds the key of a block among others, if there are any.
    pub(super) fn extend(&mut self, others: &Keys, block: usize) {
        self.0.extend(others.0.get(block).cloned());
    }

    /// Reads one key per block.
    ///
    /// # Errors
    /// Keys that do not ascend, keys that are too long, or keys that together take too much memory.
    pub(super) fn read(cursor: &mut Cursor<'_>, count: usize) -> Result<Self, FormatError> {
        let mut keys: Vec<String> = Vec::with_capacity(count.min(cursor.remaining()));
        let mut total = 0;
        for number in 0..count {
            let before = keys.last().map_or("", String::as_str);
            let shared = cursor.varint_up_to("shared bytes of a key", before.len() as u32)? as usize;
            let suffix = cursor.string("key")?;
            if shared + suffix.len() > MAX_KEY_BYTES {
                let (at_most, found) = (MAX_KEY_BYTES as u64, (shared + suffix.len()) as u64);
                return Err(FormatError::out_of_range("bytes of a key", at_most, found));
            }
            let kept = before.get(..shared).ok_or(FormatError::not_utf8("key"))?;
            let key = concat(&[kept, suffix]);
            if number > 0 && key.as_str() <= before {
                let (after, found) = (number as u64 - 1, number as u64);
                return Err(FormatError::not_rising("keys of blocks", after, found));
            }
            // Two bytes can repeat the whole previous key, so the number of bytes does not bound memory.
            total += key.len() as u64;
            if total > MAX_BLOCK_BYTES {
                return Err(FormatError::out_of_range("keys of blocks", MAX_BLOCK_BYTES, total));
            }
            keys.push(key);
        }
        Ok(Keys(keys))
    }

    /// The block that may contain a key; `None` before the first block.
    pub fn block_of(&self, key: &str) -> Option<usize> {
        self.0.partition_point(|first| first.as_str() <= key).checked_sub(1)
    }

    /// The blocks that may contain keys with this prefix.
    pub fn blocks_with_prefix(&self, prefix: &str) -> Range<usize> {
        let start = self.block_of(prefix).unwrap_or(0);
        let end = self.0.partition_point(|first| first.as_str() <= prefix || first.starts_with(prefix));
        start..end.max(start)
    }
}
