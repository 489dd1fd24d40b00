//! Typing errors: one in a word, of each kind, at each place.

use super::generated::random::Random;

/// The rows of a keyboard; letters beside each other are neighbours.
const ROWS: [&[u8]; 3] = [b"qwertyuiop", b"asdfghjkl", b"zxcvbnm"];

/// A kind of typing error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mistake {
    Transposed,
    Omitted,
    Doubled,
    Neighbour,
    Substituted,
}

pub const MISTAKES: [Mistake; 5] =
    [Mistake::Transposed, Mistake::Omitted, Mistake::Doubled, Mistake::Neighbour, Mistake::Substituted];

impl Mistake {
    /// A word of ASCII letters with the mistake at a letter; `None` if that changes nothing.
    pub fn made(self, word: &str, at: usize, random: &mut Random) -> Option<String> {
        let mut typed = word.as_bytes().to_vec();
        let letter = *typed.get(at)?;
        match self {
            Mistake::Transposed => {
                typed.get(at + 1)?;
                typed.swap(at, at + 1);
            }
            Mistake::Omitted => drop(typed.remove(at)),
            Mistake::Doubled => typed.insert(at, letter),
            Mistake::Neighbour => typed[at] = random.one_of(&neighbours(letter)?),
            Mistake::Substituted => typed[at] = b'a' + u8::try_from(random.below(26)).unwrap(),
        }
        let typed = String::from_utf8(typed).unwrap();
        (!typed.eq_ignore_ascii_case(word)).then_some(typed)
    }
}

fn neighbours(letter: u8) -> Option<Vec<u8>> {
    let letter = letter.to_ascii_lowercase();
    ROWS.iter().find_map(|row| {
        let at = row.iter().position(|other| *other == letter)?;
        let beside = [at.checked_sub(1), Some(at + 1)];
        Some(beside.into_iter().flatten().filter_map(|at| row.get(at).copied()).collect())
    })
}
