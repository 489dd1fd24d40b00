//! Subresource integrity: the attribute by which a page accepts only this very script.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha384};

/// The value of the attribute `integrity` for a script.
pub fn integrity(script: &[u8]) -> String {
    format!("sha384-{}", STANDARD.encode(Sha384::digest(script)))
}

#[cfg(test)]
mod tests {
    use super::integrity;

    #[test]
    fn hash_of_an_empty_script() {
        // FIPS 180-4: SHA-384 of no bytes.
        let expected = "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb";
        assert_eq!(integrity(b""), expected);
    }
}
