//! Imports ONNX files of other tools and runs them: f32 and f16 exports of frameworks, and files that ONNX Runtime's
//! dynamic quantization wrote.

use prost::Message;
use tract_onnx::pb::tensor_proto::{DataLocation, DataType};
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, StringStringEntryProto, TensorProto,
};

use super::encoder::load;
use super::forward::{dot, forward, gelu};
use super::tiny;
use crate::Pooling;
use crate::import::{ImportError, ModelFolder, data_files, import};
use crate::word_pieces::WordPieces;

const TEXT: &str = "threads share data between owners, 漢字 (7)";

/// How a linear layer is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layers {
    /// `MatMul` with folded weights of this type.
    Folded(DataType),
    /// `MatMul` with a `Transpose` of the weights, which keep their name.
    Transposed,
    Gemm,
    /// Codes of this type; true: one scale for each column, false: one for all.
    Quantized(DataType, bool),
}

fn constant(name: &str, kind: DataType, shape: &[usize], raw_data: Vec<u8>) -> TensorProto {
    let dims = shape.iter().map(|dim| *dim as i64).collect();
    TensorProto { name: name.into(), data_type: kind as i32, dims, raw_data, ..TensorProto::default() }
}

fn floats(name: &str, kind: DataType, shape: &[usize], values: &[f32]) -> TensorProto {
    let bytes = match kind {
        DataType::Float16 => values.iter().flat_map(|x| half::f16::from_f32(*x).to_le_bytes()).collect(),
        _ => values.iter().flat_map(|x| x.to_le_bytes()).collect(),
    };
    constant(name, kind, shape, bytes)
}

fn node(op: &str, inputs: &[&str], outputs: &[&str]) -> NodeProto {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    NodeProto { op_type: op.into(), input: owned(inputs), output: owned(outputs), ..NodeProto::default() }
}

/// Codes of a table, their scales and zero points: one for all columns, or one for each.
fn quantized(
    name: &str,
    kind: DataType,
    shape: &[usize],
    values: &[f32],
    by_column: bool,
) -> [TensorProto; 3] {
    let columns = if by_column { shape[1] } else { 1 };
    let largest =
        |column| values.iter().skip(column).step_by(columns).fold(0f32, |most, x| most.max(x.abs()));
    let scales: Vec<f32> = (0..columns).map(|column| largest(column) / 120.0).collect();
    let zero: i16 = if kind == DataType::Uint8 { 128 } else { 3 };
    let code = |(at, x): (usize, &f32)| ((x / scales[at % columns]).round() as i16 + zero) as u8;
    let dims = if by_column { vec![columns] } else { Vec::new() };
    [
        constant(&format!("{name}_quantized"), kind, shape, values.iter().enumerate().map(code).collect()),
        floats(&format!("{name}_scale"), DataType::Float, &dims, &scales),
        constant(&format!("{name}_zero_point"), kind, &dims, vec![zero as u8; columns]),
    ]
}

/// The parts of an exported file that determine the weights: constants, and the layers around them.
fn exported(layers: Layers) -> GraphProto {
    exported_from(tiny::tensors(), layers)
}

