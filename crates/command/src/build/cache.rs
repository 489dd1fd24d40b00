//! Caches of vectors and windows, so that a build only processes text that changed.
//!
//! [`VectorCache`] maps the hash of a window's text to its vector, for one encoder. [`WindowCache`] maps the hash of a
//! section to the windows it was cut into, for one tokenizer. Each is one file of [`Records`].

use std::collections::HashMap;
use std::path::Path;

use super::records::{KEY_BYTES, Key, Records};

/// Increase when sections are cut into other windows.
const CUT_VERSION: u8 = 2;

/// Increase when the same encoder gives other vectors.
const VECTOR_VERSION: u8 = 2;

/// Limit on the windows of one section in a cache file; larger numbers are damage.
pub const MAX_WINDOWS: u32 = 1 << 20;

/// Vectors by text, for one encoder. The default is empty, and keeps nothing for later builds.
#[derive(Default)]
pub struct VectorCache {
    records: Records,
    vectors: HashMap<Key, Vec<f32>>,
}

impl VectorCache {
    /// Opens or creates the cache of an encoder in `folder`. `encoder` identifies the encoder and is part of the file
    /// name; vectors have `dimensions` numbers. Reads the whole file.
    pub fn open(folder: &Path, encoder: &str, dimensions: usize) -> Self {
        let mut vectors = HashMap::new();
        let name = format!("vectors-{VECTOR_VERSION}-{encoder}.bin");
        let records = Records::open(folder, &name, dimensions * 4, &mut |key, value| {
            let numbers = value.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
            vectors.insert(key, numbers.collect());
        });
        VectorCache { records, vectors }
    }

    /// The vector of a text, if it was embedded before.
    pub fn get(&self, text: &Key) -> Option<&[f32]> {
        self.vectors.get(text).map(Vec::as_slice)
    }

    /// Takes over the vector of a text that another place keeps; it is not stored for later builds.
    pub fn know(&mut self, text: Key, vector: Vec<f32>) {
        self.vectors.entry(text).or_insert(vector);
    }

    /// Stores the vector of a text.
    pub fn insert(&mut self, text: Key, vector: &[f32]) {
        let value: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.records.append(std::iter::once((text, value.as_slice())));
        self.vectors.insert(text, vector.to_vec());
    }
}

/// Windows by section, for one tokenizer. A window is the hash of its text. The default is as for [`VectorCache`].
#[derive(Default)]
pub struct WindowCache {
    records: Records,
    /// By section: how many windows it has, and those read so far.
    sections: HashMap<Key, (u32, Vec<Key>)>,
}

impl WindowCache {
    /// Opens or creates the cache of a tokenizer in `folder`, for windows of `length` word pieces that share `overlap`.
    pub fn open(folder: &Path, tokenizer_sha256: &str, length: usize, overlap: usize) -> Self {
        let mut sections: HashMap<Key, (u32, Vec<Key>)> = HashMap::new();
        let name = format!("windows-{CUT_VERSION}-{length}-{overlap}-{tokenizer_sha256}.bin");
        // One record a window: how many windows its section has, this window's number, the hash of its text.
        let records = Records::open(folder, &name, 8 + KEY_BYTES, &mut |section, value| {
            let Some((count, rest)) = value.split_first_chunk::<4>() else { return };
            let Some((number, text)) = rest.split_first_chunk::<4>() else { return };
            let count = u32::from_le_bytes(*count).min(MAX_WINDOWS);
            let Ok(text) = text.try_into() else { return };
            let windows = sections.entry(section).or_insert((count, Vec::new()));
            // A list may be cut off and written again, or written by two builds at once.
            if windows.1.len() < windows.0 as usize && windows.1.len() == u32::from_le_bytes(*number) as usize
            {
                windows.1.push(text);
            }
        });
        WindowCache { records, sections }
    }

    /// The windows of a section in order; `None` if not all of them are known.
    pub fn get(&self, section: &Key) -> Option<&[Key]> {
        let (count, texts) = self.sections.get(section)?;
        (texts.len() == *count as usize).then_some(texts)
    }

