//! Arguments that several verbs have.

mod host_args;
mod mode_args;
mod told_args;

pub use host_args::{HostArgs, whole};
pub use mode_args::{DenseArg, EvalMode, MatchArg, ModeArg};
pub use told_args::ToldArgs;
