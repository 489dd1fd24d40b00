//! SHA-256 in hexadecimal, for manifests and model descriptions, and the check byte of blocks.

#[cfg(any(feature = "write", feature = "encoder"))]
use sha2::{Digest, Sha256};

/// SHA-256 of `bytes` in lower-case hexadecimal.
#[cfg(any(feature = "write", feature = "encoder"))]
pub fn sha256_hex(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 });
    let mut hex = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        hex.push(digit(byte >> 4));
        hex.push(digit(byte & 15));
    }
    hex
}

/// The check byte of a block: 32-bit FNV-1a (Fowler, Noll, Vo; RFC 9923), folded to eight bits. gzip's CRC already
/// finds damage, and names change with content; this finds 255 of 256 mistakes that pass both.
pub fn check8(bytes: &[u8]) -> u8 {
    let hash =
        bytes.iter().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    hash.to_le_bytes().into_iter().fold(0, |folded, byte| folded ^ byte)
}
