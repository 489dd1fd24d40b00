//! The operators of an encoder for tract: those of its layers, each over one of the [`kernels`](super::kernels), and
//! tract's own for the rest.
//!
//! [`read`] knows the operators and forms that `import` writes and `patterns` leaves, no others. Constants become part
//! of the operator when the graph is built, so that a node's inputs are the tensors that differ from text to text.
//!
//! [`Compute`] is the computation of an operator; [`Computed`] makes a tract operator of it.

mod attention;
mod linear;
mod norm;
mod standard;

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use tract_hir::internal::*;
use tract_hir::ops::binary::BinIntoHir;
use tract_hir::ops::math;
use tract_hir::ops::nn::Reducer;

use super::onnx::NodeProto;

pub(super) use attention::{JOINED_ATTENTION, SPLIT_ATTENTION};
pub(super) use linear::{ACTIVATION, LINEAR, ROTATION};
pub(super) use standard::{AXES, WITH_AXES};

/// An operator in the one form that is read.
pub(super) struct Form {
    pub op_type: &'static str,
    /// A letter for each input, `_` for one that is left out.
    inputs: &'static str,
    pub attributes: &'static [&'static str],
    read: fn(&NodeProto) -> TractResult<Box<dyn InferenceOp>>,
}

const fn form(
    op_type: &'static str,
    inputs: &'static str,
    attributes: &'static [&'static str],
    read: fn(&NodeProto) -> TractResult<Box<dyn InferenceOp>>,
) -> Form {
    Form { op_type, inputs, attributes, read }
}

/// In the order of a file: the layers, then the pooling.
pub(super) static FORMS: [Form; 17] = [
    form("Shape", "x", &[], standard::shape),
    form("Gather", "xi", &["axis"], standard::gather),
    form("Slice", "xbea", &[], standard::slice),
    form("SkipLayerNormalization", "xygs", &["epsilon"], norm::read),
    form("Cast", "x", &["to"], standard::cast_to),
    form(LINEAR, "xws_b", &[ACTIVATION, ROTATION], linear::read),
    form(JOINED_ATTENTION, "x_m", &["num_heads"], attention::read),
    form("Unsqueeze", "x", &[AXES], standard::unsqueeze),
    form("Squeeze", "x", &[AXES], standard::squeeze),
    form("Add", "xy", &[], |_| Ok(math::Add.into_hir())),
    form("Sub", "xy", &[], |_| Ok(math::Sub.into_hir())),
    form("Mul", "xy", &[], |_| Ok(math::Mul.into_hir())),
    form("Div", "xy", &[], |_| Ok(math::Div.into_hir())),
    form("Max", "xy", &[], |_| Ok(math::Max.into_hir())),
    form("ReduceSum", "x", &[AXES, "keepdims"], |node| standard::reduce(node, Reducer::Sum)),
    form("ReduceMax", "x", &[AXES, "keepdims"], |node| standard::reduce(node, Reducer::Max)),
    form("ReduceL2", "x", &[AXES, "keepdims"], |node| standard::reduce(node, Reducer::L2)),
];

fn form_of(op_type: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.op_type == op_type)
}

/// Whether an operator can be read, in its one form.
pub(super) fn is_known(op_type: &str) -> bool {
    form_of(op_type).is_some()
}

/// Reads a node.
///
/// # Errors
/// The operator is unknown, or has other inputs or attributes than in the files that `import` writes.
pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let form = form_of(&node.op_type).context("a known operator expected")?;
    let there = node.input.iter().map(|input| !input.is_empty());
    ensure!(
        there.eq(form.inputs.bytes().map(|letter| letter != b'_')),
        "inputs {} expected, found {:?}",
        form.inputs,
        node.input
    );
    let odd = node.attribute.iter().find(|attribute| !form.attributes.contains(&attribute.name.as_str()));
    if let Some(odd) = odd {
        bail!("attributes {:?} expected, found {}", form.attributes, odd.name);
    }
    (form.read)(node)
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
