//! The form of a tokenizer of word pieces in a file, which [`write`] makes and [`read`] checks:
//!
//! ```text
//! magic, flags of the normalizer
//! most characters of a known word, prefix of pieces within a word, id of the unknown piece
//! ids before a text, ids after it                                     count and ids
//! types of query and text, ids before, between and behind them        counts and ids, each with its type
//! special pieces                                                      count; text and id
//! pieces in the order of their ids                                    length; each before a line break
//! ```
//!
//! Numbers are LEB128. The line of an unused id is empty.

use crate::WORD_PIECES_MAGIC;
use docfuse::format::{Cursor, FormatError, Writer};

/// Most pieces; that of multilingual BERT has 119,547.
pub(super) const MAX_PIECES: u32 = 1 << 20;

/// Most special pieces, and most around a text.
pub(super) const MAX_SPECIAL: u32 = 1 << 10;

/// Most characters of a known word.
pub(super) const MAX_CHARACTERS: u32 = 1 << 16;

/// The flags: what the normalizer does.
const CLEANS: u8 = 1;
const SPACES_HAN: u8 = 2;
const STRIPS_ACCENTS: u8 = 4;
const LOWERCASES: u8 = 8;

/// What the normalizer of BERT does to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Normalization {
    /// Removes control characters, and makes all white space blanks.
    pub cleans: bool,
    /// Puts blanks around Han characters.
    pub spaces_han: bool,
    pub strips_accents: bool,
    pub lowercases: bool,
}

/// An id of a special piece in a pair, and its type: 0 for the query, 1 for the text.
pub(super) type Typed = (u32, u32);

/// The special pieces of a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    /// The types of query and text.
    pub types: [u32; 2],
    /// What stands before both, between them, and behind.
    pub around: [Vec<Typed>; 3],
}

/// A tokenizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub normalization: Normalization,
    /// Longer words are unknown.
    pub max_characters: usize,
    /// Begins a piece within a word.
    pub prefix: String,
    pub unknown: u32,
    /// Special pieces before a text, and after it.
    pub single: [Vec<u32>; 2],
    pub pair: Pair,
    /// Pieces that stand for themselves wherever a text has them.
    pub special: Vec<(String, u32)>,
    /// By id; empty where an id has none.
    pub pieces: Vec<String>,
}

/// Writes a file. No piece has a line break.
pub(super) fn write(parts: &Parts) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.bytes(WORD_PIECES_MAGIC);
    let Normalization { cleans, spaces_han, strips_accents, lowercases } = parts.normalization;
    let flags = [
        (cleans, CLEANS),
        (spaces_han, SPACES_HAN),
        (strips_accents, STRIPS_ACCENTS),
        (lowercases, LOWERCASES),
    ];
    writer.u8(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum());
    writer.varint(parts.max_characters as u32);
    writer.string(&parts.prefix);
    writer.varint(parts.unknown);
    for ids in &parts.single {
        writer.varint(ids.len() as u32);
        ids.iter().for_each(|id| writer.varint(*id));
    }
    parts.pair.types.iter().for_each(|kind| writer.varint(*kind));
    for ids in &parts.pair.around {
        writer.varint(ids.len() as u32);
        for (id, kind) in ids {
            writer.varint(*id);
            writer.varint(*kind);
        }
    }
    writer.varint(parts.special.len() as u32);
    for (text, id) in &parts.special {
        writer.string(text);
        writer.varint(*id);
    }
    writer.string(&parts.pieces.iter().flat_map(|piece| [piece, "\n"]).collect::<String>());
    writer.finish()
}

/// Reads a file, which may come from a network.
///
/// # Errors
/// What was expected and found.
pub(super) fn read(file: &[u8]) -> Result<Parts, String> {
    let Some(content) = file.strip_prefix(WORD_PIECES_MAGIC) else {
        return Err("a file of `docfuse model import` expected, that of another program or version found; \
                    import the model again"
            .to_owned());
    };
    let parts = fields(content).map_err(|error| error.to_string())?;
    if parts.pieces.get(parts.unknown as usize).is_none_or(String::is_empty) {
        return Err(format!(
            "an unknown piece below {} expected, {} found",
            parts.pieces.len(),
            parts.unknown
        ));
    }
    // One without a text would stand everywhere.
    if parts.special.iter().any(|(text, _)| text.is_empty()) {
        return Err("special pieces with a text expected, one without found".to_owned());
    }
    Ok(parts)
}

fn fields(content: &[u8]) -> Result<Parts, FormatError> {
    let mut cursor = Cursor::new(content);
    let id = |cursor: &mut Cursor<'_>| cursor.varint_up_to("id", MAX_PIECES);
    let kind = |cursor: &mut Cursor<'_>| cursor.varint_up_to("type", 1);
    let ids = |cursor: &mut Cursor<'_>| cursor.list("special ids", MAX_SPECIAL, &mut |cursor| id(cursor));
    let typed = |cursor: &mut Cursor<'_>| {
        cursor.list("special ids", MAX_SPECIAL, &mut |cursor| Ok((id(cursor)?, kind(cursor)?)))
    };
    let flags = cursor.u8("flags")?;
    let parts = Parts {
        normalization: Normalization {
            cleans: flags & CLEANS != 0,
            spaces_han: flags & SPACES_HAN != 0,
            strips_accents: flags & STRIPS_ACCENTS != 0,
            lowercases: flags & LOWERCASES != 0,
        },
        max_characters: cursor.varint_up_to("characters of a word", MAX_CHARACTERS)? as usize,
        prefix: cursor.owned("prefix")?,
        unknown: id(&mut cursor)?,
        single: [ids(&mut cursor)?, ids(&mut cursor)?],
        pair: Pair {
            types: [kind(&mut cursor)?, kind(&mut cursor)?],
            around: [typed(&mut cursor)?, typed(&mut cursor)?, typed(&mut cursor)?],
        },
        special: cursor
            .list("special pieces", MAX_SPECIAL, &mut |cursor| Ok((cursor.owned("text")?, id(cursor)?)))?,
        pieces: cursor.string("pieces")?.split_terminator('\n').map(str::to_owned).collect(),
    };
    cursor.end("tokenizer")?;
    Ok(parts)
}
