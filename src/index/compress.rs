//! Compression at build time, opened by the browser's own DecompressionStream.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::IndexError;
use super::manifest::FileRef;

/// The first two bytes of a gzip file (RFC 1952). No raw file of an index starts so: binary files start with
/// "DFUS", JSON with a brace, and an ONNX file with a small field number.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Gzips `raw` where that saves a twentieth at least, otherwise leaves it. The header holds no time and no name,
/// so the same bytes give the same file.
pub(super) fn store(raw: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail; were it to, the raw bytes are as good.
    let compressed = encoder.write_all(raw).and_then(|()| encoder.finish());
    match compressed {
        Ok(compressed) if compressed.len() < raw.len() / 20 * 19 => compressed,
        _ => raw.to_vec(),
    }
}

/// The decompressed content of a stored file, never more than one byte beyond what the manifest says.
///
/// # Errors
/// [`IndexError::Unavailable`] if the compressed data is damaged.
pub fn open(file: &FileRef, stored: Vec<u8>) -> Result<Vec<u8>, IndexError> {
    if !stored.starts_with(&GZIP_MAGIC) {
        return Ok(stored);
    }
    let mut raw = Vec::new();
    let limit = u64::from(file.bytes) + 1;
    GzDecoder::new(stored.as_slice()).take(limit).read_to_end(&mut raw).map_err(|error| {
        let message = format!("gzip data expected, {error}; deploy the whole index folder again");
        IndexError::Unavailable { file: file.name.clone(), message }
    })?;
    Ok(raw)
}
