//! The arithmetic of a quantized BERT encoder: the same bits on every platform, natively and in wasm.
//!
//! - `linear`: [`linear`], a whole linear layer in one pass. `pack`: [`Weights`], its int8 weights in the layout of the
//!   product kernels. `rotation`: [`Rotation`], spreads outlier columns of activations. `quantize`: activations to
//!   7-bit codes.
//! - `attention`: [`attention()`], from queries, keys and values to the input of the next layer. `pairs`: its products
//!   of 16-bit codes.
//! - `variant`: chooses the kernel variant for this machine ([`kernel_name`]). `portable` is the reference; tests
//!   compare `x86`, `neon` and `simd128` with it bit for bit. `x86` and `neon` share `tiles`.
//! - `shapes`: how many rows, columns and codes the kernels take at once.
//! - `norm`, `activation`, `embedding`: the other layers, in f32.
//! - `lanes` (eight f32) and `number` (one or eight): the types of the f32 code.
//!
//! Why the bits agree: products of codes are summed in integers, exactly, in whatever order. In f32, every operation is
//! the IEEE one, never fused or reordered. A sum of f32 has one fixed order: along one index in each lane, then over
//! the eight lanes.
//!
//! Shapes are checked when tensors are read. Here, lengths that contradict each other panic.

#![allow(clippy::needless_range_loop, reason = "one index counts through several arrays of a tile")]

mod activation;
mod attention;
mod embedding;
mod lanes;
mod linear;
#[cfg(target_arch = "aarch64")]
mod neon;
mod norm;
mod number;
mod pack;
mod pairs;
mod portable;
mod quantize;
mod rotation;
mod shapes;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod tiles;
mod variant;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use activation::Epilogue;
pub(crate) use attention::{AttentionScratch, Heads, Matrix, Scoring, attention};
pub(crate) use embedding::{BLOCK, dequantize_row, record_bytes};
pub(crate) use linear::{Layer, Scratch, linear};
pub(crate) use norm::skip_layer_norm;
pub(crate) use pack::Weights;
pub(crate) use rotation::Rotation;
pub use variant::kernel_name;
