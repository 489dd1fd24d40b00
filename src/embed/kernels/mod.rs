//! The arithmetic of a quantized BERT encoder: the same bits on every platform, natively and in wasm.
//!
//! - `pack`: [`Weights`], the int8 codes of one linear layer, laid out once for the product kernels.
//! - `rotation`: [`Rotation`], what rows are multiplied by so that no column stands out; `quantize`: rows of
//!   activations to 7-bit codes; `linear`: [`linear`], the whole layer in one pass.
//! - `attention`: [`attention()`], from queries, keys and values to what the next layer takes; `pairs`: products of
//!   16-bit codes, what it sums.
//! - `variant`: which product kernels this machine runs ([`kernel_name`]); `portable` is the reference, `x86`, `neon`,
//!   `simd128` and `relaxed` are tested against it bit for bit. `tiles` is what `x86` and `neon` share.
//! - `norm`, `activation`, `embedding`: what else stands between the linear layers, in f32.
//! - `lanes`: eight f32 at a time, and `number`: one or eight, which the f32 parts are written in.
//!
//! Why the bits agree: sums of products of codes are exact integers, whatever the order. In f32 every operation is
//! the IEEE one (no fused multiply-add, no reordering); a sum runs either along one index in order, one sum per lane,
//! or over eight lanes that are folded in one given order. No kernel changes either.
//!
//! Shapes are checked where bytes become tensors; a length that contradicts another one panics here.

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
#[cfg(all(target_arch = "wasm32", feature = "relaxed-simd"))]
mod relaxed;
mod rotation;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(feature = "relaxed-simd")))]
mod simd128;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod tiles;
mod variant;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(in crate::embed) use activation::Epilogue;
pub(in crate::embed) use attention::{AttentionScratch, Heads, Matrix, Scoring, attention};
pub(in crate::embed) use embedding::dequantize_rows_int4;
pub(in crate::embed) use linear::{Layer, Scratch, linear};
pub(in crate::embed) use norm::skip_layer_norm;
pub(in crate::embed) use pack::Weights;
pub(in crate::embed) use rotation::Rotation;
pub use variant::kernel_name;
