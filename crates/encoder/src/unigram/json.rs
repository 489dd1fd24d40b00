//! Makes the form of [`super::layout`] from a tokenizer.json with a unigram model, as the tokenizers of XLM-R have it.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;

use super::charsmap;
use super::layout::{META, NORMALIZED, Parts, Prefix, STRIPS_LEFT, STRIPS_RIGHT, Special, Template, write};

/// A tokenizer.json, as far as it is the same for all of them.
#[derive(Deserialize)]
struct Json<'a> {
    #[serde(default)]
    added_tokens: Vec<Added>,
    normalizer: Option<Value>,
    pre_tokenizer: Option<Value>,
    post_processor: Option<Value>,
    #[serde(borrow)]
    model: Model<'a>,
}

#[derive(Deserialize)]
struct Model<'a> {
    #[serde(rename = "type")]
    kind: Option<&'a str>,
    unk_id: Option<u32>,
    #[serde(default)]
    byte_fallback: bool,
    /// A map of another kind of model.
    vocab: Value,
}

#[derive(Deserialize)]
struct Added {
    content: String,
    #[serde(default)]
    single_word: bool,
    #[serde(default)]
    lstrip: bool,
    #[serde(default)]
    rstrip: bool,
    #[serde(default)]
    normalized: bool,
}

/// The packed tokenizer; `None` if the file has no unigram model.
///
/// # Errors
/// It has one with parts of other kinds: what was expected and found.
pub(crate) fn pack(json: &[u8]) -> Result<Option<Vec<u8>>, String> {
    /// Read first, for other models may have any other form.
    #[derive(Deserialize)]
    struct Kind {
        model: KindOfModel,
    }
    #[derive(Deserialize)]
    struct KindOfModel {
        #[serde(rename = "type")]
        kind: Option<String>,
    }
    let is_unigram =
        serde_json::from_slice::<Kind>(json).is_ok_and(|json| json.model.kind.as_deref() == Some("Unigram"));
    if !is_unigram {
        return Ok(None);
    }
    let json: Json = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    debug_assert_eq!(json.model.kind, Some("Unigram"));
    let unknown = json.model.unk_id.ok_or("model.unk_id expected, none found")?;
    if json.model.byte_fallback {
        return Err("a model without byte_fallback expected, one with it found".to_owned());
    }
    let pieces = pieces(json.model.vocab)?;
    let normalizer = normalizer(json.normalizer.as_ref())?;
    let split = split(json.pre_tokenizer.as_ref())?;
    let parts = Parts {
        unknown,
        strips_end: normalizer.strips_end,
        collapses: normalizer.collapses,
        splits_white_space: split.white_space,
        keeps_whole: split.keeps_whole,
        prefix: split.prefix,
        template: template(json.post_processor.as_ref())?,
        special: special(json.added_tokens, &pieces),
        rules: normalizer.rules,
        pieces,
    };
    Ok(Some(write(&parts)))
}

/// Added pieces. As in the tokenizers crate, an id is that of the last piece with the same text, else the next one behind
/// the vocabulary, whatever the file says.
fn special(added: Vec<Added>, pieces: &[(String, f32)]) -> Vec<Special> {
    let mut ids: HashMap<String, u32> = pieces.iter().map(|(text, _)| text.clone()).zip(0..).collect();
    let mut next = pieces.len() as u32;
    let mut special = Vec::new();
    for Added { content, single_word, lstrip, rstrip, normalized } in added {
        if content.is_empty() {
            continue;
        }
        let id = *ids.entry(content.clone()).or_insert_with(|| {
            next += 1;
            next - 1
        });
        if !single_word {
            let flags = [(lstrip, STRIPS_LEFT), (rstrip, STRIPS_RIGHT), (normalized, NORMALIZED)];
            let flags = flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum();
            special.push(Special { text: content, id, flags });
        }
    }
    special
}

fn pieces(vocabulary: Value) -> Result<Vec<(String, f32)>, String> {
    // Scores were f32 when SentencePiece wrote them.
    let pieces: Vec<(String, f32)> =
        serde_json::from_value(vocabulary).map_err(|error| format!("model.vocab: {error}"))?;
    match pieces.iter().find(|(piece, _)| piece.contains('\n')) {
        Some((piece, _)) => Err(format!("pieces without line breaks expected, {piece:?} found")),
        None => Ok(pieces),
    }
}

fn kind(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or("none")
}

/// The steps of a sequence, or the only step.
fn steps<'a>(value: Option<&'a Value>, list: &str) -> Vec<&'a Value> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(value) if kind(value) == "Sequence" => {
            let steps = value.get(list).and_then(Value::as_array);
            steps.into_iter().flatten().flat_map(|step| self::steps(Some(step), list)).collect()
        }
        Some(value) => vec![value],
    }
}

