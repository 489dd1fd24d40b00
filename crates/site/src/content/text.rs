//! The text of a section as readers see it: [`BlockText`] collapses white space like a browser, puts blocks on separate
//! lines, and records which ranges are preformatted code, and where words may be broken.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::word_parts::word_parts;
use docfuse::text::{compatible, joined_vowels};

/// The gap between the text so far and the next one; the strongest wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    /// White space with a line break of the source, which vanishes between two CJK characters (CSS Text 3, section
    /// 4.1.3, segment break transformation).
    SourceLine,
    Space,
    Block,
}

/// Text under construction.
#[derive(Clone, Debug)]
pub(crate) struct BlockText {
    text: String,
    code: Vec<Range<usize>>,
    /// Where a word has a soft hyphen or another place to break it; ascending, may repeat.
    breaks: Vec<usize>,
    gap: Gap,
}

impl BlockText {
    pub(crate) fn new() -> Self {
        BlockText { text: String::new(), code: Vec::new(), breaks: Vec::new(), gap: Gap::None }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether all of it is code, in one run.
    pub(super) fn is_code(&self) -> bool {
        matches!(self.code.as_slice(), [all] if *all == (0..self.text.len()))
    }

    /// The blocks so far; lines of code are some, too.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n').filter(|line| !line.is_empty())
    }

    /// Adds running text: collapses white space, drops invisible characters. Ligatures and others that look like plain
    /// letters become those.
    pub(crate) fn push(&mut self, text: &str) {
        let text = plain_letters(text);
        let mut rest = &*text;
        while let Some(first) = rest.chars().next() {
            if self.is_in_number(rest) {
                self.text.push(first);
                rest = &rest[first.len_utf8()..];
            } else if is_space(first) {
                let end = rest.find(|c| !is_space(c)).unwrap_or(rest.len());
                self.widen(if rest[..end].contains('\n') { Gap::SourceLine } else { Gap::Space });
                rest = &rest[end..];
            } else if is_invisible(first) {
                if matches!(first, '\u{ad}' | '\u{200b}') {
                    self.word_break();
                }
                rest = &rest[first.len_utf8()..];
            } else {
                let end = rest.find(|c| is_space(c) || is_invisible(c)).unwrap_or(rest.len());
                self.fill_gap(first);
                self.text.push_str(&rest[..end]);
                rest = &rest[end..];
            }
        }
    }

    /// The word may be broken here.
    pub(super) fn word_break(&mut self) {
        if self.gap == Gap::None {
            self.breaks.push(self.text.len());
        }
    }

    /// Adds preformatted text unchanged; adjacent texts become one range of code.
    pub(super) fn push_code(&mut self, code: &str) {
        let goes_on =
            self.gap == Gap::None && self.code.last().is_some_and(|last| last.end == self.text.len());
        let code = if goes_on { code } else { code.trim_start_matches(['\n', '\r']) };
        let Some(first) = code.chars().next() else { return };
        if !goes_on {
            self.widen(Gap::Block);
            self.fill_gap(first);
            self.code.push(self.text.len()..self.text.len());
        }
        let code = plain_letters(code);
        self.text.extend(code.chars().filter(|&c| c != '\r' && !is_invisible(c)).map(as_plain_space));
        if let Some(last) = self.code.last_mut() {
            last.end = self.text.len();
        }
    }

    /// Ends a line of code, unless it just ended.
    pub(super) fn end_code_line(&mut self) {
        let in_code =
            self.gap == Gap::None && self.code.last().is_some_and(|last| last.end == self.text.len());
        if in_code && !self.text.ends_with('\n') {
            self.push_code("\n");
        }
    }

    /// Begins or ends a block.
    pub(crate) fn block(&mut self) {
        self.trim_end();
        self.widen(Gap::Block);
    }

    /// Ends a word without white space (table cells).
    pub(crate) fn space(&mut self) {
        self.widen(Gap::Space);
    }

