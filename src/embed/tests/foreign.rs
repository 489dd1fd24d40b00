//! Encoders that were not made by `import`: of standard operators alone, and as ONNX Runtime's tool for dynamic
//! quantization writes them.

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

/// Word rows, a linear layer, the mean over the text. `layer` makes "linear" from "rows".
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

/// What the encoder has to give: the mean of `activation(row · weights + bias)`.
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

/// The layer as `quantize_dynamic` writes it, with weights of the given type and zero point.
fn quantized(kind: i32, zero: u8) -> GraphProto {
    let layer = vec![
        node("DynamicQuantizeLinear", &["rows"], &["codes", "scale", "zero"]),
        node("MatMulInteger", &["codes", "weights", "zero", "weights_zero"], &["integers"]),
        node("Cast", &["integers"], &["numbers"]),
        node("Mul", &["scale", "weights_scale"], &["scales"]),
        node("Mul", &["numbers", "scales"], &["product"]),
        node("Add", &["bias", "product"], &["sum"]),
        node("Relu", &["sum"], &["linear"]),
    ];
    let (zero_code, least) = match kind {
        element::INT8 => (i16::from(zero.cast_signed()), -128),
        _ => (i16::from(zero), 0),
    };
    // As fine as the nearer end of the codes' range allows.
    let steps = f32::from((zero_code - least).min(least + 255 - zero_code));
    let code = |weight: &f32| ((weight * steps).round() as i16 + zero_code) as u8;
    let codes = numbers(WIDTH * WIDTH, 2).iter().map(code).collect();
    let constants = vec![
        tensor("weights", kind, &[WIDTH, WIDTH], codes),
        tensor("weights_zero", kind, &[], vec![zero]),
        floats("weights_scale", &[], &[1.0 / steps]),
        floats("bias", &[WIDTH], &numbers(WIDTH, 3)),
    ];
    encoder(layer, constants)
}

#[test]
fn an_encoder_of_standard_operators_runs_in_f32() {
    check(plain(), gelu, 0.99999);
}

#[test]
fn dynamic_quantization_takes_the_kernels() {
    let mut graph = quantized(element::INT8, 0);
    graph.initializer.push(floats("unused", &[], &[1.0]));
    rewrite(&mut graph);
    let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
    assert_eq!(operators, ["Gather", LINEAR, "ReduceMean"]);
    assert_eq!(graph.initializer.len(), 5, "the table, and the layer's weights, scale, zero point and bias");
    let layer = &graph.node[1];
    assert_eq!(layer.input, ["rows", "weights", "weights_scale", "weights_zero", "bias"]);
    assert_eq!((layer.output[0].as_str(), layer.attribute[0].name.as_str()), ("linear", ACTIVATION));
    check(quantized(element::INT8, 0), |x| x.max(0.0), 0.999);
}

#[test]
fn weights_with_a_zero_point_take_the_kernels() {
    for (kind, zero) in [(element::INT8, 3), (element::UINT8, 128), (element::UINT8, 100)] {
        let mut graph = quantized(kind, zero);
        rewrite(&mut graph);
        let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
        assert_eq!(operators, ["Gather", LINEAR, "ReduceMean"], "{kind} {zero}");
        check(quantized(kind, zero), |x| x.max(0.0), 0.998);
    }
}

/// One for each column, and too few.
#[test]
fn odd_zero_points() {
    let with = |zeros: TensorProto| {
        let mut graph = quantized(element::UINT8, 128);
        *graph.initializer.iter_mut().find(|tensor| tensor.name == "weights_zero").unwrap() = zeros;
        graph
    };
    check(with(tensor("weights_zero", element::UINT8, &[WIDTH], vec![128; WIDTH])), |x| x.max(0.0), 0.998);
    let error = Session::load(bytes(with(tensor("weights_zero", element::UINT8, &[2], vec![128; 2]))), WIDTH);
    let error = error.err().unwrap().to_string();
    assert!(error.contains("one zero point or 8 expected, found 2"), "{error}");
}

