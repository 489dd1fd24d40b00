//! Rewrites a graph of the import into operators that have kernels, before tract reads it.
//!
//! - A product of blocks of a linear layer's input with a Hadamard matrix becomes part of the layer.
//! - An activation after a linear layer becomes part of the layer. Three thirds of one linear layer that feed an
//!   attention become its only input. Neither is written to memory in between.
//! - Axes given as constant inputs become attributes.
//!
//! The file has these in the form that every runtime knows. Nodes and constants that no output needs are dropped. A
//! graph without these patterns stays unchanged, and the operators left in it are refused.

use std::collections::{HashMap, HashSet};

use super::kernels::Rotation;
use super::onnx::{AttributeProto, GraphProto, NodeProto, TensorProto, element};
use super::ops::{ACTIVATION, AXES, JOINED_ATTENTION, LINEAR, ROTATION, SPLIT_ATTENTION, WITH_AXES};

/// Applies all rewrites.
pub(super) fn rewrite(graph: &mut GraphProto) {
    axes_to_attributes(graph);
    rotations(graph);
    activations(graph);
    joined_attention(graph);
    drop_unneeded(graph);
}

/// The node that computes each value.
struct Makers(HashMap<String, usize>);

impl Makers {
    fn of(graph: &GraphProto) -> Self {
        let nodes = graph.node.iter().enumerate();
        let outputs = nodes.flat_map(|(at, node)| node.output.iter().map(move |name| (name.clone(), at)));
        Self(outputs.collect())
    }

    /// The position of the node that computes input `at` of `node`, if it is an `op`.
    fn find(&self, graph: &GraphProto, node: &NodeProto, at: usize, op: &str) -> Option<usize> {
        self.0.get(node.input.get(at)?).copied().filter(|&at| graph.node[at].op_type == op)
    }
}

fn initializer<'a>(graph: &'a GraphProto, name: &str) -> Option<&'a TensorProto> {
    graph.initializer.iter().find(|tensor| tensor.name == name)
}

/// The values of a constant int64 vector, input `at` of `node`.
fn integers(graph: &GraphProto, node: &NodeProto, at: usize) -> Option<Vec<i64>> {
    let tensor =
        initializer(graph, node.input.get(at)?).filter(|tensor| tensor.data_type == element::INT64)?;
    let (numbers, rest) = tensor.raw_data.as_chunks::<8>();
    rest.is_empty().then(|| numbers.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect())
}

fn axes_to_attributes(graph: &mut GraphProto) {
    for at in 0..graph.node.len() {
        let node = &graph.node[at];
        if WITH_AXES.contains(&node.op_type.as_str())
            && let Some(ints) = integers(graph, node, 1)
        {
            let node = &mut graph.node[at];
            node.input.truncate(1);
            node.attribute.push(AttributeProto { name: AXES.into(), ints, ..AttributeProto::default() });
        }
    }
}

/// Replaces the nodes that split the input of a layer into blocks of groups, multiply it by a Hadamard matrix from the
/// left and join it again by a rotation in the layer.
fn rotations(graph: &mut GraphProto) {
    let makers = Makers::of(graph);
    for at in 0..graph.node.len() {
        if let Some((input, rotation)) = rotated_input(graph, &makers, &graph.node[at]) {
            let layer = &mut graph.node[at];
            layer.input[0] = input;
            layer.attribute.push(AttributeProto {
                name: ROTATION.into(),
                i: rotation.groups() as i64,
                ..AttributeProto::default()
            });
        }
    }
}

fn rotated_input(graph: &GraphProto, makers: &Makers, layer: &NodeProto) -> Option<(String, Rotation)> {
    if layer.op_type != LINEAR {
        return None;
    }
    let joined = &graph.node[makers.find(graph, layer, 0, "Reshape")?];
    let product = &graph.node[makers.find(graph, joined, 0, "MatMul")?];
    let cut = &graph.node[makers.find(graph, product, 1, "Reshape")?];
    // Zeros keep a dimension: texts and rows.
    let &[0, 0, blocks, groups, group] = integers(graph, cut, 1)?.as_slice() else { return None };
    let rotation = Rotation::of(usize::try_from(groups).ok()?)?;
    let width = blocks.checked_mul(groups)?.checked_mul(group)?;
    let matrix = initializer(graph, product.input.first()?)?;
    let whole = cut.attribute.is_empty() && joined.attribute.is_empty();
    if !whole
        || group != Rotation::GROUP as i64
        || integers(graph, joined, 1)? != [0, 0, width]
        || !is_matrix_of(rotation, matrix)
    {
        return None;
    }
    Some((cut.input.first()?.clone(), rotation))
}

fn is_matrix_of(rotation: Rotation, tensor: &TensorProto) -> bool {
    let size = rotation.groups();
    let (numbers, rest) = tensor.raw_data.as_chunks::<4>();
    tensor.data_type == element::FLOAT
        && tensor.dims == [size as i64; 2]
        && rest.is_empty()
        && numbers.len() == size * size
        && numbers
            .iter()
            .enumerate()
            .all(|(at, number)| f32::from_le_bytes(*number) == rotation.at(at / size, at % size))
}

fn activations(graph: &mut GraphProto) {
    let makers = Makers::of(graph);
    for at in 0..graph.node.len() {
        let activation = &graph.node[at];
        if !["Gelu", "FastGelu", "Relu", "Tanh"].contains(&activation.op_type.as_str())
            || activation.input.len() != 1
            || !activation.attribute.is_empty()
        {
            continue;
        }
        // A layer takes only one activation.
        if let Some(layer) = makers.find(graph, activation, 0, LINEAR)
            && graph.node[layer].attribute(ACTIVATION).is_none()
        {
            let mut layer = graph.node[layer].clone();
            layer.attribute.push(AttributeProto {
                name: ACTIVATION.into(),
                s: activation.op_type.clone(),
                ..AttributeProto::default()
            });
            layer.output.clone_from(&activation.output);
            graph.node[at] = layer;
        }
    }
}

fn joined_attention(graph: &mut GraphProto) {
    let makers = Makers::of(graph);
    for at in 0..graph.node.len() {
        let attention = &graph.node[at];
        if attention.op_type != SPLIT_ATTENTION {
            continue;
        }
        let Some(split) = makers.find(graph, attention, 0, "Split") else { continue };
        let split = &graph.node[split];
        let [axis] = split.attribute.as_slice() else { continue };
        if let [joined] = split.input.as_slice()
            && (axis.name.as_str(), axis.i) == ("axis", -1)
            && split.output.len() == 3
            && attention.input.starts_with(&split.output)
        {
            let joined = joined.clone();
            let attention = &mut graph.node[at];
            attention.op_type = JOINED_ATTENTION.into();
            attention.input.splice(..3, [joined]);
        }
    }
}

/// Drops nodes and constants that no output needs.
fn drop_unneeded(graph: &mut GraphProto) {
    let makers = Makers::of(graph);
    let mut needed: HashSet<String> = HashSet::new();
    let mut open: Vec<String> = graph.output.iter().map(|output| output.name.clone()).collect();
    let mut nodes = vec![false; graph.node.len()];
    while let Some(name) = open.pop() {
        if let Some(&at) = makers.0.get(&name)
            && !std::mem::replace(&mut nodes[at], true)
        {
            open.extend(graph.node[at].input.iter().cloned());
        }
        needed.insert(name);
    }
    let mut nodes = nodes.into_iter();
    graph.node.retain(|_| nodes.next().unwrap_or(true));
    graph.initializer.retain(|tensor| needed.contains(&tensor.name));
}
