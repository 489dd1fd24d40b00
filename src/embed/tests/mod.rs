//! Tests of the encoder with a tiny generated BERT model.

mod check;
mod cross_encoder;
mod encoder;
mod exported;
mod forms;
mod forward;
mod import;
pub(crate) mod multilingual;
mod nano_e5;
mod query_model;
mod templates;
pub(crate) mod tiny;
mod windows;
