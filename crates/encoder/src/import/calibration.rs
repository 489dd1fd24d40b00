//! Layers of the encoder of queries: quantized one after the other, each for the inputs that the layers before it give
//! for a few hundred short texts.
//!
//! The texts are this project's own, on many subjects, and in no query set. They run through the kernels that the
//! encoder itself uses, so each layer makes up for the errors of those before it.

use std::collections::BTreeMap;

use super::compensate::Inputs;
use super::config::Architecture;
use super::error::ImportError;
use super::quantize::{Int8Matrix, rotated};
use super::weights::Weights;
use crate::kernels::{
    self, AttentionScratch, Epilogue, Heads, Layer, Matrix, Rotation, Scoring, Scratch, attention,
    skip_layer_norm,
};
use crate::{EmbedError, Tokens};

/// One text in each line.
const TEXTS: &str = include_str!("calibration.txt");

/// Word pieces of all texts together, at most; more change little. Tests, whose code is not optimized, take fewer.
const MAX_PIECES: usize = if cfg!(test) { 192 } else { 4096 };

/// The matrices of the products by name, as the graph names them.
pub(super) type Matrices = BTreeMap<String, Int8Matrix>;

/// Quantizes the layers. `progress` receives the layers done and their number. Time: for all-MiniLM-L6-v2, some
/// seconds.
///
/// # Errors
/// Tensors are missing or have another shape, or the tokenizer fails.
pub(super) fn quantized_layers(
    architecture: &Architecture,
    weights: &Weights,
    pieces: &Tokens,
    progress: &dyn Fn(usize, usize),
) -> Result<Matrices, ImportError> {
    let mut calibration = Calibration::new(architecture, weights, pieces)?;
    for layer in 0..architecture.layers {
        progress(layer, architecture.layers);
        calibration.layer(layer)?;
    }
    progress(architecture.layers, architecture.layers);
    Ok(calibration.matrices)
}

struct Calibration<'a> {
    architecture: &'a Architecture,
    weights: &'a Weights<'a>,
    /// Word pieces of each text.
    lengths: Vec<usize>,
    /// The rows of all texts behind the last layer, `[word pieces, hidden]`.
    hidden: Vec<f32>,
    matrices: Matrices,
    scratch: Scratch,
}

