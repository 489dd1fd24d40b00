//! [`Form`]: the nodes of a model's graph, by what differs from model to model. The import writes them, and a file is
//! read only if it has exactly these.
//!
//! The nodes are for every runtime: layers by operators that ONNX Runtime has kernels for, rotations and pooling by
//! standard ones. [`super::plan`] reads from the form what they compute.
//!
//! Operators: <https://onnx.ai/onnx/operators/>, operator set 17, the first with `LayerNormalization`, and old enough
//! for every runtime in use; those of [`CONTRIB`]:
//! <https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md>.

use super::kernels::{BLOCK, Epilogue, Rotation};
use super::onnx::{
    AttributeProto, GraphProto, NodeProto, TensorProto, attribute_type, element, floats, integers,
};
use super::{EmbedError, ModelKind, Pooling};

/// The domain of ONNX Runtime's own operators.
pub(super) const CONTRIB: &str = "com.microsoft";

/// Added to the values of masked word pieces before max pooling: less than any value of a normalised layer.
const MASKED: f32 = -10_000.0;
/// The least number of word pieces, and the least length of a vector, to divide by.
const LEAST_COUNT: f32 = 1e-9;
pub(super) const LEAST_LENGTH: f32 = 1e-12;

/// Most characters of a node in an error.
const MAX_NODE_CHARS: usize = 200;

/// The operators of all forms.
#[rustfmt::skip]
const OPERATORS: [&str; 25] = [
    "Add", "Cast", "Div", "DynamicQuantizeMatMul", "FastGelu", "Gather", "GatherBlockQuantized", "Gelu", "MatMul",
    "Max", "Mul", "MultiHeadAttention", "ReduceL2", "ReduceMax", "ReduceSum", "Relu", "Reshape", "Shape",
    "SkipLayerNormalization", "Slice", "Split", "Squeeze", "Sub", "Tanh", "Unsqueeze",
];

/// What determines the nodes of a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    pub kind: ModelKind,
    /// Of a sentence encoder.
    pub pooling: Pooling,
    /// The function of a linear layer behind the pooling, if there is one.
    pub dense: Option<Epilogue>,
    pub normalize: bool,
    pub layers: usize,
    pub heads: usize,
    pub epsilon: f32,
    /// Between the feed-forward layers.
    pub activation: Epilogue,
    /// Of the inputs of query, key, value and the first feed-forward layer.
    pub hidden_rotation: Option<Rotation>,
    /// Of the inputs of the second feed-forward layer.
    pub inner_rotation: Option<Rotation>,
}

/// The prefixes of the constants of the rotations.
const HIDDEN: &str = "hidden.rotation";
const INNER: &str = "intermediate.rotation";

impl Form {
    /// The form of a graph whose nodes are exactly those that the import writes.
    ///
    /// # Errors
    /// The first node that differs.
    pub fn of(graph: &GraphProto, kind: ModelKind) -> Result<Self, EmbedError> {
        // An operator of no form is named before what depends on it.
        if let Some(node) = graph.node.iter().find(|node| !OPERATORS.contains(&node.op_type.as_str())) {
            let operator = node.op_type.chars().take(MAX_NODE_CHARS).collect();
            return Err(EmbedError::Operator { operator });
        }
        let form = Self::likeliest(graph, kind)?;
        let expected = form.nodes();
        let length = expected.len().max(graph.node.len());
        match (0..length).find(|at| expected.get(*at) != graph.node.get(*at)) {
            None => Ok(form),
            Some(at) => Err(unlike(expected.get(at), graph.node.get(at))),
        }
    }

    /// The only form that the graph can have.
    fn likeliest(graph: &GraphProto, kind: ModelKind) -> Result<Self, EmbedError> {
        let node = |op: &str| graph.node.iter().find(|node| node.op_type == op);
        let number = |op: &str, name: &str| node(op)?.attribute.iter().find(|one| one.name == name);
        let heads = number("MultiHeadAttention", "num_heads").and_then(|heads| usize::try_from(heads.i).ok());
        let heads = heads.filter(|heads| *heads > 0).ok_or_else(|| EmbedError::Model {
            reason: "attention with num_heads of 1 or more expected, none found".into(),
        })?;
        let rotation = |prefix: &str| {
            let name = format!("{prefix}.matrix");
            let matrix = graph.initializer.iter().find(|tensor| tensor.name == name)?;
            Rotation::of(usize::try_from(*matrix.dims.first()?).ok()?)
        };
        Ok(Self {
            kind,
            pooling: match (node("ReduceSum"), node("ReduceMax")) {
                (Some(_), _) => Pooling::Mean,
                (_, Some(_)) => Pooling::Max,
                _ => Pooling::Cls,
            },
            dense: graph.node.iter().any(|node| node.input.iter().any(|input| input == "dense.codes")).then(
                || match node("Tanh") {
                    Some(_) => Epilogue::Tanh,
                    None => Epilogue::None,
                },
            ),
            normalize: node("ReduceL2").is_some(),
            layers: graph.node.iter().filter(|node| node.op_type == "MultiHeadAttention").count(),
            heads,
            epsilon: number("SkipLayerNormalization", "epsilon").map_or(0.0, |epsilon| epsilon.f),
            activation: match (node("Gelu"), node("FastGelu")) {
                (Some(_), _) => Epilogue::Gelu,
                (_, Some(_)) => Epilogue::GeluTanh,
                _ => Epilogue::Relu,
            },
            hidden_rotation: rotation(HIDDEN),
            inner_rotation: rotation(INNER),
        })
    }

