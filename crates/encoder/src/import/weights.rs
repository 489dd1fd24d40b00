//! Tensors of a BERT checkpoint as f32, by name, with checked shapes.

use std::collections::BTreeMap;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};

use super::error::ImportError;
use super::exported::{self, Tensor};
use super::model_folder::{EXPORTED, ModelFolder};

/// A tensor that every BERT model has; the prefix of its name is the prefix of all names.
const WORDS: &str = "embeddings.word_embeddings.weight";

/// An opened weights file.
pub(super) struct Weights<'a> {
    file: &'static str,
    tensors: Source<'a>,
    prefix: String,
}

enum Source<'a> {
    Safetensors(SafeTensors<'a>),
    Exported(BTreeMap<String, Tensor>),
}

impl<'a> Weights<'a> {
    /// Opens a safetensors file of this name.
    pub fn open(file: &'static str, bytes: &'a [u8]) -> Result<Self, ImportError> {
        let unreadable = |error: SafeTensorError| {
            let reason = error.to_string();
            ImportError::Weights { file, kind: "a safetensors file", reason }
        };
        let tensors = SafeTensors::deserialize(bytes).map_err(unreadable)?;
        let prefix = prefix(tensors.names().into_iter());
        Ok(Self { file, tensors: Source::Safetensors(tensors), prefix })
    }

    /// Opens an ONNX file of another tool.
    pub fn exported(bytes: &[u8], folder: &ModelFolder) -> Result<Self, ImportError> {
        let tensors = exported::tensors(bytes, folder)?;
        let prefix = prefix(tensors.keys().map(String::as_str));
        Ok(Self { file: EXPORTED, tensors: Source::Exported(tensors), prefix })
    }

    /// The tensor `name` of the BERT model, which must have `shape` and be finite.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ImportError> {
        self.checked(&self.prefix, name, shape)
    }

    /// The tensor `name` of what stands behind the BERT model, likewise.
    pub fn tensor_behind(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ImportError> {
        self.checked(self.prefix.strip_suffix("bert.").unwrap_or(&self.prefix), name, shape)
    }

    fn checked(&self, prefix: &str, name: &str, shape: &[usize]) -> Result<Vec<f32>, ImportError> {
        let file = self.file;
        let found = self.find(prefix, name)?;
        let Tensor { shape: found, values } =
            found.ok_or_else(|| ImportError::MissingTensor { file, name: name.into() })?;
        if found != shape {
            return Err(ImportError::Shape { file, name: name.into(), expected: shape.into(), found });
        }
        match values.iter().position(|value| !value.is_finite()) {
            Some(position) => Err(ImportError::NotFinite {
                file,
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
        let (gain, bias) = if self.has(&old) { ("gamma", "beta") } else { ("weight", "bias") };
        Ok((
            self.tensor(&format!("{name}.{gain}"), &[width])?,
            self.tensor(&format!("{name}.{bias}"), &[width])?,
        ))
    }

    fn has(&self, name: &str) -> bool {
        let name = format!("{}{name}", self.prefix);
        match &self.tensors {
            Source::Safetensors(tensors) => tensors.tensor(&name).is_ok(),
            Source::Exported(tensors) => tensors.contains_key(&name),
        }
    }

    fn find(&self, prefix: &str, name: &str) -> Result<Option<Tensor>, ImportError> {
        let full = format!("{prefix}{name}");
        let view = match &self.tensors {
            Source::Exported(tensors) => return Ok(tensors.get(&full).cloned()),
            Source::Safetensors(tensors) => match tensors.tensor(&full) {
                Ok(view) => view,
                Err(SafeTensorError::TensorNotFound(_)) => return Ok(None),
                Err(error) => {
                    let reason = error.to_string();
                    return Err(ImportError::Weights { file: self.file, kind: "a safetensors file", reason });
                }
            },
        };
        let values = to_f32(&view).ok_or_else(|| ImportError::NumberFormat {
            file: self.file,
            name: name.into(),
            found: format!("{:?}", view.dtype()),
        })?;
        Ok(Some(Tensor { shape: view.shape().into(), values }))
    }
}

/// The prefix of all names: nothing, "bert." or, in exported files, also that of a wrapper.
fn prefix<'n>(mut names: impl Iterator<Item = &'n str>) -> String {
    names.find_map(|name| name.strip_suffix(WORDS)).unwrap_or_default().to_owned()
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
