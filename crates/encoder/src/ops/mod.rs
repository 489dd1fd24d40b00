//! The operators of an encoder for tract, each over one of the [`kernels`](super::kernels).
//!
//! [`Compute`] is the computation of an operator; [`Operator`] makes a tract operator of it. Its values are [`Rows`].
//! `super::plan` has checked that the widths of neighbours fit, and constants are part of the operators, so that inputs
//! are what differs from text to text.

mod attention;
mod linear;
mod norm;
mod pool;

use std::fmt::{self, Debug, Display, Formatter};
use std::sync::Arc;

use tract_core::internal::*;
use tract_core::ops::TypedOp;

pub(super) use attention::Attention;
pub(super) use linear::Linear;
pub(super) use norm::Norm;
pub(super) use pool::Pool;

/// The computation of an operator, from rows to rows.
pub(super) trait Compute: Send + Sync + 'static {
    /// For error messages.
    fn name(&self) -> &'static str;

    /// Values of a row of the result.
    fn width(&self) -> usize;

    /// Rows of the result.
    fn rows(&self, of_input: usize) -> usize {
        of_input
    }

    /// Writes the result into `output`, which is zeros.
    fn compute(&self, inputs: &[&[f32]], output: &mut [f32]) -> TractResult<()>;
}

/// A tract operator.
#[derive(Clone)]
pub(super) enum Operator {
    /// The rows of a text.
    Source,
    Computed(Arc<dyn Compute>),
}

impl Debug for Operator {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

impl Display for Operator {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

// Operators are equal if they are the same allocation.
impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Source, Self::Source) => true,
            (Self::Computed(one), Self::Computed(other)) => {
                std::ptr::addr_eq(Arc::as_ptr(one), Arc::as_ptr(other))
            }
            _ => false,
        }
    }
}

impl Eq for Operator {}

impl AsRef<dyn Op> for Operator {
    fn as_ref(&self) -> &dyn Op {
        self
    }
}

impl AsMut<dyn Op> for Operator {
    fn as_mut(&mut self) -> &mut dyn Op {
        self
    }
}

impl Op for Operator {
    fn name(&self) -> StaticName {
        match self {
            Self::Source => "source".into(),
            Self::Computed(compute) => compute.name().into(),
        }
    }

    // Typed operators bring the code by which tract rewrites them.
    not_a_typed_op!();
}

impl EvalOp for Operator {
    not_out_of_plan!();

    fn eval(&self, _context: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let Self::Computed(compute) = self else { return Ok(inputs) };
        let values = inputs.iter().map(|input| input.try_as_plain_ram()?.as_slice::<f32>());
        let values = values.collect::<TractResult<TVec<&[f32]>>>()?;
        let rows = inputs.first().and_then(|input| input.shape().first()).copied().unwrap_or_default();
        let shape = [compute.rows(rows), compute.width()];
        // Building it from a vector would copy it, and size-optimized code initialises slices element by element.
        // SAFETY: the numbers are zeros before anyone reads them.
        let mut result = unsafe {
            let mut result = Tensor::uninitialized::<f32>(&shape)?;
            result.as_ptr_mut::<f32>()?.write_bytes(0, result.len());
            result
        };
        compute.compute(&values, result.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?)?;
        Ok(tvec![result.into_tvalue()])
    }
}

/// What is known of a value before there is a text: f32 `[rows, width]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub width: usize,
}

impl Fact for Rows {
    /// There is none: the number of rows would be a symbol, which brings tract's algebra of them.
    fn to_typed_fact(&self) -> TractResult<Cow<'_, TypedFact>> {
        bail!("rows have no typed fact")
    }

    fn matches(&self, tensor: &Tensor, _symbols: Option<&SymbolValues>) -> TractResult<bool> {
        Ok(tensor.datum_type() == f32::datum_type()
            && matches!(tensor.shape(), [_, width] if *width == self.width))
    }

    fn compatible_with(&self, other: &dyn Fact) -> bool {
        other.downcast_ref::<Self>() == Some(self)
    }

    fn datum_type(&self) -> Option<DatumType> {
        Some(f32::datum_type())
    }
}
