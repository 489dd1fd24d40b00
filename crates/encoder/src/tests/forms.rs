//! The one form of ONNX files that is read: that of the import, and nothing else.

use prost::Message;

use super::tiny;
use crate::form::Form;
use crate::import::import;
use crate::kernels::Epilogue;
use crate::onnx::{AttributeProto, GraphProto, ModelProto, NodeProto, TensorProto};
use crate::session::Session;
use crate::{EmbedError, ModelKind, Pooling, RowSource};

/// The graph of the tiny model with a pooling, an activation, and normalised or not.
fn graph(pooling: &str, activation: &str, normalized: bool) -> GraphProto {
    let mut folder = tiny::folder();
    let mut insert =
        |file, value: serde_json::Value| folder.insert(file, serde_json::to_vec(&value).unwrap());
    let mut config = tiny::config();
    config["hidden_act"] = activation.into();
    insert("config.json", config);
    insert("1_Pooling/config.json", tiny::pooling(pooling));
    let modules = [("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")];
    insert("modules.json", tiny::modules(&modules[..if normalized { 3 } else { 2 }]));
    decode(&import(&folder).unwrap().onnx)
}

fn decode(onnx: &[u8]) -> GraphProto {
    ModelProto::decode(onnx).unwrap().graph.unwrap()
}

fn usual() -> GraphProto {
    graph("pooling_mode_mean_tokens", "gelu", true)
}

fn dense() -> GraphProto {
    decode(&import(&tiny::dense_folder("Tanh", true)).unwrap().onnx)
}

fn cross_encoder() -> GraphProto {
    decode(&import(&tiny::cross_encoder_folder()).unwrap().onnx)
}

/// A graph of each kind.
const ALL: [(fn() -> GraphProto, ModelKind); 3] =
    [(usual, ModelKind::Encoder), (dense, ModelKind::Encoder), (cross_encoder, ModelKind::CrossEncoder)];

fn load(graph: GraphProto, kind: ModelKind) -> Result<Session, EmbedError> {
    let model = ModelProto { graph: Some(graph), ..ModelProto::default() };
    let dimensions = if kind == ModelKind::Encoder { tiny::OUTPUTS } else { 1 };
    Session::load(model.encode_to_vec(), RowSource::Inside, kind, dimensions)
}

/// Loads a changed graph, which must be an error that says how to get another file.
fn refused(mut graph: GraphProto, kind: ModelKind, change: impl Fn(&mut GraphProto)) -> String {
    change(&mut graph);
    let error = load(graph, kind).err().expect("an error").to_string();
    let advice = "`docfuse model import FILE.onnx` converts ONNX files of other tools";
    assert!(error.ends_with(advice), "{error}");
    error
}

fn find<'a>(graph: &'a mut GraphProto, op: &str) -> &'a mut NodeProto {
    graph.node.iter_mut().find(|node| node.op_type == op).unwrap()
}

fn constant<'a>(graph: &'a mut GraphProto, name: &str) -> &'a mut TensorProto {
    graph.initializer.iter_mut().find(|tensor| tensor.name == name).unwrap()
}

#[test]
fn every_form_that_the_import_writes_is_read() {
    let poolings = [
        ("pooling_mode_mean_tokens", Pooling::Mean),
        ("pooling_mode_cls_token", Pooling::Cls),
        ("pooling_mode_max_tokens", Pooling::Max),
    ];
    let activations = [("gelu", Epilogue::Gelu), ("gelu_new", Epilogue::GeluTanh), ("relu", Epilogue::Relu)];
    for (name, pooling) in poolings {
        for (activation_name, activation) in activations {
            for normalize in [true, false] {
                let graph = graph(name, activation_name, normalize);
                let form = Form::of(&graph, ModelKind::Encoder).unwrap();
                assert_eq!(
                    (form.pooling, form.activation, form.normalize, form.layers, form.heads),
                    (pooling, activation, normalize, tiny::LAYERS, tiny::HEADS)
                );
                assert!(load(graph, ModelKind::Encoder).is_ok());
            }
        }
    }
    for (name, function) in [("Tanh", Epilogue::Tanh), ("Identity", Epilogue::None)] {
        for normalize in [true, false] {
            let graph = decode(&import(&tiny::dense_folder(name, normalize)).unwrap().onnx);
            let form = Form::of(&graph, ModelKind::Encoder).unwrap();
            assert_eq!((form.dense, form.normalize), (Some(function), normalize));
            assert!(load(graph, ModelKind::Encoder).is_ok());
        }
    }
    assert!(load(cross_encoder(), ModelKind::CrossEncoder).is_ok());
}

