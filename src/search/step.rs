//! What a stage gives: its result, or what it lacks: [`Step`].

use std::ops::ControlFlow;

use crate::index::BlockId;

/// `Continue` with the result of a stage, or `Break` with what it lacks: blocks, unless it says otherwise. To lack
/// something is no error: the driver brings it, and calls again.
pub(in crate::search) type Step<T, L = Vec<BlockId>> = ControlFlow<L, T>;
