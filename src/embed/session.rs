//! The ONNX graph, compiled once and run for one text at a time.
//!
//! The graph is compiled for a batch of one and a symbolic sequence length. Compiled for a fixed length, it is no
//! faster (all-MiniLM-L6-v2 natively at 6, 12, 24, 128 and 256 word pieces: within the noise of 10 %), so one plan and
//! one copy of the weights serve all lengths.

use std::sync::Arc;

use prost::Message;
use tract_hir::internal::*;

use super::kernels::record_bytes;
use super::onnx::{Drained, ModelProto, ValueInfoProto, inference_model};
use super::word_rows::{RowSource, WordRows};
use super::{EmbedError, ops, patterns};

/// Maximum characters of a runtime's message that are passed on; some contain the dump of a whole node.
const MAX_REASON_CHARS: usize = 400;

/// The inputs of a graph, as `run` gives them, and its output.
pub(super) struct Signature {
    inputs: &'static [&'static str],
    output: &'static str,
}

/// A sentence encoder.
pub(super) const SENTENCE: Signature =
    Signature { inputs: &["input_ids", "attention_mask"], output: "sentence_embedding" };

/// A cross-encoder.
pub(super) const PAIR: Signature =
    Signature { inputs: &["input_ids", "attention_mask", "token_type_ids"], output: "relevance" };

/// A loaded graph. Running it takes `&self`, from any number of threads.
pub(super) struct Session {
    plan: Arc<TypedRunnableModel>,
    rows: WordRows,
    inputs: usize,
}

impl Session {
    /// Reads an ONNX file of the import with this signature, whose output has `dimensions` columns, and its rows.
    ///
    /// Frees the file's bytes as they are read, and converts constants one by one. Peak memory: one copy of the
    /// weights, and a second one of the linear layers while they are packed.
    pub fn load(
        onnx: Vec<u8>,
        rows: RowSource,
        signature: &Signature,
        dimensions: usize,
    ) -> Result<Self, EmbedError> {
        let proto = ModelProto::decode(Drained::new(onnx))
            .map_err(|error| EmbedError::Model { reason: error.to_string() })?;
        let Some(mut graph) = proto.graph else {
            return Err(EmbedError::Model { reason: "a graph expected, none found".into() });
        };
        let names = |values: &[ValueInfoProto]| values.iter().map(|value| value.name.clone()).collect();
        named("inputs", signature.inputs, names(&graph.input))?;
        named("outputs", &[signature.output], names(&graph.output))?;
        let (rows, words) = WordRows::take(&mut graph, rows)?;
        patterns::rewrite(&mut graph);
        if let Some(node) = graph.node.iter().find(|node| !ops::is_known(&node.op_type)) {
            return Err(EmbedError::Operator { operator: node.op_type.clone() });
        }
        let words = (words.as_str(), rows.width());
        let model =
            guarded(|| inference_model(graph, "sequence", words)?.into_optimized()).map_err(unreadable)?;
        let fact = model.output_fact(0).map_err(unreadable)?;
        let expected = [1.to_dim(), dimensions.to_dim()];
        if fact.datum_type != f32::datum_type() || fact.shape.to_tvec()[..] != expected {
            return Err(EmbedError::Signature {
                what: "output",
                expected: format!("f32 [1, {dimensions}]"),
                found: format!("{fact:?}"),
            });
        }
        let plan = model.into_runnable().map_err(unreadable)?;
        Ok(Self { plan, rows, inputs: signature.inputs.len() })
    }

    /// Rows of the embedding table; ids must be smaller.
    pub fn rows(&self) -> usize {
        self.rows.count()
    }

    /// The ids among `ids` whose rows have not arrived yet.
    pub fn missing_rows(&self, ids: &[u32]) -> Vec<u32> {
        self.rows.missing(ids)
    }

    /// The records of all rows, unless some are missing.
    #[cfg(feature = "write")]
    pub fn word_records(&self) -> &[u8] {
        self.rows.records()
    }

    /// Bytes of the record of a row.
    pub fn row_bytes(&self) -> usize {
        record_bytes(self.rows.width())
    }

    /// Adds the row of an id.
    pub fn supply_row(&mut self, id: u32, record: &[u8]) -> Result<(), EmbedError> {
        self.rows.supply(id, record)
    }

    /// The output for the word pieces `ids`. `types` tells the word pieces of the query, 0, from those of the text, 1; a
    /// graph of single texts does not read it.
    pub fn run(&self, ids: &[u32], types: &[u32]) -> Result<Vec<f32>, EmbedError> {
        let words = self.rows.rows(ids)?;
        let failed = |error: TractError| EmbedError::Run { tokens: ids.len(), reason: reason(&error) };
        let text = |of: &[u32]| {
            let of: Vec<i64> = of.iter().map(|&number| i64::from(number)).collect();
            Tensor::from_shape(&[1, ids.len()], &of).map(Tensor::into_tvalue)
        };
        let all = [ids, &vec![1; ids.len()], types];
        let words = Tensor::from_shape(&[1, ids.len(), self.rows.width()], &words);
        let inputs = all.into_iter().take(self.inputs).map(text).chain([words.map(Tensor::into_tvalue)]);
        let inputs = inputs.collect::<TractResult<TVec<TValue>>>().map_err(failed)?;
        let outputs = guarded(|| self.plan.run(inputs)).map_err(failed)?;
        let output = outputs[0].to_plain_array_view::<f32>().map_err(failed)?;
        Ok(output.iter().copied().collect())
    }
}

fn named(what: &'static str, expected: &[&str], found: Vec<String>) -> Result<(), EmbedError> {
    if found == expected {
        return Ok(());
    }
    Err(EmbedError::Signature { what, expected: format!("{expected:?}"), found: format!("{found:?}") })
}

/// Runs tract on a model. tract trusts some numbers of the file, such as axes, and panics if they are wrong. Where panics
/// unwind, that becomes an error. The published command ends instead; in wasm it is a trap, which ends the module, and the
/// worker continues without it.
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