fn exported_from(tensors: tiny::Tensors, layers: Layers) -> GraphProto {
    let mut graph = GraphProto::default();
    for (name, (shape, values)) in tensors {
        let stem = name.strip_suffix(".weight");
        let full = format!("0.auto_model.{name}");
        let (Some(stem), 2) = (stem, shape.len()) else {
            let kind = if let Layers::Folded(kind) = layers { kind } else { DataType::Float };
            graph.initializer.push(floats(&full, kind, &shape, &values));
            continue;
        };
        let [bias, product, sum] =
            ["bias", "product", "sum"].map(|part| format!("0.auto_model.{stem}.{part}"));
        if stem.contains("embeddings.") {
            if let Layers::Quantized(kind, _) = layers {
                let table = quantized(&full, kind, &shape, &values, false);
                let [codes, scale, zero] = table.each_ref().map(|tensor| tensor.name.as_str());
                graph.node.push(node("Gather", &[codes, "input_ids"], &[&product]));
                graph.node.push(node("DequantizeLinear", &[&product, scale, zero], &[&sum]));
                graph.initializer.extend(table);
            } else {
                let kind = if let Layers::Folded(kind) = layers { kind } else { DataType::Float };
                graph.initializer.push(floats(&full, kind, &shape, &values));
            }
            continue;
        }
        let [outputs, inputs] = [shape[0], shape[1]];
        let transposed_weights: Vec<f32> =
            (0..inputs * outputs).map(|at| values[at % outputs * inputs + at / outputs]).collect();
        let folded = format!("onnx::MatMul_{}", graph.node.len());
        match layers {
            Layers::Folded(kind) => {
                graph.initializer.push(floats(&folded, kind, &[inputs, outputs], &transposed_weights));
                graph.node.push(node("MatMul", &["rows", &folded], &[&product]));
            }
            Layers::Transposed => {
                graph.initializer.push(floats(&full, DataType::Float, &shape, &values));
                graph.node.push(node("Transpose", &[&full], &[&folded]));
                graph.node.push(node("MatMul", &["rows", &folded], &[&product]));
            }
            Layers::Gemm => {
                graph.initializer.push(floats(&folded, DataType::Float, &shape, &values));
                let mut gemm = node("Gemm", &["rows", &folded, &bias], &[&sum]);
                gemm.attribute =
                    vec![AttributeProto { name: "transB".into(), i: 1, ..AttributeProto::default() }];
                graph.node.push(gemm);
                continue;
            }
            Layers::Quantized(kind, by_column) => {
                let weights = quantized(&folded, kind, &[inputs, outputs], &transposed_weights, by_column);
                let [codes, scale, zero] = weights.each_ref().map(|tensor| tensor.name.as_str());
                let [integers, numbers, scales] = ["i", "n", "s"].map(|part| format!("{product}.{part}"));
                graph.node.extend([
                    node("DynamicQuantizeLinear", &["rows"], &["codes", "scale", "zero"]),
                    node("MatMulInteger", &["codes", codes, "zero", zero], &[&integers]),
                    node("Cast", &[&integers], &[&numbers]),
                    node("Mul", &["scale", scale], &[&scales]),
                    node("Mul", &[&numbers, &scales], &[&product]),
                ]);
                graph.initializer.extend(weights);
            }
        }
        graph.node.push(node("Add", &[&bias, &product], &[&sum]));
    }
    graph
}

fn folder(graph: GraphProto) -> ModelFolder {
    let mut folder = ModelFolder::new("exported");
    for (file, bytes) in tiny::files().into_iter().filter(|(file, _)| *file != "model.safetensors") {
        folder.insert(file, bytes);
    }
    let model = ModelProto { graph: Some(graph), ..ModelProto::default() };
    folder.insert(ModelFolder::EXPORTED, model.encode_to_vec());
    folder
}

#[test]
fn exported_and_quantized_files_are_imported_and_run() {
    let ids = WordPieces::load(&tiny::packed(), tiny::MAX_TOKENS).unwrap().ids(TEXT).unwrap();
    let expected = forward(&tiny::tensors(), &ids, Pooling::Mean, gelu);
    for layers in [
        Layers::Folded(DataType::Float),
        Layers::Folded(DataType::Float16),
        Layers::Transposed,
        Layers::Gemm,
        Layers::Quantized(DataType::Int8, false),
        Layers::Quantized(DataType::Uint8, false),
        Layers::Quantized(DataType::Uint8, true),
    ] {
        let model = import(&folder(exported(layers))).unwrap();
        let cosine = dot(&load(&model).embed(TEXT).unwrap(), &expected);
        assert!(cosine > 0.99, "{cosine} for {layers:?}");
    }
}

/// Imports from f32 are lossless: the encoder equals that of the safetensors file.
#[test]
fn the_same_weights_give_the_same_encoder() {
    let expected = import(&tiny::folder()).unwrap().onnx;
    for layers in [Layers::Folded(DataType::Float), Layers::Transposed, Layers::Gemm] {
        assert!(import(&folder(exported(layers))).unwrap().onnx == expected, "{layers:?}");
    }
}

