//! Tests of the encoder with a tiny generated BERT model.

mod check;
mod cross_encoder;
mod encoder;
mod exported;
mod forms;
mod forward;
mod import;
#[path = "../../../../tests/models/mod.rs"]
pub(crate) mod models;
mod multilingual;
mod nano_e5;
mod query_model;
mod templates;
mod windows;

pub(crate) use models::tiny;
