//! For tests: damaged bytes, which readers must survive.

/// Calls `check` with `bytes` after changing one of them, and again truncated.
pub fn each_alteration(mut bytes: Vec<u8>, at: usize, value: u8, cut: usize, check: &dyn Fn(&[u8])) {
    let at = at % bytes.len();
    bytes[at] = value;
    check(&bytes);
    bytes.truncate(cut);
    check(&bytes);
}