    /// The name of the output of a graph.
    pub fn output(kind: ModelKind) -> &'static str {
        match kind {
            ModelKind::Encoder => "sentence_embedding",
            ModelKind::CrossEncoder => "relevance",
        }
    }

    /// The nodes, each after those whose values it uses.
    pub fn nodes(&self) -> Vec<NodeProto> {
        let mut nodes = Nodes(Vec::new());
        let lookup =
            [int("bits", 4), int("block_size", BLOCK as i64), int("gather_axis", 0), int("quantize_axis", 1)];
        let table = ["words.codes", "input_ids", "words.scales"];
        let mut words = nodes.contrib("GatherBlockQuantized", &table, "words", &lookup);
        if self.kind == ModelKind::CrossEncoder {
            let types = nodes.standard("Gather", &["types", "token_type_ids"], "text_types", &[]);
            words = nodes.standard("Add", &[&words, &types], "typed_words", &[]);
        }
        let shape = nodes.standard("Shape", &["input_ids"], "input_shape", &[]);
        let length = nodes.standard("Gather", &[&shape, "one"], "length", &[]);
        let places = ["positions", "zero", &length, "zero"];
        let places = nodes.standard("Slice", &places, "text_positions", &[]);
        let mut hidden = self.norm(&mut nodes, "embeddings.LayerNorm", &words, &places);
        nodes.standard("Cast", &["attention_mask"], "kept_keys", &[int("to", element::INT32.into())]);
        for layer in 0..self.layers {
            hidden = self.layer(&mut nodes, &format!("encoder.layer.{layer}"), &hidden);
        }
        match self.kind {
            ModelKind::CrossEncoder => self.classify(&mut nodes, &hidden),
            ModelKind::Encoder => self.pool(&mut nodes, &hidden),
        }
        nodes.0
    }

    fn layer(&self, nodes: &mut Nodes, name: &str, hidden: &str) -> String {
        let label = |part: &str| format!("{name}.attention.self.{part}");
        let joined = self.hidden_product(nodes, &label("joined"), hidden);
        let [query, key, value] = ["query", "key", "value"].map(label);
        let thirds = [query.as_str(), &key, &value];
        nodes.push("", "Split", &[&joined], &thirds, &[int("axis", -1)]);
        let inputs = [query.as_str(), &key, &value, "", "kept_keys"];
        let heads = [int("num_heads", self.heads as i64)];
        let context = nodes.contrib("MultiHeadAttention", &inputs, &label("context"), &heads);
        // Not rotated: attention has averaged these rows, so no column stands out.
        let output = nodes.product(&format!("{name}.attention.output.dense"), &context);
        let attended = self.norm(nodes, &format!("{name}.attention.output.LayerNorm"), &output, hidden);

        let inner = self.hidden_product(nodes, &format!("{name}.intermediate.dense"), &attended);
        let (domain, op) = match self.activation {
            Epilogue::Gelu => (CONTRIB, "Gelu"),
            Epilogue::GeluTanh => (CONTRIB, "FastGelu"),
            _ => ("", "Relu"),
        };
        let active = format!("{name}.activation");
        nodes.push(domain, op, &[&inner], &[&active], &[]);
        let label = format!("{name}.output.dense");
        let output = nodes.rotated_product(&label, &active, self.inner_rotation.map(|_| INNER));
        self.norm(nodes, &format!("{name}.output.LayerNorm"), &output, &attended)
    }

    fn hidden_product(&self, nodes: &mut Nodes, name: &str, input: &str) -> String {
        nodes.rotated_product(name, input, self.hidden_rotation.map(|_| HIDDEN))
    }

    /// The normalised sum of a layer's output and input.
    fn norm(&self, nodes: &mut Nodes, name: &str, output: &str, input: &str) -> String {
        let (gain, shift) = (format!("{name}.weight"), format!("{name}.bias"));
        let epsilon = AttributeProto {
            name: "epsilon".into(),
            r#type: attribute_type::FLOAT,
            f: self.epsilon,
            ..AttributeProto::default()
        };
        nodes.contrib("SkipLayerNormalization", &[output, input, &gain, &shift], name, &[epsilon])
    }

    /// One number from the vector of the first word piece.
    fn classify(&self, nodes: &mut Nodes, hidden: &str) {
        let first = nodes.standard("Gather", &[hidden, "first"], "first_token", &[int("axis", 1)]);
        let pooled = self.hidden_product(nodes, "pooler.dense", &first);
        let pooled = nodes.standard("Tanh", &[&pooled], "pooler.activation", &[]);
        let score = nodes.product("classifier", &pooled);
        nodes.standard("Squeeze", &[&score, "first.axes"], Self::output(self.kind), &[]);
    }

    /// Pools the vectors of word pieces into one, applies the layer behind it and normalises, if the model says so.
    fn pool(&self, nodes: &mut Nodes, hidden: &str) {
        let last = match (self.normalize, self.dense) {
            (false, _) => Self::output(self.kind),
            (true, None) => "pooled",
            (true, Some(_)) => "transformed",
        };
        let pooled = if self.dense.is_some() { "pooled" } else { last };
        let to_float = [int("to", element::FLOAT.into())];
        let mask = nodes.standard("Cast", &["attention_mask"], "mask", &to_float);
        let drop = int("keepdims", 0);
        match self.pooling {
            Pooling::Cls => {
                let first = nodes.standard("Gather", &[hidden, "first"], "first_token", &[int("axis", 1)]);
                nodes.standard("Squeeze", &[&first, "first.axes"], pooled, &[]);
            }
            Pooling::Mean => {
                let weights = nodes.standard("Unsqueeze", &[&mask, "mask.axes"], "mask_weights", &[]);
                let kept = nodes.standard("Mul", &[hidden, &weights], "kept", &[]);
                let drop = [drop];
                let sum = nodes.standard("ReduceSum", &[&kept, "sum.axes"], "sum", &drop);
                let count = nodes.standard("ReduceSum", &[&weights, "sum.axes"], "count", &drop);
                let count = nodes.standard("Max", &[&count, "least_count"], "positive_count", &[]);
                nodes.standard("Div", &[&sum, &count], pooled, &[]);
            }
            Pooling::Max => {
                let padding = nodes.standard("Sub", &["one_f32", &mask], "padding", &[]);
                let penalty = nodes.standard("Mul", &[&padding, "masked"], "penalty", &[]);
                let penalty = nodes.standard("Unsqueeze", &[&penalty, "mask.axes"], "pooling_penalty", &[]);
                let kept = nodes.standard("Add", &[hidden, &penalty], "kept", &[]);
                nodes.standard("ReduceMax", &[&kept], pooled, &[texts(), drop]);
            }
        }
        match self.dense {
            Some(Epilogue::Tanh) => {
                let sums = nodes.product("dense", pooled);
                nodes.standard("Tanh", &[&sums], last, &[]);
            }
            Some(_) => nodes.product_as("dense", pooled, last),
            None => {}
        }
        if self.normalize {
            let keep = [texts(), int("keepdims", 1)];
            let length = nodes.standard("ReduceL2", &[last], "vector_length", &keep);
            let length = nodes.standard("Max", &[&length, "least_length"], "positive_length", &[]);
            nodes.standard("Div", &[last, &length], Self::output(self.kind), &[]);
        }
    }

    /// The constants that rotate rows of `hidden` and of `intermediate` numbers.
    pub fn rotation_constants(&self, hidden: usize, intermediate: usize) -> Vec<TensorProto> {
        let each = [(HIDDEN, self.hidden_rotation, hidden), (INNER, self.inner_rotation, intermediate)];
        let constants = each.into_iter().filter_map(|(prefix, rotation, width)| {
            let rotation = rotation?;
            let size = rotation.groups();
            let numbers: Vec<f32> = (0..size * size).map(|at| rotation.at(at / size, at % size)).collect();
            // Zeros keep a dimension: texts and rows.
            let cut = [0, 0, width / (size * Rotation::GROUP), size, Rotation::GROUP].map(|dim| dim as i64);
            Some([
                floats(&format!("{prefix}.matrix"), &numbers, &[size, size]),
                integers(&format!("{prefix}.cut"), &cut),
                integers(&format!("{prefix}.joined"), &[0, 0, width as i64]),
            ])
        });
        constants.flatten().collect()
    }

    /// The constants that cut the position rows.
    pub fn position_constants() -> [TensorProto; 2] {
        [integers("zero", &[0]), integers("one", &[1])]
    }

    /// The constants that take the first row of a text.
    pub fn first_row_constants() -> [TensorProto; 2] {
        [integers("first", &[0]), integers("first.axes", &[1])]
    }

    /// The constants behind the layers.
    pub fn last_constants(&self) -> Vec<TensorProto> {
        let one = |name, value| floats(name, &[value], &[]);
        let mut constants = match (self.kind, self.pooling) {
            (ModelKind::CrossEncoder, _) | (_, Pooling::Cls) => Self::first_row_constants().into(),
            (_, Pooling::Mean) => {
                vec![integers("mask.axes", &[2]), integers("sum.axes", &[1]), one("least_count", LEAST_COUNT)]
            }
            (_, Pooling::Max) => {
                vec![integers("mask.axes", &[2]), one("one_f32", 1.0), one("masked", MASKED)]
            }
        };
        if self.normalize {
            constants.push(one("least_length", LEAST_LENGTH));
        }
        constants
    }
}

