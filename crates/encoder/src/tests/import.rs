//! Importing valid folders of every kind, and invalid ones with the error of each.

use prost::Message;
use safetensors::tensor::Dtype;
use serde_json::{Value, json};

use super::encoder::load;
use super::forward::{dot, forward, gelu, gelu_tanh, pooled};
use super::tiny;
use crate::import::{ModelFolder, import};
use crate::word_pieces::WordPieces;
use crate::{ModelInfo, Pooling};

const TEXT: &str = "threads share data between owners, 漢字 (7)";

fn insert_json(folder: &mut ModelFolder, file: &str, value: Value) {
    folder.insert(file, serde_json::to_vec(&value).unwrap());
}

/// Imports, and compares the vector of [`TEXT`] with the reference implementation.
fn check(folder: &ModelFolder, pooling: Pooling, activation: fn(f32) -> f32) -> ModelInfo {
    let model = import(folder).unwrap();
    let vector = load(&model).embed(TEXT).unwrap();
    let ids = WordPieces::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap().ids(TEXT).unwrap();
    let cosine = dot(&vector, &forward(&tiny::tensors(), &ids, pooling, activation));
    assert!(cosine > 0.99, "{cosine}");
    model.info
}

#[test]
fn every_pooling_and_activation() {
    for (mode, pooling) in [
        ("pooling_mode_mean_tokens", Pooling::Mean),
        ("pooling_mode_cls_token", Pooling::Cls),
        ("pooling_mode_max_tokens", Pooling::Max),
    ] {
        let mut folder = tiny::folder();
        insert_json(&mut folder, "1_Pooling/config.json", tiny::pooling(mode));
        assert_eq!(check(&folder, pooling, gelu).pooling, pooling);
        insert_json(
            &mut folder,
            "modules.json",
            tiny::modules(&[("Transformer", ""), ("Pooling", "1_Pooling")]),
        );
        check(&folder, pooling, gelu);
    }
    for (name, activation) in [
        ("gelu_new", gelu_tanh as fn(f32) -> f32),
        ("gelu_pytorch_tanh", gelu_tanh),
        ("relu", |x| x.max(0.0)),
    ] {
        let mut folder = tiny::folder();
        let mut config = tiny::config();
        config["hidden_act"] = name.into();
        insert_json(&mut folder, "config.json", config);
        check(&folder, Pooling::Mean, activation);
    }
}

