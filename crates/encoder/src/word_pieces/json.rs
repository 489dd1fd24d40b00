//! Makes the form of [`super::layout`] from a tokenizer.json.

use std::collections::HashMap;

use tokenizers::processors::PostProcessorWrapper;
use tokenizers::{
    AddedToken, Encoding, ModelWrapper, NormalizerWrapper, PreTokenizerWrapper, Tokenizer,
    normalizers::BertNormalizer,
};

use super::layout::{MAX_CHARACTERS, MAX_PIECES, MAX_SPECIAL, Normalization, Pair, Parts, Typed, write};
use super::templates;

/// Packs a tokenizer.json of word pieces.
///
/// # Errors
/// What was expected and found, where the file has what a page could not do.
pub fn pack(json: &[u8]) -> Result<Vec<u8>, String> {
    let mut tokenizer = Tokenizer::from_bytes(json).map_err(|error| {
        format!("a tokenizer.json of Hugging Face tokenizers expected, another file found: {error}")
    })?;
    // The model's limit cuts texts, and padding would cost as much as the longest.
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(|error| error.to_string())?;
    let normalization = normalization(tokenizer.get_normalizer())?;
    check_pre_tokenizer(tokenizer.get_pre_tokenizer())?;
    if let Some(processor) = tokenizer.get_post_processor() {
        check_post_processor(processor)?;
        templates::check(processor)?;
    }
    let ModelWrapper::WordPiece(model) = tokenizer.get_model() else {
        return Err(format!(
            "a model \"WordPiece\" or \"Unigram\" expected, \"{}\" found",
            name(tokenizer.get_model())
        ));
    };
    if model.max_input_chars_per_word > MAX_CHARACTERS as usize {
        let found = model.max_input_chars_per_word;
        return Err(format!("words of at most {MAX_CHARACTERS} characters expected, {found} found"));
    }
    let vocabulary = tokenizer.get_vocab(false);
    let unknown = vocabulary.get(&model.unk_token);
    let unknown = *unknown
        .ok_or_else(|| format!("a piece \"{}\" for unknown words expected, none found", model.unk_token))?;
    let mut special: Vec<(String, u32)> = Vec::new();
    for (id, token) in tokenizer.get_added_tokens_decoder() {
        check_added(&token)?;
        special.push((token.content, id));
    }
    special.sort_by_key(|(_, id)| *id);
    if special.len() > MAX_SPECIAL as usize {
        return Err(format!("at most {MAX_SPECIAL} added tokens expected, {} found", special.len()));
    }
    let probe = probe(&tokenizer, &vocabulary)?;
    let [before, after] = around(&tokenizer, probe)?;
    let pair = around_pair(&tokenizer, probe)?;
    Ok(write(&Parts {
        normalization,
        max_characters: model.max_input_chars_per_word,
        prefix: model.continuing_subword_prefix.clone(),
        unknown,
        single: [before, after],
        pair,
        special,
        pieces: listed(&vocabulary)?,
    }))
}

/// The pieces by their ids.
fn listed(vocabulary: &HashMap<String, u32>) -> Result<Vec<String>, String> {
    let largest = vocabulary.values().copied().max().unwrap_or(0);
    if largest > MAX_PIECES {
        return Err(format!("ids of word pieces up to {MAX_PIECES} expected, {largest} found"));
    }
    let mut pieces = vec![String::new(); largest as usize + 1];
    for (piece, id) in vocabulary {
        let place = &mut pieces[*id as usize];
        if piece.is_empty() || piece.contains('\n') || !place.is_empty() {
            return Err(format!(
                "one word piece without line breaks for each id expected, {piece:?} found for {id}"
            ));
        }
        place.clone_from(piece);
    }
    Ok(pieces)
}

fn normalization(normalizer: Option<&NormalizerWrapper>) -> Result<Normalization, String> {
    match normalizer {
        None => {
            Ok(Normalization { cleans: false, spaces_han: false, strips_accents: false, lowercases: false })
        }
        Some(NormalizerWrapper::BertNormalizer(BertNormalizer {
            clean_text,
            handle_chinese_chars,
            strip_accents,
            lowercase,
            ..
        })) => Ok(Normalization {
            cleans: *clean_text,
            spaces_han: *handle_chinese_chars,
            strips_accents: strip_accents.unwrap_or(*lowercase),
            lowercases: *lowercase,
        }),
        Some(NormalizerWrapper::Sequence(all)) if all.as_ref().len() == 1 => {
            normalization(all.as_ref().first())
        }
        Some(other) => Err(format!("a normalizer \"BertNormalizer\" expected, \"{}\" found", name(other))),
    }
}

