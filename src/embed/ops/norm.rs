//! `LayerNormalization` over the last axis (Ba, Kiros and Hinton 2016), and `SkipLayerNormalization`, which first adds
//! a layer's input to its output.

use tract_hir::internal::*;

use super::{Compute, Computed, result, values, vector};
use crate::embed::kernels::skip_layer_norm;
use crate::embed::onnx::NodeProto;

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let skips = node.op_type == "SkipLayerNormalization";
    if !skips && node.int("axis").unwrap_or(-1) != -1 {
        return Err(node.odd("the last axis (-1) expected"));
    }
    if node.output.len() != 1 {
        return Err(node.odd("one output expected"));
    }
    let first = if skips { 2 } else { 1 };
    if (0..first).any(|at| node.position(at).is_none()) {
        return Err(node.odd("rows expected, and rows to add if it skips"));
    }
    let gain = node.position(first).ok_or_else(|| node.odd("a gain expected"))?;
    let shift = node.position(first + 1);
    let bias = if skips { node.position(first + 2) } else { None };
    let epsilon = node.float("epsilon").unwrap_or(if skips { 1e-12 } else { 1e-5 });
    Ok(expand(Node { skips, gain, shift, bias, epsilon }))
}

/// The node as in the file, with the positions of its inputs.
#[derive(Clone, Debug)]
struct Node {
    skips: bool,
    gain: usize,
    shift: Option<usize>,
    bias: Option<usize>,
    epsilon: f32,
}

impl Expansion for Node {
    fn name(&self) -> StaticName {
        Norm::NAME.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, f32::datum_type())?;
        solver.equals(&inputs[0].shape, &outputs[0].shape)
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let fact = model.outlet_fact(inputs[0])?;
        let width = fact.shape.last().context("rows expected")?.to_usize()?;
        let gain = vector(model, inputs[self.gain], "gain", width)?;
        let shift = match self.shift {
            Some(shift) => vector(model, inputs[shift], "shift", width)?,
            None => vec![0.0; width],
        };
        let bias = self.bias.map(|bias| vector(model, inputs[bias], "bias", width)).transpose()?;
        let norm = Norm { gain, shift, bias, epsilon: self.epsilon };
        let streams = if self.skips { 2 } else { 1 };
        model.wire_node(prefix, Computed::new(norm), &inputs[..streams])
    }
}

struct Norm {
    gain: Vec<f32>,
    shift: Vec<f32>,
    bias: Option<Vec<f32>>,
    epsilon: f32,
}

impl Compute for Norm {
    const NAME: &'static str = "SkipLayerNormalization";

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        Ok(inputs[0].shape.to_tvec())
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let input = values::<f32>(&inputs[0])?;
        let skip = inputs.get(1).map(|skip| values::<f32>(skip)).transpose()?;
        if let Some(skip) = inputs.get(1) {
            // The same rows may apply to every text of a batch.
            let rows_of =
                |tensor: &TValue| -> TVec<usize> { tensor.shape().iter().rev().take(2).copied().collect() };
            let texts: usize = skip.shape().iter().rev().skip(2).product();
            ensure!(
                rows_of(skip) == rows_of(&inputs[0]) && (texts == 1 || skip.shape() == inputs[0].shape()),
                "values of shape {:?} expected to be added, found {:?}",
                inputs[0].shape(),
                skip.shape()
            );
        }
        result(inputs[0].shape(), |output| {
            let text = skip.map_or(input.len(), <[f32]>::len).max(1);
            for (input, output) in input.chunks(text).zip(output.chunks_mut(text)) {
                let Self { gain, shift, bias, epsilon } = self;
                skip_layer_norm(input, skip, bias.as_deref(), gain, shift, *epsilon, output);
            }
            Ok(())
        })
    }
}
