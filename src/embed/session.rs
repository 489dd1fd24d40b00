//! The ONNX graph, compiled once and run for one text at a time.
//!
//! The graph is compiled for a batch of one and a symbolic sequence length. Compiled for a fixed length, it is no
//! faster (all-MiniLM-L6-v2 natively at 6, 12, 24, 128 and 256 word pieces: within the noise of 10 %), so one plan and
//! one copy of the weights serve all lengths.

use std::sync::Arc;

use prost::Message;
use tract_hir::internal::*;

use super::onnx::{Drained, GraphProto, ModelProto, NodeProto, inference_model};
use super::{EmbedError, ops, patterns};

/// Maximum characters of a runtime's message that are passed on; some contain the dump of a whole node.
const MAX_REASON_CHARS: usize = 400;

/// An input that sentence encoders have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Ids,
    Mask,
    Types,
}

/// A loaded graph. Running it takes `&self`, from any number of threads.
pub(super) struct Session {
    plan: Arc<TypedRunnableModel>,
    inputs: Vec<Input>,
    rows: usize,
}

impl Session {
    /// Reads an ONNX file whose output `sentence_embedding` has `dimensions` columns.
    ///
    /// Frees the file's bytes as they are read, and converts constants one by one. Peak memory: one copy of the
    /// weights, and a second one of the linear layers while they are packed.
    pub fn load(onnx: Vec<u8>, dimensions: usize) -> Result<Self, EmbedError> {
        let proto = ModelProto::decode(Drained::new(onnx))
            .map_err(|error| EmbedError::Model { reason: error.to_string() })?;
        let mut graph = checked_graph(proto)?;
        let inputs = inputs(&graph)?;
        let rows = embedding_rows(&graph)?;
        patterns::rewrite(&mut graph);
        if let Some(node) = graph.node.iter().find(|node| ops::reader(&node.op_type).is_none()) {
            return Err(EmbedError::Operator { operator: node.op_type.clone() });
        }
        let model = guarded(|| inference_model(graph, "sequence")?.into_optimized()).map_err(unreadable)?;
        let fact = model.output_fact(0).map_err(unreadable)?;
        let expected = [1.to_dim(), dimensions.to_dim()];
        if fact.datum_type != f32::datum_type() || fact.shape.to_tvec()[..] != expected {
            return Err(EmbedError::Signature {
                what: "output sentence_embedding",
                expected: "f32 [1, dimensions of model.json]",
                found: format!("{fact:?}"),
            });
        }
        let plan = model.into_runnable().map_err(unreadable)?;
        Ok(Self { plan, inputs, rows })
    }

    /// Rows of the embedding table; ids must be smaller.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The output for the word pieces `ids`, each below [`Session::rows`].
    pub fn run(&self, ids: &[u32]) -> Result<Vec<f32>, EmbedError> {
        let failed = |error: TractError| EmbedError::Run { tokens: ids.len(), reason: reason(&error) };
        let constant = |value: i64| tract_ndarray::Array2::from_elem((1, ids.len()), value).into_tensor();
        let ids_tensor = || {
            let ids: Vec<i64> = ids.iter().map(|&id| i64::from(id)).collect();
            Tensor::from_shape(&[1, ids.len()], &ids)
        };
        let mut inputs = TVec::new();
        for input in &self.inputs {
            let tensor = match input {
                Input::Ids => ids_tensor().map_err(failed)?,
                Input::Mask => constant(1),
                Input::Types => constant(0),
            };
            inputs.push(tensor.into_tvalue());
        }
        let outputs = guarded(|| self.plan.run(inputs)).map_err(failed)?;
        let output = outputs[0].to_plain_array_view::<f32>().map_err(failed)?;
        Ok(output.iter().copied().collect())
    }
}

/// Checks that tract may see the graph; returns it with `sentence_embedding` as its only output.
fn checked_graph(proto: ModelProto) -> Result<GraphProto, EmbedError> {
    let Some(mut graph) = proto.graph else {
        return Err(EmbedError::Model { reason: "a graph expected, none found".into() });
    };
    let made = graph.node.iter().any(|node| node.output.iter().any(|name| name == "sentence_embedding"));
    let found = format!("{:?}", graph.output.iter().map(|output| &output.name).collect::<Vec<_>>());
    graph.output.retain(|output| output.name == "sentence_embedding");
    if graph.output.len() != 1 || !made {
        return Err(EmbedError::Signature { what: "outputs", expected: "\"sentence_embedding\"", found });
    }
    if let Some(tensor) = graph.initializer.iter().find(|tensor| !tensor.external_data.is_empty()) {
        let reason = format!("the weights {} are in another file; all in one file expected", tensor.name);
        return Err(EmbedError::Model { reason });
    }
    Ok(graph)
}

fn inputs(graph: &GraphProto) -> Result<Vec<Input>, EmbedError> {
    let constants: Vec<&str> = graph.initializer.iter().map(|tensor| tensor.name.as_str()).collect();
    let names: Vec<&str> = graph
        .input
        .iter()
        .map(|input| input.name.as_str())
        .filter(|name| !constants.contains(name))
        .collect();
    let inputs: Option<Vec<Input>> = names
        .iter()
        .map(|&name| match name {
            "input_ids" => Some(Input::Ids),
            "attention_mask" => Some(Input::Mask),
            "token_type_ids" => Some(Input::Types),
            _ => None,
        })
        .collect();
    inputs.filter(|inputs| inputs.contains(&Input::Ids)).ok_or_else(|| EmbedError::Signature {
        what: "inputs",
        expected: "input_ids, and at most attention_mask and token_type_ids",
        found: format!("{names:?}"),
    })
}

/// Rows of the table that `input_ids` index.
fn embedding_rows(graph: &GraphProto) -> Result<usize, EmbedError> {
    let looks_up = |node: &&NodeProto| ["Gather", "GatherBlockQuantized"].contains(&node.op_type.as_str());
    let tables = graph.node.iter().filter(looks_up).filter(|node| node.input.len() >= 2);
    let mut tables = tables.filter(|node| node.input[1] == "input_ids").map(|node| node.input[0].as_str());
    let table = tables.next().and_then(|name| graph.initializer.iter().find(|tensor| tensor.name == name));
    table.and_then(|tensor| usize::try_from(*tensor.dims.first()?).ok()).ok_or_else(|| {
        EmbedError::Signature {
            what: "embedding table",
            expected: "a constant from which input_ids choose rows",
            found: "none".into(),
        }
    })
}

/// Runs tract on a model. tract trusts some numbers of the file, such as axes, and panics if they are wrong. Natively
/// that becomes an error; in wasm it is a trap, which ends the module, and the worker continues without it.
fn guarded<T>(work: impl FnOnce() -> TractResult<T>) -> TractResult<T> {
    #[cfg(panic = "unwind")]
    return std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        // Lines after the first may hold a stack dump.
        Err(format_err!("the runtime panicked: {}", message.lines().next().unwrap_or("no message")))
    });
    #[cfg(not(panic = "unwind"))]
    work()
}

fn unreadable(error: TractError) -> EmbedError {
    EmbedError::Model { reason: reason(&error) }
}

fn reason(error: &TractError) -> String {
    format!("{error:#}").chars().take(MAX_REASON_CHARS).collect()
}
