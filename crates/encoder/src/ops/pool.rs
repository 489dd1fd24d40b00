//! One row from the rows of a text's word pieces, of length one if the model says so.
//!
//! Sums are along one index, from the first number on, so that all machines give the same bits.

use tract_core::internal::*;

use super::Compute;
use crate::Pooling;

pub(crate) struct Pool {
    pub pooling: Pooling,
    /// Normalises, dividing by this at least.
    pub least_length: Option<f32>,
    pub width: usize,
}

impl Compute for Pool {
    fn name(&self) -> &'static str {
        "pooling"
    }

    fn width(&self) -> usize {
        self.width
    }

    fn rows(&self, _of_input: usize) -> usize {
        1
    }

    fn compute(&self, inputs: &[&[f32]], output: &mut [f32]) -> TractResult<()> {
        let rows = inputs[0].chunks_exact(self.width);
        let count = rows.len() as f32;
        ensure!(rows.len() > 0, "a word piece expected, none found");
        let each = |output: &mut [f32], change: fn(f32, f32) -> f32| {
            for row in rows.clone() {
                output.iter_mut().zip(row).for_each(|(out, number)| *out = change(*out, *number));
            }
        };
        match self.pooling {
            Pooling::Cls => output.copy_from_slice(&inputs[0][..self.width]),
            Pooling::Mean => {
                each(output, |sum, number| sum + number);
                scale(output, count.recip());
            }
            Pooling::Max => {
                output.fill(f32::MIN);
                each(output, |most, number| if most > number { most } else { number });
            }
        }
        if let Some(least) = self.least_length {
            let squares = output.iter().fold(0.0, |sum, number| sum + number * number);
            scale(output, squares.sqrt().max(least).recip());
        }
        Ok(())
    }
}

fn scale(numbers: &mut [f32], by: f32) {
    numbers.iter_mut().for_each(|number| *number *= by);
}
