//! `activation(input · weights + bias)` with int8 weights, of a rotated input where the layer has a rotation.
//!
//! ONNX Runtime quantizes the input to 8 bits with one scale for the whole tensor. Here each row has a scale of its
//! own, in 7 bits, which is closer to the f32 result.

use std::cell::RefCell;

use tract_core::internal::*;

use super::Compute;
use crate::kernels::{self, Epilogue, Layer, Rotation, Scratch, Weights};

thread_local! {
    /// One thread's buffers, reused for all layers.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

pub(crate) struct Linear {
    pub rotation: Option<Rotation>,
    pub weights: Weights,
    pub bias: Vec<f32>,
    pub epilogue: Epilogue,
}

impl Compute for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn width(&self) -> usize {
        self.weights.outputs()
    }

    fn compute(&self, inputs: &[&[f32]], output: &mut [f32]) -> TractResult<()> {
        let Self { rotation, ref weights, ref bias, epilogue } = *self;
        let rows = inputs[0].len() / weights.inputs();
        let layer = Layer { rotation, weights, bias, epilogue };
        SCRATCH.with_borrow_mut(|scratch| kernels::linear(inputs[0], rows, layer, scratch, output));
        Ok(())
    }
}
