//! Files of an index that are read as a whole.

use sha2::{Digest, Sha256};

use super::build_error::BuildError;
use super::directory::WholeFile;
use super::index_file::{IndexFile, first_eight};
use super::manifest::{FileRef, file_name};
use super::pack::Packer;
use crate::format::{ENDING, to_hex};
use crate::limits::{MAX_FILE_BYTES, MAX_STORED_BYTES};

/// A file that is read as a whole and stored as `content`; its name comes from the hash of its raw bytes.
pub(super) fn whole_file(
    kind: &'static str,
    ending: &str,
    raw: &[u8],
    content: Vec<u8>,
) -> Result<(IndexFile, [u8; 32]), BuildError> {
    let too_large = |at_most: u64, found: usize| BuildError::TooLarge { kind, at_most, found: found as u64 };
    if raw.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large(MAX_FILE_BYTES, raw.len()));
    }
    if content.len() as u64 > MAX_STORED_BYTES {
        return Err(too_large(MAX_STORED_BYTES, content.len()));
    }
    let digest: [u8; 32] = Sha256::digest(raw).into();
    let sha256 = to_hex(&digest);
    let name = file_name(kind, &sha256, ending);
    let file = FileRef { name, bytes: raw.len() as u32, stored: content.len() as u32, sha256 };
    Ok((IndexFile { kind, file, content }, digest))
}

impl Packer<'_> {
    /// Adds a file that the directory names. Readers do not check its hash, so it is always gzipped: gzip's CRC-32 reveals
    /// damage.
    pub fn whole(&mut self, kind: &'static str, raw: &[u8]) -> Result<WholeFile, BuildError> {
        let (whole, digest) = whole_file(kind, ENDING, raw, self.compressed().gzip_columns(raw))?;
        let file = whole.file.clone();
        self.files.push(whole);
        Ok(WholeFile { hash: first_eight(&digest), stored: file.stored, bytes: file.bytes })
    }
}