/// Embedding rows of one byte a number, as the tool writes them.
#[test]
fn rows_of_bytes_are_turned_back_into_numbers() {
    for (kind, zero) in [(element::INT8, -3_i16), (element::UINT8, 126)] {
        let mut graph = quantized(element::INT8, 0);
        let least = if kind == element::INT8 { -128 } else { 0 };
        let code = |x: &f32| ((x * 120.0).round() as i16 + zero).clamp(least, least + 255) as u8;
        let table = numbers(ROWS * WIDTH, 1).iter().map(code).collect();
        graph.initializer[0] = tensor("table", kind, &[ROWS, WIDTH], table);
        graph.initializer.push(tensor("table_zero", kind, &[], vec![zero as u8]));
        graph.initializer.push(floats("table_scale", &[], &[1.0 / 120.0]));
        graph.node[0].output = vec!["chosen".into()];
        let back = node("DequantizeLinear", &["chosen", "table_scale", "table_zero"], &["rows"]);
        graph.node.insert(1, back);
        check(graph, |x| x.max(0.0), 0.998);
    }
}

#[test]
fn a_second_activation_stays() {
    let mut graph = quantized(element::INT8, 0);
    let relu = graph.node.iter_mut().find(|node| node.op_type == "Relu").unwrap();
    relu.output = vec!["once".into()];
    let at = graph.node.len() - 1;
    graph.node.insert(at, node("Relu", &["once"], &["linear"]));
    rewrite(&mut graph);
    let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
    assert_eq!(operators, ["Gather", LINEAR, "Relu", "ReduceMean"]);
}

#[test]
fn rows_of_bytes_have_one_scale() {
    let mut graph = quantized(element::INT8, 0);
    graph.initializer[0] = tensor("table", element::INT8, &[ROWS, WIDTH], vec![1; ROWS * WIDTH]);
    graph.initializer.push(floats("table_scale", &[WIDTH], &[0.5; WIDTH]));
    graph.node[0].output = vec!["chosen".into()];
    graph.node.insert(1, node("DequantizeLinear", &["chosen", "table_scale"], &["rows"]));
    let error = Session::load(bytes(graph.clone()), WIDTH).err().unwrap().to_string();
    assert!(error.contains("1 values expected as scale, found 8"), "{error}");
    graph.node[1].input.truncate(1);
    let error = Session::load(bytes(graph), WIDTH).err().unwrap().to_string();
    assert!(error.contains("a scale expected"), "{error}");
}

#[test]
fn what_an_operator_does_not_do_is_refused() {
    for (node, expected) in [
        (node("SkipLayerNormalization", &["", "", "gain"], &["linear"]), "such to be added"),
        (causal(), "attention in both directions expected"),
    ] {
        let graph = encoder(vec![node], vec![floats("gain", &[WIDTH], &[1.0; WIDTH])]);
        let error = Session::load(bytes(graph), WIDTH).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// The runtime panics over some of them.
#[test]
fn numbers_that_no_model_has_are_errors() {
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

/// Attention of each row to those before it.
fn causal() -> NodeProto {
    let mut attention = node("MultiHeadAttention", &["rows", "rows", "rows"], &["linear"]);
    attention.attribute = ["num_heads", "unidirectional"]
        .map(|name| AttributeProto { name: name.into(), i: 1, ..AttributeProto::default() })
        .into();
    attention
}

/// A value that others ask for too must stay.
#[test]
fn shared_values_are_not_fused() {
    let mut graph = quantized(element::INT8, 0);
    graph.output.push(value("sum"));
    rewrite(&mut graph);
    let operators: Vec<&str> = graph.node.iter().map(|node| node.op_type.as_str()).collect();
    assert_eq!(operators, ["Gather", LINEAR, "Relu", "ReduceMean"]);
}
