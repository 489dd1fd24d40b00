//! `SkipLayerNormalization`: adds a layer's input to its output, and normalises the sum over the last axis (Ba, Kiros
//! and Hinton 2016).

use tract_hir::internal::*;

use super::{Compute, Computed, result, values, vector};
use crate::embed::kernels::skip_layer_norm;
use crate::embed::onnx::NodeProto;

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let epsilon = node.attribute("epsilon").context("epsilon expected")?.f;
    Ok(expand(Node { epsilon }))
}

/// The node as in the file: rows, rows to be added, gain and shift.
#[derive(Clone, Debug)]
struct Node {
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
        check_input_arity(inputs, 4)?;
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, f32::datum_type())?;
        solver.equals(&inputs[0].shape, &outputs[0].shape)
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let fact = model.outlet_fact(inputs[0])?;
        let width = fact.shape.last().context("rows expected")?.to_usize()?;
        let gain = vector(model, inputs[2], "gain", width)?;
        let shift = vector(model, inputs[3], "shift", width)?;
        let norm = Norm { gain, shift, epsilon: self.epsilon };
        model.wire_node(prefix, Computed::new(norm), &inputs[..2])
    }
}

struct Norm {
    gain: Vec<f32>,
    shift: Vec<f32>,
    epsilon: f32,
}

impl Compute for Norm {
    const NAME: &'static str = "SkipLayerNormalization";

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        Ok(inputs[0].shape.to_tvec())
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let [input, skip] = [values::<f32>(&inputs[0])?, values::<f32>(&inputs[1])?];
        // The same rows may apply to every text of a batch.
        let rows_of =
            |tensor: &TValue| -> TVec<usize> { tensor.shape().iter().rev().take(2).copied().collect() };
        let texts: usize = inputs[1].shape().iter().rev().skip(2).product();
        ensure!(
            rows_of(&inputs[1]) == rows_of(&inputs[0])
                && (texts == 1 || inputs[1].shape() == inputs[0].shape()),
            "values of shape {:?} expected to be added, found {:?}",
            inputs[0].shape(),
            inputs[1].shape()
        );
        result(inputs[0].shape(), |output| {
            let text = skip.len().max(1);
            for (input, output) in input.chunks(text).zip(output.chunks_mut(text)) {
                skip_layer_norm(input, skip, &self.gain, &self.shift, self.epsilon, output);
            }
            Ok(())
        })
    }
}
