//! One form for characters that Unicode calls compatible: `ﬁ` and `fi`, `㎏` and `kg`, `₂` and `2`.
//!
//! The tables would add 35 KB to the search modules. So only native code links them (`compatibility_none` stands in their
//! place), and scripts normalize a query before a module sees it (`www/src/shared/compatible.ts`). Texts are shown as they are.

use std::borrow::Cow;

/// The text in Unicode's form NFKC, with `-` for other hyphens, except for what the analyzer reads as it is: spaces, the
/// ellipsis, signs of trademarks, vowels of Thai and Lao, full and half width. `½` is `1/2`, apart from a number before it.
pub fn compatible(text: &str) -> Cow<'_, str> {
    if !text.is_ascii() {
        use unicode_normalization::UnicodeNormalization;
        let mut normalized = String::with_capacity(text.len());
        for run in text.split_inclusive(stays) {
            let end = run.chars().next_back().filter(|c| stays(*c));
            let before = run.len() - end.map_or(0, char::len_utf8);
            for c in run[..before].nfkc() {
                match (c, normalized.chars().next_back()) {
                    ('‐', _) => normalized.push('-'),
                    // `2½` is not 21/2.
                    ('⁄', Some(digit @ '0'..='9')) => {
                        normalized.pop();
                        normalized.extend([' ', digit, '/']);
                    }
                    _ => normalized.push(c),
                }
            }
            normalized.extend(end);
        }
        return joined_vowels(&normalized).unwrap_or(normalized).into();
    }
    text.into()
}

/// The text with the vowel AM of Thai and Lao in one character where it is written as its two halves, which look alike,
/// perhaps with the tone between them. Nothing if no half is in the text.
pub fn joined_vowels(text: &str) -> Option<String> {
    if !text.contains(['\u{e4d}', '\u{ecd}']) {
        return None;
    }
    let mut joined = String::with_capacity(text.len());
    for c in text.chars() {
        let (half, whole) = match c {
            '\u{e32}' => ('\u{e4d}', '\u{e33}'),
            '\u{eb2}' => ('\u{ecd}', '\u{eb3}'),
            _ => ('\0', c),
        };
        let is_tone = |c| matches!(c, '\u{e48}'..='\u{e4b}' | '\u{ec8}'..='\u{ecb}');
        let before = joined.trim_end_matches(is_tone).len();
        if half != '\0' && joined[..before].ends_with(half) {
            joined.remove(before - half.len_utf8());
            joined.push(whole);
        } else {
            joined.push(c);
        }
    }
    Some(joined)
}

fn stays(c: char) -> bool {
    c.is_whitespace() || matches!(c, '…' | '℠' | '™' | 'ำ' | 'ຳ' | '\u{ff00}'..='\u{ffef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compatible_characters_have_one_form() {
        for (text, expected) in [
            ("ﬁrst oﬄine", "first offline"),
            ("5 µm, 3 ㎏, H₂O", "5 μm, 3 kg, H2O"),
            ("Cafe\u{301} \u{1112}\u{1161}\u{11ab}", "Café 한"),
            ("10\u{a0}000 Java™ … ＡＰＩ：", "10\u{a0}000 Java™ … ＡＰＩ："),
            ("ﻻ K", "لا K"),
            ("น้ำ ນ້ຳ a‐b c‑d", "น้ำ ນ້ຳ a-b c-d"),
            ("น\u{e49}\u{e4d}\u{e32} น\u{e4d}\u{e49}\u{e32} ຈ\u{ecd}\u{eb2}ນວນ ຂ\u{ecd}", "น้ำ น้ำ ຈຳນວນ ຂໍ"),
            ("½ 2½, x¾ ⅒ a⁄b", " 1/2 2 1/2, x 3/4  1/10 a⁄b"),
            ("", ""),
        ] {
            assert_eq!(compatible(text), expected, "{text}");
        }
    }
}
