//! Finds texts that repeat others: [`Repetition`] is the set of runs of words of a text.
//!
//! A near-duplicate, and a child whose text its parent has, share most of the smaller one's runs (containment: A. Broder,
//! "On the resemblance and containment of documents", SEQUENCES 1997).

use crate::order::sort;
use crate::text::is_unspaced;

/// Words of a run. Common phrases are shorter, and one changed word spoils few runs.
const WORDS: usize = 4;

/// Share of a text's runs from which on another text repeats it.
const REPEATED: f32 = 0.8;

/// Texts with fewer words count with their heading: "Not set by default." says nothing without it.
const SHORT: usize = 16;

/// Hashes of the runs of words of a text; sorted, distinct.
pub(super) struct Repetition(Vec<u64>);

impl Repetition {
    /// The runs of a text below a heading. O(length · log length).
    pub fn of(heading: &str, text: &str) -> Self {
        let mut words = Vec::new();
        add_words(text, &mut words);
        if words.len() < SHORT {
            let mut of_text = std::mem::take(&mut words);
            add_words(heading, &mut words);
            words.append(&mut of_text);
        }
        let runs = words.windows(WORDS.min(words.len()).max(1));
        let mut runs: Vec<u64> =
            runs.map(|run| run.iter().fold(FNV_OFFSET, |hash, word| fnv(hash, *word))).collect();
        sort(&mut runs);
        runs.dedup();
        Repetition(runs)
    }

    /// Whether `other` has nearly all of this text. O(both).
    pub fn is_in(&self, other: &Repetition) -> bool {
        let mut rest = other.0.as_slice();
        let mut common = 0;
        for run in &self.0 {
            rest = &rest[rest.partition_point(|other| other < run)..];
            common += usize::from(rest.first() == Some(run));
        }
        common as f32 >= self.0.len() as f32 * REPEATED
    }
}

/// Appends hashes of the words of a text, without case of ASCII letters. Characters of scripts without spaces are words
/// of their own.
fn add_words(text: &str, words: &mut Vec<u64>) {
    let mut open = None;
    for c in text.chars() {
        let is_alone = is_unspaced(c);
        if let Some(word) = open.take_if(|_| is_alone || !c.is_alphanumeric()) {
            words.push(word);
        }
        let letter = u64::from(c.to_ascii_lowercase());
        if is_alone {
            words.push(fnv(FNV_OFFSET, letter));
        } else if c.is_alphanumeric() {
            open = Some(fnv(open.unwrap_or(FNV_OFFSET), letter));
        }
    }
    words.extend(open);
}

/// FNV-1a (Fowler, Noll, Vo; RFC 9923), over numbers instead of bytes.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(hash: u64, next: u64) -> u64 {
    (hash ^ next).wrapping_mul(0x0000_0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::Repetition;

    const CHILD: &str =
        "Wrap the value in an Arc and clone it for each thread, so that all of them own it together.";

    #[test]
    fn texts_repeat_what_has_nearly_all_of_them() {
        let parent = format!("Threads run side by side. Data is shared between them. {CHILD} That is all.");
        let changed = CHILD.replace("together", "jointly");
        let other =
            "Channels send a value from one thread to another; the sender then no longer owns the value.";
        let of = |text: &str| Repetition::of("Heading", text);
        for (text, whole, expected) in [
            (CHILD, CHILD, true),
            (CHILD, &parent, true),
            (&parent, CHILD, false),
            (&changed, CHILD, true),
            (&CHILD.to_uppercase(), CHILD, true),
            (CHILD, other, false),
            (
                "所有権は値の持ち主を一つに決める仕組みである",
                "所有権は値の持ち主を一つに決める仕組みである。そして",
                true,
            ),
            (
                "所有権は値の持ち主を一つに決める仕組みである",
                "借用は値を一時的に貸す仕組みである。所有権は動かない",
                false,
            ),
        ] {
            assert_eq!(of(text).is_in(&of(whole)), expected, "{text:?} in {whole:?}");
        }
    }

    #[test]
    fn short_texts_count_with_their_headings() {
        let [verbose, quiet] =
            ["--verbose", "--quiet"].map(|heading| Repetition::of(heading, "Off by default."));
        assert!(!verbose.is_in(&quiet) && verbose.is_in(&verbose));
        let [one, two] = ["One", "Two"].map(|heading| Repetition::of(heading, CHILD));
        assert!(one.is_in(&two), "a longer text says enough without");
        let empty = Repetition::of("", "");
        assert!(empty.is_in(&empty));
    }
}
