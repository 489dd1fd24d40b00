//! SHA-256 in hexadecimal, for manifests and model descriptions.

use sha2::{Digest, Sha256};

use super::to_hex;

/// SHA-256 of `bytes` in lower-case hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}
