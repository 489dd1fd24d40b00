//! Runs the graph of another tool's ONNX file by tract-onnx, and compares its vectors with those of what was imported.

use prost::Message;
use tract_onnx::pb::tensor_proto::DataLocation;
use tract_onnx::pb::{ModelProto, TensorProto};
use tract_onnx::prelude::*;

use super::ImportedModel;
use super::check_error::CheckError;
use super::config::Architecture;
use super::dense::DenseLayer;
use super::model_folder::ModelFolder;
use crate::{Encoder, ModelKind, Pooling, RowSource, Tokens, word_records};

/// Whether this command can compare.
pub const CAN_CHECK: bool = true;

/// Texts of several lengths and kinds. None is in the calibration of the encoder of queries.
const TEXTS: [&str; 8] = [
    "install",
    "HTTPServer.listen() fails",
    "How do I change the port of the development server?",
    "The cache is emptied when its directory has more than ten thousand files.",
    "Returns the number of elements in the collection, or -1 if it is not known before the first iteration.",
    "Wie man eine Datei öffnet, liest und wieder schließt",
    "error[E0502]: cannot borrow `list` as mutable because it is also borrowed as immutable",
    "A page is rendered once on the server. Scripts then attach handlers to its elements, and later changes are made in \
     the browser alone, which asks for data and not for pages.",
];

/// How near the vectors of a text are: the cosine to that of the foreign graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearness {
    /// The text.
    pub text: &'static str,
    /// Of the encoder of documents.
    pub documents: f32,
    /// Of the encoder of queries.
    pub queries: f32,
}

/// Compares an imported encoder with the graph in `file`, whose weights may be in files of the folder.
///
/// # Errors
/// The model is a cross-encoder, or the graph cannot be run.
pub fn check(file: &[u8], folder: &ModelFolder, model: &ImportedModel) -> Result<Vec<Nearness>, CheckError> {
    let ImportedModel { onnx, query, tokenizer, info } = model;
    let (ModelKind::Encoder, Some(query)) = (info.kind, query) else { return Err(CheckError::CrossEncoder) };
    let documents = Encoder::load(onnx.clone(), tokenizer, info)?;
    let rows = RowSource::Records(word_records(onnx)?);
    let queries = Encoder::load_stored(query.clone(), rows, tokenizer, info)?;
    let pieces = Tokens::load(tokenizer, info.max_tokens)?;
    let graph = Graph::read(file, folder)?;
    let Architecture { has_dense, hidden, .. } = Architecture::read(folder)?;
    let dense = has_dense.then(|| DenseLayer::read(folder, hidden)).transpose()?;
    let near = |text| {
        let expected = graph.vector(&pieces.ids(text)?, info.pooling, dense.as_ref())?;
        let cosine = |encoder: &Encoder| -> Result<f32, CheckError> {
            let found = encoder.embed(text)?;
            if found.len() != expected.len() {
                return Err(CheckError::Dimensions { expected: found.len(), found: expected.len() });
            }
            Ok(found.iter().zip(&expected).map(|(a, b)| a * b).sum())
        };
        Ok(Nearness { text, documents: cosine(&documents)?, queries: cosine(&queries)? })
    };
    TEXTS.into_iter().map(near).collect()
}

/// The foreign graph.
struct Graph(InferenceModel);

impl Graph {
    fn read(file: &[u8], folder: &ModelFolder) -> Result<Self, CheckError> {
        let mut model = ModelProto::decode(file).map_err(|error| CheckError::Graph(error.to_string()))?;
        for tensor in model.graph.iter_mut().flat_map(|graph| &mut graph.initializer) {
            bring_in(tensor, folder)?;
        }
        Ok(Self(tract_onnx::onnx().model_for_proto_model(&model).map_err(graph_error)?))
    }

    /// The unit vector of a text by its word pieces. The graph is made for this many of them. It has the layer behind the
    /// pooling, too, or ends in front of it.
    fn vector(
        &self,
        ids: &[u32],
        pooling: Pooling,
        dense: Option<&DenseLayer>,
    ) -> Result<Vec<f32>, CheckError> {
        let mut model = self.0.clone();
        let mut inputs = TVec::new();
        for at in 0..model.inputs.len() {
            let name = model.node(model.inputs[at].node).name.clone();
            let values: Vec<i64> = match name.as_str() {
                "input_ids" => ids.iter().map(|id| i64::from(*id)).collect(),
                "attention_mask" => vec![1; ids.len()],
                "token_type_ids" => vec![0; ids.len()],
                _ => return Err(CheckError::Input(name)),
            };
            let fact = InferenceFact::dt_shape(i64::datum_type(), [1, ids.len()]);
            model.set_input_fact(at, fact).map_err(graph_error)?;
            let tensor = Tensor::from_shape(&[1, ids.len()], &values).map_err(graph_error)?;
            inputs.push(tensor.into_tvalue());
        }
        let run = || model.into_optimized()?.into_runnable()?.run(inputs);
        let outputs = run().map_err(graph_error)?;
        let output = outputs.first().ok_or_else(|| CheckError::Output(Vec::new()))?;
        let numbers = output.cast_to::<f32>().map_err(graph_error)?;
        let numbers = numbers.to_plain_array_view::<f32>().map_err(graph_error)?;
        let all: Vec<f32> = numbers.iter().copied().collect();
        let vector = match *output.shape() {
            [1, _] => all,
            [1, rows, width] if rows == ids.len() && width > 0 => {
                let pooled = pooled(&all, width, pooling);
                dense.map_or_else(|| pooled.clone(), |dense| dense.of(&pooled))
            }
            _ => return Err(CheckError::Output(output.shape().to_vec())),
        };
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        Ok(vector.into_iter().map(|x| x / length).collect())
    }
}

/// The rows of a text's word pieces, as one.
fn pooled(rows: &[f32], width: usize, pooling: Pooling) -> Vec<f32> {
    let column = |at: usize| rows.iter().skip(at).step_by(width).copied();
    let number = |at| match pooling {
        Pooling::Mean => column(at).sum::<f32>() / (rows.len() / width) as f32,
        Pooling::Cls => column(at).next().unwrap_or_default(),
        Pooling::Max => column(at).fold(f32::NEG_INFINITY, f32::max),
    };
    (0..width).map(number).collect()
}

/// Moves the bytes of a tensor that lies in another file into it.
fn bring_in(tensor: &mut TensorProto, folder: &ModelFolder) -> Result<(), CheckError> {
    if tensor.data_location != Some(DataLocation::External as i32) {
        return Ok(());
    }
    let entry =
        |key: &str| tensor.external_data.iter().find(|entry| entry.key == key).map(|entry| &*entry.value);
    let bytes = super::exported::part(folder, &entry);
    let name = &tensor.name;
    tensor.raw_data =
        bytes.ok_or_else(|| CheckError::Graph(format!("the weights {name} are not beside it")))?.to_vec();
    tensor.external_data.clear();
    tensor.data_location = None;
    Ok(())
}

fn graph_error(error: TractError) -> CheckError {
    CheckError::Graph(format!("{error:#}"))
}