fn check_pre_tokenizer(pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<(), String> {
    match pre_tokenizer {
        Some(PreTokenizerWrapper::BertPreTokenizer(_)) => Ok(()),
        Some(PreTokenizerWrapper::Sequence(all)) if all.as_ref().len() == 1 => {
            check_pre_tokenizer(all.as_ref().first())
        }
        other => {
            let found = other.map_or_else(|| "none".to_owned(), |other| format!("\"{}\"", name(other)));
            Err(format!("a pre-tokenizer \"BertPreTokenizer\" expected, {found} found"))
        }
    }
}

fn check_post_processor(processor: &PostProcessorWrapper) -> Result<(), String> {
    match processor {
        PostProcessorWrapper::Bert(_) | PostProcessorWrapper::Template(_) => Ok(()),
        PostProcessorWrapper::Sequence(all) => all.as_ref().iter().try_for_each(check_post_processor),
        other => Err(format!(
            "a post-processor \"TemplateProcessing\" or \"BertProcessing\" expected, \"{}\" found",
            name(other)
        )),
    }
}

/// What a page seeks is a piece as it stands, anywhere in a text.
fn check_added(token: &AddedToken) -> Result<(), String> {
    let AddedToken { content, single_word, lstrip, rstrip, normalized, .. } = token;
    let flags = [
        (*single_word, "single_word"),
        (*lstrip, "lstrip"),
        (*rstrip, "rstrip"),
        (*normalized, "normalized"),
        (content.is_empty(), "no text"),
    ];
    match flags.iter().find(|(is_set, _)| *is_set) {
        Some((_, flag)) => {
            Err(format!("an added token as it stands expected, {content:?} with {flag} found"))
        }
        None => Ok(()),
    }
}

/// The "type" of a part in its JSON.
fn name(part: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(part).unwrap_or_default();
    value["type"].as_str().unwrap_or("one without a type").to_owned()
}

/// The ids before and after a text.
fn around(tokenizer: &Tokenizer, probe: &str) -> Result<[Vec<u32>; 2], String> {
    let encoding = tokenizer.encode(probe, true).map_err(|error| error.to_string())?;
    let [at] = texts(&encoding)[..] else { return Err("one text in its template expected".to_owned()) };
    let ids = encoding.get_ids();
    Ok([ids[..at].to_vec(), ids[at + 1..].to_vec()])
}

/// What stands around a query and a text.
fn around_pair(tokenizer: &Tokenizer, probe: &str) -> Result<Pair, String> {
    let encoding = tokenizer.encode((probe, probe), true).map_err(|error| error.to_string())?;
    // A template of pairs need not have both texts: only cross-encoders ask for it.
    let [first, second] = texts(&encoding)[..] else { return Ok(Pair { types: [0, 1], ..Pair::default() }) };
    let types: Vec<u32> = encoding.get_type_ids().iter().map(|kind| (*kind).min(1)).collect();
    let typed: Vec<Typed> = encoding.get_ids().iter().copied().zip(types.iter().copied()).collect();
    let around = [&typed[..first], &typed[first + 1..second], &typed[second + 1..]];
    Ok(Pair { types: [types[first], types[second]], around: around.map(<[_]>::to_vec) })
}

/// The places of pieces that are of a text.
fn texts(encoding: &Encoding) -> Vec<usize> {
    let places = encoding.get_special_tokens_mask().iter().enumerate();
    places.filter(|(_, is_special)| **is_special == 0).map(|(at, _)| at).collect()
}

/// A text of one word piece.
fn probe<'a>(tokenizer: &Tokenizer, vocabulary: &'a HashMap<String, u32>) -> Result<&'a str, String> {
    let mut words: Vec<&str> = vocabulary.keys().map(String::as_str).collect();
    words.sort_unstable();
    let is_one = |text: &&str| tokenizer.encode(*text, false).is_ok_and(|encoding| encoding.len() == 1);
    words.into_iter().find(is_one).ok_or_else(|| "a vocabulary with words expected, none found".to_owned())
}
