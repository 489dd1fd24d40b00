//! A BERT encoder as an ONNX graph (Devlin et al. 2019, as transformers' `BertModel` computes it), with int8
//! weights, and the sentence-transformers steps behind it: pooling and, where the folder asks for it, unit length.
//!
//! Only weights are quantized. Activations stay f32, which keeps each vector within a cosine of 0.999 of the
//! f32 model; quantizing activations as well (dynamic quantization) does not.

use super::config::{Activation, Architecture};
use super::error::ImportError;
use super::onnx::{Attribute, Dim, Graph};
use super::quantize;
use super::weights::Weights;
use crate::embed::Pooling;

/// Added to the attention score of a masked word piece: e^−10,000 is 0 in f32.
const MASKED: f32 = -10_000.0;

/// Builds the encoder's ONNX file. Inputs `input_ids` and `attention_mask`, int64 `[batch, sequence]`; output
/// `sentence_embedding`, f32 `[batch, hidden]`.
pub(super) fn write(architecture: &Architecture, weights: &Weights) -> Result<Vec<u8>, ImportError> {
    let mut bert = Bert { graph: Graph::default(), architecture, weights };
    let tokens = [Dim::Named("batch"), Dim::Named("sequence")];
    bert.graph.input("input_ids", &tokens);
    bert.graph.input("attention_mask", &tokens);

    let mut hidden = bert.embeddings()?;
    let mask = bert.graph.node("Cast", &["attention_mask"], "mask", &[Attribute::Int("to", 1)]);
    let penalty = bert.attention_penalty(&mask);
    for layer in 0..architecture.layers {
        hidden = bert.layer(layer, &hidden, &penalty)?;
    }
    bert.pool(&hidden, &mask);
    bert.graph.output("sentence_embedding", &[Dim::Named("batch"), Dim::Fixed(architecture.hidden)]);
    Ok(bert.graph.into_bytes("sentence_encoder"))
}

struct Bert<'a> {
    graph: Graph,
    architecture: &'a Architecture,
    weights: &'a Weights<'a>,
}

