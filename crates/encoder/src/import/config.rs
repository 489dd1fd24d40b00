//! Reads the JSON files of a sentence-transformers folder, and checks that the model is supported.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::ImportError;
use super::model_folder::{CONFIG, MODULES, ModelFolder, POOLING, SENTENCE_BERT, SENTENCE_TRANSFORMERS};
use crate::kernels::Epilogue;
use crate::{MIN_TOKENS, ModelKind, Pooling};

/// Everything that determines the graph, checked: all numbers are positive and `heads` divides `hidden`.
#[derive(Clone, Debug)]
pub(super) struct Architecture {
    pub kind: ModelKind,
    pub vocabulary: usize,
    pub hidden: usize,
    pub intermediate: usize,
    pub layers: usize,
    pub heads: usize,
    pub positions: usize,
    /// The position of a text's first piece: rows of the table before it stand for padding.
    pub first_position: usize,
    pub token_types: usize,
    pub epsilon: f32,
    /// The function between the two feed-forward layers.
    pub activation: Epilogue,
    /// `Cls` for a cross-encoder.
    pub pooling: Pooling,
    /// Whether a linear layer stands behind the pooling.
    pub has_dense: bool,
    pub normalize: bool,
    /// Maximum word pieces of one text.
    pub max_tokens: usize,
}

/// config.json of a BERT model (transformers' `BertConfig`).
#[derive(Deserialize)]
struct BertConfig {
    #[serde(default)]
    architectures: Vec<String>,
    /// The labels of a classifier.
    #[serde(default)]
    id2label: BTreeMap<String, serde_json::Value>,
    vocab_size: usize,
    hidden_size: usize,
    intermediate_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    max_position_embeddings: usize,
    type_vocab_size: usize,
    #[serde(default)]
    model_type: String,
    /// XLM-R counts positions from the one behind it.
    pad_token_id: Option<usize>,
    #[serde(default = "default_epsilon")]
    layer_norm_eps: f64,
    #[serde(default = "default_activation")]
    hidden_act: String,
    #[serde(default = "default_positions")]
    position_embedding_type: String,
}

fn default_epsilon() -> f64 {
    1e-12
}

fn default_activation() -> String {
    "gelu".into()
}

fn default_positions() -> String {
    "absolute".into()
}

/// The values of `model_type` whose graph is BERT's.
const BERT: &str = "bert";
const XLM_R: &str = "xlm-roberta";

/// The architecture of cross-encoders, and the end of the names of those of other models.
const CLASSIFIER: &str = "BertForSequenceClassification";
const CLASSIFIERS: &str = "ForSequenceClassification";

/// Most layers: several times those of the largest BERT models. The graph has nodes for each before any tensor is read.
const MAX_LAYERS: usize = 128;

