//! Writes an ONNX graph: nodes and constants in the order in which they are added, so that the same model
//! gives the same bytes.
//!
//! The meaning of each operator: <https://onnx.ai/onnx/operators/>, operator set 17, the first with
//! `LayerNormalization` and old enough for every runtime in use.

use prost::Message;
use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension};
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TensorShapeProto,
    TypeProto, ValueInfoProto, type_proto,
};

use super::quantize::{BalancedMatrix, Int8Matrix};

const OPERATOR_SET: i64 = 17;
/// The file layout that came with operator set 17.
const IR_VERSION: i64 = 8;

/// One dimension of an input or output.
pub(super) enum Dim {
    /// Not known before the model runs.
    Named(&'static str),
    Fixed(usize),
}

/// A graph under construction. Every method that adds a node gives back the name of its output, which is also
/// the node's name.
#[derive(Default)]
pub(super) struct Graph {
    proto: GraphProto,
}

impl Graph {
    /// Adds an int64 input.
    pub fn input(&mut self, name: &str, dims: &[Dim]) {
        self.proto.input.push(value_info(name, DataType::Int64, dims));
    }

    /// Declares the value `name` an f32 output.
    pub fn output(&mut self, name: &str, dims: &[Dim]) {
        self.proto.output.push(value_info(name, DataType::Float, dims));
    }

    /// Adds a node with one output.
    pub fn node(&mut self, op: &str, inputs: &[&str], output: &str, attributes: &[Attribute]) -> String {
        self.proto.node.push(NodeProto {
            input: inputs.iter().map(|&input| input.into()).collect(),
            output: vec![output.into()],
            name: output.into(),
            op_type: op.into(),
            attribute: attributes.iter().map(Attribute::proto).collect(),
            ..NodeProto::default()
        });
        output.into()
    }

    /// Adds an f32 constant of the given shape, row-major.
    pub fn floats(&mut self, name: &str, values: &[f32], shape: &[usize]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, DataType::Float, shape, bytes)
    }

    /// Adds an int64 constant of one dimension.
    pub fn integers(&mut self, name: &str, values: &[i64]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, DataType::Int64, &[values.len()], bytes)
    }

    /// Adds an int8 constant: the codes of `matrix`.
    pub fn codes(&mut self, name: &str, matrix: &Int8Matrix) -> String {
        let bytes = matrix.codes.iter().map(|code| code.cast_unsigned()).collect();
        self.constant(name, DataType::Int8, &matrix.shape, bytes)
    }

    /// Adds a matrix as constants and the nodes that turn it to f32. Its scales run along `axis`, its sizes along
    /// the other. All of this is constant, so that a runtime computes it once, when it loads the model.
    pub fn dequantized(&mut self, name: &str, balanced: &BalancedMatrix, axis: usize) -> String {
        let BalancedMatrix { matrix, sizes } = balanced;
        let codes = self.codes(&format!("{name}.codes"), matrix);
        let scales = self.floats(&format!("{name}.scales"), &matrix.scales, &[matrix.scales.len()]);
        let mut along_other = [sizes.len(); 2];
        along_other[axis] = 1;
        let sizes = self.floats(&format!("{name}.sizes"), sizes, &along_other);
        let axis = [Attribute::Int("axis", axis as i64)];
        let scaled = self.node("DequantizeLinear", &[&codes, &scales], &format!("{name}.scaled"), &axis);
        self.node("Mul", &[&scaled, &sizes], name, &[])
    }

    fn constant(&mut self, name: &str, kind: DataType, shape: &[usize], raw_data: Vec<u8>) -> String {
        self.proto.initializer.push(TensorProto {
            dims: shape.iter().map(|&dim| dim as i64).collect(),
            data_type: kind as i32,
            name: name.into(),
            raw_data,
            ..TensorProto::default()
        });
        name.into()
    }

    /// The finished file.
    pub fn into_bytes(mut self, name: &str) -> Vec<u8> {
        self.proto.name = name.into();
        ModelProto {
            ir_version: IR_VERSION,
            opset_import: vec![OperatorSetIdProto { domain: String::new(), version: OPERATOR_SET }],
            producer_name: "docfuse".into(),
            graph: Some(self.proto),
            ..ModelProto::default()
        }
        .encode_to_vec()
    }
}

/// A named setting of a node.
pub(super) enum Attribute {
    Int(&'static str, i64),
    Ints(&'static str, &'static [i64]),
    Float(&'static str, f32),
}

impl Attribute {
    fn proto(&self) -> AttributeProto {
        let mut proto = AttributeProto::default();
        match *self {
            Self::Int(name, value) => {
                proto.name = name.into();
                proto.r#type = AttributeType::Int as i32;
                proto.i = value;
            }
            Self::Ints(name, values) => {
                proto.name = name.into();
                proto.r#type = AttributeType::Ints as i32;
                proto.ints = values.into();
            }
            Self::Float(name, value) => {
                proto.name = name.into();
                proto.r#type = AttributeType::Float as i32;
                proto.f = value;
            }
        }
        proto
    }
}

fn value_info(name: &str, kind: DataType, dims: &[Dim]) -> ValueInfoProto {
    let dim = dims
        .iter()
        .map(|dim| Dimension {
            value: Some(match dim {
                Dim::Named(name) => dimension::Value::DimParam((*name).into()),
                Dim::Fixed(size) => dimension::Value::DimValue(*size as i64),
            }),
            ..Dimension::default()
        })
        .collect();
    let tensor = type_proto::Tensor { elem_type: kind as i32, shape: Some(TensorShapeProto { dim }) };
    ValueInfoProto {
        name: name.into(),
        r#type: Some(TypeProto {
            value: Some(type_proto::Value::TensorType(tensor)),
            ..TypeProto::default()
        }),
        ..ValueInfoProto::default()
    }
}
