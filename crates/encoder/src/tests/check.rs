//! Imports compared with the graph of another tool: a whole BERT in standard operators.

use prost::Message;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto::{Tensor as TensorType, Value};
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TypeProto,
    ValueInfoProto,
};

use super::tiny::{self, EPSILON, HEADS, HIDDEN, LAYERS};
use crate::import::{CheckError, check, import};

/// Writes a graph, node by node.
#[derive(Default)]
struct Writer(GraphProto);

impl Writer {
    fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.constant(name, DataType::Float, shape, bytes);
    }

    fn integers(&mut self, name: &str, values: &[i64]) {
        let bytes = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.constant(name, DataType::Int64, &[values.len()], bytes);
    }

    fn constant(&mut self, name: &str, kind: DataType, shape: &[usize], raw_data: Vec<u8>) {
        let dims = shape.iter().map(|dim| *dim as i64).collect();
        let (name, data_type) = (name.into(), kind as i32);
        self.0.initializer.push(TensorProto { name, data_type, dims, raw_data, ..TensorProto::default() });
    }

    /// Adds a node, whose output has its name.
    fn node(&mut self, op: &str, inputs: &[&str], name: &str, attribute: Vec<AttributeProto>) -> String {
        self.0.node.push(NodeProto {
            op_type: op.into(),
            name: format!("node {name}"),
            input: inputs.iter().map(|input| (*input).to_owned()).collect(),
            output: vec![name.to_owned()],
            attribute,
            ..NodeProto::default()
        });
        name.to_owned()
    }

    fn linear(&mut self, layer: &str, input: &str) -> String {
        let turned =
            self.node("Transpose", &[&format!("{layer}.weight")], &format!("{layer}.turned"), Vec::new());
        let product = self.node("MatMul", &[input, &turned], &format!("{layer}.product"), Vec::new());
        self.node("Add", &[&format!("{layer}.bias"), &product], &format!("{layer}.sum"), Vec::new())
    }

    fn norm(&mut self, layer: &str, input: &str) -> String {
        let [gain, bias] = ["weight", "bias"].map(|part| format!("{layer}.LayerNorm.{part}"));
        let epsilon =
            AttributeProto { name: "epsilon".into(), f: EPSILON, r#type: 1, ..AttributeProto::default() };
        self.node("LayerNormalization", &[input, &gain, &bias], &format!("{layer}.normed"), vec![epsilon])
    }

    /// Rows by head: `[1, heads, rows, size]`, or with the last two turned.
    fn heads(&mut self, layer: &str, input: &str, order: [i64; 4]) -> String {
        let split = self.node("Reshape", &[input, "split"], &format!("{layer}.split"), Vec::new());
        self.node("Transpose", &[&split], &format!("{layer}.heads"), vec![permutation(order)])
    }
}

