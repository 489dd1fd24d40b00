//! Build-time compression. Browsers decompress with their own DecompressionStream.

use std::collections::HashMap;
use std::io::{Error, Read, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use zlib_rs::{DeflateConfig, ReturnCode, Strategy, compress_bound, compress_slice};

use super::{ByteRange, IndexError};

/// The first two bytes of a gzip file (RFC 1952), by which readers recognize gzip. Raw content that happens to start
/// with them, as a block of 31 entries can, is always gzipped.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What a build compressed, for the next one. The default keeps nothing.
#[derive(Default)]
pub(super) struct CompressedBlocks(Option<Kept>);

/// Compressed content by the SHA-256 of the raw one.
type ByHash = HashMap<[u8; 32], Arc<Vec<u8>>>;

#[derive(Default)]
struct Kept {
    /// Newest first. Builds without vectors and with them may alternate.
    of_last_builds: [ByHash; 2],
    of_this_build: Mutex<ByHash>,
}

impl Kept {
    fn compressed(&self, hash: &[u8; 32]) -> Option<Arc<Vec<u8>>> {
        self.of_last_builds.iter().find_map(|build| build.get(hash)).cloned()
    }
}

impl CompressedBlocks {
    /// Keeps what the last two builds compressed.
    pub(super) fn keeping() -> Self {
        CompressedBlocks(Some(Kept::default()))
    }

    /// Forgets what neither this build nor the one before had a use for.
    pub(super) fn end(&mut self) {
        if let Some(kept) = &mut self.0 {
            let used = kept.of_this_build.get_mut().unwrap_or_else(PoisonError::into_inner);
            let last = std::mem::take(used);
            let [former, _] = std::mem::take(&mut kept.of_last_builds);
            kept.of_last_builds = [last, former];
        }
    }

    /// As the function [`gzip`].
    pub(super) fn gzip(&self, raw: &[u8]) -> Vec<u8> {
        self.compressed(raw, gzip)
    }

    /// Gzips numbers that follow a distribution, but no pattern. Where a byte is worth less than half of its bits, matches
    /// that Deflate finds by chance cost more than they save, so it is tried without them, too (Huffman codes alone).
    pub(super) fn gzip_numbers(&self, raw: &[u8]) -> Vec<u8> {
        self.compressed(raw, |raw| {
            let matched = gzip(raw);
            configured_gzip(raw, LONG_BLOCKS, Strategy::HuffmanOnly)
                .filter(|coded| coded.len() < matched.len())
                .unwrap_or(matched)
        })
    }

    /// As the function [`gzip_columns`].
    pub(super) fn gzip_columns(&self, raw: &[u8]) -> Vec<u8> {
        self.compressed(raw, gzip_columns)
    }

    fn compressed(&self, raw: &[u8], compress: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
        let Some(kept) = &self.0 else { return compress(raw) };
        let hash: [u8; 32] = Sha256::digest(raw).into();
        let compressed = kept.compressed(&hash).unwrap_or_else(|| Arc::new(compress(raw)));
        let mut used = kept.of_this_build.lock().unwrap_or_else(PoisonError::into_inner);
        used.insert(hash, Arc::clone(&compressed));
        drop(used);
        compressed.to_vec()
    }
}

/// Gzips a file that readers check by its hash, if that saves at least a twentieth. The header holds no time and no
/// name, so output is deterministic.
pub(super) fn store(raw: &[u8], compressed: &CompressedBlocks) -> Vec<u8> {
    worthwhile(raw, compressed.gzip(raw))
}

/// As [`store`], for weights.
pub(super) fn store_weights(raw: &[u8], compressed: &CompressedBlocks) -> Vec<u8> {
    worthwhile(raw, compressed.gzip_numbers(raw))
}

fn worthwhile(raw: &[u8], compressed: Vec<u8>) -> Vec<u8> {
    let is_mistakable = raw.starts_with(&GZIP_MAGIC);
    if is_mistakable || compressed.len() < raw.len() / 20 * 19 { compressed } else { raw.to_vec() }
}

/// The memory level of deflate blocks of at most 32,767 symbols.
const LONG_BLOCKS: i32 = 9;

/// That of 1,023.
const SHORT_BLOCKS: i32 = 4;

fn configured_gzip(raw: &[u8], mem_level: i32, strategy: Strategy) -> Option<Vec<u8>> {
    // 31: the window of 15 bits, in a gzip frame.
    let config = DeflateConfig { window_bits: 31, mem_level, strategy, ..DeflateConfig::new(LEVEL as i32) };
    let mut output = vec![0; compress_bound(raw.len()) + 32];
    let (compressed, code) = compress_slice(&mut output, raw, config);
    (code == ReturnCode::Ok).then(|| compressed.to_vec())
}

/// Best level for blocks of a few KB with zlib-rs: level 9 output is 0.8 % larger and takes longer.
const LEVEL: u32 = 8;

/// Gzips. Writing to memory cannot fail; if it did, the result would be empty and the reader would refuse it.
pub fn gzip(raw: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    let written = encoder.write_all(raw);
    written.and_then(|()| encoder.finish()).unwrap_or_default()
}

/// Gzips columns of several distributions: tries short deflate blocks, too, each of which has Huffman codes of its own.
pub(super) fn gzip_columns(raw: &[u8]) -> Vec<u8> {
    let usual = gzip(raw);
    let short = configured_gzip(raw, SHORT_BLOCKS, Strategy::Default);
    short.filter(|coded| coded.len() < usual.len()).unwrap_or(usual)
}

/// The content of a gzip member, truncated to `limit` plus one byte.
///
/// # Errors
/// Anything but gzip, or damage.
pub fn open_gzip(stored: &[u8], limit: u32) -> Result<Vec<u8>, Error> {
    let mut raw = Vec::new();
    GzDecoder::new(stored).take(u64::from(limit) + 1).read_to_end(&mut raw)?;
    Ok(raw)
}

/// The content of a file that is checked by its hash, truncated to `limit` plus one byte, so that callers notice
/// excess.
///
/// # Errors
/// [`IndexError::Unavailable`] if it is compressed, and damaged.
pub fn open(file: &str, stored: Vec<u8>, limit: u32) -> Result<Vec<u8>, IndexError> {
    if stored.starts_with(&GZIP_MAGIC) { open_member(file, &stored, limit) } else { Ok(stored) }
}

/// The content of a block of a file, or of a whole file that the directory names, truncated likewise.
///
/// # Errors
/// [`IndexError::Unavailable`] if it is not compressed, damaged, or another block of the file.
pub fn open_block(range: &ByteRange, stored: &[u8]) -> Result<Vec<u8>, IndexError> {
    let found = stored.get(TIME).and_then(|time| time.try_into().ok()).map_or(0, u32::from_le_bytes);
    // What is not gzip has no start: the opener says what it is.
    if stored.starts_with(&GZIP_MAGIC) && found != range.start {
        let (file, start) = (&range.file, range.start);
        let message = format!("{file}: the block at {start} expected, one of {found} found; {ADVICE}");
        return Err(IndexError::Unavailable { file: file.clone(), message });
    }
    open_member(&range.file, stored, range.bytes)
}

/// Writes where a block begins in its file into its gzip header. Two blocks of a file may have as many bytes, and a cache
/// send one for the other; no byte of a directory, which each reader loads, needs to tell them apart.
pub(super) fn mark_start(block: &mut [u8], start: u32) {
    if let Some(time) = block.get_mut(TIME) {
        time.copy_from_slice(&start.to_le_bytes());
    }
}

/// Fills a block up to a multiple of `unit` bytes, by a comment in its gzip header.
pub(super) fn pad(block: &mut Vec<u8>, unit: usize) {
    let missing = block.len().next_multiple_of(unit) - block.len();
    if missing > 0 && block.len() > HEADER {
        block[FLAGS] |= COMMENT;
        // It ends with a zero.
        let comment = (1..missing).map(|_| b' ').chain([0]);
        block.splice(HEADER..HEADER, comment);
    }
}

/// Bytes of a gzip header without a comment.
const HEADER: usize = 10;

/// Where it has flags.
const FLAGS: usize = 3;

/// The flag of a comment.
const COMMENT: u8 = 1 << 4;

/// Where a gzip header has the time of the last change.
const TIME: Range<usize> = 4..8;

const ADVICE: &str = "deploy the whole index folder again";

fn open_member(file: &str, stored: &[u8], limit: u32) -> Result<Vec<u8>, IndexError> {
    open_gzip(stored, limit).map_err(|error| {
        let message = format!("{file}: gzip data expected, {error}; {ADVICE}");
        IndexError::Unavailable { file: file.to_owned(), message }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_that_alternate_find_what_they_compressed() {
        let mut blocks = CompressedBlocks::keeping();
        let is_known = |blocks: &CompressedBlocks, raw: &[u8]| {
            let hash = Sha256::digest(raw).into();
            blocks.0.as_ref().is_some_and(|kept| kept.compressed(&hash).is_some())
        };
        let mut build = |raw: &[u8]| {
            let found = is_known(&blocks, raw);
            assert_eq!(blocks.gzip(raw), gzip(raw));
            blocks.end();
            found
        };
        let found = [b"words", b"dense", b"words", b"dense"].map(|raw| build(raw));
        assert_eq!(found, [false, false, true, true]);
        // Of another site, and then another one.
        let found = [b"other", b"third", b"words"].map(|raw| build(raw));
        assert_eq!(found, [false; 3]);
    }
}
