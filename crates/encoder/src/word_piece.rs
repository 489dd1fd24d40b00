//! What both tokenizers have in common: where a piece is in its text, and how a long text is cut before it is tokenized.

use std::ops::Range;

/// Bytes of text per call of the tokenizer. It needs some 50 bytes of memory for each byte of text, so a page of many
/// megabytes is tokenized in chunks. Each ends before white space, which no word piece spans.
pub(super) const CHUNK_BYTES: usize = 64 << 10;

/// Bytes of the longest known word pieces. What is longer is an unknown word, such as a line of base64.
const KNOWN_BYTES: usize = 32;

/// Bytes of an unknown word that count as a token.
const UNKNOWN_BYTES: usize = 4;

/// Location of a word piece in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordPiece {
    /// Byte range in the text, on character boundaries.
    pub bytes: Range<usize>,
    /// Whether a word begins here, so that the text can be split before this piece without changing the pieces.
    pub starts_word: bool,
}

/// The number of tokens of these pieces. An unknown word counts by its bytes.
pub(super) fn count(pieces: &[WordPiece]) -> usize {
    let tokens = |piece: &WordPiece| match piece.bytes.len() {
        ..=KNOWN_BYTES => 1,
        bytes => bytes.div_ceil(UNKNOWN_BYTES),
    };
    pieces.iter().map(tokens).sum()
}

/// At most the first [`CHUNK_BYTES`] of `text`, up to the last white space in them, or to a character boundary if there
/// is none.
pub(super) fn chunk(text: &str) -> &str {
    if text.len() <= CHUNK_BYTES {
        return text;
    }
    let longest = &text[..text.floor_char_boundary(CHUNK_BYTES)];
    match longest.rfind(char::is_whitespace) {
        Some(end) if end > 0 => &longest[..end],
        _ => longest,
    }
}
