//! How far a typed word is from a word: edits (insertion, deletion, substitution, transposition), and how likely they are.
//!
//! [`Distances`] keeps one row of the edit matrix for each character and recomputes only the rows that differ from the word
//! before, so words in sorted order share the rows of their common prefixes. This equals running a Levenshtein automaton
//! over a trie, without the automaton's tables.

/// A distance of one edit. What is below it tells likely errors from others, and never adds up to an edit.
pub(super) const EDIT: u32 = 64;

/// What an edit adds that is no likely error: no omitted or doubled letter, no two in the wrong order, no neighbouring key.
const UNLIKELY: u32 = 4;

/// The keys of letters by their rows. On other keyboards most letters have the same neighbours.
const KEYS: &[u8] = b"qwertyuiop asdfghjkl zxcvbnm";

/// Distances (optimal string alignment: a transposition is one edit) from one word to many in sorted order.
pub(super) struct Distances<'a> {
    target: &'a [char],
    /// Whether the beginnings of both may differ for nothing.
    is_free: bool,
    /// One row for each character of the key, and one for the empty key; `target.len() + 1` numbers each.
    rows: Vec<u32>,
    /// Number of rows valid for the last key; fewer than its length if the computation stopped early.
    valid: usize,
}

impl<'a> Distances<'a> {
    /// Distances from `target`, of which the first `free` characters may be left out for nothing; if any, also the first one
    /// of a key.
    pub fn new(target: &'a [char], free: usize) -> Self {
        let first = |at: usize| match at.checked_sub(free) {
            Some(at) => at as u32 * (EDIT + UNLIKELY),
            None => 0,
        };
        Distances { target, is_free: free > 0, rows: (0..=target.len()).map(first).collect(), valid: 0 }
    }

    /// The distance to `key`, which shares its first `kept` characters with the key before. Stops with a value of more than
    /// `max_edits` once the distance must exceed them.
    pub fn to(&mut self, key: &[char], kept: usize, max_edits: u32) -> u32 {
        let width = self.target.len() + 1;
        let max = max_edits.saturating_mul(EDIT).saturating_add(EDIT - 1);
        self.valid = self.valid.min(kept);
        self.rows.resize((key.len() + 1) * width, 0);
        for i in self.valid..key.len() {
            let row = (i + 1) * width;
            let omitted = if i == 0 && self.is_free { 0 } else { EDIT };
            self.rows[row] = self.rows[row - width] + omitted;
            let mut least = self.rows[row];
            for j in 1..width {
                let typed = self.target[j - 1];
                let replaced = if key[i] == typed { 0 } else { edit(are_neighbours(key[i], typed)) };
                let added = edit(j > 1 && typed == self.target[j - 2]);
                let mut distance = (self.rows[row - width + j - 1] + replaced)
                    .min(self.rows[row - width + j] + omitted)
                    .min(self.rows[row + j - 1] + added);
                if i > 0 && j > 1 && key[i] == self.target[j - 2] && key[i - 1] == typed {
                    distance = distance.min(self.rows[row - 2 * width + j - 2] + EDIT);
                }
                self.rows[row + j] = distance;
                least = least.min(distance);
            }
            self.valid = i + 1;
            // A transposition reaches back two rows, so one row beyond the limit is not enough to stop.
            let before = self.rows[row - width..row].iter().copied().min().unwrap_or(0);
            if least > max && before > max {
                return u32::MAX;
            }
        }
        self.rows[key.len() * width + width - 1]
    }

    /// The least distance between `key`, the last one given to [`Self::to`], with or without its last character, and a
    /// prefix of the word.
    pub fn to_prefix(&self, key: &[char]) -> u32 {
        if self.valid < key.len() {
            return u32::MAX;
        }
        let width = self.target.len() + 1;
        let rows = &self.rows[key.len().saturating_sub(1) * width..(key.len() + 1) * width];
        rows.iter().copied().min().unwrap_or(u32::MAX)
    }
}

fn edit(is_likely: bool) -> u32 {
    if is_likely { EDIT } else { EDIT + UNLIKELY }
}

fn are_neighbours(one: char, other: char) -> bool {
    let key = |letter: char| KEYS.iter().position(|key| char::from(*key) == letter);
    key(one).zip(key(other)).is_some_and(|(one, other)| one.abs_diff(other) == 1)
}

/// The distance of two words. Cost: the product of their lengths.
pub(super) fn distance(typed: &[char], word: &str) -> u32 {
    let key: Vec<char> = word.chars().collect();
    Distances::new(typed, 0).to(&key, 0, u32::MAX)
}

/// Edits between two words. Cost: the product of their lengths.
pub fn edit_distance(a: &str, b: &str) -> u32 {
    let typed: Vec<char> = a.chars().collect();
    distance(&typed, b) / EDIT
}

/// Edits that are tolerated in a word of so many characters, as Elasticsearch's `AUTO`: none up to 2, one for 3 to 5,
/// two for more.
pub fn auto_edits(chars: usize) -> u32 {
    match chars {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpositions_count_once() {
        for (typed, word, expected) in [
            ("thread", "thread", 0),
            ("thraed", "thread", 1),
            ("thred", "thread", 1),
            ("threadd", "thread", 1),
            ("htread", "thread", 1),
            ("threda", "thread", 1),
            ("tread", "thread", 1),
            ("trhaed", "thread", 2),
            ("", "abc", 3),
            ("ca", "abc", 3),
        ] {
            let [target, key] = [typed, word].map(|word| word.chars().collect::<Vec<char>>());
            assert_eq!(Distances::new(&target, 0).to(&key, 0, 9) / EDIT, expected, "{typed} {word}");
        }
    }

    #[test]
    fn shared_prefixes_do_not_change_distances() {
        let words = ["borrow", "borrowck", "bottom", "thread", "threads", "tree"];
        for typed in ["borow", "thraeds", "bttom", "x", "treee"] {
            let typed_chars: Vec<char> = typed.chars().collect();
            let mut kept_rows = Distances::new(&typed_chars, 0);
            let mut before: Vec<char> = Vec::new();
            for word in words {
                let key: Vec<char> = word.chars().collect();
                let kept = key.iter().zip(&before).take_while(|(a, b)| a == b).count();
                let [alone, sharing] =
                    [Distances::new(&typed_chars, 0).to(&key, 0, 2), kept_rows.to(&key, kept, 2)];
                assert_eq!(sharing.min(3 * EDIT), alone.min(3 * EDIT), "{typed} {word}");
                before = key;
            }
        }
    }
}
