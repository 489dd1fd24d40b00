//! dartdoc.

use super::{Generator, NONE};

pub(super) const DARTDOC: Generator = Generator { title_kinds: &["class", "enum", "mixin"], ..NONE };
