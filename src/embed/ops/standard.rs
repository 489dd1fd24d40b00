//! The operators of the ONNX standard that sentence encoders are made of beside their fused ones, by tract's own
//! implementations.
//!
//! tract's register of all operators links all of them, three times the code. Of an operator's forms (its axes have
//! been an attribute and are an input now) those are read that `patterns` leaves.

use tract_onnx::model::{OnnxOpRegister, ParsingContext};
use tract_onnx::pb::NodeProto;
use tract_onnx::prelude::*;
use tract_onnx::tract_core::ops::{cast::cast, logic};
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::binary::{BinIntoHir, Nary};
use tract_onnx::tract_hir::ops::element_wise::ElementWiseIntoHir;
use tract_onnx::tract_hir::ops::nn::{Reduce, Reducer, Softmax};
use tract_onnx::tract_hir::ops::{activations::Clip, array, identity, konst, math, matmul};

type Read = TractResult<(Box<dyn InferenceOp>, Vec<String>)>;

pub(super) fn register(register: &mut OnnxOpRegister) {
    let mut known = |name, read| register.insert(name, read);
    known("Constant", constant);
    known("Identity", |_, _| Ok((Box::<identity::Identity>::default(), vec![])));
    known("Cast", |_, node| {
        let to: DatumType = node.get_attr("to")?;
        // Numbers of elements and positions can hold symbols.
        let to = if to == i64::datum_type() { TDim::datum_type() } else { to };
        Ok((expand(Cast { to }), vec![]))
    });

    known("Add", |_, _| Ok((math::Add.into_hir(), vec![])));
    known("Sub", |_, _| Ok((math::Sub.into_hir(), vec![])));
    known("Mul", |_, _| Ok((math::Mul.into_hir(), vec![])));
    known("Div", |_, _| Ok((math::Div.into_hir(), vec![])));
    known("Pow", |_, _| Ok((math::Pow.into_hir(), vec![])));
    known("Max", |_, _| Ok((Box::new(Nary(Box::new(math::Max), false)), vec![])));
    known("Min", |_, _| Ok((Box::new(Nary(Box::new(math::Min), false)), vec![])));
    known("Equal", |_, _| Ok((logic::CompEq.into_hir(), vec![])));
    known("Where", |_, _| Ok((expand(tract_onnx::tract_hir::ops::logic::Iff), vec![])));
    known("And", |_, _| Ok((logic::And.into_hir(), vec![])));
    known("Or", |_, _| Ok((logic::Or.into_hir(), vec![])));
    known("Not", |_, _| Ok((logic::not().into_hir(), vec![])));
    known("Greater", |_, _| Ok((logic::CompGT.into_hir(), vec![])));
    known("Less", |_, _| Ok((logic::CompLT.into_hir(), vec![])));
    known("Abs", |_, _| Ok((math::abs().into_hir(), vec![])));
    known("Neg", |_, _| Ok((math::neg().into_hir(), vec![])));
    known("Exp", |_, _| Ok((math::exp().into_hir(), vec![])));
    known("Log", |_, _| Ok((math::ln().into_hir(), vec![])));
    known("Sqrt", |_, _| Ok((math::sqrt().into_hir(), vec![])));
    known("Erf", |_, _| Ok((math::erf().into_hir(), vec![])));
    known("Tanh", |_, _| Ok((math::tanh().into_hir(), vec![])));
    known("Relu", |_, _| Ok((expand(Clip::new(Some(0.0), None)), vec![])));
    known("MatMul", |_, _| Ok((expand(matmul::MatMulInference::default()), vec![])));
    known("Softmax", |_, node| Ok((expand(Softmax::new(node.get_attr_opt("axis")?.unwrap_or(-1))), vec![])));

    known("ReduceL2", |_, node| reduce(node, Reducer::L2));
    known("ReduceMax", |_, node| reduce(node, Reducer::Max));
    known("ReduceMean", |_, node| reduce(node, Reducer::Mean));
    known("ReduceSum", |_, node| reduce(node, Reducer::Sum));

    known("Concat", |_, node| Ok((expand(array::Concat::new(node.get_attr("axis")?)), vec![])));
    known("ConstantOfShape", |context, node| {
        let value = match node.get_attr_opt("value")? {
            Some(value) => context.load_tensor(value)?.nth(0)?.into_arc_tensor(),
            None => rctensor0(0f32),
        };
        Ok((expand(array::ConstantOfShape::new(value)), vec![]))
    });
    known("Expand", |_, _| Ok((expand(array::MultiBroadcastTo), vec![])));
    known("Gather", |_, node| {
        Ok((expand(array::Gather::new(node.get_attr_opt("axis")?.unwrap_or(0))), vec![]))
    });
    known("Range", |_, _| Ok((expand(array::Range), vec![])));
    known("Reshape", |_, node| {
        let allowzero = node.get_attr_opt::<i64>("allowzero")?.unwrap_or(0) != 0;
        Ok((expand(array::Reshape::new(allowzero)), vec![]))
    });
    known("Shape", |_, node| {
        let all = node.get_attr_opt::<i64>("start")?.unwrap_or(0) == 0;
        ensure!(all && node.get_attr_opt::<i64>("end")?.is_none(), "Shape: all of it expected");
        Ok((expand(array::Shape::new(TDim::datum_type())), vec![]))
    });
    known("Slice", |_, node| {
        let mut inputs = tract_onnx::model::optional_inputs(node).skip(3);
        let slice = array::StridedSlice {
            begin_mask: 0,
            end_mask: 0,
            shrink_axis_mask: 0,
            optional_axes_input: inputs.next().flatten(),
            optional_steps_input: inputs.next().flatten(),
        };
        Ok((Box::new(slice), vec![]))
    });
    known("Split", |_, node| {
        let axis = node.get_attr_opt("axis")?.unwrap_or(0);
        ensure!(node.input.len() == 1, "Split: equal parts expected");
        Ok((expand(array::Split::new(axis, node.output.len(), node.get_attr_opt_vec("split")?)), vec![]))
    });
    known("Squeeze", |_, node| Ok((expand(array::Squeeze::new(Some(axes(node)?))), vec![])));
    known("Transpose", |_, node| {
        let order = node.get_attr_opt_vec("perm")?;
        Ok((expand(array::PermuteAxes::new(order.map(|order| order.into()))), vec![]))
    });
    known("Unsqueeze", |_, node| Ok((expand(array::AddDims::new(axes(node)?)), vec![])));
}