#[derive(Default)]
struct Normalizer {
    rules: BTreeMap<String, String>,
    strips_end: bool,
    collapses: Option<char>,
}

fn normalizer(value: Option<&Value>) -> Result<Normalizer, String> {
    let mut normalizer = Normalizer::default();
    for step in steps(value, "normalizers") {
        let text = |name: &str| step.get(name).and_then(Value::as_str).unwrap_or_default();
        let is_set = |name: &str| step.get(name) == Some(&Value::Bool(true));
        let put = match text("content") {
            " " => Some(' '),
            content if content.chars().eq([META]) => Some(META),
            _ => None,
        };
        let Normalizer { rules, strips_end, collapses } = &mut normalizer;
        match kind(step) {
            "Precompiled" if rules.is_empty() && !*strips_end && collapses.is_none() => {
                let map = STANDARD.decode(text("precompiled_charsmap"));
                *rules = charsmap::rules(&map.map_err(|error| error.to_string())?)?;
            }
            "Strip" if is_set("strip_right") && !is_set("strip_left") && collapses.is_none() => {
                *strips_end = true;
            }
            "Replace"
                if put.is_some()
                    && collapses.is_none()
                    && step.pointer("/pattern/Regex").and_then(Value::as_str) == Some(" {2,}") =>
            {
                *collapses = put;
            }
            other => {
                return Err(format!(
                    "a normalizer of Precompiled, then Strip of the right side, then Replace of \" {{2,}}\" by a space or \
                     {META} expected, {other} found"
                ));
            }
        }
    }
    Ok(normalizer)
}

struct Split {
    white_space: bool,
    keeps_whole: bool,
    prefix: Prefix,
}

fn split(value: Option<&Value>) -> Result<Split, String> {
    let steps = steps(value, "pretokenizers");
    let kinds: Vec<&str> = steps.iter().map(|step| kind(step)).collect();
    let (white_space, metaspace) = match (&kinds[..], &steps[..]) {
        (["Metaspace"], [metaspace]) => (false, metaspace),
        (["WhitespaceSplit", "Metaspace"], [_, metaspace]) => (true, metaspace),
        _ => {
            return Err(format!(
                "a pre_tokenizer of at most WhitespaceSplit, then Metaspace expected, {kinds:?} found"
            ));
        }
    };
    let mark = metaspace.get("replacement").and_then(Value::as_str);
    if mark.is_none_or(|mark| !mark.chars().eq([META])) {
        return Err(format!("Metaspace with the replacement {META} expected, {mark:?} found"));
    }
    let prefix = match metaspace.get("prepend_scheme").and_then(Value::as_str) {
        Some("never") => Prefix::None,
        Some("first") => Prefix::First,
        _ if metaspace.get("add_prefix_space") == Some(&Value::Bool(false)) => Prefix::None,
        _ => Prefix::All,
    };
    let keeps_whole = metaspace.get("split") == Some(&Value::Bool(false));
    Ok(Split { white_space, keeps_whole, prefix })
}

/// The special pieces around a text: of a template, or of RoBERTa's and BERT's steps.
fn template(value: Option<&Value>) -> Result<Template, String> {
    let mut found = Template::default();
    for step in steps(value, "processors") {
        let id = |name: &str| {
            let id = step.get(name).and_then(|pair| pair.get(1)).and_then(Value::as_u64);
            id.and_then(|id| u32::try_from(id).ok()).ok_or_else(|| format!("post_processor.{name} expected"))
        };
        match kind(step) {
            "RobertaProcessing" | "BertProcessing" if found == Template::default() => {
                found = Template { before: vec![id("cls")?], after: vec![id("sep")?] };
            }
            "TemplateProcessing" if found == Template::default() => found = of_template(step)?,
            other => return Err(format!("one template as post_processor expected, {other} found")),
        }
    }
    Ok(found)
}

fn of_template(step: &Value) -> Result<Template, String> {
    let mut template = Template::default();
    let mut has_text = false;
    for part in step.get("single").and_then(Value::as_array).into_iter().flatten() {
        if let Some(name) = part.pointer("/SpecialToken/id").and_then(Value::as_str) {
            let ids = step.get("special_tokens").and_then(|all| all.get(name)?.get("ids")?.as_array());
            let ids = ids.into_iter().flatten().filter_map(|id| u32::try_from(id.as_u64()?).ok());
            if has_text { template.after.extend(ids) } else { template.before.extend(ids) }
        } else if std::mem::replace(&mut has_text, true) {
            return Err("one text expected in the template of one text, a second one found".to_owned());
        }
    }
    match has_text {
        true => Ok(template),
        false => Err("a text expected in the template of one text, none found".to_owned()),
    }
}