#[test]
fn a_cross_encoder_may_come_from_an_exported_file() {
    let expected = import(&tiny::cross_encoder_folder()).unwrap();
    for layers in [Layers::Folded(DataType::Float), Layers::Transposed, Layers::Gemm] {
        let tensors = tiny::cross_encoder_tensors().into_iter();
        let tensors = tensors.map(|(name, tensor)| (tiny::classifier_name(&name), tensor)).collect();
        let graph = exported_from(tensors, layers);
        let mut folder = tiny::cross_encoder_folder();
        let model = ModelProto { graph: Some(graph), ..ModelProto::default() };
        folder.insert(ModelFolder::EXPORTED, model.encode_to_vec());
        let found = import(&folder).unwrap();
        assert!(found.onnx == expected.onnx, "{layers:?}");
        assert_ne!(found.info.source_sha256, expected.info.source_sha256);
    }
}

/// Moves all tensors to the end of `data`.
fn move_out(graph: &mut GraphProto, data: &mut Vec<u8>) {
    for tensor in &mut graph.initializer {
        let entries = [
            ("location", "weights/model.onnx.data".to_owned()),
            ("offset", data.len().to_string()),
            ("length", tensor.raw_data.len().to_string()),
        ];
        data.append(&mut tensor.raw_data);
        tensor.data_location = Some(DataLocation::External as i32);
        tensor.external_data =
            entries.map(|(key, value)| StringStringEntryProto { key: key.into(), value }).into();
    }
}

#[test]
fn weights_may_lie_in_a_file_beside() {
    let (mut graph, mut data) = (exported(Layers::Gemm), Vec::new());
    move_out(&mut graph, &mut data);
    let file = ModelProto { graph: Some(graph.clone()), ..ModelProto::default() }.encode_to_vec();
    assert_eq!(data_files(&file).unwrap().into_iter().collect::<Vec<_>>(), ["weights/model.onnx.data"]);
    let with = |data: &[u8]| {
        let mut folder = folder(graph.clone());
        folder.insert_data("weights/model.onnx.data", data.into());
        import(&folder)
    };
    let model = with(&data).unwrap();
    assert!(model.onnx == import(&tiny::folder()).unwrap().onnx);
    assert_eq!(model.info.source_sha256, docfuse::format::sha256_hex(&[file, data.clone()].concat()));
    assert!(matches!(with(&data[1..]), Err(ImportError::Weights { .. })), "too short");
    for place in ["../data", "/data", "a/../data"] {
        graph.initializer[0].external_data[0].value = place.into();
        graph.initializer.truncate(1);
        let file = ModelProto { graph: Some(graph.clone()), ..ModelProto::default() }.encode_to_vec();
        assert!(data_files(&file).unwrap().is_empty(), "{place}");
    }
}

#[test]
fn errors_name_missing_and_unreadable_weights() {
    let bad = |change: &dyn Fn(&mut GraphProto), expected: &str| {
        let mut graph = exported(Layers::Quantized(DataType::Uint8, true));
        change(&mut graph);
        let error = import(&folder(graph)).unwrap_err().to_string();
        assert!(error.starts_with("model.onnx: ") && error.contains(expected), "{error}");
    };
    bad(
        &|graph| graph.node.retain(|node| node.op_type != "MatMulInteger"),
        "attention.self.query.weight expected",
    );
    bad(
        &|graph| graph.node.retain(|node| node.op_type != "DequantizeLinear"),
        "word_embeddings.weight expected",
    );
    let zeros = |graph: &mut GraphProto| {
        let zeros = graph.initializer.iter_mut().filter(|tensor| tensor.name.ends_with("_zero_point"));
        zeros.for_each(|zeros| (zeros.dims, zeros.raw_data) = (vec![2], vec![128; 2]));
    };
    bad(&zeros, "expected");
    bad(&|graph| move_out(graph, &mut Vec::new()), "are not in \"weights/model.onnx.data\" beside it");
    let mut odd = folder(GraphProto::default());
    odd.insert(ModelFolder::EXPORTED, b"no model".into());
    assert!(matches!(import(&odd), Err(ImportError::Weights { .. })));
}
