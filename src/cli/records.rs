//! [`Records`]: an append-only file of records of one length, each a key (hash), a checksum and a value.
//!
//! Truncated and damaged records are skipped, so an interrupted build loses only what it wrote last.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::CliError;
use super::files;

/// Bytes of a key. 128 bits make an accidental collision practically impossible.
pub const KEY_BYTES: usize = 16;
/// Bytes of the checksum over key and value.
pub const CHECK_BYTES: usize = 8;
/// A larger file is deleted and started afresh: it holds years of edits, or damage.
const MAX_BYTES: usize = 1 << 30;

/// The hash that a value is stored under; see [`key`].
pub type Key = [u8; KEY_BYTES];

/// An open file of records.
pub struct Records {
    path: PathBuf,
    file: File,
}

impl Records {
    /// Opens or creates the file `name` in `folder` and calls `known` with each intact record, in the order they were
    /// appended. Values have `value_bytes` bytes. Reads the whole file, at most 1 GiB.
    ///
    /// # Errors
    /// When the folder or file cannot be created, read or written.
    pub fn open(
        folder: &Path,
        name: &str,
        value_bytes: usize,
        known: &mut dyn FnMut(Key, &[u8]),
    ) -> Result<Self, CliError> {
        files::create_folder(folder)?;
        let path = folder.join(name);
        let mut bytes = files::read_if_there(&path)?.unwrap_or_default();
        if bytes.len() > MAX_BYTES {
            files::remove(&path)?;
            bytes.clear();
        }
        let record_bytes = KEY_BYTES + CHECK_BYTES + value_bytes;
        let records = bytes.chunks_exact(record_bytes);
        let cut_off = records.remainder().len();
        for (key, value) in records.filter_map(read) {
            known(key, value);
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(CliError::file("write", &path))?;
        if cut_off > 0 {
            // Pad the truncated record, so that later records stay aligned.
            let filler = vec![0; record_bytes - cut_off];
            file.write_all(&filler).map_err(CliError::file("write", &path))?;
        }
        Ok(Records { path, file })
    }

    /// Appends records in one write.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append<'a>(&mut self, records: impl Iterator<Item = (Key, &'a [u8])>) -> Result<(), CliError> {
        let mut bytes = Vec::new();
        for (key, value) in records {
            bytes.extend_from_slice(&key);
            bytes.extend_from_slice(&checksum(&key, value));
            bytes.extend_from_slice(value);
        }
        self.file.write_all(&bytes).map_err(CliError::file("write", &self.path))
    }
}

fn read(record: &[u8]) -> Option<(Key, &[u8])> {
    let (key, rest) = record.split_first_chunk::<KEY_BYTES>()?;
    let (check, value) = rest.split_at_checked(CHECK_BYTES)?;
    (check == checksum(key, value)).then_some((*key, value))
}

/// The key of a list of texts. Each is hashed after its length, so that different lists have different keys.
pub fn key(texts: &[&str]) -> Key {
    let mut hash = Sha256::new();
    for text in texts {
        // Existing caches hash a single text without its length.
        if texts.len() > 1 {
            hash.update((text.len() as u64).to_le_bytes());
        }
        hash.update(text.as_bytes());
    }
    let mut key = [0; KEY_BYTES];
    key.copy_from_slice(&hash.finalize()[..KEY_BYTES]);
    key
}

fn checksum(key: &Key, value: &[u8]) -> [u8; CHECK_BYTES] {
    let mut check = [0; CHECK_BYTES];
    let hash = Sha256::new().chain_update(key).chain_update(value).finalize();
    check.copy_from_slice(&hash[..CHECK_BYTES]);
    check
}
