//! `DequantizeLinear` with one scale for all: bytes back to numbers, such as the embedding rows that are chosen from a
//! table of bytes.

use tract_hir::internal::*;

use super::{Compute, Computed, bytes, constant, is_bytes, result, vector};
use crate::embed::onnx::NodeProto;

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let scale = node.position(1).ok_or_else(|| node.odd("a scale expected"))?;
    Ok(expand(Node { scale, zero: node.position(2) }))
}

/// The node as it is in the file, with the positions of its inputs.
#[derive(Clone, Debug)]
struct Node {
    scale: usize,
    zero: Option<usize>,
}

impl Expansion for Node {
    fn name(&self) -> StaticName {
        Dequantize::NAME.into()
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
        let codes = model.outlet_fact(inputs[0])?.datum_type;
        ensure!(is_bytes(codes), "int8 or uint8 expected as codes, found {codes:?}");
        let scale = vector(model, inputs[self.scale], "scale", 1)?[0];
        let zeros =
            self.zero.map(|zero| bytes(&*constant(model, inputs[zero], "zero point")?)).transpose()?;
        let &[zero] = zeros.as_deref().unwrap_or(&[0]) else { bail!("one zero point expected") };
        model.wire_node(prefix, Computed::new(Dequantize { scale, zero }), &inputs[..1])
    }
}

struct Dequantize {
    scale: f32,
    zero: i16,
}

impl Compute for Dequantize {
    const NAME: &'static str = "DequantizeLinear";

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        Ok(inputs[0].shape.to_tvec())
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let codes = bytes(&inputs[0])?;
        result(inputs[0].shape(), |output| {
            for (number, code) in output.iter_mut().zip(codes) {
                *number = f32::from(code - self.zero) * self.scale;
            }
            Ok(())
        })
    }
}