/// One entry of modules.json.
#[derive(Deserialize)]
struct Module {
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

/// 1_Pooling/config.json.
#[derive(Deserialize)]
struct PoolingConfig {
    word_embedding_dimension: usize,
    #[serde(flatten)]
    modes: BTreeMap<String, serde_json::Value>,
}

/// sentence_bert_config.json.
#[derive(Deserialize)]
struct SentenceBertConfig {
    max_seq_length: Option<usize>,
}

impl Architecture {
    /// Reads and checks all configuration files of `folder`.
    pub fn read(folder: &ModelFolder) -> Result<Self, ImportError> {
        let config = bert_config(folder.required(CONFIG)?)?;
        let kind = kind(&config, folder.optional(MODULES).is_some())?;
        let (pooling, [has_dense, normalize]) = match kind {
            ModelKind::Encoder => {
                let behind = modules(folder.required(MODULES)?)?;
                (pooling(folder.required(POOLING)?, config.hidden_size)?, behind)
            }
            ModelKind::CrossEncoder => (Pooling::Cls, [false; 2]),
        };
        let max_tokens = match folder.optional(SENTENCE_BERT) {
            Some(bytes) => json::<SentenceBertConfig>(SENTENCE_BERT, bytes)?.max_seq_length,
            None => None,
        };
        let first_position =
            if config.model_type == XLM_R { config.pad_token_id.unwrap_or(1).saturating_add(1) } else { 0 };
        let places = config.max_position_embeddings.saturating_sub(first_position);
        let max_tokens = max_tokens.unwrap_or(usize::MAX).min(places);
        if max_tokens < MIN_TOKENS {
            let expected = format!("{MIN_TOKENS} or more word pieces");
            return Err(unsupported(SENTENCE_BERT, "max_seq_length", &expected, max_tokens.to_string()));
        }
        Ok(Self {
            kind,
            vocabulary: config.vocab_size,
            hidden: config.hidden_size,
            intermediate: config.intermediate_size,
            layers: config.num_hidden_layers,
            heads: config.num_attention_heads,
            positions: config.max_position_embeddings,
            first_position,
            token_types: config.type_vocab_size,
            epsilon: config.layer_norm_eps as f32,
            activation: activation(&config.hidden_act)?,
            pooling,
            has_dense,
            normalize,
            max_tokens,
        })
    }
}

pub(super) fn json<'a, T: Deserialize<'a>>(file: &'static str, bytes: &'a [u8]) -> Result<T, ImportError> {
    serde_json::from_slice(bytes).map_err(|error| ImportError::Json { file, reason: error.to_string() })
}

pub(super) fn unsupported(
    file: &'static str,
    what: &'static str,
    expected: &str,
    found: String,
) -> ImportError {
    ImportError::Unsupported { file, what, expected: expected.into(), found }
}

fn bert_config(bytes: &[u8]) -> Result<BertConfig, ImportError> {
    /// Read first, so that another kind of model is reported as such, not as a missing BERT field.
    #[derive(Deserialize)]
    struct Kind {
        model_type: String,
    }
    let kind = json::<Kind>(CONFIG, bytes)?.model_type;
    if ![BERT, XLM_R].contains(&kind.as_str()) {
        return Err(unsupported(CONFIG, "model_type", "\"bert\" or \"xlm-roberta\"", format!("{kind:?}")));
    }
    let config = json::<BertConfig>(CONFIG, bytes)?;
    if config.position_embedding_type != "absolute" {
        let found = format!("{:?}", config.position_embedding_type);
        return Err(unsupported(CONFIG, "position_embedding_type", "\"absolute\"", found));
    }
    for (what, value) in [
        ("vocab_size", config.vocab_size),
        ("hidden_size", config.hidden_size),
        ("intermediate_size", config.intermediate_size),
        ("num_hidden_layers", config.num_hidden_layers),
        ("num_attention_heads", config.num_attention_heads),
        ("max_position_embeddings", config.max_position_embeddings),
        ("type_vocab_size", config.type_vocab_size),
    ] {
        if value == 0 {
            return Err(unsupported(CONFIG, what, "a positive number", "0".into()));
        }
    }
    if config.num_hidden_layers > MAX_LAYERS {
        let expected = format!("at most {MAX_LAYERS}");
        return Err(unsupported(
            CONFIG,
            "num_hidden_layers",
            &expected,
            config.num_hidden_layers.to_string(),
        ));
    }
    if !config.hidden_size.is_multiple_of(config.num_attention_heads) {
        let expected = format!("a divisor of hidden_size ({})", config.hidden_size);
        let found = config.num_attention_heads.to_string();
        return Err(unsupported(CONFIG, "num_attention_heads", &expected, found));
    }
    // Rows of the word table are stored with two codes per byte.
    if !config.hidden_size.is_multiple_of(2) {
        return Err(unsupported(CONFIG, "hidden_size", "an even number", config.hidden_size.to_string()));
    }
    if !(config.layer_norm_eps >= 0.0 && config.layer_norm_eps < 1.0) {
        let found = config.layer_norm_eps.to_string();
        return Err(unsupported(CONFIG, "layer_norm_eps", "a number from 0 to 1", found));
    }
    Ok(config)
}

/// A classifier of texts with one label is a cross-encoder. In a folder with modules, other architectures say nothing.
fn kind(config: &BertConfig, has_modules: bool) -> Result<ModelKind, ImportError> {
    if !config.architectures.iter().any(|name| name == CLASSIFIER) {
        let other = config.architectures.iter().find(|name| name.ends_with(CLASSIFIERS) && !has_modules);
        return match other {
            None => Ok(ModelKind::Encoder),
            Some(found) => {
                let expected = format!("\"{CLASSIFIER}\" of a cross-encoder");
                Err(unsupported(CONFIG, "architectures", &expected, format!("{found:?}")))
            }
        };
    }
    let labels = config.id2label.len();
    if labels > 1 {
        return Err(unsupported(CONFIG, "id2label", "one label, as cross-encoders have", labels.to_string()));
    }
    // The query has type 0, the text type 1.
    if config.type_vocab_size < 2 {
        let found = config.type_vocab_size.to_string();
        return Err(unsupported(CONFIG, "type_vocab_size", "2 or more for a cross-encoder", found));
    }
    Ok(ModelKind::CrossEncoder)
}

fn activation(name: &str) -> Result<Epilogue, ImportError> {
    match name {
        "gelu" => Ok(Epilogue::Gelu),
        "gelu_new" | "gelu_fast" | "gelu_pytorch_tanh" => Ok(Epilogue::GeluTanh),
        "relu" => Ok(Epilogue::Relu),
        other => {
            let expected = "\"gelu\", \"gelu_new\", \"gelu_fast\", \"gelu_pytorch_tanh\" or \"relu\"";
            Err(unsupported(CONFIG, "hidden_act", expected, format!("{other:?}")))
        }
    }
}

/// Whether a linear layer stands behind the pooling, and whether the model normalises its vectors. Refuses all sequences of
/// modules but those of a sentence encoder.
fn modules(bytes: &[u8]) -> Result<[bool; 2], ImportError> {
    let modules: Vec<Module> = json(MODULES, bytes)?;
    let kinds: Vec<&str> =
        modules.iter().map(|module| module.kind.rsplit('.').next().unwrap_or_default()).collect();
    let behind = match kinds[..] {
        ["Transformer", "Pooling"] => [false, false],
        ["Transformer", "Pooling", "Normalize"] => [false, true],
        ["Transformer", "Pooling", "Dense"] => [true, false],
        ["Transformer", "Pooling", "Dense", "Normalize"] => [true, true],
        _ => {
            let expected = "Transformer, Pooling and at most Dense and Normalize";
            return Err(unsupported(MODULES, "modules", expected, kinds.join(", ")));
        }
    };
    let places =
        [("path of Transformer", ""), ("path of Pooling", "1_Pooling"), ("path of Dense", "2_Dense")];
    for (module, (what, expected)) in modules.iter().zip(places).take(if behind[0] { 3 } else { 2 }) {
        if module.path != expected {
            let expected = format!("{expected:?}");
            return Err(unsupported(MODULES, what, &expected, format!("{:?}", module.path)));
        }
    }
    Ok(behind)
}

fn pooling(bytes: &[u8], hidden: usize) -> Result<Pooling, ImportError> {
    let config: PoolingConfig = json(POOLING, bytes)?;
    if config.word_embedding_dimension != hidden {
        let expected = format!("hidden_size of config.json ({hidden})");
        let found = config.word_embedding_dimension.to_string();
        return Err(unsupported(POOLING, "word_embedding_dimension", &expected, found));
    }
    let modes: Vec<&str> = config
        .modes
        .iter()
        .filter(|(name, value)| name.starts_with("pooling_mode_") && value.as_bool() == Some(true))
        .map(|(name, _)| name.as_str())
        .collect();
    match modes[..] {
        ["pooling_mode_mean_tokens"] => Ok(Pooling::Mean),
        ["pooling_mode_cls_token"] => Ok(Pooling::Cls),
        ["pooling_mode_max_tokens"] => Ok(Pooling::Max),
        _ => {
            let expected =
                "exactly one of pooling_mode_mean_tokens, pooling_mode_cls_token, pooling_mode_max_tokens";
            Err(unsupported(POOLING, "pooling mode", expected, format!("{modes:?}")))
        }
    }
}

/// config_sentence_transformers.json.
#[derive(Default, Deserialize)]
struct SentenceTransformersConfig {
    #[serde(default)]
    prompts: BTreeMap<String, String>,
    default_prompt_name: Option<String>,
    similarity_fn_name: Option<String>,
}

/// The prompts for queries and for texts that are searched, by the names that models give them; otherwise the default
/// prompt, if there is one.
pub(super) fn prompts(folder: &ModelFolder, architecture: &Architecture) -> Result<[String; 2], ImportError> {
    let config = match folder.optional(SENTENCE_TRANSFORMERS) {
        Some(bytes) => json::<SentenceTransformersConfig>(SENTENCE_TRANSFORMERS, bytes)?,
        None => SentenceTransformersConfig::default(),
    };
    // Vectors have unit length here, so that products are cosines.
    if !architecture.normalize
        && let Some(found) = config.similarity_fn_name.filter(|name| name != "cosine")
    {
        return Err(unsupported(
            SENTENCE_TRANSFORMERS,
            "similarity_fn_name",
            "\"cosine\"",
            format!("{found:?}"),
        ));
    }
    let named = |name: &str| config.prompts.get(name).filter(|prompt| !prompt.is_empty());
    let general = config.default_prompt_name.as_deref().and_then(named);
    let first =
        |names: &[&str]| names.iter().find_map(|name| named(name)).or(general).cloned().unwrap_or_default();
    Ok([first(&["query"]), first(&["passage", "document"])])
}
