//! Nim's documentation generator.

use super::{Generator, NONE};

pub(super) const NIM: Generator =
    Generator { excludes: &["theindex.html"], furniture: &["link-seesrc"], ..NONE };