    /// Whether `rest` begins with a space that does not break the line, between the text's digit and another one.
    fn is_in_number(&self, rest: &str) -> bool {
        let behind = rest.strip_prefix(is_narrow);
        behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_digit()))
            && self.gap == Gap::None
            && self.text.ends_with(|c: char| c.is_ascii_digit())
    }

    /// The parts of words with places to break them ([`word_parts`]).
    pub(crate) fn word_parts(&self) -> String {
        word_parts(&self.text, &self.breaks)
    }

    /// The text and the byte ranges of code in it, sorted and disjoint.
    pub(crate) fn finish(mut self) -> (String, Vec<Range<usize>>) {
        self.trim_end();
        (self.text, self.code)
    }

    /// The text on one line.
    pub(super) fn into_line(self) -> String {
        let words = self.text.split(|c: char| is_space(c) && !is_narrow(c)).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }

    fn widen(&mut self, gap: Gap) {
        if !self.text.is_empty() {
            self.gap = self.gap.max(gap);
        }
    }

    fn fill_gap(&mut self, next: char) {
        match std::mem::replace(&mut self.gap, Gap::None) {
            Gap::None => {}
            Gap::SourceLine if self.text.ends_with(is_cjk) && is_cjk(next) => {}
            Gap::SourceLine | Gap::Space => self.text.push(' '),
            Gap::Block => self.text.push('\n'),
        }
    }

    /// Removes white space at the end, which only code can have, and code that becomes empty.
    fn trim_end(&mut self) {
        self.text.truncate(self.text.trim_end().len());
        while let Some(last) = self.code.last_mut() {
            last.end = last.end.min(self.text.len());
            if last.start < last.end {
                break;
            }
            self.code.pop();
        }
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// Spaces that do not break the line. [`BlockText`] keeps them between digits alone.
fn is_narrow(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// The text with plain letters for ligatures, presentation forms and letters of units, `-` for other hyphens, and letters
/// joined with their accents: nobody tells them apart.
fn plain_letters(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let text = match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        _ => text.nfc().collect(),
    };
    let text = joined_vowels(&text).map_or(text, Cow::Owned);
    let is_other =
        |c: char| matches!(c, 'µ' | 'Ω' | 'K' | 'Å' | '‐' | '‑' | 'ﬀ'..='ﬆ' | 'ﭐ'..='ﮱ' | 'ﺀ'..='ﻼ');
    if !text.contains(is_other) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if is_other(c) {
            plain.push_str(&compatible(c.encode_utf8(&mut [0; 4])));
        } else {
            plain.push(c);
        }
    }
    plain.into()
}

fn as_plain_space(c: char) -> char {
    if c == '\u{a0}' { ' ' } else { c }
}

/// Zero-width spaces, word joiners, soft hyphens and byte order marks: invisible, and they would split words.
/// Zero-width joiners and non-joiners stay, because Persian and Indic words need them.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\0')
}

/// Characters of scripts without spaces, and their punctuation. Hangul has spaces.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses() {
        let mut text = BlockText::new();
        for part in ["  a\n b", "c ", " \u{a0}d\u{200b}e", ""] {
            text.push(part);
        }
        text.space();
        text.block();
        text.space();
        text.push(" f ");
        assert_eq!(text.finish(), ("a bc de\nf".to_owned(), vec![]));
    }

    #[test]
    fn words_and_numbers_stay_whole() {
        let mut text = BlockText::new();
        text.push("10\u{a0}000 km,\u{a0}5\u{202f}µm oﬄine Hoch\u{ad}spannungs\u{ad}netz\u{ad}gerät");
        text.push(" a\u{ad} b \u{ad}c 1\u{a0}");
        text.push("2");
        assert_eq!(
            text.word_parts(),
            "Hoch spannungsnetzgerät Hochspannungs netzgerät Hochspannungsnetz gerät spannungs netz"
        );
        let line = "10\u{a0}000 km, 5 μm offline Hochspannungsnetzgerät a b c 1 2";
        assert_eq!(text.clone().into_line(), line);
        assert_eq!(text.finish().0, line);
    }

    #[test]
    fn source_lines_vanish_between_cjk_only() {
        let mut text = BlockText::new();
        text.push("日本\n語 と\nEnglish\nも、\n한국\n어");
        assert_eq!(text.finish().0, "日本語 と English も、 한국 어");
    }

    #[test]
    fn code_keeps_its_lines() {
        let mut text = BlockText::new();
        text.push("before");
        text.push_code("\n\nfn a() {\n");
        text.push_code("    b\u{a0}c\r\n}\n\n");
        text.block();
        text.push_code("  second");
        text.end_code_line();
        text.end_code_line();
        text.push_code("line\n");
        text.block();
        text.push_code("\n");
        text.push("after");
        let (text, code) = text.finish();
        assert_eq!(text, "before\nfn a() {\n    b c\n}\n  second\nline\nafter");
        assert_eq!(
            code.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(),
            ["fn a() {\n    b c\n}", "  second\nline"]
        );
    }

    #[test]
    fn code_of_white_space_is_no_code() {
        let mut text = BlockText::new();
        text.push("a");
        text.push_code("  \n ");
        text.block();
        text.push("b");
        assert_eq!(text.finish(), ("a\nb".to_owned(), vec![]));
    }
}
