//! [`Records`]: an append-only file of records of one length, each a key (hash), a checksum and a value.
//!
//! Truncated and damaged records are skipped, so an interrupted build loses only what it wrote last. Where nothing can be
//! written, nothing is kept, and the build goes on.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Once;

use sha2::{Digest, Sha256};

use crate::error::CliError;
use crate::files;
use crate::output::remark;

/// Bytes of a key. 128 bits make an accidental collision practically impossible.
pub const KEY_BYTES: usize = 16;
/// Bytes of the checksum over key and value.
pub const CHECK_BYTES: usize = 8;
/// A larger file is deleted and started afresh: it holds years of edits, or damage.
const MAX_BYTES: usize = 1 << 30;

/// The hash that a value is stored under; see [`key`].
pub type Key = [u8; KEY_BYTES];

/// An open file of records.
#[derive(Default)]
pub struct Records {
    path: PathBuf,
    /// `None` if nothing is kept.
    file: Option<File>,
}

impl Records {
    /// Opens or creates the file `name` in `folder` and calls `each` with each intact record, in the order they were
    /// appended. Values have `value_bytes` bytes. Reads the whole file, at most 1 GiB. If the folder or the file cannot be
    /// written, says so, and keeps no new records.
    pub fn open(folder: &Path, name: &str, value_bytes: usize, each: &mut dyn FnMut(Key, &[u8])) -> Self {
        let path = folder.join(name);
        let mut bytes = files::read_if_there(&path).ok().flatten().unwrap_or_default();
        let is_too_large = bytes.len() > MAX_BYTES;
        if is_too_large {
            bytes.clear();
        }
        let record_bytes = KEY_BYTES + CHECK_BYTES + value_bytes;
        let records = bytes.chunks_exact(record_bytes);
        let cut_off = records.remainder().len();
        for (key, value) in records.filter_map(read) {
            each(key, value);
        }
        let open = || {
            files::create_folder(folder)?;
            if is_too_large {
                files::remove(&path)?;
            }
            let error = || CliError::file("write", &path);
            let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(error())?;
            if cut_off > 0 {
                // Pad the truncated record, so that later records stay aligned.
                let filler = vec![0; record_bytes - cut_off];
                file.write_all(&filler).map_err(error())?;
            }
            Ok::<File, CliError>(file)
        };
        let opened = open();
        let file = opened.inspect_err(warn).ok();
        Records { path, file }
    }

    /// Appends records in one write. If that fails, says so, and keeps no further ones.
    pub fn append<'a>(&mut self, records: impl Iterator<Item = (Key, &'a [u8])>) {
        let Some(file) = &mut self.file else { return };
        let mut bytes = Vec::new();
        for (key, value) in records {
            bytes.extend_from_slice(&key);
            bytes.extend_from_slice(&checksum(&key, value));
            bytes.extend_from_slice(value);
        }
        if let Err(error) = file.write_all(&bytes).map_err(CliError::file("write", &self.path)) {
            warn(&error);
            self.file = None;
        }
    }
}

/// Says, once, that the cache cannot be written.
fn warn(error: &CliError) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        remark(format_args!(
            "warning: the cache is not kept, so the next build does this work again: {error} (--cache DIR names another \
             folder)"
        ));
    });
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
