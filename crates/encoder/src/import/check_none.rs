//! In place of `check`, where the command is built without tract-onnx.

use super::ImportedModel;
use super::check_error::CheckError;
use super::model_folder::ModelFolder;

/// Whether this command can compare.
pub const CAN_CHECK: bool = false;

/// How near the vectors of a text are.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearness {
    /// The text.
    pub text: &'static str,
    /// Of the encoder of documents.
    pub documents: f32,
    /// Of the encoder of queries.
    pub queries: f32,
}

/// Compares nothing.
///
/// # Errors
/// Always: how to build a command that compares.
pub fn check(_: &[u8], _: &ModelFolder, _: &ImportedModel) -> Result<Vec<Nearness>, CheckError> {
    Err(CheckError::Unbuilt)
}
