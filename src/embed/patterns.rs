//! Rewrites a graph of the import into operators that have kernels, before tract reads it.
//!
//! - A product of blocks of a linear layer's input with a Hadamard matrix becomes part of the layer.
//! - An activation after a linear layer becomes part of the layer. Three thirds of one linear layer that feed an
//!   attention become its only input. Neither is written to memory in between.
//! - Axes given as constant inputs become attributes, as in older operator sets.
//!
//! Nodes and constants that no output needs are dropped. A graph without these patterns stays unchanged.

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

/// The node that computes each value, and the number of its consumers.
struct Values {
    made_by: HashMap<String, usize>,
    uses: HashMap<String, usize>,
}

impl Values {
    fn of(graph: &GraphProto) -> Self {
        let nodes = graph.node.iter().enumerate();
        let made_by = nodes.flat_map(|(at, node)| node.output.iter().map(move |name| (name.clone(), at)));
        let mut uses = HashMap::new();
        let asked = graph.node.iter().flat_map(|node| &node.input);
        for name in asked.chain(graph.output.iter().map(|output| &output.name)) {
            *uses.entry(name.clone()).or_default() += 1;
        }
        Self { made_by: made_by.collect(), uses }
    }

    /// The position of the node that computes `name`, if it is an `op`.
    fn maker(&self, graph: &GraphProto, name: &str, op: &str) -> Option<usize> {
        self.made_by.get(name).copied().filter(|&at| graph.node[at].op_type == op)
    }

    /// [`Self::maker`], if the value has only one consumer.
    fn only_for_one(&self, graph: &GraphProto, name: &str, op: &str) -> Option<usize> {
        self.maker(graph, name, op).filter(|_| self.uses.get(name) == Some(&1))
    }
}

fn initializer<'a>(graph: &'a GraphProto, name: &str) -> Option<&'a TensorProto> {
    graph.initializer.iter().find(|tensor| tensor.name == name)
}

/// An input that is present.
fn input(node: &NodeProto, at: usize) -> Option<&str> {
    node.input.get(at).map(String::as_str).filter(|name| !name.is_empty())
}

fn axes_to_attributes(graph: &mut GraphProto) {
    let mut found = Vec::new();
    for (at, node) in graph.node.iter().enumerate() {
        if !WITH_AXES.contains(&node.op_type.as_str()) || node.input.len() != 2 {
            continue;
        }
        if let Some(axes) = initializer(graph, &node.input[1]).and_then(integers) {
            found.push((at, axes));
        }
    }
    for (at, ints) in found {
        let node = &mut graph.node[at];
        node.input.truncate(1);
        node.attribute.push(AttributeProto { name: AXES.into(), ints, ..AttributeProto::default() });
    }
}

/// The values of a constant int64 vector.
fn integers(tensor: &TensorProto) -> Option<Vec<i64>> {
    if tensor.data_type != element::INT64 {
        return None;
    }
    if !tensor.int64_data.is_empty() {
        return Some(tensor.int64_data.clone());
    }
    let (numbers, rest) = tensor.raw_data.as_chunks::<8>();
    rest.is_empty().then(|| numbers.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect())
}

/// Replaces the nodes that split the input of a layer into blocks of groups, multiply it by a Hadamard matrix from the
/// left and join it again by a rotation in the layer.
fn rotations(graph: &mut GraphProto) {
    let values = Values::of(graph);
    let found: Vec<(usize, String, usize)> = (0..graph.node.len())
        .filter_map(|at| {
            let (input, rotation) = rotated_input(graph, &values, &graph.node[at])?;
            Some((at, input, rotation.groups()))
        })
        .collect();
    for (at, input, groups) in found {
        let layer = &mut graph.node[at];
        layer.input[0] = input;
        let attribute =
            AttributeProto { name: ROTATION.into(), i: groups as i64, ..AttributeProto::default() };
        layer.attribute.push(attribute);
    }
}

