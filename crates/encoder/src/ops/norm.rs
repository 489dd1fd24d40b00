//! Adds a layer's input to its output, and normalises the sum over the last axis (Ba, Kiros and Hinton 2016).

use tract_core::internal::*;

use super::Compute;
use crate::kernels::skip_layer_norm;

pub(crate) struct Norm {
    /// Added in place of a second input: a row for each place in a text.
    pub table: Option<Vec<f32>>,
    pub gain: Vec<f32>,
    pub shift: Vec<f32>,
    pub epsilon: f32,
}

impl Compute for Norm {
    fn name(&self) -> &'static str {
        "norm"
    }

    fn width(&self) -> usize {
        self.gain.len()
    }

    fn compute(&self, inputs: &[&[f32]], output: &mut [f32]) -> TractResult<()> {
        let skip = match &self.table {
            None => inputs[1],
            Some(table) => table.get(..output.len()).with_context(|| {
                let most = table.len() / self.width();
                format!("at most {most} word pieces expected, found {}", output.len() / self.width())
            })?,
        };
        skip_layer_norm(inputs[0], skip, &self.gain, &self.shift, self.epsilon, output);
        Ok(())
    }
}
