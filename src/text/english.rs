//! The English Snowball stemmer, also known as Porter2.
//!
//! `rust-stemmers` has it as generated code, which is four times as large in the wasm modules. Tests compare the two.
//! Source: <https://snowballstem.org/algorithms/english/stemmer.html>

/// Words with irregular stems.
const EXCEPTIONS: [(&[u8], &str); 18] = [
    (b"andes", "andes"),
    (b"atlas", "atlas"),
    (b"bias", "bias"),
    (b"cosmos", "cosmos"),
    (b"dying", "die"),
    (b"early", "earli"),
    (b"gently", "gentl"),
    (b"howe", "howe"),
    (b"idly", "idl"),
    (b"lying", "lie"),
    (b"news", "news"),
    (b"only", "onli"),
    (b"singly", "singl"),
    (b"skies", "sky"),
    (b"skis", "ski"),
    (b"sky", "sky"),
    (b"tying", "tie"),
    (b"ugly", "ugli"),
];

/// Words that no step after the plural changes.
const INVARIABLE: [&[u8]; 8] =
    [b"canning", b"earring", b"exceed", b"herring", b"inning", b"outing", b"proceed", b"succeed"];

/// Endings and their replacements.
type Endings = [(&'static [u8], &'static [u8])];

const STEP_2: &Endings = &[
    (b"ization", b"ize"),
    (b"ational", b"ate"),
    (b"fulness", b"ful"),
    (b"ousness", b"ous"),
    (b"iveness", b"ive"),
    (b"tional", b"tion"),
    (b"biliti", b"ble"),
    (b"lessli", b"less"),
    (b"entli", b"ent"),
    (b"ation", b"ate"),
    (b"alism", b"al"),
    (b"aliti", b"al"),
    (b"ousli", b"ous"),
    (b"iviti", b"ive"),
    (b"fulli", b"ful"),
    (b"enci", b"ence"),
    (b"anci", b"ance"),
    (b"abli", b"able"),
    (b"izer", b"ize"),
    (b"ator", b"ate"),
    (b"alli", b"al"),
    (b"bli", b"ble"),
    (b"ogi", b"og"),
    (b"li", b""),
];

const STEP_3: &Endings = &[
    (b"ational", b"ate"),
    (b"tional", b"tion"),
    (b"alize", b"al"),
    (b"icate", b"ic"),
    (b"iciti", b"ic"),
    (b"ative", b""),
    (b"ical", b"ic"),
    (b"ness", b""),
    (b"ful", b""),
];

/// Endings that step 4 removes.
const STEP_4: [&[u8]; 18] = [
    b"ement", b"ance", b"ence", b"able", b"ible", b"ment", b"ant", b"ent", b"ism", b"ate", b"iti", b"ous",
    b"ive", b"ize", b"ion", b"al", b"er", b"ic",
];

/// Whether `word`, in any case, may have this stem, judged by their first letters. Never false for an ASCII word that has
/// the stem, also by its American spelling, unless the word begins with an apostrophe, which no stem contains.
pub fn may_have_stem(word: &[u8], stem: &[u8]) -> bool {
    // A word begins with its stem, except for the last letter ("happy", "happi"), which the shortest stems keep; American
    // spelling differs behind the third. Only "dying", "lying" and "tying" differ more ("die").
    let kept = &stem[..if stem.len() > 2 { 3.min(stem.len() - 1) } else { stem.len() }];
    word.get(..kept.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(kept))
        || word.get(1..).is_some_and(|rest| rest.eq_ignore_ascii_case(b"ying"))
}

