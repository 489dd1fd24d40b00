//! `GatherBlockQuantized`: looks up rows of an int4 table and dequantizes them. The table stays int4 in memory.

use tract_hir::internal::*;

use super::{Compute, Computed, constant, result, values};
use crate::embed::kernels::dequantize_rows_int4;
use crate::embed::onnx::NodeProto;

pub(in crate::embed) const LOOKUP: &str = "GatherBlockQuantized";

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    for (name, expected) in
        [("bits", 4), ("gather_axis", 0), ("quantize_axis", 1), ("block_size", BLOCK as i64)]
    {
        let found = node.int(name);
        ensure!(found == Some(expected), "{name} of {expected} expected, found {found:?}");
    }
    Ok(expand(Node))
}

/// Codes that share a scale.
const BLOCK: usize = 32;

#[derive(Clone, Debug)]
struct Node;

impl Expansion for Node {
    fn name(&self) -> StaticName {
        Lookup::NAME.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 3)?;
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, f32::datum_type())?;
        solver.given_2(&inputs[0].shape, &inputs[1].shape, move |solver, table, mut shape| {
            ensure!(table.len() == 2, "a table expected");
            shape.push(table[1].clone() * 2);
            solver.equals(&outputs[0].shape, shape)
        })
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let codes = constant(model, inputs[0], "codes")?;
        let scales = constant(model, inputs[2], "scales")?;
        let &[rows, bytes] = codes.shape() else { bail!("a table expected as codes, found {codes:?}") };
        let columns = bytes.checked_mul(2).context("a table that fits into memory expected")?;
        let expected = [rows, columns.div_ceil(BLOCK)];
        ensure!(scales.shape() == expected, "scales {expected:?} expected, found {:?}", scales.shape());
        values::<u8>(&codes).context("uint8 expected as codes")?;
        values::<f32>(&scales).context("f32 expected as scales")?;
        model.wire_node(prefix, Computed::new(Lookup { codes, scales, columns }), &inputs[1..2])
    }
}

struct Lookup {
    codes: Arc<Tensor>,
    scales: Arc<Tensor>,
    columns: usize,
}

impl Compute for Lookup {
    const NAME: &'static str = LOOKUP;

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        let mut shape = inputs[0].shape.to_tvec();
        shape.push(self.columns.to_dim());
        Ok(shape)
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let ids = values::<i64>(&inputs[0])?;
        let mut shape: TVec<usize> = inputs[0].shape().into();
        shape.push(self.columns);
        result(&shape, |output| {
            let (codes, scales) = (values::<u8>(&self.codes)?, values::<f32>(&self.scales)?);
            Ok(dequantize_rows_int4(codes, scales, self.columns, ids, output)?)
        })
    }
}
