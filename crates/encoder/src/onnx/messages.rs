//! The messages of the ONNX format, with the fields that this module reads, and natively those that `import` reads and
//! writes besides (`written`).
//!
//! Field numbers: <https://github.com/onnx/onnx/blob/main/onnx/onnx.proto>. Other fields are skipped.

use prost::Message;
use prost::bytes::Bytes;

use super::written::{OperatorSetIdProto, StringStringEntryProto, TypeProto};

#[derive(Clone, PartialEq, Message)]
pub struct ModelProto {
    #[prost(int64, tag = "1")]
    pub ir_version: i64,
    #[prost(string, tag = "2")]
    pub producer_name: String,
    #[prost(message, optional, tag = "7")]
    pub graph: Option<GraphProto>,
    #[prost(message, repeated, tag = "8")]
    pub opset_import: Vec<OperatorSetIdProto>,
}

#[derive(Clone, PartialEq, Message)]
pub struct GraphProto {
    #[prost(message, repeated, tag = "1")]
    pub node: Vec<NodeProto>,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(message, repeated, tag = "5")]
    pub initializer: Vec<TensorProto>,
    #[prost(message, repeated, tag = "11")]
    pub input: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "12")]
    pub output: Vec<ValueInfoProto>,
}

/// An input or output. Its type is written, but not read: those of the encoder are known.
#[derive(Clone, PartialEq, Message)]
pub struct ValueInfoProto {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<TypeProto>,
}

#[derive(Clone, PartialEq, Message)]
pub struct NodeProto {
    /// Empty names stand for inputs that are left out.
    #[prost(string, repeated, tag = "1")]
    pub input: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    pub output: Vec<String>,
    #[prost(string, tag = "3")]
    pub name: String,
    #[prost(string, tag = "4")]
    pub op_type: String,
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<AttributeProto>,
    #[prost(string, tag = "7")]
    pub domain: String,
}

/// An attribute of a node. The operator determines which of the values applies.
#[derive(Clone, PartialEq, Message)]
pub struct AttributeProto {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(float, tag = "2")]
    pub f: f32,
    #[prost(int64, tag = "3")]
    pub i: i64,
    #[prost(int64, repeated, tag = "8")]
    pub ints: Vec<i64>,
    /// One of [`attribute_type`].
    #[prost(int32, tag = "20")]
    pub r#type: i32,
}

#[derive(Clone, PartialEq, Message)]
pub struct TensorProto {
    #[prost(int64, repeated, tag = "1")]
    pub dims: Vec<i64>,
    #[prost(int32, tag = "2")]
    pub data_type: i32,
    #[prost(float, repeated, tag = "4")]
    pub float_data: Vec<f32>,
    #[prost(int32, repeated, tag = "5")]
    pub int32_data: Vec<i32>,
    #[prost(string, tag = "8")]
    pub name: String,
    /// Not a vector, for which prost would copy the input twice: into `Bytes`, then into the vector.
    #[prost(bytes = "bytes", tag = "9")]
    pub raw_data: Bytes,
    /// Where the bytes are in another file, if `data_location` says so.
    #[prost(message, repeated, tag = "13")]
    pub external_data: Vec<StringStringEntryProto>,
    /// [`EXTERNAL`], or that the bytes are here.
    #[prost(int32, tag = "14")]
    pub data_location: i32,
}

/// The bytes of a tensor are in another file.
pub const EXTERNAL: i32 = 1;

/// Types of attributes by their numbers in the format.
pub mod attribute_type {
    pub const FLOAT: i32 = 1;
    pub const INT: i32 = 2;
    pub const INTS: i32 = 7;
}

/// Element types by their numbers in the format.
pub mod element {
    pub const FLOAT: i32 = 1;
    pub const UINT8: i32 = 2;
    pub const INT8: i32 = 3;
    pub const INT32: i32 = 6;
    pub const INT64: i32 = 7;
    pub const FLOAT16: i32 = 10;
}

/// A constant of the given shape, row-major.
pub fn constant(name: &str, data_type: i32, shape: &[usize], raw_data: Vec<u8>) -> TensorProto {
    TensorProto {
        dims: shape.iter().map(|&dim| dim as i64).collect(),
        data_type,
        name: name.into(),
        raw_data: raw_data.into(),
        ..TensorProto::default()
    }
}

/// An f32 constant of the given shape, row-major.
pub fn floats(name: &str, values: &[f32], shape: &[usize]) -> TensorProto {
    constant(name, element::FLOAT, shape, values.iter().flat_map(|value| value.to_le_bytes()).collect())
}

/// An int64 constant of one dimension.
pub fn integers(name: &str, values: &[i64]) -> TensorProto {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    constant(name, element::INT64, &[values.len()], bytes)
}
