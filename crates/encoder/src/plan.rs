//! [`Plan`]: what a graph computes, as a tract model of our operators, for one text at a time.
//!
//! The model is made in the order in which it runs. Nothing of tract infers, rewrites or computes: a browser would have
//! to load it. What a form's nodes say in many standard operators is one operator here: a product with its rotation and
//! activation, the thirds of an attention, the pooling. All word pieces of a text are kept, so masks are not read.
//!
//! Every value is rows of f32 of a known width ([`Rows`]). Constants become part of their operators, one by one, so there
//! is no second copy of the weights.

use std::sync::Arc;

use tract_core::internal::*;

use super::form::{Form, LEAST_LENGTH};
use super::kernels::{Epilogue, Heads, Rotation, Weights};
use super::onnx::Constants;
use super::ops::{Attention, Compute, Linear, Norm, Operator, Pool, Rows};
use super::{EmbedError, ModelKind, Pooling};

/// Runs a graph.
pub(super) struct Plan(Arc<SimplePlan<Rows, Operator>>);

impl Plan {
    /// The plan of a graph of this form, with word rows of `hidden` numbers, and the width of its result.
    ///
    /// # Errors
    /// A constant is missing, or has another shape or value than this form needs.
    pub fn of(form: &Form, constants: Constants, hidden: usize) -> Result<(Self, usize), EmbedError> {
        let mut model = Model { form, constants, graph: Graph::default(), hidden };
        let result = model.wire()?;
        let width = model.width(result);
        model.constants.equal(&Form::position_constants())?;
        model.constants.equal(&form.last_constants())?;
        let mut graph = model.graph;
        graph.outputs = vec![result];
        SimplePlan::new(graph).map(|plan| (Self(plan), width)).map_err(unreadable)
    }

    /// The result for the word rows of a text.
    pub fn run(&self, words: Tensor) -> TractResult<Vec<f32>> {
        let results = self.0.run(tvec![words.into_tvalue()])?;
        Ok(results[0].try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
    }
}

fn unreadable(error: TractError) -> EmbedError {
    EmbedError::Model { reason: error.to_string() }
}

/// A plan under construction.
struct Model<'a> {
    form: &'a Form,
    constants: Constants,
    graph: Graph<Rows, Operator>,
    hidden: usize,
}

