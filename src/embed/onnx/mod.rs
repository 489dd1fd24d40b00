//! ONNX files: what of their format is read, and a graph made of it for tract.
//!
//! tract-onnx reads the whole format and links every operator that tract has, with two further model formats: an embed
//! module of 2.1 MB (brotli) instead of 1.1. Here stand the messages and fields that sentence encoders use
//! (`messages`), how a file's bytes are freed while they are read (`drained`), and how its graph becomes tract's
//! (`graph`). Files are written by tract-onnx's own types, so that what is written here and read there, and what is
//! written there and read here, is one format.

mod drained;
mod graph;
mod messages;

pub(super) use drained::Drained;
pub(super) use graph::{inference_model, tensor};
pub(super) use messages::{AttributeProto, GraphProto, ModelProto, NodeProto, TensorProto, element};
#[cfg(all(test, feature = "write"))]
pub(super) use messages::{OperatorSetIdProto, ValueInfoProto};
