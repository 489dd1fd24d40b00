//! `MultiHeadAttention`: scaled dot-product self-attention (Vaswani et al. 2017) within each text.
//!
//! Its input is that of the product which `patterns` has joined: query, key and value are the thirds of its columns.

use std::cell::RefCell;

use tract_hir::internal::*;

use super::{Compute, Computed, result, values};
use crate::embed::kernels::{AttentionScratch, Heads, Matrix, Scoring, attention};
use crate::embed::onnx::NodeProto;

/// The operator as in the file: query, key and value are three inputs.
pub(in crate::embed) const SPLIT_ATTENTION: &str = "MultiHeadAttention";
/// The operator with one input in place of three.
pub(in crate::embed) const JOINED_ATTENTION: &str = "docfuse.JoinedAttention";

/// Added to the score of a masked key: e^−10,000 is 0 in f32.
const MASKED: f32 = -10_000.0;

pub(super) fn read(node: &NodeProto) -> TractResult<Box<dyn InferenceOp>> {
    let heads = node.int("num_heads").and_then(|heads| usize::try_from(heads).ok());
    let heads = heads.filter(|&heads| heads > 0).context("num_heads of 1 or more expected")?;
    Ok(expand(Node { heads }))
}

/// The node with its inputs: rows, and a mask of the keys, 0 for those of padding.
#[derive(Clone, Debug)]
struct Node {
    heads: usize,
}

impl Expansion for Node {
    fn name(&self) -> StaticName {
        JOINED_ATTENTION.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 2)?;
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, f32::datum_type())?;
        solver.given(&inputs[0].shape, move |solver, mut shape| {
            ensure!(shape.len() == 3, "texts of rows expected");
            shape[2] = shape[2].clone() / 3;
            solver.equals(&outputs[0].shape, shape)
        })
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let fact = model.outlet_fact(inputs[0])?;
        let width = fact.shape.last().context("rows expected")?.to_usize()?;
        ensure!(
            width > 0 && width.is_multiple_of(3) && (width / 3).is_multiple_of(self.heads),
            "a width that is a multiple of 3 times {} heads expected, found {width}",
            self.heads
        );
        let heads = Heads { count: self.heads, size: width / 3 / self.heads };
        model.wire_node(prefix, Computed::new(Attention { heads }), inputs)
    }
}

struct Attention {
    heads: Heads,
}

thread_local! {
    /// One thread's buffers, reused for all layers.
    static SCRATCH: RefCell<AttentionScratch> = RefCell::default();
}

impl Compute for Attention {
    const NAME: &'static str = JOINED_ATTENTION;

    fn shape(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TDim>> {
        let mut shape = inputs[0].shape.to_tvec();
        ensure!(shape.len() == 3, "texts of rows expected, found {shape:?}");
        shape[2] = (self.heads.count * self.heads.size).to_dim();
        Ok(shape)
    }

    fn compute(&self, inputs: &[TValue]) -> TractResult<Tensor> {
        let &[texts, rows, _] = inputs[0].shape() else {
            bail!("texts of rows expected, found {:?}", inputs[0].shape())
        };
        let heads = self.heads;
        let width = heads.count * heads.size;
        let (joined, kept) = (values::<f32>(&inputs[0])?, values::<i32>(&inputs[1])?);
        ensure!(
            joined.len() == 3 * texts * rows * width && kept.len() == texts * rows,
            "{texts} texts of {rows} rows of {} values, and a mask of their keys expected",
            3 * width
        );
        let scale = (heads.size as f32).sqrt().recip();
        result(&[texts, rows, width], |output| {
            for (text, output) in output.chunks_exact_mut(rows * width).enumerate() {
                let joined = &joined[3 * text * rows * width..];
                let part = |index: usize| Matrix { values: &joined[index * width..], stride: 3 * width };
                let kept = &kept[text * rows..][..rows];
                let penalty: Option<Vec<f32>> = kept
                    .contains(&0)
                    .then(|| kept.iter().map(|&kept| if kept == 0 { MASKED } else { 0.0 }).collect());
                let scoring = Scoring { heads, scale, penalty: penalty.as_deref() };
                SCRATCH.with_borrow_mut(|scratch| {
                    attention([0, 1, 2].map(part), scoring, rows, scratch, output);
                });
            }
            Ok(())
        })
    }
}
