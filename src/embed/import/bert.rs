//! Writes a quantized BERT model as an ONNX graph (Devlin et al. 2019, as transformers' `BertModel` computes it), with
//! the following steps of sentence-transformers: pooling and, if the folder says so, normalisation. A cross-encoder has
//! those of `BertForSequenceClassification` instead: pooler and classifier.
//!
//! Layers use fused operators that ONNX Runtime also has: few nodes, each computed by one kernel.

use super::calibration::Matrices;
use super::config::{Activation, Architecture};
use super::error::ImportError;
use super::onnx::{Attribute, Dim, Graph, Rotated};
use super::quantize;
use super::weights::Weights;
use crate::embed::{MODEL_FILE, ModelKind, Pooling};

/// Added to the values of masked word pieces before max pooling: less than any value of a normalised layer.
const MASKED: f32 = -10_000.0;

/// Which of a model's two files is written.
#[derive(Clone, Copy)]
pub(super) enum Precision<'a> {
    /// That of documents, or of everything: layers in eight bits.
    Full,
    /// That of queries: layers of these matrices, and the word table of the file `full`. Other numbers are rounded to as
    /// few bits as change nothing, since they compress by that.
    Query { matrices: &'a Matrices, full: &'a [u8] },
}

/// Significant bits of biases and gains in the file of queries.
const QUERY_BITS: u32 = 11;
/// The same for the position rows, which are added to word rows of four bits.
const POSITION_BITS: u32 = 8;

/// Builds the model's ONNX file. Inputs `input_ids` and `attention_mask`, int64 `[batch, sequence]`; output
/// `sentence_embedding`, f32 `[batch, hidden]`. A cross-encoder also has the input `token_type_ids`, and the output
/// `relevance`, f32 `[batch, 1]`.
pub(super) fn write(
    architecture: &Architecture,
    weights: &Weights,
    precision: Precision,
) -> Result<Vec<u8>, ImportError> {
    let mut graph = Graph::default();
    let hidden_rotation = graph.rotation("hidden.rotation", architecture.hidden);
    let inner_rotation = graph.rotation("intermediate.rotation", architecture.intermediate);
    let mut bert = Bert { graph, architecture, weights, precision, hidden_rotation, inner_rotation };
    let tokens = [Dim::Named("batch"), Dim::Named("sequence")];
    bert.graph.input("input_ids", &tokens);
    bert.graph.input("attention_mask", &tokens);
    let is_pair = architecture.kind == ModelKind::CrossEncoder;
    if is_pair {
        bert.graph.input("token_type_ids", &tokens);
    }

    let mut hidden = bert.embeddings()?;
    let kept = bert.graph.node("Cast", &["attention_mask"], "kept_keys", &[Attribute::Int("to", INT32)]);
    for layer in 0..architecture.layers {
        hidden = bert.layer(layer, &hidden, &kept)?;
    }
    if is_pair {
        bert.classify(&hidden)?;
        bert.graph.output("relevance", &[Dim::Named("batch"), Dim::Fixed(1)]);
        return Ok(bert.graph.into_bytes("cross_encoder"));
    }
    bert.pool(&hidden);
    bert.graph.output("sentence_embedding", &[Dim::Named("batch"), Dim::Fixed(architecture.hidden)]);
    Ok(bert.graph.into_bytes("sentence_encoder"))
}

/// Element types by their numbers in the file format.
const FLOAT: i64 = 1;
const INT32: i64 = 6;

struct Bert<'a> {
    graph: Graph,
    architecture: &'a Architecture,
    weights: &'a Weights<'a>,
    precision: Precision<'a>,
    /// Rotation of the inputs of query, key, value and of the first feed-forward layer, if their width allows it.
    hidden_rotation: Option<Rotated>,
    /// Rotation of the inputs of the second feed-forward layer.
    inner_rotation: Option<Rotated>,
}

