//! Reads the ONNX files that `import` writes into a tract graph.
//!
//! tract-onnx reads the whole format, and links every operator of tract and two further model formats: an embed module
//! of 2.1 MB (brotli) instead of 1.0. This module has the messages and fields of the one form that `import` writes
//! (`messages`), frees a file's bytes while they are read (`drained`), and converts the graph (`graph`). The import uses
//! the messages too; a test compares what it writes with tract-onnx's types.

mod drained;
mod graph;
mod messages;

pub(super) use drained::Drained;
pub(super) use graph::inference_model;
pub(super) use messages::{
    AttributeProto, EXTERNAL, GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto, element,
};
#[cfg(feature = "write")]
pub(super) use messages::{
    Dimension, DimensionValue, OperatorSetIdProto, StringStringEntryProto, TensorShapeProto, TensorTypeProto,
    TypeProto, attribute_type,
};
