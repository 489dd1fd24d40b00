//! Words of a text, as the laws compare them: runs of letters and digits in lower case, ligatures and the like as letters.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Words of fewer letters are not looked for inside of others.
const MIN_INSIDE: usize = 4;

/// The words of a text with the byte at which each begins.
pub fn words(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, _) = loop {
            let (at, letter) = rest.next()?;
            if letter.is_alphanumeric() {
                break (at, letter);
            }
        };
        let mut word: String = text[start..].chars().take(1).collect();
        let goes_on =
            |letter: char| letter.is_alphanumeric() || is_invisible(letter) || is_combining_mark(letter);
        while let Some((_, letter)) = rest.next_if(|&(_, letter)| goes_on(letter)) {
            word.extend(Some(letter).filter(|&letter| !is_invisible(letter)));
        }
        Some((start, composed(&word)))
    })
}

/// In lower case, an accent with its letter; but `²` is no 2.
fn composed(word: &str) -> String {
    let letters = |letter: char| match letter.is_alphabetic() {
        true => letter.nfkc().to_string(),
        false => letter.to_string(),
    };
    word.nfc().map(letters).collect::<String>().to_lowercase()
}

/// The words of a name, in order and without a section number before them.
pub fn name(text: &str) -> Vec<String> {
    let all: Vec<String> = words(text).map(|(_, word)| word).collect();
    let is_number = |word: &String| word.chars().all(|letter| letter.is_ascii_digit());
    let numbers = all.iter().take_while(|word| is_number(word)).count();
    if numbers == all.len() { all } else { all[numbers..].to_vec() }
}

/// Soft hyphens, and what lets lines break.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Words of texts, to look words up.
#[derive(Default)]
pub struct WordSet {
    words: HashSet<String>,
    /// All of them without what is between: where one text has a space, another may have none.
    joined: String,
}

impl WordSet {
    pub fn add(&mut self, text: &str) {
        for (_, word) in words(text) {
            self.joined.push_str(&word);
            self.words.insert(word);
        }
        self.joined.push('\n');
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.contains(word)
            || (word.len() >= MIN_INSIDE || !word.is_ascii()) && self.joined.contains(word)
    }
}