impl Bert<'_> {
    /// Word rows plus position rows and type rows, normalised: f32 `[batch, sequence, hidden]`.
    ///
    /// A text alone has token type 0, so that row is added to the position rows here. Positions beyond the model's
    /// longest text are dropped.
    fn embeddings(&mut self) -> Result<String, ImportError> {
        let Architecture { vocabulary, hidden, positions, token_types, max_tokens, .. } = *self.architecture;
        let table = self.weights.tensor("embeddings.word_embeddings.weight", &[vocabulary, hidden])?;
        let rows = quantize::rows(&table, hidden);
        let mut words = match self.precision {
            Precision::Full => self.graph.lookup("words", "input_ids", &rows),
            Precision::Query { full, .. } => {
                self.graph.lookup_in("words", "input_ids", &rows, MODEL_FILE, full)
            }
        };

        let mut table = self.weights.tensor("embeddings.position_embeddings.weight", &[positions, hidden])?;
        let types = self.weights.tensor("embeddings.token_type_embeddings.weight", &[token_types, hidden])?;
        table.truncate(max_tokens * hidden);
        if self.architecture.kind == ModelKind::CrossEncoder {
            let types = self.graph.floats("types", &types, &[token_types, hidden]);
            let types = self.graph.node("Gather", &[&types, "token_type_ids"], "text_types", &[]);
            words = self.graph.node("Add", &[&words, &types], "typed_words", &[]);
        } else {
            for (index, value) in table.iter_mut().enumerate() {
                *value += types[index % hidden];
            }
        }
        let table = self.rounded(table, POSITION_BITS);
        let table = self.graph.floats("positions", &table, &[positions.min(max_tokens), hidden]);
        let zero = self.graph.integers("zero", &[0]);
        let one = self.graph.integers("one", &[1]);
        let shape = self.graph.node("Shape", &["input_ids"], "input_shape", &[]);
        let length = self.graph.node("Gather", &[&shape, &one], "length", &[]);
        let positions = self.graph.node("Slice", &[&table, &zero, &length, &zero], "text_positions", &[]);
        self.layer_norm("embeddings.LayerNorm", &words, &positions)
    }

    fn layer(&mut self, layer: usize, hidden: &str, kept: &str) -> Result<String, ImportError> {
        let Architecture { hidden: width, intermediate, activation, .. } = *self.architecture;
        let name = format!("encoder.layer.{layer}");
        let context = self.attention(&name, hidden, kept)?;
        // Not rotated: attention has averaged these rows, so no column stands out.
        let output =
            self.linear(&format!("{name}.attention.output.dense"), &context, [width, width], None)?;
        let attended = self.layer_norm(&format!("{name}.attention.output.LayerNorm"), &output, hidden)?;

        let label = format!("{name}.intermediate.dense");
        let inner = self.linear(&label, &attended, [width, intermediate], self.hidden_rotation.clone())?;
        let label = format!("{name}.activation");
        let inner = match activation {
            Activation::Relu => self.graph.node("Relu", &[&inner], &label, &[]),
            Activation::GeluErf => self.graph.contrib("Gelu", &[&inner], &label, &[]),
            Activation::GeluTanh => self.graph.contrib("FastGelu", &[&inner], &label, &[]),
        };
        let label = format!("{name}.output.dense");
        let output = self.linear(&label, &inner, [intermediate, width], self.inner_rotation.clone())?;
        self.layer_norm(&format!("{name}.output.LayerNorm"), &output, &attended)
    }

    /// Multi-head scaled dot-product attention. One product computes query, key and value.
    fn attention(&mut self, name: &str, hidden: &str, kept: &str) -> Result<String, ImportError> {
        let Architecture { hidden: width, heads, .. } = *self.architecture;
        let label = |part: &str| format!("{name}.attention.self.{part}");
        let (mut weights, mut bias) = (Vec::new(), Vec::new());
        for part in ["query", "key", "value"] {
            weights.extend(self.weights.tensor(&format!("{}.weight", label(part)), &[width, width])?);
            bias.extend(self.weights.tensor(&format!("{}.bias", label(part)), &[width])?);
        }
        let rotation = self.hidden_rotation.clone();
        let joined = self.product(&label("joined"), hidden, &weights, &bias, rotation);
        let [query, key, value] = ["query", "key", "value"].map(label);
        let [query, key, value] = self.graph.split(&joined, [&query, &key, &value]);
        let inputs = [query.as_str(), &key, &value, "", kept];
        let heads = [Attribute::Int("num_heads", heads as i64)];
        Ok(self.graph.contrib("MultiHeadAttention", &inputs, &label("context"), &heads))
    }

    /// `input · weights + bias` with the weights and the bias called `name`.
    fn linear(
        &mut self,
        name: &str,
        input: &str,
        [inputs, outputs]: [usize; 2],
        rotation: Option<Rotated>,
    ) -> Result<String, ImportError> {
        let weights = self.weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        let bias = self.weights.tensor(&format!("{name}.bias"), &[outputs])?;
        Ok(self.product(name, input, &weights, &bias, rotation))
    }

    /// `input · weights + bias` in int8; a rotation applies to input and weights.
    fn product(
        &mut self,
        name: &str,
        input: &str,
        weights: &[f32],
        bias: &[f32],
        rotation: Option<Rotated>,
    ) -> String {
        let inputs = weights.len() / bias.len();
        let known = match self.precision {
            Precision::Full => None,
            Precision::Query { matrices, .. } => matrices.get(name),
        };
        let matrix = known
            .cloned()
            .unwrap_or_else(|| quantize::linear(weights, inputs, rotation.as_ref().map(|by| by.rotation)));
        let bias = self.rounded(bias.to_vec(), QUERY_BITS);
        let rotated = rotation.map(|by| self.graph.rotate(name, input, &by));
        self.graph.linear(name, rotated.as_deref().unwrap_or(input), &matrix, &bias)
    }

    /// Numbers in the precision of the file.
    fn rounded(&self, mut numbers: Vec<f32>, bits: u32) -> Vec<f32> {
        if let Precision::Query { .. } = self.precision {
            numbers.iter_mut().for_each(|number| *number = quantize::rounded(*number, bits));
        }
        numbers
    }

    /// The normalised sum of a layer's output and input.
    fn layer_norm(&mut self, name: &str, output: &str, input: &str) -> Result<String, ImportError> {
        let width = self.architecture.hidden;
        let (gain, bias) = self.weights.layer_norm(name, width)?;
        let [gain, bias] = [gain, bias].map(|numbers| self.rounded(numbers, QUERY_BITS));
        let gain = self.graph.floats(&format!("{name}.weight"), &gain, &[width]);
        let bias = self.graph.floats(&format!("{name}.bias"), &bias, &[width]);
        let epsilon = [Attribute::Float("epsilon", self.architecture.epsilon)];
        Ok(self.graph.contrib("SkipLayerNormalization", &[output, input, &gain, &bias], name, &epsilon))
    }

    /// One number from the vector of the first word piece.
    fn classify(&mut self, hidden: &str) -> Result<(), ImportError> {
        let width = self.architecture.hidden;
        let first = self.graph.integers("first", &[0]);
        let axis = [Attribute::Int("axis", 1)];
        let token = self.graph.node("Gather", &[hidden, &first], "first_token", &axis);
        let pooled = self.linear("pooler.dense", &token, [width, width], self.hidden_rotation.clone())?;
        let pooled = self.graph.node("Tanh", &[&pooled], "pooler.activation", &[]);
        let weights = self.weights.tensor_behind("classifier.weight", &[1, width])?;
        let bias = self.weights.tensor_behind("classifier.bias", &[1])?;
        let score = self.product("classifier", &pooled, &weights, &bias, None);
        let axes = self.graph.integers("first.axes", &[1]);
        self.graph.node("Squeeze", &[&score, &axes], "relevance", &[]);
        Ok(())
    }

    /// Pools the vectors of word pieces into one, and normalises it if the model says so.
    fn pool(&mut self, hidden: &str) {
        let normalize = self.architecture.normalize;
        let graph = &mut self.graph;
        let pooled = if normalize { "pooled" } else { "sentence_embedding" };
        let mask = graph.node("Cast", &["attention_mask"], "mask", &[Attribute::Int("to", FLOAT)]);
        let axes = [Attribute::Ints("axes", &[1]), Attribute::Int("keepdims", 0)];
        match self.architecture.pooling {
            Pooling::Cls => {
                let first = graph.integers("first", &[0]);
                let token =
                    graph.node("Gather", &[hidden, &first], "first_token", &[Attribute::Int("axis", 1)]);
                let axes = graph.integers("first.axes", &[1]);
                graph.node("Squeeze", &[&token, &axes], pooled, &[]);
            }
            Pooling::Mean => {
                let axis = graph.integers("mask.axes", &[2]);
                let sum_axis = graph.integers("sum.axes", &[1]);
                let least = graph.floats("least_count", &[1e-9], &[]);
                let keep = [Attribute::Int("keepdims", 0)];
                let weights = graph.node("Unsqueeze", &[&mask, &axis], "mask_weights", &[]);
                let kept = graph.node("Mul", &[hidden, &weights], "kept", &[]);
                let sum = graph.node("ReduceSum", &[&kept, &sum_axis], "sum", &keep);
                let count = graph.node("ReduceSum", &[&weights, &sum_axis], "count", &keep);
                let count = graph.node("Max", &[&count, &least], "positive_count", &[]);
                graph.node("Div", &[&sum, &count], pooled, &[]);
            }
            Pooling::Max => {
                let axis = graph.integers("mask.axes", &[2]);
                let one = graph.floats("one_f32", &[1.0], &[]);
                let factor = graph.floats("masked", &[MASKED], &[]);
                let padding = graph.node("Sub", &[&one, &mask], "padding", &[]);
                let penalty = graph.node("Mul", &[&padding, &factor], "penalty", &[]);
                let penalty = graph.node("Unsqueeze", &[&penalty, &axis], "pooling_penalty", &[]);
                let kept = graph.node("Add", &[hidden, &penalty], "kept", &[]);
                graph.node("ReduceMax", &[&kept], pooled, &axes);
            }
        }
        if normalize {
            let least = graph.floats("least_length", &[1e-12], &[]);
            let keep = [Attribute::Ints("axes", &[1]), Attribute::Int("keepdims", 1)];
            let length = graph.node("ReduceL2", &[pooled], "vector_length", &keep);
            let length = graph.node("Max", &[&length, &least], "positive_length", &[]);
            graph.node("Div", &[pooled, &length], "sentence_embedding", &[]);
        }
    }
}
