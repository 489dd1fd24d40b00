//! The tensors of a safetensors file, by name and checked shape, as f32.

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};

use super::error::ImportError;

/// An opened safetensors file of a BERT model.
pub(super) struct Weights<'a> {
    tensors: SafeTensors<'a>,
    prefix: &'static str,
}

impl<'a> Weights<'a> {
    /// Opens the file and finds out whether its names begin with `bert.`.
    pub fn open(bytes: &'a [u8]) -> Result<Self, ImportError> {
        let tensors = SafeTensors::deserialize(bytes)
            .map_err(|error| ImportError::Weights { reason: error.to_string() })?;
        let prefixed = tensors.tensor("bert.embeddings.word_embeddings.weight").is_ok();
        Ok(Self { tensors, prefix: if prefixed { "bert." } else { "" } })
    }

    /// The tensor `name`, which must have `shape` and be finite.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ImportError> {
        let view = self.find(name)?.ok_or_else(|| ImportError::MissingTensor { name: name.into() })?;
        if view.shape() != shape {
            return Err(ImportError::Shape {
                name: name.into(),
                expected: shape.into(),
                found: view.shape().into(),
            });
        }
        let values = to_f32(&view).ok_or_else(|| ImportError::NumberFormat {
            name: name.into(),
            found: format!("{:?}", view.dtype()),
        })?;
        match values.iter().position(|value| !value.is_finite()) {
            Some(position) => Err(ImportError::NotFinite {
                name: name.into(),
                found: values[position].to_string(),
                position,
            }),
            None => Ok(values),
        }
    }

    /// Gain and bias of a layer norm; checkpoints of TensorFlow origin call them gamma and beta.
    pub fn layer_norm(&self, name: &str, width: usize) -> Result<(Vec<f32>, Vec<f32>), ImportError> {
        let old = format!("{name}.gamma");
        let (gain, bias) = if self.find(&old)?.is_some() { ("gamma", "beta") } else { ("weight", "bias") };
        Ok((
            self.tensor(&format!("{name}.{gain}"), &[width])?,
            self.tensor(&format!("{name}.{bias}"), &[width])?,
        ))
    }

    fn find(&self, name: &str) -> Result<Option<TensorView<'a>>, ImportError> {
        match self.tensors.tensor(&format!("{}{name}", self.prefix)) {
            Ok(view) => Ok(Some(view)),
            Err(SafeTensorError::TensorNotFound(_)) => Ok(None),
            Err(error) => Err(ImportError::Weights { reason: error.to_string() }),
        }
    }
}

fn to_f32(view: &TensorView) -> Option<Vec<f32>> {
    let data = view.data();
    let halves = data.as_chunks::<2>().0.iter().map(|bytes| u16::from_le_bytes(*bytes));
    match view.dtype() {
        Dtype::F32 => Some(data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()),
        Dtype::F16 => Some(halves.map(|bits| half::f16::from_bits(bits).to_f32()).collect()),
        Dtype::BF16 => Some(halves.map(|bits| half::bf16::from_bits(bits).to_f32()).collect()),
        _ => None,
    }
}
