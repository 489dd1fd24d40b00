//! The one form of ONNX files that is read: that of the import, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message;

use super::tiny;
use crate::embed::EmbedError;
use crate::embed::RowSource;
use crate::embed::import::import;
use crate::embed::onnx::{AttributeProto, GraphProto, ModelProto, NodeProto, TensorProto};
use crate::embed::ops::{ACTIVATION, FORMS, JOINED_ATTENTION, LINEAR, ROTATION};
use crate::embed::patterns::rewrite;
use crate::embed::session::{SENTENCE, Session};
use crate::embed::word_rows::LOOKUP;

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
    ModelProto::decode(import(&folder).unwrap().onnx.as_slice()).unwrap().graph.unwrap()
}

fn usual() -> GraphProto {
    graph("pooling_mode_mean_tokens", "gelu", true)
}

fn load(graph: GraphProto) -> Result<Session, EmbedError> {
    let model = ModelProto { graph: Some(graph), ..ModelProto::default() };
    Session::load(model.encode_to_vec(), RowSource::Inside, &SENTENCE, tiny::HIDDEN)
}

fn find<'a>(graph: &'a mut GraphProto, op: &str) -> &'a mut NodeProto {
    graph.node.iter_mut().find(|node| node.op_type == op).unwrap()
}

fn constant<'a>(graph: &'a mut GraphProto, name: &str) -> &'a mut TensorProto {
    graph.initializer.iter_mut().find(|tensor| tensor.name == name).unwrap()
}

fn number(name: &str, i: i64) -> AttributeProto {
    AttributeProto { name: name.into(), i, ..AttributeProto::default() }
}

/// An operator or attribute that no import writes would be code for nothing.
#[test]
fn what_is_read_is_what_the_import_writes() {
    let mut written: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for pooling in ["pooling_mode_mean_tokens", "pooling_mode_cls_token", "pooling_mode_max_tokens"] {
        for activation in ["gelu", "gelu_new", "relu"] {
            for normalized in [true, false] {
                let mut graph = graph(pooling, activation, normalized);
                assert!(load(graph.clone()).is_ok());
                rewrite(&mut graph);
                // The session takes the table out first.
                for node in graph.node.into_iter().filter(|node| node.op_type != LOOKUP) {
                    let attributes = node.attribute.into_iter().map(|attribute| attribute.name);
                    written.entry(node.op_type).or_default().extend(attributes);
                }
            }
        }
    }
    let read: BTreeMap<String, BTreeSet<String>> = FORMS
        .iter()
        .map(|form| (form.op_type.into(), form.attributes.iter().map(|name| (*name).into()).collect()))
        .collect();
    assert_eq!(read, written);
}

