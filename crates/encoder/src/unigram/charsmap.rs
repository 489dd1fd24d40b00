//! Reads SentencePiece's `precompiled_charsmap`: a double-array trie (Darts) of sought texts, and what is put in their
//! places. Our rules are a list of both.
//!
//! Only the shortest beginning of a grapheme of fewer than six bytes is ever looked up
//! ([`super::normalize::Rules`]), so longer texts are left out.

use std::collections::BTreeMap;

use super::layout::MAX_RULES;
use super::normalize::WHOLE_BYTES;

/// A unit of the trie.
#[derive(Clone, Copy)]
struct Unit(u32);

impl Unit {
    fn has_leaf(self) -> bool {
        self.0 >> 8 & 1 == 1
    }

    fn value(self) -> usize {
        (self.0 & 0x7fff_ffff) as usize
    }

    fn label(self) -> u32 {
        self.0 & 0x8000_00ff
    }

    fn offset(self) -> usize {
        ((self.0 >> 10) << ((self.0 & 1 << 9) >> 6)) as usize
    }
}

/// The rules of a map.
///
/// # Errors
/// It is damaged.
pub(super) fn rules(map: &[u8]) -> Result<BTreeMap<String, String>, String> {
    let damaged = |what: &str| format!("precompiled_charsmap: {what} expected");
    let (length, rest) = map.split_first_chunk::<4>().ok_or_else(|| damaged("a length"))?;
    let length = u32::from_le_bytes(*length) as usize;
    let (units, texts) = rest.split_at_checked(length).ok_or_else(|| damaged("a trie of its length"))?;
    let units: Vec<Unit> =
        units.as_chunks::<4>().0.iter().map(|unit| Unit(u32::from_le_bytes(*unit))).collect();
    let Some(root) = units.first() else { return Ok(BTreeMap::new()) };
    let mut rules = BTreeMap::new();
    // Places of units behind what is sought.
    let mut open = vec![(root.offset(), Vec::new())];
    // In a trie, no unit is behind two texts.
    let mut left = units.len();
    while let Some((place, sought)) = open.pop() {
        for byte in 1..=u8::MAX {
            let next = place ^ usize::from(byte);
            let Some(unit) = units.get(next).filter(|unit| unit.label() == u32::from(byte)) else { continue };
            left = left.checked_sub(1).ok_or_else(|| damaged("a trie without circles"))?;
            let next = next ^ unit.offset();
            let mut sought = sought.clone();
            sought.push(byte);
            if unit.has_leaf() {
                let value = units.get(next).map(|unit| unit.value());
                let put =
                    value.and_then(|value| texts.get(value..)).ok_or_else(|| damaged("a replacement"))?;
                let put = put.split(|byte| *byte == 0).next().unwrap_or_default();
                let texts = (String::from_utf8(sought), String::from_utf8(put.to_vec()));
                let (Ok(sought), Ok(put)) = texts else { return Err(damaged("UTF-8")) };
                rules.insert(sought, put);
                if rules.len() > MAX_RULES as usize {
                    return Err(damaged(&format!("at most {MAX_RULES} rules")));
                }
            } else if sought.len() < WHOLE_BYTES - 1 {
                open.push((next, sought));
            }
        }
    }
    Ok(rules)
}