#[test]
fn other_files_are_refused_with_advice() {
    let refused = |change: &dyn Fn(&mut GraphProto), expected: &str| {
        let error = refused(usual(), ModelKind::Encoder, change);
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
    };
    refused(&|graph| find(graph, "Div").op_type = "Erf".into(), "needs the operator Erf");
    refused(
        &|graph| graph.input[1].name = "token_type_ids".into(),
        "inputs: [\"input_ids\", \"attention_mask\"]",
    );
    refused(&|graph| graph.input.truncate(1), "inputs");
    refused(
        &|graph| graph.output.push(graph.output[0].clone()),
        "outputs: [\"sentence_embedding\"] expected",
    );
    refused(&|graph| graph.output.clear(), "outputs");
    refused(&|graph| graph.node.clear(), "attention with num_heads");
    refused(&|graph| graph.initializer.clear(), "found Reshape of");
    refused(&|graph| constant(graph, "words.codes").data_type = 10, "found element type 10");
    refused(&|graph| constant(graph, "words.codes").raw_data.clear(), "found 0 of them");
    refused(&|graph| constant(graph, "words.codes").dims = vec![i64::MAX; 2], "expected");
    refused(&|graph| constant(graph, "words.scales").dims[0] = -1, "dimensions expected");
    refused(&|graph| find(graph, "Mul").input[0] = "nothing".into(), "found Mul of [\"nothing\"");
    refused(&|graph| find(graph, "MultiHeadAttention").attribute.clear(), "num_heads of 1 or more");
    refused(&|graph| find(graph, "MultiHeadAttention").attribute[0].i = 0, "num_heads of 1 or more");
    refused(&|graph| find(graph, "SkipLayerNormalization").attribute[0].f = f32::NAN, "NaN");
}

/// Every node differs in every way: nothing of the file is trusted.
#[test]
fn any_other_node_is_refused() {
    for (graph, kind) in ALL.map(|(graph, kind)| (graph(), kind)) {
        for at in 0..graph.node.len() {
            let changes: [&dyn Fn(&mut NodeProto); 6] = [
                &|node| node.op_type = "Identity".into(),
                &|node| node.input[0] = "sentence_embedding".into(),
                &|node| node.input.push("input_ids".into()),
                &|node| node.output.push("second".into()),
                &|node| node.domain = "other".into(),
                &|node| {
                    let axis = AttributeProto { name: "axis".into(), i: 7, ..AttributeProto::default() };
                    node.attribute.push(axis);
                },
            ];
            for change in changes {
                refused(graph.clone(), kind, |graph| change(&mut graph.node[at]));
            }
            for axis in [-9, 8, i64::MAX, i64::MIN] {
                for number in 0..graph.node[at].attribute.len() {
                    refused(graph.clone(), kind, |graph| {
                        let attribute = &mut graph.node[at].attribute[number];
                        (attribute.i, attribute.ints, attribute.f) = (axis, vec![axis], axis as f32);
                    });
                }
            }
            refused(graph.clone(), kind, |graph| drop(graph.node.remove(at)));
            refused(graph.clone(), kind, |graph| graph.node.insert(at, graph.node[at].clone()));
        }
    }
}

#[test]
fn any_other_shape_of_a_constant_is_refused() {
    for (graph, kind) in ALL.map(|(graph, kind)| (graph(), kind)) {
        for at in 0..graph.initializer.len() {
            let changes: [&dyn Fn(&mut TensorProto); 5] = [
                &|tensor| tensor.name.push('x'),
                &|tensor| tensor.dims.push(2),
                &|tensor| tensor.dims = vec![i64::MAX, i64::MAX],
                &|tensor| tensor.data_type = 11,
                &|tensor| tensor.raw_data = tensor.raw_data.slice(1..),
            ];
            for change in changes {
                refused(graph.clone(), kind, |graph| change(&mut graph.initializer[at]));
            }
        }
    }
}

/// What the operators take for granted.
#[test]
fn constants_of_standard_operators_have_known_values() {
    let known = ["hidden.rotation.matrix", "hidden.rotation.cut", "hidden.rotation.joined"];
    let last = ["zero", "one", "mask.axes", "sum.axes", "least_count", "least_length"];
    for name in known.into_iter().chain(last) {
        let error = refused(usual(), ModelKind::Encoder, |graph| {
            let tensor = constant(graph, name);
            tensor.raw_data = tensor.raw_data.iter().map(|byte| byte ^ 128).collect();
        });
        assert!(error.contains(&format!("{name}: the numbers that the import writes")), "{error}");
    }
}
