//! Converts ONNX messages to a tract graph.

use std::collections::HashMap;

use tract_hir::internal::*;

use super::messages::{GraphProto, NodeProto, TensorProto, element};
use crate::embed::ops;

/// The graph with its operators, inputs of one text of `sequence` ids each, or of as many rows of the width of `rows` if
/// that names the input, and its outputs. Constants move into the graph one by one, so there is no second copy of the
/// weights.
///
/// # Errors
/// A constant contradicts its description, a node uses a value that no earlier node makes, or [`ops::read`] refuses a
/// node.
pub(in crate::embed) fn inference_model(
    graph: GraphProto,
    sequence: &str,
    (rows, width): (&str, usize),
) -> TractResult<InferenceModel> {
    let mut model = InferenceModel::default();
    let mut values: HashMap<String, OutletId> = HashMap::new();
    for constant in graph.initializer {
        let name = constant.name.clone();
        let outlet = model.add_const(name.clone(), tensor(constant)?)?;
        values.insert(name, outlet);
    }
    let length = model.symbols.sym(sequence);
    for input in graph.input {
        let fact = if input.name == rows {
            let shape = tvec![1.to_dim(), length.to_dim(), width.to_dim()];
            InferenceFact::dt_shape(f32::datum_type(), shape)
        } else {
            InferenceFact::dt_shape(i64::datum_type(), tvec![1.to_dim(), length.to_dim()])
        };
        let outlet = model.add_source(input.name.clone(), fact)?;
        values.insert(input.name, outlet);
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
    let [output] = node.output.as_slice() else { bail!("one output expected, found {:?}", node.output) };
    let id = model.add_node(output.clone(), ops::read(node)?, tvec!(InferenceFact::default()))?;
    for (at, input) in node.input.iter().filter(|input| !input.is_empty()).enumerate() {
        let outlet =
            values.get(input).with_context(|| format!("the value {input} of an earlier node expected"))?;
        model.add_edge(*outlet, InletId::new(id, at))?;
    }
    values.insert(output.clone(), OutletId::new(id, 0));
    Ok(())
}

/// Converts a constant.
fn tensor(proto: TensorProto) -> TractResult<Tensor> {
    let TensorProto { dims, data_type, name, raw_data, .. } = proto;
    let shape: Option<Vec<usize>> = dims.iter().map(|&dim| usize::try_from(dim).ok()).collect();
    let shape = shape.with_context(|| format!("{name}: dimensions expected, found {dims:?}"))?;
    match data_type {
        element::FLOAT => shaped(&name, &shape, &numbers(&raw_data, f32::from_le_bytes)),
        element::INT64 => shaped(&name, &shape, &numbers(&raw_data, i64::from_le_bytes)),
        element::UINT8 => shaped(&name, &shape, &raw_data),
        element::INT8 => shaped(&name, &shape, &numbers(&raw_data, i8::from_le_bytes)),
        other => bail!("{name}: f32, int64, int8 or uint8 expected, found element type {other}"),
    }
}

fn shaped<D: Datum + Copy>(name: &str, shape: &[usize], values: &[D]) -> TractResult<Tensor> {
    let found = values.len();
    // Checked here, because tract's product of dimensions may overflow.
    let expected = shape.iter().try_fold(1, |product: usize, &dim| product.checked_mul(dim));
    ensure!(expected == Some(found), "{name}: values of shape {shape:?} expected, found {found} of them");
    Tensor::from_shape(shape, values)
}

/// Decodes little-endian numbers; drops an incomplete number at the end.
fn numbers<const N: usize, D>(bytes: &[u8], read: fn([u8; N]) -> D) -> Vec<D> {
    bytes.as_chunks::<N>().0.iter().map(|bytes| read(*bytes)).collect()
}
