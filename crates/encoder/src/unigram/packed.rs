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
    let mut cursor = Cursor::new(file);
    if cursor.take("magic", UNIGRAM_MAGIC.len()).map_err(unreadable)? != UNIGRAM_MAGIC {
        return Err("a tokenizer of unigram pieces, as `docfuse build` packs it, expected".to_owned());
    }
    let unknown = cursor.varint_up_to("unknown piece", MAX_PIECES).map_err(unreadable)?;
    let flags = cursor.u8("flags").map_err(unreadable)?;
    let prefix = cursor.u8("prefix").map_err(unreadable)?;
    let prefix = *Prefix::BY_CODE.get(usize::from(prefix)).ok_or("a prefix of 0 to 2 expected")?;
    let template = Template { before: ids(&mut cursor)?, after: ids(&mut cursor)? };
    let special = special(&mut cursor)?;
    let rules = rules(&mut cursor)?;
    let (texts, count) = texts(&mut cursor)?;
    let scores = scores(&mut cursor, count)?;
    cursor.end("tokenizer").map_err(unreadable)?;
    if unknown as usize >= scores.len() {
        return Err(format!("an unknown piece below {} expected, {unknown} found", scores.len()));
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

fn unreadable(error: FormatError) -> String {
    error.to_string()
}

fn ids(cursor: &mut Cursor<'_>) -> Result<Vec<u32>, String> {
    let id = &mut |cursor: &mut Cursor<'_>| cursor.varint_up_to("id", MAX_PIECES);
    cursor.list("special ids", MAX_SPECIAL, id).map_err(unreadable)
}

fn special(cursor: &mut Cursor<'_>) -> Result<Vec<Special>, String> {
    let one = &mut |cursor: &mut Cursor<'_>| {
        Ok(Special {
            text: cursor.owned("text")?,
            id: cursor.varint_up_to("id", MAX_PIECES)?,
            flags: cursor.u8("flags")?,
        })
    };
    let special = cursor.list("special pieces", MAX_SPECIAL, one).map_err(unreadable)?;
    // One without a text would stand everywhere.
    let mut lengths = special.iter().map(|special| special.text.len());
    match lengths.find(|length| !(1..=MAX_SPECIAL_BYTES).contains(length)) {
        Some(found) => {
            Err(format!("special pieces of 1 to {MAX_SPECIAL_BYTES} bytes expected, {found} found"))
        }
        None => Ok(special),
    }
}

fn rules(cursor: &mut Cursor<'_>) -> Result<Rules, String> {
    let mut rules = Rules::default();
    for _ in 0..cursor.varint_up_to("replacements", MAX_RULES).map_err(unreadable)? {
        let sought = cursor.string("sought").map_err(unreadable)?;
        let put = cursor.string("replacement").map_err(unreadable)?;
        if put.len() > MAX_PUT_BYTES {
            let found = put.len();
            return Err(format!("replacements of at most {MAX_PUT_BYTES} bytes expected, {found} found"));
        }
        if !rules.push(sought, put) {
            return Err("replacements in rising order expected".to_owned());
        }
    }
    Ok(rules)
}

/// The texts of all pieces, a line each.
fn texts(cursor: &mut Cursor<'_>) -> Result<(String, usize), String> {
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
    Ok((texts, count))
}

/// The scores of pieces, each the difference of its bits to those before.
fn scores(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<f32>, String> {
    let mut scores = Vec::with_capacity(count.min(cursor.remaining()));
    let mut bits = 0u32;
    for _ in 0..count {
        let found = cursor.varint("score").map_err(unreadable)?;
        bits = bits.wrapping_add((found >> 1) ^ (found & 1).wrapping_neg());
        scores.push(f32::from_bits(bits));
    }
    Ok(scores)
}
