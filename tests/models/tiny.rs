//! A BERT model of two layers with seeded random weights, and its folder in memory.

use std::collections::BTreeMap;

use docfuse_encoder::import::ModelFolder;
use docfuse_encoder::pack_tokenizer;
use safetensors::tensor::{Dtype, TensorView};

pub const HIDDEN: usize = 32;
pub const HEADS: usize = 4;
pub const INTERMEDIATE: usize = 64;
pub const LAYERS: usize = 2;
pub const POSITIONS: usize = 64;
pub const MAX_TOKENS: usize = 48;
pub const EPSILON: f32 = 1e-6;

/// Weights by name: shape and values, row-major.
pub type Tensors = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// Special pieces, letters and digits at the beginning of a word and within, punctuation, and some words.
pub fn vocabulary() -> Vec<String> {
    let mut pieces: Vec<String> = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(String::from).into();
    for letter in ('a'..='z').chain('0'..='9').chain("漢字é".chars()) {
        pieces.push(letter.to_string());
        pieces.push(format!("##{letter}"));
    }
    pieces.extend(". , ! ? ( ) : - _ 。".split(' ').map(String::from));
    pieces.extend("the owner ##ship of data thread share between".split(' ').map(String::from));
    pieces
}

/// The tokenizer, with the truncation and padding that files from the hub often carry.
pub fn tokenizer() -> Vec<u8> {
    let vocabulary: serde_json::Map<_, _> =
        vocabulary().into_iter().enumerate().map(|(id, piece)| (piece, id.into())).collect();
    let special = |id: u32, content: &str| {
        serde_json::json!({"id": id, "content": content, "special": true, "single_word": false,
            "lstrip": false, "rstrip": false, "normalized": false})
    };
    let template = |name: &str, id: u32| serde_json::json!({"id": name, "ids": [id], "tokens": [name]});
    serde_json::to_vec(&serde_json::json!({
        "version": "1.0",
        "truncation": {"max_length": 16, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        "padding": {"strategy": {"Fixed": 16}, "direction": "Right", "pad_to_multiple_of": null,
            "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [special(0, "[PAD]"), special(1, "[UNK]"), special(2, "[CLS]"), special(3, "[SEP]")],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
            "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"[CLS]": template("[CLS]", 2), "[SEP]": template("[SEP]", 3)}},
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocabulary},
    }))
    .unwrap()
}

/// The tokenizer as pages read it.
pub fn packed() -> Vec<u8> {
    pack_tokenizer(&tokenizer()).unwrap()
}

pub fn tensors() -> Tensors {
    let mut tensors = Tensors::new();
    let mut add = |name: &str, shape: &[usize], middle: f32, spread: f32| {
        let values = random(name, shape.iter().product()).map(|x| middle + spread * x).collect();
        tensors.insert(name.into(), (shape.into(), values));
    };
    add("embeddings.word_embeddings.weight", &[vocabulary().len(), HIDDEN], 0.0, 1.0);
    add("embeddings.position_embeddings.weight", &[POSITIONS, HIDDEN], 0.0, 0.5);
    add("embeddings.token_type_embeddings.weight", &[2, HIDDEN], 0.0, 0.5);
    for layer in 0..LAYERS {
        let name = format!("encoder.layer.{layer}");
        for (part, outputs, inputs) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", INTERMEDIATE, HIDDEN),
            ("output.dense", HIDDEN, INTERMEDIATE),
        ] {
            add(&format!("{name}.{part}.weight"), &[outputs, inputs], 0.0, 0.35);
            add(&format!("{name}.{part}.bias"), &[outputs], 0.0, 0.2);
        }
    }
    let layers = (0..LAYERS).flat_map(|layer| {
        [format!("encoder.layer.{layer}.attention.output"), format!("encoder.layer.{layer}.output")]
    });
    for name in layers.chain(["embeddings".into()]) {
        add(&format!("{name}.LayerNorm.weight"), &[HIDDEN], 1.0, 0.2);
        add(&format!("{name}.LayerNorm.bias"), &[HIDDEN], 0.0, 0.1);
    }
    tensors
}

/// Numbers uniform in −1 to 1 that depend on `seed` alone (SplitMix64).
pub fn random(seed: &str, count: usize) -> impl Iterator<Item = f32> {
    let mut state = seed.bytes().fold(1u64, |state, byte| state.wrapping_mul(31).wrapping_add(byte.into()));
    (0..count).map(move |_| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) >> 40) as f32 / (1 << 23) as f32 - 1.0
    })
}

pub fn safetensors(tensors: &Tensors, dtype: Dtype) -> Vec<u8> {
    let bytes: Vec<Vec<u8>> = tensors
        .values()
        .map(|(_, values)| match dtype {
            Dtype::F16 => values.iter().flat_map(|&x| half::f16::from_f32(x).to_le_bytes()).collect(),
            Dtype::BF16 => values.iter().flat_map(|&x| half::bf16::from_f32(x).to_le_bytes()).collect(),
            Dtype::F64 => values.iter().flat_map(|&x| f64::from(x).to_le_bytes()).collect(),
            _ => values.iter().flat_map(|&x| x.to_le_bytes()).collect(),
        })
        .collect();
    let views = tensors.iter().zip(&bytes).map(|((name, (shape, _)), bytes)| {
        (name.as_str(), TensorView::new(dtype, shape.clone(), bytes).unwrap())
    });
    safetensors::serialize(views, None).unwrap()
}

