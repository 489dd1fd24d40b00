//! Scaled dot-product self-attention (Vaswani et al. 2017) within a text. Query, key and value are the thirds of the
//! input's columns.

use std::cell::RefCell;

use tract_core::internal::*;

use super::Compute;
use crate::kernels::{AttentionScratch, Heads, Matrix, Scoring, attention};

thread_local! {
    /// One thread's buffers, reused for all layers.
    static SCRATCH: RefCell<AttentionScratch> = RefCell::default();
}

pub(crate) struct Attention {
    pub heads: Heads,
}

impl Compute for Attention {
    fn name(&self) -> &'static str {
        "attention"
    }

    fn width(&self) -> usize {
        self.heads.count * self.heads.size
    }

    fn compute(&self, inputs: &[&[f32]], output: &mut [f32]) -> TractResult<()> {
        let (heads, width) = (self.heads, self.width());
        let rows = output.len() / width;
        let thirds = [0, 1, 2].map(|part| Matrix { values: &inputs[0][part * width..], stride: 3 * width });
        let scoring = Scoring { heads, scale: (heads.size as f32).sqrt().recip() };
        SCRATCH.with_borrow_mut(|scratch| attention(thirds, scoring, rows, scratch, output));
        Ok(())
    }
}
