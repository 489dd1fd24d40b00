//! The sides of a comparison: "difference between A and B", "A vs B", "A compared to B", "A or B".

use crate::text::{QueryPhrases, phrase_at};

/// Bits for sides; sides beyond the last bit share it.
const MAX_SIDES: usize = 8;

/// Most words of a side. A side names a thing; what is longer is a clause, whose words do not stand for each other.
const MAX_SIDE_WORDS: usize = 3;

/// The side of each word, as a bit; 0 for words outside of the sides, and for all words unless the query compares.
/// Only content is compared: no stop words, and nothing behind the "in" of "A vs B in C". "Or" alone also joins parts
/// of one topic ("read or write locks"), so it compares only as many words as it has before it. `words` are folded.
/// Cost: a pass over the phrases for each word.
pub(super) fn sides(phrases: &QueryPhrases, words: &[String], is_content: &[bool]) -> Vec<u8> {
    let length = |list: &str, at: usize| phrase_at(list, &words[at..]);
    let find = |list| (0..words.len()).find(|at| length(list, *at) > 0);
    let (start, separator, is_weak) = match (find(phrases.between), find(phrases.versus)) {
        (Some(at), _) => (at + length(phrases.between, at), phrases.pairing, false),
        (None, Some(_)) => (0, phrases.versus, false),
        (None, None) => (0, phrases.alternative, true),
    };
    let mut sides = vec![0; words.len()];
    // Words of each side.
    let mut counts = vec![0];
    let mut at = start;
    while at < words.len() {
        let (side, skipped) = (counts.len() - 1, length(separator, at));
        let goes_on = || !is_weak || is_content.get(at + skipped) == Some(&true);
        if skipped > 0 && counts[side] > 0 && goes_on() {
            counts.push(0);
        } else if side > 0 && length(phrases.context, at) > 0 {
            break;
        } else if is_content[at] && skipped == 0 {
            counts[side] += 1;
            sides[at] = 1 << side.min(MAX_SIDES - 1);
        }
        at += skipped.max(1);
    }
    // "Difference between A and B and when to use which".
    if counts.last() == Some(&0) {
        counts.pop();
    }
    let is_even = counts.iter().all(|count| *count == counts[0]);
    let is_long = counts.iter().any(|count| *count > MAX_SIDE_WORDS);
    if counts.len() < 2 || is_long || is_weak && !is_even {
        sides.fill(0);
    }
    sides
}
