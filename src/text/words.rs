//! Finds words in running text, and what holds several of them together.
//!
//! [`chunks`] walks through a text and yields [`Chunk`]s: a chunk is one word (`ownership`), or several joined
//! without a blank (`os.path.join`, `HashMap::new`, `MX-9920-W`, `well-known`), with the signs before and behind
//! that belong to a name (`--flag`, `C++`). [`parts`] cuts one word where its writer changed the case, put an
//! underscore or began a number.

use std::ops::Range;

/// Words that one chunk holds together at most. Longer ones are paths, URLs or tables of hyphens, whose whole
/// nobody types; the words themselves are always found.
const MAX_WORDS: usize = 8;

/// Words joined without a blank between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// From the first to the last byte, signs included.
    pub span: Range<usize>,
    /// The words inside, in order; never empty.
    pub words: Vec<Range<usize>>,
}

/// Whether a character can stand inside a word: letters and digits of all scripts, the underscore, and
/// combining marks.
pub fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || ('\u{300}'..='\u{36f}').contains(&c)
}

/// Whether a character belongs to a script that puts no blanks between words.
pub fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x0e00..=0x0eff // Thai, Lao
        | 0x1000..=0x109f // Myanmar
        | 0x1780..=0x17ff // Khmer
        | 0x3005..=0x3007 | 0x3040..=0x30ff | 0x31f0..=0x31ff // Kana
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff // Han
        | 0x20000..=0x3ffff)
}

/// The chunks of a text in order. Linear in the text's length.
pub fn chunks(text: &str) -> Chunks<'_> {
    Chunks { text, at: 0 }
}

/// Iterator of [`chunks`].
pub struct Chunks<'a> {
    text: &'a str,
    at: usize,
}

impl Chunks<'_> {
    fn char_at(&self, at: usize) -> Option<char> {
        self.text[at..].chars().next()
    }

    fn word_at(&self, at: usize) -> bool {
        self.char_at(at).is_some_and(is_word_char)
    }

    /// The end of the word that starts at `at`. An apostrophe between letters belongs to the word.
    fn word_end(&self, at: usize) -> usize {
        let mut chars = self.text[at..].char_indices().peekable();
        let mut after_letter = false;
        while let Some((offset, c)) = chars.next() {
            let inside = is_word_char(c)
                || (matches!(c, '\'' | '’')
                    && after_letter
                    && chars.peek().is_some_and(|(_, next)| next.is_alphabetic() && !is_unspaced(*next)));
            if !inside {
                return at + offset;
            }
            after_letter = c.is_alphabetic();
        }
        self.text.len()
    }

    /// Where the next word starts if a joiner at `at` ties it to the word before.
    fn joined_at(&self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        ["::", "->", ".", "-", "/"]
            .into_iter()
            .filter(|joiner| rest.starts_with(joiner))
            .map(|joiner| at + joiner.len())
            .find(|next| self.word_at(*next))
    }

    /// `-` or `--` before a word that starts at `at` makes it an option, unless something stands before it.
    fn option_start(&self, at: usize) -> usize {
        let before = &self.text[..at];
        let dashes = before.bytes().rev().take(3).take_while(|byte| *byte == b'-').count();
        let start = at - dashes;
        let free = self.text[..start].chars().next_back().is_none_or(|c| !is_word_char(c));
        if (1..=2).contains(&dashes) && free { start } else { at }
    }

    /// `++` or `#` behind a word that ends at `at` belongs to it (C++, C#), unless a word follows.
    fn sign_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let signs = if rest.starts_with("++") { 2 } else { usize::from(rest.starts_with('#')) };
        if signs > 0 && !self.word_at(at + signs) { at + signs } else { at }
    }
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let (offset, _) = self.text[self.at..].char_indices().find(|(_, c)| is_word_char(*c))?;
        let first = self.at + offset;
        let mut end = self.word_end(first);
        let mut words: Vec<Range<usize>> = std::iter::once(first..end).collect();
        while words.len() < MAX_WORDS
            && let Some(next) = self.joined_at(end)
        {
            end = self.word_end(next);
            words.push(next..end);
        }
        let span = self.option_start(first)..self.sign_end(end);
        self.at = span.end;
        Some(Chunk { span, words })
    }
}

/// Cuts one word where the case changes (`HashMap`, `HTTPServer`), at underscores (`load_index`) and between
/// letters and digits (`utf8`). A word without such places is its own single part; a plural `s` behind capitals
/// (`URLs`) stays where it is. The ranges are relative to `word`.
pub fn parts(word: &str) -> Vec<Range<usize>> {
    let chars: Vec<(usize, char)> = word.char_indices().collect();
    let mut parts = Vec::new();
    let mut start = 0;
    let mut close = |start: usize, end: usize| {
        if start < end {
            parts.push(start..end);
        }
    };
    for (i, (offset, c)) in chars.iter().copied().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i].1);
        if c == '_' {
            close(start, offset);
            start = offset + 1;
        } else if let Some(before) = before
            && before != '_'
            && is_cut(before, c, &chars[i + 1..])
        {
            close(start, offset);
            start = offset;
        }
    }
    close(start, word.len());
    parts
}

fn is_cut(before: char, c: char, after: &[(usize, char)]) -> bool {
    if before.is_numeric() != c.is_numeric() {
        return before.is_alphanumeric() && c.is_alphanumeric();
    }
    if !c.is_uppercase() {
        return false;
    }
    let plural = after.len() == 1 && after[0].1 == 's';
    before.is_lowercase()
        || (before.is_uppercase() && after.first().is_some_and(|(_, next)| next.is_lowercase()) && !plural)
}
