//! `DynamicQuantizeMatMul`: `activation(input · weights + bias)` with int8 weights.
//!
//! ONNX Runtime quantizes the input with one scale for the whole tensor, in 8 bits; here each row has its own scale,
//! in 7 bits, which comes closer to the f32 result than its form does. Inputs may be rotated first, where the file says
//! so by a product with a Hadamard matrix.

use std::borrow::Cow;
use std::cell::RefCell;

use tract_hir::internal::*;

use super::{Compute, Computed, bytes, constant, result, values, vector};
use crate::embed::kernels::{self, Epilogue, Layer, Rotation, Scratch, Weights};
use crate::embed::onnx::NodeProto;

pub(in crate::embed) const LINEAR: &str = "DynamicQuantizeMatMul";

/// The attribute by which `patterns` says that an activation follows: the name of its operator.
pub(in crate::embed) const ACTIVATION: &str = "docfuse.activation";

/// The attribute by which `patterns` says that the input is rotated first: the groups of a block, see [`Rotation`].
pub(in crate::embed) const ROTATION: &str = "docfuse.rotation";

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let (zero, bias) = (node.position(3), node.position(4));
    let activation = match node.attribute(ACTIVATION).map(|activation| activation.s.as_slice()) {
        None => Epilogue::None,
        Some(b"Gelu") => Epilogue::Gelu,
        Some(b"FastGelu") => Epilogue::GeluTanh,
        Some(b"Relu") => Epilogue::Relu,
        Some(_) => return Err(node.odd("a known activation expected")),
    };
    let rotation = match node.int(ROTATION) {
        None => None,
        Some(groups) => {
            let rotation = usize::try_from(groups).ok().and_then(Rotation::of);
            Some(rotation.ok_or_else(|| node.odd("a rotation of 4, 16 or 64 groups expected"))?)
        }
    };
    Ok(expand(Node { zero, bias, rotation, activation }))
}

/// The node as it is in the file, with the positions of its optional inputs.
#[derive(Clone, Debug)]
struct Node {
    zero: Option<usize>,
    bias: Option<usize>,
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
        check_output_arity(outputs, 1)?;
        ensure!(inputs.len() >= 3, "input, weights and scales expected, {} inputs found", inputs.len());
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
        let mut scales = match values::<f32>(&scales)? {
            &[one] => vec![one; n],
            each => each.to_vec(),
        };
        let zeros = self.zero.map(|zero| constant(model, inputs[zero], "zero points")).transpose()?;
        let codes = symmetric(&codes, zeros.as_deref(), &mut scales)?;
        let bias = self.bias.map(|bias| vector(model, inputs[bias], "bias", n)).transpose()?;
        ensure!(
            self.rotation.is_none_or(|rotation| rotation.fits(k)),
            "rows of whole blocks of {:?} expected, found {k} values",
            self.rotation
        );
        let weights = Weights::pack(&codes, k, n, &scales)?;
        let linear = Linear { rotation: self.rotation, weights, bias, activation: self.activation };
        model.wire_node(prefix, Computed::new(linear), &inputs[..1])
    }
}

/// Weights as the kernels have them: int8 about zero.
///
/// Codes of one byte less their zero points, one for all columns or for each, are kept as they are where all of a column
/// lie within −128..=127. Otherwise the column is scaled to that range, by less than two, and rounded once more.
fn symmetric<'a>(
    codes: &'a Tensor,
    zeros: Option<&Tensor>,
    scales: &mut [f32],
) -> TractResult<Cow<'a, [i8]>> {
    let zeros = zeros.map_or_else(|| Ok(vec![0]), bytes)?;
    let columns = scales.len();
    let found = zeros.len();
    ensure!(found == 1 || found == columns, "one zero point or {columns} expected, found {found}");
    if codes.datum_type() == i8::datum_type() && zeros.iter().all(|&zero| zero == 0) {
        return Ok(values::<i8>(codes)?.into());
    }
    let codes = bytes(codes)?;
    let mut near = vec![0; codes.len()];
    for (column, scale) in scales.iter_mut().enumerate() {
        let zero = zeros[column % found];
        let places = (column..codes.len()).step_by(columns);
        // Below zero there is room for one more.
        let reach =
            places.clone().map(|at| codes[at] - zero).fold(127, |most, code| most.max(code.max(!code)));
        let shrink = 127.0 / f32::from(reach);
        *scale /= shrink;
        for at in places {
            near[at] = (f32::from(codes[at] - zero) * shrink).round() as i8;
        }
    }
    Ok(near.into())
}

thread_local! {
    /// The buffers of all layers that a thread computes, one after the other.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

struct Linear {
    rotation: Option<Rotation>,
    weights: Weights,
    bias: Option<Vec<f32>>,
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
                bias: self.bias.as_deref(),
                epilogue: self.activation,
            };
            SCRATCH.with_borrow_mut(|scratch| {
                kernels::linear(input, rows, layer, scratch, output);
            });
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_about_any_zero_come_near() {
        let signed = Tensor::from_shape(&[2, 2], &[-128_i8, 5, 127, 0]).unwrap();
        let mut scales = [0.5, 2.0];
        let kept = symmetric(&signed, None, &mut scales).unwrap();
        assert!(matches!(kept, Cow::Borrowed([-128, 5, 127, 0])) && scales == [0.5, 2.0]);

        // The first column lies within −128..=127 of its zero point, the second one does not.
        let codes = Tensor::from_shape(&[3, 2], &[0_u8, 0, 128, 100, 255, 255]).unwrap();
        let zeros = Tensor::from_shape(&[2], &[128_u8, 100]).unwrap();
        let mut scales = [1.0, 1.0];
        let found = symmetric(&codes, Some(&zeros), &mut scales).unwrap();
        assert_eq!((found[0], found[2], found[4], scales[0]), (-128, 0, 127, 1.0));
        for (code, expected) in [(found[1], -100.0), (found[3], 0.0), (found[5], 155.0)] {
            assert!(
                (f32::from(code) * scales[1] - expected).abs() <= scales[1] / 2.0,
                "{code} for {expected}"
            );
        }
        assert!(found[5] == 127 && scales[1] == 155.0 / 127.0);

        let few = Tensor::from_shape(&[3], &[0_u8; 3]).unwrap();
        assert!(symmetric(&codes, Some(&few), &mut [1.0; 2]).is_err());
        let wide = Tensor::from_shape(&[2, 2], &[0_i32; 4]).unwrap();
        assert!(symmetric(&wide, None, &mut [1.0; 2]).is_err());
    }
}
