//! Finds words in running text, and names that join several of them.
//!
//! [`Chunks`] iterates over [`Chunk`]s: one word (`ownership`) or several joined without whitespace (`os.path.join`,
//! `HashMap::new`, `user?.name`, `Array#map`, `MX-9920-W`, `well-known`), with the symbols before and after that belong to a
//! name (`--flag`, `@decorator`, `C++`, `Vec<u8>`). The groups of a long number (`1,000,000`) are words, too.

use std::ops::Range;

use super::cut;
use super::script::{is_unspaced, is_word_byte, is_word_char};

/// Maximum number of words in one chunk. Longer chains are paths, URLs or rows of hyphens, which nobody searches for as
/// a whole; their words are still found.
const MAX_WORDS: usize = 12;

/// Maximum bytes from `<` to `>` that count as type parameters.
const MAX_PARAMETERS: usize = 40;

/// A single quote opens a quotation, not a lifetime (`'static`), if another one closes it within this many bytes.
const MAX_QUOTATION: usize = 60;

/// Words joined without whitespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The words, in order; never empty once filled.
    pub words: Vec<Range<usize>>,
    /// Start of the chunk: that of its first word, or of the symbols before it that belong to the name.
    pub start: usize,
    /// End of the chunk: that of its last word, or of the symbols after it that belong to the name.
    pub end: usize,
    /// Whether the words are the groups of one number.
    pub is_number: bool,
    /// End of the type parameters after the last word (`Vec<u8>`), if there are any. They are also read as words.
    pub parameters: Option<usize>,
}

impl Chunk {
    /// From the first to the last word, without symbols around them.
    pub fn joined(&self) -> Range<usize> {
        let end = self.words.last().map_or(self.end, |word| word.end);
        self.words.first().map_or(self.start, |word| word.start)..end
    }
}

