//! The ONNX graph, made into a plan once and run for one text at a time.
//!
//! A plan serves texts of any length, with one copy of the weights.

use prost::Message;
use tract_core::internal::{Tensor, TractError};

use super::form::Form;
use super::kernels::record_bytes;
use super::onnx::{Constants, Drained, ModelProto, ValueInfoProto};
use super::plan::Plan;
use super::word_rows::{RowSource, WordRows};
use super::{EmbedError, ModelKind};

/// Maximum characters of a runtime's message that are passed on.
const MAX_REASON_CHARS: usize = 400;

/// A loaded graph. Running it takes `&self`, from any number of threads.
pub(super) struct Session {
    plan: Plan,
    rows: WordRows,
    /// Of a cross-encoder: the rows that are added to those of the query, and to those of the text.
    types: Option<Vec<f32>>,
}

impl Session {
    /// Reads an ONNX file of the import, of a model of this kind, whose output has at least `dimensions` columns, and its
    /// rows.
    ///
    /// Frees the file's bytes as they are read, and converts constants one by one. Peak memory: one copy of the
    /// weights, and a second one of the linear layers while they are packed.
    pub fn load(
        onnx: Vec<u8>,
        rows: RowSource,
        kind: ModelKind,
        dimensions: usize,
    ) -> Result<Self, EmbedError> {
        let proto = ModelProto::decode(Drained::new(onnx))
            .map_err(|error| EmbedError::Model { reason: error.to_string() })?;
        let Some(graph) = proto.graph else {
            return Err(EmbedError::Model { reason: "a graph expected, none found".into() });
        };
        let inputs = ["input_ids", "attention_mask", "token_type_ids"];
        let inputs = if kind == ModelKind::CrossEncoder { &inputs[..] } else { &inputs[..2] };
        let names = |values: &[ValueInfoProto]| values.iter().map(|value| value.name.clone()).collect();
        named("inputs", inputs, names(&graph.input))?;
        named("outputs", &[Form::output(kind)], names(&graph.output))?;
        let form = Form::of(&graph, kind)?;
        let mut constants = Constants::new(graph.initializer);
        let rows = WordRows::take(&mut constants, rows)?;
        let types = match kind {
            ModelKind::CrossEncoder => Some(constants.rows("types", rows.width())?),
            ModelKind::Encoder => None,
        };
        let (plan, width) = Plan::of(&form, constants, rows.width())?;
        // Of a longer row, the first numbers are the vector.
        if width < dimensions {
            return Err(EmbedError::Signature {
                what: "output",
                expected: format!("a row of {dimensions} or more numbers"),
                found: width.to_string(),
            });
        }
        Ok(Self { plan, rows, types })
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
        let width = self.rows.width();
        let mut words = self.rows.rows(ids)?;
        if let Some(table) = &self.types {
            for (row, kind) in words.chunks_exact_mut(width).zip(types) {
                let Some(added) = table.chunks_exact(width).nth(*kind as usize) else {
                    let reason = format!("a row for texts of type {kind} expected, none found");
                    return Err(EmbedError::Run { tokens: ids.len(), reason });
                };
                row.iter_mut().zip(added).for_each(|(number, added)| *number += added);
            }
        }
        let output = Tensor::from_shape(&[ids.len(), width], &words).and_then(|words| self.plan.run(words));
        output.map_err(|error| EmbedError::Run { tokens: ids.len(), reason: reason(&error) })
    }
}

fn named(what: &'static str, expected: &[&str], found: Vec<String>) -> Result<(), EmbedError> {
    if found == expected {
        return Ok(());
    }
    Err(EmbedError::Signature { what, expected: format!("{expected:?}"), found: format!("{found:?}") })
}

fn reason(error: &TractError) -> String {
    format!("{error:#}").chars().take(MAX_REASON_CHARS).collect()
}
