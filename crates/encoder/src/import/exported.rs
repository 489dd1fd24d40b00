//! Reads BERT weights from ONNX files of other tools: exports of frameworks, and files that ONNX Runtime's dynamic
//! quantization wrote. Only the tensors are used; the graph is built anew, as for any other model.
//!
//! Exporters keep the checkpoint's names of biases, normalisations and embedding tables, but fold a layer's weights
//! into a constant without that name. The bias that is added to their product names them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Component, Path};

use prost::Message;

use super::error::ImportError;
use super::model_folder::{EXPORTED, ModelFolder};
use crate::onnx::{EXTERNAL, GraphProto, ModelProto, NodeProto, TensorProto, element};

/// A tensor of f32, row-major.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tensor {
    pub shape: Vec<usize>,
    pub values: Vec<f32>,
}

/// The files beside the ONNX file that hold weights (ONNX's external data), as paths from its folder.
///
/// # Errors
/// The file is no ONNX file with a graph.
pub fn data_files(file: &[u8]) -> Result<BTreeSet<String>, ImportError> {
    let graph = graph(file)?;
    let places = graph.initializer.iter().filter(|tensor| is_outside(tensor));
    let within = |path: &&str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    Ok(places.filter_map(|tensor| entry(tensor, "location")).filter(within).map(String::from).collect())
}

fn graph(file: &[u8]) -> Result<GraphProto, ImportError> {
    let model = ModelProto::decode(file).map_err(|error| unreadable(error.to_string()))?;
    model.graph.ok_or_else(|| unreadable("it has no graph".into()))
}

fn unreadable(reason: String) -> ImportError {
    ImportError::Weights { file: EXPORTED, kind: "an ONNX file", reason }
}

fn is_outside(tensor: &TensorProto) -> bool {
    tensor.data_location == EXTERNAL
}

/// What is said of a tensor's place in another file.
fn entry<'a>(tensor: &'a TensorProto, key: &str) -> Option<&'a str> {
    tensor.external_data.iter().find(|entry| entry.key == key).map(|entry| entry.value.as_str())
}

/// The bytes of a tensor that lies in another file, if they are there; `entry` is what the tensor says of its place.
pub(super) fn part<'a, 'b>(
    folder: &'a ModelFolder,
    entry: &dyn Fn(&str) -> Option<&'b str>,
) -> Option<&'a [u8]> {
    let bytes = folder.data(entry("location")?)?;
    let number = |key| entry(key).map(str::parse::<usize>).transpose().ok();
    let bytes = bytes.get(number("offset")?.unwrap_or(0)..)?;
    bytes.get(..number("length")?.unwrap_or(bytes.len()))
}

/// The tensors of the model in `file`, by their names in the checkpoint.
pub(super) fn tensors(file: &[u8], folder: &ModelFolder) -> Result<BTreeMap<String, Tensor>, ImportError> {
    let mut graph = graph(file)?;
    for tensor in graph.initializer.iter_mut().filter(|tensor| is_outside(tensor)) {
        let bytes = part(folder, &|key| entry(tensor, key)).ok_or_else(|| {
            let place = entry(tensor, "location").unwrap_or_default();
            unreadable(format!("the weights {} are not in {place:?} beside it", tensor.name))
        })?;
        tensor.raw_data = bytes.to_vec().into();
    }
    let constants = Constants::of(&graph);
    let mut tensors: BTreeMap<String, Tensor> =
        graph.initializer.iter().filter_map(|tensor| Some((tensor.name.clone(), read(tensor)?))).collect();
    for node in &graph.node {
        if let Some((name, table)) = constants.quantized_rows(node) {
            tensors.insert(name, table);
        }
        for (name, weights) in constants.weights_named_by_bias(node) {
            tensors.entry(name).or_insert(weights);
        }
    }
    Ok(tensors)
}

/// Lookup of a graph's constants by name, and of its nodes by output.
struct Constants<'a> {
    made_by: HashMap<&'a str, &'a NodeProto>,
    constants: HashMap<&'a str, &'a TensorProto>,
}

impl<'a> Constants<'a> {
    fn of(graph: &'a GraphProto) -> Self {
        let outputs = |node: &'a NodeProto| node.output.iter().map(move |output| (output.as_str(), node));
        Self {
            made_by: graph.node.iter().flat_map(outputs).collect(),
            constants: graph.initializer.iter().map(|tensor| (tensor.name.as_str(), tensor)).collect(),
        }
    }

