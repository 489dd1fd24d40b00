//! One form for characters that Unicode calls compatible: `ﬁ` and `fi`, `㎏` and `kg`, `₂` and `2`.
//!
//! The tables would add 35 KB to the search modules. So only native code links them, and scripts normalize a query
//! before a module sees it (`www/src/shared/compatible.ts`). Texts are shown as they are.

use std::borrow::Cow;

/// The text in Unicode's form NFKC, with `-` for other hyphens, except for what the analyzer reads as it is: spaces, the
/// ellipsis, signs of trademarks, vowels of Thai and Lao, full and half width.
#[cfg(feature = "write")]
pub fn compatible(text: &str) -> Cow<'_, str> {
    if !text.is_ascii() {
        use unicode_normalization::UnicodeNormalization;
        let mut normalized = String::with_capacity(text.len());
        for run in text.split_inclusive(stays) {
            let end = run.chars().next_back().filter(|c| stays(*c));
            let before = run.len() - end.map_or(0, char::len_utf8);
            normalized.extend(run[..before].nfkc().map(|c| if c == '‐' { '-' } else { c }));
            normalized.extend(end);
        }
        return normalized.into();
    }
    text.into()
}

/// The text itself.
#[cfg(not(feature = "write"))]
pub fn compatible(text: &str) -> Cow<'_, str> {
    text.into()
}

fn stays(c: char) -> bool {
    c.is_whitespace() || matches!(c, '…' | '℠' | '™' | 'ำ' | 'ຳ' | '\u{ff00}'..='\u{ffef}')
}

#[cfg(test)]
#[cfg(feature = "write")]
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
            ("", ""),
        ] {
            assert_eq!(compatible(text), expected, "{text}");
        }
    }
}