#[test]
fn every_number_format_and_naming_of_tensors() {
    for dtype in [Dtype::F32, Dtype::F16, Dtype::BF16] {
        let mut folder = tiny::folder();
        folder.insert("model.safetensors", tiny::safetensors(&tiny::tensors(), dtype));
        check(&folder, Pooling::Mean, gelu);
    }
    let renamed = |rename: fn(String) -> String| {
        let tensors = tiny::tensors().into_iter().map(|(name, tensor)| (rename(name), tensor)).collect();
        let mut folder = tiny::folder();
        folder.insert("model.safetensors", tiny::safetensors(&tensors, Dtype::F32));
        check(&folder, Pooling::Mean, gelu);
    };
    renamed(|name| format!("bert.{name}"));
    renamed(|name| name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"));
}

#[test]
fn vectors_are_cut_to_their_first_numbers() {
    let mut model = import(&tiny::folder()).unwrap();
    let whole = load(&model).embed(TEXT).unwrap();
    for wrong in [0, tiny::HIDDEN + 1] {
        assert!(model.truncate(wrong).unwrap_err().to_string().contains("1 to 32 dimensions expected"));
    }
    model.truncate(8).unwrap();
    let cut = load(&model).embed(TEXT).unwrap();
    let length = whole[..8].iter().map(|x| x * x).sum::<f32>().sqrt();
    assert_eq!(cut.len(), 8);
    assert!(cut.iter().zip(&whole).all(|(cut, whole)| (cut * length - whole).abs() < 1e-6), "{cut:?}");
}

/// The rows before them are of no use, so both files are the same.
#[test]
fn positions_of_xlm_r_begin_behind_those_of_padding() {
    let imported = |model_type: &str, padding: usize| {
        let mut tensors = tiny::tensors();
        tensors.get_mut("embeddings.token_type_embeddings.weight").unwrap().0[0] = 1;
        tensors.get_mut("embeddings.token_type_embeddings.weight").unwrap().1.truncate(tiny::HIDDEN);
        let positions = tensors.get_mut("embeddings.position_embeddings.weight").unwrap();
        positions.0[0] += padding;
        positions.1.splice(0..0, vec![9.0; padding * tiny::HIDDEN]);
        let mut config = tiny::config();
        config["model_type"] = model_type.into();
        config["type_vocab_size"] = 1.into();
        config["max_position_embeddings"] = (tiny::POSITIONS + padding).into();
        config["pad_token_id"] = padding.checked_sub(1).into();
        let mut folder = tiny::folder();
        insert_json(&mut folder, "config.json", config);
        folder.insert("model.safetensors", tiny::safetensors(&tensors, Dtype::F32));
        let model = import(&folder).unwrap();
        (model.onnx, model.query, model.info.max_tokens)
    };
    assert!(imported("bert", 0) == imported("xlm-roberta", 2));
}

/// Our messages have a few of the format's fields, tract-onnx's have all.
#[test]
fn files_say_the_same_to_tract_onnx() {
    for folder in [tiny::folder(), tiny::cross_encoder_folder()] {
        let file = import(&folder).unwrap().onnx;
        let model = tract_onnx::pb::ModelProto::decode(file.as_slice()).unwrap();
        assert_eq!(model.producer_name, "docfuse");
        assert!(model.graph.as_ref().is_some_and(|graph| !graph.initializer.is_empty()));
        assert_eq!(model.encode_to_vec(), file);
    }
}

#[test]
fn the_same_folder_gives_the_same_bytes() {
    assert_eq!(import(&tiny::folder()).unwrap(), import(&tiny::folder()).unwrap());
}

#[test]
fn model_info_comes_from_the_folder() {
    let info = import(&tiny::folder()).unwrap().info;
    assert_eq!(info.name, "tiny-bert");
    assert_eq!(info.licence.as_deref(), Some("apache-2.0"));
    assert_eq!((info.dimensions, info.max_tokens), (tiny::HIDDEN, tiny::MAX_TOKENS));

    let mut folder = tiny::folder();
    folder.insert("README.md", b"No title and no licence.".into());
    insert_json(&mut folder, "sentence_bert_config.json", json!({"max_seq_length": 4096}));
    let info = import(&folder).unwrap().info;
    assert_eq!((info.name.as_str(), info.licence), ("folder-name", None));
    assert_eq!(info.max_tokens, tiny::POSITIONS, "bounded by the position table");
}

#[test]
fn errors_name_missing_files() {
    for missing in &ModelFolder::FILES[..5] {
        let mut folder = ModelFolder::new("incomplete");
        for (file, bytes) in tiny::files().into_iter().filter(|(file, _)| file != missing) {
            folder.insert(file, bytes);
        }
        let error = import(&folder).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{missing} expected")), "{error}");
        if *missing == "tokenizer.json" {
            for (only, hint) in
                [("sentencepiece.bpe.model", "AutoTokenizer"), ("vocab.txt", "vocab.txt alone")]
            {
                folder.insert(only, b"[PAD]\n".into());
                let error = import(&folder).unwrap_err().to_string();
                assert!(error.contains(only) && error.contains(hint), "{error}");
            }
        }
    }
}

/// One changed file, and what the error must contain.
#[test]
fn errors_name_unsupported_configurations() {
    let bad = |file: &str, bytes: Vec<u8>, expected: &str| {
        let mut folder = tiny::folder();
        folder.insert(file, bytes);
        let error = import(&folder).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    for file in &ModelFolder::FILES[..6] {
        let name = if *file == "tokenizer.json" { "tokenizer" } else { file };
        bad(file, b"{".into(), name);
    }
    let config = |key: &str, value: Value, expected: &str| {
        let mut config = tiny::config();
        config[key] = value;
        bad("config.json", serde_json::to_vec(&config).unwrap(), expected);
    };
    config(
        "model_type",
        "roberta".into(),
        "config.json: model_type: \"bert\" or \"xlm-roberta\" expected, found \"roberta\"",
    );
    config("hidden_act", "silu".into(), "found \"silu\"");
    config("position_embedding_type", "relative_key".into(), "found \"relative_key\"");
    config("num_attention_heads", 5.into(), "a divisor of hidden_size (32) expected, found 5");
    config("num_hidden_layers", 0.into(), "num_hidden_layers: a positive number expected");
    config(
        "num_hidden_layers",
        1_000_000_000.into(),
        "num_hidden_layers: at most 128 expected, found 1000000000",
    );
    config("num_hidden_layers", 3.into(), "encoder.layer.2.attention.self.query.weight");
    config("hidden_size", (-1).into(), "config.json: invalid value");
    config("intermediate_size", 65.into(), "shape [65, 32] expected by config.json, found [64, 32]");
    config("vocab_size", 50.into(), "does not fit the model");
    config("vocab_size", u64::MAX.into(), "embeddings.word_embeddings.weight: shape");
    config("layer_norm_eps", (-1.0).into(), "layer_norm_eps");

    let modules = |kinds: &[(&str, &str)], expected: &str| {
        bad("modules.json", serde_json::to_vec(&tiny::modules(kinds)).unwrap(), expected);
    };
    modules(&[("Transformer", ""), ("Dense", "2_Dense"), ("Pooling", "1_Pooling")], "Dense, Pooling");
    modules(
        &[("Transformer", ""), ("Pooling", "1_Pooling"), ("Dense", "2_Dense")],
        "2_Dense/config.json expected",
    );
    modules(
        &[("Transformer", ""), ("Pooling", "1_Pooling"), ("Dense", "3_Dense")],
        "path of Dense: \"2_Dense\"",
    );
    modules(&[("Transformer", "0_Transformer"), ("Pooling", "1_Pooling")], "found \"0_Transformer\"");
    modules(&[], "Transformer, Pooling and at most Dense and Normalize expected");

    let two = tiny::pooling("pooling_mode_mean_sqrt_len_tokens");
    bad("1_Pooling/config.json", serde_json::to_vec(&two).unwrap(), "mean_sqrt_len");
    bad("sentence_bert_config.json", b"{\"max_seq_length\": 4}".into(), "8 or more word pieces");
    bad("tokenizer.json", b"[PAD]".into(), "tokenizer.json of Hugging Face tokenizers expected, another");
}

#[test]
fn a_linear_layer_may_stand_behind_the_pooling() {
    let tensors = tiny::dense_tensors();
    let ids = WordPieces::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap().ids(TEXT).unwrap();
    let mut without_bias = tiny::dense_folder("Identity", true);
    let config = json!({"in_features": tiny::HIDDEN, "out_features": tiny::OUTPUTS, "bias": false,
        "activation_function": "torch.nn.modules.linear.Identity"});
    insert_json(&mut without_bias, "2_Dense/config.json", config);
    for (folder, has_bias, is_tanh) in [
        (tiny::dense_folder("Tanh", true), true, true),
        (tiny::dense_folder("Tanh", false), true, true),
        (tiny::dense_folder("Identity", true), true, false),
        (tiny::dense_folder("Identity", false), true, false),
        (without_bias, false, false),
    ] {
        let model = import(&folder).unwrap();
        assert_eq!(model.info.dimensions, tiny::OUTPUTS);
        assert_ne!(model.info.source_sha256, import(&tiny::folder()).unwrap().info.source_sha256);
        // The vector before the layer has not unit length.
        let pooled = pooled(&tiny::tensors(), &ids, Pooling::Mean, gelu);
        let rows = tensors["linear.weight"].1.chunks_exact(tiny::HIDDEN).zip(&tensors["linear.bias"].1);
        let sums = rows.map(|(row, bias)| dot(row, &pooled) + if has_bias { *bias } else { 0.0 });
        let expected: Vec<f32> = sums.map(|sum| if is_tanh { sum.tanh() } else { sum }).collect();
        let cosine = dot(&load(&model).embed(TEXT).unwrap(), &expected) / dot(&expected, &expected).sqrt();
        assert!(cosine > 0.99, "{cosine}");
    }
}

#[test]
fn errors_name_what_is_wrong_with_that_layer() {
    let bad = |key: &str, value: Value, expected: &str| {
        let mut folder = tiny::dense_folder("Tanh", true);
        let mut config = json!({"in_features": tiny::HIDDEN, "out_features": tiny::OUTPUTS});
        config[key] = value;
        insert_json(&mut folder, "2_Dense/config.json", config);
        let error = import(&folder).unwrap_err().to_string();
        assert!(error.starts_with("2_Dense/") && error.contains(expected), "{expected:?} not in {error:?}");
    };
    bad("in_features", 31.into(), "in_features: hidden_size of config.json (32) expected, found 31");
    bad("out_features", 0.into(), "out_features: 1 to 4096 expected, found 0");
    bad("out_features", u64::MAX.into(), "out_features: 1 to 4096 expected");
    bad("out_features", 13.into(), "linear.weight: shape [13, 32] expected");
    bad(
        "module_input_name",
        "token_embeddings".into(),
        "module_input_name: \"sentence_embedding\" expected, found \"token_embeddings\"",
    );
    bad("module_output_name", "other".into(), "module_output_name: \"sentence_embedding\" expected");
    bad("activation_function", "torch.nn.ReLU".into(), "Identity or Tanh expected, found \"torch.nn.ReLU\"");
    let mut folder = tiny::dense_folder("Tanh", true);
    folder.insert("2_Dense/model.safetensors", b"nothing".into());
    assert!(import(&folder).unwrap_err().to_string().starts_with("2_Dense/model.safetensors: "));
}

#[test]
fn errors_name_unsupported_weights() {
    let bad = |change: &dyn Fn(&mut tiny::Tensors), dtype, expected: &str| {
        let mut tensors = tiny::tensors();
        change(&mut tensors);
        let mut folder = tiny::folder();
        folder.insert("model.safetensors", tiny::safetensors(&tensors, dtype));
        let error = import(&folder).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    let bias = "encoder.layer.1.output.dense.bias";
    bad(&|tensors| drop(tensors.remove(bias)), Dtype::F32, bias);
    bad(&|tensors| tensors.get_mut(bias).unwrap().0.insert(0, 1), Dtype::F32, "shape [32] expected");
    bad(&|tensors| tensors.get_mut(bias).unwrap().1[7] = f32::NAN, Dtype::F32, "found NaN at position 7");
    bad(&|tensors| tensors.get_mut(bias).unwrap().1[0] = f32::INFINITY, Dtype::F32, "found inf");
    bad(&|_| (), Dtype::F64, "F32, F16 or BF16 expected, found F64");
}

#[test]
fn prompts_are_those_of_the_folder() {
    let texts = json!({"query": "query: ", "document": "text: ", "other": "o: ", "none": ""});
    for (config, expected) in [
        (json!({}), Ok(["", ""])),
        (json!({"prompts": {}, "default_prompt_name": null, "similarity_fn_name": "cosine"}), Ok(["", ""])),
        (json!({"prompts": texts}), Ok(["query: ", "text: "])),
        (json!({"prompts": {"query": "q: ", "o": "o: "}, "default_prompt_name": "o"}), Ok(["q: ", "o: "])),
        (json!({"similarity_fn_name": "dot"}), Err("similarity_fn_name: \"cosine\" expected, found \"dot\"")),
        (json!({"prompts": 1}), Err("config_sentence_transformers.json: ")),
    ] {
        let mut folder = tiny::folder();
        insert_json(
            &mut folder,
            "modules.json",
            tiny::modules(&[("Transformer", ""), ("Pooling", "1_Pooling")]),
        );
        insert_json(&mut folder, "config_sentence_transformers.json", config.clone());
        match (import(&folder), expected) {
            (Ok(model), Ok([query, passage])) => {
                assert_eq!(
                    (model.info.query_prompt.as_str(), model.info.passage_prompt.as_str()),
                    (query, passage)
                );
                let encoder = load(&model);
                assert_eq!(encoder.passage_prompt(), passage);
                let prompted = encoder.embed(&format!("{query}{TEXT}")).unwrap();
                assert_eq!(encoder.embed_query(TEXT).unwrap(), prompted, "{config}");
            }
            (Err(error), Err(expected)) => assert!(error.to_string().contains(expected), "{error}"),
            (found, _) => panic!("{config}: {:?}", found.map(|model| model.info)),
        }
    }
}

#[test]
fn a_model_may_be_larger_than_hosts_serve_in_one_file() {
    let rows = (48 << 20) / tiny::HIDDEN;
    let mut tensors = tiny::tensors();
    let table = (vec![rows, tiny::HIDDEN], vec![0.0; rows * tiny::HIDDEN]);
    tensors.insert("embeddings.word_embeddings.weight".into(), table);
    let mut config = tiny::config();
    config["vocab_size"] = rows.into();
    let mut folder = tiny::folder();
    insert_json(&mut folder, "config.json", config);
    folder.insert("model.safetensors", tiny::safetensors(&tensors, Dtype::BF16));
    assert!(import(&folder).unwrap().onnx.len() > 24 << 20);
}