fn permutation(order: [i64; 4]) -> AttributeProto {
    AttributeProto { name: "perm".into(), ints: order.into(), r#type: 7, ..AttributeProto::default() }
}

fn value(name: &str, kind: DataType) -> ValueInfoProto {
    let tensor = TensorType { elem_type: kind as i32, shape: None };
    let r#type = Some(TypeProto { value: Some(Value::TensorType(tensor)), ..TypeProto::default() });
    ValueInfoProto { name: name.into(), r#type, ..ValueInfoProto::default() }
}

/// The graph of the tiny model, as a framework exports it.
fn graph(tensors: tiny::Tensors) -> Vec<u8> {
    let mut to = Writer::default();
    for (name, (shape, values)) in &tensors {
        to.floats(name, shape, values);
    }
    to.integers("split", &[0, 0, HEADS as i64, (HIDDEN / HEADS) as i64]);
    to.integers("join", &[0, 0, HIDDEN as i64]);
    to.floats("root", &[], &[((HIDDEN / HEADS) as f32).sqrt()]);
    to.integers("zero", &[0]);
    to.integers("one", &[1]);
    let word = to.node("Gather", &["embeddings.word_embeddings.weight", "input_ids"], "word", Vec::new());
    let kind =
        to.node("Gather", &["embeddings.token_type_embeddings.weight", "token_type_ids"], "kind", Vec::new());
    let shape = to.node("Shape", &["input_ids"], "shape", Vec::new());
    let rows = to.node("Gather", &[&shape, "one"], "rows", Vec::new());
    let table = "embeddings.position_embeddings.weight";
    let place = to.node("Slice", &[table, "zero", &rows, "zero"], "place", Vec::new());
    let sum = to.node("Add", &[&word, &kind], "first sum", Vec::new());
    let sum = to.node("Add", &[&sum, &place], "second sum", Vec::new());
    let mut hidden = to.norm("embeddings", &sum);
    for layer in 0..LAYERS {
        let name = format!("encoder.layer.{layer}");
        let part = |part: &str| format!("{name}.{part}");
        let [query, key, of_values] = ["query", "key", "value"].map(|kind| {
            let layer = part(&format!("attention.self.{kind}"));
            let rows = to.linear(&layer, &hidden);
            to.heads(&layer, &rows, if kind == "key" { [0, 2, 3, 1] } else { [0, 2, 1, 3] })
        });
        let scores = to.node("MatMul", &[&query, &key], &part("scores"), Vec::new());
        let scores = to.node("Div", &[&scores, "root"], &part("scaled"), Vec::new());
        let axis = AttributeProto { name: "axis".into(), i: -1, r#type: 2, ..AttributeProto::default() };
        let shares = to.node("Softmax", &[&scores], &part("shares"), vec![axis]);
        let context = to.node("MatMul", &[&shares, &of_values], &part("context"), Vec::new());
        let context = to.node("Transpose", &[&context], &part("turned"), vec![permutation([0, 2, 1, 3])]);
        let context = to.node("Reshape", &[&context, "join"], &part("joined"), Vec::new());
        let attended = to.linear(&part("attention.output.dense"), &context);
        let attended = to.node("Add", &[&attended, &hidden], &part("attended"), Vec::new());
        let attended = to.norm(&part("attention.output"), &attended);
        let inner = to.linear(&part("intermediate.dense"), &attended);
        let inner = to.node("Gelu", &[&inner], &part("activated"), Vec::new());
        let output = to.linear(&part("output.dense"), &inner);
        let output = to.node("Add", &[&output, &attended], &part("output sum"), Vec::new());
        hidden = to.norm(&part("output"), &output);
    }
    let mut graph = to.0;
    graph.input =
        ["input_ids", "attention_mask", "token_type_ids"].map(|name| value(name, DataType::Int64)).into();
    graph.output = vec![value(&hidden, DataType::Float)];
    let standard = OperatorSetIdProto { domain: String::new(), version: 20 };
    let model = ModelProto {
        ir_version: 9,
        opset_import: vec![standard],
        graph: Some(graph),
        ..ModelProto::default()
    };
    model.encode_to_vec()
}

#[test]
fn an_import_is_near_its_graph_and_far_from_another() {
    let model = import(&tiny::folder()).unwrap();
    let near = check(&graph(tiny::tensors()), &tiny::folder(), &model).unwrap();
    assert_eq!(near.len(), 8);
    for text in &near {
        assert!(text.documents > 0.99 && text.queries > 0.95, "{text:?}");
    }
    let mut other = tiny::tensors();
    other.get_mut("encoder.layer.1.output.dense.weight").unwrap().1.reverse();
    let far = check(&graph(other), &tiny::folder(), &model).unwrap();
    assert!(far.iter().all(|text| text.documents < 0.9), "{far:?}");
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    let model = import(&tiny::folder()).unwrap();
    let error = check(b"no graph", &tiny::folder(), &model).unwrap_err();
    assert!(matches!(error, CheckError::Graph(_)), "{error}");
    let cross_encoder = import(&tiny::cross_encoder_folder()).unwrap();
    let error = check(&graph(tiny::tensors()), &tiny::folder(), &cross_encoder).unwrap_err();
    assert_eq!(error, CheckError::CrossEncoder);
}
