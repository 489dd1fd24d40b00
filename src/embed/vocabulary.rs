//! Packs a tokenizer for an index: its vocabulary becomes a list, in which ids are positions.
//!
//! Compressed, the ids are most of the difference between the vocabulary in tokenizer.json and the list. The first line
//! of a packed tokenizer is the number of word pieces in the list, the second the tokenizer without its vocabulary as
//! JSON, and each further line a word piece as a JSON string without its quotes. The line of an unused id is empty.

#[cfg(feature = "write")]
use super::UNIGRAM_MAGIC;
#[cfg(feature = "write")]
use serde_json::{Map, Value};

/// Packs a tokenizer.json. Returns it unchanged if its vocabulary is no list: if it has scores, too many gaps, or an id
/// twice; so that of a unigram model, which is packed already. Cost: linear.
///
/// # Errors
/// The tokenizer is not a JSON object.
#[cfg(feature = "write")]
pub fn pack_tokenizer(json: &[u8]) -> serde_json::Result<Vec<u8>> {
    if json.starts_with(UNIGRAM_MAGIC) {
        return Ok(json.to_vec());
    }
    let tokenizer: Map<String, Value> = serde_json::from_slice(json)?;
    Ok(packed(tokenizer).unwrap_or_else(|| json.to_vec()))
}

#[cfg(feature = "write")]
fn packed(mut tokenizer: Map<String, Value>) -> Option<Vec<u8>> {
    let Some(Value::Object(mut model)) = tokenizer.remove("model") else { return None };
    let Some(Value::Object(vocabulary)) = model.remove("vocab") else { return None };
    let pieces = list(&vocabulary)?;
    if tokenizer.is_empty() || model.is_empty() {
        return None;
    }
    // The vocabulary comes last, so the model must come last too.
    let rest = Value::from(tokenizer).to_string();
    let rest = rest.strip_suffix('}')?;
    let mut text = format!("{}\n{rest},\"model\":{}}}", pieces.len(), Value::from(model));
    for piece in pieces {
        text.push('\n');
        let quoted = Value::from(piece.unwrap_or_default()).to_string();
        text.push_str(&quoted[1..quoted.len() - 1]);
    }
    Some(text.into_bytes())
}

/// Word pieces in the order of their ids.
#[cfg(feature = "write")]
fn list(vocabulary: &Map<String, Value>) -> Option<Vec<Option<&str>>> {
    let ids =
        vocabulary.iter().map(|(piece, id)| Some((piece.as_str(), usize::try_from(id.as_u64()?).ok()?)));
    let ids: Vec<(&str, usize)> = ids.collect::<Option<_>>()?;
    let length = ids.iter().map(|(_, id)| *id).max()?.checked_add(1)?;
    if length / 2 > ids.len() {
        return None;
    }
    let mut pieces = vec![None; length];
    for (piece, id) in ids {
        if piece.is_empty() || pieces[id].replace(piece).is_some() {
            return None;
        }
    }
    Some(pieces)
}

/// The tokenizer.json of a packed tokenizer; `None` if the file is JSON. At most seven times as long as the file.
///
/// # Errors
/// What was expected and found.
#[cfg(feature = "embed")]
pub(super) fn unpack(file: &[u8]) -> Result<Option<Vec<u8>>, String> {
    if !file.first().is_some_and(u8::is_ascii_digit) {
        return Ok(None);
    }
    let mut lines = file.split(|byte| *byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let expected = line();
    let Some(rest) = line().strip_suffix(b"}}") else {
        return Err("a tokenizer that ends with its model expected in the second line".to_owned());
    };
    let mut json = Vec::with_capacity(3 * file.len());
    json.extend_from_slice(rest);
    json.extend_from_slice(b",\"vocab\":{");
    let mut found = 0;
    for (id, piece) in lines.enumerate() {
        found = id + 1;
        if piece.is_empty() {
            continue;
        }
        if !json.ends_with(b"{") {
            json.push(b',');
        }
        json.push(b'"');
        json.extend_from_slice(piece);
        json.extend_from_slice(b"\":");
        json.extend_from_slice(id.to_string().as_bytes());
    }
    json.extend_from_slice(b"}}}");
    if found.to_string().as_bytes() != expected {
        let expected = String::from_utf8_lossy(expected);
        return Err(format!("{expected} word pieces expected, {found} found"));
    }
    Ok(Some(json))
}