#[test]
fn other_files_are_refused_with_advice() {
    let refused = |change: &dyn Fn(&mut GraphProto), expected: &str| {
        let mut graph = usual();
        change(&mut graph);
        let error = load(graph).err().unwrap().to_string();
        assert!(error.contains(expected), "{expected:?} not in {error:?}");
        assert!(
            error.ends_with("`docfuse model import FILE.onnx` converts ONNX files of other tools"),
            "{error}"
        );
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
    refused(&|graph| find(graph, "GatherBlockQuantized").op_type = "Gather".into(), "embedding table");
    refused(&|graph| graph.initializer.clear(), "embedding table");
    refused(&|graph| constant(graph, "words.codes").data_type = 10, "found element type 10");
    refused(&|graph| constant(graph, "words.codes").raw_data.clear(), "found 0 of them");
    refused(&|graph| constant(graph, "words.codes").dims = vec![i64::MAX; 2], "values of shape");
    refused(&|graph| constant(graph, "words.scales").dims[0] = -1, "dimensions expected");
    refused(&|graph| find(graph, "Mul").input[0] = "nothing".into(), "the value nothing of an earlier node");
    refused(&|graph| find(graph, "Mul").output.push("second".into()), "one output expected");
    refused(&|graph| find(graph, "Mul").input.truncate(1), "inputs xy expected");
    refused(&|graph| find(graph, LINEAR).input[3] = "hidden.rotation.joined".into(), "inputs xws_b expected");
    refused(
        &|graph| find(graph, "MultiHeadAttention").attribute.push(number("unidirectional", 1)),
        "found unidirectional",
    );
    refused(&|graph| find(graph, "MultiHeadAttention").attribute.clear(), "num_heads of 1 or more");
    refused(
        &|graph| find(graph, "GatherBlockQuantized").attribute[0].i = 8,
        "bits of 4 expected, found Some(8)",
    );
    refused(&|graph| find(graph, "SkipLayerNormalization").attribute.clear(), "epsilon expected");
    // Without the patterns, these operators remain.
    refused(&|graph| find(graph, "Gelu").attribute.push(number("approximate", 1)), "the operator Gelu");
    refused(&|graph| find(graph, "Split").attribute[0].i = 1, "the operator Split");
    refused(&|graph| find(graph, "Reshape").attribute.push(number("allowzero", 1)), "the operator Reshape");
}

/// The runtime panics on some of them.
#[test]
fn out_of_range_attributes_are_errors() {
    for axis in [-9, 7, i64::MAX, i64::MIN] {
        for (pooling, operator) in [
            ("pooling_mode_cls_token", "Gather"),
            ("pooling_mode_cls_token", "Squeeze"),
            ("pooling_mode_mean_tokens", "Unsqueeze"),
            ("pooling_mode_mean_tokens", "ReduceSum"),
            ("pooling_mode_max_tokens", "ReduceMax"),
            ("pooling_mode_max_tokens", "ReduceL2"),
        ] {
            let mut graph = graph(pooling, "gelu", true);
            let odd = graph.node.iter_mut().rfind(|node| node.op_type == operator).unwrap();
            odd.attribute.retain(|attribute| attribute.name == "keepdims");
            if operator == "Gather" {
                odd.attribute.push(number("axis", axis));
            } else {
                odd.input.truncate(1);
                let ints = vec![axis];
                odd.attribute.push(AttributeProto { name: "axes".into(), ints, ..AttributeProto::default() });
            }
            assert!(matches!(load(graph), Err(EmbedError::Model { .. })), "{operator} {axis}");
        }
    }
}

fn operators(mut graph: GraphProto) -> Vec<String> {
    rewrite(&mut graph);
    graph.node.into_iter().map(|node| node.op_type).collect()
}

#[test]
fn patterns_become_parts_of_layers() {
    let mut graph = usual();
    rewrite(&mut graph);
    let parts = |node: &NodeProto| {
        let rotation = node.int(ROTATION);
        (rotation, node.attribute(ACTIVATION).map(|activation| activation.s.clone()))
    };
    let layers: Vec<_> = graph.node.iter().filter(|node| node.op_type == LINEAR).map(parts).collect();
    let layer = [(Some(4), None), (None, None), (Some(4), Some("Gelu".into())), (Some(4), None)];
    assert_eq!(layers, [&layer[..]; tiny::LAYERS].concat());
    let attentions = graph.node.iter().filter(|node| node.op_type == JOINED_ATTENTION);
    assert_eq!(attentions.count(), tiny::LAYERS);
    let left = |name: &&str| graph.initializer.iter().any(|tensor| tensor.name == **name);
    assert!(!["hidden.rotation.matrix", "sum.axes"].iter().any(left), "constants of patterns are dropped");
}

#[test]
fn only_the_hadamard_matrix_is_a_rotation() {
    let mut graph = usual();
    let matrix = constant(&mut graph, "hidden.rotation.matrix");
    matrix.raw_data = matrix.raw_data.iter().map(|byte| byte ^ 128).collect();
    let products = operators(graph.clone()).into_iter().filter(|op| op == "MatMul").count();
    assert_eq!(products, 2 * tiny::LAYERS);
    assert!(matches!(load(graph), Err(EmbedError::Operator { .. })));
}

#[test]
fn a_layer_takes_one_activation() {
    let mut graph = usual();
    let at = graph.node.iter().position(|node| node.op_type == "Gelu").unwrap();
    let mut second = graph.node[at].clone();
    second.input = vec!["once".into()];
    graph.node[at].output = vec!["once".into()];
    graph.node.insert(at + 1, second);
    assert!(operators(graph.clone()).contains(&"Gelu".to_owned()));
    assert!(matches!(load(graph), Err(EmbedError::Operator { .. })));
}
