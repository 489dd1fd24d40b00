//! Scaladoc.

use super::{Generator, NONE};

pub(super) const SCALADOC: Generator =
    Generator { title_kinds: &["abstract", "class", "final", "object", "trait"], ..NONE };
