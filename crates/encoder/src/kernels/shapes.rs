//! How many rows, columns and codes the kernels take at once. Fewer in wasm, where vectors have 128 bits.

const IS_WASM: bool = cfg!(target_arch = "wasm32");

/// Output columns of a linear layer that are computed together: natively four vectors of 256 bits, in wasm two.
pub const PANEL: usize = if IS_WASM { 8 } else { 32 };
/// Inputs whose products are summed by one instruction.
pub const GROUP: usize = 4;
/// Groups that a kernel multiplies at a time.
pub const STEP: usize = if IS_WASM { 4 } else { 2 };
/// Rows to quantize before they are multiplied by all weights. Their codes fit the second-level cache, so each panel of
/// weights is read from memory once for all of them.
pub const BLOCK: usize = 48;
/// The most rows of one call of a product kernel, for any variant. In wasm, sums stay in memory, so one call takes a whole
/// block.
pub const MAX_ROWS: usize = if IS_WASM { BLOCK } else { 6 };

/// Rows of one call with AVX2. Their sums, the weights of two groups and the repeated codes fit 16 vectors.
#[cfg(target_arch = "x86_64")]
pub const AVX2_ROWS: usize = 3;
/// Rows of one call with VNNI, which needs no vectors for intermediate results.
#[cfg(target_arch = "x86_64")]
pub const VNNI_ROWS: usize = 6;
/// Rows of one call with NEON: the sums of sixteen columns, the columns' weights and the repeated codes fit 32 vectors.
#[cfg(target_arch = "aarch64")]
pub const NEON_ROWS: usize = 4;

/// Columns of a slab of 16-bit codes: two vectors.
pub const WIDTH: usize = if IS_WASM { 8 } else { 16 };
/// Rows of one call of a kernel of 16-bit codes, which share each load of the slab.
pub const ROWS: usize = if IS_WASM { 4 } else { 8 };
