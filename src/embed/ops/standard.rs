//! Standard ONNX operators of sentence encoders, by tract's own implementations.
//!
//! Operators whose axes were an attribute in older versions and are an input now are read in the variant that
//! `patterns` leaves.

use tract_hir::internal::*;
use tract_hir::ops::binary::{BinIntoHir, Nary};
use tract_hir::ops::element_wise::ElementWiseIntoHir;
use tract_hir::ops::nn::{Reduce, Reducer, Softmax};
use tract_hir::ops::{activations::Clip, array, identity, konst, math, matmul};
use tract_hir::tract_core::ops::{cast::cast, logic};

use super::Read;
use crate::embed::onnx::{NodeProto, element, tensor};

/// The reader of the operator `op_type`, if it is known.
pub(super) fn reader(op_type: &str) -> Option<Read> {
    let read: Read = match op_type {
        "Constant" => |node| Ok(Box::new(konst::Const::new(value(node)?.into_arc_tensor())?)),
        "Identity" => |_| Ok(Box::<identity::Identity>::default()),
        "Cast" => |node| {
            let to = match node.int("to").and_then(|to| i32::try_from(to).ok()) {
                Some(element::FLOAT) => f32::datum_type(),
                Some(element::INT32) => i32::datum_type(),
                // Element counts and positions can contain symbols.
                Some(element::INT64) => TDim::datum_type(),
                Some(element::BOOL) => bool::datum_type(),
                _ => return Err(node.odd("f32, int32, int64 or bool expected")),
            };
            Ok(expand(Cast { to }))
        },

        "Add" => |_| Ok(math::Add.into_hir()),
        "Sub" => |_| Ok(math::Sub.into_hir()),
        "Mul" => |_| Ok(math::Mul.into_hir()),
        "Div" => |_| Ok(math::Div.into_hir()),
        "Pow" => |_| Ok(math::Pow.into_hir()),
        "Max" => |_| Ok(Box::new(Nary(Box::new(math::Max), false))),
        "Equal" => |_| Ok(logic::CompEq.into_hir()),
        "Where" => |_| Ok(expand(tract_hir::ops::logic::Iff)),
        "Sqrt" => |_| Ok(math::sqrt().into_hir()),
        "Erf" => |_| Ok(math::erf().into_hir()),
        "Tanh" => |_| Ok(math::tanh().into_hir()),
        "Relu" => |_| Ok(expand(Clip::new(Some(0.0), None))),
        "MatMul" => |_| Ok(expand(matmul::MatMulInference::default())),
        "Softmax" => |node| Ok(expand(Softmax::new(axis(node, Some(-1))?))),

        "ReduceL2" => |node| reduce(node, Reducer::L2),
        "ReduceMax" => |node| reduce(node, Reducer::Max),
        "ReduceMean" => |node| reduce(node, Reducer::Mean),
        "ReduceSum" => |node| reduce(node, Reducer::Sum),

        "Concat" => |node| Ok(expand(array::Concat::new(axis(node, None)?))),
        "ConstantOfShape" => |node| {
            let value = match node.attribute("value") {
                Some(_) => value(node)?.nth(0)?.into_arc_tensor(),
                None => rctensor0(0f32),
            };
            Ok(expand(array::ConstantOfShape::new(value)))
        },
        "Expand" => |_| Ok(expand(array::MultiBroadcastTo)),
        "Gather" => |node| Ok(expand(array::Gather::new(axis(node, Some(0))?))),
        "Reshape" => |node| {
            let allowzero = node.int("allowzero").unwrap_or(0) != 0;
            Ok(expand(array::Reshape::new(allowzero)))
        },
        "Shape" => |node| {
            if node.int("start").unwrap_or(0) != 0 || node.attribute("end").is_some() {
                return Err(node.odd("the whole shape expected"));
            }
            Ok(expand(array::Shape::new(TDim::datum_type())))
        },
        "Slice" => |node| {
            let slice = array::StridedSlice {
                begin_mask: 0,
                end_mask: 0,
                shrink_axis_mask: 0,
                optional_axes_input: node.position(3),
                optional_steps_input: node.position(4),
            };
            Ok(Box::new(slice))
        },
        "Split" => |node| {
            if node.input.len() != 1 || node.attribute("split").is_some() {
                return Err(node.odd("equal parts expected"));
            }
            Ok(expand(array::Split::new(axis(node, Some(0))?, node.output.len(), None)))
        },
        "Squeeze" => |node| Ok(expand(array::Squeeze::new(Some(axes(node)?)))),
        "Transpose" => |node| {
            let order: Option<Option<TVec<usize>>> =
                node.ints("perm").map(|order| order.iter().map(|&axis| usize::try_from(axis).ok()).collect());
            let order =
                order.map(|order| order.ok_or_else(|| node.odd("axes from 0 on expected"))).transpose()?;
            Ok(expand(array::PermuteAxes::new(order)))
        },
        "Unsqueeze" => |node| Ok(expand(array::AddDims::new(axes(node)?))),
        _ => return None,
    };
    Some(read)
}

/// Operators whose second input, the axes, `patterns` turns into an attribute.
pub(in crate::embed) const WITH_AXES: [&str; 6] =
    ["ReduceL2", "ReduceMax", "ReduceMean", "ReduceSum", "Squeeze", "Unsqueeze"];

/// The attribute of the axes.
pub(in crate::embed) const AXES: &str = "axes";

fn axes(node: &NodeProto) -> TractResult<Vec<isize>> {
    let axes = node.ints(AXES).filter(|_| node.input.len() == 1);
    let axes = axes.ok_or_else(|| node.odd("constant axes expected"))?;
    Ok(axes.iter().map(|&axis| axis as isize).collect())
}

/// The attribute with one axis, or `default` if it is absent.
fn axis<T: TryFrom<i64>>(node: &NodeProto, default: Option<i64>) -> TractResult<T> {
    let axis = node.int("axis").or(default).and_then(|axis| T::try_from(axis).ok());
    axis.ok_or_else(|| node.odd("an axis expected"))
}

fn reduce(node: &NodeProto, reducer: Reducer) -> TractResult<Box<dyn InferenceOp>> {
    let axes = axes(node)?.into_iter().map(|axis| axis as i64).collect();
    let keeps = node.int("keepdims").unwrap_or(1) == 1;
    Ok(expand(Reduce::new(Some(axes), keeps, reducer)))
}

fn value(node: &NodeProto) -> TractResult<Tensor> {
    let value = node.attribute("value").and_then(|value| value.t.clone());
    tensor(value.ok_or_else(|| node.odd("a tensor expected as value"))?)
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
