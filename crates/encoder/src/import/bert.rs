//! Writes a quantized BERT model as an ONNX graph (Devlin et al. 2019, as transformers' `BertModel` computes it), with
//! the following steps of sentence-transformers: pooling and, if the folder says so, a linear layer and normalisation. A
//! cross-encoder has those of `BertForSequenceClassification` instead: pooler and classifier.
//!
//! [`Form`] has the nodes: layers are fused operators that ONNX Runtime also has, each computed by one kernel. Here are
//! their constants.

use super::calibration::Matrices;
use super::config::Architecture;
use super::dense::DenseLayer;
use super::error::ImportError;
use super::onnx::{Dim, Graph};
use super::quantize;
use super::weights::Weights;
use crate::form::Form;
use crate::kernels::Rotation;
use crate::{MODEL_FILE, ModelKind};

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
/// `sentence_embedding`, f32 `[batch, hidden]`, or as many columns as `dense` has outputs. A cross-encoder also has the input `token_type_ids`, and the output
/// `relevance`, f32 `[batch, 1]`.
pub(super) fn write(
    architecture: &Architecture,
    weights: &Weights,
    dense: Option<&DenseLayer>,
    precision: Precision,
) -> Result<Vec<u8>, ImportError> {
    let Architecture { kind, hidden, intermediate, layers, heads, epsilon, activation, .. } = *architecture;
    let form = Form {
        kind,
        pooling: architecture.pooling,
        dense: dense.map(|dense| dense.activation),
        normalize: architecture.normalize,
        layers,
        heads,
        epsilon,
        activation,
        hidden_rotation: Rotation::largest(hidden),
        inner_rotation: Rotation::largest(intermediate),
    };
    let mut bert = Bert { graph: Graph::default(), architecture, weights, precision, form };
    let tokens = [Dim::Named("batch"), Dim::Named("sequence")];
    bert.graph.input("input_ids", &tokens);
    bert.graph.input("attention_mask", &tokens);
    if kind == ModelKind::CrossEncoder {
        bert.graph.input("token_type_ids", &tokens);
    }
    bert.graph.nodes(form.nodes());
    bert.graph.constants(form.rotation_constants(hidden, intermediate));
    bert.embeddings()?;
    for layer in 0..layers {
        bert.layer(&format!("encoder.layer.{layer}"))?;
    }
    let (name, columns) = match kind {
        ModelKind::CrossEncoder => {
            bert.classifier()?;
            ("cross_encoder", 1)
        }
        ModelKind::Encoder => {
            bert.graph.constants(form.last_constants());
            if let Some(DenseLayer { weights, bias, .. }) = dense {
                bert.product("dense", weights, bias.clone(), None);
            }
            ("sentence_encoder", dense.map_or(hidden, |dense| dense.bias.len()))
        }
    };
    bert.graph.output(Form::output(kind), &[Dim::Named("batch"), Dim::Fixed(columns)]);
    Ok(bert.graph.into_bytes(name))
}

struct Bert<'a> {
    graph: Graph,
    architecture: &'a Architecture,
    weights: &'a Weights<'a>,
    precision: Precision<'a>,
    form: Form,
}

