//! Lines that readers paste: paths and numbers in them are their own, and tell little.

use super::{Clause, Occur};

/// Least clauses of a line that was pasted.
const LINE: usize = 6;

/// Weight of paths and numbers in such a line: they are the reader's own.
const OWN_WEIGHT: f32 = 0.2;

/// Reduces the weight of the paths and numbers in a line.
pub(super) fn weigh(clauses: &mut [Clause]) {
    if clauses.len() < LINE {
        return;
    }
    let own = clauses.iter_mut().filter(|clause| clause.occur == Occur::Should && is_own(&clause.surface));
    own.flat_map(|clause| &mut clause.terms).for_each(|term| term.weight *= OWN_WEIGHT);
}

/// Whether a word of a pasted line is a path, or a number between signs: `[5]`, `12:`. A bare one may be a version.
fn is_own(surface: &str) -> bool {
    let slashes = surface.bytes().filter(|byte| matches!(byte, b'/' | b'\\')).count();
    let has_digit = surface.bytes().any(|byte| byte.is_ascii_digit());
    let is_version = surface.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    slashes > 1 || has_digit && !is_version && !surface.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn paths_and_numbers_between_signs_are_the_reader_s() {
        for (surface, expected) in [
            ("/home/me/app.log:12:", true),
            ("C:\\work\\app", true),
            ("[5]", true),
            ("12:", true),
            ("3.11", false),
            ("404", false),
            ("read/write", false),
            ("utf-8", false),
            ("E1001", false),
            ("--", false),
        ] {
            assert_eq!(is_own(surface), expected, "{surface}");
        }
    }
}