/// Operators whose second input, the axes, `patterns` makes an attribute.
pub(in crate::embed) const WITH_AXES: [&str; 6] =
    ["ReduceL2", "ReduceMax", "ReduceMean", "ReduceSum", "Squeeze", "Unsqueeze"];

/// The attribute of the axes.
pub(in crate::embed) const AXES: &str = "axes";

fn axes(node: &NodeProto) -> TractResult<Vec<isize>> {
    ensure!(node.input.len() == 1, "{}: constant axes expected", node.op_type);
    let axes: Vec<i64> = node.get_attr_vec(AXES)?;
    Ok(axes.into_iter().map(|axis| axis as isize).collect())
}

fn reduce(node: &NodeProto, reducer: Reducer) -> Read {
    let axes = axes(node)?.into_iter().map(|axis| axis as i64).collect();
    let keeps = node.get_attr_opt("keepdims")?.unwrap_or(1i64) == 1;
    Ok((expand(Reduce::new(Some(axes), keeps, reducer)), vec![]))
}

fn constant(context: &ParsingContext, node: &NodeProto) -> Read {
    let value = node.get_attr_opt("value")?.context("Constant: a tensor expected as value")?;
    let value = context.load_tensor(value)?;
    Ok((Box::new(konst::Const::new(value.into_arc_tensor())?), vec![]))
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