/// Nodes under construction. Methods that add one return the name of its output, which is also the node's name.
struct Nodes(Vec<NodeProto>);

impl Nodes {
    fn standard(&mut self, op: &str, inputs: &[&str], output: &str, attributes: &[AttributeProto]) -> String {
        self.push("", op, inputs, &[output], attributes);
        output.into()
    }

    fn contrib(&mut self, op: &str, inputs: &[&str], output: &str, attributes: &[AttributeProto]) -> String {
        self.push(CONTRIB, op, inputs, &[output], attributes);
        output.into()
    }

    fn push(
        &mut self,
        domain: &str,
        op: &str,
        inputs: &[&str],
        outputs: &[&str],
        attributes: &[AttributeProto],
    ) {
        self.0.push(NodeProto {
            input: inputs.iter().map(|&input| input.into()).collect(),
            output: outputs.iter().map(|&output| output.into()).collect(),
            name: outputs[0].into(),
            op_type: op.into(),
            domain: domain.into(),
            attribute: attributes.to_vec(),
        });
    }

    /// `input · weights + bias`; the runtime quantizes `input`.
    fn product(&mut self, name: &str, input: &str) -> String {
        self.product_as(name, input, name);
        name.into()
    }

    /// The product whose constants are called `name`, as the value `output`.
    fn product_as(&mut self, name: &str, input: &str, output: &str) {
        let [codes, scales, bias] = ["codes", "scales", "bias"].map(|part| format!("{name}.{part}"));
        self.contrib("DynamicQuantizeMatMul", &[input, &codes, &scales, "", &bias], output, &[]);
    }

