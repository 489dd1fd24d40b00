//! Splits an identifier at case changes, underscores, and between letters and digits.

use std::ops::Range;

use super::lower::lower;

/// Fills `parts` with the subwords of `word`, as ranges relative to it: split where the case changes (`HashMap`,
/// `HTTPServer`), at underscores (`load_index`) and between letters and digits (`utf8`). A word without such places is
/// its own only part. A plural `s` after capitals (`URLs`) is not split off.
pub fn parts(word: &str, parts: &mut Vec<Range<usize>>) {
    parts.clear();
    let mut close = |start: usize, end: usize| {
        if start < end {
            parts.push(start..end);
        }
    };
    let mut start = 0;
    let mut before: Option<char> = None;
    let mut rest = word.chars();
    while let Some(c) = rest.next() {
        let at = word.len() - rest.as_str().len() - c.len_utf8();
        if c == '_' {
            close(start, at);
            start = at + 1;
        } else if before.is_some_and(|before| is_cut(before, c, rest.as_str())) {
            close(start, at);
            start = at;
        }
        before = Some(c);
    }
    close(start, word.len());
}

fn is_cut(before: char, c: char, after: &str) -> bool {
    if before == '_' {
        return false;
    }
    if before.is_numeric() != c.is_numeric() {
        return before.is_alphanumeric() && c.is_alphanumeric();
    }
    if !is_capital(c) {
        return false;
    }
    let small = |c: char| c.is_alphabetic() && !is_capital(c);
    small(before) || (is_capital(before) && after != "s" && after.chars().next().is_some_and(small))
}

/// Whether the character has a different lower case. `char::is_uppercase` would link another table.
fn is_capital(c: char) -> bool {
    lower(c) != c
}

/// Fast path: true for words of ASCII letters with at most the first in upper case, which have nothing to split.
pub fn is_plain(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes[..1.min(bytes.len())].iter().all(u8::is_ascii_alphabetic)
        && bytes.iter().skip(1).all(|byte| byte.is_ascii_lowercase() || *byte == b'\'')
}
