//! The files of the encoder of queries: its ONNX file in parts, its tokenizer, and the rows of its word table, those that
//! a page loads first in one file, and all of them as blocks that it fetches by range.
//!
//! A block is a gzip member that holds one record uncompressed, so all blocks have the same length, and a reader
//! computes their places. Records do not compress; the CRC-32 of the member, and its start in the file, reveal what a
//! host sends in its place.

mod build;
mod read;
#[cfg(test)]
mod tests;

pub(super) use build::{EncoderFiles, encoder_files};
pub use build::{EncoderInput, WordTable};
pub use read::records;

use flate2::Crc;

use crate::format::Writer;

/// Bytes of a block beside its record.
const FRAME_BYTES: usize = 23;

/// Those of them before it: the header of the member, and of its block.
const BEFORE_RECORD: usize = 15;

/// A gzip member (RFC 1952) with one stored block (RFC 1951), which begins at `start` in its file.
fn block(start: usize, record: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new();
    // No name and no flags, the start in place of a time, an unknown system.
    writer.bytes(&[0x1f, 0x8b, 8, 0]);
    writer.u32(start as u32);
    writer.bytes(&[0, 255]);
    let length = record.len() as u16;
    writer.u8(1);
    writer.bytes(&length.to_le_bytes());
    writer.bytes(&(!length).to_le_bytes());
    writer.bytes(record);
    let mut crc = Crc::new();
    crc.update(record);
    writer.u32(crc.sum());
    writer.u32(record.len() as u32);
    writer.finish()
}
