//! The int8 weights of a linear layer, in the layout of all product kernels.
//!
//! Columns are split into panels of [`PANEL`], inputs into groups of [`GROUP`]. A [`CodeGroup`] holds the codes of 4
//! successive inputs for each column of a panel: natively 32 columns, four vectors of AVX2; in wasm 8
//! columns, two vectors. A panel is its groups in order, padded with zeros to a multiple of [`STEP`] groups. The last
//! panel is padded with columns of zeros.

use super::shapes::{GROUP, PANEL, STEP};

/// Largest magnitude of a sum of weights whose products with 7-bit codes are summed in 16 bits.
#[cfg(target_arch = "x86_64")]
pub const MOST_IN_16_BITS: i16 = i16::MAX / 127;
/// The most inputs for which no sum of products overflows i32: 2¹⁷ · 128 · 127 < 2³¹.
const MAX_INPUTS: usize = 1 << 17;

/// Codes of 4 inputs for each column of a panel, column by column.
#[derive(Clone, Copy)]
#[cfg_attr(target_arch = "wasm32", repr(C, align(32)))]
#[cfg_attr(not(target_arch = "wasm32"), repr(C, align(64)))]
pub struct CodeGroup(pub [i8; PANEL * GROUP]);

/// Why weights can't be packed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PackError {
    #[error("weights of {inputs} inputs and {outputs} outputs: {expected} codes expected, {found} found")]
    Codes { inputs: usize, outputs: usize, expected: usize, found: usize },
    #[error("one scale for each of {expected} outputs expected, {found} found")]
    Scales { expected: usize, found: usize },
    #[error("1 to {MAX_INPUTS} inputs and at least one output expected, found {inputs} and {outputs}")]
    Size { inputs: usize, outputs: usize },
}

/// The weights of a linear layer: int8 codes, and one scale and one sum of codes for each output.
pub(crate) struct Weights {
    inputs: usize,
    outputs: usize,
    groups: Vec<CodeGroup>,
    /// Padded with zeros to whole panels, as are the sums.
    scales: Vec<f32>,
    sums: Vec<i32>,
    /// See [`Panel::pairs_fit`].
    #[cfg(target_arch = "x86_64")]
    pairs_fit: Vec<bool>,
}

/// The weights of one panel, as kernels read them.
pub struct Panel<'a> {
    pub groups: &'a [CodeGroup],
    pub scales: &'a [f32],
    pub sums: &'a [i32],
    /// Whether the products of two groups can be added in 16 bits: for the first and second group, the third and fourth
    /// and so on, those of two successive inputs and of the same two in the next group.
    #[cfg(target_arch = "x86_64")]
    pub pairs_fit: bool,
}

impl Weights {
    /// Packs `codes`, `[inputs, outputs]` in row-major order as in ONNX, with one scale for each output. Allocates only
    /// the packed copy: about one byte for each code.
    pub fn pack(codes: &[i8], inputs: usize, outputs: usize, scales: &[f32]) -> Result<Self, PackError> {
        if inputs == 0 || inputs > MAX_INPUTS || outputs == 0 {
            return Err(PackError::Size { inputs, outputs });
        }
        if inputs.checked_mul(outputs) != Some(codes.len()) {
            let expected = inputs.saturating_mul(outputs);
            return Err(PackError::Codes { inputs, outputs, expected, found: codes.len() });
        }
        if scales.len() != outputs {
            return Err(PackError::Scales { expected: outputs, found: scales.len() });
        }
        let depth = depth_of(inputs);
        let panels = outputs.div_ceil(PANEL);
        let mut groups = vec![CodeGroup([0; PANEL * GROUP]); depth * panels];
        let mut sums = vec![0_i32; panels * PANEL];
        for (input, row) in codes.chunks_exact(outputs).enumerate() {
            for (panel, columns) in row.chunks(PANEL).enumerate() {
                let group = &mut groups[panel * depth + input / GROUP].0;
                for (column, &code) in columns.iter().enumerate() {
                    group[column * GROUP + input % GROUP] = code;
                    sums[panel * PANEL + column] += i32::from(code);
                }
            }
        }
        let mut padded = vec![0.0; panels * PANEL];
        padded[..outputs].copy_from_slice(scales);
        Ok(Self {
            inputs,
            outputs,
            #[cfg(target_arch = "x86_64")]
            pairs_fit: groups.chunks_exact(depth).map(super::x86::pairs_fit).collect(),
            groups,
            scales: padded,
            sums,
        })
    }

    /// Inputs, k.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Outputs, n.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Groups of inputs, padding included.
    pub(super) fn depth(&self) -> usize {
        depth_of(self.inputs)
    }

    /// The panels in the order of their outputs.
    pub(super) fn panels(&self) -> impl Iterator<Item = Panel<'_>> {
        let depth = self.depth();
        (0..self.sums.len() / PANEL).map(move |panel| Panel {
            groups: &self.groups[panel * depth..][..depth],
            scales: &self.scales[panel * PANEL..][..PANEL],
            sums: &self.sums[panel * PANEL..][..PANEL],
            #[cfg(target_arch = "x86_64")]
            pairs_fit: self.pairs_fit[panel],
        })
    }
}

/// See [`Weights::depth`].
fn depth_of(inputs: usize) -> usize {
    inputs.div_ceil(GROUP * STEP) * STEP
}
