//! For tests: bytes that a reader must survive, since nobody says that what arrives is what was written.

/// Hands out `bytes` with one of them changed, and the same cut short.
pub fn each_alteration(mut bytes: Vec<u8>, at: usize, value: u8, cut: usize, check: &dyn Fn(&[u8])) {
    let at = at % bytes.len();
    bytes[at] = value;
    check(&bytes);
    bytes.truncate(cut);
    check(&bytes);
}