/// The stem of a folded ASCII word. Cost: linear, one allocation.
pub fn stem(word: &str) -> String {
    let bytes = word.as_bytes();
    if let Some((_, stem)) = EXCEPTIONS.iter().find(|(exception, _)| *exception == bytes) {
        return (*stem).to_owned();
    }
    if bytes.len() < 3 {
        return word.to_owned();
    }
    let mut word = Word::new(bytes.strip_prefix(b"'").unwrap_or(bytes).to_vec());
    word.plural();
    if !INVARIABLE.contains(&word.letters.as_slice()) {
        word.past_and_gerund();
        word.final_y();
        word.step_2();
        word.step_3();
        word.step_4();
        word.step_5();
    }
    word.letters.iter().map(|letter| char::from(letter.to_ascii_lowercase())).collect()
}

/// A word being stemmed; a `y` that is a consonant is written `Y`.
struct Word {
    letters: Vec<u8>,
    /// Start of region R1: after the first consonant that follows a vowel.
    r1: usize,
    /// Start of region R2: the same within R1.
    r2: usize,
}

fn is_vowel(letter: &u8) -> bool {
    b"aeiouy".contains(letter)
}

impl Word {
    fn new(mut letters: Vec<u8>) -> Self {
        let mut after_vowel = true;
        for letter in &mut letters {
            if *letter == b'y' && after_vowel {
                *letter = b'Y';
            }
            after_vowel = is_vowel(letter);
        }
        let region = |start: usize| {
            let ends = |at: &usize| *at > start && is_vowel(&letters[at - 1]) && !is_vowel(&letters[*at]);
            (start..letters.len()).find(ends).map_or(letters.len(), |at| at + 1)
        };
        let prefixes: [&[u8]; 3] = [b"arsen", b"commun", b"gener"];
        let prefix = prefixes.iter().find(|prefix| letters.starts_with(prefix));
        let r1 = prefix.map_or_else(|| region(0), |prefix| prefix.len());
        Word { r1, r2: region(r1), letters }
    }

    /// Start of an ending, if the word has it.
    fn start_of(&self, ending: &[u8]) -> Option<usize> {
        // Fast path: most words end in another letter.
        if self.letters.last() != ending.last() {
            return None;
        }
        self.letters.strip_suffix(ending).map(<[u8]>::len)
    }

    /// Whether the letter before `at` is one of `letters`.
    fn follows(&self, at: usize, letters: &[u8]) -> bool {
        at.checked_sub(1)
            .and_then(|before| self.letters.get(before))
            .is_some_and(|letter| letters.contains(letter))
    }

    fn has_vowel(&self, end: usize) -> bool {
        self.letters.iter().take(end).any(is_vowel)
    }

    /// Replaces everything from `start` on by `letters`.
    fn replace(&mut self, start: usize, letters: &[u8]) {
        self.letters.truncate(start);
        self.letters.extend_from_slice(letters);
    }

    /// Whether the letters before `end` end in a short syllable.
    fn is_short(&self, end: usize) -> bool {
        match self.letters.get(..end).unwrap_or_default() {
            [vowel, last] => is_vowel(vowel) && !is_vowel(last),
            [.., first, vowel, last] => {
                !is_vowel(first) && is_vowel(vowel) && !is_vowel(last) && !b"wxY".contains(last)
            }
            _ => false,
        }
    }

    fn plural(&mut self) {
        let endings: [&[u8]; 3] = [b"'s'", b"'s", b"'"];
        if let Some(start) = endings.iter().find_map(|ending| self.start_of(ending)) {
            self.letters.truncate(start);
        }
        if let Some(start) = self.start_of(b"sses") {
            self.letters.truncate(start + 2);
        } else if let Some(start) = self.start_of(b"ied").or_else(|| self.start_of(b"ies")) {
            self.letters.truncate(if start > 1 { start + 1 } else { start + 2 });
        } else if let Some(start) = self.start_of(b"s")
            && !self.follows(start, b"us")
            && self.has_vowel(start.saturating_sub(1))
        {
            self.letters.truncate(start);
        }
    }

