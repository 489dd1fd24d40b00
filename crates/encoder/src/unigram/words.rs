//! [`Splitter`]: a text as words, each with the mark of its beginning, and special pieces.

use std::ops::Range;

use super::super::word_piece::WordPiece;
use super::layout::{META, NORMALIZED, Prefix, STRIPS_LEFT, STRIPS_RIGHT, Special};
use super::normalize::{Normal, Rules};
use docfuse::text::{is_unspaced, is_word_char};

/// Splits texts.
pub(super) struct Splitter {
    pub rules: Rules,
    pub special: Vec<Special>,
    /// Those of [`NORMALIZED`] in their normal form: characters, and number in `special`.
    pub normalized: Vec<(Vec<char>, usize)>,
    /// White space at the end is dropped.
    pub strips_end: bool,
    /// What spaces that follow each other become.
    pub collapses: Option<char>,
    /// Parts between white space are split one by one.
    pub splits_white_space: bool,
    /// Words are not split at [`META`].
    pub keeps_whole: bool,
    pub prefix: Prefix,
}

/// A part of a text.
pub(super) enum Part<'a> {
    /// The id of a special piece, and where it stands.
    Special {
        id: u32,
        bytes: Range<usize>,
    },
    Word(&'a Word),
}

/// A word in its normal form.
#[derive(Default)]
pub(super) struct Word {
    pub text: String,
    chars: Vec<Normal>,
}

impl Splitter {
    /// Calls `each` with the parts of `text` in order. Time: linear in the text and in the number of special pieces.
    pub fn split(&self, text: &str, each: &mut dyn FnMut(Part)) {
        // Where each special piece stands next.
        let is_sought = |special: &&Special| special.flags & NORMALIZED == 0;
        let mut next: Vec<Option<usize>> =
            self.special.iter().filter(is_sought).map(|special| text.find(&special.text)).collect();
        let mut at = 0;
        loop {
            let special = self.special.iter().filter(is_sought);
            let starts = special.zip(&mut next).filter_map(|(special, next)| {
                if next.is_some_and(|start| start < at) {
                    *next = text[at..].find(&special.text).map(|start| at + start);
                }
                Some(((*next)?, special))
            });
            let first = starts.min_by_key(|(start, special)| (*start, std::cmp::Reverse(special.text.len())));
            let Some((start, special)) = first else { break };
            let before = match special.flags & STRIPS_LEFT {
                0 => &text[at..start],
                _ => text[at..start].trim_end(),
            };
            self.segment(before, at, each);
            let end = start + special.text.len();
            each(Part::Special { id: special.id, bytes: start..end });
            at = match special.flags & STRIPS_RIGHT {
                0 => end,
                _ => text.len() - text[end..].trim_start().len(),
            };
        }
        self.segment(&text[at..], at, each);
    }

    /// Finds the normal form of special pieces that are sought in that of a text.
    pub fn normalize_special(&mut self) {
        let sought = self.special.iter().enumerate().filter(|(_, special)| special.flags & NORMALIZED != 0);
        let normal = sought.map(|(number, special)| {
            (self.normal(&special.text, 0).iter().map(|one| one.char).collect::<Vec<_>>(), number)
        });
        let mut normalized: Vec<_> = normal.filter(|(chars, _)| !chars.is_empty()).collect();
        normalized.sort_by_key(|(chars, _)| std::cmp::Reverse(chars.len()));
        self.normalized = normalized;
    }

    /// The normal form of a text, which begins at byte `start`.
    fn normal(&self, text: &str, start: usize) -> Vec<Normal> {
        let mut chars = Vec::with_capacity(text.len());
        self.rules.normalize(text, start, &mut chars);
        if self.strips_end {
            let end = chars.iter().rposition(|one| !one.char.is_whitespace());
            chars.truncate(end.map_or(0, |last| last + 1));
        }
        if let Some(put) = self.collapses {
            let mut is_run = false;
            chars.dedup_by(|next, before| {
                is_run = next.char == ' ' && (is_run || before.char == ' ');
                if is_run {
                    before.char = put;
                }
                is_run
            });
        }
        chars
    }