impl Bert<'_> {
    /// Word rows plus position rows, normalised: f32 `[batch, sequence, hidden]`.
    ///
    /// Word rows are looked up as int8 and only then scaled, so that no runtime need hold the table in f32.
    /// Every text has token type 0, so that row is added to the position rows here and now. Positions
    /// beyond the model's longest text are left out.
    fn embeddings(&mut self) -> Result<String, ImportError> {
        let Architecture { vocabulary, hidden, positions, token_types, max_tokens, .. } = *self.architecture;
        let table = self.weights.tensor("embeddings.word_embeddings.weight", &[vocabulary, hidden])?;
        let table = quantize::rows(&table, hidden);
        let codes = self.graph.codes("words.codes", &table);
        let scales = self.graph.floats("words.scales", &table.scales, &[vocabulary, 1]);
        let codes = self.graph.node("Gather", &[&codes, "input_ids"], "word_codes", &[]);
        let scales = self.graph.node("Gather", &[&scales, "input_ids"], "word_scales", &[]);
        let codes = self.graph.node("Cast", &[&codes], "word_codes_f32", &[Attribute::Int("to", 1)]);
        let words = self.graph.node("Mul", &[&codes, &scales], "words", &[]);

        let mut table = self.weights.tensor("embeddings.position_embeddings.weight", &[positions, hidden])?;
        let types = self.weights.tensor("embeddings.token_type_embeddings.weight", &[token_types, hidden])?;
        table.truncate(max_tokens * hidden);
        for (index, value) in table.iter_mut().enumerate() {
            *value += types[index % hidden];
        }
        let table = self.graph.dequantized("positions", &quantize::balanced_rows(&table, hidden), 0);
        let zero = self.graph.integers("zero", &[0]);
        let one = self.graph.integers("one", &[1]);
        let shape = self.graph.node("Shape", &["input_ids"], "input_shape", &[]);
        let length = self.graph.node("Gather", &[&shape, &one], "length", &[]);
        let positions = self.graph.node("Slice", &[&table, &zero, &length, &zero], "text_positions", &[]);
        let sum = self.graph.node("Add", &[&words, &positions], "embeddings", &[]);
        self.layer_norm("embeddings.LayerNorm", &sum)
    }

    /// `[batch, 1, 1, sequence]`: 0 for word pieces that count, [`MASKED`] for padding.
    fn attention_penalty(&mut self, mask: &str) -> String {
        let one = self.graph.floats("one_f32", &[1.0], &[]);
        let factor = self.graph.floats("masked", &[MASKED], &[]);
        let axes = self.graph.integers("penalty.axes", &[1, 2]);
        let masked = self.graph.node("Sub", &[&one, mask], "padding", &[]);
        let penalty = self.graph.node("Mul", &[&masked, &factor], "penalty", &[]);
        self.graph.node("Unsqueeze", &[&penalty, &axes], "attention_penalty", &[])
    }

    fn layer(&mut self, layer: usize, hidden: &str, penalty: &str) -> Result<String, ImportError> {
        let Architecture { hidden: width, intermediate, activation, .. } = *self.architecture;
        let name = format!("encoder.layer.{layer}");
        let context = self.attention(&name, hidden, penalty)?;
        let output = self.linear(&format!("{name}.attention.output.dense"), &context, [width, width], 1.0)?;
        let sum = self.graph.node("Add", &[&output, hidden], &format!("{name}.attended"), &[]);
        let attended = self.layer_norm(&format!("{name}.attention.output.LayerNorm"), &sum)?;

        let inner =
            self.linear(&format!("{name}.intermediate.dense"), &attended, [width, intermediate], 1.0)?;
        let inner = self.activation(activation, &name, &inner);
        let output = self.linear(&format!("{name}.output.dense"), &inner, [intermediate, width], 1.0)?;
        let sum = self.graph.node("Add", &[&output, &attended], &format!("{name}.sum"), &[]);
        self.layer_norm(&format!("{name}.output.LayerNorm"), &sum)
    }

    /// Multi-head scaled dot-product attention. The scale 1/√d is folded into the query's weights.
    fn attention(&mut self, name: &str, hidden: &str, penalty: &str) -> Result<String, ImportError> {
        let Architecture { hidden: width, heads, .. } = *self.architecture;
        let scale = ((width / heads) as f32).sqrt().recip();
        let query = self.heads(&format!("{name}.attention.self.query"), hidden, scale, &[0, 2, 1, 3])?;
        let key = self.heads(&format!("{name}.attention.self.key"), hidden, 1.0, &[0, 2, 3, 1])?;
        let value = self.heads(&format!("{name}.attention.self.value"), hidden, 1.0, &[0, 2, 1, 3])?;

        let label = |step: &str| format!("{name}.attention.{step}");
        let scores = self.graph.node("MatMul", &[&query, &key], &label("scores"), &[]);
        let scores = self.graph.node("Add", &[&scores, penalty], &label("masked"), &[]);
        let shares = self.graph.node("Softmax", &[&scores], &label("shares"), &[Attribute::Int("axis", -1)]);
        let context = self.graph.node("MatMul", &[&shares, &value], &label("context"), &[]);
        let order = [Attribute::Ints("perm", &[0, 2, 1, 3])];
        let context = self.graph.node("Transpose", &[&context], &label("by_token"), &order);
        let shape = self.graph.integers(&label("shape"), &[0, 0, width as i64]);
        Ok(self.graph.node("Reshape", &[&context, &shape], &label("joined"), &[]))
    }

    /// A linear layer whose outputs are split by head; `order` arranges batch, sequence, head and dimension.
    fn heads(
        &mut self,
        name: &str,
        hidden: &str,
        scale: f32,
        order: &'static [i64],
    ) -> Result<String, ImportError> {
        let Architecture { hidden: width, heads, .. } = *self.architecture;
        let values = self.linear(name, hidden, [width, width], scale)?;
        let dims = [0, 0, heads as i64, (width / heads) as i64];
        let shape = self.graph.integers(&format!("{name}.shape"), &dims);
        let split = self.graph.node("Reshape", &[&values, &shape], &format!("{name}.split"), &[]);
        let order = [Attribute::Ints("perm", order)];
        Ok(self.graph.node("Transpose", &[&split], &format!("{name}.heads"), &order))
    }

    /// `scale × (input · weights + bias)`, weights in int8.
    fn linear(
        &mut self,
        name: &str,
        input: &str,
        [inputs, outputs]: [usize; 2],
        scale: f32,
    ) -> Result<String, ImportError> {
        let weights = self.weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        let mut bias = self.weights.tensor(&format!("{name}.bias"), &[outputs])?;
        let mut weights = quantize::linear(&weights, inputs);
        weights.matrix.scales.iter_mut().chain(&mut bias).for_each(|value| *value *= scale);
        let weights = self.graph.dequantized(&format!("{name}.weight"), &weights, 1);
        let bias = self.graph.floats(&format!("{name}.bias"), &bias, &[outputs]);
        let product = self.graph.node("MatMul", &[input, &weights], &format!("{name}.product"), &[]);
        Ok(self.graph.node("Add", &[&product, &bias], name, &[]))
    }

    fn layer_norm(&mut self, name: &str, input: &str) -> Result<String, ImportError> {
        let width = self.architecture.hidden;
        let (gain, bias) = self.weights.layer_norm(name, width)?;
        let gain = self.graph.floats(&format!("{name}.weight"), &gain, &[width]);
        let bias = self.graph.floats(&format!("{name}.bias"), &bias, &[width]);
        let attributes = [Attribute::Int("axis", -1), Attribute::Float("epsilon", self.architecture.epsilon)];
        Ok(self.graph.node("LayerNormalization", &[input, &gain, &bias], name, &attributes))
    }

    /// Gaussian error linear units (Hendrycks and Gimpel 2016), exact or by tanh, written out because operator
    /// set 17 has no `Gelu`.
    fn activation(&mut self, activation: Activation, name: &str, x: &str) -> String {
        let label = |step: &str| format!("{name}.activation.{step}");
        let graph = &mut self.graph;
        let constant = |graph: &mut Graph, step: &str, value: f32| graph.floats(&label(step), &[value], &[]);
        let gate = match activation {
            Activation::Relu => return graph.node("Relu", &[x], &label("relu"), &[]),
            Activation::GeluErf => {
                let factor = constant(graph, "factor", std::f32::consts::FRAC_1_SQRT_2);
                let scaled = graph.node("Mul", &[x, &factor], &label("scaled"), &[]);
                graph.node("Erf", &[&scaled], &label("erf"), &[])
            }
            Activation::GeluTanh => {
                let cubic = constant(graph, "cubic", 0.044715);
                let factor = constant(graph, "factor", (2.0 / std::f32::consts::PI).sqrt());
                let square = graph.node("Mul", &[x, x], &label("square"), &[]);
                let cube = graph.node("Mul", &[&square, x], &label("cube"), &[]);
                let cube = graph.node("Mul", &[&cube, &cubic], &label("scaled_cube"), &[]);
                let sum = graph.node("Add", &[x, &cube], &label("polynomial"), &[]);
                let scaled = graph.node("Mul", &[&sum, &factor], &label("scaled"), &[]);
                graph.node("Tanh", &[&scaled], &label("tanh"), &[])
            }
        };
        let one = constant(graph, "one", 1.0);
        let half = constant(graph, "half", 0.5);
        let gate = graph.node("Add", &[&gate, &one], &label("gate"), &[]);
        let half = graph.node("Mul", &[x, &half], &label("half_x"), &[]);
        graph.node("Mul", &[&half, &gate], &label("gelu"), &[])
    }

    /// The word pieces' vectors to one vector, and its length to 1 where the model says so.
    fn pool(&mut self, hidden: &str, mask: &str) {
        let normalize = self.architecture.normalize;
        let graph = &mut self.graph;
        let pooled = if normalize { "pooled" } else { "sentence_embedding" };
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
                let weights = graph.node("Unsqueeze", &[mask, &axis], "mask_weights", &[]);
                let kept = graph.node("Mul", &[hidden, &weights], "kept", &[]);
                let sum = graph.node("ReduceSum", &[&kept, &sum_axis], "sum", &keep);
                let count = graph.node("ReduceSum", &[&weights, &sum_axis], "count", &keep);
                let count = graph.node("Max", &[&count, &least], "positive_count", &[]);
                graph.node("Div", &[&sum, &count], pooled, &[]);
            }
            Pooling::Max => {
                let axis = graph.integers("mask.axes", &[2]);
                let penalty = graph.node("Unsqueeze", &["penalty", &axis], "pooling_penalty", &[]);
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
