//! Writes an ONNX graph. Constants keep the order in which they are added, so the same model gives the same bytes.

use prost::Message;

use super::quantize::{Int4Rows, Int8Matrix};
use crate::form::CONTRIB;
use crate::onnx::{
    Dimension, DimensionValue, EXTERNAL, GraphProto, ModelProto, NodeProto, OperatorSetIdProto,
    StringStringEntryProto, TensorProto, TensorShapeProto, TensorTypeProto, TypeProto, ValueInfoProto,
    constant, element, floats,
};

const OPERATOR_SET: i64 = 17;
/// The format version of operator set 17.
const IR_VERSION: i64 = 8;
/// One dimension of an input or output.
pub(super) enum Dim {
    /// Unknown before the model runs.
    Named(&'static str),
    Fixed(usize),
}

/// A graph under construction.
#[derive(Default)]
pub(super) struct Graph {
    proto: GraphProto,
}

impl Graph {
    /// Adds an int64 input.
    pub fn input(&mut self, name: &str, dims: &[Dim]) {
        self.proto.input.push(value_info(name, element::INT64, dims));
    }

    /// Declares the value `name` an f32 output.
    pub fn output(&mut self, name: &str, dims: &[Dim]) {
        self.proto.output.push(value_info(name, element::FLOAT, dims));
    }

    /// Sets the nodes.
    pub fn nodes(&mut self, nodes: Vec<NodeProto>) {
        self.proto.node = nodes;
    }

    /// Adds constants.
    pub fn constants(&mut self, constants: impl IntoIterator<Item = TensorProto>) {
        self.proto.initializer.extend(constants);
    }

    /// Adds the f32 constant of a shape.
    pub fn floats(&mut self, name: &str, values: &[f32], shape: &[usize]) {
        self.constants([floats(name, values, shape)]);
    }

    /// Adds the constants of a product.
    pub fn product(&mut self, name: &str, matrix: &Int8Matrix, bias: &[f32]) {
        let bytes = matrix.codes.iter().map(|code| code.cast_unsigned()).collect();
        self.constants([
            constant(&format!("{name}.codes"), element::INT8, &matrix.shape, bytes),
            floats(&format!("{name}.scales"), &matrix.scales, &[matrix.scales.len()]),
            floats(&format!("{name}.bias"), bias, &[bias.len()]),
        ]);
    }

    /// Adds the constants of a word table; where `file` has them already, its name and content, only their description.
    pub fn words(&mut self, table: &Int4Rows, file: Option<(&str, &[u8])>) {
        let [rows, bytes, blocks] = table.shape;
        let codes = constant("words.codes", element::UINT8, &[rows, bytes], table.codes.clone());
        let mut constants = [codes, floats("words.scales", &table.scales, &[rows, blocks])];
        if let Some((file, content)) = file {
            for constant in &mut constants {
                let data = std::mem::take(&mut constant.raw_data);
                let offset = memchr::memmem::find(content, &data).unwrap_or_default();
                let entry =
                    |key: &str, value: &str| StringStringEntryProto { key: key.into(), value: value.into() };
                constant.data_location = EXTERNAL;
                constant.external_data = vec![
                    entry("location", file),
                    entry("offset", &offset.to_string()),
                    entry("length", &data.len().to_string()),
                ];
            }
        }
        self.constants(constants);
    }

    /// Returns the finished file.
    pub fn into_bytes(mut self, name: &str) -> Vec<u8> {
        self.proto.name = name.into();
        ModelProto {
            ir_version: IR_VERSION,
            opset_import: vec![
                OperatorSetIdProto { domain: String::new(), version: OPERATOR_SET },
                OperatorSetIdProto { domain: CONTRIB.into(), version: 1 },
            ],
            producer_name: "docfuse".into(),
            graph: Some(self.proto),
        }
        .encode_to_vec()
    }
}

fn value_info(name: &str, kind: i32, dims: &[Dim]) -> ValueInfoProto {
    let dim = dims
        .iter()
        .map(|dim| Dimension {
            value: Some(match dim {
                Dim::Named(name) => DimensionValue::DimParam((*name).into()),
                Dim::Fixed(size) => DimensionValue::DimValue(*size as i64),
            }),
        })
        .collect();
    let tensor_type = TensorTypeProto { elem_type: kind, shape: Some(TensorShapeProto { dim }) };
    ValueInfoProto { name: name.into(), r#type: Some(TypeProto { tensor_type: Some(tensor_type) }) }
}
