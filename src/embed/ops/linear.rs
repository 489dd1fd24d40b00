//! `DynamicQuantizeMatMul`: `activation(input · weights + bias)` with int8 weights.
//!
//! ONNX Runtime quantizes the input to 8 bits with one scale for the whole tensor. Here each row has a scale of its
//! own, in 7 bits, which is closer to the f32 result. Inputs may be rotated first, which the file expresses by a
//! product with a Hadamard matrix.

use std::cell::RefCell;

use tract_hir::internal::*;

use super::{Compute, Computed, constant, result, values, vector};
use crate::embed::kernels::{self, Epilogue, Layer, Rotation, Scratch, Weights};
use crate::embed::onnx::NodeProto;

pub(in crate::embed) const LINEAR: &str = "DynamicQuantizeMatMul";

/// Set by `patterns`: the operator name of the activation that follows.
pub(in crate::embed) const ACTIVATION: &str = "docfuse.activation";

/// Set by `patterns`: the input is rotated first, in blocks of this many groups, see [`Rotation`].
pub(in crate::embed) const ROTATION: &str = "docfuse.rotation";

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let activation = match node.attribute(ACTIVATION).map(|activation| activation.s.as_str()) {
        None => Epilogue::None,
        Some("Gelu") => Epilogue::Gelu,
        Some("FastGelu") => Epilogue::GeluTanh,
        Some("Relu") => Epilogue::Relu,
        Some("Tanh") => Epilogue::Tanh,
        Some(other) => bail!("a known activation expected, found {other}"),
    };
    let rotation = match node.int(ROTATION) {
        None => None,
        Some(groups) => {
            let rotation = usize::try_from(groups).ok().and_then(Rotation::of);
            Some(
                rotation
                    .with_context(|| format!("a rotation of 4, 16 or 64 groups expected, found {groups}"))?,
            )
        }
    };
    Ok(expand(Node { rotation, activation }))
}

/// The node as in the file: input, weights, scales and bias.
#[derive(Clone, Debug)]
struct Node {
    rotation: Option<Rotation>,
    activation: Epilogue,
}

impl Expansion for Node {
    fn name(&self) -> StaticName {
        LINEAR.into()
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
        solver.given_2(&inputs[0].shape, &inputs[1].shape, move |solver, mut shape, weights| {
            ensure!(!shape.is_empty() && weights.len() == 2, "rows and a matrix expected");
            let last = shape.len() - 1;
            shape[last] = weights[1].clone();
            solver.equals(&outputs[0].shape, shape)
        })
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let codes = constant(model, inputs[1], "weights")?;
        let &[k, n] = codes.shape() else { bail!("a matrix expected as weights, found {codes:?}") };
        let scales = constant(model, inputs[2], "scales")?;
        let bias = vector(model, inputs[3], "bias", n)?;
        ensure!(
            self.rotation.is_none_or(|rotation| rotation.fits(k)),
            "rows of whole blocks of {:?} expected, found {k} values",
            self.rotation
        );
        let weights = Weights::pack(values::<i8>(&codes)?, k, n, values::<f32>(&scales)?)?;
        let linear = Linear { rotation: self.rotation, weights, bias, activation: self.activation };
        model.wire_node(prefix, Computed::new(linear), &inputs[..1])
    }
}

thread_local! {
    /// One thread's buffers, reused for all layers.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

struct Linear {
    rotation: Option<Rotation>,
    weights: Weights,
    bias: Vec<f32>,
    activation: Epilogue,
}

impl Compute for Linear {
    const NAME: &'static str = LINEAR;

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        let mut shape = inputs[0].shape.to_tvec();
        let last = shape.last_mut().context("rows expected")?;
        let expected = self.weights.inputs();
        ensure!(*last == expected.to_dim(), "rows of {expected} values expected, found {last}");
        *last = self.weights.outputs().to_dim();
        Ok(shape)
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let input = values::<f32>(&inputs[0])?;
        let rows = input.len() / self.weights.inputs();
        let mut shape: TVec<usize> = inputs[0].shape().into();
        *shape.last_mut().context("rows expected")? = self.weights.outputs();
        result(&shape, |output| {
            let layer = Layer {
                rotation: self.rotation,
                weights: &self.weights,
                bias: &self.bias,
                epilogue: self.activation,
            };
            SCRATCH.with_borrow_mut(|scratch| {
                kernels::linear(input, rows, layer, scratch, output);
            });
            Ok(())
        })
    }
}