    /// The node that computes input `at`, if it is an `op`.
    fn maker(&self, node: &NodeProto, at: usize, op: &str) -> Option<&'a NodeProto> {
        self.made_by.get(node.input.get(at)?.as_str()).copied().filter(|node| node.op_type == op)
    }

    fn constant(&self, node: &NodeProto, at: usize) -> Option<&'a TensorProto> {
        self.constants.get(node.input.get(at)?.as_str()).copied()
    }

    /// The embedding table whose rows `node` dequantizes: `DequantizeLinear(Gather(codes, ids), scale, zero)`. The
    /// quantization appends "_quantized" to its name.
    fn quantized_rows(&self, node: &NodeProto) -> Option<(String, Tensor)> {
        if node.op_type != "DequantizeLinear" {
            return None;
        }
        let codes = self.constant(self.maker(node, 0, "Gather")?, 0)?;
        let name = codes.name.strip_suffix("_quantized")?;
        let table = dequantized(codes, self.constant(node, 1)?, self.constant(node, 2))?;
        Some((name.to_owned(), table))
    }

    /// The weights of the layers whose bias `node` adds: `layer.weight` for `layer.bias`, one row for each output.
    fn weights_named_by_bias(&self, node: &NodeProto) -> Vec<(String, Tensor)> {
        let biases = (0..node.input.len()).filter_map(|at| self.constant(node, at));
        let stems =
            biases.filter_map(|bias| bias.name.strip_suffix(".bias").filter(|_| bias.dims.len() == 1));
        let weights =
            || (0..node.input.len()).find_map(|at| self.product(node, at)).or_else(|| self.gemm(node));
        stems.filter_map(|stem| Some((format!("{stem}.weight"), weights()?))).collect()
    }

    /// If input `at` of `node` is a product: its right operand, transposed.
    fn product(&self, node: &NodeProto, at: usize) -> Option<Tensor> {
        if let Some(product) = self.maker(node, at, "MatMul") {
            return match self.maker(product, 1, "Transpose") {
                Some(transpose) => read(self.constant(transpose, 0)?),
                None => transposed(read(self.constant(product, 1)?)?),
            };
        }
        // Mul(Cast(MatMulInteger(codes, weights, zero, zero of weights)), Mul(scale, scale of weights))
        let scaled = self.maker(node, at, "Mul")?;
        let either = |op| (0..2).find_map(|at| self.maker(scaled, at, op));
        let product = self.maker(either("Cast")?, 0, "MatMulInteger")?;
        let scales = either("Mul")?;
        let scale = (0..2).find_map(|at| self.constant(scales, at))?;
        transposed(dequantized(self.constant(product, 1)?, scale, self.constant(product, 3))?)
    }

    /// The weights of a `Gemm`, which adds the bias itself.
    fn gemm(&self, node: &NodeProto) -> Option<Tensor> {
        let weights = read(self.constant(node, 1).filter(|_| node.op_type == "Gemm")?)?;
        let is_transposed =
            node.attribute.iter().any(|attribute| attribute.name == "transB" && attribute.i != 0);
        if is_transposed { Some(weights) } else { transposed(weights) }
    }
}

/// Decodes a constant of f32 or f16.
fn read(tensor: &TensorProto) -> Option<Tensor> {
    let raw = tensor.raw_data.as_ref();
    let values = match tensor.data_type {
        element::FLOAT if raw.is_empty() => tensor.float_data.clone(),
        element::FLOAT => raw.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
        element::FLOAT16 => {
            raw.as_chunks::<2>().0.iter().map(|bytes| half::f16::from_le_bytes(*bytes).to_f32()).collect()
        }
        _ => return None,
    };
    shaped(tensor, values)
}

/// Decodes a constant of int8 or uint8.
fn codes(tensor: &TensorProto) -> Option<Tensor> {
    let (raw, typed) = (tensor.raw_data.iter(), tensor.int32_data.iter());
    let values = match tensor.data_type {
        element::INT8 | element::UINT8 if tensor.raw_data.is_empty() => {
            typed.map(|code| *code as f32).collect()
        }
        element::INT8 => raw.map(|byte| f32::from(byte.cast_signed())).collect(),
        element::UINT8 => raw.map(|byte| f32::from(*byte)).collect(),
        _ => return None,
    };
    shaped(tensor, values)
}

fn shaped(tensor: &TensorProto, values: Vec<f32>) -> Option<Tensor> {
    let shape: Vec<usize> =
        tensor.dims.iter().map(|dim| usize::try_from(*dim).ok()).collect::<Option<_>>()?;
    let expected = shape.iter().try_fold(1, |product: usize, dim| product.checked_mul(*dim))?;
    (expected == values.len()).then_some(Tensor { shape, values })
}

/// `(code − zero) · scale`, with one scale and zero point for the tensor, or one for each index of the last dimension.
fn dequantized(of: &TensorProto, scale: &TensorProto, zero: Option<&TensorProto>) -> Option<Tensor> {
    let mut tensor = codes(of)?;
    let scales = read(scale)?.values;
    let zeros = match zero {
        Some(zero) => codes(zero)?.values,
        None => vec![0.0],
    };
    let columns = *tensor.shape.last()?;
    if [&scales, &zeros].iter().any(|each| each.len() != 1 && each.len() != columns) {
        return None;
    }
    for (at, value) in tensor.values.iter_mut().enumerate() {
        *value = (*value - zeros[at % columns % zeros.len()]) * scales[at % columns % scales.len()];
    }
    Some(tensor)
}

fn transposed(tensor: Tensor) -> Option<Tensor> {
    let &[rows, columns] = tensor.shape.as_slice() else { return None };
    let values = (0..columns).flat_map(|column| tensor.values.iter().skip(column).step_by(columns.max(1)));
    Some(Tensor { shape: vec![columns, rows], values: values.copied().collect() })
}
