//! Splits a long text into windows that fit into the encoder, each with the page's title in front.
//!
//! The text is split into word pieces once; windows are then found by counting, so the cost is linear in the text's
//! length. A window ends at the best boundary in its last quarter: before a line break, else after a sentence, else
//! between words. Neighbours share some word pieces, so that a statement at a boundary is complete in one of them.

use std::ops::{Range, RangeInclusive};

use super::word_piece::WordPiece;
use super::{EmbedError, Tokens};
use docfuse::model::WindowSettings;

/// Most bytes of a prefix: many times more than half a window, and few enough if a page's title is its whole text.
const MAX_PREFIX_BYTES: usize = 4 << 10;

/// Quality of a place to split, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Border {
    WithinWord,
    WithoutSpace,
    Word,
    Sentence,
    Line,
}

/// The part of `prefix` to put before each window, and its number of word pieces: all of it, or, if it needs more than
/// half of a window, the whole words at its beginning that fit into that half.
pub(super) fn fitted_prefix<'a>(
    tokens: &Tokens,
    settings: WindowSettings,
    prefix: &'a str,
) -> Result<(&'a str, usize), EmbedError> {
    let prefix = &prefix[..prefix.floor_char_boundary(MAX_PREFIX_BYTES)];
    let pieces = tokens.pieces(prefix)?;
    let room = tokens.budget_of(settings.length) / 2;
    if pieces.len() <= room {
        return Ok((prefix, pieces.len()));
    }
    let words = (1..=room).rev().find(|&count| pieces[count].starts_word).unwrap_or(room);
    Ok((&prefix[..pieces[words - 1].bytes.end], words))
}

/// The windows of `text`, as [`Encoder::windows`](super::Encoder::windows) describes them.
pub(super) fn windows(
    tokens: &Tokens,
    settings: WindowSettings,
    prefix: &str,
    text: &str,
) -> Result<Vec<Range<usize>>, EmbedError> {
    let budget = tokens.budget_of(settings.length) - fitted_prefix(tokens, settings, prefix)?.1;
    let pieces = tokens.pieces(text)?;
    let overlap = settings.overlap.min(budget / 4);
    let mut windows = Vec::new();
    let mut first = 0;
    let mut start = 0;
    while pieces.len() - first > budget {
        let longest = first + budget;
        let end = best_cut(text, &pieces, first + (budget * 3 / 4).max(1)..=longest, longest);
        windows.push(start..pieces[end - 1].bytes.end.max(start));
        // At most three eighths of the budget before an end that is at least three quarters into it.
        first = best_cut(text, &pieces, end - overlap * 3 / 2..=end - overlap / 2, end - overlap);
        start = pieces[first].bytes.start;
    }
    windows.push(start..text.len());
    Ok(windows)
}

/// The index of the piece before which to split: the best boundary among `candidates`, and of equal ones the nearest to
/// `preferred`.
fn best_cut(text: &str, pieces: &[WordPiece], candidates: RangeInclusive<usize>, preferred: usize) -> usize {
    candidates
        .max_by_key(|&piece| (border(text, pieces, piece), std::cmp::Reverse(piece.abs_diff(preferred))))
        .unwrap_or(preferred)
}

/// The boundary between piece `next` and the one before it.
fn border(text: &str, pieces: &[WordPiece], next: usize) -> Border {
    let (Some(previous), Some(piece)) = (next.checked_sub(1).and_then(|i| pieces.get(i)), pieces.get(next))
    else {
        return Border::Line;
    };
    let gap = text.get(previous.bytes.end..piece.bytes.start).unwrap_or_default();
    let last = text[..previous.bytes.end].chars().next_back();
    if !piece.starts_word {
        Border::WithinWord
    } else if gap.contains('\n') {
        Border::Line
    } else if matches!(last, Some('。' | '！' | '？'))
        || matches!(last, Some('.' | '!' | '?')) && gap.contains(char::is_whitespace)
    {
        Border::Sentence
    } else if gap.contains(char::is_whitespace) {
        Border::Word
    } else {
        Border::WithoutSpace
    }
}
