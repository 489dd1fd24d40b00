//! Text fragments: links that scroll to a passage and highlight it (`#anchor:~:text=…`).
//!
//! WICG, "Text Fragments" (URL Fragment Text Directives). Browsers without support go to the anchor.

use std::ops::Range;

use crate::text::cut;

/// Words in a fragment: enough to be unique on most pages, few enough to stay on one line of the page.
const WORDS: usize = 6;

/// Longest fragment before encoding. Scripts without blanks and minified code have words as long as paragraphs.
const MAX_BYTES: usize = 600;

/// The words of `text` from `found` on, and words before it if its line ends early, percent-encoded.
pub(super) fn text_fragment(text: &str, found: &Range<usize>) -> String {
    let Some(before) = text.get(..found.start) else { return String::new() };
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line_end = cut(text, found.start..).find('\n').map_or(text.len(), |at| found.start + at);
    let line = cut(text, line_start..line_end);
    let mut starts: Vec<usize> = Vec::new();
    let mut after_blank = true;
    for (at, c) in line.char_indices() {
        if after_blank && !c.is_whitespace() {
            starts.push(at);
        }
        after_blank = c.is_whitespace();
    }
    let word = starts.partition_point(|start| line_start + start <= found.start).saturating_sub(1);
    let last = (word + WORDS).min(starts.len());
    let first = last.saturating_sub(WORDS).min(word);
    let end = starts.get(last).copied().unwrap_or(line.len());
    let Some(start) = starts.get(first).filter(|start| end - **start <= MAX_BYTES) else {
        return String::new();
    };
    encode(cut(line, *start..end).trim_end())
}

/// Percent-encodes everything but ASCII letters and digits, `.` and `_`: dash, comma and ampersand are syntax here.
fn encode(words: &str) -> String {
    let mut encoded = String::with_capacity(words.len() * 3);
    for byte in words.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_' {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for nibble in [byte >> 4, byte & 15] {
                encoded.push(char::from_digit(nibble.into(), 16).unwrap_or('0').to_ascii_uppercase());
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_words_around_a_match() {
        let text = "First line.\nShare data, between many threads with an Arc of one.\nNext";
        for (word, expected) in [
            ("Share", "Share%20data%2C%20between%20many%20threads%20with"),
            ("Arc", "threads%20with%20an%20Arc%20of%20one."),
            ("First", "First%20line."),
            ("Next", "Next"),
        ] {
            let start = text.find(word).unwrap();
            assert_eq!(text_fragment(text, &(start..start + word.len())), expected);
        }
        assert_eq!(text_fragment("ärger", &(0..2)), "%C3%A4rger");
        assert_eq!(text_fragment("", &(0..0)), "");
        assert_eq!(text_fragment(&"x".repeat(601), &(5..6)), "", "longer than the limit");
        assert_eq!(text_fragment("é", &(1..1)), "", "not between two characters");
    }
}