impl Bert<'_> {
    /// Word rows, and position rows with type rows.
    ///
    /// A text alone has token type 0, so that row is added to the position rows here. Positions beyond the model's
    /// longest text are dropped.
    fn embeddings(&mut self) -> Result<(), ImportError> {
        let Architecture { vocabulary, hidden, positions, first_position, token_types, max_tokens, .. } =
            *self.architecture;
        let table = self.weights.tensor("embeddings.word_embeddings.weight", &[vocabulary, hidden])?;
        let file = match self.precision {
            Precision::Full => None,
            Precision::Query { full, .. } => Some((MODEL_FILE, full)),
        };
        self.graph.words(&quantize::rows(&table, hidden), file);

        let mut table = self.weights.tensor("embeddings.position_embeddings.weight", &[positions, hidden])?;
        let types = self.weights.tensor("embeddings.token_type_embeddings.weight", &[token_types, hidden])?;
        table.drain(..first_position * hidden);
        table.truncate(max_tokens * hidden);
        if self.architecture.kind == ModelKind::CrossEncoder {
            self.graph.floats("types", &types, &[token_types, hidden]);
        } else {
            for (index, value) in table.iter_mut().enumerate() {
                *value += types[index % hidden];
            }
        }
        let table = self.rounded(table, POSITION_BITS);
        self.graph.floats("positions", &table, &[max_tokens, hidden]);
        self.graph.constants(Form::position_constants());
        self.layer_norm("embeddings.LayerNorm")
    }

    fn layer(&mut self, name: &str) -> Result<(), ImportError> {
        let Architecture { hidden: width, intermediate, .. } = *self.architecture;
        let Form { hidden_rotation: outer, inner_rotation: inner, .. } = self.form;
        let label = |part: &str| format!("{name}.attention.self.{part}");
        // One product computes query, key and value.
        let (mut weights, mut bias) = (Vec::new(), Vec::new());
        for part in ["query", "key", "value"] {
            weights.extend(self.weights.tensor(&format!("{}.weight", label(part)), &[width, width])?);
            bias.extend(self.weights.tensor(&format!("{}.bias", label(part)), &[width])?);
        }
        self.product(&label("joined"), &weights, bias, outer);
        self.linear(&format!("{name}.attention.output.dense"), [width, width], None)?;
        self.layer_norm(&format!("{name}.attention.output.LayerNorm"))?;
        self.linear(&format!("{name}.intermediate.dense"), [width, intermediate], outer)?;
        self.linear(&format!("{name}.output.dense"), [intermediate, width], inner)?;
        self.layer_norm(&format!("{name}.output.LayerNorm"))
    }

    /// The weights and the bias called `name`.
    fn linear(
        &mut self,
        name: &str,
        [inputs, outputs]: [usize; 2],
        rotation: Option<Rotation>,
    ) -> Result<(), ImportError> {
        let weights = self.weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        let bias = self.weights.tensor(&format!("{name}.bias"), &[outputs])?;
        self.product(name, &weights, bias, rotation);
        Ok(())
    }

    /// Weights in int8, of inputs that are rotated.
    fn product(&mut self, name: &str, weights: &[f32], bias: Vec<f32>, rotation: Option<Rotation>) {
        let known = match self.precision {
            Precision::Full => None,
            Precision::Query { matrices, .. } => matrices.get(name),
        };
        let inputs = weights.len() / bias.len();
        let matrix = known.cloned().unwrap_or_else(|| quantize::linear(weights, inputs, rotation));
        let bias = self.rounded(bias, QUERY_BITS);
        self.graph.product(name, &matrix, &bias);
    }

    /// Numbers in the precision of the file.
    fn rounded(&self, mut numbers: Vec<f32>, bits: u32) -> Vec<f32> {
        if let Precision::Query { .. } = self.precision {
            numbers.iter_mut().for_each(|number| *number = quantize::rounded(*number, bits));
        }
        numbers
    }

    fn layer_norm(&mut self, name: &str) -> Result<(), ImportError> {
        let width = self.architecture.hidden;
        let (gain, bias) = self.weights.layer_norm(name, width)?;
        for (part, numbers) in [("weight", gain), ("bias", bias)] {
            let numbers = self.rounded(numbers, QUERY_BITS);
            self.graph.floats(&format!("{name}.{part}"), &numbers, &[width]);
        }
        Ok(())
    }

    /// Pooler and classifier of a cross-encoder.
    fn classifier(&mut self) -> Result<(), ImportError> {
        let width = self.architecture.hidden;
        let [first, axes] = Form::first_row_constants();
        self.graph.constants([first]);
        self.linear("pooler.dense", [width, width], self.form.hidden_rotation)?;
        let weights = self.weights.tensor_behind("classifier.weight", &[1, width])?;
        let bias = self.weights.tensor_behind("classifier.bias", &[1])?;
        self.product("classifier", &weights, bias, None);
        self.graph.constants([axes]);
        Ok(())
    }
}