impl<'a> Calibration<'a> {
    fn new(
        architecture: &'a Architecture,
        weights: &'a Weights,
        pieces: &Tokens,
    ) -> Result<Self, ImportError> {
        let Architecture { vocabulary, hidden: width, positions, first_position, token_types, .. } =
            *architecture;
        let words = weights.tensor("embeddings.word_embeddings.weight", &[vocabulary, width])?;
        let places = weights.tensor("embeddings.position_embeddings.weight", &[positions, width])?;
        let types = weights.tensor("embeddings.token_type_embeddings.weight", &[token_types, width])?;
        let (mut lengths, mut rows, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut total = 0;
        for text in TEXTS.lines() {
            let ids = pieces.ids(text)?;
            total += ids.len();
            if total > MAX_PIECES {
                break;
            }
            lengths.push(ids.len());
            for (place, id) in ids.into_iter().enumerate() {
                let row = words.chunks_exact(width).nth(id as usize);
                let found = id as usize;
                rows.extend(row.ok_or(EmbedError::Vocabulary { rows: vocabulary, found })?);
                let place = places[(first_position + place) * width..][..width].iter().zip(&types);
                others.extend(place.map(|(place, kind)| place + kind));
            }
        }
        let mut calibration = Self {
            architecture,
            weights,
            lengths,
            hidden: Vec::new(),
            matrices: Matrices::new(),
            scratch: Scratch::default(),
        };
        calibration.hidden = calibration.layer_norm("embeddings.LayerNorm", &rows, &others)?;
        Ok(calibration)
    }

    fn layer(&mut self, layer: usize) -> Result<(), ImportError> {
        let Architecture { hidden: width, intermediate, activation, .. } = *self.architecture;
        let (outer, inner) = (Rotation::largest(width), Rotation::largest(intermediate));
        let name = format!("encoder.layer.{layer}");
        let hidden = std::mem::take(&mut self.hidden);

        let label = format!("{name}.attention.self");
        let (mut joined, mut bias) = (Vec::new(), Vec::new());
        for part in ["query", "key", "value"] {
            joined.extend(self.weights.tensor(&format!("{label}.{part}.weight"), &[width, width])?);
            bias.extend(self.weights.tensor(&format!("{label}.{part}.bias"), &[width])?);
        }
        let joined =
            self.product(&format!("{label}.joined"), &hidden, &joined, &bias, outer, Epilogue::None)?;
        let context = self.attention(&joined);
        drop(joined);

        let label = format!("{name}.attention.output");
        let output = self.linear(&format!("{label}.dense"), &context, width, None, Epilogue::None)?;
        let attended = self.layer_norm(&format!("{label}.LayerNorm"), &output, &hidden)?;
        let middle =
            self.linear(&format!("{name}.intermediate.dense"), &attended, intermediate, outer, activation)?;
        let output = self.linear(&format!("{name}.output.dense"), &middle, width, inner, Epilogue::None)?;
        self.hidden = self.layer_norm(&format!("{name}.output.LayerNorm"), &output, &attended)?;
        Ok(())
    }

    fn attention(&self, joined: &[f32]) -> Vec<f32> {
        let Architecture { hidden: width, heads, .. } = *self.architecture;
        let heads = Heads { count: heads, size: width / heads };
        let scoring = Scoring { heads, scale: (heads.size as f32).sqrt().recip() };
        let mut out = vec![0.0; joined.len() / 3];
        let mut scratch = AttentionScratch::default();
        let (mut joined, mut rest) = (joined, out.as_mut_slice());
        for &rows in &self.lengths {
            let (text, after) = rest.split_at_mut(rows * width);
            let parts = [0, 1, 2].map(|part| Matrix { values: &joined[part * width..], stride: 3 * width });
            attention(parts, scoring, rows, &mut scratch, text);
            (joined, rest) = (&joined[3 * rows * width..], after);
        }
        out
    }

    /// `epilogue(input · weights + bias)` with the weights and the bias called `name`.
    fn linear(
        &mut self,
        name: &str,
        input: &[f32],
        outputs: usize,
        rotation: Option<Rotation>,
        epilogue: Epilogue,
    ) -> Result<Vec<f32>, ImportError> {
        let inputs = input.len() / self.lengths.iter().sum::<usize>().max(1);
        let weights = self.weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        let bias = self.weights.tensor(&format!("{name}.bias"), &[outputs])?;
        self.product(name, input, &weights, &bias, rotation, epilogue)
    }

    /// Quantizes `weights` for `input`, and computes the product.
    fn product(
        &mut self,
        name: &str,
        input: &[f32],
        weights: &[f32],
        bias: &[f32],
        rotation: Option<Rotation>,
        epilogue: Epilogue,
    ) -> Result<Vec<f32>, ImportError> {
        let width = weights.len() / bias.len();
        let matrix = match rotation {
            None => Inputs::new(input, width).quantize(weights),
            Some(by) => Inputs::new(&rotated(input, width, by), width).quantize(&rotated(weights, width, by)),
        };
        let [inputs, outputs] = matrix.shape;
        let packed = kernels::Weights::pack(&matrix.codes, inputs, outputs, &matrix.scales)
            .map_err(|error| EmbedError::Model { reason: error.to_string() })?;
        let layer = Layer { rotation, weights: &packed, bias, epilogue };
        let rows = input.len() / width;
        let mut out = vec![0.0; rows * outputs];
        kernels::linear(input, rows, layer, &mut self.scratch, &mut out);
        self.matrices.insert(name.to_owned(), matrix);
        Ok(out)
    }

    fn layer_norm(&self, name: &str, x: &[f32], skip: &[f32]) -> Result<Vec<f32>, ImportError> {
        let (gain, bias) = self.weights.layer_norm(name, self.architecture.hidden)?;
        let mut out = vec![0.0; x.len()];
        skip_layer_norm(x, skip, &gain, &bias, self.architecture.epsilon, &mut out);
        Ok(out)
    }
}
