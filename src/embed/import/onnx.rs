//! Writes an ONNX graph. Nodes and constants keep the order in which they are added, so the same model gives the same
//! bytes.
//!
//! Operators: <https://onnx.ai/onnx/operators/>, operator set 17, the first with `LayerNormalization`, and old enough
//! for every runtime in use; those of [`CONTRIB`]:
//! <https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md>.

use prost::Message;

use super::quantize::{BLOCK, Int4Rows, Int8Matrix};
use crate::embed::kernels::Rotation;
use crate::embed::onnx::{
    AttributeProto, Dimension, DimensionValue, EXTERNAL, GraphProto, ModelProto, NodeProto,
    OperatorSetIdProto, StringStringEntryProto, TensorProto, TensorShapeProto, TensorTypeProto, TypeProto,
    ValueInfoProto, attribute_type, element,
};

const OPERATOR_SET: i64 = 17;
/// The format version of operator set 17.
const IR_VERSION: i64 = 8;
/// The domain of ONNX Runtime's own operators.
const CONTRIB: &str = "com.microsoft";

/// A rotation and the names of its constants, the same for all layers of one width.
#[derive(Clone)]
pub(super) struct Rotated {
    pub rotation: Rotation,
    matrix: String,
    cut: String,
    joined: String,
}

/// One dimension of an input or output.
pub(super) enum Dim {
    /// Unknown before the model runs.
    Named(&'static str),
    Fixed(usize),
}

/// A graph under construction. Methods that add a node return the name of its output, which is also the node's name.
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

    /// Adds a node of a standard operator with one output.
    pub fn node(&mut self, op: &str, inputs: &[&str], output: &str, attributes: &[Attribute]) -> String {
        self.push("", op, inputs, &[output], attributes);
        output.into()
    }

    /// Adds a node of one of ONNX Runtime's own operators, with one output. An empty name omits an optional input.
    pub fn contrib(&mut self, op: &str, inputs: &[&str], output: &str, attributes: &[Attribute]) -> String {
        self.push(CONTRIB, op, inputs, &[output], attributes);
        output.into()
    }

    /// Splits a value into equal parts along its last axis.
    pub fn split<const N: usize>(&mut self, input: &str, outputs: [&str; N]) -> [String; N] {
        self.push("", "Split", &[input], &outputs, &[Attribute::Int("axis", -1)]);
        outputs.map(String::from)
    }

    fn push(&mut self, domain: &str, op: &str, inputs: &[&str], outputs: &[&str], attributes: &[Attribute]) {
        self.proto.node.push(NodeProto {
            input: inputs.iter().map(|&input| input.into()).collect(),
            output: outputs.iter().map(|&output| output.into()).collect(),
            name: outputs[0].into(),
            op_type: op.into(),
            domain: domain.into(),
            attribute: attributes.iter().map(Attribute::proto).collect(),
        });
    }

