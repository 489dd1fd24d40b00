//! The form of a unigram tokenizer in a file:
//!
//! ```text
//! magic, id of the unknown piece, flags, prefix
//! ids before a text, ids after it           counts and ids
//! special pieces                            count; text, id, flags
//! replacements                              count; sought, put in its place; sought texts rise
//! pieces                                    count, the group of each in a byte
//! groups                                    count; length of their texts, texts, each before a line break
//! scores                                    each as a difference of bits to the one before
//! ```
//!
//! Numbers are LEB128. Ids are positions. Pieces stand in the order of their scores, so the differences are small.
//! A group has the pieces that begin with letters of one alphabet: of 250,002 pieces of XLM-R, the texts in the order of
//! their ids have 1.48 MB as gzip, groups with their texts 1.17 MB, and scores .17 MB.

use std::collections::BTreeSet;

use crate::UNIGRAM_MAGIC;
use docfuse::format::Writer;

/// Most pieces; XLM-R has 250,002.
pub(super) const MAX_PIECES: u32 = 1 << 20;

/// Most replacements; those of NFKC are some ten thousand.
pub(super) const MAX_RULES: u32 = 1 << 17;

/// Most bytes put in the place of a text, so that no text grows without bounds; Unicode's longest has 33.
pub(super) const MAX_PUT_BYTES: usize = 64;

/// Most special pieces, and most around a text.
pub(super) const MAX_SPECIAL: u32 = 1 << 10;

/// Most bytes of a special piece.
pub(super) const MAX_SPECIAL_BYTES: usize = 1 << 10;

/// Most groups.
pub(super) const MAX_GROUPS: u32 = 1 << 8;

/// The flags of a tokenizer: spaces that follow each other are one; a text is first split at white space.
pub(super) const COLLAPSES: u8 = 1;
pub(super) const SPLITS_WHITE_SPACE: u8 = 2;
/// Words are not split at the marks of their beginnings.
pub(super) const KEEPS_WHOLE: u8 = 4;
/// White space at the end is dropped; in place of the one space of [`COLLAPSES`] stands a [`META`].
pub(super) const STRIPS_END: u8 = 8;
pub(super) const COLLAPSES_TO_META: u8 = 16;

/// The flags of a special piece: it takes the white space before it, or behind it; it is sought in the normal form of a text.
pub(super) const STRIPS_LEFT: u8 = 1;
pub(super) const STRIPS_RIGHT: u8 = 2;
pub(super) const NORMALIZED: u8 = 4;

/// Stands for a space, and so begins words.
pub(super) const META: char = '▁';

/// Which parts of a text get a [`META`] in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    None,
    All,
    /// That at the beginning of a text.
    First,
}

impl Prefix {
    pub const BY_CODE: [Prefix; 3] = [Prefix::None, Prefix::All, Prefix::First];
}

/// The special pieces around a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Template {
    pub before: Vec<u32>,
    pub after: Vec<u32>,
}

/// A piece that stands for itself wherever a text has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Special {
    pub text: String,
    pub id: u32,
    /// [`STRIPS_LEFT`], [`STRIPS_RIGHT`] and [`NORMALIZED`].
    pub flags: u8,
}

/// What a file contains.
pub(crate) struct Parts {
    pub unknown: u32,
    pub strips_end: bool,
    /// What spaces that follow each other become.
    pub collapses: Option<char>,
    pub splits_white_space: bool,
    pub keeps_whole: bool,
    pub prefix: Prefix,
    pub template: Template,
    pub special: Vec<Special>,
    /// What is sought, and what is put in its place.
    pub rules: std::collections::BTreeMap<String, String>,
    /// Text and score, by id. Of those with the same text, the last one counts.
    pub pieces: Vec<(String, f32)>,
}

/// Writes a file. Texts of pieces have no line break.
pub(crate) fn write(parts: &Parts) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.bytes(UNIGRAM_MAGIC);
    writer.varint(parts.unknown);
    let flags = [
        (parts.collapses.is_some(), COLLAPSES),
        (parts.collapses == Some(META), COLLAPSES_TO_META),
        (parts.strips_end, STRIPS_END),
        (parts.splits_white_space, SPLITS_WHITE_SPACE),
        (parts.keeps_whole, KEEPS_WHOLE),
    ];
    writer.u8(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum());
    writer.u8(Prefix::BY_CODE.iter().position(|prefix| *prefix == parts.prefix).unwrap_or(0) as u8);
    for ids in [&parts.template.before, &parts.template.after] {
        writer.varint(ids.len() as u32);
        ids.iter().for_each(|id| writer.varint(*id));
    }
    writer.varint(parts.special.len() as u32);
    for special in &parts.special {
        writer.string(&special.text);
        writer.varint(special.id);
        writer.u8(special.flags);
    }
    writer.varint(parts.rules.len() as u32);
    for (sought, put) in &parts.rules {
        writer.string(sought);
        writer.string(put);
    }
    writer.varint(parts.pieces.len() as u32);
    let alphabets: BTreeSet<u32> = parts.pieces.iter().map(|(text, _)| alphabet(text)).collect();
    let alphabets: Vec<u32> = alphabets.into_iter().collect();
    let mut groups = vec![String::new(); alphabets.len().min(MAX_GROUPS as usize)];
    for (text, _) in &parts.pieces {
        let group = alphabets.partition_point(|other| *other < alphabet(text)).min(groups.len() - 1);
        writer.u8(group as u8);
        groups[group] += text;
        groups[group].push('\n');
    }
    writer.varint(groups.len() as u32);
    groups.iter().for_each(|texts| writer.string(texts));
    let mut before = 0;
    for (_, score) in &parts.pieces {
        let difference = score.to_bits().wrapping_sub(before).cast_signed();
        writer.varint(((difference << 1) ^ (difference >> 31)).cast_unsigned());
        before = score.to_bits();
    }
    writer.finish()
}

/// What the texts of a group share: 32 characters of Unicode to which the first letter belongs, or 4,096 of Han and Hangul.
fn alphabet(text: &str) -> u32 {
    match text.trim_start_matches(META).chars().next().map_or(0, u32::from) {
        letter @ ..0x3000 => letter >> 5,
        letter => 0x3000 + (letter >> 12),
    }
}