fn rotated_input(graph: &GraphProto, values: &Values, layer: &NodeProto) -> Option<(String, Rotation)> {
    if layer.op_type != LINEAR {
        return None;
    }
    let shape = |node: &NodeProto| initializer(graph, input(node, 1)?).and_then(integers);
    let joined = &graph.node[values.maker(graph, input(layer, 0)?, "Reshape")?];
    let product = &graph.node[values.maker(graph, input(joined, 0)?, "MatMul")?];
    let cut = &graph.node[values.maker(graph, input(product, 1)?, "Reshape")?];
    // Zeros keep a dimension: texts and rows.
    let &[0, 0, blocks, groups, group] = shape(cut)?.as_slice() else { return None };
    let rotation = Rotation::of(usize::try_from(groups).ok()?)?;
    let width = blocks.checked_mul(groups)?.checked_mul(group)?;
    let matrix = initializer(graph, input(product, 0)?)?;
    let whole = cut.attribute.is_empty() && joined.attribute.is_empty();
    if !whole
        || group != Rotation::GROUP as i64
        || shape(joined)? != [0, 0, width]
        || !is_matrix_of(rotation, matrix)
    {
        return None;
    }
    Some((input(cut, 0)?.to_owned(), rotation))
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

/// Replaces the node at `at` by `node`, which takes over its output.
fn replace(graph: &mut GraphProto, at: usize, node: NodeProto) {
    let place = &mut graph.node[at];
    *place = NodeProto {
        output: std::mem::take(&mut place.output),
        name: std::mem::take(&mut place.name),
        ..node
    };
}

fn activations(graph: &mut GraphProto) {
    let values = Values::of(graph);
    for at in 0..graph.node.len() {
        let activation = &graph.node[at];
        let known = ["Gelu", "FastGelu", "Relu"].contains(&activation.op_type.as_str());
        if !known || activation.input.len() != 1 || !exact_if_gelu(activation) {
            continue;
        }
        let layer = values.only_for_one(graph, &activation.input[0], LINEAR);
        // A layer takes only one activation.
        if let Some(layer) = layer.filter(|&layer| graph.node[layer].attribute(ACTIVATION).is_none()) {
            let attribute = AttributeProto {
                name: ACTIVATION.into(),
                s: activation.op_type.clone().into_bytes(),
                ..AttributeProto::default()
            };
            let mut layer = graph.node[layer].clone();
            layer.attribute.push(attribute);
            replace(graph, at, layer);
        }
    }
}

/// The standard's Gelu has an attribute for the approximation by tanh.
fn exact_if_gelu(node: &NodeProto) -> bool {
    node.attribute.iter().all(|attribute| attribute.name != "approximate" || attribute.s == b"none")
}

fn joined_attention(graph: &mut GraphProto) {
    let values = Values::of(graph);
    for at in 0..graph.node.len() {
        let attention = &graph.node[at];
        if attention.op_type != SPLIT_ATTENTION || attention.input.len() < 3 {
            continue;
        }
        let Some(split) = values.maker(graph, &attention.input[0], "Split") else { continue };
        let split = &graph.node[split];
        let last =
            split.attribute.iter().any(|attribute| attribute.name == "axis" && matches!(attribute.i, -1 | 2));
        if last
            && split.attribute.len() == 1
            && split.input.len() == 1
            && split.output[..] == attention.input[..3]
        {
            let joined = split.input[0].clone();
            let attention = &mut graph.node[at];
            attention.op_type = JOINED_ATTENTION.into();
            attention.input.splice(..3, [joined]);
        }
    }
}

/// Drops nodes and constants that no output needs.
fn drop_unneeded(graph: &mut GraphProto) {
    let values = Values::of(graph);
    let mut needed: HashSet<String> = HashSet::new();
    let mut open: Vec<String> = graph.output.iter().map(|output| output.name.clone()).collect();
    let mut nodes = vec![false; graph.node.len()];
    while let Some(name) = open.pop() {
        if let Some(&at) = values.made_by.get(&name)
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