    /// Adds an f32 constant of the given shape, row-major.
    pub fn floats(&mut self, name: &str, values: &[f32], shape: &[usize]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, element::FLOAT, shape, bytes)
    }

    /// Adds an int64 constant of one dimension.
    pub fn integers(&mut self, name: &str, values: &[i64]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, element::INT64, &[values.len()], bytes)
    }

    /// `input · matrix + bias`; the runtime quantizes `input`.
    pub fn linear(&mut self, name: &str, input: &str, matrix: &Int8Matrix, bias: &[f32]) -> String {
        let bytes = matrix.codes.iter().map(|code| code.cast_unsigned()).collect();
        let codes = self.constant(&format!("{name}.codes"), element::INT8, &matrix.shape, bytes);
        let scales = self.floats(&format!("{name}.scales"), &matrix.scales, &[matrix.scales.len()]);
        let bias = self.floats(&format!("{name}.bias"), bias, &[bias.len()]);
        self.contrib("DynamicQuantizeMatMul", &[input, &codes, &scales, "", &bias], name, &[])
    }

    /// Adds the constants that rotate rows of `width` numbers, if that width allows it.
    pub fn rotation(&mut self, name: &str, width: usize) -> Option<Rotated> {
        let rotation = Rotation::largest(width)?;
        let size = rotation.groups();
        let numbers: Vec<f32> = (0..size * size).map(|at| rotation.at(at / size, at % size)).collect();
        // Zeros keep a dimension: texts and rows.
        let cut = [0, 0, width / (size * Rotation::GROUP), size, Rotation::GROUP].map(|dim| dim as i64);
        Some(Rotated {
            rotation,
            matrix: self.floats(&format!("{name}.matrix"), &numbers, &[size, size]),
            cut: self.integers(&format!("{name}.cut"), &cut),
            joined: self.integers(&format!("{name}.joined"), &[0, 0, width as i64]),
        })
    }

    /// Rotates `input`.
    pub fn rotate(&mut self, name: &str, input: &str, by: &Rotated) -> String {
        let cut = self.node("Reshape", &[input, &by.cut], &format!("{name}.cut"), &[]);
        let turned = self.node("MatMul", &[&by.matrix, &cut], &format!("{name}.turned"), &[]);
        self.node("Reshape", &[&turned, &by.joined], &format!("{name}.rotated"), &[])
    }

    /// The rows of `table` that `ids` index.
    pub fn lookup(&mut self, name: &str, ids: &str, table: &Int4Rows) -> String {
        let [rows, bytes, blocks] = table.shape;
        self.constant(&format!("{name}.codes"), element::UINT8, &[rows, bytes], table.codes.clone());
        self.floats(&format!("{name}.scales"), &table.scales, &[rows, blocks]);
        self.lookup_node(name, ids)
    }

    /// The same, where `content` has the constants, the content of a file beside this one.
    pub fn lookup_in(
        &mut self,
        name: &str,
        ids: &str,
        table: &Int4Rows,
        file: &str,
        content: &[u8],
    ) -> String {
        let [rows, bytes, blocks] = table.shape;
        let scales: Vec<u8> = table.scales.iter().flat_map(|scale| scale.to_le_bytes()).collect();
        for (part, kind, width, data) in
            [("codes", element::UINT8, bytes, &table.codes), ("scales", element::FLOAT, blocks, &scales)]
        {
            self.constant(&format!("{name}.{part}"), kind, &[rows, width], Vec::new());
            let offset = memchr::memmem::find(content, data).unwrap_or_default();
            let entry =
                |key: &str, value: &str| StringStringEntryProto { key: key.into(), value: value.into() };
            if let Some(tensor) = self.proto.initializer.last_mut() {
                tensor.data_location = EXTERNAL;
                tensor.external_data = vec![
                    entry("location", file),
                    entry("offset", &offset.to_string()),
                    entry("length", &data.len().to_string()),
                ];
            }
        }
        self.lookup_node(name, ids)
    }

    fn lookup_node(&mut self, name: &str, ids: &str) -> String {
        let attributes = [
            Attribute::Int("bits", 4),
            Attribute::Int("block_size", BLOCK as i64),
            Attribute::Int("gather_axis", 0),
            Attribute::Int("quantize_axis", 1),
        ];
        let [codes, scales] = ["codes", "scales"].map(|part| format!("{name}.{part}"));
        self.contrib("GatherBlockQuantized", &[&codes, ids, &scales], name, &attributes)
    }

    fn constant(&mut self, name: &str, kind: i32, shape: &[usize], raw_data: Vec<u8>) -> String {
        self.proto.initializer.push(TensorProto {
            dims: shape.iter().map(|&dim| dim as i64).collect(),
            data_type: kind,
            name: name.into(),
            raw_data: raw_data.into(),
            ..TensorProto::default()
        });
        name.into()
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

/// An attribute of a node.
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
                proto.r#type = attribute_type::INT;
                proto.i = value;
            }
            Self::Ints(name, values) => {
                proto.name = name.into();
                proto.r#type = attribute_type::INTS;
                proto.ints = values.into();
            }
            Self::Float(name, value) => {
                proto.name = name.into();
                proto.r#type = attribute_type::FLOAT;
                proto.f = value;
            }
        }
        proto
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
