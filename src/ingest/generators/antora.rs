//! Antora.

use super::{Generator, NONE};

pub(super) const ANTORA: Generator = Generator { content_classes: &["doc"], ..NONE };