    /// Takes over the windows of a section that another place keeps; they are not stored for later builds.
    pub fn know(&mut self, section: Key, texts: Vec<Key>) {
        self.sections.insert(section, (texts.len() as u32, texts));
    }

    /// Stores the windows of sections.
    pub fn insert(&mut self, sections: &[(Key, Vec<Key>)]) {
        let mut values = Vec::new();
        for (section, texts) in sections {
            for (number, text) in texts.iter().enumerate() {
                let mut value = (texts.len() as u32).to_le_bytes().to_vec();
                value.extend_from_slice(&(number as u32).to_le_bytes());
                value.extend_from_slice(text);
                values.push((*section, value));
            }
        }
        self.records.append(values.iter().map(|(section, value)| (*section, value.as_slice())));
        let complete =
            sections.iter().map(|(section, texts)| (*section, (texts.len() as u32, texts.clone())));
        self.sections.extend(complete);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use super::*;
    use crate::build::records::{CHECK_BYTES, key};
    use crate::files;

    #[test]
    fn vectors_after_a_truncated_record_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let open = || VectorCache::open(folder.path(), "abc", 2);
        let [one, two, three] = ["one", "two", "three"].map(|text| key(&[text]));
        let mut cache = open();
        cache.insert(one, &[0.6, 0.8]);
        cache.insert(two, &[1.0, 0.0]);
        let path = folder.path().join(format!("vectors-{VECTOR_VERSION}-abc.bin"));
        let bytes = files::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        let mut cut = open();
        assert_eq!(cut.get(&one), Some(&[0.6, 0.8][..]));
        assert_eq!(cut.get(&two), None);
        cut.insert(three, &[0.0, 1.0]);
        let mut bytes = files::read(&path).unwrap();
        bytes[KEY_BYTES + CHECK_BYTES] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let damaged = open();
        assert_eq!(damaged.get(&one), None);
        assert_eq!(damaged.get(&three), Some(&[0.0, 1.0][..]));
    }

    #[test]
    fn stored_windows_are_known_at_once() {
        let mut cache = WindowCache::default();
        let (section, windows) = (key(&["Title", "text"]), vec![key(&["a"]), key(&["b"])]);
        assert_eq!(cache.get(&section), None);
        cache.insert(&[(section, windows.clone())]);
        assert_eq!(cache.get(&section), Some(windows.as_slice()));
    }

    #[test]
    fn incomplete_window_lists_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let open = || WindowCache::open(folder.path(), "abc", 256, 32);
        let section = |text: &str| key(&["Title", text]);
        let texts = |texts: &[&str]| texts.iter().map(|text| key(&[text])).collect::<Vec<Key>>();
        let (long, short) = (texts(&["a", "b", "c"]), texts(&["d"]));
        open().insert(&[(section("long"), long.clone()), (section("short"), short.clone())]);
        open().insert(&[(section("long"), long.clone())]);
        assert_eq!(open().get(&section("long")), Some(long.as_slice()));
        assert_eq!(open().get(&section("short")), Some(short.as_slice()));
        assert_eq!(open().get(&section("other")), None);
        let path = folder.path().join("windows-2-256-32-abc.bin");
        let bytes = files::read(&path).unwrap();
        let record = KEY_BYTES + CHECK_BYTES + 8 + KEY_BYTES;
        std::fs::write(&path, &bytes[..record * 4 - 1]).unwrap();
        assert_eq!(
            (open().get(&section("long")), open().get(&section("short"))),
            (Some(long.as_slice()), None)
        );
        std::fs::write(&path, &bytes[..record * 2]).unwrap();
        assert_eq!(open().get(&section("long")), None);
        open().insert(&[(section("long"), long.clone())]);
        assert_eq!(open().get(&section("long")), Some(long.as_slice()));
        for (length, overlap) in [(128, 32), (256, 16)] {
            let other = WindowCache::open(folder.path(), "abc", length, overlap);
            assert_eq!(other.get(&section("long")), None);
        }
    }
}
