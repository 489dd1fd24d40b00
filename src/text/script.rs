//! Character classes: whether a character belongs to a word, and whether its script puts spaces between words.

/// Whether the character can be part of a word: letters and digits of all scripts, the underscore, and combining marks.
pub fn is_word_char(c: char) -> bool {
    if c.is_ascii() { is_word_byte(c as u8) } else { c.is_alphanumeric() || is_mark(c) }
}

/// [`is_word_char`] for one ASCII byte; false for all other bytes.
pub fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether the character only modifies or joins its neighbours: accents, vowel signs and viramas that Unicode does not
/// count among the letters, voicing marks of kana, joiners, the soft hyphen, and what makes a sign an emoji.
pub fn is_mark(c: char) -> bool {
    matches!(c as u32,
        0xad
        | 0x300..=0x36f
        | 0x591..=0x5bd | 0x5bf | 0x5c1..=0x5c2 | 0x5c7 // Hebrew
        | 0x64b..=0x65f | 0x670 // Arabic
        | 0xe47..=0xe4e | 0xec8..=0xece // Thai, Lao
        | 0x1037 | 0x1039..=0x103a // Myanmar
        | 0x17c6..=0x17d3 | 0x17dd // Khmer
        | 0x200c..=0x200d
        | 0x20e3 | 0xfe00..=0xfe0f // Keycap, variation selectors
        | 0x3099..=0x309a | 0xff9e..=0xff9f)
        // Indic scripts: every character but letters and dandas is a virama, a nukta or an accent.
        || (matches!(c as u32, 0x900..=0xdff) && !matches!(c as u32, 0x964..=0x965 | 0x970) && !c.is_alphanumeric())
}

/// Whether the character forms overlapping pairs with its neighbours: scripts without spaces between words, and Hangul,
/// whose words carry their particles. Not the digits of Thai, Lao and Khmer: a number is one word in all digits.
pub fn is_unspaced(c: char) -> bool {
    is_word_alone(c)
        || matches!(c as u32,
            0x0e00..=0x0e4f | 0x0e5a..=0x0ecf | 0x0eda..=0x0eff // Thai, Lao
            | 0x1000..=0x109f // Myanmar
            | 0x1780..=0x17df | 0x17ea..=0x17ff // Khmer
            | 0x3005..=0x3007 | 0x3040..=0x30ff | 0x31f0..=0x31ff | 0xff66..=0xff9f) // Kana
}

/// Whether a character of an unspaced script is often a word by itself.
pub fn is_word_alone(c: char) -> bool {
    matches!(c as u32,
        0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff // Han
        | 0xac00..=0xd7a3) // Hangul
}

/// Whether the character is a sign that means something by itself: currencies, mathematics, arrows, keys, dingbats and
/// emoji. Boxes and blocks draw, and the signs of trademarks belong to their words.
pub fn is_symbol(c: char) -> bool {
    matches!(c as u32,
        0xa2..=0xa5 | 0xa7 | 0xac | 0xb0..=0xb1 | 0xd7 | 0xf7
        | 0x2016 | 0x2020..=0x2021 | 0x2030..=0x2031
        | 0x20a0..=0x20cf
        | 0x2190..=0x2426 | 0x25a0..=0x27ff | 0x2900..=0x2bff
        | 0x1f000..=0x1faff)
}

/// Whether the character changes the emoji before it: its skin tone, or the letters of a flag's region.
pub fn is_emoji_modifier(c: char) -> bool {
    is_mark(c) || matches!(c as u32, 0x1f3fb..=0x1f3ff | 0xe0020..=0xe007f)
}

/// Whether the character is one of the two that are a flag.
pub fn is_regional(c: char) -> bool {
    matches!(c as u32, 0x1f1e6..=0x1f1ff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_scripts_hold_together() {
        for word in [
            "naïve",
            "हिन्दी",
            "தமிழ்",
            "ที่นี่",
            "ភាសាខ្មែរ",
            "می\u{200c}خواهم",
            "co\u{ad}operate",
            "が",
            "ｶﾞ",
            "한국어",
        ] {
            assert!(word.chars().all(is_word_char), "{word}");
        }
        for sign in ['।', '-', '、', '“', '\u{200b}', '🧵'] {
            assert!(!is_word_char(sign), "{sign}");
        }
    }
}
