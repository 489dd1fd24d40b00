//! Every budget that more than one room knows of, each with its reason.
//!
//! A number that only one file needs stands in that file, beside its error.

/// Characters of a query that are read; the rest is cut off. A question has fewer than 300, and a pasted
/// stack trace says what it is about in its first lines. Keeps analysis of a hostile query below a millisecond.
pub const MAX_QUERY_CHARS: usize = 1_000;

/// Distinct terms of a query that are looked up, the first ones winning.
pub const MAX_QUERY_TERMS: usize = 64;

/// Hits of one answer. Beyond this, paging by `offset` is what a caller wants.
pub const MAX_LIMIT: usize = 1_000;

/// Length in bytes of a term in the dictionary. Longer words are hashes, base64 or minified code, which nobody
/// types; they are left out on both sides.
pub const MAX_TERM_BYTES: usize = 64;

/// Length in bytes of a key of the dictionary: a term, or an exact name behind its first term. Nobody types a longer
/// name, and keys that share their beginnings are written in few bytes, however long they are.
pub const MAX_KEY_BYTES: usize = 320;

/// Sections of one index: keeps every per-section array below 1 GB and every id within 32 bits.
pub const MAX_SECTIONS: u32 = 1 << 24;

/// Bytes of one index file once decompressed. A browser's wasm memory ends at 4 GiB; a file beyond a quarter of
/// that is damaged or hostile.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Bytes of one stored file: static hosts refuse more than 25 MiB (Cloudflare Pages), so a safe distance.
pub const MAX_STORED_BYTES: u64 = 24 << 20;

/// Bytes of the directory once decompressed: about 64 for each section, so a million sections.
pub const MAX_DIRECTORY_BYTES: u32 = 64 << 20;

/// Bytes of an encoder's ONNX file. While it is unpacked it stands in memory twice, once as it is and once as weights,
/// and 4 GiB are all that wasm has; the encoders made for browsers have some tens of megabytes.
pub const MAX_MODEL_BYTES: u64 = 512 << 20;

/// Bytes of one block once opened. Blocks have some kilobytes; those of the most frequent words of the largest sites
/// have some megabytes.
pub const MAX_BLOCK_BYTES: u64 = 64 << 20;
