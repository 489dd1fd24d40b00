//! Limits that several modules share, each with its reason.
//!
//! A limit of a single file stands in that file.

/// Characters of a query that are read; the rest is ignored. Questions have fewer than 300, and a pasted stack trace
/// shows its topic in the first lines. Keeps the analysis of a hostile query below a millisecond.
pub const MAX_QUERY_CHARS: usize = 1_000;

/// Distinct query terms that are looked up: the first ones.
pub const MAX_QUERY_TERMS: usize = 64;

/// Hits that the search box shows at most, however far the reader scrolls.
pub const MAX_SHOWN_HITS: usize = 100;

/// Hits of one answer. Callers page through more by `offset`.
pub const MAX_LIMIT: usize = 1_000;

/// Maximum bytes of a term. Longer words are hashes, base64 or minified code, which nobody types; documents and queries
/// skip them.
pub const MAX_TERM_BYTES: usize = 96;

/// Maximum bytes of a key of the dictionary: a term, or a name after its first term. Nobody types a longer name, and
/// front coding keeps long keys small.
pub const MAX_KEY_BYTES: usize = 320;

/// Sections of one index: keeps every per-section array below 1 GB and every id within 32 bits.
pub const MAX_SECTIONS: u32 = 1 << 24;

/// Bytes of one index file once decompressed. wasm memory ends at 4 GiB; a file beyond a quarter of that is damaged or
/// hostile.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Bytes of one stored file, safely below the 25 MiB that the strictest static host accepts (Cloudflare Pages).
pub const MAX_STORED_BYTES: u64 = 24 << 20;

/// Bytes of the directory once decompressed: about 64 for each section, so a million sections.
pub const MAX_DIRECTORY_BYTES: u32 = 64 << 20;

/// Bytes of an encoder's ONNX file. While it is loaded, memory holds both the file and its weights, and wasm has 4 GiB;
/// encoders made for browsers have some tens of megabytes.
pub const MAX_MODEL_BYTES: u64 = 512 << 20;

/// Bytes of one block once decompressed. Blocks have some kilobytes; those of the most frequent words of the largest
/// sites have some megabytes.
pub const MAX_BLOCK_BYTES: u64 = 64 << 20;

/// If a range lacks at most this many bytes of its file, pages fetch the whole file, which every HTTP cache keeps.
pub const MAX_EXTRA_BYTES: u32 = 1_024;
