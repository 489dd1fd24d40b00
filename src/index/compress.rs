//! Compression at build time, opened by the browser's own DecompressionStream.

use std::io::{Error, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::IndexError;

/// The first two bytes of a gzip file (RFC 1952), by which readers tell what was gzipped. What starts so by itself, as
/// a block of 31 entries can, is gzipped in any case.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Gzips `raw` where that saves a twentieth at least, otherwise leaves it. The header holds no time and no name,
/// so the same bytes give the same file.
pub(super) fn store(raw: &[u8]) -> Vec<u8> {
    let compressed = gzip(raw);
    let is_mistakable = raw.starts_with(&GZIP_MAGIC);
    if is_mistakable || compressed.len() < raw.len() / 20 * 19 { compressed } else { raw.to_vec() }
}

/// The level that makes blocks of some KB smallest with zlib-rs: 9 gives 0.8 % more and takes longer.
const LEVEL: u32 = 8;

/// Gzips. Writing to memory cannot fail; were it to, what was written is given back, and the
/// reader refuses it.
pub(super) fn gzip(raw: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    let written = encoder.write_all(raw);
    written.and_then(|()| encoder.finish()).unwrap_or_default()
}

/// The content of stored bytes, never more than one byte beyond `limit`.
///
/// # Errors
/// Damaged gzip data.
pub(super) fn open_bytes(stored: Vec<u8>, limit: u32) -> Result<Vec<u8>, Error> {
    if !stored.starts_with(&GZIP_MAGIC) {
        return Ok(stored);
    }
    let mut raw = Vec::new();
    GzDecoder::new(stored.as_slice()).take(u64::from(limit) + 1).read_to_end(&mut raw)?;
    Ok(raw)
}

/// The content of a stored file or piece, never more than one byte beyond `limit`.
///
/// # Errors
/// [`IndexError::Unavailable`] if the compressed data is damaged.
pub fn open(file: &str, stored: Vec<u8>, limit: u32) -> Result<Vec<u8>, IndexError> {
    open_bytes(stored, limit).map_err(|error| {
        let message = format!("gzip data expected, {error}; deploy the whole index folder again");
        IndexError::Unavailable { file: file.to_owned(), message }
    })
}
