//! Small encoders not made by `import`: one of standard operators only, and one with a layer as `import` writes it.

use super::forward::{dot, gelu};
use crate::embed::EmbedError;
use crate::embed::onnx::{AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto};
use crate::embed::onnx::{TensorProto, ValueInfoProto, element};
use crate::embed::ops::{ACTIVATION, LINEAR};
use crate::embed::patterns::rewrite;
use crate::embed::session::Session;
use prost::Message;

const ROWS: usize = 10;
const WIDTH: usize = 8;
const IDS: [u32; 3] = [7, 0, 4];

/// Numbers from −1 to 1.
fn numbers(count: usize, seed: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7919 + seed * 104_729) % 2003) as f32 / 1001.0 - 1.0).collect()
}

fn tensor(name: &str, kind: i32, dims: &[usize], raw_data: Vec<u8>) -> TensorProto {
    let dims = dims.iter().map(|&dim| dim as i64).collect();
    TensorProto {
        name: name.into(),
        data_type: kind,
        dims,
        raw_data: raw_data.into(),
        ..TensorProto::default()
    }
}

fn floats(name: &str, dims: &[usize], values: &[f32]) -> TensorProto {
    tensor(name, element::FLOAT, dims, values.iter().flat_map(|value| value.to_le_bytes()).collect())
}

fn node(op: &str, inputs: &[&str], outputs: &[&str]) -> NodeProto {
    NodeProto {
        op_type: op.into(),
        input: inputs.iter().map(|&name| name.into()).collect(),
        output: outputs.iter().map(|&name| name.into()).collect(),
        ..NodeProto::default()
    }
}

fn value(name: &str) -> ValueInfoProto {
    ValueInfoProto { name: name.into() }
}

/// Word rows, a linear layer, and the mean over the text. `layer` computes "linear" from "rows".
fn encoder(layer: Vec<NodeProto>, constants: Vec<TensorProto>) -> GraphProto {
    let mut nodes = vec![node("Gather", &["table", "input_ids"], &["rows"])];
    nodes.extend(layer);
    let mut mean = node("ReduceMean", &["linear"], &["sentence_embedding"]);
    mean.attribute = vec![
        AttributeProto { name: "axes".into(), ints: vec![1], ..AttributeProto::default() },
        AttributeProto { name: "keepdims".into(), i: 0, ..AttributeProto::default() },
    ];
    nodes.push(mean);
    let mut initializer = vec![floats("table", &[ROWS, WIDTH], &numbers(ROWS * WIDTH, 1))];
    initializer.extend(constants);
    GraphProto {
        node: nodes,
        initializer,
        input: vec![value("input_ids")],
        output: vec![value("sentence_embedding")],
    }
}

fn bytes(graph: GraphProto) -> Vec<u8> {
    let opset_import = vec![OperatorSetIdProto { domain: String::new(), version: 17 }];
    ModelProto { ir_version: 8, opset_import, graph: Some(graph) }.encode_to_vec()
}

/// The expected vector: the mean of `activation(row · weights + bias)`.
fn expected(activation: fn(f32) -> f32) -> Vec<f32> {
    let (table, weights, bias) = (numbers(ROWS * WIDTH, 1), numbers(WIDTH * WIDTH, 2), numbers(WIDTH, 3));
    let output = |row: &[f32], out: usize| {
        bias[out] + row.iter().enumerate().map(|(i, x)| x * weights[i * WIDTH + out]).sum::<f32>()
    };
    let mean = |out| {
        let rows = IDS.iter().map(|&id| &table[id as usize * WIDTH..][..WIDTH]);
        rows.map(|row| activation(output(row, out))).sum::<f32>() / IDS.len() as f32
    };
    (0..WIDTH).map(mean).collect()
}

fn check(graph: GraphProto, activation: fn(f32) -> f32, bar: f32) {
    let found = Session::load(bytes(graph), WIDTH).unwrap().run(&IDS).unwrap();
    let expected = expected(activation);
    let cosine = dot(&found, &expected) / (dot(&found, &found) * dot(&expected, &expected)).sqrt();
    assert!(cosine >= bar, "{cosine}: {found:?} for {expected:?}");
}

/// The layer as frameworks export it, with the activation written out.
fn plain() -> GraphProto {
    let layer = vec![
        node("MatMul", &["rows", "weights"], &["product"]),
        node("Add", &["bias", "product"], &["sum"]),
        node("Div", &["sum", "root"], &["scaled"]),
        node("Erf", &["scaled"], &["erf"]),
        node("Add", &["erf", "one"], &["gate"]),
        node("Mul", &["sum", "gate"], &["twice"]),
        node("Mul", &["twice", "half"], &["linear"]),
    ];
    let constants = vec![
        floats("weights", &[WIDTH, WIDTH], &numbers(WIDTH * WIDTH, 2)),
        floats("bias", &[WIDTH], &numbers(WIDTH, 3)),
        floats("root", &[], &[std::f32::consts::SQRT_2]),
        floats("one", &[], &[1.0]),
        floats("half", &[], &[0.5]),
    ];
    encoder(layer, constants)
}