/// Iterates over the chunks of a text. Cost: linear in its length.
pub struct Chunks<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Chunks<'a> {
    /// Starts at the beginning of the text.
    pub fn new(text: &'a str) -> Self {
        Chunks { text, at: 0 }
    }

    /// End of the last chunk.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Skips lower-case ASCII words between spaces, line breaks, commas, semicolons, round brackets and double quotes,
    /// up to the first for which `stops` is true. Each is a chunk by itself without an operator beside it, so skipping
    /// costs a fraction of [`Chunks::advance`].
    pub fn skip_plain(&mut self, stops: impl Fn(&[u8]) -> bool) {
        let bytes = self.text.as_bytes();
        loop {
            let mut start = self.at;
            while separates(bytes.get(start)) {
                // The operator `;;`.
                if bytes[start..].starts_with(b";;") {
                    return;
                }
                start += 1;
            }
            let mut end = start;
            while let Some(b'a'..=b'z') = bytes.get(end) {
                end += 1;
            }
            if end == start || !separates(bytes.get(end)) || stops(&bytes[start..end]) {
                return;
            }
            self.at = end;
        }
    }

    /// Fills `chunk` with the next one; false at the end of the text.
    pub fn advance(&mut self, chunk: &mut Chunk) -> bool {
        let Some(first) = self.next_word(self.at) else { return false };
        chunk.words.clear();
        chunk.is_number = self.number(first, &mut chunk.words);
        let mut end = chunk.joined().end;
        if !chunk.is_number {
            chunk.words.clear();
            end = self.word_end(first);
            chunk.words.push(first..end);
        }
        while !chunk.is_number
            && chunk.words.len() < MAX_WORDS
            && let Some(next) = self.joined_at(end)
        {
            end = self.word_end(next);
            chunk.words.push(next..end);
        }
        chunk.start = self.name_start(first, end);
        chunk.end = self.name_end(end);
        chunk.parameters = self.parameters_end(end);
        self.at = chunk.end;
        true
    }

    fn char_at(&self, at: usize) -> Option<char> {
        cut(self.text, at..).chars().next()
    }

    fn word_at(&self, at: usize) -> bool {
        self.char_at(at).is_some_and(is_word_char)
    }

    fn next_word(&self, mut at: usize) -> Option<usize> {
        loop {
            let byte = *self.text.as_bytes().get(at)?;
            if is_word_byte(byte) {
                return Some(at);
            }
            let c = if byte.is_ascii() { char::from(byte) } else { self.char_at(at)? };
            if !c.is_ascii() && c.is_alphanumeric() {
                return Some(at);
            }
            at += c.len_utf8();
        }
    }

    /// End of the word that starts at `at`. An apostrophe between letters belongs to the word.
    fn word_end(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut after_letter = false;
        loop {
            let Some(byte) = bytes.get(at).copied() else { return at };
            if is_word_byte(byte) {
                after_letter = byte.is_ascii_alphabetic();
                at += 1;
                continue;
            }
            let c = if byte.is_ascii() { char::from(byte) } else { self.char_at(at).unwrap_or(' ') };
            let next = at + c.len_utf8();
            let tied = || self.char_at(next).is_some_and(|c| c.is_alphabetic() && !is_unspaced(c));
            let inside = match c {
                '\'' | '’' => after_letter && tied(),
                // Catalan: `instal·lació`.
                '·' => [at - 1, next].iter().all(|at| matches!(bytes.get(*at), Some(b'l' | b'L'))),
                _ => !c.is_ascii() && is_word_char(c),
            };
            if !inside {
                return at;
            }
            after_letter = c.is_alphabetic();
            at = next;
        }
    }

    /// Fills `groups` with those of the number that starts at `start`; false if it has no groups, or may be something else:
    /// a version, an address or a list. A unit behind it (`1,500ms`) is a chunk of its own.
    fn number(&self, start: usize, groups: &mut Vec<Range<usize>>) -> bool {
        let mut before = cut(self.text, ..start).chars().rev();
        let in_list = before.next().is_some_and(is_group_sign) && before.next().is_some_and(char::is_numeric);
        if in_list || self.text.as_bytes()[start] == b'0' {
            return false;
        }
        let (mut at, mut separator) = (start, None);
        loop {
            let (from, mut length) = (at, 0);
            let next = loop {
                let next = self.char_at(at).unwrap_or(' ');
                if !next.is_numeric() {
                    break next;
                }
                at += next.len_utf8();
                length += 1;
            };
            // The rest of a name stands behind `_`: `10_000_rows`.
            if length == 0 && separator != Some('_') {
                break;
            }
            if length > 3 || separator.is_some() && length < 3 || groups.len() == MAX_WORDS {
                return false;
            }
            groups.push(from..at);
            if !is_group_sign(next) || separator.is_some_and(|known| known != next) {
                break;
            }
            (at, separator) = (at + next.len_utf8(), Some(next));
        }
        // Two groups behind points are no version or address.
        if separator == Some('.') { groups.len() == 3 } else { groups.len() > 1 }
    }

    /// Start of the next word if a joiner at `at` ties it to the word before.
    fn joined_at(&self, at: usize) -> Option<usize> {
        let next = match &self.text.as_bytes()[at..] {
            [b':', b':', ..] | [b'-', b'>', ..] | [b'?' | b'!', b'.', ..] => at + 2,
            [b'.' | b'-' | b'/' | b'#' | b':' | b'\\', ..] => at + 1,
            _ => return None,
        };
        self.word_at(next).then_some(next)
    }

    /// Start of the name whose words span `first..end`. Includes the symbols before it if they follow whitespace or an
    /// opening bracket (`--flag`, `$HOME`, `**kwargs`, `.gitignore`, `#[derive]`) and do not enclose it (`*emphasis*`).
    fn name_start(&self, first: usize, end: usize) -> usize {
        let before = &self.text.as_bytes()[self.at..first];
        let Some(sign) = before.last().copied() else { return first };
        if sign == b'[' {
            let signs = if before.ends_with(b"#![") { 3 } else { 2 };
            return if before.ends_with(b"#[") || signs == 3 { first - signs } else { first };
        }
        let run = before.iter().rev().take_while(|byte| **byte == sign).count();
        let (longest, may_wrap) = match sign {
            b'-' | b'&' => (2, false),
            b'*' | b':' => (2, true),
            b'@' | b'?' | b'#' | b'.' | b'!' | b'\\' => (1, false),
            b'$' | b'%' => (1, true),
            b'\'' if !self.is_quotation(first) => (1, false),
            _ => return first,
        };
        let start = first - run;
        let free = cut(self.text, ..start).chars().next_back().is_none_or(|c| match sign {
            b'-' => !is_word_char(c),
            _ => c.is_whitespace() || opens(c),
        });
        let wrapped = may_wrap && self.text.as_bytes()[end..].starts_with(&before[before.len() - run..]);
        if run <= longest && free && !wrapped { start } else { first }
    }

    /// Whether a single quote just before `at` opens a quotation, that is, whether another one closes it.
    fn is_quotation(&self, at: usize) -> bool {
        let bytes = &self.text.as_bytes()[at..];
        let line = bytes.iter().take(MAX_QUOTATION).take_while(|byte| **byte != b'\n').count();
        (1..line).any(|i| {
            let tied = |byte: u8| is_word_byte(byte) || !byte.is_ascii();
            bytes[i] == b'\'' && bytes[i - 1] != b' ' && !bytes.get(i + 1).copied().is_some_and(tied)
        })
    }

    /// End of the name whose last word ends at `at`. `++` or `#` belongs to it (C++, C#) unless a word follows.
    fn name_end(&self, at: usize) -> usize {
        let rest = cut(self.text, at..);
        let signs = if rest.starts_with("++") { 2 } else { usize::from(rest.starts_with('#')) };
        if signs > 0 && !self.word_at(at + signs) { at + signs } else { at }
    }

    fn parameters_end(&self, at: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[at..];
        if bytes.first() != Some(&b'<') {
            return None;
        }
        let mut depth = 0;
        for (offset, byte) in bytes.iter().enumerate().take(MAX_PARAMETERS) {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ if is_word_byte(*byte) || b":,'&*()[];".contains(byte) => {}
                _ => return None,
            }
            if depth == 0 {
                return (offset > 1).then_some(at + offset + 1);
            }
        }
        None
    }
}

/// Whether the character may stand between the groups of a number.
fn is_group_sign(c: char) -> bool {
    matches!(c, ',' | '.' | '_' | '\'' | '’' | '٬' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Whether a byte separates words and is never part of a name or operator.
// The size-optimized wasm build would make a call for each byte of a text.
#[inline(always)]
fn separates(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b' ' | b'\n' | b',' | b';' | b'(' | b')' | b'"'))
}

/// Whether a name with leading symbols may follow: opening brackets and quotes, and symbols between names.
fn opens(c: char) -> bool {
    matches!(
        c,
        '(' | '[' | '{' | '<' | '"' | '\'' | '`' | '“' | '‘' | ',' | ';' | '=' | '|' | '/' | '&' | '+'
    )
}
