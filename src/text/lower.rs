//! Lower case of single characters.
//!
//! The standard library's table is complete, and adds 6 KB (gzip) to the wasm modules. The rules here cover the
//! alphabets in use: Latin, Greek, Cyrillic, Armenian and Georgian. In most of them, upper and lower case have a fixed
//! distance or alternate.

/// The lower case of a character. The character itself if it has none or its alphabet is not covered.
pub fn lower(c: char) -> char {
    let code = c as u32;
    let lower = match code {
        0..=0x7f => return c.to_ascii_lowercase(),
        0xc0..=0xd6 | 0xd8..=0xde | 0x391..=0x3a1 | 0x3a3..=0x3ab | 0x410..=0x42f => code + 32,
        0x130 => 'i' as u32,
        0x178 => 'ÿ' as u32,
        0x1e9e => 'ß' as u32,
        // Letters of Vietnamese, Azerbaijani and African languages.
        0x1af => code + 1,
        0x181 => 'ɓ' as u32,
        0x186 => 'ɔ' as u32,
        0x18a => 'ɗ' as u32,
        0x18f => 'ə' as u32,
        0x190 => 'ɛ' as u32,
        // Alternating, upper case at even code points.
        0x100..=0x12f
        | 0x132..=0x137
        | 0x14a..=0x177
        | 0x198..=0x199
        | 0x1a0..=0x1a5
        | 0x1de..=0x1ef
        | 0x1f8..=0x21f
        | 0x222..=0x233
        | 0x246..=0x24f
        | 0x370..=0x373
        | 0x3d8..=0x3ef
        | 0x460..=0x481
        | 0x48a..=0x4bf
        | 0x4d0..=0x52f
        | 0x1e00..=0x1e95
        | 0x1ea0..=0x1eff => code | 1,
        // Alternating, upper case at odd code points.
        0x139..=0x148 | 0x179..=0x17e | 0x1cd..=0x1dc | 0x4c1..=0x4ce => code + (code & 1),
        0x4c0 => 0x4cf,
        0x386 => 'ά' as u32,
        0x388..=0x38a => code + 37,
        0x38c => 'ό' as u32,
        0x38e..=0x38f => code + 63,
        0x400..=0x40f => code + 80,
        0x531..=0x556 => code + 48,
        0x1c90..=0x1cba | 0x1cbd..=0x1cbf => code - 0xbc0,
        // Greek with breathings.
        0x1f08..=0x1f0f
        | 0x1f18..=0x1f1d
        | 0x1f28..=0x1f2f
        | 0x1f38..=0x1f3f
        | 0x1f48..=0x1f4d
        | 0x1f59
        | 0x1f5b
        | 0x1f5d
        | 0x1f5f
        | 0x1f68..=0x1f6f
        | 0x1f88..=0x1f8f
        | 0x1f98..=0x1f9f
        | 0x1fa8..=0x1faf => code - 8,
        _ => return c,
    };
    char::from_u32(lower).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::lower;

    fn disagrees(c: &char) -> bool {
        c.to_lowercase().next() != Some(lower(*c))
    }

    #[test]
    fn alphabets_in_use_agree_with_unicode() {
        for alphabet in ['\0'..='ſ', 'Ǎ'..='Ⱥ', 'Ά'..='Ϯ', 'Ѐ'..='֊', 'Ა'..='Ჿ', 'Ḁ'..='ỹ', 'ἀ'..='ᾯ']
        {
            let wrong: Vec<char> = alphabet.filter(disagrees).collect();
            // Phonetic and historic letters.
            let known = ['Ǳ', 'ǲ', 'Ǵ', 'Ƕ', 'Ƿ', 'Ƞ', 'Ⱥ', 'Ϗ', 'ϴ'];
            assert!(wrong.iter().all(|c| known.contains(c)), "{wrong:?}");
        }
    }

    #[test]
    fn no_character_becomes_anything_but_its_lower_case() {
        let wrong: Vec<char> = ('\0'..=char::MAX).filter(|c| lower(*c) != *c && disagrees(c)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
