//! [`IndexFile`]: a file of an index that is being built.

use super::manifest::FileRef;

/// A file of the index folder.
pub struct IndexFile {
    /// Kind of content: "terms", "texts" and so on.
    pub kind: &'static str,
    /// Name, sizes and hash.
    pub file: FileRef,
    /// The bytes as stored.
    pub content: Vec<u8>,
}

/// The first eight bytes of a SHA-256, which name a file or a build.
pub(super) fn first_eight(digest: &[u8; 32]) -> [u8; 8] {
    let mut hash = [0; 8];
    hash.copy_from_slice(&digest[..8]);
    hash
}
