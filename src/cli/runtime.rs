//! The browser files that every index folder gets, embedded in the packaged command.

/// A browser file.
pub struct RuntimeFile {
    /// File name inside the index folder. Pages refer to it, so it never changes.
    pub name: &'static str,
    /// Its content.
    pub content: &'static [u8],
}

/// All browser files; empty without the feature `bundled-runtime`.
#[cfg(feature = "bundled-runtime")]
pub const RUNTIME: &[RuntimeFile] = &[
    RuntimeFile {
        name: "docfuse.js",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse.js")),
    },
    RuntimeFile {
        name: "docfuse-worker.js",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse-worker.js")),
    },
    RuntimeFile {
        name: "docfuse-worker-languages.js",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse-worker-languages.js")),
    },
    RuntimeFile {
        name: "docfuse-dense.js",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse-dense.js")),
    },
    RuntimeFile {
        name: "docfuse_full.wasm.hdf",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse_full.wasm.hdf")),
    },
    RuntimeFile {
        name: "docfuse_embed.wasm.hdf",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse_embed.wasm.hdf")),
    },
    RuntimeFile {
        name: "docfuse_embed_relaxed.wasm.hdf",
        content: include_bytes!(concat!(env!("DOCFUSE_RUNTIME_DIR"), "/docfuse_embed_relaxed.wasm.hdf")),
    },
];

/// All browser files; empty without the feature `bundled-runtime`.
#[cfg(not(feature = "bundled-runtime"))]
pub const RUNTIME: &[RuntimeFile] = &[];
