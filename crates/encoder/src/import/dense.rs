//! `2_Dense`: a linear layer from the pooled vector to that of the text, which some sentence-transformers folders have.

use serde::Deserialize;

use super::config::{json, unsupported};
use super::error::ImportError;
use super::model_folder::{DENSE, DENSE_WEIGHTS, ModelFolder};
use super::weights::Weights;
use crate::kernels::Epilogue;

/// More would not be kept: an index has vectors of at most as many dimensions.
const MAX_OUTPUTS: usize = 4096;

/// The layer's weights, `[outputs, inputs]` row-major, its bias, and the function of each output.
pub(super) struct DenseLayer {
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
    pub activation: Epilogue,
}

/// 2_Dense/config.json.
#[derive(Deserialize)]
struct DenseConfig {
    in_features: usize,
    out_features: usize,
    #[serde(default = "has_bias")]
    bias: bool,
    /// A class of torch, by its full name.
    #[serde(default = "default_activation")]
    activation_function: String,
    /// Which of the vectors before it the layer reads, and in whose place it writes; later versions name them.
    module_input_name: Option<String>,
    module_output_name: Option<String>,
}

/// The vector of the text, which the pooling makes.
const SENTENCE: &str = "sentence_embedding";

fn has_bias() -> bool {
    true
}

fn default_activation() -> String {
    "Tanh".into()
}

impl DenseLayer {
    /// Reads the layer, whose input is the vector of `inputs` numbers.
    ///
    /// # Errors
    /// A file is missing or unreadable, or the layer does not fit, or has another function than those of [`activation`].
    pub fn read(folder: &ModelFolder, inputs: usize) -> Result<Self, ImportError> {
        let config: DenseConfig = json(DENSE, folder.required(DENSE)?)?;
        if config.in_features != inputs {
            let expected = format!("hidden_size of config.json ({inputs})");
            return Err(unsupported(DENSE, "in_features", &expected, config.in_features.to_string()));
        }
        for (what, name) in [
            ("module_input_name", config.module_input_name),
            ("module_output_name", config.module_output_name),
        ] {
            if let Some(found) = name.filter(|name| name != SENTENCE) {
                return Err(unsupported(DENSE, what, &format!("{SENTENCE:?}"), format!("{found:?}")));
            }
        }
        let outputs = config.out_features;
        if !(1..=MAX_OUTPUTS).contains(&outputs) {
            let expected = format!("1 to {MAX_OUTPUTS}");
            return Err(unsupported(DENSE, "out_features", &expected, outputs.to_string()));
        }
        let activation = activation(&config.activation_function)?;
        let tensors = Weights::open(DENSE_WEIGHTS, folder.required(DENSE_WEIGHTS)?)?;
        let weights = tensors.tensor("linear.weight", &[outputs, inputs])?;
        let bias = if config.bias { tensors.tensor("linear.bias", &[outputs])? } else { vec![0.0; outputs] };
        Ok(Self { weights, bias, activation })
    }

    /// Its output for a vector of as many numbers as it has inputs, in f32.
    #[cfg(any(feature = "import-check", test))]
    pub fn of(&self, vector: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(vector.len()).zip(&self.bias);
        let sums = rows.map(|(row, bias)| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>() + bias);
        let function = |sum: f32| if self.activation == Epilogue::Tanh { sum.tanh() } else { sum };
        sums.map(function).collect()
    }
}

fn activation(class: &str) -> Result<Epilogue, ImportError> {
    match class.rsplit('.').next() {
        Some("Identity") => Ok(Epilogue::None),
        Some("Tanh") => Ok(Epilogue::Tanh),
        _ => Err(unsupported(DENSE, "activation_function", "Identity or Tanh", format!("{class:?}"))),
    }
}
