//! The product of codes and packed weights in plain Rust: the reference, and the variant of machines without another.

use super::pack::Panel;
use super::quantize::{FourCodes, place};
use super::shapes::{GROUP, PANEL};

/// See [`super::variant::Product`]; checks every index.
pub fn product(codes: &[FourCodes], panel: &Panel, sums: &mut [[i32; PANEL]]) {
    let (rows, depth) = (sums.len(), panel.groups.len());
    for (row, sums) in sums.iter_mut().enumerate() {
        *sums = [0; PANEL];
        for (at, group) in panel.groups.iter().enumerate() {
            let codes = &codes[place(row, at, rows, depth)];
            for (sum, weights) in sums.iter_mut().zip(group.0.chunks_exact(GROUP)) {
                for (&code, &weight) in codes.iter().zip(weights) {
                    *sum += i32::from(code) * i32::from(weight);
                }
            }
        }
    }
}