    fn past_and_gerund(&mut self) {
        if let Some(start) = self.start_of(b"eedly").or_else(|| self.start_of(b"eed")) {
            if start >= self.r1 {
                self.letters.truncate(start + 2);
            }
            return;
        }
        let endings: [&[u8]; 4] = [b"ingly", b"edly", b"ing", b"ed"];
        let Some(start) = endings.iter().find_map(|ending| self.start_of(ending)) else { return };
        if !self.has_vowel(start) {
            return;
        }
        self.letters.truncate(start);
        match self.letters.as_slice() {
            [.., b'a', b't'] | [.., b'b', b'l'] | [.., b'i', b'z'] => self.letters.push(b'e'),
            [.., a, b] if a == b && b"bdfgmnprt".contains(a) => self.letters.truncate(start - 1),
            _ if start == self.r1 && self.is_short(start) => self.letters.push(b'e'),
            _ => {}
        }
    }

    fn final_y(&mut self) {
        if let [_, .., before, last @ (b'y' | b'Y')] = self.letters.as_mut_slice()
            && !is_vowel(before)
        {
            *last = b'i';
        }
    }

    fn step_2(&mut self) {
        let Some((start, ending)) = self.longest(STEP_2) else { return };
        let fits = match ending {
            b"og" => self.follows(start, b"l"),
            b"" => self.follows(start, b"cdeghkmnrt"),
            _ => true,
        };
        if fits && start >= self.r1 {
            self.replace(start, ending);
        }
    }

    fn step_3(&mut self) {
        let Some((start, ending)) = self.longest(STEP_3) else { return };
        let least = if self.letters.ends_with(b"ative") { self.r2 } else { self.r1 };
        if start >= least.max(self.r1) {
            self.replace(start, ending);
        }
    }

    fn step_4(&mut self) {
        let Some((ending, start)) =
            STEP_4.iter().find_map(|ending| self.start_of(ending).map(|start| (*ending, start)))
        else {
            return;
        };
        if start >= self.r2 && (ending != b"ion" || self.follows(start, b"st")) {
            self.letters.truncate(start);
        }
    }

    fn step_5(&mut self) {
        let Some((last, before)) = self.letters.split_last() else { return };
        let start = before.len();
        let drops = match last {
            b'e' => start >= self.r2 || (start >= self.r1 && !self.is_short(start)),
            b'l' => start >= self.r2 && self.follows(start, b"l"),
            _ => false,
        };
        if drops {
            self.letters.truncate(start);
        }
    }

    /// The first of these endings that the word has, and its start. Longer endings come before their own suffixes.
    fn longest(&self, endings: &Endings) -> Option<(usize, &'static [u8])> {
        endings.iter().find_map(|(ending, becomes)| self.start_of(ending).map(|start| (start, *becomes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rust_stemmers::{Algorithm, Stemmer};

    fn compare(word: &str) {
        let stem = stem(word);
        assert_eq!(stem, Stemmer::create(Algorithm::English).stem(word), "{word}");
        let upper = word.to_ascii_uppercase();
        assert!(word.starts_with('\'') || may_have_stem(upper.as_bytes(), stem.as_bytes()), "{word}: {stem}");
    }

    #[test]
    fn all_exceptions_and_endings_agree() {
        for (word, _) in EXCEPTIONS {
            compare(&String::from_utf8_lossy(word));
        }
        let endings = STEP_2.iter().chain(STEP_3).map(|(ending, _)| *ending).chain(STEP_4).chain(INVARIABLE);
        for ending in endings {
            for begin in ["", "b", "ab", "tab", "commun", "organ", "relat", "yell", "generos", "'abl"] {
                for end in ["", "s", "'s", "ed", "edly", "ing", "y", "e", "ly"] {
                    compare(&[begin, &String::from_utf8_lossy(ending), end].concat());
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn words_agree(
            word in "'?[a-z0-9]{0,4}([aeiouy]{1,2}[a-z]{1,2}){0,3}(eed|ed|ing|ly|s|ies|sses|y|'s'|ion|e|ll)?(ly|s|')?",
        ) {
            compare(&word);
        }
    }
}
