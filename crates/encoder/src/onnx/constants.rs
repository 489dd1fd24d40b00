//! [`Constants`]: the constants of a graph, checked as they are taken.

use std::collections::HashMap;

use prost::bytes::Bytes;

use super::messages::{TensorProto, element};
use crate::EmbedError;

/// The constants of a graph by name. Each is taken once, which frees its bytes.
pub(crate) struct Constants(HashMap<String, TensorProto>);

impl Constants {
    pub fn new(tensors: Vec<TensorProto>) -> Self {
        Self(tensors.into_iter().map(|tensor| (tensor.name.clone(), tensor)).collect())
    }

    pub fn take(&mut self, name: &str) -> Result<TensorProto, EmbedError> {
        self.0.remove(name).ok_or_else(|| unreadable(format!("the constant {name} expected, none found")))
    }

    /// f32 numbers of a shape.
    pub fn floats(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EmbedError> {
        let tensor = self.take(name)?;
        let expected: Vec<i64> = shape.iter().map(|dim| *dim as i64).collect();
        if tensor.dims != expected {
            return Err(shaped(&tensor, format!("{expected:?}")));
        }
        Ok(numbers(&sized(tensor, element::FLOAT, 4)?))
    }

    /// A table of rows of f32.
    pub fn rows(&mut self, name: &str, width: usize) -> Result<Vec<f32>, EmbedError> {
        let tensor = self.take(name)?;
        if !matches!(tensor.dims[..], [_, found] if found == width as i64) {
            return Err(shaped(&tensor, format!("[rows, {width}]")));
        }
        Ok(numbers(&sized(tensor, element::FLOAT, 4)?))
    }

    /// The int8 codes of a matrix, and its columns: `outputs` if given.
    pub fn codes(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: Option<usize>,
    ) -> Result<(Vec<i8>, usize), EmbedError> {
        let tensor = self.take(name)?;
        let columns = match tensor.dims[..] {
            [rows, columns] if rows == inputs as i64 => usize::try_from(columns).ok(),
            _ => None,
        };
        let columns = columns.filter(|columns| outputs.is_none_or(|outputs| outputs == *columns));
        let Some(columns) = columns else {
            let outputs = outputs.map_or("columns".to_owned(), |outputs| outputs.to_string());
            return Err(shaped(&tensor, format!("[{inputs}, {outputs}]")));
        };
        let bytes = sized(tensor, element::INT8, 1)?;
        Ok((bytes.iter().map(|byte| byte.cast_signed()).collect(), columns))
    }

    /// Takes constants whose values are known.
    pub fn equal(&mut self, expected: &[TensorProto]) -> Result<(), EmbedError> {
        for expected in expected {
            let found = self.take(&expected.name)?;
            if found != *expected {
                let (dims, name) = (&expected.dims, &expected.name);
                let values = "the numbers that the import writes";
                return Err(unreadable(format!(
                    "{name}: {values}, of shape {dims:?}, expected, others found"
                )));
            }
        }
        Ok(())
    }
}

/// The bytes of a tensor of this type, as many as its shape needs.
pub(crate) fn sized(tensor: TensorProto, kind: i32, bytes: usize) -> Result<Bytes, EmbedError> {
    let TensorProto { dims, data_type, name, raw_data, .. } = tensor;
    if data_type != kind {
        return Err(unreadable(format!(
            "{name}: element type {kind} expected, found element type {data_type}"
        )));
    }
    let expected =
        dims.iter().try_fold(bytes, |product, dim| product.checked_mul(usize::try_from(*dim).ok()?));
    if expected != Some(raw_data.len()) {
        let found = raw_data.len() / bytes;
        return Err(unreadable(format!("{name}: values of shape {dims:?} expected, found {found} of them")));
    }
    Ok(raw_data)
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

fn shaped(tensor: &TensorProto, expected: String) -> EmbedError {
    unreadable(format!("{}: shape {expected} expected, found {:?}", tensor.name, tensor.dims))
}

fn unreadable(reason: String) -> EmbedError {
    EmbedError::Model { reason }
}
