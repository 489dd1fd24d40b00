//! Case, accent and width folding.
//!
//! A full normalisation library would add about 35 KB of tables (gzip) to the wasm modules. The two tables here, with
//! one letter for each code point, cover the accents that readers of Latin scripts leave out.

use super::after;
use super::lower::lower;

/// Base letters of the lower-case code points U+00DF to U+024F; a space where there is none.
const LATIN: &[u8] = b" aaaaaa ceeeeiiiidnooooo ouuuuy y a a a c c c c d d e e e e e g g g g h h i i i i i   j k  l l l   l n n n    o o o   r r r s s s s t t t u u u u u u w y  z z z                                  o              u                             a i o u u u u u  a a     g k o o  j    g   n a     a a e e i i o o r r u u s t   h       a e o o o o y                            ";
const LATIN_START: u32 = 0xdf;

/// Base letters of U+1E00 to U+1EFF; a space where there is none.
const LATIN_ADDITIONAL: &[u8] = b" a b b b c d d d d d e e e e e f g h h h h h i i k k k l l l l m m m n n n n o o o o p p r r r r s s s s s t t t t u u u u u v v w w w w w x x y z z zhtwy       a a a a a a a a a a a a e e e e e e e e i i o o o o o o o o o o o o u u u u u u u y y y y      ";
const LATIN_ADDITIONAL_START: u32 = 0x1e00;

/// Full-width forms of the half-width katakana U+FF66 to U+FF9D.
const KATAKANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
const KATAKANA_START: u32 = 0xff66;

/// The form in which names are compared: folded, words separated by one space, none at the ends. Cost: linear.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        fold_into(word, &mut folded);
    }
    folded
}

/// Appends `text` to `folded` in lower case and without accents. Drops combining marks, joiners and soft hyphens;
/// full-width letters become ASCII, half-width kana full-width, typographic apostrophes plain. Cost: linear; allocates
/// only in `folded`.
pub fn fold_into(text: &str, folded: &mut String) {
    if text.is_ascii() {
        let start = folded.len();
        folded.push_str(text);
        return folded.get_mut(start..).unwrap_or_default().make_ascii_lowercase();
    }
    for c in text.chars() {
        push_folded(lower(c), folded);
    }
}

fn push_folded(c: char, folded: &mut String) {
    let plain = match c {
        '\u{ad}' | '·' | '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' => return,
        // Variation selectors and skin tones: an emoji is found in all of its forms.
        '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' => return,
        // Points of Hebrew and Arabic, which most writers leave out, and the Arabic tatweel.
        '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c7}' => return,
        '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}' => return,
        'ß' => return folded.push_str("ss"),
        'æ' => return folded.push_str("ae"),
        'œ' => return folded.push_str("oe"),
        'þ' => return folded.push_str("th"),
        '’' | 'ʼ' => '\'',
        // Digits of Arabic, Persian, Thai, Lao and Khmer, and those of Indic scripts, whose tables are alike.
        '\u{660}'..='\u{669}'
        | '\u{6f0}'..='\u{6f9}'
        | '\u{e50}'..='\u{e59}'
        | '\u{ed0}'..='\u{ed9}'
        | '\u{17e0}'..='\u{17e9}' => char::from(b'0' + (c as u8 & 15)),
        '\u{966}'..='\u{d6f}' if (0x66..0x70).contains(&(c as u8 & 127)) => {
            char::from(b'0' + (c as u8 & 15) - 6)
        }
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        // Persian is also written with the letters of Arabic keyboards.
        'ی' | 'ى' => 'ي',
        'ک' => 'ك',
        '\u{3099}' | '\u{ff9e}' => return voice(folded, 1),
        '\u{309a}' | '\u{ff9f}' => return voice(folded, 2),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c).to_ascii_lowercase(),
        '\u{ff66}'..='\u{ff9d}' => {
            after(KATAKANA, (c as u32 - KATAKANA_START) as usize).chars().next().unwrap_or(c)
        }
        _ => base_letter(c).unwrap_or(c),
    };
    folded.push(plain);
}

/// Applies a voicing (1) or half-voicing (2) mark to the kana before it. Unicode puts the voiced forms right after the
/// plain one.
fn voice(folded: &mut String, mark: u32) {
    let Some(kana) = folded.chars().next_back().map(u32::from) else { return };
    let katakana = if kana < 0x30a0 { kana + 0x60 } else { kana };
    let step = match (katakana, mark) {
        (0x30a6, 1) => 0x30f4 - 0x30a6,
        (0x30ab..=0x30c1, 1) if katakana % 2 == 1 => 1,
        (0x30c4..=0x30c8, 1) if katakana.is_multiple_of(2) => 1,
        (0x30cf..=0x30db, _) if katakana.is_multiple_of(3) => mark,
        _ => return,
    };
    if let Some(voiced) = char::from_u32(kana + step) {
        folded.pop();
        folded.push(voiced);
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
    use super::*;

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
            ("ﾃﾞｰﾀﾍﾞｰｽ ﾊﾟｽﾜｰﾄﾞ ｳﾞ", "データベース パスワード ヴ"),
            ("か\u{3099}つ\u{3099}は\u{309a}あ\u{3099}", "がづぱあ"),
            ("Αθήνα Λόγος", "αθηνα λογοσ"),
            ("Ещё", "еще"),
            ("كِتَاب שָׁלוֹם", "كتاب שלום"),
            ("co\u{ad}operate instal·lar", "cooperate installar"),
            ("کتاب یى", "كتاب يي"),
            ("۱۴۰۲ ٢٠ २०२४ ๒๐ ២០", "1402 20 2024 20 20"),
            ("ılık", "ilik"),
            ("  The\tbook’s \n End ", "the book's end"),
            (" ", ""),
        ] {
            assert_eq!(fold(text), expected, "{text}");
        }
    }
}
