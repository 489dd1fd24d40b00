//! Operators that stand alone in running text (`->`, `!!`, `?`, `..=`), and signs wherever they stand (`≤`, `€`, `👍🏽`).

use std::ops::Range;

use super::cut;
use super::script::{is_emoji_modifier, is_regional, is_symbol};

/// Maximum length of an operator.
const MAX_SIGNS: usize = 4;

/// Maximum length in bytes of a text without words that becomes one term.
const MAX_WHOLE: usize = 8;

/// Whether the byte can be part of an operator.
fn is_sign(byte: u8) -> bool {
    // Ten times as fast as a search in a slice, which is made for long slices.
    matches!(
        byte,
        b'!' | b'#'..=b'&' | b'*' | b'+' | b'-'..=b'/' | b':' | b'<'..=b'@' | b'^' | b'|' | b'~'
    )
}

/// Calls `each` for the operators in `gap`, the part of `text` between two chunks: symbols with whitespace, a bracket,
/// a quote, a comma or an end of the text on both sides. Ordinary punctuation is skipped. `spaced`: the language puts
/// spaces before `?` and `!`. Signs outside of ASCII are one each, an emoji with all that changes it. Cost: linear in
/// the gap.
pub fn operators(text: &str, gap: Range<usize>, spaced: bool, mut each: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut at = gap.start;
    while at < gap.end {
        let start = at;
        let is_one = |byte| if bytes[start] == b';' { byte == b';' } else { is_sign(byte) };
        while at < gap.end && is_one(bytes[at]) {
            at += 1;
        }
        if at == start {
            if bytes[start].is_ascii() {
                at += 1;
                continue;
            }
            let rest = cut(text, start..gap.end);
            let c = rest.chars().next().unwrap_or(' ');
            at = start + c.len_utf8();
            if is_symbol(c) {
                at = start + sign_length(rest);
                each(start..at);
            }
            continue;
        }
        let opens = start == 0 || (start > gap.start && delimits(bytes[start - 1], b"([{\"'`,;"));
        let closes = at == text.len() || (at < gap.end && delimits(bytes[at], b")]}\"'`,;"));
        if at - start > MAX_SIGNS || !opens || !closes {
            continue;
        }
        let run = match &bytes[start..at] {
            // These end like punctuation, but are operators.
            b"?." | b"?:" => start..at,
            // The period or colon ends the sentence.
            [.., before, last @ (b'.' | b':')] if before != last => start..at - 1,
            _ => start..at,
        };
        if !is_punctuation(&bytes[run.clone()], spaced) {
            each(run);
        }
    }
}

/// Bytes of the sign at the start of a text, with its modifiers and what joiners tie to it.
fn sign_length(text: &str) -> usize {
    let (mut before, mut length) = (' ', 0);
    for c in text.chars() {
        let is_flag = length == 4 && is_regional(before) && is_regional(c);
        let is_tied = before == '\u{200d}' && is_symbol(c);
        if length > 0 && !is_flag && !is_tied && !is_emoji_modifier(c) {
            break;
        }
        length += c.len_utf8();
        before = c;
    }
    length
}

/// The trimmed text if it consists of a few symbols and is therefore one term: a heading `?` or `;`, or such a query.
pub fn whole(text: &str) -> Option<Range<usize>> {
    let trimmed = text.trim();
    let fits =
        (1..=MAX_WHOLE).contains(&trimmed.len()) && trimmed.bytes().all(|byte| byte.is_ascii_punctuation());
    let start = text.len() - text.trim_start().len();
    fits.then_some(start..start + trimmed.len())
}

/// Symbols of other scripts, such as `“` and `、`, delimit like whitespace.
fn delimits(byte: u8, also: &[u8]) -> bool {
    byte.is_ascii_whitespace() || !byte.is_ascii() || also.contains(&byte)
}

fn is_punctuation(run: &[u8], spaced: bool) -> bool {
    match run {
        b"." | b":" | b";" | b"-" | b"---" => true,
        b"?" | b"!" => spaced,
        [a, b, c, d] => a == b && b == c && c == d,
        _ => false,
    }
}
