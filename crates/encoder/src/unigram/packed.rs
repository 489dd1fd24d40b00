//! Reads the form of [`super::layout`], which may come from a network.

use super::layout::{
    COLLAPSES, COLLAPSES_TO_META, KEEPS_WHOLE, MAX_GROUPS, MAX_PIECES, MAX_PUT_BYTES, MAX_RULES, MAX_SPECIAL,
    MAX_SPECIAL_BYTES, META, Prefix, SPLITS_WHITE_SPACE, STRIPS_END, Special, Template,
};
use super::normalize::Rules;
use super::pieces::Pieces;
use super::words::Splitter;
use crate::UNIGRAM_MAGIC;
use docfuse::format::{Cursor, FormatError};

/// Reads a file. Time: that of sorting the pieces.
///
/// # Errors
/// What was expected and found.
pub(super) fn read(file: &[u8]) -> Result<(Splitter, Pieces, Template), String> {
    let unreadable = |error: FormatError| error.to_string();
    let mut cursor = Cursor::new(file);
    if cursor.take("magic", UNIGRAM_MAGIC.len()).map_err(unreadable)? != UNIGRAM_MAGIC {
        return Err("a tokenizer of unigram pieces, as `docfuse build` packs it, expected".to_owned());
    }
    let unknown = cursor.varint_up_to("unknown piece", MAX_PIECES).map_err(unreadable)?;
    let flags = cursor.u8("flags").map_err(unreadable)?;
    let prefix = cursor.u8("prefix").map_err(unreadable)?;
    let prefix = *Prefix::BY_CODE.get(usize::from(prefix)).ok_or("a prefix of 0 to 2 expected")?;
    let ids = |cursor: &mut Cursor| {
        cursor.list("special ids", MAX_SPECIAL, &mut |cursor| cursor.varint_up_to("id", MAX_PIECES))
    };
    let template = Template {
        before: ids(&mut cursor).map_err(unreadable)?,
        after: ids(&mut cursor).map_err(unreadable)?,
    };
    let special = cursor
        .list("special pieces", MAX_SPECIAL, &mut |cursor| {
            Ok(Special {
                text: cursor.owned("text")?,
                id: cursor.varint_up_to("id", MAX_PIECES)?,
                flags: cursor.u8("flags")?,
            })
        })
        .map_err(unreadable)?;
    // One without a text would stand everywhere.
    let lengths = special.iter().map(|special| special.text.len());
    if let Some(found) = lengths.into_iter().find(|length| !(1..=MAX_SPECIAL_BYTES).contains(length)) {
        return Err(format!("special pieces of 1 to {MAX_SPECIAL_BYTES} bytes expected, {found} found"));
    }
    let mut rules = Rules::default();
    for _ in 0..cursor.varint_up_to("replacements", MAX_RULES).map_err(unreadable)? {
        let sought = cursor.string("sought").map_err(unreadable)?;
        let put = cursor.string("replacement").map_err(unreadable)?;
        if put.len() > MAX_PUT_BYTES {
            return Err(format!(
                "replacements of at most {MAX_PUT_BYTES} bytes expected, {} found",
                put.len()
            ));
        }
        if !rules.push(sought, put) {
            return Err("replacements in rising order expected".to_owned());
        }
    }
    let count = cursor.varint_up_to("pieces", MAX_PIECES).map_err(unreadable)? as usize;
    let group_of = cursor.take("groups of pieces", count).map_err(unreadable)?;
    let mut groups = Vec::new();
    for _ in 0..cursor.varint_up_to("groups", MAX_GROUPS).map_err(unreadable)? {
        groups.push(cursor.string("texts of pieces").map_err(unreadable)?.split_terminator('\n'));
    }
    let mut texts = String::new();
    for group in group_of {
        let text = groups.get_mut(usize::from(*group)).and_then(Iterator::next);
        texts += text.ok_or_else(|| format!("{count} texts of pieces expected, fewer found"))?;
        texts.push('\n');
    }
    if groups.iter_mut().any(|texts| texts.next().is_some()) {
        return Err(format!("{count} texts of pieces expected, more found"));
    }
    let mut scores = Vec::with_capacity(count.min(cursor.remaining()));
    let mut bits = 0u32;
    for _ in 0..count {
        let found = cursor.varint("score").map_err(unreadable)?;
        bits = bits.wrapping_add((found >> 1) ^ (found & 1).wrapping_neg());
        scores.push(f32::from_bits(bits));
    }
    cursor.end("tokenizer").map_err(unreadable)?;
    if unknown as usize >= count {
        return Err(format!("an unknown piece below {count} expected, {unknown} found"));
    }
    let pieces = Pieces::new(texts, scores, unknown)?;
    let mut splitter = Splitter {
        rules,
        special,
        normalized: Vec::new(),
        strips_end: flags & STRIPS_END != 0,
        collapses: match flags & (COLLAPSES | COLLAPSES_TO_META) {
            0 => None,
            COLLAPSES => Some(' '),
            _ => Some(META),
        },
        splits_white_space: flags & SPLITS_WHITE_SPACE != 0,
        keeps_whole: flags & KEEPS_WHOLE != 0,
        prefix,
    };
    splitter.normalize_special();
    Ok((splitter, pieces, template))
}
