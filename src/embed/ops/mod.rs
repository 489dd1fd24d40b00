//! tract operators for quantized encoders, each over one of the [`kernels`](super::kernels).
//!
//! [`reader`] finds them by their ONNX names. Constants become part of the operator when the graph is built, so that a
//! node's inputs are the tensors that differ from text to text.
//!
//! [`Compute`] is the computation of an operator; [`Computed`] makes a tract operator of it.

mod attention;
mod linear;
mod lookup;
mod norm;
mod standard;

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use tract_hir::internal::*;

use super::onnx::NodeProto;

pub(super) use attention::{JOINED_ATTENTION, SPLIT_ATTENTION};
pub(super) use linear::{ACTIVATION, LINEAR, ROTATION};
pub(super) use standard::{AXES, WITH_AXES};

/// Reads a node of one operator.
type Read = fn(&NodeProto) -> TractResult<Box<dyn InferenceOp>>;

/// The reader of the operator `op_type`, if it is known.
pub(super) fn reader(op_type: &str) -> Option<Read> {
    Some(match op_type {
        LINEAR => linear::read,
        SPLIT_ATTENTION | JOINED_ATTENTION => attention::read,
        "SkipLayerNormalization" | "LayerNormalization" => norm::read,
        "GatherBlockQuantized" => lookup::read,
        other => return standard::reader(other),
    })
}

/// The computation of an operator with one f32 result.
trait Compute: Send + Sync + 'static {
    const NAME: &'static str;

    /// The shape of the result, which may contain symbols.
    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>>;

    /// The result, in the shape that `shape` gives for these inputs.
    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor>;
}

/// A tract operator made of a [`Compute`].
struct Computed<C>(Arc<C>);

impl<C: Compute> Computed<C> {
    fn new(compute: C) -> Self {
        Self(Arc::new(compute))
    }
}

// Not derived: `C` needs neither trait, and weights are equal if they are the same allocation.
impl<C> Clone for Computed<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: Compute> Debug for Computed<C> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(C::NAME)
    }
}

impl<C> PartialEq for Computed<C> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<C> Eq for Computed<C> {}

impl<C: Compute> Op for Computed<C> {
    fn name(&self) -> StaticName {
        C::NAME.into()
    }

    op_as_typed_op!();
}

impl<C: Compute> EvalOp for Computed<C> {
    op_out_of_plan!();

    fn eval(&self, _context: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        Ok(tvec!(self.0.compute(&inputs)?.into_tvalue()))
    }
}

impl<C: Compute> TypedOp for Computed<C> {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec!(f32::fact(self.0.shape(inputs)?)))
    }

    as_op!();
}

/// The values of a tensor in memory order, row-major.
fn values<D: Datum>(tensor: &Tensor) -> TractResult<&[D]> {
    let view = tensor.to_plain_array_view::<D>()?;
    view.to_slice().context("an input in row-major order expected")
}

/// A tensor of the given shape, zeroed and then written by `fill`.
fn result(shape: &[usize], fill: impl FnOnce(&mut [f32]) -> TractResult<()>) -> TractResult<Tensor> {
    // Building it from a vector would copy it, and size-optimized code initialises slices element by element.
    // SAFETY: the numbers are zeros before anyone reads them.
    let mut tensor = unsafe {
        let mut tensor = Tensor::uninitialized::<f32>(shape)?;
        tensor.as_ptr_mut::<f32>()?.write_bytes(0, tensor.len());
        tensor
    };
    let mut view = tensor.to_plain_array_view_mut::<f32>()?;
    fill(view.as_slice_mut().context("a result in row-major order expected")?)?;
    Ok(tensor)
}

/// The constant behind an input.
fn constant(model: &TypedModel, input: OutletId, what: &str) -> TractResult<Arc<Tensor>> {
    let fact = model.outlet_fact(input)?;
    fact.konst.clone().with_context(|| format!("a constant expected as {what}, found {fact:?}"))
}

/// The f32 values of a constant vector of a given length.
fn vector(model: &TypedModel, input: OutletId, what: &str, length: usize) -> TractResult<Vec<f32>> {
    let tensor = constant(model, input, what)?;
    let found = values::<f32>(&tensor).with_context(|| format!("f32 expected as {what}"))?;
    ensure!(found.len() == length, "{length} values expected as {what}, found {}", found.len());
    Ok(found.to_vec())
}
