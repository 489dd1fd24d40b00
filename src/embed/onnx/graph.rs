//! Converts ONNX messages to a tract graph.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use tract_hir::internal::*;

use super::messages::{GraphProto, NodeProto, TensorProto, element};
use crate::embed::ops;

/// The graph with its operators, inputs of one text of `sequence` ids each, and its outputs. [`ops::reader`] must know
/// every operator. Constants move into the graph one by one, so there is no second copy of the weights.
///
/// # Errors
/// A constant contradicts its description, a node uses a value that no earlier node makes, or an operator is unknown.
pub(in crate::embed) fn inference_model(graph: GraphProto, sequence: &str) -> TractResult<InferenceModel> {
    let mut model = InferenceModel::default();
    let mut values: HashMap<String, OutletId> = HashMap::new();
    for constant in graph.initializer {
        let name = constant.name.clone();
        let outlet = model.add_const(name.clone(), tensor(constant)?)?;
        values.insert(name, outlet);
    }
    let length = model.symbols.sym(sequence);
    for input in graph.input {
        // Files may list constants among the inputs.
        if let Entry::Vacant(entry) = values.entry(input.name) {
            let fact = InferenceFact::dt_shape(i64::datum_type(), tvec![1.to_dim(), length.to_dim()]);
            let outlet = model.add_source(entry.key().clone(), fact)?;
            entry.insert(outlet);
        }
    }
    for node in &graph.node {
        add(&mut model, &mut values, node).with_context(|| format!("{} ({})", node.op_type, node.name))?;
    }
    let outputs: Option<Vec<OutletId>> =
        graph.output.iter().map(|output| values.get(&output.name).copied()).collect();
    model.select_output_outlets(&outputs.context("outputs that a node makes expected")?)?;
    Ok(model)
}

fn add(
    model: &mut InferenceModel,
    values: &mut HashMap<String, OutletId>,
    node: &NodeProto,
) -> TractResult<()> {
    let read = ops::reader(&node.op_type).context("a known operator expected")?;
    let mut facts: TVec<InferenceFact> = TVec::new();
    facts.resize(node.output.len(), InferenceFact::default());
    // Node names can be empty or occur twice; names of outputs cannot.
    let name = node.output.first().context("an output expected")?;
    let id = model.add_node(name.clone(), read(node)?, facts)?;
    for (at, input) in node.input.iter().filter(|input| !input.is_empty()).enumerate() {
        let outlet =
            values.get(input).with_context(|| format!("the value {input} of an earlier node expected"))?;
        model.add_edge(*outlet, InletId::new(id, at))?;
    }
    for (at, output) in node.output.iter().enumerate() {
        values.insert(output.clone(), OutletId::new(id, at));
    }
    Ok(())
}

/// Converts a constant, of one of the element types that encoders use.
pub(in crate::embed) fn tensor(proto: TensorProto) -> TractResult<Tensor> {
    let TensorProto { dims, data_type, name, raw_data, .. } = proto;
    let shape: Option<Vec<usize>> = dims.iter().map(|&dim| usize::try_from(dim).ok()).collect();
    let shape = shape.with_context(|| format!("{name}: dimensions expected, found {dims:?}"))?;
    let typed = raw_data.is_empty();
    let ints = proto.int32_data;
    match data_type {
        element::FLOAT if typed => shaped(&name, &shape, &proto.float_data),
        element::FLOAT => shaped(&name, &shape, &numbers(&raw_data, f32::from_le_bytes)),
        element::INT64 if typed => shaped(&name, &shape, &proto.int64_data),
        element::INT64 => shaped(&name, &shape, &numbers(&raw_data, i64::from_le_bytes)),
        element::INT32 if typed => shaped(&name, &shape, &ints),
        element::INT32 => shaped(&name, &shape, &numbers(&raw_data, i32::from_le_bytes)),
        element::UINT8 if typed => shaped(&name, &shape, &each(&ints, |x| x as u8)),
        element::UINT8 => shaped(&name, &shape, &raw_data),
        element::INT8 if typed => shaped(&name, &shape, &each(&ints, |x| x as i8)),
        element::INT8 => shaped(&name, &shape, &each(&raw_data, u8::cast_signed)),
        element::BOOL if typed => shaped(&name, &shape, &each(&ints, |x| x != 0)),
        element::BOOL => shaped(&name, &shape, &each(&raw_data, |x| x != 0)),
        other => bail!("{name}: an element type that encoders use expected, found number {other}"),
    }
}

fn shaped<D: Datum + Copy>(name: &str, shape: &[usize], values: &[D]) -> TractResult<Tensor> {
    let found = values.len();
    // Checked here, because tract's product of dimensions may overflow.
    let expected = shape.iter().try_fold(1, |product: usize, &dim| product.checked_mul(dim));
    ensure!(expected == Some(found), "{name}: values of shape {shape:?} expected, found {found} of them");
    Tensor::from_shape(shape, values)
}

fn each<A: Copy, D>(values: &[A], convert: impl Fn(A) -> D) -> Vec<D> {
    values.iter().map(|value| convert(*value)).collect()
}

/// Decodes little-endian numbers; drops an incomplete number at the end.
fn numbers<const N: usize, D>(bytes: &[u8], read: fn([u8; N]) -> D) -> Vec<D> {
    bytes.as_chunks::<N>().0.iter().map(|bytes| read(*bytes)).collect()
}
