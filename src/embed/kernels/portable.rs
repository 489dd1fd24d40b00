//! The product of codes and packed weights in plain Rust: the reference, and what runs where no other form does.

use super::pack::{GROUP, PANEL, Panel};
use super::quantize::Code;

/// Rows that share one reading of the weights.
pub const ROWS: usize = 4;

/// See [`super::form::Product`].
pub fn product(codes: &[Code], stride: usize, panel: &Panel, sums: &mut [[i32; PANEL]]) {
    for (row, sums) in sums.iter_mut().enumerate() {
        *sums = [0; PANEL];
        let codes = &codes[row * stride..][..panel.groups.len() * GROUP];
        for (codes, group) in codes.chunks_exact(GROUP).zip(panel.groups) {
            for (sum, weights) in sums.iter_mut().zip(group.0.chunks_exact(GROUP)) {
                for (&code, &weight) in codes.iter().zip(weights) {
                    *sum += i32::from(code) * i32::from(weight);
                }
            }
        }
    }
}
