//! `MultiHeadAttention`: scaled dot-product self-attention (Vaswani et al. 2017) within each text.
//!
//! Query, key and value are three inputs, or the thirds of one input's columns if `patterns` has joined them.

use std::cell::RefCell;

use tract_hir::internal::*;

use super::{Compute, Computed, result, values};
use crate::embed::kernels::{AttentionScratch, Heads, Matrix, Scoring, attention};
use crate::embed::onnx::NodeProto;

pub(in crate::embed) const SPLIT_ATTENTION: &str = "MultiHeadAttention";
/// [`MultiHeadAttention`](self) with one input, whose columns are query, key and value.
pub(in crate::embed) const JOINED_ATTENTION: &str = "docfuse.JoinedAttention";

/// Added to the score of a masked key: e^−10,000 is 0 in f32.
const MASKED: f32 = -10_000.0;

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let streams = if node.op_type == JOINED_ATTENTION { 1 } else { 3 };
    if (0..streams).any(|at| node.position(at).is_none()) {
        return Err(node.odd("query, key and value expected"));
    }
    // The inputs after query, key and value: a bias, the key mask, and others that this encoder does not use.
    let mask = streams + 1;
    let kept = node.position(mask);
    let others = (streams..node.input.len()).any(|at| at != mask && node.position(at).is_some());
    if others || node.output.len() != 1 {
        return Err(
            node.odd("no input beside query, key, value and key_padding_mask expected, and one output")
        );
    }
    let heads =
        node.int("num_heads").and_then(|heads| usize::try_from(heads).ok()).filter(|&heads| heads > 0);
    let heads = heads.ok_or_else(|| node.odd("num_heads of 1 or more expected"))?;
    if node.int("unidirectional").unwrap_or(0) != 0 {
        return Err(node.odd("attention in both directions expected"));
    }
    // Zero means the default.
    let scale = node.float("scale").filter(|&scale| scale != 0.0);
    Ok(expand(Node { streams, kept, heads, scale }))
}

/// The node as in the file; `kept` is the position of the key mask.
#[derive(Clone, Debug)]
struct Node {
    streams: usize,
    kept: Option<usize>,
    heads: usize,
    scale: Option<f32>,
}

impl Expansion for Node {
    fn name(&self) -> StaticName {
        SPLIT_ATTENTION.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, f32::datum_type())?;
        solver.given(&inputs[0].shape, move |solver, mut shape| {
            ensure!(shape.len() == 3, "texts of rows expected");
            if self.streams == 1 {
                shape[2] = shape[2].clone() / 3;
            }
            solver.equals(&outputs[0].shape, shape)
        })
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let fact = model.outlet_fact(inputs[0])?;
        let parts = if self.streams == 1 { 3 } else { 1 };
        let width = fact.shape.last().context("rows expected")?.to_usize()?;
        ensure!(
            width > 0 && width.is_multiple_of(parts * self.heads),
            "a width that is a multiple of {parts} times {} heads expected, found {width}",
            self.heads
        );
        let (width, mut tensors) = (width / parts, TVec::from(&inputs[..self.streams]));
        tensors.extend(self.kept.map(|kept| inputs[kept]));
        let scale = self.scale.unwrap_or_else(|| ((width / self.heads) as f32).sqrt().recip());
        let attention = Attention { streams: self.streams, heads: self.heads, width, scale };
        model.wire_node(prefix, Computed::new(attention), &tensors)
    }
}

struct Attention {
    streams: usize,
    heads: usize,
    width: usize,
    scale: f32,
}

thread_local! {
    /// One thread's buffers, reused for all layers.
    static SCRATCH: RefCell<AttentionScratch> = RefCell::default();
}

impl Compute for Attention {
    const NAME: &'static str = SPLIT_ATTENTION;

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        let mut shape = inputs[0].shape.to_tvec();
        ensure!(shape.len() == 3, "texts of rows expected, found {shape:?}");
        shape[2] = self.width.to_dim();
        Ok(shape)
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let &[texts, rows, _] = inputs[0].shape() else {
            bail!("texts of rows expected, found {:?}", inputs[0].shape())
        };
        let (streams, width) = (self.streams, self.width);
        let stride = if streams == 1 { 3 * width } else { width };
        let parts =
            inputs[..streams].iter().map(|part| values::<f32>(part)).collect::<TractResult<Vec<_>>>()?;
        ensure!(
            parts.iter().all(|part| part.len() == texts * rows * stride),
            "query, key and value of {texts} texts of {rows} rows of {stride} values expected"
        );
        let kept = inputs.get(streams).map(|kept| values::<i32>(kept)).transpose()?;
        ensure!(
            kept.is_none_or(|kept| kept.len() == texts * rows),
            "a mask of {texts} texts of {rows} keys expected"
        );
        let heads = Heads { count: self.heads, size: width / self.heads };
        result(&[texts, rows, width], |output| {
            for (text, output) in output.chunks_exact_mut(rows * width).enumerate() {
                let part = |index: usize| {
                    let (part, offset) =
                        if streams == 1 { (parts[0], index * width) } else { (parts[index], 0) };
                    Matrix { values: &part[text * rows * stride + offset..], stride }
                };
                let kept = kept.map(|kept| &kept[text * rows..][..rows]);
                let penalty: Option<Vec<f32>> = kept
                    .filter(|kept| kept.contains(&0))
                    .map(|kept| kept.iter().map(|&kept| if kept == 0 { MASKED } else { 0.0 }).collect());
                let scoring = Scoring { heads, scale: self.scale, penalty: penalty.as_deref() };
                SCRATCH.with_borrow_mut(|scratch| {
                    attention([0, 1, 2].map(part), scoring, rows, scratch, output);
                });
            }
            Ok(())
        })
    }
}
