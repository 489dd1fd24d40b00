//! Case and accent folding of single characters.
//!
//! A full normalisation library would cost the browser about 35 KB of tables (gzip); what readers of Latin
//! scripts leave out when they type is covered by the two tables here, which hold one letter for each code point.

/// Base letters of the lower-case code points U+00DF to U+024F; a blank where there is none.
const LATIN: &[u8] = b" aaaaaa ceeeeiiiidnooooo ouuuuy y a a a c c c c d d e e e e e g g g g h h i i i i i   j k  l l l   l n n n    o o o   r r r s s s s t t t u u u u u u w y  z z z                                  o              u                             a i o u u u u u  a a     g k o o  j    g   n a     a a e e i i o o r r u u s t   h       a e o o o o y                            ";
const LATIN_START: u32 = 0xdf;

/// The same for U+1E00 to U+1EFF.
const LATIN_ADDITIONAL: &[u8] = b" a b b b c d d d d d e e e e e f g h h h h h i i k k k l l l l m m m n n n n o o o o p p r r r r s s s s s t t t t u u u u u v v w w w w w x x y z z zhtwy       a a a a a a a a a a a a e e e e e e e e i i o o o o o o o o o o o o u u u u u u u y y y y      ";
const LATIN_ADDITIONAL_START: u32 = 0x1e00;

/// Appends `text` in lower case and without accents to `folded`. Combining marks are dropped, full-width forms
/// become ASCII, typographic apostrophes become plain ones. Cost: linear; no allocation beyond `folded`.
pub fn fold_into(text: &str, folded: &mut String) {
    for c in text.chars() {
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            c.to_lowercase().for_each(|lower| push_folded(lower, folded));
        }
    }
}

fn push_folded(c: char, folded: &mut String) {
    match c {
        '\u{300}'..='\u{36f}' => {}
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        '’' | 'ʼ' => folded.push('\''),
        '\u{ff01}'..='\u{ff5e}' => {
            let ascii = char::from_u32(c as u32 - 0xfee0).unwrap_or(c);
            folded.push(ascii.to_ascii_lowercase());
        }
        _ => folded.push(base_letter(c).unwrap_or(c)),
    }
}

fn base_letter(c: char) -> Option<char> {
    let look_up = |table: &[u8], start: u32| {
        let at = (c as u32).checked_sub(start)?;
        table.get(at as usize).map(|byte| char::from(*byte)).filter(|letter| *letter != ' ')
    };
    look_up(LATIN, LATIN_START).or_else(|| look_up(LATIN_ADDITIONAL, LATIN_ADDITIONAL_START))
}

#[cfg(test)]
mod tests {
    use super::fold_into;

    #[test]
    fn folds() {
        for (text, expected) in [
            ("HashMap", "hashmap"),
            ("Übergrößenträger", "ubergrossentrager"),
            ("Ångström e\u{301}té", "angstrom ete"),
            ("Łódź İstanbul", "lodz istanbul"),
            ("ＡＰＩ", "api"),
            ("Ἀθῆναι", "ἀθῆναι"),
            ("Việt Nam", "viet nam"),
            ("日本語", "日本語"),
        ] {
            let mut folded = String::new();
            fold_into(text, &mut folded);
            assert_eq!(folded, expected, "{text}");
        }
    }
}