/// The layer in int8, as the import writes it.
fn quantized() -> GraphProto {
    let layer = vec![
        node(LINEAR, &["rows", "weights", "weights_scale", "", "bias"], &["sum"]),
        node("Relu", &["sum"], &["linear"]),
    ];
    let codes = numbers(WIDTH * WIDTH, 2).iter().map(|weight| (weight * 127.0).round() as i8 as u8).collect();
    let constants = vec![
        tensor("weights", element::INT8, &[WIDTH, WIDTH], codes),
        floats("weights_scale", &[WIDTH], &[1.0 / 127.0; WIDTH]),
        floats("bias", &[WIDTH], &numbers(WIDTH, 3)),
    ];
    encoder(layer, constants)
}

#[test]
fn activations_are_fused_into_layers() {
    let mut graph = quantized();
    graph.initializer.push(floats("unused", &[], &[1.0]));
    rewrite(&mut graph);
    let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
    assert_eq!(operators, ["Gather", LINEAR, "ReduceMean"]);
    assert_eq!(graph.initializer.len(), 4, "the table, and the layer's weights, scales and bias");
    let layer = &graph.node[1];
    assert_eq!((layer.output[0].as_str(), layer.attribute[0].name.as_str()), ("linear", ACTIVATION));
    check(quantized(), |x| x.max(0.0), 0.999);
}

#[test]
fn weights_with_zero_points_are_refused() {
    let mut graph = quantized();
    graph.node[1].input[3] = "weights_zero".into();
    graph.initializer.push(tensor("weights_zero", element::INT8, &[], vec![3]));
    let error = Session::load(bytes(graph), WIDTH).err().unwrap().to_string();
    assert!(error.contains("weights without zero points expected"), "{error}");
}

#[test]
fn an_encoder_of_standard_operators_runs_in_f32() {
    check(plain(), gelu, 0.99999);
}

#[test]
fn a_second_activation_is_not_fused() {
    let mut graph = quantized();
    let relu = graph.node.iter_mut().find(|node| node.op_type == "Relu").unwrap();
    relu.output = vec!["once".into()];
    let at = graph.node.len() - 1;
    graph.node.insert(at, node("Relu", &["once"], &["linear"]));
    rewrite(&mut graph);
    let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
    assert_eq!(operators, ["Gather", LINEAR, "Relu", "ReduceMean"]);
}

#[test]
fn unsupported_variants_of_operators_are_refused() {
    for (node, expected) in [
        (node("SkipLayerNormalization", &["", "", "gain"], &["linear"]), "rows to add"),
        (causal(), "attention in both directions expected"),
    ] {
        let graph = encoder(vec![node], vec![floats("gain", &[WIDTH], &[1.0; WIDTH])]);
        let error = Session::load(bytes(graph), WIDTH).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// The runtime panics on some of them.
#[test]
fn out_of_range_attributes_are_errors() {
    for axis in [-9, 7, i64::MAX, i64::MIN] {
        for (operator, inputs) in [
            ("Concat", &["rows", "rows"][..]),
            ("Gather", &["rows", "input_ids"]),
            ("ReduceMean", &["rows"]),
            ("Unsqueeze", &["rows"]),
            ("Squeeze", &["rows"]),
            ("Transpose", &["rows"]),
        ] {
            let mut odd = node(operator, inputs, &["linear"]);
            odd.attribute = vec![
                AttributeProto { name: "axis".into(), i: axis, ..AttributeProto::default() },
                AttributeProto { name: "axes".into(), ints: vec![axis], ..AttributeProto::default() },
                AttributeProto { name: "perm".into(), ints: vec![axis, 0, 1], ..AttributeProto::default() },
            ];
            let found = Session::load(bytes(encoder(vec![odd], Vec::new())), WIDTH);
            assert!(matches!(found, Err(EmbedError::Model { .. })), "{operator} {axis}");
        }
    }
}

/// Attention of each row to those before it only.
fn causal() -> NodeProto {
    let mut attention = node("MultiHeadAttention", &["rows", "rows", "rows"], &["linear"]);
    attention.attribute = ["num_heads", "unidirectional"]
        .map(|name| AttributeProto { name: name.into(), i: 1, ..AttributeProto::default() })
        .into();
    attention
}

/// A value with another consumer must stay.
#[test]
fn shared_values_are_not_fused() {
    let mut graph = quantized();
    graph.output.push(value("sum"));
    rewrite(&mut graph);
    let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
    assert_eq!(operators, ["Gather", LINEAR, "Relu", "ReduceMean"]);
}
