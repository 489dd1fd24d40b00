//! Operators and other signs that stand free in running text: `->`, `!!`, `?`, `..=`.

use std::ops::Range;

/// Signs of one operator at most.
const MAX_SIGNS: usize = 4;

/// Length of a text without words, in bytes, that is a term as a whole, at most.
const MAX_WHOLE: usize = 8;

/// Whether an operator can be made of this byte.
fn is_sign(byte: u8) -> bool {
    // A search in a slice, which is made for long ones, takes a tenth of the time of an excerpt.
    matches!(
        byte,
        b'!' | b'#'..=b'&' | b'*' | b'+' | b'-'..=b'/' | b':' | b'<'..=b'@' | b'^' | b'|' | b'~'
    )
}

/// Hands the operators in `gap`, the stretch of `text` between two chunks, to `each`: runs of signs with a blank,
/// bracket, quote, comma or an end of the text on both sides. Ordinary punctuation is none. `spaced` says that the
/// language puts blanks before `?` and `!`. Cost: linear in the gap.
pub fn operators(text: &str, gap: Range<usize>, spaced: bool, mut each: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = gap.start;
    while at < gap.end {
        let start = at;
        while at < gap.end && is_sign(bytes[at]) {
            at += 1;
        }
        if at == start {
            at += 1;
            continue;
        }
        let opens = start == 0 || (start > gap.start && delimits(bytes[start - 1], b"([{\"'`,;"));
        let closes = at == text.len() || (at < gap.end && delimits(bytes[at], b")]}\"'`,;"));
        if at - start > MAX_SIGNS || !opens || !closes {
            continue;
        }
        let run = match &bytes[start..at] {
            // Operators of their own.
            b"?." | b"?:" => start..at,
            // The full stop or colon of the sentence.
            [.., before, last @ (b'.' | b':')] if before != last => start..at - 1,
            _ => start..at,
        };
        if !is_punctuation(&bytes[run.clone()], spaced) {
            each(run);
        }
    }
}

/// The stretch of a text that is a term as a whole because it has nothing but a few signs: a heading `?` or `;`, or
/// such a query.
pub fn whole(text: &str) -> Option<Range<usize>> {
    let trimmed = text.trim();
    let fits =
        (1..=MAX_WHOLE).contains(&trimmed.len()) && trimmed.bytes().all(|byte| byte.is_ascii_punctuation());
    let start = text.len() - text.trim_start().len();
    fits.then_some(start..start + trimmed.len())
}

/// Signs of other scripts, such as `“` and `、`, delimit like blanks.
fn delimits(byte: u8, also: &[u8]) -> bool {
    byte.is_ascii_whitespace() || !byte.is_ascii() || also.contains(&byte)
}

fn is_punctuation(run: &[u8], spaced: bool) -> bool {
    match run {
        b"." | b":" | b"-" | b"..." | b"---" => true,
        b"?" | b"!" => spaced,
        [a, b, c, d] => a == b && b == c && c == d,
        _ => false,
    }
}
