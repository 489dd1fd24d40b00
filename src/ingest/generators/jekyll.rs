//! Jekyll's highlighter Rouge.

use super::{Generator, NONE};

pub(super) const JEKYLL: Generator = Generator {
    // Line numbers.
    furniture: &["rouge-gutter", "gutter"],
    ..NONE
};