    /// A text that has only special pieces of [`NORMALIZED`], and begins at byte `start`.
    fn segment(&self, text: &str, start: usize, each: &mut dyn FnMut(Part)) {
        let chars = self.normal(text, start);
        let (mut from, mut at) = (0, 0);
        while at < chars.len() && !self.normalized.is_empty() {
            // The longest come first.
            let stands = |(sought, _): &&(Vec<char>, usize)| {
                let here = chars[at..].iter().take(sought.len());
                here.map(|one| one.char).eq(sought.iter().copied())
            };
            let Some((sought, number)) = self.normalized.iter().find(stands) else {
                at += 1;
                continue;
            };
            let (special, mut end) = (&self.special[*number], at + sought.len());
            let bytes = chars[at].from as usize..chars[end - 1].to as usize;
            let is_space = |one: &&Normal| one.char.is_whitespace();
            if special.flags & STRIPS_LEFT != 0 {
                at -= chars[from..at].iter().rev().take_while(is_space).count();
            }
            if special.flags & STRIPS_RIGHT != 0 {
                end += chars[end..].iter().take_while(is_space).count();
            }
            self.parts(&chars[from..at], start == 0 && from == 0, each);
            each(Part::Special { id: special.id, bytes });
            (from, at) = (end, end);
        }
        self.parts(&chars[from..], start == 0 && from == 0, each);
    }

    /// A text without special pieces in its normal form, which may be that at the beginning of a text.
    fn parts(&self, chars: &[Normal], is_first: bool, each: &mut dyn FnMut(Part)) {
        if !self.splits_white_space {
            return self.words(chars, is_first, each);
        }
        for part in chars.split(|one| one.char.is_whitespace()) {
            self.words(part, part.first().is_some_and(|first| first.from == 0), each);
        }
    }

    /// The words of a part, which may be that at the beginning of a text.
    fn words(&self, chars: &[Normal], is_first: bool, each: &mut dyn FnMut(Part)) {
        let Some(first) = chars.first() else { return };
        let mut word = Word::default();
        let is_marked = match self.prefix {
            Prefix::None => false,
            Prefix::All => true,
            Prefix::First => is_first,
        };
        if is_marked && first.char != ' ' && first.char != META {
            word.push(Normal { char: META, from: first.from, to: first.from });
        }
        for one in chars {
            let char = if one.char == ' ' { META } else { one.char };
            if char == META && !self.keeps_whole && !word.text.is_empty() {
                each(Part::Word(&word));
                word.clear();
            }
            word.push(Normal { char, ..*one });
        }
        each(Part::Word(&word));
    }
}

impl Word {
    fn push(&mut self, one: Normal) {
        self.text.push(one.char);
        self.chars.push(one);
    }

    fn clear(&mut self) {
        self.text.clear();
        self.chars.clear();
    }

    /// Where the piece of these characters of the word is in `source`.
    pub fn piece(&self, source: &str, chars: Range<usize>) -> WordPiece {
        let (first, chars) = (chars.start, &self.chars[chars]);
        let (Some(head), Some(tail)) = (chars.first(), chars.last()) else {
            return WordPiece { bytes: 0..0, starts_word: false };
        };
        // White space belongs to no piece.
        let start = if head.char == META { head.to } else { head.from } as usize;
        let before = source[..start].chars().next_back();
        let next = source[start..].chars().next();
        // Behind a sign, and in scripts that put no spaces between words, a piece is as good as a word.
        let is_whole = first == 0 || self.chars[first - 1].to as usize <= start;
        let is_border = before.is_none_or(|before| !is_word_char(before) || is_unspaced(before))
            || next.is_some_and(is_unspaced);
        WordPiece {
            bytes: start..(tail.to as usize).max(start),
            starts_word: first == 0 || is_whole && is_border,
        }
    }
}