    /// `rotated input · weights + bias`; the runtime rotates and quantizes `input`.
    fn rotated_product(&mut self, name: &str, input: &str, rotation: Option<&str>) -> String {
        let Some(by) = rotation else { return self.product(name, input) };
        let [matrix, cut, joined] = ["matrix", "cut", "joined"].map(|part| format!("{by}.{part}"));
        let cut = self.standard("Reshape", &[input, &cut], &format!("{name}.cut"), &[]);
        let turned = self.standard("MatMul", &[&matrix, &cut], &format!("{name}.turned"), &[]);
        let rotated = self.standard("Reshape", &[&turned, &joined], &format!("{name}.rotated"), &[]);
        self.product(name, &rotated)
    }
}

fn int(name: &str, value: i64) -> AttributeProto {
    AttributeProto { name: name.into(), r#type: attribute_type::INT, i: value, ..AttributeProto::default() }
}

/// The axis of a text's rows.
fn texts() -> AttributeProto {
    AttributeProto {
        name: "axes".into(),
        r#type: attribute_type::INTS,
        ints: vec![1],
        ..AttributeProto::default()
    }
}

fn unlike(expected: Option<&NodeProto>, found: Option<&NodeProto>) -> EmbedError {
    let [expected, found] = [expected, found].map(|node| match node {
        None => "no further node".to_owned(),
        Some(node) => told(node),
    });
    EmbedError::Model { reason: format!("{expected} expected, found {found}") }
}

fn told(node: &NodeProto) -> String {
    let NodeProto { op_type, input, output, attribute, .. } = node;
    let attributes: Vec<String> = attribute
        .iter()
        .map(|AttributeProto { name, i, f, ints, .. }| format!("{name} {i} {f} {ints:?}"))
        .collect();
    let told = format!("{op_type} of {input:?} as {output:?} with {attributes:?}");
    told.chars().take(MAX_NODE_CHARS).collect()
}
