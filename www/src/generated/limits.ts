// Generated from Rust. To update: UPDATE_GENERATED=1 cargo test --lib generated

/** The manifest of a site's main language, the only index file with a fixed name. */
export const MANIFEST = "docfuse.json";

/** Versions in the manifest: of the file formats, and of the analyzer that made the terms. */
export const VERSIONS = { version: 14, analyzer: 8 } as const;

/** Limit of the decompressed directory in bytes: about 64 for each section, so a million sections. */
export const MAX_DIRECTORY_BYTES = 67108864;

/** Limit of all encoder files in bytes, decompressed. */
export const MAX_MODEL_BYTES = 536870912;

/** Hits that the search box shows at most, however far the reader scrolls. */
export const MAX_SHOWN_HITS = 100;

/** If a range lacks at most this many bytes of its file, we fetch the whole file, which every HTTP cache keeps. */
export const MAX_EXTRA_BYTES = 1024;