impl Model<'_> {
    fn wire(&mut self) -> Result<OutletId, EmbedError> {
        let source = self.graph.add_node("words", Operator::Source, tvec![Rows { width: self.hidden }]);
        let source = OutletId::from(source.map_err(unreadable)?);
        self.graph.inputs = vec![source];
        let positions = self.constants.rows("positions", self.hidden)?;
        let mut hidden = self.norm("embeddings.LayerNorm", &[source], Some(positions))?;
        // Any layer has the width of the second feed-forward layer's inputs.
        let mut intermediate = 0;
        for layer in 0..self.form.layers {
            (hidden, intermediate) = self.layer(&format!("encoder.layer.{layer}"), hidden)?;
        }
        self.constants.equal(&self.form.rotation_constants(self.hidden, intermediate))?;
        match self.form.kind {
            ModelKind::Encoder => {
                let least_length = self.form.normalize.then_some(LEAST_LENGTH);
                let Some(activation) = self.form.dense else {
                    return self.pool(hidden, self.form.pooling, least_length);
                };
                let pooled = self.pool(hidden, self.form.pooling, None)?;
                let row = self.product("dense", pooled, None, activation, None)?;
                // The first row of one is that row.
                self.pool(row, Pooling::Cls, least_length)
            }
            ModelKind::CrossEncoder => {
                let first = self.pool(hidden, Pooling::Cls, None)?;
                let by = self.form.hidden_rotation;
                let pooled = self.product("pooler.dense", first, by, Epilogue::Tanh, Some(self.hidden))?;
                self.product("classifier", pooled, None, Epilogue::None, Some(1))
            }
        }
    }

    fn layer(&mut self, name: &str, hidden: OutletId) -> Result<(OutletId, usize), EmbedError> {
        let (width, none) = (self.hidden, Epilogue::None);
        let Form { heads, activation, hidden_rotation: outer, inner_rotation: inner, .. } = *self.form;
        let label = format!("{name}.attention.self");
        let joined = self.product(&format!("{label}.joined"), hidden, outer, none, Some(3 * width))?;
        if !width.is_multiple_of(heads) {
            let reason = format!("a width that is a multiple of {heads} heads expected, found {width}");
            return Err(EmbedError::Model { reason });
        }
        let attention = Attention { heads: Heads { count: heads, size: width / heads } };
        let context = self.add(&format!("{label}.context"), attention, &[joined])?;
        let label = format!("{name}.attention.output");
        let output = self.product(&format!("{label}.dense"), context, None, none, Some(width))?;
        let attended = self.norm(&format!("{label}.LayerNorm"), &[output, hidden], None)?;

        let label = format!("{name}.intermediate.dense");
        let middle = self.product(&label, attended, outer, activation, None)?;
        let output = self.product(&format!("{name}.output.dense"), middle, inner, none, Some(width))?;
        let hidden = self.norm(&format!("{name}.output.LayerNorm"), &[output, attended], None)?;
        Ok((hidden, self.width(middle)))
    }

    /// A linear layer of `outputs`, or of as many as its weights have.
    fn product(
        &mut self,
        name: &str,
        input: OutletId,
        rotation: Option<Rotation>,
        epilogue: Epilogue,
        outputs: Option<usize>,
    ) -> Result<OutletId, EmbedError> {
        let inputs = self.width(input);
        if let Some(rotation) = rotation.filter(|rotation| !rotation.fits(inputs)) {
            let reason =
                format!("{name}: rows of whole blocks of {rotation:?} expected, found {inputs} values");
            return Err(EmbedError::Model { reason });
        }
        let (codes, outputs) = self.constants.codes(&format!("{name}.codes"), inputs, outputs)?;
        let scales = self.constants.floats(&format!("{name}.scales"), &[outputs])?;
        let bias = self.constants.floats(&format!("{name}.bias"), &[outputs])?;
        let weights = Weights::pack(&codes, inputs, outputs, &scales)
            .map_err(|error| EmbedError::Model { reason: format!("{name}: {error}") })?;
        self.add(name, Linear { rotation, weights, bias, epilogue }, &[input])
    }

    /// The normalised sum of two inputs, or of one and the first rows of a table.
    fn norm(
        &mut self,
        name: &str,
        inputs: &[OutletId],
        table: Option<Vec<f32>>,
    ) -> Result<OutletId, EmbedError> {
        let [gain, shift] =
            [".weight", ".bias"].map(|part| self.constants.floats(&[name, part].concat(), &[self.hidden]));
        let norm = Norm { table, gain: gain?, shift: shift?, epsilon: self.form.epsilon };
        self.add(name, norm, inputs)
    }

    fn pool(
        &mut self,
        rows: OutletId,
        pooling: Pooling,
        least_length: Option<f32>,
    ) -> Result<OutletId, EmbedError> {
        self.add("pooled", Pool { pooling, least_length, width: self.width(rows) }, &[rows])
    }

    fn add(
        &mut self,
        name: &str,
        compute: impl Compute,
        inputs: &[OutletId],
    ) -> Result<OutletId, EmbedError> {
        let rows = Rows { width: compute.width() };
        let id = self.graph.add_node(name, Operator::Computed(Arc::new(compute)), tvec![rows]);
        let id = id.map_err(unreadable)?;
        for (at, input) in inputs.iter().enumerate() {
            self.graph.add_edge(*input, InletId::new(id, at)).map_err(unreadable)?;
        }
        Ok(id.into())
    }

    fn width(&self, outlet: OutletId) -> usize {
        self.graph.nodes[outlet.node].outputs[outlet.slot].fact.width
    }
}