pub fn config() -> serde_json::Value {
    serde_json::json!({
        "model_type": "bert", "vocab_size": vocabulary().len(), "hidden_size": HIDDEN,
        "intermediate_size": INTERMEDIATE, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
        "max_position_embeddings": POSITIONS, "type_vocab_size": 2, "layer_norm_eps": EPSILON,
        "hidden_act": "gelu",
    })
}

pub fn pooling(mode: &str) -> serde_json::Value {
    let mut config = serde_json::json!({
        "word_embedding_dimension": HIDDEN, "pooling_mode_cls_token": false,
        "pooling_mode_mean_tokens": false, "pooling_mode_max_tokens": false,
        "pooling_mode_mean_sqrt_len_tokens": false,
    });
    config[mode] = true.into();
    config
}

pub fn modules(kinds: &[(&str, &str)]) -> serde_json::Value {
    let module = |(kind, path): &(&str, &str)| serde_json::json!({"path": path, "type": format!("sentence_transformers.models.{kind}")});
    kinds.iter().map(module).collect()
}

/// The files of the complete folder: mean pooling, unit length, f32.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let json = |value: serde_json::Value| serde_json::to_vec(&value).unwrap();
    let modules = modules(&[("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")]);
    let readme = b"---\nlanguage: en\nlicense: apache-2.0\ntags:\n- x\n---\n\n# tiny-bert\n\nText.\n";
    vec![
        ("config.json", json(config())),
        ("modules.json", json(modules)),
        ("1_Pooling/config.json", json(pooling("pooling_mode_mean_tokens"))),
        ("sentence_bert_config.json", json(serde_json::json!({"max_seq_length": MAX_TOKENS}))),
        ("tokenizer.json", tokenizer()),
        ("model.safetensors", safetensors(&tensors(), Dtype::F32)),
        ("README.md", readme.into()),
    ]
}

pub fn folder() -> ModelFolder {
    let mut folder = ModelFolder::new("folder-name");
    files().into_iter().for_each(|(file, bytes)| folder.insert(file, bytes));
    folder
}

/// Outputs of the layer behind the pooling.
pub const OUTPUTS: usize = 12;

/// That layer.
pub fn dense_tensors() -> Tensors {
    let shapes = [("linear.weight", vec![OUTPUTS, HIDDEN]), ("linear.bias", vec![OUTPUTS])];
    let tensor = |(name, shape): (&str, Vec<usize>)| {
        let values = random(name, shape.iter().product()).map(|x| 0.4 * x).collect();
        (name.to_owned(), (shape, values))
    };
    shapes.into_iter().map(tensor).collect()
}

/// The folder with that layer, and this function of its outputs.
pub fn dense_folder(activation: &str, normalized: bool) -> ModelFolder {
    let json = |value: serde_json::Value| serde_json::to_vec(&value).unwrap();
    let mut folder = folder();
    let all =
        [("Transformer", ""), ("Pooling", "1_Pooling"), ("Dense", "2_Dense"), ("Normalize", "3_Normalize")];
    folder.insert("modules.json", json(modules(&all[..if normalized { 4 } else { 3 }])));
    folder.insert(
        "2_Dense/config.json",
        json(serde_json::json!({"in_features": HIDDEN, "out_features": OUTPUTS, "bias": true,
            "activation_function": format!("torch.nn.modules.linear.{activation}")})),
    );
    folder.insert("2_Dense/model.safetensors", safetensors(&dense_tensors(), Dtype::F32));
    folder
}

/// Pooler and classifier, and all tensors above, by the names of a checkpoint without "bert.".
pub fn cross_encoder_tensors() -> Tensors {
    let mut tensors = tensors();
    for (name, outputs, spread) in [("pooler.dense", HIDDEN, 0.35), ("classifier", 1, 1.0)] {
        for (part, shape) in [("weight", vec![outputs, HIDDEN]), ("bias", vec![outputs])] {
            let name = format!("{name}.{part}");
            let values = random(&name, shape.iter().product()).map(|x| spread * x).collect();
            tensors.insert(name, (shape, values));
        }
    }
    tensors
}

/// The name of a tensor in a checkpoint of a classifier.
pub fn classifier_name(name: &str) -> String {
    if name.starts_with("classifier.") { name.to_owned() } else { format!("bert.{name}") }
}

/// A cross-encoder: a classifier with one label, as `CrossEncoder.save()` writes it.
pub fn cross_encoder_folder() -> ModelFolder {
    let json = |value: serde_json::Value| serde_json::to_vec(&value).unwrap();
    let mut folder = ModelFolder::new("tiny-cross-encoder");
    let mut config = config();
    config["architectures"] = ["BertForSequenceClassification"].into();
    config["id2label"] = serde_json::json!({"0": "LABEL_0"});
    folder.insert("config.json", json(config));
    let mut tokenizer: serde_json::Value = serde_json::from_slice(&tokenizer()).unwrap();
    let part = |kind: &str, id: &str, of: u32| serde_json::json!({kind: {"id": id, "type_id": of}});
    tokenizer["post_processor"]["pair"] = serde_json::json!([
        part("SpecialToken", "[CLS]", 0),
        part("Sequence", "A", 0),
        part("SpecialToken", "[SEP]", 0),
        part("Sequence", "B", 1),
        part("SpecialToken", "[SEP]", 1),
    ]);
    folder.insert("tokenizer.json", json(tokenizer));
    let tensors = cross_encoder_tensors().into_iter();
    let tensors = tensors.map(|(name, tensor)| (classifier_name(&name), tensor)).collect();
    folder.insert("model.safetensors", safetensors(&tensors, Dtype::F32));
    folder
}
