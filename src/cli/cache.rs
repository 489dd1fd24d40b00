//! Vectors of texts that were embedded before, so that a build pays only for what changed.
//!
//! One file for each encoder, named by the encoder's hash. It is only ever appended to: records of a text's hash, a
//! checksum and the vector. A record that was cut off or damaged is passed over, so a build that was stopped
//! loses nothing but its last moments.
#![allow(clippy::disallowed_methods, reason = "file-system calls stand in cli")]

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::CliError;
use super::files;

/// Bytes of a text's hash in a record; 128 bits never meet by accident.
const KEY_BYTES: usize = 16;
/// Bytes of the checksum over key and vector.
const CHECK_BYTES: usize = 8;
/// A file beyond this is started anew: it holds years of edits, or damage.
const MAX_CACHE_BYTES: usize = 1 << 30;

type Key = [u8; KEY_BYTES];

/// Vectors by text, for one encoder.
pub struct VectorCache {
    path: PathBuf,
    file: File,
    vectors: HashMap<Key, Vec<f32>>,
}

impl VectorCache {
    /// Opens the cache of an encoder in a folder, making both if needed.
    ///
    /// # Errors
    /// A folder or file that cannot be made, read or written.
    pub fn open(folder: &Path, model_sha256: &str, dimensions: usize) -> Result<Self, CliError> {
        files::create_folder(folder)?;
        let path = folder.join(format!("vectors-{model_sha256}.bin"));
        let mut bytes = files::read_if_there(&path)?.unwrap_or_default();
        if bytes.len() > MAX_CACHE_BYTES {
            files::remove(&path)?;
            bytes.clear();
        }
        let record_bytes = KEY_BYTES + CHECK_BYTES + dimensions * 4;
        let records = bytes.chunks_exact(record_bytes);
        let cut_off = records.remainder().len();
        let vectors = records.filter_map(read_record).collect();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(CliError::file("write", &path))?;
        if cut_off > 0 {
            // Fill up the record that was cut off, so that those behind it start where records start.
            let filler = vec![0; record_bytes - cut_off];
            file.write_all(&filler).map_err(CliError::file("write", &path))?;
        }
        Ok(VectorCache { path, file, vectors })
    }

    /// The vector of a text that was embedded before.
    pub fn get(&self, text: &str) -> Option<&Vec<f32>> {
        self.vectors.get(&key(text))
    }

    /// Keeps the vector of a text.
    ///
    /// # Errors
    /// A full disk or the like.
    pub fn insert(&mut self, text: &str, vector: &[f32]) -> Result<(), CliError> {
        let key = key(text);
        let mut record = key.to_vec();
        let values: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
        record.extend_from_slice(&checksum(&key, &values));
        record.extend_from_slice(&values);
        self.file.write_all(&record).map_err(CliError::file("write", &self.path))?;
        self.vectors.insert(key, vector.to_vec());
        Ok(())
    }
}

fn read_record(record: &[u8]) -> Option<(Key, Vec<f32>)> {
    let (key, rest) = record.split_at(KEY_BYTES);
    let (check, values) = rest.split_at(CHECK_BYTES);
    let key: Key = key.try_into().ok()?;
    let whole = check == checksum(&key, values);
    let numbers = values.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    whole.then(|| (key, numbers.collect()))
}

fn key(text: &str) -> Key {
    let mut key = [0; KEY_BYTES];
    key.copy_from_slice(&Sha256::digest(text.as_bytes())[..KEY_BYTES]);
    key
}

fn checksum(key: &Key, values: &[u8]) -> [u8; CHECK_BYTES] {
    let mut check = [0; CHECK_BYTES];
    let hash = Sha256::new().chain_update(key).chain_update(values).finalize();
    check.copy_from_slice(&hash[..CHECK_BYTES]);
    check
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_back_even_behind_a_cut() {
        let folder = tempfile::tempdir().unwrap();
        let open = || VectorCache::open(folder.path(), "abc", 2).unwrap();
        let mut cache = open();
        cache.insert("one", &[0.6, 0.8]).unwrap();
        cache.insert("two", &[1.0, 0.0]).unwrap();
        let path = folder.path().join("vectors-abc.bin");
        let bytes = files::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        let mut cut = open();
        assert_eq!(cut.get("one"), Some(&vec![0.6, 0.8]));
        assert_eq!(cut.get("two"), None);
        cut.insert("three", &[0.0, 1.0]).unwrap();
        let mut bytes = files::read(&path).unwrap();
        bytes[KEY_BYTES + CHECK_BYTES] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let damaged = open();
        assert_eq!(damaged.get("one"), None);
        assert_eq!(damaged.get("three"), Some(&vec![0.0, 1.0]));
    }
}
