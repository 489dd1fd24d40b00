//! Standard ONNX operators around the layers, by tract's own implementations: positions, pooling, normalisation.
//!
//! Axes that are an input in the file are read as the attribute that `patterns` makes of them.

use tract_hir::internal::*;
use tract_hir::ops::array;
use tract_hir::ops::nn::{Reduce, Reducer};
use tract_hir::tract_core::ops::cast::cast;

use crate::embed::onnx::{NodeProto, element};

/// Operators whose second input, the axes, `patterns` turns into an attribute.
pub(in crate::embed) const WITH_AXES: [&str; 3] = ["ReduceSum", "Squeeze", "Unsqueeze"];

/// The attribute of the axes.
pub(in crate::embed) const AXES: &str = "axes";

type Read = TractResult<Box<dyn InferenceOp>>;

pub(super) fn cast_to(node: &NodeProto) -> Read {
    let to = match node.int("to").and_then(|to| i32::try_from(to).ok()) {
        Some(element::FLOAT) => f32::datum_type(),
        Some(element::INT32) => i32::datum_type(),
        found => bail!("f32 or int32 expected, found element type {found:?}"),
    };
    Ok(expand(Cast { to }))
}

pub(super) fn shape(_: &NodeProto) -> Read {
    // Lengths of texts are symbols.
    Ok(expand(array::Shape::new(TDim::datum_type())))
}

pub(super) fn gather(node: &NodeProto) -> Read {
    Ok(expand(array::Gather::new(node.int("axis").unwrap_or(0))))
}

pub(super) fn slice(_: &NodeProto) -> Read {
    Ok(Box::new(array::StridedSlice {
        begin_mask: 0,
        end_mask: 0,
        shrink_axis_mask: 0,
        optional_axes_input: Some(3),
        optional_steps_input: None,
    }))
}

pub(super) fn squeeze(node: &NodeProto) -> Read {
    Ok(expand(array::Squeeze::new(Some(axes(node)?))))
}

pub(super) fn unsqueeze(node: &NodeProto) -> Read {
    Ok(expand(array::AddDims::new(axes(node)?)))
}

pub(super) fn reduce(node: &NodeProto, reducer: Reducer) -> Read {
    let axes = axes(node)?.into_iter().map(|axis| axis as i64).collect();
    let keeps = node.int("keepdims").context("keepdims expected")? == 1;
    Ok(expand(Reduce::new(Some(axes), keeps, reducer)))
}

fn axes(node: &NodeProto) -> TractResult<Vec<isize>> {
    let axes = node.attribute(AXES).context("constant axes expected")?;
    Ok(axes.ints.iter().map(|&axis| axis as isize).collect())
}

#[derive(Clone, Debug)]
struct Cast {
    to: DatumType,
}

impl Expansion for Cast {
    fn name(&self) -> StaticName {
        "Cast".into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 1)?;
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, self.to)?;
        solver.equals(&outputs[0].shape, &inputs[0].shape)
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        model.wire_node(prefix, cast(self.to), &inputs[..1])
    }
}
