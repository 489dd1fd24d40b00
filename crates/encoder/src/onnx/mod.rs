//! Reads the ONNX files that `import` writes.
//!
//! tract-onnx reads the whole format, and links every operator of tract and two further model formats. This module has
//! the messages and fields of the one form that `import` writes (`messages`, `written`), frees a file's bytes while they are read
//! (`drained`), and checks constants (`constants`). The import uses the messages too; a test compares what it writes with
//! tract-onnx's types.

mod constants;
mod drained;
mod messages;
mod written;

pub(super) use self::{
    messages::constant,
    written::{
        Dimension, DimensionValue, OperatorSetIdProto, StringStringEntryProto, TensorShapeProto,
        TensorTypeProto, TypeProto,
    },
};
pub(super) use constants::{Constants, sized};
pub(super) use drained::Drained;
pub(super) use messages::{
    AttributeProto, EXTERNAL, GraphProto, ModelProto, NodeProto, TensorProto, ValueInfoProto, attribute_type,
    element, floats, integers,
};
